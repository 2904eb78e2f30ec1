//! Diagnostics of the separators of operations: semicolons, stray words, quotes.

use super::{Context, Entry, Proof, entries};
use crate::epd::diagnostic::{Fix, quoted};
use crate::epd::lex::{self, Shape};
use crate::epd::span::Span;

entries! {
    MissingLastSemicolon "missing-last-semicolon" Warning Fixed
        "no semicolon after the last operation"
        "Every operation ends with `;`, the last one too. It is inserted."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2"
        message: |_| "expected `;` after the last operation".to_owned(),
        fix: |d| d.safe(b";");
    MissingSemicolon "missing-semicolon" Warning Fixed
        "no semicolon between two operations"
        "The operands so far are complete, and the next word is an opcode that everybody knows: a semicolon is inserted between them. Where the operands may go on, nobody can tell: see swallowed-operation."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 dm 26;"
        message: |d| format!("expected `;` before {}", quoted(d.reason().as_bytes())),
        fix: |d| d.safe(b";"),
        proof: Proof::Piece;
    StraySemicolon "stray-semicolon" Warning Fixed
        "a semicolon that ends nothing"
        "Each semicolon ends one operation. This one is removed."
        "4k3/8/8/8/8/8/8/4K2R w K -; bm Kd2;"
        message: |d| match d.text().iter().filter(|b| **b == b';').count() {
            0 | 1 => "unexpected `;`: it ends no operation".to_owned(),
            many => format!("{many} unexpected `;`: they end no operation"),
        },
        fix: |d| match is_needless(d) {
            true => stray(d),
            false => None,
        };
    StrayDash "stray-dash" Warning Fixed
        "a lone `-` after the four fields"
        "It belongs to no field and no operation, and is removed."
        "4k3/8/8/8/8/8/8/4K2R w K - - bm Kd2;"
        message: |_| "unexpected `-`: it belongs to no field or operation".to_owned(),
        fix: stray;
    StrayText "stray-text" Error Doubts
        "text that is not an operation"
        "After the four fields come operations: an opcode, its operands, a semicolon. This text does not begin with an opcode; the record is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - v=-328;"
        message: |d| format!("{} is not an operation, expected an opcode, its operands and `;`", d.value()),
        fix: |d| Fix::not_safe(d.record.taken_out(with_semicolon(d)), b""),
        choices: |d| as_comment(d).into_iter().collect(),
        rank: |_, fix| u8::from(fix.replacement.is_empty());
    BrokenQuote "broken-quote" Error Doubts
        "a string whose quotes are not closed"
        "A string runs from one `\"` to the next, followed by a blank or `;`. There is no escape for a quote inside; use `'` instead."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"x;"
        message: broken_quote,
        fix: inner_quotes,
        unsettles: true;
}

/// Returns true if a semicolon can be removed without the next word being read as a field.
fn is_needless(d: &Context<'_, '_>) -> bool {
    let record = d.record;
    let next = record
        .lexemes
        .partition_point(|l| l.span.start < d.span().end);
    let next = record.lexemes.get(next);
    let number = next.is_some_and(|l| l.span.of(record.line).iter().all(u8::is_ascii_digit));
    record.fields.en_passant.is_some() && !number
}

fn stray(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, end) = (d.record, d.span().end);
    // Two words that the semicolon held apart need a blank.
    let next = record.line.get(end).filter(|_| end < record.parts.body.end);
    let glued = next.is_some_and(|b| !lex::is_blank(*b) && *b != b';');
    Fix::safe(
        record.with_blanks_before(d.span()),
        if glued { b" " } else { &b""[..] },
    )
}

/// Returns the fix that moves the text into a comment in the first free register, so that no words are lost.
fn as_comment(d: &Context<'_, '_>) -> Option<Fix> {
    let text = d.text().trim_ascii();
    let is_free = |opcode: &String| d.record.operation(opcode).is_none();
    let register = (0..10).map(|nth| format!("c{nth}")).find(is_free)?;
    // EPD has no escapes, and at most 255 bytes a string.
    if text.is_empty() || text.len() > 255 || text.contains(&b'"') {
        return None;
    }
    let comment = [format!("{register} \"").as_bytes(), text, b"\";"].concat();
    Fix::not_safe(with_semicolon(d), comment)
}

