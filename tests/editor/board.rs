//! The board by keys: a line, keys, and the line after them.

use crate::harness::Editor;
use epdit::editor::state::view::Pane;
use shakmaty::Square;

fn check(before: &str, keys: &str, after: &str) {
    let editor = Editor::set_up(&format!("{before}\n")).keys(keys);
    assert_eq!(editor.line(0), after, "after {keys} · {}", editor.status());
}

const EMPTY: &str = "8/8/8/8/8/8/8/8 w - -";

#[test]
fn a_rank_is_typed_as_in_a_fen() {
    // Moves the cursor from e4 to a8.
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

/// Returns the keys that set up a placement from the empty board, as a person types them: to the next piece
/// by a digit or by the next rank.
fn keys_for(placement: &str) -> Vec<String> {
    let squares: Vec<char> = placement
        .chars()
        .filter(|c| *c != '/')
        .flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![c],
        })
        .collect();
    let mut keys = vec!["x".to_owned()];
    let mut at = 0;
    for (square, piece) in squares.iter().enumerate().filter(|(_, c)| **c != '.') {
        while at < square {
            let gap = square - at;
            let key = if gap <= 8 {
                gap.to_string()
            } else {
                "/".to_owned()
            };
            at = match key.as_str() {
                "/" if at % 8 == 0 && keys.last().is_some_and(|key| key != "x" && key != "/") => at,
                "/" => (at / 8 + 1) * 8,
                _ => square,
            };
            keys.push(key);
        }
        keys.push(piece.to_string());
        at = square + 1;
    }
    keys
}

#[test]
fn middlegames_of_twenty_pieces_take_fewer_than_forty_keys() {
    for placement in [
        "1r3rk1/p4ppp/2n5/3qp3/3P4/2P2N2/5PPP/R2QR1K1",
        "r4rk1/2q2ppp/p3p3/1p1n4/3N4/P7/1P3PPP/2R1Q1K1",
        "2r2rk1/pp1b1pp1/4p2p/q7/3N4/6Q1/1P3PPP/3R1RK1",
        "r1b2r1k/pp4pp/2n5/4p3/2B5/2P1B3/P4PPP/R4RK1",
        "2r3k1/1b3pp1/p2p3p/1p2n3/4P3/1P3Q1P/P1B2PP1/3R2K1",
    ] {
        let pieces = placement.chars().filter(|c| c.is_alphabetic()).count();
        assert_eq!(pieces, 20, "{placement}");
        let keys = keys_for(placement);
        assert!(keys.len() < 40, "{} keys for {placement}", keys.len());
        check(
            "4k3/8/8/8/8/8/8/4K3 w - -",
            &keys.join(" "),
            &format!("{placement} w - -"),
        );
        // Typing the whole placement does it, too.
        let typed: Vec<String> = placement.chars().map(String::from).collect();
        check(
            EMPTY,
            &format!("x {}", typed.join(" ")),
            &format!("{placement} w - -"),
        );
    }
}

#[test]
fn typing_continues_in_the_next_rank_where_one_is_full() {
    check(EMPTY, "x 7 k p", "7k/p7/8/8/8/8/8/8 w - -");
    check(EMPTY, "x 6 k 3 p", "6k1/2p5/8/8/8/8/8/8 w - -");
    // A slash after a full rank is part of the placement; another one goes to the next rank.
    check(EMPTY, "x 7 k / p", "7k/p7/8/8/8/8/8/8 w - -");
    check(EMPTY, "x 7 k / / p", "7k/8/p7/8/8/8/8/8 w - -");
    check(EMPTY, "x 8 / 8 / p", "8/8/p7/8/8/8/8/8 w - -");
    // Backspace removes the last piece across the edge; at both ends the cursor stays.
    check(EMPTY, "x 7 k Backspace q", "7q/8/8/8/8/8/8/8 w - -");
    check(EMPTY, "x Backspace K", "K7/8/8/8/8/8/8/8 w - -");
    check(EMPTY, "Down Down Down End K Q", "8/8/8/8/8/8/8/7Q w - -");
}

#[test]
fn the_cursor_stays_on_the_board() {
    for key in ["Left", "Right", "Up", "Down"] {
        let editor = Editor::set_up(EMPTY).keys(&format!("{key} ").repeat(9));
        let rim = [Square::A4, Square::H4, Square::E8, Square::E1];
        assert!(rim.contains(&editor.square()), "{key}");
    }
}

