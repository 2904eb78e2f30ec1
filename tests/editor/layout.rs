//! The places of panes on screens of all sizes.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::key::{Button, MouseKind};
use epdit::editor::layout::{Layout, Shape};
use epdit::editor::overlay::{Menu, MenuItem};
use epdit::editor::state::remembered::News;
use epdit::editor::state::remembered::{Border, Panes};
use epdit::editor::state::view::Pane;
use epdit::editor::widgets::{Rect, SquareSize};
use proptest::prelude::*;
use shakmaty::Square;

fn panes(layout: &Layout) -> Vec<Rect> {
    let optional = [
        layout.records,
        layout.board,
        layout.operations,
        layout.problems,
        layout.raw,
    ];
    let lines = [layout.header, layout.status, layout.hints];
    optional.into_iter().flatten().chain(lines).collect()
}

#[test]
fn panes_never_overlap_and_never_leave_the_screen() {
    for keys in ["", "Tab", "Tab Tab", "Tab Tab Tab", "Shift-Tab"] {
        let mut editor = Editor::open("").keys(keys);
        for cols in (50..=220).step_by(5) {
            for rows in 16..=70 {
                editor = editor.sized(cols, rows);
                let layout = editor.layout();
                let panes = panes(&layout);
                for (at, pane) in panes.iter().enumerate() {
                    assert!(
                        pane.right() <= cols && pane.bottom() <= rows,
                        "{pane:?} {cols}x{rows}"
                    );
                    for other in panes.iter().skip(at + 1) {
                        let apart = pane.right() <= other.x
                            || other.right() <= pane.x
                            || pane.bottom() <= other.y
                            || other.bottom() <= pane.y;
                        assert!(apart, "{pane:?} and {other:?} at {cols}x{rows}");
                    }
                }
                let (board, grid) = (
                    layout.board.expect("a board"),
                    layout.grid.expect("squares"),
                );
                let bounds = grid.bounds();
                assert!(
                    bounds.x >= board.x + 3,
                    "room for rank names at {cols}x{rows}"
                );
                assert!(bounds.right() < board.right(), "{cols}x{rows}");
                assert!(
                    bounds.bottom() + 1 < board.bottom(),
                    "room for file names {cols}x{rows}"
                );
            }
        }
    }
}

#[test]
fn the_board_gets_the_largest_squares_that_leave_room() {
    let size = |cols, rows| {
        Editor::open("")
            .sized(cols, rows)
            .layout()
            .grid
            .map(|grid| grid.size)
    };
    assert_eq!(size(80, 24), Some(SquareSize::new(4, 2)));
    assert_eq!(size(120, 36), Some(SquareSize::new(6, 3)));
    assert_eq!(size(200, 60), Some(SquareSize::new(12, 6)));
    assert_eq!(size(60, 16), Some(SquareSize::new(2, 1)));
    assert_eq!(size(50, 16), Some(SquareSize::new(2, 1)));
}

#[test]
fn squares_are_square_in_the_font_that_the_terminal_tells() {
    let squares = |cell| {
        let mut editor = Editor::open("").sized(120, 36);
        editor.model.cell = cell;
        editor.layout().grid.expect("squares").size
    };
    assert_eq!(squares((10, 20)), SquareSize::new(6, 3));
    assert_eq!(squares((9, 15)), SquareSize::new(5, 3));
    assert_eq!(squares((7, 16)), SquareSize::new(7, 3));
    // Small boards as well.
    let mut editor = Editor::open(FIVE).sized(200, 60).keys("b");
    editor.model.cell = (9, 15);
    let boards = editor.layout().boards.expect("boards");
    assert_eq!(boards.size, SquareSize::new(5, 3));
}

#[test]
fn wide_screens_show_three_columns_and_narrow_ones_two() {
    let shape = |cols, rows| Editor::open("").sized(cols, rows).layout().shape;
    assert_eq!(shape(200, 60), Shape::Wide);
    assert_eq!(shape(120, 36), Shape::Wide);
    assert_eq!(shape(80, 24), Shape::Narrow);
    assert_eq!(shape(49, 24), Shape::TooSmall);
    assert_eq!(shape(80, 15), Shape::TooSmall);
}

