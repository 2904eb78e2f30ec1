//! The matches of a query as a table, counted by a field, or as the statistics of one.

mod groups;
mod numbers;
mod odd;

use std::borrow::Cow;

use clap::ValueEnum;

use crate::cli::flow::Source;
use crate::cli::json;
use crate::cli::output::{Output, Written};
use crate::epd::operand::{self, Number};
use crate::exchange::table::{Separator, write_values};
use crate::suite::field::{Answer, Field};
use crate::suite::query::{LazyRecord, SeenOpcodes};
use groups::CELLS;
pub(super) use groups::{Groups, Part};

/// The cell of an empty text, as opposed to a missing operation. JSON has an empty string and null for the two, other
/// tables quoted and empty cells.
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
}

/// A column of a table.
#[derive(Clone, Copy)]
pub(super) enum Column<'a> {
    /// A field of records.
    Of(&'a Field),
    /// A text about several records.
    Text(&'static str),
    /// A number about several records, as written.
    Number(&'static str),
}

impl Column<'_> {
    fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Of(field) => field.name(),
            Self::Text(name) | Self::Number(name) => (*name).into(),
        }
    }

    /// Returns the value of a cell; `None` if it is empty.
    fn told<'c>(&self, cell: &'c [u8]) -> Option<&'c [u8]> {
        match self {
            Self::Of(field) if cell == EMPTY && field.holds_text() => Some(b""),
            _ => Some(cell).filter(|cell| !cell.is_empty()),
        }
    }

    /// Appends a cell as JSON: null if it is empty, a number if the column holds numbers, else a string.
    fn value(&self, cell: &[u8], out: &mut Vec<u8>) {
        if let Self::Of(Field::Problems) = self {
            let text = String::from_utf8_lossy(cell);
            json::write(&text.split_whitespace().collect::<Vec<_>>(), out);
            return;
        }
        let Some(cell) = self.told(cell) else {
            out.extend_from_slice(b"null");
            return;
        };
        let number = match self {
            Self::Number(_) => return out.extend_from_slice(cell),
            Self::Of(field) if field.holds_numbers() => operand::read_number(cell),
            Self::Of(_) | Self::Text(_) => None,
        };
        match number {
            Some(Number::Whole(number)) => json::write(&number, out),
            Some(Number::Broken(number)) => json::write(&number, out),
            None => json::write(&String::from_utf8_lossy(cell), out),
        };
    }
}

/// A table written row by row.
pub(super) struct Table<'a> {
    /// The fields of the first columns.
    fields: &'a [Field],
    columns: Vec<Column<'a>>,
    format: Format,
    /// The opcodes among the fields that records had.
    pub(super) seen: SeenOpcodes,
}

/// The columns of a count, and of statistics.
pub(super) const COUNT: [Column<'static>; 1] = [Column::Number("count")];
pub(super) const NUMBERS: [Column<'static>; 1 + CELLS] = [
    Column::Text("field"),
    Column::Number("count"),
    Column::Number("missing"),
    Column::Number("min"),
    Column::Number("median"),
    Column::Number("max"),
    Column::Number("mean"),
    Column::Number("sum"),
];

impl<'a> Table<'a> {
    /// Begins a table of fields; `more` are the columns about groups of records with equal fields.
    pub(super) fn of(fields: &'a [Field], more: &[Column<'a>], format: Format) -> Self {
        let columns = fields.iter().map(Column::Of).chain(more.iter().copied());
        Self {
            fields,
            columns: columns.collect(),
            format,
            seen: SeenOpcodes::of(fields.iter().filter_map(Field::opcode)),
        }
    }

    pub(super) fn header(&self, out: &mut Output<'_>) -> Written {
        let mut header = Vec::new();
        if let Some(separator) = self.format.separator() {
            let names: Vec<_> = self.columns.iter().map(Column::name).collect();
            let names = names.iter().map(|name| Some(name.as_bytes()));
            write_values(names, separator, &mut header);
        }
        self.write(&header, out)
    }

    /// Writes rows.
    pub(super) fn write(&self, rows: &[u8], out: &mut Output<'_>) -> Written {
        match self.format {
            Format::Tsv => out.rows(rows),
            Format::Csv | Format::Json => out.lines(rows),
        }
    }

    /// Appends the row of a record.
    pub(super) fn record(&self, line: &[u8], source: &Source<'_>, number: u64, out: &mut Vec<u8>) {
        let record = source.read(line);
        let record = source.lazy(&record, number);
        let fields = self.fields.iter();
        let cells: Vec<Vec<u8>> = fields.map(|field| cell(field, &record)).collect();
        self.seen.see(&record, false);
        self.row(&cells, out);
    }

    /// Writes the row of a group: its values, then its totals.
    fn group<C: AsRef<[u8]>>(
        &self,
        values: &[u8],
        told: impl IntoIterator<Item = C>,
        out: &mut Output<'_>,
    ) -> Written {
        let values = crate::suite::field::cells(values).take(self.fields.len());
        let told: Vec<C> = told.into_iter().collect();
        let cells: Vec<&[u8]> = values.chain(told.iter().map(AsRef::as_ref)).collect();
        let mut row = Vec::new();
        self.row(&cells, &mut row);
        self.write(&row, out)
    }

    fn row<C: AsRef<[u8]>>(&self, cells: &[C], out: &mut Vec<u8>) {
        let cells = self.columns.iter().zip(cells);
        match self.format.separator() {
            Some(separator) => {
                let values = cells.map(|(column, cell)| column.told(cell.as_ref()));
                write_values(values, separator, out);
            }
            None => {
                out.push(b'{');
                for (nth, (column, cell)) in cells.enumerate() {
                    if nth > 0 {
                        out.push(b',');
                    }
                    json::write(&column.name(), out);
                    out.push(b':');
                    column.value(cell.as_ref(), out);
                }
                out.extend_from_slice(b"}\n");
            }
        }
    }
}

/// Returns a record's cell: a number by its value, as a query compares it, other values as written.
fn cell(field: &Field, record: &LazyRecord<'_>) -> Vec<u8> {
    match field.holds_numbers().then(|| field.of(record)) {
        Some(Answer::Number(number)) => number.to_string().into_bytes(),
        _ => field.cell(record),
    }
}
