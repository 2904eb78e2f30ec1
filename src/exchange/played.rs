//! The moves of a record that are written as one line, and what of them can't be.

use shakmaty::{Move, Position};

use crate::epd::{Record, Value};

/// A record in another format, and what of its moves and comments is not in it as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub text: String,
    /// Whether its moves end before one that can't be read or played.
    pub is_cut: bool,
    /// Whether a comment has a `)` where it had a `}`.
    pub has_other_braces: bool,
}

/// Moves that follow one another.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    /// Each legal after those before it.
    pub moves: Vec<Move>,
    /// Whether there is more, that can't be read or played.
    pub is_cut: bool,
}

impl Played {
    /// The moves of an operation from the position of its record on; none where it has no such operation.
    pub(super) fn of(record: &Record<'_>, opcode: &str) -> Self {
        let mut line = Self::default();
        let Some(operation) = record.operation(opcode) else {
            return line;
        };
        let mut reached = record.position().cloned();
        for operand in record.operands_of(operation) {
            match (&operand.value, &mut reached) {
                (Value::Move(played), Some(position)) if position.is_legal(*played) => {
                    position.play_unchecked(*played);
                    line.moves.push(*played);
                }
                _ => {
                    line.is_cut = true;
                    break;
                }
            }
        }
        line
    }
}
