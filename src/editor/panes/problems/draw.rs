//! Draws the problems of the selected record, and their fixes.

use crate::editor::command::{Context, Id};
use crate::editor::model::{Model, is_problem};
use crate::editor::panes::problems::{self, VisibleProblem};
use crate::editor::state::view::Pane;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{Rect, sign};
use crate::epd::counted::thousands;
use crate::epd::{LineKind, Record, Severity};

pub(crate) fn draw(model: &Model, record: &Record<'_>, pane: Rect, canvas: &mut Canvas<'_>) {
    let view = &model.document.view;
    let has_keys = view.focus == Pane::Problems;
    let focused = has_keys && model.overlays.is_empty();
    let kept = if record.is_kept() {
        " · left unchanged"
    } else {
        ""
    };
    let title = format!("{}{kept}", Pane::Problems.title());
    canvas.frame(pane, &title, focused);
    let inner = pane.inner();
    let found = record.diagnostics();
    let twins = problems::twins(model, record);
    if found.is_empty() {
        let (words, role) = match record.kind() {
            _ if !twins.is_empty() => return draw_twins(&twins, inner, canvas),
            _ if model.document.row_count() == 0 => return,
            LineKind::Record => ("✓ no problems", Role::Good),
            _ => ("not a record", Role::Secondary),
        };
        canvas.text(inner.after(1), words, role);
        return;
    }
    let all = problems::shown(model, record, inner);
    let used = all.last();
    let used = used.map_or(0, |last| last.row + cells(last.lines.len()));
    let room = inner.below(used);
    draw_twins(&twins, room, canvas);
    // The effect of a fix, before it is applied.
    let preview = has_keys.then(|| problems::preview(model, record)).flatten();
    let preview = preview.unwrap_or_default();
    let used = match glyph::columns(&preview) {
        0 => 0,
        columns => columns + 4,
    };
    let more = more(model, record, &all);
    let twins_hidden = model.when(
        room.height == 0 && !twins.is_empty(),
        "{duplicates} shows duplicates",
    );
    if let Some(words) = more.or(twins_hidden) {
        let from = (pane.x + 2).saturating_add(used);
        canvas.on_border_right(pane.foot(1), from, &words, Role::Secondary);
    }
    for shown in &all {
        let Some(finding) = found.get(shown.index) else {
            continue;
        };
        let area = inner.below(shown.row).top(cells(shown.lines.len()));
        let (sign, role) = sign::coloured(finding.severity);
        canvas.text(area.after(1), sign, role);
        let hint = match record.fix(finding) {
            Some(fix) if fix.safe => "  fix",
            Some(_) => "  fix?",
            None => "",
        };
        let before_hint = canvas.text_right(area, hint, Role::Key).width;
        let code = finding.code.name();
        for (row, line) in area.rows().zip(&shown.lines) {
            let row = match row.y == area.y {
                true => row.left(before_hint),
                false => row,
            };
            let row = row.after(problems::INDENT);
            match line.strip_suffix(code) {
                Some(words) => {
                    let rest = canvas.text(row, words, Role::Screen);
                    canvas.text(rest, code, Role::Secondary);
                }
                None => {
                    canvas.text(row, line, Role::Screen);
                }
            }
        }
        // A problem just gone to is highlighted even if its pane is not focused.
        let is_gone_to = matches!(
            model.last_command,
            Some(Id::NextProblem | Id::PreviousProblem)
        );
        if shown.index == view.problems.cursor && (has_keys || is_gone_to) {
            canvas.select(area, focused);
        }
    }
    canvas.on_border(pane.foot(1), &preview, Role::Key);
    canvas.scroll_bar(pane, inner, view.problems.first, found.len());
}

/// Draws the messages about duplicates, below the problems of the record itself.
fn draw_twins(twins: &[(Severity, String)], area: Rect, canvas: &mut Canvas<'_>) {
    let columns = usize::from(area.width.saturating_sub(problems::INDENT));
    let rows = twins.iter().flat_map(|(severity, words)| {
        let rows = wrapped(words, columns, 0).into_iter().enumerate();
        rows.map(|(nth, words)| ((nth == 0).then_some(*severity), words))
    });
    for (row, (severity, words)) in area.rows().zip(rows) {
        if let Some(severity) = severity {
            canvas.text(row.after(1), "=", sign::coloured(severity).1);
        }
        canvas.text(row.after(problems::INDENT), &words, Role::Screen);
    }
}

/// Returns the number of problems without room below the shown ones, and the key that goes to them.
fn more(model: &Model, record: &Record<'_>, shown: &[VisibleProblem]) -> Option<String> {
    let all = record.diagnostics().iter().enumerate();
    let below = all.skip(model.document.view.problems.first);
    let below: Vec<_> = below
        .filter(|(index, _)| shown.iter().all(|shown| shown.index != *index))
        .map(|(_, found)| found)
        .collect();
    // While a text is typed, the key would be typed too, and has no binding.
    let keymap = &model.commands.keymap;
    let keys = keymap.keys_in(Id::NextProblem, Context::of(model));
    let goes_on = match keys.first() {
        Some(key) if below.iter().any(|found| is_problem(found)) => {
            format!(" · {} shows the next", key.short())
        }
        _ => String::new(),
    };
    (!below.is_empty()).then(|| format!("{} more{goes_on}", thousands(below.len())))
}
