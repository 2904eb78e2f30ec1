//! Diagnostics of opcodes: invalid, repeated or out of order.

use super::{Context, Entry, entries};
use crate::epd::diagnostic::{Code, Fix, quoted};
use crate::epd::opcode::{self, Shape};
use crate::epd::record::{Operation, OperationForm, Record};
use crate::epd::span::Span;

entries! {
    BadOpcode "bad-opcode" Error Doubts
        "a word that can't be an opcode"
        "An opcode is a letter, then up to 14 letters, digits or `_`."
        "4k3/8/8/8/8/8/8/4K2R w K - 7up 1;"
        message: |d| format!("{} is not an opcode, expected a letter, then up to 14 letters, digits or `_`", d.value());
    ShortOpcode "short-opcode" Warning
        "an opcode of one letter"
        "Opcodes have two characters or more; some readers reject this one. It is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - x 1;"
        message: |d| format!("opcode {} has one character, expected two or more", d.value());
    UnknownOpcode "unknown-opcode" Hint
        "an opcode not in the standard"
        "Lower-case opcodes are reserved for the standard; private ones begin with an upper-case letter. The operation is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - bn Kd2;"
        message: |d| match nearest(d) {
            Some(near) => format!("opcode {} is not in the standard; did you mean `{near}`?", d.value()),
            None => format!("opcode {} is not in the standard; private ones begin with an upper-case letter", d.value()),
        },
        fix: |d| d.not_safe(nearest(d)?.as_bytes());
    UciMoves "uci-moves" Error Doubts
        "moves of UCI's `position` command"
        "UCI gives a position and the moves that were played from there. EPD has no operation `moves`: whether the record is of the position before them or of the one after them can't be told, and it is left unchanged. `sv` holds moves that were played."
        "4k3/8/8/8/8/8/8/4K2R w K - moves e1d2 e8e7"
        message: |_| "`moves` is UCI's: expected the position after the moves, or `sv` for them".to_owned(),
        fix: |d| d.not_safe(b"sv");
    MoveAsOpcode "move-as-opcode" Error Doubts
        "a move where an opcode is expected"
        "A semicolon ends an operation, so in `bm Be3; Bd2;` the move `Bd2` is where an opcode belongs. It may be one more best move or something else: the record is left unchanged. Several moves go into one operation: `bm Bd2 Be3;`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2; Ke2;"
        message: |d| format!("{} is a move where an opcode is expected: {}", d.value(), d.reason()),
        fix: move_as_opcode;
    SwallowedOperation "swallowed-operation" Error Doubts
        "an operation among the operands of another"
        "A semicolon ends an operation. Where one is forgotten, the next operation stands among the operands before it: in `Foo 3 bm Kd2;` the best move may belong to `Foo`, or be an operation that no program sees. The same holds for text without quotes, as in `c0 good bm Kd2;`. The record is left unchanged: insert the semicolon, or put the text in quotes."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 good bm Kd2;"
        message: swallowed,
        fix: with_semicolon;
    PvLabel "pv-label" Warning Fixed
        "a label `PV:` instead of the opcode `pv`"
        "Some programs write `PV:` before the predicted variation. Where all its moves are legal in sequence, it is written as the operation `pv`."
        "4k3/8/8/8/8/8/8/4K2R w K - PV: Kd2 Kd7;"
        message: |d| format!("label {} before the moves, expected the opcode `pv`", d.value()),
        fix: |d| d.safe(b"pv");
    DuplicateOpcode "duplicate-opcode" Error Blocks
        "an opcode that occurs twice"
        "An opcode occurs at most once a record. Removing an identical copy is a safe fix; of two that differ, you have to choose one."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; id \"b\";"
        message: |d| match d.expected_text() {
            Some(_) => format!("{} occurs twice, with the same operands", d.opcode_name()),
            None => format!("{} occurs twice, expected once", d.opcode_name()),
        },
        fix: identical_copy,
        choices: |d| d.removals([Some(d.span()), d.place()]),
        related: |d| d.related_place("first here");
    UnsortedOperations "unsorted-operations" Hint Fixed
        "operations out of order"
        "Canonical order is ascending by the opcode's ASCII text."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; bm Kd2;"
        message: unsorted,
        fix: in_order;
}

/// Returns the fix that removes an operation that equals an earlier one byte for byte, or in canonical form.
fn identical_copy(d: &Context<'_, '_>) -> Option<Fix> {
    let first = d.place()?;
    // The work for each copy is limited by its length, however long the first is.
    if first.len() > 2 * d.span().len() + 256 {
        return None;
    }
    let text = |span: Span| {
        let operation = d.record.operation_around(span).filter(|o| o.span == span)?;
        let mut text = Vec::new();
        d.record.write_operation(operation, &mut text);
        Some(text)
    };
    if text(first)? != text(d.span())? {
        return None;
    }
    d.remove()
}

