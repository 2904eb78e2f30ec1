//! The suite's lines as a list of columns, and the whole file at its edge.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::glyph;
use crate::editor::layout::{Layout, Rect};
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::columns::map::{Density, Spot};
use crate::editor::state::columns::page::{self, Body, Cell, Look, Row};
use crate::editor::state::columns::place::{Place, place};
use crate::editor::state::columns::{Column, GUTTER};
use crate::editor::state::document::Document;
use crate::editor::state::profile::ids::shortened;
use crate::editor::state::sorted_view::sorted_sign;
use crate::editor::state::view::Pane;
use crate::epd::Severity;
use crate::suite::{LineState, Pattern};

pub(super) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(list)) = (layout.records, layout.list) else {
        return;
    };
    let focused = model.document.view.focus == Pane::Records && model.overlays.is_empty();
    canvas.frame(pane, Pane::Records.title(), focused);
    super::filter::draw_title(model, pane, canvas);
    let document = &model.document;
    let count = document.row_count();
    if count == 0 {
        nothing(model, list, canvas);
        return;
    }
    draw_place(model, pane, canvas);
    let room = list.width.saturating_sub(GUTTER);
    let places = place(document.page.wants(), model.columns.first, room);
    if let Some(titles) = layout.titles {
        draw_titles(model, titles, &places, canvas);
    }
    for (row, y) in document.page.rows().iter().zip(list.y..list.bottom()) {
        let area = Rect::new(list.x, y, list.width, 1);
        let shows_match = draw_row(model, row, area, &places, canvas);
        if row.line == document.selected {
            let role = if focused {
                Role::Selection
            } else {
                Role::SelectionAway
            };
            let style = canvas.theme().style(role);
            canvas.lay(area, style);
        }
        if row.matches {
            draw_matches(area, shows_match, canvas);
        }
    }
    draw_map(model, layout, count, canvas);
}

/// Which row of how many is selected, in the lower border.
pub(super) fn draw_place(model: &Model, pane: Rect, canvas: &mut Canvas<'_>) {
    // Corners, a rim on either side, and blanks round the words.
    let words = super::filter::position(model, pane.width.saturating_sub(7));
    let below = pane.bottom().saturating_sub(1);
    canvas.on_border_right(pane, below, pane.x + 2, &words, Role::Secondary);
}

/// Why there are no rows, and what to do about it.
pub(super) fn nothing(model: &Model, list: Rect, canvas: &mut Canvas<'_>) {
    if model.document.suite.line_count() > 0 {
        super::filter::draw_nothing(model, list, canvas);
        return;
    }
    let (x, end) = (list.x + 1, list.right());
    canvas.text(x, list.y, end, "no records yet", Role::Secondary);
    for (y, how) in (list.y + 1..).zip(how_to_begin(model)) {
        canvas.text(x, y, end, &how, Role::Secondary);
    }
}

/// What to do in a file without a line.
pub(super) fn how_to_begin(model: &Model) -> [String; 2] {
    let (new, paste) = (model.key_name(Id::NewRecord), model.key_name(Id::Paste));
    [
        format!("{new} adds a record"),
        format!("{paste} pastes records"),
    ]
}

/// Headings, with the way the records are sorted, and signs for columns that have no room.
fn draw_titles(model: &Model, titles: Rect, places: &[Place], canvas: &mut Canvas<'_>) {
    let columns = model.list_columns();
    let x = |place: &Place| titles.x + GUTTER + place.x;
    for place in places {
        let Some(column) = columns.get(place.column) else {
            continue;
        };
        let arrow = arrow(&model.document, column);
        let role = if arrow.is_empty() {
            Role::Secondary
        } else {
            Role::Accent
        };
        let words = format!("{}{arrow}", column.heading_in(place.width));
        let end = x(place) + place.width;
        if column.is_number() {
            canvas.text_right(x(place), titles.y, end, &words, role);
        } else {
            // The sign may stand in the gap behind a narrow column.
            canvas.text(x(place), titles.y, end + 1, &words, role);
        }
    }
    let style = canvas.theme().style(Role::Key);
    if model.columns.first > 0 {
        canvas.put(
            titles.x,
            titles.y,
            titles.x + 1,
            sign::MORE_LEFT.text,
            style,
        );
    }
    let shown = model.columns.first + places.len();
    if shown < columns.len() {
        let end = titles.right();
        canvas.put(
            end.saturating_sub(1),
            titles.y,
            end,
            sign::MORE_RIGHT.text,
            style,
        );
    }
}

