//! JSON objects in any layout: over several lines, in an array, or one after the other.

use crate::exchange::json::read;
use crate::exchange::{FormatError, NumberedRecord};
use std::io::{self, BufRead};

const LONGEST: usize = 16 << 20;

const OPEN_STRING: &str = "expected `\"` at the end of a string, found the end of the line";
const ANOTHER: &str = "expected `,` or `}`, found another object";
const OPEN_OBJECT: &str = "expected `}`, found the end of the file";
const OPEN_ARRAY: &str = "expected `]`, found the end of the file";
const NO_OBJECT: &str = "expected a JSON object";

/// The text of an object, or its fault.
type Object = Result<Vec<u8>, &'static str>;

/// A reader of consecutive objects.
#[derive(Debug)]
pub struct Objects<R> {
    source: R,
    /// The line number of the next byte, from 1.
    line: u64,
    /// Whether the fault of the current object is reported, so that the rest of it is skipped.
    is_reported: bool,
    /// Whether the opening brace of the next object is already read.
    is_begun: bool,
    in_array: bool,
    /// Whether an object had a fault, after which brackets can't be matched.
    is_broken: bool,
}

impl<R: BufRead> Objects<R> {
    /// Returns a reader before the first object.
    pub fn of(source: R) -> Self {
        Self {
            source,
            line: 1,
            is_reported: false,
            is_begun: false,
            in_array: false,
            is_broken: false,
        }
    }

    /// Returns the record of the next object with a line feed, and the line number of the object; `None` at the end.
    ///
    /// # Errors
    /// The source can't be read.
    pub fn next_record(&mut self) -> io::Result<Option<NumberedRecord>> {
        let object = self.next_object()?;
        Ok(object.map(|(line, object)| {
            let object = object.map_err(FormatError::Syntax);
            (line, object.and_then(|object| read(&object)))
        }))
    }

    fn next_object(&mut self) -> io::Result<Option<(u64, Object)>> {
        if !std::mem::take(&mut self.is_begun) {
            loop {
                match self.byte()? {
                    None if self.in_array && !self.is_broken => {
                        self.in_array = false;
                        return Ok(Some((self.line, Err(OPEN_ARRAY))));
                    }
                    None => return Ok(None),
                    Some(b'{') => break,
                    Some(b',' | b' ' | b'\t' | b'\r' | b'\n') => {}
                    // At most one array encloses the objects.
                    Some(b'[') if !self.in_array => self.in_array = true,
                    Some(b']') if self.in_array => self.in_array = false,
                    Some(b'[' | b']') if self.is_broken => {}
                    // The UTF-8 byte-order mark.
                    Some(0xEF | 0xBB | 0xBF) if self.line == 1 => {}
                    Some(_) if self.is_reported => {}
                    Some(_) => {
                        (self.is_reported, self.is_broken) = (true, true);
                        return Ok(Some((self.line, Err(NO_OBJECT))));
                    }
                }
            }
        }
        let begin = self.line;
        let read = self.object()?;
        self.is_reported = read.is_err();
        self.is_broken |= self.is_reported;
        Ok(Some((begin, read)))
    }

    fn object(&mut self) -> io::Result<Object> {
        let mut text = vec![b'{'];
        let mut within = ObjectState::default();
        loop {
            let buffer = self.source.fill_buf()?;
            let ended = buffer.iter().position(|byte| within.ends_at(*byte));
            let length = ended.map_or(buffer.len(), |at| at + 1);
            let read = buffer.get(..length).unwrap_or_default();
            text.extend_from_slice(read);
            self.line += memchr::memchr_iter(b'\n', read).count() as u64;
            self.source.consume(length);
            if text.len() > LONGEST {
                return Ok(Err("an object of more than 16 MiB"));
            }
            if length == 0 {
                return Ok(Err(OPEN_OBJECT));
            }
            if ended.is_some() {
                self.is_begun = within.error == Some(ANOTHER);
                return Ok(within.error.map_or(Ok(text), Err));
            }
        }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.source.fill_buf()?.first().copied();
        self.source.consume(usize::from(byte.is_some()));
        self.line += u64::from(byte == Some(b'\n'));
        Ok(byte)
    }
}

struct ObjectState {
    /// The number of open braces and brackets.
    depth: u32,
    /// The last byte outside strings that is not blank.
    last: u8,
    in_string: bool,
    is_escaped: bool,
    error: Option<&'static str>,
}

