//! Records analysed in the background. A result reaches only the record that was searched, however the file
//! changes meanwhile; the queue can be stopped, resumed and reordered; proposed moves are accepted one by
//! one.

use crate::harness::Editor;
use epdit::editor::effect::Effect;
use epdit::editor::pages::queue::heard;
use epdit::editor::state::StatusKind;
use epdit::editor::state::queue::{SearchJob, SearchOutcome, SearchReport};
use epdit::engine::{Answer, Inquiry};
use epdit::epd::Record;
use epdit::suite::{OpenOptions, Suite};
use std::path::Path;
use std::time::Duration;

/// Six records and a comment; the third position is mate.
const SIX: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"a\";
# a comment
4k3/8/8/8/8/8/3P4/4K3 w - - bm d3; id \"b\";
4k3/8/8/8/8/8/2P5/4K3 w - - bm c3; id \"c\";
4k3/8/8/8/8/8/1P6/4K3 w - - bm b3; id \"d\";
4k3/8/8/8/8/8/P7/4K3 w - - bm a3; id \"e\";
4k3/8/8/8/8/8/8/8 w - - id \"f\";
";

/// Returns the jobs that engines have, the oldest first.
fn jobs(editor: &Editor) -> Vec<SearchJob> {
    let mut jobs: Vec<SearchJob> = Vec::new();
    for effect in &editor.effects {
        match effect {
            Effect::Search(job) => jobs.push((**job).clone()),
            Effect::StopSearches(ticket) => jobs.retain(|job| job.ticket != *ticket),
            _ => {}
        }
    }
    jobs
}

fn id(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line).into_owned();
    let id = line.split("id \"").nth(1).expect("an id");
    id.split('"').next().expect("its end").to_owned()
}

/// Returns the ids of the records that engines have.
fn under_way(editor: &Editor) -> Vec<String> {
    jobs(editor).iter().map(|job| id(&job.line)).collect()
}

/// Returns an engine's answer for a record: a king move is best.
fn answer(job: &SearchJob) -> Answer {
    let record = Record::read(&job.line, &job.options);
    let set = |opcode: &str, operands: &str| (opcode.to_owned(), Some(operands.to_owned()));
    let id = id(record.line());
    match job.inquiry {
        Inquiry::Test(_) => Answer {
            operations: vec![
                set("acd", "9"),
                set("pm", if id == "b" { "d3" } else { "Kf2" }),
            ],
            words: "Kf2 +0.35".to_owned(),
        },
        Inquiry::Analyse(_) => Answer {
            operations: vec![set("acd", "9"), set("ce", "35"), set("pm", "Kf2")],
            words: "Kf2 +0.35 · depth 9".to_owned(),
        },
        // The best move of `b` is correct.
        Inquiry::Verify(_) => Answer {
            operations: match id.as_str() {
                "b" => Vec::new(),
                _ => vec![set("bm", "Kf2")],
            },
            words: "Kf2 +3.20, e3 +0.40".to_owned(),
        },
    }
}

fn send(editor: &mut Editor, job: &SearchJob, found: SearchOutcome) {
    let job = job.clone();
    editor.effects.retain(|effect| match effect {
        Effect::Search(other) => (other.ticket, other.number) != (job.ticket, job.number),
        _ => true,
    });
    let searched = SearchReport {
        document: job.document,
        ticket: job.ticket,
        number: job.number,
        took: Duration::from_secs(30),
        found,
    };
    editor.tell(move |model| heard(model, searched));
}

fn searched(mut editor: Editor, name: &str) -> Editor {
    let jobs = jobs(&editor);
    let job = jobs.iter().find(|job| id(&job.line) == name);
    let job = job.unwrap_or_else(|| panic!("no engine has {name}"));
    send(&mut editor, job, SearchOutcome::Answer(answer(job)));
    editor
}

fn all_searched(mut editor: Editor) -> Editor {
    while let Some(job) = jobs(&editor).first() {
        send(&mut editor, job, SearchOutcome::Answer(answer(job)));
        editor = editor.done();
    }
    editor
}

fn header(editor: &Editor) -> Option<String> {
    let queue = editor.queue()?;
    epdit::editor::pages::queue::in_header(queue).map(|(words, _)| words)
}

fn writing(text: &str) -> Editor {
    Editor::open(text).keys("W w")
}

/// Returns the ids of the records that have a result.
fn ids_written(editor: &Editor) -> Vec<String> {
    let text = editor.text();
    let lines = text.lines().filter(|line| line.contains("acd 9"));
    lines.map(|line| id(line.as_bytes())).collect()
}

