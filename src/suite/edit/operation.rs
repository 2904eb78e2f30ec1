//! Removing and renaming operations of single records.

use crate::epd::edit::{Change, Refusal};
use crate::epd::{CanonicalOptions, Code, Record, edit};

/// Returns false if a quick look shows that a record is not canonical: opcodes unsorted, no semicolon at the end.
fn may_be_canonical(record: &Record<'_>) -> bool {
    let opcodes = || {
        record
            .operations()
            .iter()
            .map(|operation| operation.opcode.of(record.line()))
    };
    let ends = record.line().trim_ascii_end().ends_with(b";");
    opcodes().is_sorted() && (ends || record.operations().is_empty())
}

/// Returns a changed record, in canonical form if it was so before and no operation loses its requested name.
pub(super) fn settled(before: &Record<'_>, changed: Vec<u8>) -> Vec<u8> {
    let options = CanonicalOptions::default();
    let was_canonical = may_be_canonical(before)
        && before
            .canonical(&options)
            .is_some_and(|text| text == before.line());
    if !was_canonical {
        return changed;
    }
    let record = Record::read(&changed, before.options());
    let canonical = match record.keeps_opcodes() {
        true => record.canonical(&options),
        false => None,
    };
    canonical.unwrap_or(changed)
}

/// Returns the indices of the operations with one of these opcodes.
pub(super) fn places(record: &Record<'_>, is_one: impl Fn(&str) -> bool) -> Vec<usize> {
    let operations = record.operations().iter().enumerate();
    operations
        .filter(|(_, operation)| is_one(&record.opcode(operation)))
        .map(|(at, _)| at)
        .collect()
}

/// Returns true if an opcode is that of a clock that is a FEN field.
pub(super) fn is_clock_field(record: &Record<'_>, opcode: &str) -> bool {
    let fields = record.field_spans();
    match opcode {
        "hmvc" => fields.half_move.is_some(),
        "fmvn" => fields.full_move.is_some(),
        _ => false,
    }
}

/// Refuses to remove an operation whose value would remain as a field.
fn no_clock_field(record: &Record<'_>, opcode: &str) -> Result<(), Refusal> {
    if is_clock_field(record, opcode) {
        return Err(Refusal::ClockField(record.options().dialect));
    }
    Ok(())
}

/// Replaces the refusal of a clock that contradicts FEN's field by one that names the field.
pub(super) fn with_clock_field(record: &Record<'_>, opcode: &str, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Error(Code::ClocksConflict) | Refusal::Doubt(Code::ClocksConflict)
            if is_clock_field(record, opcode) =>
        {
            Refusal::ClockField(record.options().dialect)
        }
        other => other,
    }
}

/// Refuses a line that can't be read at all, as its operations are unknown.
fn is_epd(record: &Record<'_>) -> Result<(), Refusal> {
    let mut found = record.diagnostics().iter();
    match found.any(|found| found.code == Code::NotEpd) {
        true => Err(Refusal::Error(Code::NotEpd)),
        false => Ok(()),
    }
}

pub(super) fn remove(record: &Record<'_>, opcodes: &[String]) -> Result<Option<Vec<u8>>, Refusal> {
    is_epd(record)?;
    for opcode in opcodes {
        no_clock_field(record, opcode)?;
    }
    let places = places(record, |name| opcodes.iter().any(|opcode| opcode == name));
    let changes: Vec<Change<'_>> = places.into_iter().map(Change::Remove).collect();
    made(record, &changes)
}

pub(super) fn rename(
    record: &Record<'_>,
    old: &str,
    new: &str,
) -> Result<Option<Vec<u8>>, Refusal> {
    is_epd(record)?;
    no_clock_field(record, old)?;
    let places = places(record, |name| name == old);
    let change = |at| Change::Rename(at, new.as_bytes());
    let changes: Vec<Change<'_>> = places.into_iter().map(change).collect();
    made(record, &changes)
}

/// Returns the line with changes made; `None` without any.
pub(super) fn made(
    record: &Record<'_>,
    changes: &[Change<'_>],
) -> Result<Option<Vec<u8>>, Refusal> {
    if changes.is_empty() {
        return Ok(None);
    }
    edit::checked(record, changes).map(Some)
}

#[cfg(test)]
mod tests;
