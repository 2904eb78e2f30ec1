//! The proof of a change, in one place: the new line is read, and must be the old record with the requested change
//! and nothing else.

use super::doubt::{keeps_pieces, place_to_add};
use super::splice::{ABSENT, asked_fields, fates};
use super::{Change, Refusal};
use crate::epd::diagnostic::{Code, Severity};
use crate::epd::lex::Shape;
use crate::epd::operand::Value;
use crate::epd::record::{LineKind, Operand, OperandForm, Operation, Record, unquoted};
use crate::epd::token::TokenKind;
use std::borrow::Cow;

/// Checks that `new` is `old` with the changes and nothing else: unchanged other fields, every other operation in its
/// place with equal operands, the changed ones as requested, and the same stray words.
///
/// # Errors
/// [`Refusal::ReadsDifferently`].
pub(crate) fn prove(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Result<(), Refusal> {
    let fields = asked_fields(changes);
    let same_position = fields.iter().all(Option::is_none);
    // Beside text that is not understood, only the bytes of the other pieces can be compared.
    let keeps_pieces =
        !same_position || old.is_structure_sound() || keeps_pieces(old, changes, new);
    let is_proven = new.kind == LineKind::Record
        && old.kind == LineKind::Record
        && keeps_pieces
        && behind(old) == behind(new)
        && stray(old).eq(stray(new))
        && are_fields(old, &fields, new)
        && are_operations(old, changes, new, same_position);
    is_proven.then_some(()).ok_or(Refusal::ReadsDifferently)
}

/// Checks a change of fields by a user, whose board may be unfinished: the fields are as requested, and no byte
/// after them is lost. Moves may read differently from there.
pub(super) fn prove_fields(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Result<(), Refusal> {
    let is_proven = new.kind == LineKind::Record
        && behind(old) == behind(new)
        && are_fields(old, &asked_fields(changes), new);
    is_proven.then_some(()).ok_or(Refusal::ReadsDifferently)
}

/// Returns everything after the last word: blanks, marks and the line's end.
fn behind<'l>(record: &Record<'l>) -> &'l [u8] {
    record.line.get(record.parts.body.end..).unwrap_or_default()
}

/// Returns the words that belong to no field or operation.
fn stray<'l>(record: &Record<'l>) -> impl Iterator<Item = &'l [u8]> {
    let words = record.lexemes.iter();
    let stray = words.filter(|l| l.role == TokenKind::Stray && l.shape != Shape::Semicolon);
    stray.map(|lexeme| lexeme.span.of(record.line))
}

fn are_fields(old: &Record<'_>, asked: &[Option<Cow<'_, [u8]>>; 4], new: &Record<'_>) -> bool {
    let (before, after) = (old.field_texts(), new.field_texts());
    if asked.iter().all(Option::is_none) {
        return before == after
            && (old.board(), old.side, old.en_passant) == (new.board(), new.side, new.en_passant)
            && (old.castling(), old.castling_rooks()) == (new.castling(), new.castling_rooks())
            && old.position == new.position;
    }
    let last = asked.iter().rposition(Option::is_some).unwrap_or(0);
    let ([before @ .., old_half, old_full], [after @ .., half, full]) = (before, after);
    let fields = before.into_iter().zip(asked).zip(after).zip(ABSENT);
    let are_asked = fields
        .enumerate()
        .all(|(at, (((old, asked), new), absent))| match (asked, old) {
            (Some(asked), _) => new == Some(&**asked),
            // `E3` is certain only beside the old position, so it is written `e3`.
            (None, Some(old)) if at == 3 => new.is_some_and(|new| new.eq_ignore_ascii_case(old)),
            (None, Some(old)) => new == Some(old),
            (None, None) if at < last => new == Some(absent),
            // If one of the two fields is missing, both are written when the position changes.
            (None, None) => new.is_none() || (at >= 2 && new == Some(absent)),
        });
    are_asked && (old_half, old_full) == (half, full)
}