#[test]
fn arrows_go_where_they_point_on_a_flipped_board_too() {
    let editor = Editor::set_up(EMPTY).keys("v Up Right");
    assert_eq!(editor.square(), Square::D3);
}

#[test]
fn a_piece_is_picked_up_and_dropped() {
    check(
        "4k3/8/8/8/8/8/4P3/4K3 w - -",
        "Down Down Space Up Up Space",
        "4k3/8/8/8/4P3/8/8/4K3 w - -",
    );
    // A drop captures the piece on the square.
    let editor =
        Editor::set_up("4k3/8/8/8/4p3/8/4P3/4K3 w - -").keys("Down Down Space Up Up Space");
    assert_eq!(editor.line(0), "4k3/8/8/8/4P3/8/8/4K3 w - -");
    assert_eq!(
        editor.status(),
        "moved white pawn from e2 to e4, replacing black pawn · undo ^Z"
    );
}

#[test]
fn a_held_piece_is_put_back_by_esc_and_on_its_own_square() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for keys in [
        "Down Down Space Esc",
        "Down Down Space Space",
        "Down Down Space Up Tab",
    ] {
        let editor = Editor::set_up(line).keys(keys);
        assert_eq!(editor.line(0), line);
        assert!(!editor.holds_piece(), "{keys}");
    }
}

#[test]
fn picking_up_from_an_empty_square_says_that_it_is_empty() {
    let editor = Editor::set_up(EMPTY).keys("Space");
    assert!(
        editor.status().starts_with("e4 is empty"),
        "{}",
        editor.status()
    );
}

