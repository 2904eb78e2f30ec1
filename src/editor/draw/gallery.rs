//! The records as small boards.

use super::board::{BoardView, Look, Marks};
use super::canvas::Canvas;
use super::records::sign;
use super::theme::Role;
use crate::editor::glyph;
use crate::editor::layout::{BoardGrid, Layout, Rect};
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
    let bordered = layout.has_bordered_boards();
    if bordered {
        canvas.frame(pane, Pane::Records.title(), model.overlays.is_empty());
        super::filter::draw_title(model, pane, canvas);
    }
    let count = model.document.row_count();
    if count == 0 {
        super::records::nothing(model, pane.inner(), canvas);
        return;
    }
    if bordered {
        super::records::draw_place(model, pane, canvas);
        canvas.scroll_bar(pane, pane.inner(), model.document.first, count);
    }
    let look = super::position::look(model, layout, canvas);
    for (at, row) in model.document.page.rows().iter().enumerate() {
        let (cell, grid) = (gallery.cell(at), gallery.squares(at));
        let selected = row.line == model.document.selected;
        draw_name(model, row, cell, selected, canvas);
        draw_board(row, grid, at, look, canvas);
        if selected {
            for row in cell.left(1).rows() {
                canvas.text(row, sign::SCROLL.text, Role::Accent);
            }
        }
    }
}

fn draw_board(row: &Row, grid: BoardGrid, at: usize, look: Look<'_>, canvas: &mut Canvas<'_>) {
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
            number: u16::try_from(at + 1).unwrap_or(u16::MAX),
        };
        view.draw_squares(canvas.buffer, canvas.theme);
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

/// Draws number, id, side to move and the sign of the gravest problem.
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
        let (sign, role) = sign(worst);
        canvas.text(cell.end(1), sign, role);
        rest = rest.before(2);
    }
    let name = row.picture.as_ref().map_or("", |picture| &picture.name);
    if let Some(side) = row.side {
        // In words where the name leaves room for them.
        let word = side.fold_wb("White", "Black");
        let words = match rest.width > glyph::columns(name) + 5 {
            true => word,
            false => side.fold_wb(sign::WHITE.text, sign::BLACK.text),
        };
        rest = canvas.text_right(rest, words, Role::Secondary).before(1);
    }
    let columns = usize::from(rest.width);
    let name = match glyph::is_wider(name, columns) {
        true => shortened(name, columns, &model.document.profile.ids),
        false => name.to_owned(),
    };
    canvas.text(rest, &name, Role::Heading);
    if selected {
        canvas.lay(cell, Role::Selection);
    } else if row.matches {
        canvas.lay(cell.after(1).left(1), Role::Match);
    }
}
