//! What is remembered of an open file, on its way from and to the store.

use super::jobs::bulk::plan::Plan;
use super::remembered::FileMemory;
use crate::suite::field::Key;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    /// The memory of the file when it was opened, until it is made so again.
    pub memory: Option<FileMemory>,
    /// The memory that was sent to the store last.
    pub(crate) kept: FileMemory,
    /// The last query that the list was filtered by.
    pub(crate) query: Option<String>,
    /// The work that waits until enough of the file is read.
    pub(crate) waits: Waits,
}

/// The work that waits for more of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waits {
    /// The line to go to, and the line selected until then.
    pub(crate) line: Option<(usize, usize)>,
    /// The key to sort by.
    pub(crate) sort: Option<Key>,
    /// The change to work out.
    pub(crate) change: Option<WaitingChange>,
}

/// A change of many records, asked for while the file is still being read.
#[derive(Clone, Debug)]
pub(crate) struct WaitingChange {
    pub(crate) plan: Plan,
    /// Its preview is on screen; else it is made as soon as it is worked out.
    pub(crate) is_previewed: bool,
}
