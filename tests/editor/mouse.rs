//! The mouse, through the layout on the screen.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::key::{Button, MouseKind};
use epdit::editor::panes::problems;
use epdit::editor::state::editing::Editing;
use epdit::editor::state::view::{Page, Pane};
use epdit::suite::Suite;
use shakmaty::Square;

fn middle(editor: &Editor, square: Square) -> (u16, u16) {
    let rect = editor.layout().grid.expect("a board").rect(square);
    (rect.x + rect.width / 2, rect.y + rect.height / 2)
}

fn row(pane: Option<epdit::editor::widgets::Rect>, row: u16) -> (u16, u16) {
    let inner = pane.expect("the pane").inner();
    (inner.x + 2, inner.y + row)
}

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 36), (200, 60), (60, 16)];

/// Returns a cell in a row of the suite list.
fn row_of(list: Option<epdit::editor::widgets::Rect>, row: u16) -> (u16, u16) {
    let list = list.expect("the list's rows");
    (list.x + 2, list.y + row)
}

#[test]
fn a_click_selects_a_square_at_every_size() {
    for (cols, rows) in SIZES {
        let editor = Editor::open(FIVE).sized(cols, rows);
        let at = middle(&editor, Square::C6);
        let editor = editor.click(at);
        assert_eq!(editor.square(), Square::C6);
        assert_eq!(editor.focus(), Pane::Board);
    }
}

#[test]
fn a_drag_plays_a_move_and_moves_a_piece_where_the_position_is_set_up() {
    let editor = Editor::open(FIVE);
    let (from, to) = (middle(&editor, Square::E2), middle(&editor, Square::E4));
    let editor = editor.drag(from, to);
    assert_eq!(editor.text(), FIVE);
    assert_eq!(editor.status(), "e4 · Backspace takes back, w records");
    let editor = Editor::set_up(FIVE).drag(from, to);
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/4P3/8/8/4K3 w - - bm e4; id \"A.1\";"
    );
    assert!(!editor.holds_piece());
    // A drag as in a game shows the key that plays moves.
    let message = editor.status();
    assert!(message.ends_with("· m plays moves"), "{message}");
}

#[test]
fn a_piece_dropped_outside_the_board_is_removed() {
    let editor = Editor::set_up(FIVE);
    let from = middle(&editor, Square::E2);
    let editor = editor.drag(from, (0, 0));
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/8/8/8/4K3 w - - bm e4; id \"A.1\";"
    );
    assert_eq!(
        editor.status(),
        "removed white pawn from e2 · bm e4 is no longer legal · undo ^Z"
    );
}

#[test]
fn a_click_on_a_piece_changes_nothing() {
    let editor = Editor::set_up(FIVE);
    let at = middle(&editor, Square::E2);
    let editor = editor.click(at);
    assert_eq!(editor.text(), FIVE);
    assert!(!editor.holds_piece());
}

#[test]
fn a_click_selects_a_record_and_two_edit_it() {
    let editor = Editor::open(FIVE);
    let at = row_of(editor.layout().list, 2);
    let editor = editor.click(at);
    assert_eq!((editor.selected(), editor.focus()), (2, Pane::Records));
    let editor = editor.double_click(at);
    assert!(matches!(editor.typed_in(), Some(Editing::Raw(_))));
    // A click below the last record selects nothing.
    let at = row_of(editor.layout().list, 9);
    assert_eq!(Editor::open(FIVE).click(at).selected(), 0);
}

#[test]
fn two_slow_clicks_are_not_a_double_click() {
    let editor = Editor::open(FIVE);
    let at = row_of(editor.layout().list, 2);
    assert!(
        editor
            .click(at)
            .click(at)
            .model
            .document
            .view
            .editing
            .is_none()
    );
}

#[test]
fn a_click_selects_an_operation_and_two_edit_it() {
    let editor = Editor::open(FIVE);
    let at = row(editor.layout().operations, 1);
    let editor = editor.click(at);
    assert_eq!((editor.operation(), editor.focus()), (1, Pane::Operations));
    let editor = editor.double_click(at);
    assert!(matches!(editor.typed_in(), Some(Editing::Operand(_))));
}

#[test]
fn a_click_on_the_last_row_adds_an_operation() {
    let editor = Editor::open(FIVE);
    let at = row(editor.layout().operations, 2);
    assert_eq!(editor.click(at).picker().title, "Add an operation");
}