#[test]
fn the_pane_with_the_keys_is_on_screen_at_every_size() {
    for (cols, rows) in [(60, 16), (80, 24), (100, 30), (200, 60)] {
        for (keys, pane) in [
            ("", 0),
            ("Tab", 1),
            ("Tab Tab", 2),
            ("Tab Tab Tab", 3),
            ("Shift-Tab", 4),
        ] {
            let layout = Editor::open(FIVE).sized(cols, rows).keys(keys).layout();
            let panes = [
                layout.records,
                layout.board,
                layout.operations,
                layout.problems,
                layout.raw,
            ];
            let inner = panes[pane].map(Rect::inner).unwrap_or_default();
            let has_rows = inner.height > 0 || pane == 4;
            assert!(panes[pane].is_some() && has_rows, "{keys} at {cols}x{rows}");
        }
    }
}

#[test]
fn shrinking_a_pane_says_which_key_restores_it() {
    let editor = Editor::board(FIVE).keys("-");
    assert_eq!(
        editor.status(),
        "Board is smaller · + makes it larger, | resets the sizes"
    );
    let editor = editor.keys("+");
    assert_eq!(
        editor.status(),
        "Board is larger · - makes it smaller, | resets the sizes"
    );
}

#[test]
fn changing_the_selection_moves_no_pane() {
    let editor = Editor::open(FIVE);
    let before = editor.layout();
    assert_eq!(editor.keys("j j").layout(), before);
}

#[test]
fn a_flipped_board_turns_its_squares() {
    let grid = Editor::board(FIVE)
        .keys("v")
        .layout()
        .grid
        .expect("squares");
    let (a1, h8) = (grid.rect(Square::A1), grid.rect(Square::H8));
    assert!(a1.x > h8.x && a1.y < h8.y);
}

#[test]
fn overlays_stay_on_the_screen() {
    for (cols, rows) in [(60, 16), (80, 24), (200, 60), (20, 4)] {
        for keys in ["Ctrl-P", "?", "Ctrl-C", "Tab Tab a"] {
            let layout = Editor::open(FIVE).sized(cols, rows).keys(keys).layout();
            if let Some(overlay) = layout.overlay {
                assert!(overlay.frame.right() <= cols && overlay.frame.bottom() <= rows);
                assert!(
                    overlay.list.bottom() <= overlay.frame.bottom(),
                    "{keys} {cols}x{rows}"
                );
            }
        }
    }
}

/// Returns the place of a sentence in the status line, on a screen of this size.
fn status_rows(cols: u16, rows: u16, text: &str) -> Rect {
    let mut editor = Editor::open(FIVE).sized(cols, rows);
    editor.model.status = Some(epdit::editor::state::Status {
        kind: epdit::editor::state::StatusKind::Failed,
        text: text.to_owned(),
    });
    editor.layout().status
}

#[test]
fn a_sentence_that_is_longer_than_the_status_line_takes_more_rows() {
    assert_eq!(status_rows(80, 24, "short"), Rect::new(0, 22, 80, 1));
    let long = "could not write the file: no space is left on the device, and the one \
        beside it can't be written either";
    assert_eq!(status_rows(80, 24, long), Rect::new(0, 21, 80, 2));
    assert_eq!(status_rows(200, 60, long), Rect::new(0, 58, 200, 1));
    // A very long sentence leaves the upper half of the screen.
    assert_eq!(status_rows(80, 24, &long.repeat(40)).y, 12);
}

#[test]
fn a_long_sentence_does_not_cover_the_line_being_typed() {
    let mut editor = Editor::open(FIVE).sized(80, 24).keys("F2");
    editor.model.status = Some(epdit::editor::state::Status {
        kind: epdit::editor::state::StatusKind::Refused,
        text: "word ".repeat(30),
    });
    let layout = editor.layout();
    assert_eq!(layout.status.bottom(), layout.raw.expect("a line").y);
}

