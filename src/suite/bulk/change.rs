//! Changes of records by themselves, made of many.

use super::operation::RecordChange;
use super::rewrite::{Rewrite, rewrite_lines};
use super::{Assignment, BulkChange, Chosen, Edit, Existing, FillPlace, Filling, Template};
use crate::epd::{LineKind, Record, Skim};
use crate::suite::line_set::{LineSet, Part};
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_lines};
use crate::suite::snapshot::Snapshot;

/// Prepares one change of each of many records.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, or lines can't be read any more.
pub fn change_records(
    snapshot: &Snapshot,
    change: &RecordChange,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let options = snapshot.read_options();
    let ready = change.ready();
    let made = rewrite_lines(
        snapshot,
        change.label(),
        job,
        |line, _| chosen.has(line),
        |_, _, bytes| {
            snapshot.work.parsed_lines(1);
            Rewrite::of(ready.apply(bytes, options))
        },
    )?;
    Ok(made.made_by(snapshot, Edit::Records(change.clone()), chosen))
}

/// Prepares an operation whose operands name the place of the record: its line, and its number among the
/// chosen.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, or lines can't be read any more.
pub fn fill(
    snapshot: &Snapshot,
    (filling, existing, path): (&Filling, Existing, &str),
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let records = records_of(snapshot, chosen, job)?;
    let options = snapshot.read_options();
    rewrite_lines(
        snapshot,
        existing.label(&filling.opcode),
        job,
        |line, _| records.contains(line),
        |line, _, bytes| {
            let rank = records.rank(line) as u64;
            let place = FillPlace { path, line, rank };
            let record = Record::read(bytes, options);
            Rewrite::of(filling.set(&record, existing, Some(place)))
        },
    )
}

/// Prepares new ids: the first of the chosen records gets number `start`.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, or lines can't be read any more.
pub fn renumber(
    snapshot: &Snapshot,
    template: &Template,
    start: u64,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let records = records_of(snapshot, chosen, job)?;
    let options = snapshot.read_options();
    let made = rewrite_lines(
        snapshot,
        "renumber",
        job,
        |line, _| records.contains(line),
        |line, _, bytes| {
            let number = start.saturating_add(records.rank(line) as u64);
            set_id(template, number).map_or(Rewrite::Keep, |change| {
                Rewrite::of(change.apply(bytes, options))
            })
        },
    )?;
    let template = template.clone();
    Ok(made.made_by(snapshot, Edit::Renumber { template, start }, chosen))
}

/// The change that gives a record the id with this number.
pub fn set_id(template: &Template, number: u64) -> Option<RecordChange> {
    let id = format!("\"{}\"", template.id(number));
    let set = |assignment| RecordChange::Set(assignment, Existing::Replace);
    Assignment::new("id", &id).ok().map(set)
}

/// The chosen lines that are records. Progress is in lines.
///
/// # Errors
/// Cancelled, or lines can't be read any more.
pub fn records_of(snapshot: &Snapshot, chosen: &Chosen, job: &Job) -> Result<LineSet, JobError> {
    let each = |lines: &mut Part, line: usize, bytes: &[u8]| {
        if Skim::kind_of(bytes) == LineKind::Record {
            lines.insert(line);
        }
    };
    let mut found = Vec::new();
    scan_lines(snapshot, chosen.lines(), job, Part::of, each, |lines| {
        found.push(lines);
        Ok(())
    })?;
    Ok(found.into_iter().collect())
}
