//! Reading a file as a stream of batches of whole lines, and working on them with all cores in
//! order: what is held does not grow with the file.
//!
//! A batch is what one read gives, so lines that come slowly through a pipe are worked on as
//! they come. Reading goes on in a thread of its own while a batch is worked on.

use std::io::{self, Cursor, Read};

use crossbeam_channel::bounded;
use rayon::prelude::*;

/// Bytes asked for in the first read; a read that gives all of them is followed by a larger one.
const FIRST_READ: usize = 64 << 10;
/// The most bytes asked for in one read.
const LARGEST_READ: usize = 2 << 20;
/// Bytes of a piece, about: the share of a batch that one core takes at a time.
const PIECE: usize = 32 << 10;
/// Bytes to look through for a line feed before a file is taken to end its lines with CR alone.
const LOOK: usize = 64 << 10;
/// Bytes of a line from which on it passes through in parts and is left as it is: more than any record
/// has ([`LONGEST_RECORD`](crate::epd::LONGEST_RECORD)), so its first part tells all that is said of it.
const LONGEST_HELD: usize = 4 << 20;

/// Some whole lines, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
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
}

impl<'a> Piece<'a> {
    /// The lines with their numbers, each with its own end: the first part of one that is too long to
    /// be held, and none of what continues it.
    pub(crate) fn lines(self) -> impl Iterator<Item = (u64, &'a [u8])> {
        let mut rest = match self.continues {
            true => &[][..],
            false => self.bytes,
        };
        (self.first_line..).map_while(move |number| {
            let length = line_length(rest, self.end)?;
            let (line, after) = rest.split_at_checked(length)?;
            rest = after;
            Some((number, line))
        })
    }
}

/// The length of the first line of `bytes`, its end included.
fn line_length(bytes: &[u8], end: u8) -> Option<usize> {
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

struct Batch {
    bytes: Vec<u8>,
    end: u8,
    /// As of its only [`Piece`].
    continues: bool,
    is_open: bool,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// With the next lines.
    On,
    /// Enough: the rest is not read.
    Stop,
}

/// A text that is read as batches.
pub(crate) struct Pieces<S> {
    reader: Reader<S>,
    /// What was read to look at, and not worked on yet.
    first: Option<Batch>,
}

impl<S: Read + Send> Pieces<S> {
    /// Nothing is read yet.
    pub(crate) fn new(source: S) -> Self {
        Self {
            reader: Reader::new(source),
            first: None,
        }
    }

    /// The first batch; empty where there is no text.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn first(&mut self) -> io::Result<&[u8]> {
        if self.first.is_none() {
            self.first = self.reader.next()?;
        }
        Ok(self.first.as_ref().map_or(&[], |batch| &batch.bytes))
    }

    /// All bytes, those that were looked at, too.
    pub(crate) fn into_read(self) -> impl Read + Send {
        let first = self.first.map(|batch| batch.bytes).unwrap_or_default();
        let read = Cursor::new(first).chain(Cursor::new(self.reader.carry));
        read.chain(self.reader.source)
    }

    /// Reads everything, gives `work` pieces of it on all cores, and `take` the results in order.
    ///
    /// # Errors
    ///
    /// Those of reading, and those that `take` gives.
    pub(crate) fn each<R: Send, E: From<io::Error>>(
        self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        mut take: impl for<'a> FnMut(Piece<'a>, R) -> Result<Flow, E>,
    ) -> Result<(), E> {
        let Self { mut reader, first } = self;
        let (sender, batches) = bounded::<io::Result<Batch>>(1);
        let mut line = 1;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let rest = std::iter::from_fn(|| reader.next().transpose());
                for batch in first.map(Ok).into_iter().chain(rest) {
                    let failed = batch.is_err();
                    if sender.send(batch).is_err() || failed {
                        return;
                    }
                }
            });
            // Moved in, so that leaving early closes the channel and ends the reader.
            let batches = batches;
            for batch in &batches {
                let batch = batch?;
                let pieces = cut(&batch, &mut line);
                let mut results: Vec<R> = Vec::with_capacity(pieces.len());
                pieces
                    .par_iter()
                    .map(|piece| work(*piece))
                    .collect_into_vec(&mut results);
                for (piece, result) in pieces.into_iter().zip(results) {
                    if take(piece, result)? == Flow::Stop {
                        return Ok(());
                    }
                }
            }
            Ok(())
        })
    }
}

