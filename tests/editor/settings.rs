//! Settings changed in the running editor: their effect, the settings file, and the status.

use crate::harness::{Editor, FIVE};
use epdit::editor::command::Id;
use epdit::editor::doc::scan;
use epdit::editor::effect::Effect;
use epdit::editor::overlay::Menu;
use epdit::editor::overlay::report::Sign;
use epdit::editor::settings;
use epdit::editor::state::Pieces;
use epdit::editor::state::settings::{Background, Source, ThemeFile, find};
use epdit::epd::Rules;
use epdit::suite::{SavePolicy, tablebase};
use std::path::{Path, PathBuf};

fn editor() -> Editor {
    let mut editor = Editor::open(FIVE);
    editor.model.settings_file.path = Some(PathBuf::from("/home/config.toml"));
    editor
}

fn written_settings(editor: &Editor) -> Vec<String> {
    let effects = editor.effects.iter();
    let written = effects.filter_map(|effect| match effect {
        Effect::WriteSetting(setting) => {
            let (key, value) = (&setting.entry.key, setting.entry.value.as_deref());
            Some(format!("{key} = {}", value.unwrap_or("the default")))
        }
        _ => None,
    });
    written.collect()
}

fn answered(mut editor: Editor, name: &str, written: Result<usize, &str>) -> Editor {
    let (name, written) = (name.to_owned(), written.map(Some).map_err(str::to_owned));
    editor.tell(move |model| settings::written(model, &name, written, Vec::new()));
    editor
}

#[test]
fn a_setting_takes_effect_at_once_and_is_written() {
    let mut editor = editor().call("set columns=id,ce");
    let names: Vec<_> = editor
        .columns()
        .iter()
        .map(|column| column.name())
        .collect();
    assert_eq!(names, ["id", "ce"]);
    assert_eq!(written_settings(&editor), ["columns = [\"id\", \"ce\"]"]);
    assert_eq!(editor.status(), "columns = [\"id\", \"ce\"]");
    editor = answered(editor, "columns", Ok(7));
    assert_eq!(
        editor.status(),
        "set columns=id,ce · written to config.toml:7"
    );
    let columns = find("columns").expect("a setting");
    assert_eq!(editor.set().source(columns), Source::File { line: 7 });

    editor = editor.call("set save edited").call("set chess960=true");
    assert_eq!(editor.policy(), Some(SavePolicy::Edited));
    assert_eq!(editor.rules(), Rules::Chess960);
    editor = editor.call("set save=ask").call("set chess960=auto").done();
    assert_eq!(editor.policy(), None);
    assert_eq!(
        editor.rules(),
        Rules::Classical,
        "its records need no other"
    );

    editor = editor.call("set mouse=false");
    assert!(editor.has_released_mouse());
    assert!(
        editor
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::ReleaseMouse(true)))
    );

    editor = editor.call("set templates.mine=bm; c0 \"\";");
    assert_eq!(editor.set().templates.len(), 1);
    assert_eq!(
        written_settings(&editor).last().map(String::as_str),
        Some("mine = 'bm; c0 \"\";'")
    );
}

#[test]
fn automatic_drawing_settings_follow_the_terminal() {
    let mut editor = editor().call("set theme=light");
    assert!(
        editor
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Look))
    );
    assert_eq!(editor.set().theme.ground, Some(Background::Light));
    editor.tell(|model| settings::drawn_with(model, true, Pieces::Images, None));
    assert!(editor.model.shows_images);
    assert_eq!(editor.pieces(), Pieces::Images);
}

#[test]
fn a_settings_name_alone_shows_its_value_and_source() {
    let editor = editor().call("set theme");
    assert_eq!(editor.status(), "theme=auto · default");
    assert_eq!(written_settings(&editor), [""; 0]);
    let editor = editor.call("set templates.a=bm;").call("set templates.a");
    assert_eq!(
        editor.status(),
        "templates.a=\"bm;\" · set in this session, not saved"
    );
    let editor = editor.call("set templates.b");
    assert_eq!(editor.status(), "there is no template `b`");
}

