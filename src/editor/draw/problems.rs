//! What is wrong with the selected record, and what would fix it.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::command::{Context, Id};
use crate::editor::features::problems::{self, Shown, fixes};
use crate::editor::glyph;
use crate::editor::layout::Rect;
use crate::editor::model::{Model, is_problem};
use crate::editor::state::view::Pane;
use crate::editor::words::wrapped;
use crate::epd::counted::thousands;
use crate::epd::{LineKind, Record, Severity};

/// What other records are the same, below the problems of the record itself.
fn draw_twins(twins: &[(Severity, String)], area: Rect, canvas: &mut Canvas<'_>) {
    let columns = usize::from(area.width.saturating_sub(problems::INDENT));
    let mut y = area.y;
    for (severity, words) in twins {
        let (_, role) = super::records::sign(*severity);
        for (nth, line) in wrapped(words, columns, 0).into_iter().enumerate() {
            if y >= area.bottom() {
                return;
            }
            if nth == 0 {
                canvas.text(area.x + 1, y, area.right(), "=", role);
            }
            canvas.text(
                area.x + problems::INDENT,
                y,
                area.right(),
                &line,
                Role::Screen,
            );
            y += 1;
        }
    }
}

/// How many findings there is no room for below those shown, and the key that goes to them.
fn more(model: &Model, record: &Record<'_>, shown: &[Shown]) -> Option<String> {
    let all = record.diagnostics().iter().enumerate();
    let below = all.skip(model.document.view.problems.first);
    let below: Vec<_> = below
        .filter(|(index, _)| shown.iter().all(|shown| shown.index != *index))
        .map(|(_, found)| found)
        .collect();
    // Where a text is typed, the key would be typed too.
    let keymap = &model.commands.keymap;
    let keys = keymap.keys_in(Id::NextProblem, Context::of(model));
    let goes_on = match keys.first() {
        Some(key) if below.iter().any(|found| is_problem(found)) => {
            format!(" · {} goes on", key.short())
        }
        _ => String::new(),
    };
    (!below.is_empty()).then(|| format!("{} more{goes_on}", thousands(below.len())))
}

pub(super) fn draw(model: &Model, record: &Record<'_>, pane: Rect, canvas: &mut Canvas<'_>) {
    let focused = model.document.view.focus == Pane::Problems && model.overlays.is_empty();
    let found = record.diagnostics();
    canvas.frame(pane, Pane::Problems.title(), focused);
    if record.is_kept() {
        canvas.on_border_right(pane, pane.y, pane.x + 12, "left unchanged", Role::Warning);
    }
    let inner = pane.inner();
    let twins = problems::twins(model, record);
    if found.is_empty() && !twins.is_empty() {
        draw_twins(&twins, inner, canvas);
        return;
    }
    if found.is_empty() && model.document.row_count() == 0 {
        return;
    }
    if found.is_empty() {
        let (text, role) = match record.kind() {
            LineKind::Record => ("✓ no problems", Role::Good),
            _ => ("not a record", Role::Secondary),
        };
        canvas.text(inner.x + 1, inner.y, inner.right(), text, role);
        return;
    }
    let all = problems::shown(model, record, inner);
    let below = all.last().map_or(inner.y, |last| {
        let lines = u16::try_from(last.lines.len()).unwrap_or(1);
        inner.y + last.row + lines
    });
    let room = Rect {
        y: below,
        height: inner.bottom().saturating_sub(below),
        ..inner
    };
    draw_twins(&twins, room, canvas);
    let last = pane.bottom().saturating_sub(1);
    // What would come of a fix, before it is taken.
    let preview = (model.document.view.focus == Pane::Problems)
        .then(|| fixes::preview(model, record))
        .flatten();
    let used = preview
        .as_ref()
        .map_or(0, |words| glyph::width(words.as_bytes()) + 4);
    let from = pane.x + 2 + u16::try_from(used).unwrap_or(u16::MAX - pane.x - 2);
    if let Some(words) = more(model, record, &all) {
        canvas.on_border_right(pane, last, from, &words, Role::Warning);
    } else if room.height == 0 && !twins.is_empty() {
        let row = last;
        canvas.on_border_right(pane, row, from, "= same elsewhere", Role::Warning);
    }
    for shown in all {
        let Some(finding) = found.get(shown.index) else {
            continue;
        };
        let y = inner.y + shown.row;
        let (sign, role) = super::records::sign(finding.severity);
        canvas.text(inner.x + 1, y, inner.right(), sign, role);
        let fix = record.fix(finding);
        let hint = match &fix {
            Some(fix) if fix.safe => "  fix",
            Some(_) => "  fix?",
            None => "",
        };
        let room = inner
            .right()
            .saturating_sub(u16::try_from(hint.len()).unwrap_or(0));
        let code = finding.code.name();
        for (row, line) in (y..).zip(&shown.lines) {
            let end = if row == y { room } else { inner.right() };
            let x = inner.x + problems::INDENT;
            // The code comes last, and quieter.
            match line.strip_suffix(code) {
                Some(words) => {
                    let x = canvas.text(x, row, end, words, Role::Screen);
                    canvas.text(x, row, end, code, Role::Secondary);
                }
                None => {
                    canvas.text(x, row, end, line, Role::Screen);
                }
            }
        }
        canvas.text_right(room, y, inner.right(), hint, Role::Key);
        if shown.index == model.document.view.problems.cursor
            && model.document.view.focus == Pane::Problems
        {
            let role = if focused {
                Role::Selection
            } else {
                Role::SelectionAway
            };
            let style = canvas.theme().style(role);
            let height = u16::try_from(shown.lines.len()).unwrap_or(1);
            canvas.lay(Rect::new(inner.x, y, inner.width, height), style);
        }
    }
    if let Some(words) = preview {
        canvas.on_border(pane, last, &words, Role::Key);
    }
    canvas.scroll_bar(pane, model.document.view.problems.first, found.len());
}
