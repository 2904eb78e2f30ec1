//! What is known of the journals of a file's unsaved edits.

use crate::suite::RevisionId;
use crate::suite::journal::{Journal, Typed};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A journal that was left behind.
#[derive(Clone, Debug)]
pub struct FoundJournal {
    pub journal: Arc<Journal>,
    /// How long ago it was written, where that is known.
    pub age: Option<Duration>,
    /// Which of the places of its file it stands in.
    pub place: usize,
}

/// What was journalled last: what changes in it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Journalled {
    pub(crate) revision: RevisionId,
    pub(crate) modified: bool,
    pub(crate) is_loading: bool,
    pub(crate) path: Option<PathBuf>,
    pub(crate) typed: Vec<Typed>,
}

impl Journalled {
    /// Whether there is anything to write.
    pub(crate) fn has_something(&self) -> bool {
        self.modified || !self.typed.is_empty()
    }
}

/// What is known of the journals of a file.
#[derive(Clone, Debug, Default)]
pub struct JournalState {
    /// How far the look for those that were left behind is.
    pub(crate) search: Search,
    /// What was found, until it is decided what becomes of it.
    pub(crate) found: Vec<FoundJournal>,
    /// Whether it was asked what becomes of them.
    pub(crate) asked: bool,
    /// What was journalled last.
    pub(crate) last: Option<Journalled>,
    /// Whether what is on disk changed since.
    pub(crate) outdated: bool,
}

/// How far the look for journals that were left behind is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Search {
    #[default]
    ToDo,
    Begun,
    Done,
    /// No journal at all: of what was recovered into a suite of its own.
    Off,
}

impl JournalState {
    /// No journal at all: of what was recovered into a suite of its own.
    pub(crate) fn off() -> Self {
        Self {
            search: Search::Off,
            ..Self::default()
        }
    }

    /// Whether there is none.
    pub fn is_off(&self) -> bool {
        self.search == Search::Off
    }

    /// What is on disk changed: a journal is written again.
    pub(crate) fn is_outdated(&mut self) {
        self.outdated = true;
    }
}
