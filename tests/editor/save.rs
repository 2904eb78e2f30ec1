//! Saving and leaving, with real files.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::open::{also_open, title};
use epdit::editor::flows::save::disk::changed_on_disk;
use epdit::editor::jobs::Slot;
use epdit::editor::overlay::{Menu, PagerLine};
use epdit::editor::state::differences::ComparisonBase;
use epdit::editor::state::view::Page;
use epdit::suite::save::FileState;
use epdit::suite::{OpenOptions, Suite};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const TIDY: &str =
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n# kept\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n";
const UNTIDY: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n";

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn open(&self, text: &str) -> Editor {
        fs::write(self.path("a.epd"), text).expect("written");
        open(&self.path("a.epd"))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("read")
    }
}

fn open(path: &Path) -> Editor {
    let mut suite = Suite::open(path, &OpenOptions::default()).expect("opened");
    suite.wait_until_loaded();
    Editor::with(suite)
}

#[test]
fn a_save_writes_the_text_on_screen() {
    let folder = Folder::new();
    let editor = folder.open(TIDY).keys("Delete Ctrl-S").done();
    assert_eq!(editor.status(), "saved a.epd");
    assert_eq!(
        folder.read("a.epd"),
        "# kept\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n"
    );
    assert!(!editor.is_modified());
}

/// Makes an archive of two suites and a text file.
fn zipped(folder: &Folder) -> std::path::PathBuf {
    let archive = folder.path("s.zip");
    let mut made = ZipWriter::new(File::create(&archive).expect("a file"));
    for name in ["a.epd", "b.epd", "notes.txt"] {
        let options = SimpleFileOptions::default();
        made.start_file(name, options).expect("a member");
        made.write_all(TIDY.as_bytes()).expect("a file");
    }
    made.finish().expect("a file");
    archive
}

#[test]
fn a_suite_of_an_archive_overwrites_another_one_only_after_a_prompt() {
    let folder = Folder::new();
    let archive = zipped(&folder);
    let before = std::fs::read(&archive).expect("a file");
    for other in ["s.zip/a.epd", "s.zip"] {
        let save = format!("w {}", folder.path(other).display());
        let editor = open(&archive.join("b.epd"))
            .keys("Delete")
            .call(&save)
            .done();
        assert!(editor.is_modified(), "{other}: {}", editor.status());
        assert_eq!(std::fs::read(&archive).expect("a file"), before, "{other}");
    }
}

#[test]
fn a_suite_in_an_archive_is_saved_there_and_the_others_stay() {
    let folder = Folder::new();
    let archive = zipped(&folder);
    let editor = open(&archive.join("b.epd")).keys("Delete Ctrl-S").done();
    assert_eq!(editor.status(), "saved b.epd");
    assert!(!editor.is_modified());
    let mut archive = ZipArchive::new(File::open(&archive).expect("a file")).expect("an archive");
    for at in 0..3 {
        let mut text = String::new();
        let mut member = archive.by_index(at).expect("a member");
        member.read_to_string(&mut text).expect("a text");
        let expected = match at {
            1 => "# kept\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n",
            _ => TIDY,
        };
        assert_eq!(text, expected, "{at}");
    }
}

#[test]
fn a_save_without_a_change_writes_nothing() {
    let folder = Folder::new();
    let editor = folder.open(UNTIDY).keys("Ctrl-S");
    assert!(editor.effects.is_empty());
    assert!(
        editor
            .status()
            .starts_with("nothing to save: no unsaved changes")
    );
}

#[test]
fn edited_records_are_written_canonically_and_undo_takes_that_back_too() {
    let folder = Folder::new();
    let editor = folder
        .open(TIDY)
        .keys("e")
        .typed("  ce +30;")
        .keys("Enter Ctrl-S")
        .done();
    assert_eq!(
        folder.read("a.epd").lines().next(),
        Some("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 30;")
    );
    assert_eq!(editor.status(), "saved a.epd · 1 record made canonical");
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;  ce +30;"
    );
}

#[test]
fn no_line_on_the_screen_is_marked_as_edited_after_a_save() {
    let folder = Folder::new();
    let three = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n".repeat(3);
    let edited = folder.open(&three).keys("Ctrl-A r s").typed("c9 \"x\"");
    let edited = edited.keys("Enter Enter");
    let marked = |editor: &Editor| {
        let rows = editor.table().rows.iter();
        rows.filter(|row| row.state != epdit::suite::LineState::Untouched)
            .count()
    };
    assert_eq!(marked(&edited), 3);
    let saved = edited.keys("Ctrl-S").done();
    assert_eq!(marked(&saved), 0, "{}", saved.status());
}

