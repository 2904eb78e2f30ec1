//! The list filtered by a query.

use crate::harness::{Editor, FIVE};
use epdit::editor::doc::filter;
use epdit::editor::effect::Effect;
use epdit::editor::jobs::{JobContext, Slot};
use epdit::editor::message::Msg;
use epdit::editor::overlay::Menu;
use std::fmt::Write;

/// Returns `count` records; `ce` is the record's number, and every third record has none.
fn numbered(count: usize) -> String {
    (0..count).fold(String::new(), |mut out, n| {
        let ce = if n % 3 == 2 {
            String::new()
        } else {
            format!("ce {n}; ")
        };
        writeln!(out, "4k3/8/8/8/8/8/8/4K3 w - - {ce}id \"N.{n}\";").expect("a string");
        out
    })
}

fn lines(editor: &Editor) -> Vec<usize> {
    let document = &editor.model.document;
    (0..document.row_count())
        .filter_map(|row| document.line_at(row))
        .collect()
}

fn filtered(text: &str, question: &str) -> Editor {
    Editor::open(text)
        .keys("f")
        .typed(question)
        .keys("Enter")
        .done()
}

#[test]
fn a_filter_shows_only_what_matches_and_esc_shows_all() {
    let editor = filtered(FIVE, "side = w");
    assert_eq!(lines(&editor), [0, 3, 4]);
    assert_eq!(
        editor.status(),
        "3 records match `side = w` · Esc shows all"
    );
    let editor = editor.keys("j");
    assert_eq!(editor.selected(), 3);
    let editor = editor.keys("Esc");
    assert_eq!(lines(&editor), [0, 1, 2, 3, 4]);
    assert_eq!((editor.selected(), editor.status()), (3, "all 5 lines"));
}

#[test]
fn the_status_says_when_an_edited_record_no_longer_matches_the_filter() {
    let editor = filtered(FIVE, "side = w").keys("Enter m t");
    assert_eq!(lines(&editor), [0, 3, 4]);
    assert!(
        editor
            .status()
            .ends_with("1 record no longer matches the filter, R in the list updates it"),
        "{}",
        editor.status()
    );
    // After undo it matches again, and an unrelated edit reports nothing.
    let editor = editor.keys("Ctrl-Z");
    assert!(!editor.status().contains("matches"), "{}", editor.status());
    let editor = editor.keys("c x");
    assert!(!editor.status().contains("matches"), "{}", editor.status());
}

#[test]
fn keys_move_among_the_filtered_lines_only() {
    let editor = filtered(&numbered(60), "ce >= 30");
    assert_eq!(editor.selected(), 30);
    let mut editor = editor;
    for (keys, line) in [
        ("j", 31),
        ("j", 33),
        ("k", 31),
        ("G", 58),
        ("g", 30),
        ("Ctrl-Down", 31),
        ("Ctrl-Up", 30),
        ("PageDown", 58),
    ] {
        editor = editor.keys(keys);
        assert_eq!(editor.selected(), line, "after {keys}");
    }
    let editor = editor.keys("Ctrl-Down");
    assert_eq!(editor.status(), "no record below");
}

#[test]
fn the_mouse_selects_the_line_of_the_row_it_clicks() {
    let editor = filtered(FIVE, "side = w");
    let list = editor.layout().list.expect("a list");
    assert_eq!(editor.click((list.x + 4, list.y + 1)).selected(), 3);
}

#[test]
fn searches_and_problems_stay_in_the_filtered_lines_and_going_to_an_id_does_not() {
    let editor = filtered(FIVE, "side = b").keys("]").done();
    assert_eq!(editor.status(), "no errors or warnings in the lines shown");
    let editor = editor.keys("/").typed("A.3").done();
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("no match in the lines shown")
    );
    let editor = editor.keys("Esc Ctrl-G").typed("A.3").keys("Enter").done();
    assert_eq!(editor.selected(), 3);
    // A line that the cursor was sent to is shown, though it doesn't match.
    assert_eq!(lines(&editor), [2, 3]);
    assert_eq!(lines(&editor.keys("R").done()), [2]);
}

