//! Diagnostics of opcodes (invalid, repeated, out of order), of perft counts, and of operations that contradict each
//! other or the position.

use crate::epd::catalog::{Context, Entry, entries};
use crate::epd::counted::thousands_of;
use crate::epd::diagnostic::{Code, Fix, list, quoted};
use crate::epd::lex;
use crate::epd::moves;
use crate::epd::opcode::{self, Shape};
use crate::epd::record::{Operation, OperationForm, Record};
use crate::epd::span::Span;
use crate::epd::tablebase::Outcome;

entries! {
    BadOpcode "bad-opcode" Error Doubts
        "a word that can't be an opcode"
        "An opcode is a letter, then up to 14 letters, digits or `_`."
        "4k3/8/8/8/8/8/8/4K2R w K - 7up 1;"
        message: |d| format!("{} is not an opcode, expected a letter, then up to 14 letters, digits or `_`", d.value());
    ShortOpcode "short-opcode" Warning
        "an opcode of one letter"
        "Opcodes have two characters or more; some readers reject this one. It is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - x 1;"
        message: |d| format!("opcode {} has one character, expected two or more", d.value());
    UnknownOpcode "unknown-opcode" Hint
        "an opcode not in the standard"
        "Lower-case opcodes are reserved for the standard; private ones begin with an upper-case letter. The operation is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - bn Kd2;"
        message: |d| match nearest(d) {
            Some(near) => format!("opcode {} is not in the standard; did you mean `{near}`?", d.value()),
            None => format!("opcode {} is not in the standard; private ones begin with an upper-case letter", d.value()),
        },
        fix: |d| d.not_safe(nearest(d)?.as_bytes());
    UciMoves "uci-moves" Error Doubts
        "moves of UCI's `position` command"
        "UCI gives a position and the moves that were played from there. EPD has no operation `moves`: whether the record is of the position before them or of the one after them can't be told, and it is left unchanged. `sv` holds moves that were played; `epdit import` plays them."
        "4k3/8/8/8/8/8/8/4K2R w K - moves e1d2 e8e7"
        message: |_| "`moves` is UCI's: expected the position after the moves, or `sv` for them".to_owned(),
        fix: |d| d.not_safe(b"sv");
    MoveAsOpcode "move-as-opcode" Error Doubts
        "a move where an opcode is expected"
        "A semicolon ends an operation, so in `bm Be3; Bd2;` the move `Bd2` is where an opcode belongs. It may be one more best move or something else: the record is left unchanged. Several moves go into one operation: `bm Bd2 Be3;`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2; Ke2;"
        message: |d| format!("{} is a move where an opcode is expected: {}", d.value(), d.reason()),
        fix: move_as_opcode;
    SwallowedOperation "swallowed-operation" Error Doubts
        "an operation among the operands of another"
        "A semicolon ends an operation. Where one is forgotten, the next operation stands among the operands before it: in `Foo 3 bm Kd2;` the best move may belong to `Foo`, or be an operation that no program sees. The same holds for text without quotes, as in `c0 good bm Kd2;`. The record is left unchanged: insert the semicolon, or put the text in quotes."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 good bm Kd2;"
        message: swallowed,
        fix: with_semicolon;
    PvLabel "pv-label" Warning Fixed
        "a label `PV:` instead of the opcode `pv`"
        "Some programs write `PV:` before the predicted variation. Where all its moves are legal in sequence, it is written as the operation `pv`."
        "4k3/8/8/8/8/8/8/4K2R w K - PV: Kd2 Kd7;"
        message: |d| format!("label {} before the moves, expected the opcode `pv`", d.value()),
        fix: |d| d.safe(b"pv");
    DuplicateOpcode "duplicate-opcode" Error Blocks
        "an opcode that occurs twice"
        "An opcode occurs at most once a record. Removing an identical copy is a safe fix; of two that differ, you have to choose one."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; id \"b\";"
        message: |d| match d.expected_text() {
            Some(_) => format!("{} occurs twice, with the same operands", d.opcode_name()),
            None => format!("{} occurs twice, expected once", d.opcode_name()),
        },
        fix: identical_copy,
        choices: |d| d.removals([Some(d.span()), d.place()]),
        related: |d| d.related_place("first here");
    UnsortedOperations "unsorted-operations" Hint Fixed
        "operations out of order"
        "Canonical order is ascending by the opcode's ASCII text."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; bm Kd2;"
        message: unsorted,
        fix: in_order;
    PerftList "perft-list" Warning Fixed
        "perft counts that are not operations"
        "`;D1 20 ;D2 400` and bare counts become the operations `D1 20; D2 400;`."
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400"
        message: |d| match d.expected_text() {
            Some(text) => format!("perft counts {}, expected {}", d.value(), quoted(text.trim_ascii())),
            None => format!("perft counts {}, expected operations `D1`, `D2` and so on", d.value()),
        },
        fix: counts_as_operations;
    WrongPerft "wrong-perft" Error
        "a wrong perft count"
        "Playing all legal moves to this depth gives a different number of leaf nodes. Counting takes time, so it is done only on request: `epdit check --perft`, or a key in the editor's operations."
        "4k3/8/8/8/8/8/8/4K2R w K - D1 20;"
        message: |d| format!("perft count {} is wrong: there are {} leaf nodes", d.value(), d.number()),
        fix: |d| d.expected_number();
    AmAndBm "am-and-bm" Error
        "a move in both `am` and `bm`"
        "`am` and `bm` share no move."
        "4k3/8/8/8/8/8/8/4K2R w K - am Kd2; bm Kd2;"
        message: |d| format!("{} is both a move to avoid (`am`) and a best move (`bm`)", d.value()),
        choices: |d| {
            let both = [Some(d.span()), d.place()].into_iter().flatten();
            let without = both.filter_map(|span| d.record.without_move(span));
            without.filter_map(|span| Fix::not_safe(span, b"")).collect()
        },
        related: |d| d.related_place("also a best move");
    PmPv "pm-pv" Error
        "the predicted move is not the first of `pv`"
        "`pm` equals the first move of a non-empty `pv`."
        "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2; pv Ke2;"
        message: |d| format!("`pm` is {}, but `pv` begins with {}", d.value(), d.place_text()),
        choices: first_of_line,
        related: |d| d.related_place("the first move of `pv`");
    BmPv "bm-pv" Hint
        "`pv` begins with no best move"
        "The predicted variation begins with one of the moves of `bm`, unless one of them is of another source: an engine's line beside a composer's solution, or one that was not renewed with the best moves. Beside `pm`, as a test run writes it, `pv` is the result of a search and may differ."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2; pv Ke2;"
        message: |d| format!("`pv` begins with {}, but `bm` is {}", d.value(), d.place_text()),
        related: |d| d.related_place("the best moves");
    SmSv "sm-sv" Error
        "the supplied move is not the first of `sv`"
        "`sm` equals the first move of a non-empty `sv`."
        "4k3/8/8/8/8/8/8/4K2R w K - sm Kd2; sv Ke2;"
        message: |d| format!("`sm` is {}, but `sv` begins with {}", d.value(), d.place_text()),
        choices: first_of_line,
        related: |d| d.related_place("the first move of `sv`");
    AcceptAndReject "accept-and-reject" Error
        "a draw both accepted and rejected"
        "`draw_accept` and `draw_reject` exclude each other."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_accept; draw_reject;"
        message: |_| "`draw_accept` and `draw_reject` exclude each other".to_owned(),
        choices: |d| d.removals(["draw_reject", "draw_accept"].map(|opcode| d.span_of(opcode))),
        related: |d| d.related(d.span_of("draw_accept"), "accepted here");
    ClaimAndOffer "claim-and-offer" Error
        "a draw both claimed and offered"
        "`draw_claim` and `draw_offer` exclude each other."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_claim; draw_offer; sm Kd2;"
        message: |_| "`draw_claim` and `draw_offer` exclude each other".to_owned(),
        choices: |d| d.removals(["draw_offer", "draw_claim"].map(|opcode| d.span_of(opcode))),
        related: |d| d.related(d.span_of("draw_claim"), "claimed here");
    DrawWithoutSm "draw-without-sm" Error
        "a draw claimed or offered without a move"
        "`draw_claim` and `draw_offer` go with a supplied move, `sm`."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_offer;"
        message: |d| format!("{} without the move that goes with it, expected `sm`", d.value());
    ResignWithDraw "resign-with-draw" Error
        "a resignation beside a draw operation"
        "`resign` excludes every `draw_` operation."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_accept; resign;"
        message: |d| format!("{} can't stand beside `{}`: they exclude each other", d.value(), d.reason());
    RefcomAndRefreq "refcom-and-refreq" Error
        "a referee command beside a referee request"
        "A record carries one of `refcom` (referee to client) and `refreq` (client to referee)."
        "4k3/8/8/8/8/8/8/4K2R w K - refcom inform; refreq reply;"
        message: |_| "`refcom` and `refreq` exclude each other".to_owned(),
        choices: |d| d.removals(["refcom", "refreq"].map(|opcode| d.span_of(opcode))),
        related: |d| {
            let both = ["refcom", "refreq"].into_iter();
            let mut both = both.filter_map(|opcode| d.record.operation(opcode));
            let other = both.find(|operation| operation.opcode != d.span());
            d.related(other.map(|operation| operation.opcode), "the other one")
        };
    CeDm "ce-dm" Warning
        "evaluation and mate distance disagree"
        "With `dm N` the side to move mates in N moves: `ce` is then 32767 - (2N - 1)."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 12; dm 3;"
        message: ce_dm,
        fix: |d| d.expected_number(),
        related: |d| d.related(d.span_of("dm"), "the mate distance");
    CePosition "ce-position" Warning
        "the evaluation contradicts the position"
        "A checkmated side has `ce -32767`; stalemate and dead draws have `ce 0`."
        "8/8/8/8/8/4k3/8/4K3 w - - ce 250;"
        message: |d| format!("`ce` {} contradicts the position: {}", d.value(), d.reason());
    CeMateParity "ce-mate-parity" Warning
        "an impossible mate value"
        "Above 32000 the side to move mates in 32767 - ce plies, an odd number, since it plays the first and the last; below -32000 it is mated in ce + 32767 plies, an even number. `ce` 32761 (6 plies) and -32762 (5 plies) are neither. Perhaps moves were counted where plies are meant, or the mate is the other side's."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 32761;"
        message: ce_mate_parity;
    DmPosition "dm-position" Warning
        "the mate distance contradicts the position"
        "With `dm` the side to move mates in so many moves. It can't where it is checkmated, in stalemate, or where neither side has the pieces to mate."
        "k7/1Q6/1K6/8/8/8/8/8 b - - dm 3;"
        message: |d| format!("`dm` {} contradicts the position: {}", d.value(), d.reason());
    PointsDisagree "points-disagree" Warning
        "points of moves that disagree"
        "A record that scores several moves has them in `c0` (`f5=10, Be5+=2`), and often again in `c7` (SAN), `c8` (points) and `c9` (UCI). The moves must be legal in the position and stand between commas in `c0`, and all four must say the same; programs read one or another of them."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"Kd2=10, Ke2=2\"; c7 \"Kd2 Ke2\"; c8 \"10 3\";"
        message: |d| format!("points: {}: {}", d.value(), d.reason());
    TablebaseBm "tablebase-bm" Error
        "a best move that throws the win or the draw away"
        "Endgame tablebases know the result of every position of few men. After this move it is worse, with the rule of fifty moves and without it. Tables are read only on request: `epdit check --syzygy FOLDER`, or the editor's setting `syzygy`."
        "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd5;"
        message: tablebase_bm,
        choices: |d| {
            let sans = right_moves(d).into_iter().take(NEAR);
            sans.filter_map(|san| d.not_safe(san.as_bytes())).collect()
        };
    TablebaseCe "tablebase-ce" Warning
        "an evaluation of the wrong sign"
        "Endgame tablebases know who wins this position, and `ce` says otherwise: it is negative where the side to move wins, positive where it loses, or a mate in a draw. Perhaps it was given for White instead of the side to move."
        "4k3/8/8/8/8/8/8/3K3R w - - ce -300;"
        message: |d| format!("`ce` {} contradicts the tablebase: the position is {}", d.value(), result(d));
    TablebaseDm "tablebase-dm" Error
        "a mate in a position that is not won"
        "With `dm` the side to move mates in so many moves. Endgame tablebases know that it does not win this position."
        "8/3k4/8/3PK3/8/8/8/8 b - - dm 5;"
        message: |d| format!("`dm` {} contradicts the tablebase: the position is {}", d.value(), result(d));
}

