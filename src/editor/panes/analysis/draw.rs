//! Live analysis: the engine's lines below the panes, and the bar beside the board.

use crate::editor::model::Model;
use crate::editor::panes::analysis::{lines, said, title};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, glyph};

/// Columns of a score, and a blank.
const SCORE: u16 = 8;

pub(crate) fn draw(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(live) = &model.analysis else {
        return;
    };
    canvas.rule(area, Role::Secondary);
    let area = area.after(1);
    let title = format!(" {} ", glyph::safe(title(live).as_bytes()));
    canvas.text(area, &title, Role::Title);
    let area = area.below(1);
    if let Some(words) = said(live) {
        canvas.text(area, &words, Role::Secondary);
        return;
    }
    for (row, (score, moves)) in area.rows().zip(lines(live)) {
        canvas.text_right(row.left(SCORE - 1), &score, Role::Accent);
        canvas.text(row.after(SCORE), &moves, Role::Move);
    }
}
