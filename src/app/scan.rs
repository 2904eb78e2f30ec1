//! Counting what is in the whole file, in the background.

use super::effect::Effect;
use super::model::Model;
use crate::epd::{CanonicalOptions, LineKind, ReadOptions, Record, Severity};
use crate::suite::{RevisionId, Snapshot};
use rustc_hash::FxHashMap;

/// What a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines looked at.
    pub lines: usize,
    /// Records among them.
    pub records: usize,
    /// Findings by severity.
    pub errors: usize,
    pub warnings: usize,
    pub hints: usize,
    /// Records kept as they stand because something in them blocks.
    pub kept: usize,
    /// Records that canonical writing would change.
    pub not_canonical: usize,
}

impl Counts {
    /// The counts of one line.
    pub fn of(line: &[u8], options: &ReadOptions) -> Self {
        let record = Record::read(line, options);
        let mut counts = Self {
            lines: 1,
            ..Self::default()
        };
        if record.kind() != LineKind::Record {
            return counts;
        }
        counts.records = 1;
        for found in record.diagnostics() {
            match found.severity {
                Severity::Error => counts.errors += 1,
                Severity::Warning => counts.warnings += 1,
                Severity::Hint => counts.hints += 1,
            }
        }
        match record.canonical(&CanonicalOptions::default()) {
            None => counts.kept = 1,
            Some(text) => counts.not_canonical = usize::from(text != line),
        }
        counts
    }

    /// With the counts of more lines.
    pub fn plus(self, more: Self) -> Self {
        self.change(more, |a, b| a + b)
    }

    /// Without the counts of lines that went.
    pub fn minus(self, gone: Self) -> Self {
        self.change(gone, usize::saturating_sub)
    }

    fn change(self, by: Self, f: impl Fn(usize, usize) -> usize) -> Self {
        Self {
            lines: f(self.lines, by.lines),
            records: f(self.records, by.records),
            errors: f(self.errors, by.errors),
            warnings: f(self.warnings, by.warnings),
            hints: f(self.hints, by.hints),
            kept: f(self.kept, by.kept),
            not_canonical: f(self.not_canonical, by.not_canonical),
        }
    }
}

/// A count of a whole snapshot.
#[derive(Clone, Debug)]
pub struct ScanJob {
    pub ticket: u64,
    pub snapshot: Snapshot,
    pub options: ReadOptions,
}

impl ScanJob {
    /// Counts lines `from..to` (clamped to the file): a piece of the work for one thread.
    pub fn count(&self, from: usize, to: usize, stop: impl Fn() -> bool) -> Counts {
        let mut counts = Counts::default();
        for line in from..to.min(self.snapshot.line_count()) {
            if line % 256 == 255 && stop() {
                break;
            }
            counts = counts.plus(Counts::of(&self.snapshot.line(line), &self.options));
        }
        counts
    }
}

/// What the editor knows of the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanState {
    /// The scan waited for.
    pub ticket: u64,
    /// Whether it is still running.
    pub running: bool,
    /// Counts so far, with the edits made since.
    pub counts: Counts,
    /// Lines that edits since the scan began brought, and took away.
    pub(super) brought: Counts,
    pub(super) taken: Counts,
    /// Counts of the lines that were edited since the last save.
    pub(super) edited: Counts,
    /// Counts of revisions that undo and redo may go to: the whole, and of the edited lines.
    known: FxHashMap<RevisionId, (Counts, Counts)>,
    /// Lines in all when the scan began.
    pub total: usize,
}

impl ScanState {
    /// Per cent of the lines counted, 0 to 100.
    pub fn percent(&self) -> usize {
        if !self.running || self.total == 0 {
            100
        } else {
            (self.counts.lines * 100 / self.total).min(99)
        }
    }
}

impl ScanState {
    /// Takes an edit into account: the counts of the lines before and after it, each with those of
    /// the edited lines among them.
    pub(super) fn edit(&mut self, gone: (Counts, Counts), come: (Counts, Counts)) {
        self.brought = self.brought.plus(come.0);
        self.taken = self.taken.plus(gone.0);
        self.edited = self.edited.plus(come.1).minus(gone.1);
        if !self.running {
            self.counts = self.counts.plus(come.0).minus(gone.0);
        }
    }

    /// Takes what a running scan has counted so far.
    pub(super) fn progress(&mut self, counted: Counts, over: bool) {
        self.running = !over;
        self.counts = if over {
            counted.plus(self.brought).minus(self.taken)
        } else {
            counted
        };
    }

    /// After a save no line is edited any more, and what was known of that is out of date.
    pub(super) fn nothing_is_edited(&mut self) {
        self.edited = Counts::default();
        self.known.clear();
    }

    /// Keeps the counts of the revision shown, for when undo or redo comes back to it.
    pub(super) fn remember(&mut self, revision: RevisionId) {
        if !self.running {
            self.known.insert(revision, (self.counts, self.edited));
        }
    }

    /// Takes the counts of a revision that undo or redo went to; `false` where they are not known.
    pub(super) fn recall(&mut self, revision: RevisionId) -> bool {
        if self.running {
            return false;
        }
        let Some(&(counts, edited)) = self.known.get(&revision) else {
            return false;
        };
        (self.counts, self.edited) = (counts, edited);
        true
    }

    /// Records that canonical writing would change though nobody edited them.
    pub fn untouched(&self) -> usize {
        self.counts
            .not_canonical
            .saturating_sub(self.edited.not_canonical)
    }
}

/// Begins to count the whole file again.
pub(super) fn start(model: &mut Model) -> Effect {
    let ticket = model.ticket();
    let document = &mut model.document;
    let snapshot = document.suite.snapshot();
    document.scan = ScanState {
        ticket,
        running: true,
        // What was known stays on screen until there is more.
        counts: document.scan.counts,
        edited: document.scan.edited,
        brought: Counts::default(),
        taken: Counts::default(),
        known: std::mem::take(&mut document.scan.known),
        total: snapshot.line_count(),
    };
    Effect::Scan(ScanJob {
        ticket,
        snapshot,
        options: document.read_options(),
    })
}