/// Which way the list is sorted by a column, or the file was just now.
fn arrow(document: &Document, column: &Column) -> &'static str {
    let sorted = document.sorted_by().filter(|(by, _)| *by == column);
    sorted.map_or("", |(_, reverse)| sorted_sign(reverse))
}

/// Draws a row; gives where in it, and how far, the text searched for is to be seen.
fn draw_row(
    model: &Model,
    row: &Row,
    area: Rect,
    places: &[Place],
    canvas: &mut Canvas<'_>,
) -> Vec<(u16, u16)> {
    let mut found = Vec::new();
    let search = model.document.search.as_ref().filter(|_| row.matches);
    let marked = model.document.is_marked(row.line);
    let (sign, role) = match (marked, row.state) {
        (false, LineState::Untouched) => ("", Role::Edited),
        (false, LineState::Edited) => (sign::EDITED.text, Role::Edited),
        (false, LineState::New) => (sign::NEW.text, Role::Edited),
        (true, LineState::Untouched) => (sign::MARKED.text, Role::Accent),
        (true, _) => (sign::MARKED_EDITED.text, Role::Edited),
    };
    canvas.text(area.x, area.y, area.x + GUTTER, sign, role);
    let x = area.x + GUTTER;
    match &row.body {
        Body::Blank | Body::Comment(_) => {
            // The number stays where it is; what is no record has no other columns.
            let mut x = x;
            let columns = model.list_columns();
            if let Some(first) = places.first()
                && columns.get(first.column) == Some(&Column::Line)
            {
                let number = (row.line + 1).to_string();
                let end = x + first.width;
                canvas.text_right(x, area.y, end, &number, Role::Secondary);
                x = end + 1;
            }
            if let Body::Comment(text) = &row.body {
                let x = (x, area.right());
                canvas.text(x.0, area.y, x.1, text, Role::Secondary);
                found.extend(search.iter().flat_map(|search| places_of(search, text, x)));
            }
        }
        Body::Record(cells) => {
            for (at, place) in places.iter().enumerate() {
                let Some(cell) = cells.get(place.column) else {
                    continue;
                };
                let column = model.list_columns().get(place.column);
                let number = column.is_some_and(Column::is_number);
                let mut end = x + place.x + place.width;
                // Moves, and a text that stands for a missing id, may use what is empty right of them.
                if matches!(cell.look, Look::Quiet | Look::Move) && !number {
                    end = x + free(cells, places, at, area.width.saturating_sub(GUTTER));
                }
                let shared = (column == Some(&Column::Id) && cell.look == Look::Plain)
                    .then_some(&model.document.profile.ids);
                let left = x + place.x;
                let text = match shared {
                    Some(shared) => shortened(&cell.text, usize::from(end - left), shared),
                    None => cell.text.clone(),
                };
                let x = draw_cell(&text, cell.look, left, area.y, end, number, canvas);
                let is_text =
                    !matches!(column, Some(Column::Line | Column::Side | Column::Problems));
                let search = search.filter(|_| is_text);
                found.extend(
                    search
                        .iter()
                        .flat_map(|search| places_of(search, &text, (x, end))),
                );
            }
        }
    }
    found
}

/// Where a text drawn between two columns shows what is searched for: first column and how many.
fn places_of(search: &Pattern, text: &str, (x, end): (u16, u16)) -> Vec<(u16, u16)> {
    let shown = glyph::cut(text, usize::from(end.saturating_sub(x)));
    let columns = |bytes: Option<&str>| {
        let width = bytes.map_or(0, |text| glyph::width(text.as_bytes()));
        u16::try_from(width).unwrap_or(u16::MAX)
    };
    let spans = search.spans(shown.as_bytes()).into_iter();
    let spans = spans.map(|span| {
        let before = columns(shown.get(..span.start));
        (
            x.saturating_add(before),
            columns(shown.get(span.start..span.end)),
        )
    });
    spans.filter(|(_, width)| *width > 0).collect()
}

