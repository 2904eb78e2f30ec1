//! What work is for. Each slot holds one piece of work: a newer one takes its place.

use crate::editor::state::document::DocumentId;
use crate::suite::Progress;

/// Who asked for a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskId {
    /// Goes up with each: what nobody waits for any more is known by it.
    pub ticket: u64,
    /// The file that it is about.
    pub document: DocumentId,
    pub slot: Slot,
}

/// The purpose of a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The next line that a key goes to.
    #[default]
    Find,
    /// The scan of the whole file.
    Scan,
    /// Leaf nodes of the position.
    Perft,
    /// A step of a save: records made canonical, what that would change, the writing.
    Save,
    /// The edits of a journal, or the removal of what an interrupted save left.
    Recover,
    /// The file as it is on disk.
    Reload,
    /// The filter of the list.
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
    /// Files written.
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
    /// Returns whether there is one in the whole editor; each open file has its own of the others.
    pub const fn is_of_editor(self) -> bool {
        matches!(self, Self::Find | Self::Perft)
    }

    /// Returns whether it is always done to its end, and answers even when stopped: a file must not be left
    /// half written.
    pub const fn always_answers(self) -> bool {
        matches!(self, Self::Save)
    }

    /// Returns whether it makes way for whatever a person asks for.
    pub const fn steps_aside(self) -> bool {
        matches!(self, Self::Scan)
    }

    /// Returns whether it reports its progress.
    pub const fn reports(self) -> bool {
        !matches!(self, Self::Find | Self::Save | Self::Recover | Self::Reload)
    }

    /// Returns whether a person asked for it and waits.
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

    /// Returns the word for the work, for the header.
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
