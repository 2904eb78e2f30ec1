//! Moving to lines, records, problems and matches.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::jobs::{JobContext, Slot};
use epdit::editor::message::Msg;
use std::fmt::Write;

/// Returns many records with ids; every thousandth has an illegal move.
fn many(count: usize) -> String {
    (0..count).fold(String::new(), |mut out, n| {
        let mv = if n % 1000 == 999 { "Ke9" } else { "Kd2" };
        writeln!(out, "4k3/8/8/8/8/8/8/4K3 w - - bm {mv}; id \"M.{n}\";").expect("a string");
        out
    })
}

#[test]
fn comments_are_listed_but_skipped_when_moving_between_records() {
    assert_eq!(Editor::open(FIVE).keys("j").selected(), 1);
    assert_eq!(Editor::open(FIVE).keys("Ctrl-Down").selected(), 2);
    assert_eq!(Editor::open(FIVE).keys("j j Ctrl-Up").selected(), 0);
    let editor = Editor::open(FIVE).keys("G Ctrl-Down");
    assert_eq!((editor.selected(), editor.status()), (4, "no record below"));
}

#[test]
fn go_to_finds_a_line_by_number() {
    let editor = Editor::open(FIVE).keys("Ctrl-G 4 Enter");
    assert_eq!(editor.selected(), 3);
    assert!(!editor.has_dialog());
    let editor = editor.keys("Ctrl-G 9 Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("expected a line from 1 to 5, found 9")
    );
    assert_eq!(editor.selected(), 3);
    assert!(!editor.keys("Esc").has_dialog());
}

#[test]
fn go_to_finds_a_record_by_id() {
    assert_eq!(
        Editor::open(FIVE)
            .keys("Ctrl-G")
            .typed("A.3")
            .keys("Enter")
            .selected(),
        3
    );
    let editor = Editor::open(FIVE).keys("Ctrl-G").typed("A.9").keys("Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("no record has the id A.9")
    );
    // A part of an id doesn't match.
    let editor = Editor::open(FIVE).keys("Ctrl-G").typed("A").keys("Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("no record has the id A")
    );
}

#[test]
fn far_ids_and_problems_are_found_in_the_background() {
    let text = many(5000);
    let mut editor = Editor::open(&text)
        .keys("Ctrl-G")
        .typed("M.4711")
        .keys("Enter");
    assert_eq!(editor.selected(), 0);
    assert!(
        matches!(editor.effects.last(), Some(Effect::Start(task)) if task.id.slot == Slot::Find)
    );
    editor = editor.done();
    assert_eq!(editor.selected(), 4711);
    assert!(!editor.has_dialog());
    editor = editor.keys("]").done();
    assert_eq!(editor.selected(), 4999);
    editor = editor.keys("]").done();
    let said = editor
        .status()
        .strip_prefix("problem 1 of 1: `Ke9` is not a move");
    assert_eq!(
        (
            editor.selected(),
            said.and_then(|said| said.rsplit(" · ").next())
        ),
        (999, Some("search wrapped to the top"))
    );
    editor = editor.keys("[").done();
    let said = editor.status();
    assert_eq!(editor.selected(), 4999);
    assert!(said.ends_with(" · search wrapped to the bottom"), "{said}");
}

#[test]
fn a_late_search_result_does_not_move_the_selection() {
    let mut editor = Editor::open(&many(2000));
    // Until the file is read to its end, a search for problems runs.
    editor.model.document.scan.survey = None;
    editor = editor.keys("]");
    let Some(Effect::Start(find)) = editor.effects.last().cloned() else {
        panic!("no search was started")
    };
    editor = editor.keys("Esc");
    assert!(matches!(
        editor.effects.last(),
        Some(Effect::Stop {
            slot: Slot::Find,
            ..
        })
    ));
    editor.send(Msg::answer(&find, &JobContext::default()));
    assert_eq!(editor.selected(), 0);
}

#[test]
fn problems_of_a_record_are_visited_one_by_one() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n\
                4k3/8/8/8/8/8/8/4K3 w - - bm Ke9; pm Ka8;\n";
    let editor = Editor::open(text).keys("]");
    let first = editor.problem();
    let editor = editor.keys("]");
    assert_eq!(editor.selected(), 1);
    assert!(editor.problem() > first);
    let editor = editor.keys("[");
    assert_eq!((editor.selected(), editor.problem()), (1, first));
}

