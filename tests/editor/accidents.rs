//! Nothing happens by accident: keys without a meaning, clicks next to text being typed, the mouse wheel,
//! and habits from other editors.

use crate::harness::{Editor, FIVE};
use epdit::editor::key::MouseKind;
use epdit::editor::state::document::Document;
use epdit::editor::state::view::Pane;
use epdit::suite::Suite;
use shakmaty::Square;

fn focus(editor: &Editor) -> Pane {
    editor.focus()
}

#[track_caller]
fn check_focus(keys: &str, pane: Pane) {
    let editor = Editor::open(FIVE).keys(keys);
    assert_eq!(focus(&editor), pane, "after {keys} · {}", editor.status());
    assert!(!editor.is_typing(), "after {keys}");
}

#[test]
fn after_typing_the_focus_returns_to_the_pane_before() {
    // From the list into the raw line, however typing ends.
    check_focus("e X Enter", Pane::Records);
    check_focus("e X Esc", Pane::Records);
    check_focus("e Enter", Pane::Records);
    check_focus("e X Ctrl-S", Pane::Records);
    check_focus("e X Ctrl-Down", Pane::Records);
    check_focus("Enter F2 X Enter", Pane::Board);
    // Typing that began in a pane ends in that pane.
    check_focus("Tab Tab Tab Tab Enter X Enter", Pane::Raw);
    check_focus("Tab Tab Enter Esc", Pane::Operations);
    // An operation added from the list.
    check_focus("a d m Enter 3 Enter", Pane::Records);
    check_focus("a d m Enter Esc", Pane::Records);
    // Tab moves on from the pane that has the text.
    check_focus("e X Tab", Pane::Records);
    check_focus("e X Shift-Tab", Pane::Problems);
    // A text restored by redo takes the focus, and returns it.
    let editor = Editor::open(FIVE).keys("e X Esc Ctrl-Y");
    assert_eq!(focus(&editor), Pane::Raw);
    assert_eq!(focus(&editor.keys("Enter")), Pane::Records);
    // After Enter, letters are commands of the list again.
    let editor = Editor::open(FIVE).keys("e X Enter j Delete");
    assert_eq!(editor.line_count(), 3 + 1);
    assert!(editor.line(0).ends_with('X'), "{}", editor.line(0));
}

#[track_caller]
fn check_status(keys: &str, status: &str) {
    let editor = Editor::open(FIVE).keys(keys);
    assert_eq!(editor.status(), status, "after {keys}");
    assert_eq!(editor.text(), FIVE, "after {keys}");
}

#[test]
fn a_key_that_does_nothing_says_so() {
    check_status("3", "`3` does nothing in Suite · ? keys");
    check_status("Tab Tab Tab Tab d", "`d` does nothing in Record · ? keys");
    check_status(
        "Tab Tab Tab Tab Space",
        "`Space` does nothing in Record · ? keys",
    );
    check_status("Tab Tab Tab z", "`z` does nothing in Problems · ? keys");
    check_status("Tab z", "`z` does nothing in Board · ? keys");
    check_status("Tab m z", "`z` does nothing in Board · ? keys");
    check_status("Ctrl-C Z", "`Z` does nothing in this menu · F1 keys");
    check_status(
        "e F11",
        "`F11` does nothing in a text being typed · F1 keys",
    );
    // The next key that has an effect clears the message; Esc never has one.
    check_status("3 j", "");
    check_status("Esc", "");
}

