//! The proof of a change, in one place: the new line is read, and must be the old record with the requested change
//! and nothing else.
//!
//! [`without`] removes operations from a plain line without reading any move: the new line is read up to its fields
//! and the bounds of its operations, which must equal those of the old line byte for byte, in order. The meaning of an
//! operation depends on the fields and its own bytes, with a few exceptions; a line that has one of them, or anything
//! odd, is left to [`checked`](crate::epd::edit::checked).

use crate::epd::diagnostic::{Code, Severity};
use crate::epd::edit::doubt::keeps_pieces;
use crate::epd::edit::splice::{ABSENT, additions, fates, requested_fields};
use crate::epd::edit::{Change, Refusal};
use crate::epd::lex::{self, Shape};
use crate::epd::operand::Value;
use crate::epd::record::{LineKind, Operand, OperandForm, Operation, Record, unquoted};
use crate::epd::skim::{self, OperationSpans};
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use crate::epd::{opcode, placement};
use std::borrow::Cow;

/// Checks that `new` is `old` with the changes and nothing else: unchanged other fields, every other operation in its
/// place with equal operands, the changed ones as requested, and the same stray words.
///
/// # Errors
/// [`Refusal::ReadsDifferently`].
pub(crate) fn prove(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Result<(), Refusal> {
    let fields = requested_fields(changes);
    let same_position = fields.iter().all(Option::is_none);
    // Next to text that is not understood, only the bytes of the other pieces can be compared.
    let keeps_pieces =
        !same_position || old.is_structure_sound() || keeps_pieces(old, changes, new);
    let is_proven = new.kind == LineKind::Record
        && old.kind == LineKind::Record
        && keeps_pieces
        && behind(old) == behind(new)
        && stray(old).eq(stray(new))
        && are_fields(old, &fields, new)
        && are_operations(old, changes, new, same_position);
    is_proven.then_some(()).ok_or(Refusal::ReadsDifferently)
}

/// Checks a change of fields by a user, whose board may be unfinished: the fields are as requested, and no byte after
/// them is lost. Moves may read differently from the new position.
pub(super) fn prove_fields(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Result<(), Refusal> {
    let is_proven = new.kind == LineKind::Record
        && behind(old) == behind(new)
        && are_fields(old, &requested_fields(changes), new);
    is_proven.then_some(()).ok_or(Refusal::ReadsDifferently)
}

/// Returns everything after the last word: blanks, marks and the line's end.
fn behind<'l>(record: &Record<'l>) -> &'l [u8] {
    record.line.get(record.parts.body.end..).unwrap_or_default()
}

/// Returns the words that belong to no field or operation.
fn stray<'l>(record: &Record<'l>) -> impl Iterator<Item = &'l [u8]> {
    let words = record.lexemes.iter();
    let stray = words.filter(|l| l.role == TokenKind::Stray && l.shape != Shape::Semicolon);
    stray.map(|lexeme| lexeme.span.of(record.line))
}

fn are_fields(old: &Record<'_>, edits: &[Option<Cow<'_, [u8]>>; 4], new: &Record<'_>) -> bool {
    let (before, after) = (old.field_texts(), new.field_texts());
    if edits.iter().all(Option::is_none) {
        return before == after
            && (old.board(), old.side, old.en_passant) == (new.board(), new.side, new.en_passant)
            && (old.castling(), old.castling_rooks()) == (new.castling(), new.castling_rooks())
            && old.position == new.position;
    }
    let last = edits.iter().rposition(Option::is_some).unwrap_or(0);
    let ([before @ .., old_half, old_full], [after @ .., half, full]) = (before, after);
    let fields = before.into_iter().zip(edits).zip(after).zip(ABSENT);
    let are_made = fields
        .enumerate()
        .all(|(at, (((old, edit), new), absent))| match (edit, old) {
            (Some(edit), _) => new == Some(&**edit),
            // `E3` is understood only in the old position, so it is written `e3`.
            (None, Some(old)) if at == 3 => new.is_some_and(|new| new.eq_ignore_ascii_case(old)),
            (None, Some(old)) => new == Some(old),
            (None, None) if at < last => new == Some(absent),
            // If one of the two fields is missing, both are written when the position changes.
            (None, None) => new.is_none() || (at >= 2 && new == Some(absent)),
        });
    are_made && (old_half, old_full) == (half, full)
}

