//! Help for the current pane or prompt: it can be searched, and never disturbs typed text.

use crate::harness::{Editor, FIVE, sources};
use epdit::editor::command::{Context, Group, Id};
use epdit::editor::commands;
use epdit::editor::doc::query::EXAMPLES;
use epdit::editor::overlay::PagerLine;
use epdit::editor::widgets::sign;
use epdit::suite::{Query, query};
use std::path::Path;

fn text(line: &PagerLine) -> String {
    match line {
        PagerLine::Heading(text)
        | PagerLine::Text(text)
        | PagerLine::Removed(text)
        | PagerLine::Added(text) => text.clone(),
        PagerLine::Key { keys, text, .. } => {
            format!("{keys} {text}")
        }
        PagerLine::Example { text, about } => format!("{text} {about}"),
    }
}

fn page(editor: &Editor) -> String {
    let lines: Vec<String> = editor.pager().lines.iter().map(text).collect();
    lines.join("\n")
}

fn headings(editor: &Editor) -> Vec<String> {
    let lines = editor.pager().lines.iter();
    let headings = lines.filter(|line| matches!(line, PagerLine::Heading(_)));
    headings.map(text).collect()
}

/// Returns the rows of the open page, wrapped to its width.
fn rows(editor: &Editor) -> Vec<String> {
    let place = editor.layout().overlay.expect("a page");
    let rows = editor.pager().rows(usize::from(place.list.width));
    rows.iter().map(text).collect()
}

#[test]
fn the_help_of_a_prompt_keeps_what_is_typed_and_the_cursor() {
    let editor = Editor::open(FIVE)
        .keys("f")
        .typed("side = w")
        .keys("Left Left F1");
    assert_eq!(editor.pager().title, "Help · filter");
    let editor = editor.keys("Down PageDown Esc");
    assert_eq!(editor.prompt().input.lossy(), "side = w");
    assert_eq!(editor.prompt().input.cursor(), 6);
    let editor = editor.typed("!").keys("Ctrl-E Enter").done();
    assert_eq!(editor.prompt().input.lossy(), "side =! w");
}

#[test]
fn counting_continues_while_the_help_is_open() {
    let editor = Editor::open(FIVE)
        .keys("f")
        .typed("side = w")
        .keys("F1")
        .done();
    let editor = editor.keys("Esc");
    assert_eq!(editor.prompt().message.as_deref(), Some("3 records"));
}

#[test]
fn typing_in_a_record_continues_after_the_help_is_closed() {
    let editor = Editor::open(FIVE)
        .keys("e")
        .typed("XY")
        .keys("Left F1 Esc")
        .typed("Z");
    assert!(editor.shown().ends_with("XZY"), "{}", editor.shown());
    assert_eq!(editor.text(), FIVE, "nothing is accepted");
    let editor = Editor::open(FIVE)
        .keys("Ctrl-P")
        .typed("fli")
        .keys("F1 Esc");
    assert_eq!(editor.picker().text(), "fli");
}

#[test]
fn help_for_the_query_prompt_lists_syntax_fields_and_ten_examples() {
    for keys in ["f F1", "* F1"] {
        let editor = Editor::open(FIVE).keys(keys);
        let page = page(&editor);
        assert!(page.starts_with("The query language"), "{keys}");
        for word in query::WORDS {
            assert!(page.contains(word.name) && page.contains(word.about));
        }
        for (example, _) in EXAMPLES {
            assert!(page.contains(example), "{example}");
        }
    }
    for (example, about) in EXAMPLES {
        let read = Query::parse(example);
        assert!(read.is_ok(), "{example} ({about}): {read:?}");
    }
}

#[test]
fn help_for_each_prompt_begins_with_its_own_words_and_keys() {
    for (keys, says) in [
        (": F1", "set-operation acd 20"),
        ("Ctrl-G F1", "WAC.014"),
        ("/ F1", "regular expressions"),
        ("Ctrl-F F1", "regular expressions"),
        ("r s F1", "all 5 lines"),
    ] {
        let editor = Editor::open(FIVE).keys(keys);
        let first: Vec<String> = editor.pager().lines.iter().take(30).map(text).collect();
        let first = first.join("\n");
        assert!(first.contains(says), "{keys}: {first}");
        assert!(headings(&editor).contains(&"Edit".to_owned()), "{keys}");
    }
}

