//! The matches of a query as a table, counted by a field, or as the statistics of one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;

use crate::cli::flow::{Fault, Source};
use crate::cli::json;
use crate::cli::output::{Output, say};
use crate::epd::opcode::{self, Shape};
use crate::epd::{Record, operand};
use crate::exchange::Place;
use crate::exchange::table::{Field, Separator, write_header, write_row};
use crate::suite::query::nobody_has;

/// A format of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Columns separated by tabs, with a header
    #[default]
    Tsv,
    /// Comma-separated, with a header, as RFC 4180 has it
    Csv,
    /// One JSON object per line
    Json,
}

impl Format {
    fn separator(self) -> Option<Separator> {
        match self {
            Self::Tsv => Some(Separator::Tab),
            Self::Csv => Some(Separator::Comma),
            Self::Json => None,
        }
    }
}

/// A table that is written row by row.
pub(super) struct Table<'a> {
    fields: &'a [Field],
    format: Format,
    /// Whether a record has had something in the column.
    seen: Vec<AtomicBool>,
}

impl<'a> Table<'a> {
    pub(super) fn of(fields: &'a [Field], format: Format) -> Self {
        let seen = fields
            .iter()
            .map(|field| AtomicBool::new(!field.is_operation()))
            .collect();
        Self {
            fields,
            format,
            seen,
        }
    }

    pub(super) fn header(&self, out: &mut Output<'_>) -> Result<(), Fault> {
        let mut header = Vec::new();
        if let Some(separator) = self.format.separator() {
            write_header(self.fields, separator, &mut header);
        }
        out.lines(&header)
    }

    /// Appends the row of a record.
    pub(super) fn row(&self, line: &[u8], source: &Source<'_>, number: u64, out: &mut Vec<u8>) {
        let record = Record::read(line, source.options());
        let place = Place {
            path: &source.input.name,
            line: number,
        };
        for (field, seen) in self.fields.iter().zip(&self.seen) {
            if !seen.load(Ordering::Relaxed) && !field.cell(&record, place).is_empty() {
                seen.store(true, Ordering::Relaxed);
            }
        }
        match self.format.separator() {
            Some(separator) => write_row(self.fields, separator, &record, place, out),
            None => {
                out.push(b'{');
                for (nth, field) in self.fields.iter().enumerate() {
                    if nth > 0 {
                        out.push(b',');
                    }
                    json::write(&field.name(), out);
                    out.push(b':');
                    value(field, &field.cell(&record, place), out);
                }
                out.extend_from_slice(b"}\n");
            }
        }
    }

    /// Says which columns stayed empty because no record has the opcode.
    pub(super) fn end(&self) {
        let unseen = self.fields.iter().zip(&self.seen);
        for (field, _) in unseen.filter(|(_, seen)| !seen.load(Ordering::Relaxed)) {
            say(&nobody_has(field.name()));
        }
    }
}

/// A cell as JSON: null where there is nothing, a number where the field holds numbers, else a string.
fn value(field: &Field, cell: &[u8], out: &mut Vec<u8>) {
    if field.name() == "problems" {
        let text = String::from_utf8_lossy(cell);
        json::write(&text.split_whitespace().collect::<Vec<_>>(), out);
        return;
    }
    if cell.is_empty() {
        out.extend_from_slice(b"null");
        return;
    }
    let is_number = match opcode::find(field.name().as_bytes()).map(|info| info.shape) {
        Some(Shape::Integer { .. }) => true,
        Some(_) => false,
        None => field.is_operation() || matches!(field.name(), "line" | "pieces" | "moves"),
    };
    match operand::read_integer(cell).filter(|_| is_number) {
        Some(number) => json::write(&number, out),
        None => json::write(&String::from_utf8_lossy(cell), out),
    };
}

/// How many matches have each value of a field.
#[derive(Default)]
pub(super) struct Counts {
    values: HashMap<Vec<u8>, u64>,
}