#[test]
fn all_records_are_analysed_and_what_is_found_is_one_step_to_undo() {
    let editor = writing(SIX);
    assert_eq!(
        under_way(&editor),
        ["a", "b"],
        "one engine has two records, so that it never waits"
    );
    assert_eq!(header(&editor).as_deref(), Some("analysed 0/6"));
    let editor = searched(editor, "a");
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - acd 9; bm e3; ce 35; id \"a\"; pm Kf2;"
    );
    assert_eq!(under_way(&editor), ["b", "c"]);
    assert_eq!(
        header(&editor).as_deref(),
        Some("analysed 1/6 · 3 min left"),
        "four searches and one that has no position, half a minute each"
    );
    let editor = all_searched(editor);
    assert_eq!(ids_written(&editor), ["a", "b", "c", "d", "e"]);
    assert_eq!(
        editor.status(),
        "analysed 5 records · 5 written · 1 without a result · undo ^Z"
    );
    assert_eq!(header(&editor), None);
    let editor = editor.keys("Ctrl-z");
    assert_eq!(editor.status(), "undone: analysis of 5 records · redo ^Y");
    assert_eq!(editor.text(), SIX);
    assert_eq!(ids_written(&editor.keys("Ctrl-y")).len(), 5);
}

#[test]
fn marked_records_or_else_filtered_records_are_analysed() {
    let editor = Editor::open(SIX).keys("Down Space Space W");
    assert_eq!(editor.menu().title, "Analyse 2 marked lines");
    let editor = all_searched(editor.keys("w"));
    assert_eq!(ids_written(&editor), ["b"], "a comment is not a record");
    let editor = Editor::open(SIX)
        .keys("f")
        .typed("id = \"d\"")
        .keys("Enter")
        .done();
    let editor = editor.call("analyse-records write");
    assert_eq!(under_way(&editor), ["d"]);
    let editor = Editor::open(SIX).keys("Space").call("analyse-all write");
    assert_eq!(under_way(&editor), ["a", "b"]);
}

#[test]
fn a_record_that_was_moved_gets_its_result_and_no_other_does() {
    // The third record moves to the front, one is added, one deleted, and the file is sorted.
    let editor = writing(SIX).keys("G Up").call("move-record-up");
    let editor = editor.keys("g o");
    let editor = searched(searched(editor, "a"), "b");
    assert_eq!(ids_written(&editor), ["a", "b"]);
    let editor = editor.call("sort-file id down").done();
    let editor = all_searched(editor);
    let found = ids_written(&editor);
    assert_eq!(found.len(), 5, "{}", editor.text());
    for line in editor.text().lines().filter(|line| line.contains("acd 9")) {
        assert!(SIX.contains(line.split(' ').next().expect("a placement")));
    }
}

#[test]
fn a_record_whose_position_was_edited_is_left_as_it_is() {
    // The side to move changes: the result is for another position.
    let editor = writing(SIX).keys("Enter m t");
    let line = editor.line(0);
    let editor = searched(editor, "a");
    assert_eq!(editor.line(0), line);
    let queue = editor.queue().expect("a queue");
    assert_eq!((queue.tally.dropped, queue.tally.written), (1, 0));
    // Other operations may change; they are kept.
    let editor = editor
        .keys("Ctrl-Down F2 End")
        .typed(" zz 5;")
        .keys("Enter");
    let editor = searched(editor, "b");
    assert!(editor.line(2).contains("zz 5") && editor.line(2).contains("acd 9"));
}

#[test]
fn a_result_does_not_replace_operands_typed_meanwhile() {
    // Text that was typed and removed doesn't count, and neither does another operation.
    for (typed, is_kept) in [(" acd 99;", true), (" ce 7;", true), (" acs 4;", false)] {
        let editor = writing(SIX).keys("F2 End").typed(typed).keys("Enter");
        let line = editor.line(0);
        assert!(line.contains(typed.trim()), "{line}");
        let editor = searched(editor, "a");
        let after = editor.line(0);
        let queue = editor.queue().expect("a queue");
        assert_eq!(after == line, is_kept, "{after}");
        assert_eq!(queue.tally.dropped, usize::from(is_kept));
        assert!(after.contains(typed.trim()), "{after}");
    }
}

#[test]
fn a_result_is_dropped_when_its_record_was_deleted_or_replaced() {
    let editor = writing(SIX).keys("Delete");
    let editor = searched(editor, "b");
    let editor = all_searched(editor);
    assert_eq!(ids_written(&editor), ["b", "c", "d", "e"]);
    // Deleted and restored while an engine had it, the record is unchanged.
    let editor = writing(SIX).keys("Delete Ctrl-z");
    let before = editor.line(0);
    let editor = editor.keys("Ctrl-y Ctrl-z");
    assert_eq!(editor.line(0), before);
}

