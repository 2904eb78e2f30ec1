//! The three-way merge of a file: as it was read, as edited here, and as another program wrote it to the
//! disk. Lines are matched by record, whatever their order.

mod lines;

use crate::epd::{CanonicalOptions, LineKind, Record};
use crate::suite::Suite;
use crate::suite::changes::Review;
use crate::suite::content::Content;
use crate::suite::edit::Stale;
use crate::suite::history::{Label, NewRevision, RevisionId};
use crate::suite::lines::text_of;
use crate::suite::open::OpenError;
use crate::suite::progress::Job;
use crate::suite::save::{FileState, SaveTarget};
use crate::suite::scan::JobError;
use crate::suite::snapshot::{SavedLines, Snapshot};
use crate::suite::tree::Tree;
use lines::{ended, tree_of};
use std::sync::Arc;

/// The number of new lines that are stored together.
const BLOCK: usize = 4096;

/// The side whose change is used if both sides changed a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Mine,
    Disk,
}

/// A conflict for which a side must be chosen. Lines are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeConflict {
    /// A line that both sides changed or removed, or whose new version is uncertain.
    Line {
        /// The line as it was read.
        base: usize,
        /// The line here; `None` if it was removed.
        mine: Option<usize>,
        /// The line on disk; `None` if it was removed.
        disk: Option<usize>,
    },
    /// Both sides reordered lines.
    Order,
}

/// The reason why the changes can't be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReconcileError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the file is no longer on disk · saving writes it again")]
    Gone,
    /// The text as read is lost: the file was read by position, and has been overwritten.
    #[error(
        "the text read before is lost, so changes can't be merged: {0} · save under another name"
    )]
    NoBase(String),
    /// The file on disk can't be read to its end.
    #[error("the file on disk can't be read: {0}")]
    Unreadable(String),
    /// The lines on disk end with another byte.
    #[error("the lines of the file on disk end in another way (CR alone)")]
    LineEnds,
    /// Cancelled, or too many lines.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// The origin of the merged version of a line that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Of(Side),
    /// The side chosen for the conflict with this index.
    Conflict(usize),
}

/// The merge of the three states, except for the conflicts.
#[derive(Clone, Debug)]
pub struct Reconciliation {
    /// The file as it was read.
    pub base: Snapshot,
    /// The state in this program.
    pub mine: Snapshot,
    pub disk: Snapshot,
    on_disk: FileState,
    /// For each line of this program, its origin among the lines as read.
    mine_of: Vec<Option<usize>>,
    /// For each line on disk, its origin among the lines as read.
    disk_of: Vec<Option<usize>>,
    mine_at: Vec<Option<usize>>,
    disk_at: Vec<Option<usize>>,
    fates: Vec<Fate>,
    /// The side whose order is used; `None` if both reordered lines.
    order: Option<Side>,
    pub meetings: Vec<MergeConflict>,
    pub on_disk_is: OnDisk,
}

/// The changes that another program made to a file, not counting edits of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnDisk {
    /// The number of lines changed, added or removed.
    pub changed: usize,
    pub is_reordered: bool,
    pub has_other_ends: bool,
    /// Whether the last line has gained or lost its end.
    pub has_other_last_end: bool,
    /// Whether the compression differs.
    pub is_packed_otherwise: bool,
}

impl OnDisk {
    /// Returns true if the lines are as they were read, so that a save overwrites only the other changes.
    pub fn has_the_lines_read(self) -> bool {
        self.changed == 0 && !self.is_reordered && !self.has_other_ends
    }
}

