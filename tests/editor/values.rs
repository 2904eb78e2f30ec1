//! The page of values: counts, their order, and filtering the list by a row.

use crate::harness::Editor;
use epdit::editor::state::document::Document;

/// Nine records with different values in several fields, some of them odd.
const SUITE: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 120; id \"A.1\";
# a comment
4k3/4p3/8/8/8/8/8/4K3 b - - bm e5 Kd7; ce +120; id \"A.2\";
4k3/8/8/8/8/8/8/R3K2R w KQ - bm Qd2; id \"B.10\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"B.2\";
4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; ce 9; id \"17\";
4k3/8/8/8/8/8/8/4K2R w H - bm Rh8+; ce 10; id \"say 'so'\";
4k3/8/8/8/8/8/8/4K2R b - - am Kd7; ce good; c0 \"\";
4k3/8/8/8/8/8/8/4K2R x - - c0 ;
4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; ce 9; id \"17\";
";

fn row_count(document: &Document) -> usize {
    document.row_count()
}

#[test]
fn values_of_fields_and_calculations_are_counted_together() {
    for (call, title, listed) in [
        (
            "values side",
            "Values of side",
            &["w 6", "b 2", "(none) 1"][..],
        ),
        (
            "values id.prefix",
            "Values of id.prefix",
            &["A 2", "B 2", "say 'so' 1", "(none) 4"],
        ),
        (
            "values count(bm)",
            "Values of count(bm)",
            &["1 6", "0 2", "2 1"],
        ),
        (
            "values first(bm)",
            "Values of first(bm)",
            &["Rh8+ 3", "e4 1", "e5 1", "Qd2 1", "e3 1", "(none) 2"],
        ),
        (
            "values piece(bm)",
            "Values of piece(bm)",
            &["P 3", "R 3", "(none) 3"],
        ),
        (
            "values ce/100",
            "Values of ce/100",
            &["1.2 2", "0.09 2", "0.1 1", "(none) 4"],
        ),
        (
            "values severity",
            "Values of severity",
            &["hint 3", "error 3", "warning 1", "(none) 2"],
        ),
        (
            "values side, castling",
            "Values of side, castling",
            &[
                "side    castling",
                "w       K 3",
                "w       - 2",
                "b       - 2",
                "w       KQ 1",
                "(none)  - 1",
            ],
        ),
        ("values op(side)", "Values of side", &["(none) 9"]),
    ] {
        let editor = Editor::open(SUITE).call(call).done();
        assert_eq!(editor.report().title, title);
        assert_eq!(editor.listed(), listed, "{call}");
    }
}

#[test]
fn every_row_filters_the_list_to_exactly_its_records() {
    for by in [
        "side",
        "bm",
        "ce",
        "c0",
        "id",
        "id.prefix",
        "first(bm)",
        "piece(bm)",
        "count(bm)",
        "castling",
        "material",
        "problems",
        "severity",
        "placement",
        "fen",
        "line",
        "path",
        "text",
        "length",
        "ce/7",
        "side,bm",
        "fen,ce",
        "problems,side",
        "c0,id.prefix",
        "moves,ep,phase",
    ] {
        let page = |keys: &str| {
            Editor::open(SUITE)
                .keys(keys)
                .call(&format!("values {by}"))
                .done()
        };
        let rows = page("").report().rows.clone();
        let items = rows.iter().filter(|row| !row.heading);
        for (nth, row) in items.enumerate() {
            let editor = page("").keys(&"Down ".repeat(nth)).keys("Enter").done();
            assert!(!editor.has_dialog(), "{by}: {}", row.label);
            let counted = row.count.expect("a count");
            assert_eq!(
                row_count(&editor.model.document),
                counted,
                "{by}: {}",
                row.label
            );
        }
    }
}

#[test]
fn rows_refine_any_existing_filter() {
    let editor = Editor::open(SUITE).call("query side = w").done();
    let editor = editor.call("values castling").done();
    assert_eq!(
        editor.report().title,
        "Values of castling, matching `side = w`"
    );
    assert_eq!(editor.listed(), ["K 3", "- 2", "KQ 1"]);
    let editor = editor.keys("Enter").done();
    let filter = editor.filter().expect("a filter");
    assert_eq!(filter.text, "(side = w) and (castling = K)");
    assert_eq!(row_count(&editor.model.document), 3);
    // Rows that no query can express select lines, and so do rows that refine such a selection.
    let editor = editor.call("values fen").done();
    let row = editor.report().rows[0].clone();
    assert!(
        row.detail.contains("a query can't compare a whole FEN"),
        "{}",
        row.detail
    );
    let editor = editor.keys("f").done();
    let filter = editor.filter().expect("a filter");
    assert!(
        !filter.is_query && filter.text.contains("fen 4k3/8"),
        "{}",
        filter.text
    );
    let count = row.count.expect("a count");
    assert_eq!(row_count(&editor.model.document), count);
    let editor = editor.call("values id").done().keys("Enter").done();
    let filter = editor.filter().expect("a filter");
    assert!(filter.text.ends_with(", id = \"17\""), "{}", filter.text);
    assert_eq!(row_count(&editor.model.document), 2);
    assert!(editor.keys("Esc").filter().is_none());
}