#[test]
fn pressing_d_twice_deletes_one_record() {
    let editor = Editor::open(FIVE).keys("d");
    assert_eq!(
        (editor.text().as_str(), editor.status()),
        (FIVE, "`d` again deletes line 1")
    );
    let editor = editor.keys("d");
    assert_eq!(editor.line_count(), 4);
    assert_eq!(editor.keys("u").text(), FIVE);
    // Any key in between starts again.
    check_status("d j d", "`d` again deletes line 2");
    check_status("d Esc d", "`d` again deletes line 1");
    check_status("d d u d", "`d` again deletes line 1");
    // Counts are not supported, and the status says so: one record is deleted.
    let editor = Editor::open(FIVE).keys("3 d d");
    assert_eq!(editor.line_count(), 4);
    // All marked records at once, with their number.
    let editor = Editor::open(FIVE).keys("Space j Space d").done();
    assert_eq!(editor.status(), "`d` again deletes 2 marked lines");
    let editor = editor.keys("d").done();
    assert_eq!(editor.line_count(), 3);
    // Keys that nobody presses twice by habit need no second press.
    let editor = Editor::open(FIVE).keys("Delete");
    assert_eq!(editor.line_count(), 4);
    let editor = Editor::open(FIVE).call("delete-record");
    assert_eq!(editor.line_count(), 4);
}

#[test]
fn pressing_d_twice_removes_one_operation() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n";
    let editor = Editor::operations(line).keys("d");
    assert_eq!(
        (editor.text().as_str(), editor.status()),
        (line, "`d` again removes bm")
    );
    assert_eq!(
        editor.keys("d").line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";"
    );
    let editor = Editor::operations(line).read_only().keys("d");
    assert_eq!(editor.status(), "the file is open read-only");
}

#[test]
fn a_double_click_on_the_hint_of_a_change_applies_it_once() {
    let editor = Editor::open(FIVE);
    let layout = editor.layout();
    let hints = editor.hints(layout.hints.width);
    let hint = hints.into_iter().find(|hint| hint.label == "delete");
    let at = (hint.expect("a hint").x + 1, layout.hints.y);
    // A double click counts as one press: the first one asks, the second one answers.
    let editor = editor.double_click(at);
    assert_eq!(editor.text(), FIVE);
    let editor = editor.double_click(at);
    assert_eq!(editor.line_count(), 4);
}

fn middle(editor: &Editor, square: Square) -> (u16, u16) {
    let rect = editor.layout().grid.expect("a board").rect(square);
    (rect.x + rect.width / 2, rect.y + rect.height / 2)
}

/// Returns the middle of the board.
fn board(editor: &Editor) -> (u16, u16) {
    middle(editor, Square::E4)
}

#[test]
fn the_wheel_changes_nothing_wherever_it_turns() {
    for (cols, rows) in [(80, 24), (120, 36)] {
        for keys in [
            "",
            "Tab",
            "Tab Tab",
            "Tab Tab Tab",
            "e X",
            "Tab Tab Enter",
            "Tab m",
        ] {
            let mut editor = Editor::open(FIVE).sized(cols, rows).keys(keys);
            let before = (
                editor.shown(),
                editor.text(),
                focus(&editor),
                editor.selected(),
            );
            // The wheel scrolls operations that don't all fit.
            let pane = editor.layout().operations.unwrap_or_default();
            let are_seen = usize::from(pane.inner().height) >= editor.model.operation_rows();
            let cursors = |editor: &Editor| {
                let view = &editor.model.document.view;
                let operations = are_seen.then_some(view.operations.cursor);
                (operations, view.cursor)
            };
            let at = cursors(&editor);
            for row in 0..rows {
                for column in (0..cols).step_by(9) {
                    editor = editor
                        .mouse(MouseKind::ScrollDown, (column, row))
                        .mouse(MouseKind::ScrollDown, (column, row))
                        .mouse(MouseKind::ScrollUp, (column, row));
                }
            }
            let after = (
                editor.shown(),
                editor.text(),
                focus(&editor),
                editor.selected(),
            );
            assert_eq!(after, before, "after {keys:?} at {cols}x{rows}");
            assert_eq!(cursors(&editor), at, "after {keys:?} at {cols}x{rows}");
        }
    }
}

