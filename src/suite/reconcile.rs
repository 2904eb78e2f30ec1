//! Three states of a file: as it was read, as it is here, and as another program left it on disk;
//! and what has both changes. Lines are matched by record, whatever their order.

mod pair;

use std::collections::HashMap;

use super::Suite;
use super::bulk::Stale;
use super::changes::Review;
use super::content::Content;
use super::history::{Label, NewRevision, RevisionId};
use super::line_end::text_of;
use super::open::OpenError;
use super::progress::Job;
use super::save::{FileState, SaveTarget};
use super::saved::SavedLines;
use super::scan::JobError;
use super::snapshot::Snapshot;
use super::text::{Draft, LineRef, Place};
use super::tree::{ORDER, Piece, Tree};
use pair::Pairs;
use std::sync::Arc;

/// Lines of one block of texts.
const BLOCK: usize = 4096;

/// Whose change is taken where both sides changed the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The change made here.
    Mine,
    /// The one on disk.
    Disk,
}

/// Where the changes meet: it has to be said whose is taken. Lines are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// A line that both sides changed or removed, or of which it is not certain which one it became.
    Line {
        /// The line as it was read.
        base: usize,
        /// The line here; `None` where it was removed.
        mine: Option<usize>,
        /// The line on disk; `None` where it was removed.
        disk: Option<usize>,
    },
    /// Both sides put lines in another order.
    Order,
}

/// Why the changes can't be brought together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReconcileError {
    /// The file on disk can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It is not there any more.
    #[error("the file is no longer on disk · saving writes it again")]
    Gone,
    /// What was read first is gone: it was read by position, and written over.
    #[error("what was read before can't be compared any more: {0} · save under another name")]
    NoBase(String),
    /// The file on disk can't be read to its end.
    #[error("the file on disk can't be read: {0}")]
    Unreadable(String),
    /// Its lines end in another byte.
    #[error("the lines of the file on disk end in another way (CR alone)")]
    LineEnds,
    /// Cancelled, or too many lines.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// What becomes of a line as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Of(Side),
    /// What is chosen of this meeting.
    Meets(usize),
}

/// The three states brought together, but for where they meet.
#[derive(Clone, Debug)]
pub struct Reconciliation {
    base: Snapshot,
    mine: Snapshot,
    disk: Snapshot,
    on_disk: FileState,
    /// The line as it was read that a line here was.
    mine_of: Vec<Option<usize>>,
    /// The same of a line on disk.
    disk_of: Vec<Option<usize>>,
    mine_at: Vec<Option<usize>>,
    disk_at: Vec<Option<usize>>,
    fates: Vec<Fate>,
    /// Whose order is taken, where that is clear.
    order: Option<Side>,
    meetings: Vec<Meeting>,
    changed_on_disk: usize,
}

