//! The differences between two versions of a file or two files, and the page that lists them.

use crate::editor::state::document::DocumentId;
use crate::editor::widgets::ListState;
use crate::suite::save::{SaveTarget, TargetFile as OnDisk};
use crate::suite::{
    Changes, Comparison, DuplicateKey, Job, LineChange, Review, RevisionId, Snapshot, compare,
};
use std::borrow::Cow;
use std::sync::Arc;

/// The other side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparisonBase {
    /// The file as last read or saved.
    Saved,
    Disk,
    /// Another open file, and its name.
    File {
        id: DocumentId,
        name: String,
    },
}

/// The versions of a comparison: the revision, whether it is unsaved, and the revision of the other file.
pub(crate) type ComparedVersions = (RevisionId, bool, Option<RevisionId>);

#[derive(Clone, Debug)]
pub struct Differences {
    pub document: DocumentId,
    pub against: ComparisonBase,
    /// The key by which records of the two files are matched.
    pub by: DuplicateKey,
    /// The latest result; shown until a new comparison is done.
    pub found: Option<Arc<FileComparison>>,
    pub list: ListState,
    /// Whether the records that both files have are listed after the differences.
    pub shows_identical: bool,
    pub(crate) made: ComparedVersions,
}

impl Differences {
    /// Returns the list and the number of its rows; `None` without a result, so that the cursor keeps its place.
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

    pub fn row(&self, index: usize) -> Option<LineChange> {
        let found = self.found.as_ref().filter(|_| index < self.count())?;
        found.row(index)
    }

    /// Returns the difference, or the record in both files, under the cursor.
    pub fn chosen(&self) -> Option<LineChange> {
        self.row(self.list.cursor)
    }
}

/// A comparison of a file with its last read or saved version, or of two files.
#[derive(Clone, Debug)]
pub struct FileComparison {
    /// The two versions, and the lines that differ between them.
    pub changes: Changes,
    pub comparison: Comparison,
    /// Whether another program changed the file since it was read or saved.
    pub is_changed_on_disk: bool,
}

impl FileComparison {
    /// Compares a file with its last read or saved version, and checks whether another program changed it. May
    /// take a while; fails if it is cancelled or lines can't be read any more.
    pub(crate) fn saved(
        review: &Review,
        target: Option<&SaveTarget>,
        job: &Job,
    ) -> Result<Self, String> {
        // A different time stamp alone is not a change: the content decides.
        let is_changed = |target: &SaveTarget| !matches!(target.look(), Ok(OnDisk::AsExpected(_)));
        Ok(Self {
            changes: review.find(job).map_err(|error| error.to_string())?,
            comparison: Comparison::default(),
            is_changed_on_disk: target.is_some_and(is_changed),
        })
    }

    pub(crate) fn files(
        now: &Snapshot,
        held: Snapshot,
        by: &DuplicateKey,
        job: &Job,
    ) -> Result<Self, String> {
        let comparison = compare(now, &held, by, job).map_err(|error| error.to_string())?;
        let (list, now) = (Vec::new(), now.clone());
        Ok(Self {
            changes: Changes { list, now, held },
            comparison,
            is_changed_on_disk: false,
        })
    }

    pub fn len(&self) -> usize {
        let [here, there] = &self.comparison.only;
        let alone = here.len() + there.len();
        self.changes.list.len() + self.comparison.changed.len() + alone
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of records that both files have, which can be listed after the differences.
    pub fn identical(&self) -> usize {
        self.comparison.identical.len()
    }

    /// Returns a row of the page: the differences (for two files: changed records, those only in this file,
    /// those only in the other), then the records in both.
    pub fn row(&self, index: usize) -> Option<LineChange> {
        let (list, files) = (&self.changes.list, &self.comparison);
        let [only_here, only_there] = &files.only;
        if let Some(change) = list.get(index) {
            return Some(*change);
        }
        let index = index - list.len();
        if let Some(&(line, held)) = files.changed.get(index) {
            return Some(LineChange::Edited { line, held });
        }
        let index = index - files.changed.len();
        if let Some(line) = only_here.nth(index) {
            return Some(LineChange::New { line });
        }
        let index = index - only_here.len();
        if let Some(held) = only_there.nth(index) {
            let at = self.here().line_count();
            return Some(LineChange::Removed { held, at });
        }
        let &(line, held) = files.identical.get(index - only_there.len())?;
        Some(LineChange::Same {
            line: usize::try_from(line).ok()?,
            held: usize::try_from(held).ok()?,
        })
    }

    /// Returns the text of a row: that of the file shown, if it has the line.
    pub fn line(&self, row: LineChange) -> Cow<'_, [u8]> {
        match row.line() {
            Some(line) => self.here().line(line),
            None => self.there().line(row.held().unwrap_or_default()),
        }
    }

    /// Returns the version of the file shown.
    pub fn here(&self) -> &Snapshot {
        &self.changes.now
    }

    /// Returns the version that it is compared with.
    pub fn there(&self) -> &Snapshot {
        &self.changes.held
    }
}
