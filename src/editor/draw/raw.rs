//! The record's line as it stands in the file: tokens by colour, findings underlined.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::glyph;
use crate::editor::layout::{Layout, Rect};
use crate::editor::model::Model;
use crate::editor::state::editing::Editing;
use crate::editor::state::view::Pane;
use crate::epd::counted::{noun, thousands};
use crate::epd::{Record, Severity, Span, TokenKind};

pub(super) fn draw(model: &Model, record: &Record<'_>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(area)) = (layout.raw, layout.raw_text()) else {
        return;
    };
    let focused = model.document.view.focus == Pane::Raw && model.overlays.is_empty();
    if layout.raw_bordered {
        let title = match model.document.row_count() {
            0 => Pane::Raw.title().to_owned(),
            _ => format!(
                "{} · line {}",
                Pane::Raw.title(),
                model.document.selected + 1
            ),
        };
        canvas.frame(pane, &title, focused);
        let bytes = record.body().len();
        let text = format!("{} bytes", thousands(bytes));
        canvas.on_border_right(pane, pane.y, pane.x + 24, &text, Role::Secondary);
    } else {
        let role = if focused {
            Role::Field
        } else {
            Role::SelectionAway
        };
        let style = canvas.theme().style(role);
        canvas.fill(area, style);
        let rows = Rect {
            height: area.height,
            ..pane
        };
        label(model, rows, area.x, focused, canvas);
    }
    let line = record.line();
    let end = line.len() - record.line_end().len();
    let text = line.get(..end).unwrap_or_default();
    let tokens = record.tokens();
    let editing = match &model.document.view.editing {
        Some(Editing::Raw(editor)) => Some(editor.cursor()),
        _ => None,
    };
    let part = glyph::part(text, editing);
    let (whole, text) = (text, part.of(text));
    let marks = model
        .document
        .search
        .as_ref()
        .map(|search| search.spans(text))
        .unwrap_or_default();
    let rows = glyph::wrap(text, usize::from(area.width));
    let shown = rows
        .iter()
        .skip(layout.raw_first)
        .take(usize::from(area.height));
    let problems = Problems::of(record, part, shown.clone());
    let mut last = (area.x, area.y);
    for (y, span) in (area.y..).zip(shown) {
        let mut x = area.x;
        for glyph in glyph::glyphs(span.of(text)) {
            let inside = Span::new(span.start + glyph.span.start, span.start + glyph.span.end);
            let at = Span::new(part.start + inside.start, part.start + inside.end);
            if editing == Some(at.start) {
                canvas.set_cursor(x.min(area.right().saturating_sub(1)), y);
            }
            let mut style = canvas.theme().style(role_at(&tokens, at.start));
            if glyph.replaced {
                style = style.patch(canvas.theme().style(Role::Mark));
            }
            if let Some(severity) = problems.severity_at(at) {
                let (_, role) = super::records::sign(severity);
                style = style.patch(canvas.theme().underline(role));
            }
            if marks.iter().any(|mark| mark.contains(inside.start)) {
                style = style.patch(canvas.theme().style(Role::Match));
            }
            x = canvas.put(x, y, area.right(), &glyph.text, style);
        }
        last = (x, y);
    }
    if editing == Some(whole.len()) {
        canvas.set_cursor(last.0.min(area.right().saturating_sub(1)), last.1);
    }
    // An empty span is a place where something is missing: a mark stands at it.
    let hidden = rows
        .len()
        .saturating_sub(layout.raw_first + usize::from(area.height));
    let more = if part.len() < whole.len() {
        Some(format!(
            " … bytes {} to {} of {} ",
            thousands(part.start + 1),
            thousands(part.end),
            thousands(whole.len())
        ))
    } else {
        (hidden > 0).then(|| format!(" … {hidden} more {} ", noun(hidden, "row", "rows")))
    };
    if let Some(more) = more.filter(|_| area.height > 0) {
        canvas.text_right(
            area.x,
            area.bottom() - 1,
            area.right(),
            &more,
            Role::Secondary,
        );
    }
}

/// The pane's name and the line's number left of the text, where there is no border for them.
fn label(model: &Model, pane: Rect, end: u16, focused: bool, canvas: &mut Canvas<'_>) {
    let (title, number) = match focused {
        true => (Role::Accent, Role::Accent),
        false => (Role::Title, Role::Secondary),
    };
    let end = end.saturating_sub(1);
    canvas.text(pane.x, pane.y, end, Pane::Raw.title(), title);
    // As the list's heading has it, so that nobody takes the number for a part of the record.
    let line = format!("#{}", model.document.selected + 1);
    if pane.height > 1 && model.document.suite.line_count() > 0 {
        canvas.text_right(pane.x, pane.y + 1, end, &line, number);
    }
    if focused {
        for y in pane.y..pane.bottom() {
            canvas.text(end, y, end + 1, "▌", Role::Accent);
        }
    }
}

fn role_at(tokens: &[crate::epd::Token], at: usize) -> Role {
    let index = tokens.partition_point(|token| token.span.end <= at);
    match tokens.get(index).map(|token| token.kind) {
        Some(TokenKind::Placement) => Role::Placement,
        Some(TokenKind::Side | TokenKind::Castling | TokenKind::EnPassant | TokenKind::Clock) => {
            Role::Fields
        }
        Some(TokenKind::Opcode) => Role::Opcode,
        Some(TokenKind::Move) => Role::Move,
        Some(TokenKind::Number) => Role::Number,
        Some(TokenKind::Text) => Role::Text,
        Some(TokenKind::Stray) => Role::Stray,
        Some(TokenKind::Comment | TokenKind::Semicolon) => Role::Secondary,
        Some(TokenKind::Mark) => Role::Mark,
        Some(TokenKind::Word | TokenKind::Blank | TokenKind::LineEnd) | None => Role::Placement,
    }
}

/// The findings that rows on the screen show.
struct Problems(Vec<(Span, Severity)>);

impl Problems {
    /// Those of the rows shown, which follow one another, of a part of the line.
    fn of<'s>(record: &Record<'_>, part: Span, rows: impl Iterator<Item = &'s Span>) -> Self {
        let shown = rows.copied().reduce(Span::cover).unwrap_or_default();
        let (first, last) = (part.start + shown.start, part.start + shown.end);
        let all = record.diagnostics().iter();
        let here = all.filter(|found| found.span.start <= last && first <= found.span.end);
        Self(here.map(|found| (found.span, found.severity)).collect())
    }

    /// The gravest finding at a glyph. A finding without bytes, where something is missing, is shown at
    /// the glyph before it.
    fn severity_at(&self, at: Span) -> Option<Severity> {
        self.0
            .iter()
            .filter(|(span, _)| {
                if span.is_empty() {
                    at.end == span.start || (span.start == 0 && at.start == 0)
                } else {
                    span.start < at.end && at.start < span.end
                }
            })
            .map(|(_, severity)| *severity)
            .max()
    }
}
