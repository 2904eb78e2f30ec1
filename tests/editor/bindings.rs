//! Key bindings in the settings: where they apply, where they are shown, and which ones are refused.

use crate::harness::{Editor, FIVE};
use epdit::editor;
use epdit::editor::command::{Commands, Context, Id};
use epdit::editor::effect::Effect;
use epdit::editor::state::settings::{Settings, template};

/// Returns the commands bound by a settings file, and the mistakes in it.
fn bound(keys: &str) -> (Commands, Vec<String>) {
    let mut settings = Settings::default();
    let mut mistakes = settings.read(format!("[keys]\n{keys}").as_bytes());
    let mut commands = editor::commands();
    mistakes.extend(commands.rebind(&settings.keys));
    (commands, mistakes.iter().map(ToString::to_string).collect())
}

fn keys_of(commands: &Commands, id: Id) -> Vec<String> {
    let places = commands.keymap.places(id).iter();
    places
        .map(|(context, key)| format!("{} {key}", context.name()))
        .collect()
}

/// Checks the keys of a command after a valid change.
fn check(keys: &str, id: Id, expected: &[&str]) {
    let (commands, mistakes) = bound(keys);
    assert_eq!(mistakes, [""; 0], "{keys}");
    assert_eq!(keys_of(&commands, id), expected, "{keys}");
}

fn wrong(keys: &str, expected: &str) {
    let (commands, mistakes) = bound(keys);
    assert_eq!(mistakes, [expected], "{keys}");
    assert_eq!(commands.keymap, editor::commands().keymap, "{keys}");
}

#[test]
fn keys_in_the_settings_replace_the_default_keys_of_a_command() {
    check("save = \"F5\"", Id::Save, &["everywhere F5"]);
    check(
        "save = [\"F5\", \"Ctrl-S\"]",
        Id::Save,
        &["everywhere F5", "everywhere Ctrl-S"],
    );
    check("suspend = \"F10\"", Id::Suspend, &["everywhere F10"]);
    check("suspend = \"Z\"", Id::Suspend, &["panes Z"]);
    check("flip = { board = \"F\" }", Id::Flip, &["play v", "board F"]);
    check("help = []", Id::Help, &[]);
    check(
        "complete-word = { query = \"F5\" }",
        Id::CompleteWord,
        &["query F5"],
    );
}

#[test]
fn two_commands_can_swap_their_keys() {
    let (commands, mistakes) = bound("save = \"Ctrl-Q\"\nquit = \"Ctrl-S\"");
    assert_eq!(mistakes, [""; 0]);
    let of = |key: &str| {
        let found = commands.of_key(Context::Board, key.parse().expect("a key"));
        found.map(|(command, _)| command.id)
    };
    assert_eq!(of("Ctrl-Q"), Some(Id::Save));
    assert_eq!(of("Ctrl-S"), Some(Id::Quit));
}

#[test]
fn default_keys_stay_where_the_new_keys_cannot_be_used() {
    let (commands, mistakes) = bound("down = [\";\"]\nnext-match = \"F3\"");
    assert_eq!(mistakes, [""; 0]);
    let down = |context, key: &str| {
        let found = commands.of_key(context, key.parse().expect("a key"));
        found.is_some_and(|(command, _)| command.id == Id::Down)
    };
    assert!(down(Context::Picker, "Down"), "letters are typed there");
    assert!(!down(Context::Picker, ";"));
}

