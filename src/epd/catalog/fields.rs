//! Diagnostics of the four fields and FEN's two clocks, and of the position by the rules of chess.

use crate::epd::canonical::Item;
use crate::epd::castling::{self, Rules};
use crate::epd::catalog::{Context, Entry, Proof, entries};
use crate::epd::counted::{noun, thousands_of};
use crate::epd::diagnostic::{Code, Detail, Diagnostic, Fix, RelatedPlace, list, quoted};
use crate::epd::placement;
use crate::epd::record::{Dialect, unquoted};
use crate::epd::span::Span;
use shakmaty::{Bitboard, Board, Color, Role, Square};

entries! {
    VariantPlacement "variant-placement" Error Doubts
        "a position of another variant"
        "Pockets in brackets, `~` for promoted pieces, a check counter such as `3+3`, or a board that is not 8x8 belong to other games than standard chess. The record is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R[Qp] w K - bm Kd2;"
        message: |d| format!("not a position of standard chess: {}", d.reason());
    QuotedPosition "quoted-position" Warning Fixed
        "the position in quotes"
        "The four fields are plain words; the quotes are removed."
        "\"4k3/8/8/8/8/8/8/4K2R w K -\" bm Kd2;"
        message: |d| format!("the position {} is in quotes, expected none", d.value()),
        fix: |d| d.safe(unquoted(d.text()).trim_ascii());
    BadPlacement "bad-placement" Error Doubts
        "an unreadable piece placement"
        "The placement is eight ranks from the 8th to the 1st, joined by `/`; each has exactly eight squares, written as piece letters (PNBRQK white, pnbrqk black) and digits 1-8 for runs of empty squares."
        "4k3/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: |d| match d.span().is_empty() {
            true => format!("no piece placement: {}", d.reason()),
            false => format!("bad piece placement {}: {}", d.value(), d.reason()),
        };
    CraftyPlacement "crafty-placement" Warning Fixed
        "an eighth slash after the ranks (Crafty's form)"
        "Crafty and HIARCS close every rank with `/` and leave out empty squares at the end of a rank. The ranks are written in full."
        "4k/8/8/8/8/8/8/4K2R/ w K - bm Kd2;"
        message: |d| format!("the placement ends with an eighth `/` (Crafty's form), expected {}", d.expected("ranks in full")),
        fix: whole_placement;
    UnmergedDigits "unmerged-digits" Hint Fixed
        "neighbouring digits in a rank"
        "A run of empty squares is one digit: `44` and `35` are written `8`."
        "4k3/44/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: unmerged_digits,
        fix: |d| match d.unmerged()[..] {
            [(_, digit)] => d.safe(&[digit]),
            _ => whole_placement(d),
        };
    ColourCase "colour-case" Warning Fixed
        "the side to move in upper case"
        "The side to move is `w` or `b`."
        "4k3/8/8/8/8/8/8/4K2R W K - bm Kd2;"
        message: |d| format!("side to move {}, expected {}", d.value(), d.expected("lower case")),
        fix: |d| d.safe(&d.text().to_ascii_lowercase());
    BadColour "bad-colour" Error Doubts
        "a side to move that is neither `w` nor `b`"
        "After the placement comes the side to move: `w` or `b`."
        "4k3/8/8/8/8/8/8/4K2R x K - bm Kd2;"
        message: |d| match d.span().is_empty() {
            true => "no side to move, expected `w` or `b`".to_owned(),
            false => format!("{} is not a side to move, expected `w` or `b`", d.value()),
        };
    MissingCastling "missing-castling" Warning Doubts
        "no castling field"
        "After the side to move come the castling rights: `-` or letters such as `KQkq`. Where no king and rook are on their first squares, only `-` is possible and is written; otherwise the rights are unknown, and the record is left unchanged."
        "4k3/8/8/8/8/8/8/4K3 w bm Kd2;"
        message: |d| match d.diagnostic.blocks() {
            true => "no castling field, and the position allows castling: expected `-` or some of `KQkq`",
            false => "no castling field, expected `-`",
        }
        .to_owned(),
        fix: |d| {
            // Without the side to move, a dash would be read as that field.
            d.record.fields.side?;
            d.safe(b" -")
        };
    BadCastling "bad-castling" Error Doubts
        "unreadable castling rights"
        "Castling rights are `-`, or letters out of `KQkq`, or the files of the rooks (`HAha`) in Chess960."
        "4k3/8/8/8/8/8/8/4K2R w KX - bm Kd2;"
        message: |d| format!("{} are not castling rights, expected `-` or some of `KQkq`", d.value());
    CastlingOrder "castling-order" Hint Fixed
        "castling letters out of order"
        "White's letters come before Black's, the king's side before the queen's: `KQkq`, `HAha`."
        "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - bm Kd2;"
        message: |d| format!("castling rights {} out of order, expected {}", d.value(), d.expected("`KQkq`")),
        fix: |d| d.safe(d.record.castling()?.as_bytes());
    CastlingRepeat "castling-repeat" Hint Fixed
        "a repeated castling letter"
        "Each right is written once."
        "4k3/8/8/8/8/8/8/4K2R w KK - bm Kd2;"
        message: |d| format!("repeated letter in castling rights {}, expected {}", d.value(), d.expected("each once")),
        fix: |d| d.safe(d.record.castling()?.as_bytes());
    CastlingShredder "castling-shredder" Warning
        "castling rights as rook files"
        "Shredder-FEN names the file of each rook (`HAha`). It is left unchanged, but readers that know only `KQkq` reject it."
        "4k3/8/8/8/8/8/8/4K2R w H - bm Kd2;"
        message: |d| {
            let value = d.value();
            format!("castling rights {value} name rook files (Shredder-FEN); many readers know only `KQkq`")
        };
    CastlingNeedsChess960 "castling-needs-chess960" Warning
        "castling rights that only Chess960 allows"
        "In a Chess960 file, `KQkq` may mean a king off the e-file or a rook off the corner. Programs that know only classical chess reject such a right; rook files (`HAha`) make it explicit. In a classical file it is castling-impossible."
        "4k3/8/8/8/8/8/8/RR1K3R w KB - bm Kd2;"
        message: |d| {
            let value = d.value();
            format!("castling rights {value} need Chess960: in classical chess, kings are on e, rooks on a and h")
        };
    CastlingImpossible "castling-impossible" Error
        "a castling right without king or rook"
        "The right needs a king and a rook in place: king on e, rook on a or h; in Chess960 a king on its first rank with a rook on that side. The text is left unchanged; moves are checked without the right. A file is read as Chess960 where one of its records needs it and none contradicts, or with `--chess960`."
        "4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;"
        message: impossible_rights,
        fix: without_impossible;
    MissingEnPassant "missing-en-passant" Warning Fixed
        "no en-passant field"
        "The fourth field is the square a pawn has just passed over, or `-`, which is written where the field is missing."
        "4k3/8/8/8/8/8/8/4K2R w K bm Kd2;"
        message: |_| "no en-passant field, expected `-` or a square such as `e3`".to_owned(),
        fix: missing_square;
    UnreadFields "unread-fields" Error Doubts
        "ambiguous fields"
        "The castling rights and the en-passant square follow the side to move. Here a field is missing or damaged, and what is there could mean several things, so nothing is guessed. The record is left unchanged: write both fields, `-` for none."
        "4k3/8/8/8/8/8/8/4K2R w 4 - bm Kd2;"
        message: |d| match d.place() {
            Some(_) => format!("{} may be a field that stands twice, or something else: expected an operation behind the fields", d.value()),
            None => format!("{} can be read in more than one way: {}", d.value(), d.reason()),
        },
        fix: |d| Fix::not_safe(d.record.removal_span(d.place()?), b"");
    BadEnPassant "bad-en-passant" Error Doubts
        "an unreadable en-passant field"
        "The en-passant field is `-` or a square such as `e3`."
        "4k3/8/8/8/8/8/8/4K2R w K e9 bm Kd2;"
        message: |d| format!("{} is not an en-passant field, expected `-` or a square such as `e3`", d.value());
    EnPassantCase "en-passant-case" Warning Fixed
        "the en-passant square in upper case"
        "Squares are a lower-case file and a rank: `e3`. It is written in lower case."
        "4k3/8/8/8/4P3/8/8/4K3 b - E3 bm Kd7;"
        message: |d| format!("en-passant square {}, expected {}", d.value(), d.expected("lower case")),
        fix: |d| d.safe(&d.text().to_ascii_lowercase());
    EpPawnSquare "ep-pawn-square" Warning Fixed
        "the pawn's own square in the en-passant field"
        "Crafty and HIARCS write the square of the pawn that can be captured; the standard has the square it passed over."
        "4k3/8/8/8/4P3/8/8/4K3 b - e4 bm Kd7;"
        message: |d| {
            let expected = d.expected("the square behind it");
            format!("{} is the square of the pawn, expected the one it passed over, {expected}", d.value())
        },
        fix: |d| d.safe(d.record.en_passant?.to_string().as_bytes());
    EpImpossible "ep-impossible" Error
        "an en-passant square no pawn has passed"
        "With White to move, the square is on the 6th rank, with a black pawn in front of it on the 5th and nothing on it or behind it (with Black to move, 3rd and 4th rank). The text is left unchanged; moves are checked without it."
        "4k3/8/8/8/8/8/8/4K3 w - e6 bm Kd2;"
        message: |d| format!("no pawn can just have passed over {}: {}", d.value(), d.reason()),
        fix: |d| d.not_safe(b"-");
    FenClocks "fen-clocks" Warning Fixed
        "FEN's two clocks in an EPD record"
        "EPD has four fields; half-move clock and move number are the operations `hmvc` and `fmvn`, and become those."
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Kd2;"
        message: |d| {
            let expected = d.expected("the operations `hmvc` and `fmvn`");
            format!("FEN clocks {}, expected {expected}", d.value())
        },
        fix: clocks_as_operations;
    FenHalfMoveOnly "fen-half-move-only" Warning Fixed
        "a half-move clock as a fifth field"
        "EPD has four fields; the half-move clock is the operation `hmvc`, and becomes that."
        "4k3/8/8/8/8/8/8/4K2R w K - 12 bm Kd2;"
        message: |d| format!("half-move clock {}, expected {}", d.value(), d.expected("the operation `hmvc`")),
        fix: clocks_as_operations;
    MissingClocks "missing-clocks" Hint Fixed
        "a FEN record without its two clocks"
        "In a file named `*.fen` a record has six fields; `0 1` (or what `hmvc` and `fmvn` say) is filled in."
        "4k3/8/8/8/8/8/8/4K2R w K -"
        message: |d| match d.expected_text() {
            Some(text) => format!("no clocks in a FEN record, expected {}", quoted(text.trim_ascii())),
            None => "no clocks in a FEN record, expected six fields".to_owned(),
        },
        fix: missing_clocks,
        proof: Proof::Record,
        example_dialect: Dialect::Fen;
    ClockOperations "clock-operations" Hint Fixed
        "clocks as operations in a FEN file"
        "In a file named `*.fen` the half-move clock and the move number are the fifth and sixth field."
        "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 9;"
        message: |d| format!("{} in a FEN file, expected the number as a field", d.value()),
        fix: |d| {
            d.record.fields.full_move?;
            d.remove()
        },
        proof: Proof::Record,
        example_dialect: Dialect::Fen;
    ClocksConflict "clocks-conflict" Error Doubts
        "clock fields and clock operations disagree"
        "The FEN clocks say one thing, `hmvc` or `fmvn` another. Remove the wrong one."
        "4k3/8/8/8/8/8/8/4K2R w K - 5 9 hmvc 3;"
        message: clock_conflict,
        choices: |d| d.removals([d.place()]),
        related: |d| d.related_place("not the same number");
    HmvcEnPassant "hmvc-en-passant" Warning
        "a half-move clock beside an en-passant square"
        "An en-passant square means that the last move was a pawn's: the half-move clock is then 0."
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;"
        message: |d| {
            let number = d.number();
            format!("half-move clock {number} beside an en-passant square, expected 0")
        },
        related: |d| d.related(d.record.fields.en_passant, "a pawn has just moved");
    EmptyBoard "empty-board" Error
        "no piece on the board"
        "A position has at least both kings."
        "8/8/8/8/8/8/8/8 w - -"
        message: |_| "the board is empty, expected both kings".to_owned();
    MissingKing "missing-king" Error
        "a side without a king"
        "Each side has exactly one king. Without one, moves can't be checked."
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| format!("{} has no king", d.side());
    TooManyKings "too-many-kings" Error
        "a side with more than one king"
        "Each side has exactly one king. With more, moves can't be checked."
        "4k2k/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| {
            let kings = d.diagnostic.squares;
            format!("{} has {} kings ({}), expected 1", d.side(), kings.count(), squares(kings))
        },
        related: pieces;
    PawnOnEdge "pawn-on-edge" Error
        "a pawn on the first or last rank"
        "Pawns start on the 2nd and 7th rank and promote on the last."
        "4k2P/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| {
            let pawns = d.diagnostic.squares;
            let what = noun(pawns.count(), "a pawn", "pawns");
            format!("{what} on {}, expected none on the first and last rank", squares(pawns))
        },
        related: pieces;
    OppositeCheck "opposite-check" Error
        "the side that is not to move is in check"
        "The king could be captured at once: the side to move is wrong, or a piece is on the wrong square."
        "4k3/8/8/8/4R3/8/8/4K3 w - - bm Kd2;"
        message: opposite_check,
        related: pieces;
    BothInCheck "both-in-check" Error
        "both kings are in check"
        "No legal move leads to a position with both kings in check."
        "4k3/8/8/8/4Q3/8/4r3/4K3 w - - bm Kd1;"
        message: both_in_check,
        related: pieces;
    MovesUnchecked "moves-unchecked" Warning
        "moves that could not be checked"
        "The position is not legal, so no move can be called legal or illegal. The moves are left unchanged."
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| format!("{} can't be checked: the position is not legal", d.value());
    ImpossibleCheck "impossible-check" Warning
        "an impossible double check"
        "No legal move can produce check from these pieces at the same time."
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - bm Kd8;"
        message: |d| format!("no single move can give check from {}", squares(d.diagnostic.squares)),
        related: pieces;
    TooMuchMaterial "too-much-material" Warning
        "more pieces than promotions allow"
        "A side has at most 16 pieces, and every promoted piece takes the place of one of its eight pawns."
        "qqqqkqqq/pppppppp/8/8/8/8/8/4K3 w - -"
        message: too_much_material;
}

