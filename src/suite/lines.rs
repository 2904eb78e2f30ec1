//! A stream of bytes, split into chunks of whole lines, for reading a suite and for single-pass work; the ends of
//! lines; and a limit for streams that must be read to their end but may have none (`yes` fills any disk).

use memchr::{memchr, memchr2, memrchr};
use std::io::{self, Read};

/// The size of the first chunk in bytes: more than any screen shows.
const FIRST_CHUNK: usize = 64 << 10;
/// The size of the other chunks in bytes.
const NEXT_CHUNK: usize = 1 << 20;
/// The longest line that is read, in bytes: a file with a longer one is not a file of records, and may be endless.
pub const LONGEST_LINE: usize = 64 << 20;
pub const TOO_LONG: &str = "a line is longer than 64 MiB: not a file of records";

/// An iterator of chunks of whole lines, of about a mebibyte each (the first is smaller). Joined they are the
/// stream; only the last line of the stream may lack its end.
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
            size: FIRST_CHUNK,
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

    /// Returns the line end of most lines in the first chunk, once that was read.
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
                self.size = NEXT_CHUNK;
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

    /// Returns the end of the last whole line in the buffer.
    fn cut(&mut self) -> Option<usize> {
        let terminator = match self.terminator {
            Some(terminator) => terminator,
            None if memchr(b'\n', &self.buffer).is_some() => b'\n',
            // That there is no LF shows only in the whole file, or in more of it than a line may have.
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

/// The line end of new lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineEnd {
    /// LF, as on Unix; also for a file without line ends.
    #[default]
    Lf,
    CrLf,
    /// CR alone, for a file with CR and without LF.
    Cr,
}

impl LineEnd {
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Cr => b"\r",
        }
    }

    /// Returns the byte that ends a line in such a file.
    pub const fn terminator(self) -> u8 {
        match self {
            Self::Lf | Self::CrLf => b'\n',
            Self::Cr => b'\r',
        }
    }

    /// Returns the line end of most lines in `sample`, given the byte that ends them.
    pub(crate) fn dominant(terminator: u8, sample: &[u8]) -> Self {
        if terminator == b'\r' {
            return Self::Cr;
        }
        let (mut all, mut with_cr) = (0usize, 0usize);
        for at in memchr::memchr_iter(b'\n', sample) {
            all += 1;
            if at.checked_sub(1).and_then(|before| sample.get(before)) == Some(&b'\r') {
                with_cr += 1;
            }
        }
        if with_cr * 2 > all {
            Self::CrLf
        } else {
            Self::Lf
        }
    }
}

/// Returns a line without its end (LF, CR LF, CR, CR CR LF).
pub fn text_of(line: &[u8]) -> &[u8] {
    let mut text = line.strip_suffix(b"\n").unwrap_or(line);
    while let Some(shorter) = text.strip_suffix(b"\r") {
        text = shorter;
    }
    text
}

/// Returns the end of a line, which [`text_of`] removes.
pub(crate) fn end_of(line: &[u8]) -> &[u8] {
    line.get(text_of(line).len()..).unwrap_or_default()
}

/// Splits `bytes` into lines, each with its end if it has one; empty bytes are one empty line.
pub(super) fn split(bytes: &[u8], end: LineEnd) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    loop {
        let found = match end.terminator() {
            b'\r' => memchr2(b'\n', b'\r', rest).map(|at| match rest.get(at..at + 2) {
                Some(b"\r\n") => at + 2,
                _ => at + 1,
            }),
            other => memchr(other, rest).map(|at| at + 1),
        };
        let Some((line, after)) = found.and_then(|at| rest.split_at_checked(at)) else {
            if !rest.is_empty() || lines.is_empty() {
                lines.push(rest);
            }
            return lines;
        };
        lines.push(line);
        rest = after;
    }
}