#[test]
fn results_are_not_written_while_text_is_typed_or_a_menu_is_open() {
    // A text being typed, a menu of fixes, redo that would be lost.
    let check = |keys: &str, after: &str| {
        let editor = writing(SIX).keys(keys);
        let before = editor.text();
        let editor = searched(editor, "a");
        assert_eq!(editor.text(), before, "{keys}");
        let editor = editor.keys(after).done();
        assert!(ids_written(&editor).contains(&"a".to_owned()), "{keys}");
    };
    check("e", "Esc");
    check("m", "Esc");
    check(":", "Esc");
    let editor = writing(SIX).keys("Ctrl-Down . G D Ctrl-z");
    let editor = all_searched(editor);
    assert_eq!(ids_written(&editor), Vec::<String>::new());
    assert!(
        editor
            .status()
            .contains("not written while something can be redone (^Y)"),
        "{}",
        editor.status()
    );
    assert_eq!(header(&editor).as_deref(), Some("5 results to write"));
    let editor = editor.keys("Ctrl-y").done();
    assert_eq!(ids_written(&editor).len(), 5, "{}", editor.text());
}

#[test]
fn the_queue_is_stopped_resumed_and_reordered() {
    let editor = writing(SIX).call("analysis-queue");
    let listed = |editor: &Editor| {
        let mut rows = editor.report().rows.iter();
        let waiting = rows.find(|row| row.label.starts_with("Waiting"));
        let waiting = waiting.expect("a heading").label.clone();
        assert!(waiting.ends_with("records · write results"), "{waiting}");
        rows.map(|row| row.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&editor), ["4  c", "5  d", "6  e", "7  f"]);
    // The cursor is on the first record that an engine has.
    let editor = editor.keys("End U U");
    assert_eq!(listed(&editor), ["4  c", "7  f", "5  d", "6  e"]);
    let editor = editor.keys("End t");
    assert_eq!(listed(&editor), ["6  e", "4  c", "7  f", "5  d"]);
    let editor = editor.keys("Shift-Down Down d");
    assert_eq!(listed(&editor), ["4  c", "6  e", "5  d"]);
    let editor = editor.keys("s");
    assert_eq!(
        editor.status(),
        "analysis stopped, 5 records left · s resumes"
    );
    assert!(jobs(&editor).is_empty(), "no engine has a record");
    assert_eq!(listed(&editor), ["1  a", "3  b", "4  c", "6  e", "5  d"]);
    assert_eq!(header(&editor).as_deref(), Some("analysis stopped 0/5"));
    let editor = all_searched(editor.keys("s"));
    assert_eq!(ids_written(&editor).len(), 5);
    let editor = editor.keys("Esc").call("stop-queue");
    assert_eq!(
        editor.status(),
        "no records are being analysed · W analyses some"
    );
}

#[test]
fn results_of_a_stopped_run_are_not_mixed_with_a_resumed_one() {
    let editor = writing(SIX);
    let old = jobs(&editor)[0].clone();
    let mut editor = editor.call("stop-queue").call("stop-queue");
    send(&mut editor, &old, SearchOutcome::Answer(answer(&old)));
    assert_eq!(ids_written(&editor), Vec::<String>::new());
    let editor = all_searched(editor);
    assert_eq!(ids_written(&editor).len(), 5);
}

#[test]
fn best_moves_are_proposed_and_accepted_one_by_one() {
    let editor = all_searched(Editor::open(SIX).keys("W p"));
    assert_eq!(editor.text(), SIX, "nothing changes by itself");
    assert_eq!(
        editor.status(),
        "analysed 5 records · 4 proposals · 1 right as they are · 1 without a result · :proposals shows them"
    );
    assert_eq!(header(&editor).as_deref(), Some("4 proposals"));
    let editor = editor.call("proposals");
    let row = &editor.report().rows[0];
    assert_eq!(
        (row.label.as_str(), row.detail.as_str()),
        (
            "1  a",
            "bm e3 · the engine says Kf2 +3.20, e3 +0.40 → bm Kf2"
        )
    );
    let editor = editor.keys("Enter");
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"a\";"
    );
    assert_eq!(editor.status(), "accepted the engine's move in a · undo ^Z");
    // The next proposal is dismissed, and the others are accepted together.
    let editor = editor.keys("d");
    assert_eq!(editor.report().rows.len(), 4);
    let editor = editor.keys("A").done();
    let text = editor.text();
    assert_eq!(text.matches("bm Kf2").count(), 3);
    assert!(text.contains("bm d3") && text.contains("bm c3"), "{text}");
    let editor = editor.keys("Esc Ctrl-z");
    assert_eq!(editor.text().matches("bm Kf2").count(), 1);
    let editor = editor.keys("Ctrl-z");
    assert_eq!(editor.text(), SIX);
}