/// The number of right moves that are named and offered.
const NEAR: usize = 3;

fn outcome(d: &Context<'_, '_>) -> Option<Outcome> {
    d.record.options().tables?.outcome(d.record.position()?)
}

fn result(d: &Context<'_, '_>) -> &'static str {
    outcome(d).map_or("not known", Outcome::name)
}

fn right_moves(d: &Context<'_, '_>) -> Vec<String> {
    let (Some(tables), Some(position)) = (d.record.options().tables, d.record.position()) else {
        return Vec::new();
    };
    let best = tables.best_moves(position).unwrap_or_default();
    best.into_iter()
        .map(|played| moves::san(position, played))
        .collect()
}

fn tablebase_bm(d: &Context<'_, '_>) -> String {
    let right = right_moves(d);
    let mut named: Vec<String> = right
        .iter()
        .take(NEAR)
        .map(|san| quoted(san.as_bytes()))
        .collect();
    if let more @ 1.. = right.len().saturating_sub(NEAR) {
        named.push(format!("{more} more"));
    }
    let expected = match named.is_empty() {
        true => String::new(),
        false => format!(", expected {}", list(&named, "or")),
    };
    let wins = outcome(d).is_some_and(|outcome| outcome.sign() > 0);
    let lost = if wins { "win" } else { "draw" };
    format!("{} throws the {lost} away{expected}", d.value())
}

