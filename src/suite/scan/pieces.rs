//! A stream of bytes in pieces of whole lines, in bounded memory. A piece is the result of one read.

use super::drive::{Flow, Parts, drive};
use crate::suite::scan::{Batch, Buffer, Reader, Turn};
use std::io::{self, Cursor, Read};
use std::iter;

/// Some consecutive whole lines.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// The lines with their ends.
    pub bytes: &'a [u8],
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// Whether the piece only continues a line that began before; it then goes where the first part went.
    pub continues: bool,
    /// Whether the last line continues in the next piece. It is then the only one, and can't be changed.
    pub is_open: bool,
    end: u8,
    turn: Turn<'a>,
}

impl<'a> Piece<'a> {
    /// Returns the lines with their numbers and ends; of a line that is too long for memory only the first part.
    pub fn lines(self) -> impl Iterator<Item = (u64, &'a [u8])> {
        let bytes = match self.continues {
            true => &[][..],
            false => self.bytes,
        };
        (self.first_line..).zip(lines(bytes, self.end))
    }

    /// Returns true if the piece is a part of a line that is too long for memory.
    pub fn is_part(&self) -> bool {
        self.continues || self.is_open
    }

    /// Returns a piece with the whole line, whose parts were put together, of which this is the last.
    pub fn of_whole(self, line: &'a [u8]) -> Self {
        Self {
            bytes: line,
            continues: false,
            is_open: false,
            ..self
        }
    }

    /// Returns the offset of one of its lines.
    pub fn offset(&self, line: &[u8]) -> usize {
        let (start, line) = (self.bytes.as_ptr().addr(), line.as_ptr().addr());
        line.saturating_sub(start)
    }

    /// Returns the offset of the last line in some of its lines.
    pub fn last_line(&self, lines: &[u8]) -> usize {
        if self.end != b'\r' {
            let text = lines.strip_suffix(&[self.end]).unwrap_or(lines);
            return memchr::memrchr(self.end, text).map_or(0, |at| at + 1);
        }
        let mut ends = [&b"\r\n"[..], b"\r", b"\n"].into_iter();
        let text = ends.find_map(|end| lines.strip_suffix(end));
        memchr::memrchr2(b'\r', b'\n', text.unwrap_or(lines)).map_or(0, |at| at + 1)
    }

    /// Returns the byte that ends its lines, if that byte alone does.
    pub fn end(&self) -> Option<u8> {
        (self.end != b'\r').then_some(self.end)
    }

    /// Adds a count for this piece, and returns the total of all pieces before. Every piece must call it once; it may
    /// wait for the pieces before.
    pub fn counted(self, count: u64) -> u64 {
        self.turn.add(count)
    }
}

/// Returns the lines of `bytes`, each with its own end.
fn lines(bytes: &[u8], end: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    iter::from_fn(move || {
        let (line, after) = rest.split_at_checked(line_length(rest, end)?)?;
        rest = after;
        Some(line)
    })
}

/// Returns the length of the first line of `bytes`, its end included.
pub(super) fn line_length(bytes: &[u8], end: u8) -> Option<usize> {
    if bytes.is_empty() {
        return None;
    }
    let found = if end == b'\r' {
        memchr::memchr2(b'\r', b'\n', bytes)
    } else {
        memchr::memchr(end, bytes)
    };
    Some(match found {
        Some(at) if bytes.get(at..at + 2) == Some(b"\r\n") => at + 2,
        Some(at) => at + 1,
        None => bytes.len(),
    })
}

/// A text that is read in pieces.
pub struct Pieces<S> {
    reader: Reader<S>,
    /// The first batch, if it was read ahead and not yet processed.
    first: Option<Batch>,
    /// The number of the next line.
    next_line: u64,
}

impl Batch {
    fn piece<'a>(&'a self, turn: Turn<'a>) -> Piece<'a> {
        Piece {
            bytes: self.buffer.text(),
            first_line: self.first_line,
            continues: self.continues,
            is_open: self.is_open,
            end: self.end,
            turn,
        }
    }

    /// Returns the number of lines that end in the batch.
    fn ended_lines(&self) -> u64 {
        let text = self.buffer.text();
        match (self.continues || self.is_open, self.end) {
            (true, _) => u64::from(!self.is_open),
            (false, b'\r') => lines(text, b'\r').count() as u64,
            (false, end) => memchr::memchr_iter(end, text).count() as u64,
        }
    }
}

impl<S: Read + Send> Pieces<S> {
    /// Returns a text of which nothing is read yet.
    pub fn new(source: S) -> Self {
        Self {
            reader: Reader::new(source),
            first: None,
            next_line: 1,
        }
    }

    /// Skips these bytes if the text begins with them; returns true if it does. To be called before any processing.
    ///
    /// # Errors
    ///
    /// The source can't be read.
    pub fn skip(&mut self, start: &[u8]) -> io::Result<bool> {
        self.first()?;
        Ok(match &mut self.first {
            Some(batch) => batch.buffer.skip(start),
            None => false,
        })
    }

    /// Sets the byte that ends lines. To be called before any reading.
    pub fn end_with(&mut self, end: u8) {
        self.reader.end = Some(end);
    }

    /// Returns the first lines; empty if there is no text.
    ///
    /// # Errors
    ///
    /// The source can't be read.
    pub fn first(&mut self) -> io::Result<&[u8]> {
        if self.first.is_none() {
            self.first = self.reader.next(Buffer::default())?;
        }
        Ok(self.first.as_ref().map_or(&[], |batch| batch.buffer.text()))
    }

    /// Returns the byte that ends lines, judging by the first lines.
    pub fn terminator(&self) -> u8 {
        self.first.as_ref().map_or(b'\n', |batch| batch.end)
    }

    /// Returns all bytes, including those read ahead.
    pub fn into_read(self) -> impl Read + Send {
        let text = |buffer: &Buffer| Cursor::new(buffer.text().to_vec());
        let first = self.first.map(|batch| text(&batch.buffer));
        let read = first.unwrap_or_default().chain(text(&self.reader.carry));
        read.chain(self.reader.source)
    }

    /// Reads everything, runs `work` on the pieces on all cores, and calls `take` with the results in order.
    ///
    /// # Errors
    ///
    /// The source can't be read, or `take` fails.
    pub fn each<R: Send, E: From<io::Error>>(
        self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        mut take: impl for<'a> FnMut(Piece<'a>, R) -> Result<Flow, E>,
    ) -> Result<(), E> {
        let work = |part: &Batch, turn: Turn<'_>| work(part.piece(turn));
        let take = |part: &Batch, turn: Turn<'_>, result| take(part.piece(turn), result);
        drive(self, rayon::current_num_threads() + 1, work, take)
    }
}

impl<S: Read + Send> Parts for Pieces<S> {
    type Part = Batch;
    type Error = io::Error;

    fn next(&mut self, used: Option<Batch>) -> io::Result<Option<Batch>> {
        let mut batch = match self.first.take() {
            Some(batch) => Some(batch),
            None => {
                let free = used.map(|used| used.buffer);
                self.reader.next(free.unwrap_or_default())?
            }
        };
        if let Some(batch) = &mut batch {
            batch.first_line = self.next_line;
            self.next_line += batch.ended_lines();
        }
        Ok(batch)
    }
}