#[test]
fn ambiguous_records_are_saved_unchanged() {
    let folder = Folder::new();
    let editor = folder
        .open(TIDY)
        .keys("e")
        .typed("  bm  Qh9;")
        .keys("Enter Ctrl-S")
        .done();
    assert_eq!(
        folder.read("a.epd").lines().next(),
        Some("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;  bm  Qh9;")
    );
    assert_eq!(
        editor.status(),
        "saved a.epd · 1 record not made canonical · 1 edited record has an error: line 1: `bm` occurs twice, expected once · ] goes to the next problem"
    );
}

#[test]
fn the_first_save_asks_about_unedited_records_with_their_count() {
    let folder = Folder::new();
    let editor = folder.open(UNTIDY).keys("G Tab m t Ctrl-S");
    assert_eq!(
        editor.menu().about[0],
        "1 record you did not edit is not in canonical form."
    );
    let keys: Vec<_> = editor
        .menu()
        .items
        .iter()
        .filter_map(|item| item.key)
        .collect();
    assert_eq!(keys, ['e', 'a', 'd', 'c']);
    assert_eq!(
        editor.menu().about[1],
        "For example line 1: `e2e4` should be `e4`."
    );
    let editor = editor.keys("e").done();
    assert_eq!(
        folder.read("a.epd"),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n"
    );
    // The answer is remembered.
    let editor = editor.keys("t Ctrl-S").done();
    assert!(!editor.has_dialog());
    assert!(folder.read("a.epd").contains("e2e4"));
}

#[test]
fn answering_all_makes_every_record_canonical() {
    let folder = Folder::new();
    let editor = folder.open(UNTIDY).keys("G Enter m t Ctrl-S a").done();
    assert_eq!(
        folder.read("a.epd"),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n"
    );
    assert_eq!(editor.status(), "saved a.epd · 1 record made canonical");
    assert_eq!(
        editor.keys("Ctrl-Z").line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;"
    );
}

#[test]
fn the_prompt_can_show_the_difference_and_stays_open() {
    let folder = Folder::new();
    let editor = folder.open(UNTIDY).keys("G Enter m t Ctrl-S d").done();
    let lines = &editor.pager().lines;
    assert_eq!(
        lines[0],
        PagerLine::Heading("line 1 · `e2e4` should be `e4`".into())
    );
    assert_eq!(
        lines[1],
        PagerLine::Removed("4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;".into())
    );
    assert_eq!(
        lines[2],
        PagerLine::Added("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;".into())
    );
    let editor = editor.keys("Esc");
    assert_eq!(editor.menu().title, "Save");
    let editor = editor.keys("Esc");
    assert!(!editor.is_saving());
    assert_eq!(editor.status(), "not saved");
    assert_eq!(folder.read("a.epd"), UNTIDY);
}

#[test]
fn a_save_asks_even_before_records_are_counted() {
    let folder = Folder::new();
    let mut editor = folder.open(UNTIDY);
    editor.model.document.scan.counts.not_canonical = 0;
    editor.model.document.scan.running = true;
    let editor = editor.keys("G Enter m t Ctrl-S").done();
    assert!(editor.menu().about[0].starts_with("1 record you did not edit"));
    let editor = editor.keys("a").done();
    assert!(editor.status().starts_with("saved"), "{}", editor.status());
}

#[test]
fn an_edit_made_while_a_save_is_prepared_is_saved_too() {
    let folder = Folder::new();
    let mut editor = folder.open(TIDY).keys("Enter m t Ctrl-S");
    let waiting = editor.effects.pop();
    assert!(matches!(&waiting, Some(Effect::Start(task)) if task.id.slot == Slot::Save));
    editor = editor.keys("t");
    editor.effects.extend(waiting);
    let editor = editor.keys("Home Q").done();
    assert!(!editor.is_modified(), "{}", editor.status());
    assert_eq!(folder.read("a.epd"), editor.text());
}

#[test]
fn a_change_by_another_program_is_not_overwritten_unasked() {
    let folder = Folder::new();
    let editor = folder.open(TIDY).keys("Delete");
    fs::write(
        folder.path("a.epd"),
        "4k3/8/8/8/8/8/8/4K3 w - - c0 \"theirs, and longer\";\n",
    )
    .expect("written");
    let editor = editor.keys("Ctrl-S").done();
    assert_eq!(
        editor.menu().about[1],
        "Another program has changed the file."
    );
    assert!(folder.read("a.epd").contains("theirs"));
    let editor = editor.keys("o").done();
    assert_eq!(editor.status(), "saved a.epd");
    assert!(!folder.read("a.epd").contains("theirs"));
}

#[test]
fn the_conflict_prompt_says_which_edits_a_reload_would_lose() {
    let folder = Folder::new();
    let editor = conflict(&folder, TIDY);
    assert_eq!(
        editor.menu().about[2],
        "Unsaved changes: 1 line edited or added. Reloading discards them."
    );
}