impl Context<'_, '_> {
    /// Returns the runs of neighbouring digits in the placement, with the digit for each.
    fn unmerged(&self) -> Vec<(Span, u8)> {
        let field = self.record.fields.placement.unwrap_or(self.span());
        placement::unmerged(field.of(self.record.line))
    }
}

/// Returns the message about the first run of digits, its correct digit, and the number of further runs.
fn unmerged_digits(d: &Context<'_, '_>) -> String {
    let runs = d.unmerged();
    let digit = runs.first().map_or(b'8', |(_, digit)| *digit);
    let more = match runs.len() {
        0 | 1 => String::new(),
        2 => ", and once more".to_owned(),
        many => format!(", and {} times more", many - 1),
    };
    let (value, digit) = (d.value(), char::from(digit));
    format!("neighbouring digits {value} in the placement, expected `{digit}`{more}")
}

fn whole_placement(d: &Context<'_, '_>) -> Option<Fix> {
    let mut text = Vec::new();
    placement::write(d.record.board()?, &mut text);
    Fix::safe(d.record.fields.placement?, text)
}

fn without_impossible(d: &Context<'_, '_>) -> Option<Fix> {
    let impossible_rights = d.record.impossible_castling();
    let rights = d.record.castling()?.chars();
    let mut left: String = rights.filter(|c| !impossible_rights.contains(*c)).collect();
    if left.is_empty() {
        left.push('-');
    }
    Fix::not_safe(d.record.fields.castling?, left)
}

