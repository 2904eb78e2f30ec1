//! The lines of a snapshot in ranges.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::JobError;
use super::drive::{Flow, Parts, drive};
use super::turns::Turn;
use crate::suite::progress::Job;
use crate::suite::snapshot::Snapshot;

/// Lines one thread takes at a time.
const TASK: usize = 4096;

/// Does `task` for all lines in `range`, some thousands at a time on several threads, and gives
/// what it gave, in order. Progress is in lines.
pub(in crate::suite) fn scan<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
) -> Result<Vec<T>, JobError> {
    job.begin(range.len() as u64);
    scan_part(snapshot, range, job, task)
}

/// Does `task` for all lines in `range`, which puts what it makes of them into its own part of one
/// table: no more than one for each line. What is not used stays as it was. Gives what the tasks gave.
pub(in crate::suite) fn scan_into<T: Send, R: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    table: &mut [T],
    task: impl Fn(Range<usize>, &mut dyn Iterator<Item = &mut T>) -> R + Sync,
) -> Result<Vec<R>, JobError> {
    let first = range.start;
    let parts: Vec<Mutex<&mut [T]>> = table.chunks_mut(TASK).map(Mutex::new).collect();
    scan(snapshot, range, job, |lines| {
        match parts.get((lines.start - first) / TASK) {
            Some(part) => {
                let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
                task(lines, &mut part.iter_mut())
            }
            // The table is shorter than the lines: there is no place for any of these.
            None => task(lines, &mut std::iter::empty()),
        }
    })
}

/// The same into a table with room for those lines only that may give something, where most may give nothing.
/// Gives the table, and what the tasks gave.
pub(in crate::suite) fn scan_into_some<T: Send + Clone, R: Send>(
    snapshot: &Snapshot,
    job: &Job,
    empty: T,
    may: impl Fn(&[u8]) -> bool + Sync,
    task: impl Fn(Range<usize>, &mut dyn Iterator<Item = &mut T>) -> R + Sync,
) -> Result<(Vec<T>, Vec<R>), JobError> {
    let all = 0..snapshot.line_count();
    let counts = (0..all.len().div_ceil(TASK)).into_par_iter().map(|nth| {
        if job.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let mut count = 0;
        let lines = nth * TASK..((nth + 1) * TASK).min(all.end);
        snapshot.each_line(lines, |_, bytes| {
            count += usize::from(may(bytes));
            true
        });
        Ok(count)
    });
    let counts = counts.collect::<Result<Vec<usize>, JobError>>()?;
    let mut table = vec![empty; counts.iter().sum()];
    let mut rest = table.as_mut_slice();
    let mut parts = Vec::with_capacity(counts.len());
    for count in counts {
        let (part, behind) = rest.split_at_mut(count.min(rest.len()));
        parts.push(Mutex::new(part));
        rest = behind;
    }
    let given = scan(snapshot, all, job, |lines| {
        match parts.get(lines.start / TASK) {
            Some(part) => {
                let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
                task(lines, &mut part.iter_mut())
            }
            None => task(lines, &mut std::iter::empty()),
        }
    })?;
    drop(parts);
    Ok((table, given))
}

/// The same for a part of a job that has begun.
pub(in crate::suite) fn scan_part<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
) -> Result<Vec<T>, JobError> {
    let tasks = range.len().div_ceil(TASK);
    let mut done = Vec::with_capacity(tasks);
    let work = |lines: &Range<usize>, _: Turn<'_>| {
        let done = task(lines.clone());
        job.advance(lines.len() as u64);
        done
    };
    let take = |_: &Range<usize>, _: Turn<'_>, part| {
        done.push(part);
        Ok::<Flow, JobError>(Flow::On)
    };
    let workers = rayon::current_num_threads().min(tasks);
    drive(Ranges { left: range, job }, workers, work, take)?;
    match snapshot.trouble() {
        // What was read before the reading failed is there as it was.
        Some(_) if !snapshot.can_trust_lines() => Err(JobError::Unreadable),
        _ => Ok(done),
    }
}
/// Goes through `range` from its start (or its end) in larger and larger steps until `enough` is true of
/// what a part gave: that gets the parts' results in the order they are met. Reads no step ahead.
pub(in crate::suite) fn scan_until<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    backward: bool,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
    mut enough: impl FnMut(T) -> bool,
) -> Result<(), JobError> {
    let most = TASK * 8 * rayon::current_num_threads().max(1);
    let mut size = TASK / 16;
    let mut left = range;
    while !left.is_empty() {
        let count = size.min(left.len());
        let step = if backward {
            left.end - count..left.end
        } else {
            left.start..left.start + count
        };
        left = if backward {
            left.start..step.start
        } else {
            step.end..left.end
        };
        let mut done = scan_part(snapshot, step, job, &task)?;
        if backward {
            done.reverse();
        }
        if done.into_iter().any(&mut enough) {
            break;
        }
        size = size.saturating_mul(2).min(most);
    }
    Ok(())
}

/// Lines in parts, as long as nobody cancels the job.
struct Ranges<'j> {
    left: Range<usize>,
    job: &'j Job,
}

impl Parts for Ranges<'_> {
    type Part = Range<usize>;
    type Error = JobError;

    fn next(&mut self, _: Option<Range<usize>>) -> Result<Option<Range<usize>>, JobError> {
        if self.left.is_empty() {
            return Ok(None);
        }
        if self.job.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let start = self.left.start;
        self.left.start = (start + TASK).min(self.left.end);
        Ok(Some(start..self.left.start))
    }
}
