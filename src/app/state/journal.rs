//! What is known of the journal of a file's unsaved edits.

use crate::suite::RevisionId;
use crate::suite::journal::Journal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A journal that was left behind.
#[derive(Clone, Debug)]
pub struct FoundJournal {
    pub journal: Arc<Journal>,
    /// How long ago it was written, where that is known.
    pub age: Option<Duration>,
}

/// What is known of the journal of a file.
#[derive(Clone, Debug, Default)]
pub struct JournalState {
    /// Whether it was looked for.
    pub(crate) looked: bool,
    /// What was found, until it is decided what becomes of it.
    pub(crate) found: Option<FoundJournal>,
    /// Whether the question about it is on the screen.
    pub(crate) asked: bool,
    /// What was journalled last: the revision, whether it was modified, and the path.
    pub(crate) last: Option<(RevisionId, bool, Option<PathBuf>)>,
    /// Whether what is on disk changed since.
    pub(crate) outdated: bool,
    /// Whether there is none of this file, and none was to be found.
    pub(crate) off: bool,
}

impl JournalState {
    /// No journal at all: of what was recovered into a suite of its own.
    pub(crate) fn off() -> Self {
        Self {
            off: true,
            ..Self::default()
        }
    }

    /// What is on disk changed: a journal is written again.
    pub(crate) fn is_outdated(&mut self) {
        self.outdated = true;
    }
}
