//! Editors by type of operand: a record, keys, and the record after them.

use crate::harness::Editor;
use epdit::editor::panes::problems;
use shakmaty::Position;

const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn editing(operations: &str) -> Editor {
    Editor::operations(&format!("{FIELDS} {operations}\n")).keys("Enter")
}

fn adding(opcode: &str) -> Editor {
    Editor::operations(&format!("{FIELDS}\n"))
        .keys("a")
        .typed(opcode)
        .keys("Enter")
}

fn labels(editor: &Editor) -> Vec<&str> {
    let rows = editor.assist().rows.iter();
    rows.map(|row| row.label.as_str()).collect()
}

fn note(editor: &Editor) -> &str {
    let note = editor.assist().note.as_ref();
    note.map_or("", |note| note.text.as_str())
}

fn check_operations(editor: &Editor, operations: &str) {
    let wanted = format!("{FIELDS} {operations}");
    assert_eq!(editor.line(0), wanted, "{}", editor.status());
    assert!(!editor.is_typing());
}

#[test]
fn all_legal_moves_are_offered_and_narrowed_by_typing() {
    let editor = adding("pm");
    assert_eq!(labels(&editor), ["Kd1", "Kd2", "Kf1", "Kf2", "e3", "e4"]);
    let editor = editor.typed("k");
    assert_eq!(labels(&editor), ["Kd1", "Kd2", "Kf1", "Kf2"]);
    let editor = editor.typed("2");
    assert_eq!(labels(&editor), ["Kd2", "Kf2"]);
    check_operations(&editor.keys("Down Down Enter"), "pm Kf2;");
}

#[test]
fn a_move_may_be_typed_in_uci_and_goes_in_as_san() {
    let editor = adding("bm").typed("e2e");
    assert_eq!(labels(&editor), ["e3", "e4"]);
    check_operations(
        &editor
            .typed("4 d1")
            .keys("Backspace Backspace e 1 d 1 Enter"),
        "bm e4 Kd1;",
    );
    check_operations(&adding("pm").typed("e2-e3").keys("Enter"), "pm e3;");
    check_operations(
        &adding("pv").typed("1.e4 e8d8 2.e5").keys("Enter"),
        "pv e4 Kd8 e5;",
    );
}

#[test]
fn right_at_the_end_takes_the_best_match() {
    let editor = adding("bm").typed("kf").keys("Right");
    assert_eq!(editor.shown(), format!("{FIELDS} bm Kf1;"));
    check_operations(&editor.keys("Enter"), "bm Kf1;");
}

#[test]
fn a_set_is_switched_over_the_legal_moves() {
    let editor = editing("bm e4;").keys("Down Space");
    assert_eq!(editor.shown(), format!("{FIELDS} bm Kd1 e4;"));
    assert_eq!(editor.assist().rows[0].on, Some(true));
    // Another move is added, the first one removed, and the cursor stays.
    let editor = editor.keys("Down Space Up Space");
    assert_eq!(editor.assist().cursor(), Some(0));
    check_operations(&editor.keys("Enter"), "bm Kd2 e4;");
    // Without Space, Enter inserts the chosen move.
    check_operations(&editing("bm e4;").keys("Down Enter"), "bm Kd1 e4;");
    check_operations(&editing("bm e4;").keys("Up Enter"), "bm e4;");
}

#[test]
fn a_toggled_move_replaces_unfinished_text() {
    let editor = editing("bm e4;").typed(" kf").keys("Down Space Enter");
    check_operations(&editor, "bm Kf1 e4;");
}

#[test]
fn the_chosen_move_is_on_the_board() {
    let editor = adding("bm").keys("Down");
    let preview = editor.assist().preview.as_ref().expect("a preview");
    assert_eq!(
        preview.played.map(|played| played.to_string()),
        Some("Ke1-d1".into())
    );
    assert!(editor.keys("Esc Esc").assist().preview.is_none());
}

