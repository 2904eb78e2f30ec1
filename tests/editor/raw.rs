//! No character of a file that acts on the terminal or hides text reaches the screen as it is, for a file
//! with every such character in each field and in its name, whatever command runs.

use crate::harness::Editor;
use epdit::editor;
use epdit::editor::state::document::Document;
use epdit::editor::widgets::theme;
use epdit::epd::visible::is_hidden;
use epdit::suite::Suite;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// One character of each hidden range, and a sequence that would set the window title.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{1}\u{7f}\u{80}\u{9b}2J\u{9f}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\
    \u{180b}\u{180e}\u{200b}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\
    \u{206f}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff9}\u{1d173}\u{e0001}\u{e007f}\u{e0100}\u{e0fff}";

/// Returns records with that text in each field, as an opcode, as an operand of each kind and in strings,
/// and lines that are not records; the first record can be edited.
fn file() -> String {
    let h = HOSTILE;
    let head = "4k3/8/8/8/8/8/4P3/4K3";
    [
        format!("{head} w - - bm e4; c0 \"{h}\"; id \"{h}\"; pv e4; Own \"{h}\";"),
        format!("{head} w - - bm {h} e4{h}; am {h}; ce {h}; pv e4 {h}; id {h}; ptp {h} \"{h}\" A \"{h}\";"),
        format!("{head} w - - {h} 1; a{h} 2; bm e4 \"{h}\"; ts {h} {h}; {h}"),
        format!("{head}{h} w - - bm e4;"),
        format!("{h}{head} w - - bm e4;"),
        format!("{head} w{h} - - bm e4; id \"{h}\";"),
        format!("{head} w -{h} - bm e4;"),
        format!("{head} w - -{h} bm e4;"),
        format!("{head} w - - {h} {h} bm e4;"),
        format!("# {h}"),
        h.to_owned(),
        format!("{head} w - - bm e4; c0 \"{h}\"; id \"{h}\";"),
    ]
    .join("\n")
}

fn editor() -> Editor {
    let name = format!("{HOSTILE}.epd");
    Editor::over(Document::new(Suite::from_bytes(&name, file().into_bytes()))).without_disk()
}

/// Draws the screen; fails if a cell holds a hidden character.
#[track_caller]
pub(crate) fn check(editor: &Editor, what: &str) {
    let mut terminal =
        Terminal::new(TestBackend::new(editor.size().0, editor.size().1)).expect("a screen");
    let theme = theme::Theme::new(theme::Background::Dark, theme::Depth::Full);
    terminal
        .draw(|frame| editor.draw(&theme, frame))
        .expect("drawn");
    for cell in terminal.backend().buffer().content() {
        let symbol = cell.symbol();
        assert!(
            symbol == "♟\u{FE0E}" || !symbol.contains(is_hidden),
            "after {what}: {symbol:?}"
        );
    }
}

#[test]
fn no_pane_shows_hidden_or_control_characters() {
    for (cols, rows) in [(80, 24), (120, 36), (200, 60)] {
        let mut editor = editor().sized(cols, rows);
        for line in 0..file().lines().count() {
            for keys in ["Tab", "Tab", "Tab", "Tab", "Tab"] {
                check(&editor, &format!("line {line}, {keys}"));
                editor = editor.keys(keys);
            }
            editor = editor.keys("Ctrl-Down").done();
        }
    }
}

#[test]
fn no_command_shows_hidden_or_control_characters() {
    for command in editor::commands().all() {
        let name = command.id.name();
        for line in [0, 1] {
            let argument = match command.parameters {
                [] => String::new(),
                _ => format!(" {HOSTILE}"),
            };
            let mut calls = vec![name.to_owned(), format!("{name}{argument}")];
            calls.dedup();
            for call in calls {
                let Ok(call) = editor::commands().parse(&call) else {
                    continue;
                };
                let mut editor = editor().sized(80, 24);
                if line == 1 {
                    editor = editor.keys("Ctrl-Down");
                }
                editor.send(epdit::editor::message::Msg::Call(call));
                editor = editor.done();
                if argument.is_empty() {
                    check(&editor, name);
                }
                editor = editor.keys_at_once("Down").pasted(HOSTILE).done();
                editor = editor.keys_at_once("x Enter").done();
                check(&editor, &format!("{name} and Enter"));
            }
        }
    }
}

#[test]
fn control_characters_in_typed_text_are_not_sent_to_the_terminal() {
    for keys in [
        ":",
        "/",
        "f",
        "e",
        "Ctrl-O",
        "Ctrl-P",
        "Ctrl-G",
        "a c 0 Enter",
        "Tab Tab Enter",
    ] {
        let editor = editor().keys(keys).done().pasted(HOSTILE).done();
        check(&editor, keys);
        let editor = editor.keys_at_once("Enter").done();
        check(&editor, &format!("{keys} Enter"));
        let editor = editor
            .keys_at_once("Ctrl-S")
            .done()
            .keys_at_once("F8")
            .done();
        check(&editor, &format!("{keys} F8"));
    }
}
