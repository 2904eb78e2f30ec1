//! The last two lines: what just happened, or the prompt, in which what is wrong is underlined at its place;
//! and what can be pressed now.

use crate::editor::layout::status::{SIGN, said as rows_of};
use crate::editor::layout::{Layout, PromptLayout};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::pages::help::{SEPARATOR, hints};
use crate::editor::state::StatusKind;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, sign};
use crate::epd::Span;

pub(super) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    match overlay::top::<Prompt>(model) {
        Some(prompt) => draw_prompt(model, prompt, layout, canvas),
        None => draw_status(model, layout.status, canvas),
    }
    let line = layout.hints;
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
    canvas.rows(area.after(SIGN), &rows_of(&status.text, area.width), ground);
}

fn draw_prompt(model: &Model, prompt: &Prompt, layout: &Layout, canvas: &mut Canvas<'_>) {
    let Some(place) = &layout.prompt else { return };
    let width = layout.screen.width;
    canvas.fill(layout.status, Role::Field);
    let label = rows_of(&prompt.label, width);
    canvas.rows(place.label, &label, Role::Accent);
    draw_text(prompt, place, canvas);
    if let (Some(area), Some((message, role))) = (place.message, prompt.said(model)) {
        canvas.rows(area, &rows_of(&message, width), role);
    }
}

/// Draws the text, scrolled so that the cursor is seen, with what is wrong underlined.
fn draw_text(prompt: &Prompt, place: &PromptLayout, canvas: &mut Canvas<'_>) {
    let (text, asking) = (prompt.input.text(), &prompt.asking);
    let error = asking.error.filter(|_| !asking.unfinished);
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