#[test]
fn a_line_grows_move_by_move_and_the_board_follows() {
    let editor = adding("pv").typed("e4").keys("Down Enter");
    let preview = editor.assist().preview.as_ref().expect("a preview");
    assert_eq!(preview.plies, 1);
    assert!(
        preview
            .position
            .board()
            .piece_at(shakmaty::Square::E4)
            .is_some()
    );
    assert_eq!(labels(&editor), ["Kd7", "Kd8", "Ke7", "Kf7", "Kf8"]);
    let editor = editor.keys("Down Enter");
    assert_eq!(editor.assist().preview.as_ref().map(|p| p.plies), Some(2));
    check_operations(&editor.keys("Enter"), "pv e4 Kd7;");
}

#[test]
fn the_illegal_move_that_ends_a_line_is_named() {
    let editor = adding("pv").typed("e4 e5 Kd1");
    assert_eq!(
        note(&editor),
        "the line stops at `e5`: not a legal move there"
    );
}

#[test]
fn an_unknown_move_is_not_accepted_silently() {
    let editor = adding("bm").typed("e5").keys("Enter");
    assert!(editor.is_typing());
    assert!(
        editor.status().contains("did you mean e"),
        "{}",
        editor.status()
    );
    assert!(
        editor.status().ends_with("Enter again keeps it"),
        "{}",
        editor.status()
    );
    // Typing starts again; a second Enter accepts the wrong move.
    let editor = editor.keys("Backspace 6 Enter");
    assert!(editor.is_typing());
    check_operations(&editor.keys("Enter"), "bm e6;");
}

#[test]
fn an_invalid_operand_needs_a_second_enter() {
    let mut editor = adding("bm").typed("e5");
    for (keys, what) in [
        ("Enter Ctrl-S", "not saved: "),
        ("Ctrl-S", "not saved: "),
        ("Ctrl-Q", "not quit: "),
        ("Ctrl-Q", "not quit: "),
    ] {
        editor = editor.keys(keys);
        assert!(editor.is_typing());
        assert!(!editor.wants_to_quit());
        let status = editor.status();
        let end = " · Enter again keeps it · Esc drops it";
        assert!(
            status.starts_with(what) && status.ends_with(end),
            "{status}"
        );
        assert_eq!(status.matches(what).count(), 1, "{status}");
    }
    let editor = editor.keys("Enter");
    assert!(!editor.is_typing());
}

#[test]
fn integers_have_a_range_and_steps() {
    let editor = editing("dm 3;");
    assert_eq!(editor.assist().title, "integer, 1 or more");
    check_operations(&editor.keys("Up Enter"), "dm 4;");
    check_operations(&editing("dm 3;").keys("Down Down Down Down Enter"), "dm 1;");
    check_operations(
        &editing("acn 3;").keys("PageUp PageUp PageDown Up Enter"),
        "acn 14;",
    );
    let editor = editing("dm 3;").keys("Ctrl-U").typed("0").keys("Enter");
    assert!(editor.is_typing());
    assert!(
        editor.status().contains("Enter again keeps it"),
        "{}",
        editor.status()
    );
    let editor = editing("dm 3;").typed("x");
    assert_eq!(editor.status(), "expected a whole number, found `x`");
}

#[test]
fn a_score_is_typed_as_centipawns_pawns_or_a_mate() {
    check_operations(&adding("ce").typed("-30").keys("Enter"), "ce -30;");
    check_operations(&adding("ce").typed("0.30").keys("Enter"), "ce 30;");
    let editor = adding("ce").typed("#5");
    assert_eq!(note(&editor), "mates in 5");
    check_operations(&editor.keys("Enter"), "ce 32758;");
    check_operations(&adding("ce").typed("-M3").keys("Enter"), "ce -32761;");
    check_operations(&adding("ce").typed("#2").keys("Up Enter"), "ce 32762;");
    let editor = adding("ce").typed("40000").keys("Enter");
    assert!(editor.is_typing());
}

