//! The page of engines: which engines there are and work, their tasks and options, and the settings file
//! written from the page.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::overlay::report::Sign;
use epdit::editor::pages::engines;
use epdit::editor::state::engines::EngineInfo;
use epdit::editor::state::settings::Source;
use epdit::engine::uci::{EngineOption, OptionKind};
use epdit::engine::{EngineCommand, Identity};
use std::path::PathBuf;

/// Returns the editor with a settings file and two engines; `b` does not start.
fn editor() -> Editor {
    let mut editor = Editor::open(FIVE);
    editor.model.settings_file.path = Some(PathBuf::from("/home/config.toml"));
    let settings = editor.settings();
    for (name, command) in [("engines.a", "ay"), ("engines.b", "bee")] {
        settings.set(name, command, Source::Editor).expect(name);
    }
    editor
}

fn identity() -> Identity {
    let option = |name: &str, default: &str, kind| EngineOption {
        name: name.to_owned(),
        default: default.to_owned(),
        kind,
    };
    Identity {
        name: "Engine 7".to_owned(),
        author: String::new(),
        options: vec![
            option(
                "Hash",
                "16",
                OptionKind::Spin {
                    min: Some(1),
                    max: Some(1024),
                },
            ),
            option("Ponder", "", OptionKind::Check),
            option("Clear Hash", "", OptionKind::Button),
        ],
    }
}

/// Answers the requests for the engines' names; `bee` does not start.
fn introduced(editor: Editor) -> Editor {
    introduced_as(editor, &identity())
}

fn introduced_as(mut editor: Editor, identity: &Identity) -> Editor {
    let is_meeting = |effect: &Effect| matches!(effect, Effect::MeetEngine(_));
    while let Some(at) = editor.effects.iter().position(is_meeting) {
        let Effect::MeetEngine(command) = editor.effects.remove(at) else {
            continue;
        };
        let is_broken = command.program.to_str() == Some("bee");
        // With slashes on every system.
        let file = match command.program.has_root() {
            true => command.program.clone(),
            false => format!("/games/{}", command.program.display()).into(),
        };
        let known = EngineInfo {
            file: Some(file),
            identity: identity.clone(),
        };
        let met = match is_broken {
            true => Err("bee can't be started: no such program".to_owned()),
            false => Ok(Box::new(known)),
        };
        editor.tell(move |model| engines::met(model, &command, met));
    }
    editor
}

/// Returns the settings files written, the last one first.
fn written_settings(editor: &Editor) -> String {
    let effects = editor.effects.iter().rev();
    let mut written = effects.filter_map(|effect| match effect {
        Effect::WriteSetting(setting) => {
            let value = setting.entry.value.as_deref().unwrap_or("nothing");
            Some(format!("{} = {value}", setting.entry.key))
        }
        _ => None,
    });
    written.next().unwrap_or_default()
}

/// Returns the rows of the page as text.
fn rows(editor: &Editor) -> Vec<String> {
    let rows = editor.report().rows.iter();
    rows.map(|row| {
        let sign = match row.sign {
            Some(Sign::Chosen(true)) => "(•) ",
            Some(Sign::Chosen(false)) => "( ) ",
            Some(Sign::Checked(true)) => "[x] ",
            Some(Sign::Checked(false)) => "[ ] ",
            Some(Sign::Severity(_)) => "! ",
            None => "",
        };
        match row.detail.is_empty() {
            true => format!("{sign}{}", row.label),
            false => format!("{sign}{} | {}", row.label, row.detail),
        }
    })
    .collect()
}

/// Moves the cursor to the row with this label, from the `nth` engine on.
fn cursor_on(mut editor: Editor, label: &str, nth: usize) -> Editor {
    let rows = editor.report().rows.iter().enumerate();
    let found: Vec<usize> = rows
        .filter(|(_, row)| !row.heading && row.label == label)
        .map(|(at, _)| at)
        .collect();
    let to = found[nth];
    while editor.report().cursor != to {
        let key = match editor.report().cursor < to {
            true => "Down",
            false => "Up",
        };
        editor = editor.keys(key);
    }
    editor
}

