//! The keymap is a value of the running editor, and every sentence that names a key looks it up.

use crate::harness::{Editor, FIVE, sources};
use epdit::editor;
use epdit::editor::command::{Context, Id};
use epdit::editor::key::Key;
use epdit::editor::pages::help;
use regex::Regex;
use std::path::Path;

fn key(name: &str) -> Key {
    name.parse().expect("a key")
}

/// Returns an editor with a command bound to another key everywhere.
fn with_key(id: Id, name: &str) -> Editor {
    let mut editor = Editor::open(FIVE);
    let keymap = editor.keymap();
    keymap.unbind(id);
    keymap
        .bind(id, Context::Everywhere, key(name))
        .expect("a free key");
    editor
}

#[test]
fn a_command_on_another_key_is_named_by_it_wherever_keys_are_named() {
    let editor = with_key(Id::Undo, "Ctrl-U").keys("Delete");
    assert!(editor.status().ends_with("undo ^U"), "{}", editor.status());
    let hint = editor.hints(300);
    let undo = hint.iter().find(|hint| hint.command.id == Id::Undo);
    assert_eq!(undo.map(|hint| hint.keys.as_str()), Some("^U"));
    let editor = editor.keys("Ctrl-Z");
    assert_ne!(editor.text(), FIVE, "the old key does nothing");
    let editor = editor.keys("Ctrl-U");
    assert_eq!(editor.text(), FIVE);
    assert!(editor.status().ends_with("redo ^Y"), "{}", editor.status());
    let palette = editor.keys("Ctrl-P");
    let row = palette
        .picker()
        .items
        .iter()
        .find(|item| item.label == "Undo");
    assert_eq!(row.map(|row| row.keys.as_str()), Some("Ctrl-U"));
    let help = help::markdown(&with_key(Id::Undo, "Ctrl-U").model.commands);
    assert!(help.contains("`Ctrl-U` | Undo the last change"), "{help}");
    assert!(!help.contains("`Ctrl-Z`"), "{help}");
}

#[test]
fn reasons_and_help_name_the_key_that_a_command_has_now() {
    let editor = with_key(Id::Search, "F5").keys("n");
    assert!(
        editor.status().ends_with("F5 searches"),
        "{}",
        editor.status()
    );
    let cancelled = with_key(Id::Cancel, "F5");
    let edit = cancelled.model.commands.help(Id::EditLine);
    assert_eq!(edit, "Edit the raw line; Enter accepts, F5 cancels.");
}

#[test]
fn a_command_without_a_key_is_named_as_the_palette_finds_it() {
    let mut editor = Editor::open(FIVE);
    editor.keymap().unbind(Id::Undo);
    let editor = editor.keys("Delete");
    assert!(
        editor.status().ends_with("undo :undo"),
        "{}",
        editor.status()
    );
}

#[test]
fn a_key_that_is_taken_is_not_bound_and_the_clash_says_by_what() {
    let mut keymap = editor::commands().keymap;
    let before = keymap.clone();
    let clash = keymap.bind(Id::Undo, Context::Everywhere, key("Ctrl-S"));
    assert_eq!(
        clash.map_err(|clash| clash.to_string()),
        Err("`Ctrl-S` is `save` already".to_owned())
    );
    assert_eq!(keymap, before);
    assert_eq!(
        keymap.bind(Id::Save, Context::Everywhere, key("Ctrl-S")),
        Ok(())
    );
    assert_eq!(keymap, before, "a key it has already");
}

#[test]
fn every_key_that_a_sentence_of_help_asks_for_is_that_of_a_command() {
    let commands = editor::commands();
    for command in commands.all() {
        let help = commands.help(command.id).replace("{n:03}", "");
        assert!(!help.contains(['{', '}']), "{}: {help}", command.id.name());
    }
}

/// Texts that contain a key literally, with the reason.
const BY_HAND: &[(&str, &str)] = &[
    (
        "help.rs",
        "the keys of a text are the text's own, and no commands",
    ),
    ("key.rs", "it writes and reads the names of keys"),
    ("P white, p black", "letters of pieces"),
    ("bm ~ /^Q/", "a regular expression"),
    (
        "command/keymap.rs",
        "it says why a key can't be bound, and how a key is written",
    ),
    (":set keys.save=F5", "an example of a setting of keys"),
    ("# save = ", "the examples in a settings file that is new"),
];

#[test]
fn no_sentence_names_a_key_by_hand() {
    let named = r"\^[A-Z]\b|\bF[1-9][0-2]?\b|\b(Esc|Enter|Backspace|Space|Tab|PgUp|PgDn|Ctrl-\w|Alt-\w)\b|[·,] [a-zA-Z?] [a-z]+s\b|· [A-Z] ";
    let named = Regex::new(named).expect("an expression");
    let literal = Regex::new(r#""((?:[^"\\]|\\.)*)""#).expect("an expression");
    let mut files = Vec::new();
    let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/editor");
    sources(&room, &mut files);
    let mut found = Vec::new();
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        if name.contains("tests") {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("a source");
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        for line in source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            for text in literal.captures_iter(line) {
                // Skip the keys of the table itself.
                let is_key = name.ends_with("commands.rs") && text[1].parse::<Key>().is_ok();
                let by_hand =
                    |(part, _): &(&str, &str)| name.ends_with(part) || text[1].contains(part);
                if named.is_match(&text[1]) && !is_key && !BY_HAND.iter().any(by_hand) {
                    found.push(format!("{name}: {}", &text[1]));
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "these ask the keymap:\n{}",
        found.join("\n")
    );
}

#[test]
fn the_page_of_problems_names_the_keys_that_fix_as_they_are_now() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 ; ce 1 ;\n";
    let note = |editor: Editor| editor.keys("p").done().report().note.clone();
    let bind = |editor: &mut Editor, id: Id, name: &str| {
        let keymap = editor.keymap();
        keymap.unbind(id);
        let bound = keymap.bind(id, Context::ProblemList, key(name));
        bound.expect("a free key");
    };
    let usual = note(Editor::open(text).done());
    assert!(
        usual.ends_with(" · x fixes this kind, X previews all safe fixes"),
        "{usual}"
    );
    let mut editor = Editor::open(text).done();
    for (id, name) in [(Id::FixKind, "F5"), (Id::FixRecords, "F10")] {
        bind(&mut editor, id, name);
    }
    let rebound = note(editor);
    assert!(
        rebound.ends_with(" · F5 fixes this kind, F10 previews all safe fixes"),
        "{rebound}"
    );
}