#[test]
fn a_prompt_takes_the_rows_that_its_answer_and_what_is_wrong_with_it_need() {
    let editor = Editor::open(FIVE).sized(80, 24).keys("f").typed("bm");
    let prompt = editor.layout().prompt.expect("a prompt");
    assert_eq!((prompt.field.height, prompt.field.y), (1, 22));
    let editor = editor.typed(&" or bm".repeat(30)).typed(" )");
    let layout = editor.layout();
    let prompt = layout.prompt.expect("a prompt");
    assert_eq!(prompt.field.height, 3);
    assert_eq!(prompt.field.right(), 79);
    let message = prompt.message.expect("what is said");
    assert!(message.y >= prompt.field.y);
    assert_eq!(layout.status.bottom(), 23);
    assert!(
        layout
            .choices
            .is_none_or(|choices| choices.frame.bottom() <= layout.status.y)
    );
}

/// Returns the number of panes and lines (header, status, hints) that cover each cell of the screen.
fn covers(layout: &Layout) -> Vec<u8> {
    let (cols, rows) = (layout.screen.width, layout.screen.height);
    let mut cells = vec![0; usize::from(cols) * usize::from(rows)];
    for pane in panes(layout) {
        assert!(
            pane.right() <= cols && pane.bottom() <= rows,
            "{pane:?} {cols}x{rows}"
        );
        for row in pane.y..pane.bottom() {
            for column in pane.x..pane.right() {
                cells[usize::from(row) * usize::from(cols) + usize::from(column)] += 1;
            }
        }
    }
    cells
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn panes_tile_the_screen_whatever_was_chosen(
        cols in 20u16..300,
        rows in 5u16..100,
        chosen in "((list|side|records|problems) [0-9]{1,3} |raw [0-9]{1,2} |board [0-9]{1,2} |hidden (list|board|operations|problems|record) ){0,6}",
        tabs in 0usize..5,
    ) {
        let mut editor = Editor::open(FIVE).sized(cols, rows);
        editor.model.panes = Panes::read(&chosen);
        let pane = Pane::ALL[tabs];
        editor.model.document.view.focus = pane;
        let layout = editor.layout();
        if layout.shape == Shape::TooSmall {
            prop_assert!(cols < 50 || rows < 16);
            return Ok(());
        }
        let cells = covers(&layout);
        prop_assert!(
            cells.iter().all(|times| *times == 1),
            "{layout:#?} of {chosen} at {cols}x{rows}"
        );
        let here = [
            layout.records,
            layout.board,
            layout.operations,
            layout.problems,
            layout.raw,
        ][tabs];
        prop_assert!(here.is_some(), "{pane:?} has the keys: {chosen} at {cols}x{rows}");
        if let (Some(board), Some(grid)) = (layout.board, layout.grid) {
            let bounds = grid.bounds();
            prop_assert!(bounds.x >= board.x + 3 && bounds.right() < board.right());
            prop_assert!(bounds.y > board.y && bounds.bottom() + 1 < board.bottom());
        }
    }
}

/// Checks by how many columns or rows keys change a pane.
fn check_size(cols: u16, rows: u16, before: &str, keys: &str, pane: fn(&Layout) -> u16, more: i32) {
    let editor = Editor::open(FIVE).sized(cols, rows).keys(before);
    let size = |editor: &Editor| i32::from(pane(&editor.layout()));
    let was = size(&editor);
    let editor = editor.keys(keys);
    assert_eq!(size(&editor) - was, more, "{keys} at {cols}x{rows}");
}