#[test]
fn the_wheel_scrolls_the_list_and_leaves_the_selection() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -\n".repeat(200);
    let editor = Editor::open(&text);
    let at = row_of(editor.layout().list, 3);
    let editor = editor
        .mouse(MouseKind::ScrollDown, at)
        .mouse(MouseKind::ScrollDown, at);
    assert_eq!((editor.selected(), editor.first_row()), (0, 6));
    // The next key that moves the selection scrolls it into view.
    let editor = editor.keys("j");
    assert_eq!((editor.selected(), editor.first_row()), (1, 1));
}

#[test]
fn a_click_on_a_hint_runs_its_command() {
    let editor = Editor::set_up(FIVE);
    let layout = editor.layout();
    let hint = editor
        .hints(layout.hints.width)
        .into_iter()
        .find(|hint| hint.label == "flip")
        .expect("a hint for flip");
    let editor = editor.click((hint.x + 1, layout.hints.y));
    assert!(editor.is_flipped());
}

#[test]
fn a_click_chooses_in_a_menu_and_one_outside_closes_it() {
    let editor = Editor::open(FIVE).keys("Ctrl-C");
    let list = editor.layout().overlay.expect("a menu").list;
    let editor = editor.click((list.x + 3, list.y));
    assert_eq!(editor.copied(), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    let editor = editor.keys("Ctrl-C").click((0, 0));
    assert!(!editor.has_dialog());
}

#[test]
fn a_click_in_the_line_being_typed_puts_the_cursor_there() {
    let editor = Editor::open(FIVE).keys("e");
    let area = editor.layout().raw_text().expect("the raw line");
    let editor = editor.click((area.x + 3, area.y)).keys("X");
    assert!(editor.shown().starts_with("4k3X/8/"), "{}", editor.shown());
}

#[test]
fn a_double_click_starts_typing_in_the_raw_line_there_and_in_operands_at_their_end() {
    let editor = Editor::open(FIVE);
    let area = editor.layout().raw_text().expect("the raw line");
    let editor = editor.double_click((area.x + 3, area.y)).typed("X");
    assert!(editor.shown().starts_with("4k3X/8/"), "{}", editor.shown());
    let editor = Editor::open("4k3/8/8/8/8/8/4P3/4K3 w - - id \"word\";\n");
    let at = row(editor.layout().operations, 0);
    let editor = editor.double_click(at).typed("X").keys("Enter");
    assert!(editor.line(0).ends_with("id \"wordX\";"));
}

#[test]
fn a_click_on_completions_types_nothing_and_one_elsewhere_accepts_the_text() {
    let editor = Editor::operations("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n").keys("Enter");
    let popup = editor.layout().popup.expect("legal moves");
    let editor = editor.click((popup.frame.x, popup.frame.y));
    assert!(editor.is_typing());
    let at = row(editor.layout().records, 0);
    let editor = editor.click(at);
    assert!(!editor.is_typing());
    assert_eq!(editor.focus(), Pane::Records);
}

#[test]
fn no_click_changes_the_file() {
    for (cols, rows) in [(80, 24), (120, 36), (10, 3)] {
        for keys in ["", "Ctrl-P", "?", "e", "Tab Tab Enter", "/"] {
            let mut editor = Editor::open(FIVE).sized(cols, rows).keys(keys);
            // The last row has the hints, whose clicks run commands.
            for row in 0..rows - 1 {
                for column in (0..cols).step_by(7) {
                    editor = editor.click((column, row)).keys("Esc");
                }
            }
            assert_eq!(editor.text(), FIVE, "{keys} at {cols}x{rows}");
        }
    }
}

fn palette(editor: &Editor, piece: shakmaty::Piece) -> (u16, u16) {
    let rect = editor.layout().palette.expect("a palette").rect(piece);
    (rect.x, rect.y)
}

const QUEEN: shakmaty::Piece = shakmaty::Piece {
    color: shakmaty::Color::White,
    role: shakmaty::Role::Queen,
};
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

#[test]
fn a_piece_of_the_palette_is_placed_by_clicks_until_it_is_dropped() {
    for size in [(80, 24), (120, 36), (200, 60)] {
        let editor = Editor::set_up(KINGS).sized(size.0, size.1);
        let (from, a, b) = (
            palette(&editor, QUEEN),
            middle(&editor, Square::C3),
            middle(&editor, Square::F6),
        );
        let editor = editor
            .click(from)
            .click(a)
            .mouse(MouseKind::Down(Button::Right), b);
        assert_eq!(editor.line(0), "4k3/8/5q2/8/8/2Q5/8/4K3 w - -");
        let editor = editor.keys("Esc").click(middle_of(size, Square::D4));
        assert_eq!(editor.line(0), "4k3/8/5q2/8/8/2Q5/8/4K3 w - -");
    }
}

fn middle_of((cols, rows): (u16, u16), square: Square) -> (u16, u16) {
    middle(&Editor::set_up(KINGS).sized(cols, rows), square)
}

#[test]
fn a_piece_dragged_from_the_palette_is_placed_once() {
    let editor = Editor::set_up(KINGS);
    let (from, to) = (palette(&editor, QUEEN), middle(&editor, Square::C3));
    let editor = editor.drag(from, to);
    assert_eq!(editor.line(0), "4k3/8/8/8/8/2Q5/8/4K3 w - -");
    assert_eq!(editor.model.board.brush, None);
}

#[test]
fn the_right_button_changes_nothing_without_a_held_piece_and_the_middle_one_removes_a_piece() {
    let line = "4k3/8/8/8/4Q3/8/8/4K3 w - -";
    let editor = Editor::set_up(line);
    let at = middle(&editor, Square::E4);
    let editor = editor.mouse(MouseKind::Down(Button::Right), at);
    assert_eq!(editor.line(0), line);
    assert!(
        editor
            .status()
            .ends_with(" changes the colour of the piece on e4"),
        "{}",
        editor.status()
    );
    let editor = editor.mouse(MouseKind::Down(Button::Middle), at);
    assert_eq!(editor.line(0), KINGS);
    let editor = editor.mouse(MouseKind::Down(Button::Right), at);
    assert_eq!(editor.line(0), KINGS);
    assert!(
        editor.status().starts_with("e4 is empty"),
        "{}",
        editor.status()
    );
}

#[test]
fn the_wheel_changes_only_the_held_piece() {
    let editor = Editor::set_up(KINGS);
    let at = middle(&editor, Square::E4);
    let editor = editor.mouse(MouseKind::ScrollDown, at);
    assert_eq!(editor.line(0), KINGS);
    let from = palette(&editor, QUEEN);
    let mut editor = editor.click(from);
    for piece in ["K", "P", "N", "B", "R", "Q"] {
        editor = editor.mouse(MouseKind::ScrollDown, at);
        assert_eq!(editor.line(0), KINGS);
        let put = editor.model.board.brush.map(|piece| piece.char());
        assert_eq!(put.map(String::from).as_deref(), Some(piece));
    }
    let editor = editor.mouse(MouseKind::ScrollUp, at);
    assert_eq!(editor.click(at).line(0), "4k3/8/8/8/4R3/8/8/4K3 w - -");
}

#[test]
fn the_mouse_changes_nothing_in_a_file_open_read_only() {
    let editor = Editor::set_up(KINGS).read_only();
    let (from, at) = (palette(&editor, QUEEN), middle(&editor, Square::E1));
    let editor = editor
        .click(from)
        .click(at)
        .mouse(MouseKind::Down(Button::Right), at)
        .mouse(MouseKind::Down(Button::Middle), at)
        .mouse(MouseKind::ScrollDown, at)
        .drag(from, at);
    assert_eq!(editor.line(0), KINGS);
}

/// Returns the middle of a command's hint.
fn hint(editor: &Editor, name: &str) -> (u16, u16) {
    let row = editor.layout().hints;
    let hints = editor.hints(row.width);
    let hint = hints.iter().find(|hint| hint.command.id.name() == name);
    let hint = hint.unwrap_or_else(|| panic!("there is no hint for {name}"));
    (hint.x + 1, row.y)
}

/// Chooses a command by the mouse alone: the palette's hint, the wheel, a click on its row.
fn by_mouse(editor: Editor, title: &str) -> Editor {
    let at = hint(&editor, "palette");
    let mut editor = editor.click(at);
    for _ in 0..200 {
        let picker = editor.picker();
        let list = editor.layout().overlay.expect("the palette").list;
        let shown = picker.shown.iter().skip(picker.list.first);
        let row = shown
            .take(usize::from(list.height))
            .position(|shown| picker.items[shown.item].label == title);
        if let Some(row) = row {
            let row = list.y + u16::try_from(row).expect("on the screen");
            return editor.click((list.x + 2, row));
        }
        editor = editor.mouse(MouseKind::ScrollDown, (list.x + 2, list.y));
    }
    panic!("{title} is not in the palette");
}

#[test]
fn every_command_can_be_reached_by_the_mouse_alone() {
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/4K3 w - -\n").sized(80, 24);
    let editor = by_mouse(editor, "Set up Chess960 position …");
    // The wheel changes the number, a click on the hint accepts it.
    let at = (3, editor.layout().status.y);
    let editor = editor
        .mouse(MouseKind::ScrollUp, at)
        .mouse(MouseKind::ScrollDown, at);
    let accept = hint(&editor, "choose");
    let editor = editor.click(accept);
    assert_eq!(editor.status(), "set up Chess960 position 517 · undo ^Z");
    let editor = by_mouse(editor, "Set the half-move clock …");
    let editor = editor
        .mouse(MouseKind::ScrollUp, at)
        .mouse(MouseKind::ScrollUp, at)
        .mouse(MouseKind::ScrollUp, at);
    let accept = hint(&editor, "choose");
    let editor = editor.click(accept);
    assert!(editor.line(0).ends_with("hmvc 2;"), "{}", editor.line(0));
    // A click elsewhere closes the prompt.
    let editor = by_mouse(editor, "Set the move number …").click((3, 3));
    assert!(!editor.has_dialog());
    let editor = by_mouse(editor, "Paste from the clipboard");
    assert!(matches!(editor.effects.last(), Some(Effect::ReadClipboard)));
}

#[test]
fn typing_is_accepted_or_cancelled_by_a_click_on_its_hint() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;";
    let typing = || {
        Editor::operations(&format!("{line}\n"))
            .keys("Enter")
            .typed(" e3")
    };
    let editor = typing();
    let at = hint(&editor, "accept");
    assert_eq!(
        editor.click(at).line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3;"
    );
    let editor = typing();
    let at = hint(&editor, "cancel");
    let editor = editor.click(at);
    assert_eq!(editor.line(0), line);
    assert!(!editor.is_typing());
}

