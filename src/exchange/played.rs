//! The moves of a record that are written as one line, as far as they can be played.

use crate::epd::{Record, Value};
use shakmaty::{Move, Position};

/// A record in another format, with notes about altered moves and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub text: String,
    /// Whether the moves end before one that can't be read or played.
    pub is_cut: bool,
    /// Whether a comment has `)` in place of `}`.
    pub has_other_braces: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    /// The moves, each legal after those before it.
    pub moves: Vec<Move>,
    /// Whether there are more, which can't be read or played.
    pub is_cut: bool,
}

impl Played {
    /// Returns the moves of an operation from the record's position on; none if it lacks the operation.
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
