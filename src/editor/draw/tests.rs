//! Tests of drawing: any size, any bytes, and what the screen shows.

use super::view;
use crate::editor::command::Id;
use crate::editor::key::Key;
use crate::editor::layout::layout;
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::state::document::Document;
use crate::editor::update;
use crate::editor::widgets::theme::{Background, Depth, Role, Theme};
use crate::epd::{ReadOptions, Record};
use crate::suite::Suite;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

const FILE: &str = "# a comment\n\
    4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ Kd2; id \"one\";\n\
    4k3/8/8/8/8/8/8/4K2R w K - bm Qd2; id \"two\";\n\
    \n\
    4k3/8/8/8/8/8/8/4K2R b - - bm Kd7\n";

fn model(file: &[u8], keys: &str, cols: u16, rows: u16) -> Model {
    let mut model =
        crate::editor::editor(Document::new(Suite::from_bytes("test.epd", file.to_vec())));
    update(&mut model, Msg::Resize { cols, rows });
    for key in keys.split_whitespace() {
        if let Ok(key) = key.parse::<Key>() {
            update(&mut model, Msg::Key(key));
        }
    }
    model
}

fn draw(model: &Model, theme: Theme) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(model.cols, model.rows)).unwrap();
    terminal
        .draw(|frame| view(model, &theme, None, frame))
        .unwrap();
    terminal.backend().buffer().clone()
}

fn dark() -> Theme {
    Theme::new(Background::Dark, Depth::Full)
}

fn rows(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    (area.top()..area.bottom())
        .map(|y| {
            (area.left()..area.right())
                .map(|x| buffer[(x, y)].symbol())
                .collect()
        })
        .collect()
}

pub(crate) fn screen_of(model: &Model) -> String {
    let rows = rows(&draw(model, dark()));
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    rows.join("\n")
}

fn screen(keys: &str, cols: u16, rows_: u16) -> String {
    rows(&draw(&model(FILE.as_bytes(), keys, cols, rows_), dark())).join("\n")
}

#[test]
fn the_inspector_says_that_an_operation_may_be_hidden_in_another() {
    let file = b"4k3/8/8/8/8/8/4P3/4K3 w - - id A.09 acd 30; bm e4;\n";
    let screen = rows(&draw(&model(file, "Tab Tab", 120, 36), dark())).join("\n");
    let (_, operations) = screen.split_once("Operations").expect("the pane");
    assert!(operations.contains("✗ `acd 30` may be an "), "{screen}");
}

#[test]
fn every_pane_is_on_the_screen_at_three_sizes() {
    for (cols, rows) in [(80, 24), (120, 36), (200, 60)] {
        let screen = screen("Down", cols, rows);
        // On the smallest screen the problems pane is shown only if there are problems.
        let problems = if cols > 80 { "Problems" } else { "Operations" };
        for words in [
            "test.epd",
            "Suite",
            "Operations",
            problems,
            "one",
            "Rh8+",
            "White to move",
            "4k3/8/8/8/8/8/8/4K2R w K -",
        ] {
            assert!(
                screen.contains(words),
                "{words} at {cols}x{rows}:\n{screen}"
            );
        }
    }
}

#[test]
fn a_problem_is_reported_with_its_sign_and_underlined_in_the_line() {
    let model = model(FILE.as_bytes(), "Down Down", 120, 36);
    let buffer = draw(&model, dark());
    let screen = rows(&buffer).join("\n");
    assert!(screen.contains("✗ `Qd2` is illegal"), "{screen}");
    let place = layout(&model).raw_text().unwrap();
    let line = String::from_utf8_lossy(model.shown_line()).into_owned();
    let column = u16::try_from(line.find("Qd2").unwrap()).unwrap();
    let underlined = |x: u16| {
        let style = buffer[(place.x + x, place.y)].style();
        style
            .add_modifier
            .contains(ratatui::style::Modifier::UNDERLINED)
    };
    assert!((column..column + 3).all(underlined));
    assert!(!underlined(column - 2) && !underlined(column + 4));
}

#[test]
fn the_focused_pane_has_a_heavier_border_as_well_as_another_colour() {
    let focused = screen("Down Tab", 120, 36);
    let top = focused.lines().nth(1).unwrap().to_owned();
    let (list, board) = top.split_once("┏").unwrap();
    assert!(
        list.contains('╭') && board.contains("White to move"),
        "{top}"
    );
}

