//! How wide columns are, as a person sets it: by keys, by a command, and by the mouse at the border
//! behind a heading. A width that is set is remembered with the file.

use crate::editor::command::{Context, Id};
use crate::editor::glyph;
use crate::editor::layout::{Shape, Spot, layout};
use crate::editor::model::Model;
use crate::editor::state::columns::place::{self, Place};
use crate::editor::state::columns::{Column, GUTTER, HeldColumn, NARROWEST, WIDEST_SET};
use crate::editor::state::gallery::View;

/// Screen columns that a key gives a column, or takes from it.
const STEP: i32 = 2;

/// The columns of the list and where they stand.
pub(crate) fn places(model: &Model, at: &Spot) -> Vec<Place> {
    places_in(model, at.layout.titles.map_or(0, |titles| titles.width))
}

fn places_in(model: &Model, room: u16) -> Vec<Place> {
    let wants = model.document.page.wants();
    place::place(wants, model.columns.first, room.saturating_sub(GUTTER))
}

/// Sets a column's width, or lets its content decide it again.
pub(crate) fn set(model: &mut Model, column: &Column, width: Option<u16>) {
    if !model.list_columns().contains(column) {
        let name = glyph::safe(column.name().as_bytes());
        model.refused(format!("the list does not show the column {name}"));
        return;
    }
    let name = glyph::safe(column.name().as_bytes());
    match width {
        Some(width) => {
            let width = width.clamp(NARROWEST, WIDEST_SET);
            model.columns.set_width(column, width);
            model.columns.widened = Some((column.clone(), width));
            model.done(format!("column {name}: {width} wide"));
        }
        None => {
            model.columns.forget_width(column);
            model.done(format!("column {name}: as wide as its content"));
        }
    }
}

/// Makes a column wider (1) or narrower (-1).
pub(crate) fn step(model: &mut Model, column: &Column, by: i32) {
    let now = now(model, column).unwrap_or(NARROWEST);
    let narrowest = i32::from(NARROWEST);
    let width = (i32::from(now) + by * STEP).clamp(narrowest, i32::from(WIDEST_SET));
    let width = u16::try_from(width).unwrap_or(now);
    if width == now {
        let name = glyph::safe(column.name().as_bytes());
        let end = if by > 0 { "widest" } else { "narrowest" };
        model.refused(format!("column {name}: {now} is the {end}"));
        return;
    }
    if by > 0 && model.list_columns().contains(column) && cut(model, column, now).is_some() {
        // Wider than it can be shown it is not made by one key after the other.
        model.columns.widened = Some((column.clone(), now));
        return;
    }
    set(model, column, Some(width))
}

/// The width that a column has in the list where that is less than `wanted`; 0 where there is no room
/// for it at all.
fn cut(model: &Model, column: &Column, wanted: u16) -> Option<u16> {
    let at = model
        .list_columns()
        .iter()
        .position(|shown| shown == column)
        .filter(|at| *at >= model.columns.first)?;
    let room = layout(model).titles?.width;
    let place = places_in(model, room)
        .into_iter()
        .find(|place| place.column == at);
    let width = place.map_or(0, |place| place.width);
    (width < wanted).then_some(width)
}

/// After a width was set: says why it does not show, where the list has no room for it.
pub(crate) fn settle(model: &mut Model) {
    let Some((column, wanted)) = model.columns.widened.take() else {
        return;
    };
    let Some(width) = cut(model, &column, wanted) else {
        return;
    };
    let name = glyph::safe(column.name().as_bytes());
    let room = match width {
        0 => "but the list has no room for it".to_owned(),
        width => format!("but the list has room for {width}"),
    };
    let in_list = |id| model.key_in(id, Context::Records);
    let other = match model.view {
        View::List => String::new(),
        _ if layout(model).shape == Shape::Wide => {
            format!(" · {} enlarges the list", in_list(Id::LargerPane))
        }
        _ => format!(" · {} shows the list alone", in_list(Id::WideList)),
    };
    model.refused(format!("column {name}: {wanted} wide, {room}{other}"));
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
    let column = held.column.clone();
    set(model, &column, Some(width));
    true
}

/// Lets the border go: `None` where none is held; else whether it was moved.
pub(crate) fn release(model: &mut Model) -> Option<bool> {
    Some(model.held_column.take()?.moved)
}
