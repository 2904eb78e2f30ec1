//! An open file with its state: cursor, search, problems, and saves.

use crate::editor::state::columns::Columns;
use crate::editor::state::columns::page::{Map, Page};
use crate::editor::state::jobs::Running;
use crate::editor::state::profile::Profile;
use crate::editor::state::queue::Queue;
use crate::editor::state::rows::{Filter, Marks, PendingFilter};
use crate::editor::state::scan::ScanState;
use crate::editor::state::sorted_view::SortedView;
use crate::editor::state::view::FileView;
use crate::editor::state::{JumpList, Recall, Saving, Search};
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, ReadOptions, Record, Rules};
use crate::suite::field::Key;
use crate::suite::journal::{Journal, PendingText};
use crate::suite::save::{ReplaceFallback, SavePolicy};
use crate::suite::{Job, LineChange, RevisionId, Snapshot, Suite};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Lines at the start of a file that are searched for the first record.
const HEAD: usize = 100;
/// Greatest number of lines of a file whose moved lines are counted, so that nobody waits.
const COUNTED: usize = 20_000;
/// Bytes of the longest line that is shown as fields and operations: twice what the standard requires of
/// readers, six times the longest record of real files. A longer one is shown and edited as text, because
/// every key parses the record again.
pub const LONGEST_SHOWN: usize = 8 << 10;

/// Identifies an open file for as long as the editor runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DocumentId(pub(crate) u64);

/// An open file, with all state that belongs to one file rather than the whole editor.
#[derive(Default)]
pub struct Document {
    pub id: DocumentId,
    /// Whether no file is open: this is the placeholder for one.
    pub is_place_holder: bool,
    /// Whether it is a suite without a file, the same at each start.
    pub is_built_in: bool,
    /// The kind of the file, if it has no EPD text at all; it is then read-only.
    pub not_epd: Option<&'static str>,
    /// Copies of its text left by interrupted saves.
    pub(crate) copies_left: Vec<PathBuf>,
    /// Whether they are still to be offered.
    pub(crate) offers_copies: bool,
    /// Whether the user was asked how much of a packed file to read.
    pub(crate) asked_to_unpack: bool,
    pub suite: Suite,
    /// The selected line, 0-based; 0 in an empty file.
    pub selected: usize,
    /// First row of the list on screen; see [`Self::line_at`].
    pub first: usize,
    pub search: Option<Search>,
    pub filter: Option<Filter>,
    pub(crate) marks: Marks,
    pub(crate) jump_list: JumpList,
    pub(crate) pending_filter: Option<PendingFilter>,
    /// Running jobs on the whole file.
    pub tasks: Vec<Running>,
    /// The snapshot that filter and marks were last updated to, and the line selected then.
    pub(crate) settled: Option<(Snapshot, usize)>,
    pub scan: ScanState,
    pub queue: Option<Box<Queue>>,
    pub columns: Columns,
    pub profile: Profile,
    pub page: Page,
    pub map: Map,
    pub sorted_view: Option<SortedView>,
    /// The key that the records were sorted by, and the revision after that.
    pub sorted: Option<(Key, RevisionId)>,
    /// The castling rules that the user chose for this file.
    pub(crate) rules: Option<Rules>,
    /// The user's choice of the records that a save makes canonical.
    pub policy: Option<SavePolicy>,
    /// The user's choice if the file can't simply be replaced.
    pub otherwise: ReplaceFallback,
    /// Whether a backup of the original content exists.
    pub is_backed_up: bool,
    /// Whether another program changed the file since it was read.
    pub changed_on_disk: bool,
    /// The name of the open file that was saved over it since it was read.
    pub saved_over: Option<String>,
    pub saving: Option<Saving>,
    pub journal: JournalState,
    pub recall: Recall,
    pub view: FileView,
}

impl Document {
    /// Replaces the suite after a reload and resets the counts that a save uses.
    pub(crate) fn read_again(&mut self, suite: Suite) {
        self.not_epd = suite.not_epd();
        self.suite = suite;
        self.scan = ScanState::default();
        self.is_as_on_disk();
    }

    /// Records that the file on disk is known, unchanged by other programs.
    pub(crate) fn is_as_on_disk(&mut self) {
        self.changed_on_disk = false;
        self.saved_over = None;
        self.journal.outdated = true;
    }

    pub fn new(suite: Suite) -> Self {
        Self {
            not_epd: suite.not_epd(),
            suite,
            ..Self::default()
        }
    }

