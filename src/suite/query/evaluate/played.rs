//! The moves of operations.

use crate::epd::opcode::Shape;
use crate::epd::{Operand, Operation, Record, Value, moves};
use crate::suite::query::ast::MoveKind;
use shakmaty::{Chess, Move, Position, Square};

/// Whether an operation with this opcode has an operand that is this move (in any notation that
/// reads as one) or this word.
pub(super) fn has_operand(record: &Record<'_>, opcode: &str, wanted: &str) -> bool {
    of(record, opcode).any(|operation| {
        any_operand(record, operation, |operand, before| {
            is(record, operand, before, wanted)
        })
    })
}

/// Whether the first operation with this opcode has one operand, and that is this move or word.
pub(super) fn is_only_operand(record: &Record<'_>, opcode: &str, wanted: &str) -> bool {
    let Some(operation) = record.operation(opcode) else {
        return false;
    };
    match record.operands_of(operation) {
        [only] => is(record, only, record.position(), wanted),
        _ => false,
    }
}

/// Whether one of the moves of an operation with this opcode is of this kind.
pub(super) fn has_move(record: &Record<'_>, opcode: &str, kind: MoveKind) -> bool {
    of(record, opcode).any(|operation| {
        any_operand(record, operation, |operand, before| {
            match (&operand.value, before) {
                (Value::Move(played), Some(before)) => kind.is_of(*played, before),
                _ => false,
            }
        })
    })
}

fn of<'r>(record: &'r Record<'_>, opcode: &'r str) -> impl Iterator<Item = &'r Operation> {
    let all = record.operations().iter();
    all.filter(move |operation| record.opcode(operation) == opcode)
}

/// Whether `test` is true of an operand and the position that it is a move of.
fn any_operand(
    record: &Record<'_>,
    operation: &Operation,
    test: impl Fn(&Operand, Option<&Chess>) -> bool,
) -> bool {
    let is_line = operation.info.is_some_and(|info| info.shape == Shape::Line);
    if !is_line {
        let mut operands = record.operands_of(operation).iter();
        return operands.any(|operand| test(operand, record.position()));
    }
    let mut reached = record.position().cloned();
    record.operands_of(operation).iter().any(|operand| {
        if test(operand, reached.as_ref()) {
            return true;
        }
        if let (Value::Move(played), Some(position)) = (&operand.value, &mut reached) {
            position.play_unchecked(*played);
        }
        false
    })
}

fn is(record: &Record<'_>, operand: &Operand, before: Option<&Chess>, wanted: &str) -> bool {
    if let (Value::Move(played), Some(position)) = (&operand.value, before)
        && moves::read(position, wanted.as_bytes()).result.as_ref() == Ok(played)
    {
        return true;
    }
    record.string(operand) == wanted.as_bytes()
}

impl MoveKind {
    fn is_of(self, played: Move, before: &Chess) -> bool {
        let after = || {
            let mut after = before.clone();
            after.play_unchecked(played);
            after
        };
        match self {
            Self::Captures => played.is_capture(),
            Self::Checks => after().is_check(),
            Self::Mates => after().is_checkmate(),
            Self::Promotes => played.is_promotion(),
            Self::Castles => played.is_castle(),
            Self::To(square) => target(played) == square,
            Self::From(square) => played.from() == Some(square),
            Self::Piece(role) => played.role() == role,
        }
    }
}

/// Where a move ends: of castling, where the king goes.
fn target(played: Move) -> Square {
    match played.castling_side() {
        Some(side) => Square::from_coords(side.king_to_file(), played.to().rank()),
        None => played.to(),
    }
}
