//! A file of records: its bytes, lines and edits, all of which can be undone.
//!
//! A [`Suite`] is a table of lines over the bytes it was read from. The lines tile the file byte for byte,
//! each with its own line end; nothing here interprets them as chess. A [`Snapshot`] is one state of a
//! suite, cheap to clone, for work on other threads. Lines are counted from 0.
//!
//! ```
//! use epdit::suite::{Grouping, OpenOptions, Suite};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("a.epd");
//! # std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\r\n")?;
//! let mut suite = Suite::open(&path, &OpenOptions::default())?;
//! suite.wait_until_loaded();
//! assert_eq!(suite.line_count(), 1);
//! suite.replace_line(0, b"4k3/8/8/8/8/8/4P3/4K3 b - -", Grouping::Step, "edit");
//! assert_eq!(&*suite.line(0), b"4k3/8/8/8/8/8/4P3/4K3 b - -\r\n");
//! assert!(suite.undo().is_some() && !suite.is_modified());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archive;
pub mod arrange;
mod changes;
mod compare;
mod compress;
mod content;
mod duplicates;
pub mod edit;
pub mod external;
pub mod field;
mod frequency;
pub mod game;
mod history;
pub mod journal;
pub mod kind;
mod line_set;
mod lines;
mod open;
mod platform;
mod progress;
pub mod query;
mod reconcile;
pub mod records;
mod remap;
pub mod save;
pub mod scan;
mod search;
mod snapshot;
mod source;
pub mod statistics;
mod stored;
#[cfg(feature = "tablebases")]
pub mod tablebase;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod tree;
mod validate;
pub(crate) mod writing;

pub use archive::{is_folder, is_there, member_of, on_disk, whole_path};
pub use changes::{Changes, LineChange, Review};
pub use compare::{
    Comparison, Contradiction, NamedMoves, OperationDifference, Pairs, SuiteComparison, compare,
    contradictions, each_contradiction, operation_differences,
};
pub use compress::{Compression, Most, open_text, pack, unpack};
pub use content::{Content, ContentHasher};
pub use duplicates::{
    DuplicateChoice, DuplicateKey, Duplicates, HashedRecords, Members, find_duplicates,
    fingerprint, id_fingerprint,
};
pub use edit::{BulkChange, Rewrite, Stale, rewrite_lines};
pub use field::{prefix_of, worst};
pub use frequency::{
    Frequency, Order, Value, ValueSelection, frequency, lines_of_value, opcodes_around,
    private_opcodes,
};
pub use history::{Grouping, Label, RevisionId, Step};
pub use kind::is_suite_name;
pub use line_set::{LineSet, Part as LinePart};
pub use lines::{Chunks, Ending, LONGEST_LINE, LONGEST_STREAM, LineEnd, TOO_LONG, text_of};
pub use open::{
    FolderError, LoadHandle, OpenError, OpenOptions, SuiteFile, dialect_of, files_below, rules_of,
    suites_below,
};
pub use platform::{FileInfo, open_regular};
pub use progress::{Job, Progress, WorkDone};
pub use query::{Query, QueryError, query_lines};
pub use reconcile::{MergeConflict, OnDisk, ReconcileError, Reconciliation, Side, reconcile};
pub use remap::{Moves, RemappedLines, differing, moves, places_before, remap};
pub use save::{CompletedSave, FileState, SaveError, SavePolicy, SaveTarget};
pub use scan::JobError;
pub use search::{Case, Direction, FoundSoFar, Matches, Pattern, PatternError, search_all};
pub use snapshot::{LineState, Run, Runs, Snapshot};
pub use statistics::{Statistics, statistics};
pub use validate::{Counts, CountsSoFar, ValidateOptions, Validation, validate};

use crate::epd::ReadOptions;
use history::History;
use open::Loader;
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "editor")]
pub(crate) use crate::suite::platform::{
    LockAttempt, PRIVATE, explain, make_private, make_with, try_lock,
};

/// A file of records, open for editing.
pub struct Suite {
    name: String,
    path: Option<PathBuf>,
    /// Whether the castling rules were found by reading the whole file or set by the caller.
    rules_are_known: bool,
    /// The number of source lines in the current table.
    source_lines: usize,
    /// Stops reading when the suite is closed.
    _loader: Loader,
    history: History,
    /// The kind and line of the last edit; the next edit may join it as one step.
    group: Option<(Grouping, usize)>,
    /// The state of the file when it was last read or saved.
    on_disk: FileState,
    /// The content of the file at that time; `None` for the text as read, whose content the source has.
    on_disk_content: Option<Content>,
    /// The known states of the file by revision, if changes on disk were merged since the last save.
    disks: Vec<reconcile::KnownDisk>,
    compression: Compression,
    /// The current state; all reads use it.
    now: Snapshot,
    edited: usize,
}

impl fmt::Debug for Suite {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Suite")
            .field("name", &self.name)
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

/// Reads the current state.
impl Deref for Suite {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.now
    }
}

