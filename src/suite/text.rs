//! The store of lines that were typed, inserted or made by a bulk change. They are stored as long as the
//! suite is open, because undo may return to any of them. Each has a number; a block has the lines of one
//! change, or part of them.

use crate::suite::stored::{AppendOnly, ByteStore, Spool};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// A reference to a line by the place of its bytes: a line of the source or a new text. Each kind has half of
/// the 2^32 values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LineRef(u32);

const TEXT: u32 = 1 << 31;

impl LineRef {
    pub(super) const NONE: Self = Self(u32::MAX);

    /// The origin of a text that was copied unchanged from another place or file, so that it does not count
    /// as written here.
    pub(super) const COPIED: Self = Self(u32::MAX - 1);

    /// Returns a reference to a line of the source; `None` beyond 2^31 lines.
    pub(super) fn source(line: usize) -> Option<Self> {
        let line = u32::try_from(line).ok()?;
        (line < TEXT).then_some(Self(line))
    }

    /// Returns a reference to a text; `None` beyond 2^31 - 2 texts.
    pub(super) fn text(id: usize) -> Option<Self> {
        let id = u32::try_from(id).ok()?;
        (id < TEXT - 2).then_some(Self(id | TEXT))
    }

    pub(super) fn place(self) -> TextLocation {
        match self.0 {
            _ if self == Self::NONE || self == Self::COPIED => TextLocation::Nowhere,
            bits if bits & TEXT != 0 => TextLocation::Text((bits & !TEXT) as usize),
            bits => TextLocation::Source(bits as usize),
        }
    }

    /// Returns a reference to a place; `None` if its number is too large.
    pub(super) fn of(place: TextLocation) -> Option<Self> {
        match place {
            TextLocation::Source(line) => Self::source(line),
            TextLocation::Text(id) => Self::text(id),
            TextLocation::Nowhere => None,
        }
    }

    /// Returns a reference to a place; [`Self::NONE`] if its number is too large.
    pub(super) fn at(place: TextLocation) -> Self {
        Self::of(place).unwrap_or(Self::NONE)
    }

