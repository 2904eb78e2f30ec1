//! Two files record by record, each of which goes by a few times: what is held does not grow with them but
//! for some bits a record. Numbers of records are put in order, on disk where they are many.

use std::io;
use std::ops::Range;

use super::{Match, Print, Text, hash_of, match_group, match_texts, print};
use crate::epd::Record;
use crate::suite::external::{Between, Order, ReadBetween, Sorter};
use crate::suite::line_set::{LineSet, Part};

/// Bytes of a number.
const NUMBER: usize = size_of::<u64>();

/// A few numbers as a key: it stands in order as they do.
struct Numbers(Sorter);

impl Default for Numbers {
    fn default() -> Self {
        Self(Sorter::new(Order::Rising))
    }
}

impl Numbers {
    fn push<const N: usize>(&mut self, numbers: [u64; N]) -> io::Result<()> {
        let mut text = [0; 8 * NUMBER];
        let room = text.as_chunks_mut::<NUMBER>().0.iter_mut();
        for (to, number) in room.zip(numbers) {
            *to = number.to_be_bytes();
        }
        let whole = text.get(..N * NUMBER).unwrap_or_default();
        self.0.push_with(&[], whole, 0..whole.len())
    }

    /// Gives `take` all of them in order.
    fn each<const N: usize>(
        self,
        mut take: impl FnMut([u64; N]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.0.sorted()?.each(|text| {
            let mut numbers = [0; N];
            for (to, from) in numbers.iter_mut().zip(text.as_chunks::<NUMBER>().0) {
                *to = u64::from_be_bytes(*from);
            }
            take(numbers)
        })
    }
}

fn line(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// OneOf of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneOf {
    /// The first.
    First,
    /// The second.
    Second,
}

impl OneOf {
    fn of<T>(self, both: &mut [T; 2]) -> &mut T {
        let [first, second] = both;
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }
}

/// The first step: the texts of all records, of which most are in both files.
#[derive(Default)]
pub struct Comparing {
    texts: Numbers,
    ends: [usize; 2],
}

impl Comparing {
    /// The number of a record's text, to be pushed.
    pub fn text(line: &[u8]) -> u64 {
        hash_of(line)
    }

    /// A record of one file: its line (from 0) and the number of its text. The lines of a file come in their
    /// order.
    ///
    /// # Errors
    /// Those of a private file.
    pub fn push(&mut self, file: OneOf, line: usize, text: u64) -> io::Result<()> {
        *file.of(&mut self.ends) = line + 1;
        let side = u64::from(file == OneOf::Second);
        self.texts.push([text, side, line as u64])
    }

    /// The records that are to be read.
    ///
    /// # Errors
    /// Those of a private file.
    pub fn differing(self) -> io::Result<(LinesOfBoth, Differing)> {
        let ranges = self.ends.map(|end| 0..end);
        let mut lines = ranges.each_ref().map(Part::of);
        let mut same = 0;
        let mut group: [Vec<Text>; 2] = Default::default();
        let mut close = |group: &mut [Vec<Text>; 2]| {
            let [ours, theirs] = &*group;
            match_texts(ours, theirs, |found| match found {
                Match::Same(..) | Match::Changed(..) => same += 1,
                Match::OnlyFirst(line) => OneOf::First.of(&mut lines).insert(line),
                Match::OnlySecond(line) => OneOf::Second.of(&mut lines).insert(line),
            });
            group.iter_mut().for_each(Vec::clear);
        };
        self.texts.each(|[text, side, number]| {
            let known = group.iter().flatten().next();
            if known.is_some_and(|known| known.0 != text) {
                close(&mut group);
            }
            let [first, second] = &mut group;
            let side = if side == 0 { first } else { second };
            side.push((text, line(number)));
            Ok(())
        })?;
        close(&mut group);
        let differing = Differing {
            ranges,
            same,
            prints: Numbers::default(),
        };
        Ok((LinesOfBoth::of(lines), differing))
    }
}

/// LinesOfBoth of both files.
pub struct LinesOfBoth([LineSet; 2]);

impl LinesOfBoth {
    fn of(parts: [Part; 2]) -> Self {
        Self(parts.map(|part| std::iter::once(part).collect()))
    }