/// Returns the span of the text with its semicolon, which would otherwise end nothing.
fn with_semicolon(d: &Context<'_, '_>) -> Span {
    let (record, span) = (d.record, d.span());
    let next = record.lexemes.partition_point(|l| l.span.start < span.end);
    match record.lexemes.get(next) {
        Some(next) if next.shape == Shape::Semicolon => span.cover(next.span),
        _ => span,
    }
}

fn broken_quote(d: &Context<'_, '_>) -> String {
    let (text, value) = (d.text(), d.value());
    if !text.starts_with(b"\"") {
        return format!("a quote stands inside {value}, expected quotes around a string only");
    }
    if memchr::memchr_iter(b'"', text).nth(2).is_some() {
        let why = "a string can't hold one, and EPD has no escapes (`\\\"`)";
        return format!("a quote stands inside the string {value}: {why}");
    }
    format!("the string {value} is not closed: expected `\"` before a blank or `;`")
}

/// Returns the fix that replaces the inner quotes in `c0 "he said "hi" there";` by `'`, if the string is the whole
/// operand text and its quotes come in pairs, so that it clearly ends with the last.
fn inner_quotes(d: &Context<'_, '_>) -> Option<Fix> {
    let operation = d.record.operation_around(d.span())?;
    if d.record.operands_span(operation) != d.span() {
        return None;
    }
    let inside = d.text().strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let quotes = memchr::memchr_iter(b'"', inside).count();
    if quotes == 0 || quotes % 2 == 1 {
        return None;
    }
    let mut replacement = Vec::with_capacity(d.span().len());
    replacement.push(b'"');
    for byte in inside {
        if *byte == b'"' {
            // `\"` was meant as an escape.
            replacement.pop_if(|last| *last == b'\\');
            replacement.push(b'\'');
        } else {
            replacement.push(*byte);
        }
    }
    replacement.push(b'"');
    d.not_safe(&replacement)
}

#[cfg(test)]
mod tests {
    use crate::epd::{Code, ReadOptions, Record, edit};

    const FIELDS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    /// Checks the operations after unsafe fixes, and the number of problems before.
    #[track_caller]
    fn check(operations: &str, problems: usize, expected: &str) {
        let line = format!("{FIELDS} {operations}");
        let options = ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        let broken = record.diagnostics().iter();
        let broken = broken.filter(|d| d.code == Code::BrokenQuote).count();
        assert_eq!(broken, problems, "{line}");
        let safe = edit::apply_safe_fixes(line.as_bytes(), &options);
        assert_eq!(String::from_utf8_lossy(&safe), line, "no fix is safe");
        let fixed = edit::apply_all_fixes(line.as_bytes(), &options).line;
        let expected = format!("{FIELDS} {expected}");
        assert_eq!(String::from_utf8_lossy(&fixed), expected);
    }

    #[test]
    fn quotes_inside_a_string_are_one_problem_and_become_apostrophes() {
        check(
            r#"c0 "he said "hi" there"; id "x";"#,
            1,
            r#"c0 "he said 'hi' there"; id "x";"#,
        );
        check(
            r#"c0 "he said \"hi\" there"; id "x";"#,
            1,
            r#"c0 "he said 'hi' there"; id "x";"#,
        );
        check(r#"c0 "a "b" c "d" e";"#, 1, r#"c0 "a 'b' c 'd' e";"#);
    }

    #[test]
    fn where_it_is_not_clear_where_the_string_ends_it_stays() {
        for (line, problems) in [
            (r#"c0 "a "b;"#, 1),
            (r#"c0 "C:\" x";"#, 1),
            (r#"c0 "open; id "x";"#, 1),
        ] {
            check(line, problems, line);
        }
    }

    #[test]
    fn the_message_says_that_a_string_holds_no_quote() {
        let line = format!(r#"{FIELDS} c0 "he said \"hi\" there";"#);
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let said = record.message(&record.diagnostics()[0]);
        assert!(
            said.starts_with("a quote stands inside the string") && said.contains("no escapes"),
            "{said}"
        );
    }
}