#[test]
fn the_wheel_over_completions_scrolls_and_chooses_nothing() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
    let editor = Editor::operations(start).sized(80, 24).keys("Enter");
    let list = editor.layout().popup.expect("legal moves").list;
    let editor = editor.mouse(MouseKind::ScrollDown, (list.x, list.y));
    assert_eq!((editor.assist().first, editor.assist().cursor()), (1, None));
    // Enter keeps the typed text, not a row scrolled past.
    assert_eq!(editor.keys("Enter").text(), start);
    // A number has no list.
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - acd 20;\n";
    let editor = Editor::operations(line).keys("Enter");
    let popup = editor.layout().popup.expect("what it means").frame;
    let editor = editor.mouse(MouseKind::ScrollUp, (popup.x + 1, popup.y + 1));
    assert_eq!(editor.keys("Enter").text(), line);
}

#[test]
fn the_wheel_changes_a_number_only_over_its_prompt() {
    let editor = Editor::set_up(FIVE).keys("9");
    let at = board(&editor);
    let editor = editor.mouse(MouseKind::ScrollUp, at);
    assert_eq!(editor.prompt().input.text(), b"");
    let line = (40, editor.layout().status.y);
    let editor = editor.mouse(MouseKind::ScrollUp, line);
    assert_eq!(editor.prompt().input.text(), b"518");
}

#[test]
fn a_click_elsewhere_accepts_valid_text_and_keeps_the_rest_open() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";";
    let editor = |keys: &str, typed: &str| {
        let editor = Editor::open(&format!("{line}\n")).keys(keys).typed(typed);
        let at = board(&editor);
        editor.click(at)
    };
    // A valid line is accepted, and the status says so.
    let kept = editor("e", " dm 3;");
    assert_eq!(kept.line(0), format!("{line} dm 3;"));
    assert_eq!(kept.status(), "edited the line · undo ^Z");
    assert_eq!(focus(&kept), Pane::Board);
    // A line with a new error stays open, and keeps the focus.
    let open = editor("e", " dm x;");
    assert_eq!((open.line(0), focus(&open)), (line.to_owned(), Pane::Raw));
    assert!(
        open.status().contains("Enter keeps it anyway"),
        "{}",
        open.status()
    );
    assert_eq!(open.shown(), format!("{line} dm x;"));
    assert_eq!(open.keys("Enter").line(0), format!("{line} dm x;"));
    // So do half-typed operands.
    let open = editor("Tab Tab a d m Enter", "");
    assert_eq!(open.line(0), line, "nothing was typed: nothing is added");
    assert_eq!(open.status(), "dm was not added: nothing was typed");
    let open = editor("Tab Tab Enter", " Q");
    assert_eq!(open.line(0), line);
    assert!(open.is_typing(), "{}", open.status());
    // A second click does not force the text in.
    let at = board(&open);
    let open = open.click(at).click(at);
    assert_eq!(open.line(0), line);
    // An untouched text is simply closed.
    let left = editor("e", "");
    assert_eq!((left.status(), focus(&left)), ("", Pane::Board));
}

#[test]
fn a_click_beside_a_prompt_does_not_answer_it() {
    let status = |editor: &Editor, column| (column, editor.layout().status.y);
    // A click in the typed text puts the cursor there.
    let editor = Editor::open(FIVE).keys("Ctrl-G").typed("3");
    let at = status(&editor, 60);
    let editor = editor.click(at);
    assert_eq!(
        (editor.selected(), editor.prompt().input.text()),
        (0, &b"3"[..])
    );
    // A click elsewhere keeps the text and says which key to press.
    let at = board(&editor);
    let editor = editor.click(at);
    let message = editor.prompt().message.clone().unwrap_or_default();
    assert_eq!(message, "Enter accepts · Esc leaves it");
    assert_eq!(editor.keys("Enter").selected(), 2);
    // With nothing typed the prompt closes.
    let editor = Editor::open(FIVE).keys("Ctrl-G");
    let at = board(&editor);
    assert!(!editor.click(at).has_dialog());
    // A click between the letters.
    let editor = Editor::open(FIVE).keys("Ctrl-G").typed("abc");
    let field = editor.layout().prompt.expect("a prompt").field;
    let at = status(&editor, field.x + 1);
    let editor = editor.click(at).typed("X");
    assert_eq!(editor.prompt().input.text(), b"aXbc");
}

