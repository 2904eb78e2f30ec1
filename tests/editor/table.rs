//! The command table itself.

use epdit::app::command::{self, Context};
use epdit::app::features::help;
use epdit::app::key::{Key, KeyCode};
use std::collections::BTreeMap;

#[test]
fn every_key_of_the_table_reads_and_is_written_in_its_one_form() {
    for command in command::all() {
        for (_, key) in command.keys {
            let read: Key = key
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", command.name));
            assert_eq!(read.to_string(), *key, "{}", command.name);
        }
    }
}

#[test]
fn no_two_commands_share_a_key_in_one_place() {
    let mut taken = BTreeMap::new();
    for command in command::all() {
        for (context, key) in command.keys {
            if let Some(other) = taken.insert((*context, *key), command.name) {
                panic!("{key} in {context:?} is {other} and {}", command.name);
            }
        }
    }
}

#[test]
fn a_pane_hides_no_key_that_holds_everywhere() {
    for context in Context::ALL {
        for command in command::all() {
            for key in command::keys_of(command, Context::Everywhere) {
                let (found, _) = command::command_of(context, key).expect("a key of the table");
                assert_eq!(found.name, command.name, "{key} in {context:?}");
            }
        }
    }
}

#[test]
fn keys_that_terminals_can_not_tell_apart_are_never_bound() {
    for command in command::all() {
        for (context, text) in command.keys {
            let key: Key = text.parse().expect("a key");
            if !key.modifiers.ctrl {
                continue;
            }
            if let KeyCode::Char(c) = key.code {
                let why = format!("{text} in {context:?} for {}", command.name);
                assert!(!"imjh[".contains(c), "{why}");
                assert!(c.is_ascii_lowercase(), "{why}");
            }
        }
    }
}

#[test]
fn what_alt_does_can_be_done_without_it() {
    for command in command::all() {
        for (context, text) in command
            .keys
            .iter()
            .filter(|(_, text)| text.contains("Alt-"))
        {
            let others = command::keys_of(command, *context);
            let plain = others.iter().any(|key| !key.modifiers.alt);
            assert!(plain, "{text} of {} has no second way", command.name);
        }
    }
}

#[test]
fn every_command_has_a_name_a_title_and_a_sentence_of_help() {
    let mut names = Vec::new();
    for command in command::all() {
        let kebab = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(command.name.chars().all(kebab), "{}", command.name);
        assert!(
            !command.title.is_empty() && !command.title.ends_with('.'),
            "{}",
            command.name
        );
        assert!(
            command.help.ends_with('.') && command.help.len() > 10,
            "{}",
            command.name
        );
        names.push(command.name);
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "two commands of one name");
}

#[test]
fn the_keys_that_habits_rely_on_are_where_the_design_has_them() {
    let fixed = [
        (Context::Records, "Tab", "next-pane"),
        (Context::Board, "Shift-Tab", "previous-pane"),
        (Context::Board, "Ctrl-Down", "next-record"),
        (Context::Operations, "Ctrl-Up", "previous-record"),
        (Context::Board, "PageDown", "next-record"),
        (Context::Raw, "PageUp", "previous-record"),
        (Context::Text, "Ctrl-S", "save"),
        (Context::Menu, "Ctrl-Q", "quit"),
        (Context::Board, "Ctrl-Z", "undo"),
        (Context::Raw, "Ctrl-Y", "redo"),
        (Context::Board, "Ctrl-F", "search"),
        (Context::Picker, "Ctrl-G", "go-to"),
        (Context::Text, "Ctrl-P", "palette"),
        (Context::Problems, "Ctrl-C", "copy"),
        (Context::Pager, "Esc", "close"),
        (Context::Text, "Esc", "cancel"),
        (Context::Board, "?", "help"),
        (Context::Raw, ":", "palette"),
        (Context::Board, "[", "previous-problem"),
        (Context::Operations, "]", "next-problem"),
        (Context::Records, "j", "down"),
        (Context::Records, "k", "up"),
        (Context::Records, "g", "first"),
        (Context::Records, "G", "last"),
        (Context::Records, "/", "search"),
        (Context::Records, "q", "quit"),
        (Context::Records, "u", "undo"),
        (Context::Board, "p", "place-black-pawn"),
        (Context::Board, "N", "place-white-knight"),
        (Context::Board, "8", "skip"),
        (Context::Board, "/", "next-rank"),
        (Context::Board, ".", "erase"),
        (Context::Board, "Delete", "erase"),
        (Context::Board, "Space", "pick-up"),
        (Context::Board, "t", "side"),
        (Context::Board, "c", "castling"),
        (Context::Board, "e", "en-passant"),
        (Context::Board, "f", "flip"),
    ];
    for (context, key, name) in fixed {
        let (command, _) = command::command_of(context, key.parse().expect("a key"))
            .unwrap_or_else(|| panic!("{key} means nothing in {context:?}"));
        assert_eq!(command.name, name, "{key} in {context:?}");
    }
}

/// With `BLESS=1` in the environment, the README's block is written instead of compared.
#[test]
fn the_readme_lists_the_keys_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let (begin, end) = ("<!-- keys:begin -->", "<!-- keys:end -->");
    let Ok(readme) = std::fs::read_to_string(path) else {
        return;
    };
    let Some((before, rest)) = readme.split_once(begin) else {
        return;
    };
    let (block, after) = rest
        .split_once(end)
        .expect("the end of the keys in the README");
    let keys = help::markdown();
    if std::env::var_os("BLESS").is_some() {
        let text = format!("{before}{begin}\n{}\n{end}{after}", keys.trim_end());
        std::fs::write(path, text).expect("the README can be written");
        return;
    }
    let lines = |text: &str| text.trim().lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        lines(block),
        lines(&keys),
        "the README's keys are out of date: BLESS=1 cargo test --test editor readme writes them"
    );
}
