//! Removing records that are the same as others.

use std::collections::HashMap;

use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::block::Blocks;
use super::join::{Joined, join};
use super::rewrite::{Rewrite, rewrite_lines};
use super::{BulkChange, Chosen, Edit, Left};
use crate::epd::{ReadOptions, Record, Skim};
use crate::suite::duplicates::{Sameness, find_duplicates};
use crate::suite::progress::Job;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;

/// Which of several records that are the same stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keep {
    /// The first.
    #[default]
    First,
    /// The last.
    Last,
    /// The one with most operations; of those that have equally many the first.
    Richest,
    /// The first, with the operations of the others that it has not; see [`join`](super::join).
    Merged,
}

impl Keep {
    /// Returns what stays, in words.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::First => "keep the first",
            Self::Last => "keep the last",
            Self::Richest => "keep the one with most operations",
            Self::Merged => "keep the first with the operations of all",
        }
    }
}

/// Prepares the removal of records that are the same as another of the chosen, with the comments
/// directly above them; where records are merged, their comments are, too.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, lines can't be read any more, or there are more
/// than 2^32.
pub fn dedupe(
    snapshot: &Snapshot,
    by: Sameness,
    keep: Keep,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    if !snapshot.is_complete() {
        return Err(JobError::StillLoading);
    }
    let duplicates = find_duplicates(snapshot, by, job)?;
    let blocks = Blocks::of(snapshot, chosen, job)?;
    let groups = duplicates.groups().filter_map(|group| {
        let lines: Vec<usize> = group
            .filter(|line| blocks.records().contains(*line))
            .collect();
        (lines.len() > 1).then_some(lines)
    });
    let mut gone: Vec<usize> = Vec::new();
    let mut merged: HashMap<usize, Vec<usize>, FxBuildHasher> = HashMap::default();
    let mut left = Left::default();
    if keep == Keep::Merged {
        let groups: Vec<Vec<usize>> = groups.collect();
        let judged: Vec<Judged> = groups
            .par_iter()
            .filter(|_| !job.is_cancelled())
            .map(|lines| judge(snapshot, lines))
            .collect();
        for mut judged in judged {
            for (line, reason) in judged.left {
                left.note(reason, line);
            }
            left.note_conflicts(judged.conflicts, judged.stays);
            gone.extend(&judged.others);
            judged.others.shrink_to_fit();
            merged.insert(judged.stays, judged.others);
        }
    } else if keep == Keep::Richest {
        let groups: Vec<Vec<usize>> = groups.collect();
        let groups = groups.into_par_iter().filter(|_| !job.is_cancelled());
        let others = groups.flat_map_iter(|mut lines| {
            lines.remove(richest(snapshot, &lines));
            lines
        });
        gone.par_extend(others);
    } else {
        for mut lines in groups {
            match keep {
                Keep::Last => lines.pop(),
                _ => Some(lines.remove(0)),
            };
            gone.append(&mut lines);
        }
    }
    if job.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    let records = Some(gone.len());
    let gone = blocks.all_of(&gone.into_iter().collect());
    let change = rewrite_lines(
        snapshot,
        by.label(),
        job,
        |line, _| gone.contains(line) || merged.contains_key(&line),
        |line, _, bytes| match merged.get(&line) {
            None => Rewrite::Remove,
            Some(others) => {
                // The comments of those that go stand above the one that stays.
                let comments = others.iter().flat_map(|&other| {
                    let above = blocks.lines(other);
                    above.start..other
                });
                let mut text: Vec<u8> = comments
                    .flat_map(|line| snapshot.line(line).into_owned())
                    .collect();
                text.extend_from_slice(&joined(snapshot, bytes, others).line);
                Rewrite::Replace(text)
            }
        },
    )?;
    let change = BulkChange {
        left,
        records,
        ..change
    };
    Ok(change.made_by(snapshot, Edit::Dedupe { by, keep }, chosen))
}

/// Which of some lines has most operations.
fn richest(snapshot: &Snapshot, lines: &[usize]) -> usize {
    let count = |line: usize| operation_count(&snapshot.line(line), snapshot.read_options());
    let lines = lines.iter().enumerate();
    // Of equal ones the last is taken, so they are looked at from behind.
    let most = lines.rev().max_by_key(|(_, line)| count(**line));
    most.map_or(0, |(nth, _)| nth)
}

/// How many operations a record has.
pub fn operation_count(line: &[u8], options: &ReadOptions) -> usize {
    match Skim::read(line, options).operations() {
        Some(operations) => operations.len(),
        None => Record::read(line, options).operations().len(),
    }
}

/// What is to become of records that are the same.
struct Judged {
    stays: usize,
    /// Those that are joined to it.
    others: Vec<usize>,
    left: Vec<(usize, String)>,
    conflicts: usize,
}

/// Joins records to see which can be; the text is made again where it is needed, and not held.
fn judge(snapshot: &Snapshot, lines: &[usize]) -> Judged {
    let (stays, mut others) = match lines.split_first() {
        Some((first, others)) => (*first, others.to_vec()),
        None => (0, Vec::new()),
    };
    let found = joined(snapshot, &snapshot.line(stays), &others);
    let left: Vec<(usize, String)> = found
        .left
        .into_iter()
        .filter_map(|(nth, reason)| Some((*others.get(nth)?, reason)))
        .collect();
    others.retain(|other| !left.iter().any(|(line, _)| line == other));
    Judged {
        stays,
        others,
        left,
        conflicts: found.conflicts,
    }
}

fn joined(snapshot: &Snapshot, line: &[u8], others: &[usize]) -> Joined {
    let others: Vec<Vec<u8>> = others
        .iter()
        .map(|&other| snapshot.line(other).into_owned())
        .collect();
    join(line, &others, snapshot.read_options())
}
