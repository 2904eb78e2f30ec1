//! The folder view, and the file picker.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::open;
use epdit::editor::message::Msg;
use epdit::editor::pages::folder;
use epdit::editor::state::document::Document;
use epdit::editor::state::folder::{FolderFile, Summary};
use epdit::editor::state::remembered::News;
use epdit::editor::state::view::Page;
use epdit::editor::state::{FolderEntry, ListedFile};
use epdit::suite::Suite;
use std::path::{Path, PathBuf};

fn file(name: &str, size: u64) -> FolderFile {
    FolderFile {
        path: PathBuf::from("suites").join(name),
        name: name.into(),
        size,
        found: None,
    }
}

fn summary(records: usize, errors: usize) -> Result<Summary, String> {
    Ok(Summary {
        records,
        errors,
        warnings: 0,
        hints: 0,
        dialect: "EPD".into(),
    })
}

fn ticket(editor: &Editor) -> u64 {
    let of = |effect: &Effect| match effect {
        Effect::Folder(job) => Some(job.ticket),
        _ => None,
    };
    editor
        .effects
        .iter()
        .rev()
        .find_map(of)
        .expect("a folder is looked through")
}

/// Returns the folder view with three suites, two of them counted.
fn shown(mut editor: Editor) -> Editor {
    let ticket = ticket(&editor);
    let files = vec![file("a.epd", 300), file("b.epd", 9), file("deep/c.epd", 70)];
    found(&mut editor, ticket, files);
    editor.tell(move |model| folder::all_found(model, ticket, None));
    for (name, found) in [("a.epd", summary(3, 0)), ("b.epd", summary(12, 1))] {
        counted(&mut editor, ticket, Path::new("suites").join(name), found);
    }
    editor
}

fn names(editor: &Editor) -> Vec<&str> {
    let folder = editor.folder().expect("the folder view");
    folder.files.iter().map(|file| file.name.as_str()).collect()
}

fn opened(editor: &Editor) -> Option<String> {
    editor.effects.iter().rev().find_map(|effect| match effect {
        Effect::Open { path, .. } => Some(path.to_string_lossy().replace('\\', "/")),
        _ => None,
    })
}

fn document(name: &str) -> Msg {
    let suite = Suite::from_bytes(name, FIVE.as_bytes().to_vec());
    Msg::told(|model| open::opened(model, Document::new(suite)))
}

fn found(editor: &mut Editor, ticket: u64, files: Vec<FolderFile>) {
    editor.tell(move |model| folder::found(model, ticket, files));
}

fn counted(editor: &mut Editor, ticket: u64, path: PathBuf, found: Result<Summary, String>) {
    editor.tell(move |model| folder::counted(model, ticket, &path, found));
}

#[test]
fn the_suites_of_a_folder_are_listed_at_once_and_counted_in_the_background() {
    let editor = shown(Editor::open(FIVE).keys("F7"));
    assert_eq!(editor.page(), Page::Folder);
    assert_eq!(names(&editor), ["a.epd", "b.epd", "deep/c.epd"]);
    let folder = editor.folder().expect("it");
    assert_eq!(folder.counted(), 2);
}

#[test]
fn a_suite_opens_on_enter_and_one_key_goes_back_to_the_same_place() {
    let mut editor = shown(Editor::open(FIVE).keys("F7")).keys("j Enter");
    assert_eq!(opened(&editor).as_deref(), Some("suites/b.epd"));
    editor.send(document("b.epd"));
    assert_eq!(editor.page(), Page::Panes);
    assert_eq!(editor.name(), "b.epd");
    assert_eq!(editor.status(), "opened b.epd · F7 goes back to the folder");
    let editor = editor.keys("F7");
    assert_eq!(editor.page(), Page::Folder);
    assert_eq!(editor.folder().map(|folder| folder.list.cursor), Some(1));
    assert_eq!(editor.keys("F7").page(), Page::Panes);
}

