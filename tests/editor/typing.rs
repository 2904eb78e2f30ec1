//! The raw line as text.

use crate::harness::{Editor, FIVE};
use epdit::editor::state::view::Pane;

const LINE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;";

#[test]
fn typing_changes_what_is_shown_at_once_and_the_file_when_accepted() {
    let editor = Editor::open(LINE).keys("e").typed(" id \"x\";");
    assert_eq!(editor.line(0), LINE);
    assert_eq!(
        editor.shown(),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";"
    );
    assert_eq!(editor.record().operations().len(), 2);
    let editor = editor.keys("Enter");
    assert_eq!(
        editor.line(0),
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";"
    );
    assert_eq!(editor.status(), "edited the line · undo ^Z");
}

#[test]
fn problems_follow_every_key() {
    let codes = |editor: &Editor| {
        let record = editor.record();
        record
            .diagnostics()
            .iter()
            .map(|found| found.code.name())
            .collect::<Vec<_>>()
    };
    let editor = Editor::open(LINE).keys("e");
    assert!(codes(&editor).is_empty());
    let editor = editor.keys("Backspace Backspace").typed("5;");
    assert!(
        codes(&editor).contains(&"move-illegal"),
        "{:?}",
        codes(&editor)
    );
    let editor = editor.keys("Backspace Backspace").typed("3;");
    assert!(codes(&editor).is_empty(), "{:?}", codes(&editor));
}

#[test]
fn a_broken_line_is_accepted_and_kept_in_undo_as_typed() {
    let editor = Editor::open(LINE)
        .keys("e Ctrl-U")
        .typed("what is \"this")
        .keys("Enter");
    assert_eq!(editor.line(0), "what is \"this");
    let message = editor.status();
    assert!(
        message.starts_with("edited the line · undo ^Z · ") && message.ends_with(" more error"),
        "{message}"
    );
    let editor = editor.keys("Ctrl-Z");
    assert_eq!(editor.line(0), LINE);
    let editor = editor.keys("Ctrl-Y");
    assert_eq!(editor.line(0), "what is \"this");
}

#[test]
fn esc_discards_the_typed_text_and_redo_restores_it() {
    let editor = Editor::open(LINE).keys("e").typed("zzz").keys("Esc");
    assert_eq!(editor.shown(), LINE);
    assert_eq!(editor.status(), "edit cancelled · ^Y restores the text");
    let editor = editor.keys("Ctrl-Y");
    assert_eq!(editor.shown(), format!("{LINE}zzz"));
    assert_eq!(editor.line(0), LINE);
    assert_eq!(editor.keys("Enter").line(0), format!("{LINE}zzz"));
}

#[test]
fn undo_while_typing_only_undoes_typing() {
    let editor = Editor::open(FIVE)
        .keys("Delete j e")
        .typed("abc")
        .keys("Ctrl-Z");
    assert!(editor.is_typing());
    assert_eq!(editor.shown(), editor.line(1));
    assert_eq!(editor.line_count(), 4);
}

#[test]
fn moving_to_another_pane_or_record_accepts_the_typed_text() {
    for keys in ["Tab", "Ctrl-Down", "Ctrl-S", "Ctrl-F", "Ctrl-P", "PageDown"] {
        let editor = Editor::open(FIVE).keys("e").typed("!").keys(keys);
        assert!(editor.line(0).ends_with("id \"A.1\";!"), "{keys}");
        assert!(!editor.is_typing(), "{keys}");
    }
}

#[test]
fn accepting_without_a_change_makes_no_undo_step() {
    let editor = Editor::open(LINE).keys("e Enter");
    assert!(editor.can_undo().is_none());
}

#[test]
fn letters_bound_to_commands_are_typed_as_text() {
    let editor = Editor::open(LINE).keys("e").typed("qudo?:[]/");
    assert_eq!(editor.shown(), format!("{LINE}qudo?:[]/"));
}

