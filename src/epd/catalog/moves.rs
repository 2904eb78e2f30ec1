//! Diagnostics of moves: the reason why one is illegal, and its proper spelling.

mod repair;

use super::operands::rewritten;
use super::{Context, Entry, Proof, entries};
use crate::epd::diagnostic::{Fix, list, quoted};
use crate::epd::moves;
use crate::epd::operand::Value;
use crate::epd::record::unquoted;

entries! {
    MoveIllegal "move-illegal" Error Blocks
        "an illegal move"
        "The text has the form of a move, but no piece can play it here. Perhaps the side to move or the position is wrong."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Qd2;"
        message: illegal,
        fix: repair::illegal,
        choices: repair::others,
        rank: repair::rank;
    MoveAmbiguous "move-ambiguous" Error Blocks
        "an ambiguous move"
        "Name the file or rank the piece comes from, as in `Rhh2`."
        "4k3/8/8/8/8/8/R7/4K2R w - - bm Rh2;"
        message: ambiguous,
        choices: repair::others;
    MoveUnreadable "move-unreadable" Error Blocks
        "a word that is not a move"
        "Moves are written in SAN: `Nf3`, `exd5`, `O-O`, `e8=Q+`. UCI and long algebraic moves are understood too."
        "4k3/8/8/8/8/8/8/4K2R w K - bm best;"
        message: |d| format!("{} is not a move, expected SAN such as `Nf3` or `O-O`", d.value()),
        choices: repair::others,
        unsettles: true;
    MoveNotSan "move-not-san" Warning Fixed
        "a move not in SAN"
        "UCI (`g1f3`), long algebraic (`Ng1-f3`), `0-0`, `a8Q` and the like are understood, and written in SAN, the standard's notation."
        "4k3/8/8/8/8/8/8/4K2R w K - bm e1d2;"
        message: |d| match d.expected_text() {
            Some(text) if !text.is_empty() => format!("{} should be {}", d.value(), quoted(&text)),
            _ => format!("{} is not part of a move in SAN", d.value()),
        },
        fix: rewritten,
        proof: Proof::Operation;
    MoveSpelling "move-spelling" Hint Fixed
        "SAN not spelled as in PGN export"
        "Export SAN has the least disambiguation that is needed, and `+` or `#` exactly where the move gives check or mate."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;"
        message: |d| match d.expected_text() {
            Some(text) => spelling(d.text(), &text),
            None => format!("{} is not spelled as in PGN export", d.value()),
        },
        fix: rewritten,
        proof: Proof::Operation;
    DetachedCheck "detached-check" Hint Fixed
        "a check sign apart from its move"
        "`Qd1 +` is one move, written `Qd1+`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 +;"
        message: |d| format!("the check sign is apart from its move in {}, expected {}", d.value(), d.expected("none")),
        fix: rewritten,
        proof: Proof::Operation;
    FalseMateSign "false-mate-sign" Warning Fixed
        "`#` on a move that does not mate"
        "The move is legal but not mate; the sign is corrected. Make sure that the position is the right one."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8#;"
        message: |d| format!("{} is not mate, expected {}", d.value(), d.expected("another sign")),
        fix: rewritten,
        proof: Proof::Operation;
    MoveAnnotation "move-annotation" Error Blocks
        "an annotation among the moves"
        "Glyphs (`!`, `?`) and text in braces have no place in EPD. Dropping them loses what they say, so the record is left unchanged; an unsafe fix drops them."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2!;"
        message: |d| format!("annotation in {}, expected {}", d.value(), d.expected("none")),
        fix: annotation;
}

/// Returns the message about an illegal move, with the reason if known.
fn illegal(d: &Context<'_, '_>) -> String {
    let text = unquoted(d.text());
    let value = quoted(text);
    let reached = d.record.position_before(d.span());
    let why = reached.and_then(|position| moves::why_illegal(&position, text));
    let place = match (d.number(), &why) {
        (number @ 1.., _) => format!(" as move {number} of the line"),
        (_, Some(_)) => String::new(),
        (_, None) => " in this position".to_owned(),
    };
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    format!("{value} is illegal{place}{why}")
}

/// Names the legal moves that a text fits, in their proper spelling.
fn ambiguous(d: &Context<'_, '_>) -> String {
    let names = repair::near_moves(d);
    let names: Vec<String> = names.iter().map(|name| quoted(name.as_bytes())).collect();
    format!(
        "{} is ambiguous, expected {}",
        d.value(),
        list(&names, "or")
    )
}

/// Names the difference of a spelling from PGN export SAN.
fn spelling(value: &[u8], expected: &[u8]) -> String {
    let (written, should) = (quoted(value), quoted(expected));
    let is_of_body = |b: &&u8| !matches!(b, b'+' | b'#');
    let bare = |text: &[u8]| text.iter().take_while(is_of_body).count();
    let (body, sign) = value.split_at(bare(value));
    let (wanted, right) = expected.split_at(bare(expected));
    if body != wanted {
        let why = match body.len() > wanted.len() {
            true => "names more than it needs",
            false => "is not the usual way to tell the pieces apart",
        };
        return format!("{written} {why}, expected {should}");
    }
    match (sign, right) {
        (_, b"#") => format!("{written} is mate, expected {should}"),
        (_, b"+") => format!("{written} gives check, expected {should}"),
        _ => format!("{written} does not give check, expected {should}"),
    }
}

fn annotation(d: &Context<'_, '_>) -> Option<Fix> {
    let operand = d.record.operand_at(d.span()).map(|(_, index)| index);
    let is_move = |index: &usize| {
        let operand = d.record.operands.get(*index);
        operand.is_some_and(|o| matches!(o.value, Value::Move(_)))
    };
    match operand.filter(is_move) {
        Some(index) => d.not_safe(&d.record.canonical_operand(index)?),
        None => Fix::not_safe(d.record.taken_out(d.span()), b""),
    }
}