#[test]
fn a_file_without_problems_says_so() {
    let editor = Editor::open("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n").keys("]");
    assert_eq!(editor.status(), "no errors or warnings in the file");
}

#[test]
fn a_search_goes_to_the_first_match_as_it_is_typed_and_back_on_esc() {
    let editor = Editor::open(FIVE).keys("j /").typed("a.4");
    assert_eq!(editor.selected(), 4);
    let editor = editor.keys("Backspace 3");
    assert_eq!(editor.selected(), 3);
    let editor = editor.keys("Esc");
    assert_eq!(editor.selected(), 1);
    assert!(editor.search().is_none());
}

#[test]
fn matches_stay_marked_until_esc() {
    let editor = Editor::open(FIVE).keys("/").typed("id").keys("Enter");
    let spans = editor
        .model
        .document
        .search
        .as_ref()
        .map(|s| s.pattern.spans(b"id x id").len());
    assert_eq!(spans, Some(2));
    assert!(editor.keys("Esc").search().is_none());
}

#[test]
fn a_search_is_case_sensitive_once_it_has_a_capital() {
    assert_eq!(Editor::open(FIVE).keys("/").typed("RA9").selected(), 0);
    assert_eq!(Editor::open(FIVE).keys("/").typed("ra9").selected(), 3);
    assert_eq!(Editor::open(FIVE).keys("/").typed("Ra9").selected(), 3);
}

#[test]
fn search_text_is_literal() {
    assert_eq!(Editor::open(FIVE).keys("/").typed("A.4").selected(), 4);
    let editor = Editor::open(FIVE).keys("/").typed("b.*e");
    assert_eq!(editor.prompt().message.as_deref(), Some("no match"));
}

#[test]
fn next_and_previous_match_wrap_at_the_ends_of_the_file() {
    let editor = Editor::open(FIVE).keys("/").typed("exd6").keys("Enter n");
    assert_eq!(
        (editor.selected(), editor.status()),
        (4, "search wrapped to the top")
    );
    let editor = Editor::open(FIVE).keys("/").typed("\"a.").keys("Down Down");
    assert_eq!(editor.selected(), 3);
    assert_eq!(editor.keys("Up").selected(), 2);
}

#[test]
fn the_counts_of_the_file_follow_edits_and_undo() {
    let counts = |editor: &Editor| {
        let counts = editor.counts();
        (counts.records, counts.errors)
    };
    let editor = Editor::open(FIVE);
    assert_eq!(counts(&editor), (4, 1));
    let editor = editor.keys("G Delete");
    assert_eq!(counts(&editor), (3, 1));
    let editor = editor.keys("g ] Delete");
    assert_eq!(counts(&editor), (2, 0));
    let editor = editor.keys("u").done();
    assert_eq!(counts(&editor), (3, 1));
}

#[test]
fn undo_and_redo_need_no_new_count_of_the_file() {
    let editor = Editor::open(FIVE).keys("Delete j o Delete Ctrl-Z Ctrl-Z Ctrl-Z Ctrl-Y");
    let counts =
        |effect: &Effect| matches!(effect, Effect::Start(task) if task.id.slot == Slot::Scan);
    assert!(!editor.effects.iter().any(counts), "{:?}", editor.effects);
    assert_eq!(editor.counts().records, 3);
    assert_eq!(editor.keys("Ctrl-Z").counts().records, 4);
}

#[test]
fn edits_during_a_scan_are_counted_when_it_is_over() {
    let mut editor = Editor::open(FIVE);
    // As on the first message after a file was read.
    editor.model.document.scan.ticket = 0;
    editor.send(Msg::Tick);
    let Some(Effect::Start(scan)) = editor.effects.last().cloned() else {
        panic!("no scan was started")
    };
    editor = editor.keys("G Delete");
    editor.send(Msg::answer(&scan, &JobContext::default()));
    assert_eq!(editor.counts().records, 3);
}

#[test]
fn every_movement_works_in_an_empty_file() {
    let editor =
        Editor::open("").keys("j k G g Ctrl-Down ] n Ctrl-G 1 Enter Esc Tab Q Tab d Tab x");
    assert_eq!(editor.text(), "");
    let editor = Editor::open("").keys("o");
    assert_eq!(
        editor.line(0),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    );
}

#[test]
fn a_search_that_found_nothing_says_so_after_enter_too() {
    let editor = Editor::open(FIVE).keys("j /").typed("zzz").keys("Enter");
    assert_eq!((editor.selected(), editor.status()), (1, "no match"));
}