#[test]
fn a_stray_space_in_a_prompt_neither_saves_nor_quits() {
    let folder = Folder::new();
    let editor = folder.open(TWO).keys("Delete").keys_at_once("q Space");
    assert_eq!(editor.menu().title, "Quit");
    assert!(!editor.wants_to_quit());
    assert_eq!(folder.read("a.epd"), TWO);
    assert!(editor.keys("s").done().wants_to_quit());
}

#[test]
fn a_conflict_can_be_resolved_by_a_reload() {
    let folder = Folder::new();
    let editor = folder.open(TIDY).keys("Delete");
    fs::write(
        folder.path("a.epd"),
        "4k3/8/8/8/8/8/8/4K3 w - - c0 \"theirs, and longer\";\n",
    )
    .expect("written");
    let editor = editor.keys("Ctrl-S").done().keys("r y").done();
    assert!(editor.line(0).contains("theirs"));
    assert!(!editor.is_modified());
}

#[test]
fn a_reload_that_loses_edits_asks_once_more() {
    let folder = Folder::new();
    let is_reload =
        |effect: &Effect| matches!(effect, Effect::Start(task) if task.id.slot == Slot::Reload);
    // One key too many doesn't lose edits, in the prompt of a conflict or of a reload.
    for how in ["conflict", "reload"] {
        let editor = match how {
            "conflict" => conflict(&folder, TIDY),
            _ => folder.open(TWO).keys("Delete").call("reload"),
        };
        let edited = editor.text();
        let editor = editor.keys_at_once("r r r Enter Enter").done();
        assert!(editor.is_modified(), "{how}");
        assert_eq!(editor.text(), edited, "{how}");
        let editor = match how {
            "conflict" => conflict(&folder, TIDY),
            _ => folder.open(TWO).keys("Delete").call("reload"),
        };
        let editor = editor.keys("r");
        assert_eq!(editor.menu().title, "Discard the unsaved changes?");
        let editor = editor.keys("y");
        assert!(editor.effects.iter().any(is_reload), "{how}");
        assert!(!editor.has_dialog(), "{how}");
    }
}

#[test]
fn a_path_with_a_trailing_slash_is_refused_as_a_file_name() {
    let folder = Folder::new();
    let editor = folder.open(TIDY).keys("Delete").call("w a.epd/").done();
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("expected a file such as suite.epd, found the folder a.epd/")
    );
    let editor = folder.open(TIDY).call("save-as");
    let editor = editor.keys("Ctrl-U").typed("b.epd/").keys("Enter").done();
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("expected a file such as suite.epd, found the folder b.epd/")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_never_overwritten() {
    let folder = Folder::new();
    for path in ["/proc/self/mem", "/proc/self/comm", "/sys/kernel/notes"] {
        if !std::path::Path::new(path).exists() {
            continue;
        }
        let editor = folder.open(TIDY).keys("Delete").call(&format!("w {path}"));
        let editor = editor.done();
        assert!(!editor.has_dialog(), "{path}");
        assert!(
            editor
                .status()
                .contains("is part of the running system, not a regular file"),
            "{}",
            editor.status()
        );
    }
}

#[test]
fn a_save_right_after_a_reload_does_not_ask_because_of_old_counts() {
    let folder = Folder::new();
    let mut editor = folder.open("4k3/8/8/8/8/8/8/4K3 w  - - id \"x\";\n");
    assert_eq!(editor.model.document.scan.untouched(0), Some(1));
    fs::write(
        folder.path("a.epd"),
        "4k3/8/8/8/8/8/8/4K3 w - - id \"theirs\";\n",
    )
    .expect("written");
    editor = editor.call("reload");
    // The jobs that read the file and report its end; the report may have come already.
    for reads in [
        |effect: &Effect| matches!(effect, Effect::Start(task) if task.id.slot == Slot::Reload),
        |effect: &Effect| matches!(effect, Effect::Follow(_)),
    ] {
        if let Some(at) = editor.effects.iter().rposition(reads) {
            let effect = editor.effects.remove(at);
            editor.send(crate::harness::answer(&effect).expect("an answer"));
        }
    }
    // A new count is running.
    assert!(editor.is_scanning());
    let editor = editor.keys("o Ctrl-S");
    assert!(!editor.has_dialog(), "{:?}", editor.menu());
    assert_eq!(editor.done().status(), "saved a.epd");
}