fn are_operations(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
    same_position: bool,
) -> bool {
    let mut found = new.operations.iter();
    let mut appended = changes.iter().filter_map(|change| match change {
        Change::Append(opcode, operands) => Some((*opcode, *operands)),
        _ => None,
    });
    let mut are_made = |found: &mut std::slice::Iter<'_, Operation>| {
        appended.all(|(opcode, operands)| {
            let added = found.next();
            added.is_some_and(|added| is_made(opcode, operands, new, added))
        })
    };
    let added_at = added_at(old);
    let fates = fates(old.operations.len(), changes);
    for (at, (operation, fate)) in old.operations.iter().zip(fates).enumerate() {
        if at == added_at && !are_made(&mut found) {
            return false;
        }
        if fate.goes {
            continue;
        }
        let Some(other) = found.next() else {
            return false;
        };
        let own = old.opcode_bytes(operation);
        let opcode = fate.opcode.unwrap_or(&own);
        let is_right = match fate.operands {
            Some(operands) => is_made(opcode, operands, new, other),
            None => {
                *new.opcode_bytes(other) == *opcode
                    && text_of(old, operation) == text_of(new, other)
                    && (fate.opcode.is_some()
                        || !same_position
                        || operands_of(old, operation).eq(operands_of(new, other)))
            }
        };
        if !is_right {
            return false;
        }
    }
    are_made(&mut found) && found.next().is_none()
}

/// Returns the significant bytes of an operand: without quotes, a plus sign, a comma of a list.
fn operand_text<'l>(record: &Record<'l>, operand: &Operand) -> &'l [u8] {
    match operand.form {
        OperandForm::Part(part) => part.of(record.line),
        _ => unquoted(operand.span.of(record.line)),
    }
}

/// Returns the operands of an operation: their texts and values.
fn operands_of<'r>(
    record: &'r Record<'_>,
    operation: &Operation,
) -> impl Iterator<Item = (&'r [u8], &'r Value)> {
    let all = record.operands_of(operation).iter();
    all.map(|operand| (operand_text(record, operand), &operand.value))
}

/// Returns the text from the first operand to the last, as written; a sole operand without quotes and signs.
fn text_of<'l>(record: &Record<'l>, operation: &Operation) -> &'l [u8] {
    match record.operands_of(operation) {
        [only] => operand_text(record, only),
        _ => record.operands_span(operation).of(record.line),
    }
}

/// Returns true if an operation is this one, with its operands as written.
fn is_made(opcode: &[u8], operands: &[u8], new: &Record<'_>, found: &Operation) -> bool {
    let text = text_of(new, found);
    let is_sole = new.operands_of(found).len() == 1;
    // A sole operand is compared as its text: without quotes, a plus sign, a comma.
    let is_text = text == operands
        || is_sole
            && (text == unquoted(operands)
                || operands.strip_prefix(b"+") == Some(text)
                || operands.strip_suffix(b",") == Some(text)
                || unquoted(operands).strip_prefix(b"+") == Some(text));
    *new.opcode_bytes(found) == *opcode && is_text
}

/// Returns the first error that the change brought: one inside a written operation, or an increase of a code.
pub(super) fn new_error(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Option<Refusal> {
    let (before, after) = (old.errors(), new.errors());
    let is_more = |code: Code| after.get(code as usize) > before.get(code as usize);
    let written = written(old, changes, new);
    let found = new.diagnostics().iter().find(|found| {
        found.severity == Severity::Error
            && (written.iter().any(|at| {
                let operation = new.operations().get(*at);
                operation.is_some_and(|operation| operation.span.holds(found.span))
            }) || is_more(found.code))
    })?;
    if found.code == Code::DuplicateOpcode {
        let twice = new.operations().iter().find(|o| o.span == found.span);
        if let Some(twice) = twice {
            return Some(Refusal::Taken(new.opcode(twice).into_owned()));
        }
    }
    Some(Refusal::Error(found.code))
}

/// Returns the operations of the new record whose operands were set.
fn written(old: &Record<'_>, changes: &[Change<'_>], new: &Record<'_>) -> Vec<usize> {
    let mut removed: Vec<usize> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Remove(of) => Some(*of),
            _ => None,
        })
        .collect();
    removed.sort_unstable();
    let gone = |at: usize| removed.partition_point(|of| *of < at);
    let appended = changes
        .iter()
        .filter(|change| matches!(change, Change::Append(..)))
        .count();
    let mut all: Vec<usize> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Operands(at, _) if *at < old.operations().len() => Some(at - gone(*at)),
            _ => None,
        })
        .collect();
    let first = added_at(old) - gone(added_at(old));
    all.extend((first..new.operations().len()).take(appended));
    all
}

/// Returns the index before which new operations are added; the number of all if they become the last.
fn added_at(record: &Record<'_>) -> usize {
    let all = record.operations();
    place_to_add(record).map_or(all.len(), |place| {
        all.partition_point(|operation| operation.span.start < place)
    })
}
