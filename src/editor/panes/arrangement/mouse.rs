//! The mouse at borders, between panes and behind the headings of columns: a border is dragged, and a double
//! click takes back what was chosen for it.

use super::{is_level, keep, set, why_not};
use crate::editor::layout::{Layout, Spot, layout};
use crate::editor::model::Model;
use crate::editor::panes::records::columns::width;
use crate::editor::state::panes::{Border, Held, HeldBorder};
use crate::editor::widgets::geometry::Rect;

/// Takes the border at the mouse; whether there is one.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let border = at.layout.border_at(at.column, at.row);
    let border = border.filter(|_| why_not(model).is_none());
    let border = border.map(|(border, before)| Held::Panes(border, before));
    let Some(place) = border.or_else(|| width::border_at(model, at)) else {
        return false;
    };
    match &place {
        Held::Panes(border, _) if at.twice => set(model, &at.layout, *border, None),
        Held::Column(column, _) if at.twice => model.document.columns.forget_width(column),
        _ => {}
    }
    model.held_border = Some(HeldBorder {
        place,
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
    match held.place.clone() {
        Held::Panes(border, before) => {
            let panes = model.panes.clone();
            let cells = cells(&at.layout, border, (at.column + before, at.row + before));
            set(model, &at.layout, border, Some(cells));
            // A border that can go no further stays where it is.
            if layout(model) == at.layout {
                model.panes = panes;
            }
        }
        Held::Column(column, left) => {
            width::set(model, &column, Some(at.column.saturating_sub(left)));
        }
    }
    true
}

/// The cells of what a border belongs to, where the border is at a cell.
fn cells(layout: &Layout, border: Border, (column, row): (u16, u16)) -> u16 {
    let part = match border {
        // Its text is inside a border of its own, which moves with the one above it.
        Border::Raw if layout.raw_bordered => layout.raw.map(|raw| raw.above(2)),
        Border::Raw => layout.raw,
        _ => layout.part_of(border),
    };
    let part: Rect = part.unwrap_or_default();
    let (start, end, at) = match is_level(border) {
        true => (part.y, part.bottom(), row),
        false => (part.x, part.right(), column),
    };
    match border {
        Border::List | Border::Records => at.saturating_sub(start),
        Border::Side | Border::Problems | Border::Raw => end.saturating_sub(at),
    }
}

/// Lets the border go: `None` where none is held; else whether it was moved.
pub(crate) fn release(model: &mut Model) -> Option<bool> {
    let held = model.held_border.take()?;
    if let Held::Panes(..) = held.place {
        keep(model);
    }
    Some(held.moved)
}
