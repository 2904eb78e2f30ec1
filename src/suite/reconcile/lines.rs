//! The lines of a merge (those on disk, those of the suite, and the merged ones), and their pairing: by equal
//! text, then by equal id, then by equal position, then as the only line between two paired ones.

use crate::epd::{LineKind, Record};
use crate::suite::duplicates::{DuplicateKey, fingerprint};
use crate::suite::lines::text_of;
use crate::suite::progress::Job;
use crate::suite::reconcile::{BLOCK, Fate, MergeConflict, Reconciliation, Side, at};
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{Draft, LineRef, TextLocation};
use crate::suite::tree::{Piece, PieceList, Tree};
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};

impl Reconciliation {
    /// Returns the lines of the file on disk: the original lines if unchanged, otherwise new texts.
    pub(super) fn disk_lines(&self) -> Vec<LineRef> {
        let mut lines = Lines::new(&self.mine, self.disk_of.len());
        for (line, base) in self.disk_of.iter().enumerate() {
            let bytes = ended(&self.disk, line);
            match base {
                Some(base) if ended(&self.base, *base) == bytes => {
                    lines.kept(LineRef::at(self.base.tree.place(*base)));
                }
                Some(base) => lines.written(&bytes, LineRef::at(self.base.tree.place(*base))),
                None => lines.written(&bytes, LineRef::NONE),
            }
        }
        lines.done()
    }

    /// Returns the lines of the suite; new texts have the line ends of the file on disk.
    fn mine_lines(&self) -> Vec<LineRef> {
        let (was, now) = (self.base.line_end(), self.disk.line_end());
        let mut lines = Lines::new(&self.mine, self.mine_of.len());
        for line in 0..self.mine_of.len() {
            match self.mine.tree.place(line) {
                TextLocation::Text(id) if was != now => {
                    let text = ended(&self.mine, line);
                    let bytes = [text_of(&text), now.bytes()].concat();
                    match text == bytes {
                        true => lines.kept(LineRef::at(TextLocation::Text(id))),
                        false => lines.written(&bytes, self.mine.texts.origin(id)),
                    }
                }
                place => lines.kept(LineRef::at(place)),
            }
        }
        lines.done()
    }

    /// Returns all lines with the changes of both sides: those of the side whose order is used, each followed
    /// by the lines that only the other side has there.
    pub(super) fn merged(&self, disk: &[LineRef], chosen: &[Side]) -> Vec<LineRef> {
        let choice = |nth: usize| chosen.get(nth).copied().unwrap_or(Side::Mine);
        let side_of = |base: usize| match self.fates.get(base) {
            Some(Fate::Conflict(nth)) => choice(*nth),
            Some(Fate::Of(side)) => *side,
            None => Side::Mine,
        };
        let mine = self.mine_lines();
        let line_of = |side: Side, line: usize| match side {
            Side::Mine => mine.get(line).copied().unwrap_or(LineRef::NONE),
            Side::Disk => disk.get(line).copied().unwrap_or(LineRef::NONE),
        };
        let kept = |base: usize| match side_of(base) {
            Side::Mine => at(&self.mine_at, base).map(|line| line_of(Side::Mine, line)),
            Side::Disk => at(&self.disk_at, base).map(|line| line_of(Side::Disk, line)),
        };
        let order = self.order.unwrap_or_else(|| {
            let nth = self
                .meetings
                .iter()
                .position(|met| *met == MergeConflict::Order);
            choice(nth.unwrap_or(usize::MAX))
        });
        let (frame, frame_at, other_of, other) = match order {
            Side::Disk => (&self.disk_of, &self.disk_at, &self.mine_of, Side::Mine),
            Side::Mine => (&self.mine_of, &self.mine_at, &self.disk_of, Side::Disk),
        };
        // A line that both sides added after the same line is added once.
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

struct Lines<'a> {
    snapshot: &'a Snapshot,
    /// The lines; `None` means the next one of `new`.
    all: Vec<Option<LineRef>>,
    new: Vec<LineRef>,
    draft: Draft,
}

impl<'a> Lines<'a> {
    fn new(snapshot: &'a Snapshot, lines: usize) -> Self {
        Self {
            snapshot,
            all: Vec::with_capacity(lines),
            new: Vec::new(),
            draft: Draft::default(),
        }
    }

