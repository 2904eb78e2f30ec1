//! The operations pane: a record, keys, and the record after them.

use crate::harness::Editor;
use epdit::editor::layout::{AboutKind, Inspector};

const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn check(before: &str, keys: &str, typed: &str, after: &str) {
    let editor = Editor::operations(&format!("{FIELDS} {before}\n"))
        .keys(keys)
        .typed(typed)
        .keys("Enter");
    assert_eq!(
        editor.line(0),
        format!("{FIELDS} {after}"),
        "{keys} {typed} · {}",
        editor.status()
    );
}

#[test]
fn operands_are_edited_in_place() {
    check(
        "bm e4; ce 30; id \"x\";",
        "Down Enter Ctrl-U",
        "-12",
        "bm e4; ce -12; id \"x\";",
    );
    check("bm e4; id \"x\";", "Enter", " e3", "bm e4 e3; id \"x\";");
}

#[test]
fn a_string_is_edited_without_its_quotes_and_gets_them_back() {
    check(
        "bm e4; id \"x\";",
        "Down Enter",
        " and y",
        "bm e4; id \"x and y\";",
    );
    check("c0 \"old\";", "Enter Ctrl-U", "a; b", "c0 \"a; b\";");
}

#[test]
fn a_new_operation_is_typed_in_its_final_place() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4; id \"x\";\n"));
    let editor = editor.keys("a c e Enter").typed("3");
    assert_eq!(editor.shown(), format!("{FIELDS} bm e4; ce 3; id \"x\";"));
    let screen = editor.screen();
    let row = |text: &str| screen.lines().position(|line| line.contains(text));
    let (best, typed) = (row("bm   e4"), row("ce   3"));
    assert!(
        best.is_some() && best.map(|row| row + 1) == typed,
        "{screen}"
    );
    // A line that is not canonical elsewhere keeps the rest of its text.
    let line = format!("{FIELDS} bm  e2e4; id \"x\" ;\n");
    let editor = Editor::operations(&line)
        .keys("a c e Enter")
        .typed("3")
        .keys("Enter");
    assert_eq!(
        editor.line(0),
        format!("{FIELDS} bm  e2e4; ce 3; id \"x\" ;")
    );
}

#[test]
fn text_that_epd_cannot_hold_is_refused_with_a_reason() {
    let editor = Editor::operations(&format!("{FIELDS} id \"x\";\n"))
        .keys("Enter")
        .typed("\"");
    assert_eq!(
        editor.status(),
        "a string can't contain a quote: EPD has no escapes · type ' instead"
    );
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n"))
        .keys("Enter")
        .typed(";");
    assert_eq!(
        editor.status(),
        "`;` ends an operation · put it in quotes to use it as text"
    );
    let editor =
        Editor::operations(&format!("{FIELDS} ptp White \"a\";\n")).keys("Enter Backspace Enter");
    assert!(
        editor.status().starts_with("unclosed quote"),
        "{}",
        editor.status()
    );
    assert!(editor.is_typing());
}

#[test]
fn the_record_follows_while_operands_are_typed() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n")).keys("Enter Backspace 5");
    assert_eq!(editor.shown(), format!("{FIELDS} bm e5;"));
    assert!(!editor.record().diagnostics().is_empty());
    assert_eq!(editor.keys("Esc").line(0), format!("{FIELDS} bm e4;"));
}

#[test]
fn accepting_an_unchanged_text_changes_nothing() {
    for operations in [
        "id WAC 1;",
        "c0;",
        "c0 \"\";",
        "bm  e4 ;",
        "ptp Event \"a\";",
    ] {
        let editor = Editor::operations(&format!("{FIELDS} {operations}\n")).keys("Enter Enter");
        assert_eq!(editor.line(0), format!("{FIELDS} {operations}"));
    }
}

#[test]
fn an_operation_is_added_by_opcode() {
    check("bm e4;", "a c e Enter", "25", "bm e4; ce 25;");
    check("bm e4;", "a i d Enter", "first", "bm e4; id \"first\";");
    // Enter on the last row adds an operation.
    check("bm e4;", "Down Enter d m Enter", "3", "bm e4; dm 3;");
}

