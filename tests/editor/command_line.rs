//! The command line: commands typed by their names, with their arguments.

use crate::harness::{Editor, FIVE};
use epdit::editor::command::Id;
use epdit::editor::effect::Effect;
use epdit::editor::flows::bulk::preview::Preview;
use epdit::editor::flows::open;
use epdit::editor::overlay::Prompt;
use epdit::editor::state::FolderEntry;
use epdit::editor::state::view::{Page, Pane};

fn line(text: &str) -> Editor {
    Editor::open(FIVE).keys(":").typed(text)
}

fn done(text: &str) -> Editor {
    line(text).keys("Enter").done()
}

/// Returns the names offered, without their descriptions.
fn offered(editor: &Editor) -> Vec<&str> {
    let choices = editor.asking().choices.iter();
    choices.map(|(name, _)| name.as_str()).collect()
}

fn message(editor: &Editor) -> &str {
    editor.prompt().message.as_deref().unwrap_or_default()
}

fn typed(editor: &Editor) -> String {
    editor.prompt().input.lossy().into_owned()
}

fn previewed(editor: &Editor) -> String {
    let preview: &Preview = editor.layer().expect("a change is shown");
    preview.summary().to_owned()
}

fn opens(editor: &Editor) -> Option<String> {
    editor.effects.iter().find_map(|effect| match effect {
        Effect::Open { path, .. } => Some(path.to_string_lossy().into_owned()),
        _ => None,
    })
}

#[test]
fn an_id_typed_on_the_command_line_goes_to_its_record() {
    assert_eq!(done("A.3").selected(), 3);
    assert_eq!(done("\"A.4\"").selected(), 4);
    // A number is a line, and a word that looks like a command is a command.
    assert_eq!(done("2").selected(), 1);
    let editor = done("no-such-thing");
    assert!(editor.layer::<Prompt>().is_some(), "{}", editor.status());
    assert_eq!(message(&done("A.99")), "no record has the id A.99");
    // When two records have the id, the status says so, and the next time the other one is shown.
    let two = "4k3/8/8/8/8/8/8/4K3 w - - id \"A.1\";\n".repeat(2);
    let editor = Editor::open(&two).keys(":").typed("A.1").keys("Enter");
    assert_eq!(editor.selected(), 1);
    assert_eq!(editor.status(), "line 1 has the same id");
    let editor = editor.keys(":").typed("A.1").keys("Enter");
    assert_eq!(editor.selected(), 0);
}

#[test]
fn w_and_q_save_and_quit_as_in_vim() {
    let editor = done("w");
    assert_eq!(editor.prompt().label, "save as", "the text has no file yet");
    let editor = done("w no/such/folder/a b.epd");
    assert!(editor.status().contains("not saved"), "{}", editor.status());
    assert!(done("q").wants_to_quit());
    assert!(done("wq").wants_to_quit(), "nothing is to be saved");
    assert!(done("x").wants_to_quit());
    assert!(done("q!").wants_to_quit());
    let changed = |text: &str| {
        Editor::open(FIVE)
            .keys("Delete :")
            .typed(text)
            .keys("Enter")
            .done()
    };
    assert_eq!(changed("q").menu().title, "Quit");
    assert!(!changed("q").wants_to_quit());
    assert!(changed("q!").wants_to_quit());
    assert_eq!(changed("wq").prompt().label, "save as");
}

#[test]
fn a_file_is_saved_under_the_name_typed_and_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two words.epd");
    let editor = done(&format!("wq {}", path.display()));
    assert!(editor.wants_to_quit(), "{}", editor.status());
    let written = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(written.lines().count(), 5);
    let path = folder.path().join("b.epd");
    let editor = Editor::open(FIVE)
        .read_only()
        .keys(":")
        .typed(&format!("w {}", path.display()))
        .keys("Enter")
        .done();
    assert!(
        path.exists(),
        "a copy of a file open read-only: {}",
        editor.status()
    );
}

