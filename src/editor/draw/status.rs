//! The last two lines: what just happened (or the prompt), and what can be pressed now.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::features::hints::{SEPARATOR, hints};
use crate::editor::layout::Layout;
use crate::editor::layout::status::{SIGN, said};
use crate::editor::model::Model;
use crate::editor::overlay::Overlay;
use crate::editor::sign;
use crate::editor::state::status::StatusKind;

pub(super) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    draw_status(model, layout, canvas);
    let area = layout.hints;
    let hints = hints(model, area.width);
    for (index, hint) in hints.iter().enumerate() {
        if index > 0 {
            let column = hint.x.saturating_sub(3);
            canvas.text(column, area.y, hint.x, SEPARATOR, Role::Faint);
        }
        let end = hint.x.saturating_add(hint.width);
        let x = canvas.text(hint.x, area.y, end, &hint.keys, Role::Key);
        canvas.text(x + 1, area.y, end, hint.label, Role::Secondary);
    }
}

fn draw_status(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let area = layout.status;
    if let Some(Overlay::Prompt(prompt)) = model.overlays.last() {
        super::prompt::draw(model, prompt, layout, canvas);
        return;
    }
    let Some(status) = &model.status else {
        return;
    };
    let (sign, role) = match status.kind {
        StatusKind::Done => (sign::GOOD.text, Role::Good),
        StatusKind::Told => (sign::HINT.text, Role::Secondary),
        StatusKind::Warned => (sign::WARNING.text, Role::Warning),
        StatusKind::Asks => ("?", Role::Warning),
        StatusKind::Refused => (sign::OFF.text, Role::Warning),
        StatusKind::Failed => (sign::ERROR.text, Role::Error),
    };
    let ground = match area.height {
        1 => Role::Screen,
        _ => Role::Overlay,
    };
    let style = canvas.theme().style(ground);
    canvas.fill(area, style);
    canvas.text(area.x, area.y, area.right(), sign, role);
    let rows = said(&status.text, area.width);
    let hidden = rows.len() > usize::from(area.height);
    for (y, words) in (area.y..area.bottom()).zip(&rows) {
        let more = if hidden && y + 1 == area.bottom() {
            "…"
        } else {
            ""
        };
        let words = format!("{words}{more}");
        canvas.text(area.x + SIGN, y, area.right(), &words, ground);
    }
}