    fn kept(&mut self, line: LineRef) {
        self.all.push(Some(line));
    }

    fn written(&mut self, bytes: &[u8], origin: LineRef) {
        self.draft.push(bytes, origin);
        self.all.push(None);
        if self.draft.len() >= BLOCK {
            self.hold();
        }
    }

    fn hold(&mut self) {
        let new = self.snapshot.texts.keep(std::mem::take(&mut self.draft));
        self.new.extend(new.filter_map(LineRef::text));
    }

    fn done(mut self) -> Vec<LineRef> {
        self.hold();
        let mut new = self.new.into_iter();
        self.all
            .into_iter()
            .map(|line| line.or_else(|| new.next()).unwrap_or(LineRef::NONE))
            .collect()
    }
}

/// Returns a line with its end, which is added to a last line without one.
pub(super) fn ended(snapshot: &Snapshot, line: usize) -> Cow<'_, [u8]> {
    snapshot.ended(snapshot.line(line))
}

/// Returns a tree of lines in this order; lines that are consecutive in their origin form a piece.
pub(super) fn tree_of(lines: &[LineRef]) -> Tree {
    let follows = |one: &LineRef, next: &LineRef| one.after(1) == Some(*next);
    let mut listed = PieceList::default();
    for run in lines.chunk_by(follows) {
        match run {
            [first, _, ..] => listed.piece(Piece::of(*first, run.len())),
            _ => run.iter().for_each(|line| listed.line(*line)),
        }
    }
    listed.pieces().into_iter().collect()
}

pub(super) struct Pairs {
    /// For each line on disk, its origin among the lines as read.
    pub(super) of: Vec<Option<usize>>,
    /// For each line as read, whether it is paired.
    is_paired: Vec<bool>,
    /// The lines as read that have equal copies, but not equally many on disk.
    pub(super) uncertain: HashSet<usize>,
}