#[test]
fn an_empty_file_shows_how_to_add_records_once() {
    let model = model(b"", "", 120, 36);
    let screen = rows(&draw(&model, dark())).join("\n");
    assert!(screen.contains("no records yet"), "{screen}");
    let key = model.key_name(Id::NewRecord);
    for how in [
        format!("{key} adds a record"),
        "Ctrl-V pastes records".into(),
    ] {
        assert!(screen.contains(&how), "{screen}");
    }
    for again in [
        "a blank line",
        "no record in",
        "not a record",
        "line 1",
        "Enter board",
    ] {
        assert!(!screen.contains(again), "{again}: {screen}");
    }
}

#[test]
fn a_window_too_small_says_so() {
    let screen = screen("", 40, 10);
    assert!(
        screen.contains("needs a window") && screen.contains("40x10"),
        "{screen}"
    );
}

#[test]
fn help_and_palette_open_over_the_panes() {
    assert!(screen("?", 120, 36).contains("Suite list"));
    assert!(screen("Ctrl-P", 120, 36).contains("Add a record"));
}

#[test]
fn one_record_with_many_problems_does_not_shorten_the_ids_of_all() {
    let record = |n: usize, rest: &str| {
        format!("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ Kd2; id \"suite.{n:03}\";{rest}\n")
    };
    let wrong = " bm Qa1; ce x; dm y; acn z; acs q;".repeat(3);
    let mut file: String = (0..20).map(|n| record(n, "")).collect();
    file.push_str(&record(20, &wrong));
    let screen = rows(&draw(&model(file.as_bytes(), "", 80, 24), dark())).join("\n");
    for n in 0..5 {
        assert!(
            screen.contains(&format!("suite.{n:03} Rh8+ Kd2")),
            "{screen}"
        );
    }
}

#[test]
fn ids_without_room_are_all_cut_at_their_ends() {
    let record = |n: usize| {
        format!(
            "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; id \"a series with a long name of its own {n:03}\";\n"
        )
    };
    let file: String = (0..10).map(record).collect();
    let screen = screen_of(&model(file.as_bytes(), "", 80, 24));
    assert_eq!(
        screen.matches("a series with a long name …").count(),
        10,
        "{screen}"
    );
    // Where there is room nothing is cut.
    let screen = screen_of(&model(file.as_bytes(), "", 200, 60));
    assert!(
        screen.contains("a series with a long name of its own 009 Rh8+"),
        "{screen}"
    );
}

#[test]
fn a_record_without_an_id_shows_as_much_of_its_text_as_there_is_room_for() {
    let screen = screen_of(&model(FILE.as_bytes(), "", 80, 24));
    assert!(screen.contains("4k3/8/8/8/8/8/8/4K… Kd7"), "{screen}");
}

#[test]
fn everything_behind_a_dialog_is_dimmed() {
    for (depth, is_mixed) in [
        (Depth::Full, true),
        (Depth::Palette, true),
        (Depth::Sixteen, false),
        (Depth::None, false),
    ] {
        let theme = Theme::new(Background::Dark, depth);
        let (panes, menu) = (
            model(FILE.as_bytes(), "", 120, 36),
            model(FILE.as_bytes(), "|", 120, 36),
        );
        let (before, after) = (draw(&panes, theme), draw(&menu, theme));
        let at = layout(&panes)
            .list
            .map(|list| (list.x + 6, list.y))
            .unwrap();
        let (before, after) = (before[at].style(), after[at].style());
        match is_mixed {
            true => assert_ne!(before.fg, after.fg, "{depth:?}"),
            false => assert!(
                after.add_modifier.contains(ratatui::style::Modifier::DIM),
                "{depth:?}"
            ),
        }
        let frame = layout(&menu).overlay.unwrap().frame;
        let drawn = draw(&menu, theme);
        let text = |role| theme.style(role).fg.unwrap_or(ratatui::style::Color::Reset);
        let corner = &drawn[(frame.x, frame.y)];
        assert_eq!(corner.fg, text(Role::Accent), "{depth:?}");
        // The hints are not dimmed: their keys work in the dialog.
        let hints = layout(&menu).hints;
        let hint = &drawn[(hints.x, hints.y)];
        assert_eq!(hint.fg, text(Role::Key), "{depth:?}");
    }
}

#[test]
fn without_colour_the_selection_is_reversed() {
    let model = model(FILE.as_bytes(), "Down", 80, 24);
    let theme = Theme::new(Background::Dark, Depth::None);
    let buffer = draw(&model, theme);
    let list = layout(&model).list.unwrap();
    let row = list.y + 1;
    let style = buffer[(list.x + 4, row)].style();
    let selection = theme.style(Role::Selection).add_modifier;
    assert!(style.add_modifier.contains(selection), "{style:?}");
}

