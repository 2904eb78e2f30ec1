//! Differences: unsaved changes, and two files compared record by record.

use crate::harness::{Editor, FIVE};
use epdit::editor::state::view::Page;
use epdit::suite::LineChange;
use epdit::suite::{OpenOptions, Suite};
use std::fs;

/// The first two records of [`FIVE`] swapped, the first with another move; and a new one.
const OTHER: &str = "\
4k3/4p3/8/8/8/8/8/4K3 b - - bm e5; id \"A.2\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; ce 20; id \"A.1\";
8/8/8/8/8/4k3/4p3/4K3 w - - id \"B.1\";
";

fn rows(editor: &Editor) -> Vec<LineChange> {
    let page = editor.differences().expect("a page");
    let found = page.found.as_ref().expect("compared");
    (0..found.len()).filter_map(|at| found.row(at)).collect()
}

fn two() -> Editor {
    let mut editor = Editor::open(FIVE);
    let suite = Suite::from_bytes("other.epd", OTHER.as_bytes().to_vec());
    editor.add(suite);
    editor.keys("F6").done()
}

#[test]
fn unsaved_changes_are_shown_line_by_line() {
    let editor = Editor::open(FIVE).keys("Delete j Delete o F8").done();
    assert_eq!(editor.page(), Page::Differences);
    assert_eq!(
        rows(&editor),
        [
            LineChange::Removed { held: 0, at: 0 },
            LineChange::Removed { held: 2, at: 1 },
            LineChange::New { line: 2 },
        ]
    );
    assert_eq!(editor.keys("F8").page(), Page::Panes);
}

#[test]
fn any_one_of_several_changes_in_a_record_can_be_reverted() {
    let changed = |line: &str| {
        Editor::open("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 20; id \"A\";\n")
            .keys("e Ctrl-U")
            .typed(line)
            .keys("Enter F8")
            .done()
    };
    let other = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; dm 3; id \"A\";";
    let editor = changed(other).keys("r");
    let labels: Vec<&str> = editor
        .menu()
        .items
        .iter()
        .map(|item| item.label.as_str())
        .collect();
    assert_eq!(labels, ["the whole line", "bm e3 → e4", "−dm 3", "+ce 20"]);
    let one = editor.keys("2").done();
    assert_eq!(one.text(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"A\";\n");
    assert_eq!(one.status(), "reverted in line 1: −dm 3 · undo ^Z");
    // Reverted one by one in any order, the line is the original one.
    let two = one.keys("r 1").done();
    assert_eq!(rows(&two).len(), 1);
    let three = two.keys("r").done();
    assert!(rows(&three).is_empty());
    assert!(!three.is_modified());
    let whole = changed(other).keys("r r").done();
    assert!(rows(&whole).is_empty());
    let position = changed("4k3/8/8/8/8/8/8/4K2R b K - bm Kd7; ce 20; id \"A\";");
    let position = position.keys("r 1").done();
    assert_eq!(
        position.text(),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd7; ce 20; id \"A\";\n"
    );
}

#[test]
fn with_nothing_changed_the_page_says_so() {
    let editor = Editor::open(FIVE).keys("F8").done();
    assert!(rows(&editor).is_empty());
    assert_eq!(editor.keys("r").status(), "no difference to revert");
}

#[test]
fn enter_goes_to_the_line_of_a_difference() {
    let editor = Editor::open(FIVE)
        .keys("g Delete G e")
        .typed(" x")
        .keys("Enter F8")
        .done();
    let editor = editor.keys("j Enter");
    assert_eq!((editor.page(), editor.selected()), (Page::Panes, 3));
    let editor = editor.keys("F8").done().keys("g Enter");
    assert_eq!(editor.selected(), 0);
    assert_eq!(
        editor.status(),
        "the line was removed; it was before this one"
    );
}

#[test]
fn differences_are_reverted_one_by_one_and_undo_restores_them() {
    let editor = Editor::open(FIVE)
        .keys("j Delete o g e")
        .typed(" x")
        .keys("Enter F8")
        .done();
    assert_eq!(rows(&editor).len(), 3);
    let editor = editor.keys("r").done();
    assert_eq!(
        editor.status(),
        "reverted line 1 to its saved text · undo ^Z"
    );
    assert_eq!(rows(&editor).len(), 2);
    let editor = editor.keys("r").done();
    assert_eq!(editor.status(), "restored line 2 · undo ^Z");
    let editor = editor.keys("r").done();
    assert!(rows(&editor).is_empty());
    assert_eq!(editor.text(), FIVE);
    assert_eq!(editor.edited_count(), 0);
    assert!(!editor.is_modified());
    let editor = editor.keys("Ctrl-Z Ctrl-Z").done();
    assert_eq!(editor.page(), Page::Differences);
    assert_eq!(rows(&editor).len(), 2);
}

#[test]
fn a_moved_line_is_listed_with_its_old_place_and_can_be_moved_back() {
    let editor = Editor::open(FIVE).keys("Alt-Down Alt-Down F8").done();
    let moved = |here, there, at| LineChange::Moved {
        line: here,
        held: there,
        at,
    };
    assert_eq!(rows(&editor), [moved(3, 0, 0)]);
    assert_eq!(editor.keys("Enter").selected(), 3);
    let editor = Editor::open(FIVE)
        .keys("Alt-Down Alt-Down F8")
        .done()
        .keys("r")
        .done();
    assert_eq!(editor.status(), "moved line 4 back to 1 · undo ^Z");
    assert!(rows(&editor).is_empty());
    assert_eq!(editor.text(), FIVE);
    assert!(!editor.is_modified());
    let editor = editor.keys("Ctrl-Z").done();
    assert_eq!(rows(&editor), [moved(3, 0, 0)]);
}

#[test]
fn nothing_is_reverted_in_a_file_open_read_only() {
    let editor = Editor::open(FIVE)
        .keys("d")
        .read_only()
        .keys("F8")
        .done()
        .keys("r");
    assert_eq!(editor.status(), "the file is open read-only");
}

#[test]
fn a_file_changed_by_another_program_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    fs::write(&path, FIVE).expect("written");
    let mut suite = Suite::open(&path, &OpenOptions::default()).expect("opened");
    suite.wait_until_loaded();
    let editor = Editor::with(suite).keys("d");
    let changed = |editor: &Editor| {
        let found = editor.differences().and_then(|page| page.found.clone());
        found.is_some_and(|found| found.is_changed_on_disk)
    };
    let editor = editor.keys("F8").done();
    assert!(!changed(&editor));
    fs::write(&path, "# theirs, and longer than before\n").expect("written");
    assert!(changed(&editor.keys("F8 F8").done()));
}