#[test]
fn plus_and_minus_resize_the_pane_with_the_keys() {
    let list: fn(&Layout) -> u16 = |layout| layout.records.unwrap_or_default().width;
    let side: fn(&Layout) -> u16 = |layout| layout.operations.unwrap_or_default().width;
    let problems: fn(&Layout) -> u16 = |layout| layout.problems.unwrap_or_default().height;
    let raw: fn(&Layout) -> u16 = |layout| layout.raw.unwrap_or_default().height;
    let square: fn(&Layout) -> u16 = |layout| layout.grid.map_or(0, |grid| grid.size.cols);
    check_size(200, 60, "", "+", list, 4);
    check_size(200, 60, "", "- -", list, -8);
    check_size(200, 60, "Tab Tab", "+", side, 4);
    check_size(200, 60, "Tab Tab Tab", "+ +", problems, 2);
    check_size(120, 36, "Shift-Tab", "+", raw, 1);
    check_size(200, 60, "Tab", "-", square, -2);
    check_size(200, 60, "Tab", "- +", square, 0);
    // Stacked panes change by rows.
    let rows: fn(&Layout) -> u16 = |layout| layout.records.unwrap_or_default().height;
    check_size(80, 24, "", "+", rows, 1);
    check_size(80, 24, "", "-", rows, -1);
}

#[test]
fn a_pane_that_can_grow_no_more_says_so_and_stays() {
    let mut editor = Editor::open(FIVE);
    for _ in 0..60 {
        editor = editor.keys("+");
    }
    assert_eq!(editor.status(), "Suite can't be larger here");
    let before = editor.layout();
    let editor = editor.keys("+ -");
    assert!(
        editor.layout().records.unwrap_or_default().width
            < before.records.unwrap_or_default().width
    );
}

#[test]
fn a_hidden_pane_frees_its_space_and_is_restored_by_the_menu() {
    let editor = Editor::open(FIVE).keys("Tab Tab Tab _");
    let layout = editor.layout();
    assert_eq!(layout.problems, None);
    assert!(
        editor.status().starts_with("Problems is hidden"),
        "{}",
        editor.status()
    );
    // Tab skips a hidden pane.
    let editor = editor.keys("Tab Tab Tab Tab");
    assert_eq!(editor.focus(), Pane::Raw);
    let editor = editor.keys("| p Esc");
    assert!(editor.layout().problems.is_some());
}

#[test]
fn a_hidden_pane_is_shown_while_it_has_the_keys() {
    let editor = Editor::open(FIVE).keys("Shift-Tab _");
    assert_eq!(editor.layout().raw, None);
    let editor = editor.keys("F2");
    assert!(editor.layout().raw.is_some());
    assert_eq!(editor.keys("Esc").layout().raw, None);
}

#[test]
fn the_last_pane_cannot_be_hidden() {
    let editor = Editor::open(FIVE).keys("_ _ _ _");
    assert_eq!(editor.layout().raw.map(|raw| raw.height > 0), Some(true));
    let editor = editor.keys("_");
    assert_eq!(editor.status(), "this is the only visible pane");
}

#[test]
fn a_border_is_dragged_with_the_mouse_and_a_double_click_resets_it() {
    for (cols, rows) in [(200, 60), (120, 36), (80, 24)] {
        let mut editor = Editor::open(FIVE).sized(cols, rows);
        let before = editor.layout();
        let side = before.operations.unwrap_or_default();
        let at = |row: u16, column: u16| (column, row);
        let from = at(side.y + 1, side.x);
        assert_eq!(before.border_at(from.0, from.1), Some((Border::Side, 0)));
        let to = at(side.y + 1, side.x + 3);
        editor = editor.mouse(MouseKind::Down(Button::Left), from);
        editor = editor.mouse(MouseKind::Drag(Button::Left), to);
        editor = editor.mouse(MouseKind::Up(Button::Left), to);
        assert_eq!(editor.layout().operations.unwrap_or_default().x, side.x + 3);
        // The focus stays.
        assert_eq!(editor.focus(), Pane::Records);
        let editor = editor.double_click(to);
        let after = editor.layout().operations.unwrap_or_default();
        assert_eq!(after.x, side.x, "{cols}x{rows}");
    }
}

