//! The palette, menus, help and hints.

use crate::harness::{Editor, FIVE};
use epdit::editor;
use epdit::editor::command::{Context, Id};
use epdit::editor::overlay::PagerLine;
use epdit::editor::state::StatusKind;
use epdit::editor::state::view::Pane;

#[test]
fn the_palette_finds_any_command_by_its_name_with_its_key() {
    for command in editor::commands().all() {
        let editor = Editor::open(FIVE).keys("Ctrl-P").pasted(command.title);
        assert!(
            editor.rows().contains(&command.title),
            "{}",
            command.id.name()
        );
        let item = editor
            .picker()
            .items
            .iter()
            .find(|item| item.value == command.id.name());
        let keys = item.map(|item| item.keys.clone()).unwrap_or_default();
        assert_eq!(
            keys.is_empty(),
            command.keys.is_empty(),
            "{}",
            command.id.name()
        );
    }
}

#[test]
fn the_palette_is_fuzzy_and_finds_meanings_too() {
    assert_eq!(
        Editor::open(FIVE).keys("Ctrl-P").typed("nxtprob").rows(),
        ["Go to the next problem"]
    );
    assert!(
        Editor::open(FIVE)
            .keys("Ctrl-P")
            .typed("read-write")
            .rows()
            .is_empty()
    );
    let rows = Editor::open(FIVE)
        .keys("Ctrl-P")
        .typed("whole")
        .model
        .overlays
        .len();
    assert_eq!(rows, 1);
}

#[test]
fn the_palette_finds_commands_by_the_words_that_people_type() {
    for (word, titles) in [
        ("fix", &["Fix the problem", "Apply safe fixes"][..]),
        ("query", &["Filter by a query", "Mark matching records"]),
        (
            "export",
            &[
                "Export to a file …",
                "Copy …",
                "Save as …",
                "Split into files",
            ],
        ),
        ("new file", &["New file"]),
        (
            "theme",
            &["Toggle dark and light", "Choose a piece style …"],
        ),
        ("settings", &["Toggle dark and light"]),
        ("write", &["Save", "Save as …"]),
        ("replace", &["Set an operation"]),
        ("undo", &["Undo"]),
        ("explain", &["Explain", "Describe the position …"]),
        ("bulk edit", &["Bulk edit …", "Sort records by keys"]),
        ("exit", &["Quit"]),
    ] {
        let editor = Editor::open(FIVE).keys("Ctrl-P").typed(word);
        let rows = editor.rows();
        let first = &rows[..rows.len().min(12)];
        for title in titles {
            assert!(first.contains(title), "{word}: {title} in {first:?}");
        }
    }
    // A match by another word highlights nothing in the title.
    let editor = Editor::open(FIVE).keys("Ctrl-P").typed("write");
    let save = editor
        .picker()
        .shown
        .iter()
        .find(|shown| editor.picker().items[shown.item].label == "Save");
    assert_eq!(save.map(|save| save.marks.len()), Some(0));
}

#[test]
fn the_palettes_first_row_matches_the_word_best() {
    for (word, id) in [
        // This record's move has no fix: enabled commands come before disabled ones.
        ("fix", Id::FixRecords),
        ("query", Id::Filter),
        ("export", Id::Export),
        ("new file", Id::NewFile),
        ("theme", Id::ToggleTheme),
        ("settings", Id::Settings),
        ("write", Id::Save),
        ("replace", Id::SetOperation),
        ("undo", Id::Undo),
        ("explain", Id::Explain),
        ("quit", Id::Quit),
        ("save", Id::Save),
        ("filter", Id::Filter),
        ("sort", Id::Sort),
        ("copy", Id::Copy),
        ("board", Id::OpenRecord),
        ("flip", Id::Flip),
        ("duplicate", Id::DuplicateRecord),
        ("help", Id::Help),
        ("delete", Id::DeleteRecord),
        ("open", Id::OpenFile),
        ("search", Id::Search),
        ("find", Id::Search),
        ("goto", Id::GoTo),
        ("renumber", Id::Renumber),
        ("dedupe", Id::RemoveDuplicates),
        ("legend", Id::Legend),
        ("redo", Id::Redo),
        ("exit", Id::Quit),
        ("fen", Id::Paste),
        ("paste", Id::Paste),
        ("pgn", Id::Import),
        ("import", Id::Import),
        ("fix all", Id::FixRecords),
        ("test", Id::TestRecords),
        ("dark", Id::ToggleTheme),
        // A whole word ranks above the beginning of another; single letters match only where no word does.
        ("mark", Id::Mark),
        ("gtl", Id::GoTo),
    ] {
        let editor = Editor::open(FIVE)
            .keys("j j j D D Ctrl-Z Ctrl-P")
            .typed(word);
        let first = editor.picker().chosen().map(|item| item.value.as_str());
        assert_eq!(first, Some(id.name()), "{word}");
    }
    let fixable = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n";
    let editor = Editor::open(fixable).keys("Ctrl-P").typed("fix");
    let first = editor.picker().chosen().map(|item| item.value.as_str());
    assert_eq!(first, Some(Id::Fix.name()));
}

#[test]
fn a_disabled_command_shows_its_reason_and_stays_listed() {
    let editor = Editor::open(FIVE)
        .keys("Ctrl-P")
        .typed("Undo")
        .keys("Enter");
    assert_eq!(editor.status(), "nothing to undo");
    assert_eq!(editor.picker().title, "Commands");
}

#[test]
fn a_command_of_the_palette_works_in_the_pane_below() {
    let editor = Editor::board("4k3/8/8/8/8/8/8/4K3 w - -")
        .keys("Ctrl-P")
        .typed("Flip")
        .keys("Enter");
    assert!(editor.is_flipped());
    assert_eq!(editor.focus(), Pane::Board);
}