#[test]
fn a_changed_command_line_option_is_said_to_apply_again_at_the_next_start() {
    let mut editor = editor();
    let known = editor.settings();
    known
        .set("theme", "dark", Source::CommandLine)
        .expect("right");
    let editor = answered(editor.call("set theme=light"), "theme", Ok(1));
    assert_eq!(
        editor.status(),
        "set theme=light · written to config.toml:1 · the option --theme overrides it"
    );
}

#[test]
fn a_setting_that_cannot_be_written_applies_until_the_editor_ends() {
    let editor = answered(editor().call("set mouse=false"), "mouse", Err("read-only"));
    assert_eq!(
        editor.status(),
        "mouse is set for this session only: can't write it: read-only"
    );
    assert!(editor.has_released_mouse());
    let nowhere = Editor::open(FIVE).call("set mouse=false");
    assert_eq!(
        nowhere.status(),
        "mouse = false for this session only: there is no settings file"
    );
}

#[test]
fn an_invalid_setting_keeps_the_prompt_open_with_an_error() {
    let editor = editor().call("set thme=light");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("unknown setting `thme`; did you mean `theme`?")
    );
    assert_eq!(written_settings(&editor), [""; 0]);
    let editor = editor.keys("Esc").call("set id \"a\"");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("unknown setting `id` · `set-op id …` sets an operation")
    );
    let editor = editor.keys("Esc").call("set");
    assert_eq!(editor.prompt().label, "set");
    let editor = editor.typed("thm").keys("Tab");
    assert_eq!(editor.prompt().input.lossy(), "thm");
    let editor = editor.keys("Backspace").keys("Backspace Tab");
    assert_eq!(editor.prompt().input.lossy(), "theme=");
}

#[test]
fn the_page_shows_every_setting_and_a_row_sets_it() {
    let mut editor = editor().keys(",");
    let rows = editor.listed();
    for name in epdit::editor::state::settings::all() {
        assert!(
            rows.iter().any(|row| row.starts_with(name.name)),
            "{}: {rows:#?}",
            name.name
        );
    }
    assert!(rows.contains(&"light".to_owned()));
    // The first setting is `save`, its second value `all`.
    editor = editor.keys("Down Enter");
    assert_eq!(written_settings(&editor), ["save = \"all\""]);
    assert_eq!(editor.policy(), Some(SavePolicy::All));
    assert_eq!(editor.report().title, "Settings");
    assert_eq!(editor.report().cursor, 2);
    editor = answered(editor, "save", Ok(3));
    assert_eq!(editor.report().rows[0].label, "save · config.toml:3");
}

#[test]
fn columns_are_typed_on_the_page() {
    let mut editor = editor().keys(",");
    let row = editor
        .listed()
        .iter()
        .position(|row| row.starts_with("line,side"))
        .expect("the columns");
    for _ in 0..row {
        if editor.report().cursor < row {
            editor = editor.keys("Down");
        }
    }
    assert_eq!(editor.report().cursor, row);
    editor = editor.keys("Enter");
    assert_eq!(editor.prompt().label, "columns");
    editor = editor.keys("Ctrl-U Ctrl-K").typed("id,,").keys("Enter");
    assert!(editor.prompt().message.is_some());
    editor = editor.keys("Ctrl-U").typed("id,acd").keys("Enter");
    assert_eq!(editor.report().title, "Settings");
    assert_eq!(written_settings(&editor), ["columns = [\"id\", \"acd\"]"]);
}

#[test]
fn mistakes_in_the_file_are_shown_in_full() {
    let mut editor = editor().sized(80, 24);
    let problem = "config.toml:3:9: `theme`: expected auto, dark, light or the name of a theme file in the folder, found nothing of the kind";
    editor.model.settings_file.problems = vec![problem.to_owned()];
    let editor = editor.keys(",");
    let rows = editor.listed();
    let shown: Vec<&str> = rows
        .iter()
        .skip(1)
        .take_while(|row| !row.starts_with("save"))
        .map(String::as_str)
        .collect();
    assert_eq!(shown.join(" "), problem);
    assert!(shown.len() > 1 && shown.iter().all(|row| row.chars().count() < 76));
}