#[test]
fn examples_in_the_command_line_help_can_be_typed() {
    let editor = Editor::open(FIVE).keys(": F1");
    let lines = editor.pager().lines.iter();
    let begin = lines.skip_while(|line| text(line) != "Examples").skip(1);
    let mut examples = 0;
    for line in begin.take_while(|line| matches!(line, PagerLine::Example { .. })) {
        if let PagerLine::Example { text, .. } = line {
            let call = commands().parse(text);
            assert!(call.is_ok(), "{text}: {call:?}");
            examples += 1;
        }
    }
    assert_eq!(examples, 10);
    let page = page(&editor);
    let of_panes = commands()
        .all()
        .filter(|command| command.is_of_panes())
        .count();
    assert!(of_panes > 100);
    for command in commands().all().filter(|command| command.is_of_panes()) {
        assert!(page.contains(&command.usage()), "{}", command.usage());
    }
}

#[test]
fn the_help_of_a_pane_has_its_keys_in_groups_and_none_of_other_panes() {
    for (keys, here, has, lacks) in [
        (
            "?",
            Context::Records,
            "Mark or unmark",
            "Replace the opcode",
        ),
        ("Enter ?", Context::Play, "Step through", "Mark or unmark"),
        (
            "Enter m ?",
            Context::Board,
            "Place the piece",
            "Mark or unmark",
        ),
        (
            "Tab Tab ?",
            Context::Operations,
            "Replace the opcode",
            "Mark or unmark",
        ),
    ] {
        let editor = Editor::open(FIVE).keys(keys);
        assert_eq!(editor.pager().title, format!("Keys · {}", here.title()));
        let headings = headings(&editor);
        let groups = Group::ALL.map(|group| format!("{group:?}"));
        let shown: Vec<&String> = groups
            .iter()
            .filter(|group| headings.contains(group))
            .collect();
        let first: Vec<&String> = headings.iter().take(shown.len()).collect();
        assert_eq!(first, shown, "{keys}: {headings:?}");
        assert!(shown.len() >= 4, "{keys}: {headings:?}");
        let page = page(&editor).to_lowercase();
        assert!(page.contains(&has.to_lowercase()), "{keys}: {has}");
        assert!(!page.contains(&lacks.to_lowercase()), "{keys}: {lacks}");
    }
}

#[test]
fn the_help_of_a_page_has_the_keys_that_work_on_it_and_no_others() {
    for (keys, title, own, others) in [
        (
            "p",
            "Problems of the file",
            ["x", "X", "f"],
            ["A", "R", "K", "J", "v"],
        ),
        (
            "=",
            "Duplicates and contradictions",
            ["d  Delete", "K", "m"],
            ["A", "R", "x", "X", "v"],
        ),
        (
            "%",
            "Values of a column",
            ["v", "b", "/"],
            ["A", "K", "x", "U  Shift-Up", "m"],
        ),
        (
            "c",
            "Columns of the list",
            ["a", ">", "<"],
            ["A", "x", "o", "f", "m"],
        ),
    ] {
        let editor = Editor::open(FIVE).done().keys(keys).done().keys("?");
        assert_eq!(editor.pager().title, format!("Keys · {title}"));
        let lines = editor.pager().lines.iter();
        let keys_of: Vec<&str> = lines
            .filter_map(|line| match line {
                PagerLine::Key { keys, .. } => Some(keys.as_str()),
                _ => None,
            })
            .collect();
        for key in own {
            assert!(keys_of.contains(&key), "{keys}: {key} in {keys_of:?}");
        }
        for key in others {
            assert!(!keys_of.contains(&key), "{keys}: {key} in {keys_of:?}");
        }
        assert!(
            !keys_of.contains(&"Ctrl-F"),
            "what leaves the page: {keys_of:?}"
        );
    }
}

