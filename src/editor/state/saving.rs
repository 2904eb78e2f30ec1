//! A save of a file that is on its way, and what comes after it.

use crate::editor::state::document::DocumentId;
use crate::suite::save::SaveTarget;

/// A save on its way.
#[derive(Clone, Debug)]
pub struct Saving {
    /// The step on another thread that is waited for; `None` while a question about it is open.
    pub(crate) ticket: Option<u64>,
    pub(crate) target: SaveTarget,
    /// The open file that another one is saved over.
    pub(crate) over: Option<DocumentId>,
    pub(crate) then: Then,
    /// Records that were made canonical, and those that could not be.
    pub(crate) changed: usize,
    pub(crate) kept: usize,
}

/// The action after a save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    #[default]
    Stay,
    /// The file is closed.
    Close,
    /// The other files with changes are saved, too.
    All(SavingAll),
    /// The editor closes.
    Quit,
    /// The editor closes, and what is lost of engines' work was told.
    QuitTold,
}

/// A save of all files with changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavingAll {
    /// The file that was shown when it began.
    pub(crate) home: DocumentId,
    /// Whether the editor closes after it.
    pub(crate) quit: bool,
    /// Files saved so far.
    pub(crate) saved: usize,
}
