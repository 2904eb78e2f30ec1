//! Consecutive whole lines stored together, and the sparse index over them.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use super::super::stored::Stored;

/// The number of bytes between two entries of the index.
pub(super) const BLOCK: usize = 4096;

/// A range of whole lines with a sparse index.
pub(super) struct Chunk {
    /// The number of the first line in the source (0-based).
    pub first_line: usize,
    /// The number of lines.
    pub lines: usize,
    bytes: Stored,
    /// The number of line ends before each block.
    before: Box<[u32]>,
}

/// The result of scanning a chunk's bytes once.
pub(super) struct Index {
    lines: usize,
    before: Box<[u32]>,
}

impl Chunk {
    /// Builds the index of a chunk's bytes.
    pub(super) fn index(bytes: &[u8], terminator: u8) -> Index {
        let mut ends = 0;
        let before = bytes
            .chunks(BLOCK)
            .map(|block| {
                let here = ends;
                ends += memchr_iter(terminator, block).count();
                // A chunk of 4 Gi lines would have at least 4 GiB.
                u32::try_from(here).unwrap_or(u32::MAX)
            })
            .collect();
        let rest = bytes.last().is_some_and(|&last| last != terminator);
        Index {
            lines: ends + usize::from(rest),
            before,
        }
    }

    /// Returns the chunk after `last`, of whole lines (only a source's last line may lack its end).
    pub(super) fn new(last: Option<&Self>, bytes: Stored, index: Index) -> Self {
        let first_line = last.map_or(0, |last| last.first_line + last.lines);
        Self {
            first_line,
            lines: index.lines,
            bytes,
            before: index.before,
        }
    }

    /// Returns true if the bytes are on disk.
    pub(super) fn is_stored_apart(&self) -> bool {
        matches!(self.bytes, Stored::Disk { .. })
    }

    /// Returns the start of line `line` of the chunk; for the one after the last, the chunk's length.
    fn start(&self, line: usize, terminator: u8) -> Option<usize> {
        if line == 0 {
            return Some(0);
        }
        if line >= self.lines {
            return (line == self.lines).then_some(self.bytes.len());
        }
        // The block that holds the end of the line before.
        let block = self
            .before
            .partition_point(|&ends| (ends as usize) < line)
            .checked_sub(1)?;
        let nth = line - 1 - *self.before.get(block)? as usize;
        let from = block * BLOCK;
        let bytes = self.bytes.get(from..(from + BLOCK).min(self.bytes.len()))?;
        let at = memchr_iter(terminator, &bytes).nth(nth)?;
        Some(from + at + 1)
    }

    /// Returns line `line` of the chunk.
    pub(super) fn line(&self, line: usize, terminator: u8) -> Option<Cow<'_, [u8]>> {
        if line >= self.lines {
            return None;
        }
        let start = self.start(line, terminator)?;
        // Most lines are shorter than a block; for a longer one, larger and larger parts are searched.
        let mut most = BLOCK;
        loop {
            let end = start.saturating_add(most).min(self.bytes.len());
            let bytes = self.bytes.get(start..end)?;
            match memchr(terminator, &bytes) {
                Some(at) => return Some(shortened(bytes, at + 1)),
                None if end == self.bytes.len() => return Some(bytes),
                None => most = most.saturating_mul(4),
            }
        }
    }

    /// Returns up to `most` lines from `first` on, and their number.
    pub(super) fn run(
        &self,
        first: usize,
        most: usize,
        terminator: u8,
    ) -> Option<(usize, Cow<'_, [u8]>)> {
        let lines = most.min(self.lines.checked_sub(first)?);
        let range = self.start(first, terminator)?..self.start(first + lines, terminator)?;
        Some((lines, self.bytes.get(range)?))
    }
}

fn shortened(bytes: Cow<'_, [u8]>, len: usize) -> Cow<'_, [u8]> {
    match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(bytes.get(..len).unwrap_or(bytes)),
        Cow::Owned(mut bytes) => {
            bytes.truncate(len);
            Cow::Owned(bytes)
        }
    }
}