#[test]
fn a_position_typed_on_an_empty_board_is_one_step_of_undo() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";";
    let typed = "x 4 k / 8 8 8 8 8 4 P / 4 K t";
    let editor = Editor::set_up(line).keys(typed);
    assert!(
        editor.line(0).starts_with("4k3/8/8/8/8/8/4P3/4K3 b - -"),
        "{}",
        editor.line(0)
    );
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(editor.line(0), line, "{}", editor.status());
    assert!(editor.can_undo().is_none());
    let editor = editor.keys("Ctrl-Y");
    assert!(editor.line(0).starts_with("4k3/8/8/8/8/8/4P3/4K3 b"));
    // The edit before is a separate step, and so is another position after it.
    let editor = Editor::set_up(line).keys("t x k K x q Q Ctrl-Z");
    assert!(editor.line(0).starts_with("kK6/8/"), "{}", editor.line(0));
    let editor = editor.keys("Ctrl-Z");
    assert!(editor.line(0).starts_with("4k3/8/8/8/8/8/4P3/4K3 b"));
    // Anything in between ends the step.
    let editor = Editor::set_up(line).keys("x k K Tab Shift-Tab Q Ctrl-Z");
    assert!(editor.line(0).starts_with("kK6/8/"), "{}", editor.line(0));
    // Pieces placed on a board that was not emptied are a step each.
    let editor = Editor::set_up(line).keys("Q Q Ctrl-Z");
    assert!(editor.line(0).contains("/4Q3/"), "{}", editor.line(0));
}

#[test]
fn an_empty_board_hints_at_how_a_position_is_typed() {
    let names = |editor: &Editor, columns| -> Vec<&'static str> {
        let hints = editor.hints(columns);
        hints.iter().map(|hint| hint.command.id.name()).collect()
    };
    let editor = Editor::set_up("4k3/8/8/8/8/8/4P3/4K3 w - -").keys("x");
    assert_eq!(
        names(&editor, 80)[..4],
        ["place-white-pawn", "skip", "next-rank", "side"]
    );
    assert!(names(&editor, 120).contains(&"starting-position"));
    let editor = Editor::set_up("4k3/8/8/8/8/8/4P3/4K3 w - -");
    assert!(names(&editor, 200).contains(&"clear-board"));
    assert!(!names(&editor, 200).contains(&"skip"));
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Drags a piece while operands are typed.
#[track_caller]
fn dragged(operations: &str, keys: &str, from: Square, to: Square) -> Editor {
    let editor = Editor::operations(&format!("{START} {operations}\n")).keys(keys);
    let (from, to) = (middle(&editor, from), middle(&editor, to));
    let editor = editor.drag(from, to);
    assert!(editor.is_typing(), "{}", editor.status());
    editor
}

