//! The board by keys: a line, keys, the line after.

use crate::harness::Editor;
use shakmaty::Square;

fn check(before: &str, keys: &str, after: &str) {
    let editor = Editor::board(&format!("{before}\n")).keys(keys);
    assert_eq!(editor.line(0), after, "after {keys} · {}", editor.status());
}

const EMPTY: &str = "8/8/8/8/8/8/8/8 w - -";

#[test]
fn a_rank_is_typed_as_in_a_fen() {
    // The cursor from e4 to a8 first.
    let top = "Home Up Up Up Up ";
    check(
        EMPTY,
        &format!("{top} r n b q k b n r"),
        "rnbqkbnr/8/8/8/8/8/8/8 w - -",
    );
    check(
        EMPTY,
        &format!("{top} 2 r r 3 k / p p 3 p p"),
        "2rr3k/pp3pp1/8/8/8/8/8/8 w - -",
    );
    check(
        EMPTY,
        &format!("{top} 8 / / / 4 P 3 / K"),
        "8/8/8/4P3/K7/8/8/8 w - -",
    );
}

#[test]
fn a_middlegame_of_twenty_pieces_takes_fewer_than_forty_keys() {
    let keys = "x 1 r 3 r k / p 4 p p p / 2 n / 3 q p / 3 P / 2 P 2 N / 5 P P P / R 2 Q R 1 K";
    let after = "1r3rk1/p4ppp/2n5/3qp3/3P4/2P2N2/5PPP/R2QR1K1 w - -";
    check("4k3/8/8/8/8/8/8/4K3 w - -", keys, after);
    let pieces = after
        .split(' ')
        .next()
        .map(|p| p.chars().filter(|c| c.is_alphabetic()).count());
    assert_eq!(pieces, Some(20));
    assert!(keys.split_whitespace().count() < 40);
}

#[test]
fn the_cursor_stays_on_the_board() {
    for key in ["Left", "Right", "Up", "Down"] {
        let editor = Editor::board(EMPTY).keys(&format!("{key} ").repeat(9));
        let rim = [Square::A4, Square::H4, Square::E8, Square::E1];
        assert!(rim.contains(&editor.model.board.cursor), "{key}");
    }
}

#[test]
fn arrows_go_where_they_point_on_a_flipped_board_too() {
    let editor = Editor::board(EMPTY).keys("f Up Right");
    assert_eq!(editor.model.board.cursor, Square::D3);
}

#[test]
fn a_piece_is_picked_up_and_dropped() {
    check(
        "4k3/8/8/8/8/8/4P3/4K3 w - -",
        "Down Down Space Up Up Space",
        "4k3/8/8/8/4P3/8/8/4K3 w - -",
    );
    // Onto another one, which goes.
    let editor = Editor::board("4k3/8/8/8/4p3/8/4P3/4K3 w - -").keys("Down Down Space Up Up Space");
    assert_eq!(editor.line(0), "4k3/8/8/8/4P3/8/8/4K3 w - -");
    assert_eq!(
        editor.status(),
        "moved white pawn from e2 to e4, in place of black pawn · undo ^Z"
    );
}

#[test]
fn a_piece_in_the_hand_is_put_back_by_esc_and_by_its_own_square() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for keys in [
        "Down Down Space Esc",
        "Down Down Space Space",
        "Down Down Space Up Tab",
    ] {
        let editor = Editor::board(line).keys(keys);
        assert_eq!(editor.line(0), line);
        assert!(editor.model.board.held.is_none(), "{keys}");
    }
}

#[test]
fn picking_up_nothing_says_what_would_do() {
    let editor = Editor::board(EMPTY).keys("Space");
    assert!(
        editor.status().starts_with("e4 is empty"),
        "{}",
        editor.status()
    );
}

#[test]
fn other_bytes_of_the_record_stay_when_the_board_changes() {
    check(
        "4k3/8/8/8/8/8/8/4K3  w -  - bm Kd2;  id \"x y\"; ??? what",
        "Q",
        "4k3/8/8/8/4Q3/8/8/4K3  w -  - bm Kd2;  id \"x y\"; ??? what",
    );
}