#[test]
fn invalid_key_bindings_are_reported_and_the_defaults_kept() {
    wrong(
        "\nsave = \"Ctrl-Q\"",
        "3:8: `Ctrl-Q` is `quit` already (Everywhere); give that another key",
    );
    wrong(
        "savee = \"F5\"",
        "2:9: unknown command `savee`; did you mean `save`?",
    );
    wrong(
        "flip = { bord = \"F\" }",
        "2:8: unknown place `bord`; did you mean `board`?",
    );
    wrong(
        "save = \"Ctrl-I\"",
        "2:8: `Ctrl-I` can't be bound: to a terminal it is Tab",
    );
    wrong(
        "save = \"Ctrl-m\"",
        "2:8: `Ctrl-m` can't be bound: to a terminal it is Enter",
    );
    wrong(
        "save = \"Ctrl-J\"",
        "2:8: `Ctrl-J` can't be bound: to a terminal it is Enter",
    );
    wrong(
        "save = \"Ctrl-H\"",
        "2:8: `Ctrl-H` can't be bound: to a terminal it is Backspace",
    );
    wrong(
        "save = \"Ctrl-[\"",
        "2:8: `Ctrl-[` can't be bound: to a terminal it is Esc",
    );
    wrong(
        "save = \"Ctrl-1\"",
        "2:8: `Ctrl-1` can't be bound: many terminals don't send it",
    );
    wrong(
        "save = \"Ctrl-Shift-S\"",
        "2:8: `Ctrl-Shift-S` can't be bound: terminals send the same for it as without Shift",
    );
    wrong(
        "save = \"Alt-S\"",
        "2:8: `save` needs a key without Alt, too: some terminals keep Alt for themselves",
    );
    wrong(
        "save = \"Strg-S\"",
        "2:8: expected a key as `Ctrl-S`, `F5` or `x`, found `Strg-S`",
    );
    wrong(
        "save = \"s\"",
        "2:8: `save` also works in text, where `s` types a letter; use F5, or `{ board = \"s\" }`",
    );
    wrong("close = []", "2:9: `close` needs a key");
    wrong(
        "save = 3",
        "2:8: `keys`: expected a key or a list of keys, found 3",
    );
}

#[test]
fn a_key_is_refused_when_an_enclosing_or_inner_context_uses_it() {
    for (key, other) in [
        ("Tab", "next-pane` already (In every pane)"),
        ("Esc", "close` already (In every pane)"),
        (",", "settings` already (In every pane)"),
        ("?", "help` already (In every pane)"),
    ] {
        let (_, mistakes) = bound(&format!("undo = \"{key}\""));
        let expected = format!("2:8: `{key}` is `{other}; give that another key");
        assert_eq!(mistakes, [expected]);
        let editor = Editor::open(FIVE).call(&format!("set keys.undo={key}"));
        assert!(editor.status().contains(other), "{}", editor.status());
        assert_eq!(editor.key_name(Id::Undo), "Ctrl-Z");
    }
    wrong(
        "flip = \"F8\"",
        "2:8: `F8` is `review-changes` already (In every pane); give that another key",
    );
    let (commands, mistakes) = bound("flip = \"F5\"\nsave = \"F5\"");
    assert_eq!(
        mistakes,
        ["3:8: `F5` is `flip` already (Board: Set up); give that another key"]
    );
    assert_eq!(keys_of(&commands, Id::Save), ["everywhere Ctrl-S"]);
    let editor = Editor::open(FIVE)
        .call("set keys.save=F5")
        .call("set keys.flip=F5");
    assert!(
        editor
            .status()
            .starts_with("`F5` is `save` already (Everywhere)"),
        "{}",
        editor.status()
    );
    assert_eq!(editor.key_name(Id::Flip), "v");
}

#[test]
fn commands_that_share_a_key_in_the_table_can_share_another() {
    let (commands, mistakes) = bound("close = [\"Esc\", \"F5\"]\ncancel = [\"Esc\", \"F5\"]");
    assert_eq!(mistakes, [""; 0]);
    assert_eq!(
        keys_of(&commands, Id::Cancel),
        ["text Esc", "text F5"],
        "shared like Esc in the default table"
    );
}

#[test]
fn the_default_keys_are_valid_settings() {
    for row in editor::commands().all() {
        let mut by_place = std::collections::BTreeMap::<_, Vec<_>>::new();
        for (context, key) in row.keys {
            let keys = by_place.entry(context.name()).or_default();
            keys.push(format!("'{key}'"));
        }
        let places: Vec<String> = by_place
            .iter()
            .map(|(place, keys)| format!("{place} = [{}]", keys.join(", ")))
            .collect();
        let (_, mistakes) = bound(&format!("{} = {{ {} }}", row.id.name(), places.join(", ")));
        // Where operands are stepped or switched, Space can't be distinguished from typing.
        let taken = mistakes
            .iter()
            .find(|mistake| mistake.contains(" already "));
        assert_eq!(taken, None, "{}", row.id.name());
    }
}