#[test]
fn the_page_shows_each_engines_name_or_why_it_cannot_be_used() {
    let editor = editor().keys("@");
    assert_eq!(editor.report().title, "Engines");
    assert_eq!(rows(&editor)[0], "a | asking the engine for its name …");
    let mut editor = introduced(editor);
    let found = vec![
        ("ay".to_owned(), PathBuf::from("/games/ay")),
        ("stockfish".to_owned(), PathBuf::from("/games/stockfish")),
    ];
    editor.tell(|model| engines::found_in_path(model, found));
    assert_eq!(
        rows(&editor),
        [
            "a | Engine 7 · /games/ay",
            "(•) live analysis | analyses the position on the board",
            "[x] queue | analyses records in the background",
            "options … | 3 options",
            "command … | ay",
            "remove …",
            "! b | bee can't be started: no such program",
            "( ) live analysis | analyses the position on the board",
            "[ ] queue | analyses records in the background",
            "options …",
            "command … | bee",
            "remove …",
            "Add",
            "an engine … | type its command",
            "stockfish | /games/stockfish · found in PATH",
        ],
        "one that is here already is not offered"
    );
}

#[test]
fn one_engine_is_chosen_for_live_analysis_and_any_for_the_queue() {
    let editor = cursor_on(introduced(editor().keys("A @")), "live analysis", 1).keys("Enter");
    assert_eq!(written_settings(&editor), "analysis-engine = \"b\"");
    let asked = editor.effects.iter().rev().find_map(|effect| match effect {
        Effect::Analyse(job) => job.engine.clone(),
        _ => None,
    });
    assert_eq!(
        asked,
        EngineCommand::parse("bee").ok(),
        "at once, the analysis being on"
    );
    let marks = |editor: &Editor| {
        let rows = rows(editor).into_iter();
        let rows = rows.filter(|row| row.contains("live analysis") || row.contains("queue"));
        let marks = rows.map(|row| row.chars().take(3).collect::<String>());
        marks.collect::<Vec<_>>()
    };
    assert_eq!(
        marks(&editor),
        ["( )", "[x]", "(•)", "[ ]"],
        "the queue's engine is another choice"
    );
    let editor = cursor_on(editor, "queue", 1).keys("Enter");
    assert_eq!(written_settings(&editor), "queue-engines = \"a,b\"");
    let editor = cursor_on(editor, "queue", 1).keys("Enter");
    assert_eq!(written_settings(&editor), "queue-engines = \"a\"");
    let editor = cursor_on(editor, "queue", 0).keys("Enter");
    assert_eq!(
        editor.status(),
        "at least one engine must analyse records; choose another first"
    );
}

#[test]
fn the_records_of_the_queue_go_to_all_engines_chosen() {
    let editor = editor().call("set queue-engines=a,b").keys("W w");
    let jobs = editor.effects.iter().filter_map(|effect| match effect {
        Effect::Search(job) => Some(&**job),
        _ => None,
    });
    for job in jobs {
        let names: Vec<_> = job.engines.iter().map(|engine| &engine.program).collect();
        assert_eq!(names, [&PathBuf::from("ay"), &PathBuf::from("bee")]);
        assert_eq!(job.jobs, 2, "each has one at once");
    }
}