/// Returns the official opcode that an unknown one may be a misspelling of.
fn nearest(d: &Context<'_, '_>) -> Option<&'static str> {
    opcode::nearest(d.text()).map(|info| info.name)
}

/// Returns the message that names the operation before which this one belongs.
fn unsorted(d: &Context<'_, '_>) -> String {
    let record = d.record;
    let later = record.operation_around(d.span()).and_then(|operation| {
        let key = record.source_key(operation);
        let mut all = record.operations.iter();
        all.find(|other| record.source_key(other) > key)
    });
    let before = later.map_or_else(String::new, |other| {
        let other = quoted(record.opcode(other).as_bytes());
        format!(", expected before {other}")
    });
    format!("operation {} out of order{before}", d.opcode_name())
}

fn in_order(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    if record.is_kept() || record.has(Code::PerftList) || record.has(Code::StraySemicolon) {
        // A list of counts gets its own form first: sorting would tear it apart, or open one.
        return None;
    }
    let (first, last) = (record.operations.first()?, record.operations.last()?);
    let mut items: Vec<_> = record
        .operations
        .iter()
        .map(|operation| {
            let mut text = Vec::new();
            match operation.form {
                OperationForm::Perft(_) => record.write_operation(operation, &mut text),
                _ => {
                    let words = operation.opcode.cover(record.operands_span(operation));
                    text.extend_from_slice(words.of(record.line));
                }
            }
            (record.source_key(operation), text)
        })
        .collect();
    items.sort_by_key(|item| item.0);
    let span = first.span.cover(last.span);
    let mut replacement = Vec::with_capacity(span.len());
    for (index, (_, text)) in items.iter().enumerate() {
        if index > 0 {
            replacement.push(b' ');
        }
        replacement.extend_from_slice(text);
        replacement.push(b';');
    }
    Fix::safe(span, replacement)
}

/// Returns the fix that moves `Bd2` of `bm Be3; Bd2;` into the set; a bare `Nxe6;` becomes a `bm` if there is none.
fn move_as_opcode(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, span) = (d.record, d.span());
    let index = record
        .operations
        .partition_point(|o| o.span.start < span.start);
    record.operations.get(index).filter(|o| o.opcode == span)?;
    let before = index
        .checked_sub(1)
        .and_then(|index| record.operations.get(index));
    if let Some(set) = before.filter(|o| o.shape() == Some(Shape::Moves)) {
        let end = record.operands_span(set).end;
        return Fix::not_safe(Span::new(end, span.end), [b" ", d.text()].concat());
    }
    if before.is_some_and(|o| is_reported_as_move(record, o.opcode))
        || record.operation("bm").is_some()
    {
        return None;
    }
    Fix::not_safe(Span::at(span.start), b"bm ")
}

/// Returns true if the opcode at a span is reported as a move.
fn is_reported_as_move(record: &Record<'_>, opcode: Span) -> bool {
    record
        .diagnostics_in(Span::new(opcode.start, opcode.start + 1))
        .any(|d| d.code == Code::MoveAsOpcode && d.span == opcode)
}

/// Returns the message with both readings of a hidden operation.
fn swallowed(d: &Context<'_, '_>) -> String {
    let value = d.value();
    if d.words().is_none() {
        return format!("unquoted text {value} holds a carriage return: it may be two lines");
    }
    let is_text = |operation: &Operation| {
        let first = d.record.operands_of(operation).first();
        let is_bare = first.is_some_and(|first| !first.span.of(d.record.line).starts_with(b"\""));
        is_bare && matches!(operation.shape(), Some(Shape::Text { .. }))
    };
    let around = match d.record.operation_around(d.span()).is_some_and(is_text) {
        true => "the text",
        false => "the operands",
    };
    let opcode = d.opcode_name();
    format!("{value} may be an operation without `;` before it, or part of {around} of {opcode}")
}

/// Returns the fix that inserts the semicolon before a hidden operation that the record does not have yet.
fn with_semicolon(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    let operation = record.operation_around(d.span())?;
    let first = record.operands_of(operation).first()?.span.start;
    let is_bare =
        first == d.span().start && operation.shape() == Some(Shape::Text { optional: false });
    if is_bare || record.operation(d.words()?).is_some() {
        return None;
    }
    let behind = record
        .lexemes
        .partition_point(|lexeme| lexeme.span.start < d.span().start);
    let before = record.lexemes.get(behind.checked_sub(1)?)?.span;
    match before.end <= d.span().start {
        true => Fix::not_safe(Span::at(before.end), b";"),
        // A number is attached to the opcode.
        false => Fix::not_safe(Span::at(d.span().start), b"; "),
    }
}