#[test]
fn a_new_operation_is_inserted_in_canonical_order() {
    check("id \"x\";", "a b m Enter", "e4", "bm e4; id \"x\";");
    check(
        "bm e4; id \"x\";",
        "a c e Enter",
        "25",
        "bm e4; ce 25; id \"x\";",
    );
    // Among unsorted operations the new one comes last.
    check(
        "id \"x\"; bm e4;",
        "a c e Enter",
        "25",
        "id \"x\"; bm e4; ce 25;",
    );
    // An operation without operands, and a pasted one, too; the cursor goes there.
    let editor = Editor::operations(&format!("{FIELDS} bm e4; sm e4;\n"))
        .keys("a")
        .typed("resign")
        .keys("Enter");
    assert_eq!(editor.line(0), format!("{FIELDS} bm e4; resign; sm e4;"));
    assert_eq!(editor.operation(), 1);
    let editor =
        Editor::operations(&format!("{FIELDS} bm e4;\n{FIELDS} id \"x\";\n")).keys("y Ctrl-Down p");
    assert_eq!(editor.line(1), format!("{FIELDS} bm e4; id \"x\";"));
    assert_eq!(editor.operation(), 0);
    assert_eq!(editor.keys("Ctrl-Z").line(1), format!("{FIELDS} id \"x\";"));
}

#[test]
fn the_next_record_has_the_cursor_on_the_same_opcode() {
    let suite = format!(
        "{FIELDS} bm e4; id \"x\";\n{FIELDS} acd 3; bm e3; ce 1; id \"y\";\n{FIELDS} id \"z\";\n"
    );
    let editor = Editor::operations(&suite).keys("Down Ctrl-Down");
    assert_eq!(editor.operation(), 3);
    let editor = editor.keys("Up Up Ctrl-Down");
    // In a record without that opcode, the cursor is on the first operation.
    assert_eq!(editor.operation(), 0);
    // From the list a record is shown from its top.
    let editor = editor.keys("Ctrl-Up Down Esc Up");
    assert_eq!(editor.operation(), 0);
}

#[test]
fn an_operation_is_found_by_its_meaning() {
    let editor = Editor::operations(FIELDS).keys("a").typed("best");
    assert_eq!(editor.rows().first(), Some(&"bm"));
}

#[test]
fn an_operation_without_operands_is_added_at_once() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n"))
        .keys("a")
        .typed("resign")
        .keys("Enter");
    assert_eq!(editor.line(0), format!("{FIELDS} bm e4; resign;"));
    assert!(!editor.is_typing());
}

#[test]
fn a_private_opcode_can_be_added() {
    check("bm e4;", "a E v a l Enter", "3.5", "Eval 3.5; bm e4;");
    let editor = Editor::operations(FIELDS)
        .keys("a")
        .typed("not-an-opcode")
        .keys("Enter");
    assert_eq!(editor.status(), "no match");
}

#[test]
fn a_whole_operation_can_be_typed_as_in_a_record() {
    check("id \"x\";", "a", "bm e4", "bm e4; id \"x\";");
    check("id \"x\";", "a", "ce -12", "ce -12; id \"x\";");
    check("id \"x\";", "a", "acd 12", "acd 12; id \"x\";");
    // Text that can't be an opcode is searched in the descriptions, blanks included.
    let editor = Editor::operations(&format!("{FIELDS} id \"x\";\n"))
        .keys("a")
        .typed("best move");
    assert_eq!(
        editor.picker().chosen().map(|item| &*item.value),
        Some("bm")
    );
}

#[test]
fn adding_an_existing_opcode_edits_its_operation() {
    check("bm e4; ce 30;", "a c e Enter Ctrl-U", "31", "bm e4; ce 31;");
}

#[test]
fn an_operation_is_removed_and_comes_back() {
    let before = format!("{FIELDS} bm e4; ce 30; id \"x\";");
    let editor = Editor::operations(&format!("{before}\n")).keys("Down Delete");
    assert_eq!(editor.line(0), format!("{FIELDS} bm e4; id \"x\";"));
    assert_eq!(editor.status(), "removed ce · undo ^Z");
    assert_eq!(editor.keys("Ctrl-Z").line(0), before);
}

#[test]
fn an_operation_gets_another_opcode() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n")).keys("r a m Enter");
    assert_eq!(editor.line(0), format!("{FIELDS} am e4;"));
}