#[test]
fn an_engine_is_added_by_its_command_once_it_answers_and_then_shows_its_options() {
    let editor = cursor_on(introduced(editor().keys("@")), "an engine …", 0).keys("Enter");
    assert_eq!(editor.prompt().label, "engine");
    let editor = editor.typed("'open").keys("Enter");
    let message = |editor: &Editor| editor.prompt().message.clone().unwrap_or_default();
    assert_eq!(message(&editor), "a quote is not closed");
    let editor = editor.keys("Ctrl-U").typed("bee -x").keys("Enter");
    assert_eq!(message(&editor), "starting it …");
    let editor = introduced(editor);
    assert_eq!(message(&editor), "bee can't be started: no such program");
    let editor = introduced(editor.keys("Ctrl-U").typed("/x/Ay -w").keys("Enter"));
    assert_eq!(editor.prompt().label, "name of the engine");
    assert_eq!(editor.prompt().input.lossy(), "ay");
    let note = editor.prompt().note(&editor.model);
    assert_eq!(note.as_deref(), Some("Engine 7 · 3 options"));
    let editor = editor.keys("Ctrl-U").typed("a").keys("Enter");
    assert_eq!(message(&editor), "there is an engine `a` already");
    let editor = editor.typed(" b").keys("Enter");
    assert_eq!(
        message(&editor),
        "expected letters, digits, `-`, `_` and `.`"
    );
    let editor = editor.keys("Ctrl-U").typed("c").keys("Enter");
    assert_eq!(written_settings(&editor), "c = \"/x/Ay -w\"");
    assert_eq!(editor.report().title, "Options of c");
    assert_eq!(
        rows(&editor),
        [
            "As the engine has them",
            "Hash | 1 to 1024, default 16",
            "Ponder | true or false",
            "Clear Hash | button"
        ]
    );
    let editor = editor.keys("Esc");
    assert_eq!(editor.report().title, "Engines");
    assert!(rows(&editor).contains(&"c | Engine 7 · /x/Ay".to_owned()));
}

#[test]
fn a_key_of_the_page_adds_an_engine() {
    let editor = introduced(editor().keys("@"));
    let note = editor.report().note.clone();
    assert_eq!(note, "a adds an engine, d removes it · /home/config.toml");
    let editor = editor.keys("a");
    assert_eq!(editor.prompt().label, "engine");
    assert_eq!(editor.keys("Esc").report().title, "Engines");
}

#[test]
fn an_option_is_checked_against_the_engines_limits() {
    let editor = cursor_on(introduced(editor().keys("@")), "options …", 0).keys("Enter");
    let editor = editor.keys("Enter");
    assert_eq!(editor.prompt().label, "Hash of a");
    let note = editor.prompt().note(&editor.model);
    assert_eq!(note.as_deref(), Some("1 to 1024, default 16"));
    let editor = editor.typed("4096").keys("Enter");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("option `Hash`: expected a number from 1 to 1024, found `4096`")
    );
    let editor = editor.keys("Ctrl-U").typed("64").keys("Enter");
    assert_eq!(
        written_settings(&editor),
        "a = { command = \"ay\", options = { Hash = \"64\" } }"
    );
    assert_eq!(
        rows(&editor)[..2],
        ["Set", "Hash | 64 · 1 to 1024, default 16"]
    );
    let editor = cursor_on(editor, "Ponder", 0).keys("Enter 1");
    assert!(written_settings(&editor).contains("Ponder = \"true\""));
    let editor = cursor_on(editor, "Clear Hash", 0).keys("Enter");
    assert_eq!(editor.status(), "a button has no value to keep");
    let editor = cursor_on(editor, "Ponder", 0).keys("Enter d");
    let editor = cursor_on(editor, "Hash", 0).keys("Enter Ctrl-U Enter");
    assert_eq!(written_settings(&editor), "a = \"ay\"");
}

#[test]
fn every_word_that_an_option_takes_can_be_chosen() {
    let words: Vec<String> = (1..=12).map(|n| format!("v{n}")).collect();
    let variant = EngineOption {
        name: "Variant".to_owned(),
        default: String::new(),
        kind: OptionKind::Combo(words),
    };
    let mut identity = identity();
    identity.options.push(variant);
    let editor =
        cursor_on(introduced_as(editor().keys("@"), &identity), "options …", 0).keys("Enter");
    let editor = cursor_on(editor, "Variant", 0).keys("Enter 9");
    assert!(written_settings(&editor).contains("Variant = \"v9\""));
    let editor = cursor_on(editor, "Variant", 0).keys("Enter");
    let editor = editor.keys("Down Down Down Enter");
    assert!(written_settings(&editor).contains("Variant = \"v12\""));
}

