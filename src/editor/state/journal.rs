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
    /// Its age, where that is known.
    pub age: Option<Duration>,
    /// Its number among the places of its file.
    pub place: usize,
}

/// The state that was journalled last: what changes in it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Journalled {
    pub(crate) revision: RevisionId,
    pub(crate) modified: bool,
    pub(crate) is_loading: bool,
    pub(crate) path: Option<PathBuf>,
    pub(crate) typed: Vec<Typed>,
}

impl Journalled {
    /// Returns whether there is anything to write.
    pub(crate) fn has_something(&self) -> bool {
        self.modified || !self.typed.is_empty()
    }
}

/// The journals of a file, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct JournalState {
    /// The progress of the look for those that were left behind.
    pub(crate) search: Search,
    /// The journals found, until it is decided what becomes of them.
    pub(crate) found: Vec<FoundJournal>,
    /// Whether it was asked what becomes of them.
    pub(crate) asked: bool,
    /// The state that was journalled last.
    pub(crate) last: Option<Journalled>,
    /// Whether what is on disk changed since: then the journal is written again.
    pub(crate) outdated: bool,
}

/// The progress of the look for journals that were left behind.
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

    /// Returns whether there is none.
    pub fn is_off(&self) -> bool {
        self.search == Search::Off
    }
}