#[test]
fn a_piece_dragged_while_moves_are_typed_enters_its_move() {
    let line = |editor: Editor| editor.keys("Enter").line(0);
    // A set gets the move, but no move twice.
    let editor = dragged("bm e4;", "Enter", Square::D2, Square::D4);
    assert_eq!(editor.status(), "entered d4");
    assert_eq!(line(editor), format!("{START} bm d4 e4;"));
    let editor = dragged("bm e4;", "Enter", Square::E2, Square::E4);
    assert_eq!(editor.status(), "bm already has e4");
    // A half-typed move is replaced.
    let editor = dragged("bm e4;", "Enter Space N", Square::G1, Square::F3);
    assert_eq!(line(editor), format!("{START} bm Nf3 e4;"));
    // An opcode with one move gets the new one.
    let editor = dragged("pm e4;", "Enter", Square::D2, Square::D4);
    assert_eq!(line(editor), format!("{START} pm d4;"));
    // A line continues with the other side, and a move of the same side replaces the last one.
    let editor = dragged("pv e4;", "Enter", Square::E7, Square::E5);
    let (from, to) = (middle(&editor, Square::G1), middle(&editor, Square::F3));
    let editor = editor.drag(from, to);
    assert_eq!(line(editor), format!("{START} pv e4 e5 Nf3;"));
    let editor = dragged("pv e4;", "Enter", Square::D2, Square::D4);
    assert_eq!(line(editor), format!("{START} pv d4;"));
    // Two clicks do the same; the position doesn't change in any case.
    let editor = Editor::operations(&format!("{START} id \"x\";\n")).keys("a b m Enter");
    let (from, to) = (middle(&editor, Square::E2), middle(&editor, Square::E4));
    let editor = editor.click(from).click(to);
    assert_eq!(line(editor), format!("{START} bm e4; id \"x\";"));
    // An illegal move is refused, and the text stays.
    let editor = dragged("bm e4;", "Enter", Square::E2, Square::E5);
    assert_eq!(editor.status(), "e2 to e5 is not legal here");
    assert_eq!(line(editor), format!("{START} bm e4;"));
    let editor = dragged("bm e4;", "Enter", Square::E7, Square::E5);
    assert_eq!(
        editor.status(),
        "the black pawn on e7 has no legal move here"
    );
    // Esc leaves the record unchanged, and no piece is held.
    let editor = dragged("bm e4;", "Enter", Square::E2, Square::E2).keys("Esc");
    assert!(!editor.holds_piece());
    assert_eq!(editor.line(0), format!("{START} bm e4;"));
}

#[test]
fn a_promotion_dragged_into_operands_is_asked_for() {
    let line = "8/4P1k1/8/8/8/8/8/4K3 w - -";
    let editor = Editor::operations(&format!("{line}\n")).keys("a b m Enter");
    let (from, to) = (middle(&editor, Square::E7), middle(&editor, Square::E8));
    let editor = editor.drag(from, to);
    assert_eq!(editor.menu().title, "Promote to");
    let below = editor.keys("Down Enter Enter");
    assert_eq!(below.line(0), format!("{line} bm e8=R;"));
}

#[test]
fn a_binary_file_is_opened_read_only_and_says_so() {
    let zeros = "\0".repeat(300);
    let data: String = (1..=8_u8).cycle().take(300).map(char::from).collect();
    for text in [&zeros, &data] {
        let editor = Editor::open(text);
        let says = "the file is open read-only: it is binary data";
        for keys in ["d", "o", "Enter Q", "Tab Tab a", "e"] {
            let editor = Editor::open(text).keys(keys);
            assert_eq!(editor.status(), says, "after {keys}");
            assert_eq!(&editor.text(), text);
        }
        assert_eq!(editor.why_read_only().as_deref(), Some(says));
    }
    // The status says so at once, and records of other files can't be copied into it.
    let editor = Editor::two(FIVE, &zeros);
    let editor = editor.call("copy-to-file other.epd");
    assert_eq!(
        editor.status(),
        "other.epd is open read-only: it is binary data"
    );
    let editor = Editor::two(&zeros, FIVE);
    assert_eq!(
        editor.status_with_kind().map(|status| status.text.as_str()),
        Some("test.epd is not an EPD file: it is binary data · opened read-only")
    );
    // An image opened by its name is read-only, too.
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08\x02".to_vec();
    let picture = Suite::from_bytes("board.png", png);
    let picture = epdit::editor::editor_of(vec![Document::new(picture)], None);
    assert_eq!(
        picture.status.map(|status| status.text).as_deref(),
        Some("board.png is not an EPD file: it is binary data · opened read-only")
    );
    // Old programs ended records with NULs; damaged text can be edited.
    let old = "8/8/8/8/8/8/8/K1k5 w - - bm Kb1;\0\n".repeat(3);
    for text in [old.as_str(), "no record at all\n", ""] {
        assert_eq!(Editor::open(text).why_read_only(), None, "{text:?}");
    }
}