#[test]
fn the_built_in_suite_saves_only_under_a_new_name() {
    let folder = Folder::new();
    let path = folder.path("new.epd");
    let editor = Editor::open(TIDY).keys("Delete Ctrl-S");
    assert_eq!(editor.prompt().label, "save as");
    let editor = editor.typed(&path.to_string_lossy()).keys("Enter").done();
    assert_eq!(editor.status(), "saved new.epd");
    assert_eq!(
        folder.read("new.epd"),
        "# kept\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n"
    );
    // From now on the file has a name.
    let editor = editor.keys("Delete Ctrl-S").done();
    assert_eq!(editor.status(), "saved new.epd");
}

#[test]
fn an_existing_file_is_not_replaced_unasked() {
    let folder = Folder::new();
    fs::write(folder.path("there.epd"), "# mine\n").expect("written");
    let editor = Editor::open(TIDY)
        .keys("d Ctrl-S")
        .typed(&folder.path("there.epd").to_string_lossy());
    let editor = editor.keys("Enter").done();
    assert_eq!(editor.menu().about[1], "A file of that name exists.");
    let editor = editor.keys("c");
    assert_eq!(folder.read("there.epd"), "# mine\n");
    assert!(!editor.is_saving());
}

#[test]
fn a_save_that_fails_says_why_and_loses_nothing() {
    let folder = Folder::new();
    let editor = Editor::open(TIDY)
        .keys("Delete Ctrl-S")
        .typed(&folder.path("no/such/a.epd").to_string_lossy());
    let editor = editor.keys("Enter").done();
    assert!(
        editor.status().starts_with("not saved: the folder "),
        "{}",
        editor.status()
    );
    assert!(editor.is_modified());
    let again = editor.keys("Ctrl-S");
    assert_eq!(
        again.prompt().message.as_deref(),
        Some("a path, such as suite.epd")
    );
}

#[test]
fn quitting_asks_only_about_unsaved_changes() {
    assert!(Editor::open(FIVE).keys("Ctrl-Q").wants_to_quit());
    assert!(Editor::open(FIVE).keys("Delete u q").wants_to_quit());
    let editor = Editor::open(FIVE).keys("Delete q");
    assert!(!editor.wants_to_quit());
    assert_eq!(
        editor.menu().about,
        ["test.epd has unsaved changes: 1 line removed."]
    );
    assert!(!editor.keys("Esc").wants_to_quit());
    assert!(Editor::open(FIVE).keys("Delete q d y").wants_to_quit());
}

// `dd` deletes in the list, and is pressed by habit after `q`.
#[test]
fn changes_are_not_discarded_by_a_key_pressed_twice() {
    for (keys, title) in [
        ("q d", "Discard the unsaved changes?"),
        ("q d d", "Discard the unsaved changes?"),
        ("q D d D d", "Discard the unsaved changes?"),
        ("q d j d k d", "Discard the unsaved changes?"),
        ("q Down Enter Enter", "Quit"),
        ("q d Enter", "Quit"),
        ("q d n", "Quit"),
        ("q d Esc", "Quit"),
    ] {
        let editor = Editor::open(FIVE).keys("Delete").keys(keys);
        assert!(!editor.wants_to_quit(), "{keys}");
        assert_eq!(editor.menu().title, title, "{keys}");
    }
    let editor = Editor::open(FIVE).keys("Delete q d");
    assert_eq!(
        editor.menu().about,
        [
            "test.epd has unsaved changes: 1 line removed.",
            "Discarding the changes can't be undone."
        ]
    );
    // After Esc all changes are still in the list.
    let editor = editor.keys("Esc Esc");
    assert!(!editor.has_dialog());
    assert!(editor.is_modified());
}

#[test]
fn quitting_with_a_save_quits_once_saved() {
    let folder = Folder::new();
    let editor = folder.open(TIDY).keys("Delete q s");
    assert!(!editor.wants_to_quit());
    let editor = editor.done();
    assert!(editor.wants_to_quit());
    assert!(folder.read("a.epd").starts_with("# kept"));
    // The same when a name must be entered first.
    let path = folder.path("b.epd");
    let editor = Editor::open(TIDY)
        .keys("Delete Ctrl-Q s")
        .typed(&path.to_string_lossy())
        .keys("Enter");
    assert!(editor.done().wants_to_quit());
}

#[test]
fn quitting_keeps_text_that_is_being_typed() {
    let editor = Editor::open(TIDY).keys("e").typed("!!").keys("Ctrl-Q");
    assert!(editor.layer::<Menu>().is_some());
    assert!(editor.line(0).ends_with("!!"));
}

#[test]
fn a_save_onto_a_folder_is_refused_and_nothing_is_asked() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).expect("made");
    let editor = folder.open(TIDY).keys("Delete");
    let editor = editor
        .call(&format!("w {}", folder.path("sub").display()))
        .done();
    assert!(!editor.has_dialog());
    assert!(
        editor
            .status()
            .ends_with("sub is a folder, not a regular file"),
        "{}",
        editor.status()
    );
}

