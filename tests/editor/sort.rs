//! The list in another order: first as a view, and on demand as the file's own order.

use crate::harness::Editor;
use epdit::editor::effect::Effect;
use epdit::editor::state::columns::Column;
use epdit::editor::state::columns::page::Body;

const SUITE: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - acd 3; bm e4; id \"A.10\";
# about the next
4k3/8/8/8/8/8/8/4K3 b - - id \"A.2\";
r3k3/8/8/8/8/8/8/R3K2R w - - acd 12; bm Ra9; id \"A.1\";
4k3/8/8/8/8/8/4P3/R3K3 w - - acd 5; id \"A.3\";
";

/// Returns the ids from the top of the list; `#` for a comment.
fn shown(editor: &Editor) -> Vec<String> {
    let document = &editor.model.document;
    (0..document.row_count())
        .filter_map(|row| document.line_at(row))
        .map(|line| match editor.line(line).rsplit('"').nth(1) {
            Some(id) => id.to_owned(),
            None => "#".to_owned(),
        })
        .collect()
}

fn sorted(by: &str) -> Editor {
    Editor::open(SUITE).call(&format!("sort {by}")).done()
}

#[test]
fn a_sort_changes_no_record_and_esc_or_s_removes_it() {
    let choose = |editor: Editor, typed: &str| editor.keys("s").typed(typed).keys("Enter").done();
    let editor = choose(Editor::open(SUITE).read_only(), "id");
    assert_eq!(shown(&editor), ["A.1", "#", "A.2", "A.3", "A.10"]);
    assert_eq!(editor.text(), SUITE);
    assert!(!editor.is_modified());
    assert_eq!(editor.selected(), 0, "the same record");
    assert!(
        editor
            .status()
            .ends_with("the file is unchanged · Esc removes the sort"),
        "{}",
        editor.status()
    );
    let editor = editor.keys("Esc");
    assert_eq!(shown(&editor), ["A.10", "#", "A.2", "A.1", "A.3"]);
    let editor = choose(editor, "-id");
    assert_eq!(shown(&editor), ["A.10", "A.3", "#", "A.2", "A.1"]);
    let editor = editor.keys("s Enter");
    assert_eq!(shown(&editor), ["A.10", "#", "A.2", "A.1", "A.3"]);
}

#[test]
fn below_a_filter_or_a_search_the_status_names_the_keys_that_remove_the_sort_alone() {
    for keys in ["f a c d Enter", "/ A Enter"] {
        let editor = Editor::open(SUITE).keys(keys).done().call("sort id").done();
        let message = editor.status();
        assert!(
            message.ends_with("· s Enter removes the sort"),
            "{keys}: {message}"
        );
        let editor = editor.keys("s Enter");
        assert!(editor.sorted().is_none(), "{keys}");
    }
}

#[test]
fn records_are_sorted_by_pieces_material_position_and_any_opcode() {
    for (by, expected) in [
        ("pieces", ["#", "A.2", "A.10", "A.3", "A.1"]),
        ("pieces down", ["A.1", "A.3", "A.10", "#", "A.2"]),
        ("material", ["#", "A.2", "A.10", "A.3", "A.1"]),
        ("acd", ["A.10", "A.3", "A.1", "#", "A.2"]),
        ("acd down", ["A.1", "A.3", "A.10", "#", "A.2"]),
        ("side", ["A.10", "A.1", "A.3", "#", "A.2"]),
        ("position", ["A.10", "A.3", "#", "A.2", "A.1"]),
    ] {
        let editor = sorted(by);
        let shown = shown(&editor);
        assert_eq!(shown, expected, "{by}");
    }
    let editor = Editor::open(SUITE)
        .keys("s")
        .typed("acd")
        .keys("Enter")
        .done();
    assert_eq!(shown(&editor), ["A.10", "A.3", "A.1", "#", "A.2"]);
}

#[test]
fn the_sort_key_has_a_column_next_to_the_id() {
    let names = |editor: &Editor| -> Vec<String> {
        let columns = editor.list_columns();
        columns.iter().map(Column::name).collect()
    };
    let cells = |editor: &Editor, at: usize| -> Vec<String> {
        let rows = editor.table().rows.iter();
        let records = rows.filter_map(|row| match &row.body {
            Body::Record(cells) => Some(cells),
            _ => None,
        });
        let cells = records.filter_map(|cells| cells.get(at));
        cells.map(|cell| cell.text.clone()).collect()
    };
    let usual = names(&sorted("id"));
    assert_eq!(usual, ["line", "side", "id", "best", "problems"]);
    let before = sorted("id").layout();
    for (by, counts) in [
        ("pieces", vec!["2", "3", "4", "5"]),
        ("acd", vec!["3", "5", "12", ""]),
    ] {
        let editor = sorted(by);
        assert_eq!(
            names(&editor),
            ["line", "side", "id", by, "best", "problems"]
        );
        assert_eq!(cells(&editor, 3), counts, "{by}");
        assert_eq!(editor.layout().records, before.records, "no pane moves");
        // The column disappears with the sort, unless it was chosen.
        let editor = editor.keys("Esc");
        assert_eq!(names(&editor), usual, "{by}");
    }
    for by in ["side", "position"] {
        assert_eq!(names(&sorted(by)), usual, "{by}");
    }
}