    /// Those of one file.
    pub fn of_file(&self, file: OneOf) -> &LineSet {
        let [first, second] = &self.0;
        match file {
            OneOf::First => first,
            OneOf::Second => second,
        }
    }
}

/// The second step: the records whose texts are not in both files.
pub struct Differing {
    ranges: [Range<usize>; 2],
    same: usize,
    prints: Numbers,
}

impl Differing {
    /// What such a record is about and what it says, to be pushed.
    pub fn print(record: &Record<'_>) -> (u64, u64) {
        let print = print(record, 0);
        (print.position, print.record)
    }

    /// One of them.
    ///
    /// # Errors
    /// Those of a private file.
    pub fn push(&mut self, file: OneOf, line: usize, print: (u64, u64)) -> io::Result<()> {
        let side = u64::from(file == OneOf::Second);
        self.prints.push([print.0, side, print.1, line as u64])
    }

    /// What the files have in common, and what not.
    ///
    /// # Errors
    /// Those of a private file.
    pub fn found(self) -> io::Result<Compared> {
        let mut only = self.ranges.each_ref().map(Part::of);
        let mut changed_lines = self.ranges.each_ref().map(Part::of);
        let (mut same, mut changed) = (self.same, 0);
        let mut pairs = Numbers::default();
        let mut group: [Vec<Print>; 2] = Default::default();
        let mut close = |group: &mut [Vec<Print>; 2]| {
            let [ours, theirs] = &*group;
            let mut failed = Ok(());
            match_group(ours, theirs, |found| match found {
                Match::Same(..) => same += 1,
                Match::OnlyFirst(line) => OneOf::First.of(&mut only).insert(line),
                Match::OnlySecond(line) => OneOf::Second.of(&mut only).insert(line),
                Match::Changed(one, other) => {
                    changed += 1;
                    OneOf::First.of(&mut changed_lines).insert(one);
                    OneOf::Second.of(&mut changed_lines).insert(other);
                    if failed.is_ok() {
                        failed = pairs.push([other as u64, one as u64]);
                    }
                }
            });
            group.iter_mut().for_each(Vec::clear);
            failed
        };
        self.prints.each(|[position, side, record, number]| {
            let known = group.iter().flatten().next();
            if known.is_some_and(|known| known.position != position) {
                close(&mut group)?;
            }
            let [first, second] = &mut group;
            let side = if side == 0 { first } else { second };
            side.push(Print {
                position,
                record,
                line: line(number),
            });
            Ok(())
        })?;
        close(&mut group)?;
        // In the order of the second file, whose records come so.
        let mut partners = Between::default();
        pairs.each(|[_, one]| {
            partners.text(&one.to_be_bytes())?;
            partners.place();
            Ok(())
        })?;
        Ok(Compared {
            same,
            changed,
            only: LinesOfBoth::of(only),
            changed_lines: LinesOfBoth::of(changed_lines),
            pairs: Pairs {
                partners: partners.read()?,
                texts: Sorter::new(Order::Rising),
            },
        })
    }
}

/// What two files have in common, and what not. LinesOfBoth are 0-based.
pub struct Compared {
    /// Records that both have, as they are.
    pub same: usize,
    /// Records of the same position with other operations.
    pub changed: usize,
    /// LinesOfBoth of records that only one file has.
    pub only: LinesOfBoth,
    /// LinesOfBoth of records that both have with other operations.
    pub changed_lines: LinesOfBoth,
    /// These records, once they were pushed.
    pub pairs: Pairs,
}

/// Records that both files have with other operations, two and two.
pub struct Pairs {
    /// The lines in the first file that those of the second belong to, one after another.
    partners: ReadBetween,
    /// The texts, each with its line.
    texts: Sorter,
}

impl Pairs {
    /// Takes the next such record of a file: all of the first, then all of the second.
    ///
    /// # Errors
    /// Those of a private file.
    pub fn push(&mut self, file: OneOf, line: usize, text: &[u8]) -> io::Result<()> {
        match file {
            OneOf::First => self.put(line, 0, line, text),
            OneOf::Second => {
                let one = self.partner()?;
                self.put(one, 1, line, text)
            }
        }
    }

    fn partner(&mut self) -> io::Result<usize> {
        let mut one = None;
        self.partners.before_place(|text| {
            one = text.try_into().ok().map(u64::from_be_bytes);
            Ok::<(), io::Error>(())
        })?;
        let one = one.ok_or_else(|| io::Error::other("the file changed while it was read"))?;
        Ok(line(one))
    }

