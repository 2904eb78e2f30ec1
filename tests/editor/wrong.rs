//! Text that the format can't hold, in each editor: it is never accepted silently, the error is shown, and
//! no typed text is lost.

use crate::harness::{Editor, FIVE};

const FIELDS: &str = "4k3/8/8/8/8/8/4P3/R3K2R w KQ -";

fn adding(opcode: &str) -> Editor {
    let editor = Editor::operations(&format!("{FIELDS}\n"));
    let editor = match opcode {
        "points" => return editor.keys("m Ctrl-u"),
        opcode => editor.keys("a").typed(opcode),
    };
    editor.keys("Enter")
}

#[test]
fn a_character_that_is_not_allowed_there_is_refused_and_the_text_stays() {
    for (opcode, typed, refused, says) in [
        ("bm", "e4", '"', "expected a move without quotes"),
        ("pm", "e4", ';', "`;` ends an operation"),
        ("pv", "e4", '"', "expected a move without quotes"),
        ("dm", "3", 'x', "expected a whole number, found `x`"),
        ("acs", "30", '.', "expected a whole number, found `.`"),
        (
            "ce",
            "30",
            'p',
            "expected centipawns (-30), pawns (0.30) or a mate (#5), found `p`",
        ),
        ("id", "x", '"', "a string can't contain a quote"),
        (
            "refcom",
            "re",
            '-',
            "expected a letter, digit or `_`, found `-`",
        ),
        ("ts", "2026", 'x', "expected a digit, found `x`"),
        ("cc", "000", '-', "expected a digit, found `-`"),
        ("ptp", "White", ';', "`;` ends an operation"),
        ("Mine", "a", ';', "`;` ends an operation"),
        ("noop", "a", ';', "`;` ends an operation"),
        ("points", "e4=3", '"', "a string can't contain a quote"),
    ] {
        let editor = adding(opcode).typed(typed);
        let before = editor.shown();
        let editor = editor.typed(&refused.to_string());
        let status = editor.status();
        assert!(status.starts_with(says), "{opcode} {refused}: {status}");
        assert_eq!(editor.shown(), before, "{opcode}");
        assert!(editor.is_typing(), "{opcode}");
    }
}

