//! Marks, and the commands that use them.

use crate::harness::{Editor, FIVE};
use epdit::editor::flows::bulk::preview::Preview;
use std::fmt::Write;

/// Returns `count` records with ids N.0, N.1 and so on.
fn numbered(count: usize) -> String {
    (0..count).fold(String::new(), |mut out, n| {
        writeln!(out, "4k3/8/8/8/8/8/8/4K3 w - - ce {n}; id \"N.{n}\";").expect("a string");
        out
    })
}

fn marked(editor: &Editor) -> Vec<usize> {
    let marked = editor.marked();
    marked
        .map(|lines| lines.iter().collect())
        .unwrap_or_default()
}

/// Returns the numbers of the ids, in the order of the file.
fn ids(editor: &Editor) -> Vec<usize> {
    let text = editor.text();
    let numbers = text.lines().filter_map(|line| line.split("N.").nth(1));
    numbers
        .filter_map(|rest| rest.split('"').next()?.parse().ok())
        .collect()
}

#[test]
fn space_toggles_a_mark_and_moves_on() {
    let editor = Editor::open(FIVE).keys("Space Space");
    assert_eq!((marked(&editor), editor.selected()), (vec![0, 1], 2));
    assert_eq!(editor.status(), "2 marked lines");
    let editor = editor.keys("g Space");
    assert_eq!(marked(&editor), [1]);
    assert_eq!(editor.status(), "1 marked line");
}

#[test]
fn shift_and_arrows_mark_exactly_the_lines_passed() {
    let editor = Editor::open(&numbered(9)).keys("Space j Shift-Down Shift-Down Shift-Down");
    assert_eq!(marked(&editor), [0, 2, 3, 4, 5]);
    let editor = editor.keys("Shift-Up Shift-Up");
    assert_eq!(marked(&editor), [0, 2, 3]);
    // From another place a new range begins.
    let editor = editor.keys("G Shift-Up");
    assert_eq!(marked(&editor), [0, 2, 3, 7, 8]);
}

#[test]
fn a_range_follows_every_movement_until_it_is_ended_or_cancelled() {
    let editor = Editor::open(&numbered(9)).keys("j v j j");
    assert_eq!(marked(&editor), [1, 2, 3]);
    let editor = editor.keys("G");
    assert_eq!(marked(&editor), [1, 2, 3, 4, 5, 6, 7, 8]);
    let editor = editor.keys("k k k v k");
    assert_eq!(marked(&editor), [1, 2, 3, 4, 5]);
    let editor = editor.keys("G v k Esc");
    assert_eq!(marked(&editor), [1, 2, 3, 4, 5]);
}

#[test]
fn marking_to_here_includes_all_lines_since_the_last_mark() {
    let editor = Editor::open(&numbered(9)).keys("j j Space j j V");
    assert_eq!(marked(&editor), [2, 3, 4, 5]);
    let editor = Editor::open(FIVE).keys("V");
    assert_eq!(editor.status(), "no marked lines · Space marks one");
}

#[test]
fn a_query_marks_its_matches_among_the_shown_lines() {
    let editor = Editor::open(&numbered(9))
        .keys("*")
        .typed("ce >= 6")
        .keys("Enter")
        .done();
    assert_eq!(marked(&editor), [6, 7, 8]);
    let editor = editor
        .keys("f")
        .typed("ce <= 6")
        .keys("Enter")
        .done()
        .keys("*")
        .typed("ce >= 5")
        .keys("Enter")
        .done();
    assert_eq!(marked(&editor), [5, 6, 7, 8]);
    assert_eq!(editor.status(), "1 more · 4 marked lines");
    // Mark all lines shown, then invert.
    let editor = editor.keys("Ctrl-A");
    assert_eq!(marked(&editor).len(), 9);
    let editor = editor.keys("~");
    assert_eq!(marked(&editor), [7, 8]);
}

#[test]
fn cleared_marks_can_be_restored() {
    let editor = Editor::open(&numbered(9)).keys("Space j Space M");
    assert!(marked(&editor).is_empty());
    assert_eq!(editor.status(), "cleared 2 marks · M restores them");
    let editor = editor.keys("g o M");
    assert_eq!(marked(&editor), [0, 3]);
}

#[test]
fn next_mark_wraps_at_the_end() {
    let editor = Editor::open(&numbered(9)).keys("j Space j j j Space g }");
    assert_eq!((editor.selected(), editor.status()), (1, "mark 1 of 2"));
    let editor = editor.keys("Enter }");
    assert_eq!(editor.selected(), 5);
    let editor = editor.keys("}");
    assert_eq!(
        (editor.selected(), editor.status()),
        (1, "mark 1 of 2 · search wrapped to the top")
    );
    let editor = editor.keys("{");
    assert_eq!(editor.selected(), 5);
}