#[test]
fn files_are_opened_by_path_and_line_and_new_ones_without_a_name() {
    assert_eq!(opens(&done("e a.epd:12")).as_deref(), Some("a.epd:12"));
    assert_eq!(opens(&done("edit ~/a b.epd")).as_deref(), Some("~/a b.epd"));
    assert_eq!(opens(&done("new b.epd")).as_deref(), Some("b.epd"));
    let editor = done("new");
    assert_eq!((editor.text().as_str(), editor.file_count()), ("", 2));
    assert_eq!(
        editor.status(),
        "new file · the first save asks for its name"
    );
    let editor = editor.keys("o Ctrl-S");
    assert_eq!(editor.prompt().label, "save as");
}

#[test]
fn a_number_a_percentage_and_the_dollar_are_places() {
    for (text, line) in [
        ("3", 2),
        ("5", 4),
        ("50%", 2),
        ("100%", 4),
        ("$", 4),
        ("1", 0),
    ] {
        let editor = Editor::open(FIVE).keys("j :").typed(text).keys("Enter");
        assert_eq!(editor.selected(), line, "{text}");
        assert!(!editor.has_dialog(), "{text}");
    }
    let editor = done("99");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some("expected a line from 1 to 5, found 99")
    );
}

#[test]
fn a_query_is_counted_while_it_is_typed_and_filters() {
    let editor = line("query bm ~ /^e/").done();
    assert_eq!(message(&editor), "3 records");
    let editor = editor.keys("Enter").done();
    assert_eq!(editor.row_count(), 3);
    let wrong = line("query bm = ");
    assert!(wrong.asking().unfinished);
    let wrong = line("query side = x ");
    assert_eq!(wrong.asking().error.map(|span| span.range()), Some(13..14));
    assert!(wrong.keys("Enter").prompt().label == ":", "it stays open");
}

#[test]
fn bulk_edits_go_to_their_preview_without_a_prompt() {
    for (text, summary) in [
        ("set-operation acd 20", "4 lines to change"),
        ("remove bm", "4 lines to change"),
        ("rename bm am", "4 lines to change"),
        ("renumber WAC.{n:03}", "4 lines to change"),
    ] {
        let editor = done(text);
        assert!(
            previewed(&editor).contains(summary),
            "{text}: {}",
            previewed(&editor)
        );
        let editor = editor.keys("Enter Ctrl-Z");
        assert_eq!(editor.text(), FIVE, "{text} is one step to undo");
    }
    let editor = done("renumber WAC.{n:03}").keys("Enter");
    assert!(
        editor.line(4).ends_with("id \"WAC.004\";"),
        "{}",
        editor.line(4)
    );
}

#[test]
fn an_error_on_the_command_line_is_shown_at_its_place() {
    for (text, place, says) in [
        (
            "qiut",
            0..4,
            "`qiut` is not a command; did you mean `quit`?",
        ),
        ("xyzzy", 0..5, "`xyzzy` is not a command"),
        ("undo", 0..4, "nothing to undo"),
        (
            "flip twice",
            5..10,
            "`flip` takes no arguments, found `twice`",
        ),
        (
            "rename-opcodes c9 -",
            18..19,
            "expected a new opcode, found `-`",
        ),
        (
            "perft-depth 12",
            12..14,
            "expected a number from 1 to 9, found `12`",
        ),
    ] {
        let editor = line(text).keys("Enter");
        let found = editor.asking().error.map(|span| span.range());
        assert_eq!(found, Some(place), "{text}: {}", message(&editor));
        assert!(
            message(&editor).starts_with(says),
            "{text}: {}",
            message(&editor)
        );
        assert_eq!(typed(&editor), text);
        assert_eq!(editor.text(), FIVE);
    }
}

#[test]
fn similar_names_are_offered_for_an_unknown_command() {
    assert_eq!(offered(&line("qiut")), ["quit"]);
    assert_eq!(offered(&line("renumbr")), ["renumber"]);
    assert!(offered(&line("xyzzy")).is_empty());
}

