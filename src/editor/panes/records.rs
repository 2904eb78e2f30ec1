//! The cursor in whichever list has the keys, and how far lists are scrolled.
//!
//! The mouse in the suite list: its rows, its headings, the map beside it, small boards.

pub mod columns;
pub mod commands;
pub(crate) mod draw;
pub mod gallery;
pub mod paste;
pub(crate) mod reply;
pub mod rows;

use crate::editor::command::Id;
use crate::editor::doc::navigate;
use crate::editor::layout::{Inspector, Layout, Spot, layout};
use crate::editor::model::Model;
use crate::editor::overlay::menu;
use crate::editor::panes::problems;
use crate::editor::panes::records::columns::width;
use crate::editor::state::columns::{Column, page};
use crate::editor::state::folder::Folder;
use crate::editor::state::view::{Page, Pane};
use crate::editor::state::{View, profile};
use crate::editor::widgets::{ListState, Rect, Room, Step, scrolled, scrolled_around};
use crate::epd::Record;
use crate::suite::LineState;

/// The room for the list of what lies over the panes.
fn overlay_room(layout: &Layout) -> Room {
    let list = layout.overlay.map(|overlay| overlay.list);
    Room {
        rows: list.map_or(1, |list| usize::from(list.height).max(1)),
        columns: list.map_or(80, |list| usize::from(list.width)),
    }
}

/// Moves the cursor of the list that has the keys.
pub fn step(model: &mut Model, step: Step) {
    let layout = layout(model);
    let page = |list: u16| usize::from(list).max(1);
    if let Some(overlay) = model.overlays.last_mut() {
        overlay.step(step, overlay_room(&layout));
        return;
    }
    if model.page != Page::Panes {
        let rows = layout.page_list.map_or(1, |list| page(list.height));
        if let Some((list, count)) = page_list(model) {
            list.step(step, count, rows);
        }
        return;
    }
    match model.document.view.focus {
        Pane::Operations => {
            let (count, rows) = operation_rows(model, &layout, &model.record());
            model.document.view.operations.step(step, count, rows);
        }
        Pane::Problems => {
            let count = model.record().diagnostics().len();
            let pane = layout.problems.map(Rect::inner);
            let rows = pane.map_or(1, |pane| page(pane.height));
            model.document.view.problems.step(step, count, rows);
        }
        Pane::Records | Pane::Board | Pane::Raw => navigate::row(model, step),
    }
}

/// Counts the rows of the list of operations, and those on the screen.
fn operation_rows(model: &Model, layout: &Layout, record: &Record<'_>) -> (usize, usize) {
    let pane = layout.operations.map(Rect::inner);
    let list = pane.map(|inner| Inspector::of(model, record, inner).list);
    let rows = list.map_or(1, |list| usize::from(list.height).max(1));
    (record.operations().len() + 1, rows)
}

/// The list of the page that is shown instead of the panes, and how many rows it has.
pub(crate) fn page_list(model: &mut Model) -> Option<(&mut ListState, usize)> {
    match model.page {
        Page::Panes => None,
        Page::Folder => model.folder.as_mut().map(Folder::rows),
        Page::Differences => model.differences.as_mut()?.rows(),
    }
}

/// Keeps every cursor inside its list and on the screen.
pub(crate) fn settle(model: &mut Model) {
    let in_list = model.document.view.focus == Pane::Records;
    let alone = (model.view == View::List && in_list).then_some(model.cols);
    profile::refresh(&mut model.document, alone);
    let layout = layout(model);
    // While the result of a fix is only looked at, the cursors stay where they are.
    if menu::looked_at(model).is_none() {
        // Read once for both: this is done after every key.
        let (operations, rows, problems, found) = {
            let record = model.record();
            let (operations, rows) = operation_rows(model, &layout, &record);
            let area = layout.problems.map(Rect::inner);
            let problems = problems::settled(model, &record, area);
            (operations, rows, problems, record.diagnostics().len())
        };
        // The selected record was edited, and no text is typed that comes and goes.
        let document = &model.document;
        let is_edited = document.suite.line_state(document.selected) != LineState::Untouched
            && document.view.editing.is_none();
        if is_edited && model.document.profile.make_room_for(found) {
            // Once: there is room now.
            return settle(model);
        }
        let view = &mut model.document.view;
        view.operations.keep(operations, rows);
        view.problems = problems;
    }
    settle_records(model, &layout);
    if let (Some(area), Some((list, count))) = (layout.page_list, page_list(model)) {
        list.keep(count, usize::from(area.height));
    }
    if let Some(overlay) = model.overlays.last_mut() {
        overlay.settle(overlay_room(&layout));
    }
}

/// The suite list follows the selected line, but stays where the wheel left it otherwise.
fn settle_records(model: &mut Model, layout: &Layout) {
    let lines = model.document.suite.line_count();
    model.document.selected = model.document.selected.min(lines.saturating_sub(1));
    let (row, count) = (model.document.selected_row(), model.document.row_count());
    // Boards scroll by whole rows of them.
    let (across, down) = match (layout.boards, layout.list) {
        (Some(boards), _) => (usize::from(boards.across), usize::from(boards.down)),
        (None, Some(list)) => (1, usize::from(list.height)),
        (None, None) => return,
    };
    let rows = across * down;
    let now = (row, rows);
    let document = &mut model.document;
    let scrolled = match std::mem::take(&mut document.view.shows_around) {
        true => scrolled_around,
        false => scrolled,
    };
    let all = count.div_ceil(across);
    let mut first = document.first / across;
    if document.view.scrolled_for != Some(now) {
        document.view.scrolled_for = Some(now);
        first = scrolled(first, row / across, all, down);
    }
    document.first = first.min(all.saturating_sub(down.max(1))) * across;
    columns::refresh(model, rows);
    page::refresh(&mut model.document, down);
}

/// Lines that one step of the wheel scrolls.
const WHEEL: isize = 3;

/// Selects what is at the mouse; a double click on what is selected gives the command that opens it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Records;
    let (row, opened) = if let Some(boards) = at.layout.boards {
        (boards.board_at(at.column, at.row), Id::OpenRecord)
    } else if let Some(column) = title_at(model, at) {
        columns::open(model, column);
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
    let rows = page::rows_of(row, usize::from(map.height), model.document.row_count());
    page::first_of_note(&model.document, rows)
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