#[cfg(unix)]
#[test]
fn a_save_onto_a_device_is_refused_and_nothing_is_asked() {
    let folder = Folder::new();
    let editor = folder.open(TIDY).keys("Delete").call("w /dev/null").done();
    assert!(!editor.has_dialog());
    assert!(
        editor
            .status()
            .contains("/dev/null is a device or other special file"),
        "{}",
        editor.status()
    );
}

#[cfg(unix)]
#[test]
fn saving_by_another_path_to_the_same_file_is_an_ordinary_save() {
    let folder = Folder::new();
    let path = folder.path("link.epd");
    std::os::unix::fs::symlink(folder.path("a.epd"), &path).expect("linked");
    let editor = folder.open(TIDY).keys("Delete");
    let editor = editor.call(&format!("w {}", path.display())).done();
    assert_eq!(editor.status(), "saved a.epd");
    assert!(path.is_symlink());
    assert!(folder.read("a.epd").starts_with("# kept"));
    let around = folder
        .path("./../")
        .join(folder.0.path().file_name().expect("a name"));
    let editor = editor.keys("Delete");
    let editor = editor
        .call(&format!("w {}", around.join("a.epd").display()))
        .done();
    assert_eq!(editor.status(), "saved a.epd");
    assert_eq!(editor.path(), Some(folder.path("a.epd").as_path()));
}

#[test]
fn the_prompt_before_overwriting_says_that_a_file_is_read_only() {
    let folder = Folder::new();
    let path = folder.path("b.epd");
    fs::write(&path, TWO).expect("written");
    let mut rights = fs::metadata(&path).expect("there").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).expect("rights");
    let editor = folder.open(TIDY).keys("Delete");
    let editor = editor.call(&format!("w {}", path.display())).done();
    assert_eq!(
        editor.menu().about[1],
        "A file of that name exists. It is read-only."
    );
}

#[test]
fn a_save_over_a_file_open_in_another_tab_names_that_and_refuses_by_default() {
    let folder = Folder::new();
    fs::write(folder.path("b.epd"), TWO).expect("written");
    let mut editor = folder.open(TIDY);
    let mut suite = Suite::open(&folder.path("b.epd"), &OpenOptions::default()).expect("opened");
    suite.wait_until_loaded();
    editor.add(suite);
    // Edit the other file, then the first one.
    let editor = editor.done().keys("Delete F6").done().keys("Delete");
    assert_eq!(editor.name(), "a.epd");
    let save = format!("w {}", folder.path("b.epd").display());
    let editor = editor.call(&save).done();
    assert_eq!(
        editor.menu().about[1],
        "b.epd is open here with unsaved changes: 1 line removed."
    );
    let editor = editor.keys("Enter").done();
    assert_eq!(editor.status(), "not saved");
    assert_eq!(folder.read("b.epd"), TWO);

    let mut editor = editor.call(&save).done().keys("o").done();
    assert_eq!(editor.status(), "saved b.epd");
    let titles: Vec<String> = editor
        .files()
        .map(|document| title(&editor.model, document))
        .collect();
    assert_eq!(titles, ["b.epd (1)", "b.epd (2)"]);
    let path = folder.path("b.epd");
    let now = FileState::of(&path).expect("there");
    editor.tell(move |model| changed_on_disk(model, &path, &now));
    assert!(
        editor
            .status()
            .starts_with("b.epd was saved over from a.epd in this editor"),
        "{}",
        editor.status()
    );
    let editor = editor.keys("F6").done().keys("Ctrl-S").done();
    assert_eq!(
        editor.menu().about[1],
        "It was saved over from a.epd in this editor."
    );
}

#[test]
fn a_path_to_save_under_may_begin_at_home() {
    let folder = Folder::new();
    let mut editor = folder.open(TIDY);
    editor.is_home(folder.0.path().to_path_buf());
    let editor = editor.call("save-as ~/b.epd").done();
    assert_eq!(folder.read("b.epd"), TIDY, "{}", editor.status());
    let editor = editor.call("save-as");
    let editor = editor.keys("Ctrl-U").typed("~/c.epd").keys("Enter").done();
    assert_eq!(folder.read("c.epd"), TIDY, "{}", editor.status());
}

const TWO: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"b\";\n";

/// Opens [`TWO`], types `ce 1;` into the first record; then another program writes `disk`.
fn conflict(folder: &Folder, disk: &str) -> Editor {
    let editor = folder
        .open(TWO)
        .keys("e")
        .typed(" ce 1;")
        .keys("Enter")
        .done();
    fs::write(folder.path("a.epd"), disk).expect("written");
    editor.keys("Ctrl-S").done()
}

