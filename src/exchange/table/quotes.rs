//! The rows of a table whose quotes are closed. One with a quote that never is would swallow the rows behind
//! it: it is left out, and reading goes on with the next line.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

/// The longest row that goes over several lines. Where a quote is open for longer, it is not closed.
const LONGEST: usize = 1 << 18;
/// The longest line that is held. In what has longer ones, nothing is looked for.
const LONGEST_LINE: usize = 1 << 20;

/// Where a row is at a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// A cell begins.
    Cell,
    /// In a cell without quotes.
    Bare,
    /// Within quotes.
    Quoted,
    /// Behind a quote within quotes.
    Quote,
    /// Behind a quote that neither ends its cell nor is doubled, and did not begin on this line.
    Broken,
}

/// Gives the rows of a text.
pub(super) struct Quotes<R> {
    source: BufReader<R>,
    separator: u8,
    /// A row, and how much of it was given.
    row: Vec<u8>,
    given: usize,
    /// Lines that are read again, and how much of them was.
    again: Vec<u8>,
    at: usize,
    /// Rows that were given, the header included.
    rows: u64,
    /// Of each row that was left out, how many were given before it.
    left_out: VecDeque<u64>,
    /// Whether nothing is looked for any more.
    is_plain: bool,
}

impl<R: Read> Quotes<R> {
    pub(super) fn of(source: R, separator: u8) -> Self {
        Self {
            source: BufReader::new(source),
            separator,
            row: Vec::new(),
            given: 0,
            again: Vec::new(),
            at: 0,
            rows: 0,
            left_out: VecDeque::new(),
            is_plain: false,
        }
    }

    /// The next row that was left out before the row with this number, from 0: how many were given before it.
    pub(super) fn left_out_before(&mut self, row: u64) -> Option<u64> {
        let before = self.left_out.front().is_some_and(|given| *given <= row);
        before.then(|| self.left_out.pop_front()).flatten()
    }

    /// Reads the next row; whether there is one.
    fn next_row(&mut self) -> io::Result<bool> {
        loop {
            self.row.clear();
            self.given = 0;
            let (mut at, mut first) = (At::Cell, 0);
            loop {
                let before = self.row.len();
                let is_line = self.read_line()?;
                if !is_line || self.is_plain {
                    break;
                }
                let line = self.row.get(before..).unwrap_or_default();
                at = behind(line, at, self.separator);
                if first == 0 {
                    first = self.row.len();
                }
                if at != At::Quoted || self.row.len() > LONGEST {
                    break;
                }
            }
            if self.row.is_empty() {
                return Ok(false);
            }
            if self.is_plain || !matches!(at, At::Quoted | At::Broken) {
                // An empty line is no row.
                let is_row = !self.row.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
                self.rows += u64::from(is_row);
                return Ok(true);
            }
            self.left_out.push_back(self.rows);
            let mut again = self.row.split_off(first);
            again.extend_from_slice(self.again.get(self.at..).unwrap_or_default());
            self.again = again;
            self.at = 0;
        }
    }

    /// Appends a line with its end to the row; whether there is one.
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
            if self.row.len() - before > LONGEST_LINE {
                self.is_plain = true;
                return Ok(true);
            }
        }
    }
}

/// Where a row is behind a line of it.
fn behind(line: &[u8], mut at: At, separator: u8) -> At {
    if at == At::Cell && memchr::memchr(b'"', line).is_none() {
        return At::Cell;
    }
    // Other programs go on behind a closing quote; what was open before this line is closed by none like that.
    let mut is_from_before = at == At::Quoted;
    for byte in line {
        at = match (at, *byte) {
            (At::Quoted, b'"') => At::Quote,
            (At::Quoted, _) => At::Quoted,
            (At::Quote, b'"') => At::Quoted,
            (_, b'\n' | b'\r') => At::Cell,
            (_, byte) if byte == separator => {
                is_from_before = false;
                At::Cell
            }
            (At::Cell, b'"') => At::Quoted,
            (At::Quote, _) if is_from_before => return At::Broken,
            _ => At::Bare,
        };
    }
    at
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.given >= self.row.len() && !self.next_row()? {
            return Ok(0);
        }
        let mut rest = self.row.get(self.given..).unwrap_or_default();
        let length = rest.read(out)?;
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_that_is_not_closed_costs_its_row_only() {
        let check = |text: &str, expected: &str, left_out: &[u64]| {
            let mut quotes = Quotes::of(text.as_bytes(), b',');
            let mut out = String::new();
            quotes.read_to_string(&mut out).expect("a text");
            assert_eq!(out, expected, "{text}");
            assert_eq!(quotes.left_out, left_out, "{text}");
        };
        check("a,b\n1,\"2\n3,4\n", "a,b\n3,4\n", &[1]);
        check("a,b\r\n1,\"2\r\n3,4\r\n", "a,b\r\n\n3,4\r\n", &[1]);
        check("a,b\n1,\"2\n3,\"4\"\n5,\"6", "a,b\n3,\"4\"\n", &[1, 2]);
        check("a,b\n1,\"2\n\n2\"\n3,4", "a,b\n1,\"2\n\n2\"\n3,4", &[]);
        check("a\n\"1 \"\"x\"\"\n2\"\n", "a\n\"1 \"\"x\"\"\n2\"\n", &[]);
        check("a\n\"1\" x\n2\n", "a\n\"1\" x\n2\n", &[]);
        check("a,b\r1,\"2\r3,4\r", "a,b\r3,4\r", &[1]);
        check("", "", &[]);
    }
}
