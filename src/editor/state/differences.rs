//! What is not the same in two states of a file or in two files, and the page that lists it.

use crate::editor::state::document::DocumentId;
use crate::editor::widgets::ListState;
use crate::suite::save::{Found as OnDisk, SaveTarget};
use crate::suite::{
    Changes, Comparison, Job, LineChange, Review, RevisionId, Snapshot, Suite, compare,
};
use std::borrow::Cow;
use std::path::Path;
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

#[derive(Clone, Debug)]
pub struct Differences {
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

    pub fn count(&self) -> usize {
        let found = self.found.as_ref();
        found.map_or(0, |found| match self.shows_identical {
            true => found.len() + found.identical(),
            false => found.len(),
        })
    }

    pub fn row(&self, index: usize) -> Option<Row> {
        let found = self.found.as_ref().filter(|_| index < self.count())?;
        found.row(index)
    }

    /// Returns the difference, or the record in both files, under the cursor.
    pub fn chosen(&self) -> Option<Row> {
        self.row(self.list.cursor)
    }
}

/// A comparison of a file with what was read or saved last, or of two files.
#[derive(Clone, Debug)]
pub struct Found {
    /// The two states, and line by line what changed since the file was read or saved.
    pub changes: Changes,
    pub comparison: Comparison,
    /// Another program changed the file since it was read or saved.
    pub is_changed_on_disk: bool,
}

impl Found {
    /// Compares a file with what was read or saved last, and looks whether another program changed it. May take a
    /// while, as the others do, and fails where it is cancelled or lines can't be read any more.
    pub(crate) fn saved(
        review: &Review,
        target: Option<&SaveTarget>,
        job: &Job,
    ) -> Result<Self, String> {
        // Other times alone are no change: it is read where they are others.
        let is_changed = |target: &SaveTarget| !matches!(target.look(), Ok(OnDisk::AsExpected(_)));
        Ok(Self {
            changes: review.find(job).map_err(|error| error.to_string())?,
            comparison: Comparison::default(),
            is_changed_on_disk: target.is_some_and(is_changed),
        })
    }

    pub(crate) fn files(now: &Snapshot, held: Snapshot, job: &Job) -> Result<Self, String> {
        let comparison = compare(now, &held, job).map_err(|error| error.to_string())?;
        let (list, now) = (Vec::new(), now.clone());
        Ok(Self {
            changes: Changes { list, now, held },
            comparison,
            is_changed_on_disk: false,
        })
    }

    pub(crate) fn disk(here: &Snapshot, path: &Path, job: &Job) -> Result<Self, String> {
        let suite = Suite::open(path, &here.options_beside());
        let mut suite = suite.map_err(|error| error.to_string())?;
        suite.wait_until_loaded();
        Self::files(here, suite.snapshot(), job)
    }

    pub fn len(&self) -> usize {
        let [here, there] = &self.comparison.only;
        let alone = here.len() + there.len();
        self.changes.list.len() + self.comparison.changed.len() + alone
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many records are in both of two files, which can be listed behind the differences.
    pub fn identical(&self) -> usize {
        self.comparison.identical.len()
    }

    /// Returns a row of the page: the differences, of two files what changed, is only here, is only there; then the
    /// records that are in both.
    pub fn row(&self, index: usize) -> Option<Row> {
        let (list, files) = (&self.changes.list, &self.comparison);
        let [only_here, only_there] = &files.only;
        if let Some(change) = list.get(index) {
            return Some(Row::from(*change));
        }
        let index = index - list.len();
        if let Some(&(here, there)) = files.changed.get(index) {
            return Some(Row::Changed { here, there });
        }
        let index = index - files.changed.len();
        if let Some(here) = only_here.nth(index) {
            return Some(Row::OnlyHere { here });
        }
        let index = index - only_here.len();
        if let Some(there) = only_there.nth(index) {
            let at = self.here().line_count();
            return Some(Row::OnlyThere { there, at });
        }
        let &(here, there) = files.identical.get(index - only_there.len())?;
        Some(Row::Identical {
            here: usize::try_from(here).ok()?,
            there: usize::try_from(there).ok()?,
        })
    }

    /// Returns the text of a row: of the file shown, where it has the line.
    pub fn line(&self, row: Row) -> Cow<'_, [u8]> {
        match row.here() {
            Some(here) => self.here().line(here),
            None => self.there().line(row.there().unwrap_or_default()),
        }
    }

    /// Returns the state of the file shown.
    pub fn here(&self) -> &Snapshot {
        &self.changes.now
    }

    /// Returns the state that it is compared with.
    pub fn there(&self) -> &Snapshot {
        &self.changes.held
    }
}

/// A difference; lines are 0-based, *here* in the file shown, *there* in what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Changed {
        here: usize,
        there: usize,
    },
    OnlyHere {
        here: usize,
    },
    OnlyThere {
        there: usize,
        /// The line here before which it would stand.
        at: usize,
    },
    /// A record that is the same in both files: no difference, listed on demand.
    Identical {
        here: usize,
        there: usize,
    },
    /// A text that stands elsewhere among the others.
    Moved {
        here: usize,
        there: usize,
        /// The line here before which it would stand.
        at: usize,
    },
}

impl From<LineChange> for Row {
    fn from(change: LineChange) -> Self {
        match change {
            LineChange::Edited { line, held } => Self::Changed {
                here: line,
                there: held,
            },
            LineChange::New { line } => Self::OnlyHere { here: line },
            LineChange::Removed { held, at } => Self::OnlyThere { there: held, at },
            LineChange::Moved { line, held, at } => Self::Moved {
                here: line,
                there: held,
                at,
            },
        }
    }
}

impl Row {
    pub fn here(self) -> Option<usize> {
        match self {
            Self::OnlyThere { .. } => None,
            Self::Changed { here, .. }
            | Self::OnlyHere { here }
            | Self::Identical { here, .. }
            | Self::Moved { here, .. } => Some(here),
        }
    }

    pub fn there(self) -> Option<usize> {
        match self {
            Self::OnlyHere { .. } => None,
            Self::Changed { there, .. }
            | Self::OnlyThere { there, .. }
            | Self::Identical { there, .. }
            | Self::Moved { there, .. } => Some(there),
        }
    }
}
