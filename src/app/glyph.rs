//! Bytes of a line as what may stand on a screen: one visible mark for everything a terminal
//! must never get raw (control characters, escape sequences, bidirectional overrides, bytes that
//! are no UTF-8).
//!
//! Drawing and the mouse both go through here, so that a click on a cell finds the byte under it.

use crate::epd::Span;
use bstr::ByteSlice;
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// One visible mark of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph<'a> {
    /// The bytes it stands for.
    pub span: Span,
    /// What to show: never a control character, never empty.
    pub text: Cow<'a, str>,
    /// Terminal columns it takes, 1 or more.
    pub width: usize,
    /// Whether it is our mark for something that can't be shown.
    pub replaced: bool,
}

/// The visible marks of `bytes`, in order; their spans tile it.
pub fn glyphs(bytes: &[u8]) -> impl Iterator<Item = Glyph<'_>> {
    bytes
        .grapheme_indices()
        .flat_map(|(start, end, text)| marks(bytes, start, end, text))
}

/// `bytes` as text that is safe on a terminal.
pub fn safe(bytes: &[u8]) -> String {
    glyphs(bytes).map(|glyph| glyph.text).collect()
}

/// Columns that `bytes` take when shown.
pub fn width(bytes: &[u8]) -> usize {
    glyphs(bytes).map(|glyph| glyph.width).sum()
}

/// `text` cut to at most `columns` columns, with `…` where something was cut.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text.as_bytes()) <= columns {
        return safe(text.as_bytes());
    }
    let mut out = String::new();
    let mut used = 0;
    for glyph in glyphs(text.as_bytes()) {
        if used + glyph.width + 1 > columns {
            break;
        }
        used += glyph.width;
        out.push_str(&glyph.text);
    }
    if columns > 0 {
        out.push('…');
    }
    out
}

/// The rows a text takes in `columns` columns: ranges of bytes that tile it. A row ends after a blank
/// where there is one, and that blank may stand beyond the last column; a longer word is cut between
/// glyphs.
pub fn wrap(bytes: &[u8], columns: usize) -> Vec<Span> {
    let columns = columns.max(1);
    let (mut rows, mut start, mut used) = (Vec::new(), 0, 0);
    // After the last blank of the row: the byte, and the columns up to it.
    let mut word = None;
    for glyph in glyphs(bytes) {
        let blank = glyph.text == " ";
        let fits = |used| used + glyph.width <= columns || (blank && used <= columns);
        // First after the last blank; where what follows it is a row and more, here.
        while !fits(used) && glyph.span.start > start {
            let (cut, before) = word.take().unwrap_or((glyph.span.start, used));
            rows.push(Span::new(start, cut));
            start = cut;
            used -= before;
        }
        used += glyph.width;
        if blank {
            word = Some((glyph.span.end, used));
        }
    }
    rows.push(Span::new(start, bytes.len()));
    rows
}

/// The row and the column of a byte among the rows that [`wrap`] gave. The end of the text stands
/// after its last glyph.
pub fn place_of(bytes: &[u8], rows: &[Span], at: usize) -> (usize, usize) {
    let last = rows.len().saturating_sub(1);
    let row = rows.iter().position(|row| at < row.end).unwrap_or(last);
    let start = rows.get(row).map_or(0, |row| row.start);
    (row, width(bytes.get(start..at).unwrap_or_default()))
}

/// The byte offset of the glyph at `column` of a line; its length where the line ends before.
pub fn byte_at(bytes: &[u8], column: usize) -> usize {
    let mut used = 0;
    for glyph in glyphs(bytes) {
        used += glyph.width;
        if column < used {
            return glyph.span.start;
        }
    }
    bytes.len()
}

fn marks<'a>(bytes: &'a [u8], start: usize, end: usize, text: &'a str) -> Vec<Glyph<'a>> {
    let raw = Span::new(start, end);
    if raw.of(bytes) != text.as_bytes() {
        // Not UTF-8: one mark a byte, so that each can be told and deleted alone.
        return (start..end)
            .map(|at| Glyph {
                span: Span::new(at, at + 1),
                text: Cow::Borrowed("\u{FFFD}"),
                width: 1,
                replaced: true,
            })
            .collect();
    }
    if !text.chars().any(must_not_be_shown) {
        let width = text.width();
        return vec![if width == 0 {
            Glyph {
                span: raw,
                text: Cow::Owned(format!("◌{text}")),
                width: 1,
                replaced: true,
            }
        } else {
            Glyph {
                span: raw,
                text: Cow::Borrowed(text),
                width,
                replaced: false,
            }
        }];
    }
    let mut out = Vec::new();
    for (at, c) in text.char_indices() {
        let span = Span::new(start + at, start + at + c.len_utf8());
        let glyph = if must_not_be_shown(c) {
            let text = mark(c);
            let width = text.width();
            Glyph {
                span,
                text: Cow::Owned(text),
                width,
                replaced: true,
            }
        } else {
            match c.width() {
                Some(width) if width > 0 => Glyph {
                    span,
                    text: Cow::Owned(c.to_string()),
                    width,
                    replaced: false,
                },
                _ => Glyph {
                    span,
                    text: Cow::Owned(format!("◌{c}")),
                    width: 1,
                    replaced: true,
                },
            }
        };
        out.push(glyph);
    }
    out
}

