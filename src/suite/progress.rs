//! The progress of background work, its cancellation, and counters of the work done, so that tests can check costs.

use crate::suite::scan::JobError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The amount of work done, in bytes or lines depending on the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub done: u64,
    /// The total amount, if known.
    pub total: Option<u64>,
}

impl Progress {
    /// Returns the percentage done, 0 to 100, if the total is known.
    pub fn percent(self) -> Option<u8> {
        let total = self.total?;
        if total == 0 {
            return Some(100);
        }
        let percent = u128::from(self.done) * 100 / u128::from(total);
        Some(u8::try_from(percent.min(100)).unwrap_or(100))
    }
}

/// A handle to a running job, shared by its worker, which reports progress, and its owner, who may cancel it.
#[derive(Clone, Debug, Default)]
pub struct Job(Arc<State>);

#[derive(Debug, Default)]
struct State {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Job {
    /// Returns a job that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the job to stop soon; its result is then discarded.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns true if the job was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Returns an error if the job was cancelled.
    pub(super) fn check(&self) -> Result<(), JobError> {
        match self.is_cancelled() {
            true => Err(JobError::Cancelled),
            false => Ok(()),
        }
    }

    /// Returns the progress. The total is unknown until the job has begun.
    pub fn progress(&self) -> Progress {
        let total = self.0.total.load(Ordering::Relaxed);
        Progress {
            done: self.0.done.load(Ordering::Relaxed),
            total: (total > 0).then_some(total),
        }
    }

    pub(super) fn begin(&self, total: u64) {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
    }

    pub(super) fn advance(&self, by: u64) {
        self.0.done.fetch_add(by, Ordering::Relaxed);
    }
}

/// The counts since the suite was opened.
#[derive(Debug, Default)]
pub(super) struct Work {
    lines_read: AtomicU64,
    lines_parsed: AtomicU64,
}

/// The work counted by [`crate::suite::Suite::work`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkDone {
    /// The number of lines whose text was read.
    pub lines_read: u64,
    /// The number of lines parsed as records by scans and bulk changes.
    pub lines_parsed: u64,
}

impl Work {
    pub(super) fn read_lines(&self, lines: usize) {
        self.lines_read.fetch_add(lines as u64, Ordering::Relaxed);
    }

    pub(super) fn parsed_lines(&self, lines: usize) {
        self.lines_parsed.fetch_add(lines as u64, Ordering::Relaxed);
    }

    pub(super) fn done(&self) -> WorkDone {
        WorkDone {
            lines_read: self.lines_read.load(Ordering::Relaxed),
            lines_parsed: self.lines_parsed.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_percentage_is_always_in_range() {
        let percent = |done, total| Progress { done, total }.percent();
        assert_eq!(percent(0, Some(0)), Some(100));
        assert_eq!(percent(1, Some(3)), Some(33));
        assert_eq!(percent(9, Some(3)), Some(100));
        assert_eq!(percent(u64::MAX, Some(u64::MAX)), Some(100));
        assert_eq!(percent(1, None), None);
    }
}
