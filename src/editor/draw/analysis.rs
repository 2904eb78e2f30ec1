//! Live analysis: the engine's lines below the panes, and the bar beside the board.

use super::canvas::Canvas;
use super::theme::{Role, Shade};
use crate::editor::features::analysis::{lines, said, share_of_white, title};
use crate::editor::glyph;
use crate::editor::layout::{BoardGrid, Rect};
use crate::editor::model::Model;

/// Columns of a score.
const SCORE: u16 = 8;

pub(super) fn draw(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(live) = &model.analysis else {
        return;
    };
    let rule = "─".repeat(usize::from(area.width));
    canvas.text(area.x, area.y, area.right(), &rule, Role::Secondary);
    let title = format!(" {} ", glyph::safe(title(live).as_bytes()));
    canvas.text(area.x + 1, area.y, area.right(), &title, Role::Title);
    let rows = (area.y + 1)..area.bottom();
    if let Some(words) = said(live) {
        let words = glyph::safe(words.as_bytes());
        canvas.text(
            area.x + 1,
            area.y + 1,
            area.right(),
            &words,
            Role::Secondary,
        );
        return;
    }
    for (row, (score, moves)) in rows.zip(lines(live)) {
        let x = area.x + 1;
        canvas.text_right(x, row, x + SCORE - 1, &score, Role::Accent);
        canvas.text(x + SCORE, row, area.right(), &moves, Role::Move);
    }
}

/// The bar left of the squares, between them and the rank names: White's share from White's side of the
/// board.
pub(super) fn draw_bar(model: &Model, grid: BoardGrid, canvas: &mut Canvas<'_>) {
    let share = model.analysis.as_ref().and_then(share_of_white);
    let Some(share) = share else {
        return;
    };
    let board = grid.bounds();
    let rows = board.height;
    let white = (u32::from(share) * u32::from(rows) + 500) / 1000;
    for nth in 0..rows {
        let is_white = u32::from(nth) < white;
        let y = match model.board.flipped {
            true => board.y + nth,
            false => board.bottom().saturating_sub(nth + 1),
        };
        // White's share is the lighter one on either ground. Half a column is left to the rank names.
        let is_of_text = is_white == (canvas.theme().shade() == Shade::Dark);
        let (text, role) = match is_of_text {
            true => ("▐", Role::Screen),
            false => ("▐", Role::Faint),
        };
        canvas.text(board.x.saturating_sub(1), y, board.x, text, role);
    }
}
