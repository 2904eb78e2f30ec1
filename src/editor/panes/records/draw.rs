//! Draws the suite list: as columns, with a map of the whole file at the edge, or as small boards.

use crate::editor::doc::change::how_to_begin;
use crate::editor::doc::filter::draw::{draw_nothing, draw_title, position};
use crate::editor::layout::{Layout, boards_area};
use crate::editor::model::Model;
use crate::editor::panes::board::draw::look;
use crate::editor::panes::records::columns::places;
use crate::editor::state::columns::page::{Body, Cell, Density, Row, SIDE_IN_WORDS, Spot};
use crate::editor::state::columns::{Column, GUTTER, PlacedColumn};
use crate::editor::state::sorted_view::sorted_sign;
use crate::editor::state::view::Pane;
use crate::editor::widgets::board::{BoardView, Marks, PieceLook};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{BoardGrid, Rect, glyph, sign};
use crate::epd::counted::thousands;
use crate::suite::field::Field;
use crate::suite::{LineState, Pattern};

pub(crate) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(list)) = (layout.records, layout.list) else {
        return;
    };
    let focused = model.document.view.focus == Pane::Records && model.overlays.is_empty();
    canvas.frame(pane, Pane::Records.title(), focused);
    draw_title(model, pane, canvas);
    let document = &model.document;
    if document.row_count() == 0 {
        return draw_no_rows(model, list, canvas);
    }
    draw_place(model, pane, canvas);
    let places = places(model, list.width);
    if let Some(titles) = layout.titles {
        draw_titles(model, titles, &places, canvas);
    }
    for (row, area) in document.page.rows.iter().zip(list.rows()) {
        let found = draw_row(model, row, area, &places, canvas);
        if row.line == document.selected {
            canvas.select(area, focused);
        }
        if row.matches {
            draw_matches(area, found, canvas);
        }
    }
    draw_map(model, layout.map, pane, list, canvas);
}

fn draw_place(model: &Model, pane: Rect, canvas: &mut Canvas<'_>) {
    // Without the corners, a margin at each side, and blanks around the words.
    let words = position(model, pane.width.saturating_sub(7));
    canvas.on_border_right(pane.foot(1), pane.x + 2, &words, Role::Secondary);
}

fn draw_no_rows(model: &Model, list: Rect, canvas: &mut Canvas<'_>) {
    if model.document.suite.line_count() > 0 {
        return draw_nothing(model, list, canvas);
    }
    let [new, paste] = how_to_begin(model);
    let words = ["no records yet", &new, &paste];
    for (row, words) in list.after(1).rows().zip(words) {
        canvas.text(row, words, Role::Secondary);
    }
}

/// Draws the headings, with the direction of the sort, and signs for columns without room.
fn draw_titles(model: &Model, titles: Rect, places: &[PlacedColumn], canvas: &mut Canvas<'_>) {
    let columns = model.list_columns();
    // The sort of the list, or the one just made in the file.
    let sorted = model.document.sorted_by();
    for place in places {
        let Some(column) = columns.get(place.column) else {
            continue;
        };
        let (arrow, role) = match sorted.filter(|by| column.is_of(&by.field)) {
            Some(by) => (sorted_sign(by.falls), Role::Accent),
            None => ("", Role::Secondary),
        };
        let heading = match *column == Column::SIDE && place.width >= SIDE_IN_WORDS {
            true => "side",
            false => column.heading(),
        };
        let words = format!("{heading}{arrow}");
        let area = titles.after(GUTTER + place.x);
        match column.is_number() {
            true => canvas.text_right(area.left(place.width), &words, role),
            // The sign may be in the gap after a narrow column.
            false => canvas.text(area.left(place.width + 1), &words, role),
        };
    }
    if model.document.columns.first > 0 {
        canvas.text(titles.left(1), sign::MORE_LEFT.text, Role::Key);
    }
    if model.document.columns.first + places.len() < columns.len() {
        canvas.text(titles.end(1), sign::MORE_RIGHT.text, Role::Key);
    }
}