#[test]
fn a_proposal_is_refused_when_its_position_has_changed() {
    let editor = all_searched(Editor::open(SIX).keys("W p"));
    let editor = editor.keys("Enter m t").call("proposals").keys("Enter");
    assert_eq!(
        editor.status(),
        "a left unchanged: its position has changed · d dismisses the proposal"
    );
    // The proposal of a deleted record is removed.
    let editor = all_searched(Editor::open(SIX).keys("W p"));
    let editor = editor.keys("Delete").call("proposals");
    assert_eq!(editor.report().rows.len(), 5);
}

#[test]
fn a_best_move_changed_by_hand_after_the_analysis_is_not_overwritten() {
    let stale = "record changed since: bm Kd1 · not accepted: bm Kf2";
    let by_hand = |name: &str| {
        let editor = all_searched(Editor::open(SIX).keys("W p"));
        editor.call(name).done()
    };
    let editor = by_hand("set-operation bm Kd1");
    let editor = match !editor.has_dialog() {
        true => editor,
        false => editor.keys("Enter").done(),
    };
    let text = editor.text();
    assert_eq!(text.matches("bm Kd1").count(), 6, "{text}");
    let editor = editor.call("proposals");
    assert_eq!(editor.report().rows[0].detail, stale);
    let editor = editor.keys("Enter");
    assert_eq!(
        editor.status(),
        "a left unchanged: its bm or am changed since it was analysed · d dismisses the proposal"
    );
    let editor = editor.keys("A").done();
    assert_eq!(
        editor.status(),
        "4 proposals skipped: record changed since · d dismisses one"
    );
    assert_eq!(editor.text(), text);
    assert_eq!(editor.keys("d").report().rows.len(), 5);
    // With the same best move as before they can be accepted again; an edit discards redo, as always.
    let editor = by_hand("set-operation bm Kd1").keys("Enter").done();
    let editor = editor.keys("Ctrl-z").call("accept-proposals").done();
    assert_eq!(editor.status(), "accepted 4 proposals · undo ^Z");
    assert_eq!(editor.text().matches("bm Kd1").count(), 0);
}

#[test]
fn accepting_all_proposals_after_an_undo_can_be_undone() {
    let editor = all_searched(Editor::open(SIX).keys("W p"));
    let editor = editor.call("proposals").keys("Enter Esc Ctrl-z");
    assert_eq!(editor.text(), SIX);
    let editor = editor.call("proposals").keys("A").done();
    assert!(editor.text().contains("bm Kf2"), "{}", editor.status());
    assert!(
        editor.status().starts_with("accepted "),
        "{}",
        editor.status()
    );
    let editor = editor.keys("Esc Ctrl-z");
    assert_eq!(editor.text(), SIX);
}

fn labels(editor: &Editor) -> Vec<String> {
    let rows = editor.report().rows.iter();
    rows.map(|row| row.label.clone()).collect()
}

#[test]
fn dismissed_proposals_are_offered_again_on_request() {
    let editor = all_searched(Editor::open(SIX).keys("W p")).call("proposals");
    let all = labels(&editor);
    let editor = editor.keys("d d");
    assert_eq!(editor.status(), "dismissed a proposal · R restores it");
    assert_eq!(editor.report().rows.len(), all.len() - 2);
    let note = &editor.report().note;
    assert!(note.ends_with("R restores 2 dismissed"), "{note}");
    let editor = editor.keys("d d");
    assert_eq!(editor.report().note, "R restores 4 dismissed");
    // They are kept in another run.
    let editor = editor.keys("Esc").call("analyse-all write");
    let editor = all_searched(editor).call("proposals").keys("R");
    assert_eq!(editor.status(), "restored 4 proposals");
    assert_eq!(labels(&editor), all);
    assert_eq!(editor.keys("R").status(), "no dismissed proposals");
}

