//! Pages about the whole file: problems, duplicates, values, statistics.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::overlay::report::Sign;
use epdit::editor::panes::problems;
use epdit::editor::state::columns::page::Body;
use epdit::editor::state::view::Page;
use epdit::epd::{Code, Severity};
use epdit::suite::LineChange;

const SUITE: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 120; id \"one\";
# a comment
4k3/4p3/8/8/8/8/8/4K3 b - - bm e5+; ce 120; id \"two\";
4k3/8/8/8/8/8/8/R3K2R w KQ - bm Qd2; id \"three\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"two\";
4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id \"five\";
";

fn open_tab(editor: &Editor) -> &str {
    let mut tabs = editor.report().tabs.iter();
    let open = tabs.find(|tab| tab.is_open);
    open.map_or("", |tab| tab.label.as_str())
}

fn down_to(editor: Editor, label: &str) -> Editor {
    let rows = &editor.report().rows;
    let at = rows
        .iter()
        .position(|row| !row.heading && row.label.contains(label))
        .unwrap_or_else(|| panic!("no {label} in {:?}", editor.listed()));
    let skipped = rows
        .iter()
        .take(at)
        .skip(editor.report().cursor)
        .filter(|row| !row.heading)
        .count();
    editor.keys(&"Down ".repeat(skipped))
}

#[test]
fn problems_are_listed_by_kind_with_the_most_severe_first() {
    let editor = Editor::open(SUITE).keys("p");
    let listed = editor.listed();
    assert_eq!(listed[..2], ["Errors", "an illegal move 1"], "{listed:?}");
    let row = &editor.report().rows[1];
    assert_eq!((row.tag, row.detail.as_str()), ("choose", "move-illegal"));
    assert!(listed.contains(&"same id 1".to_owned()), "{listed:?}");
    assert!(
        editor.report().note.contains("problems of"),
        "{}",
        editor.report().note
    );
}

#[test]
fn a_kind_of_problem_opens_to_its_records() {
    let editor = Editor::open(SUITE).keys("p Enter").done();
    let listed = editor.listed();
    assert_eq!(listed[2], "4  three");
    assert!(editor.report().rows[2].detail.contains("Qd2"));
    let editor = editor.keys("Down Enter");
    assert!(!editor.has_dialog());
    assert_eq!(editor.selected(), 3);
    // A second Enter closes the list again.
    let editor = Editor::open(SUITE).keys("p Enter").done().keys("Enter");
    assert!(!editor.listed().iter().any(|row| row.starts_with('4')));
}

#[test]
fn all_problems_of_a_kind_are_fixed_in_one_step() {
    let editor = Editor::open(SUITE).keys("p");
    let rows = &editor.report().rows;
    let spelling = rows.iter().find(|row| row.count == Some(2));
    let spelling = spelling.expect("a problem that two records have");
    let (name, label) = (spelling.detail.clone(), spelling.label.clone());
    let editor = down_to(editor, &label).keys("x").done();
    let status = editor.status().to_owned();
    assert!(
        status.starts_with(&format!("fixed {name} in 2 records · undo ")),
        "{status}"
    );
    assert!(!editor.listed().iter().any(|row| row.starts_with(&label)));
    assert!(editor.line(2).contains("bm e5;") && editor.line(5).contains("bm Rh8+;"));
    let editor = editor.keys("Esc u").done();
    assert_eq!(editor.text(), SUITE);
}

#[test]
fn a_problem_without_a_safe_fix_is_reported() {
    let editor = Editor::open(SUITE).keys("p x").done();
    assert_eq!(
        editor.status(),
        "1 left unchanged (line 4): move-illegal has no safe fix · Enter lists them, x in Problems fixes one"
    );
    assert_eq!(editor.text(), SUITE);
}

#[test]
fn the_list_can_be_filtered_by_a_kind_of_problem() {
    let editor = Editor::open(SUITE).keys("p f").done();
    assert!(!editor.has_dialog());
    assert_eq!(editor.row_count(), 1);
    assert_eq!(editor.selected(), 3);
    assert_eq!(editor.keys("Esc").row_count(), 6);
}