#[test]
fn every_standard_opcode_can_be_added_and_changed() {
    use epdit::epd::opcode::Shape;
    for info in epdit::epd::opcode::all() {
        // Typed text, the operand it makes, more text typed behind it, and the result.
        let (typed, first, more, second) = match info.shape {
            Shape::Nothing => ("", "", "", ""),
            Shape::Moves => ("e2e4", "e4", " e3", "e4 e3"),
            Shape::OneMove => ("e4", "e4", "", "e4"),
            Shape::Line => ("e4 Kd7", "e4 Kd7", " e8", "e4 Kd7"),
            Shape::Integer { .. } => ("4", "4", "2", "42"),
            Shape::Text { .. } => ("a; b", "\"a; b\"", "c", "\"a; bc\""),
            Shape::TwoTexts => ("\"a\" \"b\"", "\"a\" \"b\"", "", "\"a\" \"b\""),
            Shape::TwoClocks => (
                "000:01:12:05 000:00:58:30",
                "000:01:12:05 000:00:58:30",
                "",
                "000:01:12:05 000:00:58:30",
            ),
            Shape::DateTime => (
                "1995.11.26 18:30:00",
                "1995.11.26 18:30:00",
                "",
                "1995.11.26 18:30:00",
            ),
            Shape::TagPairs => (
                "White \"Anna\"",
                "White \"Anna\"",
                " Black \"B\"",
                "White \"Anna\" Black \"B\"",
            ),
            Shape::OneOf(_) => ("fault", "fault", "", "fault"),
            Shape::Anything => (
                "kept for later",
                "kept for later",
                " on",
                "kept for later on",
            ),
            shape => panic!("no test operands for {shape:?}"),
        };
        let line = |operands: &str| {
            format!(
                "{FIELDS} {}",
                format!("{} {operands}", info.name).trim_end()
            )
        };
        let mut editor = Editor::operations(FIELDS)
            .keys("a")
            .typed(info.name)
            .keys("Enter");
        if editor.is_typing() {
            editor = editor.typed(typed).keys("Enter");
        }
        assert_eq!(
            editor.line(0),
            format!("{};", line(first)),
            "{}",
            editor.status()
        );
        if info.shape == Shape::Nothing {
            continue;
        }
        let mut editor = editor.keys("Enter").typed(more).keys("Enter");
        if second == first && !more.is_empty() {
            // An invalid operand is not accepted at once.
            assert!(editor.is_typing(), "{}", info.name);
            editor = editor.keys("Esc");
        }
        assert_eq!(
            editor.line(0),
            format!("{};", line(second)),
            "{}",
            editor.status()
        );
    }
}

#[test]
fn a_problem_is_fixed_where_it_is() {
    let editor = Editor::operations(&format!("{FIELDS} bm e2e4; id \"x\";\n")).keys("x");
    assert_eq!(editor.line(0), format!("{FIELDS} bm e4; id \"x\";"));
    assert_eq!(editor.status(), "write `e4` for `e2e4` · undo ^Z");
}

#[test]
fn fixing_without_a_safe_fix_says_so() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4;\n")).keys("x");
    assert_eq!(editor.status(), "the record has no problems");
    let editor = Editor::operations(&format!("{FIELDS} id \"é\";\n")).keys("x");
    assert_eq!(editor.status(), "no fix is available here");
}

#[test]
fn all_safe_fixes_are_one_step() {
    let before = "4k3/8/8/8/8/8/4P3/4K3  w -   - bm e2e4 ; id x;";
    let editor = Editor::open(&format!("{before}\n")).keys("X");
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";"
    );
    assert!(editor.status().starts_with("fixed "), "{}", editor.status());
    assert_eq!(editor.keys("u").line(0), before);
}

#[test]
fn an_unsafe_fix_is_only_applied_on_request() {
    let before = format!("{FIELDS} dm -3;");
    let editor = Editor::operations(&format!("{before}\n")).keys("X");
    assert_eq!(editor.line(0), before);
    assert_eq!(editor.status(), "no safe fix is available here");
    // The operations pane shows the fix first.
    let editor = Editor::operations(&format!("{before}\n")).keys("x");
    assert!(
        editor.menu().items[0]
            .detail
            .starts_with("may change the meaning")
    );
    assert_eq!(editor.keys("Enter").line(0), format!("{FIELDS} ce -32761;"));
    // In the problems pane the problem was chosen already.
    let editor = Editor::operations(&format!("{before}\n")).keys("Tab Enter");
    assert_eq!(editor.line(0), format!("{FIELDS} ce -32761;"));
}

#[test]
fn the_cursor_stays_in_the_list_when_its_last_row_goes() {
    let editor = Editor::operations(&format!("{FIELDS} bm e4; id \"x\";\n")).keys("Down Delete");
    assert_eq!(editor.operation(), 1);
    assert_eq!(editor.status(), "removed id · undo ^Z");
    let editor = editor.keys("Delete");
    assert_eq!(editor.status(), "no operation is selected");
}

#[test]
fn removing_the_first_operation_keeps_the_blank_before_the_next() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;id \"x\";\n";
    let editor = Editor::open(text).keys("Tab Tab Delete");
    assert_eq!(
        editor.text(),
        "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n",
        "{}",
        editor.status()
    );
}

