//! Merging the sorted parts of a file.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::super::platform::read_full_at;
use super::part::{HEAD, Head, compare, prefix};
use super::{Order, PrivateFile};

/// The memory for all parts together during the merge.
const HELD: usize = 12 << 20;
/// The least and the most memory for one part.
const WINDOW: Range<usize> = 16 << 10..1 << 20;

/// The entries of all parts in order. Equal keys come from the earlier part first.
pub struct Merge {
    heads: BinaryHeap<Stream>,
    /// Whether the first entry was returned.
    is_given: bool,
}

impl Merge {
    /// Begins with the parts of a file; `stored`: see [`Part::STORED`](super::Part::STORED).
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
                left: part.clone(),
                held: Vec::new(),
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
            is_given: false,
        })
    }

    /// Returns the next entry, without a separate key before its text.
    pub(super) fn next_entry(&mut self) -> io::Result<Option<&[u8]>> {
        if std::mem::replace(&mut self.is_given, true)
            && let Some(mut first) = self.heads.peek_mut()
            && !first.next()?
        {
            PeekMut::pop(first);
        }
        Ok(self.heads.peek().map(Stream::text))
    }
}

/// A part being read, at one of its entries.
struct Stream {
    order: Order,
    nth: usize,
    file: Arc<PrivateFile>,
    stored: Option<usize>,
    /// The range not yet read.
    left: Range<u64>,
    held: Vec<u8>,
    /// The offset of the current entry.
    at: usize,
    window: usize,
    head: Head,
    prefix: u64,
}

impl Stream {
    fn bytes(&self, from: usize, length: usize) -> &[u8] {
        let start = self.at + from;
        self.held.get(start..start + length).unwrap_or_default()
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
        if self.at == self.held.len() && self.left.is_empty() {
            return Ok(false);
        }
        let head = match self.stored {
            Some(length) => Head {
                key_length: length,
                length,
                ..Head::default()
            },
            None => {
                self.hold(HEAD)?;
                let head = Head::read(self.bytes(0, HEAD));
                self.at += HEAD;
                head.ok_or(io::ErrorKind::UnexpectedEof)?
            }
        };
        self.hold(head.length)?;
        self.head = head;
        self.prefix = prefix(self.key());
        Ok(true)
    }

    /// Reads on until `bytes` are held from the current offset.
    fn hold(&mut self, bytes: usize) -> io::Result<()> {
        if self.held.len() - self.at >= bytes {
            return Ok(());
        }
        self.held.drain(..self.at);
        self.at = 0;
        let left = usize::try_from(self.left.end - self.left.start).unwrap_or(usize::MAX);
        let more = self.window.max(bytes - self.held.len()).min(left);
        let from = self.held.len();
        self.held.resize(from + more, 0);
        let rest = self.held.get_mut(from..).unwrap_or_default();
        let read = read_full_at(&self.file, rest, self.left.start)?;
        self.left.start += read as u64;
        match read == more && self.held.len() >= bytes {
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