#[test]
fn undoing_an_accepted_proposal_offers_it_again() {
    let editor = all_searched(Editor::open(SIX).keys("W p")).call("proposals");
    let all = labels(&editor);
    let editor = editor.keys("Enter");
    assert_eq!(labels(&editor), all[1..]);
    let editor = editor.keys("Esc Ctrl-z").call("proposals").done();
    assert_eq!(labels(&editor), all);
    assert_eq!(header(&editor).as_deref(), Some("4 proposals"));
    let editor = editor.keys("Esc Ctrl-y").call("proposals").done();
    assert_eq!(labels(&editor), all[1..]);
    // All together, as one step.
    let editor = editor.keys("A").done().keys("Esc Ctrl-z");
    let editor = editor.call("proposals").done();
    assert_eq!(labels(&editor), all[1..]);
    // An edit by hand is not an undo: the proposal is not offered again.
    let editor = editor.keys("A Esc").call("go-to 3").done();
    let editor = editor.call("set-operation bm Kd1").keys("Enter").done();
    assert!(editor.call("proposals").report().rows[0].heading);
}

#[test]
fn a_record_is_queued_only_once() {
    let editor = writing(&SIX.replace("# a comment\n", "")).keys("W w");
    assert_eq!(
        editor.status(),
        "in the queue already · :analysis-queue shows it"
    );
    assert_eq!(header(&editor).as_deref(), Some("analysed 0/6"));
    // With another limit the records that no engine has are queued again.
    let editor = editor.call("set analysis-limit=2s").keys("W w");
    assert_eq!(under_way(&editor), ["a", "b"]);
    assert_eq!(header(&editor).as_deref(), Some("analysed 0/8"));
    // A different kind of inquiry is queued separately.
    let editor = all_searched(editor).keys("W p W p");
    assert_eq!(header(&editor).as_deref(), Some("analysed 0/6"));
    // A new proposal replaces the old one.
    let editor = all_searched(editor).call("proposals");
    let all = labels(&editor);
    let editor = all_searched(editor.keys("Esc W p")).call("proposals");
    assert_eq!(labels(&editor), all);
}

#[test]
fn accepting_all_counts_what_it_wrote_and_skips_what_changed() {
    // One accepted alone, one changed by hand, one given the proposed move by hand, one left.
    let editor = all_searched(Editor::open(SIX).keys("W p"));
    let editor = editor.call("proposals").keys("Enter Esc");
    let replace = |editor: Editor, line: usize, text: &str| {
        let editor = editor.call(&format!("go-to {line}")).keys("F2 Ctrl-u");
        editor.typed(text).keys("Enter").done()
    };
    let editor = replace(editor, 4, "4k3/8/8/8/8/8/2P5/4K3 w - - bm Kd1; id \"c\";");
    let editor = replace(editor, 5, "4k3/8/8/8/8/8/1P6/4K3 w - - bm Kf2; id \"d\";");
    assert!(editor.text().contains("bm Kd1"), "{}", editor.text());
    let editor = editor.call("proposals").keys("A").done();
    assert_eq!(
        editor.status(),
        "accepted 1 proposal · 1 right already · 1 skipped: record changed since · undo ^Z"
    );
    assert_eq!(editor.report().rows.len(), 3, "it can be looked at");
    assert!(editor.text().contains("bm Kd1; id \"c\""));
    assert!(editor.text().contains("bm Kf2; id \"e\""));
    // Another position on the same line is another record.
    let editor = all_searched(Editor::open(SIX).keys("W p"));
    let editor = replace(editor, 1, "4k3/8/8/8/8/8/4P3/3K4 w - - bm e3; id \"z\";");
    let row = editor.call("proposals").report().rows[0].clone();
    assert_eq!(
        (row.label.as_str(), row.detail.as_str()),
        ("1  z", "record changed since · the position too")
    );
}

#[test]
fn respelling_a_move_or_editing_another_operation_keeps_a_proposal() {
    let editor = all_searched(Editor::open(SIX).keys("W p"));
    let editor = editor.keys("F2 Ctrl-u");
    let editor = editor.typed("4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e3; c0 \"new\"; id \"a\";");
    let editor = editor.keys("Enter").call("proposals").keys("Enter");
    assert_eq!(editor.status(), "accepted the engine's move in a · undo ^Z");
    assert!(editor.line(0).contains("bm Kf2; c0 \"new\""));
}

#[test]
fn the_hint_of_a_proposal_says_that_enter_accepts() {
    let editor = all_searched(Editor::open(SIX).keys("W p")).call("proposals");
    let label = |editor: &Editor, keys: &str| {
        let hints = editor.hints(200);
        let mut hints = hints.iter();
        hints.find(|hint| hint.keys == keys).map(|hint| hint.label)
    };
    assert_eq!(label(&editor, "Enter"), Some("accept"));
    assert_eq!(label(&editor, "d"), Some("dismiss"));
    let queue = writing(SIX).call("analysis-queue").keys("Down Down Down");
    assert_eq!(label(&queue, "d"), Some("remove"));
}