#[test]
fn marks_move_with_their_records_through_edits_and_undo() {
    let editor = Editor::open(&numbered(9)).keys("j j Space j Space");
    assert_eq!(marked(&editor), [2, 4]);
    let editor = editor.keys("g o o");
    assert_eq!(marked(&editor), [4, 6]);
    let editor = editor.keys("u u");
    assert_eq!(marked(&editor), [2, 4]);
    // The marked records are reordered among themselves.
    let editor = editor.keys("r o").typed("ce reverse").keys("Enter Enter");
    assert_eq!(ids(&editor), [0, 1, 4, 3, 2, 5, 6, 7, 8]);
    assert_eq!(marked(&editor), [2, 4]);
    let editor = editor.keys("G M M Space u");
    assert_eq!(marked(&editor), [2, 4, 8]);
}

#[test]
fn undo_restores_deleted_lines_with_their_marks() {
    let editor = Editor::open(&numbered(9)).keys("Space j Space G Space Delete");
    assert_eq!(editor.status(), "deleted 3 marked lines · undo ^Z");
    assert_eq!(ids(&editor), [1, 3, 4, 5, 6, 7]);
    assert!(marked(&editor).is_empty());
    let editor = editor.keys("u");
    assert_eq!(editor.status(), "undone: deleted 3 marked lines · redo ^Y");
    assert_eq!((ids(&editor).len(), marked(&editor)), (9, vec![0, 2, 8]));
}

#[test]
fn marked_lines_are_duplicated_moved_and_gathered() {
    let marks = |keys: &str| {
        Editor::open(&numbered(6))
            .keys("j Space j Space")
            .keys(keys)
    };
    let editor = marks("D");
    assert_eq!(ids(&editor), [0, 1, 1, 2, 3, 3, 4, 5]);
    assert_eq!(editor.status(), "duplicated 2 marked lines · undo ^Z");
    assert_eq!(marked(&editor), [1, 4]);
    // Only the two new lines count as edited.
    assert_eq!(editor.edited_count(), 2);
    let editor = marks("J");
    assert_eq!(ids(&editor), [0, 2, 4, 1, 3, 5]);
    assert_eq!(marked(&editor), [3, 4]);
    assert_eq!(ids(&editor.keys("K K")), [0, 1, 3, 2, 4, 5]);
    let editor = marks("g r g");
    assert_eq!(ids(&editor), [0, 1, 3, 2, 4, 5]);
    let editor = marks("G J J");
    assert_eq!(ids(&editor), [0, 2, 4, 5, 1, 3]);
    let editor = editor.keys("J");
    assert_eq!(editor.status(), "the marked lines are already at the end");
}

#[test]
fn marked_lines_are_cut_and_pasted_elsewhere() {
    let editor = Editor::open(&numbered(6)).keys("j Space j Space x");
    assert_eq!(ids(&editor), [0, 2, 4, 5]);
    let editor = editor.keys("G P");
    assert_eq!(ids(&editor), [0, 2, 4, 5, 1, 3]);
    assert_eq!(
        (editor.status(), editor.selected()),
        ("pasted 2 lines · undo ^Z", 4)
    );
    let editor = editor.keys("u u");
    assert_eq!(ids(&editor), [0, 1, 2, 3, 4, 5]);
    let editor = Editor::open(&numbered(3)).keys("P");
    assert_eq!(editor.status(), "no lines copied or cut · y copies, x cuts");
    let editor = editor.keys("y P");
    assert_eq!(ids(&editor), [0, 0, 1, 2]);
}

#[test]
fn marked_lines_are_copied_as_text() {
    let editor = Editor::open(&numbered(6))
        .keys("Space j Space Ctrl-C r")
        .done();
    let copied = editor.copied().expect("something copied");
    assert_eq!(copied.lines().count(), 2);
    assert!(
        copied.contains("N.2") && copied.ends_with(";\n"),
        "{copied}"
    );
}

#[test]
fn the_list_can_show_only_marked_lines() {
    let editor = Editor::open(&numbered(6)).keys("Space j Space m o");
    assert_eq!(editor.row_count(), 2);
    assert_eq!(editor.status(), "2 lines: marked · Esc shows all");
    let editor = editor.keys("R");
    assert_eq!(
        editor.status(),
        "this filter is a set of lines, not a query"
    );
    assert_eq!(editor.keys("Esc").row_count(), 6);
}

#[test]
fn bulk_edits_apply_to_marked_records() {
    let editor = Editor::open(&numbered(6)).keys("Space j Space r r c e Enter");
    let Some(preview) = editor.layer::<Preview>() else {
        panic!("no preview");
    };
    assert_eq!(preview.summary(), "2 marked lines: 2 lines to change");
    let editor = editor.keys("Enter");
    assert_eq!(editor.status(), "removed ce from 2 records · undo ^Z");
    assert!(!editor.line(0).contains("ce") && editor.line(1).contains("ce"));
    assert_eq!(marked(&editor), [0, 2]);
}