#[test]
fn a_file_opened_read_only_is_not_fixed() {
    let editor = Editor::open(SUITE).read_only().keys("p x").done();
    assert_eq!(editor.status(), "the file is open read-only");
}

#[test]
fn duplicates_are_compared_side_by_side_with_what_differs_first() {
    let editor = Editor::open(SUITE).keys("=").done();
    assert_eq!(editor.listed(), ["two 2", "line 3", "line 5"]);
    let compared = editor
        .report()
        .compared
        .as_ref()
        .expect("records side by side");
    assert_eq!(compared.lines, [2, 4]);
    let differing: Vec<&str> = compared
        .rows
        .iter()
        .filter(|row| row.differs)
        .map(|row| row.name.as_str())
        .collect();
    assert_eq!(differing, ["position", "bm", "ce"]);
    let ce = &compared.rows[2];
    assert_eq!(ce.values, [Some("120".to_owned()), None]);
    let editor = editor.keys("Down Enter");
    assert_eq!(editor.selected(), 4);
}

#[test]
fn duplicates_lead_to_the_records_that_two_open_files_share() {
    // With duplicates in this file too, the cursor is on the first of them, below the row for the other
    // file.
    let editor = Editor::two(SUITE, SUITE).keys("=").done();
    assert_eq!(editor.listed()[..2], ["records also in other.epd", "two 2"]);
    assert!(editor.report().compared.is_some());
    let editor = editor.keys("Up Enter").done();
    assert!(!editor.has_dialog());
    assert_eq!(editor.page(), Page::Differences);
    let page = editor.differences().expect("the comparison");
    assert!(page.shows_identical);
    // That row leads to the identical records, after the differences.
    assert!(matches!(page.chosen(), Some(LineChange::Same { .. })));
    assert_eq!(
        editor.status(),
        "5 identical records in both files, after the differences"
    );
    // Without duplicates in this file it is the only row.
    let one = "8/8/8/8/8/8/8/K1k5 w - - id \"c\";\n";
    let editor = Editor::two(one, one).keys("=").done();
    assert_eq!(
        editor.listed(),
        ["records also in other.epd", "none found in this file"]
    );
    assert_eq!(editor.keys("Enter").page(), Page::Differences);
}

#[test]
fn the_kinds_of_duplicates_are_neighbouring_tabs() {
    let editor = Editor::open(SUITE).keys("= Right").done();
    assert_eq!(open_tab(&editor), "same position 1");
    assert_eq!(editor.listed(), ["one 2", "line 1", "line 5"]);
    let editor = editor.keys("Right").done();
    assert_eq!(open_tab(&editor), "contradictions 1");
    assert_eq!(editor.listed(), ["one 2", "line 1", "line 5"]);
    let editor = editor.keys("Right").done();
    assert_eq!(editor.listed(), ["none found"]);
    let editor = editor.keys("Left Left f").done();
    assert_eq!(editor.row_count(), 2);
}

#[test]
fn values_are_counted_and_choosing_one_filters_the_list() {
    let editor = Editor::open(SUITE)
        .keys("Ctrl-P")
        .typed("values of an opcode")
        .keys("Enter");
    let editor = editor.typed("ce").keys("Enter").done();
    assert_eq!(editor.report().title, "Values of ce");
    assert_eq!(editor.listed(), ["120 2", "(none) 3"]);
    assert_eq!(editor.report().rows[0].detail, " 40.0%");
    let editor = editor.keys("Enter").done();
    let filter = editor.filter().expect("a filter");
    assert_eq!(filter.text, "ce = 120");
    assert_eq!(editor.row_count(), 2);
    // The page opens with the same column the next time, and can show others.
    let editor = editor.keys("Esc %").done();
    assert_eq!(editor.report().title, "Values of ce");
    let editor = editor.keys("Right").done();
    assert_ne!(editor.report().title, "Values of ce");
}