mod looks;
mod popup;
mod whole_file;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn any_bytes_at_any_size_are_drawn_without_a_control_character(
        file in prop::collection::vec(
            prop_oneof![
                3 => any::<u8>(),
                1 => prop::sample::select(&b"\n\n;\" /kKqQ8w-"[..]),
            ],
            0..300,
        ),
        cols in 0_u16..220,
        rows in 0_u16..70,
        keys in prop::sample::select(&[
            "", "Down", "Tab Tab", "?", "Ctrl-P", "e x", "a", "Ctrl-F a", "Ctrl-C", "Tab c", "Tab e", "Tab Tab Enter",
            "Ctrl-Q", "Ctrl-S", "Ctrl-G 1", "o Ctrl-Q", "d F8", "F8 Down", "F7", "Ctrl-O a", "Ctrl-O / x", "Tab Space Up", "Tab Tab Tab",
        ][..]),
        background in prop::sample::select(&[Background::Dark, Background::Light][..]),
        depth in prop::sample::select(&[Depth::Full, Depth::Palette, Depth::Sixteen, Depth::None][..]),
    ) {
        let model = model(&file, keys, cols, rows);
        let buffer = draw(&model, Theme::new(background, depth));
        for cell in buffer.content() {
            let safe = cell.symbol().chars().all(|c| !c.is_control());
            prop_assert!(safe, "{:?}", cell.symbol());
        }
    }

    #[test]
    fn a_frame_of_another_size_than_the_model_is_drawn(
        cols in 0_u16..160, rows in 0_u16..50, wide in 0_u16..160, high in 0_u16..50,
    ) {
        let mut model = model(FILE.as_bytes(), "Down", cols, rows);
        let mut terminal = Terminal::new(TestBackend::new(wide, high)).unwrap();
        model.cols = cols;
        terminal.draw(|frame| view(&model, &dark(), None, frame)).unwrap();
    }
}

#[test]
fn images_of_the_board_follow_its_theme() {
    use crate::editor::draw::view;
    use crate::editor::widgets::board;
    use crate::exchange::diagram::Theme as BoardColours;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    let mut model = model(b"4k3/8/8/8/8/8/8/4K3 w - -\n", "", 120, 36);
    model.pieces = board::Pieces::Images;
    let images = board::Images::new(board::Graphics::Kitty, (10, 20), dark()).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(120, 36)).unwrap();
    let mut sent = |model: &Model| {
        let theme = dark();
        terminal
            .draw(|frame| view(model, &theme, Some(&images), frame))
            .unwrap();
        images.changes()
    };
    assert!(sent(&model).contains("a=t"));
    assert_eq!(sent(&model), "");
    model.settings.board = BoardColours::Brown;
    assert!(sent(&model).contains("a=t"));
}

#[test]
fn problems_without_room_are_counted_with_the_key_that_goes_to_them() {
    let file = b"k/b\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n";
    let count = Record::read(b"k/b", &ReadOptions::default())
        .diagnostics()
        .len();
    let screen = screen_of(&model(file, "", 80, 24));
    assert_eq!(count, 4);
    assert!(screen.contains("3 more · ] shows the next"), "{screen}");
}

#[test]
fn a_search_marks_the_text_found_and_not_the_number_of_its_line() {
    let theme = dark();
    let matched = theme.style(Role::Match).bg;
    let list_of = |text: &str| {
        let mut model = model(FILE.as_bytes(), "Ctrl-F", 120, 36);
        for c in text.chars() {
            update(&mut model, Msg::Key(Key::char(c)));
        }
        update(&mut model, Msg::Key("Enter".parse().unwrap()));
        let (list, buffer) = (layout(&model).list.unwrap(), draw(&model, theme));
        let marked = |y: u16| -> String {
            let cells = (list.x..list.right()).map(|x| &buffer[(x, y)]);
            let marked = cells.filter(|cell| cell.style().bg == matched);
            marked.map(|cell| cell.symbol()).collect()
        };
        (list.y..list.y + 5).map(marked).collect::<Vec<_>>()
    };
    assert_eq!(list_of("one"), ["", "one", "", "", ""]);
    assert_eq!(list_of("comment"), ["comment", "", "", "", ""]);
    // A match that no column shows has a sign before the row; digits of line numbers do not match.
    assert_eq!(list_of("4k3"), ["", "⋄", "⋄", "", "4k3"]);
    assert_eq!(list_of("Rh8+"), ["", "Rh8+", "", "", ""]);
}

#[test]
fn hints_while_typing_name_no_key_that_would_type() {
    let file = b"k/b\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n";
    let screen = screen_of(&model(file, "e", 80, 24));
    assert!(!screen.contains("shows the next"), "{screen}");
    assert!(screen.contains(" more "), "{screen}");
}