#[test]
fn the_last_change_of_an_operation_is_repeated_in_all_marked_records() {
    let editor = Editor::open(&numbered(4)).keys("Tab Tab Delete Shift-Tab Shift-Tab");
    assert!(!editor.line(0).contains("ce"));
    let editor = editor.keys("j Space Space .");
    assert_eq!(editor.status(), "removed ce from 2 records · undo ^Z");
    assert!(!editor.line(2).contains("ce") && editor.line(3).contains("ce"));
}

#[test]
fn marks_follow_their_lines_through_the_undo_of_a_large_sort() {
    let editor = Editor::open(&numbered(30_000))
        .keys("r o")
        .typed("ce reverse")
        .keys("Enter")
        .done()
        .keys("Enter")
        .done();
    assert_eq!(
        editor.status(),
        "sorted by ce: 30,000 lines moved · undo ^Z"
    );
    let editor = editor.keys("g Space j Space u d");
    assert_eq!(editor.status(), "updating marks");
    assert_eq!(marked(&editor.done()), [29_997, 29_999]);
}

/// Comments by the record they belong to: `#n` is above record n, `#a` above none.
const COMMENTED: &str = "\
# a

# 1
4k3/8/8/8/8/8/8/4K3 w - - id \"1\";
4k3/8/8/8/8/8/8/4K3 w - - id \"2\";
# 3
# 3 too
4k3/8/8/8/8/8/8/4K3 w - - id \"3\";
# b

4k3/8/8/8/8/8/8/4K3 w - - id \"4\";
# c
";

/// Returns the lines in short form: `#3`, a record's number, `-` for a blank line.
fn order(editor: &Editor) -> String {
    let short = |line: &str| match line {
        "" => "-".to_owned(),
        line if line.starts_with('#') => line.replace(' ', ""),
        line => line.split('"').nth(1).expect("an id").to_owned(),
    };
    let text = editor.text();
    text.lines().map(short).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_moved_record_takes_only_its_own_comments_along() {
    let check = |keys: &str, expected: &str, selected: usize| {
        let editor = Editor::open(COMMENTED).keys(keys);
        assert_eq!(order(&editor), expected, "{keys}");
        assert_eq!(editor.selected(), selected, "{keys}");
        assert_eq!(editor.keys("u").text(), COMMENTED, "{keys}");
    };
    let before = "#a - #1 1 2 #3 #3too 3 #b - 4 #c";
    assert_eq!(order(&Editor::open(COMMENTED)), before);
    // Record 1 moves past record 2, and past record 3 with its comments.
    check("j j j J", "#a - 2 #1 1 #3 #3too 3 #b - 4 #c", 4);
    check("j j j J J u", "#a - 2 #1 1 #3 #3too 3 #b - 4 #c", 3);
    // Moving up past the blank line only would put it under the head comment, so it moves above that.
    check("j j j K", "#1 1 #a - 2 #3 #3too 3 #b - 4 #c", 1);
    // Record 3 moves past loose comments and the blank line that separates them.
    check("j j j j j j j J", "#a - #1 1 2 #b - #3 #3too 3 4 #c", 9);
    check("j j j j j j j K", "#a - #1 1 #3 #3too 3 2 #b - 4 #c", 6);
    // A comment moves alone.
    check("j j K", "#a #1 - 1 2 #3 #3too 3 #b - 4 #c", 1);
    check("j j j j j J", "#a - #1 1 2 #3too #3 3 #b - 4 #c", 6);
    // The comments at the end belong to no record, and stay.
    let editor = Editor::open(COMMENTED).keys("G k J");
    assert_eq!(order(&editor), before);
    assert_eq!(editor.status(), "only comments follow");
}

#[test]
fn marked_records_take_their_comments_along() {
    let editor = Editor::open(COMMENTED)
        .keys("j j j Space j j j Space J")
        .done();
    assert_eq!(order(&editor), "#a - 2 #b - #1 1 #3 #3too 3 4 #c");
    let editor = editor.keys("u").done();
    assert_eq!(editor.text(), COMMENTED);
    let editor = editor.keys("K").done();
    assert_eq!(order(&editor), "#1 1 #3 #3too 3 #a - 2 #b - 4 #c");
}

#[test]
fn a_query_that_is_left_empty_marks_nothing_and_says_what_is_expected() {
    let editor = Editor::open(FIVE).keys("* Enter").done();
    assert_eq!(editor.marked_count(), 0);
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("expected a query, such as `ce > 200 and not id`")
    );
}

#[test]
fn fitting_the_columns_is_reported() {
    let editor = Editor::open(FIVE).keys("w");
    assert_eq!(editor.status(), "columns fit the lines on screen");
}