#[test]
fn results_that_were_undone_are_not_counted_as_written() {
    let outcome = |editor: &Editor| {
        let queue = editor.queue().expect("a queue");
        epdit::editor::pages::queue::outcome(queue)
    };
    let editor = all_searched(writing(SIX));
    let written = "analysed 5 records · 5 written · 1 without a result";
    assert_eq!(outcome(&editor), written);
    let editor = editor.keys("Ctrl-z");
    assert_eq!(editor.text(), SIX);
    assert_eq!(
        outcome(&editor),
        "analysed 5 records · 5 undone · 1 without a result"
    );
    let editor = editor.keys("Ctrl-y");
    assert_eq!(outcome(&editor), written);
    // A later edit that was undone changes nothing in them.
    let editor = editor.call("set-operation c0 \"x\"").keys("Enter").done();
    assert_eq!(outcome(&editor.keys("Ctrl-z")), written);
}

#[test]
fn the_page_of_proposals_says_which_records_have_none_and_why() {
    let mut editor = Editor::open(SIX).keys("W p");
    let job = jobs(&editor)[0].clone();
    let reason = "a move of bm is illegal or can't be read";
    send(&mut editor, &job, SearchOutcome::Nothing(reason.into()));
    let editor = all_searched(editor).call("proposals");
    let rows = editor.report().rows.iter();
    let told: Vec<_> = rows
        .map(|row| (row.label.clone(), row.detail.clone()))
        .collect();
    let expected = [
        ("Without a result · 2 records", ""),
        ("1  a", reason),
        ("7  f", "the position is illegal"),
    ];
    let expected = expected.map(|(label, detail)| (label.to_owned(), detail.to_owned()));
    assert_eq!(told[told.len() - 3..], expected);
}

#[test]
fn moves_and_scores_of_a_proposal_fit_on_the_smallest_screen() {
    let long = SIX.replace("id \"a\"", "id \"STS(v1.0) Undermine.001\"");
    let check = |(columns, rows), expected: &str| {
        let mut editor = Editor::open(&long).keys("W p");
        while let Some(job) = jobs(&editor).first() {
            let id = id(&job.line);
            let operations = match id.starts_with("STS") {
                true => vec![("bm".to_owned(), Some("Kf2".to_owned()))],
                false => Vec::new(),
            };
            let words = "Kf2 +3.20, e3 +0.40".to_owned();
            send(
                &mut editor,
                job,
                SearchOutcome::Answer(Answer { operations, words }),
            );
        }
        let editor = editor.call("proposals").sized(columns, rows);
        assert_eq!(editor.report().rows[0].detail, expected);
        let screen = editor.screen();
        assert!(screen.contains(expected), "{screen}");
    };
    check((80, 24), "bm e3 · the engine says Kf2 +3.20, e3 +0.40");
    check(
        (120, 36),
        "bm e3 · the engine says Kf2 +3.20, e3 +0.40 → bm Kf2",
    );
}

#[test]
fn a_click_on_the_progress_shows_the_queue() {
    let editor = writing(SIX).click((110, 0));
    assert_eq!(editor.report().title, "Analysis queue");
    let editor = Editor::open(SIX).click((110, 0));
    assert!(!editor.has_dialog());
}

#[test]
fn a_run_without_any_result_ends_with_a_warning() {
    let mut editor = Editor::open("4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n").keys("W w");
    let job = jobs(&editor).remove(0);
    send(&mut editor, &job, SearchOutcome::Nothing("no score".into()));
    let status = editor.status_with_kind().expect("something said");
    assert_eq!(status.kind, StatusKind::Failed);
    assert!(
        status.text.ends_with("1 without a result: no score"),
        "{}",
        status.text
    );
}

#[test]
fn an_engine_that_cannot_be_started_stops_the_queue_and_loses_nothing() {
    let mut editor = writing(SIX);
    let job = jobs(&editor)[0].clone();
    send(
        &mut editor,
        &job,
        SearchOutcome::NoEngine("no such program".into()),
    );
    assert_eq!(
        editor.status(),
        "analysis stopped: no such program · :stop-queue resumes"
    );
    assert!(jobs(&editor).is_empty());
    let editor = all_searched(editor.call("stop-queue"));
    assert_eq!(ids_written(&editor).len(), 5);
}