#[test]
fn bytes_that_are_not_utf_8_stay_unchanged() {
    let suite = epdit::suite::Suite::from_bytes("l.epd", b"8/8 w - - c0 \"caf\xE9\";\r\n".to_vec());
    let editor = Editor::with(suite).keys("e Home N Enter");
    assert_eq!(
        editor.model.document.suite.line(0).as_ref(),
        b"N8/8 w - - c0 \"caf\xE9\";\r\n"
    );
}

#[test]
fn typing_begins_at_the_problem_that_is_selected() {
    let editor = Editor::open(FIVE).keys("] Shift-Tab Shift-Tab");
    assert_eq!(editor.focus(), Pane::Problems);
    let editor = editor.keys("F2 X");
    assert_eq!(
        editor.shown(),
        "4k3/8/8/8/8/8/8/R3K2R w KQ - bm XRa9; id \"A.3\";"
    );
}

#[test]
fn a_pasted_text_stays_on_one_line() {
    let editor = Editor::open(LINE)
        .keys("e")
        .pasted(" id \"x\";\nsecond")
        .keys("Enter");
    assert_eq!(editor.line_count(), 1);
    assert_eq!(editor.line(0), format!("{LINE} id \"x\"; second"));
}

#[test]
fn lines_pasted_into_the_suite_list_become_records() {
    let editor = Editor::open(FIVE).pasted("8/8/8/8/8/8/8/8 w - -\r\n\n4k3/8/8/8/8/8/8/4K3 b - -");
    assert_eq!(editor.line_count(), 7);
    assert_eq!(editor.line(1), "8/8/8/8/8/8/8/8 w - -");
    assert_eq!(editor.line(2), "4k3/8/8/8/8/8/8/4K3 b - -");
    assert_eq!(editor.keys("u").text(), FIVE);
}

#[test]
fn moves_follow_a_position_that_is_edited_in_the_line() {
    // A second rook can now reach h1 too, so the move must name its rook.
    let before = "7k/8/8/8/8/8/K7/R7 w - - bm Rh1+; id \"x\";";
    let editor = Editor::open(&format!("{before}\n")).keys("e Home");
    let editor = editor.keys(&"Right ".repeat("7k/8/8/8/8/8/K".len()));
    let editor = editor.keys("Delete").typed("6/R6R");
    let editor = editor.keys(&"Delete ".repeat("/R7".len())).keys("Enter");
    assert_eq!(
        editor.line(0),
        "7k/8/8/8/8/8/K6/R6R w - - bm Rh1+; id \"x\";",
        "a broken placement changes no move"
    );
    let before = "6k1/8/8/8/8/8/K7/R7 w - - bm Rh1; id \"x\";";
    let editor = Editor::open(&format!("{before}\n")).keys("e Home");
    let editor = editor.typed("7k").keys("Delete Delete Delete Enter");
    assert_eq!(
        editor.line(0),
        "7k/8/8/8/8/8/K7/R7 w - - bm Rh1+; id \"x\";"
    );
    assert_eq!(
        editor.status(),
        "edited the line · 1 move respelled · undo ^Z"
    );
    // Moves edited in the same text are kept as typed.
    let editor = Editor::open(&format!("{before}\n")).keys("e Home");
    let editor = editor
        .typed("7k")
        .keys("Delete Delete Delete End Backspace Backspace");
    let editor = editor.typed("y\";").keys("Enter");
    assert!(editor.line(0).contains("bm Rh1;"), "{}", editor.line(0));
    assert_eq!(editor.keys("Ctrl-Z").line(0), before);
}

#[test]
fn undo_in_a_prompt_takes_back_what_was_typed_and_no_change_of_the_file() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n".repeat(3);
    let editor = Editor::open(&text).keys("d d f").typed("id").keys("Ctrl-Z");
    assert_eq!(editor.prompt().input.text(), b"");
    assert_eq!(editor.line_count(), 2);
    let editor = editor.keys("Ctrl-Y");
    assert_eq!(editor.prompt().input.text(), b"id");
    let editor = editor.keys("Ctrl-Z Ctrl-Z");
    let message = editor.prompt().message.as_deref();
    assert_eq!(
        (message, editor.line_count()),
        (Some("no typing to undo"), 2)
    );
}
