//! Bytes of a line as visible marks: one for everything that a terminal must never get raw (control
//! characters, escape sequences, bidirectional overrides, bytes that are not UTF-8).
//!
//! Drawing and the mouse both use them, so that a click on a cell finds the byte under it.

use crate::epd::Span;
use crate::epd::visible::{is_hidden, mark};
use bstr::ByteSlice;
use std::borrow::Cow;
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// One visible mark of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph<'a> {
    /// The bytes that it shows.
    pub span: Span,
    /// The text to show: never a control character, never empty.
    pub text: Cow<'a, str>,
    /// Its width in terminal columns, 1 or more.
    pub width: usize,
    /// Whether it is a substitute for something that can't be shown.
    pub replaced: bool,
}

/// Returns the glyphs of `bytes`, in order; their spans tile it. Lazy: the cost grows with the glyphs consumed.
pub fn glyphs(bytes: &[u8]) -> impl Iterator<Item = Glyph<'_>> {
    Glyphs {
        bytes,
        at: 0,
        next: Vec::new().into_iter(),
        is_inside: false,
    }
}

struct Glyphs<'a> {
    bytes: &'a [u8],
    /// The byte up to which glyphs were returned or are in `next`.
    at: usize,
    next: std::vec::IntoIter<Glyph<'a>>,
    /// Whether this may be the continuation of a cluster longer than [`LOOKED_AT`].
    is_inside: bool,
}

impl<'a> Iterator for Glyphs<'a> {
    type Item = Glyph<'a>;

    fn next(&mut self) -> Option<Glyph<'a>> {
        if let Some(glyph) = self.next.next() {
            return Some(glyph);
        }
        let (start, rest) = (self.at, self.bytes.get(self.at..)?);
        // A printing ASCII character before another, or at the end, combines with nothing.
        if let [b' '..=b'~'] | [b' '..=b'~', 0..0x80, ..] = rest {
            self.at += 1;
            self.is_inside = false;
            let span = Span::new(start, self.at);
            let text = std::str::from_utf8(rest.get(..1)?).ok()?;
            return Some(Glyph::shown(span, text, 1));
        }
        // Only the beginning of a very long cluster is examined, enough to split it.
        let near = rest.get(..character_at(rest, LOOKED_AT))?;
        let (_, length, text) = near.grapheme_indices().next()?;
        let goes_on = length == near.len() && near.len() < rest.len();
        let is_apart = std::mem::replace(&mut self.is_inside, goes_on) || goes_on;
        self.at += length;
        self.next = marks(self.bytes, start, self.at, text, is_apart).into_iter();
        self.next.next()
    }
}

/// Returns `bytes` as text that is safe on a terminal.
pub fn safe(bytes: &[u8]) -> String {
    glyphs(bytes).map(|glyph| glyph.text).collect()
}

pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    safe(name.to_string_lossy().as_bytes())
}

/// Returns the columns that `bytes` take when shown.
pub fn width(bytes: &[u8]) -> usize {
    glyphs(bytes).map(|glyph| glyph.width).sum()
}

pub fn columns(text: &str) -> u16 {
    cells(width(text.as_bytes()))
}

pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Returns whether a text takes more than `columns` columns; it is read no further than needed.
pub fn is_wider(text: &str, columns: usize) -> bool {
    let mut used = 0;
    glyphs(text.as_bytes()).any(|glyph| {
        used += glyph.width;
        used > columns
    })
}

/// Returns the end of a text, with `…` before it if it is cut: for paths, which differ at their ends.
pub fn cut_start(text: &str, columns: usize) -> String {
    let mut left = width(text.as_bytes());
    if left <= columns {
        return safe(text.as_bytes());
    }
    let end = glyphs(text.as_bytes()).skip_while(|glyph| {
        left -= glyph.width;
        left + glyph.width >= columns
    });
    let end: String = end.map(|glyph| glyph.text).collect();
    format!("…{end}")
}

/// Returns a text cut to at most `columns` columns, with `…` if it is cut.
pub fn cut(text: &str, columns: usize) -> String {
    if !is_wider(text, columns) {
        return safe(text.as_bytes());
    }
    let Some(room) = columns.checked_sub(1) else {
        return String::new();
    };
    let end = byte_at(text.as_bytes(), room);
    safe(text.as_bytes().get(..end).unwrap_or_default()) + "…"
}

/// Returns a text cut in the middle: for names, which differ in the numbers at their ends.
pub fn cut_middle(text: &str, columns: usize) -> String {
    if !is_wider(text, columns) {
        return safe(text.as_bytes());
    }
    let end = cut_start(text, columns / 3);
    let begin = cut(text, columns.saturating_sub(width(end.as_bytes())) + 1);
    format!("{}{end}", begin.trim_end_matches('…'))
}