#[test]
fn a_filter_without_matches_says_so_and_deletes_nothing_unseen() {
    let editor = filtered(FIVE, "dm <= 3");
    assert_eq!(
        editor.status(),
        "no record matches `dm <= 3` · Esc shows all 5"
    );
    let editor = editor.keys("d D J");
    assert_eq!(editor.text(), FIVE);
    assert_eq!(editor.status(), "no records shown · Esc shows all");
    assert_eq!(lines(&editor.keys("Esc")).len(), 5);
}

#[test]
fn a_record_edited_into_no_match_stays_shown_until_the_filter_is_run_again() {
    let editor = filtered(&numbered(9), "ce >= 4")
        .keys("e Ctrl-U")
        .typed("4k3/8/8/8/8/8/8/4K3 w - - ce 1;")
        .keys("Enter");
    assert_eq!((lines(&editor), editor.selected()), (vec![4, 6, 7], 4));
    assert_eq!(lines(&editor.keys("R").done()), [6, 7]);
}

#[test]
fn added_and_deleted_lines_update_the_filtered_view_and_undo_restores_them() {
    let editor = filtered(&numbered(9), "ce >= 4");
    assert_eq!((lines(&editor), editor.selected()), (vec![4, 6, 7], 4));
    let editor = editor.keys("Delete");
    assert_eq!((lines(&editor), editor.selected()), (vec![5, 6], 5));
    assert!(editor.line(5).contains("N.6"));
    let editor = editor.keys("o");
    assert_eq!((lines(&editor), editor.selected()), (vec![5, 6, 7], 6));
    let editor = editor.keys("u");
    assert_eq!(lines(&editor), [5, 6]);
    let editor = editor.keys("u");
    assert_eq!((lines(&editor), editor.selected()), (vec![4, 6, 7], 4));
    assert_eq!(editor.text(), numbered(9));
}

#[test]
fn a_record_moves_past_the_next_shown_record() {
    let editor = filtered(&numbered(9), "ce >= 4").keys("J");
    assert_eq!((lines(&editor), editor.selected()), (vec![5, 6, 7], 6));
    assert!(editor.line(6).contains("N.4"));
    let editor = editor.keys("K");
    assert_eq!(editor.selected(), 5);
    assert!(editor.line(5).contains("N.4"));
}

#[test]
fn undo_of_a_change_to_a_line_not_shown_shows_it() {
    let editor = Editor::open(&numbered(9))
        .keys("Delete f")
        .typed("ce >= 6")
        .keys("Enter")
        .done();
    assert_eq!(lines(&editor), [5, 6]);
    let editor = editor.keys("u");
    assert_eq!((lines(&editor), editor.selected()), (vec![0, 6, 7], 0));
}

#[test]
fn a_filter_runs_in_the_background_and_a_stale_result_is_dropped() {
    let editor = Editor::open(&numbered(9))
        .keys("f")
        .typed("ce >= 6")
        .keys("Enter");
    let Some(Effect::Start(task)) = editor.effects.last().cloned() else {
        panic!("no filter was started");
    };
    assert_eq!(lines(&editor).len(), 9);
    // Esc stops the filter.
    let mut editor = editor.keys("Esc");
    assert_eq!(editor.status(), "stopped filtering");
    assert!(matches!(editor.effects.last(), Some(Effect::Stop { .. })));
    editor.send(Msg::answer(&task, &JobContext::default()));
    assert_eq!(lines(&editor).len(), 9);
}

/// Sends the first records of a filter that is still running.
fn found_so_far(editor: &mut Editor, lines: &[usize]) {
    let task =
        |effect: &&Effect| matches!(effect, Effect::Start(task) if task.id.slot == Slot::Filter);
    assert!(editor.effects.iter().any(|effect| task(&effect)));
    filter::found_so_far(&mut editor.model, lines.iter().copied().collect());
    editor.send(Msg::Tick);
}

