//! The comparison of two texts of a record.

use super::played::{operands, reads_as};
use crate::epd::operand::read_number;
use crate::epd::{Operand, Record, Value, holds_line, holds_moves, holds_name};
use crate::suite::query::ast::{Likeness, Number, TextOf};
use crate::suite::query::lazy_record::LazyRecord;

/// Returns true if the two texts compare as requested; false if one is missing.
///
/// Moves are compared as moves of the position: for a line beside a set of moves its first, and a text is read as a
/// move. Numeric texts are compared as numbers, except for names.
pub(super) fn holds(one: &TextOf, how: Likeness, other: &TextOf, subject: &LazyRecord<'_>) -> bool {
    let is_there = |of: &TextOf| of.opcode().is_none_or(|opcode| subject.has(opcode));
    if !is_there(one) || !is_there(other) {
        return false;
    }
    match how {
        Likeness::Is => same(one, other, subject) == Some(true),
        Likeness::IsNot => same(one, other, subject) == Some(false),
        Likeness::Shares => {
            let record = subject.record();
            let (all, others) = (compared(one, other, record), compared(other, one, record));
            let is_one = |operand: &&Operand| others.iter().any(|o| is_same(record, operand, o));
            all.iter().any(is_one)
        }
    }
}

/// Returns true if both are equal; `None` if one is missing.
fn same(one: &TextOf, other: &TextOf, subject: &LazyRecord<'_>) -> Option<bool> {
    if !is_moves(one) && !is_moves(other) {
        let (text, wanted) = (one.of(subject)?, other.of(subject)?);
        let number = |of: &TextOf, text: &[u8]| {
            let is_number = of.opcode().is_some_and(|opcode| !holds_name(opcode));
            is_number.then(|| read_number(text)).flatten()
        };
        return Some(match (number(one, &text), number(other, &wanted)) {
            (Some(first), Some(second)) => is_equal(first, second),
            _ => text == wanted,
        });
    }
    let record = subject.record();
    let (all, others) = (compared(one, other, record), compared(other, one, record));
    if all.is_empty() || others.is_empty() {
        return None;
    }
    let same = |one: &&Operand, other: &&Operand| is_same(record, one, other);
    if is_line(one) && is_line(other) {
        let mut pairs = all.iter().zip(&others);
        return Some(all.len() == others.len() && pairs.all(|(one, other)| same(one, other)));
    }
    let are_in = |some: &[&Operand], all: &[&Operand]| {
        let mut some = some.iter();
        some.all(|one| all.iter().any(|other| same(one, other)))
    };
    Some(are_in(&all, &others) && are_in(&others, &all))
}

/// Returns the operands to compare with those of another value.
fn compared<'r>(of: &TextOf, other: &TextOf, record: &'r Record<'_>) -> Vec<&'r Operand> {
    let (opcode, is_first) = match of {
        TextOf::Operation(opcode) => (opcode, is_line(of) && !is_line(other)),
        TextOf::First(opcode) => (opcode, true),
        _ => return Vec::new(),
    };
    let Some(operation) = record.operation(opcode) else {
        return Vec::new();
    };
    let most = if is_first { 1 } else { usize::MAX };
    operands(record, operation).take(most).collect()
}

fn is_same(record: &Record<'_>, one: &Operand, other: &Operand) -> bool {
    let reads = |played, text: &Operand| {
        let position = record.position();
        position.is_some_and(|position| reads_as(position, record.string(text), played))
    };
    match (&one.value, &other.value) {
        (Value::Move(one), Value::Move(other)) => one == other,
        (Value::Move(played), _) => reads(*played, other),
        (_, Value::Move(played)) => reads(*played, one),
        _ => {
            let (one, other) = (record.string(one), record.string(other));
            match (read_number(one), read_number(other)) {
                (Some(one), Some(other)) => is_equal(one, other),
                _ => one == other,
            }
        }
    }
}

fn is_equal(one: Number, other: Number) -> bool {
    one.compare(other).is_some_and(std::cmp::Ordering::is_eq)
}

/// Returns true if the text consists of moves.
fn is_moves(of: &TextOf) -> bool {
    match of {
        TextOf::Operation(opcode) | TextOf::First(opcode) => holds_moves(opcode),
        _ => false,
    }
}

/// Returns true if the text is a line of moves, not only its first.
fn is_line(of: &TextOf) -> bool {
    matches!(of, TextOf::Operation(opcode) if holds_line(opcode))
}
