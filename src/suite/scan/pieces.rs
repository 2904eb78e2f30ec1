//! A stream of bytes in pieces of whole lines: what is held does not grow with the file. A piece is what
//! one read gives.

use std::io::{self, Cursor, Read};
use std::iter;

use super::drive::{Flow, Parts, drive};
use super::reader::{Batch, Buffer, Reader};
use super::turns::Turn;

/// Some whole lines, one after another.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// The lines with their ends.
    pub bytes: &'a [u8],
    /// The number of the first of them, from 1.
    pub first_line: u64,
    /// Whether these are more bytes of a line that began before, and nothing else: they go where its
    /// first part went.
    pub continues: bool,
    /// Whether the last line goes on in the next piece. Then it is the only one, and can't be changed.
    pub is_open: bool,
    end: u8,
    turn: Turn<'a>,
}

impl<'a> Piece<'a> {
    /// The lines with their numbers, each with its own end: the first part of one that is too long to
    /// be held, and none of what continues it.
    pub fn lines(self) -> impl Iterator<Item = (u64, &'a [u8])> {
        let bytes = match self.continues {
            true => &[][..],
            false => self.bytes,
        };
        (self.first_line..).zip(lines(bytes, self.end))
    }

    /// Whether it is a part of a line that is too long to be held.
    pub fn is_part(&self) -> bool {
        self.continues || self.is_open
    }

    /// The line that ends in it, of which all parts are put together here.
    pub fn of_whole(self, line: &'a [u8]) -> Self {
        Self {
            bytes: line,
            continues: false,
            is_open: false,
            ..self
        }
    }

    /// Where one of its lines begins in it.
    pub fn offset(&self, line: &[u8]) -> usize {
        let (start, line) = (self.bytes.as_ptr().addr(), line.as_ptr().addr());
        line.saturating_sub(start)
    }

    /// Where the last line of some lines of it begins.
    pub fn last_line(&self, lines: &[u8]) -> usize {
        if self.end != b'\r' {
            let text = lines.strip_suffix(&[self.end]).unwrap_or(lines);
            return memchr::memrchr(self.end, text).map_or(0, |at| at + 1);
        }
        let mut ends = [&b"\r\n"[..], b"\r", b"\n"].into_iter();
        let text = ends.find_map(|end| lines.strip_suffix(end));
        memchr::memrchr2(b'\r', b'\n', text.unwrap_or(lines)).map_or(0, |at| at + 1)
    }

    /// The byte that ends its lines, where only that does.
    pub fn end(&self) -> Option<u8> {
        (self.end != b'\r').then_some(self.end)
    }

    /// Says that there are so many of something in it, and gives how many there are in all pieces
    /// before, which say so too: each once, in their order. Those before may have to be waited for.
    pub fn counted(self, count: u64) -> u64 {
        self.turn.add(count)
    }
}

/// The lines of `bytes`, each with its own end.
fn lines(bytes: &[u8], end: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    iter::from_fn(move || {
        let (line, after) = rest.split_at_checked(line_length(rest, end)?)?;
        rest = after;
        Some(line)
    })
}

/// The length of the first line of `bytes`, its end included.
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

/// A text that is read as pieces.
pub struct Pieces<S> {
    reader: Reader<S>,
    /// What was read to look at, and not worked on yet.
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

    /// Lines that end in it.
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
    /// Nothing is read yet.
    pub fn new(source: S) -> Self {
        Self {
            reader: Reader::new(source),
            first: None,
            next_line: 1,
        }
    }

    /// Passes these bytes where the text begins with them; whether it does. Nothing must be worked on yet.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub fn skip(&mut self, start: &[u8]) -> io::Result<bool> {
        self.first()?;
        Ok(match &mut self.first {
            Some(batch) => batch.buffer.skip(start),
            None => false,
        })
    }

    /// Lines end with this byte, whatever is read. Nothing must be read yet.
    pub fn end_with(&mut self, end: u8) {
        self.reader.end = Some(end);
    }

    /// The first lines; empty where there is no text.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub fn first(&mut self) -> io::Result<&[u8]> {
        if self.first.is_none() {
            self.first = self.reader.next(Buffer::default())?;
        }
        Ok(self.first.as_ref().map_or(&[], |batch| batch.buffer.text()))
    }

    /// The byte that ends lines, as far as the first lines tell.
    pub fn terminator(&self) -> u8 {
        self.first.as_ref().map_or(b'\n', |batch| batch.end)
    }

    /// All bytes, those that were looked at, too.
    pub fn into_read(self) -> impl Read + Send {
        let text = |buffer: &Buffer| Cursor::new(buffer.text().to_vec());
        let first = self.first.map(|batch| text(&batch.buffer));
        let read = first.unwrap_or_default().chain(text(&self.reader.carry));
        read.chain(self.reader.source)
    }

    /// Reads everything, gives `work` pieces of it on all cores, and `take` the results in order.
    ///
    /// # Errors
    ///
    /// Those of reading, and those that `take` gives.
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
