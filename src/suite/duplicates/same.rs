//! Sorted hashes of records, so that equal ones are adjacent.

use super::{DuplicateKey, Duplicates, Marks};
use crate::epd::{ReadOptions, Record, Skim};
use crate::suite::duplicates::LikelyDuplicates;
use crate::suite::external::{RowSorter, SortedRows};
use crate::suite::line_set::{LineSet, Part};
use crate::suite::records::Records;
use crate::suite::scan::JobError;
use std::io;

/// Records by hash, each with a rank and a line.
#[derive(Default)]
pub struct HashedRecords {
    rows: RowSorter<3>,
    end: usize,
}

/// The records to choose from a group of duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuplicateChoice {
    All,
    ButFirst,
    ButLast,
    /// All but the record of the highest rank, the first of equals.
    ButHighest,
}

/// The bit position of the rank, above the line.
const RANK: u32 = 48;

/// Both halves of a hash, then the rank of the record above its line.
type Row = [u64; 3];

fn row(mark: u128, line: usize, rank: u16) -> Row {
    let place = u64::from(rank) << RANK | line as u64;
    [(mark >> 64) as u64, mark as u64, place]
}

fn line_of(place: u64) -> usize {
    usize::try_from(place & !(u64::MAX << RANK)).unwrap_or(usize::MAX)
}

impl HashedRecords {
    /// Hashes records. For duplicates by canonical text, quick hashes first exclude most records. With
    /// `ranked`, the rank of a record is the number of its operations.
    ///
    /// # Errors
    /// The records can't be read, or a private file can't be written.
    pub fn of<R: Records>(on: &R, by: &DuplicateKey, ranked: bool) -> Result<Self, R::Error> {
        let mut same = Self::default();
        let alike = match by {
            DuplicateKey::Record => Some(LikelyDuplicates::of(on)?),
            _ => None,
        };
        if alike.as_ref().is_some_and(|alike| alike.lines.is_empty()) {
            return Ok(same);
        }
        let marks = Marks::default();
        let of = |line: usize, text: &[u8]| {
            let mark = match &alike {
                Some(alike) if alike.of_one_text.contains(line) => marks.of_text(text),
                _ => marks.of(text, on.options(true), by)?,
            };
            let rank = match ranked {
                true => operation_count(text, on.options(false)),
                false => 0,
            };
            Some(row(mark, line, u16::try_from(rank).unwrap_or(u16::MAX)))
        };
        on.records(alike.as_ref().map(|alike| &alike.lines), of, |row| {
            Ok(same.take(row)?)
        })?;
        Ok(same)
    }

    /// Adds the hash of the record on a line.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn push(&mut self, mark: u128, line: usize) -> io::Result<()> {
        self.take(row(mark, line, 0))
    }

    fn take(&mut self, row: Row) -> io::Result<()> {
        let [.., place] = row;
        self.end = self.end.max(line_of(place) + 1);
        self.rows.push(row)
    }

    /// Returns the number of lines up to the last record with a hash.
    pub(crate) fn lines_end(&self) -> usize {
        self.end
    }

    /// Calls `take` with each record: whether it equals the previous one, its line and its rank.
    fn each(self, mut take: impl FnMut(bool, usize, u64) -> io::Result<()>) -> io::Result<()> {
        let mut before = None;
        let mut sorted = self.rows.sorted()?;
        while let Some([one, other, place]) = sorted.next_row()? {
            let is_same = before.replace((one, other)) == Some((one, other));
            take(is_same, line_of(place), place >> RANK)?;
        }
        Ok(())
    }

    /// Returns the chosen lines of duplicates.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn lines(self, which: DuplicateChoice) -> io::Result<LineSet> {
        let mut found = Part::of(&(0..self.end));
        let (mut last, mut highest) = (0, (0, 0));
        self.each(|is_same, line, rank| {
            let is_higher = !is_same || rank > highest.1;
            match which {
                _ if !is_same => {}
                DuplicateChoice::All => {
                    found.insert(last);
                    found.insert(line);
                }
                DuplicateChoice::ButFirst => found.insert(line),
                DuplicateChoice::ButLast => found.insert(last),
                DuplicateChoice::ButHighest if is_higher => found.insert(highest.0),
                DuplicateChoice::ButHighest => found.insert(line),
            }
            last = line;
            if is_higher {
                highest = (line, rank);
            }
            Ok(())
        })?;
        Ok(std::iter::once(found).collect())
    }

    /// Calls `take` with the first line of each hash, and the number of records with this hash.
    pub(crate) fn each_mark(self, mut take: impl FnMut(usize, usize)) -> io::Result<()> {
        let (mut first, mut count) = (0, 0);
        self.each(|is_same, line, _| {
            if !is_same {
                if count > 0 {
                    take(first, count);
                }
                (first, count) = (line, 0);
            }
            count += 1;
            Ok(())
        })?;
        if count > 0 {
            take(first, count);
        }
        Ok(())
    }

    /// Calls `take` with each line of a duplicate and the first line of its group.
    fn each_member(self, mut take: impl FnMut(usize, usize) -> io::Result<()>) -> io::Result<()> {
        let (mut first, mut has_begun) = (0, false);
        self.each(|is_same, line, _| {
            if !is_same {
                (first, has_begun) = (line, false);
                return Ok(());
            }
            if !std::mem::replace(&mut has_begun, true) {
                take(first, first)?;
            }
            take(line, first)
        })
    }

    /// Returns the groups of duplicates.
    ///
    /// # Errors
    /// There are more than 2^32 lines, or the file can't be read.
    pub(crate) fn groups(self) -> Result<Duplicates, JobError> {
        let mut rows = RowSorter::<2>::default();
        self.each_member(|line, first| rows.push([first as u64, line as u64]))?;
        let mut sorted = rows.sorted()?;
        let mut found = Duplicates::default();
        while let Some([first, line]) = sorted.next_row()? {
            found.push(line_of(line), line == first)?;
        }
        Ok(found)
    }

    /// Returns the lines of all duplicates, each with the first line of its group.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn members(self) -> io::Result<Members> {
        let mut lines = Part::of(&(0..self.end));
        let mut rows = RowSorter::default();
        self.each_member(|line, first| {
            lines.insert(line);
            rows.push([line as u64, first as u64])
        })?;
        Ok(Members {
            lines: std::iter::once(lines).collect(),
            firsts: rows.sorted()?,
        })
    }
}

