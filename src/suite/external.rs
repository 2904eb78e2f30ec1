//! External sorting of texts and numbers: parts that fit in memory are sorted there and go to a private file, which
//! has no name and disappears with the process; then they are merged.
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
//! A part of rows of numbers in memory. In the file each number takes eight bytes, the highest first, so that the
//! bytes of a row compare like its numbers.

mod merge;
mod part;
mod spool;

use merge::Merge;
use part::Texts;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::thread::JoinHandle;

pub(crate) use crate::suite::platform::{PrivateFile, private_file};
pub use spool::{Spooled, SpooledTexts, TextSpool};

/// The size of a part that is sorted in memory. At most two parts are held.
const PART: usize = 12 << 20;

/// The order of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The smallest key first.
    #[default]
    Rising,
    /// The largest key first.
    Falling,
}

/// A sorter of texts by key. Texts with equal keys keep their order.
pub type Sorter = External<Texts>;
/// A sorter of rows of `N` numbers by the first number, then by the next.
pub type RowSorter<const N: usize> = External<Rows<N>>;
/// Sorted texts.
pub type SortedTexts = Sorted<Texts>;
/// Sorted rows of numbers.
pub type SortedRows<const N: usize> = Sorted<Rows<N>>;

/// A part of the entries, sorted in memory and stored in order.
pub trait Part: Default + Send + 'static {
    /// The size of a stored entry, if all have the same; all of its bytes are then its key.
    const STORED: Option<usize>;

    /// Returns the number of bytes held.
    fn bytes(&self) -> usize;

    /// Returns the number of bytes that it takes in the file.
    fn stored_bytes(&self) -> u64;

    /// Sorts the entries; those with equal keys keep their order.
    fn sort(&mut self, order: Order);

    /// Calls `write` with the stored form of all entries, in order.
    ///
    /// # Errors
    /// `write` fails.
    fn store(&self, write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;

    /// Removes the entries, but keeps the memory.
    fn clear(&mut self);
}

/// A sorter that holds at most two parts; see [`Sorter`] and [`RowSorter`].
pub struct External<P> {
    order: Order,
    most: usize,
    part: P,
    /// The previous part, on its way to the file.
    going: Option<JoinHandle<io::Result<P>>>,
    file: Option<Arc<PrivateFile>>,
    /// The range of each part in the file.
    parts: Vec<Range<u64>>,
}

/// Sorted entries.
pub enum Sorted<P> {
    /// Everything in memory, and the number of entries taken.
    Held(P, usize),
    /// Entries in a file.
    Spilt(Merge),
}

impl<P: Part> External<P> {
    /// Returns a sorter without entries.
    pub fn new(order: Order) -> Self {
        Self::holding(order, PART)
    }