#[test]
fn command_names_are_completed_by_any_of_their_words() {
    let first = |text: &str| offered(&line(text)).first().map(|name| (*name).to_owned());
    assert_eq!(first("dup").as_deref(), Some("duplicate-record"));
    assert_eq!(first("ren").as_deref(), Some("rename-opcodes"));
    assert!(offered(&line("operat")).contains(&"set-operation"));
    assert!(offered(&line("dedup")).contains(&"dedupe"));
    let editor = line("toggle-ch").keys("Tab");
    assert_eq!(typed(&editor), "toggle-chess960");
    let editor = line("renum").keys("Tab");
    assert_eq!(typed(&editor), "renumber");
    let editor = line("save").keys("Tab Tab Shift-Tab");
    assert_eq!(typed(&editor), "save-as");
}

#[test]
fn commands_that_need_a_prompt_are_not_offered() {
    let editor = line("");
    for hidden in [
        "complete-word",
        "prompt-down",
        "accept",
        "choose",
        "accept-change",
    ] {
        assert!(!offered(&editor).contains(&hidden), "{hidden}");
    }
    assert_eq!(offered(&editor).first(), Some(&"save"));
}

#[test]
fn opcodes_choices_and_the_words_of_a_query_are_completed() {
    assert_eq!(offered(&line("rename bm ac")), ["acn", "acs", "acd"]);
    assert_eq!(offered(&line("dedupe po")), ["position"]);
    assert_eq!(offered(&line("dedupe position la")), ["last"]);
    assert_eq!(offered(&line("query stale")), ["stalemate"]);
    assert_eq!(offered(&line("sort-records mat")), ["material"]);
    let editor = line("rename bm ac").keys("Tab Tab");
    assert_eq!(typed(&editor), "rename bm acs");
}

#[test]
fn files_of_a_folder_are_offered_once_they_are_read() {
    let mut editor = line("e sui");
    let asked = editor.effects.iter().find_map(|effect| match effect {
        Effect::ReadFolder { ticket, folder } => Some((*ticket, folder.clone())),
        _ => None,
    });
    let (ticket, folder) = asked.expect("the folder is read outside");
    assert_eq!(folder, "");
    let entry = |name: &str, is_folder| FolderEntry {
        name: name.to_owned(),
        is_folder,
    };
    let entries = vec![entry("suites", true), entry("other.epd", false)];
    editor.tell(move |model| open::folder_read(model, ticket, &folder, entries));
    assert_eq!(offered(&editor), ["suites/"]);
    let editor = editor.keys("Tab").typed("a");
    assert_eq!(typed(&editor), "e suites/a");
    let reads = |folder: &str| {
        editor.effects.iter().any(
            |effect| matches!(effect, Effect::ReadFolder { folder: read, .. } if read == folder),
        )
    };
    assert!(reads("suites/"));
}

