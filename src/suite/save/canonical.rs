//! The bulk edit that makes records canonical.

use crate::epd::{CanonicalOptions, LineKind, Record, Skim};
use crate::suite::edit::{BulkChange, Edit, EditTarget, Rewrite, Selection, rewrite_lines};
use crate::suite::progress::Job;
use crate::suite::save::SavePolicy;
use crate::suite::scan::{JobError, scan_until};
use crate::suite::snapshot::{LineState, Snapshot};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A change that makes records canonical, with its counts.
#[derive(Clone, Debug)]
pub struct MadeCanonical {
    /// The change; empty if all records are already canonical.
    pub change: BulkChange,
    pub counts: CanonicalCounts,
}

/// The counts of making records canonical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CanonicalCounts {
    /// The number of records scanned: all, or the edited ones.
    pub records: usize,
    /// The number of lines that change: records, and comments and blank lines with byte-order marks.
    pub changed: usize,
    /// The number of changed lines that the user never edited.
    pub changed_untouched: usize,
    /// The number of ambiguous records, which are left unchanged.
    pub kept: usize,
}

/// A record that canonical form changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line number (0-based).
    pub line: usize,
    /// The change of the line since the file was last read or saved.
    pub state: LineState,
    /// The line as it is, with its end.
    pub before: Vec<u8>,
    /// The canonical line, with its end.
    pub after: Vec<u8>,
}

/// Returns true if the policy covers a line. The state is checked first because it is known for many lines at once.
fn concerns(snapshot: &Snapshot, policy: SavePolicy, line: usize, state: LineState) -> bool {
    policy == SavePolicy::All || (state != LineState::Untouched && snapshot.is_written_anew(line))
}

/// Prepares the change that makes all or the edited records canonical. Progress is in lines.
///
/// # Errors
/// Cancelled, or the file is not completely read yet.
pub fn make_canonical(
    snapshot: &Snapshot,
    policy: SavePolicy,
    options: &CanonicalOptions,
    job: &Job,
) -> Result<MadeCanonical, JobError> {
    let edit = Edit::Canonical(*options);
    let ready = edit.ready();
    let [records, others, untouched] = [const { AtomicUsize::new(0) }; 3];
    let mut change = rewrite_lines(
        snapshot,
        "make canonical",
        job,
        |line, state| concerns(snapshot, policy, line, state),
        |number, state, line| {
            snapshot.work.parsed_lines(1);
            let is_record = Skim::kind_of(line) == LineKind::Record;
            records.fetch_add(usize::from(is_record), Ordering::Relaxed);
            let target = EditTarget::of_line(snapshot.read_options(), line, number, 0);
            let rewrite = ready.rewrite(&target);
            if matches!(&rewrite, Rewrite::Replace(new) if new != line) {
                others.fetch_add(usize::from(!is_record), Ordering::Relaxed);
                let count = usize::from(state == LineState::Untouched);
                untouched.fetch_add(count, Ordering::Relaxed);
            }
            rewrite
        },
    )?;
    let counts = CanonicalCounts {
        records: records.into_inner(),
        changed: change.changed,
        changed_untouched: untouched.into_inner(),
        kept: change.left.count(),
    };
    let what = match (counts.changed, others.into_inner()) {
        (1, 0) => "record",
        (_, 0) => "records",
        (1, _) => "line",
        _ => "lines",
    };
    change.label = format!("make {} {what} canonical", counts.changed).into();
    if policy == SavePolicy::All {
        change = change.made_by(snapshot, &edit, &Selection::All);
    }
    Ok(MadeCanonical { change, counts })
}

/// Returns the first `most` records that [`make_canonical`] would change, in file order. Reads no further
/// than necessary.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn differences(
    snapshot: &Snapshot,
    policy: SavePolicy,
    options: &CanonicalOptions,
    most: usize,
    job: &Job,
) -> Result<Vec<Difference>, JobError> {
    let all = snapshot.line_count();
    job.begin(all as u64);
    let mut found = Vec::new();
    let task = |range| differences_in(snapshot, policy, options, range, most);
    scan_until(snapshot, 0..all, job, task, |part| {
        found.extend(part);
        found.len() >= most
    })?;
    found.truncate(most);
    Ok(found)
}

fn differences_in(
    snapshot: &Snapshot,
    policy: SavePolicy,
    options: &CanonicalOptions,
    range: Range<usize>,
    most: usize,
) -> Vec<Difference> {
    let mut found = Vec::new();
    for line in range {
        let state = snapshot.line_state(line);
        if !concerns(snapshot, policy, line, state) {
            continue;
        }
        let before = snapshot.line(line);
        snapshot.work.parsed_lines(1);
        let after = Record::read(&before, snapshot.read_options()).canonical(options);
        if let Some(after) = after.filter(|after| *after != *before) {
            found.push(Difference {
                line,
                state,
                before: before.into_owned(),
                after,
            });
            if found.len() >= most {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
