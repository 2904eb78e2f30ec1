//! One part of a changed record taken back by itself: its position, or an operation.

use crate::editor::pages::differences::{change_in_words, have_same_position};
use crate::editor::widgets::glyph;
use crate::epd::edit::{Change, Refusal, add_in_order, by_hand};
use crate::epd::{LineKind, Record};
use crate::suite::operation_differences;

/// A line with one part as the other record has it, or why it would read as something else.
pub(super) type Made = Result<Vec<u8>, Refusal>;

/// Returns the parts in which two records differ: what taking each from `there` does, and the line here with it. None
/// where they can't be told apart, as where an opcode stands twice.
pub(super) fn parts_of(here: &Record<'_>, there: &Record<'_>) -> Vec<(String, Made)> {
    let is_plain =
        |record: &Record<'_>| record.kind() == LineKind::Record && record.is_structure_sound();
    if !is_plain(here) || !is_plain(there) {
        return Vec::new();
    }
    let mut parts = Vec::new();
    if !have_same_position(here, there) {
        let mut changes = Vec::new();
        changes.extend(there.board().map(Change::Board));
        changes.extend(there.side().map(Change::Side));
        changes.extend(there.castling().map(Change::Castling));
        changes.push(Change::EnPassant(there.en_passant()));
        parts.push(("the position".to_owned(), by_hand(here, &changes)));
    }
    for found in operation_differences(here, there) {
        let opcode = found.opcode.as_str();
        let (Some(at), Some(from)) = (only(here, opcode), only(there, opcode)) else {
            return Vec::new();
        };
        // A clock that stands as FEN's field: no operation of one of them.
        let stands_elsewhere =
            |text: &Option<String>, at: Option<usize>| text.is_some() && at.is_none();
        if stands_elsewhere(&found.first, at) || stands_elsewhere(&found.second, from) {
            return Vec::new();
        }
        let from = from.and_then(|from| there.operations().get(from));
        let operands = from.map(|from| there.operands_span(from).of(there.line()));
        let line = match (at, operands) {
            (Some(at), Some(operands)) => by_hand(here, &[Change::Operands(at, operands)]),
            (Some(at), None) => by_hand(here, &[Change::Remove(at)]),
            (None, Some(operands)) => add_in_order(here, opcode.as_bytes(), operands),
            (None, None) => Ok(here.line().to_vec()),
        };
        let does = change_in_words(opcode, found.first, found.second);
        parts.push((glyph::safe(does.as_bytes()), line));
    }
    parts
}

/// Returns the index of the one operation with an opcode, where there is one; `None` where there are several.
fn only(record: &Record<'_>, opcode: &str) -> Option<Option<usize>> {
    let all = record.operations().iter().enumerate();
    let mut found = all.filter(|(_, own)| record.opcode(own) == opcode);
    let first = found.next().map(|(index, _)| index);
    found.next().is_none().then_some(first)
}
