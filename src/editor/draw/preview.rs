//! What a change would do: how many lines, and some of them before and after.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::features::bulk::preview::progress;
use crate::editor::glyph;
use crate::editor::layout::{OverlayLayout, Rect};
use crate::editor::model::Model;
use crate::editor::overlay::preview::{Preview, Row, Sign, State};
use crate::editor::words::diff::Part;
use ratatui::style::Modifier;

/// Columns kept before the part that changes, where the line is longer than the room.
const BEFORE: usize = 16;

pub(super) fn draw(
    model: &Model,
    preview: &Preview,
    place: &OverlayLayout,
    canvas: &mut Canvas<'_>,
) {
    let rows = preview.rows();
    let number = rows.iter().map(number_width).max().unwrap_or(0);
    let number = u16::try_from(number).unwrap_or(0).min(place.list.width / 3);
    let area = place.list;
    let shown = rows.iter().enumerate().skip(preview.first);
    for (y, (at, row)) in (area.y..area.bottom()).zip(shown) {
        let place = Rect::new(area.x, y, area.width, 1);
        draw_row(row, longest(&rows, at), place, number, canvas);
    }
    if preview.state == State::Working
        && let Some(percent) = progress(model).and_then(|progress| progress.percent())
    {
        let text = format!("{percent}%");
        canvas.text_right(area.x, area.y, area.right() - 1, &text, Role::Accent);
    }
    canvas.scroll_bar(place.frame, preview.first, rows.len());
    let close = model.key(Id::Close);
    let words = match preview.state {
        State::Ready => {
            let accept = model.key(Id::ApplyChange);
            format!("{accept} applies · {close} cancels")
        }
        State::Working => format!("{close} cancels"),
        State::Idle => format!("{close} closes"),
    };
    let below = place.frame.bottom().saturating_sub(1);
    canvas.on_border(place.frame, below, &words, Role::Key);
}

fn number_width(row: &Row) -> usize {
    match row {
        Row::Line { number, .. } => glyph::width(number.as_bytes()),
        _ => 0,
    }
}

/// Columns of the longer of the two lines that a row is of, before and after: both are moved alike.
fn longest(rows: &[Row], at: usize) -> usize {
    let width = |at: Option<usize>, wanted: Sign| match at.and_then(|at| rows.get(at)) {
        Some(Row::Line {
            sign,
            text,
            is_compared: true,
            ..
        }) if *sign == wanted => width_of(text),
        _ => 0,
    };
    let other = match width(Some(at), Sign::Goes) {
        0 => width(at.checked_sub(1), Sign::Goes),
        _ => width(Some(at + 1), Sign::Comes),
    };
    let own = width(Some(at), Sign::Goes).max(width(Some(at), Sign::Comes));
    own.max(other)
}

fn draw_row(row: &Row, longest: usize, area: Rect, number_width: u16, canvas: &mut Canvas<'_>) {
    match row {
        Row::Blank => {}
        Row::Words(words) => {
            canvas.text(area.x + 1, area.y, area.right(), words, Role::Overlay);
        }
        Row::Line {
            number,
            sign,
            text,
            is_compared,
        } => {
            let x = area.x + 1;
            canvas.text_right(x, area.y, x + number_width, number, Role::Secondary);
            let (mark, role) = match sign {
                Sign::Goes => ("-", Role::Error),
                Sign::Comes => ("+", Role::Good),
                Sign::Stays => (" ", Role::Overlay),
            };
            let x = canvas.text(x + number_width + 1, area.y, area.right(), mark, role) + 1;
            draw_text(
                text,
                *is_compared,
                longest,
                role,
                Rect {
                    x,
                    width: area.right().saturating_sub(x),
                    ..area
                },
                canvas,
            );
        }
    }
}

fn width_of(text: &[Part]) -> usize {
    let widths = text.iter().map(|part| glyph::width(part.text.as_bytes()));
    widths.sum()
}

/// The text, moved so that its first changed part is seen; what changes stands out.
fn draw_text(
    text: &[Part],
    is_compared: bool,
    longest: usize,
    role: Role,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let room = usize::from(area.width);
    let all = width_of(text).max(longest);
    let changed = text.iter().position(|part| part.changed && is_compared);
    let hidden = match all <= room {
        true => 0,
        false => width_of(text.get(..changed.unwrap_or(0)).unwrap_or_default())
            .saturating_sub(BEFORE)
            .min((all + 1).saturating_sub(room)),
    };
    let quiet = canvas.theme().style(Role::Secondary);
    let loud = canvas.theme().style(role);
    let changed = loud.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    let (mut x, mut column, end) = (area.x, 0, width_of(text));
    if hidden > 0 {
        x = canvas.put(x, area.y, area.right(), "…", quiet);
    }
    for part in text {
        let style = match (is_compared, part.changed) {
            (true, true) => changed,
            (true, false) => quiet,
            (false, _) => loud,
        };
        for glyph in glyph::glyphs(part.text.as_bytes()) {
            column += glyph.width;
            if column <= hidden {
                continue;
            }
            let width = u16::try_from(glyph.width).unwrap_or(1);
            if x + width >= area.right() && column < end {
                canvas.put(x, area.y, area.right(), "…", quiet);
                return;
            }
            x = canvas.put(x, area.y, area.right(), &glyph.text, style);
        }
    }
}
