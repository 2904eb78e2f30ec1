//! The matches of a query as a table, counted by a field, or as the statistics of one.

pub(super) mod counts;
pub(super) mod group;
pub(super) mod groups;
pub(super) mod numbers;
mod odd;
mod seen;

use clap::ValueEnum;

use crate::cli::flow::{Fault, Source};
use crate::cli::json;
use crate::cli::output::Output;
use crate::epd::operand::{self, Number};
use crate::exchange::table::{Separator, write_header, write_values};
use crate::suite::field::{Answer, Field};
use crate::suite::query::{Facts, LazyRecord};
pub(super) use counts::Counts;
pub(super) use groups::Groups;
pub(super) use numbers::Numbers;
pub(super) use odd::Odd;
pub(in super::super) use seen::Seen;

/// A cell of an empty text, told from one of no operation. JSON has texts and null for the two, other tables
/// quoted and empty cells.
const EMPTY: &[u8] = b"\"\"";

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

    fn write(self, rows: &[u8], out: &mut Output<'_>) -> Result<(), Fault> {
        match self {
            Self::Tsv => out.rows(rows),
            Self::Csv | Self::Json => out.lines(rows),
        }
    }
}

/// A table that is written row by row.
pub(super) struct Table<'a> {
    fields: &'a [Field],
    format: Format,
    seen: Seen<'a>,
}

impl<'a> Table<'a> {
    pub(super) fn of(fields: &'a [Field], format: Format) -> Self {
        Self {
            fields,
            format,
            seen: Seen::of(fields),
        }
    }

    pub(super) fn header(&self, out: &mut Output<'_>) -> Result<(), Fault> {
        let mut header = Vec::new();
        if let Some(separator) = self.format.separator() {
            write_header(self.fields, separator, &mut header);
        }
        self.write(&header, out)
    }

    /// Writes rows.
    pub(super) fn write(&self, rows: &[u8], out: &mut Output<'_>) -> Result<(), Fault> {
        self.format.write(rows, out)
    }

    /// Appends the row of a record.
    pub(super) fn row(&self, line: &[u8], source: &Source<'_>, number: u64, out: &mut Vec<u8>) {
        let (record, facts) = (source.read(line), Facts::default());
        let record = source.lazy(&record, number, &facts);
        self.seen.see(&record);
        match self.format.separator() {
            Some(separator) => {
                let all: Vec<Vec<u8>> = self
                    .fields
                    .iter()
                    .map(|field| cell(field, &record))
                    .collect();
                let values = self.fields.iter().zip(&all);
                let values = values.map(|(field, cell)| told(field, cell));
                write_values(values, separator, out);
            }
            None => {
                out.push(b'{');
                for (nth, field) in self.fields.iter().enumerate() {
                    if nth > 0 {
                        out.push(b',');
                    }
                    json::write(&field.name(), out);
                    out.push(b':');
                    value(field, &cell(field, &record), out);
                }
                out.extend_from_slice(b"}\n");
            }
        }
    }

    /// Says which columns stayed empty because no record has the opcode; `all`: all records were looked at.
    pub(super) fn end(&self, all: bool) {
        self.seen.said(all);
    }
}

/// A table that does not come from single records: its rows come one by one, and so many are written.
pub(super) struct Rows<'o, 'f> {
    format: Format,
    left: u64,
    text: Vec<u8>,
    out: &'o mut Output<'f>,
    failed: Option<Fault>,
}

impl<'o, 'f> Rows<'o, 'f> {
    /// A table with these columns.
    fn begin<N: AsRef<str>>(
        names: impl IntoIterator<Item = N>,
        format: Format,
        limit: Option<u64>,
        out: &'o mut Output<'f>,
    ) -> Self {
        let mut text = Vec::new();
        if let Some(separator) = format.separator() {
            let names: Vec<N> = names.into_iter().collect();
            let head: Vec<&[u8]> = names.iter().map(|name| name.as_ref().as_bytes()).collect();
            cells(&head, separator, &mut text);
        }
        Self {
            format,
            left: limit.unwrap_or(u64::MAX),
            text,
            out,
            failed: None,
        }
    }

    /// Takes the next row: its values, and the members of its object.
    fn take(&mut self, row: &[Option<&[u8]>], members: impl FnOnce(&mut Vec<u8>)) {
        if self.left == 0 || self.failed.is_some() {
            return;
        }
        self.left -= 1;
        match self.format.separator() {
            Some(separator) => write_values(row.iter().copied(), separator, &mut self.text),
            None => {
                self.text.push(b'{');
                members(&mut self.text);
                self.text.extend_from_slice(b"}\n");
            }
        }
        self.failed = self.format.write(&self.text, self.out).err();
        self.text.clear();
    }

    /// Ends it: of a table without rows there is the header.
    fn end(self) -> Result<(), Fault> {
        match self.failed {
            Some(fault) => Err(fault),
            None => self.format.write(&self.text, self.out),
        }
    }
}

/// What a record has in a column: numbers by their value, as a query compares them, all else as written.
fn cell(field: &Field, record: &LazyRecord<'_>) -> Vec<u8> {
    match field.holds_numbers().then(|| field.of(record)) {
        Some(Answer::Number(number)) => number.to_string().into_bytes(),
        _ => field.cell(record),
    }
}

/// What a cell tells: nothing where it is empty.
fn told<'c>(field: &Field, cell: &'c [u8]) -> Option<&'c [u8]> {
    match cell {
        EMPTY if field.holds_text() => Some(b""),
        cell => some(cell),
    }
}

fn some(cell: &[u8]) -> Option<&[u8]> {
    (!cell.is_empty()).then_some(cell)
}

/// A cell as JSON: null where there is nothing, a number where the field holds numbers, else a string.
fn value(field: &Field, cell: &[u8], out: &mut Vec<u8>) {
    if *field == Field::Problems {
        let text = String::from_utf8_lossy(cell);
        json::write(&text.split_whitespace().collect::<Vec<_>>(), out);
        return;
    }
    let Some(cell) = told(field, cell) else {
        out.extend_from_slice(b"null");
        return;
    };
    match operand::read_number(cell).filter(|_| field.holds_numbers()) {
        Some(Number::Whole(number)) => json::write(&number, out),
        Some(Number::Broken(number)) => json::write(&number, out),
        None => json::write(&String::from_utf8_lossy(cell), out),
    };
}

/// A row of cells that are not of a record.
fn cells(cells: &[&[u8]], separator: Separator, out: &mut Vec<u8>) {
    write_values(cells.iter().map(|cell| some(cell)), separator, out);
}
