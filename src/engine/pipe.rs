//! Lines out of a pipe: however much comes, only so much is held.

use std::io::{self, Read};

/// Bytes of a line that are kept; what follows to its end is read and dropped.
pub(super) const LONGEST_LINE: usize = 64 << 10;
/// Bytes asked for at once.
const AT_ONCE: usize = 64 << 10;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heard {
    pub line: Vec<u8>,
    /// Whether it was longer.
    pub is_cut: bool,
}

/// Reads to the end, and gives the lines of each read to `tell`, until that wants no more. The last line
/// counts without an end, too; empty ones do not.
pub(super) fn lines(mut pipe: impl Read, mut tell: impl FnMut(Vec<Heard>) -> bool) {
    let mut buffer = vec![0; AT_ONCE];
    let mut open = Heard {
        line: Vec::new(),
        is_cut: false,
    };
    loop {
        let count = match pipe.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // A pipe that can't be read has ended.
            Err(_) => 0,
        };
        if count == 0 {
            if !open.line.is_empty() {
                tell(vec![open]);
            }
            return;
        }
        let mut rest = buffer.get(..count).unwrap_or_default();
        let mut batch = Vec::new();
        while let Some(end) = memchr::memchr2(b'\n', b'\r', rest) {
            open.take(rest.get(..end).unwrap_or_default());
            rest = rest.get(end + 1..).unwrap_or_default();
            if !open.line.is_empty() {
                batch.push(open.closed());
            }
        }
        open.take(rest);
        if !batch.is_empty() && !tell(batch) {
            return;
        }
    }
}

impl Heard {
    fn take(&mut self, bytes: &[u8]) {
        let room = LONGEST_LINE - self.line.len().min(LONGEST_LINE);
        let (kept, dropped) = bytes.split_at(bytes.len().min(room));
        self.line.extend_from_slice(kept);
        self.is_cut |= !dropped.is_empty();
    }

    /// The line that is over; what follows is another.
    fn closed(&mut self) -> Self {
        Self {
            line: std::mem::take(&mut self.line),
            is_cut: std::mem::take(&mut self.is_cut),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives so many bytes a read.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let (now, later) = self.0.split_at(self.1.min(self.0.len()).min(buffer.len()));
            buffer[..now.len()].copy_from_slice(now);
            self.0 = later;
            Ok(now.len())
        }
    }

    fn all(text: &[u8], step: usize) -> Vec<Heard> {
        let mut heard = Vec::new();
        lines(Slow(text, step), |batch| {
            heard.extend(batch);
            true
        });
        heard
    }

    #[test]
    fn lines_are_the_same_however_they_come() {
        let expected: Vec<Heard> = ["uciok", "readyok", "bestmove e2e4"]
            .iter()
            .map(|line| Heard {
                line: line.as_bytes().to_vec(),
                is_cut: false,
            })
            .collect();
        for step in [1, 3, 1000] {
            assert_eq!(all(b"uciok\r\n\nreadyok\rbestmove e2e4", step), expected);
        }
    }

    #[test]
    fn of_a_line_without_end_only_so_much_is_kept() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend_from_slice(b"\nreadyok\n");
        let heard = all(&text, 5000);
        assert_eq!(heard.len(), 2);
        assert_eq!((heard[0].line.len(), heard[0].is_cut), (LONGEST_LINE, true));
        assert_eq!(
            (heard[1].line.as_slice(), heard[1].is_cut),
            (&b"readyok"[..], false)
        );
    }

    #[test]
    fn it_ends_when_nobody_wants_more() {
        let mut batches = 0;
        lines(
            io::repeat(b'\n')
                .take(10)
                .chain(io::repeat(b'a').take(3))
                .chain(&b"\n\n"[..]),
            |_| {
                batches += 1;
                false
            },
        );
        assert_eq!(batches, 1);
    }
}
