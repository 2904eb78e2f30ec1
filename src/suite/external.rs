//! External sorting of texts and numbers: parts that fit in memory are sorted there and written to a private
//! file, which has no name and is deleted when the process ends; then they are merged.
//!
//! ```
//! use epdit::suite::external::{Order, Sorter};
//!
//! let mut sorter = Sorter::new(Order::Rising);
//! sorter.push(b"2", &[b"second"])?;
//! sorter.push(b"1", &[b"first"])?;
//! sorter.push(b"2", &[b"third"])?;
//! let mut texts = Vec::new();
//! let mut sorted = sorter.sorted()?;
//! while let Some(text) = sorted.next_text()? {
//!     texts.push(String::from_utf8_lossy(text).into_owned());
//! }
//! assert_eq!(texts, ["first", "second", "third"]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Numbers of a row are stored as eight bytes in big-endian order, so that the bytes of a row compare like
//! its numbers. A text is stored with its key:
//!
//! ```text
//! stored = text-start:u32 key-start:u32 key-length:u32 length:u32 bytes
//! ```

mod merge;

pub(crate) use crate::suite::platform::{PrivateFile, private_file};
pub use merge::{SpooledStream, SpooledTexts, TextSpool};

use merge::Merge;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::thread::JoinHandle;

/// The size in bytes of a part that is sorted in memory. At most two parts are in memory.
const PART: usize = 12 << 20;

/// The order of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Rising,
    Falling,
}

/// A sorter of texts by key. Texts with equal keys keep their order.
pub type Sorter = External<Texts>;
/// A sorter of rows of `N` numbers by the first number, then by the next.
pub type RowSorter<const N: usize> = External<Rows<N>>;
/// Sorted texts.
pub type SortedTexts = SortedEntries<Texts>;
/// Sorted rows of numbers.
pub type SortedRows<const N: usize> = SortedEntries<Rows<N>>;

/// Entries that are sorted in memory and stored in order.
pub trait Part: Default + Send + 'static {
    /// The size of a stored entry if all have the same; the key is then the whole entry.
    const STORED: Option<usize>;

    /// Returns the number of bytes in memory.
    fn bytes(&self) -> usize;

    /// Returns the number of bytes that the part takes up in the file.
    fn stored_bytes(&self) -> u64;

    /// Sorts the entries; those with equal keys keep their order.
    fn sort(&mut self, order: Order);

    /// Calls `write` with the stored form of all entries, in order.
    ///
    /// # Errors
    /// `write` fails.
    fn store(&self, write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;

    /// Removes the entries, but keeps the allocated memory.
    fn clear(&mut self);
}

/// A sorter with at most two parts in memory; see [`Sorter`] and [`RowSorter`].
pub struct External<P> {
    order: Order,
    most: usize,
    part: P,
    /// The thread that writes the previous part to the file.
    writer: Option<JoinHandle<io::Result<P>>>,
    file: Option<Arc<PrivateFile>>,
    parts: Vec<Range<u64>>,
}

/// Sorted entries.
pub enum SortedEntries<P> {
    /// All entries in memory, and the number of entries returned.
    Held(P, usize),
    Spilt(Merge),
}

impl<P: Part> External<P> {
    /// Returns an empty sorter.
    pub fn new(order: Order) -> Self {
        Self::holding(order, PART)
    }

    /// Returns a sorter with parts of at most `most` bytes.
    pub(super) fn holding(order: Order, most: usize) -> Self {
        Self {
            order,
            most,
            part: P::default(),
            writer: None,
            file: None,
            parts: Vec::new(),
        }
    }

    /// Makes room for an entry of this size.
    fn room(&mut self, bytes: usize) -> io::Result<()> {
        if self.part.bytes() == 0 || self.part.bytes() + bytes <= self.most {
            return Ok(());
        }
        self.spill()
    }

    /// Waits until the previous part is written; then sorts the current one and writes it to the file on a
    /// new thread.
    fn spill(&mut self) -> io::Result<()> {
        let empty = self.finish_writing()?;
        let mut part = std::mem::replace(&mut self.part, empty);
        let file = match &self.file {
            Some(file) => file.clone(),
            None => {
                let file = Arc::new(private_file()?);
                self.file.insert(file).clone()
            }
        };
        let start = self.parts.last().map_or(0, |part| part.end);
        self.parts.push(start..start + part.stored_bytes());
        let order = self.order;
        let work = move || {
            part.sort(order);
            let mut at = start;
            part.store(|bytes| {
                file.write_at(bytes, at)?;
                at += bytes.len() as u64;
                Ok(())
            })?;
            part.clear();
            Ok(part)
        };
        self.writer = Some(
            std::thread::Builder::new()
                .name("sorting".to_owned())
                .spawn(work)?,
        );
        Ok(())
    }

    /// Waits until the previous part is written; returns it, empty.
    fn finish_writing(&mut self) -> io::Result<P> {
        match self.writer.take() {
            None => Ok(P::default()),
            Some(writer) => match writer.join() {
                Ok(part) => part,
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }

    /// Returns all entries in order.
    ///
    /// # Errors
    /// The file can't be written or read.
    pub fn sorted(mut self) -> io::Result<SortedEntries<P>> {
        if self.file.is_some() && self.part.bytes() > 0 {
            self.spill()?;
        }
        self.finish_writing()?;
        match &self.file {
            Some(file) => {
                let merge = Merge::of(self.order, file, &self.parts, P::STORED)?;
                Ok(SortedEntries::Spilt(merge))
            }
            None => {
                self.part.sort(self.order);
                Ok(SortedEntries::Held(self.part, 0))
            }
        }
    }
}

impl Sorter {
    /// Adds a text, in two parts; the key is a range of the second.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn push_with(&mut self, above: &[u8], text: &[u8], key: Range<usize>) -> io::Result<()> {
        self.room(above.len() + text.len())?;
        let key = above.len() + key.start..above.len() + key.end;
        self.part.push_with(&[above, text], key);
        Ok(())
    }

    /// Adds a text, in several parts, with a separate key.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn push(&mut self, key: &[u8], text: &[&[u8]]) -> io::Result<()> {
        let bytes: usize = text.iter().map(|part| part.len()).sum();
        self.room(key.len() + bytes)?;
        self.part.push(key, text);
        Ok(())
    }
}