#[test]
fn editing_the_board_keeps_all_other_bytes_of_the_record() {
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
fn castling_rights_that_the_board_does_not_allow_show_the_reason() {
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/R3K3 w - -").keys("c");
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
    let editor = Editor::set_up("8/4k3/8/8/8/8/8/R3K3 w - -").keys("c");
    assert_eq!(
        editor.menu().items[2].disabled.as_deref(),
        Some("Black's king is on e7, expected e8")
    );
}

#[test]
fn an_impossible_castling_right_can_be_removed() {
    check(
        "4k3/8/8/8/8/8/8/4K3 w Kq -",
        "c K q",
        "4k3/8/8/8/8/8/8/4K3 w - -",
    );
}

#[test]
fn chess960_castling_rights_keep_their_letters() {
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
fn the_en_passant_square_is_chosen_among_possible_ones() {
    let line = "4k3/8/8/1p1pPp2/8/8/5P2/4K3 w - -";
    let editor = Editor::set_up(line).keys("e");
    let labels: Vec<_> = editor
        .menu()
        .items
        .iter()
        .map(|item| item.label.as_str())
        .collect();
    assert_eq!(labels, ["b6", "d6", "f6", "none"]);
    assert_eq!(editor.menu().items[1].detail, "the pawn on e5 can capture");
    assert_eq!(editor.menu().items[0].detail, "no pawn can capture there");
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
fn a_pawn_that_cannot_have_moved_two_squares_gives_no_en_passant_square() {
    // The square behind it, d7, is occupied.
    let editor = Editor::set_up("4k3/3n4/8/3pP3/8/8/8/4K3 w - -").keys("e");
    assert_eq!(
        editor.status(),
        "no black pawn can just have moved two squares"
    );
    assert!(!editor.has_dialog());
}

#[test]
fn the_board_changes_on_screen_in_the_same_step_and_its_problems_with_it() {
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;").keys("Down Down Left R");
    // The white rook is on d2: the move is illegal now.
    assert!(
        editor
            .record()
            .diagnostics()
            .iter()
            .any(|d| d.code.name().contains("illegal"))
    );
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(editor.line(0), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
}

#[test]
fn a_board_that_cannot_be_read_says_so_and_can_be_set_up_anew() {
    let editor = Editor::set_up("4k3/9/8/8 w - - id \"x\";").keys("Q");
    assert!(
        editor.status().contains("can't read"),
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
        let editor = Editor::set_up("# 4k3 a comment").keys(key);
        assert_eq!(editor.line(0), "# 4k3 a comment");
        assert_eq!(editor.status(), "a comment line has no position", "{key}");
    }
}

const MIDDLE: &str = "r3k2r/ppp2ppp/2n5/3qp3/8/2N2N2/PPP2PPP/R2QK2R w KQkq -";

#[test]
fn a_key_changes_the_colour_of_a_piece() {
    check(
        "4k3/8/8/8/4Q3/8/8/4K3 w - -",
        "o",
        "4k3/8/8/8/4q3/8/8/4K3 w - -",
    );
    check(
        "4k3/8/8/8/4q3/8/8/4K3 w - -",
        "o o",
        "4k3/8/8/8/4q3/8/8/4K3 w - -",
    );
    check(EMPTY, "o", EMPTY);
}

#[test]
fn the_board_is_mirrored_with_rights_and_moves() {
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - bm Rb1;",
        "w m",
        "r2k3r/8/8/8/8/8/8/R2K3R w HAha - bm Rg1;",
    );
    // In classical chess a king on d1 has moved.
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - bm Rb1;",
        "w m",
        "r2k3r/8/8/8/8/8/8/R2K3R w - - bm Rg1;",
    );
    check(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6;",
        "w m",
        "3k4/8/8/3Pp3/8/8/8/3K4 w - e6 bm dxe6;",
    );
    // Mirrored twice, only castling rights have changed; undo restores everything.
    check(MIDDLE, "w m w m", &MIDDLE.replace("KQkq", "-"));
    let by_file = MIDDLE.replace("KQkq", "HAha");
    check(&by_file, "w m w m", &by_file);
    check(MIDDLE, "w m Ctrl-Z", MIDDLE);
}

#[test]
fn the_colours_are_swapped_and_the_board_turned() {
    check(
        "4k3/8/8/8/8/8/4P3/R3K3 w Q - bm e4; pv e4 Kd7 O-O-O+;",
        "w c",
        "r3k3/4p3/8/8/8/8/8/4K3 b q - bm e5; pv e5 Kd2 O-O-O+;",
    );
    check(MIDDLE, "w c w c", MIDDLE);
}

#[test]
fn the_position_can_be_rotated_by_180_degrees() {
    check(
        "4k3/8/8/8/8/8/P7/4K3 w - -",
        "w r",
        "3K4/7P/8/8/8/8/8/3k4 w - -",
    );
}

#[test]
fn pieces_are_shifted_unless_one_would_leave_the_board() {
    let line = "8/8/3k4/8/8/3K4/8/8 w - - bm Ke4;";
    check(line, "Shift-Right", "8/8/4k3/8/8/4K3/8/8 w - - bm Kf4;");
    check(line, "w k", "8/3k4/8/8/3K4/8/8/8 w - - bm Ke5;");
    check(
        line,
        "Shift-Down Shift-Left",
        "8/8/8/2k5/8/8/2K5/8 w - - bm Kd3;",
    );
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/4K3 w - -").keys("Shift-Up");
    assert_eq!(editor.status(), "black king on e8 would leave the board");
    assert_eq!(editor.line(0), "4k3/8/8/8/8/8/8/4K3 w - -");
    // On a flipped board, pieces move as the board is drawn.
    check(line, "v Shift-Right", "8/8/2k5/8/8/2K5/8/8 w - - bm Kd4;");
    // The en-passant square moves with its pawn, if there is one on that rank.
    let line = "8/4k3/8/3pP3/8/8/4K3/8 w - d6";
    check(line, "Shift-Right", "8/5k2/8/4pP2/8/8/5K2/8 w - e6");
    check(line, "w k", "4k3/8/3pP3/8/8/4K3/8/8 w - d7");
    // An impossible right could mean another rook after the change.
    let line = "r3k3/8/8/8/8/8/8/R3K3 w K -";
    check(line, "w m", line);
    check(line, "C w m", "3k3r/8/8/8/8/8/8/3K3R w - -");
}

#[test]
fn chess960_positions_are_set_up_by_their_number() {
    check(
        EMPTY,
        "9 5 1 8 Enter",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    );
    check(
        EMPTY,
        "9 0 Enter",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -",
    );
    check(
        EMPTY,
        "w 9 9 5 9 Enter",
        "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca -",
    );
    let editor = Editor::set_up(EMPTY).keys("9 9 6 0 Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("expected a number from 0 to 959")
    );
    assert_eq!(editor.line(0), EMPTY);
}

#[test]
fn a_random_chess960_position_shows_its_number_and_has_all_castling_rights() {
    for keys in ["0", "9 Enter"] {
        let editor = Editor::set_up(EMPTY).keys(keys);
        let number = editor
            .status()
            .strip_prefix("set up Chess960 position ")
            .and_then(|rest| rest.split(' ').next())
            .and_then(|number| number.parse::<u32>().ok())
            .expect("its number");
        let board = shakmaty::Board::chess960(number);
        assert_eq!(editor.record().board(), Some(&board));
        assert_eq!(editor.record().castling_rooks().count(), 4);
    }
}

#[test]
fn clocks_are_set_and_removed() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";";
    check(
        line,
        "h 1 2 Enter",
        "4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; id \"x\";",
    );
    check(
        line,
        "H 7 Enter",
        "4k3/8/8/8/8/8/8/4K3 w - - fmvn 7; id \"x\";",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; id \"x\";",
        "h Backspace 4 Enter",
        "4k3/8/8/8/8/8/8/4K3 w - - hmvc 4; id \"x\";",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; id \"x\";",
        "h Backspace Enter",
        line,
    );
    // Clock fields of FEN, if the record has them.
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - 3 40",
        "h Backspace 5 Enter H Ctrl-U 4 1 Enter",
        "4k3/8/8/8/8/8/8/4K3 w - - 5 41",
    );
    let editor = Editor::set_up(line).keys("H 0 Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("expected a whole number, 1 or more")
    );
    assert_eq!(editor.keys("Esc").line(0), line);
}