/// Draws a row, and returns the visible matches of the search in it.
fn draw_row(
    model: &Model,
    row: &Row,
    area: Rect,
    places: &[PlacedColumn],
    canvas: &mut Canvas<'_>,
) -> Vec<Rect> {
    let search = model.document.search.as_ref().filter(|_| row.matches);
    let search = search.map(|search| &search.pattern);
    let (sign, role) = match (model.document.is_marked(row.line), row.state) {
        (false, LineState::Untouched) => ("", Role::Edited),
        (false, LineState::Edited) => (sign::EDITED.text, Role::Edited),
        (false, LineState::New) => (sign::NEW.text, Role::Edited),
        (true, LineState::Untouched) => (sign::MARKED.text, Role::Accent),
        (true, _) => (sign::MARKED_EDITED.text, Role::Edited),
    };
    canvas.text(area.left(GUTTER), sign, role);
    let (area, columns) = (area.after(GUTTER), model.list_columns());
    let cells = match &row.body {
        Body::Record(cells) => cells,
        Body::Blank | Body::Comment(_) => {
            // Lines that are not records have the number, but no other columns.
            let mut area = area;
            if let Some(first) = places.first()
                && columns.get(first.column) == Some(&Column::LINE)
            {
                let number = (row.line + 1).to_string();
                canvas.text_right(area.left(first.width), &number, Role::Secondary);
                area = area.after(first.width + 1);
            }
            let Body::Comment(text) = &row.body else {
                return Vec::new();
            };
            canvas.text(area, text, Role::Secondary);
            return search.map_or_else(Vec::new, |search| places_of(search, text, area));
        }
    };
    let mut found = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let (Some(cell), Some(column)) = (cells.get(place.column), columns.get(place.column))
        else {
            continue;
        };
        let is_number = column.is_number();
        // Moves, and a text in place of a missing id, may extend over empty cells right of them.
        let end = match cell.role {
            Role::Secondary | Role::Move if !is_number => free(cells, places, at, area.width),
            _ => place.x + place.width,
        };
        let room = area.left(end).after(place.x);
        let text = match (column, row.side) {
            (Column::Field(Field::Side), Some(side)) if room.width >= SIDE_IN_WORDS => {
                side.fold_wb("White", "Black")
            }
            _ => cell.text.as_str(),
        };
        let shown = match is_number {
            true => room.after(canvas.text_right(room, text, cell.role).width),
            false => {
                canvas.text(room, text, cell.role);
                room
            }
        };
        let is_text = ![Column::LINE, Column::SIDE, Column::Problems].contains(column);
        if let Some(search) = search.filter(|_| is_text) {
            found.extend(places_of(search, text, shown));
        }
    }
    found
}

/// Returns the areas in which a drawn text matches the search.
fn places_of(search: &Pattern, text: &str, area: Rect) -> Vec<Rect> {
    let shown = glyph::cut(text, area.width.into());
    let width = |bytes: Option<&str>| bytes.map_or(0, glyph::columns);
    let spans = search.spans(shown.as_bytes()).into_iter();
    let spans = spans.map(|span| {
        let before = width(shown.get(..span.start));
        area.after(before).left(width(shown.get(span.range())))
    });
    spans.filter(|place| place.width > 0).collect()
}

/// Highlights the visible matches of a row, or draws a sign before it if they are elsewhere in the line.
fn draw_matches(area: Rect, found: Vec<Rect>, canvas: &mut Canvas<'_>) {
    if found.is_empty() {
        let gutter = area.left(GUTTER);
        if canvas.is_blank(gutter) {
            canvas.text(gutter, sign::MAP_MATCHES.step(0), Role::Match);
        }
        canvas.lay(gutter, Role::Match);
    }
    for place in found {
        canvas.lay(place, Role::Match);
    }
}

/// Returns the column up to which a cell can extend: that of the next cell that is not empty.
fn free(cells: &[Cell], places: &[PlacedColumn], at: usize, room: u16) -> u16 {
    let is_full = |place: &&PlacedColumn| {
        let cell = cells.get(place.column);
        cell.is_some_and(|cell| !cell.text.is_empty())
    };
    let next = places.iter().skip(at + 1).find(is_full);
    next.map_or(room, |place| place.x.saturating_sub(1))
}

pub(crate) fn draw_boards(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(gallery)) = (layout.records, layout.boards) else {
        return;
    };
    let bordered = boards_area(pane) != pane;
    if bordered {
        canvas.frame(pane, Pane::Records.title(), model.overlays.is_empty());
        draw_title(model, pane, canvas);
    }
    let count = model.document.row_count();
    if count == 0 {
        return draw_no_rows(model, pane.inner(), canvas);
    }
    if bordered {
        draw_place(model, pane, canvas);
        canvas.scroll_bar(pane, pane.inner(), model.document.first, count);
    }
    let look = look(model, layout);
    for (at, row) in model.document.page.rows.iter().enumerate() {
        let (cell, grid) = (gallery.cell(at), gallery.squares(at));
        let selected = row.line == model.document.selected;
        draw_name(model, row, cell, selected, canvas);
        draw_board(row, grid, look, canvas);
        if selected {
            for row in cell.left(1).rows() {
                canvas.text(row, sign::SCROLL.text, Role::Accent);
            }
        }
    }
}