/// Returns the rows of a text: ranges of bytes that tile it. A row ends after a blank if it has one, and that
/// blank may be beyond the last column; a longer word is cut between glyphs.
pub fn wrap(bytes: &[u8], columns: usize) -> Vec<Span> {
    wrap_behind(bytes, columns, 0)
}

/// Returns the rows of a text whose first row has `used` columns taken.
pub(crate) fn wrap_behind(bytes: &[u8], columns: usize, mut used: usize) -> Vec<Span> {
    let columns = columns.max(1);
    let (mut rows, mut start) = (Vec::new(), 0);
    // After the last blank of the row: the byte, and the columns up to it.
    let mut word = None;
    for glyph in glyphs(bytes) {
        let blank = glyph.text == " ";
        let fits = |used| used + glyph.width <= columns || (blank && used <= columns);
        // First after the last blank; here, if the text after that is longer than a row.
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

/// Bytes of a text that are laid out at once; a text of more than twice as many is shown in parts.
const PART: usize = 8 << 10;

/// Returns the part of a text to show: all of it, or for a very long one its beginning, or the part around a
/// cursor. The part does not move while the cursor moves a little, and begins and ends between characters.
pub fn part(bytes: &[u8], cursor: Option<usize>) -> Span {
    if bytes.len() <= 2 * PART {
        return Span::new(0, bytes.len());
    }
    let half = PART / 2;
    let start = (cursor.unwrap_or(0) / half).saturating_sub(1) * half;
    let end = bytes.len().min(start + 2 * PART);
    Span::new(character_at(bytes, start), character_at(bytes, end))
}

/// Returns the start of the character that contains a byte, or the end of the text; in invalid UTF-8, that byte.
fn character_at(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    let begins = |at: &usize| bytes.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let mut near = (at.saturating_sub(3)..=at).rev();
    near.find(begins).unwrap_or(at)
}

/// Returns the row and the column of a byte among the rows from [`wrap`].
pub fn place_of(bytes: &[u8], rows: &[Span], at: usize) -> (usize, usize) {
    let last = rows.len().saturating_sub(1);
    let row = rows.iter().position(|row| at < row.end).unwrap_or(last);
    let start = rows.get(row).map_or(0, |row| row.start);
    (row, width(bytes.get(start..at).unwrap_or_default()))
}

/// Returns the byte of the glyph at a column of a line, or the length of the line if it is shorter.
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

/// Bytes of a cluster (a letter with its accents) shown as one glyph; a longer one is shown by characters.
const LONGEST_CLUSTER: usize = 32;
const LOOKED_AT: usize = 4 * LONGEST_CLUSTER;

fn marks<'a>(
    bytes: &'a [u8],
    start: usize,
    end: usize,
    text: &'a str,
    is_apart: bool,
) -> Vec<Glyph<'a>> {
    let raw = Span::new(start, end);
    if raw.of(bytes) != text.as_bytes() {
        // Not UTF-8: one mark a byte, so that each is visible and can be deleted alone.
        let mark = |at| Glyph::replaced(Span::new(at, at + 1), "\u{FFFD}".into());
        return (start..end).map(mark).collect();
    }
    let is_short = text.len() <= LONGEST_CLUSTER && !is_apart;
    if is_short && !text.chars().any(is_hidden) {
        return vec![Glyph::of(raw, text)];
    }
    let each = text.char_indices().map(|(at, c)| {
        let end = at + c.len_utf8();
        let span = Span::new(start + at, start + end);
        match is_hidden(c) {
            true => Glyph::replaced(span, mark(c)),
            false => Glyph::of(span, text.get(at..end).unwrap_or_default()),
        }
    });
    each.collect()
}

impl<'a> Glyph<'a> {
    /// Returns the glyph of a visible text; a combining character gets a dotted circle to combine with.
    fn of(span: Span, text: &'a str) -> Self {
        match text.width() {
            0 => Self::replaced(span, format!("◌{text}")),
            width => Self::shown(span, text, width),
        }
    }

    fn shown(span: Span, text: &'a str, width: usize) -> Self {
        Self {
            span,
            text: Cow::Borrowed(text),
            width,
            replaced: false,
        }
    }

