//! The numbers of a field: count, missing, min, median, max and mean. Numbers that memory should not hold
//! wait on disk.

use std::io;

use super::{Format, cells};
use crate::cli::flow::Fault;
use crate::cli::json;
use crate::cli::output::Output;
use crate::epd::operand::Number;
use crate::suite::external::{Order, Sorter};
use crate::suite::field::Field;

/// Numbers that are held.
const HELD: usize = (16 << 20) / KEY;

/// The numbers of some lines.
#[derive(Default)]
pub(in super::super) struct Part {
    values: Vec<Key>,
    /// Matches without a number there.
    without: u64,
}

/// Takes what one more record has there.
pub(in super::super) fn add(part: &mut Part, number: Option<Number>) {
    match number {
        Some(value) => part.values.push(ordered(value)),
        None => part.without += 1,
    }
}

/// The numbers of all lines.
pub(in super::super) struct Numbers {
    most: usize,
    held: Vec<Key>,
    without: u64,
    /// Those before them.
    before: Option<Sorter>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self::holding(HELD)
    }
}

/// What there is to tell of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Told {
    pub(super) count: u64,
    pub(super) min: Number,
    pub(super) median: Number,
    pub(super) max: Number,
    pub(super) mean: Number,
    pub(super) sum: Number,
}

impl Default for Told {
    fn default() -> Self {
        const NONE: Number = Number::Whole(0);
        Self {
            count: 0,
            min: NONE,
            median: NONE,
            max: NONE,
            mean: NONE,
            sum: NONE,
        }
    }
}

/// The names of what is told.
pub(super) const COLUMNS: [&str; 7] = ["count", "missing", "min", "median", "max", "mean", "sum"];

impl Told {
    /// Each as text, in the order of [`COLUMNS`]; empty where there is no number to tell of.
    pub(super) fn cells(&self, missing: u64) -> [String; 7] {
        let number = |number: Number| match self.count {
            0 => String::new(),
            _ => number.to_string(),
        };
        [
            self.count.to_string(),
            missing.to_string(),
            number(self.min),
            number(self.median),
            number(self.max),
            number(self.mean),
            number(self.sum),
        ]
    }
}

/// A number in bytes whose order is that of the numbers: the nearest float, then how far from it the number is.
pub(super) type Key = [u8; KEY];
/// Bytes of a number.
pub(super) const KEY: usize = size_of::<f64>() + size_of::<i128>();

/// The bytes of a number.
pub(super) fn ordered(number: Number) -> Key {
    let float = number.float();
    let bits = match float.is_sign_negative() {
        true => !float.to_bits(),
        false => float.to_bits() | 1 << 63,
    };
    let behind = match number {
        Number::Whole(number) => number.wrapping_sub(float as i128),
        Number::Broken(_) => 0,
    };
    let behind = behind.cast_unsigned() ^ 1 << 127;
    let mut key = [0; KEY];
    let bytes = bits.to_be_bytes().into_iter().chain(behind.to_be_bytes());
    for (to, from) in key.iter_mut().zip(bytes) {
        *to = from;
    }
    key
}

/// The number of some bytes.
pub(super) fn number(ordered: &[u8]) -> Number {
    let (bits, behind) = ordered.split_first_chunk().unwrap_or((&[0; 8], &[]));
    let bits = u64::from_be_bytes(*bits);
    let float = f64::from_bits(match bits >> 63 {
        0 => !bits,
        _ => bits & !(1 << 63),
    });
    let behind = behind.first_chunk().copied().map_or(0, u128::from_be_bytes);
    let behind = (behind ^ 1 << 127).cast_signed();
    match float.fract() == 0.0 && float.abs() < 1.7e38 {
        true => Number::Whole((float as i128).wrapping_add(behind)),
        false => Number::Broken(float),
    }
}

/// The number in the middle of two.
pub(super) fn between(one: Number, other: Number) -> Number {
    match one == other {
        true => one,
        false => share(one.plus(other), 2),
    }
}

/// Of a sum the share of each of so many.
pub(super) fn share(sum: Number, count: u64) -> Number {
    let share = sum.over(Number::Whole(count.into()));
    share.unwrap_or(sum).rounded()
}

impl Numbers {
    fn holding(most: usize) -> Self {
        Self {
            most,
            held: Vec::new(),
            without: 0,
            before: None,
        }
    }

    /// Adds those of more lines.
    ///
    /// # Errors
    ///
    /// Those of writing to the disk.
    pub(in super::super) fn join(&mut self, mut part: Part) -> io::Result<()> {
        self.without += part.without;
        self.held.append(&mut part.values);
        match self.held.len() > self.most {
            true => self.spill(),
            false => Ok(()),
        }
    }

    fn spill(&mut self) -> io::Result<()> {
        let before = self
            .before
            .get_or_insert_with(|| Sorter::new(Order::Rising));
        for value in self.held.drain(..) {
            before.push_with(&[], &value, 0..KEY)?;
        }
        Ok(())
    }

