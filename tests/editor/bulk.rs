//! Bulk edits: previewed, applied, undone.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::bulk::preview::{Preview, Row};
use epdit::editor::flows::open;
use epdit::editor::jobs::{JobContext, Slot};
use epdit::editor::message::Msg;
use epdit::editor::state::FolderEntry;
use epdit::suite::Job;
use std::fmt::Write;

fn preview(editor: &Editor) -> &Preview {
    editor.layer().expect("a preview is open")
}

/// Returns number, text and changed part of each row of the preview.
fn rows(editor: &Editor) -> Vec<(String, String, String)> {
    let rows = preview(editor).rows();
    rows.into_iter()
        .filter_map(|row| match row {
            Row::Line { number, text, .. } => {
                let changed = text.iter().filter(|part| part.changed);
                let changed = changed.map(|part| part.text.as_str()).collect();
                let text = text.iter().map(|part| part.text.as_str()).collect();
                Some((number, text, changed))
            }
            _ => None,
        })
        .collect()
}

fn many(count: usize) -> String {
    (0..count).fold(String::new(), |mut out, n| {
        writeln!(out, "4k3/8/8/8/8/8/8/4K3 w - - ce {n}; id \"M.{n}\";").expect("a string");
        out
    })
}

#[test]
fn a_preview_shows_old_and_new_lines_with_the_changed_part() {
    let editor = Editor::open(&many(3))
        .keys("r s")
        .typed("ce 5")
        .keys("Enter");
    assert_eq!(preview(&editor).title, "set ce 5");
    assert_eq!(preview(&editor).summary(), "all 3 lines: 3 lines to change");
    let rows = rows(&editor);
    assert_eq!((rows[0].0.as_str(), rows[0].2.as_str()), ("1", "0"));
    assert_eq!((rows[1].0.as_str(), rows[1].2.as_str()), ("", "5"));
    // Nothing has changed yet, and Esc changes nothing either.
    assert_eq!(editor.text(), many(3));
    assert_eq!(editor.keys("Esc").text(), many(3));
}

#[test]
fn a_change_is_one_step_and_is_reported() {
    let editor = Editor::open(FIVE)
        .keys("r r")
        .typed("bm, id")
        .keys("Enter Enter");
    assert_eq!(editor.status(), "removed bm, id from 4 records · undo ^Z");
    assert!(!editor.text().contains("bm") && editor.text().contains("# a comment"));
    let editor = editor.keys("u");
    assert_eq!(editor.text(), FIVE);
    assert_eq!(
        editor.status(),
        "undone: removed bm, id from 4 records · redo ^Y"
    );
}

const SOME: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - acd 4; bm e4;
4k3/8/8/8/8/8/3PP3/4K3 w - - bm Kf2;
4k3/8/8/8/8/8/2P1P3/4K3 w - - acd 9;
";

#[test]
fn operands_are_appended_to_existing_ones() {
    let editor = Editor::open(SOME).keys("r s").typed("--append bm e2e4");
    let said = editor.prompt().message.clone();
    assert_eq!(said.as_deref(), Some("append e2e4 to bm"));
    let editor = editor.keys("Enter");
    assert_eq!(preview(&editor).title, "append e2e4 to bm");
    assert_eq!(preview(&editor).summary(), "all 3 lines: 2 lines to change");
    let editor = editor.keys("Enter");
    assert!(editor.line(0).ends_with("acd 4; bm e4;"));
    assert!(editor.line(1).ends_with("bm Kf2 e4;"), "{}", editor.line(1));
    assert!(editor.line(2).ends_with("acd 9; bm e4;"));
    let status = "appended e2e4 to bm in 2 records · undo ^Z";
    assert_eq!(editor.status(), status);
    assert_eq!(editor.keys("u").text(), SOME);
}

