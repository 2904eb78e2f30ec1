//! Reading many lines in runs, each with its bytes in one slice.
//!
//! Reordered lines are not contiguous. In memory they are copied one by one. In a file that is read by
//! position each line would cost a block, so they are fetched in file order, many at once, and returned in
//! the order of the suite.

use crate::suite::line_set::{LineSet, LineSetBuilder};
use crate::suite::snapshot::{Run, Snapshot, without_end};
use crate::suite::text::TextLocation;
use crate::suite::tree::{Piece, Tree};
use std::borrow::Cow;
use std::ops::Range;

/// The runs of a range; see [`Snapshot::runs`].
pub struct Runs<'a> {
    snapshot: &'a Snapshot,
    at: usize,
    end: usize,
    /// Lines that were fetched but not yet returned.
    fetched: LineBatch,
    /// The number of bytes to fetch next; it begins small, so that the first lines are available soon.
    most: usize,
}

/// The size in bytes of a run that is copied from separate lines.
const GATHERED: usize = 64 << 10;
/// The largest number of bytes to fetch at once.
const FETCHED: usize = 64 << 20;
/// The number of needed lines from which a chunk is read as a whole: each line alone costs a block.
const WORTH_ALL: usize = 16;
/// The length in bytes assumed for a line before any is known.
const USUAL: usize = 100;

impl<'a> Runs<'a> {
    pub(super) fn of(snapshot: &'a Snapshot, range: Range<usize>) -> Self {
        Self {
            snapshot,
            at: range.start,
            end: range.end,
            fetched: LineBatch::default(),
            most: GATHERED,
        }
    }

    /// Returns separate lines, copied into one slice.
    fn gather(&mut self) -> (usize, Cow<'a, [u8]>) {
        if let Some(returned) = self.next_fetched() {
            return returned;
        }
        let snapshot = self.snapshot;
        let Some((piece, first)) = snapshot.tree.piece(self.at) else {
            return (0, Cow::default());
        };
        let most = (piece.len() - first).min(self.end - self.at);
        if snapshot.source.is_stored_apart() {
            // The order of many lines consists of many pieces.
            let lines = (self.most / self.fetched.usual())
                .min(self.end - self.at)
                .max(1);
            let pieces = snapshot.tree.pieces(self.at..self.at + lines);
            let apart = pieces.take_while(|piece| !piece.is_together());
            let places = apart.flat_map(|piece| {
                let all = 0..piece.len();
                all.map(move |nth| piece.place(nth))
            });
            self.fetched = LineBatch::new(snapshot, places, self.most);
            self.most = self.most.saturating_mul(4).min(FETCHED);
            return self.next_fetched().unwrap_or_default();
        }
        let mut bytes = Vec::new();
        let mut lines = 0;
        while lines < most && bytes.len() < GATHERED {
            let line = snapshot.raw(piece.place(first + lines));
            bytes.extend_from_slice(&snapshot.shaped(line, self.at + lines));
            lines += 1;
        }
        (lines, Cow::Owned(bytes))
    }

    /// Returns some of the fetched lines.
    fn next_fetched(&mut self) -> Option<(usize, Cow<'a, [u8]>)> {
        let mut bytes = Vec::with_capacity(GATHERED);
        let mut lines = 0;
        while bytes.len() < GATHERED
            && let Some(line) = self.fetched.next()
        {
            let at = self.at + lines;
            let line = match line {
                Some(line) => Cow::Borrowed(line),
                None => self.snapshot.raw(self.snapshot.tree.place(at)),
            };
            bytes.extend_from_slice(&self.snapshot.shaped(line, at));
            lines += 1;
        }
        (lines > 0).then_some((lines, Cow::Owned(bytes)))
    }

    fn together(&mut self) -> (usize, Cow<'a, [u8]>) {
        let snapshot = self.snapshot;
        let Some((piece, first)) = snapshot.tree.piece(self.at) else {
            return (0, Cow::default());
        };
        if !piece.is_together() {
            return self.gather();
        }
        let most = (piece.len() - first).min(self.end - self.at);
        let (lines, bytes) = match piece.place(first) {
            TextLocation::Source(line) => snapshot.source.run(line, most),
            TextLocation::Text(id) => snapshot.texts.run(id, most),
            TextLocation::Nowhere => return (0, Cow::default()),
        };
        if !snapshot.endless {
            return (lines, bytes);
        }
        if self.at + lines == snapshot.line_count() {
            return (lines, without_end(bytes, snapshot.line_end().terminator()));
        }
        // A line without an end that is no longer last can only be the last of its run.
        (lines, snapshot.shaped(bytes, self.at))
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Run<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let first = self.at;
        let (lines, bytes) = self.together();
        if lines == 0 {
            // No more lines can be read: the file has become shorter.
            self.at = self.end;
            return None;
        }
        self.at += lines;
        self.snapshot.work.read_lines(lines);
        Some(Run {
            first,
            lines,
            bytes,
        })
    }
}

/// The entry of a line that was not fetched.
const NOWHERE: (u32, u32) = (u32::MAX, 0);

/// Lines that were fetched together, to be returned one after another.
#[derive(Default)]
struct LineBatch {
    bytes: Vec<u8>,
    /// The offset and length of each line in `bytes`; [`NOWHERE`] for a line that was not fetched.
    lines: Vec<(u32, u32)>,
    returned: usize,
}