#[test]
fn a_folder_with_nothing_open_is_left_only_for_a_file() {
    let mut editor = Editor::nothing();
    folder::prepare(&mut editor.model, vec!["suites".into()]);
    let editor = shown(editor.keys("F12"));
    assert_eq!(editor.page(), Page::Folder);
    for key in ["Esc", "F7", "Tab", "Ctrl-F", "Ctrl-C"] {
        let editor = shown_again(&editor).keys(key);
        assert_eq!(editor.page(), Page::Folder, "{key}");
        assert!(
            editor.status().starts_with("no file is open"),
            "{key}: {}",
            editor.status()
        );
    }
    let mut editor = editor.keys("Enter");
    editor.send(document("a.epd"));
    assert_eq!(editor.file_count(), 1);
    assert_eq!(editor.name(), "a.epd");
    // Closing the last file shows the folder again.
    let editor = editor.keys("Ctrl-W");
    assert_eq!(editor.page(), Page::Folder);
    assert!(editor.keys("q Ctrl-Q").wants_to_quit());
}

fn shown_again(_: &Editor) -> Editor {
    let mut editor = Editor::nothing();
    folder::prepare(&mut editor.model, vec!["suites".into()]);
    shown(editor.keys("F12"))
}

#[test]
fn the_list_is_sorted_by_any_of_its_columns_and_the_cursor_stays_on_its_suite() {
    let editor = shown(Editor::open(FIVE).keys("F7")).keys("s");
    assert_eq!(editor.status(), "sorted by records");
    assert_eq!(names(&editor), ["b.epd", "a.epd", "deep/c.epd"]);
    assert_eq!(editor.folder().map(|folder| folder.list.cursor), Some(1));
    let editor = editor.keys("s s");
    assert_eq!(editor.status(), "sorted by size");
    assert_eq!(names(&editor), ["a.epd", "deep/c.epd", "b.epd"]);
    // An uncounted suite has no kind yet, and comes last.
    let editor = editor.keys("s");
    assert_eq!(editor.status(), "sorted by kind");
    assert_eq!(names(&editor), ["a.epd", "b.epd", "deep/c.epd"]);
}

#[test]
fn scanning_a_folder_again_drops_late_results() {
    let editor = shown(Editor::open(FIVE).keys("F7"));
    let old = ticket(&editor);
    let mut editor = editor.keys("r");
    assert!(names(&editor).is_empty());
    found(&mut editor, old, vec![file("old.epd", 1)]);
    assert!(names(&editor).is_empty());
}

#[test]
fn a_command_of_the_panes_leaves_the_folder_view() {
    let editor = shown(Editor::open(FIVE).keys("F7")).keys("Ctrl-F");
    assert_eq!(editor.page(), Page::Panes);
    assert_eq!(editor.prompt().label, "search");
}

/// Returns the file picker with some files listed.
fn picker() -> Editor {
    let mut editor = Editor::open(FIVE).keys("Ctrl-O");
    let ticket = match editor.effects.last() {
        Some(Effect::ListFiles(job)) => job.ticket,
        other => panic!("expected a listing of files, found {other:?}"),
    };
    let listed = |path: &str, recent: bool| ListedFile {
        path: path.into(),
        name: path.into(),
        is_recent: recent,
    };
    let files = vec![listed("~/wac.epd", true)];
    editor.tell(move |model| open::files_listed(model, ticket, files));
    let files = vec![
        listed("suites/eigenmann.epd", false),
        listed("suites/sts.epd", false),
    ];
    editor.tell(move |model| open::files_listed(model, ticket, files));
    editor
}

#[test]
fn a_file_is_found_by_any_part_of_its_name() {
    let editor = picker();
    assert_eq!(
        editor.rows(),
        ["~/wac.epd", "suites/eigenmann.epd", "suites/sts.epd"]
    );
    let editor = editor.typed("eigen").keys("Enter");
    assert_eq!(opened(&editor).as_deref(), Some("suites/eigenmann.epd"));
    assert!(!editor.has_dialog());
}

