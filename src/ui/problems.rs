//! What is wrong with the selected record, and what would mend it.

use super::canvas::Canvas;
use super::theme::Role;
use crate::app::fixes;
use crate::app::layout::Rect;
use crate::app::model::{Model, Pane};
use crate::epd::{LineKind, Record};

pub(super) fn draw(model: &Model, record: &Record<'_>, pane: Rect, canvas: &mut Canvas<'_>) {
    let focused = model.focus == Pane::Problems && model.overlays.is_empty();
    let found = record.diagnostics();
    canvas.frame(pane, Pane::Problems.title(), focused);
    if record.is_kept() {
        canvas.on_border_right(
            pane,
            pane.y,
            pane.x + 12,
            "kept as it stands",
            Role::Warning,
        );
    }
    let inner = pane.inner();
    if found.is_empty() {
        let (text, role) = match record.kind() {
            LineKind::Record => ("✓ nothing to say about this record", Role::Good),
            _ => ("not a record", Role::Secondary),
        };
        canvas.text(inner.x + 1, inner.y, inner.right(), text, role);
        return;
    }
    for row in 0..inner.height {
        let index = model.problems.first + usize::from(row);
        let Some(finding) = found.get(index) else {
            break;
        };
        let y = inner.y + row;
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
        let x = canvas.text(
            inner.x + 3,
            y,
            room,
            &finding.message(record.line()),
            Role::Screen,
        );
        canvas.text(
            x,
            y,
            room,
            &format!("  {}", finding.code.name()),
            Role::Secondary,
        );
        canvas.text_right(room, y, inner.right(), hint, Role::Key);
        if index == model.problems.cursor && model.focus == Pane::Problems {
            let role = if focused {
                Role::Selection
            } else {
                Role::SelectionAway
            };
            let style = canvas.theme().style(role);
            canvas.lay(Rect::new(inner.x, y, inner.width, 1), style);
        }
    }
    // What Enter would do to the problem with the cursor.
    if model.focus == Pane::Problems
        && let Some(fix) = found
            .get(model.problems.cursor)
            .and_then(|found| record.fix(found))
    {
        let words = format!("x {}", fixes::in_words(record.line(), &fix));
        let row = pane.bottom().saturating_sub(1);
        canvas.on_border(pane, row, &words, Role::Key);
    }
    canvas.scroll_bar(pane, model.problems.first, found.len());
}
