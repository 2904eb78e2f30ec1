//! The command table itself.

use epdit::editor;
use epdit::editor::command::{Context, Id};
use epdit::editor::key::{Key, KeyCode};
use epdit::editor::pages::help;
use std::collections::BTreeMap;

#[test]
fn every_key_of_the_table_reads_and_is_written_in_its_one_form() {
    for command in editor::commands().all() {
        for (_, key) in command.keys {
            let read: Key = key
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", command.id.name()));
            assert_eq!(read.to_string(), *key, "{}", command.id.name());
        }
    }
}

#[test]
fn no_two_commands_share_a_key_in_one_place() {
    let mut taken = BTreeMap::new();
    for command in editor::commands().all() {
        for (context, key) in command.keys {
            if let Some(other) = taken.insert((*context, *key), command.id.name()) {
                panic!("{key} in {context:?} is {other} and {}", command.id.name());
            }
        }
    }
}

#[test]
fn a_pane_hides_no_key_that_holds_everywhere() {
    for context in Context::ALL {
        for command in editor::commands().all() {
            for key in editor::commands()
                .keymap
                .keys_of(command.id, Context::Everywhere)
            {
                let (found, _) = editor::commands()
                    .of_key(context, key)
                    .expect("a key of the table");
                assert_eq!(found.id.name(), command.id.name(), "{key} in {context:?}");
            }
        }
    }
}

#[test]
fn keys_that_terminals_cannot_tell_apart_are_never_bound() {
    for command in editor::commands().all() {
        for (context, text) in command.keys {
            let key: Key = text.parse().expect("a key");
            if !key.modifiers.ctrl {
                continue;
            }
            if let KeyCode::Char(c) = key.code {
                let why = format!("{text} in {context:?} for {}", command.id.name());
                assert!(!"imjh[".contains(c), "{why}");
                assert!(c.is_ascii_lowercase(), "{why}");
            }
        }
    }
}

#[test]
fn every_alt_key_has_an_alternative() {
    for command in editor::commands().all() {
        for (context, text) in command
            .keys
            .iter()
            .filter(|(_, text)| text.contains("Alt-"))
        {
            let others = editor::commands().keymap.keys_of(command.id, *context);
            let plain = others.iter().any(|key| !key.modifiers.alt);
            assert!(plain, "{text} of {} has no second way", command.id.name());
        }
    }
}

#[test]
fn every_command_has_a_name_a_title_and_a_sentence_of_help() {
    let mut ids = Vec::new();
    for command in editor::commands().all() {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(
            command.id.name().chars().all(kebab),
            "{}",
            command.id.name()
        );
        assert!(
            !command.title.is_empty() && !command.title.ends_with('.'),
            "{}",
            command.id.name()
        );
        let help = editor::commands().help(command.id);
        assert!(
            help.ends_with('.') && help.len() > 10,
            "{}",
            command.id.name()
        );
        ids.push(command.id);
    }
    assert_eq!(ids, Id::ALL, "each has one row, in the order of the names");
}

#[test]
fn familiar_keys_have_their_usual_commands() {
    let fixed = [
        (Context::Records, "Tab", Id::NextPane),
        (Context::Board, "Shift-Tab", Id::PreviousPane),
        (Context::Board, "Ctrl-Down", Id::NextRecord),
        (Context::Operations, "Ctrl-Up", Id::PreviousRecord),
        (Context::Board, "PageDown", Id::NextRecord),
        (Context::Raw, "PageUp", Id::PreviousRecord),
        (Context::Text, "Ctrl-S", Id::Save),
        (Context::Menu, "Ctrl-Q", Id::Quit),
        (Context::Board, "Ctrl-Z", Id::Undo),
        (Context::Raw, "Ctrl-Y", Id::Redo),
        (Context::Board, "Ctrl-F", Id::Search),
        (Context::Picker, "Ctrl-G", Id::GoTo),
        (Context::Text, "Ctrl-P", Id::Palette),
        (Context::Problems, "Ctrl-C", Id::Copy),
        (Context::Pager, "Esc", Id::Close),
        (Context::Text, "Esc", Id::Cancel),
        (Context::Board, "?", Id::Help),
        (Context::Raw, ":", Id::CommandLine),
        (Context::Board, "[", Id::PreviousProblem),
        (Context::Operations, "]", Id::NextProblem),
        (Context::Records, "j", Id::Down),
        (Context::Records, "k", Id::Up),
        (Context::Records, "g", Id::First),
        (Context::Records, "G", Id::Last),
        (Context::Records, "/", Id::Search),
        (Context::Records, "q", Id::Quit),
        (Context::Records, "u", Id::Undo),
        (Context::Board, "p", Id::PlaceBlackPawn),
        (Context::Board, "N", Id::PlaceWhiteKnight),
        (Context::Board, "8", Id::Skip),
        (Context::Board, "/", Id::NextRank),
        (Context::Board, ".", Id::RemovePiece),
        (Context::Board, "Delete", Id::RemovePiece),
        (Context::Board, "Space", Id::PickUp),
        (Context::Board, "t", Id::Side),
        (Context::Board, "c", Id::Castling),
        (Context::Board, "e", Id::EnPassant),
        (Context::Board, "v", Id::Flip),
        (Context::Board, "m", Id::Play),
        (Context::Play, "m", Id::SetUp),
        (Context::Play, "v", Id::Flip),
    ];
    for (context, key, id) in fixed {
        let (command, _) = editor::commands()
            .of_key(context, key.parse().expect("a key"))
            .unwrap_or_else(|| panic!("{key} means nothing in {context:?}"));
        assert_eq!(command.id, id, "{key} in {context:?}");
    }
}

// With `BLESS=1` in the environment, the page is written instead of compared.
#[test]
fn the_manual_lists_the_keys_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/keys.md");
    let (begin, end) = ("<!-- keys:begin -->", "<!-- keys:end -->");
    let page = std::fs::read_to_string(path).expect("the page of keys");
    let (before, rest) = page.split_once(begin).expect("the begin of the keys");
    let (block, after) = rest.split_once(end).expect("the end of the keys");
    let keys = help::markdown(&editor::commands());
    if std::env::var_os("BLESS").is_some() {
        let text = format!("{before}{begin}\n{}\n{end}{after}", keys.trim_end());
        std::fs::write(path, text).expect("the page can be written");
        return;
    }
    let lines = |text: &str| text.trim().lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        lines(block),
        lines(&keys),
        "docs/keys.md is out of date: BLESS=1 cargo test --test editor manual writes it"
    );
}