/// Reads the file on disk and brings its changes together with those made here. Progress is in lines.
///
/// # Errors
/// See [`ReconcileError`].
pub fn reconcile(
    review: &Review,
    target: &SaveTarget,
    job: &Job,
) -> Result<Reconciliation, ReconcileError> {
    let mut disk = Suite::open(&target.path, &review.now().options_beside())?;
    disk.wait_until_loaded();
    if disk.on_disk == FileState::Missing {
        return Err(ReconcileError::Gone);
    }
    let (disk, on_disk) = (disk.snapshot(), disk.on_disk.clone());
    let made = Reconciliation::of(review, disk, on_disk, job)?;
    // Looked at last: reading tells whether it could be read.
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
        let (base, mine) = (review.held().clone(), review.now().clone());
        if base.line_end().terminator() != disk.line_end().terminator() {
            return Err(ReconcileError::LineEnds);
        }
        let mine_of = review.origins(job)?;
        let Pairs {
            of: disk_of,
            uncertain,
        } = pair::pair(&base, &disk, job)?;
        let mut made = Self {
            mine_at: turned(&mine_of, base.line_count()),
            disk_at: turned(&disk_of, base.line_count()),
            changed_on_disk: disk_of.iter().filter(|line| line.is_none()).count(),
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
        if made.order.is_none() {
            made.meetings.push(Meeting::Order);
        }
        Ok(made)
    }

    fn fate(&mut self, base: usize, is_uncertain: bool) -> Fate {
        let (mine, disk) = (at(&self.mine_at, base), at(&self.disk_at, base));
        let old = self.base.line(base);
        let ours = mine.map(|line| self.mine.line(line));
        let theirs = disk.map(|line| self.disk.line(line));
        let text = |line: &Option<std::borrow::Cow<'_, [u8]>>| {
            line.as_ref().map(|line| text_of(line).to_vec())
        };
        let (old, ours, theirs) = (Some(text_of(&old).to_vec()), text(&ours), text(&theirs));
        self.changed_on_disk += usize::from(theirs != old);
        if ours == old || ours == theirs {
            return Fate::Of(Side::Disk);
        }
        if theirs == old && !is_uncertain {
            return Fate::Of(Side::Mine);
        }
        self.meetings.push(Meeting::Line { base, mine, disk });
        Fate::Meets(self.meetings.len() - 1)
    }

    /// The side that has lines in another order; the one on disk where none has.
    fn whose_order(&self) -> Option<Side> {
        let in_both =
            |line: &usize| at(&self.mine_at, *line).is_some() && at(&self.disk_at, *line).is_some();
        let order = |of: &[Option<usize>]| -> Vec<usize> {
            of.iter().flatten().copied().filter(in_both).collect()
        };
        let (ours, theirs) = (order(&self.mine_of), order(&self.disk_of));
        if ours.is_sorted() || ours == theirs {
            Some(Side::Disk)
        } else if theirs.is_sorted() {
            Some(Side::Mine)
        } else {
            None
        }
    }

    /// Where the changes meet.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Lines that are other ones on disk than they were read, new there or gone.
    pub fn changed_on_disk(&self) -> usize {
        self.changed_on_disk
    }

    /// The file as it was read.
    pub fn base(&self) -> &Snapshot {
        &self.base
    }

    /// The state here.
    pub fn mine(&self) -> &Snapshot {
        &self.mine
    }

    /// The file on disk.
    pub fn disk(&self) -> &Snapshot {
        &self.disk
    }

    /// The lines of the file on disk: the file's own where they are as they were read, else new texts.
    fn disk_lines(&self) -> Vec<LineRef> {
        let mut lines = Vec::with_capacity(self.disk_of.len());
        let mut new = Vec::new();
        let mut draft = Draft::default();
        let keep = |draft: &mut Draft, new: &mut Vec<LineRef>| {
            let count = draft.len();
            let first = self.mine.texts.keep(std::mem::take(draft));
            new.extend((first..first + count).filter_map(LineRef::text));
        };
        for (line, base) in self.disk_of.iter().enumerate() {
            let bytes = ended(&self.disk, line);
            match base {
                Some(base) if ended(&self.base, *base) == bytes => {
                    lines.push(Some(refer(self.base.tree.place(*base))));
                }
                _ => {
                    let origin =
                        base.map_or(LineRef::NONE, |base| refer(self.base.tree.place(base)));
                    draft.push(&bytes, origin);
                    lines.push(None);
                }
            }
            if draft.len() >= BLOCK {
                keep(&mut draft, &mut new);
            }
        }
        keep(&mut draft, &mut new);
        let mut new = new.into_iter();
        lines
            .into_iter()
            .map(|line| line.or_else(|| new.next()).unwrap_or(LineRef::NONE))
            .collect()
    }

    /// All lines with both changes: those of the side whose order is taken, and after each what only
    /// the other side has there.
    fn merged(&self, disk: &[LineRef], chosen: &[Side]) -> Vec<LineRef> {
        let choice = |nth: usize| chosen.get(nth).copied().unwrap_or(Side::Mine);
        let side_of = |base: usize| match self.fates.get(base) {
            Some(Fate::Meets(nth)) => choice(*nth),
            Some(Fate::Of(side)) => *side,
            None => Side::Mine,
        };
        let line_of = |side: Side, line: usize| match side {
            Side::Mine => refer(self.mine.tree.place(line)),
            Side::Disk => disk.get(line).copied().unwrap_or(LineRef::NONE),
        };
        let kept = |base: usize| match side_of(base) {
            Side::Mine => at(&self.mine_at, base).map(|line| line_of(Side::Mine, line)),
            Side::Disk => at(&self.disk_at, base).map(|line| line_of(Side::Disk, line)),
        };
        let order = self.order.unwrap_or_else(|| {
            let nth = self.meetings.iter().position(|met| *met == Meeting::Order);
            choice(nth.unwrap_or(usize::MAX))
        });
        let (frame, frame_at, other_of, other) = match order {
            Side::Disk => (&self.disk_of, &self.disk_at, &self.mine_of, Side::Mine),
            Side::Mine => (&self.mine_of, &self.mine_at, &self.disk_of, Side::Disk),
        };
        // What both sides put after the same line is there once.
        let (ours, theirs) = (&self.mine, &self.disk);
        let bytes = |side: Side, line: usize| match side {
            Side::Mine => text_of(&ours.line(line)).to_vec(),
            Side::Disk => text_of(&theirs.line(line)).to_vec(),
        };
        let mut in_frame: HashMap<(Option<usize>, Vec<u8>), usize> = HashMap::new();
        let mut after = None;
        for (line, base) in frame.iter().enumerate() {
            match base {
                Some(base) => after = Some(*base),
                None => *in_frame.entry((after, bytes(order, line))).or_default() += 1,
            }
        }
        let mut added: HashMap<Option<usize>, Vec<LineRef>> = HashMap::new();
        let mut after = None;
        for (line, base) in other_of.iter().enumerate() {
            match base {
                Some(base) if at(frame_at, *base).is_some() => after = Some(*base),
                Some(base) => added.entry(after).or_default().extend(kept(*base)),
                None => {
                    let same = in_frame.get_mut(&(after, bytes(other, line)));
                    match same.filter(|count| **count > 0) {
                        Some(count) => *count -= 1,
                        None => added.entry(after).or_default().push(line_of(other, line)),
                    }
                }
            }
        }
        let mut lines = added.remove(&None).unwrap_or_default();
        for (line, base) in frame.iter().enumerate() {
            match base {
                Some(base) => {
                    lines.extend(kept(*base));
                    lines.extend(added.remove(&Some(*base)).unwrap_or_default());
                }
                None => lines.push(line_of(order, line)),
            }
        }
        lines
    }
}

