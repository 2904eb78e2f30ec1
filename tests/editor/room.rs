//! Sharing the screen: the width of the list, panes on small screens, and dialogs.

use crate::harness::{Editor, FIVE};
use epdit::editor::layout::Layout;

/// Makes a file with a record for each id, all with this best move.
fn of_ids(ids: &[String], best: &str) -> String {
    let record = |id| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm {best}; id \"{id}\";\n");
    ids.iter().map(record).collect()
}

#[test]
fn the_list_is_as_wide_as_its_longest_id_and_move_up_to_two_fifths_of_the_screen() {
    let list = |length: usize, cols, rows| {
        let ids = [1, 2, 3].map(|n| format!("{}{n}", "x".repeat(length - 1)));
        let editor = Editor::open(&of_ids(&ids, "e3 e4")).sized(cols, rows);
        editor.layout().records.expect("a list").width
    };
    // Border, scroll map, line marker, line number, side to move, move, problems, gaps.
    let others = 2 + 1 + 1 + 3 + 1 + 5 + 1 + 4;
    assert_eq!(list(20, 120, 36), others + 20);
    assert_eq!(list(30, 120, 36), 48);
    assert_eq!(list(20, 200, 60), others + 20);
    assert_eq!(list(36, 200, 60), others + 36);
    assert!(list(3, 120, 36) >= 26);
}

#[test]
fn the_list_grows_for_a_longer_id_that_is_scrolled_to_and_the_board_stays() {
    let mut ids: Vec<String> = (0..400).map(|n| format!("A.{n}")).collect();
    ids[201] = "a name much longer than all the others".to_owned();
    let editor = Editor::open(&of_ids(&ids, "e4")).sized(200, 60);
    let before = editor.layout();
    let editor = editor.keys("G").call("go-to 202");
    let after = editor.layout();
    let width = |layout: &Layout| layout.records.expect("a list").width;
    assert!(width(&after) > width(&before));
    assert_eq!(
        after.grid.map(|grid| grid.size),
        before.grid.map(|grid| grid.size)
    );
    assert!(editor.screen().contains(&ids[201]), "{}", editor.screen());
}

#[test]
fn at_80x24_the_list_has_twelve_rows_and_the_pieces_for_the_mouse_give_way() {
    let editor = Editor::open(FIVE).sized(80, 24);
    let layout = editor.layout();
    assert_eq!(layout.list.map(|list| list.height), Some(12));
    assert_eq!(layout.palette, None);
    assert!(layout.operations.is_some());
    // In set-up mode the palette appears, and the board stays in place.
    let set_up = editor.keys("Tab m").layout();
    assert!(set_up.palette.is_some());
    assert_eq!(set_up.grid, layout.grid);
    assert_eq!(set_up.list.map(|list| list.height), Some(12));
}

#[test]
fn with_room_for_one_pane_the_problems_are_shown_or_else_the_operations() {
    let editor = Editor::open(FIVE).sized(80, 24);
    assert!(editor.screen().contains("Operations"));
    let editor = editor.keys("j j j");
    let (layout, screen) = (editor.layout(), editor.screen());
    assert_eq!(layout.operations, None);
    assert!(screen.contains("`Ra9` is not a move"), "{screen}");
    let editor = editor.keys("Tab Tab");
    assert!(editor.layout().operations.is_some());
}

#[test]
fn a_dialog_is_as_large_as_what_is_in_it_and_in_the_middle() {
    for (cols, rows) in [(80, 24), (120, 36), (200, 60)] {
        for keys in ["|", "r", "F1"] {
            let editor = Editor::open(FIVE).sized(cols, rows).keys(keys);
            let frame = editor.layout().overlay.expect("a dialog").frame;
            let (left, right) = (frame.x, cols - frame.right());
            let (above, below) = (frame.y - 1, rows - 2 - frame.bottom());
            assert!(
                left >= 2 && right >= 2,
                "{keys} at {cols}x{rows}: {frame:?}"
            );
            assert!(
                left.abs_diff(right) <= 1,
                "{keys} at {cols}x{rows}: {frame:?}"
            );
            assert!(
                above.abs_diff(below) <= 1,
                "{keys} at {cols}x{rows}: {frame:?}"
            );
        }
        let menu = Editor::open(FIVE).sized(cols, rows).keys("|");
        let frame = menu.layout().overlay.expect("a menu").frame;
        assert_eq!(usize::from(frame.height), menu.menu().items.len() + 2);
        assert!(frame.width < 60, "{frame:?}");
    }
}
