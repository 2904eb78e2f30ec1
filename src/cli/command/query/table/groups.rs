//! The numbers of fields, of all records or for each value of others: SQL's `GROUP BY`. Each number is sorted with
//! its group; what memory should not hold waits on disk.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::Table;
use super::numbers::{COLUMNS, KEY, Key, Told, between, number, ordered, share};
use crate::cli::flow::Fault;
use crate::cli::output::Output;
use crate::epd::operand::Number;
use crate::suite::external::{Order, PrivateFile, Sorter, private_file};
use crate::suite::field::Field;

/// Numbers of one group that are held.
const HELD: usize = 1 << 16;
/// Bytes of what tells the numbers of one field from those of others.
const FIELD: usize = size_of::<u16>();

/// The numbers of some lines.
#[derive(Default)]
pub(in super::super) struct Part {
    /// Each behind its group, and where it ends.
    numbers: Vec<u8>,
    ends: Vec<usize>,
    /// How many records of a group have none.
    missing: HashMap<Vec<u8>, u64>,
}

impl Part {
    /// Takes the number of one more record of a group: that of the `nth` field.
    pub(in super::super) fn add(&mut self, group: &[u8], nth: u16, number: Option<Number>) {
        // The numbers of one group stand together, behind few bytes: most are sorted by the first eight.
        let [high, low] = nth.to_be_bytes();
        let behind = [b'\n', high, low];
        match number {
            Some(number) => {
                self.numbers.extend_from_slice(group);
                self.numbers.extend(behind);
                self.numbers.push(HAS_NUMBER);
                self.numbers.extend(ordered(number));
                self.ends.push(self.numbers.len());
            }
            None => *self.missing.entry([group, &behind].concat()).or_default() += 1,
        }
    }
}

/// The mark before a number; before how many records have none stands 0.
const HAS_NUMBER: u8 = 1;

/// The groups of all lines.
pub(in super::super) struct Groups {
    all: Sorter,
    held: usize,
}

impl Default for Groups {
    fn default() -> Self {
        Self::holding(HELD)
    }
}

/// The numbers of one group, as they come: in order.
struct Group {
    values: Vec<u8>,
    /// What is not held.
    before: Option<PrivateFile>,
    most: usize,
    missing: u64,
    told: Told,
    sum: Number,
}

impl Group {
    /// Takes what stands behind the group in a text.
    fn take(&mut self, mark: u8, bytes: &Key) -> io::Result<()> {
        if mark != HAS_NUMBER {
            let missing = bytes.first_chunk().copied();
            self.missing += missing.map_or(0, u64::from_be_bytes);
            return Ok(());
        }
        let value = number(bytes);
        if self.told.count == 0 {
            self.told.min = value;
        }
        self.told.max = value;
        self.told.count += 1;
        self.sum = self.sum.plus(value);
        self.values.extend(bytes);
        if self.values.len() / KEY > self.most {
            let file = match &mut self.before {
                Some(file) => file,
                none => none.insert(private_file()?),
            };
            file.write_all(&self.values)?;
            self.values.clear();
        }
        Ok(())
    }

    /// The number at a place.
    fn at(&mut self, place: u64) -> io::Result<Number> {
        let mut bytes = [0; KEY];
        let place = place * KEY as u64;
        match &mut self.before {
            Some(file) => {
                file.seek(SeekFrom::Start(place))?;
                file.read_exact(&mut bytes)?;
            }
            None => {
                let place = usize::try_from(place).unwrap_or(usize::MAX);
                let found = self.values.get(place..).and_then(|rest| rest.first_chunk());
                bytes = found.copied().unwrap_or_default();
            }
        }
        Ok(number(&bytes))
    }

    /// What there is to tell, and the next group begins.
    fn end(&mut self) -> io::Result<(Told, u64)> {
        let count = self.told.count;
        if let Some(file) = self.before.as_mut() {
            file.write_all(&self.values)?;
        }
        if count > 0 {
            self.told.sum = self.sum.rounded();
            self.told.median = between(self.at((count - 1) / 2)?, self.at(count / 2)?);
            self.told.mean = share(self.sum, count);
        }
        self.values.clear();
        self.before = None;
        self.sum = Number::Whole(0);
        Ok((
            std::mem::take(&mut self.told),
            std::mem::take(&mut self.missing),
        ))
    }
}

impl Groups {
    fn holding(held: usize) -> Self {
        Self {
            all: Sorter::new(Order::Rising),
            held,
        }
    }

    /// Adds those of more lines.
    pub(in super::super) fn join(&mut self, part: Part) -> io::Result<()> {
        let mut start = 0;
        for end in part.ends {
            let text = part.numbers.get(start..end).unwrap_or_default();
            self.all.push_with(&[], text, 0..text.len())?;
            start = end;
        }
        for (mut text, count) in part.missing {
            text.push(0);
            text.extend(count.to_be_bytes());
            text.resize(text.len() + KEY - size_of::<u64>(), 0);
            self.all.push_with(&[], &text, 0..text.len())?;
        }
        Ok(())
    }

