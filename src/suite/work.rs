//! Counters of the work done, so that tests can check costs.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts since the suite was opened.
#[derive(Debug, Default)]
pub(super) struct Work {
    lines_read: AtomicU64,
    lines_parsed: AtomicU64,
}

/// The work counted by [`super::Suite::work`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkDone {
    /// The number of lines returned.
    pub lines_read: u64,
    /// The number of lines read as records by scans and bulk changes.
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