/// Returns the message about castling letters without a right: the missing piece for each.
fn impossible_rights(d: &Context<'_, '_>) -> String {
    let (record, letters) = (d.record, d.record.impossible_castling());
    let count = letters.len();
    let (rights, verb) = (noun(count, "right", "rights"), noun(count, "is", "are"));
    let them = noun(count, "it", "them");
    let what = format!("castling {rights} `{letters}` {verb} impossible");
    let Some(board) = record.board() else {
        return what;
    };
    let reason = |letter| castling::reason(board, letter, record.rules());
    let mut reasons: Vec<String> = letters.bytes().map(reason).collect();
    reasons.dedup();
    let fits = |letter| castling::right(board, letter, Rules::Chess960).is_some();
    let but = if record.rules() == Rules::Classical && letters.bytes().all(fits) {
        format!("; Chess960 would allow {them}")
    } else {
        String::new()
    };
    format!("{what}: {}{but}", list(&reasons, "and"))
}

fn missing_square(d: &Context<'_, '_>) -> Option<Fix> {
    // Without the side to move, a dash would be read as that field.
    d.record.fields.side?;
    if d.record.fields.castling.is_some() {
        return d.safe(b" -");
    }
    // Both fields are missing, and a single dash would be read as the castling field.
    let unknown = |d: &Diagnostic| d.code == Code::MissingCastling && d.blocks();
    if d.record.diagnostics.iter().any(unknown) {
        return None;
    }
    d.safe(b" - -")
}

