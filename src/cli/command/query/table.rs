//! The matches of a query as a table, as counts by fields, or as statistics of fields.
//!
//! In statistics, values that are not numbers count as missing. They are reported, as are numbers that are only
//! implied, like the score of `bm #-3`.

mod groups;

pub(super) use groups::{Groups, Part};

use crate::cli::flow::Source;
use crate::cli::json;
use crate::cli::output::{Output, WriteResult, say};
use crate::epd::counted::thousands_of;
use crate::epd::operand::{self, Number};
use crate::exchange::table::{Separator, write_values};
use crate::suite::field::{Answer, Field};
use crate::suite::query::{LazyRecord, SeenOpcodes};
use clap::ValueEnum;
use groups::CELLS;
use std::borrow::Cow;

/// The cell of an empty text; that of a missing operation has no bytes. In JSON the two are an empty string and
/// null.
const EMPTY: &[u8] = b"\"\"";

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
    fn content<'c>(&self, cell: &'c [u8]) -> Option<&'c [u8]> {
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
        let Some(cell) = self.content(cell) else {
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
    /// The opcodes of the fields, and whether records had them.
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

    pub(super) fn header(&self, out: &mut Output<'_>) -> WriteResult {
        let mut header = Vec::new();
        if let Some(separator) = self.format.separator() {
            let names: Vec<_> = self.columns.iter().map(Column::name).collect();
            let names = names.iter().map(|name| Some(name.as_bytes()));
            write_values(names, separator, &mut header);
        }
        self.write(&header, out)
    }

    pub(super) fn write(&self, rows: &[u8], out: &mut Output<'_>) -> WriteResult {
        match self.format {
            Format::Tsv => out.rows(rows),
            Format::Csv | Format::Json => out.lines(rows),
        }
    }

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
        totals: impl IntoIterator<Item = C>,
        out: &mut Output<'_>,
    ) -> WriteResult {
        let values = crate::suite::field::cells(values).take(self.fields.len());
        let totals: Vec<C> = totals.into_iter().collect();
        let cells: Vec<&[u8]> = values.chain(totals.iter().map(AsRef::as_ref)).collect();
        let mut row = Vec::new();
        self.row(&cells, &mut row);
        self.write(&row, out)
    }

    fn row<C: AsRef<[u8]>>(&self, cells: &[C], out: &mut Vec<u8>) {
        let cells = self.columns.iter().zip(cells);
        match self.format.separator() {
            Some(separator) => {
                let values = cells.map(|(column, cell)| column.content(cell.as_ref()));
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

/// A number as bytes that compare like the numbers: the nearest float, then the difference of the number from it.
type Key = [u8; KEY];
/// The size of a number in bytes.
const KEY: usize = size_of::<f64>() + size_of::<i128>();

/// Encodes a number.
fn ordered(number: Number) -> Key {
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

/// Decodes a number.
fn number(ordered: &[u8]) -> Number {
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

/// Returns the mean of two numbers.
fn between(one: Number, other: Number) -> Number {
    match one == other {
        true => one,
        false => share(one.plus(other), 2),
    }
}

/// Returns the mean of `count` numbers with this sum.
fn share(sum: Number, count: u64) -> Number {
    let share = sum.over(Number::Whole(count.into()));
    share.unwrap_or(sum).rounded()
}

/// The number of unusual values, and the place of the first.
#[derive(Default)]
struct Values {
    count: u64,
    first: Option<String>,
}

impl Values {
    fn add(&mut self, record: &LazyRecord<'_>) {
        self.count += 1;
        let path = || record.path().unwrap_or_default();
        self.first
            .get_or_insert_with(|| format!("{}:{}", path(), record.number + 1));
    }

    fn join(&mut self, other: Self) {
        self.count += other.count;
        self.first = self.first.take().or(other.first);
    }
}

/// The values of a field that are not numbers, and those that are implied.
#[derive(Default)]
struct UnusualValues {
    others: Values,
    implied: Values,
}

impl UnusualValues {
    /// Returns the number that a record has in a field, and counts other values.
    fn number(&mut self, field: &Field, record: &LazyRecord<'_>) -> Option<Number> {
        let number = field.number(record);
        let opcode = field
            .opcode()
            .filter(|opcode| matches!(*opcode, "ce" | "dm"));
        if number.is_some()
            && opcode.is_some_and(|opcode| record.record().operation(opcode).is_none())
        {
            self.implied.add(record);
        }
        if number.is_none() && field.may_be_number() && !field.cell(record).is_empty() {
            self.others.add(record);
        }
        number
    }

    fn join(&mut self, other: Self) {
        self.others.join(other.others);
        self.implied.join(other.implied);
    }

    /// Prints a note if there are any.
    fn report(&self, field: &Field) {
        let name = field.name();
        let noun = |of: &Values, one, many| if of.count == 1 { one } else { many };
        if let Some(first) = &self.implied.first {
            let values = thousands_of(self.implied.count, "value", "values");
            let are = noun(&self.implied, "is", "are");
            let mate = if name == "ce" { "bm #-3" } else { "bm #3" };
            say(&format!(
                "`{name}`: {values} {are} not written but implied, as by `{mate}` (first: {first})"
            ));
        }
        if let Some(first) = &self.others.first {
            let values = thousands_of(self.others.count, "value", "values");
            let are = noun(&self.others, "is", "are");
            let count = noun(&self.others, "counts", "count");
            let (kind, which) = match field.holds_text() {
                true => ("text", format!("that {are} not a number")),
                false => ("numbers", "of another kind".to_owned()),
            };
            say(&format!(
                "`{name}` holds {kind}: {values} {which} {count} as missing (first: {first})"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_like_their_numbers() {
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