#[test]
fn the_help_of_the_command_line_begins_with_the_language_of_the_command_typed() {
    let editor = Editor::open(FIVE).keys(":").typed("query bm").keys("F1");
    assert_eq!(
        headings(&editor).first().map(String::as_str),
        Some("The query language")
    );
    assert!(headings(&editor).contains(&"The command line".to_owned()));
    assert_eq!(editor.keys("Esc").prompt().input.lossy(), "query bm");
}

#[test]
fn a_search_leaves_the_lines_with_its_words() {
    let editor = Editor::board(FIVE).keys("? /").typed("flip");
    let found = rows(&editor);
    assert!(!found.is_empty() && found.len() < 12, "{found:?}");
    assert!(found.iter().any(|row| row.starts_with('v')), "{found:?}");
    // Enter returns the focus to the page; Esc clears the search, then closes the page.
    let editor = editor.keys("Enter j");
    assert!(!editor.pager().typing);
    assert_eq!(rows(&editor), found);
    let editor = editor.keys("Esc");
    assert!(rows(&editor).len() > 60);
    assert!(!editor.keys("Esc").has_dialog());
    let editor = Editor::open(FIVE).keys("? /").typed("no such words");
    assert!(rows(&editor).is_empty());
    let editor = editor.keys("Ctrl-U").typed("q");
    assert_eq!(
        editor
            .pager()
            .find
            .as_ref()
            .map(|find| find.lossy().into_owned()),
        Some("q".into())
    );
}

#[test]
fn no_row_of_any_help_is_cut_at_eighty_columns() {
    for keys in [
        "?",
        ": F1",
        "f F1",
        "/ F1",
        ": l e g e n d Enter",
        ": e x p l a i n Space p v Enter",
    ] {
        let editor = Editor::open(FIVE).sized(80, 24).keys(keys);
        let place = editor.layout().overlay.expect("a page");
        let width = usize::from(place.list.width);
        let key_columns = editor.pager().key_columns(width);
        for row in editor.pager().rows(width) {
            let (needed, room) = match &row {
                PagerLine::Key { keys, text, .. } => {
                    assert!(keys.chars().count() <= key_columns, "{keys}");
                    (text.chars().count(), width - key_columns - 3)
                }
                PagerLine::Example { text, .. } => (text.chars().count(), width - 3),
                row => (text(row).chars().count(), width - 1),
            };
            assert!(needed <= room, "{keys}: {row:?}");
        }
    }
}

#[test]
fn help_explains_words_and_suggests_corrections_for_misspelt_ones() {
    for (word, says) in [
        ("hmvc", "half"),
        ("move-illegal", "Example"),
        ("acd", "outside the standard"),
        ("renumber", "typed :renumber [template]"),
        ("wq", "short wq"),
    ] {
        let editor = Editor::open(FIVE)
            .keys(":")
            .typed(&format!("explain {word}"))
            .keys("Enter");
        assert!(page(&editor).contains(says), "{word}: {}", page(&editor));
    }
    let editor = Editor::open(FIVE)
        .keys(":")
        .typed("explain hmcv")
        .keys("Enter");
    let message = editor.prompt().message.clone().unwrap_or_default();
    assert!(message.ends_with("did you mean `hmvc`?"), "{message}");
    assert_eq!(editor.asking().error.map(|span| span.range()), Some(8..12));
    let editor = Editor::operations("4k3/8/8/8/8/8/8/4K3 w - - ce 3;").call("explain");
    assert_eq!(editor.pager().title, "ce");
    assert_eq!(Editor::open(FIVE).call("explain").prompt().label, "explain");
}

