//! Drawing: what the model holds, on a frame. Pure: drawing changes no state and decides nothing.
//!
//! Where things stand is [`crate::editor::layout`]'s, which the mouse goes through too; what they look
//! like is [`theme`]'s; text of a file comes through [`crate::editor::glyph`], the one gate that makes
//! it safe for a terminal.

mod analysis;
pub mod board;
mod canvas;
mod differences;
mod filter;
mod folder;
mod gallery;
mod header;
mod operations;
mod overlays;
mod popup;
mod position;
mod preview;
mod problems;
mod prompt;
mod raw;
mod records;
mod report;
mod status;
pub mod theme;

use crate::editor::command::Id;
use crate::editor::layout::{Shape, layout};
use crate::editor::model::Model;
use crate::editor::state::view::Page;
use canvas::Canvas;
use ratatui::Frame;
use theme::{Role, Theme};

/// Draws the whole editor.
pub fn view(model: &Model, theme: &Theme, frame: &mut Frame<'_>) {
    view_with(model, theme, None, frame);
}

/// Draws the whole editor, with images where the terminal shows any.
pub fn view_with(
    model: &Model,
    theme: &Theme,
    images: Option<&board::Images>,
    frame: &mut Frame<'_>,
) {
    if let Some(images) = images {
        images.begin(theme.with_board(model.board_colours));
    }
    let mut layout = layout(model);
    let area = frame.area();
    // The model learns of a new size by a message: until then what is drawn must still fit.
    if (area.width, area.height) != (layout.screen.width, layout.screen.height) {
        layout.shape = Shape::TooSmall;
        layout.screen.width = area.width;
        layout.screen.height = area.height;
    }
    let theme = theme.with_board(model.board_colours);
    let mut canvas = Canvas::new(frame.buffer_mut(), theme).with_images(images);
    canvas.fill(layout.screen, theme.style(Role::Screen));
    if layout.shape == Shape::TooSmall {
        too_small(model, &layout, &mut canvas);
        return;
    }
    let record = model.record();
    header::draw(model, layout.header, &mut canvas);
    match (layout.page, model.page) {
        (Some(page), Page::Folder) => folder::draw(model, page, &layout, &mut canvas),
        (Some(_), Page::Differences) => differences::draw(model, &layout, &mut canvas),
        _ => {}
    }
    records::draw(model, &layout, &mut canvas);
    gallery::draw(model, &layout, &mut canvas);
    if let (Some(pane), Some(grid)) = (layout.board, layout.grid) {
        position::draw(model, &record, pane, grid, layout.palette, &mut canvas);
    }
    if let Some(pane) = layout.operations {
        operations::draw(model, &record, pane, &mut canvas);
    }
    if let Some(pane) = layout.problems {
        problems::draw(model, &record, pane, &mut canvas);
    }
    if layout.raw.is_some() {
        raw::draw(model, &record, &layout, &mut canvas);
    }
    if let Some(area) = layout.analysis {
        analysis::draw(model, area, &mut canvas);
    }
    status::draw(model, &layout, &mut canvas);
    prompt::draw_choices(model, &layout, &mut canvas);
    if let Some(place) = &layout.popup {
        popup::draw(model, place, &mut canvas);
    }
    if let Some(place) = &layout.overlay {
        overlays::draw(model, place, &mut canvas);
    }
    if let Some((column, row)) = canvas.cursor() {
        frame.set_cursor_position((column, row));
    }
}

fn too_small(model: &Model, layout: &crate::editor::layout::Layout, canvas: &mut Canvas<'_>) {
    let screen = layout.screen;
    let size = format!("{}x{}", screen.width, screen.height);
    let words = [
        "epdit needs a window of".to_owned(),
        format!("50x16 or more, this is {size}"),
        format!("{} quits", model.key_name(Id::Quit)),
    ];
    let top = screen.height.saturating_sub(3) / 2;
    for (row, text) in (top..).zip(words.iter()) {
        let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        let x = screen.width.saturating_sub(width) / 2;
        canvas.text(x, row, screen.width, text, Role::Title);
    }
}

#[cfg(test)]
mod filter_tests;
#[cfg(test)]
mod tests;