#[test]
fn a_click_on_a_border_belongs_to_its_pane() {
    let editor = Editor::open(FIVE);
    let problems = editor.layout().problems.unwrap_or_default();
    let mut editor = editor;
    editor = editor.mouse(MouseKind::Down(Button::Left), (problems.x + 5, problems.y));
    editor = editor.mouse(MouseKind::Up(Button::Left), (problems.x + 5, problems.y));
    assert_eq!(editor.focus(), Pane::Problems);
}

#[test]
fn the_layout_of_panes_is_remembered() {
    let editor = Editor::open(FIVE).keys("+ Tab Tab Tab _");
    let kept = |editor: &Editor| {
        let mut effects = editor.effects.iter().rev();
        effects.find_map(|effect| match effect {
            Effect::Keep(News::Panes(panes)) => Some(panes.clone()),
            _ => None,
        })
    };
    let panes = kept(&editor).expect("news");
    let text = panes.text();
    assert!(
        text.contains("list ") && text.contains("hidden problems"),
        "{text}"
    );
    let layout = editor.layout();
    let mut again = Editor::open(FIVE);
    again.model.recall_panes(panes);
    assert_eq!(again.status(), "Problems is hidden · `|` shows it again");
    again.model.document.view.focus = editor.focus();
    assert_eq!(again.layout(), layout);
    let editor = editor.call("usual-panes");
    assert_eq!(kept(&editor), Some(Panes::default()));
}

/// Makes a suite whose records have comments of this many words.
fn suite(comment: usize) -> String {
    let comment = "word ".repeat(comment);
    let record =
        |n| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"{comment}\"; id \"suite.{n:03}\";\n");
    (1..=50).map(record).collect()
}

#[test]
fn the_operations_get_the_columns_that_the_records_of_the_file_need() {
    let side = |comment, cols, rows| {
        let layout = Editor::open(&suite(comment)).sized(cols, rows).layout();
        layout.operations.unwrap_or_default().width
    };
    assert!(side(12, 240, 60) > side(1, 240, 60));
}

#[test]
fn no_pane_moves_while_moving_between_records() {
    let mut text = suite(1);
    text.push_str(&suite(30));
    for (cols, rows) in [(80, 24), (120, 36), (200, 60)] {
        let mut editor = Editor::open(&text).sized(cols, rows);
        let before = panes(&editor.layout());
        for _ in 0..99 {
            editor = editor.keys("j");
            assert_eq!(panes(&editor.layout()), before);
        }
    }
}

#[test]
fn the_palette_shows_the_full_help_of_a_command() {
    for (cols, rows) in [(80, 24), (120, 36)] {
        let editor = Editor::open(FIVE).sized(cols, rows).keys("Ctrl-P");
        let overlay = editor.layout().overlay.expect("the palette");
        let note = overlay.note.expect("room for a sentence");
        assert!(overlay.list.height > 6 && overlay.list.bottom() <= note.y);
        assert!(note.bottom() < overlay.frame.bottom());
    }
    // On a low screen the rows take precedence over the help.
    let editor = Editor::open(FIVE).sized(60, 16).keys("Ctrl-P");
    assert!(editor.layout().overlay.expect("the palette").list.height >= 3);
}

#[test]
fn a_menu_shows_cut_rows_in_full_below() {
    let copy = |cols, rows| {
        let mut editor = Editor::open(FIVE).sized(cols, rows);
        let row = MenuItem::back(Some('l'), "label", "long ".repeat(16));
        let menu = Menu::new("Long", vec![row]);
        editor.model.overlays.push(Box::new(menu));
        editor
            .layout()
            .overlay
            .expect("a menu")
            .note
            .map(|note| note.height)
    };
    assert_eq!(copy(80, 24), Some(3));
    assert_eq!(
        Editor::open(FIVE)
            .keys("|")
            .layout()
            .overlay
            .and_then(|menu| menu.note),
        None
    );
}