fn inspector(editor: &Editor) -> Inspector {
    let pane = editor.layout().operations.expect("operations");
    Inspector::of(&editor.model, &editor.record(), pane.inner())
}

/// Returns the description of the selected operation as one text.
fn about(editor: &Editor) -> String {
    let lines = inspector(editor).lines;
    let lines: Vec<_> = lines.into_iter().map(|line| line.text).collect();
    lines.join(" ")
}

/// Returns a record with a comment of this many letters, in words of four.
fn with_comment(letters: usize) -> String {
    let words = "abcd ".repeat(letters / 5);
    format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e5; c0 \"{words}\"; id \"x\";\n")
}

#[test]
fn below_the_operations_the_selected_one_has_its_problem_its_meaning_and_what_it_expects() {
    let editor = Editor::operations(&with_comment(20));
    let about = about(&editor);
    for words in [
        "bm · best moves",
        "`e5` is illegal",
        "The best moves of this position",
        "as in `bm Nf3;`",
    ] {
        assert!(about.contains(words), "{words}: {about}");
    }
    // The problem comes before the description of the opcode.
    assert!(about.find("illegal") < about.find("The best"), "{about}");
    assert!(self::about(&editor.keys("Down")).starts_with("c0 · comment"));
}

#[test]
fn a_long_comment_continues_in_the_rows_below_where_there_are_any() {
    let editor = Editor::operations(&with_comment(100)).sized(200, 60);
    let here = inspector(&editor);
    let heights: Vec<u16> = here.rows.iter().map(|(_, area)| area.height).collect();
    assert_eq!(heights.len(), 4);
    assert!(heights[1] > 1 && heights[0] == 1, "{heights:?}");
    for (index, area) in &here.rows {
        for y in area.y..area.bottom() {
            assert_eq!(here.at(y), Some(*index));
        }
    }
    assert!(here.about.is_some());
}

#[test]
fn a_comment_that_the_list_cuts_is_written_in_whole_below_it() {
    let editor = Editor::operations(&with_comment(300))
        .keys("Down")
        .sized(100, 30);
    let here = inspector(&editor);
    assert!(here.rows.iter().all(|(_, area)| area.height == 1));
    let cut = here
        .lines
        .iter()
        .filter(|line| line.kind == AboutKind::Operands);
    let text: Vec<&str> = cut.map(|line| line.text.as_str()).collect();
    assert_eq!(text.join(" ").matches("abcd").count(), 60);
}

#[test]
fn the_list_keeps_half_of_a_low_pane_and_its_cursor_in_sight() {
    let mut operations = String::new();
    for digit in 0..10 {
        operations.push_str(&format!(" c{digit} \"word\";"));
    }
    let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - -{operations}\n");
    let mut editor = Editor::operations(&line).sized(80, 24);
    for _ in 0..10 {
        let here = inspector(&editor);
        let cursor = editor.operation();
        assert!(here.row_of(cursor).is_some(), "{cursor}: {here:?}");
        assert!(here.list.height >= 3);
        let about = here.about.expect("words below the list");
        assert!(about.y >= here.list.bottom());
        editor = editor.keys("Down");
    }
}

#[test]
fn a_click_below_the_operations_selects_none_of_them() {
    let editor = Editor::operations(&with_comment(20)).keys("Down");
    let about = inspector(&editor).about.expect("words below the list");
    let editor = editor.click((about.x + 2, about.y + 1));
    assert_eq!(editor.operation(), 1);
    assert!(!editor.is_typing());
}

#[test]
fn opcodes_to_add_list_those_of_the_file_first_and_then_well_known_ones() {
    let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";
4k3/8/8/8/8/8/4P3/4K3 w - - Own 1; acd 3; id \"b\";
4k3/8/8/8/8/8/4P3/4K3 w - - Own 2; ce 3; acd 4; id \"c\";
4k3/8/8/8/8/8/4P3/4K3 w - - Own 2; id \"d\";
";
    let editor = Editor::open(text).done().keys("a");
    let items = &editor.picker().items;
    let first: Vec<(&str, &str)> = items
        .iter()
        .take(3)
        .map(|item| (item.label.as_str(), item.keys.as_str()))
        .collect();
    let counted = [
        ("Own", "3 records"),
        ("acd", "2 records"),
        ("ce", "1 record"),
    ];
    assert_eq!(first, counted);
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    for name in ["acn", "Ubm", "wdl", "D1", "bm"] {
        assert!(labels.contains(&name), "{name}: {labels:?}");
    }
    let last = items
        .last()
        .map(|item| (item.label.as_str(), item.keys.as_str()));
    assert_eq!(last, Some(("id", "already in the record")));
}
