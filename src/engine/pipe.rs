//! Lines from a pipe, in bounded memory; a line that arrives in one piece is not copied.

use std::io::{self, Read};
use std::ops::Range;

/// The number of bytes kept of a line; the rest is dropped.
pub(super) const LONGEST_LINE: usize = 64 << 10;
/// The minimum number of bytes to read at once.
const AT_ONCE: usize = 64 << 10;

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heard<'a> {
    pub line: &'a [u8],
    /// Whether the line was longer.
    pub is_cut: bool,
}

/// A buffer that splits the output of a pipe into lines; empty lines are skipped.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// The start of the bytes that belong to no line yet.
    from: usize,
    to: usize,
    /// Whether a part of the open line was dropped.
    is_cut: bool,
    /// The range of the current line in the buffer, and whether it was longer.
    line: (Range<usize>, bool),
}

impl Lines {
    pub(super) fn new() -> Self {
        Self {
            buffer: vec![0; LONGEST_LINE + AT_ONCE],
            from: 0,
            to: 0,
            is_cut: false,
            line: (0..0, false),
        }
    }

    /// Returns the space for the next bytes; to be called only when no further line is left.
    pub(super) fn room(&mut self) -> &mut [u8] {
        self.buffer.copy_within(self.from..self.to, 0);
        let open = self.to - self.from;
        (self.from, self.to) = (0, open.min(LONGEST_LINE));
        self.is_cut |= open > LONGEST_LINE;
        self.buffer.get_mut(self.to..).unwrap_or_default()
    }

    /// Adds `count` bytes that were read into the space.
    pub(super) fn came(&mut self, count: usize) {
        self.to = (self.to + count).min(self.buffer.len());
    }

    /// Advances to the next line; returns true if there is one.
    pub(super) fn advance(&mut self) -> bool {
        loop {
            let rest = self.buffer.get(self.from..self.to).unwrap_or_default();
            let Some(length) = memchr::memchr2(b'\n', b'\r', rest) else {
                return false;
            };
            let from = self.from;
            self.from += length + 1;
            if length > 0 {
                self.found(from, length);
                return true;
            }
        }
    }

    /// Advances to the last line, which has no end, after the pipe has ended; returns true if there is one.
    pub(super) fn close(&mut self) -> bool {
        let from = std::mem::replace(&mut self.from, self.to);
        self.found(from, self.to - from);
        from < self.to
    }

    fn found(&mut self, from: usize, length: usize) {
        let is_cut = std::mem::take(&mut self.is_cut) || length > LONGEST_LINE;
        self.line = (from..from + length.min(LONGEST_LINE), is_cut);
    }

    pub(super) fn line(&self) -> Heard<'_> {
        let (line, is_cut) = self.line.clone();
        Heard {
            line: self.buffer.get(line).unwrap_or_default(),
            is_cut,
        }
    }
}

/// Reads to the end, and calls `tell` with each line. The last line counts even without an end.
pub(super) fn lines(mut pipe: impl Read, mut tell: impl FnMut(Heard<'_>)) {
    let mut lines = Lines::new();
    loop {
        match pipe.read(lines.room()) {
            Ok(count @ 1..) => lines.came(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // A pipe that can't be read has ended.
            Ok(0) | Err(_) => break,
        }
        while lines.advance() {
            tell(lines.line());
        }
    }
    if lines.close() {
        tell(lines.line());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::testing::Slow;

    fn all(text: &[u8], step: usize) -> Vec<(Vec<u8>, bool)> {
        let mut heard = Vec::new();
        lines(Slow(text, step), |line| {
            heard.push((line.line.to_vec(), line.is_cut));
        });
        heard
    }

    #[test]
    fn lines_are_the_same_however_they_come() {
        let expected = ["uciok", "readyok", "bestmove e2e4"];
        let expected = expected.map(|line| (line.as_bytes().to_vec(), false));
        for step in [1, 3, 7, 8, 1000] {
            let text = b"uciok\r\n\nreadyok\rbestmove e2e4";
            assert_eq!(all(text, step), expected, "{step}");
        }
    }

    #[test]
    fn of_a_line_without_end_only_so_much_is_kept() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend_from_slice(b"\nreadyok\n");
        for step in [5000, LONGEST_LINE] {
            let heard = all(&text, step);
            assert_eq!(heard.len(), 2);
            assert_eq!((heard[0].0.len(), heard[0].1), (LONGEST_LINE, true));
            assert_eq!(heard[1], (b"readyok".to_vec(), false));
        }
    }
}