#[test]
fn any_path_can_be_typed_with_a_line_behind_it() {
    let editor = picker().typed("new.epd");
    assert_eq!(editor.rows().last(), Some(&"new.epd"));
    let editor = editor.keys("Enter");
    assert_eq!(opened(&editor).as_deref(), Some("new.epd"));
    let editor = picker().typed("../x/y.epd:12").keys("Enter");
    assert_eq!(opened(&editor).as_deref(), Some("../x/y.epd:12"));
}

#[test]
fn a_bare_name_is_in_the_listed_folder_and_a_new_file_needs_confirmation() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.epd");
    std::fs::write(&path, FIVE).expect("written");
    let suite = Suite::open(&path, &epdit::suite::OpenOptions::default()).expect("a file");
    let mut editor = Editor::open(FIVE);
    editor.tell(|model| open::opened(model, Document::new(suite)));
    let editor = editor.keys("Ctrl-O").typed("other.epd").keys("Enter");
    let other = folder.path().join("other.epd");
    let opens = |editor: &Editor, creates: bool| {
        let mut all = editor.effects.iter().rev();
        all.any(|effect| matches!(effect, Effect::Open { path, creates: it, .. } if *path == other && *it == creates))
    };
    assert!(opens(&editor, false));
    // The file does not exist.
    let mut editor = editor;
    let path = other.clone();
    editor.tell(move |model| open::ask_to_create(model, path));
    assert!(editor.menu().about[0].starts_with("other.epd does not exist in"));
    let left = editor.keys("Esc");
    assert!(!left.has_dialog() && !opens(&left, true));
    let mut editor = left;
    let path = other.clone();
    editor.tell(move |model| open::ask_to_create(model, path));
    assert!(opens(&editor.keys("n"), true));
    // The command names the file explicitly, so it doesn't ask.
    let call = format!("new-file {}", other.display());
    assert!(opens(&Editor::open(FIVE).call(&call), true));
}

#[test]
fn a_path_is_completed_folder_by_folder() {
    let mut editor = picker().typed("~/s");
    let (ticket, folder) = match editor.effects.last() {
        Some(Effect::ReadFolder { ticket, folder }) => (*ticket, folder.clone()),
        other => panic!("expected a request to read a folder, found {other:?}"),
    };
    assert_eq!(folder, "~/");
    let entry = |name: &str, is_folder| FolderEntry {
        name: name.into(),
        is_folder,
    };
    let entries = vec![
        entry("suites", true),
        entry("wac.epd", false),
        entry("sts.epd", false),
    ];
    editor.tell(move |model| open::folder_read(model, ticket, &folder, entries));
    assert_eq!(editor.rows(), ["~/suites/", "~/sts.epd", "~/s"]);
    // Enter opens a folder; Tab completes the text.
    let editor = editor.keys("Enter");
    assert_eq!(editor.picker().text(), "~/suites/");
    assert!(
        matches!(editor.effects.last(), Some(Effect::ReadFolder { folder, .. }) if folder == "~/suites/")
    );
    let editor = picker().typed("sts").keys("Tab");
    assert_eq!(editor.picker().text(), "suites/sts.epd");
    assert_eq!(
        opened(&editor.keys("Enter")).as_deref(),
        Some("suites/sts.epd")
    );
}

#[test]
fn a_file_that_is_open_already_is_shown_at_the_line() {
    let mut editor = Editor::open(FIVE);
    let document = editor.file_id();
    editor.tell(move |model| open::is_open(model, document, Some(3)));
    assert_eq!(editor.selected(), 3);
    assert_eq!(editor.file_count(), 1);
}

#[test]
fn files_that_are_opened_are_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.epd");
    let suite = Suite::open(&path, &epdit::suite::OpenOptions::default()).expect("a new file");
    let mut editor = Editor::open(FIVE);
    editor.tell(|model| open::opened(model, Document::new(suite)));
    let remembered =
        |effect: &Effect| matches!(effect, Effect::Keep(News::Opened(of)) if Path::new(of) == path);
    assert!(editor.effects.iter().any(remembered));
    assert_eq!(
        editor.status(),
        "new.epd is new · the first save creates it"
    );
}

