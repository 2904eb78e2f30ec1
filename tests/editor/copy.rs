//! Copying and exporting: the text for each key, and the status.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::copy;
use epdit::editor::state::copying::{Content, CopyHow, Copying};
use epdit::exchange::form::Form;

#[track_caller]
fn check(line: &str, keys: &str, expected: &str) {
    let editor = Editor::open(line).keys(keys).done();
    assert_eq!(
        editor.copied(),
        Some(expected),
        "{keys}: {}",
        editor.status()
    );
}

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3  w - - bm e4 e3; pv Kd2 Ke7; hmvc 3; id \"pawn\";";

#[test]
fn each_letter_of_the_menu_copies_its_form() {
    for (keys, expected) in [
        ("f", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 1"),
        (
            "e",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; hmvc 3; id \"pawn\"; pv Kd2 Ke7;",
        ),
        ("p", "4k3/8/8/8/8/8/4P3/4K3 w - -"),
        ("r", PAWN),
        ("u", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 3 1"),
        ("b", "e3 e4"),
        ("B", "e2e3 e2e4"),
        ("v", "Kd2 Ke7"),
        ("V", "e1d2 e8e7"),
        ("l", "Kd1 Kd2 Kf1 Kf2 e3 e4"),
        ("i", "pawn"),
        (
            "a",
            "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_3_1",
        ),
        ("3", "3"),
    ] {
        check(PAWN, &format!("Ctrl-C {keys}"), expected);
    }
    for (key, begins) in [
        ("t", "8  . . . . k . . .\n"),
        ("n", "8  · · · · ♚ · · ·\n"),
        ("d", "| | a | b |"),
        ("x", "\\chessboard["),
        ("h", "<!DOCTYPE html>"),
        ("s", "<svg "),
    ] {
        let editor = Editor::open(PAWN).keys("Ctrl-C").keys(key);
        let copied = editor.copied().expect("a diagram");
        assert!(copied.starts_with(begins), "{key}: {copied}");
    }
}

#[test]
fn no_two_rows_have_the_same_letter() {
    let editor = Editor::open(FIVE).keys("Space Ctrl-C f Ctrl-C");
    let mut keys: Vec<_> = editor
        .menu()
        .items
        .iter()
        .filter_map(|item| item.key)
        .collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all);
    assert!(all > Form::ALL.len());
}

#[test]
fn a_form_that_a_record_does_not_have_is_disabled_with_its_reason() {
    let editor = Editor::open("8/8/8/8/8/8/8/8 w - - bm e4;").keys("Ctrl-C");
    let why = |name: &str| {
        let mut items = editor.menu().items.iter();
        let item = items.find(|item| item.label == name).expect(name);
        item.disabled.clone()
    };
    assert_eq!(why("FEN"), None);
    assert_eq!(why("Legal moves").as_deref(), Some("not a legal position"));
    assert_eq!(why("Predicted line (SAN)").as_deref(), Some("no pv"));
    assert_eq!(why("Id").as_deref(), Some("no id"));
    let editor = editor.keys("v");
    assert_eq!((editor.copied(), editor.status()), (None, "no pv"));
}

#[test]
fn a_comment_is_copied_as_it_is_and_nothing_else() {
    let editor = Editor::open("# a comment\n").keys("Ctrl-C");
    let open = editor
        .menu()
        .items
        .iter()
        .filter(|item| item.disabled.is_none());
    let open: Vec<&str> = open.map(|item| item.label.as_str()).collect();
    assert_eq!(open, ["EPD as written (raw line)", "To a file …"]);
    assert_eq!(editor.keys("r").copied(), Some("# a comment"));
}

#[test]
fn the_copy_menu_previews_its_rows() {
    let editor = Editor::open(PAWN).keys("Ctrl-C");
    let sample = editor.menu().items[0].sample.clone().expect("a sample");
    assert_eq!(sample.about, "31 characters");
    assert_eq!(sample.lines, ["4k3/8/8/8/8/8/4P3/4K3 w - - 3 1"]);
}

#[test]
fn marked_records_are_copied_together_and_one_alone_on_request() {
    let editor = Editor::open(FIVE).keys("Space j Space G Ctrl-C");
    assert_eq!(editor.menu().title, "Copy 2 marked records as");
    let together = editor.keys("i").done();
    assert_eq!(together.copied(), Some("A.1\nA.2\n"));
    let alone = together.keys("Ctrl-C m");
    assert_eq!(alone.menu().title, "Copy A.4 as");
    assert_eq!(alone.keys("i").copied(), Some("A.4"));
}

#[test]
fn records_without_that_form_are_reported() {
    let editor = Editor::open(FIVE).keys("Space j j Space Ctrl-C b").done();
    let Some(Effect::Copy(copying)) = editor.effects.last() else {
        panic!("nothing copied");
    };
    assert_eq!(
        copying.what,
        "2 marked records as best moves, without 1 record (no bm with legal moves)"
    );
    assert_eq!(editor.copied(), Some("e4"));
}

#[test]
fn the_board_is_copied_as_a_picture() {
    let editor = Editor::open(FIVE).keys("Ctrl-C g").done();
    let Some(Effect::Copy(copying)) = editor.effects.last() else {
        panic!("nothing copied");
    };
    assert_eq!(
        (copying.what.as_str(), copying.suffix),
        ("the board image of A.1", "png")
    );
    let Content::Picture(png) = &copying.content else {
        panic!("no picture");
    };
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn the_last_form_is_copied_again_by_y_and_offered_first() {
    let editor = Editor::open(FIVE).keys("Ctrl-C u");
    assert_eq!(editor.effects.len(), 1);
    let editor = editor.keys("Ctrl-C");
    assert_eq!(editor.menu().items[0].label, "Again: UCI position command");
    let editor = editor.keys("y");
    assert_eq!(editor.effects.len(), 2);
    // On the board the key works at once.
    let editor = editor.keys("Ctrl-Down Enter y");
    assert_eq!(editor.effects.len(), 3);
    assert!(
        editor
            .copied()
            .is_some_and(|text| text.contains("4k3/4p3/"))
    );
    // Before the first copy it opens the menu.
    let editor = Editor::board(PAWN).keys("y");
    assert_eq!(editor.menu().title, "Copy pawn as");
}

#[test]
fn the_status_names_the_target_and_size_of_a_copy() {
    let text = Copying::text("the FEN of A.1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let picture = Copying {
        what: "the board image of A.1".into(),
        content: Content::Picture((&[0_u8; 2000][..]).into()),
        suffix: "png",
    };
    for (copying, how, expected) in [
        (
            &text,
            CopyHow::Clipboard,
            "copied the FEN of A.1 to the clipboard (31 characters)",
        ),
        (
            &text,
            CopyHow::Terminal,
            "sent the FEN of A.1 to the terminal's clipboard (31 characters)",
        ),
        (
            &text,
            CopyHow::Tmux,
            "sent the FEN of A.1 through tmux to the terminal's clipboard (31 characters)",
        ),
        (
            &text,
            CopyHow::Screen,
            "sent the FEN of A.1 through screen to the terminal's clipboard (31 characters)",
        ),
        (
            &picture,
            CopyHow::Clipboard,
            "copied the board image of A.1 to the clipboard (PNG, 2,000 bytes)",
        ),
    ] {
        let mut editor = Editor::open(FIVE);
        let copying = copying.clone();
        editor.tell(move |model| copy::copied(model, copying, Ok(how)));
        assert_eq!(editor.status(), expected);
    }
}

#[test]
fn a_failed_copy_offers_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut editor = Editor::open(FIVE);
    let copying = Copying::text("2 records as FEN", "one\ntwo\n");
    let reason = "too large for the terminal's clipboard".to_owned();
    editor.tell(move |model| copy::copied(model, copying, Err(reason)));
    assert_eq!(editor.prompt().label, "export to file");
    assert_eq!(editor.prompt().input.text(), b"test-export.txt");
    assert_eq!(
        editor.prompt().message.as_deref(),
        Some(
            "could not copy 2 records as FEN: too large for the terminal's clipboard · Enter writes \
             it to this file instead"
        )
    );
    let path = folder.path().join("out.txt");
    let editor = editor
        .keys("Ctrl-U")
        .typed(&path.to_string_lossy())
        .keys("Enter")
        .done();
    let expected = format!("exported 2 records as FEN to {} (8 bytes)", path.display());
    assert_eq!(editor.status(), expected);
    assert_eq!(std::fs::read(path).expect("the file"), b"one\ntwo\n");
}

#[test]
fn diagrams_are_exported_to_a_file_that_is_replaced_only_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards.svg");
    let call = format!("export svg {}", path.display());
    let editor = Editor::open(FIVE)
        .keys("Space j Space G")
        .call(&call)
        .done();
    assert!(
        editor
            .status()
            .starts_with("exported 2 marked records as SVG drawing to "),
        "{}",
        editor.status()
    );
    let first = std::fs::read_to_string(&path).expect("the file");
    assert!(first.contains("A.1") && first.contains("A.2"));
    let editor = editor
        .keys("Esc")
        .call(&call.replace("svg ", "fen "))
        .done();
    assert_eq!(editor.menu().about, ["boards.svg exists already."]);
    let editor = editor.keys("Enter").done();
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), first);
    let editor = editor
        .call(&call.replace("svg ", "fen "))
        .done()
        .keys("r")
        .done();
    assert!(
        editor.status().starts_with("exported "),
        "{}",
        editor.status()
    );
    assert_ne!(std::fs::read_to_string(&path).expect("the file"), first);
    assert_eq!(editor.text(), FIVE);
}

