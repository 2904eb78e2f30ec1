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

/// The lines a text takes in `columns` columns, cut between glyphs: ranges of bytes.
pub fn wrap(bytes: &[u8], columns: usize) -> Vec<Span> {
    let columns = columns.max(1);
    let (mut rows, mut start, mut end, mut used) = (Vec::new(), 0, 0, 0);
    for glyph in glyphs(bytes) {
        if used + glyph.width > columns && end > start {
            rows.push(Span::new(start, end));
            start = end;
            used = 0;
        }
        used += glyph.width;
        end = glyph.span.end;
    }
    rows.push(Span::new(start, end));
    rows
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

    #[test]
    fn long_lines_wrap_between_glyphs_and_short_ones_do_not() {
        let rows: Vec<_> = wrap("ab中d".as_bytes(), 3)
            .into_iter()
            .map(Span::range)
            .collect();
        assert_eq!(rows, [0..2, 2..6]);
        assert_eq!(wrap(b"", 3), [Span::at(0)]);
    }

    #[test]
    fn cut_text_ends_with_an_ellipsis() {
        assert_eq!(cut("position", 5), "posi…");
        assert_eq!(cut("posit", 5), "posit");
    }
}