    /// Returns its name, made safe for a terminal.
    pub fn name(&self) -> String {
        glyph::safe(self.suite.name().as_bytes())
    }

    pub fn place_holder() -> Self {
        Self {
            is_place_holder: true,
            journal: JournalState::off(),
            ..Self::default()
        }
    }

    pub(crate) fn place(&self) -> (usize, RevisionId) {
        (self.selected, self.suite.revision())
    }

    /// Selects the first record; comments at the start of the file stay visible above it.
    pub fn to_first_record(&mut self) {
        let options = self.read_options();
        let is_record = |line: &usize| {
            Record::read(&self.suite.line(*line), &options).kind() == LineKind::Record
        };
        let lines = self.suite.line_count().min(HEAD);
        self.selected = (0..lines).find(is_record).unwrap_or(0);
    }

    /// Returns the options for reading a record to show and edit, which happens at each key: a very long one
    /// is not parsed whole. Scans use [`Snapshot::read_options`].
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions {
            longest_whole: LONGEST_SHOWN,
            ..*self.suite.read_options()
        }
    }

    /// Returns the key that the list is sorted by, or that the file was just sorted by.
    pub fn sorted_by(&self) -> Option<&Key> {
        if let Some(view) = &self.sorted_view {
            return Some(&view.by);
        }
        let (by, at) = self.sorted.as_ref()?;
        (*at == self.suite.revision()).then_some(by)
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

/// A journal that an earlier session left.
#[derive(Clone, Debug)]
pub struct FoundJournal {
    pub journal: Arc<Journal>,
    pub age: Option<Duration>,
    /// Its number among the journals of its file.
    pub place: usize,
}

/// The state that was journalled last; the journal is written when it differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalledState {
    pub(crate) revision: RevisionId,
    pub(crate) modified: bool,
    pub(crate) is_loading: bool,
    pub(crate) path: Option<PathBuf>,
    pub(crate) typed: Vec<PendingText>,
}

impl JournalledState {
    pub(crate) fn has_something(&self) -> bool {
        self.modified || !self.typed.is_empty()
    }
}

/// The journals of a file, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct JournalState {
    pub(crate) search: JournalSearch,
    /// The journals found, until the user decides about them.
    pub(crate) found: Vec<FoundJournal>,
    pub(crate) asked: bool,
    pub(crate) last: Option<JournalledState>,
    /// Whether the file on disk changed since, so that the journal must be written again.
    pub(crate) outdated: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum JournalSearch {
    #[default]
    ToDo,
    Begun,
    Done,
    /// No journal at all: for a recovered suite of its own.
    Off,
}

impl JournalState {
    pub(crate) fn off() -> Self {
        Self {
            search: JournalSearch::Off,
            ..Self::default()
        }
    }
}

/// Returns the unsaved changes as `2 lines edited or added, 1 line removed`.
pub fn unsaved(suite: &Suite) -> String {
    let edited = suite.edited_count();
    let fewer = suite.fewer_lines();
    let lines = |number| thousands_of(number, "line", "lines");
    match (edited, fewer) {
        (0, 0) => {
            let is_short = suite.line_count() <= COUNTED;
            let review = suite.review().filter(|_| is_short);
            let changes = review.and_then(|review| review.find(&Job::default()).ok());
            let mut all = changes.map(|changes| changes.list).unwrap_or_default();
            all.retain(|change| matches!(change, LineChange::Moved { .. }));
            match all.len() {
                0 => "lines moved".to_owned(),
                number => format!("{} moved", lines(number)),
            }
        }
        (_, 0) => format!("{} edited or added", lines(edited)),
        (0, _) => format!("{} removed", lines(fewer)),
        _ => format!(
            "{} edited or added, {} removed",
            lines(edited),
            lines(fewer)
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::editor::state::document::*;
    use crate::suite::Grouping;

    #[test]
    fn unsaved_changes_are_counted() {
        let mut suite = Suite::from_bytes("a.epd", b"# one\n# two\n# three\n".to_vec());
        suite.delete_lines(0..1, "delete");
        assert_eq!(unsaved(&suite), "1 line removed");
        suite.replace_line(0, b"# 2", Grouping::Step, "edit");
        assert_eq!(unsaved(&suite), "1 line edited or added, 1 line removed");
        suite.undo();
        suite.undo();
        suite.replace_line(0, b"# 1", Grouping::Step, "edit");
        assert_eq!(unsaved(&suite), "1 line edited or added");
        suite.undo();
        suite.move_lines(0..1, 3, "move");
        assert_eq!(unsaved(&suite), "1 line moved");
    }
}
