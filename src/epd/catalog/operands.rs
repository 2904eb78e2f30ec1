//! Diagnostics of operands: their number, type, range and spelling.

use super::{Context, Entry, Proof, entries};
use crate::epd::counted::thousands_of;
use crate::epd::diagnostic::{Code, Detail, Fix, list};
use crate::epd::operand::{self, Value};
use crate::epd::record::{OperandForm, OperationForm, unquoted};
use crate::epd::score::Score;
use crate::epd::span::Span;

entries! {
    UnsortedOperands "unsorted-operands" Hint Fixed
        "moves out of order"
        "The moves of `am` and `bm` are a set; canonical order is ascending by ASCII text."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kf2 Kd2;"
        message: |d| format!("moves {} out of order, expected {}", d.value(), d.expected("ASCII order")),
        fix: |d| {
            let operation = d.record.operation_around(d.span())?;
            let mut text = Vec::new();
            d.record.write_operands(operation, &mut text);
            d.safe(text.get(1..)?)
        },
        proof: Proof::Operation;
    DuplicateMove "duplicate-move" Warning Fixed
        "a move listed twice"
        "The moves of `am` and `bm` are a set; each is written once."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 Kd2;"
        message: |d| format!("{} is listed twice", d.value()),
        fix: |d| d.remove(),
        proof: Proof::Operation;
    PlusSign "plus-sign" Hint Fixed
        "a plus sign before a number"
        "The standard discourages it: `+30` is written `30`."
        "4k3/8/8/8/8/8/8/4K2R w K - ce +30;"
        message: |d| format!("{} has a plus sign, expected {}", d.value(), d.expected("none")),
        fix: rewritten;
    UnquotedString "unquoted-string" Warning Fixed
        "a string without quotes"
        "This opcode takes a string, and strings are in quotes. They are added around the text."
        "4k3/8/8/8/8/8/8/4K2R w K - id WAC.001;"
        message: |d| format!("string {} is not in quotes, expected {}", d.value(), d.expected("quotes")),
        fix: |d| rewritten(d).filter(|_| !hides_operation(d)),
        choices: |d| {
            // In quotes, an operation in the text would be hidden for good, so the user must decide.
            let quoted = rewritten(d).filter(|_| hides_operation(d));
            let quoted = quoted.and_then(|fix| Fix::not_safe(fix.span, fix.replacement));
            quoted.into_iter().collect()
        };
    QuotedNumber "quoted-number" Warning Fixed
        "a number in quotes"
        "This opcode takes a number, and numbers have no quotes."
        "4k3/8/8/8/8/8/8/4K2R w K - ce \"125\";"
        message: |d| format!("number {} is in quotes, expected {}", d.value(), d.expected("none")),
        fix: rewritten;
    QuotedMove "quoted-move" Warning Fixed
        "a move in quotes"
        "Moves have no quotes."
        "4k3/8/8/8/8/8/8/4K2R w K - bm \"Kd2\";"
        message: |d| format!("move {} is in quotes, expected {}", d.value(), d.expected("none")),
        fix: rewritten,
        proof: Proof::Operation;
    EmptyMoves "empty-moves" Warning
        "`am` or `bm` without a move"
        "The standard allows it, but it says nothing: perhaps a move was lost."
        "4k3/8/8/8/8/8/8/4K2R w K - bm;"
        message: |d| format!("{} has no move, expected one or more", d.value()),
        fix: |d| {
            let operation = d.record.operation_around(d.span())?;
            Fix::not_safe(d.record.removal_span(operation.span), b"")
        };
    OperandCount "operand-count" Error Blocks
        "too many or too few operands"
        "Each standard opcode has a fixed number of operands; `epdit explain ce` shows those of `ce`, and so on."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 1 2;"
        message: operand_count,
        choices: |d| {
            // Excess operands are removed if a blank separates them.
            let around = d.record.operation_around(d.span());
            d.removals([around.filter(|o| o.opcode != d.span()).map(|_| d.span())])
        };
    OperandType "operand-type" Error Blocks
        "an operand of the wrong type"
        "Each standard opcode has operands of one type: a number, a string, a date and so on; `epdit explain ce` shows those of `ce`."
        "4k3/8/8/8/8/8/8/4K2R w K - ce good;"
        message: operand_type;
    OperandRange "operand-range" Error
        "an operand outside its range"
        "The operand has the right form, but an impossible value: a negative mate distance, the 13th month, a word not in the list. It is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - dm -1;"
        message: operand_range,
        fix: negative_mate;
    MateInBm "mate-in-bm" Warning Blocks
        "a mate distance instead of a best move"
        "`bm #5` means `dm 5`, and `bm #-5` that the side to move is mated in 5, a value of `ce`. It is rewritten where no `dm` or `ce` contradicts it."
        "4k3/8/8/8/8/8/8/4K2R w K - bm #5;"
        message: |d| match d.diagnostic.blocks() {
            true => format!("mate distance {} among best moves, expected a move, or `dm` and `ce` to say it", d.value()),
            false => format!("mate distance {} instead of a best move, expected `dm` or `ce`", d.value()),
        },
        fix: mate_distance,
        unsettles: true;
    MateInCe "mate-in-ce" Warning Fixed
        "a mate score such as `+M5`"
        "`ce +M5` is written 32767 minus the plies to mate: `ce 32758`."
        "4k3/8/8/8/8/8/8/4K2R w K - ce +M5;"
        message: |d| format!("mate score {}, expected `{}`", d.value(), d.number()),
        fix: rewritten;
    StringTooLong "string-too-long" Error
        "a string longer than 255 bytes"
        "The standard's strings have at most 255 bytes; other readers may cut or reject this one. It is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"… 300 bytes …\";"
        message: |d| format!("the string has {} bytes, expected at most 255", d.number());
    PtpTagTwice "ptp-tag-twice" Error
        "a PGN tag twice in `ptp`"
        "Each tag name occurs once."
        "4k3/8/8/8/8/8/8/4K2R w K - ptp White \"A\" White \"B\";"
        message: |d| format!("tag {} occurs twice", d.value());
}

