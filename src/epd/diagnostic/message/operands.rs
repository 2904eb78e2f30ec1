//! What is wrong with operands, in words: the opcode, what it takes, what was found.

use super::super::{Detail, Diagnostic};
use super::words::quoted;
use crate::epd::counted::count;
use crate::epd::operand;
use crate::epd::record::Record;
use crate::epd::span::Span;

/// The operation's opcode in backquotes, for the start of a sentence.
pub(super) fn opcode(record: &Record<'_>, span: Span) -> String {
    match record.operation_around(span) {
        Some(operation) => quoted(record.opcode(operation).as_bytes()),
        None => quoted(span.of(record.line)),
    }
}

/// `ce` has 2 operands, expected one whole number.
pub(super) fn operand_count(
    record: &Record<'_>,
    diagnostic: &Diagnostic,
    expected: &str,
) -> String {
    let opcode = opcode(record, diagnostic.span);
    let operands = record
        .operation_around(diagnostic.span)
        .map_or(0, |operation| record.operands_of(operation).len());
    match operands {
        0 => format!("{opcode} has no operand, expected {expected}"),
        number => format!(
            "{opcode} has {}, expected {expected}",
            count(number, "operand", "operands")
        ),
    }
}

/// `good` is a word, expected one whole number for `ce`.
pub(super) fn operand_type(record: &Record<'_>, diagnostic: &Diagnostic, expected: &str) -> String {
    let text = diagnostic.span.of(record.line);
    format!(
        "{} {}, expected {} for {}",
        quoted(text),
        kind(text),
        one_of(expected),
        opcode(record, diagnostic.span)
    )
}

/// What a word looks like.
fn kind(text: &[u8]) -> &'static str {
    if text.first() == Some(&b'"') {
        "is a string"
    } else if operand::is_integer(text) {
        "is a whole number"
    } else if operand::read_float(text).is_some() {
        "is a decimal number"
    } else if operand::is_identifier(text) {
        "is a word"
    } else {
        "has another form"
    }
}

/// `-3` is out of range, expected 1 or more for `dm`.
pub(super) fn operand_range(record: &Record<'_>, diagnostic: &Diagnostic) -> String {
    let (span, line) = (diagnostic.span, record.line);
    let value = span.of(line);
    let name = if record.operation_around(span).is_some() {
        opcode(record, span)
    } else if record.fields.half_move == Some(span) {
        "the half-move clock".to_owned()
    } else {
        "the move number".to_owned()
    };
    let digits = super::super::super::record::unquoted(value);
    let beyond = operand::is_integer(digits) && operand::read_integer(digits).is_none();
    let expected = match &diagnostic.detail {
        Detail::Range(_, i64::MAX) if beyond && digits.first() != Some(&b'-') => {
            format!("at most {} (64 bits)", i64::MAX)
        }
        Detail::Range(min, i64::MAX) => format!("{min} or more"),
        Detail::Range(min, max) => format!("{min} to {max}"),
        Detail::Text(text) => one_of(text),
        Detail::Static(text) => one_of(text),
        _ => "another value".to_owned(),
    };
    format!(
        "{} is out of range for {name}, expected {expected}",
        quoted(value)
    )
}

/// A list of words as a choice; anything else as it is.
fn one_of(expected: &str) -> String {
    let words: Vec<String> = expected.split(", ").map(str::to_owned).collect();
    let closed = words.len() > 1
        && words
            .iter()
            .all(|word| operand::is_identifier(word.as_bytes()));
    if closed {
        super::words::list(&words, "or")
    } else {
        expected.to_owned()
    }
}
