//! The lexer: splits a line into words, quoted strings and semicolons, with blanks between them.
//!
//! ```text
//! line    = [BOM] body {blank | NUL | Ctrl-Z} [end]
//! end     = {CR} LF | CR
//! body    = { blank | lexeme }
//! lexeme  = ";" | quoted | word | glued
//! quoted  = '"' {any byte but '"'} '"'          followed by a blank, ";" or the end
//! word    = {any byte but a blank or ";"}       not beginning with '"'
//! glued   = opcode [":"] ( quoted | word )      an official opcode without the blank after it
//! ```

use crate::epd::opcode;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;

/// The kind of a lexeme by its own bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A run of bytes without blank, semicolon or quote at its start.
    Word,
    /// A whole string, quotes included.
    Quoted,
    /// A string without end, or with text after its closing quote.
    Broken,
    /// `;`
    Semicolon,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub shape: Shape,
    pub role: TokenKind,
    pub span: Span,
}

impl Lexeme {
    pub(super) fn word(span: Span) -> Self {
        Self {
            shape: Shape::Word,
            role: TokenKind::Stray,
            span,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts {
    /// The byte-order mark; empty if there is none.
    pub bom: Span,
    /// The part from the first byte after the mark to the last that is not a blank, NUL or Ctrl-Z.
    pub body: Span,
    /// The blanks, NUL and Ctrl-Z after the body.
    pub tail: Span,
    /// The line's end.
    pub end: Span,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns true if a byte separates words. A carriage return inside a line does so, like a tab.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)
}

pub(super) fn parts(line: &[u8]) -> Parts {
    let behind_mark = line.strip_prefix(BOM).unwrap_or(line);
    let bom = line.len() - behind_mark.len();
    // Before a line feed all carriage returns belong to the line's end; without one, a single one does.
    let (text, most) = match behind_mark.strip_suffix(b"\n") {
        Some(text) => (text, text.len()),
        None => (behind_mark, 1),
    };
    let last = text.iter().rev();
    let returns = last.clone().take(most).take_while(|b| **b == b'\r');
    let returns = returns.count();
    let is_behind = |b: &&u8| is_blank(**b) || matches!(**b, 0 | 0x1A);
    let behind = last.skip(returns).take_while(is_behind).count();
    let end = bom + text.len() - returns;
    let body = end - behind;
    Parts {
        bom: Span::new(0, bom),
        body: Span::new(bom, body),
        tail: Span::new(body, end),
        end: Span::new(end, line.len()),
    }
}

/// The oddities met in a scan of the bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Oddities {
    /// Whether there is a byte of 0x80 or more.
    pub non_ascii: bool,
    /// Whether a word or a string contains a control character.
    pub control: bool,
    /// Whether there are blanks other than one space between words and none before a semicolon.
    pub uneven: bool,
}

/// For each byte, whether it ends a word.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        stops[byte] = is_blank(byte as u8) || byte as u8 == b';';
        byte += 1;
    }
    stops
};