#[test]
fn changes_of_another_program_are_merged_and_the_save_after_it_asks_nothing() {
    let folder = Folder::new();
    let disk = TWO.replace("id \"b\";", "ce 2; id \"b\";") + "# theirs\n";
    let editor = conflict(&folder, &disk).keys("m").done();
    assert_eq!(
        editor.status(),
        "merged 2 changes from disk · not saved yet · undo ^Z"
    );
    assert!(!editor.has_dialog());
    let both = disk.replace("id \"a\";", "ce 1; id \"a\";");
    let editor = editor.keys("Ctrl-S").done();
    assert_eq!(folder.read("a.epd"), both);
    assert!(
        editor.status().starts_with("saved a.epd"),
        "{}",
        editor.status()
    );
}

#[test]
fn undoing_a_merge_makes_the_next_save_ask_again() {
    let folder = Folder::new();
    let disk = TWO.replace("id \"b\";", "ce 2; id \"b\";");
    let editor = conflict(&folder, &disk);
    let before = editor.text();
    let editor = editor.keys("m").done().keys("Ctrl-Z").done();
    assert_eq!(editor.text(), before);
    let editor = editor.keys("Ctrl-S").done();
    assert_eq!(
        editor.menu().about[1],
        "Another program has changed the file."
    );
    assert_eq!(folder.read("a.epd"), disk);
}

#[test]
fn conflicting_records_are_chosen_one_by_one_and_none_in_advance() {
    let folder = Folder::new();
    let disk = TWO.replace("id \"a\";", "ce 9; id \"a\";");
    let editor = conflict(&folder, &disk).keys("m").done();
    let menu = editor.menu();
    assert_eq!(menu.title, "Merge");
    assert_eq!(menu.items[0].label, "?        line 1 · a");
    assert_eq!(menu.items[0].detail, "mine: +ce 1 · on disk: +ce 9");
    let merge = &menu.items[3];
    assert_eq!(
        (merge.label.as_str(), merge.disabled.as_deref()),
        ("merge", Some("1 row still to choose"))
    );
    let before = editor.text();
    let editor = editor.keys("w").done();
    assert_eq!(editor.text(), before);
    let editor = editor.keys("Home Enter");
    assert!(editor.menu().items[0].label.starts_with("mine "));
    let editor = editor.keys("Enter");
    assert!(editor.menu().items[0].label.starts_with("on disk "));
    let editor = editor.keys("w").done();
    assert_eq!(editor.text(), disk);
    assert!(!editor.has_dialog());
}

#[test]
fn answering_all_mine_keeps_the_edits_made_here() {
    let folder = Folder::new();
    let disk = TWO.replace("id \"a\";", "ce 9; id \"a\";") + "# theirs\n";
    let editor = conflict(&folder, &disk).keys("m").done().keys("m w").done();
    assert!(editor.line(0).contains("ce 1;"), "{}", editor.line(0));
    assert_eq!(editor.line(2), "# theirs");
    assert_eq!(
        editor.status(),
        "merged 1 change from disk · not saved yet · undo ^Z"
    );
    let only = TWO.replace("id \"a\";", "ce 9; id \"a\";");
    let mine = conflict(&folder, &only).keys("m").done().keys("m w").done();
    assert_eq!(
        mine.status(),
        "merged: your lines, none from disk · not saved yet · undo ^Z"
    );
    let left = conflict(&folder, &disk).keys("m").done();
    let before = left.text();
    assert_eq!(left.keys("c").done().text(), before);
}

#[test]
fn changes_on_disk_are_shown_by_record() {
    let folder = Folder::new();
    let disk = TWO.replace("id \"b\";", "ce 2; id \"b\";");
    let editor = conflict(&folder, &disk).keys("d").done();
    assert_eq!(editor.page(), Page::Differences);
    let page = editor.differences().expect("a page");
    assert_eq!(page.against, ComparisonBase::Disk);
    assert_eq!(page.found.as_ref().expect("compared").len(), 2);
    // One record is taken from the disk alone.
    let editor = editor.keys("j r").done();
    assert_eq!(
        editor.status(),
        "line 2 now matches the file on disk · undo ^Z"
    );
    assert!(editor.line(1).contains("ce 2;"));
}

#[test]
fn the_merge_command_says_when_there_is_nothing_to_merge() {
    let folder = Folder::new();
    let editor = folder
        .open(TWO)
        .keys("Delete")
        .call("merge-from-disk")
        .done();
    assert_eq!(
        editor.status(),
        "nothing to merge: the file on disk has the lines it was read with"
    );
    fs::remove_file(folder.path("a.epd")).expect("removed");
    let editor = editor.call("merge-from-disk").done();
    assert_eq!(
        editor.status(),
        "not merged: the file is no longer on disk · saving writes it again"
    );
}