#[test]
fn an_operation_is_set_only_where_it_is_missing() {
    let editor = Editor::open(SOME)
        .keys("r s")
        .typed("--only-missing acd 20")
        .keys("Enter");
    assert_eq!(preview(&editor).title, "set acd 20 where missing");
    assert_eq!(preview(&editor).summary(), "all 3 lines: 1 line to change");
    let editor = editor.keys("Enter");
    assert!(editor.line(1).ends_with("acd 20; bm Kf2;"));
    let status = "set acd 20 where missing in 1 record · undo ^Z";
    assert_eq!(editor.status(), status);
    let again = editor
        .keys("r s")
        .typed("--only-missing acd 7")
        .keys("Enter");
    let summary = "nothing to change in all 3 lines · every record has `acd`";
    assert_eq!(preview(&again).summary(), summary);
    assert_eq!(again.keys("Esc u").text(), SOME);
}

#[test]
fn values_of_the_record_are_set_where_missing_and_added() {
    let editor = Editor::open(SOME)
        .keys("r s")
        .typed("--only-missing acd {line}")
        .keys("Enter Enter");
    assert!(editor.line(1).ends_with("acd 2; bm Kf2;"));
    assert!(editor.line(2).ends_with("acd 9;"));
    let editor = editor.keys("r s").typed("--append c0 \"{pieces}\"");
    let editor = editor
        .keys("Enter Enter r s")
        .typed("--append c0 \"{acd}\"");
    let editor = editor.keys("Enter Enter");
    assert!(editor.line(0).contains("c0 \"3 4\""), "{}", editor.line(0));
    assert_eq!(editor.keys("u u u").text(), SOME);
}

#[test]
fn options_of_set_are_refused_where_they_make_no_sense() {
    let ce = "nothing can be appended to `ce`, which takes a whole number from -32768 to 32766";
    let editor = Editor::open(SOME).keys("r s").typed("--append ce 5");
    let editor = editor.keys("Enter");
    assert_eq!(editor.prompt().message.as_deref(), Some(ce));
    let error = editor.asking().error.expect("an error");
    assert_eq!((error.start, error.end), (9, 13));
}

#[test]
fn options_of_set_are_offered() {
    let editor = Editor::open(SOME).keys("r s").typed("--o").keys("Tab");
    assert_eq!(editor.prompt().input.lossy(), "--only-missing");
    let editor = editor.typed(" draw_a").keys("Tab");
    assert_eq!(editor.prompt().input.lossy(), "--only-missing draw_accept");
    let editor = Editor::open(SOME)
        .keys(":")
        .typed("set-operation --append bm Kd1")
        .keys("Enter Enter");
    let status = "appended Kd1 to bm in 3 records · undo ^Z";
    assert_eq!(editor.status(), status);
}

#[test]
fn bulk_edits_apply_to_the_records_shown_if_none_is_marked() {
    let editor = Editor::open(&many(6))
        .keys("f")
        .typed("ce >= 4")
        .keys("Enter")
        .done();
    let editor = editor.keys("r s").typed("c0 late").keys("Enter");
    assert_eq!(
        preview(&editor).summary(),
        "the 2 lines shown: 2 lines to change"
    );
    let editor = editor.keys("Enter");
    assert_eq!(editor.text().matches("c0 \"late\"").count(), 2);
    assert_eq!(editor.row_count(), 2);
}

#[test]
fn an_error_is_shown_at_its_place_and_keeps_the_prompt_open() {
    let editor = Editor::open(FIVE).keys("r n").typed("bm 5x");
    let error = editor.asking().error.expect("an error");
    assert_eq!((error.start, error.end), (3, 5));
    let editor = editor.keys("Enter");
    assert!(
        editor
            .prompt()
            .message
            .as_deref()
            .is_some_and(|m| m.contains("not an opcode"))
    );
    for (keys, text) in [
        ("r i", "x"),
        ("r o", "5"),
        ("r h", "x"),
        ("r p", "many"),
        ("r l", "every 0 into x"),
        ("r s", "c0 \"open"),
    ] {
        let editor = Editor::open(FIVE)
            .keys(keys)
            .keys("Ctrl-U")
            .typed(text)
            .keys("Enter");
        assert!(editor.prompt().message.is_some(), "{keys} {text}");
        assert!(editor.asking().error.is_some(), "{keys} {text}");
    }
}