fn operation_count(line: &[u8], options: &ReadOptions) -> usize {
    match Skim::read(line, options).operations() {
        Some(operations) => operations.len(),
        None => Record::read(line, options).operations().len(),
    }
}

/// The duplicates of a file, in line order.
pub struct Members {
    pub lines: LineSet,
    /// Each line, with the first line of its group.
    pub(crate) firsts: SortedRows<2>,
}

impl Members {
    /// Returns the members of these groups.
    pub(crate) fn of(groups: &Duplicates) -> io::Result<Self> {
        let mut rows = RowSorter::default();
        for group in groups.groups() {
            let mut group = group.peekable();
            let first = group.peek().copied().unwrap_or_default();
            group.try_for_each(|line| rows.push([line as u64, first as u64]))?;
        }
        Ok(Self {
            lines: groups.lines(),
            firsts: rows.sorted()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(marks: &[(usize, u128, u16)]) -> HashedRecords {
        let mut same = HashedRecords::default();
        for &(line, mark, rank) in marks {
            same.take(row(mark, line, rank)).unwrap();
        }
        same
    }

    #[test]
    fn each_duplicate_has_the_first_line_of_its_group() {
        let marks = [
            (0, 7, 0),
            (2, 9, 0),
            (3, 7, 0),
            (5, 1, 0),
            (6, 7, 0),
            (9, 9, 0),
        ];
        let rows = |members: Members| {
            let Members { lines, mut firsts } = members;
            assert_eq!(lines.iter().collect::<Vec<_>>(), [0, 2, 3, 6, 9]);
            std::iter::from_fn(|| firsts.next_row().unwrap()).collect::<Vec<_>>()
        };
        let expected = [[0, 0], [2, 2], [3, 0], [6, 0], [9, 2]];
        assert_eq!(rows(same(&marks).members().unwrap()), expected);
        let found = same(&marks).groups().unwrap();
        let groups: Vec<Vec<usize>> = found.groups().map(Iterator::collect).collect();
        assert_eq!(groups, [vec![0, 3, 6], vec![2, 9]]);
        assert_eq!(rows(Members::of(&found).unwrap()), expected);
    }

    #[test]
    fn exactly_the_records_with_equal_hashes_are_found() {
        let marks = [
            (0, 7, 0),
            (2, 9, 0),
            (3, 7, 0),
            (5, 1, 0),
            (6, 7, 0),
            (900, 9, 0),
        ];
        let lines = |which| {
            same(&marks)
                .lines(which)
                .unwrap()
                .iter()
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(DuplicateChoice::All), [0, 2, 3, 6, 900]);
        assert_eq!(lines(DuplicateChoice::ButFirst), [3, 6, 900]);
        assert_eq!(lines(DuplicateChoice::ButLast), [0, 2, 3]);
        let ranked = [
            (0, 7, 1),
            (2, 9, 3),
            (3, 7, 4),
            (5, 1, 0),
            (6, 7, 4),
            (8, 9, 3),
        ];
        let found = same(&ranked).lines(DuplicateChoice::ButHighest).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), [0, 6, 8]);
    }
}
