//! Play mode: a line, keys, the line after them, and the board.

use crate::harness::Editor;
use epdit::editor::key::{Button, MouseKind};
use epdit::editor::state::view::Pane;
use shakmaty::{Position, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Returns the moves played, in SAN.
fn played(editor: &Editor) -> String {
    let Some(play) = editor.play() else {
        return "not playing".into();
    };
    let words = play.in_words().into_iter().filter(|(_, played)| *played);
    words.map(|(text, _)| text).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(before: &str, keys: &str, moves: &str) {
    let editor = Editor::board(&format!("{before}\n")).keys(keys);
    assert_eq!(played(&editor), moves, "after {keys} · {}", editor.status());
    assert_eq!(editor.line(0), before, "the record stays");
}

#[track_caller]
fn records(before: &str, keys: &str, after: &str) {
    let editor = Editor::board(&format!("{before}\n")).keys(keys);
    assert_eq!(
        editor.text(),
        format!("{after}\n"),
        "after {keys} · {}",
        editor.status()
    );
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(editor.text(), format!("{before}\n"), "one step of undo");
}

#[test]
fn moves_are_typed_as_san_or_uci_and_played_once_unambiguous() {
    check(START, "e 4 e 5 N f 3", "e4 e5 Nf3");
    check(START, "e 2 e 4 g 8 f 6", "e4 Nf6");
    check(START, "e 4 d 5 e x d 5", "e4 d5 exd5");
    check("4k3/8/8/8/8/8/8/4K2R w K -", "O - O", "O-O");
    check("4k3/8/8/8/8/8/8/4K2R w K -", "e 1 g 1", "O-O");
    check("4k3/8/8/8/8/8/8/4K2R w K -", "0 - 0", "O-O");
    check("8/4P1k1/8/8/8/8/8/4K3 w - -", "e 8 = R", "e8=R");
    check("8/4P1k1/8/8/8/8/8/4K3 w - -", "e 7 e 8 n", "e8=N+");
}

#[test]
fn a_move_that_could_be_continued_waits_for_enter() {
    let both = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    check(both, "O - O", "");
    let editor = Editor::board(both).keys("O - O");
    assert_eq!(
        editor.status(),
        "O-O? Enter plays it · typing goes on to O-O-O"
    );
    check(both, "O - O Enter", "O-O");
    check(both, "O - O - O", "O-O-O");
    // Text that fits two moves is reported at once; nothing is chosen until the text is unambiguous.
    let editor = Editor::board("4k3/8/8/8/8/5N2/8/1N2K3 w - -").keys("N d 2");
    assert_eq!(editor.status(), "Nd2 may be Nbd2 or Nfd2 · type b or f");
    let editor = editor.keys("Enter");
    assert_eq!(played(&editor), "");
    assert_eq!(played(&editor.keys("f d 2")), "Nfd2");
}

#[test]
fn a_move_that_is_not_legal_is_named_as_it_was_typed() {
    let position = "4k3/8/8/6p1/8/5N2/8/4K3 w - -";
    let editor = Editor::board(position).keys("N x e 5");
    let message = editor.status();
    assert!(
        message.starts_with("no legal move begins with Nxe5"),
        "{message}"
    );
    // A legal move can be typed on from the letters that begin one.
    check(position, "N x e g 5", "Nxg5");
}

#[test]
fn an_illegal_move_is_refused_at_its_first_letter_with_a_reason() {
    let refused = |line: &str, keys: &str, why: &str| {
        let editor = Editor::board(line).keys(keys);
        assert_eq!(
            editor.status(),
            format!("no legal move begins with {why}"),
            "{keys}"
        );
        editor
    };
    let kings = "4k3/8/8/8/8/8/8/4K2R w - -";
    refused(START, "Q", "Q · no white queen can move");
    refused(START, "O", "O · White can't castle here");
    refused(START, "e 5", "e5 · legal: e3, e4");
    refused(START, "N x", "Nx · legal: Na3, Nc3, Nf3, Nh3");
    refused(kings, "Q", "Q · White has no queen");
    refused("4k3/8/8/8/8/8/P3r3/4K3 w - -", "a", "a · White is in check");
    // The earlier letters stay typed, and the next one continues them.
    let editor = refused(START, "N x", "Nx · legal: Na3, Nc3, Nf3, Nh3");
    assert_eq!(played(&editor.keys("f 3")), "Nf3");
    let editor = Editor::board(START).keys("Q h 5");
    assert_eq!(played(&editor), "");
    assert_eq!(editor.play().map(|p| p.typed.as_str()), Some("h"));
    let editor = editor.keys("Esc");
    assert_eq!(editor.play().map(|p| p.typed.as_str()), Some(""));
}

#[test]
fn moves_are_made_by_the_cursor_and_only_legal_ones() {
    // The cursor starts on e4.
    check(START, "Down Down Space Up Up Space", "e4");
    check(START, "Down Down Enter Up Up Enter", "e4");
    let editor = Editor::board(START).keys("Down Down Space Up Up Up Space");
    assert_eq!(
        (played(&editor), editor.status()),
        (
            String::new(),
            "e2 to e5 is not legal here · m sets up the position"
        )
    );
    let editor = Editor::board(START).keys("Space");
    assert_eq!(editor.status(), "e4 is empty · White to move");
    let editor = Editor::board(START).keys("Up Up Up Space");
    assert_eq!(
        editor.status(),
        "White to move: can't move the black pawn on e7"
    );
    let editor = Editor::board(START).keys("Down Down Down Space");
    assert_eq!(editor.status(), "the white king on e1 has no legal move");
}

#[test]
fn the_target_squares_of_a_held_piece_are_shown() {
    let editor = Editor::board(START);
    let play = editor.play().expect("playing");
    let squares: Vec<Square> = play.targets(Square::G1).into_iter().collect();
    assert_eq!(squares, [Square::F3, Square::H3]);
    assert!(play.targets(Square::A1).is_empty());
}

#[test]
fn the_piece_of_a_promotion_is_asked_for() {
    let line = "8/4P1k1/8/8/8/8/8/4K3 w - -";
    let editor = Editor::board(line).keys("Up Up Up Space Up Space");
    let labels: Vec<_> = editor
        .menu()
        .items
        .iter()
        .map(|i| i.label.as_str())
        .collect();
    assert_eq!(labels.len(), 4);
    assert!(labels.contains(&"white queen") && labels.contains(&"white knight"));
    assert_eq!(played(&editor.keys("n")), "e8=N+");
    check(line, "Up Up Up Space Up Space Esc", "");
}

#[test]
fn castling_is_the_king_onto_its_square_or_its_rook() {
    let line = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    check(line, "Down Down Down Space Right Right Space", "O-O");
    check(line, "Down Down Down Space Home Space", "O-O-O");
    // In Chess960 a step of the king is a step; castling is the king onto its rook.
    let nine_sixty = "4k3/8/8/8/8/8/8/5K1R w H -";
    check(nine_sixty, "Down Down Down Right Space Right Space", "Kg1");
    check(nine_sixty, "Down Down Down Right Space End Space", "O-O");
}

#[test]
fn moves_can_be_taken_back_and_replayed() {
    check(START, "e 4 e 5 Backspace", "e4");
    check(START, "e 4 e 5 u <", "");
    check(START, "e 4 e 5 u u > >", "e4 e5");
    check(START, "e 4 e 5 u u d 4 >", "d4");
    check(START, "e Backspace d 4", "d4");
    let editor = Editor::board(START).keys("Backspace");
    assert_eq!(editor.status(), "no move played yet");
}

#[test]
fn play_mode_ends_by_its_key_and_when_the_record_changes() {
    check(START, "e 4 m", "not playing");
    // Esc first discards typed text or a held piece, then returns to the record's position, then to the
    // list.
    check(START, "e 4 e Esc", "e4");
    let editor = Editor::board(START).keys("e 4 Esc");
    assert_eq!(played(&editor), "");
    assert_eq!(
        editor.status(),
        "back at the record's position · > plays the moves again"
    );
    assert_eq!(played(&editor.keys(">")), "e4");
    let editor = Editor::board(START).keys("e 4 Esc Esc");
    assert_eq!(editor.focus(), Pane::Records);
    // The other mode has a hint, on the smallest screen too.
    for keys in ["", "e 4", "e"] {
        let editor = Editor::board(START).sized(80, 24).keys(keys);
        let hints = editor.hints(80);
        let mut hints = hints.iter().map(|hint| (hint.keys.as_str(), hint.label));
        assert!(hints.any(|hint| hint == ("m", "set up")), "{keys}");
    }
    // After recording the board still shows the move: the status says how to get back.
    let editor = Editor::board(START).keys("e 4 w b");
    assert_eq!(editor.status(), "recorded bm e4 · undo ^Z · Esc goes back");
    // Another record is played from its own position.
    let editor = Editor::open(&format!("{START}\n{START}\n")).keys("Enter e 4 Ctrl-Down");
    assert_eq!(played(&editor), "");
    // Moves stay while another pane has the focus.
    check(START, "e 4 Tab Shift-Tab e 5", "e4 e5");
    // Letters place no pieces in play mode, but in set-up mode.
    let editor = Editor::board("4k3/8/8/8/8/8/8/4K3 w - -").keys("n");
    assert_eq!(
        editor.status(),
        "no legal move begins with n · m sets up pieces"
    );
    let editor = editor.keys("m n");
    assert_eq!(editor.line(0), "4k3/8/8/8/4n3/8/8/4K3 w - -");
}

#[test]
fn a_position_that_chess_does_not_allow_cannot_be_played() {
    let editor = Editor::board("8/8/8/8/8/8/8/4K3 w - -").keys("m");
    assert!(editor.play().is_none());
    assert!(
        editor.status().starts_with("the position is illegal"),
        "{}",
        editor.status()
    );
}

#[test]
fn the_moves_played_are_recorded() {
    records(
        &format!("{START} id \"x\";"),
        "e 4 e 5 w b",
        &format!("{START} bm e4; id \"x\";"),
    );
    // Unsorted operations keep their order.
    records(
        &format!("{START} id \"x\"; c0 \"y\";"),
        "e 4 w b",
        &format!("{START} id \"x\"; c0 \"y\"; bm e4;"),
    );
    records(
        &format!("{START} bm d4;"),
        "e 4 w b",
        &format!("{START} bm e4;"),
    );
    records(
        &format!("{START} bm d4;"),
        "e 4 w B",
        &format!("{START} bm d4 e4;"),
    );
    records(
        &format!("{START} am d4;"),
        "e 4 w A",
        &format!("{START} am d4 e4;"),
    );
    // Without an operation to append to, both keys do the same.
    records(START, "e 4 w B", &format!("{START} bm e4;"));
    records(
        &format!("{START} bm d4;"),
        "f 3 w a",
        &format!("{START} am f3; bm d4;"),
    );
    records(
        &format!("{START} pm d4;"),
        "e 4 w p",
        &format!("{START} pm e4;"),
    );
    records(START, "e 4 w s", &format!("{START} sm e4;"));
    records(
        &format!("{START} pv d4;"),
        "e 4 e 5 N f 3 w v",
        &format!("{START} pv e4 e5 Nf3;"),
    );
    records(START, "e 4 e 5 w l", &format!("{START} sv e4 e5;"));
    let editor = Editor::board(&format!("{START} bm e4;")).keys("e 4 w b");
    assert_eq!(editor.status(), "bm already has e4");
    let editor = Editor::board(START).keys("w");
    assert_eq!(editor.status(), "no move played yet");
    // Moves that were taken back are not recorded, and play continues after recording.
    let editor = Editor::board(START).keys("e 4 e 5 u w v N f 6");
    assert_eq!(
        (editor.line(0), played(&editor)),
        (format!("{START} pv e4;"), "e4 Nf6".into())
    );
}

#[test]
fn a_new_record_after_the_moves_carries_the_clocks_on() {
    records(
        START,
        "e 4 w n",
        &format!("{START}\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"),
    );
    let line = "r3k3/8/8/8/8/8/8/4K2R w Kq - hmvc 4; fmvn 30; id \"x\";";
    records(
        line,
        "R h 2 R a 2 w n",
        &format!("{line}\n4k3/8/8/8/8/8/r6R/4K3 w - - fmvn 31; hmvc 6;"),
    );
    records(
        line,
        "R h 8 Enter K e 7 R x a 8 w n",
        &format!("{line}\nR7/4k3/8/8/8/8/8/4K3 b - - fmvn 31; hmvc 0;"),
    );
    // Play continues from the new record.
    let editor = Editor::board(START).keys("e 4 w n e 5 w n");
    assert_eq!(editor.selected(), 2);
    assert!(
        editor
            .line(2)
            .starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6")
    );
}

#[test]
fn the_record_s_lines_are_stepped_through() {
    let line = format!("{START} pv e4 e5 Nf3;");
    check(&line, "l", "e4");
    check(&line, "l > > >", "e4 e5 Nf3");
    check(&line, "l > > < <", "e4");
    let both = format!("{START} pv e4 e5 Nf3; sv d4 d5;");
    check(&both, "l s >", "d4 d5");
    check(&both, "l p >", "e4 e5");
    // An illegal move ends the line.
    check(&format!("{START} pv e4 e4 Nf3;"), "l > >", "e4");
    let editor = Editor::board(START).keys("l");
    assert!(
        editor.status().starts_with("the record has no pv or sv"),
        "{}",
        editor.status()
    );
}

fn middle(editor: &Editor, square: Square) -> (u16, u16) {
    let rect = editor.layout().grid.expect("a board").rect(square);
    (rect.x + rect.width / 2, rect.y + rect.height / 2)
}

#[test]
fn the_mouse_plays_by_drags_and_by_clicks() {
    for size in [(80, 24), (120, 36)] {
        let editor = Editor::board(START).sized(size.0, size.1);
        let at = |square| middle(&editor, square);
        let (e2, e4, e5, g8, f6) = (
            at(Square::E2),
            at(Square::E4),
            at(Square::E5),
            at(Square::G8),
            at(Square::F6),
        );
        let editor = editor.drag(e2, e4).click(g8).click(f6);
        assert_eq!(played(&editor), "e4 Nf6");
        let editor = editor.drag(e4, e4).drag(e4, f6);
        assert_eq!(
            editor.status(),
            "e4 to f6 is not legal here · m sets up the position"
        );
        let editor = editor
            .mouse(MouseKind::Down(Button::Right), e4)
            .mouse(MouseKind::Down(Button::Middle), e4);
        assert_eq!(editor.line(0), START);
        let editor = editor.drag(e4, e5).mouse(MouseKind::ScrollUp, e4);
        assert_eq!(played(&editor), "e4 Nf6");
        assert_eq!(
            played(&editor.mouse(MouseKind::ScrollDown, e4)),
            "e4 Nf6 e5"
        );
    }
}

#[test]
fn mate_is_reported() {
    let editor = Editor::board(START).keys("f 3 e 5 g 4 Q h 4");
    assert!(
        editor.status().starts_with("Qh4#: checkmate"),
        "{}",
        editor.status()
    );
    let play = editor.play().expect("playing");
    assert!(play.position.is_checkmate());
}

#[test]
fn a_file_open_read_only_can_be_played_in_but_not_recorded_into() {
    let editor = Editor::board(START).read_only().keys("e 4 w");
    assert_eq!(played(&editor), "e4");
    assert_eq!(editor.status(), "the file is open read-only");
}

#[test]
fn hints_while_playing_begin_with_playing() {
    let editor = Editor::board("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    let hints = editor.hints(80);
    let names: Vec<_> = hints.iter().map(|hint| hint.command.id.name()).collect();
    assert_eq!(names[..3], ["set-up", "play-square", "type-move"]);
    let editor = editor.keys("e 3");
    let hints = editor.hints(80);
    let names: Vec<_> = hints.iter().map(|hint| hint.command.id.name()).collect();
    assert_eq!(names[..2], ["record-moves", "set-up"]);
}

#[test]
fn recording_reports_replaced_and_added_moves() {
    let line = format!("{START} bm d4; am f3; pv d4 d5;");
    let editor = Editor::board(&line).keys("e 4 w");
    let rows: Vec<(Option<char>, &str, &str)> = editor
        .menu()
        .items
        .iter()
        .map(|item| (item.key, item.label.as_str(), item.detail.as_str()))
        .collect();
    assert_eq!(
        rows[..4],
        [
            (Some('b'), "bm: best move, replace", "e4   (replaces d4)"),
            (Some('B'), "bm+: best move, add", "d4 e4"),
            (
                Some('a'),
                "am: move to avoid, replace",
                "e4   (replaces f3)"
            ),
            (Some('A'), "am+: move to avoid, add", "e4 f3"),
        ]
    );
    assert_eq!(
        rows[6],
        (
            Some('v'),
            "pv: predicted variation, replace",
            "e4   (replaces d4 d5)"
        )
    );
    // By name, as in the palette.
    let editor = Editor::board(&line).keys("e 4").call("record-moves bm+");
    assert!(editor.line(0).contains("bm d4 e4;"), "{}", editor.line(0));
    let editor = Editor::board(&format!("{START} bm e4 d4;")).keys("e 4 w B");
    assert_eq!(editor.status(), "bm already has e4");
}

#[track_caller]
fn check_play(editor: &Editor, moves: &str, status: &str) {
    assert_eq!((played(editor).as_str(), editor.status()), (moves, status));
}

#[test]
fn moves_that_are_not_recorded_are_kept_until_a_key_discards_them() {
    // In set-up mode the moves are kept as moves ahead.
    let editor = Editor::board(START).keys("e 4 e 5 m");
    let kept = "set up: keys and mouse place pieces · m plays moves · e4 e5 kept, not recorded";
    check_play(&editor, "not playing", kept);
    let editor = editor.keys("m > >");
    assert_eq!(played(&editor), "e4 e5");
    // Each record keeps its own moves.
    let other = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let editor = Editor::open(&format!("{START}\n{other}\n"));
    let editor = editor.keys("Enter e 4 Ctrl-Down");
    let kept = "e4 kept, not recorded: go back there to play on";
    check_play(&editor, "", kept);
    let editor = editor.keys("K d 1 Ctrl-Up >");
    assert_eq!(played(&editor), "e4");
    assert_eq!(played(&editor.keys("Ctrl-Down >")), "Kd1");
    // The moves are kept while another line is stepped through.
    let editor = Editor::board(&format!("{START} pv d4 d5;")).keys("e 4 l");
    assert_eq!(played(&editor), "d4");
    assert_eq!(played(&editor.keys("m m >")), "e4");
    // Redo restores discarded moves, until another move is played.
    let editor = Editor::board(START).keys("e 4 e 5 Delete");
    check_play(&editor, "", "discarded e4 e5 · ^Y brings them back");
    let editor = editor.keys("Ctrl-Y");
    check_play(&editor, "e4 e5", "restored the moves");
    let editor = editor.keys("Delete d 4 Ctrl-Z Ctrl-Y");
    assert_eq!(played(&editor), "d4");
    let editor = Editor::board(START).keys("Delete");
    assert_eq!(editor.status(), "no move played yet");
    // Recorded moves are not announced as kept.
    let editor = Editor::board(START).keys("e 4 w b m");
    check_play(
        &editor,
        "not playing",
        "set up: keys and mouse place pieces · m plays moves",
    );
}

#[test]
fn undo_and_redo_apply_to_unrecorded_moves() {
    check(START, "e 4 e 5 Ctrl-Z", "e4");
    check(START, "e 4 e 5 Ctrl-Z Ctrl-Z Ctrl-Y Ctrl-Y", "e4 e5");
    // An earlier edit is not undone.
    let editor = Editor::board(START).keys("m t m e 5 Ctrl-Z");
    assert!(editor.line(0).contains(" b KQkq"), "{}", editor.line(0));
    assert_eq!(played(&editor), "");
    // With all moves taken back, or none played, undo applies to the file.
    assert_eq!(editor.keys("Ctrl-Z").line(0), START);
    let editor = Editor::board(START).keys("m t m Ctrl-Z");
    assert_eq!(editor.line(0), START);
    // After recording, undo removes the recording first, then the moves.
    let editor = Editor::board(START).keys("e 4 w b Ctrl-Z");
    assert_eq!(
        (editor.line(0), played(&editor)),
        (START.into(), "e4".into())
    );
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(played(&editor), "");
}

#[test]
fn a_typed_promotion_asks_for_the_piece_at_once() {
    let line = "8/4P1k1/8/8/8/8/8/4K3 w - -";
    for keys in ["e 8", "e 7 e 8", "e 7 - e 8"] {
        let editor = Editor::board(line).keys(keys);
        assert!(editor.has_dialog(), "after {keys}: {}", editor.status());
        assert_eq!(editor.menu().title, "Promote to", "after {keys}");
        let editor = editor.keys("r");
        assert_eq!(played(&editor), "e8=R", "after {keys}");
    }
    // Typing on enters the typed piece.
    check(line, "e 8 = Q", "e8=Q");
    check(line, "e 8 N", "e8=N+");
    check(line, "e 7 e 8 b", "e8=B");
    // After Esc no move is played, and the text can be deleted or continued.
    check(line, "e 8 Esc Backspace", "");
    check(line, "e 8 Esc = R", "e8=R");
    // With a choice of squares it waits until the square is unambiguous.
    let two = "3n4/4P1k1/8/8/8/8/8/4K3 w - -";
    check(two, "e x d 8 q", "exd8=Q");
}

#[test]
fn every_way_to_write_a_move_can_be_typed() {
    check(START, "N g 1 f 3", "Nf3");
    check(START, "N g 1 - f 3", "Nf3");
    check(START, "e 2 - e 4", "e4");
    check("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e 4 x d 5", "exd5");
    check("4k3/8/8/3p4/8/5N2/8/4K3 w - -", "N d 4 K d 8", "Nd4 Kd8");
    // A check sign does not begin the next move.
    check("4k3/8/8/8/8/8/8/4K2R w - -", "R h 8 + K d 7", "Rh8+ Kd7");
}

#[test]
fn a_capital_letter_without_its_own_row_in_the_menu_does_nothing() {
    for line in [
        format!("{START} pv e4 e5 Nf3;"),
        format!("{START} bm e4; pv e4 e5 Nf3;"),
    ] {
        let editor = Editor::board(&format!("{line}\n")).keys("d 4 w V");
        assert_eq!(editor.line(0), line);
        assert_eq!(editor.status(), "`V` does nothing in this menu · F1 keys");
        assert_eq!(editor.menu().title, "Record the moves");
    }
}

#[test]
fn recording_without_a_move_says_so_at_once() {
    let editor = Editor::board(START).keys("w");
    assert_eq!(editor.status(), "no move played yet");
    assert!(!editor.has_dialog());
    for keys in ["N w", "e 4 N w"] {
        let editor = Editor::board(START).keys(keys);
        assert_eq!(
            editor.status(),
            "`N` is not a whole move yet · type the rest, or Esc clears it"
        );
        assert!(!editor.has_dialog());
    }
}

#[test]
fn a_best_move_added_takes_its_place_in_the_canonical_order() {
    let line = |set: &str| format!("{START} bm {set};");
    records(&line("a3 e4"), "d 4 w B", &line("a3 d4 e4"));
    records(&line("a3 e4"), "N f 3 w B", &line("Nf3 a3 e4"));
    // Unsorted moves keep their order, and the new one comes last.
    records(&line("e4 a3"), "d 4 w B", &line("e4 a3 d4"));
}

#[test]
fn enter_after_a_played_move_keeps_the_status() {
    let editor = Editor::board(&format!("{START}\n")).keys("N f 3");
    let message = editor.status().to_owned();
    assert!(message.starts_with("Nf3 · "), "{message}");
    let editor = editor.keys("Enter");
    assert_eq!(
        (editor.status(), played(&editor).as_str()),
        (message.as_str(), "Nf3")
    );
    // On other squares a piece of the other side is refused.
    let editor = editor.keys("Up Enter");
    assert_ne!(editor.status(), message);
}
