//! Several files open at once.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::open;
use epdit::editor::state::document::Document;
use epdit::editor::state::view::Pane;
use epdit::suite::{OpenOptions, Suite};
use std::fs;
use tempfile::TempDir;

const OTHER: &str = "\
# the other file
8/8/8/8/8/4k3/4p3/4K3 w - - id \"B.1\";
8/8/8/8/8/4k3/4p3/4K3 b - - id \"B.2\";
";
const THIRD: &str = "8/8/8/8/8/4k3/8/4K2R w K - id \"C.1\";\n";

/// Returns an editor with three files that are not on disk; the first is shown.
fn three() -> Editor {
    let mut editor = Editor::open(FIVE);
    for (name, text) in [("other.epd", OTHER), ("third.epd", THIRD)] {
        let suite = Suite::from_bytes(name, text.as_bytes().to_vec());
        editor.add(suite);
    }
    editor.keys("F6").done()
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(TempDir::new().expect("a folder"));
        for (name, text) in [("a.epd", FIVE), ("b.epd", OTHER), ("c.epd", THIRD)] {
            fs::write(folder.0.path().join(name), text).expect("written");
        }
        folder
    }

    fn suite(&self, name: &str) -> Suite {
        let path = self.0.path().join(name);
        let mut suite = Suite::open(&path, &OpenOptions::default()).expect("opened");
        suite.wait_until_loaded();
        suite
    }

    fn open(&self) -> Editor {
        let mut editor = Editor::with(self.suite("a.epd"));
        for name in ["b.epd", "c.epd"] {
            editor.add(self.suite(name));
        }
        editor.keys("F6").done()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("read")
    }
}

fn name(editor: &Editor) -> &str {
    editor.name()
}

#[test]
fn next_and_previous_file_wrap_at_the_ends() {
    let editor = three();
    assert_eq!(name(&editor), "test.epd");
    let mut seen = Vec::new();
    let mut editor = editor;
    for _ in 0..3 {
        editor = editor.keys("F6");
        seen.push((name(&editor).to_owned(), editor.file_number()));
    }
    let expected = [("other.epd", 2), ("third.epd", 3), ("test.epd", 1)];
    assert_eq!(seen, expected.map(|(name, at)| (name.to_owned(), at)));
    let editor = editor.keys("Shift-F6 Shift-F6");
    assert_eq!(name(&editor), "other.epd");
}

#[test]
fn every_file_keeps_its_place_and_what_the_panes_show_of_it() {
    let editor = three().keys("j j Tab Tab Down F6 j Tab F6 F6");
    assert_eq!(editor.selected(), 2);
    assert_eq!(editor.focus(), Pane::Operations);
    assert_eq!(editor.operation(), 1);
    let editor = editor.keys("F6");
    assert_eq!(editor.selected(), 1);
    assert_eq!(editor.focus(), Pane::Board);
    assert!(editor.shown().contains("B.1"), "{}", editor.shown());
}

#[test]
fn undo_applies_to_the_shown_file() {
    let editor = three().keys("Delete F6 Delete");
    assert!(!editor.text().contains("# the other file"));
    let editor = editor.keys("u");
    assert_eq!(editor.text(), OTHER);
    assert_eq!(editor.keys("u").status(), "nothing to undo");
}

#[test]
fn switching_files_accepts_the_typed_text() {
    let editor = three().keys("j e").typed(" and more").keys("Ctrl-T Enter");
    assert_ne!(name(&editor), "test.epd");
    let editor = editor.keys("Ctrl-T Enter");
    assert_eq!(name(&editor), "test.epd");
    assert_eq!(editor.line(1), "# a comment and more");
}