#[test]
fn a_click_on_any_row_of_a_wrapped_problem_selects_it() {
    let editor = Editor::open("4k3/8/8/8/8/8/8/4K3  w -  -  bm Qd2 Qd3;\n").sized(80, 24);
    let editor = editor.keys("Tab Tab Tab G");
    let last = editor.problem();
    let pane = editor.layout().problems.expect("the problems").inner();
    let at = |editor: &Editor, row: u16| problems::at_row(&editor.model, pane, usize::from(row));
    let rows: Vec<_> = (0..pane.height)
        .filter_map(|row| at(&editor, row))
        .collect();
    assert!(rows.is_sorted() && rows.contains(&last), "{rows:?}");
    assert!(
        rows.iter().filter(|found| **found == last).count() > 1,
        "{rows:?}"
    );
    let first = rows[0];
    let editor = editor.click((pane.x + 4, pane.y));
    assert_eq!(editor.problem(), first);
}

#[test]
fn a_click_in_the_operands_being_typed_puts_the_cursor_there() {
    use epdit::editor::layout::OperationColumns;
    let editor = Editor::operations("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"word\";\n");
    let editor = editor.keys("Down Enter");
    let pane = editor.layout().operations.expect("operations").inner();
    let columns = OperationColumns::of(pane, &editor.record());
    let at = |letter: u16| (columns.operands + 1 + letter, pane.y + 1);
    let editor = editor.click(at(2)).typed("X");
    let editor = editor.click(at(0)).typed("Y").click(at(20)).typed("Z");
    assert_eq!(
        editor.keys("Enter").line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"YwoXrdZ\";"
    );
}

