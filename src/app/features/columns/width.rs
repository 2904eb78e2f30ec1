//! How wide columns are, as a person sets it: by keys, by a command, and by the mouse at the border
//! behind a heading. A width that is set is remembered with the file.

use crate::app::effect::Effect;
use crate::app::glyph;
use crate::app::layout::Spot;
use crate::app::model::Model;
use crate::app::state::columns::place::{self, Place};
use crate::app::state::columns::{Column, GUTTER, HeldColumn, NARROWEST, WIDEST_SET};

/// Screen columns that a key gives a column, or takes from it.
const STEP: i32 = 2;

/// The columns of the list and where they stand.
pub(crate) fn places(model: &Model, at: &Spot) -> Vec<Place> {
    let room = at.layout.titles.map_or(0, |titles| titles.width);
    let wants = model.document.page.wants();
    place::place(wants, model.columns.first, room.saturating_sub(GUTTER))
}

/// Sets a column's width, or lets its content decide it again.
pub(crate) fn set(model: &mut Model, column: &Column, width: Option<u16>) -> Vec<Effect> {
    if !model.list_columns().contains(column) {
        let name = glyph::safe(column.name().as_bytes());
        model.refused(format!("the list does not show the column {name}"));
        return Vec::new();
    }
    let name = glyph::safe(column.name().as_bytes());
    match width {
        Some(width) => {
            let width = width.clamp(NARROWEST, WIDEST_SET);
            model.columns.set_width(column, width);
            model.done(format!("column {name}: {width} wide"));
        }
        None => {
            model.columns.forget_width(column);
            model.done(format!("column {name}: as wide as its content"));
        }
    }
    Vec::new()
}

/// Makes a column wider (1) or narrower (-1).
pub(crate) fn step(model: &mut Model, column: &Column, by: i32) -> Vec<Effect> {
    let now = now(model, column).unwrap_or(NARROWEST);
    let width = (i32::from(now) + by * STEP).max(i32::from(NARROWEST));
    set(model, column, Some(u16::try_from(width).unwrap_or(now)))
}

/// The width that a column has, as far as there is room.
fn now(model: &Model, column: &Column) -> Option<u16> {
    let at = model
        .list_columns()
        .iter()
        .position(|shown| shown == column)?;
    Some(model.document.page.wants().get(at)?.width)
}

/// Takes the border behind the heading at the mouse; whether there is one. A double click lets the
/// content decide again.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let Some(titles) = at.layout.titles.filter(|_| at.is_in(at.layout.titles)) else {
        return false;
    };
    let Some(x) = (at.column - titles.x).checked_sub(GUTTER) else {
        return false;
    };
    let border = places(model, at)
        .into_iter()
        .find(|place| place.width > 0 && x == place.x + place.width);
    let column = border.and_then(|place| {
        let column = model.list_columns().get(place.column)?.clone();
        Some((column, place))
    });
    let Some((column, place)) = column else {
        return false;
    };
    if at.twice {
        model.columns.forget_width(&column);
    }
    model.held_column = Some(HeldColumn {
        column,
        left: titles.x + GUTTER + place.x,
        moved: at.twice,
    });
    true
}

/// Moves the border that is held; whether one is.
pub(crate) fn drag(model: &mut Model, at: &Spot) -> bool {
    let Some(held) = &mut model.held_column else {
        return false;
    };
    held.moved = true;
    let width = at.column.saturating_sub(held.left);
    let width = width.clamp(NARROWEST, WIDEST_SET);
    let column = held.column.clone();
    model.columns.set_width(&column, width);
    true
}

/// Lets the border go: `None` where none is held; else whether it was moved.
pub(crate) fn release(model: &mut Model) -> Option<bool> {
    Some(model.held_column.take()?.moved)
}
