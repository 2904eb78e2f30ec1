//! What is wrong with a position, in words: who, which squares, how many.

use super::super::Diagnostic;
use super::words::list;
use crate::epd::castling;
use crate::epd::counted::{count, noun};
use crate::epd::record::Record;
use crate::epd::rules::Rules;
use shakmaty::{Bitboard, Board, Color, File, Square};

/// Squares as `e4`, `e4 and e8`.
pub(super) fn squares(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|s| s.to_string()).collect();
    list(&names, "and")
}

/// The pieces of the other side that attack the king of `side`.
pub(super) fn checkers(board: &Board, side: Color) -> Bitboard {
    board.king_of(side).map_or(Bitboard::EMPTY, |king| {
        board.attacks_to(king, !side, board.occupied())
    })
}

pub(super) fn opposite_check(record: &Record<'_>, diagnostic: &Diagnostic, side: &str) -> String {
    let mover = if side == "White" { "Black" } else { "White" };
    let from = match record.board() {
        Some(board) => diagnostic.squares & !board.kings(),
        None => diagnostic.squares,
    };
    format!(
        "{side} is in check from {}, but {mover} is to move",
        squares(from)
    )
}

pub(super) fn both_in_check(record: &Record<'_>) -> String {
    let by = |side| match record.board() {
        Some(board) => squares(checkers(board, side)),
        None => String::new(),
    };
    format!(
        "both kings are in check: White's from {}, Black's from {}",
        by(Color::White),
        by(Color::Black)
    )
}

pub(super) fn too_many_kings(diagnostic: &Diagnostic, side: &str) -> String {
    let kings = diagnostic.squares;
    format!(
        "{side} has {} kings ({}), expected 1",
        kings.count(),
        squares(kings)
    )
}

pub(super) fn pawn_on_edge(diagnostic: &Diagnostic) -> String {
    let pawns = diagnostic.squares;
    let what = noun(pawns.count(), "a pawn", "pawns");
    format!(
        "{what} on {}, expected none on the first and last rank",
        squares(pawns)
    )
}

/// Who has more than promotions and captures allow, and by how much.
pub(super) fn too_much_material(record: &Record<'_>) -> String {
    let Some(board) = record.board() else {
        return "more pieces than promotions and captures allow".to_owned();
    };
    let sides: Vec<String> = Color::ALL
        .into_iter()
        .filter_map(|side| excess(board, side))
        .collect();
    sides.join("; ")
}

/// What a side has too much of.
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
            count(promoted, "promoted piece", "promoted pieces"),
            count(pawns, "pawn", "pawns")
        )
    })
}

/// Castling letters that give no right: what is missing for each.
pub(super) fn castling_impossible(record: &Record<'_>, letters: &str) -> String {
    let count = letters.len();
    let (rights, verb) = (noun(count, "right", "rights"), noun(count, "is", "are"));
    let them = noun(count, "it", "them");
    let what = format!("castling {rights} `{letters}` {verb} impossible");
    let Some(board) = record.board() else {
        return what;
    };
    let mut reasons: Vec<String> = Vec::new();
    for letter in letters.bytes() {
        let reason = castling_reason(board, letter, record.rules());
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let fits = |letter| castling::right(board, letter, Rules::Chess960).is_some();
    let but = if record.rules() == Rules::Classical && letters.bytes().all(fits) {
        format!("; Chess960 would allow {them}")
    } else {
        String::new()
    };
    format!("{what}: {}{but}", list(&reasons, "and"))
}

fn castling_reason(board: &Board, letter: u8, rules: Rules) -> String {
    let side = Color::from_white(letter.is_ascii_uppercase());
    let name = side.fold_wb("White", "Black");
    let rank = side.backrank();
    let on = |file| Square::from_coords(file, rank);
    let rook = format!("{} rook", name.to_ascii_lowercase());
    let corner = match letter.to_ascii_uppercase() {
        b'K' => Some(File::H),
        b'Q' => Some(File::A),
        _ => None,
    };
    let is_classical = rules == Rules::Classical && corner.is_some();
    let king = match board.king_of(side) {
        None => return format!("{name} has no king on {}", on(File::E)),
        Some(king) if is_classical && king != on(File::E) => {
            return format!("{name}'s king is on {king}, expected {}", on(File::E));
        }
        Some(king) if king.rank() != rank => {
            return format!("{name}'s king is on {king}, expected rank {rank}");
        }
        Some(king) => king,
    };
    match corner {
        Some(corner) if is_classical => format!("no {rook} on {}", on(corner)),
        Some(corner) => {
            let wing = if corner == File::H { "king" } else { "queen" };
            format!("no {rook} on the {wing} side of {king}")
        }
        None => {
            let file = File::from_char(char::from(letter.to_ascii_lowercase()));
            let place = on(file.unwrap_or(File::H));
            if castling::right(board, letter, rules).is_some() {
                format!("{name} has another right on the side of {place}")
            } else {
                format!("no {rook} on {place}")
            }
        }
    }
}
