//! The open file and what the editor remembers of it: where one is in it, what was searched, what
//! is known about its problems, how it is being saved.

use super::filter::{Asked, Filter};
use super::scan::ScanState;
use super::task::Running;
use crate::epd::ReadOptions;
use crate::suite::save::{SavePolicy, SaveTarget};
use crate::suite::{Pattern, RevisionId, Snapshot, Suite};
use std::fmt;

/// An open file.
pub struct Document {
    /// The file's lines.
    pub suite: Suite,
    /// The selected line, 0-based; 0 in an empty file.
    pub selected: usize,
    /// First row of the list on screen; see [`Self::line_at`].
    pub first: usize,
    /// What is searched for, and shown marked.
    pub search: Option<Pattern>,
    /// What the list is narrowed to.
    pub filter: Option<Filter>,
    /// The filter that is being run.
    pub(super) asked: Option<Asked>,
    /// Work on the whole file that runs.
    pub tasks: Vec<Running>,
    /// The state that filter and marks were last brought up to date with, and the line selected then.
    pub(super) settled: Option<(Snapshot, usize)>,
    pub scan: ScanState,
    /// The person's answer to the question which records a save makes canonical.
    pub policy: Option<SavePolicy>,
    /// Another program changed the file since it was read.
    pub changed_on_disk: bool,
    /// The save that is running.
    pub saving: Option<Saving>,
}

/// How far a save has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A question about it is open.
    Asking,
    /// Records are being made canonical.
    Making,
    /// It is being written.
    Writing,
}

/// A save on its way.
#[derive(Clone, Debug)]
pub struct Saving {
    /// The effect that is waited for.
    pub ticket: u64,
    /// The revision it works on.
    pub revision: RevisionId,
    pub policy: SavePolicy,
    pub target: SaveTarget,
    pub stage: Stage,
    /// Whether the editor closes after it.
    pub quit: bool,
    /// Records that were made canonical, and those kept as they stand.
    pub changed: usize,
    pub kept: usize,
}

impl Document {
    /// An open file, at its first line.
    pub fn new(suite: Suite) -> Self {
        Self {
            suite,
            selected: 0,
            first: 0,
            search: None,
            filter: None,
            asked: None,
            tasks: Vec::new(),
            settled: None,
            scan: ScanState::default(),
            policy: None,
            changed_on_disk: false,
            saving: None,
        }
    }

    /// How its records are read.
    pub fn read_options(&self) -> ReadOptions {
        *self.suite.read_options()
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("name", &self.suite.name())
            .field("lines", &self.suite.line_count())
            .field("selected", &self.selected)
            .finish_non_exhaustive()
    }
}