impl LineBatch {
    /// Fetches the lines at these places in file order, about `most` bytes of them.
    fn new(snapshot: &Snapshot, places: impl Iterator<Item = TextLocation>, most: usize) -> Self {
        let mut fetched = Self::default();
        let mut wanted: Vec<(usize, usize)> = Vec::new();
        for (nth, place) in places.enumerate() {
            fetched.lines.push(NOWHERE);
            if let TextLocation::Source(line) = place {
                wanted.push((line, nth));
            }
        }
        wanted.sort_unstable();
        let mut rest = &*wanted;
        while let Some(&(line, _)) = rest.first() {
            let chunk = snapshot.source.lines_with(line);
            let here = rest.partition_point(|(line, _)| *line < chunk.end).max(1);
            let (lines, behind) = rest.split_at(here);
            rest = behind;
            if fetched.bytes.len() >= most {
                break;
            }
            fetched.take(snapshot, chunk, lines);
        }
        fetched
    }

    /// Copies the needed lines of a chunk, in order.
    fn take(&mut self, snapshot: &Snapshot, chunk: Range<usize>, wanted: &[(usize, usize)]) {
        if wanted.len() < WORTH_ALL {
            for &(line, nth) in wanted {
                self.put(nth, &snapshot.source.line(line));
            }
            return;
        }
        let terminator = snapshot.line_end().terminator();
        let (_, all) = snapshot.source.run(chunk.start, chunk.len());
        let (mut at, mut rest) = (chunk.start, &*all);
        for &(line, nth) in wanted {
            // A line may be needed twice.
            let mut len = end_of_line(rest, terminator);
            while at < line {
                rest = rest.get(len..).unwrap_or_default();
                len = end_of_line(rest, terminator);
                at += 1;
            }
            self.put(nth, rest.get(..len).unwrap_or_default());
        }
    }

    fn put(&mut self, nth: usize, line: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(line);
        if let (Some(place), Ok(start), Ok(len)) = (
            self.lines.get_mut(nth),
            u32::try_from(start),
            u32::try_from(line.len()),
        ) {
            *place = (start, len);
        }
    }

    fn usual(&self) -> usize {
        match self.lines.len() {
            0 => USUAL,
            lines => (self.bytes.len() / lines).max(1),
        }
    }

    /// Returns the next line, which is `Some(None)` if it was not fetched; `None` after the last.
    fn next(&mut self) -> Option<Option<&[u8]>> {
        let &(start, len) = self.lines.get(self.returned)?;
        self.returned += 1;
        let (start, len) = (start as usize, len as usize);
        Some(self.bytes.get(start..start + len))
    }
}

/// Returns the length of the first line, including its end.
fn end_of_line(bytes: &[u8], terminator: u8) -> usize {
    memchr::memchr(terminator, bytes).map_or(bytes.len(), |at| at + 1)
}

#[derive(Debug, Default)]
pub(in crate::suite) struct SavedLines {
    /// The lines of the source and the texts that are in the file; `None` for all lines of the source and no
    /// texts, as after reading.
    sets: Option<(LineSet, LineSet)>,
    /// The lines that were saved; empty after reading.
    tree: Tree,
}

impl SavedLines {
    /// Returns the lines of a tree that was just saved.
    pub(in crate::suite) fn of(tree: &Tree) -> Self {
        let (mut source, mut texts) = (LineSetBuilder::default(), LineSetBuilder::default());
        for piece in tree.pieces(0..tree.lines()) {
            for at in 0..piece.len() {
                match piece.place(at) {
                    TextLocation::Source(line) => source.insert(line),
                    TextLocation::Text(id) => texts.insert(id),
                    TextLocation::Nowhere => {}
                }
            }
        }
        Self {
            sets: Some((source.lines(), texts.lines())),
            tree: tree.clone(),
        }
    }

    /// Returns the place of a line of the file as saved; [`TextLocation::Nowhere`] if it was only read.
    pub(in crate::suite) fn place(&self, line: usize) -> TextLocation {
        self.tree.place(line)
    }

    /// Returns true if the file has this line.
    pub(in crate::suite) fn holds(&self, place: TextLocation) -> bool {
        match (place, &self.sets) {
            (TextLocation::Source(_), None) => true,
            (TextLocation::Text(_), None) | (TextLocation::Nowhere, _) => false,
            (TextLocation::Source(line), Some((source, _))) => source.contains(line),
            (TextLocation::Text(id), Some((_, texts))) => texts.contains(id),
        }
    }

    /// Returns the number of lines of the tree that the file lacks. Consecutive lines are counted together,
    /// so this takes well under a millisecond, except after a sort.
    pub(in crate::suite) fn missing(&self, tree: &Tree) -> usize {
        let Some((source, texts)) = &self.sets else {
            return tree.texts();
        };
        let missing = |set: &LineSet, first: usize, lines: usize| {
            lines - (set.rank(first + lines) - set.rank(first))
        };
        let missing = |piece: Piece| match piece.place(0) {
            TextLocation::Source(line) if piece.is_together() => missing(source, line, piece.len()),
            TextLocation::Text(id) if piece.is_together() => missing(texts, id, piece.len()),
            _ => {
                let is_missing = |at: &usize| !self.holds(piece.place(*at));
                (0..piece.len()).filter(is_missing).count()
            }
        };
        tree.pieces(0..tree.lines()).map(missing).sum()
    }
}
