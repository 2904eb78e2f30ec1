//! How far a piece of background work has got, and how to stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::scan::JobError;

/// A part of a whole, in bytes or lines, as the giver says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What is done.
    pub done: u64,
    /// All there is, where that is known.
    pub total: Option<u64>,
}

impl Progress {
    /// Per cent done, 0 to 100, where the whole is known.
    pub fn percent(self) -> Option<u8> {
        let total = self.total?;
        if total == 0 {
            return Some(100);
        }
        let percent = u128::from(self.done) * 100 / u128::from(total);
        Some(u8::try_from(percent.min(100)).unwrap_or(100))
    }
}

/// A hand on a running job, shared between the one who runs it and the one who waits: progress
/// goes one way, the wish to stop the other.
#[derive(Clone, Debug, Default)]
pub struct Job(Arc<State>);

#[derive(Debug, Default)]
struct State {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Job {
    /// A job that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the job to stop soon; its result is then dropped.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Returns an error where it was asked to stop.
    pub(super) fn check(&self) -> Result<(), JobError> {
        match self.is_cancelled() {
            true => Err(JobError::Cancelled),
            false => Ok(()),
        }
    }

    /// How far it is. The total is unknown until the job has begun.
    pub fn progress(&self) -> Progress {
        let total = self.0.total.load(Ordering::Relaxed);
        Progress {
            done: self.0.done.load(Ordering::Relaxed),
            total: (total > 0).then_some(total),
        }
    }

    /// Says how much there is to do.
    pub(super) fn begin(&self, total: u64) {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
    }

    /// Says that so much more is done.
    pub(super) fn advance(&self, by: u64) {
        self.0.done.fetch_add(by, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cent_never_leaves_its_range() {
        let percent = |done, total| Progress { done, total }.percent();
        assert_eq!(percent(0, Some(0)), Some(100));
        assert_eq!(percent(1, Some(3)), Some(33));
        assert_eq!(percent(9, Some(3)), Some(100));
        assert_eq!(percent(u64::MAX, Some(u64::MAX)), Some(100));
        assert_eq!(percent(1, None), None);
    }
}