    /// Returns a sorter with parts of at most `most` bytes.
    pub(super) fn holding(order: Order, most: usize) -> Self {
        Self {
            order,
            most,
            part: P::default(),
            going: None,
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

    /// Sends the current part to the file, sorted, on a thread of its own, after the previous one has arrived.
    fn spill(&mut self) -> io::Result<()> {
        let empty = self.arrived()?;
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
        self.going = Some(
            std::thread::Builder::new()
                .name("sorting".to_owned())
                .spawn(work)?,
        );
        Ok(())
    }

    /// Waits for the part on its way; returns it, empty.
    fn arrived(&mut self) -> io::Result<P> {
        match self.going.take() {
            None => Ok(P::default()),
            Some(going) => match going.join() {
                Ok(part) => part,
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }

    /// Returns all entries in order.
    ///
    /// # Errors
    /// The file can't be written or read.
    pub fn sorted(mut self) -> io::Result<Sorted<P>> {
        if self.file.is_some() && self.part.bytes() > 0 {
            self.spill()?;
        }
        self.arrived()?;
        match &self.file {
            Some(file) => {
                let merge = Merge::of(self.order, file, &self.parts, P::STORED)?;
                Ok(Sorted::Spilt(merge))
            }
            None => {
                self.part.sort(self.order);
                Ok(Sorted::Held(self.part, 0))
            }
        }
    }
}

impl Sorter {
    /// Adds a text, in two parts, with its key in the second.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn push_with(&mut self, above: &[u8], text: &[u8], key: Range<usize>) -> io::Result<()> {
        self.room(above.len() + text.len())?;
        let key = above.len() + key.start..above.len() + key.end;
        self.part.push_with(&[above, text], key);
        Ok(())
    }

    /// Adds a text, in parts, with a separate key.
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
const BLOCK: usize = 1 << 13;

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

    /// Returns a row from its stored bytes.
    fn of_stored(bytes: &[u8]) -> [u64; N] {
        let mut row = [0; N];
        for (number, bytes) in row.iter_mut().zip(bytes.as_chunks::<NUMBER>().0) {
            *number = u64::from_be_bytes(*bytes);
        }
        row
    }
}

/// Compares two rows: the first numbers usually decide.
fn compare<const N: usize>(one: &[u64; N], other: &[u64; N]) -> Ordering {
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
            Order::Rising => self.0.par_sort_unstable_by(compare),
            Order::Falling => self
                .0
                .par_sort_unstable_by(|one, other| compare(other, one)),
        }
    }

    fn store(&self, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut block = Vec::with_capacity(BLOCK * N * NUMBER);
        for rows in self.0.chunks(BLOCK) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted(
        order: Order,
        most: usize,
        pairs: &[(Vec<u8>, Vec<u8>)],
        within: bool,
    ) -> Vec<Vec<u8>> {
        let mut sorter = Sorter::holding(order, most);
        for (nth, (key, text)) in pairs.iter().enumerate() {
            match within {
                true => {
                    let whole = [&text[..], key].concat();
                    let range = text.len()..whole.len();
                    sorter.push_with(b"# ", &whole, range)
                }
                false if nth % 2 == 0 => sorter.push(key, &[b"# ", &text[..], key]),
                false => sorter.push(key, &[b"# ", &[&text[..], key].concat()]),
            }
            .unwrap();
        }
        let mut all = Vec::new();
        let mut sorted = sorter.sorted().unwrap();
        while let Some(text) = sorted.next_text().unwrap() {
            all.push(text.to_vec());
        }
        all
    }

    proptest! {
        #[test]
        fn texts_come_in_the_order_of_a_stable_sort_however_little_is_held(
            pairs in prop::collection::vec(
                (prop::collection::vec(0u8..3, 0..12), prop::collection::vec(any::<u8>(), 0..20)),
                0..60,
            ),
            most in 1usize..400,
            falls in any::<bool>(),
            within in any::<bool>(),
        ) {
            let mut expected = pairs.clone();
            let order = match falls {
                true => {
                    expected.sort_by(|(one, _), (other, _)| other.cmp(one));
                    Order::Falling
                }
                false => {
                    expected.sort_by(|(one, _), (other, _)| one.cmp(other));
                    Order::Rising
                }
            };
            let expected: Vec<Vec<u8>> = expected
                .iter()
                .map(|(key, text)| [b"# ", &text[..], key].concat())
                .collect();
            prop_assert_eq!(sorted(order, most, &pairs, within), expected);
        }

        #[test]
        fn rows_come_in_their_order_however_little_is_held(
            rows in prop::collection::vec([0u64..3, 0..u64::MAX], 0..60),
            most in 1usize..400,
            falls in any::<bool>(),
        ) {
            let order = if falls { Order::Falling } else { Order::Rising };
            let mut sorter = RowSorter::holding(order, most);
            for row in &rows {
                sorter.push(*row).unwrap();
            }
            let mut sorted = sorter.sorted().unwrap();
            let found: Vec<[u64; 2]> = std::iter::from_fn(|| sorted.next_row().unwrap()).collect();
            let mut expected = rows;
            expected.sort_unstable();
            if falls {
                expected.reverse();
            }
            prop_assert_eq!(found, expected);
        }
    }
}