fn hides_operation(d: &Context<'_, '_>) -> bool {
    let mut within = d.record.diagnostics_in(d.span());
    within.any(|found| found.code == Code::SwallowedOperation)
}

pub(super) fn rewritten(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, span) = (d.record, d.span());
    let mut within = record.diagnostics_in(span);
    if within.any(|found| found.code == Code::MoveAnnotation) {
        // The move would lose its annotation, so the user must decide.
        return None;
    }
    let Some((_, index)) = record.operand_at(span) else {
        return listed_moves(d);
    };
    if record.operands.get(index)?.form == OperandForm::Dropped {
        return d.remove();
    }
    let mut text = record.canonical_operand(index)?.into_owned();
    let opcode = record
        .operation_around(span)
        .map(|operation| operation.opcode);
    let is_glued = opcode.is_some_and(|opcode| opcode.end == span.start);
    if is_glued && !opcode.is_some_and(Span::is_empty) && text.first() != Some(&b'"') {
        // `ce"125"`: without its quotes the number needs the missing blank.
        text.insert(0, b' ');
    }
    d.safe(&text)
}

/// Returns the fix that separates the moves in one word: `Nf3,e4`.
fn listed_moves(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, span) = (d.record, d.span());
    let operation = record.operation_around(span)?;
    let mut replacement = Vec::new();
    let from = record
        .operands
        .partition_point(|operand| operand.span.start < span.start);
    for index in from.max(operation.operands.start)..operation.operands.end {
        let operand = record.operands.get(index)?.span;
        if operand.start >= span.end {
            break;
        }
        if operand.end <= span.end {
            replacement.push(b' ');
            replacement.extend_from_slice(&record.canonical_operand(index)?);
        }
    }
    d.safe(replacement.strip_prefix(b" ")?)
}

fn mate_distance(d: &Context<'_, '_>) -> Option<Fix> {
    if d.diagnostic.blocks() {
        return None;
    }
    let operation = d.record.operation_around(d.span())?;
    if operation.form == OperationForm::Dropped {
        return Fix::safe(d.record.removal_span(operation.span), b"");
    }
    let mut replacement = Vec::new();
    d.record.write_operation(operation, &mut replacement);
    Fix::safe(operation.opcode.cover(d.span()), replacement)
}

/// Returns the fix that replaces `dm -5`, as engines write it for a mate against the side to move, by a `ce`.
fn negative_mate(d: &Context<'_, '_>) -> Option<Fix> {
    let (operation, index) = d.record.operand_at(d.span())?;
    let Value::Integer(moves @ ..=-1) = d.record.operands.get(index)?.value else {
        return None;
    };
    if operation.info?.name != "dm" || d.record.operation("ce").is_some() {
        return None;
    }
    let score = format!("ce {}", Score::Mate(moves).ce()?);
    Fix::not_safe(operation.opcode.cover(d.span()), score)
}

/// Returns "`ce` has 2 operands, expected one whole number".
fn operand_count(d: &Context<'_, '_>) -> String {
    let operation = d.record.operation_around(d.span());
    let found = match operation.map_or(0, |o| d.record.operands_of(o).len()) {
        0 => "no operand".to_owned(),
        number => thousands_of(number, "operand", "operands"),
    };
    format!("{} has {found}, expected {}", d.opcode_name(), d.reason())
}

/// Returns "`good` is a word, expected one whole number for `ce`".
fn operand_type(d: &Context<'_, '_>) -> String {
    let (kind, expected, opcode) = (kind(d.text()), one_of(d.reason()), d.opcode_name());
    format!("{} {kind}, expected {expected} for {opcode}", d.value())
}

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
        "is malformed"
    }
}

/// Returns "`-3` is out of range, expected 1 or more for `dm`".
fn operand_range(d: &Context<'_, '_>) -> String {
    let name = if d.record.operation_around(d.span()).is_some() {
        d.opcode_name()
    } else if d.record.fields.half_move == Some(d.span()) {
        "the half-move clock".to_owned()
    } else {
        "the move number".to_owned()
    };
    let digits = unquoted(d.text());
    let beyond = operand::is_integer(digits) && operand::read_integer(digits).is_none();
    let expected = match d.diagnostic.detail {
        Detail::Range(_, i64::MAX) if beyond && digits.first() != Some(&b'-') => {
            format!("at most {} (64 bits)", i64::MAX)
        }
        Detail::Range(min, i64::MAX) => format!("{min} or more"),
        Detail::Range(min, max) => format!("{min} to {max}"),
        _ => one_of(d.reason()),
    };
    format!(
        "{} is out of range for {name}, expected {expected}",
        d.value()
    )
}

/// Returns a list of words as a choice; other text unchanged.
fn one_of(expected: &str) -> String {
    let words: Vec<String> = expected.split(", ").map(str::to_owned).collect();
    let is_word = |word: &String| operand::is_identifier(word.as_bytes());
    match words.len() > 1 && words.iter().all(is_word) {
        true => list(&words, "or"),
        false => expected.to_owned(),
    }
}