#[test]
fn the_welcome_is_whole_on_the_smallest_screen_and_its_keys_reach_nothing_below_it() {
    let welcome = |cols, rows| Editor::open(FIVE).sized(cols, rows).call("welcome");
    let mut built_in = Editor::open(FIVE);
    built_in.model.document.is_built_in = true;
    let editor = built_in.sized(80, 24).call("welcome");
    let list = editor.layout().overlay.expect("the page").list;
    let rows = editor.pager().rows(usize::from(list.width));
    assert!(
        rows.len() <= usize::from(list.height),
        "{} rows",
        rows.len()
    );
    // Keys that leave, move, delete or open something don't reach the panes below.
    for key in ["Esc", "Enter", "Space", "G", "x", "Delete", "q", "d", "m"] {
        let editor = welcome(80, 24).keys(key);
        assert_eq!(editor.has_dialog(), !["Esc", "q"].contains(&key), "{key}");
        assert_eq!(
            (focus(&editor), editor.text().as_str()),
            (Pane::Records, FIVE)
        );
        assert_eq!(editor.selected(), 0, "{key}");
        assert!(!editor.wants_to_quit());
    }
    let shown = || welcome(120, 36);
    assert!(!shown().keys("Ctrl-P").rows().is_empty());
    assert_eq!(shown().keys(":").prompt().label, ":");
    assert!(shown().keys("Ctrl-Q").wants_to_quit());
    let title = welcome(120, 36).pager().title.clone();
    assert_eq!(title, "Welcome to epdit · Esc closes this page");
    assert!(!welcome(80, 24).click((0, 0)).has_dialog());
}

#[test]
fn enter_pressed_twice_does_not_lose_what_was_typed_by_a_reload() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, FIVE).expect("a file");
    let options = epdit::suite::OpenOptions {
        background: false,
        ..Default::default()
    };
    let suite = epdit::suite::Suite::open(&path, &options).expect("it opens");
    let editor = Editor::with(suite).keys("Delete").call("reload");
    assert_eq!(
        editor.menu().about,
        ["Your changes are lost: 1 line removed."]
    );
    assert!(
        editor.menu().items[0].key.is_none(),
        "the first row cancels, and has no key"
    );
    let editor = editor.keys("Enter Enter");
    assert_eq!(editor.line_count(), 4);
}

#[test]
fn leaving_reports_unrecorded_moves_once() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    let editor = Editor::board(START).keys("e 4 e 5 Ctrl-Q");
    assert!(!editor.wants_to_quit());
    assert_eq!(
        editor.status(),
        "moves played are not recorded: e4 e5 · ^Q again quits"
    );
    // Newer moves are reported again.
    let editor = editor.keys("N f 3 Ctrl-Q");
    assert!(!editor.wants_to_quit());
    assert!(editor.keys("Left Ctrl-Q").wants_to_quit());
    // While the position is set up the moves are kept, and lost when the editor is left.
    let editor = Editor::board(START).keys("e 4 m Ctrl-Q");
    assert_eq!(
        editor.status(),
        "moves played are not recorded: e4 · ^Q again quits"
    );
    assert!(editor.keys("Ctrl-Q").wants_to_quit());
}

#[test]
fn leaving_does_not_mention_recorded_moves() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5;\n";
    for keys in ["m", "e 4 Delete", "l", "e 4 Left Delete"] {
        let editor = Editor::board(START).keys(keys).keys("Ctrl-Q");
        assert!(editor.wants_to_quit(), "{keys}: {}", editor.status());
    }
}

#[test]
fn the_prompt_before_quitting_names_unrecorded_moves() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    let editor = Editor::open(&START.repeat(2)).keys("D Enter d 4 d 5 c 4 e 6 N c 3 Ctrl-Q");
    assert_eq!(
        editor.menu().about[1],
        "Moves played are not recorded: d4 d5 c4 e6 and 1 more."
    );
    // The question reported them: after the save the editor is left.
    let editor = editor.keys("s");
    assert_eq!(editor.prompt().label, "save as");
    let editor = Editor::open(START).keys("Enter m d 4 Ctrl-Q Ctrl-Q");
    assert!(editor.wants_to_quit());
}

