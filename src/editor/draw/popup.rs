//! What is offered beside a text being typed: moves, words, a note.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::glyph;
use crate::editor::layout::{PopupLayout, Rect};
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::assist::Row;

pub(super) fn draw(model: &Model, place: &PopupLayout, canvas: &mut Canvas<'_>) {
    let assist = &model.assist;
    let style = canvas.theme().style(Role::Overlay);
    canvas.fill(place.frame, style);
    canvas.frame(place.frame, &assist.title, false);
    let label = assist
        .rows
        .iter()
        .map(|row| glyph::width(row.label.as_bytes()))
        .max()
        .unwrap_or(0);
    let label = u16::try_from(label).unwrap_or(0).min(place.list.width / 2);
    let cursor = assist.cursor();
    let shown = assist.rows.iter().enumerate().skip(assist.first);
    for (y, (index, row)) in (place.list.y..place.list.bottom()).zip(shown) {
        let area = Rect::new(place.list.x, y, place.list.width, 1);
        draw_row(row, area, label, canvas);
        if cursor == Some(index) {
            let style = canvas.theme().style(Role::Selection);
            canvas.lay(area, style);
        }
    }
    canvas.scroll_bar(
        Rect {
            height: place.list.height + 2,
            ..place.frame
        },
        assist.first,
        assist.rows.len(),
    );
    if let (Some(area), Some(note)) = (place.note, &assist.note) {
        let (sign, role) = if note.is_wrong {
            ("✗ ", Role::Error)
        } else {
            ("", Role::Secondary)
        };
        let x = canvas.text(area.x + 1, area.y, area.right(), sign, role);
        canvas.text(x, area.y, area.right(), &note.text, role);
    }
}

fn draw_row(row: &Row, area: Rect, label: u16, canvas: &mut Canvas<'_>) {
    let mut x = area.x + 1;
    if let Some(on) = row.on {
        let (sign, role) = if on {
            (sign::ON.text, Role::Good)
        } else {
            (sign::OFF.text, Role::Secondary)
        };
        x = canvas.text(x, area.y, area.right(), sign, role) + 1;
    }
    let end = (x + label).min(area.right());
    canvas.text(x, area.y, end, &row.label, Role::Overlay);
    super::overlays::mark(&row.label, &row.marks, x, area.y, end, canvas);
    canvas.text(end + 2, area.y, area.right(), &row.detail, Role::Secondary);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::draw::theme::{Depth, Shade, Theme};
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
        let theme = Theme::new(Shade::Dark, Depth::Full);
        draw(&model, &place, &mut Canvas::new(&mut buffer, theme));
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