#[test]
fn the_legend_has_every_sign_that_is_drawn() {
    let editor = Editor::open(FIVE).keys(":").typed("legend").keys("Enter");
    let shown = page(&editor);
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/editor"),
        &mut files,
    );
    files.retain(|file| {
        let name = file.to_string_lossy().replace('\\', "/");
        name.contains("/draw") || name.contains("/widgets/board") || name.ends_with("canvas.rs")
    });
    assert!(files.len() > 20, "{files:?}");
    for sign in sign::LEGEND.iter().flat_map(|(_, signs)| *signs) {
        assert!(
            shown.contains(&format!("{} {}", sign.text, sign.about)),
            "{sign:?}"
        );
        // Punctuation that a screen also has between words, and arrows that show directions.
        if sign.text.is_ascii() || matches!(sign.text, "·" | "…" | "↑" | "↓" | "•" | "×")
        {
            continue;
        }
        for file in &files {
            let name = file.to_string_lossy();
            if name.contains("test") || name.contains("board/images") || name.contains("art.rs") {
                continue;
            }
            let source = std::fs::read_to_string(file).expect("a source");
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            let by_hand = source.contains(&format!("\"{}\"", sign.text));
            let frame = name.ends_with("canvas.rs") && sign.text == sign::SCROLL.text;
            assert!(!by_hand || frame, "{name} draws {} by hand", sign.text);
        }
    }
}

#[test]
fn the_palette_finds_the_legend_and_help_by_topic() {
    for (word, id) in [
        ("symbols", Id::Legend),
        ("shortcuts", Id::Help),
        ("meaning", Id::Explain),
    ] {
        let editor = Editor::open(FIVE).keys("Ctrl-P").typed(word);
        let first = editor.picker().chosen().map(|item| item.value.as_str());
        assert_eq!(first, Some(id.name()), "{word}");
    }
}

#[test]
fn the_keys_used_most_stand_above_the_rarer_ones_of_their_pane() {
    let editor = Editor::open(FIVE).keys("F1");
    let place = |key: &str| {
        let lines = editor.pager().lines.iter();
        let mut keys = lines.filter_map(|line| match line {
            PagerLine::Key { keys, .. } => Some(keys.as_str()),
            _ => None,
        });
        keys.position(|keys| keys.split("  ").next() == Some(key))
    };
    for (used, rare) in [("Enter", "t"), ("o", "J"), ("f", "~"), ("Space", "V")] {
        assert!(
            place(used).is_some() && place(used) < place(rare),
            "{used} {rare}"
        );
    }
}

#[test]
fn how_to_save_and_quit_is_named_at_every_size_in_the_list_and_on_the_first_page_of_the_help() {
    for (cols, rows_shown) in [(80, 24), (100, 30), (120, 36), (200, 60)] {
        for (keys, about) in [("", "the list"), ("b", "the small boards")] {
            let editor = Editor::open(FIVE).sized(cols, rows_shown).keys(keys);
            let line = editor.hints(cols);
            let shown: Vec<String> = line
                .iter()
                .map(|hint| format!("{} {}", hint.keys, hint.label))
                .collect();
            for wanted in ["^S save", "^Q quit"] {
                assert!(
                    shown.iter().any(|hint| hint == wanted),
                    "{about} at {cols}: {shown:?}"
                );
            }
        }
        let editor = Editor::open(FIVE).sized(cols, rows_shown).keys("?");
        let place = editor.layout().overlay.expect("a page");
        let first = rows(&editor);
        let first = first[..usize::from(place.list.height)].join("\n");
        assert!(first.contains("Ctrl-S "), "{first}");
        assert!(first.contains("Ctrl-Q "), "{first}");
    }
}

#[test]
fn the_welcome_has_the_keys_of_each_line_in_one_row() {
    for (cols, rows) in [(80, 24), (120, 36)] {
        let editor = Editor::open("").sized(cols, rows).call("welcome");
        let list = editor.layout().overlay.expect("a page").list;
        let lines = editor.pager().rows(usize::from(list.width));
        let has = |wanted: &str| {
            lines.iter().any(|line| {
                matches!(line, PagerLine::Key { keys, text, .. } if keys == wanted && !text.is_empty())
            })
        };
        assert!(
            has("Ctrl-Z / Ctrl-Y") && has("Ctrl-S / Ctrl-Q"),
            "{lines:?}"
        );
    }
}

