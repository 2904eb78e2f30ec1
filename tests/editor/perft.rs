//! Perft counts: verified, inserted, stopped; and wrong counts as ordinary problems.

use crate::harness::Editor;
use epdit::editor::effect::Effect;
use epdit::editor::message::Msg;
use epdit::epd::Code;
use epdit::suite::Job;

const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn record(operations: &str) -> Editor {
    Editor::operations(&format!("{FIELDS} {operations}\n"))
}

fn check_operations(editor: &Editor, operations: &str) {
    let wanted = format!("{FIELDS} {operations}");
    assert_eq!(editor.line(0), wanted, "{}", editor.status());
}

fn wrong(editor: &Editor) -> Vec<String> {
    let record = editor.record();
    let found = record.diagnostics().iter();
    found
        .filter(|found| found.code == Code::WrongPerft)
        .map(|found| record.message(found))
        .collect()
}

#[test]
fn a_wrong_count_becomes_a_problem_once_it_was_counted() {
    let editor = record("D1 6; D2 31; id \"x\";");
    assert!(wrong(&editor).is_empty(), "nothing is counted unasked");
    let editor = editor.keys("n").done();
    assert_eq!(editor.status(), "1 of 2 counts is wrong · f on it fixes it");
    assert_eq!(
        wrong(&editor),
        ["perft count `31` is wrong: there are 30 leaf nodes"]
    );
    // It is found like any other problem, and fixed there.
    let record = editor.record();
    let at = record.diagnostics().iter();
    let at = at.take_while(|found| found.code != Code::WrongPerft);
    let down = "Down ".repeat(at.count());
    let editor = editor.keys(&format!("Tab g {down} x"));
    check_operations(&editor, "D1 6; D2 30; id \"x\";");
    assert!(wrong(&editor).is_empty());
    // Undo restores the count and the knowledge that it is wrong.
    assert_eq!(wrong(&editor.keys("Ctrl-z")).len(), 1);
}

#[test]
fn the_menu_of_fixes_has_the_true_count() {
    let editor = record("D1 6; D2 31;").keys("n").done().keys("Down f");
    assert_eq!(editor.menu().items[0].label, "write `30` for `31`");
    assert!(
        editor.menu().items[0].detail.starts_with("counted, "),
        "{}",
        editor.menu().items[0].detail
    );
    check_operations(&editor.keys("Enter"), "D1 6; D2 30;");
}

#[test]
fn correct_counts_are_reported_as_correct() {
    let editor = record("D1 6;").keys("n").done();
    assert_eq!(editor.status(), "verified: the count is right");
    let editor = record("perft1 6; D2 30;").keys("n").done();
    assert_eq!(editor.status(), "verified: all 2 counts are right");
}

#[test]
fn missing_counts_are_inserted() {
    let editor = record("bm e4;").keys("n").done();
    let line = editor.line(0);
    assert!(
        line.starts_with(&format!("{FIELDS} D1 6; D2 30; D3 ")),
        "{line}"
    );
    assert_eq!(editor.status(), "added D1 to D4 · undo ^Z");
    check_operations(&editor.keys("Ctrl-z"), "bm e4;");
}

#[test]
fn a_depth_can_be_asked_for() {
    let editor = record("bm e4;").keys("N Ctrl-u 2 Enter").done();
    check_operations(&editor, "D1 6; D2 30; bm e4;");
    // An existing count is verified and stays; a missing one is inserted.
    let editor = record("D1 7;").keys("N Ctrl-u 2 Enter").done();
    check_operations(&editor, "D1 7; D2 30;");
    assert_eq!(
        editor.status(),
        "added D2; 1 count is wrong · f on it fixes it"
    );
    let editor = record("D1 6; D2 30;").keys("N Enter").done();
    check_operations(&editor, "D1 6; D2 30;");
    assert_eq!(editor.status(), "verified: all 2 counts are right");
}

#[test]
fn an_invalid_depth_is_asked_for_again() {
    for typed in ["0", "10", "x", ""] {
        let editor = record("bm e4;").keys("N Ctrl-u").typed(typed);
        let editor = editor.keys("Enter");
        assert_eq!(
            editor.prompt().message.as_deref(),
            Some("expected a depth from 1 to 9"),
            "{typed}"
        );
    }
}

#[test]
fn finished_depths_are_kept_when_a_deeper_one_is_stopped() {
    let mut editor = record("D1 7; D9 1;").keys("n");
    let running = editor.perft().expect("a count");
    assert_eq!(running.depth, 1);
    let task = editor.effects.iter().find_map(|effect| match effect {
        Effect::Start(task) => Some(task.clone()),
        _ => None,
    });
    let task = task.expect("a job");
    let (tell, report) = std::sync::mpsc::channel();
    let (job, stop) = (Job::new(), Job::new());
    let (id, stopped) = (task.id, stop.clone());
    let hand = task.hand(job.clone(), move |whole| {
        job.cancel();
        stopped.cancel();
        drop(tell.send(whole));
    });
    let _stopped = task.run(&hand);
    assert!(stop.is_cancelled());
    let so_far = Msg::so_far(&task, &hand).expect("leaf nodes");
    for delivery in report.try_iter() {
        editor.send(Msg::Worked { id, delivery });
    }
    editor.send(so_far);
    let editor = editor.keys("Esc");
    assert_eq!(editor.status(), "stopped counting");
    assert_eq!(
        wrong(&editor),
        ["perft count `7` is wrong: there are 6 leaf nodes"]
    );
}

#[test]
fn results_after_a_stop_are_dropped() {
    let editor = record("bm e4;").keys("n");
    assert!(editor.perft().is_some());
    let editor = editor.keys("Esc");
    check_operations(&editor.done(), "bm e4;");
}

#[test]
fn illegal_positions_are_not_counted() {
    let editor = Editor::operations("8/8/8/8/8/8/4P3/4K3 w - - D1 6;\n").keys("n");
    assert!(
        editor.status().starts_with("the position is illegal"),
        "{}",
        editor.status()
    );
}
