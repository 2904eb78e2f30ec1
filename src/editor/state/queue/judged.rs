//! Whether a record is still what an engine judged: its position, the moves that it named, and the results
//! that stood in it.

use crate::engine::Operations;
use crate::epd::{Record, Value};
use shakmaty::Move;

/// Operations that an engine's result is written as.
const RESULTS: [&str; 9] = [
    "acd", "acn", "acs", "ce", "dm", "pm", "pv", "Engine", "Limit",
];

/// The part of a record that is another now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Position,
    /// `bm` or `am`.
    Moves,
    /// A result that a person wrote or removed meanwhile.
    Result(&'static str),
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
    let writes = |opcodes: [&str; 2]| {
        let mut written = operations.iter();
        written.any(|(opcode, _)| opcodes.contains(&opcode.as_str()))
    };
    let moves = ["bm", "am"];
    if writes(moves) && !moves.iter().all(|opcode| names_same(was, now, opcode)) {
        return Some(Changed::Moves);
    }
    let typed = operations.iter().find_map(|(opcode, new)| {
        let opcode = RESULTS.into_iter().find(|own| own == opcode)?;
        let text = written(now, opcode);
        let is_new = text == new.as_deref().map(str::as_bytes);
        (text != written(was, opcode) && !is_new).then_some(opcode)
    });
    typed.map(Changed::Result)
}

fn written<'a>(record: &Record<'a>, opcode: &str) -> Option<&'a [u8]> {
    let operation = record.operation(opcode)?;
    Some(record.operands_span(operation).of(record.line()))
}

/// An operand of `bm` or `am`: a move, however it is written, or else the bytes that are there.
#[derive(PartialEq, Eq)]
enum Named<'a> {
    Move(Move),
    Text(&'a [u8]),
}

fn named<'a>(record: &Record<'a>, opcode: &str) -> Vec<Named<'a>> {
    let operations = record.operations().iter();
    let operations = operations.filter(|operation| record.opcode(operation) == opcode);
    let operands = operations.flat_map(|operation| record.operands_of(operation));
    let named = operands.map(|operand| match operand.value {
        Value::Move(played) => Named::Move(played),
        _ => Named::Text(operand.span.of(record.line())),
    });
    named.collect()
}

fn names_same(was: &Record<'_>, now: &Record<'_>, opcode: &str) -> bool {
    let (was, now) = (named(was, opcode), named(now, opcode));
    was.len() == now.len()
        && was.iter().all(|named| now.contains(named))
        && now.iter().all(|named| was.contains(named))
}