/// Returns the fix that removes an operation that equals an earlier one byte for byte, or in canonical form.
fn identical_copy(d: &Context<'_, '_>) -> Option<Fix> {
    let first = d.place()?;
    // The work for each copy is limited by its length, however long the first is.
    if first.len() > 2 * d.span().len() + 256 {
        return None;
    }
    let text = |span: Span| {
        let operation = d.record.operation_around(span).filter(|o| o.span == span)?;
        let mut text = Vec::new();
        d.record.write_operation(operation, &mut text);
        Some(text)
    };
    if text(first)? != text(d.span())? {
        return None;
    }
    d.remove()
}

fn nearest(d: &Context<'_, '_>) -> Option<&'static str> {
    opcode::nearest(d.text()).map(|info| info.name)
}

/// Returns the message that names the operation before which this one belongs.
fn unsorted(d: &Context<'_, '_>) -> String {
    let record = d.record;
    let later = record.operation_around(d.span()).and_then(|operation| {
        let key = record.source_key(operation);
        let mut all = record.operations.iter();
        all.find(|other| record.source_key(other) > key)
    });
    let before = later.map_or_else(String::new, |other| {
        let other = quoted(record.opcode(other).as_bytes());
        format!(", expected before {other}")
    });
    format!("operation {} out of order{before}", d.opcode_name())
}