    /// Gives `take` each group with the place of a field, that with the most records first, then by value.
    fn each<E: From<io::Error>>(
        self,
        mut take: impl FnMut(&[u8], usize, &[String; 7]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut order = Sorter::new(Order::Rising);
        let mut put = |group: &[u8], (told, missing): (Told, u64)| {
            let rank = u64::MAX - (told.count + missing);
            let mut text = [&rank.to_be_bytes(), group].concat();
            let key = text.len();
            // No cell of these is as long as a byte counts.
            for cell in told.cells(missing) {
                text.push(b'\n');
                text.extend(cell.into_bytes());
            }
            order.push_with(&[], &text, 0..key)
        };
        let mut at: Option<Vec<u8>> = None;
        let mut open = Group {
            values: Vec::new(),
            before: None,
            most: self.held,
            missing: 0,
            told: Told::default(),
            sum: Number::Whole(0),
        };
        self.all.sorted()?.each(|text| {
            let Some((rest, bytes)) = text.split_last_chunk() else {
                return Ok(());
            };
            let Some((mark, group)) = rest.split_last() else {
                return Ok(());
            };
            if at.as_deref() != Some(group)
                && let Some(done) = at.replace(group.to_vec())
            {
                put(&done, open.end()?)?;
            }
            open.take(*mark, bytes)
        })?;
        if let Some(done) = at {
            put(&done, open.end()?)?;
        }
        order.sorted()?.each(|text| {
            let behind = text.get(size_of::<u64>()..).unwrap_or_default();
            let mut parts = behind.rsplitn(COLUMNS.len() + 1, |byte| *byte == b'\n');
            let mut told: [String; 7] = std::array::from_fn(|_| {
                String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned()
            });
            told.reverse();
            let group = parts.next().unwrap_or_default();
            let (values, nth) = group.split_at(group.len().saturating_sub(FIELD));
            let nth = nth.first_chunk().copied().map_or(0, u16::from_be_bytes);
            take(
                values.strip_suffix(b"\n").unwrap_or(values),
                nth.into(),
                &told,
            )
        })
    }

    /// Writes count, missing, min, median, max, mean and sum of each group, of one field after the other: at most
    /// so many groups. Gives which fields have a number.
    pub(in super::super) fn write(
        self,
        table: &Table<'_>,
        fields: &[Field],
        limit: Option<u64>,
        out: &mut Output<'_>,
    ) -> Result<Vec<bool>, Fault> {
        let mut have_number = vec![false; fields.len()];
        let mut left = limit.map_or(u64::MAX, |most| most.saturating_mul(fields.len() as u64));
        let mut is_any = false;
        table.header(out)?;
        let mut row = |values: &[u8], field: &Field, told: &[String; 7]| {
            let name = field.name();
            let told = told.iter().map(String::as_str);
            table.group(values, std::iter::once(&*name).chain(told), out)
        };
        self.each::<Fault>(|values, nth, told| {
            let (Some(field), Some(has_number)) = (fields.get(nth), have_number.get_mut(nth))
            else {
                return Ok(());
            };
            is_any = true;
            table.seen.see_group(values);
            *has_number |= told.first().is_some_and(|count| count != "0");
            if left == 0 {
                return Ok(());
            }
            left -= 1;
            row(values, field, told)
        })?;
        // Of all records together there is something to tell where there is none, too.
        if !is_any && table.fields.is_empty() {
            for field in fields {
                row(b"", field, &Told::default().cells(0))?;
            }
        }
        Ok(have_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::operand::read_number;

    fn told(held: usize, records: &[(&str, Option<Number>)]) -> Vec<String> {
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
            .each::<io::Error>(|group, nth, told| {
                let group = String::from_utf8_lossy(group).replace('\n', "+");
                found.push(format!("{group}+{nth}: {}", told.join(" ")));
                Ok(())
            })
            .unwrap();
        found
    }

    /// What is told of numbers that are of one group.
    fn of(held: usize, values: impl IntoIterator<Item = Number>) -> String {
        let values: Vec<_> = values.into_iter().map(|value| ("", Some(value))).collect();
        told(held, &values).concat()
    }

    #[test]
    fn numbers_tell_the_same_however_few_are_held() {
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
    fn what_is_told_of_values_is_a_value() {
        let check = |texts: &[&str], expected: [&str; 7]| {
            let read = |text: &&str| read_number(text.as_bytes()).expect("a number");
            let told = of(HELD, texts.iter().map(read));
            assert_eq!(told, format!("+10: {}", expected.join(" ")));
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
    fn each_group_tells_of_its_own_numbers() {
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
                told(held, &records),
                [
                    "w+10: 3 1 1 3 10 4.66666666666667 14",
                    "b+10: 2 0 -1 0.75 2.5 0.75 1.5",
                    "+10: 0 1     ",
                    "w+x+10: 1 0 7 7 7 7 7",
                ],
                "{held} held"
            );
        }
        assert!(told(9, &[]).is_empty());
    }
}