fn are_operations(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
    same_position: bool,
) -> bool {
    let mut found = new.operations.iter();
    let fates = fates(old.operations.len(), changes);
    let mut added = additions(old, &fates, changes).into_iter().peekable();
    let mut are_made = |found: &mut std::slice::Iter<'_, Operation>, before: usize| {
        std::iter::from_fn(|| added.next_if(|addition| addition.before <= before)).all(|addition| {
            let made = found.next();
            made.is_some_and(|made| is_made(addition.opcode, addition.operands, new, made))
        })
    };
    for (at, (operation, fate)) in old.operations.iter().zip(&fates).enumerate() {
        if !are_made(&mut found, at) {
            return false;
        }
        if fate.is_removed {
            continue;
        }
        let Some(other) = found.next() else {
            return false;
        };
        let own = old.opcode_bytes(operation);
        let opcode = fate.opcode.unwrap_or(&own);
        let is_right = match fate.operands {
            Some(operands) => is_made(opcode, operands, new, other),
            None => {
                *new.opcode_bytes(other) == *opcode
                    && text_of(old, operation) == text_of(new, other)
                    && (fate.opcode.is_some()
                        || !same_position
                        || operands_of(old, operation).eq(operands_of(new, other)))
            }
        };
        if !is_right {
            return false;
        }
    }
    are_made(&mut found, old.operations.len()) && found.next().is_none()
}

/// Returns the significant bytes of an operand: without quotes, a plus sign, a comma of a list.
fn operand_text<'l>(record: &Record<'l>, operand: &Operand) -> &'l [u8] {
    match operand.form {
        OperandForm::Part(part) => part.of(record.line),
        _ => unquoted(operand.span.of(record.line)),
    }
}

fn operands_of<'r>(
    record: &'r Record<'_>,
    operation: &Operation,
) -> impl Iterator<Item = (&'r [u8], &'r Value)> {
    let all = record.operands_of(operation).iter();
    all.map(|operand| (operand_text(record, operand), &operand.value))
}

/// Returns the text from the first operand to the last, as written; a sole operand without quotes and signs.
fn text_of<'l>(record: &Record<'l>, operation: &Operation) -> &'l [u8] {
    match record.operands_of(operation) {
        [only] => operand_text(record, only),
        _ => record.operands_span(operation).of(record.line),
    }
}

/// Returns true if `found` is the operation that a change wrote, with its operands as written.
fn is_made(opcode: &[u8], operands: &[u8], new: &Record<'_>, found: &Operation) -> bool {
    let text = text_of(new, found);
    let is_sole = new.operands_of(found).len() == 1;
    // A sole operand is compared as its text: without quotes, a plus sign, a comma.
    let is_text = text == operands
        || is_sole
            && (text == unquoted(operands)
                || operands.strip_prefix(b"+") == Some(text)
                || operands.strip_suffix(b",") == Some(text)
                || unquoted(operands).strip_prefix(b"+") == Some(text));
    *new.opcode_bytes(found) == *opcode && is_text
}

/// Returns the first error that the change brought: one inside a written operation, or an increase of a code.
pub(super) fn new_error(
    old: &Record<'_>,
    changes: &[Change<'_>],
    new: &Record<'_>,
) -> Option<Refusal> {
    let (before, after) = (old.errors(), new.errors());
    let is_more = |code: Code| after.get(code as usize) > before.get(code as usize);
    let written = written(old, changes, new);
    let found = new.diagnostics().iter().find(|found| {
        found.severity == Severity::Error
            && (written.iter().any(|at| {
                let operation = new.operations().get(*at);
                operation.is_some_and(|operation| operation.span.holds(found.span))
            }) || is_more(found.code))
    })?;
    if found.code == Code::DuplicateOpcode {
        let twice = new.operations().iter().find(|o| o.span == found.span);
        if let Some(twice) = twice {
            return Some(Refusal::Taken(new.opcode(twice).into_owned()));
        }
    }
    Some(Refusal::Error(found.code))
}

/// Returns the indices of the operations of the new record whose operands were set.
fn written(old: &Record<'_>, changes: &[Change<'_>], new: &Record<'_>) -> Vec<usize> {
    let fates = fates(old.operations().len(), changes);
    let mut added = additions(old, &fates, changes).into_iter().peekable();
    let mut all = Vec::new();
    let mut next = 0..new.operations().len();
    for (at, fate) in fates.iter().enumerate() {
        while added.next_if(|addition| addition.before <= at).is_some() {
            all.extend(next.next());
        }
        let kept = if fate.is_removed { None } else { next.next() };
        all.extend(kept.filter(|_| fate.operands.is_some()));
    }
    all.extend(next.take(added.count()));
    all
}