    fn replaced(span: Span, text: String) -> Self {
        Self {
            span,
            width: text.width(),
            text: Cow::Owned(text),
            replaced: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthChar;

    #[test]
    fn plain_text_is_shown_as_it_is() {
        assert_eq!(safe(b"8/8 w - - id \"Zuse\";"), "8/8 w - - id \"Zuse\";");
        assert_eq!(safe("Ding–Népo".as_bytes()), "Ding–Népo");
    }

    #[test]
    fn no_control_character_reaches_the_terminal() {
        let bad = "\u{1b}]0;x\u{7}\t\u{202E}\u{9b}\u{7f}\u{feff}".as_bytes();
        let shown = safe(bad);
        assert!(!shown.chars().any(is_hidden), "{shown:?}");
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
    fn only_visible_characters_are_shown_and_each_takes_room() {
        let mut buffer = [0; 4];
        for one in '\0'..=char::MAX {
            let bytes = one.encode_utf8(&mut buffer).as_bytes();
            for glyph in glyphs(bytes) {
                assert!(!glyph.text.contains(is_hidden), "{one:?}");
                assert!(glyph.width > 0, "{one:?}");
                // A character without width is shown on a circle.
                let stands = glyph.text.chars().next().and_then(|first| first.width());
                assert!(stands.is_some_and(|width| width > 0), "{one:?}");
            }
        }
    }

    #[test]
    fn a_tower_of_accents_is_split_into_characters() {
        let tower = format!("e{}", "\u{301}".repeat(1000));
        let glyphs: Vec<_> = glyphs(tower.as_bytes()).collect();
        assert_eq!(glyphs.len(), 1001);
        assert!(
            glyphs
                .iter()
                .all(|glyph| glyph.text.len() <= LONGEST_CLUSTER)
        );
        assert_eq!(safe("e\u{301}\u{301}".as_bytes()), "e\u{301}\u{301}");
        // The first character of a cluster is found without reading to its end.
        let tower = format!("c0 \"e{}\";", "\u{301}".repeat(100_000));
        let all = super::glyphs(tower.as_bytes());
        assert_eq!(all.count(), tower.chars().count());
        let family = "👩\u{200d}".repeat(50_000);
        let mut at = 0;
        for glyph in super::glyphs(family.as_bytes()) {
            assert_eq!(glyph.span.start, at);
            at = glyph.span.end;
        }
        assert_eq!(at, family.len());
        let begun = std::time::Instant::now();
        (0..1000).for_each(|_| assert!(super::glyphs(family.as_bytes()).next().is_some()));
        assert!(begun.elapsed() < std::time::Duration::from_secs(2));
    }

    #[test]
    fn a_click_finds_the_byte_under_it() {
        let line = "a中b".as_bytes();
        assert_eq!(
            [0, 1, 2, 3, 9].map(|column| byte_at(line, column)),
            [0, 1, 1, 4, 5]
        );
    }

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
        // The blank after a full row is beyond it; a second one is not.
        assert_eq!(rows("one two x", 7), ["one two ", "x"]);
        assert_eq!(rows("one two  x", 7), ["one two ", " x"]);
        assert_eq!(rows("a bcdefghij", 4), ["a ", "bcde", "fghi", "j"]);
    }

    #[test]
    fn a_very_long_text_is_shown_in_parts_that_hold_the_cursor_and_whole_characters() {
        assert_eq!(part(&[b'x'; 2 * PART], Some(7)), Span::new(0, 2 * PART));
        let text = "é中x".repeat(40_000);
        assert_eq!(part(text.as_bytes(), None).start, 0);
        for cursor in (0..=text.len()).step_by(997) {
            let part = part(text.as_bytes(), Some(cursor));
            assert!(part.start <= cursor && cursor <= part.end, "{cursor}");
            assert!(text.get(part.range()).is_some(), "{cursor}");
            assert!(part.len() <= 2 * PART + 3);
        }
        let end = part(text.as_bytes(), Some(text.len()));
        assert_eq!(end.end, text.len());
        // Invalid UTF-8 has parts too.
        assert!(part(&[0x80; 5 * PART], Some(4 * PART)).len() > PART);
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
    fn a_path_that_is_cut_keeps_its_end() {
        assert_eq!(cut_start("suites/wac.epd", 14), "suites/wac.epd");
        assert_eq!(cut_start("suites/wac.epd", 8), "…wac.epd");
        assert_eq!(cut_start("suites/été.epd", 7), "…té.epd");
        assert_eq!(cut_start("suites/\u{68cb}\u{8b5c}.epd", 8), "…\u{8b5c}.epd");
        assert_eq!(cut_start("wac.epd", 1), "…");
    }

    #[test]
    fn a_name_that_is_cut_keeps_its_end() {
        let cut = |columns| cut_middle("STS(v2.2) Open Files and Diagonals.015", columns);
        assert_eq!(cut(40), "STS(v2.2) Open Files and Diagonals.015");
        assert_eq!(cut(24), "STS(v2.2) Open F…als.015");
        for columns in 0..40 {
            assert!(
                width(cut(columns).as_bytes()) <= columns.max(1),
                "{columns}"
            );
        }
    }

    #[test]
    fn cut_text_ends_with_an_ellipsis() {
        assert_eq!(cut("position", 5), "posi…");
        assert_eq!(cut("posit", 5), "posit");
    }
}
