//! The rows of a table, by RFC 4180. A row with an unclosed quote would swallow the rows after it, so it has no
//! cells, and reading continues with the next line.

use std::io::{self, BufRead, BufReader, Read};

/// The longest row that spans several lines; a quote open for longer counts as unclosed.
const LONGEST: usize = 1 << 18;

/// The state of a row after a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowState {
    Cell,
    Bare,
    Quoted,
    /// After a quote inside quotes.
    Quote,
    /// After text that follows the closing quote of a quotation from an earlier line.
    Broken,
}

impl RowState {
    fn behind(self, byte: u8, separator: u8) -> Self {
        match (self, byte) {
            (Self::Quoted, b'"') => Self::Quote,
            (Self::Quoted, _) | (Self::Cell | Self::Quote, b'"') => Self::Quoted,
            (_, b'\n' | b'\r') => Self::Cell,
            (_, byte) if byte == separator => Self::Cell,
            _ => Self::Bare,
        }
    }

    /// Returns the state of a row after one of its lines.
    fn behind_line(mut self, line: &[u8], separator: u8) -> Self {
        if self == Self::Cell && memchr::memchr(b'"', line).is_none() {
            return Self::Cell;
        }
        // Other programs allow text after a closing quote, but a quote from an earlier line is not closed that way.
        let mut is_from_before = self == Self::Quoted;
        for byte in line {
            let before = self;
            self = self.behind(*byte, separator);
            if is_from_before && (before, self) == (Self::Quote, Self::Bare) {
                return Self::Broken;
            }
            is_from_before &= self != Self::Cell;
        }
        self
    }
}

pub(in crate::exchange) struct RowReader<R> {
    source: BufReader<R>,
    separator: u8,
    row: Vec<u8>,
    /// The lines to read again, and the length of the part already read.
    again: Vec<u8>,
    at: usize,
    /// The cells of the row without their quotes, and the end of each.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl<R: Read> RowReader<R> {
    pub(in crate::exchange) fn of(source: R, separator: u8) -> Self {
        Self {
            source: BufReader::new(source),
            separator,
            row: Vec::new(),
            again: Vec::new(),
            at: 0,
            text: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Reads the next row that is not an empty line; returns true if its quotes are closed, `None` at the end.
    pub(in crate::exchange) fn next_row(&mut self) -> io::Result<Option<bool>> {
        self.row.clear();
        let (mut at, mut first) = (RowState::Cell, 0);
        loop {
            let before = self.row.len();
            if !self.read_line()? {
                break;
            }
            if matches!(*self.row, [b'\n' | b'\r']) {
                self.row.clear();
                continue;
            }
            let line = self.row.get(before..).unwrap_or_default();
            at = at.behind_line(line, self.separator);
            if first == 0 {
                first = self.row.len();
            }
            if at != RowState::Quoted || self.row.len() > LONGEST {
                break;
            }
        }
        if self.row.is_empty() {
            return Ok(None);
        }
        let is_closed = !matches!(at, RowState::Quoted | RowState::Broken);
        match is_closed {
            true => self.part(),
            false => {
                let mut again = self.row.split_off(first);
                again.extend_from_slice(self.again.get(self.at..).unwrap_or_default());
                (self.again, self.at) = (again, 0);
            }
        }
        Ok(Some(is_closed))
    }

    /// Appends a line with its end to the row; returns true if there was one.
    fn read_line(&mut self) -> io::Result<bool> {
        let before = self.row.len();
        loop {
            let from_again = self.at < self.again.len();
            let bytes = match self.again.get(self.at..) {
                Some(again) if from_again => again,
                _ => self.source.fill_buf()?,
            };
            let end = memchr::memchr2(b'\n', b'\r', bytes);
            let length = end.map_or(bytes.len(), |at| at + 1);
            self.row
                .extend_from_slice(bytes.get(..length).unwrap_or_default());
            match from_again {
                true => self.at += length,
                false => self.source.consume(length),
            }
            if end.is_some() || length == 0 {
                return Ok(self.row.len() > before);
            }
        }
    }

    fn part(&mut self) {
        self.text.clear();
        self.ends.clear();
        let mut at = RowState::Cell;
        let has_end = matches!(self.row.last(), Some(b'\n' | b'\r'));
        let length = self.row.len() - usize::from(has_end);
        for byte in self.row.iter().take(length) {
            let before = at;
            at = at.behind(*byte, self.separator);
            match (before, at) {
                (_, RowState::Cell) => self.ends.push(self.text.len()),
                (RowState::Cell, RowState::Quoted) | (_, RowState::Quote) => {}
                _ => self.text.push(*byte),
            }
        }
        self.ends.push(self.text.len());
    }

    pub(in crate::exchange) fn cells(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let mut from = 0;
        self.ends.iter().map(move |end| {
            let cell = self.text.get(from..*end).unwrap_or_default();
            from = *end;
            cell
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unclosed_quote_only_loses_its_row() {
        let check = |text: &str, expected: &str| {
            let mut rows = RowReader::of(text.as_bytes(), b',');
            let mut found = Vec::new();
            while let Some(is_closed) = rows.next_row().expect("a text") {
                let cells = rows.cells().map(String::from_utf8_lossy);
                found.push(match is_closed {
                    true => cells.collect::<Vec<_>>().join("|"),
                    false => "open".to_owned(),
                });
            }
            assert_eq!(found.join(" / "), expected, "{text}");
        };
        check("a,b\n1,\"2\n3,4\n", "a|b / open / 3|4");
        check("a,b\r\n1,\"2\r\n3,4\r\n", "a|b / open / 3|4");
        check("a,b\n1,\"2\n3,\"4\"\n5,\"6", "a|b / open / 3|4 / open");
        check("a,b\n1,\"2\n\n2\"\n3,4", "a|b / 1|2\n\n2 / 3|4");
        check("a\n\"1 \"\"x\"\"\n2\"\n", "a / 1 \"x\"\n2");
        check("a\n\"1\" x\n2\n", "a / 1 x / 2");
        check("a,b\r1,\"2\r3,4\r", "a|b / open / 3|4");
        check("a,\r\n\"\",\"\"\n,\n", "a| / | / |");
        check("", "");
    }
}
