//! What work on other threads is for, and one that is begun at once: a look for a line. How a piece of work is
//! started and answered is [`crate::editor::jobs`]'.

pub mod bulk;

use crate::editor::state::document::DocumentId;
use crate::editor::state::scan::Survey;
use crate::epd::{Diagnostic, LineKind, ReadOptions, Record, Severity};
use crate::suite::{Direction, Pattern, Progress, Snapshot};

/// Lines looked at before the key's answer is left to another thread.
pub(crate) const AT_ONCE: usize = 200;

/// The subject of a search.
#[derive(Clone, Debug)]
pub enum FindTarget {
    Text(Pattern),
    /// A record with an error or a warning; where the scan knows them, also one with an id that others have.
    Problem(Option<Survey>),
    Id(Vec<u8>),
}

/// Returns all row numbers from one on, wrapping at the end.
pub fn rows_from(from: usize, count: usize, direction: Direction) -> impl Iterator<Item = usize> {
    (0..count).map(move |step| match direction {
        Direction::Forward => (from + step) % count,
        Direction::Backward => (from + count - step) % count,
    })
}

impl FindTarget {
    /// Returns the first of some lines that is wanted, asking `stop` now and then whether nobody waits any more.
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
                // Most lines don't hold the text at all: reading them would be waste.
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

/// Who asked for a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskId {
    /// Goes up with each: what nobody waits for any more is known by it.
    pub ticket: u64,
    pub document: DocumentId,
    pub slot: Slot,
}

/// The purpose of a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The next line that a key goes to.
    #[default]
    Find,
    Scan,
    /// Leaf nodes of the position.
    Perft,
    /// A step of a save: records made canonical, what that would change, the writing.
    Save,
    /// The edits of a journal, or the removal of what an interrupted save left.
    Recover,
    /// The file as it is on disk.
    Reload,
    Filter,
    /// The count of records that match a query being typed.
    Count,
    /// The count of lines with the text searched for.
    Matches,
    /// Marks that a question chooses.
    Marks,
    /// A change that is to be looked at.
    Preview,
    /// A change that is to be made.
    Reshape,
    Split,
    /// Positions read out of a pasted text.
    Paste,
    /// Records made ready for the clipboard, or written into a file of another form.
    Copy,
    /// The filter's lines, the sorted list and the marks, followed through a large change.
    Follow,
    /// The records in another order.
    Sort,
    /// The list in another order.
    Order,
    /// The records that engines work through, followed through a large change.
    FollowQueue,
    /// The rows of the page on top.
    Report,
    /// The differences of two files, or of a file and its copy on disk.
    Differences,
    /// The changes on disk and those made here, brought together.
    Merge,
}

impl Slot {
    /// Returns whether it is done to its end and answers even when stopped: no file must be left half written.
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

/// A piece of work on its way, as its file knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub ticket: u64,
    pub slot: Slot,
    /// Lines found so far, of those that look for lines.
    pub found: usize,
    pub progress: Progress,
}
