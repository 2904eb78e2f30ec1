//! The page of differences: between a file as it is here and as it was saved, or two open files.

use crate::editor::state::document::DocumentId;
use crate::editor::state::jobs::differ::{Found, Row};
use crate::editor::widgets::ListState;
use crate::suite::RevisionId;
use std::sync::Arc;

/// The other side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The file as it was read or saved last.
    Saved,
    /// The file as it is on disk now.
    Disk,
    /// Another open file, and its name.
    File { id: DocumentId, name: String },
}

/// The versions of a comparison: the revision, whether that is unsaved, and the revision of the other file.
pub(crate) type Made = (RevisionId, bool, Option<RevisionId>);

/// The state of the page.
#[derive(Clone, Debug)]
pub struct Differences {
    /// The file shown.
    pub document: DocumentId,
    pub against: Against,
    /// The result found last; it stays while the comparison is made again.
    pub found: Option<Arc<Found>>,
    pub list: ListState,
    /// Whether the records that both files have are listed behind the differences.
    pub shows_identical: bool,
    pub(crate) made: Made,
}

impl Differences {
    /// Returns the list, and how many rows it has. While it is compared again the cursor keeps its place.
    pub(crate) fn rows(&mut self) -> Option<(&mut ListState, usize)> {
        let count = self.count();
        self.found.is_some().then_some((&mut self.list, count))
    }

    /// Returns how many rows there are.
    pub fn count(&self) -> usize {
        let found = self.found.as_ref();
        found.map_or(0, |found| match self.shows_identical {
            true => found.len() + found.identical(),
            false => found.len(),
        })
    }

    /// Returns what is in a row.
    pub fn row(&self, index: usize) -> Option<Row> {
        let found = self.found.as_ref().filter(|_| index < self.count())?;
        found.row(index)
    }

    /// Returns the difference, or the record in both files, under the cursor.
    pub fn chosen(&self) -> Option<Row> {
        self.row(self.list.cursor)
    }
}