impl Counts {
    pub(super) fn add(&mut self, value: Vec<u8>) {
        *self.values.entry(value).or_default() += 1;
    }

    pub(super) fn join(&mut self, other: Self) {
        for (value, count) in other.values {
            *self.values.entry(value).or_default() += count;
        }
    }

    /// Writes them, the most frequent first, then by value.
    pub(super) fn write(
        self,
        field: &Field,
        format: Format,
        limit: Option<u64>,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let mut all: Vec<(Vec<u8>, u64)> = self.values.into_iter().collect();
        all.sort_unstable_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        let most = limit.and_then(|most| usize::try_from(most).ok());
        all.truncate(most.unwrap_or(usize::MAX));
        let mut text = Vec::new();
        if let Some(separator) = format.separator() {
            cells(&[field.name().as_bytes(), b"count"], separator, &mut text);
            for (value, count) in all {
                cells(
                    &[&value, count.to_string().as_bytes()],
                    separator,
                    &mut text,
                );
            }
        } else {
            for (cell, count) in all {
                text.push(b'{');
                json::write(&field.name(), &mut text);
                text.push(b':');
                value(field, &cell, &mut text);
                text.extend_from_slice(format!(",\"count\":{count}}}\n").as_bytes());
            }
        }
        out.lines(&text)
    }
}

/// A row of cells that are not of a record.
fn cells(cells: &[&[u8]], separator: Separator, out: &mut Vec<u8>) {
    crate::exchange::table::write_cells(cells.iter().map(|cell| cell.to_vec()), separator, out);
}

/// The numbers of a field.
#[derive(Default)]
pub(super) struct Numbers {
    values: Vec<f64>,
    /// Matches without a number there.
    without: u64,
}

impl Numbers {
    pub(super) fn add(&mut self, cell: &[u8]) {
        let text = std::str::from_utf8(cell).unwrap_or_default();
        match text.parse::<f64>().ok().filter(|value| value.is_finite()) {
            Some(value) => self.values.push(value),
            None => self.without += 1,
        }
    }

    pub(super) fn join(&mut self, mut other: Self) {
        self.values.append(&mut other.values);
        self.without += other.without;
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Writes count, missing, min, median, max and mean.
    pub(super) fn write(
        mut self,
        field: &Field,
        format: Format,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        self.values.sort_unstable_by(f64::total_cmp);
        let count = self.values.len();
        let at = |place: usize| self.values.get(place).copied().unwrap_or_default();
        let median = f64::midpoint(at(count.saturating_sub(1) / 2), at(count / 2));
        let mean = self.values.iter().sum::<f64>() / count.max(1) as f64;
        let numbers = [at(0), median, at(count.saturating_sub(1)), mean];
        let names = ["min", "median", "max", "mean"];
        let mut text = Vec::new();
        match format.separator() {
            Some(separator) => {
                let head = [&["field", "count", "missing"][..], &names].concat();
                let head: Vec<&[u8]> = head.iter().map(|name| name.as_bytes()).collect();
                cells(&head, separator, &mut text);
                let mut row = vec![
                    field.name().to_owned(),
                    count.to_string(),
                    self.without.to_string(),
                ];
                row.extend(numbers.map(|number| match count {
                    0 => String::new(),
                    _ => shown(number),
                }));
                let row: Vec<&[u8]> = row.iter().map(|cell| cell.as_bytes()).collect();
                cells(&row, separator, &mut text);
            }
            None => {
                let mut object = serde_json::json!({
                    "field": field.name(), "count": count, "missing": self.without,
                });
                for (name, number) in names.iter().zip(numbers) {
                    let value = match count {
                        0 => serde_json::Value::Null,
                        _ => shown(number).parse().unwrap_or_default(),
                    };
                    if let Some(object) = object.as_object_mut() {
                        object.insert((*name).to_owned(), value);
                    }
                }
                text = (json::text(&object) + "\n").into_bytes();
            }
        }
        out.lines(&text)
    }
}

/// A number with three decimals at most.
fn shown(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
