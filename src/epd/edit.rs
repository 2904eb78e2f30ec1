//! Edits of one record: each gives the whole new line; bytes not concerned stay as they are, the
//! line's own end included.
//!
//! A field that the record lacks is put in, with `-` or `w` for missing ones before it. Where even the
//! placement can't be read, a field edit replaces the first word.

use super::diagnostic::Fix;
use super::placement;
use super::record::{Operation, OperationForm, ReadOptions, Record};
use super::span::Span;
use shakmaty::{Board, Color, Square};
use std::borrow::Cow;

/// Replaces one stretch of a line.
fn splice(line: &[u8], span: Span, replacement: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len() + replacement.len());
    out.extend_from_slice(line.get(..span.start).unwrap_or(line));
    out.extend_from_slice(replacement);
    out.extend_from_slice(line.get(span.end..).unwrap_or_default());
    out
}

/// Sets the piece placement.
pub fn set_board(record: &Record<'_>, board: &Board) -> Vec<u8> {
    let mut text = Vec::with_capacity(72);
    placement::write(board, &mut text);
    set_field(record, 0, &text)
}

/// Sets the side to move.
pub fn set_side(record: &Record<'_>, side: Color) -> Vec<u8> {
    set_field(record, 1, side.fold_wb(b"w", b"b"))
}

/// Sets the castling field; `castling` in canonical text (`-`, `KQkq`, `HAha`).
pub fn set_castling(record: &Record<'_>, castling: &str) -> Vec<u8> {
    set_field(record, 2, castling.as_bytes())
}

/// Sets the en-passant square, `None` for `-`.
pub fn set_en_passant(record: &Record<'_>, square: Option<Square>) -> Vec<u8> {
    let text = square.map_or_else(|| "-".to_owned(), |square| square.to_string());
    set_field(record, 3, text.as_bytes())
}

/// What stands in a field that a record lacks.
const ABSENT: [&[u8]; 4] = [b"8/8/8/8/8/8/8/8", b"w", b"-", b"-"];

fn set_field(record: &Record<'_>, field: usize, text: &[u8]) -> Vec<u8> {
    let fields = record.fields;
    let spans = [
        fields.placement,
        fields.side,
        fields.castling,
        fields.en_passant,
    ];
    if let Some(Some(span)) = spans.get(field) {
        return splice(record.line, *span, text);
    }
    // Missing fields go behind the last one present.
    let present = spans.iter().take(field).rposition(Option::is_some);
    let at = match present.and_then(|index| spans.get(index).copied().flatten()) {
        Some(span) => span.end,
        None => record.body().start,
    };
    let mut insert = Vec::new();
    for missing in present.map_or(0, |index| index + 1)..=field {
        if at > record.body().start || missing > 0 {
            insert.push(b' ');
        }
        let absent = ABSENT.get(missing).copied().unwrap_or(b"-");
        insert.extend_from_slice(if missing == field { text } else { absent });
    }
    if record
        .line
        .get(at)
        .is_some_and(|b| !super::lex::is_blank(*b) && *b != b'\n')
        && at < record.body().end
    {
        insert.push(b' ');
    }
    splice(record.line, Span::at(at), &insert)
}

/// The bytes between an operation's opcode and its semicolon.
fn operands_region(record: &Record<'_>, operation: &Operation) -> Span {
    let end = record
        .operands_span(operation)
        .end
        .max(operation.opcode.end);
    Span::new(operation.opcode.end, end)
}

/// A bare perft count is written out with its opcode before it is edited.
fn opcode_text<'r>(record: &Record<'r>, operation: &Operation) -> Cow<'r, [u8]> {
    match operation.form {
        OperationForm::Perft(_) => Cow::Owned(record.opcode(operation).into_owned().into_bytes()),
        _ => Cow::Borrowed(operation.opcode.of(record.line)),
    }
}

/// Replaces the operands of operation `index` (the text between opcode and semicolon), as given.
/// The line itself where there is no such operation.
pub fn set_operands(record: &Record<'_>, index: usize, operands: &[u8]) -> Vec<u8> {
    let Some(operation) = record.operations().get(index) else {
        return record.line.to_vec();
    };
    let mut text = opcode_text(record, operation).into_owned();
    if !operands.is_empty() {
        text.push(b' ');
        text.extend_from_slice(operands);
    }
    let region = operation.opcode.cover(operands_region(record, operation));
    splice(record.line, region, &text)
}