#[test]
fn opcodes_are_completed() {
    let editor = Editor::open(FIVE)
        .keys("r r")
        .typed("bm, draw_a")
        .keys("Tab");
    assert_eq!(editor.prompt().input.lossy(), "bm, draw_accept");
    let editor = Editor::open(FIVE).keys("r o").typed("mat").keys("Tab");
    assert_eq!(editor.prompt().input.lossy(), "material");
}

#[test]
fn ids_follow_the_template_of_the_selected_record() {
    let text = many(3).replace("M.", "M.00");
    let editor = Editor::open(&text).keys("r i");
    assert_eq!(editor.prompt().input.lossy(), "M.{n:03}");
    let editor = editor.keys("End").typed(" from 7").keys("Enter Enter");
    assert_eq!(editor.status(), "renumbered 3 records · undo ^Z");
    assert!(editor.line(0).contains("\"M.007\"") && editor.line(2).contains("\"M.009\""));
}

#[test]
fn the_preview_of_a_sort_shows_new_places_and_the_selection_stays() {
    let editor = Editor::open(&many(4))
        .keys("r o")
        .typed("ce reverse")
        .keys("Enter");
    assert_eq!(preview(&editor).summary(), "all 4 lines: 4 lines to move");
    assert_eq!(rows(&editor)[0].0, "4 → 1");
    let editor = editor.keys("Enter");
    assert_eq!(
        (editor.selected(), editor.line(3).contains("M.0")),
        (3, true)
    );
    assert_eq!(editor.status(), "sorted by ce: 4 lines moved · undo ^Z");
}

#[test]
fn duplicates_are_removed_or_merged() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - ce 1;\n";
    let editor = Editor::open(text).keys("r d p");
    assert_eq!(preview(&editor).summary(), "all 2 lines: 1 line to remove");
    assert_eq!(
        editor.keys("Enter").text(),
        "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n"
    );
    let editor = Editor::open(text).keys("r d j");
    assert_eq!(
        preview(&editor).summary(),
        "all 2 lines: 1 to remove, 1 to merge into"
    );
    let editor = editor.keys("Enter");
    assert!(editor.text().contains("ce 1;") && editor.text().contains("id \"a\""));
    assert_eq!(editor.text().lines().count(), 1);
}

#[test]
fn duplicates_are_removed_by_any_field_and_an_unknown_one_is_refused() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - ce 100;\n4k3/8/8/8/8/8/8/4K3 b - - ce 199;\n8/8/8/8/8/8/8/K1k5 w - -\n";
    let first = text.lines().next().expect("a line");
    let rest = text.lines().nth(2).expect("a line");
    let editor = Editor::open(text)
        .keys("r d f")
        .typed("placement")
        .keys("Enter");
    assert_eq!(preview(&editor).summary(), "all 3 lines: 1 line to remove");
    let editor = editor.keys("Enter");
    assert_eq!(editor.text(), format!("{first}\n{rest}\n"));
    assert!(
        editor.status().contains("duplicate values of placement"),
        "{}",
        editor.status()
    );
    assert_eq!(editor.keys("Ctrl-Z").text(), text);
    let editor = Editor::open(text).keys("r d f").typed("line").keys("Enter");
    let said = editor.prompt().message.clone();
    assert!(said.is_some_and(|said| said.contains("which records are the same")));
}

#[test]
fn duplicates_are_counted_by_records_and_not_by_their_comments() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n# of b\n# more\n4k3/8/8/8/8/8/8/4K3 w - - id \"a\"; ce 1;\n";
    let editor = Editor::open(text).keys("r d i Enter");
    let status = "removed 1 record: duplicate ids · undo ^Z";
    assert_eq!(editor.status(), status);
    assert_eq!(
        editor.text(),
        text.lines().next().unwrap_or_default().to_owned() + "\n"
    );
    let editor = editor.keys("u r d j Enter");
    let status = "merged duplicate positions: 1 record removed · undo ^Z";
    assert_eq!(editor.status(), status);
    assert_eq!(editor.keys("u").text(), text);
}

