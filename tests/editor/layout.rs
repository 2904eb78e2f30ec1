//! Where panes stand on screens of all sizes.

use crate::harness::{Editor, FIVE};
use epdit::app::layout::{Layout, Rect, Shape, SquareSize};
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
    assert_eq!(size(80, 24), Some(SquareSize::S5x2));
    assert_eq!(size(120, 36), Some(SquareSize::S6x3));
    assert_eq!(size(200, 60), Some(SquareSize::S12x6));
    assert_eq!(size(60, 16), Some(SquareSize::S3x1));
    assert_eq!(size(50, 16), Some(SquareSize::S2x1));
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
fn changing_the_selection_moves_no_pane() {
    let editor = Editor::open(FIVE);
    let before = editor.layout();
    assert_eq!(editor.keys("j j").layout(), before);
}

#[test]
fn a_flipped_board_turns_its_squares() {
    let grid = Editor::board(FIVE)
        .keys("f")
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

/// The words of a sentence in the status line, on a screen of this size.
fn status_rows(cols: u16, rows: u16, text: &str) -> Rect {
    let mut editor = Editor::open(FIVE).sized(cols, rows);
    editor.model.status = Some(epdit::app::state::status::Status {
        kind: epdit::app::state::status::StatusKind::Failed,
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
    // However long it is, the upper half of the screen stays.
    assert_eq!(status_rows(80, 24, &long.repeat(40)).y, 12);
}

#[test]
fn a_long_sentence_does_not_cover_the_line_being_typed() {
    let mut editor = Editor::open(FIVE).sized(80, 24).keys("F2");
    editor.model.status = Some(epdit::app::state::status::Status {
        kind: epdit::app::state::status::StatusKind::Refused,
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
