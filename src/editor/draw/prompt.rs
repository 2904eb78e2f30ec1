//! The line to type in: what is wrong is underlined at its place.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::layout::{Layout, PromptLayout, status};
use crate::editor::model::Model;
use crate::editor::overlay::{Prompt, Said};
use crate::epd::Span;

pub(super) fn draw(model: &Model, prompt: &Prompt, layout: &Layout, canvas: &mut Canvas<'_>) {
    let Some(place) = &layout.prompt else { return };
    let width = layout.screen.width;
    canvas.fill(layout.status, Role::Field);
    let label = status::said(&prompt.label, width);
    canvas.rows(place.label, &label, Role::Accent);
    draw_text(model, prompt, place, canvas);
    if let (Some(area), Some((message, said))) = (place.message, prompt.said(model)) {
        let role = match said {
            Said::Note => Role::Secondary,
            Said::Right => Role::Accent,
            Said::Wrong => Role::Error,
            Said::Warning => Role::Warning,
        };
        canvas.rows(area, &status::said(&message, width), role);
    }
}

/// Draws the text, scrolled so that the cursor is seen, with what is wrong underlined.
fn draw_text(model: &Model, prompt: &Prompt, place: &PromptLayout, canvas: &mut Canvas<'_>) {
    let (text, asking) = (prompt.input.text(), &model.asking);
    let error = asking
        .error
        .filter(|_| prompt.grammar().is_some() && !asking.unfinished);
    let field = canvas.style(Role::Field);
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
    // Where something is missing at the end, the place is marked.
    if error.is_some() && !marked {
        canvas.put(rest, " ", wrong);
    }
    canvas.cursor = Some(place.cell(text, prompt.input.cursor()));
}