pub(super) fn pair_lines(base: &Snapshot, disk: &Snapshot, job: &Job) -> Result<Pairs, JobError> {
    job.begin((base.line_count() + disk.line_count()) as u64);
    let (ours, theirs) = (hashes(base, job)?, hashes(disk, job)?);
    let mut pairs = Pairs {
        of: vec![None; theirs.len()],
        is_paired: vec![false; ours.len()],
        uncertain: HashSet::new(),
    };
    let same = |(a, b): &(&u64, &u64)| a == b;
    let start = ours.iter().zip(&theirs).take_while(same).count();
    let most = ours.len().min(theirs.len()) - start;
    let backwards = ours.iter().rev().zip(theirs.iter().rev());
    let end = backwards.take_while(same).take(most).count();
    let (our_end, their_end) = (ours.len() - end, theirs.len() - end);
    (0..start).for_each(|line| pairs.pair(line, line));
    (0..end).for_each(|nth| pairs.pair(our_end + nth, their_end + nth));
    let key = |hashes: &[u64], line: usize| hashes.get(line).copied();
    pairs.by_text(
        (start..our_end).map(|line| (key(&ours, line), line)),
        (start..their_end).map(|line| (key(&theirs, line), line)),
    );
    pairs.by_key(base, disk, |record| {
        let id = record.operands_bytes(record.operation("id")?);
        (!id.is_empty()).then(|| hash(id))
    });
    pairs.by_key(base, disk, |record| {
        fingerprint(record, &DuplicateKey::Position)
    });
    pairs.by_place();
    Ok(pairs)
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn hashes(snapshot: &Snapshot, job: &Job) -> Result<Vec<u64>, JobError> {
    let mut hashes = Vec::with_capacity(snapshot.line_count());
    let mut stopped = false;
    snapshot.each_line(0..snapshot.line_count(), |_, bytes| {
        hashes.push(hash(text_of(bytes)));
        job.advance(1);
        stopped = job.is_cancelled();
        !stopped
    });
    // Unreadable lines are left out; the caller checks for trouble.
    hashes.resize(snapshot.line_count(), 0);
    match stopped {
        true => Err(JobError::Cancelled),
        false => Ok(hashes),
    }
}

impl Pairs {
    fn pair(&mut self, base: usize, disk: usize) {
        if let (Some(is_paired), Some(of)) = (self.is_paired.get_mut(base), self.of.get_mut(disk)) {
            *is_paired = true;
            *of = Some(base);
        }
    }

    fn by_text(
        &mut self,
        ours: impl Iterator<Item = (Option<u64>, usize)>,
        theirs: impl Iterator<Item = (Option<u64>, usize)>,
    ) {
        for (ours, theirs) in grouped(ours, theirs) {
            if ours.len() != theirs.len() && ours.len() > 1 {
                self.uncertain.extend(&ours);
            }
            ours.iter()
                .zip(&theirs)
                .for_each(|(base, disk)| self.pair(*base, *disk));
        }
    }

    /// Pairs the remaining records whose key occurs once on each side.
    fn by_key(
        &mut self,
        base: &Snapshot,
        disk: &Snapshot,
        key: impl Fn(&Record<'_>) -> Option<u64>,
    ) {
        let key_of = |snapshot: &Snapshot, line: usize| {
            let bytes = snapshot.line(line);
            let record = Record::read(&bytes, snapshot.read_options());
            (record.kind() == LineKind::Record)
                .then(|| key(&record))
                .flatten()
        };
        let unpaired_base: Vec<usize> = (0..self.is_paired.len())
            .filter(|line| self.is_paired.get(*line) == Some(&false))
            .collect();
        let unpaired_disk: Vec<usize> = (0..self.of.len())
            .filter(|line| self.of.get(*line) == Some(&None))
            .collect();
        let ours = unpaired_base
            .into_iter()
            .map(|line| (key_of(base, line), line));
        let theirs = unpaired_disk
            .into_iter()
            .map(|line| (key_of(disk, line), line));
        for (ours, theirs) in grouped(ours, theirs) {
            if let ([base], [disk]) = (&ours[..], &theirs[..]) {
                self.pair(*base, *disk);
            }
        }
    }

    /// Pairs a line with the one in its place, if the lines before and after are paired.
    fn by_place(&mut self) {
        let all = self.is_paired.len();
        let before = |pairs: &Self, disk: usize| match disk.checked_sub(1) {
            None => Some(0),
            Some(before) => pairs.of.get(before).copied().flatten().map(|base| base + 1),
        };
        for disk in 0..self.of.len() {
            if self.of.get(disk) != Some(&None) {
                continue;
            }
            let behind = match self.of.get(disk + 1) {
                None => Some(all),
                Some(base) => *base,
            };
            if let (Some(base), Some(behind)) = (before(self, disk), behind)
                && behind == base + 1
                && self.is_paired.get(base) == Some(&false)
            {
                self.pair(base, disk);
            }
        }
    }
}

/// Returns the lines of both sides with equal keys, in key order.
fn grouped(
    ours: impl Iterator<Item = (Option<u64>, usize)>,
    theirs: impl Iterator<Item = (Option<u64>, usize)>,
) -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
    let mut groups: HashMap<u64, (Vec<usize>, Vec<usize>)> = HashMap::new();
    let known = |(key, line): (Option<u64>, usize)| Some((key?, line));
    for (key, line) in ours.filter_map(known) {
        groups.entry(key).or_default().0.push(line);
    }
    for (key, line) in theirs.filter_map(known) {
        groups.entry(key).or_default().1.push(line);
    }
    let groups: BTreeMap<_, _> = groups.into_iter().collect();
    groups.into_values()
}