#[test]
fn help_hints_and_palette_show_the_keys_that_are_bound() {
    let mut editor = Editor::open(FIVE);
    let mut settings = Settings::default();
    settings.read(b"[keys]\nundo = 'F11'\nfilter = 'F5'\n");
    assert_eq!(editor.model.commands.rebind(&settings.keys), []);
    assert_eq!(editor.key(Id::Undo), "F11");
    let editor = editor.keys("?");
    let shown = format!("{:?}", editor.pager().lines);
    assert!(
        shown.contains("\"F11\"") && !shown.contains("Ctrl-Z"),
        "{shown}"
    );
    let editor = editor.keys("Esc").keys("F5");
    assert_eq!(editor.prompt().label, "filter");
}

#[test]
fn keys_are_set_in_the_running_editor_and_written() {
    let mut editor = Editor::open(FIVE);
    editor.model.settings_file.path = Some("/home/config.toml".into());
    let editor = editor.call("set keys.settings=F5 ,").keys("F5");
    assert_eq!(editor.report().title, "Settings");
    let written = editor.effects.iter().find_map(|effect| match effect {
        Effect::WriteSetting(setting) => Some(setting.entry.clone()),
        _ => None,
    });
    let entry = written.expect("written");
    assert_eq!(
        (entry.table, &*entry.key, entry.value.as_deref()),
        (Some("keys"), "settings", Some("[\"F5\", \",\"]"))
    );
    let editor = editor.keys("Esc").call("set keys.save=Ctrl-Q");
    assert_eq!(
        editor.status(),
        "`Ctrl-Q` is `quit` already (Everywhere); give that another key"
    );
    assert_eq!(editor.key_name(Id::Save), "Ctrl-S");
}

#[test]
fn the_keys_of_the_template_can_be_bound() {
    let text: String = template()
        .lines()
        .skip_while(|line| *line != "# [keys]")
        .filter_map(|line| line.strip_prefix("# "))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut settings = Settings::default();
    assert_eq!(settings.read(text.as_bytes()), []);
    assert_eq!(settings.keys.len(), 3);
    assert_eq!(editor::commands().rebind(&settings.keys), []);
}

#[test]
fn quit_keeps_a_key_and_so_does_the_palette_or_the_command_line() {
    let (commands, mistakes) = bound("quit = []\nquit-without-saving = []");
    assert_eq!(
        mistakes,
        ["2:8: `quit` needs a key: without one there is no way out"]
    );
    let own = editor::commands();
    assert_eq!(keys_of(&commands, Id::Quit), keys_of(&own, Id::Quit));
    check("palette = []", Id::Palette, &[]);
    let (commands, mistakes) = bound("palette = []\ncommand-line = []");
    assert_eq!(
        mistakes,
        [
            "3:16: `command-line` needs a key, since `palette` has none: without one most commands are out \
             of reach"
        ]
    );
    let kept = keys_of(&commands, Id::CommandLine);
    assert_eq!(kept, keys_of(&own, Id::CommandLine));
    // Other commands took its keys one by one.
    let (commands, mistakes) = bound("save = \"Ctrl-Q\"\nundo = \"F9\"\nquit = \"F9\"");
    assert!(!keys_of(&commands, Id::Quit).is_empty(), "{mistakes:?}");
}

#[test]
fn keys_needed_to_leave_cannot_be_unbound() {
    let editor = Editor::open(FIVE)
        .call("set keys.quit-without-saving=")
        .call("set keys.quit=");
    assert_eq!(
        editor.status(),
        "`quit` needs a key: without one there is no way out"
    );
    let editor = editor
        .call("set keys.palette=")
        .call("set keys.command-line=");
    assert!(
        editor.status().starts_with("`command-line` needs a key"),
        "{}",
        editor.status()
    );
    let editor = editor.keys(":").typed("quit").keys("Enter");
    assert!(editor.wants_to_quit());
}

#[test]
fn the_hint_about_an_illegal_position_names_the_bound_key() {
    let illegal = "4k3/4R3/8/8/8/8/8/4K3 w - - id \"a\";\n";
    let editor = Editor::open(illegal).call("play");
    assert_eq!(editor.status(), "the position is illegal · ] shows why");
    let editor = editor.call("set keys.next-problem=F5").call("play");
    assert_eq!(editor.status(), "the position is illegal · F5 shows why");
}
