//! The wide list and the small boards.

use crate::harness::{Editor, FIVE};
use epdit::editor::key::MouseKind;
use epdit::editor::state::View;
use epdit::editor::state::columns::page::Row;
use epdit::editor::state::view::Pane;
use epdit::editor::widgets::SquareSize;

fn many() -> Editor {
    let text: String = (0..100)
        .map(|n| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"{n}\";\n"))
        .collect();
    Editor::open(&text)
}

#[test]
fn arrows_move_among_small_boards_in_two_directions() {
    let editor = many().keys("b");
    let boards = editor.layout().boards.expect("boards");
    let across = usize::from(boards.across);
    assert!(across > 1 && boards.down > 1);
    let editor = editor.keys("Right");
    assert_eq!(editor.selected(), 1);
    let editor = editor.keys("Down");
    assert_eq!(editor.selected(), 1 + across);
    let editor = editor.keys("Left Up");
    assert_eq!(editor.selected(), 0);
    let editor = editor.keys("G");
    assert_eq!(editor.selected(), 99);
    let first = editor.first_row();
    assert_eq!(
        first % across,
        0,
        "a row of boards begins where it always does"
    );
    assert!(first + boards.count() > 99);
    assert_eq!(editor.keys("g").first_row(), 0);
}

#[test]
fn only_the_records_of_the_boards_on_the_screen_are_read() {
    let editor = many().keys("b");
    let page = &editor.model.document.page;
    let boards = editor.layout().boards.expect("boards");
    assert_eq!(page.rows.len(), boards.count());
    let has_picture = |row: &Row| {
        let picture = row.picture.as_ref().expect("a picture");
        picture.board.is_some() && picture.best.len() == 1
    };
    assert!(page.rows.iter().all(has_picture));
}

#[test]
fn enter_opens_the_record_and_the_list_shows_the_boards_again() {
    let editor = many().keys("b Right Enter");
    assert_eq!(editor.selected(), 1);
    assert_eq!(editor.focus(), Pane::Board);
    assert!(editor.layout().boards.is_none() && editor.layout().grid.is_some());
    let editor = editor.keys("Shift-Tab");
    assert!(editor.layout().boards.is_some());
    let editor = editor.keys("Esc");
    assert_eq!(editor.view(), View::Panes);
    assert!(editor.layout().boards.is_none() && editor.layout().list.is_some());
    assert_eq!(editor.selected(), 1);
}

#[test]
fn boards_are_drawn_larger_and_smaller_as_far_as_there_is_room() {
    let editor = many().sized(200, 60).keys("b");
    let size = |editor: &Editor| editor.layout().boards.expect("boards").size;
    let usual = size(&editor);
    let editor = editor.keys("+");
    assert!(size(&editor) > usual);
    let editor = editor.keys("- - - - - - - -");
    assert_eq!(size(&editor), SquareSize::new(2, 1));
    assert_eq!(editor.status(), "these are the smallest boards");
    let editor = editor.keys("+ + + + + + + + + +");
    assert_eq!(editor.status(), "no room for larger boards");
    // A smaller screen shrinks them as far as necessary.
    let editor = editor.sized(80, 24);
    assert!(size(&editor) < SquareSize::new(8, 4));
}

#[test]
fn boards_are_chosen_by_the_mouse() {
    let editor = many().keys("b");
    let boards = editor.layout().boards.expect("boards");
    let at = boards.squares(2).bounds();
    let editor = editor.click((at.x + 3, at.y + 3));
    assert_eq!(editor.selected(), 2);
    let editor = editor.mouse(MouseKind::ScrollDown, (at.x, at.y));
    assert_eq!(editor.first_row(), usize::from(boards.across));
    let editor = editor.double_click((at.x + 3, at.y + 3));
    assert_eq!(editor.focus(), Pane::Board);
    assert_eq!(editor.selected(), 2 + usize::from(boards.across));
}

#[test]
fn lines_that_are_not_records_have_a_place_among_the_boards() {
    let editor = Editor::open(FIVE).keys("b Right");
    assert_eq!(editor.shown(), "# a comment");
    let editor = Editor::open("").keys("b Down Right Enter Esc");
    assert_eq!(editor.text(), "");
}

#[test]
fn boards_show_the_filtered_records() {
    let editor = Editor::open(FIVE)
        .keys("b f")
        .typed("side = b")
        .keys("Enter")
        .done();
    assert_eq!(editor.table().rows.len(), 1);
    let editor = editor.keys("Esc");
    assert_eq!(editor.view(), View::Panes, "the boards are the top layer");
    assert_eq!(editor.keys("Esc").row_count(), 5);
}

#[test]
fn the_wide_list_fills_the_screen_while_it_has_the_focus() {
    let editor = Editor::open(FIVE).keys("z");
    assert_eq!(editor.layout().list.map(|list| list.width), Some(117));
    assert!(editor.layout().board.is_none());
    let editor = editor.keys("j j Tab");
    assert!(editor.layout().board.is_some());
    let editor = editor.keys("Shift-Tab z");
    assert_eq!(editor.view(), View::Panes);
    assert_eq!(editor.selected(), 2);
}
