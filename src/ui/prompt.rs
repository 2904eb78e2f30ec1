//! The line to type in: what is wrong is underlined at its place, what can come next stands above it.

use super::canvas::Canvas;
use super::theme::Role;
use crate::app::command::Id;
use crate::app::glyph;
use crate::app::layout::{Layout, Rect};
use crate::app::model::Model;
use crate::app::overlay::{self, Prompt};
use crate::epd::Span;

pub(super) fn draw(model: &Model, prompt: &Prompt, layout: &Layout, canvas: &mut Canvas<'_>) {
    let area = layout.status;
    let style = canvas.theme().style(Role::Field);
    canvas.fill(area, style);
    let x = canvas.text(area.x + 1, area.y, area.right(), prompt.label, Role::Accent) + 1;
    let (mut message, role) = message(model, prompt);
    if layout.choices.is_some_and(|place| place.note.is_some()) {
        message = String::new();
    }
    let width = u16::try_from(glyph::width(message.as_bytes())).unwrap_or(u16::MAX);
    // The text gets what it needs, but a message that says what is wrong is worth half of the line.
    let text = u16::try_from(glyph::width(prompt.input.text())).unwrap_or(u16::MAX);
    let rest = area.right().saturating_sub(x);
    let room = rest
        .saturating_sub(width.saturating_add(3))
        .max(rest / 2)
        .max(10)
        .min(rest);
    let wanted = text.saturating_add(2).min(rest);
    let end = if message.is_empty() {
        area.right()
    } else {
        x + room.max(wanted.min(rest.saturating_sub(width.saturating_add(3))))
    };
    let asking = &model.asking;
    let error = asking
        .error
        .filter(|_| prompt.grammar().is_some() && !asking.unfinished);
    draw_text(prompt, x, area.y, end, error, canvas);
    canvas.text(
        end + 1,
        area.y,
        area.right().saturating_sub(1),
        &message,
        role,
    );
}

fn message(model: &Model, prompt: &Prompt) -> (String, Role) {
    let unfinished = prompt.grammar().is_some() && model.asking.unfinished;
    let right = prompt.grammar().is_some() && model.asking.error.is_none();
    match &prompt.message {
        Some(message) if unfinished => (message.clone(), Role::Secondary),
        Some(message) if right => (message.clone(), Role::Accent),
        Some(message) if prompt.grammar().is_some() => (format!("✗ {message}"), Role::Error),
        Some(message) => (message.clone(), Role::Warning),
        None => (prompt.note(model).unwrap_or_default(), Role::Secondary),
    }
}

/// The text, scrolled so that the cursor is seen, with what is wrong underlined.
fn draw_text(
    prompt: &Prompt,
    x: u16,
    y: u16,
    end: u16,
    error: Option<Span>,
    canvas: &mut Canvas<'_>,
) {
    let text = prompt.input.text();
    let room = usize::from(end.saturating_sub(x)).max(1);
    let hidden = (prompt.input.cursor_column() + 1).saturating_sub(room);
    let from = glyph::byte_at(text, hidden);
    let field = canvas.theme().style(Role::Field);
    let wrong = canvas.theme().underline(Role::Error);
    let mut column = x;
    let mut marked = false;
    for glyph in glyph::glyphs(text).filter(|glyph| glyph.span.start >= from) {
        if glyph.span.start == prompt.input.cursor() {
            canvas.set_cursor(column, y);
        }
        let inside = error.is_some_and(|span| {
            span.contains(glyph.span.start) || span.is_empty() && span.start == glyph.span.start
        });
        marked |= inside;
        let style = if inside { field.patch(wrong) } else { field };
        column = canvas.put(column, y, end, &glyph.text, style);
    }
    if prompt.input.cursor() >= text.len() {
        canvas.set_cursor(column.min(end.saturating_sub(1)), y);
    }
    // Where something is missing at the end, the place is marked.
    if error.is_some() && !marked && column < end {
        canvas.put(column, y, end, " ", field.patch(wrong));
    }
}

/// What can be typed next.
pub(super) fn draw_choices(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let Some(place) = layout.choices else { return };
    let asking = &model.asking;
    let style = canvas.theme().style(Role::Overlay);
    canvas.fill(place.frame, style);
    if place.note.is_some() {
        draw_message(model, place.frame, canvas);
        return;
    }
    canvas.frame(
        place.frame,
        &format!("{} completes", model.key(Id::CompleteWord)),
        false,
    );
    let label = asking
        .choices
        .iter()
        .map(|(label, _)| glyph::width(label.as_bytes()))
        .max()
        .unwrap_or(0);
    let label = u16::try_from(label).unwrap_or(0).min(place.list.width / 2);
    let rows = usize::from(place.list.height);
    let first = asking.first_shown(rows);
    let shown = asking.choices.iter().enumerate().skip(first);
    for (y, (index, (name, about))) in (place.list.y..place.list.bottom()).zip(shown) {
        let area = Rect::new(place.list.x, y, place.list.width, 1);
        let end = area.x + 1 + label;
        canvas.text(area.x + 1, y, end, name, Role::Opcode);
        canvas.text(end + 2, y, area.right(), about, Role::Secondary);
        if asking.cursor == Some(index) {
            let style = canvas.theme().style(Role::Selection);
            canvas.lay(area, style);
        }
    }
    canvas.scroll_bar(place.frame, first, asking.choices.len());
}

/// What is wrong, in full.
fn draw_message(model: &Model, frame: Rect, canvas: &mut Canvas<'_>) {
    let Some(prompt) = overlay::prompt(model) else {
        return;
    };
    canvas.frame(frame, "✗", false);
    let inner = frame.inner();
    let message = prompt.message.as_deref().unwrap_or_default();
    let rows = glyph::wrap(
        message.as_bytes(),
        usize::from(inner.width).saturating_sub(2).max(1),
    );
    for (y, span) in (inner.y..inner.bottom()).zip(rows) {
        let text = String::from_utf8_lossy(span.of(message.as_bytes()));
        canvas.text(inner.x + 1, y, inner.right(), &text, Role::Error);
    }
}
