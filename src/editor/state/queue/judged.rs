//! Whether a record is still what an engine judged: its position, the moves that it named, and the results
//! that stood in it.

use crate::engine::Operations;
use crate::epd::{Record, Value};
use shakmaty::Move;

/// The operations whose moves are compared, however they are written.
const MOVES: [&str; 2] = ["bm", "am"];

/// The part of a record that is another now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    Position,
    /// `bm` or `am`.
    Moves,
    /// A result that a person wrote or removed meanwhile.
    Result(String),
}

/// Returns the part of a record that is not as it `was` when it was judged, where that matters to operations that are
/// to be written: what they would write over was never judged. In what order moves stand, and how they are written,
/// is the same to an engine.
pub(super) fn changed(
    was: &Record<'_>,
    now: &Record<'_>,
    operations: &Operations,
) -> Option<Changed> {
    if was.position() != now.position() {
        return Some(Changed::Position);
    }
    let (moves, results): (Vec<_>, Vec<_>) = operations
        .iter()
        .partition(|(opcode, _)| MOVES.contains(&opcode.as_str()));
    if !moves.is_empty() && !MOVES.iter().all(|opcode| names_same(was, now, opcode)) {
        return Some(Changed::Moves);
    }
    let typed = results.into_iter().find(|(opcode, new)| {
        let text = written(now, opcode);
        text != written(was, opcode) && text != new.as_deref().map(str::as_bytes)
    });
    typed.map(|(opcode, _)| Changed::Result(opcode.clone()))
}

fn written<'a>(record: &Record<'a>, opcode: &str) -> Option<&'a [u8]> {
    let operation = record.operation(opcode)?;
    Some(record.operands_span(operation).of(record.line()))
}

/// Returns the operands of an opcode: moves, or else the bytes that are there.
fn named<'a>(record: &Record<'a>, opcode: &str) -> Vec<(Option<Move>, &'a [u8])> {
    let operations = record.operations().iter();
    let operations = operations.filter(|operation| record.opcode(operation) == opcode);
    let operands = operations.flat_map(|operation| record.operands_of(operation));
    let named = operands.map(|operand| match operand.value {
        Value::Move(played) => (Some(played), &b""[..]),
        _ => (None, operand.span.of(record.line())),
    });
    named.collect()
}

fn names_same(was: &Record<'_>, now: &Record<'_>, opcode: &str) -> bool {
    let (was, now) = (named(was, opcode), named(now, opcode));
    was.len() == now.len()
        && was.iter().all(|named| now.contains(named))
        && now.iter().all(|named| was.contains(named))
}