#[test]
fn castling_rights_are_removed_when_king_or_rook_leaves_its_square() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - id \"x\";";
    let editor = Editor::set_up(line).keys("Down Down Down End .");
    assert_eq!(editor.line(0), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - id \"x\";");
    assert_eq!(
        editor.status(),
        "removed white rook from h1 · castling right K removed · undo ^Z"
    );
    let editor = Editor::set_up(line).keys("Down Down Down Space Up Space");
    assert_eq!(editor.line(0), "r3k2r/8/8/8/8/8/4K3/R6R w kq - id \"x\";");
    assert_eq!(
        editor.status(),
        "moved white king from e1 to e2 · castling rights KQ removed · undo ^Z"
    );
    // One step: one undo restores everything.
    assert_eq!(editor.keys("Ctrl-Z").line(0), line);
    for (keys, after) in [
        // A rook is replaced.
        (
            "Down Down Down Home N",
            "r3k2r/8/8/8/8/8/8/N3K2R w Kkq - id \"x\";",
        ),
        ("Up Up Up Up q", "r3q2r/8/8/8/8/8/8/R3K2R w KQ - id \"x\";"),
        // A rook captures a rook: two rights at once.
        (
            "Down Down Down End Space Up Up Up Up Up Up Up Space",
            "r3k2R/8/8/8/8/8/8/R3K3 w Qq - id \"x\";",
        ),
        // A rook changes its colour.
        (
            "Up Up Up Up Home o",
            "R3k2r/8/8/8/8/8/8/R3K2R w KQk - id \"x\";",
        ),
        // Other pieces, and a rook placed on its own square.
        ("Down Down Down End R", line),
        ("Up n", "r3k2r/8/8/4n3/8/8/8/R3K2R w KQkq - id \"x\";"),
        // A king that is carried back has moved nevertheless.
        (
            "Down Down Down Space Up Space Space Down Space",
            "r3k2r/8/8/8/8/8/8/R3K2R w kq - id \"x\";",
        ),
    ] {
        check(line, keys, after);
    }
}

#[test]
fn in_chess960_a_castling_right_is_removed_with_its_own_king_or_rook() {
    let line = "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KQkq - bm O-O;";
    for (keys, after) in [
        // Another king next to the same rooks would read as the same rights.
        (
            "Down Down Down Space Right Space",
            "1r2k1r1/6p1/8/8/8/8/6P1/1R3KR1 w kq - bm O-O;",
        ),
        (
            "Down Down Down Right Right Space Right Space",
            "1r2k1r1/6p1/8/8/8/8/6P1/1R2K2R w Qkq - bm O-O;",
        ),
        // `K` would mean the new rook, so the right of the old one names its file.
        (
            "Down Down Down End R",
            "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1RR w GQkq - bm O-O;",
        ),
    ] {
        check(line, keys, after);
    }
    // File letters make a record Chess960 in a classical file.
    check(
        "4k3/8/8/8/8/8/8/1R1K2R1 w GB -",
        "Down Down Down Home Right .",
        "4k3/8/8/8/8/8/8/3K2R1 w G -",
    );
    // Without `B` nothing marks the record as Chess960, so `K` becomes a file letter.
    check(
        "4k3/8/8/8/8/8/8/RR1K2R1 w KB -",
        "Down Down Down Home Right .",
        "4k3/8/8/8/8/8/8/R2K2R1 w G -",
    );
}