#[test]
fn quitting_and_closing_offer_a_review_of_changes_first() {
    let editor = Editor::open(FIVE).keys("Delete q l").done();
    assert_eq!(editor.page(), Page::Differences);
    assert!(!editor.wants_to_quit());
    let editor = two().keys("Delete Ctrl-W l").done();
    assert_eq!(editor.page(), Page::Differences);
}

#[test]
fn two_files_are_compared_record_by_record() {
    let editor = two().keys("Shift-F8").done();
    assert_eq!(
        rows(&editor),
        [
            LineChange::Edited { line: 0, held: 1 },
            LineChange::New { line: 3 },
            LineChange::New { line: 4 },
            LineChange::Removed { held: 2, at: 5 },
        ]
    );
}

#[test]
fn files_are_compared_by_a_typed_key() {
    let mut editor = Editor::open(FIVE).sized(120, 36);
    // The first record of [`FIVE`] with another position, and the second with another id.
    let other = "\
        4k3/8/8/8/8/4P3/8/4K3 w - - bm e4; ce 20; id \"A.1\";\n\
        4k3/4p3/8/8/8/8/8/4K3 b - - bm e5; id \"C.7\";\n";
    editor.add(Suite::from_bytes("other.epd", other.as_bytes().to_vec()));
    let editor = editor.keys("F6 Shift-F8").done();
    let by_position = rows(&editor);
    assert!(by_position.contains(&LineChange::Edited { line: 2, held: 1 }));
    let editor = editor.keys("b").typed("id").keys("Enter").done();
    let by_id = rows(&editor);
    assert!(by_id.contains(&LineChange::Edited { line: 0, held: 0 }));
    assert!(by_id.contains(&LineChange::New { line: 2 }));
    assert!(editor.screen().contains("only in other.epd · by id"));
    // The key is kept when the files are compared again, and an invalid one is refused.
    let editor = editor.keys("F8 Shift-F8").done();
    assert_eq!(rows(&editor), by_id);
    let editor = editor.keys("b").typed("line").keys("Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("`line` is not a field: it can't tell which records are the same")
    );
    let editor = editor.keys("Esc").call("compare-by position").done();
    assert_eq!(rows(&editor), by_position);
}