#[test]
fn the_length_of_strings_is_shown_and_quotes_are_refused() {
    let editor = editing("id \"x\";").typed("yz");
    assert_eq!(note(&editor), "3 of 255 bytes");
    let editor = editor.typed("é");
    assert!(
        note(&editor).starts_with("5 of 255 bytes · `é` is not ASCII"),
        "{}",
        note(&editor)
    );
    let editor = editing("id \"x\";").typed("\"");
    assert_eq!(
        editor.status(),
        "a string can't contain a quote: EPD has no escapes · type ' instead"
    );
    let editor = editing("id \"x\";").pasted("a\tb");
    assert_eq!(
        editor.status(),
        "operands can't hold a control character · use a space"
    );
    let long = "a".repeat(256);
    let editor = editing("id \"\";").pasted(&long);
    assert_eq!(
        note(&editor),
        "256 of 255 bytes: 1 too many for some programs"
    );
    let editor = editor.keys("Enter");
    assert!(editor.is_typing());
    check_operations(
        &editor.keys("Backspace Enter"),
        &format!("id \"{}\";", "a".repeat(255)),
    );
}

#[test]
fn an_opcode_with_fixed_values_offers_them() {
    let editor = adding("refcom");
    assert_eq!(labels(&editor).len(), 7);
    let editor = editor.typed("re");
    assert_eq!(labels(&editor), ["reset", "respond"]);
    check_operations(&editor.keys("Down Down Enter"), "refcom respond;");
    let editor = adding("refreq").typed("later").keys("Enter");
    assert!(editor.is_typing());
    assert!(
        editor.status().contains("Enter again"),
        "{}",
        editor.status()
    );
}

#[test]
fn separators_of_dates_and_clocks_are_inserted_while_typing_digits() {
    check_operations(
        &adding("ts").typed("20260131120005").keys("Enter"),
        "ts 2026.01.31 12:00:05;",
    );
    check_operations(
        &editing("ts 2026.01.31 12:00:05;")
            .keys("Home Right Right Right Right Right Delete Delete")
            .typed("03")
            .keys("Enter"),
        "ts 2026.03.31 12:00:05;",
    );
    let editor = adding("cc").typed("0000010000000000930");
    assert!(editor.keys("Enter").is_typing());
    check_operations(
        &adding("cc").typed("000001000000000930").keys("Enter"),
        "cc 000:00:10:00 000:00:09:30;",
    );
    let editor = adding("ts").typed("20261301").keys("Enter");
    assert!(editor.is_typing());
    let editor = adding("ts").typed("x");
    assert!(
        editor.status().starts_with("expected a digit"),
        "{}",
        editor.status()
    );
}

#[test]
fn tag_pairs_get_their_quotes() {
    let editor = adding("ptp").typed("Whi").keys("Down Enter").typed("Anna");
    assert_eq!(editor.shown(), format!("{FIELDS} ptp White \"Anna\";"));
    assert_eq!(note(&editor), "4 of 255 bytes");
    // A quote typed before a quote steps over it.
    let editor = editor.typed("\" ");
    assert!(!labels(&editor).contains(&"White"));
    check_operations(
        &editor
            .typed("Black")
            .keys("Down Enter")
            .typed("Boris")
            .keys("Enter"),
        "ptp White \"Anna\" Black \"Boris\";",
    );
}

#[test]
fn operands_of_unknown_opcodes_are_free() {
    let editor = adding("Eval");
    assert_eq!(editor.assist().title, "any operands");
    check_operations(
        &editor.typed("+0.3 \"a; b\" ?").keys("Enter"),
        "Eval +0.3 \"a; b\" ?;",
    );
}

#[test]
fn moves_are_not_checked_where_chess_does_not_allow_the_position() {
    let editor = Editor::operations("8/8/8/8/8/8/4P3/4K3 w - - bm e4;\n").keys("Enter");
    assert!(note(&editor).starts_with("moves are not checked"));
    assert_eq!(
        editor.typed(" Qh9").keys("Enter").line(0),
        "8/8/8/8/8/8/4P3/4K3 w - - bm e4 Qh9;"
    );
}

#[test]
fn the_first_esc_clears_the_chosen_row() {
    let editor = editing("bm e4;").keys("Down Esc");
    assert!(editor.is_typing());
    check_operations(&editor.keys("Esc"), "bm e4;");
}