#[test]
fn impossible_castling_rights_stay_until_removed_by_hand() {
    let line = "4k3/8/8/8/8/8/8/R3K3 w KQ -";
    check(line, "Up n", "4k3/8/8/4n3/8/8/8/R3K3 w KQ -");
    check(line, "Down Down Down Home .", "4k3/8/8/8/8/8/8/4K3 w K -");
    let editor = Editor::set_up(line).keys("C");
    assert_eq!(editor.line(0), "4k3/8/8/8/8/8/8/R3K3 w Q -");
    let editor = editor.keys("C");
    assert!(
        editor.status().starts_with("all castling rights"),
        "{}",
        editor.status()
    );
    let editor = Editor::set_up("4k3/8/8/3pP3/8/8/8/4K3 w - d6").keys("Up Left .");
    assert!(
        editor.status().contains("en passant d6 became impossible"),
        "{}",
        editor.status()
    );
    assert_eq!(editor.keys("C").line(0), "4k3/8/8/4P3/8/8/8/4K3 w - -");
}

#[test]
fn moves_are_respelled_when_the_board_makes_their_san_ambiguous() {
    // A second knight that reaches the square.
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/1N2K3 w - - bm Nd2;").keys("Up Up Right Right N");
    assert_eq!(editor.line(0), "4k3/8/6N1/8/8/8/8/1N2K3 w - - bm Nd2;");
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/1N2K3 w - - bm Nd2;").keys("N");
    assert_eq!(editor.line(0), "4k3/8/8/8/4N3/8/8/1N2K3 w - - bm Nbd2;");
    assert_eq!(
        editor.status(),
        "placed white knight on e4 · 1 move respelled · undo ^Z"
    );
    // Check signs, captures, and later moves of a line.
    check(
        "8/8/8/8/8/8/8/R3K1k1 w Q - bm Kd2+; pv Kd2+ Kg2 Ra2;",
        "Down Down Right Right P",
        "8/8/8/8/8/8/6P1/R3K1k1 w Q - bm Kd2+; pv Kd2+ Kxg2 Ra2;",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
        "Down Down Left q",
        "4k3/8/8/8/8/8/3q4/4K3 w - - bm Kxd2;",
    );
    // Moves in another dialect keep their meaning.
    check(
        "4k3/8/8/8/8/8/8/1N2K3 w - - bm b1d2;",
        "N",
        "4k3/8/8/8/4N3/8/8/1N2K3 w - - bm b1d2;",
    );
}

#[test]
fn moves_that_became_illegal_are_reported_and_kept() {
    let editor = Editor::set_up("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e3;").keys("n");
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/4n3/8/4P3/4K3 w - - bm e4; am e3;"
    );
    assert_eq!(
        editor.status(),
        "placed black knight on e4 · bm e4 is no longer legal · undo ^Z"
    );
    let editor = Editor::set_up("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e3;").keys("t");
    assert!(
        editor
            .status()
            .contains("bm e4 and 1 more move are no longer legal"),
        "{}",
        editor.status()
    );
}

#[test]
fn a_move_whose_san_now_means_another_move_is_reported() {
    let editor = Editor::set_up("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O;\n").keys("t");
    assert!(
        editor.status().contains("bm O-O now means another move"),
        "{}",
        editor.status()
    );
    assert!(
        !editor.status().contains("not legal"),
        "{}",
        editor.status()
    );
}

#[test]
fn a_move_keeps_its_meaning_through_illegal_positions() {
    // The king leaves e1, a knight arrives there, the king goes to e4: in between the position is illegal.
    check(
        "4k3/8/8/8/8/8/8/5NK1 w - - bm Nd2;",
        "Down Down Down Right Right . Left Left Left N Up Up Up Home K",
        "4k3/8/8/8/K7/8/8/3N1N2 w - - bm Nd2;",
    );
    check(
        "4k3/8/8/8/8/8/8/5NK1 w - - bm Nd2;",
        "Down Down Down Right Right . Home Right N Up Up Up Home K",
        "4k3/8/8/8/K7/8/8/1N3N2 w - - bm Nfd2;",
    );
}

