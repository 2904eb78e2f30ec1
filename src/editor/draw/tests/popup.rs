//! Snapshots of the completions beside a text being typed, with their styles.

use super::*;
use crate::editor::draw::overlays::draw_offer;
use crate::editor::widgets::canvas::Canvas;
use ratatui::layout::Rect as Area;

/// Draws the completions offered after these keys in the operations of a record.
fn drawn(operations: &str, keys: &str) -> Buffer {
    let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}\n");
    let model = model(line.as_bytes(), keys, 120, 36);
    let place = layout(&model).popup.expect("an offer");
    let frame = place.frame;
    let mut buffer = Buffer::empty(Area::new(frame.x, frame.y, frame.width, frame.height));
    let theme = dark();
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
fn an_error_is_shown_below_the_nearest_completions() {
    insta::assert_debug_snapshot!(drawn("pm Kf5;", "Tab Tab Enter"));
}

#[test]
fn a_string_shows_its_bytes() {
    insta::assert_debug_snapshot!(drawn("id \"x\";", "Tab Tab Enter"));
}