#[test]
fn at_80x24_a_long_record_continues_in_the_empty_status_row() {
    let check = |long: usize, keys: &str, expected: u16| {
        let text = format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"{}\";\n",
            "long ".repeat(long)
        );
        let editor = Editor::open(&text).sized(80, 24).keys(keys);
        let rows = editor.layout().raw_text().expect("the raw line").height;
        assert_eq!(rows, expected, "{long} {keys}");
    };
    check(5, "", 2);
    check(25, "", 3);
    // The message that there is nothing to undo takes that row.
    check(25, "u", 2);
    // A prompt takes that row.
    check(25, ":", 2);
}

#[test]
fn a_file_without_problems_has_more_rows_for_operations() {
    let rows = |text: &str| {
        let editor = Editor::open(text).sized(120, 36);
        let height = |pane: Option<Rect>| pane.unwrap_or_default().height;
        let layout = editor.layout();
        (height(layout.operations), height(layout.problems))
    };
    let clean = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"clean\";\n";
    let (operations, problems) = rows(clean);
    assert_eq!(problems, 3);
    let (fewer, more) = rows(&clean.replace("e4", "Qd4"));
    assert!(more >= 5 && fewer < operations);
    assert_eq!(operations + problems, fewer + more);
}

#[test]
fn panes_can_be_hidden_at_any_size() {
    for hidden in [
        &["Tab"][..],
        &["Tab Tab"],
        &["Tab", "Tab"],
        &["Tab Tab Tab"],
        &["Tab Tab Tab", "Tab"],
        &["Tab Tab", "Tab Tab"],
    ] {
        for cols in (0..140).chain([200]) {
            let mut editor = Editor::open(FIVE).sized(140, 40);
            for pane in hidden {
                editor = editor.keys(pane).call("hide-pane");
            }
            for rows in [0, 3, 12, 15, 18, 24, 40] {
                editor = editor.sized(cols, rows);
                assert_eq!(
                    (editor.layout().screen.width, editor.model.rows),
                    (cols, rows)
                );
            }
        }
    }
}

#[test]
fn a_page_ends_above_a_status_of_any_height() {
    let stray = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; Hector-So, Malmo 2011\n";
    let editor = Editor::open(stray).sized(60, 24).keys("p").done();
    let page = editor.layout().overlay.expect("a page").frame;
    assert_eq!(page.bottom(), editor.layout().status.y);
    let editor = editor.keys("x").done();
    let layout = editor.layout();
    let page = layout.overlay.expect("a page").frame;
    assert!(layout.status.height > 1, "{}", editor.status());
    assert_eq!(page.bottom(), layout.status.y);
}

#[test]
fn a_filtered_dialog_shrinks_and_keeps_its_first_row_in_place() {
    for (keys, word) in [("Ctrl-P", "undo"), ("s", "ce"), ("? /", "undo")] {
        let open = |text| Editor::open(FIVE).sized(120, 36).keys(keys).typed(text);
        let place = |editor: &Editor| editor.layout().overlay.expect("a box");
        let (all, found) = (place(&open("")), open(word));
        let left = place(&found);
        let count = match found.layer::<Menu>() {
            Some(menu) => menu.shown.len(),
            None => found.pager().rows(usize::from(left.list.width)).len(),
        };
        assert!(count > 0 && count < 8, "{keys} {word}: {count}");
        assert_eq!(
            usize::from(left.list.height),
            count,
            "{keys} {word}: {left:?} {}",
            found.screen()
        );
        assert_eq!(all.frame.y, left.frame.y, "{keys} {word}");
        assert!(left.frame.bottom() < all.frame.bottom(), "{keys} {word}");
        // The message that nothing was found takes a row.
        assert_eq!(place(&open("qqqq")).list.height, 1, "{keys}");
    }
}

#[test]
fn a_preview_without_changes_is_as_large_as_its_text() {
    let same = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a.1\";\n";
    let preview = |template: &str| {
        let editor = Editor::open(same)
            .call(&format!("renumber {template}"))
            .done();
        editor.layout().overlay.expect("a preview").frame
    };
    let (nothing, change) = (preview("a.{n}"), preview("b.{n}"));
    assert_eq!(nothing.height, 3);
    assert!(
        nothing.width < 60 && change.width > 70,
        "{nothing:?} {change:?}"
    );
}
