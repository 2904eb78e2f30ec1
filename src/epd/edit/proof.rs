//! The one place that proves a change: the new line is read, and must be the old record with what
//! was asked and nothing else.

use super::doubt::{keeps_pieces, place_to_add};
use super::splice::{ABSENT, asked_fields};
use super::{Change, Refusal};
use crate::epd::content::{Content, FieldsContent, OperationContent};
use crate::epd::diagnostic::{Code, Severity};
use crate::epd::record::{LineKind, Record, unquoted};
use std::borrow::Cow;

/// Whether `new` is `old` with the changes and nothing else: the fields not asked about as they
/// were, every operation that stays in its place with the same operands of the same values, those
/// changed as asked, and the same words that belong to nothing.
///
/// # Errors
/// [`Refusal::ReadsDifferently`].
pub(crate) fn prove(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Result<(), Refusal> {
    let (before, after) = (Content::of(old), Content::of(new));
    let fields = asked_fields(changes);
    let same_position = fields.iter().all(Option::is_none);
    // Beside what is not understood, the bytes of the other pieces are all that can be compared.
    let keeps_pieces =
        !same_position || old.is_structure_sound() || keeps_pieces(old, changes, new);
    let is_proven = after.kind == LineKind::Record
        && before.kind == LineKind::Record
        && keeps_pieces
        && before.behind == after.behind
        && before.stray == after.stray
        && are_fields(&before.fields, &fields, &after.fields)
        && are_operations(&before, changes, &after, same_position, added_at(old));
    is_proven.then_some(()).ok_or(Refusal::ReadsDifferently)
}

/// The same for a change of fields by a person, whose board may be on its way to another: the fields
/// are those asked for, and no byte behind them is lost. Moves may read otherwise from there.
pub(super) fn prove_fields(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Result<(), Refusal> {
    let (before, after) = (Content::of(old), Content::of(new));
    let is_proven = after.kind == LineKind::Record
        && before.behind == after.behind
        && are_fields(&before.fields, &asked_fields(changes), &after.fields);
    is_proven.then_some(()).ok_or(Refusal::ReadsDifferently)
}

fn are_fields(
    before: &FieldsContent<'_>,
    asked: &[Option<Cow<'_, [u8]>>; 4],
    after: &FieldsContent<'_>,
) -> bool {
    if asked.iter().all(Option::is_none) {
        return before == after;
    }
    let last = asked.iter().rposition(Option::is_some).unwrap_or(0);
    let fields = before.texts.iter().zip(asked).zip(after.texts).zip(ABSENT);
    let are_asked = fields
        .enumerate()
        .all(|(at, (((old, asked), new), absent))| match (asked, old) {
            (Some(asked), _) => new == Some(&**asked),
            // `E3` is certain beside the old position only, so it is written `e3`.
            (None, Some(old)) if at == 3 => new.is_some_and(|new| new.eq_ignore_ascii_case(old)),
            (None, Some(old)) => new == Some(*old),
            (None, None) if at < last => new == Some(absent),
            // Of two fields, one of which is missing, both are written where the position changes.
            (None, None) => new.is_none() || (at >= 2 && new == Some(absent)),
        });
    are_asked && before.clocks == after.clocks
}

fn are_operations(
    before: &Content<'_>,
    changes: &[Change<'_>],
    after: &Content<'_>,
    same_position: bool,
    added_at: usize,
) -> bool {
    let mut found = after.operations.iter();
    let mut own: Vec<(usize, &Change<'_>)> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Remove(of) | Change::Rename(of, _) | Change::Operands(of, _) => {
                Some((*of, change))
            }
            _ => None,
        })
        .collect();
    own.sort_by_key(|(of, _)| *of);
    let mut own = own.into_iter().peekable();
    let mut appended = changes.iter().filter_map(|change| match change {
        Change::Append(opcode, operands) => Some((*opcode, *operands)),
        _ => None,
    });
    for (at, operation) in before.operations.iter().enumerate() {
        if at == added_at && !are_made(&mut appended, &mut found) {
            return false;
        }
        let (mut opcode, mut operands) = (None, None);
        let mut goes = false;
        while let Some((_, change)) = own.next_if(|(of, _)| *of <= at) {
            match change {
                Change::Remove(_) => goes = true,
                Change::Rename(_, name) => opcode = Some(*name),
                Change::Operands(_, text) => operands = Some(*text),
                _ => {}
            }
        }
        if goes {
            continue;
        }
        let Some(new) = found.next() else {
            return false;
        };
        let name = opcode.unwrap_or(operation.opcode.as_bytes());
        let is_right = match operands {
            Some(operands) => is_made(name, operands, new),
            None if opcode.is_some() || !same_position => {
                new.opcode.as_bytes() == name && new.text == operation.text
            }
            None => new == operation,
        };
        if !is_right {
            return false;
        }
    }
    are_made(&mut appended, &mut found) && found.next().is_none()
}

/// Whether the next operations are those that were added.
fn are_made<'f, 'c, 'l: 'f>(
    added: &mut impl Iterator<Item = (&'c [u8], &'c [u8])>,
    found: &mut impl Iterator<Item = &'f OperationContent<'l>>,
) -> bool {
    added.all(|(opcode, operands)| {
        let new = found.next();
        new.is_some_and(|new| is_made(opcode, operands, new))
    })
}

/// Whether an operation is this one, its operands as they were written.
fn is_made(opcode: &[u8], operands: &[u8], found: &OperationContent<'_>) -> bool {
    let [only] = found.operands.as_slice() else {
        return found.opcode.as_bytes() == opcode && found.text == operands;
    };
    let text = only.text;
    // A sole operand is compared as its text: without quotes, a plus sign, a comma.
    let is_text = text == operands
        || text == unquoted(operands)
        || operands.strip_prefix(b"+") == Some(text)
        || operands.strip_suffix(b",") == Some(text)
        || unquoted(operands).strip_prefix(b"+") == Some(text);
    found.opcode.as_bytes() == opcode && is_text
}

/// The first error that the change brought: one inside an operation it wrote, or more of a code than
/// there were.
pub(super) fn new_error(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Option<Refusal> {
    let errors = |record: &Record<'_>| {
        let mut errors = vec![0_u32; Code::all().len()];
        for found in record.diagnostics() {
            if let Some(count) = errors.get_mut(found.code as usize) {
                *count += u32::from(found.severity == Severity::Error);
            }
        }
        errors
    };
    let (before, after) = (errors(old), errors(new));
    let is_more = |code: Code| after.get(code as usize) > before.get(code as usize);
    let written = written(old, changes, new);
    let found = new.diagnostics().iter().find(|found| {
        found.severity == Severity::Error
            && (written.iter().any(|at| {
                new.operations().get(*at).is_some_and(|operation| {
                    operation.span.start <= found.span.start && found.span.end <= operation.span.end
                })
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

/// The operations of the new record whose operands were asked for.
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

/// Before which operation new ones are added; the number of all where they become the last.
fn added_at(record: &Record<'_>) -> usize {
    let all = record.operations();
    place_to_add(record).map_or(all.len(), |place| {
        all.partition_point(|operation| operation.span.start < place)
    })
}
