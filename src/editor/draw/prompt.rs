//! The line to type in: what is wrong is underlined at its place.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::glyph;
use crate::editor::layout::{Layout, PromptLayout, status};
use crate::editor::model::Model;
use crate::editor::overlay::{Prompt, Said};

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
    let mut marked = false;
    let mut last = place.field.top(1);
    let rows = place.rows(text);
    for (row, span) in place.field.rows().zip(rows.iter().skip(place.first)) {
        last = row;
        for glyph in glyph::glyphs(span.of(text)) {
            let at = span.start + glyph.span.start;
            let inside =
                error.is_some_and(|span| span.contains(at) || span.is_empty() && span.start == at);
            marked |= inside;
            last = canvas.put(last, &glyph.text, if inside { wrong } else { field });
        }
    }
    // Where something is missing at the end, the place is marked.
    if error.is_some() && !marked {
        canvas.put(last, " ", wrong);
    }
    canvas.cursor = Some(place.cell(text, prompt.input.cursor()));
}
