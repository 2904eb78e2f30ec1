//! Many lines, in parts whose bytes are one slice.
//!
//! Lines of another order lie apart. Of a file in memory they are put side by side one by one; of one that is
//! read by position each of them would cost the reading of a block, so that they are fetched in the order
//! of the file, as many at once as are worth it, and given in their own.

use std::borrow::Cow;
use std::ops::Range;

use super::{Run, Snapshot, without_end};
use crate::suite::text::Place;

/// The runs of a range; see [`Snapshot::runs`].
pub struct Runs<'a> {
    snapshot: &'a Snapshot,
    at: usize,
    end: usize,
    /// Lines that were fetched and not given yet.
    fetched: Fetched,
    /// Bytes to be fetched at once the next time: whoever only wants the first lines waits for few.
    most: usize,
}

/// Bytes of a run that is put together from lines that lie apart.
const GATHERED: usize = 64 << 10;
/// Bytes that are fetched at once at most.
const FETCHED: usize = 64 << 20;
/// Lines wanted of a chunk from which on it is read as a whole: one by one each costs a block.
const WORTH_ALL: usize = 16;
/// What a line has where nothing is known of them, in bytes.
const USUAL: usize = 100;

impl<'a> Runs<'a> {
    pub(super) fn of(snapshot: &'a Snapshot, range: Range<usize>) -> Self {
        Self {
            snapshot,
            at: range.start,
            end: range.end,
            fetched: Fetched::default(),
            most: GATHERED,
        }
    }

    /// Lines that do not lie together, put side by side.
    fn gather(&mut self) -> (usize, Cow<'a, [u8]>) {
        if let Some(given) = self.give() {
            return given;
        }
        let snapshot = self.snapshot;
        let Some((piece, first)) = snapshot.tree.piece(self.at) else {
            return (0, Cow::default());
        };
        let most = (piece.len() - first).min(self.end - self.at);
        if snapshot.source.is_stored_apart() {
            // An order of many lines is one of many pieces.
            let lines = (self.most / self.fetched.usual())
                .min(self.end - self.at)
                .max(1);
            let pieces = snapshot.tree.pieces(self.at..self.at + lines);
            let apart = pieces.take_while(|piece| !piece.is_together());
            let places = apart.flat_map(|piece| {
                let all = 0..piece.len();
                all.map(move |nth| piece.place(nth))
            });
            self.fetched = Fetched::new(snapshot, places, self.most);
            self.most = self.most.saturating_mul(4).min(FETCHED);
            return self.give().unwrap_or_default();
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

    /// Some of the lines that were fetched.
    fn give(&mut self) -> Option<(usize, Cow<'a, [u8]>)> {
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
            Place::Source(line) => snapshot.source.run(line, most),
            Place::Text(id) => snapshot.texts.run(id, most),
            Place::Nowhere => return (0, Cow::default()),
        };
        if !snapshot.endless {
            return (lines, bytes);
        }
        if self.at + lines == snapshot.line_count() {
            return (lines, without_end(bytes, snapshot.line_end().terminator()));
        }
        // The line without an end, no longer last, can only be the last of its run.
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
            // Nothing can be read there any more: the file is shorter than it was.
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

/// Of a line that was not fetched: no bytes are there.
const NOWHERE: (u32, u32) = (u32::MAX, 0);

/// Lines that were fetched together, to be given one after the other.
#[derive(Default)]
struct Fetched {
    bytes: Vec<u8>,
    /// Where each begins among the bytes, and its length; [`NOWHERE`] for one that there was no room for.
    lines: Vec<(u32, u32)>,
    given: usize,
}

impl Fetched {
    /// Fetches the lines of these places in the order of the file, about `most` bytes of them.
    fn new(snapshot: &Snapshot, places: impl Iterator<Item = Place>, most: usize) -> Self {
        let mut fetched = Self::default();
        let mut wanted: Vec<(usize, usize)> = Vec::new();
        for (nth, place) in places.enumerate() {
            fetched.lines.push(NOWHERE);
            if let Place::Source(line) = place {
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

    /// Takes the lines wanted of a chunk, in their order.
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
            // The same line may be wanted twice.
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

    /// What a line has, in bytes.
    fn usual(&self) -> usize {
        match self.lines.len() {
            0 => USUAL,
            lines => (self.bytes.len() / lines).max(1),
        }
    }

    /// The next line, where it was fetched; `None` after the last.
    fn next(&mut self) -> Option<Option<&[u8]>> {
        let &(start, len) = self.lines.get(self.given)?;
        self.given += 1;
        let (start, len) = (start as usize, len as usize);
        Some(self.bytes.get(start..start + len))
    }
}

/// The length of the first line, its end included.
fn end_of_line(bytes: &[u8], terminator: u8) -> usize {
    memchr::memchr(terminator, bytes).map_or(bytes.len(), |at| at + 1)
}
