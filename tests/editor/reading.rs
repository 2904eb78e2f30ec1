//! Commands while a file is still being read.

use std::io::{PipeWriter, Write};
use std::time::Duration;

use crate::harness::Editor;
use epdit::editor::flows::bulk::preview::Preview;
use epdit::editor::message::Msg;
use epdit::suite::{OpenOptions, Suite};

/// Returns an editor whose file is half read; the other half comes through the pipe.
fn half_read() -> (PipeWriter, Editor) {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let half = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"b\";\n".repeat(5000);
    // More than a pipe holds, so the suite reads meanwhile.
    let half = std::thread::spawn(move || {
        writer.write_all(half.as_bytes()).expect("a reader");
        writer
    });
    let options = OpenOptions::default();
    let mut suite = Suite::from_reader("big.epd", reader, &options).expect("a suite");
    while suite.line_count() == 0 {
        std::thread::sleep(Duration::from_millis(1));
        suite.refresh();
    }
    let writer = half.join().expect("it was written");
    (writer, Editor::with(suite))
}

/// Writes the last line, and waits until the file is read.
fn read_to_its_end(mut writer: PipeWriter, mut editor: Editor) -> Editor {
    let last = b"4k3/8/8/8/8/8/4P3/4K3 b - - id \"a\";\n";
    writer.write_all(last).expect("room");
    drop(writer);
    editor.model.document.suite.wait_until_loaded();
    editor.send(Msg::Tick);
    editor.done()
}

fn summary(editor: &Editor) -> &str {
    editor.layer().map_or("", Preview::summary)
}

#[test]
fn a_bulk_edit_asked_for_while_the_file_is_read_begins_at_its_end() {
    let (writer, editor) = half_read();
    let editor = editor.call("set-operation acd 20");
    assert_eq!(summary(&editor), "waiting until the file is read …");
    let editor = read_to_its_end(writer, editor);
    assert_eq!(summary(&editor), "all 5,001 lines: 5,001 lines to change");
    let editor = editor.keys("Enter");
    assert_eq!(
        editor.line(5000),
        "4k3/8/8/8/8/8/4P3/4K3 b - - acd 20; id \"a\";"
    );
}

#[test]
fn a_preview_that_waits_for_the_file_accepts_nothing() {
    let (writer, editor) = half_read();
    let editor = editor.call("set-operation acd 20").keys("Enter");
    assert_eq!(editor.status(), "the preview is not complete yet");
    let editor = read_to_its_end(writer, editor);
    assert!(!editor.text().contains("acd"));
    assert_eq!(summary(&editor), "all 5,001 lines: 5,001 lines to change");
}

#[test]
fn a_bulk_edit_that_waits_for_the_file_is_stopped() {
    for keys in ["Esc", "Enter Esc"] {
        let (writer, editor) = half_read();
        let editor = editor.call("set-operation acd 20").keys(keys);
        let editor = read_to_its_end(writer, editor);
        assert!(!editor.text().contains("acd"), "{keys}");
        assert_eq!(summary(&editor), "");
    }
}

#[test]
fn a_sort_asked_for_while_the_file_is_read_begins_at_its_end() {
    let (writer, editor) = half_read();
    let editor = editor.call("sort id");
    assert!(
        editor.status().contains("sorts when the file is read"),
        "{}",
        editor.status()
    );
    let editor = read_to_its_end(writer, editor).keys("Home");
    assert_eq!(editor.selected(), 5000);
    let (writer, editor) = half_read();
    let editor = read_to_its_end(writer, editor.call("sort id").keys("Esc")).keys("Home");
    assert_eq!(editor.selected(), 0);
}

#[test]
fn nothing_is_deleted_on_the_page_of_duplicates_while_the_file_is_read() {
    let (writer, editor) = half_read();
    let mut editor = editor.keys("=");
    for key in ["d", "K", "m"] {
        editor = editor.keys(key);
        assert_eq!(editor.status(), "still reading the file", "{key}");
    }
    let editor = read_to_its_end(writer, editor);
    assert_eq!(editor.line_count(), 5001);
}

#[test]
fn a_page_opened_while_the_file_is_read_lists_all_of_it_at_the_end() {
    for page in ["duplicates", "statistics", "values", "test-report"] {
        let (writer, editor) = half_read();
        let early = read_to_its_end(writer, editor.call(page));
        let (writer, editor) = half_read();
        let late = read_to_its_end(writer, editor).call(page).done();
        let shown = |editor: &Editor| {
            let report = editor.report();
            let rows = report.rows.iter();
            let rows: Vec<_> = rows.map(|row| (row.label.clone(), row.count)).collect();
            (report.note.clone(), rows)
        };
        assert_eq!(shown(&early), shown(&late), "{page}");
    }
}
