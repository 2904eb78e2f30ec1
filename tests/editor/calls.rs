//! Commands called with arguments do the same as their prompt or menu.

use crate::harness::{Editor, FIVE};
use epdit::editor;
use epdit::editor::command::{CallError, Id};
use epdit::editor::flows::bulk::preview::Preview;
use epdit::editor::overlay::report::Report;
use epdit::editor::overlay::{Layer, Prompt};
use std::any::Any;

/// A command with an argument, the file, keys before either way, and keys with the same effect, where
/// quoted text is typed.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const START: &str = "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7; sv Kf2; id \"K\";\n";

const CASES: &[Case] = &[
    ("go-to 3", FIVE, "", &["Ctrl-G", "'3", "Enter"]),
    ("go-to A.4", FIVE, "", &["Ctrl-G", "'A.4", "Enter"]),
    ("go-to 50%", FIVE, "", &["Ctrl-G", "'50%", "Enter"]),
    ("go-to 99", FIVE, "", &["Ctrl-G", "'99", "Enter"]),
    (
        "add-engine 'open",
        FIVE,
        "",
        &[":", "'add-engine", "Enter", "''open", "Enter"],
    ),
    (
        "remove-engine a",
        FIVE,
        ": s e t Space e n g i n e s . a = b Enter",
        &[":", "'remove-engine", "Enter", "Enter"],
    ),
    ("search A.3", FIVE, "", &["/", "'A.3", "Enter"]),
    ("filter side = b", FIVE, "", &["f", "'side = b", "Enter"]),
    ("filter sied = b", FIVE, "", &["f", "'sied = b", "Enter"]),
    (
        "mark-matching bm and side = w",
        FIVE,
        "",
        &["*", "'bm and side = w", "Enter"],
    ),
    (
        "set-operation c0 \"two words\"",
        FIVE,
        "",
        &["r s", "'c0 \"two words\"", "Enter"],
    ),
    (
        "remove-operations bm, id",
        FIVE,
        "",
        &["r r", "'bm, id", "Enter"],
    ),
    (
        "test-records run",
        FIVE,
        "",
        &[":", "'test-records", "Enter", "Enter"],
    ),
    (
        "import ./no/such.pgn",
        FIVE,
        "",
        &[":", "'import", "Enter", "'no/such.pgn", "Enter"],
    ),
    (
        "rename-opcodes bm am",
        FIVE,
        "",
        &["r n", "'bm am", "Enter"],
    ),
    (
        "renumber X.{n:02} from 7",
        FIVE,
        "",
        &["r i Ctrl-U Ctrl-K", "'X.{n:02} from 7", "Enter"],
    ),
    (
        "sort-records id reverse",
        FIVE,
        "",
        &["r o", "'id reverse", "Enter"],
    ),
    ("shuffle 7", FIVE, "", &["r h Ctrl-U Ctrl-K", "'7", "Enter"]),
    ("sample 2 seed 3", FIVE, "", &["r p", "'2 seed 3", "Enter"]),
    (
        "merge-file no/such file.epd",
        FIVE,
        "",
        &["r e", "'no/such file.epd", "Enter"],
    ),
    (
        "split into nothing",
        FIVE,
        "",
        &["r l", "'into nothing", "Enter"],
    ),
    ("remove-duplicates position last", FIVE, "", &["r d l"]),
    ("remove-duplicates id", FIVE, "", &["r d i"]),
    (
        "remove-duplicates-by side",
        FIVE,
        "",
        &["r d f", "'side", "Enter"],
    ),
    (
        "numbered-start 518",
        FIVE,
        "Enter m",
        &["9", "'518", "Enter"],
    ),
    (
        "half-move-clock 12",
        FIVE,
        "Enter m",
        &["h", "'12", "Enter"],
    ),
    ("move-number 30", FIVE, "Enter m", &["H", "'30", "Enter"]),
    (
        "perft-depth 2",
        FIVE,
        "Tab Tab",
        &["N Ctrl-U Ctrl-K", "'2", "Enter"],
    ),
    (
        "piece-style letters",
        FIVE,
        "",
        &["Ctrl-P", "'Choose a piece style", "Enter l"],
    ),
    (
        "set columns=id,ce",
        FIVE,
        "",
        &[
            "Ctrl-P",
            "'Set a setting",
            "Enter",
            "'columns=id,ce",
            "Enter",
        ],
    ),
    (
        "board-theme green",
        FIVE,
        "",
        &["Ctrl-P", "'Choose a board theme", "Enter 3"],
    ),
    ("copy fen", FIVE, "", &["Ctrl-C f"]),
    ("copy raw", FIVE, "", &["Ctrl-C r"]),
    ("copy bm", FIVE, "", &["Ctrl-C 1"]),
    ("copy pv-uci", START, "", &["Ctrl-C V"]),
    ("export fen", FIVE, "", &["Ctrl-C w f"]),
    ("en-passant none", FIVE, "G Enter m", &["e -"]),
    ("skip 3", FIVE, "Enter m", &["3"]),
    ("play", START, "Enter m", &["m"]),
    ("type-move Kd2", START, "Enter", &["K d 2"]),
    ("type-move e1d2", START, "Enter", &["e 1 d 2"]),
    ("step-through sv", START, "Enter", &["l s"]),
    ("record-moves bm", START, "Enter K d 2", &["w b"]),
    ("record-moves new", START, "Enter K d 2", &["w n"]),
    (
        "save-as no/such/name.epd",
        FIVE,
        "d",
        &[
            "Ctrl-P",
            "'Save as …",
            "Enter Ctrl-U Ctrl-K",
            "'no/such/name.epd",
            "Enter",
        ],
    ),
    (
        "open-file no/such.epd",
        FIVE,
        "",
        &["Ctrl-O", "'no/such.epd", "Enter"],
    ),
    (
        "save-and-quit no/such/name.epd",
        FIVE,
        "d",
        &[
            "Ctrl-P",
            "'save-as",
            "Enter Ctrl-U Ctrl-K",
            "'no/such/name.epd",
            "Enter",
        ],
    ),
    ("add-operation acd", FIVE, "", &["a", "'acd", "Enter"]),
    ("add-operation myown", FIVE, "", &["a", "'myown", "Enter"]),
    ("rename-opcode am", FIVE, "Tab Tab", &["r", "'am", "Enter"]),
    ("columns ce", FIVE, "", &["c a", "'ce", "Enter Esc"]),
    ("add-column acd", FIVE, "", &["c a", "'acd", "Enter Esc"]),
    ("analyse-records write", FIVE, "", &["W w"]),
    ("analyse-all propose", FIVE, "", &["W p"]),
    ("sort id", FIVE, "", &["s", "'id", "Enter"]),
    ("sort id down", FIVE, "", &["s", "'-id", "Enter"]),
    (
        "values id",
        FIVE,
        "",
        &["Ctrl-P", "'Values of an opcode", "Enter", "'id", "Enter"],
    ),
    (
        "values-of id",
        FIVE,
        "",
        &["Ctrl-P", "'Values of an opcode", "Enter", "'id", "Enter"],
    ),
    (
        "count-by side,bm",
        FIVE,
        "%",
        &["b", "Ctrl-U Ctrl-K", "'side,bm", "Enter"],
    ),
    ("duplicates position", FIVE, "", &["= Right"]),
];

