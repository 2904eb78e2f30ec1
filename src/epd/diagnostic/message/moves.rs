//! What is wrong with a move, in words: why it is illegal, how it should be written.

use super::super::Diagnostic;
use super::words::{list, quoted};
use crate::epd::moves;
use crate::epd::record::Record;

/// Why a move is illegal, where that can be told.
pub(super) fn illegal(record: &Record<'_>, diagnostic: &Diagnostic, number: i64) -> String {
    let text = super::super::super::record::unquoted(diagnostic.span.of(record.line));
    let value = quoted(text);
    let reached = record.position_before(diagnostic.span);
    let why = reached.and_then(|position| moves::why_illegal(&position, text));
    match (why, number) {
        (Some(why), 1..) => format!("{value} is illegal as move {number} of the line: {why}"),
        (None, 1..) => format!("{value} is illegal as move {number} of the line"),
        (Some(why), _) => format!("{value} is illegal: {why}"),
        (None, _) => format!("{value} is illegal in this position"),
    }
}

/// Two legal moves that a text fits, as they should be written.
pub(super) fn ambiguous(value: &str, names: &str) -> String {
    let names: Vec<String> = names
        .split(", ")
        .map(|name| quoted(name.as_bytes()))
        .collect();
    format!("{value} is ambiguous, expected {}", list(&names, "or"))
}

/// How SAN is spelled otherwise than in PGN export.
pub(super) fn spelling(value: &[u8], expected: &[u8]) -> String {
    let (written, should) = (quoted(value), quoted(expected));
    let bare = |text: &[u8]| {
        text.iter()
            .take_while(|b| !matches!(b, b'+' | b'#'))
            .count()
    };
    let (body, sign) = value.split_at(bare(value));
    let (wanted, right) = expected.split_at(bare(expected));
    if body != wanted {
        let why = if body.len() > wanted.len() {
            "names more than it needs"
        } else {
            "is not the usual way to tell the pieces apart"
        };
        return format!("{written} {why}, expected {should}");
    }
    match (sign, right) {
        (_, b"#") => format!("{written} is mate, expected {should}"),
        (_, b"+") => format!("{written} gives check, expected {should}"),
        _ => format!("{written} does not give check, expected {should}"),
    }
}
