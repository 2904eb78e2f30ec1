//! The moves of operations.

use crate::epd::opcode::Shape;
use crate::epd::{Operand, Operation, Record, Value, moves};
use crate::suite::query::ast::{MoveKind, OperandChoice};
use shakmaty::{Chess, Move, Position, Square};
use std::borrow::Cow;

/// Returns true if an operation with this opcode has this move (in any notation) or this word as an operand.
/// `which` may restrict this to the only or first operand of the first such operation.
pub(super) fn has_operand(
    record: &Record<'_>,
    which: OperandChoice,
    opcode: &str,
    wanted: &str,
) -> bool {
    has(record, which, opcode, |operand, before| {
        is(record, operand, before, wanted)
    })
}

/// Returns true if an operation with this opcode has a move of this kind.
pub(super) fn has_move(
    record: &Record<'_>,
    which: OperandChoice,
    opcode: &str,
    kind: MoveKind,
) -> bool {
    has(record, which, opcode, |operand, before| {
        match (&operand.value, before) {
            (Value::Move(played), Some(before)) => kind.is_of(*played, before),
            _ => false,
        }
    })
}

fn has(
    record: &Record<'_>,
    which: OperandChoice,
    opcode: &str,
    test: impl Fn(&Operand, Option<&Chess>) -> bool,
) -> bool {
    if which == OperandChoice::Any {
        return of(record, opcode).any(|operation| any_operand(record, operation, &test));
    }
    let Some(operation) = record.operation(opcode) else {
        return false;
    };
    let mut operands = operands(record, operation);
    match (operands.next(), operands.next()) {
        (Some(_), Some(_)) if which == OperandChoice::Only => false,
        (Some(first), _) => test(first, record.position()),
        (None, _) => false,
    }
}

/// Returns the operands without move numbers.
pub(in crate::suite::query) fn operands<'r>(
    record: &'r Record<'_>,
    operation: &Operation,
) -> impl Iterator<Item = &'r Operand> {
    let are_moves = operation
        .info
        .is_some_and(|info| matches!(info.shape, Shape::Moves | Shape::OneMove | Shape::Line));
    let all = record.operands_of(operation).iter();
    all.filter(move |operand| !are_moves || !moves::is_move_number(record.string(operand)))
}

fn first_operand<'r>(record: &'r Record<'_>, opcode: &str) -> Option<&'r Operand> {
    operands(record, record.operation(opcode)?).next()
}

/// Returns the first operand of an operation: a move as SAN, a string without its quotes.
pub(in crate::suite::query) fn first<'r>(
    record: &'r Record<'_>,
    opcode: &str,
) -> Option<Cow<'r, [u8]>> {
    let first = first_operand(record, opcode)?;
    Some(match (&first.value, record.position()) {
        (Value::Move(played), Some(position)) => {
            let mut san = Vec::new();
            moves::write_san(position, *played, &mut san);
            Cow::Owned(san)
        }
        _ => Cow::Borrowed(record.string(first)),
    })
}

/// Returns the letter of the piece that makes the first move of an operation; `None` if the move is not playable.
pub(in crate::suite::query) fn piece(record: &Record<'_>, opcode: &str) -> Option<char> {
    match (&first_operand(record, opcode)?.value, record.position()) {
        (Value::Move(played), Some(_)) => Some(played.role().upper_char()),
        _ => None,
    }
}

fn of<'r>(record: &'r Record<'_>, opcode: &'r str) -> impl Iterator<Item = &'r Operation> {
    let all = record.operations().iter();
    all.filter(move |operation| record.opcode(operation) == opcode)
}

/// Returns true if `test` holds for an operand and the position in which it is played.
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
        && reads_as(position, wanted.as_bytes(), *played)
    {
        return true;
    }
    record.string(operand) == wanted.as_bytes()
}

/// Returns true if a text is this move in any notation.
pub(super) fn reads_as(position: &Chess, text: &[u8], played: Move) -> bool {
    moves::read(position, text).result == Ok(played)
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

/// Returns the target of a move; for castling, the king's.
fn target(played: Move) -> Square {
    match played.castling_side() {
        Some(side) => Square::from_coords(side.king_to_file(), played.to().rank()),
        None => played.to(),
    }
}