/// Returns true if a byte ends a word: a blank or a semicolon.
#[inline]
pub(super) fn ends_word(byte: u8) -> bool {
    STOPS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// Returns true if some byte is not printable ASCII.
pub(super) fn is_odd(text: &[u8]) -> bool {
    // Eight bytes at once: a printable one has no high bit, neither before nor after subtracting 0x20 or adding 1.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (eights, rest) = text.as_chunks::<8>();
    let bits = eights.iter().fold(0, |bits, eight| {
        let eight = u64::from_le_bytes(*eight);
        bits | eight | eight.wrapping_sub(ONES * 0x20) | eight.wrapping_add(ONES)
    });
    bits & (ONES * 0x80) != 0 || rest.iter().any(|byte| !matches!(byte, b' '..=b'~'))
}

/// Appends the lexemes of `span` to `out`; `odd` is true if a byte of the line is not printable ASCII.
pub(super) fn lexemes(line: &[u8], span: Span, odd: bool, out: &mut Vec<Lexeme>) -> Oddities {
    let mut at = span.start;
    let text = line.get(..span.end).unwrap_or(line);
    let mut met = Oddities::default();
    let mut before = at;
    while let Some(&byte) = text.get(at) {
        if ends_word(byte) && byte != b';' {
            at += 1;
            continue;
        }
        let start = at;
        let (shape, role) = match byte {
            b';' => {
                at += 1;
                (Shape::Semicolon, TokenKind::Semicolon)
            }
            b'"' => {
                let shape = match memchr::memchr(b'"', text.get(at + 1..).unwrap_or_default()) {
                    Some(close) => {
                        at += close + 2;
                        match text.get(at) {
                            Some(b) if !ends_word(*b) => Shape::Broken,
                            _ => Shape::Quoted,
                        }
                    }
                    None => {
                        at = text.len();
                        Shape::Broken
                    }
                };
                if shape == Shape::Broken {
                    at = word_end(text, at);
                }
                (shape, TokenKind::Text)
            }
            _ => {
                at = word_end(text, at);
                if may_open_operation(line, out)
                    && let Some((opcode, operand)) =
                        glued_opcode(text.get(start..at).unwrap_or_default())
                {
                    // The text after the opcode is split again: a string may contain blanks.
                    at = start + operand;
                    out.push(Lexeme::word(Span::new(start, start + opcode)));
                    before = at;
                    met.uneven = true;
                    continue;
                }
                (Shape::Word, TokenKind::Stray)
            }
        };
        let spaces = usize::from(shape != Shape::Semicolon && !out.is_empty());
        met.uneven |= start - before != spaces || (spaces == 1 && text.get(before) != Some(&b' '));
        before = at;
        out.push(Lexeme {
            shape,
            role,
            span: Span::new(start, at),
        });
    }
    if odd {
        met.non_ascii = !span.of(line).is_ascii();
        met.control = out
            .iter()
            .any(|l| l.span.of(line).iter().any(|b| *b < 0x20 || *b == 0x7F));
    }
    met
}

/// Returns true if the next word may be an opcode: after a semicolon, or after a possible end of the fields.
fn may_open_operation(line: &[u8], before: &[Lexeme]) -> bool {
    match before {
        [.., last] if last.shape == Shape::Semicolon => true,
        [_, _, _, .., last] if before.len() <= 6 => match last.span.of(line) {
            b"-" | [b'a'..=b'h', b'3'..=b'6'] => true,
            clock => clock.iter().all(u8::is_ascii_digit),
        },
        _ => false,
    }
}

/// Returns the end of an official opcode in a word, and the start of its operand: `id"x"`, `bm:Kd2`.
fn glued_opcode(word: &[u8]) -> Option<(usize, usize)> {
    let end = word.iter().position(|b| matches!(b, b'"' | b':'))?;
    let operand = match word.get(end..)? {
        [b'"', ..] => end,
        [b':', _, ..] => end + 1,
        _ => return None,
    };
    opcode::find(word.get(..end)?)?;
    Some((end, operand))
}

/// Returns the end of a word that continues at `at`.
#[inline]
fn word_end(text: &[u8], mut at: usize) -> usize {
    // Eight bytes at once: most words end within them, and a processor can't predict the length of a word.
    while let Some(eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let candidates = control_or_semicolon(u64::from_le_bytes(*eight));
        at += candidates.trailing_zeros() as usize / 8;
        if candidates != 0 {
            if text.get(at).is_some_and(|byte| ends_word(*byte)) {
                return at;
            }
            at += 1;
        }
    }
    let rest = text.get(at..).unwrap_or_default();
    let length = rest.iter().position(|byte| ends_word(*byte));
    length.map_or(text.len(), |length| at + length)
}

/// Returns the high bit of the lowest byte that is a blank, a control character or a semicolon; bits above it are
/// meaningless, and 0 means none.
const fn control_or_semicolon(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let semicolons = eight ^ (ONES * b';' as u64);
    let low = eight.wrapping_sub(ONES * 0x21) & !eight;
    let semicolon = semicolons.wrapping_sub(ONES) & !semicolons;
    (low | semicolon) & (ONES * 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &[u8], expected: &[(&[u8], Shape)]) {
        let parts = parts(line);
        let mut found = Vec::new();
        lexemes(line, parts.body, is_odd(line), &mut found);
        let found: Vec<_> = found.iter().map(|l| (l.span.of(line), l.shape)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_semicolon_in_quotes_ends_nothing() {
        check(
            b"id \"a;b\";\n",
            &[
                (b"id", Shape::Word),
                (b"\"a;b\"", Shape::Quoted),
                (b";", Shape::Semicolon),
            ],
        );
    }

    #[test]
    fn a_word_of_any_length_ends_at_the_first_stop() {
        for length in 0..40 {
            for stop in 0..=255_u8 {
                let mut text = vec![b'\x80'; length];
                text.push(stop);
                text.extend_from_slice(b"x;;; \x01 more");
                let expected = text.iter().position(|byte| STOPS[*byte as usize]);
                assert_eq!(Some(word_end(&text, 0)), expected, "{length} {stop}");
            }
        }
    }

    #[test]
    fn a_backslash_before_the_closing_quote_is_text() {
        check(
            b"Dir \"C:\\\";",
            &[
                (b"Dir", Shape::Word),
                (b"\"C:\\\"", Shape::Quoted),
                (b";", Shape::Semicolon),
            ],
        );
    }

    #[test]
    fn text_behind_the_closing_quote_breaks_the_string() {
        check(
            b"a \"foo\\\"bar\"; b",
            &[
                (b"a", Shape::Word),
                (b"\"foo\\\"bar\"", Shape::Broken),
                (b";", Shape::Semicolon),
                (b"b", Shape::Word),
            ],
        );
        check(b"\"open; x", &[(b"\"open; x", Shape::Broken)]);
    }

    #[test]
    fn line_ends_are_lf_crlf_cr_and_cr_cr_lf() {
        for (line, end) in [
            (&b"a\n"[..], 1),
            (b"a\r\n", 2),
            (b"a\r", 1),
            (b"a\r\r\n", 3),
            (b"a", 0),
        ] {
            assert_eq!(parts(line).end.len(), end);
            assert_eq!(parts(line).body, Span::new(0, 1));
        }
    }

    #[test]
    fn nul_and_ctrl_z_at_the_end_are_not_body() {
        let parts = parts(b"a;\0 \x1a\r\n");
        assert_eq!(parts.body, Span::new(0, 2));
        assert_eq!(parts.tail, Span::new(2, 5));
    }
}
