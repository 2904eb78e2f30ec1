//! The numbers of a field for each value of others: SQL's `GROUP BY`. Each number is sorted with its group;
//! what memory should not hold waits on disk.

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::numbers::{COLUMNS, KEY, Told, between, members_of, number, ordered, share};
use super::{Format, Rows, group, some};
use crate::cli::flow::Fault;
use crate::cli::json;
use crate::cli::output::Output;
use crate::epd::operand::Number;
use crate::suite::external::{Order, PrivateFile, Sorter, private_file};
use crate::suite::field::Field;

/// Numbers of one group that are held.
const HELD: usize = 1 << 20;
/// Bytes of a number in a text, and of the mark before it.
const NUMBER: usize = 1 + KEY;

/// The groups of some lines, each with the number of a record.
pub(in super::super) type Part = Vec<Vec<u8>>;

/// Takes the number of one more record of a group: that of the `nth` field.
pub(in super::super) fn add(part: &mut Part, group: &[u8], nth: u8, number: Option<Number>) {
    // What the fields say of one group stands together.
    let mut text = [group, b"\n", &[FIRST + nth]].concat();
    // Behind its end no group is the beginning of another.
    text.push(b'\n');
    text.push(u8::from(number.is_some()));
    text.extend(number.map_or([0; KEY], ordered));
    part.push(text);
}

/// What stands for the first field: no byte that ends a cell.
const FIRST: u8 = b'0';

/// The group of a text, and the number in it.
fn parted(text: &[u8]) -> (&[u8], Option<Number>) {
    let (group, behind) = text.split_at(text.len().saturating_sub(NUMBER));
    let group = group.strip_suffix(b"\n").unwrap_or(group);
    let number = match behind {
        [1, bytes @ ..] => Some(number(bytes)),
        _ => None,
    };
    (group, number)
}

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
    fn take(&mut self, number: Option<Number>) -> io::Result<()> {
        let Some(value) = number else {
            self.missing += 1;
            return Ok(());
        };
        if self.told.count == 0 {
            self.told.min = value;
        }
        self.told.max = value;
        self.told.count += 1;
        self.sum = self.sum.plus(value);
        self.values.extend(ordered(value));
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
    ///
    /// # Errors
    ///
    /// Those of writing to the disk.
    pub(in super::super) fn join(&mut self, part: Part) -> io::Result<()> {
        for text in part {
            self.all.push_with(&[], &text, 0..text.len())?;
        }
        Ok(())
    }

    /// Gives `take` each group, that with the most records first, then by value.
    fn each(self, mut take: impl FnMut(&[u8], &[String; 7]) -> io::Result<()>) -> io::Result<()> {
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
            let (group, number) = parted(text);
            if at.as_deref() != Some(group)
                && let Some(done) = at.replace(group.to_vec())
            {
                put(&done, open.end()?)?;
            }
            open.take(number)
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
            take(parts.next().unwrap_or_default(), &told)
        })
    }

    /// Writes count, missing, min, median, max, mean and sum of each group, of one field after the other: at most
    /// so many groups. Gives which fields have a number, and the fields that no group has a value of.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(in super::super) fn write(
        self,
        (by, fields): (&[Field], &[Field]),
        format: Format,
        limit: Option<u64>,
        out: &mut Output<'_>,
    ) -> Result<(Vec<bool>, group::Unseen), Fault> {
        let (mut have_number, mut unseen) = (vec![false; fields.len()], group::Unseen::of(by));
        let rest = std::iter::once("field").chain(COLUMNS);
        let names = by.iter().map(Field::name).chain(rest.map(Into::into));
        let limit = limit.map(|most| most.saturating_mul(fields.len() as u64));
        let mut rows = Rows::begin(names, format, limit, out);
        self.each(|values, told| {
            let Some((nth, [values @ .., b'\n'])) = values.split_last() else {
                return Ok(());
            };
            let nth = usize::from(nth.saturating_sub(FIRST));
            let (Some(field), Some(has_number)) = (fields.get(nth), have_number.get_mut(nth))
            else {
                return Ok(());
            };
            unseen.see(values);
            *has_number |= told.first().is_some_and(|count| count != "0");
            let name = field.name();
            let cells = group::values(by, values).chain([some(name.as_bytes())]);
            let row: Vec<Option<&[u8]>> = cells
                .chain(told.iter().map(|cell| some(cell.as_bytes())))
                .collect();
            rows.take(&row, |object| {
                group::members(by, values, object);
                object.extend_from_slice(b",\"field\":");
                json::write(&field.name(), object);
                members_of(told, object);
            });
            Ok(())
        })?;
        rows.end().map(|()| (have_number, unseen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(held: usize, records: &[(&str, Option<Number>)]) -> Vec<String> {
        let mut groups = Groups::holding(held);
        for records in records.chunks(7) {
            let mut part = Part::new();
            for (group, number) in records {
                add(&mut part, group.as_bytes(), 0, *number);
            }
            groups.join(part).unwrap();
        }
        let mut found = Vec::new();
        groups
            .each(|group, told| {
                let group = String::from_utf8_lossy(group).replace('\n', "+");
                found.push(format!("{group}: {}", told.join(" ")));
                Ok(())
            })
            .unwrap();
        found
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
                    "w+0: 3 1 1 3 10 4.66666666666667 14",
                    "b+0: 2 0 -1 0.75 2.5 0.75 1.5",
                    "+0: 0 1     ",
                    "w+x+0: 1 0 7 7 7 7 7",
                ],
                "{held} held"
            );
        }
        assert!(told(9, &[]).is_empty());
    }
}