#[test]
fn a_position_is_pasted_onto_the_board() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";";
    let paste = |text: &str| Editor::set_up(line).pasted(text);
    assert_eq!(
        paste("r3k2r/8/8/8/8/8/8/R3K2R b KQ - 7 31\n").line(0),
        "r3k2r/8/8/8/8/8/8/R3K2R b KQ - fmvn 31; hmvc 7; id \"x\";"
    );
    assert_eq!(
        paste("r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1\n").line(0),
        "r3k2r/8/8/8/8/8/8/R3K2R b KQ - id \"x\";"
    );
    let editor = paste("4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6; id \"y\"; fmvn 9;");
    assert_eq!(
        editor.line(0),
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 fmvn 9; id \"x\";"
    );
    assert!(
        editor
            .status()
            .starts_with("pasted the position, without its operations")
    );
    assert_eq!(
        paste("[FEN \"8/8/8/8/8/8/k7/K7 b - - 0 1\"]").line(0),
        "8/8/8/8/8/8/k7/K7 b - - id \"x\";"
    );
    assert_eq!(
        paste("8/8/8/8/8/8/k7/K7").line(0),
        "8/8/8/8/8/8/k7/K7 w - - id \"x\";"
    );
    let diagram = "Black to move\n8 . . . . k . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . p . . . .\n\
        4 . . . . . . . .\n3 . . N . . . . .\n2 . . . . . . . .\n1 R . . . K . . .\n  a b c d e f g h\n";
    assert_eq!(
        paste(diagram).line(0),
        "4k3/8/8/3p4/8/2N5/8/R3K3 b - - id \"x\";"
    );
    let editor = paste("no position here");
    assert_eq!(editor.line(0), line);
    assert!(
        editor
            .status()
            .starts_with("no position in the pasted text")
    );
}

#[test]
fn nothing_is_changed_on_the_board_of_a_file_open_read_only() {
    for keys in [
        "o",
        "C",
        "h 3 Enter",
        "w m",
        "w c",
        "w r",
        "Shift-Up",
        "0",
        "9 5 Enter",
        "x",
    ] {
        let editor = Editor::set_up(MIDDLE).read_only().keys(keys);
        assert_eq!(editor.line(0), MIDDLE, "{keys}");
    }
    let editor = Editor::set_up(MIDDLE)
        .read_only()
        .pasted("8/8/8/8/8/8/k7/K7 w - -");
    assert_eq!(editor.line(0), MIDDLE);
}

#[test]
fn chess960_castling_rights_can_name_an_inner_rook_by_its_file() {
    let line = "4k3/8/8/8/8/8/8/RR2K1RR w - -";
    let editor = Editor::set_up(line).keys("c");
    let labels: Vec<_> = editor
        .menu()
        .items
        .iter()
        .map(|i| i.label.clone())
        .collect();
    assert_eq!(
        labels[4..],
        [
            "White castles with the rook on g1",
            "White castles with the rook on b1"
        ]
    );
    check(line, "c G", "4k3/8/8/8/8/8/8/RR2K1RR w G -");
    check(line, "c G B", "4k3/8/8/8/8/8/8/RR2K1RR w GB -");
    check(line, "c G G", line);
    check(line, "c B K", "4k3/8/8/8/8/8/8/RR2K1RR w HB -");
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    check(both, "c x", "r3k2r/8/8/8/8/8/8/R3K2R w HAha -");
    check(both, "c x x", both);
}

#[test]
fn in_a_classical_record_the_menu_offers_kqkq_only_where_king_and_rook_are_at_home() {
    let line = "4k3/8/8/8/8/8/8/1R1K3R w - -";
    let editor = Editor::set_up(line).keys("c");
    let menu = editor.menu();
    assert_eq!(
        menu.items[0].disabled.as_deref(),
        Some("White's king is on d1, expected e1")
    );
    assert_eq!(
        menu.items[2].disabled.as_deref(),
        Some("no black rook on h8")
    );
    // The file letter of the rook makes it a Chess960 record.
    check(line, "c H", "4k3/8/8/8/8/8/8/1R1K3R w H -");
    check(line, "c H x x", "4k3/8/8/8/8/8/8/1R1K3R w H -");
    let editor = Editor::set_up(line).keys(": t o g g l e - c h e s s 9 6 0 Enter c K");
    assert_eq!(editor.line(0), "4k3/8/8/8/8/8/8/1R1K3R w K -");
}

