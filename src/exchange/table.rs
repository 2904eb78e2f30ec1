//! Records as rows of a table, CSV or TSV, and back.
//!
//! ```
//! use epdit::epd::ReadOptions;
//! use epdit::exchange::table::{Separator, write_row};
//! use epdit::suite::field::Field;
//! use epdit::suite::query::LazyRecord;
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"a, b\";";
//! let options = ReadOptions::default();
//! let record = LazyRecord::new(line, 0, &options);
//! let fields: Vec<Field> = ["id", "bm", "pieces"].map(|name| name.parse().expect("a field")).into();
//! let mut out = Vec::new();
//! write_row(&fields, Separator::Comma, &record, &mut out);
//! assert_eq!(out, b"\"a, b\",e3 e4,3\r\n");
//! ```

#[cfg(feature = "tables")]
mod read;
#[cfg(feature = "tables")]
mod rows;

#[cfg(feature = "tables")]
pub use read::Rows;
#[cfg(feature = "tables")]
pub(super) use rows::RowReader;

use crate::suite::field::Field;
use crate::suite::query::LazyRecord;

/// The separator between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// CSV by RFC 4180: lines end in CR LF.
    Comma,
    /// CSV of spreadsheets in countries with a decimal comma.
    Semicolon,
    /// TSV: lines end in LF; a cell with a tab is quoted as in CSV.
    Tab,
}

impl Separator {
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }
}

/// Returns the default fields of a table.
pub fn default_fields() -> Vec<Field> {
    let names = "path line id placement side castling ep am bm pv ce dm c0 problems text";
    let fields = names.split(' ').filter_map(|name| name.parse().ok());
    fields.collect()
}

/// Appends the names of the fields as a row.
pub fn write_header(fields: &[Field], separator: Separator, out: &mut Vec<u8>) {
    let names = fields.iter().map(|field| Some(field.name().into_owned()));
    write_values(names, separator, out);
}

/// Appends the cells of a record; a missing value is an empty cell.
pub fn write_row(
    fields: &[Field],
    separator: Separator,
    record: &LazyRecord<'_>,
    out: &mut Vec<u8>,
) {
    let cells = fields.iter().map(|field| field.cell(record));
    let cells = cells.map(|cell| (!cell.is_empty()).then_some(cell));
    write_values(cells, separator, out);
}

/// Appends a row of values: a missing one is an empty cell, an empty text a quoted one.
pub fn write_values<V: AsRef<[u8]>>(
    values: impl ExactSizeIterator<Item = Option<V>>,
    separator: Separator,
    out: &mut Vec<u8>,
) {
    // An empty line would not be a row.
    let is_alone = values.len() == 1;
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\r' | b'\n') || *byte == separator.byte();
    for (at, value) in values.enumerate() {
        if at > 0 {
            out.push(separator.byte());
        }
        let cell = value.as_ref().map_or(&b""[..], AsRef::as_ref);
        let is_quoted = cell.is_empty() && (is_alone || value.is_some());
        if !is_quoted && !cell.iter().any(is_special) {
            out.extend_from_slice(cell);
            continue;
        }
        out.push(b'"');
        for byte in cell {
            if *byte == b'"' {
                out.push(b'"');
            }
            out.push(*byte);
        }
        out.push(b'"');
    }
    out.extend_from_slice(match separator {
        Separator::Comma | Separator::Semicolon => b"\r\n",
        Separator::Tab => b"\n",
    });
}