impl Suite {
    fn over(
        name: String,
        path: Option<PathBuf>,
        (source, loader): (Arc<source::Source>, Loader),
        options: &OpenOptions,
    ) -> Self {
        let history = History::new(tree::Tree::default(), 0);
        let compression = path.as_deref().map(Compression::of_name);
        let now = Snapshot {
            source,
            texts: Arc::default(),
            tree: tree::Tree::default(),
            saved: Arc::default(),
            work: Arc::default(),
            revision: history.current,
            options: ReadOptions {
                dialect: dialect_of(path.as_deref().unwrap_or(Path::new(&name))),
                longest_line: options.longest_line,
                ..ReadOptions::default()
            },
            complete: false,
            endless: false,
        };
        let mut suite = Self {
            name,
            path,
            rules_are_known: false,
            source_lines: 0,
            _loader: loader,
            history,
            group: None,
            on_disk: FileState::Missing,
            on_disk_content: None,
            disks: Vec::new(),
            compression: compression.unwrap_or_default(),
            now,
            edited: 0,
        };
        suite.refresh();
        suite.begin_with_rules(options.rules, options.background)
    }

    /// Returns the name of the file, or of a built-in suite.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path of the file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns true if the file existed when it was last read or saved.
    pub fn is_on_disk(&self) -> bool {
        matches!(self.on_disk, FileState::There(_))
    }

    /// Returns the number of edited or new lines, without going through them.
    pub fn edited_count(&self) -> usize {
        self.edited
    }

    /// Returns how many lines the saved file has more than the current state.
    pub fn fewer_lines(&self) -> usize {
        let saved = self.history.saved.and_then(|id| self.at_revision(id));
        saved.map_or(0, |saved| {
            saved.line_count().saturating_sub(self.line_count())
        })
    }

    /// Returns true if the text differs from the file as last read or saved.
    pub fn is_modified(&self) -> bool {
        !self.history.is_saved()
    }

    /// Returns the current state, to be read on any thread.
    pub fn snapshot(&self) -> Snapshot {
        self.now.clone()
    }

    /// Returns the target for a save to the suite's own file; `None` if it has no file.
    pub fn save_target(&self) -> Option<SaveTarget> {
        let path = self.path.clone()?;
        let held = match self.on_disk {
            FileState::Missing => None,
            FileState::There(_) => self.history.saved.and_then(|id| self.at_revision(id)),
        };
        let expected = Some(self.on_disk.clone());
        Some(SaveTarget {
            expected,
            compression: self.compression,
            held,
            content: self.content(),
            ..SaveTarget::new_file(path)
        })
    }

    /// Returns the content of the file as last read or saved; `None` while the file is being read.
    pub fn content(&self) -> Option<Content> {
        self.on_disk_content.or_else(|| self.now.source.content())
    }

    /// Records that the file has new times but unchanged text.
    pub fn is_touched(&mut self, now: FileState) {
        self.on_disk = now;
    }

    fn at_revision(&self, id: RevisionId) -> Option<Snapshot> {
        let tree = self.history.tree(id, self.source_lines)?;
        Some(Snapshot {
            tree,
            revision: id,
            ..self.now.clone()
        })
    }

    /// Records a save: the written file becomes the suite's own. Edits made after the snapshot was taken
    /// remain edits.
    pub fn mark_saved(&mut self, saved: CompletedSave) {
        if self.path.as_ref() != Some(&saved.path) {
            self.name = open::name_of(&saved.path);
            self.now.options.dialect = dialect_of(&saved.path);
            self.path = Some(saved.path);
        }
        self.on_disk = saved.file;
        self.on_disk_content = saved.content;
        self.disks.clear();
        self.compression = saved.compression;
        if self.history.holds(saved.revision) {
            self.finish_group();
            self.history.saved = Some(saved.revision);
        }
        if let Some(lines) = saved.held {
            self.now.saved = lines;
        }
        self.edited = self.now.edited_count();
    }

    /// Returns the work done since the suite was opened.
    pub fn work(&self) -> WorkDone {
        self.now.work.done()
    }

    fn tree(&self) -> &tree::Tree {
        &self.now.tree
    }

    /// Adds the lines read since the last call; returns true if there were any or reading has ended. Call
    /// it repeatedly while [`Self::loading`] returns `Some`.
    pub fn refresh(&mut self) -> bool {
        // Checked first: lines read after this check are added by the next call.
        let complete = self.now.source.loading().is_none();
        if complete == self.now.complete && self.now.source.line_count() == self.source_lines {
            return false;
        }
        self.now.complete = complete;
        self.source_lines = self.now.source.line_count();
        self.show_current();
        true
    }

    /// Sets the current state to the history's current revision.
    fn show_current(&mut self) {
        self.now.revision = self.history.current;
        if let Some(tree) = self.history.show(self.source_lines) {
            self.now.tree = tree;
        }
        let last = self.now.line_count().checked_sub(1);
        let last = last.map(|line| self.now.tree.place(line));
        let is_source_line = last
            == self
                .source_lines
                .checked_sub(1)
                .map(text::TextLocation::Source);
        self.now.endless = self.now.source.is_endless(is_source_line);
    }
}

#[cfg(test)]
mod tests;
