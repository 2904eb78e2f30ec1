//! Merging the sorted parts of a file; also streams stored to be read more than once, and texts stored until
//! everything before them is known.

use crate::suite::external::{
    HEAD, Head, Order, PrivateFile, SortedTexts, Sorter, compare, prefix,
};
use crate::suite::platform::{FileReader, private_file, read_full_at};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::Arc;

/// The memory in bytes for all parts together during the merge.
const HELD: usize = 12 << 20;
/// The minimum and maximum memory in bytes for one part.
const WINDOW: Range<usize> = 16 << 10..1 << 20;

/// The merged entries of all parts. Of equal keys, that of the earlier part comes first.
pub struct Merge {
    heads: BinaryHeap<Stream>,
    has_begun: bool,
}

impl Merge {
    /// Begins to merge the parts of a file; for `stored` see [`Part::STORED`](super::Part::STORED).
    pub(super) fn of(
        order: Order,
        file: &Arc<PrivateFile>,
        parts: &[Range<u64>],
        stored: Option<usize>,
    ) -> io::Result<Self> {
        let window = (HELD / parts.len().max(1)).clamp(WINDOW.start, WINDOW.end);
        let mut heads = BinaryHeap::with_capacity(parts.len());
        for (nth, part) in parts.iter().enumerate() {
            let mut stream = Stream {
                order,
                nth,
                file: file.clone(),
                stored,
                unread: part.clone(),
                buffer: Vec::new(),
                at: 0,
                window,
                head: Head::default(),
                prefix: 0,
            };
            if stream.next()? {
                heads.push(stream);
            }
        }
        Ok(Self {
            heads,
            has_begun: false,
        })
    }

    /// Returns the next entry, without the separate key before its text.
    pub(super) fn next_entry(&mut self) -> io::Result<Option<&[u8]>> {
        if std::mem::replace(&mut self.has_begun, true)
            && let Some(mut first) = self.heads.peek_mut()
            && !first.next()?
        {
            PeekMut::pop(first);
        }
        Ok(self.heads.peek().map(Stream::text))
    }
}

/// A part being read, positioned at one of its entries.
struct Stream {
    order: Order,
    nth: usize,
    file: Arc<PrivateFile>,
    stored: Option<usize>,
    /// The range of the file not yet read.
    unread: Range<u64>,
    buffer: Vec<u8>,
    /// The offset of the current entry in `buffer`.
    at: usize,
    window: usize,
    head: Head,
    prefix: u64,
}

impl Stream {
    fn bytes(&self, from: usize, length: usize) -> &[u8] {
        let start = self.at + from;
        self.buffer.get(start..start + length).unwrap_or_default()
    }

    fn key(&self) -> &[u8] {
        self.bytes(self.head.key, self.head.key_length)
    }

    fn text(&self) -> &[u8] {
        self.bytes(
            self.head.text,
            self.head.length.saturating_sub(self.head.text),
        )
    }

    /// Advances to the next entry; returns true if there is one.
    fn next(&mut self) -> io::Result<bool> {
        self.at += self.head.length;
        self.head = Head::default();
        if self.at == self.buffer.len() && self.unread.is_empty() {
            return Ok(false);
        }
        let head = match self.stored {
            Some(length) => Head {
                key_length: length,
                length,
                ..Head::default()
            },
            None => {
                self.fill_buffer(HEAD)?;
                let head = Head::read(self.bytes(0, HEAD));
                self.at += HEAD;
                head.ok_or(io::ErrorKind::UnexpectedEof)?
            }
        };
        self.fill_buffer(head.length)?;
        self.head = head;
        self.prefix = prefix(self.key());
        Ok(true)
    }