#[test]
fn errors_of_a_theme_stay_on_the_page() {
    let mut editor = editor();
    let theme = ThemeFile::read(
        "mine",
        b"accent = 'no colour'\n",
        &epdit::editor::widgets::theme::role_names(),
    );
    assert_eq!(theme.mistakes.len(), 1);
    editor.settings().know_themes(vec![theme]);
    let settings = editor.settings();
    let by_option = settings.set("theme", "mine", Source::CommandLine);
    assert_eq!(by_option, Ok(()));
    let problem = |editor: &Editor| editor.listed().get(1).cloned().unwrap_or_default();
    let mut editor = editor.keys(",");
    assert!(
        problem(&editor).starts_with("themes/mine.toml:1:"),
        "{}",
        problem(&editor)
    );
    editor = answered(editor.call("set save=all"), "save", Ok(3)).keys(",");
    assert_eq!(
        editor.report().rows[0].label,
        "Problems in the theme file; all other settings apply"
    );
    assert!(
        problem(&editor).starts_with("themes/mine.toml:1:"),
        "{}",
        problem(&editor)
    );
    let editor = answered(editor.call("set theme=dark"), "theme", Ok(4)).keys(",");
    assert!(editor.report().rows[0].label.starts_with("save"));
}

#[test]
fn the_palette_finds_the_settings_by_the_words_people_type() {
    for word in ["preferences", "config", "options", "settings", "theme"] {
        let editor = editor().keys("Ctrl-P").typed(word);
        assert!(
            editor.rows().iter().any(|row| row.starts_with("Settings")),
            "{word}: {:?}",
            editor.rows()
        );
    }
    assert_eq!(editor().key(Id::Settings), ",");
}

#[test]
fn existing_theme_files_are_offered_and_chosen_by_keys() {
    let file = ThemeFile {
        name: "paper".to_owned(),
        base: Some(Background::Light),
        ..ThemeFile::default()
    };
    let before = editor().call("set theme=paper");
    assert_eq!(
        written_settings(&before),
        [""; 0],
        "there is none of the name yet"
    );
    let mut editor = editor().keys(": s e t Space t h e m e =");
    let asked = |effect: &Effect| matches!(effect, Effect::FindThemes(path) if path.ends_with("config.toml"));
    assert!(editor.effects.iter().any(asked));
    editor.tell(|model| settings::found_themes(model, vec![file]));
    editor = editor.keys("p Tab Enter");
    assert_eq!(written_settings(&editor), ["theme = \"paper\""]);
    assert_eq!(editor.set().theme.ground, Some(Background::Light));
    let chosen = editor.set().own_theme();
    assert_eq!(chosen.map(|theme| theme.name.as_str()), Some("paper"));
}

/// Returns the label of the row with the cursor, and whether it is checked.
fn row(editor: &Editor) -> (String, bool) {
    let report = editor.report();
    let row = report.rows.get(report.cursor).expect("a row");
    (row.label.clone(), row.sign == Some(Sign::Checked(true)))
}

#[test]
fn left_and_right_change_the_setting_under_the_cursor_and_wrap() {
    let editor = editor().keys(", Right");
    assert_eq!(row(&editor), ("all".to_owned(), true));
    let editor = editor.keys("Right Right");
    assert_eq!(row(&editor), ("ask".to_owned(), true));
    let editor = editor.keys("Left");
    assert_eq!(row(&editor), ("edited".to_owned(), true));
    assert_eq!(editor.policy(), Some(SavePolicy::Edited));
    assert_eq!(
        written_settings(&editor).last().map(String::as_str),
        Some("save = \"edited\"")
    );
    // From a value that is not set, an arrow goes to the neighbour of the one that is set.
    let editor = editor.keys("Home Left");
    assert_eq!(row(&editor), ("all".to_owned(), true));
    let editor = editor.keys("End Right");
    assert_eq!(
        editor.report().title,
        "Settings",
        "no value to choose there"
    );
}