#[test]
fn the_raw_line_completes_opcodes_moves_and_words() {
    let raw = || Editor::open(&format!("{FIELDS} bm e4;\n")).keys("e");
    assert!(raw().assist().rows.is_empty());
    let editor = raw().typed(" refc");
    assert_eq!(labels(&editor), ["refcom"]);
    let editor = editor.keys("Right").typed("in");
    assert_eq!(labels(&editor)[0], "inform");
    let editor = editor.keys("Down Enter").typed("; pm k");
    assert_eq!(labels(&editor), ["Kd1", "Kd2", "Kf1", "Kf2"]);
    let editor = editor.keys("Down Down Enter").typed(";").keys("Enter");
    check_operations(&editor, "bm e4; refcom inform; pm Kd2;");
    let editor = raw().typed(" id").typed(" \"x\";").keys("Enter");
    check_operations(&editor, "bm e4; id \"x\";");
    let editor = raw()
        .typed(" ni")
        .keys("Right")
        .typed("RL 12")
        .keys("Enter");
    check_operations(&editor, "bm e4; nic \"RL 12\";");
}

#[test]
fn a_click_chooses_a_completion_and_a_second_click_accepts_it() {
    let editor = adding("pm");
    let popup = editor.layout().popup.expect("an offer");
    let at = (popup.list.x + 2, popup.list.y + 1);
    let editor = editor.click(at);
    assert_eq!(editor.assist().cursor(), Some(1));
    check_operations(&editor.click(at), "pm Kd2;");
}

/// Opens two records, with the cursor in the operations of the first.
fn two(first: &str, second: &str) -> Editor {
    Editor::operations(&format!("{FIELDS} {first}\n{FIELDS} {second}\n"))
}

#[test]
fn an_operation_is_cut_or_copied_and_pasted_in_another_record() {
    let editor = two("bm e4; id \"x\";", "id \"y\";").keys("y Ctrl-Down p");
    assert_eq!(editor.line(1), format!("{FIELDS} bm e4; id \"y\";"));
    assert_eq!(editor.status(), "pasted bm · undo ^Z");
    let editor = two("bm e4; id \"x\";", "id \"y\";").keys("c Ctrl-Down p");
    assert_eq!(editor.line(0), format!("{FIELDS} id \"x\";"));
    assert_eq!(editor.line(1), format!("{FIELDS} bm e4; id \"y\";"));
    // An existing operation is replaced, and the status says so.
    let editor = two("bm e4; id \"x\";", "id \"y\"; bm e3;").keys("Y Ctrl-Down p");
    assert_eq!(editor.line(1), format!("{FIELDS} id \"x\"; bm e4;"));
    assert_eq!(
        editor.status(),
        "pasted 2 operations, replacing what was there · undo ^Z"
    );
    let editor = two("bm e4;", "").keys("p");
    assert!(editor.status().starts_with("no operation copied"));
}

#[test]
fn the_last_change_can_be_repeated_in_other_records() {
    let editor = two("dm 3;", "dm 5; id \"y\";").keys("Enter Up Enter Ctrl-Down .");
    assert_eq!(editor.line(1), format!("{FIELDS} dm 4; id \"y\";"));
    let editor = two("dm 3;", "dm 5; id \"y\";").keys("Delete Ctrl-Down .");
    assert_eq!(editor.line(1), format!("{FIELDS} id \"y\";"));
    let editor = editor.keys(".");
    assert_eq!(editor.status(), "the record has no dm");
    let editor = two("bm e4;", "bm e3; id \"y\";").keys("r a m Enter Ctrl-Down .");
    assert_eq!(editor.line(1), format!("{FIELDS} am e3; id \"y\";"));
}

#[test]
fn operations_are_put_in_order_on_request() {
    let editor = two("id \"x\"; bm e4;", "").keys("s");
    assert_eq!(editor.line(0), format!("{FIELDS} bm e4; id \"x\";"));
    let editor = editor.keys("s");
    assert_eq!(
        editor.status(),
        "the operations are already in canonical order"
    );
}

#[test]
fn the_palette_lists_the_best_match_first() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4; draw_accept;\n")).keys("a");
    let rows = editor.rows();
    assert_eq!(rows[..2], ["id", "am"]);
    assert_eq!(rows[rows.len() - 2..], ["bm", "draw_accept"]);
    let row = |name: &str| {
        let picker = editor.picker();
        let item = picker.items.iter().find(|item| item.label == name);
        item.map(|item| item.keys.clone()).unwrap_or_default()
    };
    assert_eq!(row("bm"), "already in the record");
    assert_eq!(row("draw_reject"), "excluded by draw_accept");
    assert_eq!(row("draw_claim"), "needs sm");
}

