//! The formats of a problem. For people: its line with marks below, and the line after a fix. As JSON: one object
//! per line, with columns in bytes, from 1.
//!
//! Of a long line only the part around the problem is shown, so that the cost does not grow with the line. The
//! text is safe for a terminal.

use crate::cli::command::check::findings::Problem;
use crate::cli::json;
use crate::editor::widgets::glyph;
use crate::epd::diagnostic::RelatedPlace;
use crate::epd::{Fix, Severity, Span};
use crate::suite::text_of;
use crate::terminal::session;
use annotate_snippets::renderer::{AnsiColor, Effects, Style as TextStyle};
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Message, Origin, Renderer, Snippet,
};
use serde::Serialize;

/// The number of further fixes named.
const OTHERS: usize = 4;

/// The colours, if any, and the width of the output.
#[derive(Clone)]
pub(crate) struct Style {
    renderer: Renderer,
    color: bool,
}

impl Style {
    pub(crate) fn new(color: bool) -> Self {
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let width = session::columns().map_or(140, |columns| columns.clamp(60, 200).into());
        Self {
            renderer: renderer.term_width(width),
            color,
        }
    }

    pub(crate) fn severity(&self, severity: Severity) -> TextStyle {
        let color = match severity {
            Severity::Error => AnsiColor::BrightRed,
            Severity::Warning => AnsiColor::BrightYellow,
            Severity::Hint => AnsiColor::BrightCyan,
        };
        self.styled(color.on_default().effects(Effects::BOLD))
    }

    pub(crate) fn bold(&self) -> TextStyle {
        self.styled(TextStyle::new().effects(Effects::BOLD))
    }

    fn styled(&self, style: TextStyle) -> TextStyle {
        match self.color {
            true => style,
            false => TextStyle::new(),
        }
    }
}

/// The help with a problem: other places, fixes, and the reason why none is applied.
#[derive(Default)]
struct Lesson {
    related: Vec<RelatedPlace>,
    fix: Option<(Fix, String)>,
    /// The titles of further fixes.
    others: Vec<String>,
    /// The reason why `--unsafe-fixes` applies none.
    note: Option<&'static str>,
}

impl Lesson {
    fn of(problem: &Problem<'_>) -> Self {
        let Some((record, finding)) = problem.found else {
            return Self::default();
        };
        let choices = record.fix_choices_from(finding, problem.fix.clone());
        let title = |fix: &Fix| glyph::safe(record.fix_title(fix).as_bytes());
        let note = match choices.as_slice() {
            [] => None,
            [first, ..] if first.safe => None,
            [_] if record.only_unsafe_fix(finding).is_some() => None,
            [_] => Some("not applied by `--unsafe-fixes`: the intended meaning is unknown"),
            _ => Some("not applied by `--unsafe-fixes`: choose one yourself"),
        };
        let mut choices = choices.into_iter();
        Self {
            related: record.related(finding),
            fix: choices.next().map(|fix| (fix.clone(), title(&fix))),
            others: choices.map(|fix| title(&fix)).collect(),
            note,
        }
    }
}

pub(crate) fn write_human(problem: &Problem<'_>, style: &Style, out: &mut Vec<u8>) {
    let name = glyph::safe(problem.name.as_bytes());
    let lesson = Lesson::of(problem);
    let related: Vec<_> = lesson.related.iter().map(|other| other.span).collect();
    let window = Window::of(problem.line, problem.span, &related);
    let fix = lesson.fix.as_ref();
    let fix = fix.map(|(fix, _)| Window::of_fix(problem.line, fix));
    let mut groups = vec![place(problem, &lesson, &name, &window)];
    let fixed = fix.as_ref();
    groups.extend(fixed.and_then(|fixed| fix_group(problem, &lesson, fixed)));
    let mut report = style.renderer.render(&groups);
    // The renderer counts displayed characters; all formats name the byte of the line.
    let column = problem.span.start + 1;
    let before = window.text.get(..window.mark.start).unwrap_or_default();
    let counted = before.chars().count() + 1;
    if counted != column && !problem.line.is_empty() {
        let place = format!("{name}:{}:", problem.number);
        report = report.replacen(&format!("{place}{counted}"), &format!("{place}{column}"), 1);
    }
    out.extend_from_slice(report.as_bytes());
    out.extend_from_slice(b"\n\n");
}

