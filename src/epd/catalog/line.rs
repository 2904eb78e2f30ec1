//! Diagnostics of a whole line (text that is not EPD, marks of other systems, bytes that other readers may not accept),
//! of a line and an earlier one, and of the blanks, semicolons and quotes around words and operations.

use crate::epd::catalog::{Context, Entry, Proof, entries};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::diagnostic::{Fix, quoted};
use crate::epd::lex::{self, Shape};
use crate::epd::span::Span;

entries! {
    NotEpd "not-epd" Error Doubts
        "not EPD"
        "The line is not EPD: UTF-16 text, a Git LFS pointer to a file that was not downloaded, binary data, or longer than 2 MiB. It is left unchanged. Convert the file to UTF-8 or fetch the real one."
        "version https://git-lfs.github.com/spec/v1"
        message: |d| format!("not EPD: {}", d.reason());
    ByteOrderMark "byte-order-mark" Warning Fixed
        "a byte-order mark at the start"
        "EPD is ASCII and needs no byte-order mark; many readers take it for a part of the placement. Saving removes it."
        "\u{feff}4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: |_| "unexpected byte-order mark before the record".to_owned(),
        fix: |d| d.safe(b"");
    NulByte "nul-byte" Warning Fixed
        "NUL bytes at the end of the record"
        "Some writers close a record with a NUL byte. It means nothing and is removed."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\0"
        message: |_| "unexpected NUL byte at the end of the record".to_owned(),
        fix: without_mark;
    CtrlZ "ctrl-z" Warning Fixed
        "Ctrl-Z, the end-of-file mark of CP/M and DOS"
        "The byte 0x1A at the end of old files means nothing today and is removed, and so is a line that holds nothing else."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\u{1a}"
        message: |_| "unexpected Ctrl-Z at the end of the line".to_owned(),
        fix: without_mark;
    CrCrLf "cr-cr-lf" Warning Fixed
        "several carriage returns before the line feed"
        "A CRLF file was converted to CRLF twice. The line end becomes CRLF."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\r\r\n"
        message: |d| {
            let found = d.span().len().saturating_sub(1);
            format!("expected one carriage return before the line feed, found {found}")
        },
        fix: |d| d.safe(b"\r\n");
    LineTooLong "line-too-long" Warning
        "a line longer than other readers must handle"
        "The 1995 standard asks software to handle 4096 bytes with the closing NUL (the 1994 one 1024); other readers may cut the line."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"… 4,100 bytes …\";"
        message: line_too_long;
    NonAscii "non-ascii" Warning
        "characters outside ASCII"
        "EPD is ASCII; UTF-8 and Latin-1 are kept byte for byte, but other readers may show other characters."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"Zürich\";"
        message: |d| format!("{} is not ASCII", d.value());
    ControlCharacter "control-character" Warning
        "a control character inside a string"
        "Strings hold printing characters. The byte is left unchanged, and shown as a visible mark."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\tb\";"
        message: |d| format!("control character {} in a string", d.value());
    DuplicateId "duplicate-id" Warning
        "an id of an earlier record"
        "The id names the record; reports and scripts can't tell the two apart."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\";"
        message: |d| format!("line {} already has the id {}", d.number(), d.value());
    DuplicatePosition "duplicate-position" Hint
        "a position of an earlier record"
        "Placement, side to move, castling rights and effective en-passant square are those of an earlier record."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: |d| format!("line {} already has this position", d.number());
    GameBreak "game-break" Warning
        "a record not reached by the move before"
        "In a file of games each record is the position after the supplied move (`sm`, else the first of `sv`) of the record before. Here a record is missing, or a move or the position is wrong. Only `check` reports this, in files where most records with a supplied move lead to the next."
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - sm d5;"
        message: |d| format!("the move on line {} does not lead here", d.number());
    ClockRunsBack "clock-runs-back" Warning
        "time used or a move number that decreases"
        "`cc` has the time that White and Black have used; from one record of a game to the next it grows, and so does the move number. Only `check` reports this, where the supplied move leads exactly to the next record."
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 cc 000:00:00:05 000:00:00:00;"
        message: |d| format!("lower than on line {}", d.number());
    WrongReply "wrong-reply" Warning
        "a reply that a referee does not expect"
        "Only `refcom respond` is answered with `refreq reply`: from the position after its move, with `tcri` and `tcsi` exchanged."
        "4k3/8/8/8/8/8/4P3/4K3 w - - refreq reply; sm e4;"
        message: |d| format!("not a reply to line {}", d.number());
    ExtraSpace "extra-space" Hint Fixed
        "an unexpected space"
        "The canonical form has one space between words, none before a semicolon and none at the ends of the line."
        "4k3/8/8/8/8/8/8/4K2R w K -  bm Kd2;"
        message: |d| {
            let inner = if d.is_between_words() { "one" } else { "no" };
            format!("expected {inner} space, found {}", thousands_of(d.span().len(), "space", "spaces"))
        },
        fix: |d| d.safe(if d.is_between_words() { b" " } else { b"" }),
        proof: Proof::Operation;
    Tab "tab" Warning Fixed
        "a tab between two words"
        "The standard separates words by spaces; some readers do not know tabs. It becomes one space."
        "4k3/8/8/8/8/8/8/4K2R w K -\tbm Kd2;"
        message: |d| match d.text().iter().find(|b| **b != b' ') == Some(&b'\r') {
            true => "expected one space, found a carriage return",
            false => "expected one space, found a tab",
        }
        .to_owned(),
        fix: |d| d.safe(if d.is_between_words() { b" " } else { b"" }),
        proof: Proof::Operation;
    NoSpaceAfterSemicolon "no-space-after-semicolon" Hint Fixed
        "no space after a semicolon"
        "One space separates an operation from the one before."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;id \"x\";"
        message: |_| "expected a space after `;`".to_owned(),
        fix: |d| d.safe(b" ");
    MissingSpace "missing-space" Warning Fixed
        "no space between an opcode and its operand"
        "One space separates an opcode from its first operand: `id\"x\"` and `bm:Kd2` are written `id \"x\"` and `bm Kd2`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm:Kd2;"
        message: |d| format!("no space after the opcode in {}, expected one", d.value()),
        fix: missing_space;
    MissingLastSemicolon "missing-last-semicolon" Warning Fixed
        "no semicolon after the last operation"
        "Every operation ends with `;`, the last one too. It is inserted."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2"
        message: |_| "expected `;` after the last operation".to_owned(),
        fix: |d| d.safe(b";");
    MissingSemicolon "missing-semicolon" Warning Fixed
        "no semicolon between two operations"
        "The operands so far are complete, and the next word is a well-known opcode: a semicolon is inserted between them. If the operands may continue, the line is ambiguous: see swallowed-operation."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 dm 26;"
        message: |d| format!("expected `;` before {}", quoted(d.reason().as_bytes())),
        fix: |d| d.safe(b";"),
        proof: Proof::Piece;
    StraySemicolon "stray-semicolon" Warning Fixed
        "a stray semicolon"
        "Each semicolon ends one operation. This one is removed."
        "4k3/8/8/8/8/8/8/4K2R w K -; bm Kd2;"
        message: |d| match d.text().iter().filter(|b| **b == b';').count() {
            0 | 1 => "unexpected `;`: it ends no operation".to_owned(),
            many => format!("{many} unexpected `;`: they end no operation"),
        },
        fix: |d| match is_removable(d) {
            true => without_stray(d),
            false => None,
        };
    StrayDash "stray-dash" Warning Fixed
        "a lone `-` after the four fields"
        "It belongs to no field and no operation, and is removed."
        "4k3/8/8/8/8/8/8/4K2R w K - - bm Kd2;"
        message: |_| "unexpected `-`: it belongs to no field or operation".to_owned(),
        fix: without_stray;
    StrayText "stray-text" Error Doubts
        "text that is not an operation"
        "After the four fields come operations: an opcode, its operands, a semicolon. This text does not begin with an opcode; the record is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - v=-328;"
        message: |d| format!("{} is not an operation, expected an opcode, its operands and `;`", d.value()),
        fix: |d| Fix::not_safe(d.record.removal_span(with_semicolon(d)), b""),
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

/// Returns the fix that removes a NUL byte or Ctrl-Z; a line of Ctrl-Z alone is removed with its line end.
fn without_mark(d: &Context<'_, '_>) -> Option<Fix> {
    match d.record.is_end_of_file() {
        true => Fix::safe(Span::new(0, d.record.line.len()), b""),
        false => d.safe(b""),
    }
}

fn line_too_long(d: &Context<'_, '_>) -> String {
    if d.record.is_beginning() {
        let length = thousands(d.span().len());
        return format!("the line has {length} bytes, too long to show its operations");
    }
    let (length, longest) = (d.number(), d.record.options.longest_line);
    let whose = match longest {
        4095 => " (the limit of the 1995 standard)",
        1023 => " (the limit of the 1994 standard)",
        _ => "",
    };
    format!("the line has {length} bytes, expected at most {longest}{whose}")
}

impl Context<'_, '_> {
    /// Returns true for a gap between two words, where one space is expected.
    fn is_between_words(&self) -> bool {
        let (gap, body) = (self.span(), self.record.parts.body);
        let next = self.record.line.get(gap.end);
        gap.start > body.start && gap.end < body.end && next != Some(&b';')
    }
}

fn missing_space(d: &Context<'_, '_>) -> Option<Fix> {
    if d.record.is_wrong_inside(d.span()) {
        return None;
    }
    // The span includes the colon of `bm:`, after the opcode.
    let colon = usize::from(d.text().ends_with(b":"));
    let end = d.span().end;
    Fix::safe(Span::new(end - colon, end), b" ")
}

/// Returns true if a semicolon can be removed without the next word being read as a field.
fn is_removable(d: &Context<'_, '_>) -> bool {
    let record = d.record;
    let next = record
        .lexemes
        .partition_point(|l| l.span.start < d.span().end);
    let next = record.lexemes.get(next);
    let is_number = next.is_some_and(|l| l.span.of(record.line).iter().all(u8::is_ascii_digit));
    record.fields.en_passant.is_some() && !is_number
}

fn without_stray(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, end) = (d.record, d.span().end);
    // Two words that the semicolon separated need a blank.
    let next = record.line.get(end).filter(|_| end < record.parts.body.end);
    let needs_blank = next.is_some_and(|b| !lex::is_blank(*b) && *b != b';');
    Fix::safe(
        record.with_blanks_before(d.span()),
        if needs_blank { b" " } else { &b""[..] },
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

/// Returns the span of the text and of a semicolon after it, which would be stray without the text.
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
        return format!("a quote inside {value}; quotes may only enclose a string");
    }
    if memchr::memchr_iter(b'"', text).nth(2).is_some() {
        let why = "a string can't hold one, and EPD has no escapes (`\\\"`)";
        return format!("a quote inside the string {value}: {why}");
    }
    format!("the string {value} is not closed: expected `\"` before a blank or `;`")
}

/// Returns the fix that replaces the inner quotes in `c0 "he said "hi" there";` by `'`, if the string is the whole
/// operand text and its quotes come in pairs, so that the last one clearly ends it.
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
    fn a_string_with_an_unclear_end_is_left_unchanged() {
        for (line, problems) in [
            (r#"c0 "a "b;"#, 1),
            (r#"c0 "C:\" x";"#, 1),
            (r#"c0 "open; id "x";"#, 1),
        ] {
            check(line, problems, line);
        }
    }

    #[test]
    fn the_message_says_that_a_string_can_contain_no_quote() {
        let line = format!(r#"{FIELDS} c0 "he said \"hi\" there";"#);
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let message = record.message(&record.diagnostics()[0]);
        assert!(
            message.starts_with("a quote inside the string") && message.contains("no escapes"),
            "{message}"
        );
    }
}
