//! A stream of bytes, cut into chunks of whole lines, for reading a suite and for single-pass work.

use std::io::{self, Read};

use memchr::{memchr, memrchr};

use super::line_end::LineEnd;

/// The size of the first chunk: more than any screen shows.
const FIRST: usize = 64 << 10;
/// The size of the other chunks.
const NEXT: usize = 1 << 20;
/// The longest line that is read: a file with a longer one holds no records, and may be endless.
pub const LONGEST_LINE: usize = 64 << 20;
/// The error for a longer line.
pub const TOO_LONG: &str = "a line is longer than 64 MiB: not a file of records";

/// An iterator of chunks of whole lines of about a mebibyte (the first is smaller). Joined they are the stream; only
/// the stream's last line may lack its end.
pub struct Chunks<R> {
    reader: R,
    buffer: Vec<u8>,
    size: usize,
    line_end: Option<LineEnd>,
    terminator: Option<u8>,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    /// Returns the chunks of a reader.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            size: FIRST,
            line_end: None,
            terminator: None,
            ended: false,
        }
    }

    /// Returns the chunks of a reader whose lines end with a known byte.
    pub(super) fn with_terminator(reader: R, terminator: u8) -> Self {
        Self {
            terminator: Some(terminator),
            ..Self::new(reader)
        }
    }

    /// Returns the line end that most lines of the first chunk have, once there was one.
    pub fn line_end(&self) -> Option<LineEnd> {
        self.line_end
    }

    /// Returns the next chunk; `None` at the end.
    ///
    /// # Errors
    /// The reader fails.
    pub fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        while !self.ended {
            let wanted = self.size.saturating_sub(self.buffer.len());
            self.buffer.reserve(wanted);
            let got = self
                .reader
                .by_ref()
                .take(wanted as u64)
                .read_to_end(&mut self.buffer)?;
            self.ended = got < wanted;
            if let Some(at) = self.cut() {
                self.size = NEXT;
                let rest = self.buffer.split_off(at);
                let chunk = std::mem::replace(&mut self.buffer, rest);
                return Ok((!chunk.is_empty()).then_some(chunk));
            }
            if self.buffer.len() >= LONGEST_LINE {
                return Err(io::Error::new(io::ErrorKind::InvalidData, TOO_LONG));
            }
            // The line is longer than the chunk, or has no end so far.
            self.size = self.size.saturating_mul(2);
        }
        Ok(None)
    }

    /// Returns the end of the whole lines in the buffer.
    fn cut(&mut self) -> Option<usize> {
        let terminator = match self.terminator {
            Some(terminator) => terminator,
            None if memchr(b'\n', &self.buffer).is_some() => b'\n',
            // Only the whole file, or more of it than a line can have, shows that there is no LF.
            None if (self.ended || self.buffer.len() >= LONGEST_LINE)
                && memchr(b'\r', &self.buffer).is_some() =>
            {
                b'\r'
            }
            None if self.ended => b'\n',
            None => return None,
        };
        self.terminator = Some(terminator);
        let end = match memrchr(terminator, &self.buffer) {
            _ if self.ended => self.buffer.len(),
            Some(at) => at + 1,
            None => return None,
        };
        let buffer = &self.buffer;
        self.line_end
            .get_or_insert_with(|| LineEnd::dominant(terminator, buffer));
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &[u8]) -> (Vec<Vec<u8>>, Option<LineEnd>) {
        let mut chunks = Chunks::new(text);
        let mut all = Vec::new();
        while let Some(chunk) = chunks.next_chunk().unwrap() {
            all.push(chunk);
        }
        (all, chunks.line_end())
    }

    #[test]
    fn chunks_end_where_lines_end_and_lose_nothing() {
        for end in ["\n", "\r\n", "\r"] {
            let text: String = (0..300_000).map(|n| format!("line {n}{end}")).collect();
            let (all, line_end) = chunks(text.as_bytes());
            assert!(all.len() == 1 || all.len() > 2);
            assert!(all.iter().all(|chunk| chunk.ends_with(end.as_bytes())));
            assert_eq!(all.concat(), text.as_bytes());
            assert_eq!(line_end.map(LineEnd::bytes), Some(end.as_bytes()));
        }
    }

    #[test]
    fn an_lf_far_behind_decides_that_cr_ends_no_line() {
        let mut text = vec![b'x'; 5 << 20];
        text[7] = b'\r';
        text.extend_from_slice(b"\nlast");
        let (all, line_end) = chunks(&text);
        assert_eq!(all.concat(), text);
        assert_eq!(line_end, Some(LineEnd::Lf));
    }

    #[test]
    fn an_empty_stream_has_no_chunk() {
        assert!(chunks(b"").0.is_empty());
    }

    #[test]
    fn a_line_without_an_end_is_refused_and_not_held_in_memory() {
        for byte in [0, b'x'] {
            let mut chunks = Chunks::new(io::repeat(byte));
            let error = chunks.next_chunk().unwrap_err();
            assert_eq!(error.to_string(), TOO_LONG);
            assert!(chunks.buffer.capacity() <= 2 * LONGEST_LINE);
        }
        // The lines before it are returned.
        let mut chunks = Chunks::new(io::Cursor::new(b"one\n").chain(io::repeat(b'x')));
        assert_eq!(chunks.next_chunk().unwrap().unwrap(), b"one\n");
        assert!(chunks.next_chunk().is_err());
    }

    #[test]
    fn lines_that_end_with_cr_alone_need_not_be_held_whole_to_be_told() {
        let text = b"some record\r".repeat(LONGEST_LINE / 10);
        let mut chunks = Chunks::new(&text[..]);
        let mut all = 0;
        while let Some(chunk) = chunks.next_chunk().unwrap() {
            assert!(chunk.len() <= 2 * LONGEST_LINE && chunk.ends_with(b"\r"));
            all += chunk.len();
        }
        assert_eq!(all, text.len());
    }
}
