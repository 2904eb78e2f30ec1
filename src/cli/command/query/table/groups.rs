//! SQL's `GROUP BY`: the number of records with each value of a field, or of several together, and statistics of
//! other fields in each group. Numbers are sorted by group and value, on disk where they don't fit in memory.

use crate::cli::command::query::table::{
    KEY, Key, Table, UnusualValues, between, number, ordered, share,
};
use crate::cli::flow::Fault;
use crate::cli::output::Output;
use crate::epd::operand::Number;
use crate::suite::external::{Order, PrivateFile, Sorter, private_file};
use crate::suite::field::Field;
use crate::suite::query::LazyRecord;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// The memory for groups with their numbers of missing values, in bytes.
const HELD: usize = 24 << 20;
/// The divisor of [`HELD`] for the numbers of one group.
const NUMBERS: usize = 16;
/// The estimated overhead of a group in memory, in bytes.
const OVERHEAD: usize = 64;
/// The size of a field's index after its group, in bytes.
const FIELD: usize = size_of::<u16>();

/// The number of cells of a group: count, missing, min, median, max, mean and sum, each as text; empty without
/// numbers.
pub(super) const CELLS: usize = 7;
type Cells = [String; CELLS];

/// The numbers of a piece's records.
#[derive(Default)]
pub(in super::super) struct Part {
    /// The numbers, each after its group, and their ends in bytes.
    numbers: Vec<u8>,
    ends: Vec<usize>,
    /// The number of records in each group without a number.
    missing: HashMap<Vec<u8>, u64>,
    /// The unusual values of each field.
    odd: Vec<UnusualValues>,
}

impl Part {
    /// Adds a record of a group, with its numbers in these fields.
    pub(in super::super) fn take(
        &mut self,
        group: &[u8],
        fields: &[Field],
        record: &LazyRecord<'_>,
    ) {
        if fields.is_empty() {
            self.add(group, 0, None);
        }
        self.odd.resize_with(fields.len(), UnusualValues::default);
        for (nth, field) in (0..).zip(fields) {
            let odd = self.odd.get_mut(usize::from(nth));
            let number = odd.and_then(|odd| odd.number(field, record));
            self.add(group, nth, number);
        }
    }

    /// Adds the number of a group's record in the `nth` field, or counts a missing one.
    fn add(&mut self, group: &[u8], nth: u16, number: Option<Number>) {
        // The group comes first, so that its numbers are sorted together. Few bytes follow before the number: the
        // first eight bytes of an entry decide most comparisons.
        let [high, low] = nth.to_be_bytes();
        let behind = [b'\n', high, low];
        let Some(number) = number else {
            *self.missing.entry([group, &behind].concat()).or_default() += 1;
            return;
        };
        self.numbers.extend_from_slice(group);
        self.numbers.extend(behind);
        self.numbers.push(HAS_NUMBER);
        self.numbers.extend(ordered(number));
        self.ends.push(self.numbers.len());
    }
}

/// The mark before a number; a count of missing values has the mark 0.
const HAS_NUMBER: u8 = 1;

pub(in super::super) struct Groups {
    all: Sorter,
    /// The numbers of records without a number, by group, that are in memory, and their size in bytes.
    missing: HashMap<Vec<u8>, u64>,
    bytes: usize,
    /// The size above which they are spilled to the sorter.
    most: usize,
    odd: Vec<UnusualValues>,
}

impl Default for Groups {
    fn default() -> Self {
        Self::holding(HELD)
    }
}

/// A group under evaluation, with its numbers in order.
struct Group {
    count: u64,
    missing: u64,
    sum: Option<Number>,
    numbers: Vec<u8>,
    /// The file of numbers that are not in memory, and the limit for those in memory, in bytes.
    before: Option<PrivateFile>,
    most: usize,
}

impl Group {
    fn holding(most: usize) -> Self {
        Self {
            count: 0,
            missing: 0,
            sum: None,
            numbers: Vec::new(),
            before: None,
            most,
        }
    }