#[test]
fn switching_the_rules_changes_legality_and_play() {
    let line = "4k3/8/8/8/8/8/8/1K5R w K - bm O-O;";
    let codes = |editor: &Editor| {
        let record = editor.record();
        let codes = record.diagnostics().iter().map(|found| found.code.name());
        codes.collect::<Vec<_>>().join(" ")
    };
    // One colour alone: castling by it needs Chess960, and no record contradicts.
    let editor = Editor::set_up(line);
    assert_eq!(codes(&editor), "castling-needs-chess960");
    let toggle = ": t o g g l e - c h e s s 9 6 0 Enter";
    let editor = editor.keys(toggle).done();
    assert_eq!(
        editor.status(),
        "switched to classical rules: king on e, rooks on a and h"
    );
    assert_eq!(codes(&editor), "castling-impossible move-illegal");
    assert_eq!(editor.counts().errors, 2);
    let editor = editor.keys("m O - O").done();
    assert!(editor.play().is_some_and(|play| play.played().is_empty()));
    let editor = editor.keys("Esc").keys(toggle).done();
    assert_eq!(
        editor.status(),
        "switched to Chess960 rules: king and rooks castle from any file"
    );
    assert_eq!(editor.counts().errors, 0);
    let editor = editor.keys("Enter O - O").done();
    assert_eq!(editor.play().map(|play| play.played().len()), Some(1));
}

#[test]
fn a_long_file_gets_its_rules_once_it_is_read() {
    use epdit::epd::Rules;
    use epdit::suite::{OpenOptions, Suite};
    let plain = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O;\n";
    let needs = "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KQkq - bm O-O;\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.epd");
    std::fs::write(&path, [&plain.repeat(6000), needs].concat()).expect("a file");
    let mut suite = Suite::open(&path, &OpenOptions::default()).expect("the file");
    suite.wait_until_loaded();
    assert_eq!(suite.rules(), Rules::Classical, "by the lines at its head");
    let editor = Editor::with(suite);
    assert_eq!(editor.rules(), Rules::Chess960);
    assert_eq!(editor.counts().errors, 0);
    assert_eq!(editor.keys("G").record().rules(), Rules::Chess960);
}