#[test]
fn records_without_a_value_can_be_selected() {
    let editor = Editor::open(SUITE)
        .keys("Ctrl-P")
        .typed("values of an opcode")
        .keys("Enter");
    let editor = editor
        .typed("ce")
        .keys("Enter")
        .done()
        .keys("Down Enter")
        .done();
    assert_eq!(editor.row_count(), 3);
}

#[test]
fn values_of_side_and_material_are_never_missing() {
    for (call, title) in [
        ("values-of side", "Values of side"),
        ("values-of material", "Values of material"),
    ] {
        let editor = Editor::open(SUITE).call(call).done();
        let report = editor.report();
        let is_missing = editor.listed().iter().any(|row| row.starts_with("(none)"));
        assert!(!is_missing, "{call}");
        assert!(report.title.starts_with(title), "{}", report.title);
    }
}

#[test]
fn statistics_show_every_part_and_choosing_a_bar_filters_the_list() {
    let editor = Editor::open(SUITE).keys("S").done();
    let listed = editor.listed();
    for heading in [
        "side to move (of 5 records with a side to move)",
        "opcode (of 5 records, each counted once for each of its opcodes)",
        "problem (of 3 problems)",
        "phase (of 5 records with a board)",
        "length in bytes (of 5 records)",
    ] {
        assert!(
            listed.contains(&heading.to_owned()),
            "{heading} in {listed:?}"
        );
    }
    for row in ["w 4", "b 1", "bm 5", "ce 2", "endgame 5"] {
        assert!(listed.contains(&row.to_owned()), "{row} in {listed:?}");
    }
    let editor = down_to(editor, "b").keys("Enter").done();
    assert_eq!(editor.row_count(), 1);
    assert_eq!(editor.selected(), 2);
}

#[test]
fn a_value_counted_in_a_filtered_list_refines_the_filter() {
    let editor = Editor::open(SUITE)
        .keys("f")
        .typed("side = w")
        .keys("Enter")
        .done();
    let editor = editor.keys("S").done();
    assert_eq!(
        editor.report().title,
        "Statistics of test.epd, matching `side = w`"
    );
    assert!(editor.listed().contains(&"b 0".to_owned()));
    let editor = down_to(editor, "ce").keys("Enter").done();
    let filter = editor.filter().expect("a filter");
    assert_eq!(filter.text, "(side = w) and (ce)");
    assert_eq!(editor.row_count(), 1);
}

#[test]
fn closing_a_page_stops_what_it_waits_for() {
    let editor = Editor::open(SUITE).keys("S Esc");
    assert!(matches!(editor.effects.last(), Some(Effect::Stop { .. })));
    assert!(editor.jobs() == 0);
    // A late result is dropped.
    assert!(!editor.done().has_dialog());
}

#[test]
fn pages_of_an_empty_file_say_so() {
    for keys in ["p", "=", "S", "%", "c"] {
        let editor = Editor::open("").keys(keys).done();
        assert!(!editor.report().rows.is_empty() || keys == "S", "{keys}");
        editor.keys("Enter f x l h J K Down Up G g Esc");
    }
}

#[test]
fn duplicates_open_on_the_tab_that_has_something_and_every_tab_has_its_count() {
    let k = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let text =
        format!("{k} bm e4; id \"a\";\n{k} bm e3; id \"b\";\n8/8/8/8/8/8/8/K1k5 w - - id \"c\";\n");
    let editor = Editor::open(&text).keys("=").done();
    let tabs: Vec<(&str, bool)> = editor
        .report()
        .tabs
        .iter()
        .map(|tab| (tab.label.as_str(), tab.is_open))
        .collect();
    assert_eq!(
        tabs,
        [
            ("same id 0", false),
            ("same position 1", true),
            ("contradictions 1", false),
            ("same record 0", false),
        ]
    );
    assert_eq!(
        editor.report().note,
        "same placement, side to move and rights · 2 records in 1 group"
    );
    // The next tab opens without another search: everything was found.
    let effects = editor.effects.len();
    let editor = editor.keys("l");
    assert_eq!(open_tab(&editor), "contradictions 1");
    assert_eq!(editor.effects.len(), effects);
    // A click on a tab opens it.
    let row = editor.layout().overlay.and_then(|page| page.tabs);
    let row = row.expect("a row of tabs");
    let editor = editor.click((row.x + 2, row.y));
    assert_eq!(open_tab(&editor), "same id 0");
    // Duplicate ids, if any, are the first tab shown.
    let editor = Editor::open(&text.replace("\"b\"", "\"a\""))
        .keys("=")
        .done();
    assert_eq!(open_tab(&editor), "same id 1");
}