#[test]
fn a_record_of_the_other_file_can_be_shown_and_copied() {
    let editor = two().keys("Shift-F8").done().keys("o");
    assert_eq!(editor.name(), "other.epd");
    assert_eq!(editor.selected(), 1);
    let editor = two().keys("Shift-F8").done().keys("r r").done();
    assert_eq!(editor.status(), "line 1 now matches other.epd · undo ^Z");
    assert_eq!(editor.line(0), OTHER.lines().nth(1).expect("a line"));
    assert_eq!(rows(&editor).len(), 3);
    let editor = editor.keys("G r").done();
    assert_eq!(editor.line(5), OTHER.lines().nth(2).expect("a line"));
    let editor = editor.keys("g r").done();
    assert_eq!(editor.status(), "removed line 4 · undo ^Z");
    assert_eq!(rows(&editor), [LineChange::New { line: 3 }]);
}

#[test]
fn with_several_open_files_a_menu_asks_which_one_to_compare_with() {
    let mut editor = two();
    let suite = Suite::from_bytes("third.epd", FIVE.as_bytes().to_vec());
    editor.add(suite);
    let editor = editor.keys("Shift-F8");
    assert_eq!(editor.rows().len(), 2);
    let editor = editor.typed("test").keys("Enter").done();
    assert!(rows(&editor).is_empty());
}

#[test]
fn files_are_compared_again_after_either_one_changes() {
    let editor = two()
        .keys("Shift-F8")
        .done()
        .keys("Enter Delete Shift-F8")
        .done();
    let rows = rows(&editor);
    assert!(
        rows.contains(&LineChange::Removed { held: 1, at: 4 }),
        "{rows:?}"
    );
}

#[test]
fn records_in_both_files_are_listed_on_demand_and_hidden_again() {
    let editor = two().keys("Shift-F8").done();
    let count = |editor: &Editor| editor.differences().expect("a page").count();
    let chosen = |editor: &Editor| editor.differences().expect("a page").chosen();
    let hints = editor.hints(80);
    assert!(
        hints
            .iter()
            .any(|hint| hint.keys == "=" && hint.label == "in both")
    );
    assert_eq!(count(&editor), 4);
    let editor = editor.keys("=");
    assert_eq!(
        editor.status(),
        "1 identical record in both files, after the differences"
    );
    assert_eq!(count(&editor), 5);
    assert_eq!(chosen(&editor), Some(LineChange::Same { line: 2, held: 0 }));
    // There is nothing to revert, and the record can be shown in either file.
    assert_eq!(
        editor.keys("r").status(),
        "both files have this record: nothing to revert"
    );
    let editor = two().keys("Shift-F8").done().keys("= Enter");
    assert_eq!((editor.name(), editor.selected()), ("test.epd", 2));
    let editor = two().keys("Shift-F8").done().keys("= o");
    assert_eq!((editor.name(), editor.selected()), ("other.epd", 0));
    let editor = two().keys("Shift-F8").done().keys("= =");
    assert_eq!(editor.status(), "1 identical record hidden");
    assert_eq!(
        (count(&editor), chosen(&editor)),
        (4, Some(LineChange::Removed { held: 2, at: 5 }))
    );
}

#[test]
fn the_palette_finds_the_comparison_of_two_files_by_synonyms() {
    for words in ["in both", "common", "shared"] {
        let editor = two().keys("Ctrl-P").typed(words);
        let rows = editor.rows();
        let found = rows
            .iter()
            .any(|row| row.starts_with("List records in both"));
        assert!(found, "{words}: {rows:?}");
    }
    let editor = two().keys("Ctrl-P").typed("shared").keys("Enter").done();
    let page = editor.differences().expect("a page");
    assert_eq!(page.count(), 5);
    let editor = Editor::open(FIVE).keys("Delete F8").done().keys("=");
    assert_eq!(editor.status(), "only unsaved changes are shown here");
}