/// Characters that would act on the terminal, hide, or turn the direction of what follows.
fn must_not_be_shown(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

fn mark(c: char) -> String {
    match c {
        '\u{00}'..='\u{1F}' => {
            char::from_u32(0x2400 + c as u32).map_or_else(|| "\u{FFFD}".into(), |c| c.to_string())
        }
        '\u{7F}' => "␡".into(),
        _ => format!("<{:X}>", c as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_shown_as_it_is() {
        assert_eq!(safe(b"8/8 w - - id \"Zuse\";"), "8/8 w - - id \"Zuse\";");
        assert_eq!(safe("Ding–Népo".as_bytes()), "Ding–Népo");
    }

    #[test]
    fn nothing_that_acts_on_a_terminal_comes_through() {
        let bad = "\u{1b}]0;x\u{7}\t\u{202E}\u{9b}\u{7f}\u{feff}".as_bytes();
        let shown = safe(bad);
        assert!(!shown.chars().any(must_not_be_shown), "{shown:?}");
        assert_eq!(shown, "␛]0;x␇␉<202E><9B>␡<FEFF>");
    }

    #[test]
    fn glyphs_tile_any_bytes() {
        for bytes in [
            &b"a\xE9b\r\n"[..],
            b"\xFF\xFE\x00",
            "e\u{301}\u{301}x".as_bytes(),
            b"",
            "\u{301}".as_bytes(),
        ] {
            let mut at = 0;
            for glyph in glyphs(bytes) {
                assert_eq!(glyph.span.start, at);
                assert!(glyph.width > 0 && !glyph.text.is_empty());
                at = glyph.span.end;
            }
            assert_eq!(at, bytes.len());
        }
    }

    #[test]
    fn a_click_finds_the_byte_under_it() {
        let line = "a中b".as_bytes();
        assert_eq!(
            [0, 1, 2, 3, 9].map(|column| byte_at(line, column)),
            [0, 1, 1, 4, 5]
        );
    }

    /// The rows of a text in so many columns.
    fn rows(text: &str, columns: usize) -> Vec<&str> {
        let rows = wrap(text.as_bytes(), columns).into_iter();
        rows.map(|row| text.get(row.range()).expect("whole glyphs"))
            .collect()
    }

    #[test]
    fn long_lines_wrap_after_blanks_and_long_words_between_glyphs() {
        assert_eq!(rows("ab中d", 3), ["ab", "中d"]);
        assert_eq!(rows("", 3), [""]);
        assert_eq!(rows("one two three", 8), ["one two ", "three"]);
        // The blank after a full row stands beyond it; a second one does not.
        assert_eq!(rows("one two x", 7), ["one two ", "x"]);
        assert_eq!(rows("one two  x", 7), ["one two ", " x"]);
        assert_eq!(rows("a bcdefghij", 4), ["a ", "bcde", "fghi", "j"]);
    }

    #[test]
    fn every_byte_has_a_place_among_the_rows() {
        let text = b"one two three";
        let rows = wrap(text, 8);
        assert_eq!(place_of(text, &rows, 4), (0, 4));
        assert_eq!(place_of(text, &rows, 8), (1, 0));
        assert_eq!(place_of(text, &rows, 13), (1, 5));
    }

    proptest::proptest! {
        #[test]
        fn wrapped_rows_tile_the_text_and_only_one_blank_stands_beyond_them(
            text in "[ab 中\\t]{0,40}", columns in 2usize..12,
        ) {
            let mut at = 0;
            for row in wrap(text.as_bytes(), columns) {
                proptest::prop_assert_eq!(row.start, at);
                at = row.end;
                let row = row.of(text.as_bytes());
                let shown = row.strip_suffix(b" ").unwrap_or(row);
                proptest::prop_assert!(width(shown) <= columns);
            }
            proptest::prop_assert_eq!(at, text.len());
        }
    }

    #[test]
    fn cut_text_ends_with_an_ellipsis() {
        assert_eq!(cut("position", 5), "posi…");
        assert_eq!(cut("posit", 5), "posit");
    }
}