#[test]
fn an_option_that_the_engine_does_not_offer_is_reported_in_its_row() {
    let value = "set engines.a={ command = \"ay\", options = { Hash = 0, Thread = 2 } }";
    let editor = introduced(editor().call(value).keys("@"));
    let rows = rows(&editor);
    for expected in [
        "! Hash | 0 · option `Hash`: expected a number from 1 to 1024, found `0`",
        "! Thread | 2 · the engine has no such option",
    ] {
        assert!(rows.contains(&expected.to_owned()), "{rows:#?}");
    }
}

#[test]
fn an_engine_is_removed_with_what_names_it() {
    let editor = editor()
        .call("set analysis-engine=b")
        .call("set queue-engines=b");
    let editor = cursor_on(introduced(editor.keys("@")), "remove …", 1).keys("Enter");
    assert_eq!(editor.menu().title, "Remove the engine b");
    assert_eq!(editor.menu().about, ["\"bee\""]);
    let editor = editor.keys("Esc");
    assert!(editor.set().engine("b").is_some());
    let editor = editor.keys("d r");
    let settings = editor.set();
    let names: Vec<_> = settings.engines.iter().map(|engine| &engine.name).collect();
    assert_eq!(names, ["a"]);
    assert_eq!(
        (&settings.analysis_engine, settings.queue_engines.len()),
        (&Vec::new(), 0)
    );
    assert_eq!(written_settings(&editor), "b = nothing");
    assert_eq!(editor.report().title, "Engines");
}

#[test]
fn another_command_keeps_the_options() {
    let value = "set engines.a={ command = \"ay\", args = [\"-x y\"], options = { Hash = 32 } }";
    let editor =
        cursor_on(introduced(editor().call(value).keys("@")), "command …", 0).keys("Enter");
    assert_eq!(editor.prompt().input.lossy(), "ay '-x y'");
    let editor = introduced(editor.keys("Ctrl-U").typed("ay2").keys("Enter"));
    assert_eq!(
        written_settings(&editor),
        "a = { command = \"ay2\", options = { Hash = \"32\" } }"
    );
}

#[test]
fn the_settings_page_opens_the_engines_page() {
    let editor = cursor_on(editor().keys(","), "a", 2).keys("Enter");
    assert_eq!(editor.report().title, "Engines");
    let editor = cursor_on(editor.keys("Esc ,"), "engines …", 0).keys("Enter");
    assert_eq!(editor.report().title, "Engines");
}

#[test]
fn an_option_is_set_by_the_names_of_engine_and_option() {
    let editor = editor().call("set engines.a.Hash=64");
    let expected = "a = { command = \"ay\", options = { Hash = \"64\" } }";
    assert_eq!(written_settings(&editor), expected);
    let editor = editor.call("set engines.a.options.Threads=2");
    assert!(written_settings(&editor).contains("Threads = \"2\""));
    assert_eq!(editor.set().engines.len(), 2);
    let editor = editor.call("set engines.a.Threads=default");
    assert_eq!(written_settings(&editor), expected);
    let editor = editor.call("set engines.a");
    assert_eq!(
        editor.status(),
        "engines.a={ command = \"ay\", options = { Hash = \"64\" } } · set in this session, not saved"
    );
}

#[test]
fn a_program_that_is_not_an_engine_is_reported() {
    let message = |call: &str| {
        let editor = editor().call(call);
        match !editor.has_dialog() {
            true => editor.status().to_owned(),
            false => editor.prompt().message.clone().unwrap_or_default(),
        }
    };
    assert_eq!(message("set engines.x"), "there is no engine `x`");
    assert_eq!(
        message("set engines.=x"),
        "name of an engine: expected a name, found ``"
    );
    assert_eq!(
        message("set engines.a.Threads=default"),
        "`Threads` is not set for `a`"
    );
    let editor = introduced(editor().call("set engines.c=bee"));
    assert_eq!(
        editor.status(),
        "engine b: bee can't be started: no such program",
        "the first of those with this command"
    );
}
