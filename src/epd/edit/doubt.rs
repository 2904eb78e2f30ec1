//! Edits of operations in a record that is not understood in full.
//!
//! If the fields are certain and the rest can be cut at its semicolons, a piece that is not understood stays byte for
//! byte, and the operations in the other pieces can be set, renamed, removed and added.

use crate::epd::diagnostic::{Code, Diagnostic};
use crate::epd::edit::{Change, Refusal};
use crate::epd::lex::Shape;
use crate::epd::record::Record;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use std::borrow::Cow;

/// Returns the reason why a record of ambiguous structure can't be changed this way; `None` if it can.
pub(super) fn refusal(record: &Record<'_>, changes: &[Change<'_>]) -> Option<Refusal> {
    let first = doubts(record).next()?;
    let mut edited: Vec<Span> = Vec::new();
    let mut opcodes: Vec<Cow<'_, str>> = Vec::new();
    for change in changes {
        let (of, name) = match change {
            Change::Remove(of) | Change::Operands(of, _) => (Some(*of), None),
            Change::Rename(of, name) => (Some(*of), Some(*name)),
            Change::Add(name, _) => (None, Some(*name)),
            _ => return Some(Refusal::Doubt(first.code)),
        };
        if let Some(operation) = of.and_then(|of| record.operations().get(of)) {
            opcodes.push(record.opcode(operation));
            edited.push(record.piece_around(operation.span));
        }
        opcodes.extend(name.map(String::from_utf8_lossy));
    }
    if changes.is_empty() {
        return Some(Refusal::Doubt(first.code));
    }
    let is_inside = |found: &Diagnostic| {
        let mut pieces = edited.iter();
        pieces.any(|piece| piece.start <= found.span.start && found.span.start < piece.end)
    };
    let is_open = has_open_quote(record);
    doubts(record)
        .find(|found| is_open || is_of_head(record, found) || is_inside(found))
        .map(|found| Refusal::Doubt(found.code))
        .or_else(|| {
            opcodes
                .iter()
                .find_map(|opcode| opcode_refusal(record, opcode))
        })
}

/// Returns the reason why operations with these opcodes can't be set in a record, whatever their operands.
pub(crate) fn refused(record: &Record<'_>, opcodes: &[&str]) -> Option<Refusal> {
    if record.is_beginning() {
        return Some(Refusal::TooLong);
    }
    let all = record.operations().iter().enumerate();
    let changes: Vec<Change<'_>> = opcodes
        .iter()
        .flat_map(|opcode| {
            let same = all
                .clone()
                .filter(|(_, other)| record.opcode(other) == *opcode);
            let change = same.map(|(at, _)| Change::Operands(at, b"")).next();
            change.or(Some(Change::Add(opcode.as_bytes(), b"")))
        })
        .collect();
    refusal(record, &changes)
}

fn doubts<'r>(record: &'r Record<'_>) -> impl Iterator<Item = &'r Diagnostic> {
    let all = record.diagnostics().iter();
    all.filter(|found| found.doubts_structure())
}

fn is_of_head(record: &Record<'_>, found: &Diagnostic) -> bool {
    !matches!(
        found.code,
        Code::StrayText | Code::BadOpcode | Code::MoveAsOpcode | Code::SwallowedOperation
    ) || found.span.start < head(record).end
}

/// Returns true if a quote may be open, so that a semicolon after it may be part of a string.
fn has_open_quote(record: &Record<'_>) -> bool {
    record.lexemes.iter().any(|lexeme| match lexeme.shape {
        Shape::Broken => true,
        Shape::Word => memchr::memchr(b'"', lexeme.span.of(record.line)).is_some(),
        Shape::Quoted | Shape::Semicolon => false,
    })
}

pub(super) fn head(record: &Record<'_>) -> Span {
    let fields = record.fields.all().into_iter().flatten();
    let end = fields.map(|span| span.end).max();
    Span::new(record.body().start, end.unwrap_or(record.body().start))
}

