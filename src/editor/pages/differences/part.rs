//! One part of a changed record taken back by itself: its position, or an operation.

use super::row::{change_in_words, have_same_position};
use crate::editor::widgets::glyph;
use crate::epd::edit::{Change, Refusal, add_in_order, by_hand};
use crate::epd::{LineKind, Operation, Record};
use crate::suite::operation_differences;

/// What of a record can be made as it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Piece placement, side to move, castling rights and en-passant square.
    Position,
    /// An operation, by the index that it has in each record.
    Operation {
        here: Option<usize>,
        there: Option<usize>,
    },
}

/// Returns the parts in which two records differ, each with what taking it from `there` does; none where they
/// can't be told apart, as where an opcode stands twice.
pub(super) fn parts_of(here: &Record<'_>, there: &Record<'_>) -> Vec<(String, Part)> {
    let is_plain =
        |record: &Record<'_>| record.kind() == LineKind::Record && record.is_structure_sound();
    if !is_plain(here) || !is_plain(there) {
        return Vec::new();
    }
    let mut parts = Vec::new();
    if !have_same_position(here, there) {
        parts.push(("the position".to_owned(), Part::Position));
    }
    for found in operation_differences(here, there) {
        let (Some(of_here), Some(of_there)) =
            (only(here, &found.opcode), only(there, &found.opcode))
        else {
            return Vec::new();
        };
        let part = Part::Operation {
            here: of_here,
            there: of_there,
        };
        // A clock that stands as FEN's field: no operation of one of them.
        let stands_elsewhere =
            |text: &Option<String>, at: Option<usize>| text.is_some() && at.is_none();
        if stands_elsewhere(&found.first, of_here) || stands_elsewhere(&found.second, of_there) {
            return Vec::new();
        }
        let does = change_in_words(&found.opcode, found.first, found.second);
        parts.push((glyph::safe(does.as_bytes()), part));
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

/// Returns the line here with one part as it is there.
///
/// # Errors
/// It would read as something else.
pub(super) fn line_with(
    here: &Record<'_>,
    there: &Record<'_>,
    part: &Part,
) -> Result<Vec<u8>, Refusal> {
    let of_there = |index: usize| there.operations().get(index);
    let operands = |operation: &Operation| there.operands_span(operation).of(there.line()).to_vec();
    match *part {
        Part::Position => {
            let mut changes = Vec::new();
            changes.extend(there.board().map(Change::Board));
            changes.extend(there.side().map(Change::Side));
            changes.extend(there.castling().map(Change::Castling));
            changes.push(Change::EnPassant(there.en_passant()));
            by_hand(here, &changes)
        }
        Part::Operation {
            here: at,
            there: from,
        } => match (at, from.and_then(of_there)) {
            (Some(at), Some(from)) => by_hand(here, &[Change::Operands(at, &operands(from))]),
            (Some(at), None) => by_hand(here, &[Change::Remove(at)]),
            (None, Some(from)) => {
                add_in_order(here, there.opcode(from).as_bytes(), &operands(from))
            }
            (None, None) => Ok(here.line().to_vec()),
        },
    }
}