#[test]
fn a_merge_adopts_the_order_of_lines_on_disk_and_the_next_save_asks_nothing() {
    let folder = Folder::new();
    let [a, b] = [0, 1].map(|at| TWO.lines().nth(at).expect("a line"));
    let editor = conflict(&folder, &format!("{b}\n{a}\n")).keys("m").done();
    assert_eq!(
        editor.status(),
        "merged the order of lines from disk · not saved yet · undo ^Z"
    );
    let editor = editor.keys("Ctrl-S").done();
    assert!(editor.status().starts_with("saved"), "{}", editor.status());
    let both = format!("{b}\n{}\n", a.replace("id \"a\";", "ce 1; id \"a\";"));
    assert_eq!(folder.read("a.epd"), both);
}

#[test]
fn a_merge_adopts_line_ends_on_disk_for_edited_lines_too() {
    let folder = Folder::new();
    let disk = TWO.replace('\n', "\r\n");
    let editor = conflict(&folder, &disk).keys("m").done();
    assert_eq!(
        editor.status(),
        "merged the line ends from disk · not saved yet · undo ^Z"
    );
    let editor = editor.keys("Ctrl-S").done();
    assert!(editor.status().starts_with("saved"), "{}", editor.status());
    let both = disk.replace("id \"a\";", "ce 1; id \"a\";");
    assert_eq!(folder.read("a.epd"), both);
}

#[test]
fn a_final_line_end_removed_on_disk_is_reported_and_a_save_asks_nothing() {
    let folder = Folder::new();
    let editor = conflict(&folder, TWO.trim_end()).keys("m").done();
    assert_eq!(
        editor.status(),
        "only the end of the last line changed on disk · a save changes it back · undo ^Z"
    );
    let editor = editor.keys("Ctrl-S").done();
    assert!(editor.status().starts_with("saved"), "{}", editor.status());
    let mine = TWO.replace("id \"a\";", "ce 1; id \"a\";");
    assert_eq!(folder.read("a.epd"), mine);
}

#[test]
fn equal_changes_on_both_sides_are_not_a_conflict_however_they_are_spelled() {
    let folder = Folder::new();
    let disk = TWO.replace("id \"a\";", "ce 1;id \"a\";");
    let editor = conflict(&folder, &disk).keys("m").done();
    assert!(!editor.has_dialog());
    assert_eq!(editor.text(), disk);
}

#[test]
fn the_merge_prompt_numbers_lines_as_the_list_does() {
    let folder = Folder::new();
    let editor = folder
        .open(TWO)
        .keys("D j j e")
        .typed(" ce 1;")
        .keys("Enter");
    let disk = TWO.replace("id \"b\";", "ce 9; id \"b\";");
    fs::write(folder.path("a.epd"), disk).expect("written");
    let editor = editor.call("merge-from-disk").done();
    assert_eq!(editor.menu().items[0].label, "?        line 3 · b");
}

#[test]
fn a_file_with_hard_links_is_asked_about_once_and_written_in_place_with_its_other_names() {
    let folder = Folder::new();
    let editor = folder.open(TIDY);
    fs::hard_link(folder.path("a.epd"), folder.path("b.epd")).expect("a second name");
    let editor = editor.keys("Delete Ctrl-S").done();
    assert_eq!(folder.read("a.epd"), TIDY);
    let editor = editor.keys("w").done();
    assert_eq!(editor.status(), "saved a.epd");
    let saved = folder.read("a.epd");
    assert_ne!(saved, TIDY);
    assert_eq!(folder.read("b.epd"), saved);
    // The answer is remembered.
    let editor = editor.keys("Ctrl-Z Ctrl-S").done();
    assert_eq!(editor.status(), "saved a.epd");
    assert_eq!(folder.read("b.epd"), TIDY);
}

#[test]
fn a_file_with_hard_links_may_be_replaced_under_one_name_or_left() {
    let folder = Folder::new();
    let editor = folder.open(TIDY);
    fs::hard_link(folder.path("a.epd"), folder.path("b.epd")).expect("a second name");
    let editor = editor.keys("Delete Ctrl-S").done().keys("c").done();
    assert_eq!(editor.status(), "not saved");
    let editor = editor.keys("Ctrl-S").done().keys("p").done();
    assert_eq!(editor.status(), "saved a.epd");
    assert_ne!(folder.read("a.epd"), TIDY);
    assert_eq!(folder.read("b.epd"), TIDY);
}

#[test]
fn a_backup_of_the_opened_file_is_kept_if_the_settings_ask_for_one() {
    let folder = Folder::new();
    let mut editor = folder.open(TIDY);
    editor.settings().backup = true;
    let editor = editor.keys("Delete Ctrl-S").done();
    assert_eq!(folder.read("a.epd~"), TIDY);
    // Only the first save makes a backup, of the file as it was opened.
    let _ = editor.keys("Delete Ctrl-S").done();
    assert_eq!(folder.read("a.epd~"), TIDY);
}