/// The length in bytes above which a line is left to the full proof.
const LONGEST: usize = 1 << 14;

/// Returns the line without all operations with these opcodes, as [`checked`](crate::epd::edit::checked) would. `None`
/// if only that can decide, or if there are none.
pub(crate) fn without(line: &[u8], opcodes: &[String]) -> Option<Vec<u8>> {
    let names = opcodes.iter().map(String::as_bytes);
    if line.len() > LONGEST || names.clone().any(reaches_further) {
        return None;
    }
    let (fields, places) = plain_pieces(line)?;
    let mut is_removed =
        |place: &&OperationSpans| names.clone().any(|name| name == place.opcode.of(line));
    let mut new = Vec::with_capacity(line.len());
    let mut at = 0;
    for place in places.iter().filter(&mut is_removed) {
        let region = region(line, place)?;
        new.extend_from_slice(line.get(at..region.start)?);
        at = region.end;
    }
    if at == 0 {
        return None;
    }
    new.extend_from_slice(line.get(at..)?);
    let (left, mut found) = skim::pieces_of(&new)?;
    let mut stay = places.iter().filter(|place| !is_removed(place));
    let are_same = stay.all(|old| {
        found.next().flatten().is_some_and(|place| {
            place.words == old.words
                && place.opcode.of(&new) == old.opcode.of(line)
                && place.operands.of(&new) == old.operands.of(line)
        })
    });
    let is_rest = are_same
        && found.next().is_none()
        && left == fields
        && behind_line(&new) == behind_line(line);
    is_rest.then_some(new)
}

/// Returns true if other operations, or errors, may depend on one with this opcode.
fn reaches_further(opcode: &[u8]) -> bool {
    // A draw is offered with `sm`; clocks may be fields.
    matches!(opcode, b"sm" | b"hmvc" | b"fmvn") || opcode::perft_depth(opcode).is_some()
}

fn plain_pieces(line: &[u8]) -> Option<([&[u8]; 4], Vec<OperationSpans>)> {
    let (fields, places) = skim::pieces_of(line)?;
    let body = lex::parts(line).body.of(line);
    // Control characters belong to no word.
    let is_shown = body.iter().all(|byte| *byte >= b' ' && *byte != 0x7F);
    if !is_shown || !placement::is_canonical(fields[0]) {
        return None;
    }
    let places = places.collect::<Option<Vec<OperationSpans>>>()?;
    let is_by_itself = |place: &OperationSpans| {
        let name = place.opcode.of(line);
        let is_known = opcode::find(name).is_some() || opcode::well_known(name).is_some();
        // A private opcode of another form may be a move, or the first word of a sentence.
        let is_private = name.first().is_some_and(u8::is_ascii_uppercase)
            && !name.iter().any(u8::is_ascii_digit);
        let operands = place.operands.of(line);
        // Unquoted text may be ambiguous.
        let is_text =
            opcode::find(name).is_some_and(|info| matches!(info.shape, opcode::Shape::Text { .. }));
        let is_whole =
            !is_text || place.words == 0 || place.words == 1 && operands.starts_with(b"\"");
        let mut words = operands.split(|byte| lex::is_blank(*byte));
        // `#3` is a distance that `dm` may also state.
        let is_distance = words.any(|word| word.starts_with(b"#"));
        (is_known || is_private) && is_whole && opcode::perft_depth(name).is_none() && !is_distance
    };
    let are_plain = places.iter().all(is_by_itself);
    are_plain.then_some((fields, places))
}

/// Returns the span of an operation with its semicolon, and the blanks before it unless a word follows directly.
fn region(line: &[u8], place: &OperationSpans) -> Option<Span> {
    let ends = place.operands.end.max(place.opcode.end);
    let end = ends + 1;
    let body = lex::parts(line).body;
    if line.get(ends) != Some(&b';') || end > body.end {
        return None;
    }
    let before = line.get(..place.opcode.start)?;
    let blanks = before
        .iter()
        .rev()
        .take_while(|byte| lex::is_blank(**byte))
        .count();
    let next = line.get(end..body.end).and_then(<[u8]>::first);
    match next.is_some_and(|byte| !lex::is_blank(*byte)) {
        true => Some(Span::new(place.opcode.start, end)),
        false => Some(Span::new(place.opcode.start - blanks, end)),
    }
}

fn behind_line(line: &[u8]) -> &[u8] {
    line.get(lex::parts(line).body.end..).unwrap_or_default()
}
