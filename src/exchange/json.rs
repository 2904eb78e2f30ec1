//! Records as JSON, one object per line, and back.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record};
//! use epdit::exchange::json::{self, RecordLocation};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn\";";
//! let record = Record::read(line, &ReadOptions::default());
//! let mut out = Vec::new();
//! json::write(&record, RecordLocation { path: "a.epd", line: 7 }, &mut out);
//! assert_eq!(
//!     String::from_utf8_lossy(&out),
//!     "{\"path\":\"a.epd\",\"line\":7,\"placement\":\"4k3/8/8/8/8/8/4P3/4K3\",\"side\":\"w\",\
//!      \"castling\":\"-\",\"en_passant\":\"-\",\"operations\":[{\"opcode\":\"bm\",\"operands\":\
//!      [{\"type\":\"move\",\"text\":\"e4\",\"uci\":\"e2e4\"}]},{\"opcode\":\"id\",\"operands\":\
//!      [{\"type\":\"string\",\"text\":\"pawn\"}]}],\"problems\":[],\
//!      \"text\":\"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \\\"pawn\\\";\"}\n"
//! );
//! ```

#[cfg(feature = "tables")]
mod objects;
#[cfg(feature = "tables")]
mod read;

#[cfg(feature = "tables")]
pub use objects::{Objects, is_by_line, is_json};
#[cfg(feature = "tables")]
pub use read::read;

use std::io::{self, Write};

use shakmaty::{Chess, Position};

use crate::epd::opcode::Shape;
use crate::epd::visible::is_hidden;
use crate::epd::{Code, Operation, Record, Value, moves, placement};

/// The place of a record, which its object includes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordLocation<'a> {
    pub path: &'a str,
    /// The line number, from 1.
    pub line: u64,
}

