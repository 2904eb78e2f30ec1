//! What is wrong with the selected record, and what would fix it.

use super::canvas::Canvas;
use super::theme::Role;
use crate::app::features::problems::{self, fixes};
use crate::app::layout::Rect;
use crate::app::model::Model;
use crate::app::state::view::Pane;
use crate::epd::{LineKind, Record};

pub(super) fn draw(model: &Model, record: &Record<'_>, pane: Rect, canvas: &mut Canvas<'_>) {
    let focused = model.document.view.focus == Pane::Problems && model.overlays.is_empty();
    let found = record.diagnostics();
    canvas.frame(pane, Pane::Problems.title(), focused);
    if record.is_kept() {
        canvas.on_border_right(pane, pane.y, pane.x + 12, "left unchanged", Role::Warning);
    }
    let inner = pane.inner();
    if found.is_empty() {
        let (text, role) = match record.kind() {
            LineKind::Record => ("✓ no problems", Role::Good),
            _ => ("not a record", Role::Secondary),
        };
        canvas.text(inner.x + 1, inner.y, inner.right(), text, role);
        return;
    }
    for shown in problems::shown(model, record, inner) {
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
    // What would come of a fix, before it is taken.
    if model.document.view.focus == Pane::Problems
        && let Some(words) = fixes::preview(model, record)
    {
        let row = pane.bottom().saturating_sub(1);
        canvas.on_border(pane, row, &words, Role::Key);
    }
    canvas.scroll_bar(pane, model.document.view.problems.first, found.len());
}
