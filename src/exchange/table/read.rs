//! Tables as they were exported, or made by another program: `text` where it is there, else the fields and
//! the columns of opcodes.

use std::io::{self, Read};

use super::Separator;
use super::rows::RowReader;
use crate::epd::{ReadOptions, Record};
use crate::exchange::built::{BuildError, Builder, Numbered};
use crate::suite::field::Field;
use crate::suite::query::{Facts, LazyRecord};

/// Why a row gives no record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It can't be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// It has more cells than the header, or fewer.
    #[error("expected {expected} columns, found {found}")]
    Columns {
        /// As many as the header has.
        expected: usize,
        /// As many as there are.
        found: usize,
    },
    /// It gives no record.
    #[error(transparent)]
    Built(#[from] BuildError),
    /// `text` says something else than another column.
    #[error("`text` and `{0}` say different things; remove one of the columns")]
    Contradiction(String),
    /// Columns of the same name say different things.
    #[error("the columns `{0}` say different things; remove one of them")]
    Several(&'static str),
    /// A quote has no other one behind it.
    #[error("a quote in this row is not closed")]
    Quote,
    /// `text` holds more than a line.
    #[error("expected one line as `text`")]
    Lines,
    /// There is no column that a record could be made of.
    #[error("expected a column `text`, `fen`, or `placement` and `side`")]
    Header,
}

/// The records of a table.
pub struct Rows<R> {
    reader: RowReader<R>,
    columns: Vec<Option<Field>>,
    /// Columns whose names are no fields.
    left_out: Vec<String>,
    /// Rows that were read, the header included.
    count: u64,
}

impl<R: Read> Rows<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// It can't be read, or names no position.
    pub fn of(source: R, separator: Separator) -> Result<Self, TableError> {
        let mut reader = RowReader::of(source, separator.byte());
        if reader.next_row()? == Some(false) {
            return Err(TableError::Quote);
        }
        let header = reader.cells();
        let mut columns: Vec<Option<Field>> = header
            .map(|name| {
                let name = name.strip_prefix(b"\xef\xbb\xbf").unwrap_or(name);
                let name = std::str::from_utf8(name.trim_ascii()).ok()?;
                // As most programs call it; as an opcode of somebody's own it says nothing more.
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
            *position.ok_or(TableError::Header)? = Field::Fen;
        }
        Ok(Self {
            reader,
            columns,
            left_out,
            count: 1,
        })
    }

    /// The columns that say nothing of a record, because their names are no opcodes.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The next record with its line feed, and the number of its row, the header being the first; `None`
    /// at the end.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub fn next_record(&mut self) -> io::Result<Option<Numbered<TableError>>> {
        let Some(is_closed) = self.reader.next_row()? else {
            return Ok(None);
        };
        self.count += 1;
        let (expected, found) = (self.columns.len(), self.reader.cells().len());
        let record = match is_closed {
            false => Err(TableError::Quote),
            true if expected != found => Err(TableError::Columns { expected, found }),
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

    fn record(&self) -> Result<Vec<u8>, TableError> {
        let Some(text) = self.cell("text").filter(|text| !text.is_empty()) else {
            return self.build();
        };
        if text.contains(&b'\n') || text.contains(&b'\r') {
            return Err(TableError::Lines);
        }
        let record = Record::read(text, &ReadOptions::default());
        let facts = Facts::default();
        let lazy = LazyRecord::of(&record, 0, &facts);
        for (field, cell) in self.cells() {
            // What the record does not say itself, and what is counted by the rules of its file.
            // What openings are called is another's own.
            if field.is_derived() {
                continue;
            }
            if field.cell(&lazy) != cell {
                return Err(TableError::Contradiction(field.name().into_owned()));
            }
        }
        let mut line = text.to_vec();
        line.push(b'\n');
        Ok(line)
    }

    fn build(&self) -> Result<Vec<u8>, TableError> {
        let filled = |name: &str| self.cell(name).filter(|cell| !cell.is_empty());
        let mut all = self.cells().filter(|(field, _)| field.name() == "fen");
        let fen = filled("fen");
        if all.any(|(_, other)| !other.is_empty() && Some(other) != fen) {
            return Err(TableError::Several("fen"));
        }
        let mut builder = Builder::of(["placement", "side", "castling", "ep"], fen, filled)?;
        for (field, cell) in self.cells() {
            if field.is_operation() && !cell.is_empty() {
                builder.cell(&field.name(), cell)?;
            }
        }
        Ok(builder.finish()?)
    }
}