#[test]
fn duplicates_show_in_the_column_of_problems_and_in_the_problems_of_the_record() {
    let k = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let text = format!(
        "{k} bm e4; id \"a\";\n8/8/8/8/8/8/8/K1k5 w - - id \"a\";\n{k} bm Ra9; id \"b\";\n"
    );
    let editor = Editor::open(&text);
    let signs: Vec<String> = editor
        .table()
        .rows
        .iter()
        .map(|row| match &row.body {
            Body::Record(cells) => cells.last().expect("a cell").text.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(signs, ["=", "=", "✗="]);
    let said = |editor: &Editor| -> Vec<String> {
        let twins = problems::twins(&editor.model, &editor.record());
        twins.into_iter().map(|(_, words)| words).collect()
    };
    assert_eq!(
        said(&editor),
        [
            "same id as line 2 · = compares",
            "same position as line 3 · = compares"
        ]
    );
    let editor = editor.keys("j");
    assert_eq!(
        said(&editor),
        ["line 1 already has the id `\"a\"` · = compares  duplicate-id"]
    );
    let editor = editor.keys("j");
    assert_eq!(said(&editor).len(), 1);
}

#[test]
fn a_duplicate_id_is_a_problem_until_it_is_unique() {
    let k = "4k3/8/8/8/8/8/8/4K3 w - -";
    let text: String = ["a", "b", "a", "a", "b"]
        .map(|id| format!("{k} id \"{id}\";\n"))
        .concat();
    let found = |editor: &Editor| {
        let found = editor.model.document.scan.found();
        let by_code: Vec<_> = found.by_code.into_iter().collect();
        (found.warnings, by_code)
    };
    let of = |count| (count, vec![(Code::DuplicateId, count)]);
    let editor = Editor::open(&text);
    assert_eq!(found(&editor), of(3));
    let editor = editor.keys("p Enter").done();
    let rows = &editor.report().rows;
    let rows: Vec<_> = rows
        .iter()
        .take(5)
        .map(|row| (row.label.as_str(), row.detail.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("Warnings", ""),
            ("an id of an earlier record", "duplicate-id"),
            ("3  a", "line 1 already has the id `\"a\"`"),
            ("4  a", "line 1 already has the id `\"a\"`"),
            ("5  b", "line 2 already has the id `\"b\"`"),
        ]
    );
    // Deleting the first and the last line removes one problem each.
    let editor = editor.keys("Esc d d");
    assert_eq!(found(&editor), of(2));
    let editor = editor.keys("G d d");
    assert_eq!(found(&editor), of(1));
    let editor = editor.keys("g j d d");
    assert_eq!(found(&editor), (0, vec![]));
    let editor = editor.keys("u u u");
    assert_eq!(found(&editor), of(3));
}

#[test]
fn all_safe_fixes_are_previewed_and_made_from_the_page_of_problems() {
    let editor = Editor::open(SUITE).keys("p");
    let rows = &editor.report().rows;
    let severities: Vec<_> = rows
        .iter()
        .filter_map(|row| Code::from_name(&row.detail))
        .map(Code::severity)
        .collect();
    assert!(
        severities.is_sorted_by(|one, two| one >= two),
        "the worst first: {severities:?}"
    );
    let tag = |name: &str| {
        let row = rows.iter().find(|row| row.detail == name).expect(name);
        row.tag
    };
    assert_eq!(tag("move-spelling"), "safe fix");
    assert_ne!(tag("move-illegal"), "safe fix");
    let before = editor.text();
    let editor = editor.keys("X").done();
    assert_eq!(editor.text(), before, "only looked at");
    let editor = editor.keys("Enter").done();
    assert!(editor.text().contains("bm e5; ce"), "{}", editor.text());
    assert_eq!(editor.keys("Esc u").text(), before);
}

#[test]
fn a_kind_of_problem_is_fixed_in_the_marked_or_else_in_the_shown_records() {
    let file = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"a\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"b\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"c\";
";
    let fixed = |begin: fn(Editor) -> Editor| {
        let editor = begin(Editor::open(file).done()).done().keys("p");
        let title = editor.report().title.clone();
        let text = editor.keys("x").done().text();
        let lines = text.lines().map(|line| line.contains("bm e4;"));
        (title, lines.collect::<Vec<bool>>())
    };
    let (title, lines) = fixed(|editor| editor.keys("j Space"));
    assert_eq!(title, "Problems of the file · x and X fix 1 marked line");
    assert_eq!(lines, [false, true, false]);
    let (title, lines) = fixed(|editor| editor.keys("f").typed("id = \"c\"").keys("Enter"));
    assert_eq!(title, "Problems of the file · x and X fix the 1 line shown");
    assert_eq!(lines, [false, false, true]);
    let (title, lines) = fixed(|editor| editor);
    assert_eq!(title, "Problems of the file");
    assert_eq!(lines, [true, true, true]);
}

/// Castling rights are missing where some are possible (an error), and where none are (a warning).
const NO_RIGHTS: &str = "\
r3k2r/8/8/8/8/8/8/R3K2R w bm Kd2;
4k3/8/8/8/8/8/8/4K3 w bm Kd2;
";

#[test]
fn a_kind_of_problem_has_the_sign_of_its_most_severe_one() {
    let sign = |text: &str| {
        let editor = Editor::open(text).done().keys("p");
        let mut rows = editor.report().rows.iter();
        rows.find(|row| row.detail == "missing-castling")
            .and_then(|row| row.sign)
    };
    let (error, warning) = (Severity::Error, Severity::Warning);
    assert_eq!(sign(NO_RIGHTS), Some(Sign::Severity(error)));
    let second = NO_RIGHTS.lines().nth(1).expect("a line");
    assert_eq!(sign(second), Some(Sign::Severity(warning)));
}

#[test]
fn a_kind_of_problem_shows_whether_its_problems_have_safe_fixes() {
    let tag = |editor: &Editor| {
        let mut rows = editor.report().rows.iter();
        let row = rows.find(|row| row.detail == "missing-castling");
        row.map(|row| row.tag).expect("the row")
    };
    let editor = Editor::open(NO_RIGHTS).done().keys("p");
    assert_eq!(tag(&editor), "safe fix");
    let editor = editor.keys("x").done();
    assert_ne!(tag(&editor), "safe fix");
    let editor = editor.keys("x").done();
    let said = "1 left unchanged (line 1): missing-castling has no safe fix · Enter lists them";
    assert!(editor.status().starts_with(said), "{}", editor.status());
}

#[test]
fn the_problems_pane_shows_all_problems_of_an_edited_record() {
    let editor = Editor::open("").keys("o").done();
    let editor = editor.call("edit-line").keys("Ctrl-U").typed("k/b");
    let editor = editor.keys("Enter").done();
    assert_eq!(editor.line(0), "k/b");
    let area = editor.layout().problems.expect("the pane").inner();
    let record = editor.record();
    let shown = problems::shown(&editor.model, &record, area);
    assert!(record.diagnostics().len() > 1);
    assert_eq!(shown.len(), record.diagnostics().len());
}

#[test]
fn a_page_with_nothing_to_choose_has_no_hint_for_enter() {
    let hinted = |keys: &str| -> Vec<&str> {
        let editor = Editor::open(FIVE).keys(keys).done();
        let hints = editor.hints(200);
        hints.iter().map(|hint| hint.label).collect()
    };
    for keys in ["L", "O"] {
        let labels = hinted(keys);
        assert!(!labels.contains(&"choose"), "{keys}: {labels:?}");
        assert!(labels.contains(&"close"), "{keys}: {labels:?}");
    }
    // The hint for all fixes is on the page of problems only.
    assert!(hinted("p").contains(&"fix all"));
    assert!(!hinted("S").contains(&"fix all"));
}

#[test]
fn the_key_named_by_the_page_fixes_the_problem_that_was_opened() {
    let stray = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; Hector-So, Malmo 2011\n";
    let editor = Editor::open(&format!("{FIVE}{stray}")).keys("p").done();
    let editor = editor.keys("x").done();
    assert!(
        editor.status().contains("x in Problems fixes one"),
        "{}",
        editor.status()
    );
    let editor = editor.keys("Enter").done().keys("Down Enter").done();
    assert_eq!(editor.selected(), 5, "{}", editor.status());
    let editor = editor.keys("x").done();
    assert_eq!(editor.line_count(), 6, "nothing is cut");
    assert!(editor.has_dialog(), "the fixes are offered");
}

#[test]
fn values_are_counted_by_every_property_of_the_position() {
    let text = "\
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 id \"a\";
4k3/8/8/8/8/8/4P3/4K2R w K - id \"b\";
4k3/8/8/8/8/8/4P3/4K2R b K - id \"c\";
";
    let mut editor = Editor::open(text).keys("%").done();
    let mut met = Vec::new();
    for _ in 0..20 {
        editor = editor.keys("Right").done();
        met.push((editor.report().title.clone(), editor.listed()));
    }
    for (name, listed) in [
        ("side", &["w 2", "b 1"][..]),
        ("pieces", &["4 2", "32 1"]),
        ("castling", &["K 2", "KQkq 1"]),
        ("ep", &["- 2", "c6 1"]),
        ("phase", &["endgame 2", "opening 1"]),
        ("opening", &["Sicilian Defense 1", "(none) 2"]),
        ("opening.eco", &["B20 1", "(none) 2"]),
    ] {
        let title = format!("Values of {name}");
        let found = met.iter().find(|(met, _)| *met == title);
        let found = found.map(|(_, listed)| listed.as_slice());
        assert_eq!(
            found,
            Some(
                &listed
                    .iter()
                    .map(|row| (*row).to_owned())
                    .collect::<Vec<_>>()[..]
            )
        );
    }
    assert!(met.iter().any(|(title, _)| title == "Values of moves"));
}

/// Three records of one position, the second with another best move; and one with a duplicate id.
const SAME: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"b\";
8/8/8/8/8/8/8/K1k5 w - - id \"a\";
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"note\";
";

fn same_positions() -> Editor {
    let editor = Editor::open(SAME).done().keys("= Right").done();
    assert_eq!(open_tab(&editor), "same position 1");
    assert_eq!(editor.listed(), ["a 3", "line 1", "line 2", "line 4"]);
    editor
}

#[test]
fn a_record_is_deleted_on_the_page_of_duplicates_which_shows_what_is_left() {
    let editor = same_positions().keys("Down d").done();
    assert_eq!(editor.line_count(), 3);
    assert!(!editor.text().contains("e3;"));
    assert_eq!(open_tab(&editor), "same position 1");
    assert_eq!(editor.listed(), ["a 2", "line 1", "line 3"]);
    let tabs: Vec<&str> = editor
        .report()
        .tabs
        .iter()
        .map(|tab| tab.label.as_str())
        .collect();
    assert_eq!(tabs[2], "contradictions 0");
    // Undo works on the page, too.
    let editor = editor.keys("u").done();
    assert_eq!(editor.text(), SAME);
    assert_eq!(editor.listed(), ["a 3", "line 1", "line 2", "line 4"]);
}

#[test]
fn one_record_of_a_group_is_kept_or_all_are_merged() {
    let editor = same_positions().keys("Down K").done();
    let kept: Vec<&str> = SAME.lines().skip(1).take(2).collect();
    assert_eq!(editor.text().lines().collect::<Vec<_>>(), kept);
    assert_eq!(editor.listed(), ["none found"]);
    let editor = same_positions().keys("m").done();
    assert_eq!(editor.line_count(), 2, "{}", editor.text());
    assert!(editor.line(0).contains("c0 \"note\""), "{}", editor.line(0));
    assert!(editor.status().contains("undo"), "{}", editor.status());
}

#[test]
fn records_are_marked_on_the_page_of_duplicates() {
    let editor = same_positions().keys("Space Down Space");
    assert!(editor.marked().is_some_and(|lines| lines.iter().eq([0, 3])));
    let signs: Vec<_> = editor
        .report()
        .rows
        .iter()
        .filter_map(|row| row.sign)
        .collect();
    let marks = [true, false, true].map(Sign::Checked);
    assert_eq!(signs, marks);
}

#[test]
fn nothing_is_changed_on_the_page_of_duplicates_of_a_file_opened_read_only() {
    let editor = Editor::open(SAME).done().read_only().keys("= Right").done();
    for key in ["d", "K", "m"] {
        let editor = Editor::open(SAME).done().read_only().keys("= Right").done();
        let editor = editor.keys(key).done();
        assert_eq!(editor.status(), "the file is open read-only", "{key}");
        assert_eq!(editor.text(), SAME, "{key}");
    }
    assert!(editor.keys("Space").marked().is_some());
}

#[test]
fn a_key_of_another_page_does_nothing_here() {
    for (page, keys) in [
        ("=", "A R x X"),
        ("p", "A R t K"),
        ("S", "x d K"),
        ("c", "f o A"),
    ] {
        let editor = Editor::open(FIVE).done().keys(page).done();
        for key in keys.split(' ') {
            let before = editor.text();
            let editor = Editor::open(FIVE).done().keys(page).done().keys(key);
            let said = format!("`{key}` does nothing in this page · ? keys");
            assert_eq!(editor.status(), said, "{page} {key}");
            assert_eq!(editor.text(), before);
        }
    }
}

#[test]
fn going_to_the_next_problem_says_its_number_in_the_record() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Qd2; ce x;\n";
    let editor = Editor::open(text).done().keys("]").done();
    assert_eq!(editor.selected(), 1);
    let all = editor.record().diagnostics().len();
    assert!(
        editor.status().starts_with("problem 1 of 2: "),
        "{} of {all}",
        editor.status()
    );
    let editor = editor.keys("]").done();
    assert!(
        editor.status().starts_with("problem 2 of 2: "),
        "{}",
        editor.status()
    );
}

#[test]
fn a_merge_on_the_page_of_duplicates_says_which_values_it_leaves_out() {
    let record = |rest: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {rest} id \"q\";\n");
    let text = [record("bm e4; c0 \"a\";"), record("bm e3; c0 \"b\";")].concat();
    let editor = Editor::open(&text).keys("=").done().keys("m");
    assert_eq!(editor.line_count(), 1);
    let said = "1 conflict (from line 1): the value of the first record kept";
    assert!(editor.status().contains(said), "{}", editor.status());
}

#[test]
fn the_first_line_counts_duplicates_as_they_are_edited() {
    let record = |id: &str, bm| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm {bm}; id \"{id}\";\n");
    let text = [record("a", "e4"), record("a", "e3"), record("b", "Kd2")].concat();
    let editor = Editor::open(&text).sized(120, 36).done();
    assert!(editor.screen().contains("3 duplicates"));
    let editor = editor.keys("d d").done();
    assert!(editor.screen().contains("2 duplicates"));
    let editor = editor.keys("d d").done();
    assert!(!editor.screen().contains("duplicate"));
}