#[test]
fn a_click_in_a_prompt_of_several_rows_puts_the_cursor_there() {
    let editor = Editor::open(FIVE).sized(60, 20).keys("Ctrl-F");
    let editor = editor.typed(&"abcde ".repeat(20));
    let field = editor.layout().prompt.expect("a prompt").field;
    assert!(field.height > 1);
    let editor = editor.click((field.x + 2, field.y + 1)).typed("X");
    let mut typed = editor.prompt().input.text().iter();
    // A row ends with a blank, which may be outside the last column.
    let first_row = usize::from(field.width) / 6 * 6;
    assert_eq!(typed.position(|c| *c == b'X'), Some(first_row + 2));
}

#[test]
fn a_click_on_the_hint_of_a_key_pressed_twice_asks_first() {
    let editor = Editor::open(FIVE);
    let find = |editor: &Editor| {
        let line = editor.layout().hints;
        let all = editor.hints(line.width);
        let hint = all.iter().find(|hint| hint.label == "delete").expect("it");
        (hint.x + 1, line.y)
    };
    let at = find(&editor);
    let asks = "`d` again deletes line 1";
    let editor = editor.click(at);
    assert_eq!((editor.status(), editor.text().as_str()), (asks, FIVE));
    // Neither a click elsewhere nor a double click confirms.
    let here = row_of(editor.layout().list, 0);
    let editor = editor.click(here).click(at);
    assert_eq!((editor.status(), editor.text().as_str()), (asks, FIVE));
    let twice = Editor::open(FIVE).double_click(at);
    assert_eq!((twice.status(), twice.text().as_str()), (asks, FIVE));
    // The key confirms, and so does another click.
    assert_eq!(Editor::open(FIVE).click(at).keys("d").selected(), 0);
    let clicked = editor.click(at);
    assert_eq!(clicked.line_count(), 4);
    let key = Editor::open(FIVE).click(at).keys("d");
    assert_eq!(key.line_count(), 4);
}

