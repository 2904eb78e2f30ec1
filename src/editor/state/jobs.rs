//! The kinds of jobs on other threads, and the search for a line, which begins at once on the main thread.
//! [`crate::editor::jobs`] starts jobs and applies their results.

pub mod bulk;

use crate::editor::state::document::DocumentId;
use crate::editor::state::scan::Survey;
use crate::epd::{Diagnostic, LineKind, ReadOptions, Record, Severity};
use crate::suite::{Direction, Pattern, Progress, Snapshot};

/// Lines searched at once, before the search moves to another thread.
pub(crate) const AT_ONCE: usize = 200;

/// The subject of a search.
#[derive(Clone, Debug)]
pub enum FindTarget {
    Text(Pattern),
    /// A record with an error or a warning; with a survey, also one with a duplicate id.
    Problem(Option<Survey>),
    Id(Vec<u8>),
}

/// Returns all row numbers from `from` on, wrapping at the end.
pub fn rows_from(from: usize, count: usize, direction: Direction) -> impl Iterator<Item = usize> {
    (0..count).map(move |step| match direction {
        Direction::Forward => (from + step) % count,
        Direction::Backward => (from + count - step) % count,
    })
}

impl FindTarget {
    /// Returns the first of some lines that matches; `stop` is called now and then to check for cancellation.
    pub fn first(
        &self,
        on: &Snapshot,
        options: &ReadOptions,
        lines: impl Iterator<Item = usize>,
        stop: impl Fn() -> bool,
    ) -> Option<usize> {
        let lines = lines.enumerate();
        let mut lines = lines.take_while(|(step, _)| step % 256 != 255 || !stop());
        let found = lines.find(|(_, line)| self.is(on, options, *line));
        found.map(|(_, line)| line)
    }

    fn is(&self, on: &Snapshot, options: &ReadOptions, number: usize) -> bool {
        let line = || on.line(number);
        match self {
            Self::Text(pattern) => pattern.is_in(&line()),
            Self::Problem(Some(survey)) => {
                let only = number..number + 1;
                survey.stop(only, Direction::Forward).is_some()
            }
            Self::Problem(None) => {
                let line = line();
                let record = Record::read(&line, options);
                let is_problem = |found: &Diagnostic| found.severity >= Severity::Warning;
                record.kind() == LineKind::Record && record.diagnostics().iter().any(is_problem)
            }
            Self::Id(id) => {
                let line = line();
                // Most lines don't contain the id at all: parsing them would be waste.
                memchr::memmem::find(&line, id).is_some() && {
                    let record = Record::read(&line, options);
                    record.operation("id").is_some_and(|operation| {
                        record.operands_text(operation).as_bytes() == id.as_slice()
                    })
                }
            }
        }
    }
}

/// Identifies a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskId {
    /// Increases with each job, so that an outdated result can be recognised.
    pub ticket: u64,
    pub document: DocumentId,
    pub slot: Slot,
}

/// The purpose of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The next line that a key jumps to.
    #[default]
    Find,
    Scan,
    /// The leaf nodes of the position.
    Perft,
    /// A step of a save: records made canonical, a preview of that, the writing.
    Save,
    /// The edits of a journal, or the removal of the leftovers of an interrupted save.
    Recover,
    Reload,
    Filter,
    /// The count of records that match a query being typed.
    Count,
    /// The count of lines that match the search.
    Matches,
    Marks,
    /// A bulk edit for a preview.
    Preview,
    /// A bulk edit to apply.
    Reshape,
    Split,
    /// Positions read from a pasted text.
    Paste,
    /// Records prepared for the clipboard, or exported to a file.
    Copy,
    /// The filter's lines, the sorted list and the marks, followed through a large change.
    Follow,
    /// The records in another order.
    Sort,
    /// The list in another order.
    Order,
    /// The records in the analysis queue, followed through a large change.
    FollowQueue,
    /// The rows of the page on top.
    Report,
    /// The differences of two files, or of a file and its copy on disk.
    Differences,
    /// The merge of the changes on disk with those in the editor.
    Merge,
}

impl Slot {
    /// Returns whether it runs to its end and answers even when stopped: no file must be left half written.
    pub const fn always_answers(self) -> bool {
        matches!(self, Self::Save)
    }

    pub const fn reports(self) -> bool {
        !matches!(self, Self::Find | Self::Save | Self::Recover | Self::Reload)
    }

    pub(crate) const fn is_waited_for(self) -> bool {
        matches!(
            self,
            Self::Sort
                | Self::Order
                | Self::Marks
                | Self::Reshape
                | Self::Split
                | Self::Copy
                | Self::Paste
                | Self::Merge
        )
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Find | Self::Matches => "search",
            Self::Save => "saving",
            Self::Recover => "recovering",
            Self::Reload => "reloading",
            Self::Filter => "filter",
            Self::Marks => "marks",
            Self::Preview | Self::Reshape => "working",
            Self::Split => "splitting",
            Self::Copy => "copying",
            Self::Paste => "pasting",
            Self::Sort | Self::Order => "sorting",
            Self::Follow => "following",
            Self::FollowQueue => "queue",
            Self::Scan | Self::Perft | Self::Count | Self::Report => "counting",
            Self::Differences => "comparing",
            Self::Merge => "merging",
        }
    }
}

/// A running job, as its file records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub ticket: u64,
    pub slot: Slot,
    /// Lines found so far, for jobs that search lines.
    pub found: usize,
    pub progress: Progress,
}