#[test]
fn help_shows_every_key_that_works_in_the_pane_and_no_other() {
    for (pane, context) in [
        ("", Context::Records),
        ("Enter", Context::Play),
        ("Enter m", Context::Board),
        ("Tab Tab", Context::Operations),
        ("Tab Tab Tab", Context::Problems),
    ] {
        let editor = Editor::open(FIVE).keys(pane).keys("F1");
        let commands = editor::commands();
        for command in commands.all() {
            let help = commands.help(command.id);
            for (_, name) in command.keys {
                let there = editor.pager().lines.iter().any(|line| {
                    matches!(line, PagerLine::Key { keys, text, .. }
                        if *text == help && keys.split("  ").any(|k| k == *name))
                });
                let found = commands.of_key(context, name.parse().expect("a key"));
                let works = found.is_some_and(|(of, _)| of.id == command.id);
                // Commands that share their help text are listed with all their keys.
                let shares = commands
                    .all()
                    .filter(|other| commands.help(other.id) == help);
                let is_alone = shares.count() == 1;
                assert!(
                    there == works || !is_alone,
                    "{context:?}: {name} of {}",
                    command.id.name()
                );
                assert!(
                    there || !works,
                    "{context:?}: {name} of {}",
                    command.id.name()
                );
            }
        }
    }
}

#[test]
fn esc_closes_one_layer_at_a_time_and_never_quits() {
    let editor = Editor::board(FIVE).keys("Down Down Space ? Esc");
    assert!(editor.holds_piece(), "the page, not the piece, was closed");
    let editor = editor.keys("Esc");
    assert!(!editor.holds_piece());
    let editor = editor.keys("Esc Esc Esc Esc");
    assert!(!editor.wants_to_quit());
    assert_eq!(editor.focus(), Pane::Records);
}

#[test]
fn each_row_of_the_copy_menu_copies_what_it_says() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w  - - id \"x\"; bm e4; hmvc 3; fmvn 7;";
    let copied = |key: &str| {
        Editor::open(line)
            .keys(&format!("Ctrl-C {key}"))
            .copied()
            .map(str::to_owned)
    };
    assert_eq!(
        copied("f").as_deref(),
        Some("4k3/8/8/8/8/8/4P3/4K3 w - - 3 7")
    );
    assert_eq!(
        copied("e").as_deref(),
        Some("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; fmvn 7; hmvc 3; id \"x\";")
    );
    assert_eq!(copied("r").as_deref(), Some(line));
    assert_eq!(copied("1").as_deref(), Some("x"));
    assert_eq!(copied("2").as_deref(), Some("e4"));
}

#[test]
fn a_comment_has_no_position_to_copy() {
    let editor = Editor::open("# nothing\n").keys("Ctrl-C f");
    assert_eq!(editor.copied(), None);
    assert_eq!(editor.status(), "not a record");
}

#[test]
fn hints_fit_the_screen_and_help_is_always_among_them() {
    for pane in 0..5 {
        for cols in [60, 80, 120, 200] {
            let editor = Editor::open(FIVE).keys(&"Tab ".repeat(pane));
            let hints = editor.hints(cols);
            assert!(
                hints.iter().any(|hint| hint.label == "help"),
                "pane {pane} at {cols}"
            );
            assert!(
                hints.iter().any(|hint| hint.label == "commands"),
                "pane {pane} at {cols}"
            );
            let end = hints.last().map_or(0, |hint| hint.x + hint.width);
            assert!(end <= cols, "pane {pane} at {cols}: {end}");
        }
    }
}

#[test]
fn hints_of_the_current_pane_come_first() {
    let labels = |editor: Editor| {
        editor
            .hints(100)
            .into_iter()
            .map(|hint| hint.label)
            .collect::<Vec<_>>()
    };
    assert_eq!(labels(Editor::board(FIVE))[..2], ["set up", "pick up"]);
    assert_eq!(
        labels(Editor::open(FIVE).keys("e")).first(),
        Some(&"accept")
    );
}

#[test]
fn a_status_stays_until_the_next_key() {
    let editor = Editor::open(FIVE).keys("Delete");
    assert_eq!(editor.status(), "deleted line 1 · undo ^Z");
    assert_eq!(editor.keys("j").status(), "");
}

#[test]
fn the_palette_begins_with_the_commands_chosen_there_last() {
    let editor = Editor::open(FIVE);
    let editor = editor
        .keys("Ctrl-P")
        .typed("mirror colours")
        .keys("Enter Esc");
    let editor = editor
        .keys("Ctrl-P")
        .typed("show statistics")
        .keys("Enter Esc");
    let editor = editor.keys("Ctrl-P");
    assert_eq!(
        editor.rows()[..3],
        [
            "Show statistics",
            "Mirror colours of records",
            "Search text"
        ]
    );
}

#[test]
fn the_duplicates_of_two_suites_are_found_by_these_words() {
    for (typed, title) in [
        ("duplicates", "Show duplicates"),
        ("dupl", "List records in both files"),
        ("duplicates", "List records in both files"),
        ("two suites", "Merge a file"),
        ("two suites", "Compare with an open file"),
        ("dedupe", "Remove duplicates"),
    ] {
        let editor = Editor::two(FIVE, FIVE).keys("Ctrl-P").typed(typed);
        assert!(
            editor.rows().iter().take(5).any(|row| *row == title),
            "{typed}: {:?}",
            editor.rows()
        );
    }
}

#[test]
fn a_status_that_asks_to_press_again_is_a_warning() {
    let editor = Editor::open(FIVE).keys("d");
    let status = editor.status_with_kind().expect("a question");
    assert_eq!(status.kind, StatusKind::Asks);
    assert_eq!(editor.status(), "`d` again deletes line 1");
}
