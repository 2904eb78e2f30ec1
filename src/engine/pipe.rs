//! Lines out of a pipe: however much comes, only so much is held, and no line is copied that came in one piece.

use std::io::{self, Read};

/// Bytes of a line that are kept; what follows to its end is read and dropped.
pub(super) const LONGEST_LINE: usize = AT_ONCE;
/// Bytes asked for at once.
const AT_ONCE: usize = 64 << 10;

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heard<'a> {
    pub line: &'a [u8],
    /// Whether it was longer.
    pub is_cut: bool,
}

/// What came of a pipe, line by line; empty lines do not count.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// What of the buffer came and is in no line yet.
    from: usize,
    to: usize,
    /// The beginning of a line whose end did not come yet.
    open: Vec<u8>,
    is_cut: bool,
    /// The line at hand: its place in the buffer, or `None` where it is what was open.
    now: Option<(usize, usize)>,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self {
            buffer: vec![0; AT_ONCE],
            from: 0,
            to: 0,
            open: Vec::new(),
            is_cut: false,
            now: Some((0, 0)),
        }
    }

    /// Where bytes are put that come next; only once there is no further line.
    pub(super) fn room(&mut self) -> &mut [u8] {
        &mut self.buffer
    }

    /// So many bytes came into the room.
    pub(super) fn came(&mut self, count: usize) {
        self.from = 0;
        self.to = count.min(self.buffer.len());
    }

    /// Goes to the next line; gives whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        self.leave();
        loop {
            let rest = self.buffer.get(self.from..self.to).unwrap_or_default();
            let Some(length) = memchr::memchr2(b'\n', b'\r', rest) else {
                self.keep(self.from, self.to);
                self.from = self.to;
                return false;
            };
            let (begin, end) = (self.from, self.from + length);
            self.from = end + 1;
            if !self.open.is_empty() {
                self.keep(begin, end);
                self.now = None;
                return true;
            }
            if begin < end {
                self.now = Some((begin, end));
                return true;
            }
        }
    }

    /// Nothing more comes: goes to the last line, which has no end; gives whether there is one.
    pub(super) fn close(&mut self) -> bool {
        self.leave();
        self.now = None;
        !self.open.is_empty()
    }

    /// The line at hand.
    pub(super) fn line(&self) -> Heard<'_> {
        match self.now {
            Some((begin, end)) => Heard {
                line: self.buffer.get(begin..end).unwrap_or_default(),
                is_cut: false,
            },
            None => Heard {
                line: &self.open,
                is_cut: self.is_cut,
            },
        }
    }

    /// Forgets the line at hand.
    fn leave(&mut self) {
        if self.now.is_none() {
            self.open.clear();
            self.is_cut = false;
        }
        self.now = Some((0, 0));
    }

    /// Keeps a part of the buffer for the open line.
    fn keep(&mut self, begin: usize, end: usize) {
        let bytes = self.buffer.get(begin..end).unwrap_or_default();
        let room = LONGEST_LINE - self.open.len().min(LONGEST_LINE);
        let (kept, dropped) = bytes.split_at(bytes.len().min(room));
        self.open.extend_from_slice(kept);
        self.is_cut |= !dropped.is_empty();
    }
}

/// Reads to the end, and gives each line to `tell`. The last line counts without an end, too.
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