#[test]
fn a_key_pressed_twice_accepts_no_preview_before_it_is_shown() {
    for key in ["Enter", "y"] {
        let editor = Editor::open(FIVE)
            .keys("r s")
            .typed("ce 5")
            .keys("Enter")
            .keys_at_once(key);
        assert_eq!(editor.text(), FIVE, "{key}");
        assert_eq!(
            editor.status(),
            "nothing changed yet · Enter applies it, Esc cancels"
        );
        // Once the preview was on the screen, the same key accepts it.
        let editor = editor.keys(key);
        assert!(
            editor.line(0).contains("ce 5;"),
            "{key}: {}",
            editor.line(0)
        );
    }
    // Nor does it accept a preview that a thread finishes only now.
    let text = FIVE.repeat(1000);
    let editor = Editor::open(&text)
        .keys("r s")
        .typed("ce 5")
        .keys("Enter")
        .done()
        .keys_at_once("Enter");
    assert_eq!(editor.text(), text);
    assert!(editor.keys("Enter").line(0).contains("ce 5;"));
}

#[test]
fn the_command_line_opens_from_every_page_and_its_letters_run_no_commands() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 ; ce 1 ;\n".repeat(3);
    let pages = [
        "problem-list",
        "statistics",
        "values",
        "duplicates",
        "columns",
        "settings",
        "help",
        "legend",
        "welcome",
        "explain bm",
        "set-operation acd 3",
    ];
    for page in pages {
        let editor = Editor::open(&text).done().call(page).done();
        assert!(editor.has_dialog(), "{page}");
        let typing = Editor::open(&text).done().call(page).keys(":");
        assert_eq!(typing.prompt().label, ":", "{page}");
        let editor = editor.typed(":go-to 3").keys("Enter").done();
        assert!(!editor.has_dialog(), "{page}");
        assert_eq!((editor.selected(), editor.text()), (2, text.clone()));
    }
}

#[test]
fn a_letter_without_a_command_on_a_page_is_reported() {
    let check = |page: &str, keys: &str, said: &str| {
        let editor = Editor::open(FIVE).done().call(page).done().keys(keys);
        assert_eq!(editor.status(), said, "{page}");
        assert!(editor.has_dialog(), "{page}");
    };
    check(
        "problem-list",
        "z",
        "`z` does nothing in this page · ? keys",
    );
    check("statistics", "e", "`e` does nothing in this page · ? keys");
    check("help", "z", "`z` does nothing in this page · F1 keys");
    check(
        "set-operation acd 3",
        "z",
        "`z` does nothing in this preview · ? keys",
    );
}

#[test]
fn marked_lines_hidden_by_the_filter_are_reported_before_deletion() {
    let white = "4k3/8/8/8/8/8/8/4K3 w - - id \"w\";\n";
    let black = "4k3/8/8/8/8/8/8/4K3 b - - id \"b\";\n";
    let hidden = || {
        let editor = Editor::open(&format!("{white}{black}{black}"));
        editor.keys("Space").call("query side = b").done()
    };
    // A key that deletes at once asks first when some records are not on the screen.
    let editor = hidden().keys("Delete");
    assert_eq!(
        editor.status(),
        "`Del` again deletes 1 marked line, hidden by the filter"
    );
    assert_eq!(editor.text(), format!("{white}{black}{black}"));
    let editor = editor.keys("Delete").done();
    assert_eq!(editor.text(), format!("{black}{black}"));
    assert_eq!(
        editor.status(),
        "deleted 1 marked line, hidden by the filter · undo ^Z"
    );
    let editor = hidden().keys("Space d");
    assert_eq!(
        editor.status(),
        "`d` again deletes 2 marked lines, 1 of them hidden by the filter"
    );
    let editor = hidden().keys("x").done();
    assert!(
        editor
            .status()
            .starts_with("cut 1 marked line, hidden by the filter · "),
        "{}",
        editor.status()
    );
    // Records that are all on the screen are deleted as usual.
    let editor = Editor::open(&format!("{white}{black}")).keys("Delete");
    assert_eq!(editor.text(), black);
}