#[test]
fn records_appear_in_the_list_as_a_filter_finds_them() {
    let begun = || {
        let editor = Editor::open(&numbered(60)).keys("j j j j");
        editor.keys("f").typed("ce >= 6").keys("Enter")
    };
    // Until the first result the list stays as it was.
    let mut editor = begun();
    found_so_far(&mut editor, &[]);
    assert_eq!((lines(&editor).len(), editor.selected()), (60, 4));
    found_so_far(&mut editor, &[1, 2]);
    // The selection stays, and its record is shown with those found.
    assert_eq!((lines(&editor), editor.selected()), (vec![1, 2, 4], 4));
    found_so_far(&mut editor, &[1, 2, 6, 7]);
    assert_eq!(
        (lines(&editor), editor.selected()),
        (vec![1, 2, 4, 6, 7], 4)
    );
    let mut editor = editor.keys("k");
    found_so_far(&mut editor, &[1, 2, 5, 6, 7]);
    assert_eq!(
        (lines(&editor), editor.selected()),
        (vec![1, 2, 5, 6, 7], 2)
    );
    let editor = editor.done();
    assert_eq!((lines(&editor).len(), editor.selected()), (36, 6));
    assert!(editor.status().starts_with("36 records match"));

    // Esc restores the list.
    let mut editor = begun();
    found_so_far(&mut editor, &[7, 9]);
    assert_eq!(editor.selected(), 4);
    let editor = editor.keys("Esc");
    assert_eq!((lines(&editor).len(), editor.selected()), (60, 4));
    assert_eq!(editor.status(), "stopped filtering");

    // A second filter restores the list of the first.
    let mut editor = filtered(&numbered(60), "ce >= 6");
    editor = editor.keys("f Ctrl-U").typed("ce >= 9").keys("Enter");
    found_so_far(&mut editor, &[9, 10]);
    let editor = editor.keys("Esc");
    assert_eq!(lines(&editor).len(), 36);
    assert_eq!(lines(&editor.keys("Esc")).len(), 60);
}

#[test]
fn bulk_edits_of_shown_records_wait_until_the_filter_has_finished() {
    let mut editor = filtered(&numbered(60), "ce >= 6");
    editor = editor.keys("f Ctrl-U").typed("ce >= 9").keys("Enter");
    found_so_far(&mut editor, &[9, 10]);
    for key in ["r", "Ctrl-A", "~"] {
        editor = editor.keys(key);
        assert_eq!(
            editor.status(),
            "the filter `ce >= 9` is still running · Esc stops it",
            "{key}"
        );
    }
    // Marked records are known without a result.
    assert!(editor.keys("Space r").layer::<Menu>().is_some());

    // Running the same filter again keeps the list, and another query starts from it.
    let mut editor = filtered(&numbered(60), "ce >= 6").keys("R");
    found_so_far(&mut editor, &[6]);
    assert_eq!(lines(&editor).len(), 36);
    editor = editor
        .done()
        .keys("f Ctrl-U")
        .typed("ce >= 9")
        .keys("Enter");
    found_so_far(&mut editor, &[9, 10]);
    editor = editor.keys("f Ctrl-U").typed("ce >= 12").keys("Enter");
    assert_eq!(lines(&editor).len(), 36);
    assert_eq!(lines(&editor.done()).len(), 32);
}

#[test]
fn errors_and_match_counts_are_shown_while_typing_a_query() {
    let editor = Editor::open(FIVE).keys("f").typed("side =");
    assert!(editor.prompt().message.is_some());
    let editor = editor.typed(" w").done();
    assert_eq!(editor.prompt().message.as_deref(), Some("3 records"));
    let editor = editor.keys("Backspace Enter");
    assert!(
        editor.prompt().message.is_some(),
        "an invalid query keeps the prompt open"
    );
}