#[test]
fn a_setting_is_reset_to_its_default_and_removed_from_the_file() {
    let editor = editor().call("set save=all").call("set save=default");
    assert_eq!(editor.policy(), None);
    assert_eq!(
        written_settings(&editor),
        ["save = \"all\"", "save = the default"]
    );
    assert_eq!(editor.status(), "save = ask again");
    let mut editor = editor;
    editor.tell(|model| settings::written(model, "save", Ok(None), Vec::new()));
    assert_eq!(
        editor.status(),
        "set save to its default, ask · removed from config.toml"
    );
    let save = find("save").expect("a setting");
    assert_eq!(editor.set().source(save), Source::Default);

    let editor = editor.call("set keys.settings=F5");
    assert_eq!(editor.key_name(Id::Settings), "F5");
    let editor = editor.call("set keys.settings=default");
    assert_eq!(editor.key_name(Id::Settings), ",");
    assert_eq!(
        written_settings(&editor).last().map(String::as_str),
        Some("settings = the default")
    );
    let editor = editor
        .call("set templates.a=bm;")
        .call("set templates.a default");
    assert!(editor.set().templates.is_empty());
}

#[test]
fn a_name_that_is_completed_offers_its_values_at_once() {
    let editor = editor().keys(": s e t Space t h Tab");
    let offered = editor.asking().choices.iter();
    let offered: Vec<&str> = offered.map(|(name, _)| name.as_str()).collect();
    assert_eq!(offered, ["auto", "dark", "light", "default"]);
    let editor = editor.keys("Tab Tab Enter");
    assert_eq!(written_settings(&editor), ["theme = \"dark\""]);
}

/// Returns the setting with the page's cursor, and the text of its row.
fn setting_here(editor: &Editor) -> (String, String) {
    let report = editor.report();
    let above = report.rows.iter().take(report.cursor).rev();
    let head = above.clone().find(|row| row.heading);
    let name = head.map_or("", |row| row.label.as_str());
    let name = name.split(' ').next().unwrap_or_default();
    let row = &report.rows[report.cursor];
    (name.to_owned(), row.label.clone())
}

#[test]
fn tab_on_the_settings_page_goes_to_the_value_of_the_next_setting_and_changes_none() {
    for (keys, expected) in [("Tab", "backup"), ("Tab Tab", "theme"), ("End Tab", "save")] {
        let editor = editor().keys(",").keys(keys);
        let (name, label) = setting_here(&editor);
        assert_eq!(name, expected, "{keys}");
        let setting = find(&name).expect("a setting");
        let shown = match setting.text(editor.set()).as_str() {
            "true" => "on".to_owned(),
            "false" => "off".to_owned(),
            word => word.to_owned(),
        };
        assert_eq!(label, shown, "{keys}");
        assert!(written_settings(&editor).is_empty(), "{keys}");
    }
    // Enter, Space and the arrows change a setting.
    for keys in ["Right", "Left", "Down Enter", "Down Space"] {
        let editor = editor().keys(",").keys(keys);
        assert_eq!(written_settings(&editor).len(), 1, "{keys}");
    }
}