#[test]
fn a_sample_of_the_whole_file_removes_all_other_records() {
    let text = "# head\n\n".to_owned() + &many(3).replace("\n", "\n\n");
    let editor = Editor::open(&text)
        .keys("r p")
        .typed("2 seed 1")
        .keys("Enter Enter");
    let text_now = editor.text();
    let (head, rest) = text_now.split_at(8);
    assert_eq!((head, rest.lines().count()), ("# head\n\n", 2));
    assert_eq!(editor.keys("u").text(), text);
}

#[test]
fn nothing_to_change_is_reported_and_cannot_be_accepted() {
    let editor = Editor::open(FIVE).keys("r r").typed("ce").keys("Enter");
    assert_eq!(
        preview(&editor).summary(),
        "nothing to change in all 5 lines · no record has `ce`"
    );
    let editor = editor.keys("Enter");
    assert_eq!(editor.status(), "nothing would change");
    assert!(editor.can_undo().is_none());
}

#[test]
fn a_bulk_edit_of_a_long_file_runs_in_the_background_and_esc_stops_it() {
    let editor = Editor::open(&many(5000))
        .keys("r r")
        .typed("ce")
        .keys("Enter");
    assert_eq!(preview(&editor).summary(), "all 5,000 lines: computing …");
    let Some(Effect::Start(task)) = editor.effects.last().cloned() else {
        panic!("no task");
    };
    let mut stopped = Editor::open(&many(5000))
        .keys("r r")
        .typed("ce")
        .keys("Enter Esc");
    assert!(matches!(stopped.effects.last(), Some(Effect::Stop { .. })));
    stopped.send(Msg::answer(&task, &JobContext::default()));
    assert!(!stopped.has_dialog() && stopped.status().is_empty());
    let editor = editor.done();
    assert_eq!(
        preview(&editor).summary(),
        "all 5,000 lines: 5,000 lines to change"
    );
    let editor = editor.keys("G Enter");
    assert_eq!(editor.status(), "removed ce from 5,000 records · undo ^Z");
    assert_eq!(editor.keys("u").text(), many(5000));
}

#[test]
fn a_preview_that_is_not_complete_accepts_nothing() {
    let editor = Editor::open(&many(5000));
    let editor = editor.keys("r r").typed("ce").keys("Enter Enter");
    assert_eq!(editor.status(), "the preview is not complete yet");
    let editor = editor.done();
    assert_eq!(editor.text(), many(5000));
    assert!(!editor.keys("Enter").text().contains("ce "));
}

#[test]
fn a_bulk_edit_runs_while_keys_work() {
    // Without the last semicolon: a safe fix adds it.
    let broken = many(5000).replace(";\n", "\n");
    let begun = || {
        let editor = Editor::open(&broken).done().keys("Ctrl-A").done().keys("X");
        assert!(!editor.has_dialog());
        assert_eq!(editor.text(), broken);
        editor
    };
    // Another bulk edit has to wait.
    let editor = begun().keys("r");
    assert_eq!(
        editor.status(),
        "a bulk edit is being applied · Esc stops it"
    );
    // Undo stops an edit that is not applied yet.
    let editor = editor.keys("u");
    assert_eq!(
        editor.status(),
        "a bulk edit is being applied · Esc stops it"
    );
    let editor = editor.keys("Esc");
    assert_eq!(editor.status(), "stopped · nothing changed");
    assert!(matches!(editor.effects.last(), Some(Effect::Stop { .. })));
    let editor = editor.done();
    assert_eq!(editor.text(), broken);
    // An edit made meanwhile is kept, and every record is fixed.
    let editor = begun().keys("Tab m t").done();
    assert_eq!(editor.status(), "fixed 5,000 records · undo ^Z");
    assert_eq!(editor.text(), many(5000).replacen(" w ", " b ", 1));
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(editor.text(), broken.replacen(" w ", " b ", 1));
    assert_eq!(editor.keys("Ctrl-Z").text(), broken);
    // Lines must not be added, removed or moved meanwhile, and saving or leaving would miss the edit.
    for keys in ["d d", "o", "Alt-Down", "Ctrl-S", "Ctrl-Q"] {
        let editor = begun().keys(keys);
        let said = "a bulk edit is being applied · Esc stops it";
        assert!(
            editor.status().starts_with(said),
            "{keys}: {}",
            editor.status()
        );
        assert!(
            !editor
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Quit)),
            "{keys}"
        );
        let editor = editor.done();
        assert_eq!(editor.status(), "fixed 5,000 records · undo ^Z", "{keys}");
        assert_eq!(editor.line_count(), 5000);
    }
    for command in [":wq", ":x", ":wa", ":bd", ":e!"] {
        let editor = begun().typed(command).keys("Enter").done();
        assert!(
            !editor
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Quit)),
            "{command}"
        );
        assert!(
            editor.text() == many(5000),
            "{command}: {}",
            editor.status()
        );
    }
    let quit = begun().typed(":q!").keys("Enter");
    assert!(matches!(quit.effects.last(), Some(Effect::Quit)));
}

