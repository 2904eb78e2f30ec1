//! What is offered beside a text being typed (moves, words, a note), and what can be typed next in a prompt.

use super::canvas::{Canvas, List};
use super::overlays::list;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::glyph;
use crate::editor::layout::{BoxLayout, Layout};
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::assist::Row;
use crate::editor::words::wrapped;

pub(super) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    if let Some(place) = &layout.choices {
        draw_choices(model, place, canvas);
    }
    if let Some(place) = &layout.popup {
        draw_offer(model, place, canvas);
    }
}

fn draw_offer(model: &Model, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    let assist = &model.assist;
    canvas.fill(place.frame, Role::Overlay);
    canvas.frame(place.frame, &assist.title, false);
    let rows = list(place, assist.first, assist.rows.len(), assist.cursor());
    draw_rows(&rows, &assist.rows, Role::Overlay, canvas);
    if let (Some(area), Some(note)) = (place.note, &assist.note) {
        let (sign, role) = match note.is_wrong {
            true => ("✗ ", Role::Error),
            false => ("", Role::Secondary),
        };
        let rest = canvas.text(area.after(1), sign, role);
        canvas.text(rest, &note.text, role);
    }
}

fn draw_choices(model: &Model, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    let asking = &model.asking;
    canvas.fill(place.frame, Role::Overlay);
    let completes = format!("{} completes", model.key(Id::CompleteWord));
    let title = match place.list.height {
        0 => "",
        _ => completes.as_str(),
    };
    canvas.frame(place.frame, title, false);
    let help = asking.help.as_deref().unwrap_or_default();
    let help = wrapped(help, usize::from(place.about.width), 0);
    canvas.rows(place.about, &help, Role::Overlay);
    let rows = asking.choices.iter().map(|(label, detail)| Row {
        label: label.clone(),
        detail: detail.clone(),
        ..Row::default()
    });
    let rows: Vec<Row> = rows.collect();
    let first = asking.first_shown(usize::from(place.list.height));
    let shown = list(place, first, rows.len(), asking.cursor);
    draw_rows(&shown, &rows, Role::Opcode, canvas);
}

/// Draws rows of a label and what it means, the label with what of it matches.
fn draw_rows(list: &List, rows: &[Row], role: Role, canvas: &mut Canvas<'_>) {
    let label = rows.iter().map(|row| glyph::columns(&row.label)).max();
    let label = label.unwrap_or(0).min(list.area.width / 2);
    canvas.list(list, |canvas, at, area| {
        let Some(row) = rows.get(at) else { return };
        let mut area = area.after(1);
        if let Some(on) = row.on {
            let (sign, role) = match on {
                true => (sign::ON.text, Role::Good),
                false => (sign::OFF.text, Role::Secondary),
            };
            area = canvas.text(area, sign, role).after(1);
        }
        canvas.matched(area.left(label), &row.label, &row.marks, role);
        canvas.text(area.after(label + 2), &row.detail, Role::Secondary);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::draw::theme::{Background, Depth, Theme};
    use crate::editor::key::Key;
    use crate::editor::layout::layout;
    use crate::editor::message::Msg;
    use crate::editor::state::document::Document;
    use crate::editor::update;
    use crate::suite::Suite;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect as Area;

    /// What is offered after these keys in the operations of a record, with its styles.
    fn drawn(operations: &str, keys: &str) -> Buffer {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}\n");
        let suite = Suite::from_bytes("test.epd", line.into_bytes());
        let mut model = crate::editor::editor(Document::new(suite));
        update(
            &mut model,
            Msg::Resize {
                cols: 120,
                rows: 36,
            },
        );
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect("a key");
            update(&mut model, Msg::Key(key));
        }
        let place = layout(&model).popup.expect("an offer");
        let frame = place.frame;
        let mut buffer = Buffer::empty(Area::new(frame.x, frame.y, frame.width, frame.height));
        let theme = Theme::new(Background::Dark, Depth::Full);
        let mut canvas = Canvas {
            buffer: &mut buffer,
            theme: &theme,
            images: None,
            cursor: None,
        };
        draw_offer(&model, &place, &mut canvas);
        buffer
    }

    #[test]
    fn a_set_of_moves_shows_what_is_in_it_what_matches_and_what_is_chosen() {
        insta::assert_debug_snapshot!(drawn("bm Kf1; pv e4;", "Tab Tab Enter Space e Down Down"));
    }

    #[test]
    fn what_is_wrong_is_said_below_what_comes_near() {
        insta::assert_debug_snapshot!(drawn("pm Kf5;", "Tab Tab Enter"));
    }

    #[test]
    fn a_string_shows_its_bytes() {
        insta::assert_debug_snapshot!(drawn("id \"x\";", "Tab Tab Enter"));
    }
}