#[test]
fn the_hint_of_enter_says_what_it_does() {
    let says = |keys: &str, word: &str| {
        let editor = keys
            .split(' ')
            .fold(Editor::two(FIVE, FIVE), |editor, key| {
                editor.keys(key).done()
            });
        let line = editor.hints(200);
        let enter = line.iter().find(|hint| hint.keys == "Enter");
        assert_eq!(enter.map(|hint| hint.label), Some(word), "{keys}");
    };
    for (keys, word) in [
        ("Ctrl-P", "run"),
        (": w", "run"),
        ("Ctrl-G", "go"),
        ("/", "stay here"),
        ("f", "filter"),
        ("*", "mark"),
        ("Ctrl-O", "open"),
        ("p", "list records"),
        ("p Enter", "close"),
        ("p Enter Down", "go there"),
        ("c", "hide"),
        (", s", "choose"),
        ("=", "open"),
        ("Ctrl-C", "choose"),
    ] {
        says(keys, word);
    }
    // Where Enter filters, the key with the same effect has no hint.
    let editor = Editor::open(FIVE).keys("S").done().keys("Down");
    let line = editor.hints(200);
    let filters: Vec<&str> = line
        .iter()
        .filter(|hint| hint.label == "filter")
        .map(|hint| hint.keys.as_str())
        .collect();
    assert_eq!(filters, ["Enter"]);
}

#[test]
fn the_palette_lists_enabled_commands_first() {
    for typed in ["bm", "best move", "e"] {
        let editor = Editor::open(FIVE).keys("Ctrl-P").typed(typed);
        let picker = editor.picker();
        let items = picker.shown.iter().map(|shown| &picker.items[shown.item]);
        let disabled: Vec<bool> = items.map(|item| item.disabled.is_some()).collect();
        assert!(disabled.is_sorted(), "{typed}: {disabled:?}");
    }
    for typed in ["bm", "best move"] {
        let editor = Editor::open(FIVE).keys("Ctrl-P").typed(typed);
        let picker = editor.picker();
        let mut values = picker
            .shown
            .iter()
            .map(|shown| &picker.items[shown.item].value);
        assert_eq!(
            picker.chosen().map(|item| item.value.as_str()),
            Some("add-operation")
        );
        assert!(values.any(|value| value == "record-moves"), "{typed}");
    }
}

#[test]
fn f1_opens_the_keys_from_the_welcome_and_starts_a_search_there() {
    let editor = Editor::open(FIVE).call("welcome").keys("F1");
    assert_eq!(editor.pager().title, "Keys · Suite list");
    let editor = editor.keys("F1").typed("undo");
    assert!(
        rows(&editor)
            .iter()
            .any(|row| row.contains("Undo the last"))
    );
    assert_eq!(editor.keys("Esc Esc Esc").model.overlays.len(), 0);
}

#[test]
fn help_lists_opposite_commands_in_one_row() {
    let lines = rows(&Editor::open(FIVE).sized(120, 36).keys("?"));
    let at = |key: &str| {
        let row = lines
            .iter()
            .position(|row| row.split(' ').next() == Some(key));
        row.unwrap_or_else(|| panic!("{key}: {lines:?}"))
    };
    for (one, other) in [("]", "["), ("n", "N"), ("j", "k")] {
        assert_eq!(at(one) + 1, at(other), "{one} {other}: {lines:?}");
    }
}

#[test]
fn hints_say_how_to_add_a_move_to_a_set() {
    let hinted = |keys: &str| {
        let hints = Editor::open(FIVE).keys(keys).hints(80);
        hints
            .iter()
            .any(|hint| hint.keys == "Space" && hint.label == "add or remove")
    };
    assert!(hinted("Tab Tab Enter"));
    assert!(
        !hinted("Tab Tab Down Enter"),
        "in a text its key types a blank"
    );
}