/// Returns the rows of a preview, with the sentences above them, before and after everything is worked out.
fn first_and_whole(records: &str, keys: &str, text: &str) -> (Vec<Row>, Vec<Row>) {
    let mut editor = Editor::open(records).keys(keys);
    if !text.is_empty() {
        editor = editor.keys("Ctrl-U").typed(text).keys("Enter");
    }
    let task = |effect: &Effect| match effect {
        Effect::Start(task) if task.id.slot == Slot::Preview => Some(task.clone()),
        _ => None,
    };
    let task = editor.effects.iter().find_map(task).expect("a task");
    let shown =
        |editor: &Editor| -> Vec<Row> { preview(editor).rows().into_iter().skip(2).collect() };
    assert!(shown(&editor).is_empty(), "{keys}");
    let (tell, report) = std::sync::mpsc::channel();
    let hand = task.hand(Job::new(), move |first| drop(tell.send(first)));
    let (id, whole) = (task.id, task.run(&hand));
    for delivery in report.try_iter() {
        editor.send(Msg::Worked { id, delivery });
    }
    let first = shown(&editor);
    assert!(preview(&editor).summary().ends_with("computing …"));
    let delivery = whole;
    editor.send(Msg::Worked { id, delivery });
    assert!(!preview(&editor).summary().contains("computing"));
    assert_eq!(editor.text(), records);
    (first, shown(&editor))
}

#[test]
fn the_first_records_of_a_long_change_are_shown_at_once() {
    let records = format!("# a comment\n\n{}", many(3000)).replace("w - - ce 7;", "w - -  ce 7 ;");
    let other = tempfile::tempdir().expect("a folder");
    let path = other.path().join("other.epd");
    std::fs::write(&path, many(50)).expect("a file");
    for (keys, text) in [
        ("r s", "acd 20"),
        ("r r", "ce"),
        ("r i", "X.{n:03} from 7"),
        ("r s", "id \"{file}.{n:03} {line}\""),
        ("r s", "id \"{ce}\""),
        ("r c", ""),
        ("r e", path.to_str().expect("a path")),
    ] {
        let (first, whole) = first_and_whole(&records, keys, text);
        assert!(!first.is_empty(), "{keys}");
        assert_eq!(whole.get(..first.len()), Some(first.as_slice()), "{keys}");
    }
}

// When the result for a line depends on all others, the preview first shows the result for the first lines
// alone.
#[test]
fn the_first_rows_of_a_sort_or_of_duplicates_come_from_the_first_lines_alone() {
    let records = many(12_000);
    let among = Row::Words("among the first 10,000 lines, until all are compared:".to_owned());
    let number = |row: Option<&Row>| match row {
        Some(Row::Line { number, .. }) => number.clone(),
        other => panic!("no line, but {other:?}"),
    };
    let (first, whole) = first_and_whole(&records, "r o", "-ce");
    assert_eq!(first.first(), Some(&among));
    assert_eq!(number(first.get(1)), "10000 → 1");
    assert_eq!(number(whole.first()), "12000 → 1");
    let (first, whole) = first_and_whole(&records, "r d p", "");
    assert_eq!(first.first(), Some(&among));
    assert_eq!(number(first.get(1)), "2");
    assert_eq!(first.get(1), whole.first());
    let (first, whole) = first_and_whole(&records, "r o", "ce");
    let nothing = "among the first 10,000 lines, until all are compared: nothing to change";
    assert_eq!(first, [Row::Words(nothing.to_owned())]);
    assert!(whole.is_empty());
}