    /// Adds an entry of the group.
    fn take(&mut self, mark: u8, bytes: &Key) -> io::Result<()> {
        if mark != HAS_NUMBER {
            let missing = bytes.first_chunk().copied();
            self.missing += missing.map_or(0, u64::from_be_bytes);
            return Ok(());
        }
        let number = number(bytes);
        self.count += 1;
        self.sum = Some(self.sum.map_or(number, |sum| sum.plus(number)));
        self.numbers.extend(bytes);
        if self.numbers.len() > self.most {
            let file = match &mut self.before {
                Some(file) => file,
                none => none.insert(private_file()?),
            };
            file.write_all(&self.numbers)?;
            self.numbers.clear();
        }
        Ok(())
    }

    /// Returns the number at a rank, from 0; all must have been added.
    fn at(&mut self, place: u64) -> io::Result<Number> {
        let mut bytes = [0; KEY];
        let place = place * KEY as u64;
        if let Some(file) = &self.before {
            let mut file: &File = file;
            file.seek(SeekFrom::Start(place))?;
            file.read_exact(&mut bytes)?;
            return Ok(number(&bytes));
        }
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        Ok(number(self.numbers.get(place..).unwrap_or_default()))
    }

    /// Returns the cells; all numbers must have been added.
    fn cells(mut self) -> io::Result<Cells> {
        let [count, missing] = [self.count, self.missing].map(|count| count.to_string());
        let Some(sum) = self.sum else {
            let [min, median, max, mean, sum] = Default::default();
            return Ok([count, missing, min, median, max, mean, sum]);
        };
        if let Some(file) = &mut self.before {
            file.write_all(&self.numbers)?;
        }
        let last = self.count - 1;
        let median = between(self.at(last / 2)?, self.at(self.count / 2)?);
        let (min, max, mean) = (self.at(0)?, self.at(last)?, share(sum, self.count));
        let numbers = [min, median, max, mean, sum.rounded()];
        let [min, median, max, mean, sum] = numbers.map(|number| number.to_string());
        Ok([count, missing, min, median, max, mean, sum])
    }
}

impl Groups {
    fn holding(most: usize) -> Self {
        Self {
            all: Sorter::new(Order::Rising),
            missing: HashMap::new(),
            bytes: 0,
            most,
            odd: Vec::new(),
        }
    }

    /// Adds the numbers of a piece.
    pub(in super::super) fn join(&mut self, part: Part) -> io::Result<()> {
        let mut start = 0;
        for end in part.ends {
            let text = part.numbers.get(start..end).unwrap_or_default();
            self.all.push_with(&[], text, 0..text.len())?;
            start = end;
        }
        for (group, count) in part.missing {
            let length = group.len();
            let known = self.missing.entry(group).or_insert_with(|| {
                self.bytes += length + OVERHEAD;
                0
            });
            *known += count;
        }
        if self.odd.is_empty() {
            self.odd = part.odd;
        } else {
            let all = self.odd.iter_mut().zip(part.odd);
            all.for_each(|(odd, more)| odd.join(more));
        }
        match self.bytes > self.most {
            true => self.spill(),
            false => Ok(()),
        }
    }

    fn spill(&mut self) -> io::Result<()> {
        self.bytes = 0;
        for (mut text, count) in self.missing.drain() {
            text.push(0);
            text.extend(count.to_be_bytes());
            text.resize(text.len() + KEY - size_of::<u64>(), 0);
            self.all.push_with(&[], &text, 0..text.len())?;
        }
        Ok(())
    }

