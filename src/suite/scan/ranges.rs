//! Scans of a snapshot's lines in ranges.

use super::JobError;
use super::drive::{Flow, Parts, drive};
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::scan::Turn;
use crate::suite::snapshot::Snapshot;
use std::ops::Range;

/// The number of lines per task.
const TASK: usize = 4096;

/// Runs `task` on all lines, some thousands at a time on several threads, and calls `take` with the results in order.
/// Progress is in lines.
pub(in crate::suite) fn scan<T: Send>(
    snapshot: &Snapshot,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
    take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    job.begin(snapshot.line_count() as u64);
    scan_part(snapshot, 0..snapshot.line_count(), job, task, take)
}

/// Runs `each` on all lines, or on `only` these, and calls `take` with the results in order. Each result covers some
/// thousands of lines and starts as `begin` of their range. Ranges without any of these lines are not read.
pub(in crate::suite) fn scan_lines<T: Send>(
    snapshot: &Snapshot,
    only: Option<&LineSet>,
    job: &Job,
    begin: impl Fn(&Range<usize>) -> T + Sync,
    each: impl Fn(&mut T, usize, &[u8]) + Sync,
    take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    job.begin(snapshot.line_count() as u64);
    scan_lines_on(snapshot, only, job, begin, each, take)
}

/// Runs [`scan_lines`] as a part of a job that has begun.
pub(in crate::suite) fn scan_lines_on<T: Send>(
    snapshot: &Snapshot,
    only: Option<&LineSet>,
    job: &Job,
    begin: impl Fn(&Range<usize>) -> T + Sync,
    each: impl Fn(&mut T, usize, &[u8]) + Sync,
    take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    let task = |range: Range<usize>| {
        let mut made = begin(&range);
        let next = only.map_or(Some(range.start), |only| only.at_or_after(range.start));
        if next.is_none_or(|line| line >= range.end) {
            return made;
        }
        snapshot.each_line(range, |line, bytes| {
            if only.is_none_or(|only| only.contains(line)) {
                each(&mut made, line, bytes);
            }
            true
        });
        made
    };
    scan_part(snapshot, 0..snapshot.line_count(), job, task, take)
}

/// Runs [`scan`] on some lines, as a part of a job that has begun.
pub(in crate::suite) fn scan_part<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    let workers = rayon::current_num_threads().min(range.len().div_ceil(TASK));
    let work = |lines: &Range<usize>, _: Turn<'_>| {
        let made = task(lines.clone());
        job.advance(lines.len() as u64);
        made
    };
    let take = |_: &Range<usize>, _: Turn<'_>, made| take(made).map(|()| Flow::On);
    drive(Ranges { left: range, job }, workers, work, take)?;
    match snapshot.trouble() {
        // Lines read before the failure are valid.
        Some(_) if !snapshot.can_trust_lines() => Err(JobError::Unreadable),
        _ => Ok(()),
    }
}

/// Scans `range` in growing steps until `enough`, which gets the result of each part in order, returns true. Reads no
/// step ahead.
pub(in crate::suite) fn scan_until<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
    mut enough: impl FnMut(T) -> bool,
) -> Result<(), JobError> {
    let most = TASK * 8 * rayon::current_num_threads().max(1);
    let mut size = TASK / 16;
    let mut left = range;
    while !left.is_empty() {
        let count = size.min(left.len());
        let step = left.start..left.start + count;
        left = step.end..left.end;
        let mut done = Vec::new();
        scan_part(snapshot, step, job, &task, |part| {
            done.push(part);
            Ok(())
        })?;
        if done.into_iter().any(&mut enough) {
            break;
        }
        size = size.saturating_mul(2).min(most);
    }
    Ok(())
}

/// Lines in ranges, until the job is cancelled.
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
        self.job.check()?;
        let start = self.left.start;
        self.left.start = (start + TASK).min(self.left.end);
        Ok(Some(start..self.left.start))
    }
}
