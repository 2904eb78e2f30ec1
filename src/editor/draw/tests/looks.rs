//! Snapshots of the inspector with its styles: on a dark and a light screen, and without colour.

use super::*;
use crate::editor::widgets::Rect;

const RECORD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Qd4 e2e4; am e9; id broken; ce 32758; dm -1; \
    c0 \"e4=10, e3=2\"; c8 \"10 2\"; D1 6; Mine ?;\n";

fn part(buffer: &Buffer, area: Rect) -> Buffer {
    let mut out = Buffer::empty(ratatui::layout::Rect::new(0, 0, area.width, area.height));
    for y in 0..area.height {
        for x in 0..area.width {
            out[(x, y)] = buffer[(area.x + x, area.y + y)].clone();
        }
    }
    out
}

fn screens() -> [(&'static str, Theme); 3] {
    [
        ("dark", dark()),
        ("light", Theme::new(Background::Light, Depth::Full)),
        ("no_colour", Theme::new(Background::Dark, Depth::None)),
    ]
}

fn side(keys: &str, theme: Theme) -> Buffer {
    let model = model(RECORD.as_bytes(), keys, 120, 36);
    let place = layout(&model);
    let (operations, problems) = (place.operations.unwrap(), place.problems.unwrap());
    let area = Rect {
        height: operations.height + problems.height,
        ..operations
    };
    part(&draw(&model, theme), area)
}

#[test]
fn operations_and_problems() {
    for (name, theme) in screens() {
        insta::assert_debug_snapshot!(format!("operations_{name}"), side("Tab Tab", theme));
    }
}

#[test]
fn a_problem_with_the_cursor() {
    for (name, theme) in screens() {
        let drawn = side("Tab Tab Tab Down Down", theme);
        insta::assert_debug_snapshot!(format!("problem_{name}"), drawn);
    }
}

#[test]
fn moves_being_chosen() {
    for (name, theme) in screens() {
        let drawn = side("Tab Tab Enter Space k Down", theme);
        insta::assert_debug_snapshot!(format!("moves_{name}"), drawn);
    }
}

#[test]
fn points_being_edited() {
    let points = "Tab Tab Down Down Down Down Down Enter Down";
    insta::assert_debug_snapshot!("points_dark", side(points, dark()));
}

#[test]
fn the_line_being_typed() {
    for (name, theme) in screens() {
        let model = model(RECORD.as_bytes(), "e Space r e f c o m Space r", 120, 36);
        let raw = layout(&model).raw.unwrap();
        let area = Rect {
            y: raw.y - 6,
            height: raw.height + 6,
            ..raw
        };
        insta::assert_debug_snapshot!(format!("line_{name}"), part(&draw(&model, theme), area));
    }
}

#[test]
fn the_small_screen() {
    for (name, keys) in [("problems", "Tab Tab Tab Down"), ("line", "Shift-Tab")] {
        let model = model(RECORD.as_bytes(), keys, 80, 24);
        let place = layout(&model);
        // Problems and the raw line only: the other parts of the screen have their own tests.
        let top = place.problems.unwrap().y;
        let area = Rect::new(0, top, 80, place.raw.unwrap().bottom() - top);
        let drawn = rows(&part(&draw(&model, dark()), area)).join("\n");
        insta::assert_snapshot!(format!("small_{name}"), drawn);
    }
}

#[test]
fn the_menu_of_fixes() {
    let model = model(RECORD.as_bytes(), "Tab Tab f", 120, 36);
    let area = layout(&model).overlay.unwrap().frame;
    insta::assert_debug_snapshot!("fixes_dark", part(&draw(&model, dark()), area));
}