#[test]
fn the_list_of_open_files_shows_unsaved_changes_and_is_searched_by_name() {
    let editor = three().keys("Delete Ctrl-T");
    let items = &editor.picker().items;
    assert_eq!(items[0].keys, "●");
    assert_eq!(items[1].keys, "");
    assert!(items[0].detail.starts_with("current · 1 line removed"));
    let editor = editor.typed("thi").keys("Enter");
    assert_eq!(name(&editor), "third.epd");
    // The list opens on the previous file: switching there and back takes two keys.
    assert_eq!(name(&editor.keys("Ctrl-T Enter")), "test.epd");
}

#[test]
fn with_one_file_there_is_no_other_and_closing_says_how_to_leave() {
    let editor = Editor::open(FIVE).keys("F6");
    assert_eq!(editor.status(), "only one file is open · ^O opens another");
    assert_eq!(
        editor.keys("Ctrl-W").status(),
        "only one file is open · ^Q quits"
    );
}

#[test]
fn a_file_is_closed_and_the_one_before_is_shown() {
    let editor = three().keys("F6 F6 F6 F6 Ctrl-W");
    assert_eq!(editor.status(), "closed other.epd");
    assert_eq!(name(&editor), "test.epd");
    assert_eq!((editor.file_number(), editor.file_count()), (1, 2));
    assert!(matches!(editor.effects.last(), Some(Effect::Closed(_))));
    assert_eq!(name(&editor.keys("F6")), "third.epd");
}

#[test]
fn closing_a_file_with_unsaved_changes_asks() {
    let editor = three().keys("Delete Ctrl-W");
    assert_eq!(editor.menu().title, "Close the file");
    let editor = editor.keys("Esc");
    assert_eq!(name(&editor), "test.epd");
    let editor = editor.keys("Ctrl-W d d");
    assert_eq!(editor.menu().title, "Discard the unsaved changes?");
    assert_eq!(editor.file_count(), 3);
    let editor = editor.keys("y");
    assert_eq!(editor.file_count(), 2);
    assert!(!editor.has_dialog());
}

#[test]
fn a_save_before_closing_is_waited_for() {
    let folder = Folder::new();
    let editor = folder.open().keys("F6 Delete Ctrl-W s").done();
    assert_eq!(editor.status(), "closed b.epd");
    assert!(!folder.read("b.epd").contains("# the other"));
    assert_eq!(editor.file_count(), 2);
}

#[test]
fn a_save_finishes_while_another_file_is_shown() {
    let folder = Folder::new();
    let editor = folder.open().keys("F6 Delete Ctrl-S F6").done();
    assert_eq!(name(&editor), "c.epd");
    assert_eq!(editor.status(), "saved b.epd");
    assert!(!folder.read("b.epd").contains("# the other"));
    assert!(editor.files().all(|document| !document.suite.is_modified()));
}

#[test]
fn a_prompt_of_a_save_shows_its_file() {
    let folder = Folder::new();
    let editor = folder.open().keys("F6 Delete Ctrl-S F6");
    fs::write(
        folder.0.path().join("b.epd"),
        "# theirs, and longer than before\n",
    )
    .expect("written");
    let editor = editor.done();
    assert_eq!(name(&editor), "b.epd");
    assert_eq!(editor.menu().title, "Save");
    assert_eq!(editor.keys("c").status(), "not saved");
}

#[test]
fn all_files_with_changes_are_saved_one_after_the_other() {
    let folder = Folder::new();
    let editor = folder
        .open()
        .keys("Delete F6 Delete F6 Ctrl-P")
        .typed("save all")
        .keys("Enter")
        .done();
    assert_eq!(editor.status(), "saved 2 files");
    assert_eq!(name(&editor), "c.epd");
    assert!(!folder.read("b.epd").contains("# the other"));
    assert!(!folder.read("a.epd").contains("A.1"));
}