/// The length in bytes up to which a stream is spooled. A longer one should be a file, which can be read by
/// position.
pub const LONGEST_STREAM: u64 = 4 << 30;

/// A reader that fails beyond a maximum length.
///
/// ```
/// use epdit::suite::Ending;
/// use std::io::{Read, repeat};
///
/// let mut text = Vec::new();
/// let error = Ending::within(repeat(b'x'), 5).read_to_end(&mut text).unwrap_err();
/// assert_eq!(text, b"xxxxx");
/// assert!(error.to_string().contains("save it to a file first"));
/// ```
pub struct Ending<R> {
    reader: R,
    left: u64,
    most: u64,
}

impl<R> Ending<R> {
    /// Limits a reader to a number of bytes.
    pub fn within(reader: R, most: u64) -> Self {
        Self {
            reader,
            left: most,
            most,
        }
    }
}

impl<R: Read> Read for Ending<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left > 0 {
            let room = usize::try_from(self.left).unwrap_or(usize::MAX);
            let room = room.min(buffer.len());
            let read = self
                .reader
                .read(buffer.get_mut(..room).unwrap_or_default())?;
            self.left -= read as u64;
            return Ok(read);
        }
        // The stream may end exactly here.
        match self.reader.read(&mut [0])? {
            0 => Ok(0),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "the input has no end after {}; save it to a file first",
                    size(self.most)
                ),
            )),
        }
    }
}

fn size(bytes: u64) -> String {
    match bytes >> 30 {
        0 => format!("{bytes} bytes"),
        gibibytes => format!("{gibibytes} GiB"),
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
    fn a_distant_lf_means_that_cr_ends_no_line() {
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
    fn lines_that_end_with_cr_alone_are_split_within_bounded_memory() {
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

#[cfg(test)]
mod line_end_tests {
    use super::*;

    #[test]
    fn the_end_is_everything_after_the_text() {
        assert_eq!(text_of(b"a b\r\r\n"), b"a b");
        assert_eq!(end_of(b"a b\r\r\n"), b"\r\r\n");
        assert_eq!(end_of(b"a\r"), b"\r");
        assert_eq!(end_of(b"a"), b"");
        assert_eq!(text_of(b"\n"), b"");
    }

    #[test]
    fn pasted_text_is_split_like_the_file() {
        assert_eq!(split(b"a\nb", LineEnd::Lf), [b"a\n".as_slice(), b"b"]);
        assert_eq!(split(b"a\rb\n", LineEnd::Lf), [b"a\rb\n".as_slice()]);
        assert_eq!(
            split(b"a\rb\r\nc\n", LineEnd::Cr),
            [b"a\r".as_slice(), b"b\r\n", b"c\n"]
        );
        assert_eq!(split(b"", LineEnd::Lf), [b"".as_slice()]);
    }

    #[test]
    fn new_lines_get_the_end_that_most_lines_have() {
        assert_eq!(LineEnd::dominant(b'\n', b"a\r\nb\r\nc\n"), LineEnd::CrLf);
        assert_eq!(LineEnd::dominant(b'\n', b"a\r\nb\nc\n"), LineEnd::Lf);
        assert_eq!(LineEnd::dominant(b'\r', b"a\rb\r"), LineEnd::Cr);
        assert_eq!(LineEnd::dominant(b'\n', b""), LineEnd::Lf);
    }
}

#[cfg(test)]
mod ending_tests {
    use super::*;

    #[test]
    fn input_within_the_limit_is_read_and_longer_input_is_refused_with_advice() {
        for (len, ends) in [(0, true), (99, true), (100, true), (101, false)] {
            let text = vec![b'x'; len];
            let mut read = Vec::new();
            let end = Ending::within(&text[..], 100).read_to_end(&mut read);
            assert_eq!(end.is_ok(), ends, "{len}");
            assert_eq!(read, text[..len.min(100)]);
        }
        assert_eq!(size(4 << 30), "4 GiB");
    }
}