/// Returns the reason why an opcode can't be edited in an ambiguous record: it occurs twice, or may do so.
fn opcode_refusal(record: &Record<'_>, opcode: &str) -> Option<Refusal> {
    let operations = record.operations().iter();
    let count = operations
        .filter(|other| record.opcode(other) == opcode)
        .count();
    if count > 1 {
        let opcode = opcode.to_owned();
        return Some(Refusal::Several { opcode, count });
    }
    let is_stray = |name: &[u8]| {
        let mut words = record.lexemes.iter();
        words.any(|word| word.role == TokenKind::Stray && word.span.of(record.line) == name)
    };
    // A move where an opcode is expected may be one more operand of `am` or `bm`.
    let may_be_more = matches!(opcode, "am" | "bm") && record.has(Code::MoveAsOpcode);
    let is_hidden = is_hidden(record, opcode) || is_stray(opcode.as_bytes()) || may_be_more;
    is_hidden.then(|| Refusal::Hidden(opcode.to_owned()))
}

fn is_hidden(record: &Record<'_>, opcode: &str) -> bool {
    record.hidden_opcodes().any(|hidden| hidden == opcode)
}

/// Refuses a new operation that the record may already have, hidden among the operands of another.
pub(super) fn not_hidden(record: &Record<'_>, changes: &[Change<'_>]) -> Result<(), Refusal> {
    for change in changes {
        if let Change::Add(name, _) | Change::Rename(_, name) = change
            && let Ok(opcode) = std::str::from_utf8(name)
            && is_hidden(record, opcode)
        {
            return Err(Refusal::Hidden(opcode.to_owned()));
        }
    }
    Ok(())
}

/// Returns the place to add an operation to an ambiguous record: its last semicolon; `None` for an open quote.
pub(super) fn place_to_add(record: &Record<'_>) -> Option<usize> {
    if record.is_structure_sound() || has_open_quote(record) {
        return None;
    }
    let head = head(record).end;
    let mut behind = record.lexemes.iter().rev();
    let last = behind.find(|lexeme| lexeme.shape == Shape::Semicolon && lexeme.span.start >= head);
    Some(last.map_or(head, |semicolon| semicolon.span.end))
}

/// Returns true if each piece that the changes do not concern is in the new record, byte for byte and in order.
pub(super) fn keeps_pieces(old: &Record<'_>, changes: &[Change<'_>], new: &Record<'_>) -> bool {
    let edited: Vec<Span> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Remove(of) | Change::Rename(of, _) | Change::Operands(of, _) => {
                Some(old.operations().get(*of)?.opcode)
            }
            _ => None,
        })
        .collect();
    let is_edited = |piece: &Span| {
        let mut opcodes = edited.iter();
        opcodes.any(|opcode| piece.start <= opcode.start && opcode.end <= piece.end)
    };
    let mut found = pieces(new).into_iter().map(|piece| text(new, piece));
    pieces(old)
        .into_iter()
        .filter(|piece| !is_edited(piece))
        .all(|piece| found.any(|other| other == text(old, piece)))
}

fn text<'r>(record: &Record<'r>, piece: Span) -> &'r [u8] {
    piece.of(record.line).trim_ascii()
}

/// Returns the pieces of text between the semicolons after the fields.
fn pieces(record: &Record<'_>) -> Vec<Span> {
    let mut start = head(record).end;
    let mut all = Vec::new();
    for lexeme in &record.lexemes {
        if lexeme.shape == Shape::Semicolon && lexeme.span.start >= start {
            all.push(Span::new(start, lexeme.span.start));
            start = lexeme.span.end;
        }
    }
    all.push(Span::new(start, record.body().end.max(start)));
    all
}

#[cfg(test)]
mod tests {
    use super::super::{by_hand, checked};
    use super::*;
    use crate::epd::ReadOptions;

