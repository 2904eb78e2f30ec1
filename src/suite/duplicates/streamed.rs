//! Records that are the same, of a stream that goes by once: by their marks alone, which go to a file
//! where they are many.

use std::io;

use crate::suite::external::{Between, Order, ReadBetween, Sorter};
use crate::suite::line_set::{LineSet, Part};

/// Takes the marks of records ([`Marks`](super::Marks)).
pub struct Streamed {
    sorter: Sorter,
    all: usize,
}

/// Which of records that are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// All but the first.
    ButFirst,
    /// All but the last.
    ButLast,
    /// All but the one of the highest rank, the first of those.
    ButHighest,
}

/// The rank of a record stands above its number.
const RANK: u32 = 48;

impl Default for Streamed {
    fn default() -> Self {
        Self {
            sorter: Sorter::new(Order::Rising),
            all: 0,
        }
    }
}

/// Bytes of a mark.
const MARK: usize = size_of::<u128>();

impl Streamed {
    /// The mark of a record with this number.
    ///
    /// # Errors
    /// Those of writing to the file.
    pub fn push(&mut self, mark: u128, number: usize) -> io::Result<()> {
        self.push_ranked(mark, number, 0)
    }

    /// The same of a record with a rank among those that are the same.
    ///
    /// # Errors
    /// Those of writing to the file.
    pub fn push_ranked(&mut self, mark: u128, number: usize, rank: u16) -> io::Result<()> {
        self.all = self.all.max(number + 1);
        let number = u64::from(rank) << RANK | number as u64;
        let mut text = [0; MARK + 8];
        let (first, last) = text.split_at_mut(MARK);
        first.copy_from_slice(&mark.to_be_bytes());
        last.copy_from_slice(&number.to_be_bytes());
        self.sorter.push_with(&[], &text, 0..MARK)
    }

    /// Of each that is the same as others the first of these.
    ///
    /// # Errors
    /// Those of the file.
    pub fn firsts(self) -> io::Result<Firsts> {
        let mut firsts = Sorter::new(Order::Rising);
        // The first of the mark at hand, and whether another has it.
        let mut at: Option<([u8; MARK], [u8; 8], bool)> = None;
        self.sorter.sorted()?.each(|text| {
            let Some((mark, number)) = text.split_first_chunk::<MARK>() else {
                return Ok(());
            };
            let number: [u8; 8] = number.try_into().unwrap_or_default();
            match &mut at {
                Some((known, first, is_told)) if known == mark => {
                    if !std::mem::replace(is_told, true) {
                        firsts.push(first, &[*first, *first].concat())?;
                    }
                    firsts.push(&number, &[number, *first].concat())?;
                }
                _ => at = Some((*mark, number, false)),
            }
            Ok::<(), io::Error>(())
        })?;
        Firsts::of(firsts)
    }

    /// The numbers of those that are the same as others.
    ///
    /// # Errors
    /// Those of the file.
    pub fn numbers(self, which: Which) -> io::Result<LineSet> {
        let mut found = Part::of(&(0..self.all));
        // The mark at hand, the last record that has it, and the highest so far with its rank.
        let mut before: Option<(Vec<u8>, usize, (u64, usize))> = None;
        self.sorter.sorted()?.each(|text| {
            let (mark, number) = text.split_at_checked(MARK).unwrap_or_default();
            let number = number.try_into().map_or(0, u64::from_be_bytes);
            let rank = number >> RANK;
            let number = usize::try_from(number & !(u64::MAX << RANK)).unwrap_or(usize::MAX);
            match &mut before {
                Some((known, last, highest)) if known == mark => {
                    match which {
                        Which::All => {
                            found.insert(*last);
                            found.insert(number);
                        }
                        Which::ButFirst => found.insert(number),
                        Which::ButLast => found.insert(*last),
                        Which::ButHighest if rank > highest.0 => {
                            found.insert(highest.1);
                            *highest = (rank, number);
                        }
                        Which::ButHighest => found.insert(number),
                    }
                    *last = number;
                }
                _ => before = Some((mark.to_vec(), number, (rank, number))),
            }
            Ok::<(), io::Error>(())
        })?;
        Ok(std::iter::once(found).collect())
    }
}

/// Of records, one after another, the first of those that each is the same as.
pub struct Firsts(ReadBetween);

impl Firsts {
    /// Of texts that are a number and the first.
    fn of(firsts: Sorter) -> io::Result<Self> {
        let mut between = Between::default();
        let mut places = 0;
        firsts.sorted()?.each(|text| {
            let (number, first) = text.split_at_checked(8).unwrap_or_default();
            let number = u64::from_be_bytes(number.try_into().unwrap_or_default());
            (places..number).for_each(|_| between.place());
            places = number;
            between.text(first)
        })?;
        Ok(Self(between.read()?))
    }

    /// That of the next record; `None` where it is the same as no other.
    ///
    /// # Errors
    /// Those of the file.
    pub fn next_record(&mut self) -> io::Result<Option<usize>> {
        let mut first = None;
        self.0.before_place(|text| {
            let number = text.try_into().map_or(u64::MAX, u64::from_be_bytes);
            first = usize::try_from(number).ok();
            Ok::<(), io::Error>(())
        })?;
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_record_knows_the_first_of_those_that_it_is_the_same_as() {
        let mut streamed = Streamed::default();
        for (number, mark) in [(0, 7), (2, 9), (3, 7), (5, 1), (6, 7), (9, 9)] {
            streamed.push(mark, number).unwrap();
        }
        let mut firsts = streamed.firsts().unwrap();
        let found: Vec<_> = (0..12).map(|_| firsts.next_record().unwrap()).collect();
        let (a, b) = (Some(0), Some(2));
        let expected = [a, None, b, a, None, None, a, None, None, b, None, None];
        assert_eq!(found, expected);
    }

    #[test]
    fn records_with_the_same_mark_are_found_and_no_others() {
        let numbers = |which| {
            let mut streamed = Streamed::default();
            for (number, mark) in [(0, 7), (2, 9), (3, 7), (5, 1), (6, 7), (900, 9)] {
                streamed.push(mark, number).unwrap();
            }
            let found = streamed.numbers(which).unwrap();
            found.iter().collect::<Vec<_>>()
        };
        assert_eq!(numbers(Which::All), [0, 2, 3, 6, 900]);
        assert_eq!(numbers(Which::ButFirst), [3, 6, 900]);
        assert_eq!(numbers(Which::ButLast), [0, 2, 3]);
        let mut streamed = Streamed::default();
        for (number, mark, rank) in [
            (0, 7, 1),
            (2, 9, 3),
            (3, 7, 4),
            (5, 1, 0),
            (6, 7, 4),
            (8, 9, 3),
        ] {
            streamed.push_ranked(mark, number, rank).unwrap();
        }
        let found = streamed.numbers(Which::ButHighest).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), [0, 6, 8]);
    }
}
