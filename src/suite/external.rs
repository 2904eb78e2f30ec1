//! Texts put in order that memory should not hold: parts that fit are sorted there and go to a private
//! file, which has no name and is gone with the process however that ends; then they are merged.
//!
//! ```
//! use epdit::suite::external::{Order, Sorter};
//!
//! let mut sorter = Sorter::new(Order::Rising);
//! sorter.push(b"2", b"second")?;
//! sorter.push(b"1", b"first")?;
//! sorter.push(b"2", b"third")?;
//! let mut texts = Vec::new();
//! sorter.sorted()?.each(|text| {
//!     texts.push(String::from_utf8_lossy(text).into_owned());
//!     Ok::<(), std::io::Error>(())
//! })?;
//! assert_eq!(texts, ["first", "second", "third"]);
//! # Ok::<(), std::io::Error>(())
//! ```

mod merge;
mod part;
mod spool;

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::thread::JoinHandle;

pub(crate) use super::platform::private::{PrivateFile, private_file};
use merge::merge;
use part::Part;
pub use spool::{Between, ReadBetween, Spooled};

/// Bytes of texts and keys that are sorted together. Two such parts are held at most.
const PART: usize = 12 << 20;

/// Which key comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The smallest.
    #[default]
    Rising,
    /// The largest.
    Falling,
}

/// Takes texts with their keys; see the module. Texts with equal keys keep their order.
pub struct Sorter {
    order: Order,
    most: usize,
    part: Part,
    /// The part before, on its way to the file.
    going: Option<JoinHandle<io::Result<Part>>>,
    file: Option<Arc<PrivateFile>>,
    /// Where each part lies in the file.
    parts: Vec<Range<u64>>,
}

/// Texts in order.
pub enum Sorted {
    /// All fitted.
    Held(Box<dyn Held>),
    /// They are in a file.
    Spilt(Order, Spilt, Vec<Range<u64>>),
}

/// The file of texts that are not held.
pub struct Spilt(Arc<PrivateFile>);

/// Texts that are held and sorted.
pub trait Held: Send {
    /// The text of each, in order, until `take` gives `false`.
    fn each(&self, take: &mut dyn FnMut(&[u8]) -> bool);
}

impl Held for Part {
    fn each(&self, take: &mut dyn FnMut(&[u8]) -> bool) {
        for text in self.texts() {
            if !take(text) {
                return;
            }
        }
    }
}

impl Sorter {
    /// One without any text.
    pub fn new(order: Order) -> Self {
        Self::holding(order, PART)
    }

    /// The same that sorts parts of so many bytes.
    pub(super) fn holding(order: Order, most: usize) -> Self {
        Self {
            order,
            most,
            part: Part::default(),
            going: None,
            file: None,
            parts: Vec::new(),
        }
    }

    /// Takes a text.
    ///
    /// # Errors
    /// Those of writing to the file.
    pub fn push(&mut self, key: &[u8], text: &[u8]) -> io::Result<()> {
        self.room(key.len() + text.len())?;
        self.part.push(key, &[text]);
        Ok(())
    }

    /// Takes a text, in two parts, whose key stands in the second.
    ///
    /// # Errors
    /// Those of writing to the file.
    pub fn push_with(&mut self, above: &[u8], text: &[u8], key: Range<usize>) -> io::Result<()> {
        self.room(above.len() + text.len())?;
        let key = above.len() + key.start..above.len() + key.end;
        self.part.push_with(&[above, text], key);
        Ok(())
    }

    /// The same with a key of its own.
    ///
    /// # Errors
    /// Those of writing to the file.
    pub fn push_joined(&mut self, key: &[u8], above: &[u8], text: &[u8]) -> io::Result<()> {
        self.room(key.len() + above.len() + text.len())?;
        self.part.push(key, &[above, text]);
        Ok(())
    }

    fn room(&mut self, bytes: usize) -> io::Result<()> {
        if self.part.is_empty() || self.part.bytes() + bytes <= self.most {
            return Ok(());
        }
        self.spill()
    }

    /// Sends the part at hand to the file, sorted, on a thread of its own; the one before is there then.
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

    /// Waits for the part on its way; gives it, empty.
    fn arrived(&mut self) -> io::Result<Part> {
        match self.going.take() {
            None => Ok(Part::default()),
            Some(going) => match going.join() {
                Ok(part) => part,
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }

    /// All texts in order.
    ///
    /// # Errors
    /// Those of writing to the file.
    pub fn sorted(mut self) -> io::Result<Sorted> {
        if self.file.is_none() {
            let mut part = self.part;
            part.sort(self.order);
            return Ok(Sorted::Held(Box::new(part)));
        }
        if !self.part.is_empty() {
            self.spill()?;
        }
        self.arrived()?;
        match self.file {
            Some(file) => Ok(Sorted::Spilt(self.order, Spilt(file), self.parts)),
            None => Ok(Sorted::Held(Box::new(Part::default()))),
        }
    }
}

impl Sorted {
    /// Gives `take` each text.
    ///
    /// # Errors
    /// Those of `take`, and of reading the file.
    pub fn each<E: From<io::Error>>(
        self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Held(part) => {
                let mut taken = Ok(());
                part.each(&mut |text| {
                    taken = take(text);
                    taken.is_ok()
                });
                taken
            }
            Self::Spilt(order, file, parts) => merge(order, &file.0, &parts, take),
        }
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
                false if nth % 2 == 0 => sorter.push(key, &[b"# ", &text[..], key].concat()),
                false => sorter.push_joined(key, b"# ", &[&text[..], key].concat()),
            }
            .unwrap();
        }
        let mut all = Vec::new();
        let taken = sorter.sorted().unwrap().each(|text| {
            all.push(text.to_vec());
            Ok::<(), io::Error>(())
        });
        taken.unwrap();
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
    }

    #[test]
    fn a_failure_of_whoever_takes_ends_it() {
        for most in [1, 1000] {
            let mut sorter = Sorter::holding(Order::Rising, most);
            for key in [b"1", b"2", b"3"] {
                sorter.push(key, key).unwrap();
            }
            let mut taken = 0;
            let failed = sorter.sorted().unwrap().each(|_| {
                taken += 1;
                Err(io::Error::other("enough"))
            });
            assert!(failed.is_err() && taken == 1);
        }
    }
}