    const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    /// Checks the text after the fields once changes are made, or the refusal.
    #[track_caller]
    fn check(rest: &str, changes: &[Change<'_>], expected: Result<&str, &str>) {
        let line = format!("{FIELDS}{rest}\n");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        assert!(!record.is_structure_sound(), "{rest}");
        let changed = checked(&record, changes).map_err(|refusal| refusal.to_string());
        let changed = changed.map(|line| String::from_utf8(line).expect("text"));
        let changed = changed.map(|line| line[FIELDS.len()..].trim_end().to_owned());
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(changed, expected, "{rest}");
        // Canonical writing still leaves the record unchanged.
        assert_eq!(record.canonical(&Default::default()), None);
    }

    #[test]
    fn a_new_operation_is_added_after_the_last_piece_that_a_semicolon_ends() {
        let add = [Change::Add(b"acd", b"5")];
        for (rest, expected) in [
            (
                " bm #10; 00:00 @ C2/R2; cdb eval: M13;",
                " bm #10; 00:00 @ C2/R2; cdb eval: M13; acd 5;",
            ),
            (" bm e4;  v=-429", " bm e4; acd 5;  v=-429"),
            (" v=-429; bm e4", " v=-429; acd 5; bm e4"),
            (" v=-429", " acd 5; v=-429"),
            (" 3 40; v=-429", " 3 40; acd 5; v=-429"),
            (" Foo 3 bm e4; id \"x\";", " Foo 3 bm e4; id \"x\"; acd 5;"),
        ] {
            check(rest, &add, Ok(expected));
        }
    }

    #[test]
    fn ambiguous_text_stays_byte_for_byte() {
        let rest = " v=-429 ;  bm  e4 ;id \"x\"; 7up";
        check(rest, &[Change::Remove(0)], Ok(" v=-429 ;  id \"x\"; 7up"));
        check(
            rest,
            &[Change::Rename(0, b"am")],
            Ok(" v=-429 ;  am  e4 ;id \"x\"; 7up"),
        );
        check(
            rest,
            &[Change::Operands(1, b"\"y\"")],
            Ok(" v=-429 ;  bm  e4 ;id \"y\"; 7up"),
        );
    }

    #[test]
    fn edits_next_to_ambiguous_text_are_refused() {
        let ambiguous = |what: &str| format!("the record's structure is ambiguous: {what}");
        let hidden = |opcode: &str| {
            format!("the record may already have {opcode}, hidden in text that is not understood")
        };
        let add = |opcode: &'static [u8], operands: &'static [u8]| [Change::Add(opcode, operands)];
        let swallowed =
            ambiguous("an operation among the operands of another (swallowed-operation)");
        for (rest, changes, why) in [
            // The operation itself, or one that is hidden in another.
            (" Foo 3 bm e4;", [Change::Remove(0)], swallowed.clone()),
            (
                " id A bm e4; ce 5;",
                [Change::Operands(0, b"\"B\"")],
                swallowed,
            ),
            (" Foo 3 bm e4;", add(b"bm", b"Kd2"), hidden("bm")),
            (
                " Foo 3 bm e4; am Kd2;",
                [Change::Rename(1, b"bm")],
                hidden("bm"),
            ),
            (" v=-3 bm e4; ce 5;", add(b"bm", b"Kd2"), hidden("bm")),
            (" bm e4; Kd2;", [Change::Operands(0, b"e3")], hidden("bm")),
            (
                " ce 5; ce 6; v=-3;",
                [Change::Remove(0)],
                "the record has two ce".to_owned(),
            ),
            // An open quote, and ambiguous fields.
            (
                " ce 5; id \"x",
                add(b"acd", b"5"),
                ambiguous("a string whose quotes are not closed (broken-quote)"),
            ),
            (
                " 00'40\" (x); ce 5;",
                add(b"acd", b"5"),
                ambiguous("text that is not an operation (stray-text)"),
            ),
            (
                " h6 ce 5;",
                add(b"acd", b"5"),
                ambiguous("ambiguous fields (unread-fields)"),
            ),
        ] {
            check(rest, &changes, Err(&why));
        }
    }

    #[test]
    fn an_edit_next_to_very_many_doubts_in_one_piece_is_fast() {
        let doubts = " bm Kd2 ce".repeat(60_000);
        let rest = format!(" Foo{doubts}; id \"x\";");
        let expected = format!(" Foo{doubts}; id \"y\";");
        check(&rest, &[Change::Operands(1, b"\"y\"")], Ok(&expected));
    }

    #[test]
    fn an_edit_after_which_the_line_would_read_differently_is_refused() {
        let remove = [Change::Remove(0)];
        check(" ce 5; c3 \"a\"; 7up", &remove, Ok(" c3 \"a\"; 7up"));
        // Without a string after it, `c3` would be read as a second en-passant square.
        let ambiguous = "ambiguous fields (unread-fields)";
        check(" ce 5; c3 text; 7up", &remove, Err(ambiguous));
    }

    #[test]
    fn by_hand_edits_ambiguous_text_but_adds_no_second_operation() {
        let line = format!("{FIELDS} id A.09 acd 30;");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let edited =
            by_hand(&record, &[Change::Operands(0, b"\"A.09\"")]).expect("a person sees it");
        assert_eq!(
            String::from_utf8_lossy(&edited),
            format!("{FIELDS} id \"A.09\";")
        );
        let added = super::super::by_hand(&record, &[super::super::Change::Add(b"acd", b"12")]);
        assert_eq!(added, Err(Refusal::Hidden("acd".into())));
    }
}