fn typed(mut editor: Editor, keys: &[&str]) -> Editor {
    for keys in keys {
        editor = match keys.strip_prefix('\'') {
            Some(text) => editor.typed(text),
            None => editor.keys(keys),
        };
    }
    editor.done()
}

/// Returns the visible state of an editor: file, screen, messages, prompts and effects. Background work that was
/// begun while typing and stopped again doesn't count.
fn state(editor: &Editor) -> String {
    let model = &editor.model;
    let document = &model.document;
    format!(
        "{}\nselected {} rows {} marked {:?}\nshown {}\nstatus {}\nplay {:?}\nediting {:?}\ncolumns {:?}\npieces {:?} {:?}\ncursor {:?}\ntops {}\npage {:?}\neffects {:?}",
        editor.text(),
        document.selected,
        document.row_count(),
        document.marked_count(),
        editor.shown(),
        editor.status(),
        model
            .document
            .view
            .play
            .as_ref()
            .map(|play| play.in_words()),
        model.document.view.editing,
        &model.document.columns.shown,
        model.pieces,
        model.settings.board,
        model.document.view.cursor,
        model
            .overlays
            .iter()
            .map(|layer| top(&**layer))
            .collect::<Vec<_>>()
            .join(" / "),
        model.page,
        editor
            .effects
            .iter()
            .map(|effect| format!("{effect:?}").replace(char::is_numeric, ""))
            .filter(|effect| effect.starts_with("Copy") || effect.starts_with("Open"))
            .collect::<Vec<_>>(),
    )
}

fn top(layer: &dyn Layer) -> String {
    let any: &dyn Any = layer;
    if let Some(prompt) = any.downcast_ref::<Prompt>() {
        let text = prompt.input.lossy();
        format!("{} {text} {:?}", prompt.label, prompt.message)
    } else if let Some(report) = any.downcast_ref::<Report>() {
        let labels: Vec<_> = report.rows.iter().map(|row| &row.label).collect();
        format!("{labels:?}")
    } else if any.is::<Preview>() {
        format!("{layer:?}").replace(char::is_numeric, "")
    } else {
        layer.title().to_owned()
    }
}

#[test]
fn a_command_with_arguments_does_the_same_as_its_prompt() {
    for (call, file, before, keys) in CASES {
        let start = || Editor::open(file).keys(before).done();
        let called = start().call(call).done();
        let by_hand = typed(start(), keys);
        assert_eq!(state(&called), state(&by_hand), "{call}");
        assert_ne!(state(&called), state(&start()), "{call} does something");
    }
}

