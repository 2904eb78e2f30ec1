//! What a change would do: how many lines, and some of them before and after.

use super::overlays::list;
use crate::editor::command::Id;
use crate::editor::flows::bulk::preview::{Preview, Row, Sign, State, progress};
use crate::editor::layout::BoxLayout;
use crate::editor::model::Model;
use crate::editor::widgets::Rect;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::words::{Part, width};

/// Columns kept before the part that changes, where the line is longer than the room.
const BEFORE: usize = 16;

pub(super) fn draw(model: &Model, preview: &Preview, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    let rows = preview.rows();
    let numbers = rows.iter().map(|row| match row {
        Row::Line { number, .. } => glyph::columns(number),
        _ => 0,
    });
    let numbers = numbers.max().unwrap_or(0).min(place.list.width / 3);
    let shown = list(place, preview.first, rows.len(), None);
    canvas.list(&shown, |canvas, at, row| {
        let area = row.after(1);
        match rows.get(at) {
            Some(Row::Words(words)) => {
                canvas.text(area, words, Role::Overlay);
            }
            Some(Row::Line {
                number,
                sign,
                text,
                compared,
            }) => {
                canvas.text_right(area.left(numbers), number, Role::Secondary);
                let (mark, role) = match sign {
                    Sign::Goes => ("-", Role::Error),
                    Sign::Comes => ("+", Role::Good),
                    Sign::Stays => (" ", Role::Overlay),
                };
                let area = canvas.text(area.after(numbers + 1), mark, role).after(1);
                draw_line(text, *compared, role, area, canvas);
            }
            Some(Row::Blank) | None => {}
        }
    });
    if let State::Working = preview.state
        && let Some(percent) = progress(model).and_then(|progress| progress.percent())
    {
        let text = format!("{percent}%");
        canvas.text_right(place.list.top(1).before(1), &text, Role::Accent);
    }
    let close = model.key(Id::Close);
    let words = match preview.state {
        State::Ready(..) => {
            let accept = model.key(Id::ApplyChange);
            format!("{accept} applies · {close} cancels")
        }
        State::Working => format!("{close} cancels"),
        State::Idle => format!("{close} closes"),
    };
    canvas.on_border(place.frame.foot(1), &words, Role::Key);
}

/// Draws the text, moved so that its first changed part is seen.
fn draw_line(
    text: &[Part],
    compared: Option<usize>,
    role: Role,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let (room, end) = (usize::from(area.width), width(text));
    let is_compared = compared.is_some();
    // The two lines are moved alike.
    let all = compared.unwrap_or(end);
    let changed = text.iter().position(|part| part.changed && is_compared);
    let before = text.get(..changed.unwrap_or(0)).unwrap_or_default();
    let hidden = match all <= room {
        true => 0,
        false => width(before)
            .saturating_sub(BEFORE)
            .min((all + 1).saturating_sub(room)),
    };
    let quiet = canvas.style(Role::Secondary);
    let (mut rest, mut column) = (area, 0);
    if hidden > 0 {
        rest = canvas.put(rest, "…", quiet);
    }
    for part in text {
        let style = match (is_compared, part.changed) {
            (true, true) => canvas.loud(role),
            (true, false) => quiet,
            (false, _) => canvas.style(role),
        };
        for glyph in glyph::glyphs(part.text.as_bytes()) {
            column += glyph.width;
            if column <= hidden {
                continue;
            }
            if cells(glyph.width) >= rest.width && column < end {
                canvas.put(rest, "…", quiet);
                return;
            }
            rest = canvas.put(rest, &glyph.text, style);
        }
    }
}