/// Returns the cell of a text in the first line of the screen.
fn in_header(editor: &Editor, text: &str) -> (u16, u16) {
    let screen = editor.screen();
    let line = screen.lines().next().expect("a line");
    let at = line
        .find(text)
        .unwrap_or_else(|| panic!("no {text} in {line}"));
    let column = line[..at].chars().count() + 1;
    (u16::try_from(column).expect("a column"), 0)
}

#[test]
fn a_click_on_a_count_of_the_first_line_opens_its_page() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - bm Ke9; id \"A\";\n".repeat(2);
    for (count, title) in [
        ("2 errors", "Problems of the file"),
        ("2 duplicates", "Duplicates and contradictions"),
        ("2 records", "Statistics of test.epd"),
    ] {
        let editor = Editor::open(&text).sized(120, 36).done();
        let at = in_header(&editor, count);
        let editor = editor.click(at).done();
        assert_eq!(editor.report().title, title, "{count}");
        // From one page to the next.
        let at = in_header(&editor, "2 errors");
        let editor = editor.click(at).done();
        assert_eq!(editor.report().title, "Problems of the file", "{count}");
    }
    let editor = Editor::open(&text).sized(120, 36).done().keys("D");
    let at = in_header(&editor, "1 edited");
    assert_eq!(editor.click(at).page(), Page::Differences);
}

#[test]
fn open_files_are_tabs_with_names_and_a_click_shows_one() {
    let mut editor = Editor::two(FIVE, FIVE).sized(100, 30);
    assert_eq!(editor.name(), "test.epd");
    editor = editor.keys("D");
    let first = editor.screen().lines().next().expect("a line").to_owned();
    assert!(first.starts_with(" test.epd ● │ other.epd "), "{first}");
    let at = in_header(&editor, "other.epd");
    editor = editor.click(at);
    assert_eq!(editor.name(), "other.epd");
    let at = in_header(&editor, "test.epd");
    editor = editor.click(at);
    assert_eq!(editor.name(), "test.epd");
    // A click on the tab of the shown file lists the files.
    let at = in_header(&editor, "test.epd");
    assert!(editor.click(at).picker().title.contains("Open files"));
}

#[test]
fn the_tab_of_the_shown_file_is_visible_however_many_files_are_open() {
    let mut editor = Editor::open(FIVE).sized(80, 24);
    for nth in 0..12 {
        let name = format!("a-suite-with-a-long-name-{nth}.epd");
        editor.add(Suite::from_bytes(&name, FIVE.as_bytes().to_vec()));
    }
    for _ in 0..13 {
        editor = editor.keys("F6").done();
        let first = editor.screen().lines().next().expect("a line").to_owned();
        let number = editor.name().trim_end_matches(".epd").rsplit('-').next();
        let number = number.expect("a number").to_owned();
        assert!(
            first.contains(&format!("{number}.epd")),
            "{number}: {first}"
        );
        assert!(first.contains('…') && first.contains("records"), "{first}");
    }
}