    /// Calls `take` with each group and the index of a field, the group with the most records first, then by value.
    fn each<E: From<io::Error>>(
        mut self,
        mut take: impl FnMut(&[u8], usize, &Cells) -> Result<(), E>,
    ) -> Result<(), E> {
        self.spill()?;
        let mut order = Sorter::new(Order::Rising);
        let mut put = |group: &[u8], found: Group| {
            let rank = u64::MAX - (found.count + found.missing);
            let mut text = [&rank.to_be_bytes(), group].concat();
            let key = text.len();
            // The text of a number has no line feed.
            for cell in found.cells()? {
                text.push(b'\n');
                text.extend(cell.into_bytes());
            }
            order.push_with(&[], &text, 0..key)
        };
        let mut at: Option<Vec<u8>> = None;
        let begin = || Group::holding(self.most / NUMBERS);
        let mut open = begin();
        let mut all = self.all.sorted()?;
        while let Some(text) = all.next_text()? {
            let Some((rest, bytes)) = text.split_last_chunk() else {
                continue;
            };
            let Some((mark, group)) = rest.split_last() else {
                continue;
            };
            if at.as_deref() != Some(group)
                && let Some(done) = at.replace(group.to_vec())
            {
                put(&done, std::mem::replace(&mut open, begin()))?;
            }
            open.take(*mark, bytes)?;
        }
        if let Some(done) = at {
            put(&done, open)?;
        }
        let mut order = order.sorted()?;
        while let Some(text) = order.next_text()? {
            let behind = text.get(size_of::<u64>()..).unwrap_or_default();
            let mut parts = behind.rsplitn(CELLS + 1, |byte| *byte == b'\n');
            let mut cells: Cells = std::array::from_fn(|_| {
                String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned()
            });
            cells.reverse();
            let group = parts.next().unwrap_or_default();
            let (values, nth) = group.split_at(group.len().saturating_sub(FIELD));
            let nth = nth.first_chunk().copied().map_or(0, u16::from_be_bytes);
            take(
                values.strip_suffix(b"\n").unwrap_or(values),
                nth.into(),
                &cells,
            )?;
        }
        Ok(())
    }