    fn put(&mut self, one: usize, side: u8, line: usize, text: &[u8]) -> io::Result<()> {
        let one = (one as u64).to_be_bytes();
        let [a, b, c, d, e, f, g, h] = one;
        let key = [a, b, c, d, e, f, g, h, side];
        self.texts
            .push_joined(&key, &(line as u64).to_be_bytes(), text)
    }

    /// Gives `take` all of them, with their lines in both files, in the order of the first.
    ///
    /// # Errors
    /// Those of a private file, and of `take`.
    pub fn each<E: From<io::Error>>(
        self,
        mut take: impl FnMut((usize, &[u8]), (usize, &[u8])) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut first: Option<(usize, Vec<u8>)> = None;
        self.texts.sorted()?.each(|text| {
            let (number, text) = text.split_at_checked(NUMBER).unwrap_or_default();
            let number = line(number.try_into().map_or(u64::MAX, u64::from_be_bytes));
            match first.take() {
                None => {
                    first = Some((number, text.to_vec()));
                    Ok(())
                }
                Some((one, before)) => take((one, &before), (number, text)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;
    use crate::suite::compare::compare;
    use crate::suite::{Job, Suite};
    use proptest::prelude::*;

    const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    const B: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ -";

    fn lines(text: &str) -> impl Iterator<Item = (usize, &[u8])> {
        let lines = text.split_inclusive('\n').enumerate();
        lines.map(|(line, text)| (line, text.as_bytes()))
    }

    type Told = (usize, Vec<usize>, Vec<usize>, Vec<(usize, usize)>);

    fn streamed(first: &str, second: &str) -> Told {
        let files = [(OneOf::First, first), (OneOf::Second, second)];
        let mut comparing = Comparing::default();
        for (file, text) in files {
            for (line, bytes) in lines(text) {
                let text = Comparing::text(bytes);
                comparing.push(file, line, text).unwrap();
            }
        }
        let (read, mut differing) = comparing.differing().unwrap();
        let options = ReadOptions::default();
        for (file, text) in files {
            for (line, bytes) in lines(text) {
                if read.of_file(file).contains(line) {
                    let print = Differing::print(&Record::read(bytes, &options));
                    differing.push(file, line, print).unwrap();
                }
            }
        }
        let mut found = differing.found().unwrap();
        for (file, text) in files {
            for (line, bytes) in lines(text) {
                if found.changed_lines.of_file(file).contains(line) {
                    found.pairs.push(file, line, bytes).unwrap();
                }
            }
        }
        let (same, count) = (found.same, found.changed);
        let only = [OneOf::First, OneOf::Second].map(|file| found.only.of_file(file));
        let [only_first, only_second] = only.map(|lines| lines.iter().collect::<Vec<_>>());
        let mut changed = Vec::new();
        let taken = found.pairs.each(|(one, before), (other, after)| {
            let line = |text: &str, line: usize| lines(text).nth(line).unwrap().1.to_vec();
            assert_eq!(before, line(first, one));
            assert_eq!(after, line(second, other));
            changed.push((one, other));
            Ok::<(), io::Error>(())
        });
        taken.unwrap();
        assert_eq!(changed.len(), count);
        (same, only_first, only_second, changed)
    }

    proptest! {
        #[test]
        fn files_that_go_by_are_compared_as_those_that_are_held(
            first in prop::collection::vec(0u8..12, 0..30),
            second in prop::collection::vec(0u8..12, 0..30),
        ) {
            let text = |records: &[u8]| -> String {
                let spelt = |n: &u8| match n % 3 {
                    0 => format!("bm Kd1; ce {};", n / 6),
                    1 => format!("ce {}; bm Ke1d1;", n / 6),
                    _ => format!("ce {};", n / 6),
                };
                let line = |n: &u8| format!("{} {}\n", if n.is_multiple_of(2) { A } else { B }, spelt(n));
                records.iter().map(line).collect()
            };
            let (first, second) = (text(&first), text(&second));
            let open = |text: &str| Suite::from_bytes("a.epd", text.as_bytes().to_vec()).snapshot();
            let held = compare(&open(&first), &open(&second), &Job::new()).unwrap();
            prop_assert_eq!(
                streamed(&first, &second),
                (held.same, held.only_first, held.only_second, held.changed)
            );
        }
    }
}