#[test]
fn an_empty_query_shows_all_records() {
    let editor = filtered(FIVE, "side = w").keys("f Ctrl-U Enter");
    assert_eq!(lines(&editor).len(), 5);
}

#[test]
fn a_misspelt_query_reports_the_expected_form_and_the_nearest_word() {
    let check = |typed: &str, said: &str| {
        let editor = Editor::open(FIVE)
            .keys("f")
            .typed(typed)
            .keys("Enter")
            .done();
        let message = editor.prompt().message.clone().unwrap_or_default();
        assert!(message.contains(said), "{typed}: {message}");
    };
    check(
        "white has queen",
        "unexpected `has`; expected the end, `and` or `or`",
    );
    check(
        "queen",
        "`queen` is neither a query word nor a known opcode",
    );
    check("capture", "did you mean `captures`?");
    check("endgame", "unexpected `endgame`; expected");
    check("bm hass Nf3", "did you mean `has`?");
}

#[test]
fn a_filter_without_matches_shows_and_edits_no_record_in_any_pane() {
    // In each pane: the line, the board, the operations, play and the fixes.
    for keys in [
        "e X Enter",
        "F2 X Enter",
        "Enter n",
        "Enter Delete",
        "Enter Space Up Space",
        "Enter t",
        "Enter m",
        "a d m Enter 3 Enter",
        "Tab Tab Enter X Enter",
        "Tab Tab Delete Delete",
        "Tab Tab Tab Enter Enter",
        "Tab Tab Tab Tab Enter X Enter",
        "Alt-Down",
        "Alt-Up",
        "y y",
    ] {
        let editor = filtered(FIVE, "dm <= 3");
        assert_eq!(editor.shown(), "", "{keys}");
        let editor = editor.keys(keys).done();
        assert_eq!(editor.text(), FIVE, "{keys}: {}", editor.status());
    }
    for keys in ["e", "F2", "a", "Enter n", "Enter m"] {
        let editor = filtered(FIVE, "dm <= 3").keys(keys);
        assert_eq!(
            editor.status(),
            "no record matches · Esc clears the filter",
            "{keys}"
        );
    }
    let editor = filtered(FIVE, "dm <= 3").keys("Esc");
    assert!(
        editor.shown().ends_with("id \"A.1\";"),
        "{}",
        editor.shown()
    );
}

#[test]
fn after_a_bulk_edit_the_cursor_is_on_a_visible_record() {
    for seed in 1..=6 {
        // Every third record is hidden, also the one below the cursor.
        let editor = filtered(&numbered(30), "ce").keys("j");
        let editor = editor.call(&format!("sample 2 seed {seed}")).done();
        let editor = editor.keys("Enter").done();
        let shown = lines(&editor);
        assert_eq!(shown.len(), 2, "{}", editor.status());
        let with_score = |line: &usize| editor.line(*line).contains(" ce ");
        assert!(shown.iter().all(with_score), "seed {seed}: {shown:?}");
    }
}

#[test]
fn marked_and_edited_records_are_filtered_by_keys() {
    let text = numbered(6);
    let marked = Editor::open(&text).keys("Space j Space f").typed("marked");
    let marked = marked.keys("Enter").done();
    assert_eq!(lines(&marked), [0, 2], "{}", marked.status());
    let missing = marked.keys("Esc f").typed("marked and not ce");
    assert_eq!(lines(&missing.keys("Enter").done()), [2]);
    let edited = Editor::open(&text)
        .keys("j Enter m t :")
        .typed("query edited");
    let edited = edited.keys("Enter").done();
    assert_eq!(lines(&edited), [1], "{}", edited.status());
    // An edit that was undone doesn't count.
    let undone = edited.keys("Ctrl-Z :").typed("query not edited");
    assert_eq!(lines(&undone.keys("Enter").done()).len(), 6);
}