fn at(editor: &Editor) -> &str {
    let folder = editor.folder().expect("the folder view");
    &folder.files[folder.list.cursor].name
}

#[test]
fn a_suite_is_searched_by_any_part_of_its_name() {
    let editor = shown(Editor::open(FIVE).keys("F7")).keys("/ e P");
    assert_eq!(at(&editor), "a.epd");
    let editor = editor.keys("x");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("no suite with that name")
    );
    // Esc returns to the suite where the search began.
    let editor = editor.keys("Esc j / d e e Esc");
    assert_eq!(at(&editor), "b.epd");
    // The next match, wrapping at the end.
    let editor = editor.keys("/ . e p d Esc n n");
    assert_eq!(at(&editor), "a.epd");
    assert_eq!(editor.page(), Page::Folder);
}

#[test]
fn in_a_suite_search_arrows_move_between_matches_and_enter_opens_one() {
    let search = || shown(Editor::open(FIVE).keys("F7")).keys("/");
    // All suites while nothing is typed, then those whose name matches.
    assert_eq!(at(&search().keys("Down Down Down Up")), "b.epd");
    let editor = search().keys("b Down");
    assert_eq!(at(&editor), "b.epd", "there is no other");
    let editor = search().typed("c.").keys("Up Down");
    assert_eq!(at(&editor), "deep/c.epd");
    let opened = |editor: &Editor, name: &str| {
        let mut effects = editor.effects.iter();
        effects.any(|effect| format!("{effect:?}").contains(name))
    };
    let editor = editor.keys("Enter");
    assert!(!editor.has_dialog());
    assert!(opened(&editor, "deep/c.epd"), "{:?}", editor.effects);
    let editor = search().keys("Down Enter");
    assert!(opened(&editor, "b.epd"), "{:?}", editor.effects);
    // Without a match nothing is opened, and the prompt stays.
    let editor = search().typed("none").keys("Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("no suite with that name")
    );
    // The arrows also move through filtered rows.
    let editor = shown(Editor::open(FIVE).keys("F7")).keys("f . e p Down Enter");
    assert_eq!(at(&editor), "b.epd");
}

#[test]
fn a_filter_shows_only_suites_with_a_text_in_their_names() {
    let editor = shown(Editor::open(FIVE).keys("F7")).keys("j f B");
    assert_eq!(names(&editor), ["b.epd"]);
    assert_eq!(names(&editor.keys("Esc")), ["a.epd", "b.epd", "deep/c.epd"]);
    let mut editor = shown(Editor::open(FIVE).keys("F7")).keys("f d e e Enter");
    assert_eq!(editor.status(), "1 of 3 suites with `dee`");
    // A hidden suite gets its counts too, and suites found later are filtered.
    let ticket = ticket(&editor);
    counted(&mut editor, ticket, "suites/a.epd".into(), summary(77, 0));
    let files = vec![file("z.epd", 1), file("deep/d.epd", 1)];
    found(&mut editor, ticket, files);
    assert_eq!(names(&editor), ["deep/c.epd", "deep/d.epd"]);
    let editor = editor.keys("f Ctrl-U Enter");
    assert_eq!(editor.status(), "all 5 suites");
    let files = &editor.folder().expect("it").files;
    assert_eq!(files[0].found, Some(summary(77, 0)));
}

#[test]
fn a_click_on_a_heading_sorts_by_it() {
    let mut editor = shown(Editor::open(FIVE).keys("F7"));
    let list = editor.layout().page_list.expect("the list");
    for (from_right, word, first) in [
        (1, "kind", "a.epd"),
        (35, "size", "a.epd"),
        (48, "problems", "b.epd"),
        (62, "records", "b.epd"),
        (list.width - 5, "name", "a.epd"),
    ] {
        editor = editor.click((list.right() - 1 - from_right, list.y - 1));
        assert_eq!(editor.status(), format!("sorted by {word}"));
        assert_eq!(names(&editor)[0], first, "{word}");
    }
}

