//! The part of a line shown around a problem, as text safe for a terminal, with marked places. The cost does not grow
//! with the line.

use crate::editor::widgets::glyph;
use crate::epd::{Fix, Span};
use crate::suite::text_of;

/// The number of characters shown on either side of a problem.
const AROUND: usize = 160;
/// The number of characters shown of the problem itself.
const LONGEST_MARK: usize = 2 * AROUND;
/// The number of bytes that hold that many characters, even multi-byte ones.
const NEAR: usize = 8 << 10;

/// A part of a line with marked places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    /// The displayed text.
    pub text: String,
    /// The place in it of the bytes in question.
    pub mark: Span,
    /// The other places, if they are shown.
    pub others: Vec<Option<Span>>,
}

impl Window {
    /// Returns the part of a line around a span; `others` are marked if they are shown, too.
    pub(crate) fn of(line: &[u8], span: Span, others: &[Span]) -> Self {
        let text = text_of(line);
        let near = near(text, span);
        let inside = |span: Span| {
            Span::new(
                span.start.saturating_sub(near.start),
                span.end.saturating_sub(near.start),
            )
        };
        let others: Vec<Option<Span>> = others
            .iter()
            .map(|other| {
                let within = near.start <= other.start && other.end <= near.end;
                within.then(|| inside(*other))
            })
            .collect();
        let cut = (near.start > 0, near.end < text.len());
        Self::show(near.of(text), inside(span), &others, cut)
    }

    /// Returns the part of a line that a fix changes, after the fix, with the new text marked.
    pub(crate) fn of_fix(line: &[u8], fix: &Fix) -> Self {
        let text = text_of(line);
        let near = near(text, fix.span);
        let before = text.get(near.start..fix.span.start).unwrap_or_default();
        let after = text
            .get(fix.span.end..near.end.max(fix.span.end))
            .unwrap_or_default();
        let fixed = [before, text_of(&fix.replacement), after].concat();
        // The blanks that a fix removes or inserts are not marked.
        let new = fix.replacement.trim_ascii();
        let start = match new {
            [] => before.len(),
            _ => before.len() + fix.replacement.len() - fix.replacement.trim_ascii_start().len(),
        };
        let mark = Span::new(start, start + new.len());
        let cut = (near.start > 0, near.end < text.len());
        Self::show(&fixed, mark, &[], cut)
    }

    /// Renders a text; `cut` tells whether there is more before and after it.
    fn show(text: &[u8], span: Span, others: &[Option<Span>], cut: (bool, bool)) -> Self {
        let (mut shown, mut mark) = (String::new(), Span::default());
        let glyphs: Vec<_> = glyph::glyphs(text).collect();
        let first = glyphs.partition_point(|glyph| glyph.span.end <= span.start);
        let last = glyphs
            .partition_point(|glyph| glyph.span.start < span.end)
            .max(first);
        let from = first.saturating_sub(AROUND);
        // The beginning of a very long mark suffices.
        let (last, to) = match first + LONGEST_MARK {
            cut if cut < last => (cut, cut),
            _ => (last, (last + AROUND).min(glyphs.len())),
        };
        if cut.0 || from > 0 {
            shown.push('…');
        }
        let mut places = vec![None; others.len()];
        for (at, glyph) in glyphs.iter().enumerate().take(to).skip(from) {
            let start = shown.len();
            if at == first {
                mark.start = start;
            }
            shown.push_str(&glyph.text);
            if at < last {
                mark.end = shown.len();
            }
            for (place, other) in places.iter_mut().zip(others) {
                let Some(other) = other else { continue };
                if glyph.span.start < other.end && other.start < glyph.span.end {
                    let here = Span::new(start, shown.len());
                    *place = Some(place.map_or(here, |before: Span| before.cover(here)));
                }
            }
        }
        if first >= to {
            mark.start = shown.len();
        }
        mark.end = mark.end.max(mark.start);
        if cut.1 || to < glyphs.len() {
            shown.push('…');
        }
        Self {
            text: shown,
            mark,
            others: places,
        }
    }
}

/// Returns the bytes that contain everything shown of a problem, so that a line of a megabyte is not scanned for each
/// of its problems.
fn near(text: &[u8], span: Span) -> Span {
    // In ASCII each byte is a character.
    let plain = within(text, span, AROUND + 1, LONGEST_MARK + 1);
    match plain.of(text).is_ascii() {
        true => plain,
        false => within(text, span, NEAR, NEAR),
    }
}