#[test]
fn a_record_that_crashes_an_engine_is_reported_with_its_reason() {
    let mut editor = writing(SIX);
    let job = jobs(&editor)[0].clone();
    send(
        &mut editor,
        &job,
        SearchOutcome::Nothing("the engine ended".into()),
    );
    let editor = all_searched(editor).call("analysis-queue");
    let rows = &editor.report().rows;
    let told: Vec<_> = rows
        .iter()
        .map(|row| (row.label.as_str(), row.detail.as_str()))
        .collect();
    assert_eq!(
        told[1..],
        [
            ("Without a result · 2 records", ""),
            ("1  a", "the engine ended"),
            ("7  f", "the position is illegal"),
        ]
    );
}

#[test]
fn a_file_that_is_not_shown_gets_its_results_too() {
    let other = SIX.replace("id \"", "id \"other-");
    let editor = Editor::two(SIX, &other).keys("F6");
    let editor = editor.keys("W w F6");
    let shown = editor.text();
    let editor = all_searched(editor.done());
    assert_eq!(editor.text(), shown, "it is another file");
    assert!(
        editor.status().starts_with("other.epd: analysed 5 records"),
        "{}",
        editor.status()
    );
    let editor = editor.keys("F6").done();
    assert_eq!(ids_written(&editor).len(), 5);
    assert_eq!(editor.counts().records, 6);
    let editor = editor.keys("Ctrl-z");
    assert_eq!(editor.text(), other);
}

#[test]
fn several_engines_have_records_at_once() {
    let editor = Editor::open(SIX).call("set analysis-engines=2");
    let editor = editor.keys("W w");
    assert_eq!(under_way(&editor), ["a", "b", "c", "d"]);
}

#[test]
fn search_limits_are_changed_in_the_menu_that_starts_an_analysis() {
    let editor = Editor::open(SIX).keys("W t");
    let editor = editor.keys("Ctrl-u").typed("depth 12").keys("Enter");
    assert_eq!(
        editor.menu().about,
        ["the first engine in PATH · 12 plies a record, 1 record at once"]
    );
    let editor = editor.keys("w");
    let Inquiry::Analyse(analyse) = jobs(&editor)[0].inquiry else {
        panic!("expected an analysis");
    };
    assert_eq!(analyse.limits.depth, Some(12));
}

#[test]
fn a_file_open_read_only_gets_proposals_at_most() {
    let editor = Editor::open(SIX).read_only().keys("W");
    assert!(editor.menu().items[0].disabled.is_some());
    let editor = all_searched(editor.keys("p")).call("accept-proposals");
    assert_eq!(editor.status(), "the file is open read-only");
    assert_eq!(editor.text(), SIX);
}

#[test]
fn without_a_queue_its_commands_say_why() {
    let check = |call: &str, said: &str| {
        assert_eq!(Editor::open(SIX).call(call).status(), said);
    };
    let nothing = "nothing was analysed in the background · W analyses records";
    check("analysis-queue", nothing);
    check("proposals", nothing);
    check(
        "clear-queue",
        "no records are being analysed · W analyses some",
    );
    assert_eq!(
        Editor::open("").keys("W").status(),
        "the file is empty · o adds a record"
    );
}

#[test]
fn an_analysis_without_results_says_why() {
    let editor = Editor::open("4k3/8/8/8/8/8/8/8 w - - id \"f\";\n").keys("W w");
    assert_eq!(
        editor.done().status(),
        "analysed 0 records · 1 without a result: the position is illegal"
    );
}

/// Writes the six records to a file and opens it.
fn on_disk(path: &Path) -> Editor {
    std::fs::write(path, SIX).expect("written");
    let mut suite = Suite::open(path, &OpenOptions::default()).expect("opened");
    suite.wait_until_loaded();
    Editor::with(suite)
}

/// Returns title and text of the prompt before leaving.
fn prompt_to_leave(editor: &Editor) -> (String, Vec<String>) {
    let menu = editor.menu();
    (menu.title.clone(), menu.about.clone())
}

