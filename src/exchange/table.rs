//! Records as rows of a table, CSV or TSV, and back.
//!
//! ```
//! use epdit::epd::ReadOptions;
//! use epdit::exchange::table::{Separator, write_row};
//! use epdit::suite::field::Field;
//! use epdit::suite::query::{Facts, LazyRecord};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"a, b\";";
//! let (options, facts) = (ReadOptions::default(), Facts::default());
//! let record = LazyRecord::new(line, 0, &options, &facts);
//! let fields: Vec<Field> = ["id", "bm", "pieces"].map(|name| name.parse().expect("a field")).into();
//! let mut out = Vec::new();
//! write_row(&fields, Separator::Comma, &record, &mut out);
//! assert_eq!(out, b"\"a, b\",e3 e4,3\r\n");
//! ```

#[cfg(feature = "tables")]
mod quotes;
#[cfg(feature = "tables")]
mod read;

#[cfg(feature = "tables")]
pub use read::{Rows, TableError};

use crate::suite::field::Field;
use crate::suite::query::LazyRecord;

/// What stands between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// CSV, as RFC 4180 has it: lines end in CR LF.
    Comma,
    /// CSV of spreadsheets in countries where a comma stands in numbers.
    Semicolon,
    /// TSV: lines end in LF; what holds a tab is quoted as in CSV.
    Tab,
}

impl Separator {
    /// The byte.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }

    const fn line_end(self) -> &'static [u8] {
        match self {
            Self::Comma | Self::Semicolon => b"\r\n",
            Self::Tab => b"\n",
        }
    }
}

/// The fields that are written where none are chosen.
pub fn default_fields() -> Vec<Field> {
    let names = [
        "path",
        "line",
        "id",
        "placement",
        "side",
        "castling",
        "ep",
        "am",
        "bm",
        "pv",
        "ce",
        "dm",
        "c0",
        "problems",
        "text",
    ];
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// Appends the names of the fields.
pub fn write_header(fields: &[Field], separator: Separator, out: &mut Vec<u8>) {
    let names = fields
        .iter()
        .map(|field| field.name().into_owned().into_bytes());
    row(names, separator, out);
}

/// Appends the cells of a record; what it has not is empty.
pub fn write_row(
    fields: &[Field],
    separator: Separator,
    record: &LazyRecord<'_>,
    out: &mut Vec<u8>,
) {
    row(
        fields.iter().map(|field| field.cell(record)),
        separator,
        out,
    );
}

/// Appends a row of values: one that is missing is an empty cell, an empty text a quoted one.
///
/// ```
/// use epdit::exchange::table::{Separator, write_values};
///
/// let mut out = Vec::new();
/// write_values([Some(&b"a"[..]), None, Some(b"")].into_iter(), Separator::Comma, &mut out);
/// assert_eq!(out, b"a,,\"\"\r\n");
/// ```
pub fn write_values<'v>(
    values: impl ExactSizeIterator<Item = Option<&'v [u8]>>,
    separator: Separator,
    out: &mut Vec<u8>,
) {
    let cell = |value: Option<&[u8]>| (value.unwrap_or_default().to_vec(), value == Some(b""));
    quoted(values.map(cell), separator, out);
}

fn row(cells: impl ExactSizeIterator<Item = Vec<u8>>, separator: Separator, out: &mut Vec<u8>) {
    quoted(cells.map(|cell| (cell, false)), separator, out);
}

/// Appends a row of cells, each with whether it is quoted though nothing in it asks for that.
fn quoted(
    cells: impl ExactSizeIterator<Item = (Vec<u8>, bool)>,
    separator: Separator,
    out: &mut Vec<u8>,
) {
    let alone = cells.len() == 1;
    for (at, (cell, is_quoted)) in cells.enumerate() {
        if at > 0 {
            out.push(separator.byte());
        }
        let is_special =
            |byte: &u8| matches!(byte, b'"' | b'\r' | b'\n') || *byte == separator.byte();
        // An empty line would be no row.
        if is_quoted || cell.iter().any(is_special) || (alone && cell.is_empty()) {
            out.push(b'"');
            for byte in cell {
                if byte == b'"' {
                    out.push(b'"');
                }
                out.push(byte);
            }
            out.push(b'"');
        } else {
            out.extend_from_slice(&cell);
        }
    }
    out.extend_from_slice(separator.line_end());
}
