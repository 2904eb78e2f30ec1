//! What an engine judged: a position, and the moves that its record named.

use crate::epd::{Record, Value};
use shakmaty::{Chess, Move};

/// An operand of `bm` or `am`: a move, however it is written, or else the bytes that are there.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Named {
    Move(Move),
    Text(Vec<u8>),
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Judged {
    position: Chess,
    best: Vec<Named>,
    avoid: Vec<Named>,
}

/// What is another now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Position,
    /// `bm` or `am`.
    Moves,
}

impl Judged {
    /// What there is to judge in a record; `None` where it has no position.
    pub(crate) fn of(record: &Record<'_>) -> Option<Self> {
        Some(Self {
            position: record.position()?.clone(),
            best: named(record, "bm"),
            avoid: named(record, "am"),
        })
    }

    /// What is not in the record any more as it was judged. In what order moves stand, and how they are
    /// written, is the same to an engine.
    pub(crate) fn changed(&self, record: &Record<'_>) -> Option<Changed> {
        if record.position() != Some(&self.position) {
            return Some(Changed::Position);
        }
        let same = are_same(&self.best, &named(record, "bm"))
            && are_same(&self.avoid, &named(record, "am"));
        (!same).then_some(Changed::Moves)
    }
}

fn named(record: &Record<'_>, opcode: &str) -> Vec<Named> {
    let operations = record.operations().iter();
    let operations = operations.filter(|operation| record.opcode(operation) == opcode);
    let operands = operations.flat_map(|operation| record.operands_of(operation));
    let named = operands.map(|operand| match operand.value {
        Value::Move(played) => Named::Move(played),
        _ => Named::Text(operand.span.of(record.line()).to_vec()),
    });
    named.collect()
}

fn are_same(some: &[Named], others: &[Named]) -> bool {
    some.len() == others.len()
        && some.iter().all(|named| others.contains(named))
        && others.iter().all(|named| some.contains(named))
}