/// Shows what is searched for where it is seen in the row; where no column shows it, a sign before the row
/// says that it is in the line.
fn draw_matches(area: Rect, found: Vec<(u16, u16)>, canvas: &mut Canvas<'_>) {
    let style = canvas.theme().style(Role::Match);
    if found.is_empty() {
        let (few, end) = (sign::MAP_MATCHES.step(0), area.x + GUTTER);
        if canvas.is_blank(area.x, area.y) {
            canvas.put(area.x, area.y, end, few, style);
        }
        canvas.lay(Rect::new(area.x, area.y, GUTTER, 1), style);
    }
    for (x, width) in found {
        canvas.lay(Rect::new(x, area.y, width, 1), style);
    }
}

/// Up to where a cell can be as long as it likes: the next column that is not empty.
fn free(cells: &[Cell], places: &[Place], at: usize, room: u16) -> u16 {
    let later = places.iter().skip(at + 1);
    let mut full = later.filter(|place| {
        cells
            .get(place.column)
            .is_some_and(|cell| !cell.text.is_empty())
    });
    full.next().map_or(room, |place| place.x.saturating_sub(1))
}

/// Draws a cell; gives the column in which its text begins.
fn draw_cell(
    text: &str,
    look: Look,
    x: u16,
    y: u16,
    end: u16,
    number: bool,
    canvas: &mut Canvas<'_>,
) -> u16 {
    let role = match look {
        Look::Plain => Role::Screen,
        Look::Quiet => Role::Secondary,
        Look::Side(_) => Role::Screen,
        Look::Move => Role::Move,
        Look::Number => Role::Number,
        Look::Problem(severity) => sign(severity).1,
        Look::Warning => Role::Warning,
    };
    if let Look::Side(side) = look
        && end.saturating_sub(x) >= page::SIDE_IN_WORDS
    {
        canvas.text(x, y, end, side.fold_wb("White", "Black"), role);
    } else if number {
        return canvas.text_right(x, y, end, text, role);
    } else {
        canvas.text(x, y, end, text, role);
    }
    x
}

/// Where problems, matches, edits and marks are in the whole file, and which part of it is on the
/// screen.
fn draw_map(model: &Model, layout: &Layout, count: usize, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(list)) = (layout.records, layout.list) else {
        return;
    };
    if count <= usize::from(list.height) || list.height == 0 {
        return;
    }
    let border = pane.right().saturating_sub(1);
    canvas.scroll_bar_in(
        Rect::new(border, list.y, 1, list.height),
        model.document.first,
        count,
    );
    let spots = model.document.map.spots();
    for (at, y) in (list.y..list.bottom()).enumerate() {
        let Some(spot) = spots.get(at) else { continue };
        if let Some(map) = layout.map
            && let Some((sign, role)) = problems(spot)
        {
            let style = canvas.theme().style(role);
            canvas.put(map.x, y, map.right(), sign, style);
        }
        if let Some((sign, role)) = noted(spot) {
            let style = canvas.theme().style(role);
            canvas.put(border, y, pane.right(), sign, style);
        }
    }
}

/// The more lines have a problem the fuller; the worst of them says which signs, so that errors are told
/// from warnings without colour too.
fn problems(spot: &Spot) -> Option<(&'static str, Role)> {
    let density = spot.problem_density()? as usize;
    Some(match spot.errors {
        0 => (sign::MAP_WARNINGS.step(density), Role::Warning),
        _ => (sign::MAP_ERRORS.step(density), Role::Error),
    })
}

/// Matches before marks before edits; the larger sign where many lines have them.
fn noted(spot: &Spot) -> Option<(&'static str, Role)> {
    let many = |density| usize::from(density >= Density::Many);
    if let Some(density) = spot.match_density() {
        Some((sign::MAP_MATCHES.step(many(density)), Role::Match))
    } else if spot.marked > 0 {
        Some((sign::MARKED.text, Role::Accent))
    } else {
        let density = spot.edit_density()?;
        Some((sign::MAP_EDITS.step(many(density)), Role::Edited))
    }
}

/// The sign of the gravest finding, and its colour.
pub(super) fn sign(severity: Severity) -> (&'static str, Role) {
    let role = match severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
        Severity::Hint => Role::Hint,
    };
    (page::sign(severity), role)
}