#[test]
fn invalid_operands_are_only_accepted_by_a_second_enter() {
    let long = "a".repeat(256);
    let two_long = format!("\"{long}\" \"b\"");
    let mut wrong: Vec<String> = Vec::new();
    for (opcode, typed, says) in [
        ("bm", "e5", "`e5` is illegal: no white pawn can reach e5"),
        ("bm", "Rb9", "`Rb9` is not a move"),
        ("pm", "", "expected"),
        ("bm", "e4!", "annotation in `e4!`"),
        ("pm", "e4 e3", "expected one move"),
        ("sm", "Qd4", "`Qd4` is illegal: there is no white queen"),
        ("pv", "e4 e5", "`e5` is illegal as move 2 of the line"),
        (
            "dm",
            "0",
            "`0` is out of range for `dm`, expected 1 or more",
        ),
        ("dm", "-3", "`-3` is out of range"),
        ("dm", "3 4", "expected"),
        (
            "acn",
            "-1",
            "`-1` is out of range for `acn`, expected 0 or more",
        ),
        ("ce", "40000", "`40000` is out of range"),
        ("ce", "##", "`##` is malformed"),
        (
            "id",
            &long,
            "the string has 256 bytes, expected at most 255",
        ),
        (
            "c3",
            &long,
            "the string has 256 bytes, expected at most 255",
        ),
        ("refcom", "later", "`later` is out of range"),
        ("refreq", "inform", "`inform` is out of range"),
        ("ts", "2026.13.01 00:00:00", "out of range"),
        ("ts", "2026.02.30 00:00:00", "out of range"),
        ("ts", "2026.02.20", "expected"),
        ("cc", "000:25:00:00 000:00:00:00", "out of range"),
        ("cc", "000:00:00:00", "expected"),
        ("tcri", "", "expected"),
        ("tcsi", &two_long, "the string has 256 bytes"),
        ("ptp", "White", "expected"),
        ("ptp", "White \"a\" White \"b\"", "tag `White` occurs twice"),
        ("points", "e4", "expected points after `e4`"),
        ("points", "e4=x", "expected a number of points"),
        ("points", "e5=3", "expected a legal move before the `=`"),
        ("points", "e4=3, e2e4=2", "already has points"),
    ] {
        let what = format!("{opcode} {}", &typed[..typed.len().min(30)]);
        let editor = adding(opcode).typed(typed);
        let shown = editor.shown();
        let editor = editor.keys("Enter");
        let status = editor.status().to_owned();
        if !editor.is_typing()
            || !status.contains(says)
            || !status.ends_with("Enter again keeps it")
            || editor.shown() != shown
        {
            wrong.push(format!("{what}: {status}: {}", editor.shown()));
            continue;
        }
        let editor = editor.keys("Enter");
        if editor.is_typing() || editor.line(0) != shown {
            wrong.push(format!("{what} twice: {}", editor.status()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_operand_that_would_swallow_operations_is_never_accepted() {
    for (opcode, typed) in [("Mine", "a \"b"), ("ptp", "White \"Anna")] {
        let editor = Editor::operations(&format!("{FIELDS} id \"x\";\n"));
        let mut editor = editor.keys("a").typed(opcode).keys("Enter").typed(typed);
        for _ in 0..3 {
            editor = editor.keys("Enter");
            assert!(editor.is_typing(), "{opcode}");
            assert!(
                editor.status().starts_with("unclosed quote"),
                "{opcode}: {}",
                editor.status()
            );
        }
        assert_eq!(editor.line(0), format!("{FIELDS} id \"x\";"));
    }
}

#[test]
fn pasted_text_is_checked_like_typed_text() {
    for (opcode, text, says) in [
        ("dm", "three", "expected a whole number, found `t`"),
        ("id", "a \"b\"", "a string can't contain a quote"),
        ("bm", "e4; am e3", "`;` ends an operation"),
        ("id", "a\tb", "operands can't hold a control character"),
    ] {
        let editor = adding(opcode);
        let before = editor.shown();
        let editor = editor.pasted(text);
        let status = editor.status();
        assert!(status.starts_with(says), "{opcode}: {status}");
        assert_eq!(editor.shown(), before, "{opcode}");
    }
}

#[test]
fn prompts_for_numbers_name_the_valid_range() {
    for (keys, typed, says) in [
        ("9", "960", "expected a number from 0 to 959"),
        ("9", "x", "expected a number from 0 to 959"),
        ("h", "-1", "expected a whole number, 0 or more"),
        ("H", "0", "expected a whole number, 1 or more"),
    ] {
        let line = format!("{FIELDS} id \"x\";\n");
        let editor = Editor::set_up(&line).keys(keys).typed(typed).keys("Enter");
        assert_eq!(editor.prompt().message.as_deref(), Some(says), "{typed}");
        assert_eq!(editor.line(0), line.trim_end());
    }
}

#[test]
fn the_raw_line_accepts_any_text() {
    let editor = Editor::open(&format!("{FIELDS} id \"x\";\n")).keys("e Ctrl-u");
    let editor = editor.typed("\"; ??? ;; bm \u{e9}").keys("Enter");
    assert_eq!(editor.line(0), "\"; ??? ;; bm \u{e9}");
}

#[test]
fn text_too_long_for_a_prompt_is_reported() {
    let editor = Editor::open(FIVE).keys(":").pasted(&"a".repeat(200_000));
    let message = "at most 4096 bytes can be typed here, not 200000";
    assert_eq!(editor.prompt().message.as_deref(), Some(message));
    assert_eq!(editor.prompt().input.text(), b"");
    let editor = editor.pasted(&"a".repeat(4096)).keys("a");
    assert_eq!(editor.prompt().input.text().len(), 4096);
    let message = editor.prompt().message.clone();
    assert_eq!(
        message.as_deref(),
        Some("at most 4096 bytes can be typed here, not 4097")
    );
    let editor = editor.keys("Backspace a Esc");
    assert!(!editor.has_dialog());
}