#[test]
fn a_second_click_on_a_heading_reverses_the_sort_and_uncounted_suites_stay_last() {
    let mut editor = shown(Editor::open(FIVE).keys("F7")).keys("s");
    assert_eq!(names(&editor), ["b.epd", "a.epd", "deep/c.epd"]);
    let list = editor.layout().page_list.expect("the list");
    let records = (list.right() - 1 - 62, list.y - 1);
    editor = editor.click(records);
    assert_eq!(editor.status(), "sorted by records, reversed");
    assert_eq!(names(&editor), ["a.epd", "b.epd", "deep/c.epd"]);
    editor = editor.click(records);
    assert_eq!(editor.status(), "sorted by records");
    let editor = editor.keys("S s");
    assert_eq!(
        editor.status(),
        "sorted by problems",
        "another column starts unreversed"
    );
    let editor = editor.keys("s S");
    assert_eq!(names(&editor), ["b.epd", "deep/c.epd", "a.epd"]);
    // Scanned again, the list keeps its order.
    let editor = shown(editor.keys("r"));
    assert_eq!(names(&editor), ["b.epd", "deep/c.epd", "a.epd"]);
}

#[test]
fn a_new_suite_that_is_saved_below_the_folder_comes_into_the_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("a.epd"), FIVE).expect("written");
    let mut suite =
        Suite::open(&path("a.epd"), &epdit::suite::OpenOptions::default()).expect("a file");
    suite.wait_until_loaded();
    let mut editor = Editor::with(suite).keys("F7");
    let first = FolderFile {
        path: path("a.epd"),
        ..file("a.epd", 9)
    };
    let ticket = ticket(&editor);
    found(&mut editor, ticket, vec![first]);
    editor = editor.call("set save=edited");
    for (name, expected) in [
        ("new.epd", ["a.epd", "new.epd"].as_slice()),
        ("notes.txt", &["a.epd", "new.epd"]),
        (".hidden.epd", &["a.epd", "new.epd"]),
        ("late.fen.gz", &["a.epd", "late.fen.gz", "new.epd"]),
    ] {
        let save = format!("save {}", path(name).display());
        editor = editor.call(&save).done();
        assert!(path(name).exists(), "{name}: {}", editor.status());
        assert_eq!(names(&editor), expected, "{name}");
    }
    let counted = |effect: &Effect| matches!(effect, Effect::CountSuite { path: of, .. } if *of == path("new.epd"));
    assert!(editor.effects.iter().any(counted));
}

#[test]
fn a_suite_is_counted_again_after_it_was_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, FIVE).expect("written");
    let mut suite = Suite::open(&path, &epdit::suite::OpenOptions::default()).expect("a file");
    suite.wait_until_loaded();
    let mut editor = Editor::with(suite).keys("F7");
    let ticket = ticket(&editor);
    let listed = |size| FolderFile {
        path: path.clone(),
        name: "a.epd".into(),
        size,
        found: None,
    };
    found(&mut editor, ticket, vec![listed(9)]);
    counted(&mut editor, ticket, path.clone(), summary(4, 1));
    let mut editor = editor.keys("F7 Delete Ctrl-S").done();
    assert!(editor.status().starts_with("saved"), "{}", editor.status());
    let again =
        |effect: &Effect| matches!(effect, Effect::CountSuite { path: of, .. } if *of == path);
    assert_eq!(
        editor.effects.iter().filter(|effect| again(effect)).count(),
        1
    );
    // The new size arrives first, the counts after it; the list keeps its name.
    found(&mut editor, ticket, vec![listed(70)]);
    counted(&mut editor, ticket, path.clone(), summary(3, 1));
    let files = &editor.folder().expect("it").files;
    assert_eq!(files.len(), 1);
    assert_eq!(
        (files[0].size, files[0].found.clone()),
        (70, Some(summary(3, 1)))
    );
}
