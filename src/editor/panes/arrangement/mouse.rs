//! The mouse at borders, between panes and behind the headings of columns: a border is dragged, and a double
//! click takes back what was chosen for it.

use super::{keep, set, why_not};
use crate::editor::layout::{Spot, layout};
use crate::editor::model::Model;
use crate::editor::panes::records::columns::width;
use crate::editor::state::panes::{Held, HeldBorder};

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
            let part = at.layout.part_of(border).unwrap_or_default();
            let to = if border.is_level() { at.row } else { at.column };
            let cells = border.cells_at(part, to + before);
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

/// Lets the border go: `None` where none is held; else whether it was moved.
pub(crate) fn release(model: &mut Model) -> Option<bool> {
    let held = model.held_border.take()?;
    if let Held::Panes(..) = held.place {
        keep(model);
    }
    Some(held.moved)
}