#[test]
fn leaving_asks_about_proposals_that_are_not_accepted_and_about_a_queue_that_runs() {
    let running = writing(SIX).keys("Ctrl-Q");
    assert!(!running.wants_to_quit());
    let about = "test.epd: 6 records are still to be analysed.";
    assert_eq!(
        prompt_to_leave(&running),
        ("Quit".into(), vec![about.into()])
    );
    // The engines keep running while the prompt is open.
    assert_eq!(under_way(&running), ["a", "b"]);
    let back = running.keys("Esc");
    assert!(!back.wants_to_quit() && !back.has_dialog());
    assert!(back.keys("Ctrl-Q d").wants_to_quit());

    let proposed = all_searched(Editor::open(SIX).keys("W p")).keys("q");
    let about = "test.epd: 4 proposals are not accepted.";
    assert_eq!(
        prompt_to_leave(&proposed),
        ("Quit".into(), vec![about.into()])
    );
    // Enter opens the proposals, as `p` does.
    let shown = proposed.keys("Enter");
    assert_eq!(shown.report().title, "Proposals");
    assert!(!shown.wants_to_quit());
    // Once they are accepted, the prompt is about the edits alone.
    let accepted = shown.keys("A").done().keys("Esc q");
    let about = "test.epd has unsaved changes: 4 lines edited or added.";
    assert_eq!(
        prompt_to_leave(&accepted),
        ("Quit".into(), vec![about.into()])
    );
}

#[test]
fn a_queue_that_was_stopped_or_is_done_does_not_ask() {
    let stopped = writing(SIX).call("stop-queue").keys("Ctrl-Q");
    assert!(stopped.wants_to_quit());
    let mut done = writing("4k3/8/8/8/8/8/8/8 w - - id \"f\";\n");
    done = all_searched(done).keys("Ctrl-Q");
    assert!(done.wants_to_quit());
    assert!(writing(SIX).call("q!").wants_to_quit());
}

#[test]
fn one_prompt_asks_about_unsaved_edits_and_engine_work() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("a.epd");
    let editor = all_searched(on_disk(&path).keys("W p"));
    let editor = editor.keys("Delete Ctrl-Q");
    assert_eq!(
        prompt_to_leave(&editor).1,
        [
            "a.epd has unsaved changes: 1 line removed.",
            "a.epd: 3 proposals are not accepted."
        ]
    );
    // One answer covers both: no second prompt follows the save.
    assert!(editor.keys("s").done().wants_to_quit());
    assert!(
        !std::fs::read_to_string(&path)
            .expect("read")
            .contains("id \"a\"")
    );
}

#[test]
fn saving_to_quit_asks_about_engine_work_too() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("a.epd");
    let editor = all_searched(on_disk(&path).keys("W p"));
    let editor = editor.keys("Delete").call("wq").done();
    assert!(!editor.wants_to_quit());
    assert_eq!(
        prompt_to_leave(&editor).1,
        ["a.epd: 3 proposals are not accepted."]
    );
}

#[test]
fn closing_a_file_asks_about_the_work_of_engines_for_it() {
    let editor = Editor::two(SIX, "").keys("W p").call("close-file");
    let about = "test.epd: 6 records are still to be analysed.";
    assert_eq!(
        prompt_to_leave(&editor),
        ("Close the file".into(), vec![about.to_owned()])
    );
    let editor = editor.keys("d");
    assert_eq!(editor.name(), "other.epd");
    assert_eq!(editor.status(), "closed test.epd");
    assert!(
        editor.keys("Ctrl-Q").wants_to_quit(),
        "the queue is closed with its file"
    );
    // Another file's queue is reported, and shown in its file.
    let editor = Editor::two(SIX, "").keys("W p").call("next-file");
    let editor = editor.keys("Ctrl-Q");
    assert_eq!(prompt_to_leave(&editor).1, [about]);
    let editor = editor.keys("p");
    assert_eq!(editor.name(), "test.epd");
    assert_eq!(editor.report().title, "Analysis queue");
}

#[test]
fn a_test_with_an_engine_shows_its_report_while_it_runs_and_when_it_is_over() {
    let editor = Editor::open(SIX).call("test-records");
    assert_eq!(editor.menu().title, "Test with an engine: all 7 lines");
    let editor = editor.keys("Enter").done();
    assert!(editor.report().title.starts_with("Test report of"));
    assert_eq!(editor.report().note, "testing · 0 of 6");
    let editor = all_searched(editor).done();
    let labels: Vec<&str> = (editor.report().rows.iter())
        .map(|row| row.label.as_str())
        .collect();
    assert!(labels.contains(&"solved"), "{labels:?}");
    assert!(!editor.report().note.contains("testing"));
    assert_eq!(
        editor.line(2),
        "4k3/8/8/8/8/8/3P4/4K3 w - - acd 9; bm d3; id \"b\"; pm d3;"
    );
    // One undo step; and after leaving the page, the status names the key that opens it.
    let editor = editor.keys("Esc Ctrl-Z");
    assert_eq!(editor.text(), SIX);
    let editor = Editor::open(SIX).call("test-records").keys("Enter Esc");
    let editor = all_searched(editor);
    assert!(
        editor.status().contains("O shows the report"),
        "{}",
        editor.status()
    );
}