    /// Reads more, so that `buffer` has at least `bytes` from the current offset.
    fn fill_buffer(&mut self, bytes: usize) -> io::Result<()> {
        if self.buffer.len() - self.at >= bytes {
            return Ok(());
        }
        self.buffer.drain(..self.at);
        self.at = 0;
        let unread = usize::try_from(self.unread.end - self.unread.start).unwrap_or(usize::MAX);
        let more = self.window.max(bytes - self.buffer.len()).min(unread);
        let from = self.buffer.len();
        self.buffer.resize(from + more, 0);
        let rest = self.buffer.get_mut(from..).unwrap_or_default();
        let read = read_full_at(&self.file, rest, self.unread.start)?;
        self.unread.start += read as u64;
        match read == more && self.buffer.len() >= bytes {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// Reversed, because the heap returns the greatest first.
impl Ord for Stream {
    fn cmp(&self, other: &Self) -> Ordering {
        let keys = compare(
            self.order,
            (self.prefix, self.key()),
            (other.prefix, other.key()),
        );
        keys.then_with(|| self.nth.cmp(&other.nth)).reverse()
    }
}

impl PartialOrd for Stream {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Stream {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Stream {}

/// All bytes of a stream, in a private file.
#[derive(Clone, Debug)]
pub struct SpooledStream(Arc<File>);

impl SpooledStream {
    /// Reads the stream to its end.
    ///
    /// # Errors
    /// The stream can't be read, or the file can't be written.
    pub fn of(reader: &mut impl Read) -> io::Result<Self> {
        let mut file = private_file()?;
        io::copy(reader, &mut file)?;
        Ok(Self(file.into_file().into()))
    }

    /// Stores the bytes that `fill` writes.
    ///
    /// # Errors
    /// `fill` fails, or the file can't be written.
    pub fn written<E: From<io::Error>>(
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Self, E> {
        let file = private_file()?;
        let mut out = io::BufWriter::with_capacity(1 << 16, file);
        fill(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(Self(file.into_file().into()))
    }

    /// Returns a reader of all bytes.
    pub fn read(&self) -> impl Read + Send + use<> {
        FileReader::new(self.0.clone())
    }
}

/// The number of bytes of texts held in memory.
const HELD_TEXTS: usize = 4 << 20;
const NUMBER: usize = size_of::<u64>();

/// Texts with ascending numbers, stored to be read later.
pub struct TextSpool(Sorter);

impl Default for TextSpool {
    fn default() -> Self {
        Self(Sorter::holding(Order::Rising, HELD_TEXTS))
    }
}

impl TextSpool {
    /// Adds a text with a number.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn push(&mut self, number: u64, text: &[u8]) -> io::Result<()> {
        let number = number.to_be_bytes();
        self.0.push(&number, &[&number, text])
    }

    /// Returns all texts.
    ///
    /// # Errors
    /// The file can't be written or read.
    pub fn read(self) -> io::Result<SpooledTexts> {
        let mut read = SpooledTexts {
            sorted: self.0.sorted()?,
            next: None,
        };
        read.advance()?;
        Ok(read)
    }
}

/// The texts of a [`TextSpool`].
pub struct SpooledTexts {
    sorted: SortedTexts,
    next: Option<(u64, Vec<u8>)>,
}

impl SpooledTexts {
    /// Calls `take` with the following texts whose number is at most `number`.
    ///
    /// # Errors
    /// `take` fails, or the file can't be read.
    pub fn up_to<E: From<io::Error>>(
        &mut self,
        number: u64,
        mut take: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some((number, text)) = self.next.take_if(|(next, _)| *next <= number) {
            take(number, &text)?;
            self.advance()?;
        }
        Ok(())
    }

    fn advance(&mut self) -> io::Result<()> {
        let next = self.sorted.next_text()?;
        let next = next.and_then(|stored| stored.split_first_chunk::<NUMBER>());
        self.next = next.map(|(number, text)| (u64::from_be_bytes(*number), text.to_vec()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spooled_texts_are_found_by_number() {
        for size in [1, HELD_TEXTS / 3] {
            let long = "x".repeat(size);
            let mut spool = TextSpool::default();
            let texts = [
                (0, "a"),
                (2, "b"),
                (2, ""),
                (3, &long),
                (3, &long),
                (3, &long),
                (3, &long),
                (5, "c"),
            ];
            for (number, text) in texts {
                spool.push(number, text.as_bytes()).unwrap();
            }
            let mut read = spool.read().unwrap();
            let mut all = String::new();
            for asked in 0..5 {
                read.up_to(asked, |number, text| {
                    assert_eq!(number, asked);
                    all += std::str::from_utf8(text).unwrap();
                    Ok::<(), io::Error>(())
                })
                .unwrap();
                all.push('.');
            }
            assert_eq!(all, format!("a..b.{}..", long.repeat(4)));
        }
    }

    #[test]
    fn a_spooled_stream_can_be_read_repeatedly() {
        let text = b"some text".repeat(100_000);
        let spooled = SpooledStream::of(&mut &text[..]).unwrap();
        for _ in 0..2 {
            let mut all = Vec::new();
            spooled.read().read_to_end(&mut all).unwrap();
            assert!(all == text);
        }
    }
}