/// Reads the file on disk and merges its changes with those made here. Progress is in lines.
///
/// # Errors
/// See [`ReconcileError`].
pub fn reconcile(
    review: &Review,
    target: &SaveTarget,
    job: &Job,
) -> Result<Reconciliation, ReconcileError> {
    let mut disk = Suite::open(&target.path, &review.now.options_beside())?;
    disk.wait_until_loaded();
    if disk.on_disk == FileState::Missing {
        return Err(ReconcileError::Gone);
    }
    let is_packed_otherwise = disk.compression != target.compression;
    let (disk, on_disk) = (disk.snapshot(), disk.on_disk.clone());
    let mut made = Reconciliation::of(review, disk, on_disk, job)?;
    made.on_disk_is.is_packed_otherwise = is_packed_otherwise;
    // Checked last, because only reading shows whether the file is readable.
    if let Some(reason) = made.disk.trouble() {
        return Err(ReconcileError::Unreadable(reason));
    }
    match made.base.trouble() {
        Some(reason) => Err(ReconcileError::NoBase(reason)),
        None => Ok(made),
    }
}

impl Reconciliation {
    fn of(
        review: &Review,
        disk: Snapshot,
        on_disk: FileState,
        job: &Job,
    ) -> Result<Self, ReconcileError> {
        let (base, mine) = (review.held.clone(), review.now.clone());
        if base.line_end().terminator() != disk.line_end().terminator() {
            return Err(ReconcileError::LineEnds);
        }
        let mine_of = review.origins(job)?;
        let pairs = lines::pair_lines(&base, &disk, job)?;
        let (disk_of, uncertain) = (pairs.of, pairs.uncertain);
        let mut made = Self {
            mine_at: inverse(&mine_of, base.line_count()),
            disk_at: inverse(&disk_of, base.line_count()),
            on_disk_is: OnDisk {
                changed: disk_of.iter().filter(|line| line.is_none()).count(),
                has_other_last_end: base.endless != disk.endless,
                ..OnDisk::default()
            },
            base,
            mine,
            disk,
            on_disk,
            mine_of,
            disk_of,
            fates: Vec::new(),
            order: None,
            meetings: Vec::new(),
        };
        for base in 0..made.base.line_count() {
            let fate = made.fate(base, uncertain.contains(&base));
            made.fates.push(fate);
        }
        made.order = made.whose_order();
        made.on_disk_is.has_other_ends = made.ends_otherwise();
        if made.order.is_none() {
            made.meetings.push(MergeConflict::Order);
        }
        Ok(made)
    }

    fn fate(&mut self, base: usize, is_uncertain: bool) -> Fate {
        let (mine, disk) = (at(&self.mine_at, base), at(&self.disk_at, base));
        let text = |of: &Snapshot, line: Option<usize>| Some(text_of(&of.line(line?)).to_vec());
        let old = text(&self.base, Some(base));
        let (ours, theirs) = (text(&self.mine, mine), text(&self.disk, disk));
        self.on_disk_is.changed += usize::from(theirs != old);
        if ours == old || ours == theirs || self.is_same_record(ours.as_deref(), theirs.as_deref())
        {
            return Fate::Of(Side::Disk);
        }
        if theirs == old && !is_uncertain {
            return Fate::Of(Side::Mine);
        }
        self.meetings.push(MergeConflict::Line { base, mine, disk });
        Fate::Conflict(self.meetings.len() - 1)
    }

    /// Returns true if a line with unchanged text has another line end.
    fn ends_otherwise(&self) -> bool {
        self.disk_of.iter().enumerate().any(|(line, base)| {
            base.is_some_and(|base| {
                let (old, new) = (ended(&self.base, base), ended(&self.disk, line));
                text_of(&old) == text_of(&new) && old != new
            })
        })
    }

    /// Returns true if two records have equal canonical text.
    fn is_same_record(&self, ours: Option<&[u8]>, theirs: Option<&[u8]>) -> bool {
        let canonical = |text: Option<&[u8]>| {
            let record = Record::read(text?, self.base.read_options());
            let is_record = record.kind() == LineKind::Record;
            record
                .canonical(&CanonicalOptions::default())
                .filter(|_| is_record)
        };
        let ours = canonical(ours);
        ours.is_some() && ours == canonical(theirs)
    }

