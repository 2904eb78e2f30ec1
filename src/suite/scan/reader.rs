//! Reading a stream into batches of whole lines, in recycled buffers.

use std::io::{self, Read};

use super::pieces::line_length;

/// The number of bytes requested in the first read; a full read is followed by a larger one.
const FIRST_READ: usize = 64 << 10;
/// The largest number of bytes requested in one read.
pub(super) const LARGEST_READ: usize = 256 << 10;
/// The number of bytes to search for a line feed before a file is taken to end its lines with CR alone.
const LOOK: usize = 64 << 10;
/// The length from which a line passes through in parts and stays unchanged: longer than any record
/// ([`LONGEST_RECORD`](crate::epd::LONGEST_RECORD)), so that its first part decides.
pub(super) const LONGEST_HELD: usize = 4 << 20;

/// A buffer of bytes up to a length; those after it are from an earlier use.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    length: usize,
}

impl Buffer {
    pub(super) fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Returns the space for `more` bytes.
    fn room(&mut self, more: usize) -> &mut [u8] {
        let end = self.length + more;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes.get_mut(self.length..end).unwrap_or_default()
    }

    fn push(&mut self, bytes: &[u8]) {
        for (to, from) in self.room(bytes.len()).iter_mut().zip(bytes) {
            *to = *from;
        }
        self.length += bytes.len();
    }

    /// Removes leading bytes if they equal `start`; returns true if they do.
    pub(super) fn skip(&mut self, start: &[u8]) -> bool {
        let is_there = self.text().starts_with(start);
        if is_there {
            self.bytes.drain(..start.len());
            self.length -= start.len();
        }
        is_there
    }

    /// Returns the buffer, empty; a fresh one if a long line made it large.
    pub(super) fn emptied(mut self) -> Self {
        if self.bytes.len() > 2 * LARGEST_READ + LONGEST_HELD / 4 {
            return Self::default();
        }
        self.length = 0;
        self
    }
}

/// Some whole lines, or a part of one.
pub(super) struct Batch {
    pub buffer: Buffer,
    /// The number of the first line, once that is known.
    pub first_line: u64,
    pub end: u8,
    /// See [`Piece`](super::pieces::Piece).
    pub continues: bool,
    pub is_open: bool,
}

pub(super) struct Reader<S> {
    pub source: S,
    /// The bytes that were read but form no whole line yet.
    pub carry: Buffer,
    /// The length of the searched part, so that a very long line is searched only once.
    searched: usize,
    ask: usize,
    /// The byte that ends a line, once that is known.
    pub end: Option<u8>,
    ended: bool,
    /// Whether the first line of `carry` began in an earlier batch.
    continues: bool,
}

impl<S: Read> Reader<S> {
    pub(super) fn new(source: S) -> Self {
        Self {
            source,
            carry: Buffer::default(),
            searched: 0,
            ask: FIRST_READ,
            end: None,
            ended: false,
            continues: false,
        }
    }

    /// Returns the next lines; `free` is a buffer for the bytes after them.
    pub(super) fn next(&mut self, free: Buffer) -> io::Result<Option<Batch>> {
        loop {
            if !self.ended {
                self.fill()?;
            }
            let Some(end) = self.line_end() else { continue };
            let found = match self.continues {
                true => self.rest_of_line(end),
                false => self.whole_lines(end),
            };
            if let Some((length, is_open)) = found {
                return Ok(Some(self.give(length, end, is_open, free)));
            }
            if self.ended {
                return Ok(None);
            }
        }
    }

    /// Returns the length of all whole lines, or of the first part of a line that is too long, and whether the line
    /// continues after it.
    fn whole_lines(&mut self, end: u8) -> Option<(usize, bool)> {
        let carry = self.carry.text();
        let whole = if self.ended {
            carry.len()
        } else {
            match whole_lines(carry.get(self.searched..).unwrap_or_default(), end) {
                0 => 0,
                length => self.searched + length,
            }
        };
        if whole > 0 {
            return Some((whole, false));
        }
        if carry.len() > LONGEST_HELD {
            return Some((self.sure(), true));
        }
        // A CR at the very end is searched again with the next bytes.
        self.searched = self.sure();
        None
    }

    /// Returns the next part of a line that is too long for memory.
    fn rest_of_line(&mut self, end: u8) -> Option<(usize, bool)> {
        let carry = self.carry.text();
        let found = line_length(carry, end).filter(|length| {
            let last = length.checked_sub(1).and_then(|at| carry.get(at));
            match last {
                _ if self.ended => true,
                Some(b'\n') => true,
                // A final CR may be the first half of CR LF.
                Some(b'\r') => end == b'\r' && *length < carry.len(),
                _ => false,
            }
        });
        match (found, self.sure()) {
            (Some(whole), _) => Some((whole, false)),
            (None, 0) => None,
            (None, part) => Some((part, true)),
        }
    }

    /// Returns the number of bytes that are certainly not the first half of CR LF.
    fn sure(&self) -> usize {
        let carry = self.carry.text();
        carry.len() - usize::from(carry.ends_with(b"\r"))
    }

    /// Returns `length` bytes as a batch.
    fn give(&mut self, length: usize, end: u8, is_open: bool, free: Buffer) -> Batch {
        self.searched = 0;
        let mut carry = free.emptied();
        carry.push(self.carry.text().get(length..).unwrap_or_default());
        let mut buffer = std::mem::replace(&mut self.carry, carry);
        buffer.length = length;
        Batch {
            buffer,
            first_line: 0,
            end,
            continues: std::mem::replace(&mut self.continues, is_open),
            is_open,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let read = loop {
            match self.source.read(self.carry.room(self.ask)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let read = read?;
        self.carry.length += read;
        if read == self.ask {
            self.ask = (self.ask * 2).min(LARGEST_READ);
        }
        self.ended = read == 0;
        Ok(())
    }

    /// Returns the byte that ends a line, once that is certain.
    fn line_end(&mut self) -> Option<u8> {
        if self.end.is_none() {
            let carry = self.carry.text();
            self.end = if memchr::memchr(b'\n', carry).is_some() {
                Some(b'\n')
            } else if self.ended || carry.len() >= LOOK {
                Some(if memchr::memchr(b'\r', carry).is_some() {
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

/// Returns the length of the lines that are certainly complete.
fn whole_lines(bytes: &[u8], end: u8) -> usize {
    if end != b'\r' {
        return memchr::memrchr(end, bytes).map_or(0, |at| at + 1);
    }
    // A final CR may be the first half of CR LF.
    let sure = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    memchr::memrchr2(b'\r', b'\n', sure).map_or(0, |at| at + 1)
}