/// Returns the command line with the entries of the folder that it asked for.
fn with_entries(text: &str, entries: &[(&str, bool)]) -> Editor {
    let mut editor = line(text);
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

#[test]
fn paths_with_blanks_capitals_other_letters_and_dots_are_completed() {
    let entries = [
        ("my suites", true),
        ("Mein Été.epd", false),
        ("\u{434}\u{435}\u{431}\u{44e}\u{442}.epd", false),
        (".hidden", true),
        ("\"quoted\"", false),
        ("two\nlines.epd", false),
        (" blank.epd", false),
    ];
    for (text, expected) in [
        ("w m", &["my suites/", "Mein Été.epd"][..]),
        ("w my s", &["my suites/"]),
        ("w M", &["Mein Été.epd"]),
        ("w mein é", &["Mein Été.epd"]),
        ("w \u{434}", &["\u{434}\u{435}\u{431}\u{44e}\u{442}.epd"]),
        ("w .", &[".hidden/"]),
        ("w ~/Suites/mein", &["~/Suites/Mein Été.epd"]),
        ("w /Suites/.h", &["/Suites/.hidden/"]),
        ("w t", &[]),
        // A leading quote, as a shell needs it, is accepted.
        ("w \"my", &["my suites/"]),
        ("w '~/a/my", &["~/a/my suites/"]),
        ("split every 2 into m", &["my suites/"]),
        ("merge m", &["my suites/", "Mein Été.epd"]),
    ] {
        let editor = with_entries(text, &entries);
        assert_eq!(offered(&editor), expected, "{text}");
    }
    let editor = with_entries("e \"my", &entries).keys("Tab");
    assert_eq!(typed(&editor), "e my suites/");
    let editor = with_entries("split every 2 into m", &entries).keys("Tab");
    assert_eq!(typed(&editor), "split every 2 into my suites/");
}

#[test]
fn quotes_around_a_path_are_removed_and_the_tilde_is_the_home_folder() {
    assert_eq!(
        opens(&done("e \"my suite.epd\"")).as_deref(),
        Some("my suite.epd")
    );
    assert_eq!(opens(&done("e 'a b.epd'")).as_deref(), Some("a b.epd"));
    assert_eq!(opens(&done("e ./\"a\"")).as_deref(), Some("./\"a\""));
    assert_eq!(opens(&done("e \"a")).as_deref(), Some("\"a"));

    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("b c.epd"), FIVE).expect("written");
    let at_home = |text: &str| {
        let mut editor = Editor::open(FIVE);
        editor.is_home(home.path().to_owned());
        editor.keys(":").typed(text).keys("Enter").done()
    };
    let editor = at_home("split every 2 into ~/parts");
    assert!(editor.status().starts_with("wrote "), "{}", editor.status());
    assert!(home.path().join("parts").is_dir());
    for path in ["~/b c.epd", "\"~/b c.epd\""] {
        let preview = previewed(&at_home(&format!("merge {path}")));
        assert!(preview.contains("insert"), "{path}: {preview}");
    }
    let editor = at_home("")
        .keys("Esc T")
        .typed("~/new one.epd")
        .keys("Enter");
    let paths: Vec<_> = editor
        .files()
        .filter_map(|document| document.suite.path())
        .collect();
    assert_eq!(paths, [home.path().join("new one.epd")]);
}

#[test]
fn a_line_of_help_shows_the_arguments_and_the_key() {
    let help = |text: &str| line(text).asking().help.clone().unwrap_or_default();
    assert!(help("rename").starts_with("rename-opcodes [opcode] [new opcode] · "));
    assert!(help("w").starts_with("save [path] · "), "{}", help("w"));
    assert!(help("w").ends_with(" · Ctrl-S"), "{}", help("w"));
    assert!(help("12").starts_with("go-to "));
    assert_eq!(help("w"), help("save"));
    assert_eq!(help("nonsense"), "");
}

#[test]
fn the_arrows_recall_earlier_input() {
    let editor = done("3").keys(":").typed("flip").keys("Enter");
    let editor = editor.keys(": Up");
    assert_eq!(typed(&editor), "flip");
    let editor = editor.keys("Up");
    assert_eq!(typed(&editor), "3");
    let editor = editor.keys("Down Down");
    assert_eq!(typed(&editor), "");
}

#[test]
fn an_empty_command_line_does_nothing_and_esc_closes_it() {
    let editor = Editor::open(FIVE).keys("j : Enter");
    let message = editor.prompt().message.as_deref().unwrap_or_default();
    assert!(message.starts_with("expected a command"), "{message}");
    let editor = editor.keys("Esc");
    assert!(!editor.has_dialog());
    assert_eq!((editor.text().as_str(), editor.selected()), (FIVE, 1));
    assert_eq!(editor.status(), "");
    let editor = line("flip").keys("Esc");
    assert!(!editor.is_flipped());
    let editor = line("set-operation acd 20").keys("Ctrl-W");
    assert_eq!(typed(&editor), "set-operation acd ");
    assert_eq!(typed(&editor.keys("Ctrl-U")), "");
}