fn place<'p>(
    problem: &'p Problem<'_>,
    lesson: &'p Lesson,
    name: &'p str,
    window: &'p Window,
) -> Group<'p> {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::INFO.with_name("hint"),
    };
    let number = line_number(problem);
    let title = level
        .primary_title(problem.message.as_str())
        .id(problem.code.name());
    if problem.line.is_empty() {
        let column = problem.span.start + 1;
        return title.element(Origin::path(name).line(number).char_column(column));
    }
    let others = lesson.related.iter().zip(&window.others);
    let marks =
        others.filter_map(|(other, place)| mark(other.label.as_str(), place.as_ref()?.range()));
    let mut group = title.element(
        Snippet::source(window.text.as_str())
            .path(name)
            .line_start(number)
            .annotation(AnnotationKind::Primary.span(window.mark.range()))
            .annotations(marks),
    );
    for (other, place) in lesson.related.iter().zip(&window.others) {
        if place.is_none() {
            let column = other.span.start + 1;
            group = group.element(Level::NOTE.message(format!("column {column}: {}", other.label)));
        }
    }
    group
}

fn mark(label: &str, place: std::ops::Range<usize>) -> Option<Annotation<'_>> {
    (!place.is_empty()).then(|| AnnotationKind::Context.span(place).label(label))
}

/// Returns the line after a fix, with the new text marked, and other fixes below.
fn fix_group<'p>(
    problem: &Problem<'_>,
    lesson: &'p Lesson,
    fixed: &'p Window,
) -> Option<Group<'p>> {
    let (fix, does) = lesson.fix.as_ref()?;
    let name = if fix.safe { "safe fix" } else { "unsafe fix" };
    let title = Level::HELP.with_name(name).secondary_title(does.as_str());
    let line = Snippet::source(fixed.text.as_str())
        .line_start(line_number(problem))
        .annotation(AnnotationKind::Primary.span(fixed.mark.range()));
    Some(title.element(line).elements(choices(lesson)))
}

/// Returns further fixes to choose from, a line each, and the reason why none is applied.
fn choices(lesson: &Lesson) -> impl Iterator<Item = Message<'_>> {
    let shown = lesson.others.iter().take(OTHERS);
    let others = shown.map(|title| Level::HELP.with_name("or").message(title.as_str()));
    others.chain(lesson.note.map(|note| Level::NOTE.message(note)))
}

fn line_number(problem: &Problem<'_>) -> usize {
    usize::try_from(problem.number).unwrap_or(usize::MAX)
}

#[derive(Serialize)]
struct Object<'a> {
    path: &'a str,
    line: u64,
    column: usize,
    end_column: usize,
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    fix: Option<FixObject<'a>>,
}

#[derive(Serialize)]
struct FixObject<'a> {
    safe: bool,
    replacement: &'a str,
    column: usize,
    end_column: usize,
}

impl<'a> FixObject<'a> {
    /// Returns the object of a fix; `None` if its text is not UTF-8, which JSON can't hold exactly.
    fn of(fix: &'a Fix) -> Option<Self> {
        Some(Self {
            safe: fix.safe,
            replacement: std::str::from_utf8(&fix.replacement).ok()?,
            column: fix.span.start + 1,
            end_column: fix.span.end + 1,
        })
    }
}

pub(crate) fn write_json(problem: &Problem<'_>, out: &mut Vec<u8>) {
    let object = Object {
        path: problem.name,
        line: problem.number,
        column: problem.span.start + 1,
        end_column: problem.span.end + 1,
        severity: problem.severity.name(),
        code: problem.code.name(),
        message: &problem.message,
        fix: problem.fix.as_ref().and_then(FixObject::of),
    };
    // Writing such an object to memory can't fail: its keys are strings and its numbers finite.
    if json::write(&object, out) {
        out.push(b'\n');
    }
}

/// The number of characters shown on either side of a problem.
const AROUND: usize = 160;
/// The number of characters shown of the problem itself.
const LONGEST_MARK: usize = 2 * AROUND;
/// The number of bytes that hold that many characters, even multi-byte ones.
const NEAR: usize = 8 << 10;

