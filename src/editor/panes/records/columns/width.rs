//! How wide columns are, as a person sets it. A width that is set is remembered with the file.

use crate::editor::command::{Context, Id};
use crate::editor::layout::{Shape, Spot, layout};
use crate::editor::model::Model;
use crate::editor::state::View;
use crate::editor::state::columns::{self, Column, GUTTER, NARROWEST, Place, WIDEST_SET, Want};
use crate::editor::state::remembered::Held;
use crate::editor::widgets::glyph;

/// Screen columns that a key gives a column, or takes from it.
const STEP: i16 = 2;

/// Returns where the columns stand in a list so wide.
pub(crate) fn places(model: &Model, width: u16) -> Vec<Place> {
    let document = &model.document;
    let room = width.saturating_sub(GUTTER);
    columns::place(&document.profile.wants, document.columns.first, room)
}

/// Returns the place of the mouse among the headings, and theirs.
pub(crate) fn headings(model: &Model, at: &Spot) -> Option<(u16, Vec<Place>)> {
    let titles = at.layout.titles.filter(|_| at.is_in(at.layout.titles))?;
    let x = (at.column - titles.x).checked_sub(GUTTER)?;
    Some((x, places(model, titles.width)))
}

/// Sets a column's width, or lets its content decide it again; says where it does not show, because the list
/// has no room for it.
pub(crate) fn set(model: &mut Model, column: &Column, width: Option<u16>) {
    let name = glyph::safe(column.name().as_bytes());
    let Some(at) = place_of(model, column) else {
        return model.refused(format!("the list does not show the column {name}"));
    };
    let Some(width) = width else {
        model.document.columns.forget_width(column);
        return model.done(format!("column {name}: as wide as its content"));
    };
    let width = width.clamp(NARROWEST, WIDEST_SET);
    model.document.columns.set_width(column, width);
    if let Some(want) = model.document.profile.wants.get_mut(at) {
        *want = Want::set(width);
    }
    match cut(model, at, width) {
        Some(reason) => model.refused(format!("column {name}: {reason}")),
        None => model.done(format!("column {name}: {width} wide")),
    }
}

/// Makes a column wider (1) or narrower (-1).
pub(crate) fn step(model: &mut Model, column: &Column, by: i16) {
    let Some(at) = place_of(model, column) else {
        return set(model, column, None);
    };
    let want = model.document.profile.wants.get(at);
    let now = want.map_or(NARROWEST, |want| want.width);
    let width = now.saturating_add_signed(by * STEP);
    let width = width.clamp(NARROWEST, WIDEST_SET);
    let reason = match by > 0 {
        true if width == now => Some(format!("{now} is the widest")),
        false if width == now => Some(format!("{now} is the narrowest")),
        // Wider than it can be shown it is not made by one key after the other.
        true => cut(model, at, now),
        false => None,
    };
    match reason {
        Some(reason) => {
            let name = glyph::safe(column.name().as_bytes());
            model.refused(format!("column {name}: {reason}"))
        }
        None => set(model, column, Some(width)),
    }
}

/// Returns the place of a column among those of the list.
fn place_of(model: &Model, column: &Column) -> Option<usize> {
    let mut shown = model.list_columns().iter();
    shown.position(|shown| shown == column)
}

/// Returns the reason why a column is less than `wanted` wide, where the list has no room for more.
fn cut(model: &Model, at: usize, wanted: u16) -> Option<String> {
    let titles = layout(model)
        .titles
        .filter(|_| at >= model.document.columns.first)?;
    let mut places = places(model, titles.width).into_iter();
    let place = places.find(|place| place.column == at);
    let room = match place.map_or(0, |place| place.width) {
        width if width >= wanted => return None,
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
    Some(format!("{wanted} wide, {room}{other}"))
}

/// Returns the border behind the heading at the mouse.
pub(crate) fn border_at(model: &Model, at: &Spot) -> Option<Held> {
    let (x, places) = headings(model, at)?;
    let mut places = places.into_iter();
    let place = places.find(|place| place.width > 0 && x == place.x + place.width)?;
    let column = model.list_columns().get(place.column)?.clone();
    Some(Held::Column(column, at.column - place.width))
}
