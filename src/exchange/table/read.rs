//! Tables as exported here, or made by another program: `text` if present, else the fields and the columns of
//! opcodes.

use std::io::{self, Read};

use super::Separator;
use super::rows::RowReader;
use crate::epd::{ReadOptions, Record};
use crate::exchange::built::{Builder, FormatError, NumberedRecord};
use crate::suite::field::Field;
use crate::suite::query::LazyRecord;

const NO_POSITION: FormatError =
    FormatError::Syntax("expected a column `text`, `fen`, or `placement` and `side`");

/// The records of a table.
pub struct Rows<R> {
    reader: RowReader<R>,
    columns: Vec<Option<Field>>,
    /// The columns whose names are not fields.
    left_out: Vec<String>,
    /// The number of rows read, the header included.
    count: u64,
}

impl<R: Read> Rows<R> {
    /// Reads the header of a table.
    ///
    /// # Errors
    /// The header can't be read, or names no position.
    pub fn of(source: R, separator: Separator) -> Result<Self, FormatError> {
        let mut reader = RowReader::of(source, separator.byte());
        if reader.next_row()? == Some(false) {
            return Err(FormatError::OPEN_QUOTE);
        }
        let header = reader.cells();
        let mut columns: Vec<Option<Field>> = header
            .map(|name| {
                let name = name.strip_prefix(b"\xef\xbb\xbf").unwrap_or(name);
                let name = std::str::from_utf8(name.trim_ascii()).ok()?;
                // Most programs write `FEN`; as a private opcode it would be of no use.
                let is_fen = name.eq_ignore_ascii_case("fen");
                if is_fen { "fen" } else { name }.parse().ok()
            })
            .collect();
        let left_out = reader.cells().zip(&columns);
        let left_out = left_out.filter(|(name, field)| field.is_none() && !name.is_empty());
        let left_out = left_out
            .map(|(name, _)| String::from_utf8_lossy(name).into_owned())
            .collect();
        let has = |name: &str| {
            columns
                .iter()
                .flatten()
                .any(|field: &Field| field.name() == name)
        };
        if !(has("text") || has("fen") || (has("placement") && has("side"))) {
            // The four fields are a FEN without clocks.
            let mut columns = columns.iter_mut().flatten();
            let position = columns.find(|field| **field == Field::Position);
            *position.ok_or(NO_POSITION)? = Field::Fen;
        }
        Ok(Self {
            reader,
            columns,
            left_out,
            count: 1,
        })
    }

    /// Returns the columns that are ignored because their names are not opcodes.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Returns the next record with its line feed, and its row number, the header being the first; `None` at the end.
    ///
    /// # Errors
    /// The source can't be read.
    pub fn next_record(&mut self) -> io::Result<Option<NumberedRecord>> {
        let Some(is_closed) = self.reader.next_row()? else {
            return Ok(None);
        };
        self.count += 1;
        let (expected, found) = (self.columns.len(), self.reader.cells().len());
        let record = match is_closed {
            false => Err(FormatError::OPEN_QUOTE),
            true if expected != found => Err(FormatError::Columns { expected, found }),
            true => self.record(),
        };
        Ok(Some((self.count, record)))
    }

    fn cells(&self) -> impl Iterator<Item = (&Field, &[u8])> {
        let cells = self.columns.iter().zip(self.reader.cells());
        cells.filter_map(|(field, cell)| Some((field.as_ref()?, cell)))
    }

    fn cell(&self, name: &str) -> Option<&[u8]> {
        let mut cells = self.cells();
        cells
            .find(|(field, _)| field.name() == name)
            .map(|(_, cell)| cell)
    }

    fn record(&self) -> Result<Vec<u8>, FormatError> {
        let Some(text) = self.cell("text").filter(|text| !text.is_empty()) else {
            return self.build();
        };
        if text.contains(&b'\n') || text.contains(&b'\r') {
            return Err(FormatError::Syntax("expected one line as `text`"));
        }
        let record = Record::read(text, &ReadOptions::default());
        let lazy = LazyRecord::of(&record, 0);
        for (field, cell) in self.cells() {
            // Derived values are not stated by the record, or depend on the rules of its file; the names of openings
            // may be those of another program.
            if field.is_derived() {
                continue;
            }
            if field.cell(&lazy) != cell {
                let both = format!("`text` and `{}`", field.name());
                return Err(FormatError::Contradiction(both));
            }
        }
        let mut line = text.to_vec();
        line.push(b'\n');
        Ok(line)
    }

    fn build(&self) -> Result<Vec<u8>, FormatError> {
        let filled = |name: &str| self.cell(name).filter(|cell| !cell.is_empty());
        let mut all = self.cells().filter(|(field, _)| field.name() == "fen");
        let fen = filled("fen");
        if all.any(|(_, other)| !other.is_empty() && Some(other) != fen) {
            return Err(FormatError::Contradiction("the columns `fen`".to_owned()));
        }
        let mut builder = Builder::of(["placement", "side", "castling", "ep"], fen, filled)?;
        for (field, cell) in self.cells() {
            if field.is_operation() && !cell.is_empty() {
                builder.cell(&field.name(), cell)?;
            }
        }
        builder.finish()
    }
}