/// A part of a line with marks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    pub text: String,
    /// The span of the problem in the text.
    pub mark: Span,
    /// The other places in the text; `None` for those outside of it.
    pub others: Vec<Option<Span>>,
}

impl Window {
    /// Returns the part of a line around a span; those of `others` inside it are marked, too.
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
    fn of_fix(line: &[u8], fix: &Fix) -> Self {
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

    /// Renders a text; `cut` is whether the line has more before and after it.
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

/// Returns the first `most` bytes of a span and `bytes` more on either side, extended to whole characters.
fn within(text: &[u8], span: Span, bytes: usize, most: usize) -> Span {
    let is_inside = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut start = span.start.saturating_sub(bytes).min(text.len());
    let end = span.end.min(span.start + most);
    let mut end = (end + bytes).min(text.len());
    // A character has at most three more bytes.
    for _ in 0..3 {
        start -= usize::from(start > 0 && is_inside(start));
        end += usize::from(end < text.len() && is_inside(end));
    }
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{Code, ReadOptions, Record, Span};

    /// Returns the report of a line's only problem of a code.
    fn report(line: &str, code: Code) -> String {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let found = record.diagnostics().iter().find(|found| found.code == code);
        let found = found.unwrap_or_else(|| panic!("{:?}", record.diagnostics()));
        let mut out = Vec::new();
        for problem in Problem::all_of(&record, vec![found], "a.epd", 3) {
            write_human(&problem, &Style::new(false), &mut out);
        }
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_safe_fix_is_shown_as_the_line_that_it_leads_to() {
        insta::assert_snapshot!(report(
            "4k3/8/8/8/8/8/8/4K2R w K - bm e1d2; id \"x\";",
            Code::MoveNotSan
        ));
    }

    #[test]
    fn two_operations_that_disagree_are_both_marked() {
        insta::assert_snapshot!(report(
            "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2; pv Ke2 Kd7;",
            Code::PmPv
        ));
    }

    #[test]
    fn king_and_checker_are_marked_in_the_placement() {
        insta::assert_snapshot!(report(
            "4k3/8/8/8/4R3/8/8/4K3 w - - bm Kd2;",
            Code::OppositeCheck
        ));
    }

    #[test]
    fn an_illegal_move_has_several_fixes_to_choose_from() {
        let fields = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
        insta::assert_snapshot!(report(&format!("{fields} bm Nf3 e4;"), Code::MoveIllegal));
    }

    #[test]
    fn moves_of_the_other_side_turn_the_side_to_move() {
        let fields = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -";
        insta::assert_snapshot!(report(&format!("{fields} bm e4 d4;"), Code::MoveIllegal));
    }

    #[test]
    fn something_missing_is_shown_where_it_goes() {
        insta::assert_snapshot!(report(
            "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2",
            Code::MissingLastSemicolon
        ));
    }

    #[test]
    fn columns_count_bytes() {
        for before in ["caf\u{e9}\u{e9} ".to_owned(), "x".repeat(500)] {
            let line = format!("{before}Ke9\n");
            let span = Span::new(before.len(), before.len() + 3);
            let (place, message) = (("a.epd", 7), "no".to_owned());
            let problem =
                Problem::with_message(place, line.as_bytes(), Code::MoveIllegal, span, message);
            let mut out = Vec::new();
            write_human(&problem, &Style::new(false), &mut out);
            let report = String::from_utf8(out).expect("text");
            assert!(
                report.contains(&format!("a.epd:7:{}\n", before.len() + 1)),
                "{report}"
            );
        }
    }
}

#[cfg(test)]
mod window_tests {
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
    fn the_mark_is_right_where_symbols_replace_bytes() {
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
    fn other_places_are_marked_if_they_are_shown() {
        let window = Window::of(b"\tam Kd2; bm Kd2;", Span::new(4, 7), &[Span::new(12, 15)]);
        let other = window.others[0].expect("it is shown");
        assert_eq!(&window.text[other.range()], "Kd2");
        assert!(other.start > window.mark.end);
        let far = [b"Kd2 ".to_vec(), vec![b'x'; 500], b" Kd2".to_vec()].concat();
        let window = Window::of(&far, Span::new(0, 3), &[Span::new(505, 508)]);
        assert_eq!(window.others, [None]);
    }

    #[test]
    fn a_fix_is_shown_as_the_fixed_line() {
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
