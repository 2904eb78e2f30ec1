//! A save of all files that is on its way.

use crate::editor::state::document::DocumentId;

/// A save of all files with changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SavingAll {
    /// The file that was shown when it began.
    pub(crate) home: DocumentId,
    /// Whether the editor closes after it.
    pub(crate) quit: bool,
    /// Files saved so far.
    pub(crate) saved: usize,
}