#[test]
fn completions_used_by_nearby_records_come_first() {
    let lines = format!("{FIELDS} Ubm e2e4; eco \"C92\";\n").repeat(4);
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n{lines}")).keys("a");
    assert_eq!(editor.rows()[..2], ["eco", "Ubm"]);
}

#[test]
fn a_template_adds_its_operations_at_once_and_asks_for_the_first_empty_one() {
    use epdit::editor::state::settings::Template;
    let mut editor = Editor::operations(&format!("{FIELDS} bm e4;\n"));
    let template = Template::read("study", "bm; id \"\"; c0 \"to do\";").expect("a template");
    editor.settings().templates = vec![template];
    let editor = editor.keys("a").typed("study").keys("Enter").typed("S.1");
    check_operations(&editor.keys("Enter"), "bm e4; c0 \"to do\"; id \"S.1\";");
}

#[test]
fn the_menu_of_fixes_shows_the_result_before_it_is_taken() {
    let before = format!("{FIELDS} bm e5; id \"x\";");
    let editor = Editor::operations(&format!("{before}\n")).keys("f");
    let labels: Vec<&str> = editor
        .menu()
        .items
        .iter()
        .map(|item| &*item.label)
        .collect();
    assert_eq!(
        labels,
        [
            "write `e4` for `e5`",
            "write `e3` for `e5`",
            "remove `bm e5;`"
        ]
    );
    assert_eq!(editor.shown(), format!("{FIELDS} bm e4; id \"x\";"));
    let editor = editor.keys("Down");
    assert_eq!(editor.shown(), format!("{FIELDS} bm e3; id \"x\";"));
    assert_eq!(editor.line(0), before);
    let left = editor.keys("Esc");
    assert_eq!(left.shown(), before);
    check_operations(&left.keys("f Down Enter"), "bm e3; id \"x\";");
    let editor = Editor::operations(&format!("{before}\n")).keys("f 3");
    check_operations(&editor, "id \"x\";");
    // The other key lists the same fixes.
    let other = Editor::operations(&format!("{before}\n")).keys("x");
    let others: Vec<String> = other
        .menu()
        .items
        .iter()
        .map(|item| item.label.to_string())
        .collect();
    assert_eq!(others, labels_of(&before));
}

/// Returns the fixes that `f` lists for a line.
fn labels_of(line: &str) -> Vec<String> {
    let editor = Editor::operations(&format!("{line}\n")).keys("f");
    let items = editor.menu().items.iter();
    items.map(|item| item.label.to_string()).collect()
}

#[test]
fn points_of_moves_are_edited_once_and_their_fields_stay_in_step() {
    let suite = "bm e4; c0 \"e4=10, e3=2\"; c7 \"e4 e3\"; c8 \"10 2\"; c9 \"e2e4 e2e3\";";
    let editor = editing(suite).keys("Esc Down Enter").typed(", Kd1=1");
    let after = "bm e4; c0 \"e4=10, e3=2, Kd1=1\"; c7 \"e4 e3 Kd1\"; c8 \"10 2 1\"; \
                 c9 \"e2e4 e2e3 e1d1\";";
    assert_eq!(editor.shown(), format!("{FIELDS} {after}"));
    check_operations(&editor.keys("Enter"), after);
    // By rows: moves with points come first.
    let editor = editing(suite).keys("Esc Down Enter Down + +");
    assert_eq!(labels(&editor)[..2], ["e4", "e3"]);
    let editor = editor.keys("Down Space Enter");
    check_operations(
        &editor,
        "bm e4; c0 \"e4=12\"; c7 \"e4\"; c8 \"12\"; c9 \"e2e4\";",
    );
    // UCI moves and other spellings become SAN.
    let editor = editing("c0 \"e4=10\";").typed(",e1d1=3").keys("Enter");
    check_operations(&editor, "c0 \"e4=10, Kd1=3\";");
}