#[test]
fn the_position_is_described_in_words() {
    use epdit::editor::overlay::PagerLine;
    let page = |line: &str| {
        let editor = Editor::set_up(line).keys("i");
        let lines = editor.pager().lines.iter().map(|line| match line {
            PagerLine::Key { keys, text, .. } => {
                format!("{keys} {text}")
            }
            PagerLine::Heading(text) | PagerLine::Text(text) => text.clone(),
            other => format!("{other:?}"),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let text = page("4k3/8/8/8/8/8/4P3/4K2R w - -");
    assert!(text.contains("White 3 pieces, worth 6: 1K 1R 1P"), "{text}");
    assert!(text.contains("Black 1 pieces, worth 0: 1K"), "{text}");
    assert!(
        text.contains("15 legal moves") && text.contains("Rh8+"),
        "{text}"
    );
    assert!(page("R5k1/5ppp/8/8/8/8/8/4K3 b - -").contains("Black to move: checkmate"));
    assert!(page("7k/5Q2/6K1/8/8/8/8/8 b - -").contains("Black to move: stalemate"));
    assert!(page("R5k1/8/8/8/8/8/8/4K3 b - -").contains("Black to move: check"));
    let text = page("8/8/8/8/8/8/8/4K3 w - -");
    assert!(
        text.contains("Why it is illegal") && text.contains("king"),
        "{text}"
    );
}

const POINTS: &str = "4k3/8/8/8/8/8/8/1N2K3 w - - bm Nd2; c0 \"Nd2=10, Kd1=2\"; c7 \"Nd2 Kd1\"; c8 \"10 2\"; c9 \"b1d2 e1d1\";";

#[test]
fn points_follow_a_change_of_the_board() {
    // A second knight that reaches the square.
    check(
        POINTS,
        "N",
        "4k3/8/8/8/4N3/8/8/1N2K3 w - - bm Nbd2; c0 \"Nbd2=10, Kd1=2\"; c7 \"Nbd2 Kd1\"; c8 \"10 2\"; c9 \"b1d2 e1d1\";",
    );
    let swapped = "1n2k3/8/8/8/8/8/8/4K3 b - - bm Nd7; c0 \"Nd7=10, Kd8=2\"; c7 \"Nd7 Kd8\"; c8 \"10 2\"; c9 \"b8d7 e8d8\";";
    check(POINTS, "w c", swapped);
    check(POINTS, "w c w c", POINTS);
    // Another comment that speaks of a move stays as it is.
    check(
        "4k3/8/8/8/8/8/8/1N2K3 w - - bm Nd2; c0 \"Nd2 wins\";",
        "w c",
        "1n2k3/8/8/8/8/8/8/4K3 b - - bm Nd7; c0 \"Nd2 wins\";",
    );
}

#[test]
fn points_of_moves_that_became_illegal_are_reported() {
    let editor = Editor::set_up(POINTS).keys("Down Down Left N");
    assert_eq!(
        editor.line(0),
        POINTS.replace("8/8/1N2K3", "8/3N4/1N2K3"),
        "nothing is dropped"
    );
    let status = editor.status();
    assert!(
        status.contains("bm Nd2 is no longer legal · Nd2 has points and is no longer legal"),
        "{status}"
    );
    let editor = Editor::set_up(POINTS).keys("t");
    assert!(
        editor
            .status()
            .contains("Nd2 and 1 more with points are no longer legal"),
        "{}",
        editor.status()
    );
}

/// Types a FEN on the empty board; checks the line after it.
fn check_typed(fen: &str, after: &str) {
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n");
    let editor = editor.keys("x").typed(fen).keys("Enter");
    assert_eq!(editor.line(0), after, "{fen} · {}", editor.status());
    let editor = editor.keys("Ctrl-Z");
    let before = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;";
    assert_eq!(editor.line(0), before, "one step of undo: {fen}");
}

#[test]
fn a_whole_fen_is_typed_on_the_board() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R";
    let with = |fields: &str| format!("{rooks} {fields}");
    check_typed(&with("b KQkq -"), &with("b KQkq - bm Kd2;"));
    check_typed(&with("b - - 0 1"), &with("b - - bm Kd2;"));
    check_typed(
        &with("w Kq - 3 40"),
        &with("w Kq - bm Kd2; fmvn 40; hmvc 3;"),
    );
    check_typed(&with("b"), &with("b - - bm Kd2;"));
    check_typed(
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm Kd2;",
    );
    // A last rank that is skipped ends the placement, too.
    check_typed("k7/8/8/8/8/8/K7/8 b - -", "k7/8/8/8/8/8/K7/8 b - - bm Kd2;");
}

#[test]
fn typed_clocks_replace_the_old_ones() {
    let editor = Editor::set_up("4k3/8/8/8/8/8/8/4K3 w - - hmvc 7; fmvn 31;\n");
    let editor = editor
        .keys("x")
        .typed("k7/8/8/8/8/8/8/K7 b - - 0 1")
        .keys("Enter");
    let after = "k7/8/8/8/8/8/8/K7 b - - hmvc 0; fmvn 1;";
    assert_eq!(editor.line(0), after);
}

#[test]
fn text_after_a_typed_placement_must_be_a_fen() {
    let typed = |rest: &str| {
        let editor = Editor::set_up("4k3/8/8/8/8/8/8/4K3 w - -\n");
        let editor = editor.keys("x").typed("k7/8/8/8/8/8/8/K7").typed(rest);
        let editor = editor.keys("Enter");
        assert_eq!(editor.line(0), "k7/8/8/8/8/8/8/K7 w - -", "{rest}");
        editor.prompt().message.clone().unwrap_or_default()
    };
    assert_eq!(typed(" x"), "expected w or b to move, found `x`");
    assert_eq!(
        typed(" w Zz"),
        "expected castling rights such as KQkq or -, found `Zz`"
    );
    assert_eq!(
        typed(" w - e9"),
        "expected an en-passant square or -, found `e9`"
    );
    assert_eq!(typed(" w - - -1"), "expected a number of moves, found `-1`");
}

#[test]
fn space_picks_up_a_piece_unless_a_position_is_being_typed() {
    // The cursor went elsewhere, or the board was not emptied before.
    let editor = Editor::set_up(EMPTY)
        .keys("x")
        .typed("k7/8/8/8/8/8/8/7K")
        .keys("Left Right Space");
    assert!(editor.holds_piece(), "{}", editor.status());
    let editor = Editor::set_up("k7/8/8/8/8/8/8/7K w - -").keys("Down Down Down Down End K Space");
    assert!(editor.holds_piece(), "{}", editor.status());
}

#[test]
fn esc_on_the_board_returns_to_the_list() {
    let editor = Editor::open("4k3/8/8/8/8/8/8/4K3 w - -\n").keys("Enter");
    assert_eq!(editor.focus(), Pane::Board);
    let editor = editor.keys("Esc");
    assert_eq!(editor.focus(), Pane::Records);
    // A piece in the hand is put back first.
    let editor = editor.keys("Enter End Down Down Down Down Left Left Left Space Esc");
    assert_eq!(editor.focus(), Pane::Board);
}