#[test]
fn movement_searches_marks_and_problems_follow_the_sorted_order() {
    let editor = sorted("id").keys("g");
    let id = |editor: &Editor| editor.shown().rsplit('"').nth(1).unwrap_or("#").to_owned();
    assert_eq!(id(&editor), "A.1");
    let editor = editor.keys("j j");
    assert_eq!(id(&editor), "A.2");
    let editor = editor.keys("Ctrl-Down");
    assert_eq!(id(&editor), "A.3");
    // Forward from A.3: A.10 is the next record with an acd, then the first row again.
    let editor = editor.keys("/").typed("acd").keys("Enter").done();
    assert_eq!(id(&editor), "A.3");
    let editor = editor.keys("n").done();
    assert_eq!(id(&editor), "A.10");
    let editor = editor.keys("n").done();
    assert_eq!(id(&editor), "A.1");
    let editor = editor.keys("Esc Esc").call("sort id").done();
    // A range covers all rows shown in between.
    let editor = editor.keys("g v j j v");
    assert_eq!(editor.marked_count(), 3);
    let marked = editor.marked().expect("marked");
    assert!(marked.iter().eq([1, 2, 3]));
    // The only record with an illegal move is in the first row: from the last one the search wraps.
    let editor = editor.keys("G ]").done();
    assert_eq!(id(&editor), "A.1");
}

#[test]
fn a_filter_and_a_sort_apply_together() {
    let editor = sorted("id").keys("f").typed("acd").keys("Enter").done();
    assert_eq!(shown(&editor), ["A.1", "A.3", "A.10"]);
    let editor = editor.call("sort acd").done();
    assert_eq!(shown(&editor), ["A.10", "A.3", "A.1"]);
    let editor = editor.keys("Esc");
    assert_eq!(shown(&editor).len(), 5, "Esc shows all first");
    let editor = editor.keys("Esc");
    assert_eq!(shown(&editor), ["A.10", "#", "A.2", "A.1", "A.3"]);
}

#[test]
fn each_esc_closes_one_layer_and_names_the_next() {
    let esc = |editor: &Editor| {
        let hints = editor.hints(160);
        let hint = hints.into_iter().find(|hint| hint.keys == "Esc");
        hint.map(|hint| hint.label)
    };
    let editor = sorted("acd").keys("f").typed("acd").keys("Enter").done();
    let editor = editor.keys("/").typed("A.1").keys("Enter").done();
    assert_eq!(esc(&editor), None, "the search ends first");
    let editor = editor.keys("Esc");
    assert_eq!(
        (editor.status(), esc(&editor)),
        ("search ended", Some("show all"))
    );
    assert_eq!(shown(&editor), ["A.10", "A.3", "A.1"]);
    let editor = editor.keys("Esc");
    assert_eq!(
        (editor.status(), esc(&editor)),
        (
            "all 5 lines · Esc again restores the file's order",
            Some("file order")
        )
    );
    assert_eq!(shown(&editor), ["A.10", "A.3", "A.1", "#", "A.2"]);
    let editor = editor.keys("Esc");
    assert_eq!(
        (editor.status(), esc(&editor)),
        ("back in the file's order", None)
    );
    assert_eq!(shown(&editor), ["A.10", "#", "A.2", "A.1", "A.3"]);
}

#[test]
fn an_edited_record_keeps_its_row_until_the_list_is_sorted_again() {
    let editor = sorted("id").keys("g e End Backspace Backspace Backspace");
    let editor = editor.typed("99\";").keys("Enter").done();
    assert_eq!(shown(&editor), ["A.99", "#", "A.2", "A.3", "A.10"]);
    assert!(
        editor
            .sorted()
            .expect("sorted")
            .is_edited(editor.model.document.suite.revision())
    );
    let editor = editor.keys("s").typed("again").keys("Enter").done();
    assert_eq!(shown(&editor), ["#", "A.2", "A.3", "A.10", "A.99"]);
}

#[test]
fn lines_are_added_and_deleted_at_the_selected_row_of_a_sorted_view() {
    let editor = sorted("id").keys("g j j o");
    assert_eq!(shown(&editor), ["A.1", "#", "A.2", "#", "A.3", "A.10"]);
    assert_eq!(editor.selected_row(), 3, "below the one it was made from");
    let editor = editor.keys("u g").call("delete-record");
    assert_eq!(shown(&editor), ["#", "A.2", "A.3", "A.10"]);
    assert_eq!(editor.selected_row(), 0, "the next row is selected");
    let editor = editor.keys("u");
    assert_eq!(shown(&editor), ["A.1", "#", "A.2", "A.3", "A.10"]);
    assert_eq!(editor.text(), SUITE);
}

#[test]
fn lines_are_not_moved_in_a_sorted_view() {
    let editor = sorted("id").keys("J");
    assert_eq!(editor.text(), SUITE);
    assert!(
        editor.status().contains("in a sorted view"),
        "{}",
        editor.status()
    );
}