#[test]
fn a_bulk_edit_prepared_before_another_edit_is_not_applied() {
    let mut editor = Editor::open(&many(5000)).keys("Ctrl-A Delete");
    editor = editor.keys("Tab m t").done();
    assert!(
        editor.status().contains("edited in the meantime"),
        "{}",
        editor.status()
    );
    assert_eq!(editor.text().lines().count(), 5000);
}

#[test]
fn a_bulk_edit_of_a_read_only_file_can_only_be_previewed() {
    let editor = Editor::open(FIVE).read_only().keys("r");
    assert!(editor.menu().items[0].disabled.is_some());
}

#[test]
fn a_file_is_split_and_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let into = folder.path().join("parts");
    let editor = Editor::open(FIVE)
        .keys("r l")
        .typed(&format!("every 3 into {}", into.display()))
        .keys("Enter")
        .done();
    assert!(
        editor.status().starts_with("wrote 2 files in "),
        "{}",
        editor.status()
    );
    let part = into.join("test-002.epd");
    let editor = editor
        .keys("r e")
        .typed(&part.display().to_string())
        .keys("Enter")
        .done();
    assert_eq!(preview(&editor).summary(), "all 5 lines: 1 line to insert");
    let editor = editor.keys("Enter");
    assert_eq!((editor.selected(), editor.text().lines().count()), (5, 6));
    assert_eq!(editor.status(), "merged 1 line of test-002.epd · undo ^Z");
}

#[test]
fn records_left_unchanged_are_counted_with_the_reason() {
    let twice = "4k3/8/8/8/8/8/8/4K3 w - - ce 1; ce 2; id \"twice\";\n";
    let open = "4k3/8/8/8/8/8/8/4K3 w - - ce 1; c0 \"what\n";
    let text = [&many(2), twice, open, twice].concat();
    let editor = Editor::open(&text)
        .keys("r s")
        .typed("ce 500")
        .keys("Enter");
    let words = |row: Row| match row {
        Row::Words(words) => Some(words),
        _ => None,
    };
    let words: Vec<String> = preview(&editor)
        .rows()
        .into_iter()
        .filter_map(words)
        .collect();
    assert_eq!(words[0], "all 5 lines: 2 lines to change");
    assert_eq!(
        words[1],
        "2 left unchanged (from line 3): the record has two ce"
    );
    let editor = editor.keys("Enter");
    let status = editor.status();
    assert!(
        status.starts_with(
            "set ce 500 in 2 records · undo ^Z · 2 left unchanged (from line 3): the record has two ce · 1 left"
        ) && status.contains("(broken-quote)"),
        "{status}"
    );
    assert!(editor.text().ends_with(&[twice, open, twice].concat()));
    // Undo takes back the edit alone.
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(editor.text(), text);
    assert_eq!(editor.status(), "undone: set ce 500 in 2 records · redo ^Y");
}

#[test]
fn a_bulk_edit_that_fits_no_record_says_why() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - ce 1; ce 2;\n";
    let editor = Editor::open(text).keys("r s").typed("ce 5").keys("Enter");
    assert_eq!(
        preview(&editor).summary(),
        "nothing to change in all 1 line"
    );
    assert!(editor.text() == text);
}

#[test]
fn the_path_of_a_file_to_merge_is_completed() {
    let mut editor = Editor::open(FIVE).keys("r e").typed("suites/w");
    let Some(Effect::ReadFolder { ticket, folder }) = editor.effects.last().cloned() else {
        panic!("no folder is read");
    };
    assert_eq!(folder, "suites/");
    let entries = ["wac.epd", "bk.epd"].map(|name| FolderEntry {
        name: name.into(),
        is_folder: false,
    });
    editor.tell(move |model| open::folder_read(model, ticket, &folder, entries.into()));
    let editor = editor.keys("Tab");
    assert_eq!(editor.prompt().input.lossy(), "suites/wac.epd");
}