#[test]
fn leaving_asks_for_all_files_with_changes() {
    let folder = Folder::new();
    let editor = folder.open().keys("Delete F6 Delete F6 q");
    let about = &editor.menu().about;
    assert_eq!(about.len(), 2);
    assert!(
        about[0].starts_with("a.epd has unsaved changes"),
        "{about:?}"
    );
    assert!(
        about[1].starts_with("b.epd has unsaved changes"),
        "{about:?}"
    );
    let editor = editor.keys("s").done();
    assert!(editor.wants_to_quit());
    assert!(!folder.read("a.epd").contains("A.1"));
    let editor = folder.open().keys("F6 Delete q d d");
    assert!(!editor.wants_to_quit());
    assert!(editor.keys("y").wants_to_quit());
}

#[test]
fn leaving_shows_the_one_file_that_is_not_saved() {
    let editor = three().keys("Delete F6 q");
    assert_eq!(name(&editor), "test.epd");
    assert_eq!(
        editor.menu().about,
        ["test.epd has unsaved changes: 1 line removed."]
    );
    assert!(!editor.wants_to_quit());
}

#[test]
fn each_file_is_counted_when_it_is_shown_and_the_count_continues_while_another_is() {
    let editor = three().keys("F6 F6");
    assert!(editor.is_scanning());
    let editor = editor.done();
    assert!(!editor.is_scanning());
    let editor = editor.keys("Shift-F6");
    assert!(!editor.is_scanning());
    assert_eq!(editor.counts().records, 2);
}

#[test]
fn a_prompt_while_saving_all_shows_its_file_and_esc_ends_saving_all() {
    let folder = Folder::new();
    fs::write(
        folder.0.path().join("b.epd"),
        "8/8/8/8/8/4k3/4p3/4K3 w  - -\n# x\n",
    )
    .expect("written");
    let all = |editor: Editor| editor.keys("Ctrl-P").typed("save all").keys("Enter").done();
    let editor = all(folder.open().keys("Delete F6 G Delete F6"));
    assert_eq!(name(&editor), "b.epd");
    assert_eq!(editor.menu().title, "Save");
    let editor = editor.keys("Esc");
    assert_eq!(editor.status(), "not saved");
    assert!(!folder.read("a.epd").contains("A.1"));
    let editor = all(editor).keys("a").done();
    assert_eq!(editor.status(), "saved 1 file");
    assert_eq!(folder.read("b.epd"), "8/8/8/8/8/4k3/4p3/4K3 w - -\n");
}

#[test]
fn reloading_a_file_ends_saving_all_and_all_can_be_saved_again() {
    let folder = Folder::new();
    let all = |editor: Editor| editor.keys("Ctrl-P").typed("save all").keys("Enter").done();
    let editor = folder.open().keys("Delete F6 Delete F6 F6");
    let theirs = format!("{FIVE}# theirs, and longer\n");
    fs::write(folder.0.path().join("a.epd"), theirs).expect("written");
    let editor = all(editor);
    assert_eq!(name(&editor), "a.epd");
    assert_eq!(
        editor.menu().about[1],
        "Another program has changed the file."
    );
    let editor = editor.keys("r y").done();
    assert!(editor.text().ends_with("# theirs, and longer\n"));
    assert!(folder.read("b.epd").contains("B.1"));
    let editor = all(editor);
    assert_eq!(editor.status(), "saved 1 file");
    assert!(!folder.read("b.epd").contains("the other file"));
}

#[test]
fn records_are_copied_to_another_file_behind_the_line_selected_there() {
    let editor = three()
        .keys("F6 j F6 F6 t")
        .typed("other")
        .keys("Enter")
        .done();
    assert_eq!(name(&editor), "test.epd");
    assert_eq!(editor.status(), "copied 1 line to other.epd");
    assert_eq!(editor.text(), FIVE);
    let line = editor.line(0);
    let editor = editor.keys("F6");
    assert_eq!(editor.line(2), line);
    assert_eq!(editor.keys("u").text(), OTHER);
}

