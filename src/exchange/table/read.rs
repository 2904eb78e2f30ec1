//! Tables as they were exported, or made by another program: `text` where it is there, else the fields and
//! the columns of opcodes.

use std::io::Read;

use csv::{ByteRecord, Reader, ReaderBuilder};

use super::Separator;
use super::quotes::Quotes;
use crate::epd::{ReadOptions, Record};
use crate::exchange::built::{BuildError, Builder};
use crate::suite::field::Field;
use crate::suite::query::{Facts, LazyRecord};

/// Why a row gives no record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It is no row of this table.
    #[error("{0}")]
    Csv(#[from] csv::Error),
    /// It has more cells than the header, or fewer.
    #[error("expected {expected} columns, found {found}")]
    Columns {
        /// As many as the header has.
        expected: u64,
        /// As many as there are.
        found: u64,
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
    reader: Reader<Quotes<R>>,
    columns: Vec<Option<Field>>,
    /// Columns whose names are no fields.
    left_out: Vec<String>,
    row: ByteRecord,
    /// Whether the row was read, and waits for those before it that can't be.
    is_held: bool,
    /// Rows that can't be read because of their quotes, so far.
    open_quotes: u64,
}

impl<R: Read> Rows<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// It can't be read, or names no position.
    pub fn of(source: R, separator: Separator) -> Result<Self, TableError> {
        let mut reader = ReaderBuilder::new()
            .delimiter(separator.byte())
            .from_reader(Quotes::of(source, separator.byte()));
        let header = reader.byte_headers()?;
        let mut columns: Vec<Option<Field>> = header
            .iter()
            .map(|name| {
                let name = name.strip_prefix(b"\xef\xbb\xbf").unwrap_or(name);
                let name = std::str::from_utf8(name.trim_ascii()).ok()?;
                // As most programs call it; as an opcode of somebody's own it says nothing more.
                let is_fen = name.eq_ignore_ascii_case("fen");
                if is_fen { "fen" } else { name }.parse().ok()
            })
            .collect();
        let left_out = header.iter().zip(&columns);
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
            row: ByteRecord::new(),
            is_held: false,
            open_quotes: 0,
        })
    }

    /// The columns that say nothing of a record, because their names are no opcodes.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The next record with its line feed, and the number of its row, the header being the first; `None`
    /// at the end.
    pub fn next_record(&mut self) -> Option<(u64, Result<Vec<u8>, TableError>)> {
        let read = match self.is_held {
            true => Ok(true),
            false => self.reader.read_byte_record(&mut self.row),
        };
        let row = match &read {
            Ok(true) => self.row.position().map_or(0, csv::Position::record),
            Ok(false) => u64::MAX,
            Err(error) => error.position().map_or(0, csv::Position::record),
        };
        // What is wrong with a row behind one of these is told, and those are at the next row.
        if read.is_ok()
            && let Some(before) = self.reader.get_mut().left_out_before(row)
        {
            self.is_held = matches!(read, Ok(true));
            self.open_quotes += 1;
            return Some((before + self.open_quotes, Err(TableError::Quote)));
        }
        self.is_held = false;
        // The header is row 0. (Lines are not told right where they end in CR LF.)
        let line = row.saturating_add(1).saturating_add(self.open_quotes);
        match read {
            Ok(false) => None,
            Ok(true) => Some((line, self.record())),
            Err(error) => Some((line, Err(of_row(error)))),
        }
    }

    fn cells(&self) -> impl Iterator<Item = (&Field, &[u8])> {
        let cells = self.columns.iter().zip(self.row.iter());
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
        let mut builder = Builder::default();
        let filled = |name: &str| self.cell(name).filter(|cell| !cell.is_empty());
        let mut clocks: [Option<&[u8]>; 2] = [None, None];
        match filled("fen") {
            Some(fen) => {
                let mut all = self.cells().filter(|(field, _)| field.name() == "fen");
                if all.any(|(_, other)| !other.is_empty() && other != fen) {
                    return Err(TableError::Several("fen"));
                }
                clocks = builder.fen(fen, filled)?;
            }
            None => {
                builder.field("placement", filled("placement"))?;
                builder.field("side", filled("side"))?;
                builder.field("castling", filled("castling").or(Some(b"-")))?;
                builder.field("ep", filled("ep").or(Some(b"-")))?;
            }
        }
        for (field, cell) in self
            .cells()
            .filter(|(field, cell)| field.is_operation() && !cell.is_empty())
        {
            builder.cell(&field.name(), cell)?;
        }
        builder.clocks(clocks)?;
        Ok(builder.finish()?)
    }
}

/// Why a row can't be read.
fn of_row(error: csv::Error) -> TableError {
    match *error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => TableError::Columns {
            expected: expected_len,
            found: len,
        },
        _ => TableError::Csv(error),
    }
}