fn in_order(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    if record.is_kept() || record.has(Code::PerftList) || record.has(Code::StraySemicolon) {
        // A list of counts gets its own form first: sorting would tear it apart, or open one.
        return None;
    }
    let (first, last) = (record.operations.first()?, record.operations.last()?);
    let mut items: Vec<_> = record
        .operations
        .iter()
        .map(|operation| {
            let mut text = Vec::new();
            match operation.form {
                OperationForm::Perft(_) => record.write_operation(operation, &mut text),
                _ => {
                    let words = operation.opcode.cover(record.operands_span(operation));
                    text.extend_from_slice(words.of(record.line));
                }
            }
            (record.source_key(operation), text)
        })
        .collect();
    items.sort_by_key(|item| item.0);
    let span = first.span.cover(last.span);
    let mut replacement = Vec::with_capacity(span.len());
    for (index, (_, text)) in items.iter().enumerate() {
        if index > 0 {
            replacement.push(b' ');
        }
        replacement.extend_from_slice(text);
        replacement.push(b';');
    }
    Fix::safe(span, replacement)
}

/// Returns the fix that moves `Bd2` of `bm Be3; Bd2;` into the set; a bare `Nxe6;` becomes a `bm` if there is none.
fn move_as_opcode(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, span) = (d.record, d.span());
    let index = record
        .operations
        .partition_point(|o| o.span.start < span.start);
    record.operations.get(index).filter(|o| o.opcode == span)?;
    let before = index
        .checked_sub(1)
        .and_then(|index| record.operations.get(index));
    if let Some(set) = before.filter(|o| o.shape() == Some(Shape::Moves)) {
        let end = record.operands_span(set).end;
        return Fix::not_safe(Span::new(end, span.end), [b" ", d.text()].concat());
    }
    if before.is_some_and(|o| is_reported_as_move(record, o.opcode))
        || record.operation("bm").is_some()
    {
        return None;
    }
    Fix::not_safe(Span::at(span.start), b"bm ")
}