#[test]
fn the_sorted_order_is_written_to_the_file_as_one_undoable_change() {
    let editor = sorted("id").keys("s").typed("make").keys("Enter").done();
    let after = editor.text();
    let ids: Vec<&str> = after
        .lines()
        .filter_map(|line| line.rsplit('"').nth(1))
        .collect();
    assert_eq!(ids, ["A.1", "A.2", "A.3", "A.10"]);
    assert!(
        editor.status().starts_with("sorted the file by id: "),
        "{}",
        editor.status()
    );
    assert!(editor.sorted().is_none());
    assert_eq!(
        editor.shown().rsplit('"').nth(1),
        Some("A.10"),
        "the record stays selected"
    );
    let editor = editor.keys("u");
    assert_eq!(editor.text(), SUITE);
    let editor = Editor::open(SUITE).read_only().call("sort-file id").done();
    assert_eq!(editor.text(), SUITE);
    // Without a sorted view the command names the column.
    let editor = Editor::open(SUITE).call("sort-file acd down").done();
    assert!(editor.line(0).contains("acd 12"));
}

#[test]
fn a_sort_runs_in_the_background_and_esc_stops_it() {
    let editor = Editor::open(SUITE).call("sort id");
    assert!(matches!(editor.effects.last(), Some(Effect::Start(_))));
    let editor = editor.keys("Esc");
    assert_eq!(editor.status(), "stopped sorting");
    let editor = editor.done();
    assert_eq!(shown(&editor), ["A.10", "#", "A.2", "A.1", "A.3"]);
}

#[test]
fn a_second_sort_keeps_the_order_of_the_first_among_equal_records() {
    let suite = "\
4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";
# about the next
4k3/8/8/8/8/8/8/4K3 w - - id \"2\";
4k3/8/8/8/8/8/3P4/4K3 w - - id \"3\";
4k3/8/8/8/8/8/8/3K4 w - - id \"4\";
";
    let sort = |editor: Editor, by: &str| editor.call(&format!("sort {by}")).done();
    let editor = sort(Editor::open(suite), "pieces");
    assert_eq!(shown(&editor), ["#", "2", "4", "1", "3"]);
    let editor = sort(sort(Editor::open(suite), "id down"), "pieces");
    assert_eq!(shown(&editor), ["4", "#", "2", "3", "1"]);
    // The order written to the file is the one shown.
    let ids = |editor: &Editor| -> Vec<String> {
        let all = editor.text();
        let ids = all.lines().filter_map(|line| line.split('"').nth(1));
        ids.map(str::to_owned).collect()
    };
    assert_eq!(
        ids(&editor.keys("s").typed("make").keys("Enter").done()),
        ["4", "2", "3", "1"]
    );
}

#[test]
fn the_selected_record_stays_on_screen_when_the_file_is_sorted() {
    let many: String = (0..200)
        .map(|n| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"N.{n:03}\";\n"))
        .collect();
    let editor = Editor::open(&many)
        .sized(80, 24)
        .call("sort id down")
        .done();
    let editor = editor.keys("s").typed("make").keys("Enter").done();
    let document = &editor.model.document;
    let list = editor.layout().list.expect("a list");
    let rows = document.first..document.first + usize::from(list.height);
    assert!(
        rows.contains(&document.selected),
        "{rows:?} {}",
        document.selected
    );
}

#[test]
fn the_list_of_sorts_begins_with_the_opcodes_of_the_file_and_how_many_records_have_them() {
    let editor = Editor::open(SUITE).done().keys("s");
    let menu = editor.picker();
    let rows: Vec<(&str, &str)> = menu
        .items
        .iter()
        .take(6)
        .map(|item| (item.label.as_str(), item.keys.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("id ▲", "4 records"),
            ("id ▼", ""),
            ("acd ▲", "3 records"),
            ("acd ▼", ""),
            ("bm ▲", "2 records"),
            ("bm ▼", ""),
        ]
    );
    // Each field is listed once: the column of best moves is `bm`.
    let labels: Vec<&str> = menu.items.iter().map(|item| item.label.as_str()).collect();
    assert!(
        labels.contains(&"material ▼") && !labels.contains(&"best ▲"),
        "{labels:?}"
    );
    // A key that is not listed can be typed.
    let editor = editor.typed("-count(bm)").keys("Enter").done();
    assert!(
        editor
            .status()
            .starts_with("sorted by count(bm), descending"),
        "{}",
        editor.status()
    );
}

#[test]
fn the_counts_of_opcodes_follow_edits_and_undo() {
    let counts = |editor: &Editor| editor.counts().by_opcode;
    let editor = Editor::open(SUITE).done();
    let before = counts(&editor);
    assert_eq!(before.get("acd"), Some(&3));
    let editor = editor.call("delete-record").done();
    assert_eq!(counts(&editor).get("acd"), Some(&2));
    assert_eq!(counts(&editor).get("bm"), Some(&1));
    let editor = editor.keys("u").done();
    assert_eq!(counts(&editor), before);
}