#[test]
fn invalid_points_are_not_accepted_silently() {
    let editor = editing("c0 \"e4=10\"; c8 \"10\";")
        .typed(", e5=2")
        .keys("Enter");
    assert_eq!(
        editor.status(),
        "expected a legal move before the `=` in `e5=2` · Enter again keeps it"
    );
    // Until then the neighbouring fields stay.
    assert_eq!(
        editor.shown(),
        format!("{FIELDS} c0 \"e4=10, e5=2\"; c8 \"10\";")
    );
}

#[test]
fn points_begin_with_the_best_moves() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n")).keys("m");
    check_operations(&editor.keys("Enter"), "bm e4; c0 \"e4=10\";");
    let editor = Editor::operations(&format!("{FIELDS} c0 \"a word\";\n")).keys("m");
    assert!(editor.status().starts_with("c0 holds another comment"));
    let editor = Editor::operations(&format!("{FIELDS} c7 \"e4 e3\"; c8 \"7 3\";\n")).keys("m");
    check_operations(
        &editor.keys("Enter"),
        "c0 \"e4=7, e3=3\"; c7 \"e4 e3\"; c8 \"7 3\";",
    );
}

#[test]
fn points_in_c0_and_in_four_fields_are_converted_both_ways() {
    let all = "c7 \"e4 e3\"; c8 \"10 2\"; c9 \"e2e4 e2e3\";";
    let of = |operations: &str| Editor::operations(&format!("{FIELDS} {operations}\n")).keys("M");
    let editor = of("c0 \"e4=10,e2e3=2\";");
    check_operations(&editor, &format!("c0 \"e4=10, e3=2\"; {all}"));
    assert_eq!(
        editor.status(),
        "wrote c7, c8, c9 from the points · undo ^Z"
    );
    let editor = of("c7 \"e4 e3\"; c8 \"10 2\";");
    check_operations(
        &editor,
        "c0 \"e4=10, e3=2\"; c7 \"e4 e3\"; c8 \"10 2\"; c9 \"e2e4 e2e3\";",
    );
    let editor = of("c8 \"10 2\"; c9 \"e2e4 e2e3\";");
    check_operations(
        &editor,
        "c0 \"e4=10, e3=2\"; c7 \"e4 e3\"; c8 \"10 2\"; c9 \"e2e4 e2e3\";",
    );
    // Where the fields disagree, c0 wins; another comment there stays.
    let editor = of("c0 \"e4=10\"; c7 \"e3\"; c8 \"4\";");
    check_operations(&editor, "c0 \"e4=10\"; c7 \"e4\"; c8 \"10\"; c9 \"e2e4\";");
    let editor = of("c0 \"a word\"; c7 \"e3\"; c8 \"4\";");
    check_operations(&editor, "c0 \"a word\"; c7 \"e3\"; c8 \"4\"; c9 \"e2e3\";");
    let editor = of("c0 \"a word\";");
    assert!(
        editor.status().starts_with("neither c0 nor c7 and c8"),
        "{}",
        editor.status()
    );
}

#[test]
fn points_can_be_edited_from_any_of_their_fields() {
    let suite = "c0 \"e4=10\"; c7 \"e4\"; c8 \"10\"; c9 \"e2e4\";";
    for down in ["", "Down", "Down Down", "Down Down Down"] {
        let editor = Editor::operations(&format!("{FIELDS} {suite}\n"));
        let editor = editor.keys(&format!("{down} Enter")).typed(", e3=4");
        check_operations(
            &editor.keys("Enter"),
            "c0 \"e4=10, e3=4\"; c7 \"e4 e3\"; c8 \"10 4\"; c9 \"e2e4 e2e3\";",
        );
    }
    // A comment without points is edited as a comment.
    let editor = editing("c7 \"words\";").typed(" more").keys("Enter");
    check_operations(&editor, "c7 \"words more\";");
}