fn clock_conflict(d: &Context<'_, '_>) -> String {
    let value = d.value();
    if d.record.operation_around(d.span()).is_some() {
        return format!(
            "{value} can't be a clock of FEN, expected a number from 0, or from 1 for `fmvn`"
        );
    }
    let which = if d.record.fields.half_move == Some(d.span()) {
        "half-move clock"
    } else {
        "move number"
    };
    format!("{which} {value} contradicts {}", d.place_text())
}

fn clocks_as_operations(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    if record.options.dialect == Dialect::Fen {
        return d.safe(b"1");
    }
    if record.has(Code::QuotedPosition) {
        // Operations can't be inside the quotes, which have to be removed first.
        return None;
    }
    let mut text = Vec::new();
    for clock in record.clock_operations() {
        record.write_item(Item::Clock(clock), &mut text);
    }
    match text.split_first() {
        // Each has a blank before it.
        Some((_, text)) => d.safe(text),
        None => d.remove(),
    }
}

fn missing_clocks(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    // The clocks follow the fourth field, which has to exist first.
    record.fields.castling.and(record.fields.en_passant)?;
    let is_unreadable = |opcode: &str| {
        let operation = record.operation(opcode);
        operation.is_some_and(|o| !record.is_clock_field(o) && record.is_wrong_inside(o.span))
    };
    if record.has(Code::ClocksConflict) || is_unreadable("hmvc") || is_unreadable("fmvn") {
        return None;
    }
    let [half_move, full_move] = record.clock_fields();
    let text = match record.fields.half_move {
        Some(_) => [&b" "[..], &full_move].concat(),
        None => [&b" "[..], &half_move, b" ", &full_move].concat(),
    };
    d.safe(&text)
}

