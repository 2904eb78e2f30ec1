//! The mouse at the borders between panes: a border is dragged, and a double click takes back what was
//! chosen for it.

use crate::editor::layout::{Layout, Spot};
use crate::editor::model::Model;
use crate::editor::panes::arrangement::{keep, set, why_not};
use crate::editor::state::panes::{Border, HeldBorder};

/// Takes the border at the mouse; whether there is one.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let border = at.layout.border_at(at.column, at.row);
    let Some((border, before)) = border.filter(|_| why_not(model).is_none()) else {
        return false;
    };
    if at.twice {
        model.panes.reset(border);
    }
    model.held_border = Some(HeldBorder {
        border,
        before,
        moved: at.twice,
    });
    true
}

/// Moves the border that is held; whether one is.
pub(crate) fn drag(model: &mut Model, at: &Spot) -> bool {
    let Some(held) = model.held_border.as_mut() else {
        return false;
    };
    held.moved = true;
    let held = *held;
    let (column, row) = (at.column + held.before, at.row + held.before);
    let layout = &at.layout;
    let before = model.panes.clone();
    set(
        model,
        layout,
        held.border,
        cells(layout, held.border, column, row),
    );
    // A border that can go no further stays where it is.
    let after = crate::editor::layout::layout(model);
    if &after == layout {
        model.panes = before;
    }
    true
}

/// The cells of what a border belongs to, where the border is at a cell.
fn cells(layout: &Layout, border: Border, column: u16, row: u16) -> u16 {
    let bottom =
        |pane: Option<crate::editor::widgets::geometry::Rect>| pane.map_or(0, |pane| pane.bottom());
    match border {
        Border::List => column.saturating_sub(layout.records.map_or(0, |list| list.x)),
        Border::Side => layout.screen.right().saturating_sub(column),
        Border::Records => row.saturating_sub(layout.records.map_or(0, |list| list.y)),
        Border::Problems => bottom(layout.problems).saturating_sub(row),
        Border::Raw => {
            let border = if layout.raw_bordered { 2 } else { 0 };
            bottom(layout.raw).saturating_sub(row + border)
        }
    }
}

/// Lets the border go: `None` where none is held; else whether it was moved.
pub(crate) fn release(model: &mut Model) -> Option<bool> {
    let held = model.held_border.take()?;
    keep(model);
    Some(held.moved)
}
