//! The human format of a problem: the line, marks below, and the line after a fix.

use annotate_snippets::renderer::{AnsiColor, Effects, Style as TextStyle};
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Message, Origin, Renderer, Snippet,
};

use super::problem::Problem;
use super::window::Window;
use crate::editor::widgets::glyph;
use crate::epd::diagnostic::Related;
use crate::epd::{Fix, Severity};
use crate::terminal::session;

/// The number of fixes named besides the one shown.
const OTHERS: usize = 4;

/// The colours, if any, and the width of the output.
#[derive(Clone)]
pub(crate) struct Style {
    renderer: Renderer,
    color: bool,
}

impl Style {
    /// Returns the style with or without colour.
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

    /// Returns the style of a severity's name.
    pub(crate) fn severity(&self, severity: Severity) -> TextStyle {
        let color = match severity {
            Severity::Error => AnsiColor::BrightRed,
            Severity::Warning => AnsiColor::BrightYellow,
            Severity::Hint => AnsiColor::BrightCyan,
        };
        self.styled(color.on_default().effects(Effects::BOLD))
    }

    /// Returns the style of emphasis.
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
    /// The other places in the line.
    related: Vec<Related>,
    /// The likeliest fix, and its effect.
    fix: Option<(Fix, String)>,
    /// The effect of further fixes.
    others: Vec<String>,
    /// The reason why no command applies a fix.
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

/// Appends the report of a problem.
pub(crate) fn write(problem: &Problem<'_>, style: &Style, out: &mut Vec<u8>) {
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

/// Returns the message with its place.
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
            write(&problem, &Style::new(false), &mut out);
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
    fn the_column_is_that_of_the_byte() {
        for before in ["caf\u{e9}\u{e9} ".to_owned(), "x".repeat(500)] {
            let line = format!("{before}Ke9\n");
            let span = Span::new(before.len(), before.len() + 3);
            let (place, message) = (("a.epd", 7), "no".to_owned());
            let problem = Problem::told(place, line.as_bytes(), Code::MoveIllegal, span, message);
            let mut out = Vec::new();
            write(&problem, &Style::new(false), &mut out);
            let report = String::from_utf8(out).expect("text");
            assert!(
                report.contains(&format!("a.epd:7:{}\n", before.len() + 1)),
                "{report}"
            );
        }
    }
}