fn is_reported_as_move(record: &Record<'_>, opcode: Span) -> bool {
    record
        .diagnostics_in(Span::new(opcode.start, opcode.start + 1))
        .any(|d| d.code == Code::MoveAsOpcode && d.span == opcode)
}

/// Returns the message with both readings of a hidden operation.
fn swallowed(d: &Context<'_, '_>) -> String {
    let value = d.value();
    if d.words().is_none() {
        return format!("unquoted text {value} holds a carriage return: it may be two lines");
    }
    let is_text = |operation: &Operation| {
        let first = d.record.operands_of(operation).first();
        let is_bare = first.is_some_and(|first| !first.span.of(d.record.line).starts_with(b"\""));
        is_bare && matches!(operation.shape(), Some(Shape::Text { .. }))
    };
    let around = match d.record.operation_around(d.span()).is_some_and(is_text) {
        true => "the text",
        false => "the operands",
    };
    let opcode = d.opcode_name();
    format!("{value} may be an operation without `;` before it, or part of {around} of {opcode}")
}

/// Returns the fix that inserts the semicolon before a hidden operation that the record does not have yet.
fn with_semicolon(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    let operation = record.operation_around(d.span())?;
    let first = record.operands_of(operation).first()?.span.start;
    let is_bare =
        first == d.span().start && operation.shape() == Some(Shape::Text { optional: false });
    if is_bare || record.operation(d.words()?).is_some() {
        return None;
    }
    let behind = record
        .lexemes
        .partition_point(|lexeme| lexeme.span.start < d.span().start);
    let before = record.lexemes.get(behind.checked_sub(1)?)?.span;
    match before.end <= d.span().start {
        true => Fix::not_safe(Span::at(before.end), b";"),
        // A number is attached to the opcode.
        false => Fix::not_safe(Span::at(d.span().start), b"; "),
    }
}

fn counts_as_operations(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, span) = (d.record, d.span());
    // Without its opening semicolon the list must not be read as a field.
    record.fields.en_passant?;
    let mut replacement = Vec::new();
    let before = span.start.checked_sub(1).and_then(|at| record.line.get(at));
    if !before.is_some_and(|byte| lex::is_blank(*byte)) {
        replacement.push(b' ');
    }
    let inside = |o: &&Operation| span.start <= o.span.start && o.span.end <= span.end;
    let from = record
        .operations
        .partition_point(|o| o.span.start < span.start);
    let listed = record.operations.get(from..)?.iter().take_while(inside);
    for (index, operation) in listed.enumerate() {
        if index > 0 {
            replacement.push(b' ');
        }
        record.write_operation(operation, &mut replacement);
        replacement.push(b';');
    }
    d.safe(&replacement)
}

fn first_of_line(d: &Context<'_, '_>) -> Vec<Fix> {
    let first = d.place().map(|first| first.of(d.record.line));
    first
        .and_then(|first| d.not_safe(first))
        .into_iter()
        .collect()
}

fn ce_dm(d: &Context<'_, '_>) -> String {
    let dm = d.record.operation("dm").map_or_else(Span::default, |dm| {
        dm.opcode.cover(d.record.operands_span(dm))
    });
    let (value, dm) = (d.value(), quoted(dm.of(d.record.line)));
    format!("`ce` {value} contradicts {dm}, expected {}", d.number())
}

/// Returns the message about a mate after a wrong number of plies: the side that would mate, and the parity it needs.
fn ce_mate_parity(d: &Context<'_, '_>) -> String {
    let (value, plies) = (d.value(), d.number());
    let counted = thousands_of(plies.unsigned_abs(), "ply", "plies");
    let (side, parity) = match plies > 0 {
        true => ("side to move", "odd"),
        false => ("other side", "even"),
    };
    format!("`ce` {value} is a mate by the {side} in {counted}, expected an {parity} number")
}
