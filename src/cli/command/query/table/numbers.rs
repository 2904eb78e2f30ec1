//! The numbers of a field: count, missing, min, median, max and mean. Numbers that memory should not hold
//! wait on disk.

use std::io;

use super::{Format, cells};
use crate::cli::flow::Fault;
use crate::cli::json;
use crate::cli::output::Output;
use crate::exchange::table::Field;
use crate::suite::external::{Order, Sorter};

/// Numbers that are held.
const HELD: usize = 2 << 20;

/// The numbers of some lines.
#[derive(Default)]
pub(in super::super) struct Part {
    values: Vec<f64>,
    /// Matches without a number there.
    without: u64,
}

/// Takes what one more record has there.
pub(in super::super) fn add(part: &mut Part, number: Option<f64>) {
    match number {
        Some(value) => part.values.push(value),
        None => part.without += 1,
    }
}

/// The numbers of all lines.
pub(in super::super) struct Numbers {
    most: usize,
    held: Vec<f64>,
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Told {
    pub(super) count: u64,
    pub(super) min: f64,
    pub(super) median: f64,
    pub(super) max: f64,
    pub(super) mean: f64,
}

/// The names of what is told.
pub(super) const COLUMNS: [&str; 6] = ["count", "missing", "min", "median", "max", "mean"];

impl Told {
    /// Each as text, in the order of [`COLUMNS`]; empty where there is no number to tell of.
    pub(super) fn cells(&self, missing: u64) -> [String; 6] {
        let number = |number: f64| match self.count {
            0 => String::new(),
            _ => shown(number),
        };
        [
            self.count.to_string(),
            missing.to_string(),
            number(self.min),
            number(self.median),
            number(self.max),
            number(self.mean),
        ]
    }
}

/// Bytes that are in order where the numbers are.
pub(super) fn ordered(value: f64) -> [u8; 8] {
    let bits = value.to_bits();
    let bits = match value.is_sign_negative() {
        true => !bits,
        false => bits | 1 << 63,
    };
    bits.to_be_bytes()
}

pub(super) fn number(ordered: &[u8]) -> f64 {
    let bits = ordered.first_chunk().copied().map_or(0, u64::from_be_bytes);
    f64::from_bits(match bits >> 63 {
        0 => !bits,
        _ => bits & !(1 << 63),
    })
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
            before.push_with(&[], &ordered(value), 0..size_of::<f64>())?;
        }
        Ok(())
    }

    fn told(mut self, count: u64) -> io::Result<Told> {
        let mut told = Told {
            count,
            ..Told::default()
        };
        let (mut nth, mut sum) = (0, 0.0);
        let (one, other) = (count.saturating_sub(1) / 2, count / 2);
        let mut middle = [0.0; 2];
        let mut take = |value: f64| {
            if nth == 0 {
                told.min = value;
            }
            for (place, middle) in [one, other].into_iter().zip(&mut middle) {
                if place == nth {
                    *middle = value;
                }
            }
            told.max = value;
            sum += value;
            nth += 1;
        };
        if self.before.is_some() {
            self.spill()?;
        }
        match self.before {
            None => {
                self.held.sort_unstable_by(f64::total_cmp);
                self.held.iter().for_each(|value| take(*value));
            }
            Some(before) => before.sorted()?.each(|text| {
                take(number(text));
                Ok::<(), io::Error>(())
            })?,
        }
        told.median = f64::midpoint(middle[0], middle[1]);
        told.mean = sum / count.max(1) as f64;
        Ok(told)
    }

    /// Writes count, missing, min, median, max and mean; `found`: so many records matched.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(in super::super) fn write(
        self,
        field: &Field,
        format: Format,
        found: u64,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let without = self.without;
        let told = self.told(found.saturating_sub(without))?.cells(without);
        let mut text = Vec::new();
        match format.separator() {
            Some(separator) => {
                let head: Vec<&[u8]> = std::iter::once("field")
                    .chain(COLUMNS)
                    .map(str::as_bytes)
                    .collect();
                cells(&head, separator, &mut text);
                let row = std::iter::once(field.name()).chain(told.iter().map(String::as_str));
                let row: Vec<&[u8]> = row.map(str::as_bytes).collect();
                cells(&row, separator, &mut text);
            }
            None => {
                let mut object = serde_json::json!({ "field": field.name() });
                for (name, cell) in COLUMNS.iter().zip(&told) {
                    let value = cell.parse().unwrap_or(serde_json::Value::Null);
                    if let Some(object) = object.as_object_mut() {
                        object.insert((*name).to_owned(), value);
                    }
                }
                text = (json::text(&object) + "\n").into_bytes();
            }
        }
        format.write(&text, out)
    }

    /// Whether there is none among so many records.
    pub(in super::super) fn is_empty(&self, found: u64) -> bool {
        self.without >= found
    }
}

/// Members of an object, behind another: what is told, null where there is no number to tell of.
pub(super) fn members_of(told: &[String; 6], out: &mut Vec<u8>) {
    for (name, cell) in COLUMNS.iter().zip(told) {
        let cell = if cell.is_empty() { "null" } else { cell };
        out.extend_from_slice(format!(",\"{name}\":{cell}").as_bytes());
    }
}

/// A number with three decimals at most.
fn shown(number: f64) -> String {
    let text = format!("{number:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_the_same_however_few_are_held() {
        let values: Vec<f64> = (0..1001)
            .map(|n| f64::from(n * 7919 % 1001 - 300) / 4.0)
            .collect();
        let told = |most, values: &[f64]| {
            let mut numbers = Numbers::holding(most);
            for values in values.chunks(10) {
                let values = values.to_vec();
                numbers.join(Part { values, without: 0 }).unwrap();
            }
            numbers.told(values.len() as u64).unwrap()
        };
        let expected = Told {
            count: 1001,
            min: -75.0,
            median: 50.0,
            max: 175.0,
            mean: 50.0,
        };
        let even = told(HELD, &values[..1000]);
        for most in [1, 100, HELD] {
            assert_eq!(told(most, &values), expected);
            assert_eq!(told(most, &values[..1000]), even);
        }
        assert_eq!(told(HELD, &[]), Told::default());
        let all = [f64::MIN, -1.5, -0.0, 0.0, 1e-300, 2.0, f64::MAX];
        assert!(all.map(ordered).is_sorted());
        assert_eq!(all.map(|value| number(&ordered(value))), all);
    }
}
