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

/// What a piece of work is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The next line that a key goes to.
    #[default]
    Find,
    /// What is in the whole file.
    Scan,
    /// Leaf nodes of the position.
    Perft,
    /// A step of a save: records made canonical, what that would change, the writing.
    Save,
    /// The edits of a journal, or the removal of what an interrupted save left.
    Recover,
    /// The file as it is on disk.
    Reload,
    /// What the list shows.
    Filter,
    /// How many records a question being typed has as answers.
    Count,
    /// How many lines the text searched for has.
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
    /// What the page on top lists.
    Report,
    /// What is not the same in two files, or is not saved.
    Differences,
    /// The changes on disk and those made here, brought together.
    Merge,
}

impl Slot {
    /// Whether there is one in the whole editor; of the others each open file has its own.
    pub const fn is_of_editor(self) -> bool {
        matches!(self, Self::Find | Self::Perft)
    }

    /// Whether it is always done to its end, and answers even where it was stopped: what is being
    /// written must not be left half.
    pub const fn always_answers(self) -> bool {
        matches!(self, Self::Save)
    }

    /// Whether it makes way for whatever a person asks for.
    pub const fn steps_aside(self) -> bool {
        matches!(self, Self::Scan)
    }

    /// Whether it says how far it is.
    pub const fn reports(self) -> bool {
        !matches!(self, Self::Find | Self::Save | Self::Recover | Self::Reload)
    }

    /// Whether a person asked for it and waits.
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

    /// What runs, for the header.
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
