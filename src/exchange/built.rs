//! Records built from the fields and operations of another program's output, and refused if the line would read
//! differently.

#[cfg(test)]
mod tests;

use crate::epd::opcode::is_opcode;
use crate::epd::{LineKind, ReadOptions, Record, holds_text};
use crate::suite::field::BARE;
use std::io;

/// The line or row number, and the record with a line feed, or the reason why there is none.
pub type NumberedRecord = (u64, Result<Vec<u8>, FormatError>);

/// The reason why a JSON object or a table row makes no record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    #[error(transparent)]
    Read(#[from] io::Error),
    #[error("expected a JSON object: {0}")]
    Json(#[from] serde_json::Error),
    /// The error in words: the expected and the found syntax.
    #[error("{0}")]
    Syntax(&'static str),
    #[error("expected {expected} columns, found {found}")]
    Columns { expected: usize, found: usize },
    /// A required field is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A field would be read as something else.
    #[error("expected one word as `{0}`, found `{1}`")]
    Field(&'static str, String),
    #[error("expected a legal position, found `{0}`")]
    Position(String),
    /// The name of a field, and an illegal move in it.
    #[error("expected a legal move in `{0}`, found `{1}`")]
    Move(&'static str, String),
    #[error("expected an opcode, found `{0}`")]
    Opcode(String),
    /// The parts contradict each other, and either may be right.
    #[error("{0} contradict each other; remove one of them")]
    Contradiction(String),
    /// An operand would be read as something else.
    #[error("`{0}` can't be an operand of {1}")]
    Operand(String, String),
}

impl FormatError {
    pub(super) const OPEN_QUOTE: Self = Self::Syntax("a quote in this row is not closed");
}

#[derive(Debug, Default)]
pub(super) struct Builder<'t> {
    line: Vec<u8>,
    /// The opcodes, with the number of operands of each.
    operations: Vec<(String, usize)>,
    clocks: [Option<&'t [u8]>; 2],
}

impl<'t> Builder<'t> {
    /// Begins a line with the fields of a FEN, which fields by name must not contradict; else with those by name.
    pub(super) fn of(
        names: [&'static str; 4],
        fen: Option<&'t [u8]>,
        get: impl Fn(&'static str) -> Option<&'t [u8]>,
    ) -> Result<Self, FormatError> {
        let mut builder = Self::default();
        let Some(fen) = fen else {
            let usual: [Option<&[u8]>; 4] = [None, None, Some(b"-"), Some(b"-")];
            for (name, usual) in names.into_iter().zip(usual) {
                builder.field(name, get(name).or(usual))?;
            }
            return Ok(builder);
        };
        let words = fen.split(u8::is_ascii_whitespace);
        let mut words = words.filter(|word| !word.is_empty());
        for name in names {
            let word = words.next();
            builder.field(name, word)?;
            if get(name).is_some_and(|other| !other.is_empty() && Some(other) != word) {
                return Err(FormatError::Contradiction(format!("`fen` and `{name}`")));
            }
        }
        builder.clocks = [words.next(), words.next()];
        Ok(builder)
    }

    fn field(&mut self, name: &'static str, text: Option<&[u8]>) -> Result<(), FormatError> {
        let text = text.ok_or(FormatError::Missing(name))?;
        let is_word = |byte: &u8| byte.is_ascii_graphic() && *byte != b';';
        if text.is_empty() || !text.iter().all(is_word) {
            return Err(FormatError::Field(name, lossy(text)));
        }
        if !self.line.is_empty() {
            self.line.push(b' ');
        }
        self.line.extend_from_slice(text);
        Ok(())
    }

    /// Adds an operation with its operands written as in a table cell: see [`BARE`].
    pub(super) fn cell(&mut self, opcode: &str, cell: &[u8]) -> Result<(), FormatError> {
        self.opcode(opcode.as_bytes())?;
        if holds_text(opcode) && cell != BARE {
            let inside = cell.strip_prefix(b"\"");
            let inside = inside.and_then(|inside| inside.strip_suffix(b"\""));
            self.operand(inside.unwrap_or(cell), true)?;
        } else if cell != BARE {
            for (word, quoted) in words_of(cell) {
                self.operand(word, quoted)?;
            }
        }
        self.close();
        Ok(())
    }

    pub(super) fn opcode(&mut self, name: &[u8]) -> Result<(), FormatError> {
        if !is_opcode(name) {
            return Err(FormatError::Opcode(lossy(name)));
        }
        self.line.push(b' ');
        self.line.extend_from_slice(name);
        self.operations.push((lossy(name), 0));
        Ok(())
    }

    pub(super) fn operand(&mut self, text: &[u8], quoted: bool) -> Result<(), FormatError> {
        let (quote, refused): (&[u8], &[u8]) = match quoted {
            true => (b"\"", b"\"\n\r"),
            false => (b"", b"\"\n\r; \t"),
        };
        let fits = (quoted || !text.is_empty()) && !text.iter().any(|byte| refused.contains(byte));
        if let Some((opcode, count)) = self.operations.last_mut() {
            if !fits {
                return Err(FormatError::Operand(lossy(text), opcode.clone()));
            }
            *count += 1;
        }
        self.line.push(b' ');
        for part in [quote, text, quote] {
            self.line.extend_from_slice(part);
        }
        Ok(())
    }

    pub(super) fn close(&mut self) {
        self.line.push(b';');
    }

    /// Returns the line with its line feed, with the clocks of the FEN unless operations have them.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, FormatError> {
        for (opcode, clock) in ["hmvc", "fmvn"].into_iter().zip(self.clocks) {
            let is_given = self.operations.iter().any(|(name, _)| name == opcode);
            if let Some(clock) = clock.filter(|_| !is_given) {
                self.opcode(opcode.as_bytes())?;
                self.operand(clock, false)?;
                self.close();
            }
        }
        let record = Record::read(&self.line, &ReadOptions::default());
        let read = record.operations().iter();
        let read: Vec<_> = read
            .map(|operation| {
                let name = operation.opcode.of(record.line());
                (lossy(name), record.operands_of(operation).len())
            })
            .collect();
        if record.kind() != LineKind::Record || read != self.operations {
            let line = lossy(&self.line);
            return Err(FormatError::Operand(line, "a record".to_owned()));
        }
        self.line.push(b'\n');
        Ok(self.line)
    }
}

/// Returns the words of a cell, and strings without their quotes.
fn words_of(mut cell: &[u8]) -> Vec<(&[u8], bool)> {
    let mut words = Vec::new();
    loop {
        cell = cell.trim_ascii_start();
        let closed = cell.strip_prefix(b"\"").and_then(|inside| {
            let end = memchr::memchr(b'"', inside)?;
            Some((inside.get(..end)?, inside.get(end + 1..)?))
        });
        if let Some((text, after)) = closed {
            words.push((text, true));
            cell = after;
            continue;
        }
        let length = cell
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(cell.len());
        if length == 0 {
            return words;
        }
        words.push((cell.get(..length).unwrap_or_default(), false));
        cell = cell.get(length..).unwrap_or_default();
    }
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