impl<const N: usize> Default for RowSorter<N> {
    fn default() -> Self {
        Self::new(Order::Rising)
    }
}

impl<const N: usize> RowSorter<N> {
    /// Adds a row.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn push(&mut self, row: [u64; N]) -> io::Result<()> {
        self.room(size_of_val(&row))?;
        self.part.push(row);
        Ok(())
    }
}

impl SortedTexts {
    /// Returns the next text.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn next_text(&mut self) -> io::Result<Option<&[u8]>> {
        match self {
            Self::Held(part, at) => {
                *at += 1;
                Ok(part.text(*at - 1))
            }
            Self::Spilt(merge) => merge.next_entry(),
        }
    }
}

impl<const N: usize> SortedRows<N> {
    /// Returns the next row.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn next_row(&mut self) -> io::Result<Option<[u64; N]>> {
        match self {
            Self::Held(part, at) => {
                *at += 1;
                Ok(part.row(*at - 1))
            }
            Self::Spilt(merge) => Ok(merge.next_entry()?.map(Rows::of_stored)),
        }
    }
}

/// The size of a stored number in bytes.
const NUMBER: usize = size_of::<u64>();
/// The number of rows written at once.
const ROWS_AT_ONCE: usize = 1 << 13;

/// Rows of numbers.
pub struct Rows<const N: usize>(Vec<[u64; N]>);

impl<const N: usize> Default for Rows<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<const N: usize> Rows<N> {
    fn push(&mut self, row: [u64; N]) {
        self.0.push(row);
    }

    fn row(&self, at: usize) -> Option<[u64; N]> {
        self.0.get(at).copied()
    }

    fn of_stored(bytes: &[u8]) -> [u64; N] {
        let mut row = [0; N];
        for (number, bytes) in row.iter_mut().zip(bytes.as_chunks::<NUMBER>().0) {
            *number = u64::from_be_bytes(*bytes);
        }
        row
    }
}

/// Compares two rows; the first numbers are usually different.
fn compare_rows<const N: usize>(one: &[u64; N], other: &[u64; N]) -> Ordering {
    one.first().cmp(&other.first()).then_with(|| one.cmp(other))
}

impl<const N: usize> Part for Rows<N> {
    const STORED: Option<usize> = Some(N * NUMBER);

    fn bytes(&self) -> usize {
        self.0.len() * N * NUMBER
    }

    fn stored_bytes(&self) -> u64 {
        self.bytes() as u64
    }

    fn sort(&mut self, order: Order) {
        match order {
            Order::Rising => self.0.par_sort_unstable_by(compare_rows),
            Order::Falling => self
                .0
                .par_sort_unstable_by(|one, other| compare_rows(other, one)),
        }
    }

    fn store(&self, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut block = Vec::with_capacity(ROWS_AT_ONCE * N * NUMBER);
        for rows in self.0.chunks(ROWS_AT_ONCE) {
            block.clear();
            block.extend(
                rows.iter()
                    .flatten()
                    .flat_map(|number| number.to_be_bytes()),
            );
            write(&block)?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// Texts with their keys.
#[derive(Default)]
pub struct Texts {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    /// The first bytes of the key, as a number; they usually decide a comparison.
    prefix: u64,
    /// The start of its bytes: a separate key, if any, then the text.
    start: u32,
    text: u32,
    key: u32,
    key_length: u32,
    end: u32,
}

/// Returns the first bytes of a key as a number with the same order.
fn prefix(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(key) {
        *to = *from;
    }
    u64::from_be_bytes(bytes)
}

/// Compares two keys, each with its prefix.
fn compare(order: Order, one: (u64, &[u8]), other: (u64, &[u8])) -> Ordering {
    let rising = one.0.cmp(&other.0).then_with(|| one.1.cmp(other.1));
    match order {
        Order::Rising => rising,
        Order::Falling => rising.reverse(),
    }
}

fn number(at: usize) -> u32 {
    // A part is far below 4 GiB, and so is a single text, which is at most a line.
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Texts {
    /// Adds a text, in several parts, with its key.
    fn push(&mut self, key: &[u8], text: &[&[u8]]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        self.entry(start, start + key.len(), text, start..start + key.len());
    }

    /// Adds a text, in several parts, that contains its key.
    fn push_with(&mut self, text: &[&[u8]], key: std::ops::Range<usize>) {
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

    fn text(&self, at: usize) -> Option<&[u8]> {
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
        let mut block = Vec::with_capacity(TEXTS_AT_ONCE);
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
            if block.len() + HEAD + bytes.len() > TEXTS_AT_ONCE && !block.is_empty() {
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
const TEXTS_AT_ONCE: usize = 1 << 20;

/// The size in bytes of the numbers before a stored text.
const HEAD: usize = 16;

/// The numbers before a stored text: the offsets of the text and of the key in its bytes, the length of the
/// key, and the number of bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    text: usize,
    key: usize,
    key_length: usize,
    length: usize,
}

impl Head {
    fn read(bytes: &[u8]) -> Option<Self> {
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

#[cfg(test)]
mod tests;
