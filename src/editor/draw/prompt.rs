//! The line to type in: what is wrong is underlined at its place, what can come next stands above it.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::glyph;
use crate::editor::layout::{Layout, PromptLayout, Rect, status};
use crate::editor::model::Model;
use crate::editor::overlay::{Prompt, Said};
use crate::editor::words::wrapped;

pub(super) fn draw(model: &Model, prompt: &Prompt, layout: &Layout, canvas: &mut Canvas<'_>) {
    let Some(place) = layout.prompt else { return };
    let area = layout.status;
    let style = canvas.theme().style(Role::Field);
    canvas.fill(area, style);
    let label = place.label;
    let rows = status::label(prompt, area.width);
    for (y, words) in (label.y..label.bottom()).zip(&rows) {
        canvas.text(label.x, y, label.right(), words, Role::Accent);
    }
    draw_text(model, prompt, &place, canvas);
    if let (Some(area), Some((message, said))) = (place.message, prompt.said(model)) {
        draw_said(&message, said, area, layout.screen.width, canvas);
    }
}

/// What is said of the text.
fn draw_said(message: &str, said: Said, area: Rect, columns: u16, canvas: &mut Canvas<'_>) {
    let role = match said {
        Said::Note => Role::Secondary,
        Said::Right => Role::Accent,
        Said::Wrong => Role::Error,
        Said::Warning => Role::Warning,
    };
    let rows = status::below(message, columns);
    let hidden = rows.len() > usize::from(area.height);
    for (y, words) in (area.y..area.bottom()).zip(&rows) {
        let more = if hidden && y + 1 == area.bottom() {
            "…"
        } else {
            ""
        };
        canvas.text(area.x, y, area.right(), &format!("{words}{more}"), role);
    }
}

/// The text, scrolled so that the cursor is seen, with what is wrong underlined.
fn draw_text(model: &Model, prompt: &Prompt, place: &PromptLayout, canvas: &mut Canvas<'_>) {
    let (text, cursor) = (prompt.input.text(), prompt.input.cursor());
    let asking = &model.asking;
    let error = asking
        .error
        .filter(|_| prompt.grammar().is_some() && !asking.unfinished);
    let field = canvas.theme().style(Role::Field);
    let wrong = canvas.theme().underline(Role::Error);
    let area = place.field;
    let mut marked = false;
    let mut last = (area.x, area.y);
    let rows = place.rows(text);
    for (y, row) in (area.y..area.bottom()).zip(rows.iter().skip(place.first)) {
        let mut x = area.x;
        for glyph in glyph::glyphs(row.of(text)) {
            let at = row.start + glyph.span.start;
            let inside =
                error.is_some_and(|span| span.contains(at) || span.is_empty() && span.start == at);
            marked |= inside;
            let style = if inside { field.patch(wrong) } else { field };
            x = canvas.put(x, y, area.right(), &glyph.text, style);
        }
        last = (x, y);
    }
    // Where something is missing at the end, the place is marked.
    if error.is_some() && !marked {
        canvas.put(last.0, last.1, area.right(), " ", field.patch(wrong));
    }
    let (x, y) = place.cell(text, cursor);
    canvas.set_cursor(x, y);
}

/// What can be typed next.
pub(super) fn draw_choices(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let Some(place) = layout.choices else { return };
    let asking = &model.asking;
    let style = canvas.theme().style(Role::Overlay);
    canvas.fill(place.frame, style);
    let completes = format!("{} completes", model.key(Id::CompleteWord));
    let title = match place.list.height {
        0 => "",
        _ => completes.as_str(),
    };
    canvas.frame(place.frame, title, false);
    let help = asking.help.as_deref().unwrap_or_default();
    let words = wrapped(help, usize::from(place.words.width), 0);
    for (y, text) in (place.words.y..place.words.bottom()).zip(&words) {
        canvas.text(place.words.x, y, place.words.right(), text, Role::Overlay);
    }
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
