//! Drawing: what the model holds, on a frame. Pure: drawing changes no state and decides nothing.
//!
//! Where things stand is [`crate::editor::layout`]'s, which the mouse goes through too; what they look
//! like is [`crate::editor::widgets::theme`]'s; text of a file comes through [`crate::editor::widgets::glyph`], the one gate that makes
//! it safe for a terminal.

mod header;
mod overlays;
mod preview;
mod report;
mod status;

use crate::editor::command::Id;
use crate::editor::layout::{Layout, Shape, layout};
use crate::editor::model::Model;
use crate::editor::pages::{differences, folder};
use crate::editor::panes::{analysis, board, line, operations, problems, records};
use crate::editor::state::view::Page;
use crate::editor::widgets::Rect;
use crate::editor::widgets::board::Images;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::{Role, Theme};
use ratatui::Frame;

/// Draws the whole editor.
pub fn view(model: &Model, theme: &Theme, frame: &mut Frame<'_>) {
    view_with(model, theme, None, frame);
}

/// Draws the whole editor, with images where the terminal shows any.
pub fn view_with(model: &Model, theme: &Theme, images: Option<&Images>, frame: &mut Frame<'_>) {
    let theme = Theme {
        board: model.settings.board,
        ..*theme
    };
    if let Some(images) = images {
        images.begin(theme);
    }
    let mut layout = layout(model);
    let area = frame.area();
    // The model learns of a new size by a message: until then what is drawn must still fit.
    if (area.width, area.height) != (layout.screen.width, layout.screen.height) {
        layout.shape = Shape::TooSmall;
        layout.screen = Rect::new(0, 0, area.width, area.height);
    }
    let mut canvas = Canvas {
        buffer: frame.buffer_mut(),
        theme: &theme,
        images,
        cursor: None,
    };
    canvas.fill(layout.screen, Role::Screen);
    match layout.shape {
        Shape::TooSmall => too_small(model, layout.screen, &mut canvas),
        Shape::Wide | Shape::Narrow => draw(model, &layout, &mut canvas),
    }
    if let Some(cursor) = canvas.cursor {
        frame.set_cursor_position(cursor);
    }
}

fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let record = model.record();
    header::draw(model, layout.header, canvas);
    match model.page {
        Page::Folder => folder::draw::draw(model, layout, canvas),
        Page::Differences => differences::draw::draw(model, layout, canvas),
        Page::Panes => {}
    }
    records::draw::draw(model, layout, canvas);
    records::draw::draw_boards(model, layout, canvas);
    board::draw::draw(model, &record, layout, canvas);
    if let Some(pane) = layout.operations {
        operations::draw::draw(model, &record, pane, canvas);
    }
    if let Some(pane) = layout.problems {
        problems::draw::draw(model, &record, pane, canvas);
    }
    line::draw::draw(model, &record, layout, canvas);
    if let Some(area) = layout.analysis {
        analysis::draw::draw(model, area, canvas);
    }
    status::draw(model, layout, canvas);
    overlays::draw_popups(model, layout, canvas);
    if let (Some(overlay), Some(place)) = (model.overlays.last(), &layout.overlay) {
        overlays::draw(model, &**overlay, place, canvas);
    }
}

fn too_small(model: &Model, screen: Rect, canvas: &mut Canvas<'_>) {
    let words = [
        "epdit needs a window of".to_owned(),
        format!("50x16 or more, this is {}x{}", screen.width, screen.height),
        format!("{} quits", model.key_name(Id::Quit)),
    ];
    let rows = screen.below(screen.height.saturating_sub(3) / 2).rows();
    for (row, text) in rows.zip(&words) {
        canvas.centred(row, text, Role::Title);
    }
}

#[cfg(test)]
mod filter_tests;
#[cfg(test)]
pub(crate) mod tests;
