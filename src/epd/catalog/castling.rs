//! Diagnostics of the castling field.

use super::{Context, Entry, entries};
use crate::epd::castling::{self, Rules};
use crate::epd::counted::noun;
use crate::epd::diagnostic::{Fix, list};
use shakmaty::{Board, Color, File, Square};

entries! {
    MissingCastling "missing-castling"
        "no castling field"
        "After the side to move come the castling rights: `-` or letters such as `KQkq`. Where no king and rook are on their first squares, only `-` is possible and is written; otherwise the rights are unknown, and the record is left unchanged."
        "4k3/8/8/8/8/8/8/4K3 w bm Kd2;"
        message: |d| match d.diagnostic.blocks() {
            true => "no castling field, and the position allows castling: expected `-` or some of `KQkq`",
            false => "no castling field, expected `-`",
        }
        .to_owned(),
        fixed_by_writing: true,
        fix: |d| {
            // Without the side to move, a dash would be read as that field.
            d.record.fields.side?;
            d.safe(b" -")
        };
    BadCastling "bad-castling"
        "unreadable castling rights"
        "Castling rights are `-`, or letters out of `KQkq`, or the files of the rooks (`HAha`) in Chess960."
        "4k3/8/8/8/8/8/8/4K2R w KX - bm Kd2;"
        message: |d| format!("{} are not castling rights, expected `-` or some of `KQkq`", d.value());
    CastlingOrder "castling-order"
        "castling letters out of order"
        "White's letters come before Black's, the king's side before the queen's: `KQkq`, `HAha`."
        "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - bm Kd2;"
        message: |d| format!("castling rights {} out of order, expected {}", d.value(), d.expected("`KQkq`")),
        fixed_by_writing: true,
        fix: |d| d.safe(d.record.castling()?.as_bytes());
    CastlingRepeat "castling-repeat"
        "a repeated castling letter"
        "Each right is written once."
        "4k3/8/8/8/8/8/8/4K2R w KK - bm Kd2;"
        message: |d| format!("repeated letter in castling rights {}, expected {}", d.value(), d.expected("each once")),
        fixed_by_writing: true,
        fix: |d| d.safe(d.record.castling()?.as_bytes());
    CastlingShredder "castling-shredder"
        "castling rights as rook files"
        "Shredder-FEN names the file of each rook (`HAha`). It is left unchanged, but readers that know only `KQkq` reject it."
        "4k3/8/8/8/8/8/8/4K2R w H - bm Kd2;"
        message: |d| {
            let value = d.value();
            format!("castling rights {value} name rook files (Shredder-FEN); many readers know only `KQkq`")
        };
    CastlingNeedsChess960 "castling-needs-chess960"
        "castling rights that only Chess960 allows"
        "In a Chess960 file, `KQkq` may mean a king off the e-file or a rook off the corner. Programs that know only classical chess reject such a right; rook files (`HAha`) make it explicit. In a classical file it is castling-impossible."
        "4k3/8/8/8/8/8/8/RR1K3R w KB - bm Kd2;"
        message: |d| {
            let value = d.value();
            format!("castling rights {value} are of Chess960, where `KQkq` mean the outermost rooks; in classical chess a king is not on e, or a rook not on a or h")
        };
    CastlingImpossible "castling-impossible"
        "a castling right without king or rook"
        "The right needs a king and a rook in place: king on e, rook on a or h; in Chess960 a king on its first rank with a rook on that side. The text is left unchanged; moves are checked without the right. A file is read as Chess960 where one of its records needs it and none contradicts, or with `--chess960`."
        "4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;"
        message: impossible,
        fix: without_impossible;
}

fn without_impossible(d: &Context<'_, '_>) -> Option<Fix> {
    let impossible = d.record.impossible_castling();
    let rights = d.record.castling()?.chars();
    let mut left: String = rights.filter(|c| !impossible.contains(*c)).collect();
    if left.is_empty() {
        left.push('-');
    }
    Fix::not_safe(d.record.fields.castling?, left)
}

/// Returns the message about castling letters without a right: the missing piece for each.
fn impossible(d: &Context<'_, '_>) -> String {
    let (record, letters) = (d.record, d.record.impossible_castling());
    let count = letters.len();
    let (rights, verb) = (noun(count, "right", "rights"), noun(count, "is", "are"));
    let them = noun(count, "it", "them");
    let what = format!("castling {rights} `{letters}` {verb} impossible");
    let Some(board) = record.board() else {
        return what;
    };
    let reason = |letter| castling_reason(board, letter, record.rules());
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
