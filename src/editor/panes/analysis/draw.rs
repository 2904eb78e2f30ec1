//! Live analysis: the engine's lines below the panes, and the bar beside the board.

use crate::editor::model::Model;
use crate::editor::panes::analysis::{lines, said, share_of_white, title};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::geometry::{BoardGrid, Rect};
use crate::editor::widgets::glyph;
use crate::editor::widgets::theme::{Background, Role};

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

/// Draws the bar left of the squares, between them and the rank names: White's share from White's side of the
/// board.
pub(crate) fn draw_bar(model: &Model, grid: BoardGrid, canvas: &mut Canvas<'_>) {
    let Some(share) = model.analysis.as_ref().and_then(share_of_white) else {
        return;
    };
    let board = grid.bounds();
    let bar = Rect {
        x: board.x.saturating_sub(1),
        width: 1,
        ..board
    };
    let white = (u32::from(share) * u32::from(board.height) + 500) / 1000;
    for (nth, row) in (0..).zip(bar.rows()) {
        // From White's side.
        let nth = match model.board.flipped {
            true => nth,
            false => u32::from(board.height) - 1 - nth,
        };
        // White's share is the lighter one on either ground. Half a column is left to the rank names.
        let role = match (nth < white) == (canvas.theme.background == Background::Dark) {
            true => Role::Screen,
            false => Role::Faint,
        };
        canvas.text(row, "▐", role);
    }
}