#[test]
fn marked_records_are_moved_to_another_file_and_undo_is_of_each() {
    let editor = three()
        .keys("Space j Space T")
        .typed("third")
        .keys("Enter")
        .done();
    assert_eq!(
        editor.status(),
        "moved 2 lines to third.epd · undo ^Z in each"
    );
    let left = editor.text();
    assert_eq!(left.lines().count(), 3);
    let editor = editor.keys("Shift-F6");
    assert_eq!(name(&editor), "third.epd");
    assert_eq!(editor.text().lines().count(), 3);
    let editor = editor.keys("u F6");
    assert_eq!(editor.text(), left);
    assert_eq!(editor.keys("u").text(), FIVE);
}

#[test]
fn with_two_files_the_other_one_comes_first() {
    let editor = three().keys("F6 F6 Ctrl-W F6 T Enter").done();
    assert!(
        editor.status().starts_with("moved 1 line to "),
        "{}",
        editor.status()
    );
    assert_eq!(
        editor
            .files()
            .filter(|document| document.suite.is_modified())
            .count(),
        2
    );
}

#[test]
fn records_are_copied_to_a_new_file_which_is_open_and_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("queens.epd");
    let editor = Editor::open(FIVE)
        .keys("j j Space Space t")
        .pasted(&path.to_string_lossy())
        .keys("Enter")
        .done();
    assert_eq!(name(&editor), "test.epd");
    assert_eq!(
        editor.status(),
        "copied 2 lines to queens.epd · not saved yet"
    );
    assert_eq!(editor.text(), FIVE);
    assert!(!path.exists());
    let copied = format!("{}\n{}\n", editor.line(2), editor.line(3));
    let editor = editor.keys("F6");
    assert_eq!(
        (name(&editor), editor.text()),
        ("queens.epd", copied.clone())
    );
    let editor = editor.keys("Ctrl-S e").done();
    assert_eq!(
        editor.status(),
        "saved queens.epd · 1 record not made canonical"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("read"), copied);
}

#[test]
fn a_new_file_is_the_last_row_of_the_list_of_targets() {
    let editor = three().keys("T");
    assert_eq!(editor.rows(), ["other.epd", "third.epd", "new file …"]);
    let editor = editor
        .typed("new")
        .keys("Enter")
        .typed("a.epd")
        .keys("Enter");
    assert_eq!(
        editor.status(),
        "moved 1 line to a.epd · undo ^Z in each · not saved yet"
    );
    assert_eq!(editor.file_count(), 4);
    let left = editor.text();
    assert_eq!(left.lines().count(), 4);
    assert_eq!(editor.keys("u").text(), FIVE);
}

#[test]
fn a_new_file_needs_a_name_that_no_open_file_has() {
    let start = || Editor::open(FIVE).keys("t").typed("a.epd").keys("Enter");
    let editor = start().keys("T").typed("new").keys("Enter Enter");
    let said = |editor: &Editor| editor.prompt().message.clone();
    assert_eq!(
        said(&editor).as_deref(),
        Some("expected a path, such as queens.epd")
    );
    let editor = editor.typed("a.epd").keys("Enter");
    assert_eq!(said(&editor).as_deref(), Some("a.epd is open already"));
    let editor = editor.keys("Esc");
    assert_eq!((editor.file_count(), editor.text()), (2, FIVE.into()));
}

#[test]
fn a_new_file_is_never_written_over_one_that_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("there.epd");
    std::fs::write(&path, OTHER).expect("written");
    let editor = Editor::open(FIVE)
        .keys("t")
        .pasted(&path.to_string_lossy())
        .keys("Enter F6 Ctrl-S")
        .done();
    assert_eq!(
        editor.menu().about.last().map(String::as_str),
        Some("A file of that name exists.")
    );
    assert_eq!(std::fs::read_to_string(&path).expect("read"), OTHER);
}

#[test]
fn a_click_on_the_name_lists_the_open_files() {
    let editor = three().click((3, 0));
    assert_eq!(editor.picker().title, "Open files");
    assert!(!Editor::open(FIVE).click((3, 0)).has_dialog());
}