#[test]
fn castling_rights_that_the_board_allows_are_switched_on_and_off() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R w - -";
    check(line, "c K Q k q", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    check(line, "c q K", "r3k2r/8/8/8/8/8/8/R3K2R w Kq -");
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "c K q",
        "r3k2r/8/8/8/8/8/8/R3K2R w Qk -",
    );
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w K -",
        "c K",
        "r3k2r/8/8/8/8/8/8/R3K2R w - -",
    );
}

#[test]
fn castling_rights_that_the_board_does_not_allow_say_why() {
    let editor = Editor::board("4k3/8/8/8/8/8/8/R3K3 w - -").keys("c");
    let why: Vec<_> = editor
        .menu()
        .items
        .iter()
        .map(|item| item.disabled.as_deref())
        .collect();
    assert_eq!(
        why,
        [
            Some("no white rook on h1"),
            None,
            Some("no black rook on h8"),
            Some("no black rook on a8")
        ]
    );
    let editor = editor.keys("K");
    assert_eq!(editor.line(0), "4k3/8/8/8/8/8/8/R3K3 w - -");
    assert_eq!(editor.status(), "no white rook on h1");
    let editor = Editor::board("8/4k3/8/8/8/8/8/R3K3 w - -").keys("c");
    assert_eq!(
        editor.menu().items[2].disabled.as_deref(),
        Some("no black king on rank 8")
    );
}

#[test]
fn an_impossible_right_that_is_there_can_be_switched_off() {
    check(
        "4k3/8/8/8/8/8/8/4K3 w Kq -",
        "c K q",
        "4k3/8/8/8/8/8/8/4K3 w - -",
    );
}

#[test]
fn chess960_rights_keep_the_letters_they_came_with() {
    check(
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Gb -",
        "c Q",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBb -",
    );
    check(
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -",
        "c K",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Bgb -",
    );
}

#[test]
fn en_passant_is_chosen_among_squares_just_passed_over() {
    let line = "4k3/8/8/1p1pPp2/8/8/5P2/4K3 w - -";
    let editor = Editor::board(line).keys("e");
    let labels: Vec<_> = editor
        .menu()
        .items
        .iter()
        .map(|item| item.label.as_str())
        .collect();
    assert_eq!(labels, ["b6", "d6", "f6", "none"]);
    assert_eq!(editor.menu().items[1].detail, "the pawn on e5 can take");
    assert_eq!(editor.menu().items[0].detail, "no pawn can take there");
    check(line, "e d", "4k3/8/8/1p1pPp2/8/8/5P2/4K3 w - d6");
    check(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "e -",
        "4k3/8/8/3pP3/8/8/8/4K3 w - -",
    );
    check(
        "4k3/8/8/8/3pP3/8/8/4K3 b - -",
        "e e",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
    );
}

#[test]
fn a_pawn_that_can_not_have_come_from_home_gives_no_en_passant_square() {
    // Something stands on d7, where it would have come from.
    let editor = Editor::board("4k3/3n4/8/3pP3/8/8/8/4K3 w - -").keys("e");
    assert_eq!(
        editor.status(),
        "no black pawn can just have moved two squares"
    );
    assert!(editor.model.overlays.is_empty());
}

#[test]
fn the_board_changes_on_screen_in_the_same_step_and_its_problems_with_it() {
    let editor = Editor::board("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;").keys("Down Down Left q");
    // A queen on d2 makes it another capture: the move's spelling is out of date.
    assert!(
        editor
            .model
            .record()
            .diagnostics()
            .iter()
            .any(|d| d.code.name().starts_with("move"))
    );
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(editor.line(0), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
}

#[test]
fn a_board_that_can_not_be_read_says_so_and_can_be_set_up_anew() {
    let editor = Editor::board("4k3/9/8/8 w - - id \"x\";").keys("Q");
    assert!(
        editor.status().contains("can't be read"),
        "{}",
        editor.status()
    );
    let editor = editor.keys("s");
    assert_eq!(
        editor.line(0),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"x\";"
    );
}

#[test]
fn comments_have_no_board() {
    for key in ["Q", ".", "t", "c", "e", "x", "s"] {
        let editor = Editor::board("# 4k3 a comment").keys(key);
        assert_eq!(editor.line(0), "# 4k3 a comment");
        assert_eq!(editor.status(), "a comment line has no position", "{key}");
    }
}
