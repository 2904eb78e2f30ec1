//! What an engine judged: a position, the moves that its record named, and the results that stood in it.

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
    /// The operations of results that stood in the record, by their opcodes.
    results: Vec<(&'static str, Vec<u8>)>,
}

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

impl Judged {
    /// Returns the part of a record that is judged; `None` where it has no position.
    pub(crate) fn of(record: &Record<'_>) -> Option<Self> {
        Some(Self {
            position: record.position()?.clone(),
            best: named(record, "bm"),
            avoid: named(record, "am"),
            results: (RESULTS.iter())
                .filter_map(|opcode| Some((*opcode, written(record, opcode)?.to_vec())))
                .collect(),
        })
    }

    /// Returns an operation among those to be written that is another one than it was, and not the one that is to be
    /// written, either: it was typed since.
    pub(crate) fn typed_since(
        &self,
        record: &Record<'_>,
        operations: &[(String, Option<String>)],
    ) -> Option<Changed> {
        let was = |opcode: &str| {
            let mut all = self.results.iter();
            all.find(|(own, _)| *own == opcode).map(|(_, text)| &**text)
        };
        let typed = operations.iter().find_map(|(opcode, new)| {
            let opcode = RESULTS.into_iter().find(|own| own == opcode)?;
            let now = written(record, opcode);
            let is_other = now != was(opcode) && now != new.as_deref().map(str::as_bytes);
            is_other.then_some(opcode)
        });
        typed.map(Changed::Result)
    }

    /// Returns the part of the record that is not as it was judged. In what order moves stand, and how they are
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

fn written<'a>(record: &Record<'a>, opcode: &str) -> Option<&'a [u8]> {
    let operation = record.operation(opcode)?;
    Some(record.operands_span(operation).of(record.line()))
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
