//! Diagnostics of the castling field.

use super::{Context, Entry, entries};
use crate::epd::castling::{self, Rules};
use crate::epd::counted::noun;
use crate::epd::diagnostic::{Fix, list};

entries! {
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
            format!("castling rights {value} are of Chess960, where `KQkq` mean the outermost rooks; in classical chess a king is not on e, or a rook not on a or h")
        };
    CastlingImpossible "castling-impossible" Error
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
