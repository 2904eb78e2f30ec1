//! Draws the raw line of a record: tokens in colours, problems underlined.

use crate::editor::layout::Layout;
use crate::editor::model::Model;
use crate::editor::state::editing::Editing;
use crate::editor::state::view::Pane;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, glyph, sign};
use crate::epd::counted::{noun, thousands};
use crate::epd::{Record, Severity, Span, TokenKind};

pub(crate) fn draw(model: &Model, record: &Record<'_>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(area)) = (layout.raw, layout.raw_text()) else {
        return;
    };
    let focused = model.document.view.focus == Pane::Raw && model.overlays.is_empty();
    match layout.raw_bordered {
        true => {
            let mut title = Pane::Raw.title().to_owned();
            if model.document.row_count() > 0 {
                title += &format!(" · line {}", model.document.selected + 1);
            }
            canvas.frame(pane, &title, focused);
            let bytes = format!("{} bytes", thousands(record.body().len()));
            canvas.on_border_right(pane.top(1), pane.x + 24, &bytes, Role::Secondary);
        }
        false => {
            let ground = match focused {
                true => Role::Field,
                false => Role::SelectionAway,
            };
            canvas.fill(area, ground);
            let label = Rect {
                height: area.height,
                ..pane.left(area.x - pane.x)
            };
            draw_label(model, label, focused, canvas);
        }
    }
    let line = record.line();
    let whole = line.get(..line.len() - record.line_end().len());
    let whole = whole.unwrap_or_default();
    let editing = match &model.document.view.editing {
        Some(Editing::Raw(editor)) => Some(editor.cursor()),
        _ => None,
    };
    let part = glyph::part(whole, editing);
    let text = part.of(whole);
    let search = model.document.search.as_ref();
    let marks = search
        .map(|search| search.pattern.spans(text))
        .unwrap_or_default();
    let rows = glyph::wrap(text, usize::from(area.width));
    let shown = rows.iter().skip(layout.raw_first);
    let shown = shown.take(usize::from(area.height));
    let (tokens, problems) = (record.tokens(), problems(record, part, shown.clone()));
    let last = area.right().saturating_sub(1);
    let (theme, mut cursor) = (canvas.theme, None);
    let rest = canvas.wrapped(area, text, shown, |glyph, inside, place| {
        let at = Span::new(part.start + inside.start, part.start + inside.end);
        if editing == Some(at.start) {
            cursor = Some((place.x.min(last), place.y));
        }
        let mut style = theme.style(role_at(&tokens, at.start));
        if glyph.replaced {
            style = style.patch(theme.style(Role::Mark));
        }
        if let Some(severity) = severity_at(&problems, at) {
            let (_, role) = sign::coloured(severity);
            style = style.patch(theme.underline(role));
        }
        match marks.iter().any(|mark| mark.contains(inside.start)) {
            true => style.patch(theme.style(Role::Match)),
            false => style,
        }
    });
    if editing == Some(whole.len()) {
        cursor = Some((rest.x.min(last), rest.y));
    }
    canvas.cursor = cursor.or(canvas.cursor);
    let seen = layout.raw_first + usize::from(area.height);
    let hidden = rows.len().saturating_sub(seen);
    let more = match hidden {
        _ if part.len() < whole.len() => format!(
            " … bytes {} to {} of {} ",
            thousands(part.start + 1),
            thousands(part.end),
            thousands(whole.len())
        ),
        0 => return,
        _ => format!(" … {hidden} more {} ", noun(hidden, "row", "rows")),
    };
    canvas.text_right(area.foot(1), &more, Role::Secondary);
}

fn draw_label(model: &Model, area: Rect, focused: bool, canvas: &mut Canvas<'_>) {
    let (title, number) = match focused {
        true => (Role::Accent, Role::Accent),
        false => (Role::Title, Role::Secondary),
    };
    let words = area.before(1);
    canvas.text(words, Pane::Raw.title(), title);
    // Written as in the list's heading, so that nobody takes the number for a part of the record.
    if model.document.suite.line_count() > 0 {
        let line = format!("#{}", model.document.selected + 1);
        canvas.text_right(words.below(1), &line, number);
    }
    if focused {
        for row in area.end(1).rows() {
            canvas.text(row, "▌", Role::Accent);
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

/// Returns the diagnostics in consecutive rows of a part of the line.
fn problems<'s>(
    record: &Record<'_>,
    part: Span,
    rows: impl Iterator<Item = &'s Span>,
) -> Vec<(Span, Severity)> {
    let shown = rows.copied().reduce(Span::cover).unwrap_or_default();
    let (first, last) = (part.start + shown.start, part.start + shown.end);
    let all = record.diagnostics().iter();
    let here = all.filter(|found| found.span.start <= last && first <= found.span.end);
    here.map(|found| (found.span, found.severity)).collect()
}

/// Returns the highest severity at a glyph, also of something that is missing after it.
fn severity_at(problems: &[(Span, Severity)], at: Span) -> Option<Severity> {
    let is_here = |span: Span| match span.is_empty() {
        true => at.end == span.start || (span.start == 0 && at.start == 0),
        false => span.start < at.end && at.start < span.end,
    };
    let here = problems.iter().filter(|(span, _)| is_here(*span));
    here.map(|(_, severity)| *severity).max()
}