impl Context<'_, '_> {
    fn side(&self) -> &'static str {
        match self.diagnostic.detail {
            Detail::Side(side) => side.fold_wb("White", "Black"),
            _ => "",
        }
    }
}

/// Returns squares as `e4`, `e4 and e8`.
fn squares(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|s| s.to_string()).collect();
    list(&names, "and")
}

fn opposite_check(d: &Context<'_, '_>) -> String {
    let side = d.side();
    let mover = if side == "White" { "Black" } else { "White" };
    let kings = d.record.board().map_or(Bitboard::EMPTY, Board::kings);
    let from = squares(d.diagnostic.squares & !kings);
    format!("{side} is in check from {from}, but {mover} is to move")
}

fn both_in_check(d: &Context<'_, '_>) -> String {
    let by = |side: Color| {
        let board = d.record.board();
        let king = board.and_then(|board| Some((board, board.king_of(side)?)));
        king.map_or_else(String::new, |(board, king)| {
            squares(board.attacks_to(king, !side, board.occupied()))
        })
    };
    let (white, black) = (by(Color::White), by(Color::Black));
    format!("both kings are in check: White's from {white}, Black's from {black}")
}

/// Names the sides with more pieces than promotions and captures allow, and the excess.
fn too_much_material(d: &Context<'_, '_>) -> String {
    let Some(board) = d.record.board() else {
        return "more pieces than promotions and captures allow".to_owned();
    };
    let sides = Color::ALL
        .into_iter()
        .filter_map(|side| excess(board, side));
    sides.collect::<Vec<_>>().join("; ")
}

fn excess(board: &Board, side: Color) -> Option<String> {
    let own = board.by_color(side);
    let name = side.fold_wb("White", "Black");
    let all = own.count();
    if all > 16 {
        return Some(format!("{name} has {all} pieces, expected at most 16"));
    }
    let bishops = board.bishops() & own;
    let groups = [
        ((board.queens() & own).count(), 1),
        ((board.rooks() & own).count(), 2),
        ((bishops & Bitboard::LIGHT_SQUARES).count(), 1),
        ((bishops & Bitboard::DARK_SQUARES).count(), 1),
        ((board.knights() & own).count(), 2),
    ];
    let promoted: usize = groups
        .iter()
        .map(|&(there, first)| there.saturating_sub(first))
        .sum();
    let pawns = (board.pawns() & own).count();
    (promoted + pawns > 8).then(|| {
        format!(
            "{name} has {} besides {}, expected at most 8 together",
            thousands_of(promoted, "promoted piece", "promoted pieces"),
            thousands_of(pawns, "pawn", "pawns")
        )
    })
}

/// Returns the pieces on a diagnostic's squares, at their place in the placement.
fn pieces(d: &Context<'_, '_>) -> Vec<RelatedPlace> {
    let (Some(field), Some(board)) = (d.record.fields.placement, d.record.board()) else {
        return Vec::new();
    };
    let label = |square: Square| match board.piece_at(square)?.role {
        Role::King => Some(format!("king on {square}")),
        Role::Pawn if d.diagnostic.code == Code::PawnOnEdge => Some(format!("pawn on {square}")),
        _ => Some(format!("gives check from {square}")),
    };
    let place = |square: Square| {
        let place = placement::place_of(field.of(d.record.line), square)?;
        Some(RelatedPlace::new(
            place.shifted(field.start),
            label(square)?,
        ))
    };
    let mut found: Vec<RelatedPlace> = d.diagnostic.squares.into_iter().filter_map(place).collect();
    found.sort_by_key(|related| related.span.start);
    found
}