#[test]
fn the_menu_leads_to_a_file_and_back() {
    let editor = Editor::open(FIVE).keys("Ctrl-C w");
    assert_eq!(editor.menu().title, "Export A.1 as");
    assert_eq!(editor.keys("w").menu().title, "Copy A.1 as");
    let editor = Editor::open(FIVE).keys("Ctrl-C w h");
    assert_eq!(editor.prompt().input.text(), b"test-export.html");
}

#[test]
fn an_export_never_overwrites_an_open_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, FIVE).expect("a file");
    let suite =
        epdit::suite::Suite::open(&path, &epdit::suite::OpenOptions::default()).expect("a suite");
    let editor = Editor::with(suite)
        .call(&format!("export fen {}", path.display()))
        .done();
    assert!(
        editor.status().contains("is open here"),
        "{}",
        editor.status()
    );
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), FIVE);
}

#[test]
fn a_diagram_is_drawn_from_the_same_side_as_the_board() {
    let editor = Editor::board(PAWN).keys("v Ctrl-C t");
    let copied = editor.copied().expect("a diagram");
    assert!(copied.starts_with("1  . . . K"), "{copied}");
}

#[test]
fn links_use_the_site_from_the_settings() {
    let editor = Editor::open(PAWN)
        .call("set link=chess.com")
        .keys("Ctrl-C a");
    assert_eq!(
        editor.copied(),
        Some(
            "https://www.chess.com/analysis?fen=4k3%2F8%2F8%2F8%2F8%2F8%2F4P3%2F4K3%20w%20-%20-%203%201"
        )
    );
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_and_not_replaced() {
    let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"caf\xe9\"; id \"x\";\n".to_vec();
    let open = || Editor::with(epdit::suite::Suite::from_bytes("test.epd", line.repeat(2)));
    let editor = open().keys("Ctrl-C");
    let raw = editor.menu().items.iter().find(|row| row.key == Some('r'));
    let why = raw.expect("the raw line").disabled.clone();
    assert_eq!(
        why.as_deref(),
        Some("bytes that are not UTF-8 can't be copied as text; exporting to a file keeps them")
    );
    let editor = editor.keys("r").done();
    assert_eq!(editor.copied(), None, "{}", editor.status());
    // A form without such bytes is copied.
    assert!(open().keys("Ctrl-C f").done().copied().is_some());
    // Several records with such bytes are refused too; a file gets the bytes unchanged.
    let editor = open().keys("Ctrl-A Ctrl-C r").done();
    assert_eq!(editor.copied(), None);
    assert!(
        editor.status().starts_with("not copied: "),
        "{}",
        editor.status()
    );
    let editor = open().call("export");
    let raw = editor.menu().items.iter().find(|row| row.key == Some('r'));
    assert_eq!(raw.expect("the raw line").disabled, None);
}