impl Default for ObjectState {
    /// Returns the state after the opening brace.
    fn default() -> Self {
        Self {
            depth: 1,
            last: b'{',
            in_string: false,
            is_escaped: false,
            error: None,
        }
    }
}

impl ObjectState {
    /// Processes the next byte; returns true if the object ends there, complete or with an error.
    fn ends_at(&mut self, byte: u8) -> bool {
        if self.in_string {
            self.in_string = byte != b'"' || self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            self.error = (byte == b'\n').then_some(OPEN_STRING);
            return self.error.is_some();
        }
        match byte {
            b'{' if !matches!(self.last, b'[' | b',' | b':') => {
                self.error = Some(ANOTHER);
                return true;
            }
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth -= 1,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            self.last = byte;
        }
        self.depth == 0
    }
}

/// Returns true if the first bytes of a text begin a JSON object, or an array of them.
pub fn is_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let head = head.trim_ascii_start();
    if let Some(rest) = head.strip_prefix(b"[") {
        return matches!(rest.trim_ascii_start().first(), Some(b'{' | b']'));
    }
    let Some(inside) = head.strip_prefix(b"{") else {
        return false;
    };
    // A comment of a game may begin with a quoted word, but no colon follows.
    let Some(key) = inside.trim_ascii_start().strip_prefix(b"\"") else {
        return false;
    };
    let end = memchr::memchr(b'"', key);
    let behind = end.and_then(|end| key.get(end + 1..)).unwrap_or_default();
    behind.trim_ascii_start().first() == Some(&b':')
}

/// Returns true if the first line of a text is an object, so that each line is one.
pub fn is_by_line(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    let end = memchr::memchr(b'\n', head).unwrap_or(head.len());
    let line = head.get(..end).unwrap_or_default();
    let read = Objects::of(line).next_object();
    line.first() == Some(&b'{') && matches!(read, Ok(Some((_, Ok(_)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_found_over_lines_and_in_arrays_and_only_broken_ones_are_lost() {
        let check = |text: &str, expected: &[(u64, Result<&str, &'static str>)]| {
            let mut objects = Objects::of(text.as_bytes());
            let mut found = Vec::new();
            while let Some((line, object)) = objects.next_object().expect("a text") {
                found.push((
                    line,
                    object.map(|text| String::from_utf8_lossy(&text).into_owned()),
                ));
            }
            let expected: Vec<_> = expected
                .iter()
                .map(|(line, object)| (*line, object.map(str::to_owned)))
                .collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "{\n \"a\": \"}\\\"\"\n}\n",
            &[(1, Ok("{\n \"a\": \"}\\\"\"\n}"))],
        );
        check(
            "[{\"a\":[{}]},\n{}]",
            &[(1, Ok("{\"a\":[{}]}")), (2, Ok("{}"))],
        );
        check("{\"a\":\"b\n{}\n", &[(1, Err(OPEN_STRING)), (2, Ok("{}"))]);
        check("{\"a\":1\n{}\n", &[(1, Err(ANOTHER)), (2, Ok("{}"))]);
        check("{\"a\":1", &[(1, Err(OPEN_OBJECT))]);
        check("no more\n{}", &[(1, Err(NO_OBJECT)), (2, Ok("{}"))]);
        check("", &[]);
        check("[]\n[{}]", &[(2, Ok("{}"))]);
        check("[[[[", &[(1, Err(NO_OBJECT))]);
        check("{} ]", &[(1, Ok("{}")), (1, Err(NO_OBJECT))]);
        check("[\n{}", &[(2, Ok("{}")), (2, Err(OPEN_ARRAY))]);
        check(
            "[{\"a\":[1,\"b\n]}, {}",
            &[(1, Err(OPEN_STRING)), (2, Ok("{}"))],
        );
    }

    #[test]
    fn json_is_distinguished_from_games() {
        for (head, expected) in [
            ("{\"a\":1}", true),
            ("{\n \"a\" :", true),
            ("\u{feff}[\n{", true),
            ("[]", true),
            ("{a comment} 1. e4", false),
            ("{ \"Immortal\" game } 1. e4", false),
            ("[Event \"a\"]", false),
            ("", false),
        ] {
            assert_eq!(is_json(head.as_bytes()), expected, "{head}");
        }
        assert!(is_by_line(b"{\"a\":1}\n{\"a\":\n"));
        assert!(!is_by_line(b"{\"a\":\n1}\n") && !is_by_line(b"[{}]\n"));
        // A line with a byte-order mark can't be read by itself.
        assert!(!is_by_line("\u{feff}{}\n{}\n".as_bytes()));
    }
}
