//! Going through many lines on several threads.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::progress::Job;
use super::snapshot::Snapshot;

/// Lines one thread takes at a time.
const TASK: usize = 4096;

/// Why work on a whole file came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// Its job was asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// It needs the whole file, and the snapshot was taken before all was read.
    #[error("the file is still loading; try again when it is loaded")]
    StillLoading,
    /// Lines can't be read, or may be others than they were; [`Snapshot::trouble`] says why.
    #[error("lines can no longer be read, because another program changed the file")]
    Unreadable,
    /// More than 2^31 lines, or texts made by changes.
    #[error("more than 2147483648 lines: too many for this change")]
    TooManyLines,
    /// What memory should not hold can't be put into a private file.
    #[error("no room for a temporary file")]
    NoRoom,
}

/// Does `task` for all lines in `range`, some thousands at a time on several threads, and gives
/// what it gave, in order. Progress is in lines.
pub(super) fn scan<T: Send>(
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
pub(super) fn scan_into<T: Send, R: Send>(
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
pub(super) fn scan_into_some<T: Send + Clone, R: Send>(
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
pub(super) fn scan_part<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
) -> Result<Vec<T>, JobError> {
    let tasks = range.len().div_ceil(TASK);
    let done = (0..tasks)
        .into_par_iter()
        .map(|nth| {
            if job.is_cancelled() {
                return Err(JobError::Cancelled);
            }
            let first = range.start + nth * TASK;
            let lines = first..(first + TASK).min(range.end);
            let count = lines.len() as u64;
            let done = task(lines);
            job.advance(count);
            Ok(done)
        })
        .collect::<Result<Vec<T>, JobError>>()?;
    match snapshot.trouble() {
        // What was read before the reading failed is there as it was.
        Some(_) if !snapshot.can_trust_lines() => Err(JobError::Unreadable),
        _ => Ok(done),
    }
}

/// Goes through `range` from its start (or its end) in larger and larger parts until `enough` is true of
/// what a part gave. Gives the parts' results in the order they were met.
pub(super) fn scan_until<T: Send>(
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
        let part = if backward {
            left.end - count..left.end
        } else {
            left.start..left.start + count
        };
        left = if backward {
            left.start..part.start
        } else {
            part.end..left.end
        };
        let mut done = scan_part(snapshot, part, job, &task)?;
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