#[test]
fn no_piece_is_placed_unless_the_board_has_the_keys() {
    for text in [
        "place-white-queen",
        "remove-piece",
        "pick-up",
        "skip 3",
        "next-rank",
    ] {
        let editor = done(text);
        assert_eq!(editor.text(), FIVE, "{text}");
        assert_eq!(
            message(&editor),
            "only on the board · Enter goes there",
            "{text}"
        );
    }
    for text in ["wq", "place a white queen", "queen"] {
        let editor = Editor::open(FIVE).keys("Ctrl-P").typed(text).keys("Enter");
        assert_eq!(editor.text(), FIVE, "{text} in the palette");
    }
    let on_board = Editor::board("4k3/8/8/8/8/8/8/4K3 w - -");
    let editor = on_board.keys(":").typed("place-white-queen").keys("Enter");
    assert!(editor.line(0).starts_with("4k3/8/8/8/4Q3/8/8/4K3"));
    assert_eq!(editor.focus(), Pane::Board);
    let on_board = Editor::board("4k3/8/8/8/8/8/8/4K3 w - -");
    let editor = on_board.keys(":").typed("wq").keys("Enter");
    assert!(editor.line(0).starts_with("4k3/8/8/8/8/8/8/4K3"));
    assert!(editor.wants_to_quit());
}

#[test]
fn a_short_name_in_the_palette_is_its_command() {
    for (typed, id) in [
        ("wq", Id::SaveAndQuit),
        ("q", Id::Quit),
        ("e", Id::OpenFile),
    ] {
        let editor = Editor::open(FIVE).keys("Ctrl-P").typed(typed);
        let first = editor.picker().chosen().map(|item| item.value.as_str());
        assert_eq!(first, Some(id.name()), "{typed}");
    }
}

#[test]
fn a_command_of_the_panes_leaves_a_page_as_its_key_does() {
    let by_key = Editor::open(FIVE).keys("Delete F8").done();
    assert_eq!(by_key.page(), Page::Differences);
    let editor = by_key.keys(":").typed("search").keys("Enter");
    assert_eq!(editor.page(), Page::Panes);
    assert_eq!(editor.prompt().label, "search");
}

#[test]
fn commands_typed_in_the_manual_exist() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/editor.md");
    let manual = std::fs::read_to_string(path).expect("the manual");
    let (_, section) = manual
        .split_once("## Commands by name")
        .expect("its section");
    let block = section.split("```").nth(1).expect("its examples");
    let mut calls = 0;
    for line in block.lines() {
        for text in line
            .split("  ")
            .filter_map(|text| text.trim().strip_prefix(':'))
        {
            let call = epdit::editor::commands().parse(text);
            assert!(call.is_ok(), "{text}: {call:?}");
            calls += 1;
        }
    }
    assert!(calls > 15, "{calls}");
}

#[test]
fn a_setting_is_completed_and_changed() {
    assert_eq!(offered(&line("set th")), ["theme="]);
    assert!(offered(&line("set theme=")).contains(&"light"));
    let editor = line("set theme=purple").keys("Enter");
    assert!(message(&editor).contains("light"), "{}", message(&editor));
    let editor = done("set theme=light");
    assert!(!editor.has_dialog(), "{:?}", editor.dialogs());
    assert_eq!(
        editor.set().theme.ground,
        Some(epdit::editor::state::settings::Background::Light)
    );
}

#[test]
fn each_short_name_belongs_to_one_command() {
    let commands = epdit::editor::commands();
    let mut seen = std::collections::BTreeSet::new();
    for command in commands.all() {
        for alias in command.aliases {
            assert!(seen.insert(*alias), "{alias} is there twice");
            assert_eq!(Id::from_name(alias), None, "{alias} is a name");
            assert_eq!(
                commands.named(alias).map(|found| found.id),
                Some(command.id)
            );
        }
    }
}

#[test]
fn vim_commands_work_as_expected() {
    assert_eq!(
        Editor::two(FIVE, FIVE)
            .keys(":")
            .typed("ls")
            .keys("Enter")
            .picker()
            .title,
        "Open files"
    );
    let editor = Editor::two(FIVE, FIVE).keys(":").typed("bn").keys("Enter");
    assert_eq!(editor.name(), "other.epd");
    assert!(
        Editor::open(FIVE)
            .keys(":")
            .typed("wq!")
            .keys("Enter")
            .wants_to_quit()
    );
}
