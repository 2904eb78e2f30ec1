//! Changes of the operations of single records.

use super::{Assignment, Existing};
use crate::epd::edit::{Change, Refusal};
use crate::epd::{CanonicalOptions, Code, LineKind, ReadOptions, Record, edit};
use crate::suite::query::written;
use crate::suite::search::Pattern;

/// A change of a record by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordChange {
    /// Sets an operation: the one with its opcode, or a new one.
    Set(Assignment, Existing),
    /// The same with values of the record in its operands.
    Fill(super::Filling, Existing),
    /// Removes all operations with these opcodes.
    Remove(Vec<String>),
    /// Gives all operations with the first opcode the second.
    Rename(String, String),
    /// Applies every safe fix.
    Fix,
    /// Turns the board; see [`super::Mirror`].
    Mirror(super::Mirror),
}

/// A change made ready for many records: those it can't be about are told by their bytes.
#[derive(Debug)]
pub struct ReadyChange<'c> {
    change: &'c RecordChange,
    /// What stands in every record that it is about, one of these; `None` where that can't be said.
    needles: Option<Vec<Pattern>>,
}

impl ReadyChange<'_> {
    /// As [`RecordChange::apply`].
    ///
    /// # Errors
    /// As [`RecordChange::apply`].
    pub fn apply(&self, line: &[u8], options: &ReadOptions) -> Result<Option<Vec<u8>>, Refusal> {
        match &self.needles {
            Some(needles) if !needles.iter().any(|needle| needle.is_in(line)) => Ok(None),
            _ => self.change.apply(line, options),
        }
    }
}

impl RecordChange {
    /// The same change for many records.
    pub fn ready(&self) -> ReadyChange<'_> {
        let of = |opcodes: &[String]| opcodes.iter().map(|opcode| written(opcode)).collect();
        ReadyChange {
            needles: match self {
                Self::Remove(opcodes) => of(opcodes),
                Self::Rename(old, _) => of(std::slice::from_ref(old)),
                _ => None,
            },
            change: self,
        }
    }

    /// Returns it in words, for a preview.
    pub fn title(&self) -> String {
        match self {
            Self::Set(set, existing) => existing.title(&set.opcode, &set.operands),
            Self::Fill(fill, existing) => existing.title(&fill.opcode, &fill.text),
            change => change.label(),
        }
    }

    /// In words, for the list of changes.
    pub fn label(&self) -> String {
        match self {
            Self::Set(assignment, existing) => existing.label(&assignment.opcode),
            Self::Fill(filling, existing) => existing.label(&filling.opcode),
            Self::Remove(opcodes) => format!("remove {}", opcodes.join(", ")),
            Self::Rename(old, new) => format!("rename {old} to {new}"),
            Self::Fix => "apply safe fixes".to_owned(),
            Self::Mirror(mirror) => mirror.label().to_owned(),
        }
    }

    /// The changed line; `None` where nothing changes, also of a line that is no record.
    ///
    /// A record that was canonical stays so; of others only the bytes concerned change.
    ///
    /// # Errors
    /// The record is one that the change is about, and is left unchanged.
    pub fn apply(&self, line: &[u8], options: &ReadOptions) -> Result<Option<Vec<u8>>, Refusal> {
        if let Self::Remove(opcodes) = self
            && let Some(changed) = edit::without(line, options, opcodes)
        {
            return Ok(Some(changed));
        }
        self.apply_to(&Record::read(line, options))
    }

    /// As [`Self::apply`], of a record that was read whole.
    pub(super) fn apply_to(&self, record: &Record<'_>) -> Result<Option<Vec<u8>>, Refusal> {
        let (line, options) = (record.line(), record.options());
        if record.kind() != LineKind::Record {
            return Ok(None);
        }
        let changed = match self {
            Self::Set(assignment, existing) => assignment
                .set(record, *existing)
                .map_err(|refusal| with_clock_field(record, &assignment.opcode, refusal))?,
            Self::Fill(filling, existing) => return filling.set(record, *existing, None),
            Self::Remove(opcodes) => remove(record, opcodes)?,
            Self::Rename(old, new) => rename(record, old, new)
                .map_err(|refusal| with_clock_field(record, new, refusal))?,
            Self::Fix => Some(edit::apply_safe_fixes(line, options)),
            Self::Mirror(mirror) => Some(mirror.of(record)?),
        };
        let changed = changed
            .filter(|changed| changed != line)
            .map(|changed| settled(record, changed));
        if let (Self::Mirror(mirror), Some(changed)) = (self, &changed)
            && !mirror.is_image(record, &Record::read(changed, options))
        {
            return Err(Refusal::ReadsDifferently);
        }
        Ok(changed)
    }
}

/// Whether a look at it does not show that it isn't: opcodes in their order, a semicolon at the end.
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

/// Keeps a record canonical that was, where each operation keeps the name that was asked for.
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

/// The places of the operations with one of these opcodes.
pub(super) fn places(record: &Record<'_>, is_one: impl Fn(&str) -> bool) -> Vec<usize> {
    let operations = record.operations().iter().enumerate();
    operations
        .filter(|(_, operation)| is_one(&record.opcode(operation)))
        .map(|(at, _)| at)
        .collect()
}

/// Whether an opcode is that of a clock that stands as FEN's field.
fn is_clock_field(record: &Record<'_>, opcode: &str) -> bool {
    let fields = record.field_spans();
    match opcode {
        "hmvc" => fields.half_move.is_some(),
        "fmvn" => fields.full_move.is_some(),
        _ => false,
    }
}

/// Refuses to take away an operation whose value would stay behind as a field.
fn no_clock_field(record: &Record<'_>, opcode: &str) -> Result<(), Refusal> {
    if is_clock_field(record, opcode) {
        return Err(Refusal::ClockField(record.options().dialect));
    }
    Ok(())
}

/// Says of a clock that contradicts FEN's field where that stands.
fn with_clock_field(record: &Record<'_>, opcode: &str, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Error(Code::ClocksConflict) | Refusal::Doubt(Code::ClocksConflict)
            if is_clock_field(record, opcode) =>
        {
            Refusal::ClockField(record.options().dialect)
        }
        other => other,
    }
}

/// Refuses a line that can't be read at all: nobody knows what operations it has.
fn is_epd(record: &Record<'_>) -> Result<(), Refusal> {
    let mut found = record.diagnostics().iter();
    match found.any(|found| found.code == Code::NotEpd) {
        true => Err(Refusal::Error(Code::NotEpd)),
        false => Ok(()),
    }
}

fn remove(record: &Record<'_>, opcodes: &[String]) -> Result<Option<Vec<u8>>, Refusal> {
    is_epd(record)?;
    for opcode in opcodes {
        no_clock_field(record, opcode)?;
    }
    let places = places(record, |name| opcodes.iter().any(|opcode| opcode == name));
    let changes: Vec<Change<'_>> = places.into_iter().map(Change::Remove).collect();
    made(record, &changes)
}

fn rename(record: &Record<'_>, old: &str, new: &str) -> Result<Option<Vec<u8>>, Refusal> {
    is_epd(record)?;
    no_clock_field(record, old)?;
    let places = places(record, |name| name == old);
    let change = |at| Change::Rename(at, new.as_bytes());
    let changes: Vec<Change<'_>> = places.into_iter().map(change).collect();
    made(record, &changes)
}

/// The line with changes made; `None` without any.
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
