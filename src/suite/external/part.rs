//! A part of texts in memory, and its form in the file.
//!
//! ```text
//! stored = key-start:u32 key-length:u32 length:u32 bytes       bytes hold the text, from `length - text`
//! ```

use std::cmp::Ordering;
use std::io;

use rayon::prelude::*;

use super::{Order, Part};

/// Texts with their keys.
#[derive(Default)]
pub struct Texts {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

/// A text of a part.
#[derive(Clone, Copy)]
struct Entry {
    /// The first bytes of the key, which usually decide.
    prefix: u64,
    /// The start of its bytes: a separate key, if any, then the text.
    start: u32,
    text: u32,
    key: u32,
    key_length: u32,
    end: u32,
}

/// Returns the first bytes of a key as a number that compares like them.
pub(super) fn prefix(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(key) {
        *to = *from;
    }
    u64::from_be_bytes(bytes)
}

/// Compares two keys with these prefixes.
pub(super) fn compare(order: Order, one: (u64, &[u8]), other: (u64, &[u8])) -> Ordering {
    let rising = one.0.cmp(&other.0).then_with(|| one.1.cmp(other.1));
    match order {
        Order::Rising => rising,
        Order::Falling => rising.reverse(),
    }
}

fn number(at: usize) -> u32 {
    // A part is far below 4 GiB, and a single text no longer than a line may be.
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Texts {
    /// Adds a text, in parts, with its key.
    pub(super) fn push(&mut self, key: &[u8], text: &[&[u8]]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        self.entry(start, start + key.len(), text, start..start + key.len());
    }

    /// Adds a text, in parts, that contains its key.
    pub(super) fn push_with(&mut self, text: &[&[u8]], key: std::ops::Range<usize>) {
        let start = self.bytes.len();
        self.entry(start, start, text, start + key.start..start + key.end);
    }

    fn entry(&mut self, start: usize, at: usize, text: &[&[u8]], key: std::ops::Range<usize>) {
        for part in text {
            self.bytes.extend_from_slice(part);
        }
        let key_bytes = self.bytes.get(key.clone()).unwrap_or_default();
        let prefix = prefix(key_bytes);
        self.entries.push(Entry {
            prefix,
            start: number(start),
            text: number(at),
            key: number(key.start),
            key_length: number(key.len()),
            end: number(self.bytes.len()),
        });
    }

    fn key(&self, entry: &Entry) -> &[u8] {
        let start = entry.key as usize;
        let range = start..start + entry.key_length as usize;
        self.bytes.get(range).unwrap_or_default()
    }

    /// Returns a text by index.
    pub(super) fn text(&self, at: usize) -> Option<&[u8]> {
        let entry = self.entries.get(at)?;
        self.bytes.get(entry.text as usize..entry.end as usize)
    }
}

impl Part for Texts {
    const STORED: Option<usize> = None;

    fn bytes(&self) -> usize {
        self.bytes.len() + self.entries.len() * size_of::<Entry>()
    }

    fn stored_bytes(&self) -> u64 {
        (self.bytes.len() + self.entries.len() * HEAD) as u64
    }

    fn sort(&mut self, order: Order) {
        let mut entries = std::mem::take(&mut self.entries);
        entries.par_sort_unstable_by(|one, other| {
            let keys = || compare(order, (0, self.key(one)), (0, self.key(other)));
            let prefixes = match order {
                Order::Rising => one.prefix.cmp(&other.prefix),
                Order::Falling => other.prefix.cmp(&one.prefix),
            };
            let by_key = prefixes.then_with(keys);
            by_key.then_with(|| one.start.cmp(&other.start))
        });
        self.entries = entries;
    }

    fn store(&self, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut block = Vec::with_capacity(BLOCK);
        for entry in &self.entries {
            let bytes = self
                .bytes
                .get(entry.start as usize..entry.end as usize)
                .unwrap_or_default();
            let head = [
                entry.text - entry.start,
                entry.key - entry.start,
                entry.key_length,
                entry.end - entry.start,
            ];
            if block.len() + HEAD + bytes.len() > BLOCK && !block.is_empty() {
                write(&block)?;
                block.clear();
            }
            head.iter()
                .for_each(|number| block.extend_from_slice(&number.to_le_bytes()));
            block.extend_from_slice(bytes);
        }
        write(&block)
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.entries.clear();
    }
}

/// The number of bytes written at once.
const BLOCK: usize = 1 << 20;

/// The size of the numbers before a stored text.
pub(super) const HEAD: usize = 16;

/// The numbers before a stored text: the starts of the text and of the key in its bytes, the length of the key, and
/// the number of bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    pub text: usize,
    pub key: usize,
    pub key_length: usize,
    pub length: usize,
}

impl Head {
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (numbers, _) = bytes.as_chunks::<4>();
        let mut numbers = numbers
            .iter()
            .map(|bytes| u32::from_le_bytes(*bytes) as usize);
        Some(Self {
            text: numbers.next()?,
            key: numbers.next()?,
            key_length: numbers.next()?,
            length: numbers.next()?,
        })
    }
}