#[test]
fn a_key_is_bound_by_naming_the_command_and_pressing_the_key() {
    for word in [
        "new key",
        "rebind",
        "shortcut",
        "key binding",
        "change a key",
    ] {
        let editor = editor().keys("Ctrl-P").typed(word);
        assert!(
            editor
                .rows()
                .iter()
                .any(|row| row.starts_with("Change a key")),
            "{word}: {:?}",
            editor.rows()
        );
    }
    let open = || editor().call("change-key").typed("save").keys("Enter");
    let chosen = open();
    assert_eq!(chosen.prompt().label, "new key");
    let said = |editor: &Editor| editor.prompt().message.clone().unwrap_or_default();
    let wrong = open().keys("d");
    assert!(said(&wrong).contains("use F5"), "{}", said(&wrong));
    // A clash is reported as soon as the key is pressed, and Enter does not override it.
    let clash = open().keys("F8");
    for clash in [said(&clash), said(&open().keys("F8 Enter"))] {
        assert!(clash.contains("`review-changes` already"), "{clash}");
    }
    assert_eq!(clash.key_name(Id::ReviewChanges), "F8");
    // Keys don't run their commands here, and Enter alone sets no key.
    assert_eq!(
        said(&open().keys("Enter")),
        "press a key first · Esc cancels"
    );
    let other = open().keys("Ctrl-P Ctrl-Q");
    assert_eq!(other.prompt().input.lossy(), "Ctrl-Q");
    assert!(!other.wants_to_quit());
    let cancelled = open().keys("F5 Esc");
    assert!(!cancelled.has_dialog());
    assert_eq!(cancelled.key_name(Id::Save), "Ctrl-S");
    let pressed = clash.keys("F5");
    assert_eq!(
        pressed.prompt().note(&pressed.model).as_deref(),
        Some("free · Enter gives it to \"Save\" in place of ^S, or press another key")
    );
    assert_eq!(pressed.key_name(Id::Save), "Ctrl-S");
    let editor = pressed.keys("Enter");
    assert!(!editor.has_dialog());
    let words = "F5 now runs \"Save\" · ^S no longer does";
    assert_eq!(editor.status(), words);
    let editor = answered(editor, "keys.save", Ok(3));
    assert_eq!(
        editor.status(),
        format!("{words} · written to config.toml:3")
    );
    assert_eq!(editor.key_name(Id::Save), "F5");
}

#[test]
fn a_key_typed_as_a_setting_is_reported_like_a_pressed_one() {
    let editor = editor().call("set keys.save=F5");
    assert_eq!(editor.status(), "F5 now runs \"Save\" · ^S no longer does");
}

#[test]
fn the_settings_page_opens_the_prompt_to_bind_a_key() {
    let mut editor = editor().keys(",");
    // Down to the row that opens the list of commands.
    while editor.layer::<Menu>().is_none() {
        let before = editor.report().cursor;
        editor = editor.keys("Down");
        assert_ne!(editor.report().cursor, before, "the end of the page");
        let row = &editor.report().rows[editor.report().cursor];
        if row.label == "change a key" {
            editor = editor.keys("Enter");
        }
    }
    assert_eq!(editor.picker().title, "Change the key of");
}

#[test]
fn tablebases_show_results_on_the_board_and_problems_in_records() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/syzygy");
    if !folder.is_dir() {
        return eprintln!("skipped: tablebases: there is no ../shared/syzygy");
    }
    let text = "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd5;\n4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd6;\n";
    let mut editor = Editor::open(text).call(&format!("set syzygy={}", folder.display()));
    let asked = editor.effects.iter().find_map(|effect| match effect {
        Effect::OpenTables(folder) => Some(folder.clone()),
        _ => None,
    });
    assert_eq!(asked.as_ref(), Some(&folder));
    editor.tell(move |model| {
        let opened = tablebase::open(&folder).map_err(|error| error.to_string());
        scan::opened_tables(model, &folder, opened);
    });
    let editor = editor.done();
    assert!(editor.screen().contains("won · DTZ 3"));
    assert!(editor.screen().contains("throws the win away"));
    // On the second move Black has the opposition.
    let editor = editor.keys("j Tab K d 6").done();
    assert!(!editor.screen().contains("throws the win away"));
    assert!(editor.screen().contains("lost · DTZ -2"));
    let editor = editor.call("set syzygy=none").done();
    assert!(!editor.screen().contains("DTZ"));
}

#[test]
fn tablebases_that_cannot_be_read_are_reported() {
    let none = || Err("no tables in it".to_owned());
    let mut editor = Editor::open(FIVE)
        .call("set syzygy=old")
        .call("set syzygy=new");
    let said = editor.status().to_owned();
    editor.tell(move |model| scan::opened_tables(model, Path::new("old"), none()));
    assert_eq!(
        editor.status(),
        said,
        "the settings name another folder by now"
    );
    editor.tell(move |model| scan::opened_tables(model, Path::new("new"), none()));
    assert_eq!(
        editor.status(),
        "can't read the tablebases of `syzygy`: no tables in it"
    );
}
