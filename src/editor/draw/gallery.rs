//! The records as small boards.

use super::board::{BoardView, Marks};
use super::canvas::Canvas;
use super::records::sign;
use super::theme::Role;
use crate::editor::glyph;
use crate::editor::layout::{Gallery, Layout, Rect};
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::columns::page::{Body, Row};
use crate::editor::state::profile::ids::shortened;
use crate::editor::state::view::Pane;
use crate::epd::counted::thousands;
use crate::suite::LineState;

pub(super) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(gallery)) = (layout.records, layout.boards) else {
        return;
    };
    let focused = model.overlays.is_empty();
    let bordered = layout.has_bordered_boards();
    if bordered {
        canvas.frame(pane, Pane::Records.title(), focused);
        super::filter::draw_title(model, pane, canvas);
    }
    let count = model.document.row_count();
    if count == 0 {
        super::records::nothing(model, pane.inner(), canvas);
        return;
    }
    if bordered {
        super::records::draw_place(model, pane, canvas);
        canvas.scroll_bar(pane, model.document.first, count);
    }
    for (at, row) in model.document.page.rows().iter().enumerate() {
        let selected = row.line == model.document.selected;
        draw_one(model, row, &gallery, at, selected, canvas);
    }
}

fn draw_one(
    model: &Model,
    row: &Row,
    gallery: &Gallery,
    at: usize,
    selected: bool,
    canvas: &mut Canvas<'_>,
) {
    let cell = gallery.cell(at);
    draw_name(model, row, cell, selected, canvas);
    let squares = gallery.squares(at);
    match row
        .picture
        .as_ref()
        .filter(|picture| picture.board.is_some())
    {
        Some(picture) => {
            let view = BoardView {
                grid: squares,
                board: picture.board.as_ref(),
                marks: Marks {
                    best: picture.best.clone(),
                    avoid: picture.avoid.clone(),
                    ..Marks::default()
                },
                pieces: model.pieces,
                images: canvas.images(),
                number: u16::try_from(at + 1).unwrap_or(u16::MAX),
                covered: super::position::covered(model),
            };
            let theme = canvas.theme();
            view.draw_squares(canvas.buffer(), theme);
        }
        None => {
            let bounds = squares.bounds();
            let text = match &row.body {
                Body::Blank => "a blank line",
                Body::Comment(text) => text,
                Body::Record(_) => "can't read the placement",
            };
            let y = bounds.y + bounds.height / 2;
            canvas.text(bounds.x, y, bounds.right(), text, Role::Secondary);
        }
    }
    if selected {
        let style = canvas.theme().style(Role::Accent);
        for y in cell.y..cell.bottom() {
            canvas.put(cell.x, y, cell.x + 1, sign::SCROLL.text, style);
        }
    }
}

/// Number, id, side to move and the sign of the gravest problem.
fn draw_name(model: &Model, row: &Row, cell: Rect, selected: bool, canvas: &mut Canvas<'_>) {
    let (y, end) = (cell.y, cell.right());
    let role = match row.state {
        LineState::Untouched => Role::Secondary,
        LineState::Edited | LineState::New => Role::Edited,
    };
    let edited = match row.state {
        LineState::Untouched => "",
        LineState::Edited => sign::EDITED.text,
        LineState::New => sign::NEW.text,
    };
    let marked = model.document.is_marked(row.line);
    let mark = if marked { sign::MARKED.text } else { "" };
    let number = format!("{mark}{edited}{}", thousands(row.line + 1));
    let x = canvas.text(cell.x + 1, y, end, &number, role) + 1;
    let mut room = end;
    if let Some(worst) = row.worst {
        let (sign, role) = sign(worst);
        room = end.saturating_sub(2);
        canvas.text(end.saturating_sub(1), y, end, sign, role);
    }
    let name = row.picture.as_ref().map_or("", |picture| &picture.name);
    if let Some(side) = row.side {
        // In words where the name leaves room for them.
        let left = usize::from(room.saturating_sub(x));
        let mark = side.fold_wb(sign::WHITE.text, sign::BLACK.text);
        let word = side.fold_wb("White", "Black");
        let words = match left > glyph::width(name.as_bytes()) + word.len() {
            true => word,
            false => mark,
        };
        room = canvas
            .text_right(x, y, room, words, Role::Secondary)
            .saturating_sub(1);
    }
    let style = canvas.theme().style(Role::Heading);
    let columns = usize::from(room.saturating_sub(x));
    let name = match glyph::width(name.as_bytes()) > columns {
        true => shortened(name, columns, &model.document.profile.ids),
        false => name.to_owned(),
    };
    canvas.styled(x, y, room, &name, style);
    if selected {
        let style = canvas.theme().style(Role::Selection);
        canvas.lay(Rect::new(cell.x, y, cell.width, 1), style);
    } else if row.matches {
        let style = canvas.theme().style(Role::Match);
        canvas.lay(Rect::new(cell.x + 1, y, 1, 1), style);
    }
}