#[test]
fn the_list_of_open_files_says_what_the_folder_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, FIVE).expect("written");
    let mut suite = Suite::open(&path, &OpenOptions::default()).expect("a file");
    suite.wait_until_loaded();
    let mut editor = Editor::open(FIVE);
    editor.tell(|model| open::opened(model, Document::new(suite)));
    let editor = editor.keys("Ctrl-T");
    let expected = format!("line 1 of 5 · in {}/", folder.path().display());
    let detail = &editor.picker().items[1].detail;
    assert!(detail.ends_with(&expected), "{detail}");
}

#[test]
fn a_new_name_is_reported_at_the_start() {
    let folder = Folder::new();
    let said = |documents: Vec<Document>| {
        let model = epdit::editor::editor_of(documents, None);
        model.status.map(|status| status.text)
    };
    let new = |name: &str| Document::new(Suite::new_file(folder.0.path().join(name)));
    let there = || Document::new(folder.suite("a.epd"));
    for (documents, expected) in [
        (vec![there()], None),
        (
            vec![new("x.epd")],
            Some("x.epd is new · the first save creates it"),
        ),
        (
            vec![there(), new("x.epd")],
            Some("x.epd is new · the first save creates it"),
        ),
        (
            vec![new("x.epd"), new("y.epd")],
            Some("x.epd and 1 other file are new · the first save creates them"),
        ),
    ] {
        assert_eq!(said(documents).as_deref(), expected);
    }
}

#[test]
fn the_prompt_to_copy_or_move_names_the_records() {
    let prompt = |keys: &str| {
        let editor = Editor::open(FIVE).keys(keys);
        let prompt = editor.prompt();
        let message = prompt.message.clone().unwrap_or_default();
        (prompt.label.to_string(), message)
    };
    assert_eq!(prompt("T").0, "move line 1 to new file");
    assert_eq!(prompt("j t").0, "copy line 2 to new file");
    assert_eq!(prompt("Space T").0, "move 1 marked line to new file");
    assert_eq!(prompt("Space Space T").0, "move 2 marked lines to new file");
    let editor = three().keys("T");
    assert_eq!(editor.picker().title, "Move line 1 to");
}

#[test]
fn with_a_filter_and_no_marks_the_prompt_says_that_more_records_are_shown() {
    let filtered = || {
        Editor::open(FIVE)
            .keys("f")
            .typed("legal")
            .keys("Enter")
            .done()
    };
    let shown = filtered()
        .filter()
        .map_or(0, |filter| filter.shown.lines().len());
    assert!(shown > 1, "{shown}");
    let hint = |editor: &Editor| editor.prompt().asks().hint(&editor.model);
    let says = format!(" · {shown} lines are shown, ^A in the list marks them");
    let editor = filtered().keys("T");
    assert!(hint(&editor).ends_with(&says), "{}", hint(&editor));
    let editor = filtered().keys("Ctrl-A T");
    assert!(!hint(&editor).contains("shown"), "{}", hint(&editor));
    let editor = Editor::open(FIVE).keys("T");
    assert!(!hint(&editor).contains("shown"), "{}", hint(&editor));
}

#[test]
fn a_save_reports_other_unsaved_files() {
    let folder = Folder::new();
    let deleted = |editor: Editor| editor.keys("d d");
    let editor = deleted(deleted(folder.open()).keys("F6"));
    let editor = editor.keys("Ctrl-S").done();
    let status = editor.status();
    assert!(status.starts_with("saved b.epd"), "{status}");
    assert!(status.ends_with(" · a.epd has unsaved changes"), "{status}");
    let editor = deleted(deleted(editor).keys("F6")).keys("Ctrl-S").done();
    let status = editor.status();
    assert!(status.starts_with("saved c.epd"), "{status}");
    assert!(
        status.ends_with(" · 2 other files have unsaved changes"),
        "{status}"
    );
}