fn draw_board(row: &Row, grid: BoardGrid, look: PieceLook, canvas: &mut Canvas<'_>) {
    if let Some(picture) = &row.picture
        && let Some(board) = &picture.board
    {
        let view = BoardView {
            grid,
            board,
            marks: Marks {
                best: picture.best.clone(),
                avoid: picture.avoid.clone(),
                ..Marks::default()
            },
            look,
        };
        view.draw_squares(canvas);
        return;
    }
    let text = match &row.body {
        Body::Blank => "a blank line",
        Body::Comment(text) => text,
        Body::Record(_) => "can't read the placement",
    };
    let bounds = grid.bounds();
    canvas.text(bounds.below(bounds.height / 2), text, Role::Secondary);
}

fn draw_name(model: &Model, row: &Row, cell: Rect, selected: bool, canvas: &mut Canvas<'_>) {
    let (edited, role) = match row.state {
        LineState::Untouched => ("", Role::Secondary),
        LineState::Edited => (sign::EDITED.text, Role::Edited),
        LineState::New => (sign::NEW.text, Role::Edited),
    };
    let marked = model.document.is_marked(row.line);
    let mark = if marked { sign::MARKED.text } else { "" };
    let number = format!("{mark}{edited}{}", thousands(row.line + 1));
    let cell = cell.top(1);
    let mut rest = canvas.text(cell.after(1), &number, role).after(1);
    if let Some(worst) = row.worst {
        let (sign, role) = sign::coloured(worst);
        canvas.text(cell.end(1), sign, role);
        rest = rest.before(2);
    }
    let name = row.picture.as_ref().map_or("", |picture| &picture.name);
    if let Some(side) = row.side {
        let word = side.fold_wb("White", "Black");
        let words = match rest.width > glyph::columns(name) + 5 {
            true => word,
            false => side.fold_wb(sign::WHITE.text, sign::BLACK.text),
        };
        rest = canvas.text_right(rest, words, Role::Secondary).before(1);
    }
    canvas.text(rest, name, Role::Heading);
    if selected {
        canvas.lay(cell, Role::Selection);
    } else if row.matches {
        canvas.lay(cell.after(1).left(1), Role::Match);
    }
}

/// Draws the map of problems, matches, edits and marks in the whole file, and the part of it on the screen.
fn draw_map(model: &Model, map: Option<Rect>, pane: Rect, list: Rect, canvas: &mut Canvas<'_>) {
    let document = &model.document;
    let count = document.row_count();
    if count <= usize::from(list.height) {
        return;
    }
    canvas.scroll_bar(pane, list, document.first, count);
    for (spot, row) in document.map.spots.iter().zip(list.rows()) {
        let cell = |x: u16| Rect::new(x, row.y, 1, 1);
        if let (Some(map), Some((sign, role))) = (map, problems(spot)) {
            canvas.text(cell(map.x), sign, role);
        }
        if let Some((sign, role)) = noted(spot) {
            canvas.text(cell(pane.right().saturating_sub(1)), sign, role);
        }
    }
}

/// Returns the sign of problems: fuller the more lines have one, of another shape if an error is among them.
fn problems(spot: &Spot) -> Option<(&'static str, Role)> {
    let density = spot.density(spot.problems())? as usize;
    Some(match spot.errors {
        0 => (sign::MAP_WARNINGS.step(density), Role::Warning),
        _ => (sign::MAP_ERRORS.step(density), Role::Error),
    })
}

/// Returns the sign of matches, else of marks, else of edits; the larger one if many lines have them.
fn noted(spot: &Spot) -> Option<(&'static str, Role)> {
    let many = |density| usize::from(density >= Density::Many);
    if let Some(density) = spot.density(spot.matches) {
        Some((sign::MAP_MATCHES.step(many(density)), Role::Match))
    } else if spot.marked > 0 {
        Some((sign::MARKED.text, Role::Accent))
    } else {
        let density = spot.density(spot.edited)?;
        Some((sign::MAP_EDITS.step(many(density)), Role::Edited))
    }
}