    /// Returns the side that reordered lines; the disk if neither did, and `None` if both did.
    fn whose_order(&mut self) -> Option<Side> {
        let is_in = |lines: &[Option<usize>], line| at(lines, line).is_some();
        let in_both = |line: &usize| is_in(&self.mine_at, *line) && is_in(&self.disk_at, *line);
        let order = |of: &[Option<usize>]| -> Vec<usize> {
            of.iter().flatten().copied().filter(in_both).collect()
        };
        let (ours, theirs) = (order(&self.mine_of), order(&self.disk_of));
        self.on_disk_is.is_reordered = !self.disk_of.iter().flatten().is_sorted();
        if ours.is_sorted() || ours == theirs {
            Some(Side::Disk)
        } else if theirs.is_sorted() {
            Some(Side::Mine)
        } else {
            None
        }
    }
}

/// The state of the file on disk, as known at a revision and those derived from it.
#[derive(Clone, Debug)]
pub(super) struct KnownDisk {
    from: RevisionId,
    on_disk: FileState,
    content: Option<Content>,
    saved_revision: Option<RevisionId>,
    saved: Arc<SavedLines>,
}

impl Suite {
    /// Merges the changes on disk with those made here, as one change that can be undone; a save then
    /// overwrites the current file. `chosen` has the side for each conflict, in order.
    ///
    /// # Errors
    /// [`Stale`] if the suite has been edited since; nothing is changed then.
    pub fn take_in(
        &mut self,
        made: &Reconciliation,
        chosen: &[Side],
        label: impl Into<Label>,
    ) -> Result<(), Stale> {
        if made.mine.revision() != self.revision() {
            return Err(Stale);
        }
        self.finish_group();
        let here = self.known_disk(RevisionId::default());
        if self.disks.is_empty() {
            self.disks.push(here);
        }
        let disk = made.disk_lines();
        let merged = tree_of(&made.merged(&disk, chosen));
        let disk = tree_of(&disk);
        let saved = Arc::new(SavedLines::of(&disk));
        let source_lines = self.source_lines;
        let revision = |tree: Tree, label: Label| NewRevision {
            tree,
            source_lines,
            label,
            line: 0,
            made: Default::default(),
        };
        // A separate branch of the undo history, for comparisons only: redo does not lead to it.
        let label_of_disk = "the file as another program wrote it".into();
        self.history.add(revision(disk, label_of_disk), false);
        let on_disk = self.history.current;
        self.history.undo();
        self.history.add(revision(merged, label.into()), false);
        self.disks.push(KnownDisk {
            from: self.history.current,
            on_disk: made.on_disk.clone(),
            content: made.disk.source.content(),
            saved_revision: Some(on_disk),
            saved,
        });
        self.show_current();
        self.follow_disk();
        Ok(())
    }

    fn known_disk(&self, from: RevisionId) -> KnownDisk {
        KnownDisk {
            from,
            on_disk: self.on_disk.clone(),
            content: self.on_disk_content,
            saved_revision: self.history.saved,
            saved: self.now.saved.clone(),
        }
    }

    /// Updates the expected state of the file after an undo or redo. Before the merge, the expected state
    /// differs from the file, so that a save has to ask.
    pub(super) fn follow_disk(&mut self) {
        let current = self.history.current;
        let mut known = self.disks.iter().rev();
        let known = known.find(|known| self.history.leads_to(known.from, current));
        if let Some(known) = known.cloned() {
            self.on_disk = known.on_disk;
            self.on_disk_content = known.content;
            self.now.saved = known.saved;
            if let Some(saved) = known.saved_revision {
                self.history.saved = Some(saved);
            }
        }
        self.edited = self.now.edited_count();
    }
}

fn at(lines: &[Option<usize>], line: usize) -> Option<usize> {
    lines.get(line).copied().flatten()
}

/// Returns the inverse: for each line as read, its line in the other state.
fn inverse(of: &[Option<usize>], lines: usize) -> Vec<Option<usize>> {
    let mut inverse = vec![None; lines];
    for (line, base) in of.iter().enumerate() {
        if let Some(slot) = base.and_then(|base| inverse.get_mut(base)) {
            *slot = Some(line);
        }
    }
    inverse
}

#[cfg(test)]
mod tests;
