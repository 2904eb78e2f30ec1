//! Snapshots of the list with its columns and the overview, small boards, and pages about the whole file.

use super::*;
use crate::editor::effect::Effect;
use crate::editor::jobs::JobContext;
use crate::editor::widgets::Rect;
use std::fmt::Write;

/// Records of several kinds: best moves, scores, problems, duplicate ids, a comment.
fn suite() -> String {
    let mut out = String::from("# a suite\n");
    for n in 0..200 {
        let line = match n % 10 {
            3 => "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; ce 120; id \"rook\";".to_owned(),
            5 if n > 120 => format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm Qd2; id \"wrong {n}\";"),
            7 => format!("r3k3/8/8/8/8/8/4P3/4K3 b q - am Kf8; ce -{n}; id \"black {n}\";"),
            _ => format!("4k3/4p3/8/3q4/8/2N5/4P3/4K3 w - - bm Nxd5; ce {n}; id \"take {n}\";"),
        };
        writeln!(out, "{line}").unwrap();
    }
    out
}

/// Returns the model after a resize and these keys, with the results of all jobs.
fn model_after(keys: &str, cols: u16, rows: u16) -> Model {
    let suite = Suite::from_bytes("test.epd", suite().into_bytes());
    let mut model = crate::editor::editor(Document::new(suite));
    let mut effects = update(&mut model, Msg::Resize { cols, rows });
    // "Resize" is not a key: that turn only runs the jobs that the resize started.
    for key in ["Resize"].into_iter().chain(keys.split_whitespace()) {
        if let Ok(key) = key.parse::<Key>() {
            effects.extend(update(&mut model, Msg::Key(key)));
        }
        while let Some(effect) = effects.pop() {
            if let Effect::Start(task) = effect {
                let answer = Msg::answer(&task, &JobContext::default());
                effects.extend(update(&mut model, answer));
            }
        }
    }
    model
}

fn text(keys: &str, cols: u16, height: u16) -> String {
    rows(&draw(&model_after(keys, cols, height), dark())).join("\n")
}

/// Returns an area of a screen as a screen.
fn crop(buffer: &Buffer, area: Rect) -> Buffer {
    let mut out = Buffer::empty(ratatui::layout::Rect::new(0, 0, area.width, area.height));
    for y in 0..area.height {
        for x in 0..area.width {
            out[(x, y)] = buffer[(area.x + x, area.y + y)].clone();
        }
    }
    out
}

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 36), (200, 60)];

#[test]
fn the_list_at_three_sizes() {
    for (cols, rows) in SIZES {
        // Sorted, searched, with an edited record and a new one.
        let model = model_after("j o j d / t a k e Space 1 1 Enter j", cols, rows);
        let pane = layout(&model).records.unwrap();
        for (name, theme) in [
            ("dark", dark()),
            ("light", Theme::new(Background::Light, Depth::Full)),
            ("no_colour", Theme::new(Background::Dark, Depth::None)),
        ] {
            if cols == 120 || name == "dark" {
                let drawn = crop(&draw(&model, theme), pane);
                insta::assert_debug_snapshot!(format!("list_{cols}_{name}"), drawn);
            }
        }
    }
}

#[test]
fn the_wide_list() {
    for (cols, rows) in SIZES {
        let keys = "c a c e Enter G K K K K Esc z";
        insta::assert_snapshot!(format!("wide_{cols}"), text(keys, cols, rows));
    }
}

#[test]
fn small_boards() {
    for (cols, rows) in SIZES {
        insta::assert_snapshot!(format!("boards_{cols}"), text("b l l j", cols, rows));
    }
    let model = model_after("b l", 80, 24);
    let cell = layout(&model).boards.unwrap().cell(1);
    insta::assert_debug_snapshot!("board_selected", crop(&draw(&model, dark()), cell));
}

#[test]
fn pages_about_the_whole_file() {
    for (name, keys) in [
        ("problems", "p Enter Down"),
        ("same", "= Right Down"),
        ("values", "%"),
        ("statistics", "S"),
        ("columns", "c"),
    ] {
        for (cols, rows) in SIZES {
            insta::assert_snapshot!(format!("{name}_{cols}"), text(keys, cols, rows));
        }
    }
}

#[test]
fn bars_and_signs_of_a_page() {
    for (name, theme) in [
        ("dark", dark()),
        ("no_colour", Theme::new(Background::Dark, Depth::None)),
    ] {
        let model = model_after("p", 80, 24);
        let area = Rect::new(0, 1, 80, 8);
        insta::assert_debug_snapshot!(format!("bars_{name}"), crop(&draw(&model, theme), area));
    }
}

#[test]
fn the_overview_is_fuller_where_more_lines_have_problems() {
    let (cols, height) = (120, 36);
    let good = "4k3/4p3/8/3q4/8/2N5/4P3/4K3 w - - bm Nxd5;\n";
    let bad = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Qd2;\n";
    let warned = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n";
    let model_of = |text: String, keys: &str| {
        let suite = Suite::from_bytes("test.epd", text.into_bytes());
        let mut model = crate::editor::editor(Document::new(suite));
        let mut effects = update(&mut model, Msg::Resize { cols, rows: height });
        for key in keys.split_whitespace() {
            effects.extend(update(&mut model, Msg::Key(key.parse().unwrap())));
        }
        while let Some(effect) = effects.pop() {
            if let Effect::Start(task) = effect {
                let answer = Msg::answer(&task, &JobContext::default());
                effects.extend(update(&mut model, answer));
            }
        }
        model
    };
    let down = usize::from(layout(&model_of(good.into(), "")).list.unwrap().height);
    // Each row is 200 lines: without problems, one error, errors and warnings, half errors, one warning, or nearly
    // all warnings.
    let text: String = (0..down)
        .flat_map(|row| {
            let (errors, warnings) =
                [(0, 0), (1, 0), (10, 50), (100, 0), (0, 1), (0, 190)][row % 6];
            let good = good.repeat(200 - errors - warnings);
            [good, bad.repeat(errors), warned.repeat(warnings)]
        })
        .collect();
    let model = model_of(text, "/ d 2");
    for theme in [dark(), Theme::new(Background::Dark, Depth::None)] {
        let drawn = draw(&model, theme);
        let (layout, list) = (layout(&model), layout(&model).list.unwrap());
        let column = |x: u16| -> Vec<String> {
            let cells = list.y..list.y + 6;
            cells.map(|y| drawn[(x, y)].symbol().to_owned()).collect()
        };
        let map = layout.map.unwrap();
        assert_eq!(column(map.x), [" ", "░", "▓", "█", "▁", "▄"]);
        // The bar of the first row shows the lines on the screen; `d2` occurs in the wrong lines.
        assert_eq!(column(map.x + 1)[1..4], ["⋄", "⋄", "◇"]);
    }
}

#[test]
fn the_heading_of_the_sorted_column_is_whole_and_followed_by_a_gap() {
    let typed = |text: &str| {
        let keys = text.chars().map(|c| match c {
            ' ' => "Space ".to_owned(),
            c => format!("{c} "),
        });
        format!(": {}Enter ", keys.collect::<String>())
    };
    let columns = typed("set columns=line,side,id,pieces,best");
    for (sort, heading) in [("sort pieces", " pieces▲"), ("sort side", " w▲ id")] {
        let screen = text(&format!("{columns}{}", typed(sort)), 120, 36);
        assert!(screen.contains(heading), "{heading}: {screen}");
    }
}
