//! The last two lines: what just happened (or the prompt), and what can be pressed now.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::features::hints::{SEPARATOR, hints};
use crate::editor::layout::status::{SIGN, said};
use crate::editor::layout::{Layout, Rect};
use crate::editor::model::Model;
use crate::editor::overlay::Overlay;
use crate::editor::sign;
use crate::editor::state::status::StatusKind;

pub(super) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    match model.overlays.last() {
        Some(Overlay::Prompt(prompt)) => super::prompt::draw(model, prompt, layout, canvas),
        _ => draw_status(model, layout.status, canvas),
    }
    let line = layout.hints;
    for hint in hints(model, line.width) {
        if hint.x > 0 {
            let gap = Rect::span(hint.x.saturating_sub(3), line.y, hint.x);
            canvas.text(gap, SEPARATOR, Role::Faint);
        }
        let place = line.after(hint.x).left(hint.width);
        let rest = canvas.text(place, &hint.keys, Role::Key);
        canvas.text(rest.after(1), hint.label, Role::Secondary);
    }
}

fn draw_status(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
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
    canvas.fill(area, ground);
    canvas.text(area, sign, role);
    canvas.rows(area.after(SIGN), &said(&status.text, area.width), ground);
}