    /// Writes at most `limit` groups: the statistics of each field, or without fields the number of records. Returns
    /// which fields have a number.
    pub(in super::super) fn write(
        self,
        table: &Table<'_>,
        fields: &[Field],
        limit: Option<u64>,
        out: &mut Output<'_>,
    ) -> Result<Vec<bool>, Fault> {
        for (field, odd) in fields.iter().zip(&self.odd) {
            odd.report(field);
        }
        let mut have_number = vec![false; fields.len()];
        let each = fields.len().max(1) as u64;
        let mut left = limit.map_or(u64::MAX, |most| most.saturating_mul(each));
        let mut is_any = false;
        table.header(out)?;
        let mut row = |values: &[u8], field: Option<&Field>, cells: &Cells| {
            let [_, missing, ..] = cells;
            let Some(field) = field else {
                return table.group(values, [missing], out);
            };
            let name = field.name();
            let cells = cells.iter().map(String::as_str);
            table.group(values, std::iter::once(&*name).chain(cells), out)
        };
        self.each::<Fault>(|values, nth, cells| {
            is_any = true;
            let [count, ..] = cells;
            if let Some(has_number) = have_number.get_mut(nth) {
                *has_number |= count != "0";
            }
            if left == 0 {
                return Ok(());
            }
            left -= 1;
            row(values, fields.get(nth), cells)
        })?;
        // The total of all records has a row even if it is empty.
        if !is_any && table.fields.is_empty() {
            for field in fields {
                row(b"", Some(field), &Group::holding(0).cells()?)?;
            }
        }
        Ok(have_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::operand::read_number;

    fn statistics(held: usize, records: &[(&str, Option<Number>)]) -> Vec<String> {
        let mut groups = Groups::holding(held);
        for records in records.chunks(7) {
            let mut part = Part::default();
            for (group, number) in records {
                part.add(group.as_bytes(), 10, *number);
            }
            groups.join(part).unwrap();
        }
        let mut found = Vec::new();
        groups
            .each::<io::Error>(|group, nth, cells| {
                let group = String::from_utf8_lossy(group).replace('\n', "+");
                found.push(format!("{group}+{nth}: {}", cells.join(" ")));
                Ok(())
            })
            .unwrap();
        found
    }

    /// Returns the statistics of numbers in one group.
    fn of(held: usize, values: impl IntoIterator<Item = Number>) -> String {
        let values: Vec<_> = values.into_iter().map(|value| ("", Some(value))).collect();
        statistics(held, &values).concat()
    }

    #[test]
    fn statistics_do_not_depend_on_how_many_numbers_are_in_memory() {
        let quarter = |number: i32| Number::Broken(f64::from(number) / 4.0);
        let values: Vec<Number> = (0..1001).map(|n| quarter(n * 7919 % 1001 - 300)).collect();
        let even = of(HELD, values[..1000].iter().copied());
        for most in [1, 100, HELD] {
            let all = of(most, values.iter().copied());
            assert_eq!(all, "+10: 1001 0 -75 50 175 50 50050");
            assert_eq!(of(most, values[..1000].iter().copied()), even);
        }
    }

    #[test]
    fn statistics_are_exact_where_floats_are_not() {
        let check = |texts: &[&str], expected: [&str; 7]| {
            let read = |text: &&str| read_number(text.as_bytes()).expect("a number");
            let cells = of(HELD, texts.iter().map(read));
            assert_eq!(cells, format!("+10: {}", expected.join(" ")));
        };
        check(
            &["1.23456", "0.0001", "0.0002"],
            [
                "3", "0", "0.0001", "0.0002", "1.23456", "0.41162", "1.23486",
            ],
        );
        let (large, larger) = ("9223372036854775808", "9223372036854775810");
        check(
            &[larger, large],
            [
                "2",
                "0",
                large,
                "9223372036854775809",
                larger,
                "9223372036854775809",
                "18446744073709551618",
            ],
        );
        check(&["9007199254740993"; 3], {
            let n = "9007199254740993";
            ["3", "0", n, n, n, n, "27021597764222979"]
        });
        check(
            &["0.1", "0.2"],
            ["2", "0", "0.1", "0.15", "0.2", "0.15", "0.3"],
        );
        check(
            &["1", "1", "2"],
            ["3", "0", "1", "1", "2", "1.33333333333333", "4"],
        );
    }

    #[test]
    fn each_group_reports_its_own_numbers() {
        let records = [
            ("w", Some(Number::Broken(3.0))),
            ("b", Some(Number::Broken(-1.0))),
            ("w", Some(Number::Broken(1.0))),
            ("w\nx", Some(Number::Broken(7.0))),
            ("w", None),
            ("", None),
            ("b", Some(Number::Broken(2.5))),
            ("w", Some(Number::Broken(10.0))),
        ];
        for held in [0, 1, 2, 100] {
            assert_eq!(
                statistics(held, &records),
                [
                    "w+10: 3 1 1 3 10 4.66666666666667 14",
                    "b+10: 2 0 -1 0.75 2.5 0.75 1.5",
                    "+10: 0 1     ",
                    "w+x+10: 1 0 7 7 7 7 7",
                ],
                "{held} held"
            );
        }
        assert!(statistics(9, &[]).is_empty());
    }

    #[test]
    fn counts_do_not_depend_on_how_many_are_in_memory() {
        let all = |most| {
            let mut groups = Groups::holding(most);
            for piece in 0..50_u32 {
                let mut part = Part::default();
                for number in 0..200 {
                    let value = format!("value {}", (piece * number) % 97 + number % 3);
                    part.add(value.as_bytes(), 0, None);
                }
                groups.join(part).unwrap();
            }
            let mut found: Vec<(String, u64)> = Vec::new();
            groups
                .each::<io::Error>(|value, _, [_, missing, ..]| {
                    let value = String::from_utf8_lossy(value).into_owned();
                    found.push((value, missing.parse().unwrap()));
                    Ok(())
                })
                .unwrap();
            found
        };
        let held = all(HELD);
        assert_eq!(held.iter().map(|(_, count)| count).sum::<u64>(), 10_000);
        let falls = |pair: &[(String, u64)]| (pair[1].1, &pair[0].0) < (pair[0].1, &pair[1].0);
        assert!(held.windows(2).all(falls), "{held:?}");
        for most in [1, 500, 5000] {
            assert_eq!(all(most), held);
        }
    }
}