/// Cuts a batch into pieces at line ends, and counts its lines.
fn cut<'a>(batch: &'a Batch, line: &mut u64) -> Vec<Piece<'a>> {
    let mut rest = &batch.bytes[..];
    if batch.continues || batch.is_open {
        let piece = Piece {
            bytes: rest,
            first_line: *line,
            continues: batch.continues,
            is_open: batch.is_open,
            end: batch.end,
        };
        *line += u64::from(!batch.is_open);
        return vec![piece];
    }
    let mut pieces = Vec::with_capacity(rest.len() / PIECE + 1);
    while !rest.is_empty() {
        let near = PIECE.min(rest.len()).saturating_sub(1);
        let tail = rest.get(near..).unwrap_or_default();
        let length = line_length(tail, batch.end).map_or(rest.len(), |length| near + length);
        let Some((bytes, after)) = rest.split_at_checked(length) else {
            break;
        };
        let piece = Piece {
            bytes,
            first_line: *line,
            continues: false,
            is_open: false,
            end: batch.end,
        };
        *line += if batch.end == b'\r' {
            piece.lines().count() as u64
        } else {
            memchr::memchr_iter(batch.end, bytes).count() as u64
        };
        pieces.push(piece);
        rest = after;
    }
    pieces
}

struct Reader<S> {
    source: S,
    /// What was read and is no whole line yet.
    carry: Vec<u8>,
    /// How much of it has been looked through, so that a very long line is not searched again
    /// and again.
    searched: usize,
    ask: usize,
    end: Option<u8>,
    ended: bool,
    /// Whether the line that `carry` begins in began in a batch before.
    continues: bool,
}

impl<S: Read> Reader<S> {
    fn new(source: S) -> Self {
        Self {
            source,
            carry: Vec::new(),
            searched: 0,
            ask: FIRST_READ,
            end: None,
            ended: false,
            continues: false,
        }
    }

    fn next(&mut self) -> io::Result<Option<Batch>> {
        loop {
            if !self.ended {
                self.fill()?;
            }
            let Some(end) = self.line_end() else { continue };
            if let Some(batch) = match self.continues {
                true => self.rest_of_line(end),
                false => self.whole_lines(end),
            } {
                return Ok(Some(batch));
            }
            if self.ended {
                return Ok(None);
            }
        }
    }

    /// All that is whole; the first part of a line that is too long.
    fn whole_lines(&mut self, end: u8) -> Option<Batch> {
        let whole = if self.ended {
            self.carry.len()
        } else {
            let new = self.carry.get(self.searched..).unwrap_or_default();
            match whole_lines(new, end) {
                0 => 0,
                length => self.searched + length,
            }
        };
        if whole > 0 {
            return Some(self.give(whole, end, false));
        }
        if self.carry.len() > LONGEST_HELD {
            return Some(self.give(self.sure(), end, true));
        }
        // A CR at the very end is looked at again with what follows.
        self.searched = self.sure();
        None
    }

    /// More of a line that is too long to be held.
    fn rest_of_line(&mut self, end: u8) -> Option<Batch> {
        let found = line_length(&self.carry, end).filter(|length| {
            let last = length.checked_sub(1).and_then(|at| self.carry.get(at));
            match last {
                _ if self.ended => true,
                Some(b'\n') => true,
                // A CR that comes last may be the first half of CR LF.
                Some(b'\r') => end == b'\r' && *length < self.carry.len(),
                _ => false,
            }
        });
        match (found, self.sure()) {
            (Some(whole), _) => Some(self.give(whole, end, false)),
            (None, 0) => None,
            (None, part) => Some(self.give(part, end, true)),
        }
    }

    /// The bytes that surely are no first half of CR LF.
    fn sure(&self) -> usize {
        let half = usize::from(self.carry.ends_with(b"\r"));
        self.carry.len() - half
    }

    /// So many bytes as a batch.
    fn give(&mut self, length: usize, end: u8, is_open: bool) -> Batch {
        self.searched = 0;
        let carry = self.carry.split_off(length);
        Batch {
            bytes: std::mem::replace(&mut self.carry, carry),
            end,
            continues: std::mem::replace(&mut self.continues, is_open),
            is_open,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let before = self.carry.len();
        self.carry.resize(before + self.ask, 0);
        let read = loop {
            match self
                .source
                .read(self.carry.get_mut(before..).unwrap_or_default())
            {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.carry.truncate(before + *read.as_ref().unwrap_or(&0));
        let read = read?;
        if read == self.ask {
            self.ask = (self.ask * 2).min(LARGEST_READ);
        }
        self.ended = read == 0;
        Ok(())
    }

    /// The byte that ends a line, once that is certain.
    fn line_end(&mut self) -> Option<u8> {
        if self.end.is_none() {
            self.end = if memchr::memchr(b'\n', &self.carry).is_some() {
                Some(b'\n')
            } else if self.ended || self.carry.len() >= LOOK {
                Some(if memchr::memchr(b'\r', &self.carry).is_some() {
                    b'\r'
                } else {
                    b'\n'
                })
            } else {
                None
            };
        }
        self.end
    }
}

/// The bytes of the lines that are surely whole, though more may follow.
fn whole_lines(bytes: &[u8], end: u8) -> usize {
    if end != b'\r' {
        return memchr::memrchr(end, bytes).map_or(0, |at| at + 1);
    }
    // A CR that comes last may be the first half of CR LF.
    let sure = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    memchr::memrchr2(b'\r', b'\n', sure).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests;