#[test]
fn values_are_sorted_by_count_or_by_value() {
    let editor = Editor::open(SUITE).call("values ce").done();
    assert!(
        editor.report().note.ends_with("sorted by count"),
        "{}",
        editor.report().note
    );
    assert_eq!(
        editor.listed(),
        ["120 2", "9 2", "10 1", "good 1", "(none) 3"]
    );
    let editor = editor.keys("v").done();
    assert!(
        editor.report().note.ends_with("sorted by value"),
        "{}",
        editor.report().note
    );
    assert_eq!(
        editor.listed(),
        ["9 2", "10 1", "120 2", "good 1", "(none) 3"]
    );
    // The order also applies to the neighbouring pages.
    let editor = editor.call("values id").done();
    assert_eq!(
        editor.listed(),
        [
            "17 2",
            "A.1 1",
            "A.2 1",
            "B.2 1",
            "B.10 1",
            "say 'so' 1",
            "(none) 2"
        ]
    );
    let editor = editor.keys("v").done();
    assert_eq!(editor.listed()[0], "17 2");
    assert!(editor.report().note.ends_with("sorted by count"));
}

#[test]
fn values_counted_before_a_filter_has_run_say_so() {
    let editor = Editor::open(SUITE).call("query bm").call("values side");
    let title = "Values of side, not filtered by `bm` yet";
    assert_eq!(editor.report().title, title);
    let editor = editor.keys("Esc").done().call("values side").done();
    assert_eq!(editor.report().title, "Values of side, matching `bm`");
}

#[test]
fn keys_pressed_while_values_are_counted_are_kept() {
    let counting = || Editor::open(SUITE).call("values side");
    let check = |editor: Editor, expected: &str| {
        let editor = editor.done().keys("Enter").done();
        let filter = editor.filter();
        assert_eq!(filter.map(|filter| filter.text.as_str()), Some(expected));
    };
    check(counting(), "side = w");
    check(counting().keys("Down"), "side = b");
    check(counting().keys("Down Down Up"), "side = b");
    // No row can be chosen yet.
    let early = counting().keys("Enter Down").done();
    assert_eq!(early.report().cursor, 1);
}

#[test]
fn searching_values_can_be_undone() {
    let editor = Editor::open(SUITE).call("values id").done().keys("/");
    assert_eq!(editor.prompt().label, "values with");
    let editor = editor.typed("b.").keys("Enter").done();
    assert_eq!(editor.report().title, "Values of id with `b.`");
    assert_eq!(editor.listed(), ["B.10 1", "B.2 1"]);
    assert_eq!(
        editor.report().note,
        "2 values in 9 records · sorted by count"
    );
    // The prompt opens with the previous text; an empty one shows all rows.
    let editor = editor
        .keys("/ Ctrl-U Ctrl-K")
        .typed("x")
        .keys("Enter")
        .done();
    assert_eq!(editor.listed(), ["no value has this text"]);
    let editor = editor.keys("/ Ctrl-U Ctrl-K Enter").done();
    assert_eq!(editor.listed().len(), 7);
    // Esc closes the prompt, then the page.
    let editor = editor.keys("/ Esc").done();
    assert_eq!(editor.report().title, "Values of id");
    assert!(!editor.keys("Esc").has_dialog());
}

#[test]
fn counts_that_finish_behind_a_prompt_are_shown() {
    let editor = Editor::open(SUITE)
        .call("values id")
        .keys("/")
        .done()
        .keys("Esc");
    assert_eq!(editor.listed().len(), 7);
}

#[test]
fn values_beyond_the_listed_ones_can_be_reached() {
    let line = |n: usize| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"T.{n}\";\n");
    let text: String = (0..2500).map(line).collect();
    let editor = Editor::open(&text)
        .call("values id")
        .done()
        .keys("v")
        .done();
    assert_eq!(
        editor.report().note,
        "2,500 values in 2,500 records · 1 to 1,000 · sorted by value"
    );
    assert_eq!(editor.listed()[0], "T.0 1");
    assert_eq!(editor.listed()[1000], "… 1,500 more values");
    let editor = editor.keys("G Enter").done();
    assert_eq!(editor.listed()[0], "… 1,000 before these");
    assert_eq!(editor.listed()[1], "T.1000 1");
    let editor = editor.keys("G Enter").done();
    assert_eq!(editor.listed().last().expect("a row"), "T.2499 1");
    assert!(editor.report().note.contains("2,001 to 2,500"));
    let editor = editor.keys("g Enter").done();
    assert_eq!(editor.listed()[1], "T.1000 1");
    let editor = editor.keys("/").typed("T.2499").keys("Enter").done();
    assert_eq!(editor.listed(), ["T.2499 1"]);
    assert_eq!(row_count(&editor.keys("Enter").done().model.document), 1);
}

#[test]
fn the_fields_to_count_by_are_typed_with_completion() {
    let editor = Editor::open(SUITE).call("values side").done().keys("b");
    assert_eq!(editor.prompt().label, "count by");
    assert_eq!(editor.prompt().input.lossy(), "side");
    let editor = editor
        .keys("End")
        .typed(",cou")
        .keys("Tab")
        .keys("Enter")
        .done();
    assert_eq!(editor.report().title, "Values of side, count(bm)");
    // The page opens with these fields the next time.
    let editor = editor.keys("Esc %").done();
    assert_eq!(editor.report().title, "Values of side, count(bm)");
    // Right and left show the columns.
    assert_eq!(editor.keys("Right").done().report().title, "Values of side");
}

#[test]
fn an_unknown_field_is_refused_with_the_nearest_name() {
    let typed = Editor::open(SUITE).call("values side").done().keys("b");
    let editor = typed.keys("End").typed(",problmes ").keys("Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("`problmes` is not a field; did you mean `problems`?")
    );
    assert_eq!(editor.asking().error.map(|span| span.range()), Some(5..13));
    let editor = Editor::open(SUITE)
        .keys(":")
        .typed("values sid")
        .keys("Enter");
    let message = editor.prompt().message.clone().expect("a message");
    assert_eq!(message, "`sid` is not a field; did you mean `side`?");
    let editor = Editor::open(SUITE).call("values foo").done();
    assert!(
        editor.report().note.ends_with("no record has `foo`"),
        "{}",
        editor.report().note
    );
}
