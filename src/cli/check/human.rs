//! A problem as a person reads it: the line, a mark below, and how to mend it.

use annotate_snippets::renderer::{AnsiColor, Effects, Style as TextStyle};
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::problem::Problem;
use crate::app::glyph;
use crate::epd::{Severity, Span};
use crate::suite::text_of;
use crate::sys::terminal;

/// Marks of a line shown on either side of a problem; what is further away is cut.
const AROUND: usize = 160;
/// Marks of the problem itself that are shown.
const LONGEST_MARK: usize = 2 * AROUND;
/// Bytes that hold as many marks for certain, even where several make one.
const NEAR: usize = 8 << 10;

/// Colours, or none, and the width to write for.
#[derive(Clone)]
pub struct Style {
    renderer: Renderer,
    color: bool,
}

impl Style {
    /// With colour or without.
    pub fn new(color: bool) -> Self {
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let width = terminal::columns().map_or(140, |columns| columns.clamp(60, 200).into());
        Self {
            renderer: renderer.term_width(width),
            color,
        }
    }

    /// The style of a severity's name.
    pub fn severity(&self, severity: Severity) -> TextStyle {
        let color = match severity {
            Severity::Error => AnsiColor::BrightRed,
            Severity::Warning => AnsiColor::BrightYellow,
            Severity::Hint => AnsiColor::BrightCyan,
        };
        if self.color {
            color.on_default().effects(Effects::BOLD)
        } else {
            TextStyle::new()
        }
    }

    /// The style of what matters most.
    pub fn bold(&self) -> TextStyle {
        if self.color {
            TextStyle::new().effects(Effects::BOLD)
        } else {
            TextStyle::new()
        }
    }
}

/// Appends the report of a problem.
pub fn write(problem: &Problem<'_>, style: &Style, out: &mut Vec<u8>) {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::INFO.with_name("hint"),
    };
    let name = glyph::safe(problem.name.as_bytes());
    let number = usize::try_from(problem.number).unwrap_or(usize::MAX);
    let column = problem.span.start + 1;
    let title = level
        .primary_title(problem.message.as_str())
        .id(problem.code.name());
    let (shown, mark) = window(problem.line, problem.span);
    let mut group = if problem.line.is_empty() {
        title.element(Origin::path(name.as_str()).line(number).char_column(column))
    } else {
        let mark = AnnotationKind::Primary.span(mark.range());
        title.element(
            Snippet::source(shown.as_str())
                .path(name.as_str())
                .line_start(number)
                .annotation(mark),
        )
    };
    if let Some(fix) = &problem.fix {
        let title = fix.title(problem.line);
        let title = if fix.safe {
            title
        } else {
            format!("{title} (not certain: `--fix` leaves it)")
        };
        group = group.element(Level::HELP.message(title));
    }
    let mut report = style.renderer.render(&[group]);
    // The renderer counts what is shown; what is meant is the byte of the line, as in all formats.
    let counted = shown.get(..mark.start).unwrap_or_default().chars().count() + 1;
    if counted != column && !problem.line.is_empty() {
        let place = format!("{name}:{number}:");
        report = report.replacen(&format!("{place}{counted}"), &format!("{place}{column}"), 1);
    }
    out.extend_from_slice(report.as_bytes());
    out.extend_from_slice(b"\n\n");
}

/// The part of a line around a span as text safe for a terminal, and where the span is in it.
fn window(line: &[u8], span: Span) -> (String, Span) {
    let (mut shown, mut mark) = (String::new(), Span::default());
    let text = text_of(line);
    let near = near(text, span);
    let glyphs: Vec<_> = glyph::glyphs(near.of(text)).collect();
    let (start, end) = (
        span.start.saturating_sub(near.start),
        span.end.saturating_sub(near.start),
    );
    let first = glyphs.partition_point(|glyph| glyph.span.end <= start);
    let last = glyphs
        .partition_point(|glyph| glyph.span.start < end)
        .max(first);
    let from = first.saturating_sub(AROUND);
    // Of a very long mark, the beginning says enough.
    let (last, to) = match first + LONGEST_MARK {
        cut if cut < last => (cut, cut),
        _ => (last, (last + AROUND).min(glyphs.len())),
    };
    if near.start > 0 || from > 0 {
        shown.push('…');
    }
    for (at, glyph) in glyphs.iter().enumerate().take(to).skip(from) {
        if at == first {
            mark.start = shown.len();
        }
        shown.push_str(&glyph.text);
        if at < last {
            mark.end = shown.len();
        }
    }
    if first >= to {
        mark.start = shown.len();
    }
    mark.end = mark.end.max(mark.start);
    if near.end < text.len() || to < glyphs.len() {
        shown.push('…');
    }
    (shown, mark)
}

/// The bytes in which everything shown of a problem lies: a line of a megabyte need not be looked
/// through for each of its problems.
fn near(text: &[u8], span: Span) -> Span {
    let is_inside = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut start = span.start.saturating_sub(NEAR).min(text.len());
    let end = span.end.min(span.start + NEAR);
    let mut end = (end + NEAR).min(text.len());
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
    use crate::epd::Code;

    fn marked(line: &[u8], span: Span) -> String {
        let (shown, mark) = window(line, span);
        format!(
            "{}[{}]{}",
            &shown[..mark.start],
            &shown[mark.range()],
            &shown[mark.end..]
        )
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
    fn the_column_is_that_of_the_byte() {
        for before in ["caf\u{e9}\u{e9} ".to_owned(), "x".repeat(500)] {
            let line = format!("{before}Ke9\n");
            let problem = Problem {
                name: "a.epd",
                number: 7,
                line: line.as_bytes(),
                code: Code::MoveIllegal,
                severity: Severity::Error,
                span: Span::new(before.len(), before.len() + 3),
                message: "no".into(),
                fix: None,
            };
            let mut out = Vec::new();
            write(&problem, &Style::new(false), &mut out);
            let report = String::from_utf8(out).expect("text");
            assert!(
                report.contains(&format!("a.epd:7:{}\n", before.len() + 1)),
                "{report}"
            );
        }
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
