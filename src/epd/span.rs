//! Byte ranges inside one line.
//!
//! ```
//! use epdit::epd::Span;
//!
//! let line = b"8/8/8/8/8/8/8/8 w - -";
//! let side = Span::new(16, 17);
//! assert_eq!(side.of(line), b"w");
//! assert_eq!(side.cover(Span::new(18, 19)).of(line), b"w -");
//! assert_eq!(Span::new(80, 90).of(line), b"", "never a panic");
//! ```

use std::ops::Range;

/// A half-open range of bytes of one line: `start` is the first byte, `end` the one after the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The offset of the first byte from the line's first byte (0-based).
    pub start: usize,
    /// The offset of the byte after the last.
    pub end: usize,
}

impl Span {
    /// Returns the span from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns an empty span at `at`, for something missing there.
    pub const fn at(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// Returns the number of bytes.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns true if it covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the span as a range, for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the bytes of `line` that it covers; empty if it does not fit in `line`.
    pub fn of(self, line: &[u8]) -> &[u8] {
        line.get(self.range()).unwrap_or_default()
    }

    /// Returns the smallest span that covers both.
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Returns true if byte offset `at` lies inside.
    pub const fn contains(self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// Returns true if all of `other` lies inside.
    pub const fn holds(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    pub(super) const fn shifted(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    /// Returns the spans between the separators, empty ones included.
    pub(crate) fn split<'l>(
        self,
        line: &'l [u8],
        separates: impl Fn(u8) -> bool + 'l,
    ) -> impl Iterator<Item = Self> + 'l {
        let mut start = self.start;
        self.of(line)
            .split(move |byte| separates(*byte))
            .map(move |part| {
                let span = Self::new(start, start + part.len());
                start = span.end + 1;
                span
            })
    }
}
