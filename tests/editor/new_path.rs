//! Prompts for the path of a file to write: save as, and records copied or moved to a new file.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::open;
use epdit::editor::state::FolderEntry;

/// Answers the prompt's request for the entries of a folder.
fn with_entries(mut editor: Editor, entries: &[(&str, bool)]) -> Editor {
    let asked = editor.effects.iter().rev().find_map(|effect| match effect {
        Effect::ReadFolder { ticket, folder } => Some((*ticket, folder.clone())),
        _ => None,
    });
    let (ticket, folder) = asked.expect("the folder is read outside");
    let entries = entries.iter().map(|(name, is_folder)| FolderEntry {
        name: (*name).to_owned(),
        is_folder: *is_folder,
    });
    let entries = entries.collect();
    editor.tell(move |model| open::folder_read(model, ticket, &folder, entries));
    editor
}

const ENTRIES: [(&str, bool); 3] = [
    ("my suites", true),
    ("queens.epd", false),
    ("rooks.epd", false),
];

fn typed(editor: &Editor) -> String {
    editor.prompt().input.lossy().into_owned()
}

/// The keys that open each prompt, and its label.
const PROMPTS: [(&str, &str); 3] = [
    (": s a v e - a s Enter Ctrl-U", "save as"),
    ("t", "copy line 1 to new file"),
    ("T", "move line 1 to new file"),
];

#[test]
fn tab_completes_folders_and_names_in_each_of_them() {
    for (keys, label) in PROMPTS {
        let editor = Editor::open(FIVE).keys(keys);
        assert_eq!(editor.prompt().label, label);
        let editor = with_entries(editor.typed("m"), &ENTRIES).keys("Tab");
        assert_eq!(typed(&editor), "my suites/", "{label}");
        // That folder is read, and its entries are offered once they arrive.
        let editor = with_entries(editor, &[("ends.epd", false), ("old.epd", false)]);
        let editor = editor.typed("o").keys("Tab");
        assert_eq!(typed(&editor), "my suites/old.epd", "{label}");
        // Quotes as a shell needs them are removed.
        let editor = with_entries(editor.keys("Ctrl-U").typed("\"qu"), &ENTRIES).keys("Tab");
        assert_eq!(typed(&editor), "queens.epd", "{label}");
    }
}

#[test]
fn quotes_and_the_tilde_mean_what_they_mean_in_a_shell() {
    let home = tempfile::tempdir().expect("a folder");
    for text in [
        "~/one more.epd",
        "\"~/one more.epd\"",
        "  '~/one more.epd' ",
    ] {
        let at_home = || {
            let mut editor = Editor::open(FIVE);
            editor.is_home(home.path().to_owned());
            editor
        };
        let expected = home.path().join("one more.epd");
        let editor = at_home().keys("T").typed(text).keys("Enter");
        let mut documents = editor.files();
        assert!(
            documents.any(|document| document.suite.path() == Some(expected.as_path())),
            "{text}"
        );
        let editor = at_home().call("save-as").keys("Ctrl-U").typed(text);
        let editor = editor.keys("Enter").done();
        assert_eq!(editor.path(), Some(expected.as_path()));
        assert_eq!(std::fs::read_to_string(&expected).expect("saved"), FIVE);
        std::fs::remove_file(&expected).expect("removed");
    }
}

#[test]
fn an_invalid_path_keeps_the_prompt_open() {
    for (keys, label) in PROMPTS {
        for text in ["", "  ", "my suites/", "\"my suites/\"", ".."] {
            let editor = Editor::open(FIVE).keys(keys).typed(text).keys("Enter");
            let message = editor.prompt().message.clone().unwrap_or_default();
            assert!(
                message.starts_with("expected a path, such as ")
                    || message.starts_with("expected a file such as "),
                "{label} `{text}`: {message}"
            );
        }
        let editor = Editor::open(FIVE).keys(keys).typed("my suites/");
        assert_eq!(editor.prompt().message, None, "{label}: on the way");
    }
}

#[test]
fn earlier_paths_are_recalled_by_the_arrows_in_each_prompt() {
    let editor = Editor::open(FIVE)
        .keys("t")
        .typed("queens.epd")
        .keys("Enter");
    let editor = editor.call("save-as").keys("Ctrl-U Up");
    assert_eq!(typed(&editor), "queens.epd");
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_is_left_out_of_the_prompt_instead_of_offering_another_file() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(OsStr::from_bytes(b"caf\xe9.epd"));
    let options = epdit::suite::OpenOptions::default();
    for (keys, label) in [
        (": s a v e - a s Enter", "save as"),
        (": e x p o r t Enter", "export to file"),
    ] {
        std::fs::write(&path, FIVE).expect("written");
        let suite = epdit::suite::Suite::open(&path, &options).expect("opened");
        let mut editor = Editor::with(suite).keys(keys);
        if editor.has_dialog() && label == "export to file" {
            editor = editor.keys("Enter");
        }
        assert_eq!(editor.prompt().label, label);
        assert_eq!(typed(&editor), "", "{label}");
        let said = editor.prompt().message.clone().unwrap_or_default();
        assert!(
            said.starts_with("caf")
                && said.ends_with("is not UTF-8 and can't be typed here; type another name"),
            "{label}: {said}"
        );
        // A typed path is another file; the listed one stays.
        let other = folder.path().join("other.epd");
        let editor = editor.typed(&other.display().to_string());
        assert_eq!(typed(&editor), other.display().to_string());
    }
}
