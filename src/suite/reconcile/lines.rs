//! The lines of a reconciliation: those on disk, those of the suite, and both merged.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{BLOCK, Fate, Meeting, Reconciliation, Side, at};
use crate::suite::line_end::text_of;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{Draft, LineRef, Place};
use crate::suite::tree::{Listed, Piece, Tree};

impl Reconciliation {
    /// Returns the lines of the file on disk: the original ones where they are unchanged, else new texts.
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

    /// Returns the lines of the suite, with new texts in the line ends of the file on disk.
    fn mine_lines(&self) -> Vec<LineRef> {
        let (was, now) = (self.base.line_end(), self.disk.line_end());
        let mut lines = Lines::new(&self.mine, self.mine_of.len());
        for line in 0..self.mine_of.len() {
            match self.mine.tree.place(line) {
                Place::Text(id) if was != now => {
                    let text = ended(&self.mine, line);
                    let bytes = [text_of(&text), now.bytes()].concat();
                    match text == bytes {
                        true => lines.kept(LineRef::at(Place::Text(id))),
                        false => lines.written(&bytes, self.mine.texts.origin(id)),
                    }
                }
                place => lines.kept(LineRef::at(place)),
            }
        }
        lines.done()
    }

    /// Returns all lines with both changes: those of the side whose order is used, each followed by the lines that
    /// only the other side has there.
    pub(super) fn merged(&self, disk: &[LineRef], chosen: &[Side]) -> Vec<LineRef> {
        let choice = |nth: usize| chosen.get(nth).copied().unwrap_or(Side::Mine);
        let side_of = |base: usize| match self.fates.get(base) {
            Some(Fate::Meets(nth)) => choice(*nth),
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
            let nth = self.meetings.iter().position(|met| *met == Meeting::Order);
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

/// A list of lines, some of which are new texts.
struct Lines<'a> {
    /// The snapshot that stores new texts.
    snapshot: &'a Snapshot,
    /// The lines; `None` stands for the next one of `new`.
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

/// Returns a line with an end, even the last line of its file.
pub(super) fn ended(snapshot: &Snapshot, line: usize) -> Cow<'_, [u8]> {
    snapshot.ended(snapshot.line(line))
}

/// Returns a tree of lines in this order; lines that are consecutive in their origin stay together.
pub(super) fn tree_of(lines: &[LineRef]) -> Tree {
    let follows = |one: &LineRef, next: &LineRef| one.after(1) == Some(*next);
    let mut listed = Listed::default();
    for run in lines.chunk_by(follows) {
        match run {
            [first, _, ..] => listed.piece(Piece::of(*first, run.len())),
            _ => run.iter().for_each(|line| listed.line(*line)),
        }
    }
    listed.pieces().into_iter().collect()
}