/// Appends an operation (`operands` may be empty). A missing last semicolon before it is put in.
pub fn add_operation(record: &Record<'_>, opcode: &[u8], operands: &[u8]) -> Vec<u8> {
    let body = record.body();
    let mut insert = Vec::with_capacity(opcode.len() + operands.len() + 4);
    let unclosed = record.operations().last().is_some_and(|last| {
        last.span.end == body.end && !last.span.of(record.line).ends_with(b";")
    });
    if unclosed {
        insert.push(b';');
    }
    insert.push(b' ');
    insert.extend_from_slice(opcode);
    if !operands.is_empty() {
        insert.push(b' ');
        insert.extend_from_slice(operands);
    }
    insert.push(b';');
    splice(record.line, Span::at(body.end), &insert)
}

/// Removes operation `index`, its semicolon and the blanks before it.
pub fn remove_operation(record: &Record<'_>, index: usize) -> Vec<u8> {
    let Some(operation) = record.operations().get(index) else {
        return record.line.to_vec();
    };
    let before = record.line.get(..operation.span.start).unwrap_or_default();
    let blanks = before
        .iter()
        .rev()
        .take_while(|b| super::lex::is_blank(**b))
        .count();
    let span = Span::new(operation.span.start - blanks, operation.span.end);
    splice(record.line, span, b"")
}

/// Gives operation `index` another opcode.
pub fn rename_operation(record: &Record<'_>, index: usize, opcode: &[u8]) -> Vec<u8> {
    let Some(operation) = record.operations().get(index) else {
        return record.line.to_vec();
    };
    let mut text = opcode.to_vec();
    if operation.opcode.is_empty() {
        text.push(b' ');
    }
    splice(record.line, operation.opcode, &text)
}

/// Replaces the whole text of the line; its own end stays.
pub fn set_text(record: &Record<'_>, text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    out.extend_from_slice(record.line_end());
    out
}

/// Applies one fix.
pub fn apply_fix(line: &[u8], fix: &Fix) -> Vec<u8> {
    splice(line, fix.span, &fix.replacement)
}

/// Applies every safe fix, again and again until none is left; the line itself where there is none.
/// A record that can be rewritten becomes canonical.
pub fn apply_safe_fixes(line: &[u8], options: &ReadOptions) -> Vec<u8> {
    let mut line = line.to_vec();
    // Each fix removes a finding; the bound only holds off a fix that fails to.
    for _ in 0..10_000 {
        let record = Record::read(&line, options);
        if let Some(canonical) = record.canonical(&Default::default()) {
            return canonical;
        }
        let fix = record
            .diagnostics()
            .iter()
            .filter_map(|diagnostic| record.fix(diagnostic))
            .find(|fix| fix.safe);
        match fix.map(|fix| apply_fix(&line, &fix)) {
            Some(mended) if mended != line => line = mended,
            _ => break,
        }
    }
    line
}

/// The record's position as six-field FEN (clocks from `hmvc` and `fmvn`, else `0 1`); `None` where
/// the placement or the side to move can't be read.
pub fn fen(record: &Record<'_>) -> Option<String> {
    let mut text = Vec::with_capacity(90);
    placement::write(record.board()?, &mut text);
    let placement = String::from_utf8(text).ok()?;
    let side = record.side()?.fold_wb('w', 'b');
    let castling = record.castling().unwrap_or("-");
    let en_passant = record
        .en_passant()
        .map_or_else(|| "-".to_owned(), |square| square.to_string());
    let half = record.half_move_clock().unwrap_or(0);
    let full = record.full_move_number().unwrap_or(1).max(1);
    Some(format!(
        "{placement} {side} {castling} {en_passant} {half} {full}"
    ))
}

/// The line of a new record: the starting array, no operations.
pub fn new_record(line_end: &[u8]) -> Vec<u8> {
    let mut line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_vec();
    line.extend_from_slice(line_end);
    line
}
