//! Counters of the work done, so that tests can say how much something costs.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts since the suite was opened.
#[derive(Debug, Default)]
pub(super) struct Work {
    lines_read: AtomicU64,
    lines_parsed: AtomicU64,
}

/// What [`super::Suite::work`] tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkDone {
    /// Lines given out.
    pub lines_read: u64,
    /// Lines that this room read as records (scans and bulk changes).
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
