//! The mouse in the suite list: its rows, its headings, the map beside it, small boards.

use crate::editor::command::Id;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::records::columns::{menu, width};
use crate::editor::state::columns::{Column, map};
use crate::editor::state::view::Pane;
use crate::editor::widgets::geometry::Rect;

/// Lines that one step of the wheel scrolls.
const WHEEL: isize = 3;

/// Selects what is at the mouse; a double click on what is selected gives the command that opens it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Records;
    let (row, opened) = if let Some(boards) = at.layout.boards {
        (boards.board_at(at.column, at.row), Id::OpenRecord)
    } else if let Some(column) = title_at(model, at) {
        menu::open(model, column);
        return None;
    } else if let Some(line) = map_line(model, at) {
        model.select(line);
        return None;
    } else {
        (at.row_of(at.layout.list), Id::EditLine)
    };
    let line = row.and_then(|row| model.document.line_at(model.document.first + row));
    let is_selected = line == Some(model.document.selected);
    line.into_iter().for_each(|line| model.select(line));
    let opens = at.twice && is_selected;
    opens.then_some(opened)
}

/// The column whose heading is at the mouse.
fn title_at(model: &Model, at: &Spot) -> Option<Column> {
    let (x, places) = width::headings(model, at)?;
    let place = places
        .iter()
        .find(|place| x >= place.x && x <= place.x + place.width)?;
    model.list_columns().get(place.column).cloned()
}

/// The line to go to from the map of the whole file, or the border beside it: the first problem,
/// match or edit of what the row stands for, else its first line.
fn map_line(model: &Model, at: &Spot) -> Option<usize> {
    let map = at.layout.map?;
    let row = at.row_of(Some(Rect { width: 2, ..map }))?;
    let rows = map::rows_of(row, usize::from(map.height), model.document.row_count());
    map::first_of_note(&model.document, rows)
}

/// Scrolls, boards by whole rows of them, and leaves the selection alone.
pub(crate) fn wheel(model: &mut Model, at: &Spot, by: isize) {
    let step = match at.layout.boards {
        Some(boards) => isize::from(u8::try_from(boards.across).unwrap_or(u8::MAX)),
        None => WHEEL,
    };
    let first = &mut model.document.first;
    *first = first.saturating_add_signed(by * step);
}
