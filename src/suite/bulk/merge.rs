//! The lines of another file, put into this one.

use super::{BulkChange, Chosen};
use crate::suite::line_end::text_of;
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan};
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{Draft, LineRef};
use crate::suite::tree::{Piece, Tree};

/// Prepares the insertion of all lines of `other` before line `at`, with this file's line ends.
///
/// # Errors
/// Cancelled, one of the files is not read to its end yet, or lines can't be read any more.
pub fn merge_file(
    snapshot: &Snapshot,
    other: &Snapshot,
    at: usize,
    job: &Job,
) -> Result<BulkChange, JobError> {
    merge_lines(snapshot, other, &Chosen::All, at, job)
}

/// The same with only some lines of `other`.
///
/// # Errors
/// See [`merge_file`].
pub fn merge_lines(
    snapshot: &Snapshot,
    other: &Snapshot,
    chosen: &Chosen,
    at: usize,
    job: &Job,
) -> Result<BulkChange, JobError> {
    if !snapshot.is_complete() || !other.is_complete() {
        return Err(JobError::StillLoading);
    }
    let end = snapshot.line_end().bytes();
    let at = at.min(snapshot.line_count());
    let drafts = scan(other, 0..other.line_count(), job, |range| {
        let mut draft = Draft::default();
        other.each_line(range, |line, bytes| {
            if chosen.has(line) {
                draft.push(&[text_of(bytes), end].concat(), LineRef::NONE);
            }
            true
        });
        draft
    })?;
    let mut pieces = Vec::with_capacity(drafts.len());
    let mut changed = 0;
    for draft in drafts {
        let lines = draft.len();
        if lines > 0 {
            let first = snapshot.texts.keep(draft);
            pieces.push(Piece::text(first..first + lines));
            changed += lines;
        }
    }
    let new: Tree = pieces.into_iter().collect();
    Ok(BulkChange {
        base: snapshot.revision(),
        lines_before: snapshot.line_count(),
        tree: snapshot.tree.splice(at..at, &new),
        label: "merge a file".into(),
        line: at,
        changed,
        left: Default::default(),
    })
}