/// What the file on disk is known to be, from a revision on.
#[derive(Clone, Debug)]
pub(super) struct KnownDisk {
    from: RevisionId,
    on_disk: FileState,
    content: Option<Content>,
    saved_revision: Option<RevisionId>,
    saved: Arc<SavedLines>,
}

impl Suite {
    /// Puts the changes on disk and those made here together, as one change that undo takes back; a
    /// save then writes over the file as it is on disk now. `chosen` says whose change is taken where
    /// they meet, in the order of the meetings.
    ///
    /// # Errors
    /// [`Stale`], where the suite has been edited since; nothing is changed then.
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
        // A state beside the way of undo: what is compared with, and what redo does not lead to.
        let label_of_disk = "the file as another program wrote it".into();
        self.history.add(revision(disk, label_of_disk), false);
        let on_disk = self.history.current();
        self.history.undo();
        self.history.add(revision(merged, label.into()), false);
        self.disks.push(KnownDisk {
            from: self.history.current(),
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
            saved_revision: self.history.saved(),
            saved: self.saved.clone(),
        }
    }

    /// After a step: before the changes on disk were taken in, the file is another than expected, and
    /// a save has to ask.
    pub(super) fn follow_disk(&mut self) {
        let current = self.history.current();
        let mut known = self.disks.iter().rev();
        let known = known.find(|known| self.history.leads_to(known.from, current));
        if let Some(known) = known.cloned() {
            self.on_disk = known.on_disk;
            self.on_disk_content = known.content;
            self.saved = known.saved.clone();
            self.now.saved = known.saved;
            if let Some(saved) = known.saved_revision {
                self.history.set_saved(saved);
            }
        }
        self.edited = self.now.edited_count();
    }
}

fn at(lines: &[Option<usize>], line: usize) -> Option<usize> {
    lines.get(line).copied().flatten()
}

/// Where each line as it was read is now.
fn turned(of: &[Option<usize>], lines: usize) -> Vec<Option<usize>> {
    let mut turned = vec![None; lines];
    for (line, base) in of.iter().enumerate() {
        if let Some(slot) = base.and_then(|base| turned.get_mut(base)) {
            *slot = Some(line);
        }
    }
    turned
}

fn refer(place: Place) -> LineRef {
    let line = match place {
        Place::Source(line) => LineRef::source(line),
        Place::Text(id) => LineRef::text(id),
        Place::Nowhere => None,
    };
    line.unwrap_or(LineRef::NONE)
}

/// A line with an end, whatever the last line of its file has.
fn ended(snapshot: &Snapshot, line: usize) -> Vec<u8> {
    let mut bytes = snapshot.line(line).into_owned();
    let end = snapshot.line_end();
    if bytes.last() != Some(&end.terminator()) {
        bytes.extend_from_slice(end.bytes());
    }
    bytes
}

/// Lines in this order; those that follow one another where they come from stay together.
fn tree_of(lines: &[LineRef]) -> Tree {
    let mut pieces = Vec::new();
    let follows = |a: &LineRef, b: &LineRef| match (a.place(), b.place()) {
        (Place::Source(a), Place::Source(b)) | (Place::Text(a), Place::Text(b)) => a + 1 == b,
        _ => false,
    };
    let mut apart: Vec<LineRef> = Vec::new();
    let flush = |apart: &mut Vec<LineRef>, pieces: &mut Vec<Piece>| {
        for part in std::mem::take(apart).chunks(ORDER) {
            pieces.push(Piece::order(Arc::from(part)));
        }
    };
    for run in lines.chunk_by(follows) {
        let [first, _, ..] = run else {
            apart.extend(run);
            continue;
        };
        flush(&mut apart, &mut pieces);
        pieces.push(match first.place() {
            Place::Source(first) => Piece::source(first..first + run.len()),
            Place::Text(first) => Piece::text(first..first + run.len()),
            Place::Nowhere => continue,
        });
    }
    flush(&mut apart, &mut pieces);
    pieces.into_iter().collect()
}

#[cfg(test)]
mod tests;