type ValueOf = fn(&Record<'_>, &mut Vec<u8>);

/// The keys of a record's members, with the functions that write their values.
const MEMBERS: [(&str, ValueOf); 5] = [
    ("placement", |record, out| match record.board() {
        Some(board) => {
            out.push(b'"');
            placement::write(board, out);
            out.push(b'"');
        }
        None => string_or_null(None, out),
    }),
    ("side", |record, out| {
        string_or_null(record.side().map(|side| side.fold_wb("w", "b")), out);
    }),
    ("castling", |record, out| {
        string_or_null(record.castling(), out)
    }),
    ("en_passant", |record, out| match record.en_passant() {
        Some(square) => string_or_null(Some(&square.to_string()), out),
        None => string_or_null(record.side().map(|_| "-"), out),
    }),
    ("operations", operations),
];

/// Appends the object of a record and a line feed.
pub fn write(record: &Record<'_>, place: RecordLocation<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"path\":");
    string(place.path.as_bytes(), out);
    // Writing to memory can't fail.
    let _ = write!(out, ",\"line\":{}", place.line);
    for (name, value) in MEMBERS {
        key(name, out);
        value(record, out);
    }
    key("problems", out);
    out.push(b'[');
    let mut codes: Vec<_> = record.diagnostics().iter().map(|d| d.code.name()).collect();
    codes.dedup();
    for (at, code) in codes.into_iter().enumerate() {
        comma(at, out);
        string(code.as_bytes(), out);
    }
    out.push(b']');
    let end = record.line().len() - record.line_end().len();
    let text = record.line().get(..end).unwrap_or_default();
    if std::str::from_utf8(text).is_ok() {
        key("text", out);
        string(text, out);
    } else {
        key("bytes_hex", out);
        out.push(b'"');
        for byte in text {
            let _ = write!(out, "{byte:02x}");
        }
        out.push(b'"');
    }
    out.extend_from_slice(b"}\n");
}

/// Appends the operations, FEN's clocks included.
fn operations(record: &Record<'_>, out: &mut Vec<u8>) {
    out.push(b'[');
    let fields = record.field_spans();
    let mut at = 0;
    for (opcode, field, value) in [
        ("hmvc", fields.half_move, record.half_move_clock()),
        ("fmvn", fields.full_move, record.full_move_number()),
    ] {
        if let (Some(_), Some(value), None) = (field, value, record.operation(opcode)) {
            comma(at, out);
            at += 1;
            let _ = write!(
                out,
                "{{\"opcode\":\"{opcode}\",\"operands\":[{{\"type\":\"integer\",\"text\":\"{value}\"}}]}}"
            );
        }
    }
    for operation in record.operations() {
        comma(at, out);
        at += 1;
        out.extend_from_slice(b"{\"opcode\":");
        string(record.opcode(operation).as_bytes(), out);
        out.extend_from_slice(b",\"operands\":[");
        operands(record, operation, out);
        out.extend_from_slice(b"]}");
    }
    out.push(b']');
}

fn operands(record: &Record<'_>, operation: &Operation, out: &mut Vec<u8>) {
    let is_line = operation.info.is_some_and(|info| info.shape == Shape::Line);
    let mut reached: Option<Chess> = None;
    for (at, operand) in record.operands_of(operation).iter().enumerate() {
        comma(at, out);
        let written = operand.span.of(record.line());
        let has = |code| {
            record
                .diagnostics_in(operand.span)
                .any(|found| found.code == code)
        };
        let kind = match operand.value {
            Value::Integer(_) if has(Code::MateInCe) => "mate",
            Value::Raw if has(Code::MateInBm) => "mate",
            Value::Move(_) => "move",
            Value::Integer(_) => "integer",
            Value::Float(_) => "float",
            Value::Text => "string",
            Value::Identifier => "identifier",
            Value::Date { .. } => "date",
            Value::Time { .. } => "time",
            Value::Clock { .. } => "clock",
            _ if written.starts_with(b"\"") => "string",
            _ => "text",
        };
        let _ = write!(out, "{{\"type\":\"{kind}\",\"text\":");
        string(record.string(operand), out);
        if let (Value::Move(played), Some(first)) = (&operand.value, record.position()) {
            let position = reached.as_ref().unwrap_or(first);
            let _ = write!(out, ",\"uci\":\"{}\"", moves::uci(position, *played));
            if is_line {
                let mut after = position.clone();
                after.play_unchecked(*played);
                reached = Some(after);
            }
        }
        if has(Code::DuplicateMove) {
            out.extend_from_slice(b",\"repeated\":true");
        }
        out.push(b'}');
    }
}

fn comma(at: usize, out: &mut Vec<u8>) {
    if at > 0 {
        out.push(b',');
    }
}

fn key(name: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

fn string_or_null(value: Option<&str>, out: &mut Vec<u8>) {
    match value {
        Some(value) => string(value.as_bytes(), out),
        None => out.extend_from_slice(b"null"),
    }
}

/// Appends a JSON string; bytes that are not UTF-8 are replaced.
fn string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    // Writing to memory can't fail.
    let _ = escape(&String::from_utf8_lossy(text), out);
    out.push(b'"');
}

/// Writes a text as a JSON string. Hidden characters (see [`visible`]) are escaped as `\u202e`, with the same
/// meaning.
///
/// [`visible`]: crate::epd::visible
pub(crate) fn escape(text: &str, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let may_be_special = |byte: u8| matches!(byte, b'"' | b'\\' | ..b' ' | 0x7F..);
    let mut rest = text;
    while let Some(at) = rest.bytes().position(may_be_special)
        && let Some((plain, from)) = rest.split_at_checked(at)
    {
        out.write_all(plain.as_bytes())?;
        let mut characters = from.chars();
        match characters.next() {
            Some(quote @ ('"' | '\\')) => write!(out, "\\{quote}")?,
            Some(hidden) if is_hidden(hidden) => {
                for unit in hidden.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            Some(shown) => out.write_all(shown.encode_utf8(&mut [0; 4]).as_bytes())?,
            None => {}
        }
        rest = characters.as_str();
    }
    out.write_all(rest.as_bytes())
}