#[test]
fn a_command_that_names_a_file_does_the_same_as_the_list_of_files() {
    for (call, keys) in [
        ("open-files other.epd", "Ctrl-T Down Enter"),
        ("compare-files other.epd", "Shift-F8"),
        ("copy-to-file other.epd", "t Enter"),
        ("move-to-file other.epd", "T Enter"),
    ] {
        let start = || Editor::two(FIVE, START);
        let called = start().call(call).done();
        let by_hand = start().keys(keys).done();
        assert_eq!(state(&called), state(&by_hand), "{call}");
        assert_ne!(state(&called), state(&start()), "{call} does something");
        let other = start().call(&call.replace("other.epd", "none.epd"));
        assert!(
            other.status().contains("none.epd"),
            "{call}: {}",
            other.status()
        );
    }
}

#[test]
fn every_command_that_takes_an_argument_has_its_case() {
    let others = [
        Id::Castling,
        Id::OpenFiles,
        Id::CompareFiles,
        // On a page of two files: see `differences`.
        Id::CompareBy,
        Id::CopyToFile,
        Id::MoveToFile,
        Id::SortFile,
        Id::Explain,
        // The list of files asks before it creates one: see `folder`.
        Id::NewFile,
        // Its keys move in steps: see `columns`.
        Id::ColumnWidth,
    ];
    for command in editor::commands()
        .all()
        .filter(|command| !command.parameters.is_empty())
    {
        let named = |(call, ..): &Case| call.split(' ').next() == Some(command.id.name());
        assert!(
            CASES.iter().any(named) || others.contains(&command.id),
            "{} has none",
            command.id.name()
        );
    }
}

#[test]
fn castling_rights_are_set_by_their_letters() {
    let editor = Editor::open(FIVE).keys("j j j Enter").call("castling K");
    assert!(editor.line(3).contains(" w K - "), "{}", editor.line(3));
    let editor = editor.call("castling -");
    assert!(editor.line(3).contains(" w - - "), "{}", editor.line(3));
    let before = editor.line(3);
    for (call, says) in [
        (
            "castling X",
            "expected castling rights such as KQkq or -, found `X`",
        ),
        ("castling Kk", "no black rook on h8"),
    ] {
        let editor = Editor::open(FIVE)
            .keys("j j j Enter")
            .call("castling -")
            .call(call);
        assert_eq!(editor.line(3), before, "{call}");
        assert!(
            editor.status().contains(says),
            "{call}: {}",
            editor.status()
        );
    }
    let editor = Editor::open(FIVE).keys("j j j Enter").call("castling QK");
    assert!(editor.line(3).contains(" w KQ - "), "{}", editor.line(3));
}

#[test]
fn a_command_without_its_arguments_opens_its_prompt() {
    let asked = Editor::open(FIVE).call("go-to");
    assert_eq!(
        asked.prompt().label,
        Editor::open(FIVE).keys("Ctrl-G").prompt().label
    );
    let chosen = Editor::open(FIVE).call("copy");
    assert_eq!(chosen.menu().title, "Copy A.1 as");
}

#[test]
fn an_argument_outside_the_menu_is_refused() {
    let editor = Editor::open(FIVE).call("copy everything");
    assert!(editor.copied().is_none());
    assert_eq!(
        editor.status(),
        "expected one of fen, epd, position, raw, uci, best, best-uci, pv, pv-uci, legal, id, link, text, \
         unicode, markdown, latex, html, svg, png, bm, id, file, found `everything`"
    );
}

fn why_not(text: &str) -> String {
    let error: CallError = editor::commands().parse(text).expect_err(text);
    error.to_string()
}

#[test]
fn an_invalid_call_says_what_was_expected() {
    for (text, says) in [
        ("", "expected a command, found nothing"),
        ("  ", "expected a command, found nothing"),
        (
            "go-too 3",
            "`go-too` is not a command; did you mean `go-to`?",
        ),
        ("xyzzy", "`xyzzy` is not a command"),
        ("sa", "`sa` is not a command; did you mean `save`?"),
        ("colu", "`colu` is not a command; did you mean `columns`?"),
        ("queri", "`queri` is not a command; did you mean `query`?"),
        ("sev", "`sev` is not a command; did you mean `set`?"),
        ("undo twice", "`undo` takes no arguments, found `twice`"),
        ("perft-depth x", "expected a number from 1 to 9, found `x`"),
        (
            "perft-depth 10",
            "expected a number from 1 to 9, found `10`",
        ),
        (
            "perft-depth 2 3",
            "`perft-depth` takes no more arguments, found `3`",
        ),
        ("move-number 0", "expected a number, 1 or more, found `0`"),
        (
            "numbered-start 960",
            "expected a number from 0 to 959, found `960`",
        ),
        ("rename-opcodes bm", "expected a new opcode, found nothing"),
        ("rename-opcodes bm -", "expected a new opcode, found `-`"),
        ("step-through bm", "expected `pv` or `sv`, found `bm`"),
    ] {
        assert_eq!(why_not(text), says, "{text}");
    }
}

#[test]
fn calling_a_disabled_command_gives_the_reason() {
    let editor = Editor::open(FIVE).read_only().call("set-operation ce 3");
    assert_eq!(editor.status(), "the file is open read-only");
    assert_eq!(editor.text(), FIVE);
}