    fn told(mut self, count: u64) -> io::Result<Told> {
        let mut told = Told {
            count,
            ..Told::default()
        };
        let (mut nth, mut sum) = (0, Number::Whole(0));
        let (one, other) = (count.saturating_sub(1) / 2, count / 2);
        let mut middle = [Number::Whole(0); 2];
        let mut take = |value: Number| {
            if nth == 0 {
                told.min = value;
            }
            for (place, middle) in [one, other].into_iter().zip(&mut middle) {
                if place == nth {
                    *middle = value;
                }
            }
            told.max = value;
            sum = sum.plus(value);
            nth += 1;
        };
        if self.before.is_some() {
            self.spill()?;
        }
        match self.before {
            None => {
                self.held.sort_unstable();
                self.held.iter().for_each(|value| take(number(value)));
            }
            Some(before) => before.sorted()?.each(|text| {
                take(number(text));
                Ok::<(), io::Error>(())
            })?,
        }
        let [one, other] = middle;
        told.median = between(one, other);
        told.mean = share(sum, count.max(1));
        told.sum = sum.rounded();
        Ok(told)
    }

    /// Whether there is none among so many records.
    pub(in super::super) fn is_empty(&self, found: u64) -> bool {
        self.without >= found
    }
}

/// Writes count, missing, min, median, max, mean and sum of each field; `found`: so many records matched.
///
/// # Errors
///
/// Those of writing.
pub(in super::super) fn write(
    fields: &[Field],
    numbers: Vec<Numbers>,
    format: Format,
    found: u64,
    out: &mut Output<'_>,
) -> Result<(), Fault> {
    let mut text = Vec::new();
    if let Some(separator) = format.separator() {
        let head = std::iter::once("field").chain(COLUMNS);
        let head: Vec<&[u8]> = head.map(str::as_bytes).collect();
        cells(&head, separator, &mut text);
    }
    for (field, numbers) in fields.iter().zip(numbers) {
        let without = numbers.without;
        let told = numbers.told(found.saturating_sub(without))?.cells(without);
        match format.separator() {
            Some(separator) => {
                let name = field.name();
                let row = std::iter::once(&*name).chain(told.iter().map(String::as_str));
                let row: Vec<&[u8]> = row.map(str::as_bytes).collect();
                cells(&row, separator, &mut text);
            }
            None => {
                text.extend_from_slice(b"{\"field\":");
                json::write(&field.name(), &mut text);
                members_of(&told, &mut text);
                text.extend_from_slice(b"}\n");
            }
        }
    }
    format.write(&text, out)
}

/// Members of an object, behind another: what is told, null where there is no number to tell of.
pub(super) fn members_of(told: &[String; 7], out: &mut Vec<u8>) {
    for (name, cell) in COLUMNS.iter().zip(told) {
        let cell = if cell.is_empty() { "null" } else { cell };
        out.extend_from_slice(format!(",\"{name}\":{cell}").as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::operand::read_number;

    #[test]
    fn numbers_tell_the_same_however_few_are_held() {
        let quarter = |number: i32| Number::Broken(f64::from(number) / 4.0);
        let values: Vec<Number> = (0..1001).map(|n| quarter(n * 7919 % 1001 - 300)).collect();
        let told = |most, values: &[Number]| {
            let mut numbers = Numbers::holding(most);
            for values in values.chunks(10) {
                let values = values.iter().map(|value| ordered(*value)).collect();
                numbers.join(Part { values, without: 0 }).unwrap();
            }
            numbers.told(values.len() as u64).unwrap()
        };
        let expected = Told {
            count: 1001,
            min: Number::Whole(-75),
            median: Number::Whole(50),
            max: Number::Whole(175),
            mean: Number::Broken(50.0),
            sum: Number::Broken(50_050.0),
        };
        let even = told(HELD, &values[..1000]);
        for most in [1, 100, HELD] {
            assert_eq!(told(most, &values), expected);
            assert_eq!(told(most, &values[..1000]), even);
        }
        assert_eq!(told(HELD, &[]), Told::default());
    }

    #[test]
    fn what_is_told_of_values_is_a_value() {
        let check = |texts: &[&str], expected: [&str; 7]| {
            let mut numbers = Numbers::default();
            let read = |text: &&str| ordered(read_number(text.as_bytes()).expect("a number"));
            let values: Vec<Key> = texts.iter().map(read).collect();
            numbers.join(Part { values, without: 0 }).expect("room");
            let told = numbers.told(texts.len() as u64).expect("a file");
            assert_eq!(told.cells(0), expected);
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
    fn bytes_of_numbers_have_their_order() {
        let whole = Number::Whole;
        let all = [
            Number::Broken(-1e300),
            whole(i128::MIN / 2),
            whole(-9_007_199_254_740_993),
            whole(-9_007_199_254_740_992),
            Number::Broken(-1.5),
            whole(0),
            Number::Broken(1e-300),
            whole(2),
            whole(9_223_372_036_854_775_807),
            whole(9_223_372_036_854_775_808),
            whole(9_223_372_036_854_775_809),
            Number::Broken(1e300),
        ];
        assert!(all.map(ordered).is_sorted());
        assert_eq!(all.map(|value| number(&ordered(value))), all);
    }
}