#[test]
fn an_operation_set_without_operands_is_reported_without_a_gap() {
    let editor = Editor::open(FIVE).call("set-operation et").done();
    assert_eq!(preview(&editor).title, "set et");
}

#[test]
fn values_of_the_record_are_inserted_for_braces_as_on_the_command_line() {
    let editor = Editor::open(&many(3))
        .keys("r s")
        .typed("c0 \"{id}: {ce/2} {side}\"")
        .keys("Enter");
    assert_eq!(preview(&editor).title, "set c0 \"{id}: {ce/2} {side}\"");
    let editor = editor.keys("Enter").done();
    assert!(
        editor
            .text()
            .contains("c0 \"M.1: 0.5 w\"; ce 1; id \"M.1\";"),
        "{}",
        editor.text()
    );
    assert_eq!(editor.keys("u").text(), many(3));
    let editor = Editor::open(&many(3))
        .keys(":")
        .typed("set-operation acd {ce:03}")
        .keys("Enter Enter")
        .done();
    assert!(
        editor.text().contains("acd 002; ce 2;"),
        "{}",
        editor.text()
    );
    let editor = Editor::open(&many(3))
        .keys("r s")
        .typed("c0 \"{cee}\"")
        .keys("Enter")
        .done();
    let said = editor.prompt().message.clone().unwrap_or_default();
    assert!(said.contains("did you mean `ce`?"), "{said}");
    assert_eq!(editor.text(), many(3));
}

#[test]
fn braces_also_insert_file_line_and_the_number_among_the_chosen_records() {
    let text = format!("# head\n{}", many(4));
    let editor = Editor::open(&text)
        .keys("j j Space j Space r s")
        .typed("id \"{n:03} of {line}\"")
        .keys("Enter");
    assert_eq!(preview(&editor).title, "set id \"{n:03} of {line}\"");
    let editor = editor.keys("Enter").done();
    let after = editor.text();
    let ids: Vec<&str> = after
        .lines()
        .filter_map(|line| line.split("id ").nth(1))
        .collect();
    let is_numbered = ids.contains(&"\"001 of 3\";") && ids.contains(&"\"002 of 5\";");
    assert!(is_numbered && ids.contains(&"\"M.0\";"), "{after}");
    assert_eq!(editor.keys("u").text(), text);
}

#[test]
fn removing_an_opcode_that_no_record_has_says_so() {
    for (call, said) in [
        (
            "remove-operations idd",
            "no record has `idd`; did you mean `id`?",
        ),
        ("rename-opcodes Own c9", "no record has `Own`"),
    ] {
        let editor = Editor::open(&many(3)).call(call).done();
        let summary = preview(&editor).summary();
        assert!(summary.ends_with(said), "{call}: {summary}");
    }
}

#[test]
fn an_option_of_the_command_line_typed_in_a_bulk_edit_leads_to_the_filter() {
    for keys in ["r s", ":"] {
        let text = match keys {
            ":" => "set-operation acd 20 --where \"not acd\"",
            _ => "acd 20 --where \"not acd\"",
        };
        let editor = Editor::open(FIVE)
            .keys(keys)
            .typed(text)
            .keys("Enter")
            .done();
        let said = editor.prompt().message.clone().unwrap_or_default();
        assert!(said.ends_with("filter first (`f`)"), "{keys}: {said}");
        assert_eq!(editor.text(), FIVE);
    }
    // Inside quotes it is ordinary text.
    let editor = Editor::open(FIVE)
        .keys("r s")
        .typed("c0 \"as --where does\"")
        .done();
    let said = editor.prompt().message.clone().unwrap_or_default();
    assert!(!said.contains("filter first"), "{said}");
}

#[test]
fn a_missing_file_cannot_be_merged() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("num");
    let editor = Editor::open(FIVE).keys("r e Ctrl-U");
    let editor = editor.typed(&path.to_string_lossy()).keys("Enter").done();
    let summary = preview(&editor).summary();
    assert_eq!(summary, "not possible: num: no such file");
    assert!(!editor.is_modified());
}