    /// Returns the reference `lines` further on, if there is one.
    pub(super) fn after(self, lines: usize) -> Option<Self> {
        match self.place() {
            TextLocation::Source(line) => Self::source(line + lines),
            TextLocation::Text(id) => Self::text(id + lines),
            TextLocation::Nowhere => (lines == 0).then_some(self),
        }
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self.place(), TextLocation::Text(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TextLocation {
    /// The number of a line of the source (0-based).
    Source(usize),
    /// The number of a text in the store.
    Text(usize),
    Nowhere,
}

/// The number of bytes of texts in memory; later texts are written to a private file.
const MEMORY: u64 = 64 << 20;

pub(super) struct Texts {
    blocks: AppendOnly<Block>,
    memory: u64,
    used: AtomicU64,
    spool: Spool,
}

impl Default for Texts {
    fn default() -> Self {
        Self::with_memory(MEMORY)
    }
}

struct Block {
    first: usize,
    bytes: ByteStore,
    ends: Box<[u32]>,
    origins: Origins,
}

enum Origins {
    /// Consecutive lines from this one on, for example after a change of all records.
    From(LineRef),
    Each(Box<[LineRef]>),
}

impl Origins {
    fn of(origins: Vec<LineRef>) -> Self {
        let first = origins.first().copied().unwrap_or(LineRef::NONE);
        let follow = |(nth, origin): (usize, &LineRef)| first.after(nth) == Some(*origin);
        match origins.iter().enumerate().all(follow) {
            true => Self::From(first),
            false => Self::Each(origins.into_boxed_slice()),
        }
    }

    fn get(&self, at: usize) -> Option<LineRef> {
        match self {
            Self::From(first) => first.after(at),
            Self::Each(origins) => origins.get(at).copied(),
        }
    }
}

impl Block {
    fn end(&self) -> usize {
        self.first + self.ends.len()
    }

    fn start(&self, at: usize) -> usize {
        at.checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .map_or(0, |&end| end as usize)
    }
}

/// Lines to be stored together.
#[derive(Default)]
pub(super) struct Draft {
    bytes: Vec<u8>,
    /// The end of each line in `bytes`.
    ends: Vec<u32>,
    origins: Vec<LineRef>,
}

impl Draft {
    /// Adds a line, with its end; `origin` is the line that it replaces.
    pub(super) fn push(&mut self, line: &[u8], origin: LineRef) {
        self.bytes.extend_from_slice(line);
        // A block has one edit or some thousand lines of a bulk change: far below 4 GiB.
        self.ends
            .push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
        self.origins.push(origin);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn all(&self) -> &[u8] {
        &self.bytes
    }
}

impl Texts {
    /// Returns a store with about this number of bytes in memory.
    pub(super) fn with_memory(memory: u64) -> Self {
        Self {
            blocks: AppendOnly::default(),
            memory,
            used: AtomicU64::new(0),
            spool: Spool::default(),
        }
    }

    /// Stores the lines of a draft under consecutive numbers; returns these.
    pub(super) fn keep(&self, draft: Draft) -> Range<usize> {
        let lines = draft.len();
        let len = draft.bytes.len() as u64;
        let is_full = self.used.fetch_add(len, Ordering::Relaxed) + len > self.memory;
        // If nothing can be written to the disk, the text stays in memory.
        let bytes = is_full
            .then(|| self.spool.store(&draft.bytes).ok())
            .flatten();
        let bytes = bytes.unwrap_or_else(|| ByteStore::Memory(draft.bytes.into_boxed_slice()));
        let (ends, origins) = (draft.ends.into_boxed_slice(), Origins::of(draft.origins));
        let mut first = 0;
        self.blocks.push_with(|last| {
            first = last.map_or(0, Block::end);
            Block {
                first,
                bytes,
                ends,
                origins,
            }
        });
        first..first + lines
    }

    pub(super) fn trouble(&self) -> Option<String> {
        self.spool.trouble()
    }

    fn block(&self, id: usize) -> Option<&Block> {
        let after = self.blocks.partition_point(|block| block.first <= id);
        self.blocks
            .get(after.checked_sub(1)?)
            .filter(|block| id < block.end())
    }

    /// Returns text `id`; empty if there is no such text.
    pub(super) fn line(&self, id: usize) -> Cow<'_, [u8]> {
        self.run(id, 1).1
    }

    /// Returns up to `most` contiguous texts from `id` on, and their number.
    pub(super) fn run(&self, id: usize, most: usize) -> (usize, Cow<'_, [u8]>) {
        let run = || {
            let block = self.block(id)?;
            let at = id - block.first;
            let lines = most.min(block.end() - id);
            let bytes = block.bytes.get(block.start(at)..block.start(at + lines))?;
            Some((lines, bytes))
        };
        run().unwrap_or_default()
    }

    /// Returns the line that text `id` replaced.
    pub(super) fn origin(&self, id: usize) -> LineRef {
        self.block(id)
            .and_then(|block| block.origins.get(id - block.first))
            .unwrap_or(LineRef::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_numbers_across_blocks() {
        let texts = Texts::default();
        for n in 0..200usize {
            let mut draft = Draft::default();
            draft.push(format!("{n} a\n").as_bytes(), LineRef::NONE);
            draft.push(format!("{n} b\n").as_bytes(), LineRef::source(n).unwrap());
            assert_eq!(texts.keep(draft).start, n * 2);
        }
        assert_eq!(texts.line(7).as_ref(), b"3 b\n");
        assert_eq!(texts.origin(7).place(), TextLocation::Source(3));
        assert_eq!(texts.origin(6).place(), TextLocation::Nowhere);
        assert_eq!(texts.run(6, 9), (2, b"3 a\n3 b\n".into()));
        assert_eq!(texts.line(400).as_ref(), b"");
    }

    #[test]
    fn texts_beyond_the_memory_are_read_from_a_file() {
        let texts = Texts::with_memory(1000);
        for n in 0..500usize {
            let mut draft = Draft::default();
            draft.push(format!("text {n}\n").as_bytes(), LineRef::NONE);
            assert_eq!(texts.keep(draft).start, n);
        }
        for n in [0, 1, 99, 250, 499] {
            assert_eq!(texts.line(n).as_ref(), format!("text {n}\n").as_bytes());
        }
        assert!(matches!(
            texts.block(0).unwrap().bytes,
            ByteStore::Memory(_)
        ));
        assert!(matches!(
            texts.block(499).unwrap().bytes,
            ByteStore::Disk { .. }
        ));
        assert_eq!(texts.trouble(), None);
    }

    #[test]
    fn consecutive_origins_are_returned_as_stored() {
        let source = |line| LineRef::source(line).unwrap();
        let text = |id| LineRef::text(id).unwrap();
        for origins in [
            vec![source(7), source(8), source(9)],
            vec![text(3), text(4)],
            vec![source(7), source(9)],
            vec![source(7), text(8)],
            vec![LineRef::NONE],
            vec![LineRef::NONE, LineRef::NONE],
            vec![LineRef::COPIED, LineRef::NONE],
            vec![source(7), LineRef::NONE, source(9)],
        ] {
            let texts = Texts::default();
            let mut draft = Draft::default();
            origins
                .iter()
                .for_each(|origin| draft.push(b"x\n", *origin));
            texts.keep(draft);
            let kept: Vec<LineRef> = (0..origins.len()).map(|id| texts.origin(id)).collect();
            assert_eq!(kept, origins);
            assert_eq!(texts.origin(origins.len()), LineRef::NONE);
        }
    }

    #[test]
    fn references_distinguish_source_and_text() {
        assert_eq!(
            LineRef::source(5).map(LineRef::place),
            Some(TextLocation::Source(5))
        );
        assert_eq!(
            LineRef::text(5).map(LineRef::place),
            Some(TextLocation::Text(5))
        );
        assert_eq!(LineRef::source(1 << 31), None);
        assert_eq!(LineRef::text((1 << 31) - 1), None);
        assert_eq!(LineRef::NONE.place(), TextLocation::Nowhere);
    }
}
