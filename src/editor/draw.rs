//! Draws a model on a frame. Pure: drawing changes no state and decides nothing.
//!
//! [`crate::editor::layout`], which the mouse uses too, places things; [`crate::editor::widgets::theme`] styles
//! them; text of a file passes through [`crate::editor::widgets::glyph`], which makes it safe for a terminal.

mod overlays;
mod report;

use crate::editor::command::Id;
use crate::editor::layout::{Layout, SIGN, Shape, layout, status_rows};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::pages::help::{SEPARATOR, hints};
use crate::editor::pages::{differences, folder, header};
use crate::editor::panes::{analysis, board, line, operations, problems, records};
use crate::editor::state::StatusKind;
use crate::editor::state::view::Page;
use crate::editor::widgets::board::Images;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::{Role, Theme};
use crate::editor::widgets::{Rect, sign};
use crate::epd::Span;
use ratatui::Frame;

/// Draws the whole editor, with images if the terminal supports them.
pub fn view(model: &Model, theme: &Theme, images: Option<&Images>, frame: &mut Frame<'_>) {
    let theme = Theme {
        board: model.settings.board,
        ..*theme
    };
    if let Some(images) = images {
        images.begin(theme);
    }
    let mut layout = layout(model);
    let area = frame.area();
    // The model gets a new size by a message: until then the drawing must still fit.
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
    draw_header(model, layout.header, canvas);
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
        analysis::draw(model, area, canvas);
    }
    match overlay::top::<Prompt>(model) {
        Some(prompt) => draw_prompt(model, prompt, layout, canvas),
        None => draw_status(model, layout.status, canvas),
    }
    draw_hints(model, layout.hints, canvas);
    overlays::draw_popups(model, layout, canvas);
    if let (Some(overlay), Some(place)) = (model.overlays.last(), &layout.overlay) {
        let (top, end) = (layout.header.bottom(), layout.status.y);
        canvas.dim(layout.screen.below(top).top(end.saturating_sub(top)));
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

/// Draws the first line: the open files, and a summary of the one shown.
fn draw_header(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    for part in header::parts(model, area) {
        canvas.text(part.place, &part.text, part.role);
    }
}

fn draw_hints(model: &Model, line: Rect, canvas: &mut Canvas<'_>) {
    for hint in hints(model, line.width) {
        if hint.x > 0 {
            let gap = Rect::span(hint.x.saturating_sub(3), line.y, hint.x);
            canvas.text(gap, SEPARATOR, Role::Faint);
        }
        let place = line.after(hint.x).left(hint.width);
        let rest = canvas.text(place, &hint.keys, Role::Key);
        canvas.text(rest.after(1), hint.label, Role::Secondary);
    }
}

fn draw_status(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(status) = &model.status else {
        return;
    };
    let (sign, role) = match status.kind {
        StatusKind::Done => (sign::GOOD.text, Role::Good),
        StatusKind::Told => (sign::HINT.text, Role::Secondary),
        StatusKind::Warned => (sign::WARNING.text, Role::Warning),
        StatusKind::Asks => ("?", Role::Warning),
        StatusKind::Refused => (sign::OFF.text, Role::Warning),
        StatusKind::Failed => (sign::ERROR.text, Role::Error),
    };
    let ground = match area.height {
        1 => Role::Screen,
        _ => Role::Overlay,
    };
    canvas.fill(area, ground);
    canvas.text(area, sign, role);
    canvas.rows(
        area.after(SIGN),
        &status_rows(&status.text, area.width),
        ground,
    );
}

fn draw_prompt(model: &Model, prompt: &Prompt, layout: &Layout, canvas: &mut Canvas<'_>) {
    let Some(place) = &layout.prompt else { return };
    let width = layout.screen.width;
    canvas.fill(layout.status, Role::Field);
    let label = status_rows(&prompt.label, width);
    canvas.rows(place.label, &label, Role::Accent);
    if let (Some(area), Some((message, role))) = (place.message, prompt.said(model)) {
        canvas.rows(area, &status_rows(&message, width), role);
    }
    // The text, scrolled so that the cursor is visible, with the mistake underlined.
    let (text, asking) = (prompt.input.text(), &prompt.asking);
    let error = asking.error.filter(|_| !asking.unfinished);
    let field = canvas.style(Role::Field);
    let field = match prompt.input.is_selected() {
        true => field.patch(canvas.style(Role::Selection)),
        false => field,
    };
    let wrong = field.patch(canvas.theme.underline(Role::Error));
    let rows = place.rows(text);
    let shown = rows.iter().skip(place.first);
    let mut marked = false;
    let rest = canvas.wrapped(place.field, text, shown, |_, at, _| {
        let is_in = |span: Span| span.contains(at.start) || span == Span::new(at.start, at.start);
        let inside = error.is_some_and(is_in);
        marked |= inside;
        if inside { wrong } else { field }
    });
    // An error past the end of the text underlines the cell after it.
    if error.is_some() && !marked {
        canvas.put(rest, " ", wrong);
    }
    canvas.cursor = Some(place.cell(text, prompt.input.cursor()));
}

#[cfg(test)]
mod filter_tests;
#[cfg(test)]
pub(crate) mod tests;