#[test]
fn opening_a_file_that_another_editor_has_open_shows_a_warning() {
    let folder = Folder::new();
    let mut editor = folder.open(TIDY);
    let document = editor.file_id();
    let check = |editor: &mut Editor, processes: &[u32], expected: &str| {
        let processes = processes.to_vec();
        editor.tell(move |model| also_open(model, document, &processes));
        assert_eq!(editor.status(), expected);
    };
    check(
        &mut editor,
        &[7],
        "a.epd is also open in another epdit (process 7)",
    );
    check(
        &mut editor,
        &[7, 9],
        "a.epd is also open in other epdits (processes 7, 9)",
    );
}

#[test]
fn a_save_without_changes_says_how_many_records_could_be_fixed() {
    let folder = Folder::new();
    let check = |text: &str, expected: &str| {
        let path = folder.path("a.epd");
        let editor = folder.open(text).done().keys("Ctrl-S").done();
        assert_eq!(editor.status(), expected);
        assert_eq!(fs::read_to_string(&path).expect("read"), text);
    };
    let clean = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\";\n";
    check(clean, "nothing to save: no unsaved changes");
    check(
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id A.1;\n",
        "nothing to save: no unsaved changes · r x can fix up to 1 problem",
    );
}

#[test]
fn a_save_reports_errors_added_by_edits_and_no_older_ones() {
    let told = |before: &str, after: &str| {
        let folder = Folder::new();
        let editor = folder.open(before).keys("e Ctrl-U").typed(after);
        editor.keys("Enter Ctrl-S").done().status().to_owned()
    };
    let (good, three) = (
        "4k3/8/8/8/8/8/4P3/4K3 w - - id \"A.1\";",
        "4k3/8/8/8/8/8/4P3/2K1K3 w - - id \"A.1\";",
    );
    let message = told(&format!("{good}\n"), three);
    assert!(
        message.starts_with("saved a.epd · 1 edited record has an error: A.1: "),
        "{message}"
    );
    assert!(
        message.ends_with(" · ] goes to the next problem"),
        "{message}"
    );
    // An edit that keeps an error, or removes one, adds none.
    let other = three.replace("A.1", "A.2");
    assert_eq!(told(&format!("{three}\n"), &other), "saved a.epd");
    assert_eq!(told(&format!("{three}\n"), good), "saved a.epd");
    assert_eq!(
        told(&format!("{good}\n"), &good.replace("A.1", "B")),
        "saved a.epd"
    );
}

#[test]
fn records_of_a_bulk_edit_count_as_edited_in_the_save_prompt() {
    let folder = Folder::new();
    let three = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n".repeat(3);
    let edited = folder.open(&three).keys("Ctrl-A r s").typed("c9 \"x\"");
    let saved = edited.keys("Enter Enter").done().keys("Ctrl-S").done();
    assert!(!saved.has_dialog(), "no question");
    assert_eq!(saved.status(), "saved a.epd · 3 records made canonical");
    let canonical = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c9 \"x\";\n".repeat(3);
    assert_eq!(folder.read("a.epd"), canonical);
}

#[test]
fn only_records_outside_a_bulk_edit_are_asked_about_and_left_unchanged() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n";
    let marked = folder.open(&line.repeat(3)).keys("Space Space");
    let edited = marked.keys("r s").typed("c9 \"x\"").keys("Enter Enter");
    let asked = edited.done().keys("Ctrl-S").done();
    assert_eq!(
        asked.menu().about[0],
        "1 record you did not edit is not in canonical form."
    );
    let saved = asked.keys("e").done();
    assert_eq!(
        saved.status(),
        "saved a.epd · 2 edited records made canonical"
    );
    let canonical = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c9 \"x\";\n".repeat(2);
    assert_eq!(folder.read("a.epd"), canonical + line);
}

#[test]
fn nothing_is_shown_as_running_while_a_merge_waits_for_an_answer() {
    let folder = Folder::new();
    let disk = TWO.replace("id \"a\"", "ce 2; id \"a\"");
    let editor = conflict(&folder, &disk).keys("m").done();
    assert_eq!(editor.menu().title, "Merge");
    assert!(editor.status_with_kind().is_none(), "{}", editor.status());
}

#[test]
fn a_name_of_another_format_is_saved_as_epd_and_that_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wac.pgn");
    let editor = Editor::open(FIVE).call(&format!("save-as {}", path.display()));
    let editor = editor.done();
    assert_eq!(
        editor.status(),
        "saved wac.pgn as EPD; export writes other formats · 1 record not made canonical"
    );
}