/// Returns the part of a text with this number of bytes on either side of a span, limited to its first `most` bytes.
fn within(text: &[u8], span: Span, bytes: usize, most: usize) -> Span {
    let is_inside = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut start = span.start.saturating_sub(bytes).min(text.len());
    let end = span.end.min(span.start + most);
    let mut end = (end + bytes).min(text.len());
    // Not in the middle of a character, which has at most three more bytes.
    for _ in 0..3 {
        start -= usize::from(start > 0 && is_inside(start));
        end += usize::from(end < text.len() && is_inside(end));
    }
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(window: &Window) -> String {
        let (text, mark) = (&window.text, window.mark);
        format!(
            "{}[{}]{}",
            &text[..mark.start],
            &text[mark.range()],
            &text[mark.end..]
        )
    }

    fn marked(line: &[u8], span: Span) -> String {
        shown(&Window::of(line, span, &[]))
    }

    #[test]
    fn the_mark_is_on_the_same_text_though_marks_replace_bytes() {
        assert_eq!(marked(b"a\tb Ke9;\r\n", Span::new(4, 7)), "a␉b [Ke9];");
        assert_eq!(marked(b"\xE9\x1B Ke9", Span::new(3, 6)), "\u{FFFD}␛ [Ke9]");
    }

    #[test]
    fn a_place_where_something_is_missing_is_marked_without_text() {
        assert_eq!(marked(b"ab;", Span::at(2)), "ab[];");
        assert_eq!(marked(b"ab\n", Span::at(2)), "ab[]");
        assert_eq!(marked(b"ab\n", Span::at(3)), "ab[]");
    }

    #[test]
    fn other_places_are_marked_where_they_are_shown() {
        let window = Window::of(b"\tam Kd2; bm Kd2;", Span::new(4, 7), &[Span::new(12, 15)]);
        let other = window.others[0].expect("it is shown");
        assert_eq!(&window.text[other.range()], "Kd2");
        assert!(other.start > window.mark.end);
        let far = [b"Kd2 ".to_vec(), vec![b'x'; 500], b" Kd2".to_vec()].concat();
        let window = Window::of(&far, Span::new(0, 3), &[Span::new(505, 508)]);
        assert_eq!(window.others, [None]);
    }

    #[test]
    fn a_fix_is_shown_as_the_line_it_leads_to() {
        let fix = |span, replacement: &[u8]| Fix {
            safe: true,
            span,
            replacement: replacement.to_vec(),
        };
        let of = |line: &[u8], fix: &Fix| shown(&Window::of_fix(line, fix));
        assert_eq!(
            of(b"bm e1d2; x\n", &fix(Span::new(3, 7), b"Kd2")),
            "bm [Kd2]; x"
        );
        assert_eq!(of(b"bm Qd2 e4;", &fix(Span::new(2, 6), b"")), "bm[] e4;");
        assert_eq!(of(b"bm e4\n", &fix(Span::at(5), b";")), "bm e4[;]");
        assert_eq!(of(b"w bm", &fix(Span::at(1), b" -")), "w [-] bm");
        let long = [vec![b'x'; 50_000], b"Kd2".to_vec(), vec![b'y'; 50_000]].concat();
        let text = of(&long, &fix(Span::new(50_000, 50_003), b"Ke2"));
        assert!(text.starts_with("…x") && text.contains("x[Ke2]y") && text.ends_with("y…"));
    }

    #[test]
    fn a_very_long_line_is_cut_around_the_problem() {
        let line = [vec![b'x'; 5000], b"Ke9".to_vec(), vec![b'y'; 5000]].concat();
        let text = marked(&line, Span::new(5000, 5003));
        assert!(
            text.starts_with("…x") && text.ends_with("y…") && text.contains("x[Ke9]y"),
            "{text}"
        );
        assert!(text.len() < 400);
    }

    #[test]
    fn a_very_long_problem_shows_its_beginning() {
        let line = [vec![b'x'; 50_000], vec![b';'; 90_000], vec![b'y'; 50_000]].concat();
        let text = marked(&line, Span::new(50_000, 140_000));
        assert_eq!(
            text,
            format!("…{}[{}]…", "x".repeat(AROUND), ";".repeat(LONGEST_MARK))
        );
        let accents = "e\u{301}".repeat(20_000);
        let text = marked(accents.as_bytes(), Span::new(30_000, 30_003));
        assert_eq!(text.matches('\u{301}').count(), 2 * AROUND + 1, "{text}");
    }
}