#[test]
fn an_empty_filter_offers_recent_ones_the_opcodes_of_the_file_and_examples() {
    let offered = |editor: &Editor| -> Vec<String> {
        let choices = editor.asking().choices.iter();
        choices
            .map(|(text, about)| format!("{text}: {about}"))
            .collect()
    };
    let editor = Editor::open(FIVE)
        .done()
        .keys("f")
        .typed("side = b")
        .keys("Enter")
        .done();
    let editor = editor.keys("Esc f");
    let choices = offered(&editor);
    assert_eq!(choices[0], "side = b: recent");
    assert_eq!(choices[1], "bm: best moves · 4 records");
    assert_eq!(choices[2], "id: name of the position · 4 records");
    let examples = choices
        .iter()
        .filter(|choice| choice.contains(": example: "));
    assert_eq!(examples.count(), 4, "{choices:?}");
    // Tab chooses the next suggestion, Enter filters.
    let editor = editor.keys("Tab");
    assert_eq!(editor.prompt().input.lossy(), "side = b");
    let editor = editor.keys("Tab Enter").done();
    assert_eq!(
        editor.filter().map(|filter| filter.text.as_str()),
        Some("bm")
    );
}

#[test]
fn completions_distinguish_checkmate_on_the_board_from_a_forced_mate() {
    let editor = Editor::open(FIVE).keys("f").typed("mat");
    let choices: Vec<(&str, &str)> = editor
        .asking()
        .choices
        .iter()
        .filter(|(text, _)| text.split(' ').next() == Some("mate"))
        .map(|(text, about)| (text.as_str(), about.as_str()))
        .collect();
    assert_eq!(choices.len(), 2, "{choices:?}");
    assert_eq!(choices[0].0, "mate");
    assert!(choices[0].1.contains("on the board"), "{choices:?}");
    assert_eq!(choices[1].0, "mate in ");
    assert!(choices[1].1.contains("forced"), "{choices:?}");
}

#[test]
fn the_selection_stays_while_a_filter_runs_and_afterwards_if_its_record_matches() {
    let mut editor = Editor::open(&numbered(60)).keys("j j j j j j j");
    editor = editor.keys("f").typed("ce >= 6").keys("Enter");
    found_so_far(&mut editor, &[20, 21]);
    assert_eq!(editor.selected(), 7);
    let editor = editor.done();
    assert_eq!((lines(&editor).len(), editor.selected()), (36, 7));
}

#[test]
fn enter_in_an_empty_prompt_says_which_text_is_expected() {
    for (keys, expected) in [
        ("f Enter", "expected a query, such as"),
        ("* Enter", "expected a query, such as"),
        (
            "Ctrl-G Enter",
            "expected a line number, an id or a percentage",
        ),
        ("/ Enter", "expected a text to search for"),
        (": Enter", "expected a command, a line, an id or 50%"),
        ("r s Enter", "expected an operation, such as"),
        ("r r Enter", "expected opcodes, such as"),
        ("r n Enter", "expected the old opcode, then the new one"),
        ("r o Enter", "expected sort keys, such as"),
        ("r l Enter", "expected a way to split, such as"),
        ("r e Enter", "expected a path, such as"),
        ("r i Ctrl-U Enter", "expected a template"),
    ] {
        let editor = Editor::open(FIVE).keys(keys);
        let message = editor.prompt().message.clone().unwrap_or_default();
        assert!(message.starts_with(expected), "{keys}: {message}");
    }
}

#[test]
fn an_initial_text_is_replaced_by_typing_and_kept_by_a_cursor_key() {
    let filtered = || filtered(FIVE, "side = w").keys("f");
    let text = |editor: &Editor| editor.prompt().input.lossy().into_owned();
    assert_eq!(text(&filtered().typed("bm")), "bm");
    assert_eq!(text(&filtered().keys("Backspace")), "");
    assert_eq!(text(&filtered().keys("End").typed(" ")), "side = w ");
}
