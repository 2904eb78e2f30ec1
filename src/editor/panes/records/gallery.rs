//! What is on the screen while the suite list has the keys: all panes, the list alone and wide, or
//! the records as small boards.

use crate::editor::layout::{Gallery, boards_area, layout};
use crate::editor::model::Model;
use crate::editor::state::View;
use crate::editor::state::view::Pane;
use crate::editor::widgets::SquareSize;

/// Shows the list so, or all panes where it is shown so already.
pub(crate) fn toggle(model: &mut Model, view: View) {
    model.view = if model.view == view {
        View::Panes
    } else {
        view
    };
}

/// Leaves the wide list or the boards; `false` where all panes are shown.
pub(crate) fn close(model: &mut Model) -> bool {
    let is_open = model.view != View::Panes && model.document.view.focus == Pane::Records;
    if is_open {
        model.view = View::Panes;
    }
    is_open
}

/// Draws the boards larger (1) or smaller (-1), as far as the screen allows.
pub(crate) fn resize(model: &mut Model, by: isize) {
    if let Some(size) = resized(model, by) {
        model.board_size = Some(size);
    }
}

/// Returns the next larger or smaller size, where the screen has room for it.
pub(super) fn resized(model: &Model, by: isize) -> Option<SquareSize> {
    let now = layout(model).boards?.size;
    let at = SquareSize::ALL.iter().position(|size| *size == now)?;
    let next = *SquareSize::ALL.get(at.checked_add_signed(by)?)?;
    let pane = layout(model).records?;
    let placed = Gallery::place(boards_area(pane), Some(next), model.board.flipped);
    (placed.size == next).then_some(next)
}