#[test]
fn two_strings_are_typed_with_their_quotes() {
    let editor = adding("tcri").typed("\"a@b.org");
    assert_eq!(
        editor.assist().title,
        "two strings in quotes: \"address\" \"name\""
    );
    assert_eq!(note(&editor), "7 of 255 bytes");
    let editor = editor.typed("\" \"Anna\"");
    check_operations(&editor.keys("Enter"), "tcri \"a@b.org\" \"Anna\";");
    // A quote typed before a quote steps over it.
    let editor = editing("tcsi \"x\" \"y\";").keys("Left").typed("z\"");
    check_operations(&editor.keys("Enter"), "tcsi \"x\" \"yz\";");
    let editor = adding("tcri").keys("Enter");
    assert!(editor.status().ends_with("Enter again keeps it"));
}

#[test]
fn the_current_time_is_inserted_into_ts() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n"));
    let editor = editor.keys("t").done();
    check_operations(&editor, "bm e4; ts 1995.11.26 18:30:00;");
    assert_eq!(editor.status(), "set ts 1995.11.26 18:30:00 · undo ^Z");
    let editor = Editor::operations(&format!("{FIELDS} ts 1990.01.01 00:00:00; id \"x\";\n"));
    let editor = editor.keys("t").done();
    check_operations(&editor, "ts 1995.11.26 18:30:00; id \"x\";");
    // The date being typed is replaced; other texts are not.
    let editor = adding("ts").typed("2026").keys("Ctrl-D").done();
    check_operations(&editor.keys("Enter"), "ts 1995.11.26 18:30:00;");
    let editor = adding("bm").keys("Ctrl-D").done();
    assert_eq!(editor.status(), "only while typing a date and time");
}

#[test]
fn the_raw_line_completes_tags_and_private_opcodes_of_the_file() {
    let around = format!("{FIELDS} Ubm e2e4; Rating 3;\n").repeat(2);
    let raw = || Editor::open(&format!("{FIELDS} bm e4;\n{around}")).keys("e");
    let editor = raw().typed(" Ub");
    assert_eq!(labels(&editor), ["Ubm"]);
    let editor = editor.keys("Right").typed("e2e4; R");
    assert_eq!(labels(&editor)[0], "Rating");
    let editor = raw().typed(" ptp Whi");
    assert_eq!(labels(&editor)[0], "White");
    let editor = editor.keys("Down Enter").typed("Anna");
    assert!(labels(&editor).is_empty(), "{:?}", labels(&editor));
    let editor = editor.typed("\"");
    let editor = editor.keys("Delete").typed(" Bl");
    assert_eq!(labels(&editor)[0], "Black");
    assert!(!labels(&editor).contains(&"White"));
}

#[test]
fn a_fix_shows_its_effect_before_it_is_applied() {
    let said = |operations: &str, keys: &str| {
        let editor = Editor::operations(&format!("{FIELDS} {operations}\n")).keys(keys);
        problems::preview(&editor.model, &editor.record())
    };
    let of = |text: &str| Some(text.to_owned());
    assert_eq!(said("bm e2e4;", ""), of("x write `e4` for `e2e4`"));
    assert_eq!(said("bm e4; id x;", ""), None);
    assert_eq!(said("bm e4; id x;", "Down"), of("x write `\"x\"` for `x`"));
    // An illegal move has several fixes to choose from.
    assert_eq!(said("bm e5;", ""), of("x 3 fixes …"));
    assert_eq!(said("id \"é\";", ""), None);
}

#[test]
fn registers_keep_their_values_through_the_records_of_a_game() {
    let game = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"a game\"; eco \"C20\"; sm e4;
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 c1 \"king's pawn\"; sm e5;
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 c1;
4k3/8/8/8/8/8/4P3/4K3 w - - id \"alone\";
";
    fn held(editor: &Editor) -> Vec<(&str, usize)> {
        let all = editor.model.document.view.registers.held.iter();
        let all = all.map(|(opcode, held)| (opcode.as_str(), held.since));
        all.collect()
    }
    let editor = Editor::open(game);
    assert!(held(&editor).is_empty());
    let editor = editor.keys("j");
    assert_eq!(held(&editor), [("c0", 0), ("eco", 0)]);
    let editor = editor.keys("j");
    assert_eq!(held(&editor), [("c0", 0), ("eco", 0)]);
    let editor = editor.keys("j");
    assert!(held(&editor).is_empty());
}
