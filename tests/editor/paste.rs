//! Pasting: text becomes records or the record's position; text that is not a position makes no record.

use crate::harness::{Editor, FIVE};

#[test]
fn a_text_that_is_not_a_position_makes_no_record() {
    for text in [
        "hello this is no chess",
        "https://lichess.org/AbCdEfGh",
        "1. e4 e4",
    ] {
        let editor = Editor::open(FIVE).pasted(text);
        assert_eq!(editor.text(), FIVE);
        assert!(
            editor.status().starts_with(&format!("`{text}`: ")),
            "{}",
            editor.status()
        );
        let editor = Editor::board("4k3/8/8/8/8/8/8/4K3 w - -").pasted(text);
        assert_eq!(editor.line(0), "4k3/8/8/8/8/8/8/4K3 w - -");
    }
    let editor = Editor::open(FIVE).pasted("hello\nthis\nis\n");
    assert_eq!(
        editor.status(),
        "`hello`: not a position (and 2 more lines) · expected FEN, EPD, PGN, UCI, a link or a diagram"
    );
}

#[test]
fn lines_that_a_terminal_ends_with_cr_are_lines() {
    let two = "8/8/8/8/8/8/8/K1k5 w - - id \"y\";\r8/8/8/8/8/8/8/K1k5 b - - id \"z\";\r";
    for text in [two.to_owned(), two.replace('\r', "\r\n")] {
        let editor = Editor::open(FIVE).pasted(&text);
        assert_eq!(editor.status(), "pasted 2 records · undo ^Z");
        assert_eq!(editor.line(1), "8/8/8/8/8/8/8/K1k5 w - - id \"y\";");
        assert_eq!(editor.line(2), "8/8/8/8/8/8/8/K1k5 b - - id \"z\";");
    }
}

#[test]
fn all_kinds_become_records_in_one_step_to_undo() {
    let text = "8/8/8/8/8/8/8/K1k5 w - - id \"z\";\nposition startpos moves e2e4\n\
        https://www.chess.com/analysis?fen=8/8/8/8/8/8/8/K1k5+b+-+-+0+1\n\n[White \"A\"]\n\n1. d4 d5 *\n";
    let editor = Editor::open(FIVE).pasted(text);
    assert_eq!(
        editor.status(),
        "pasted 1 record, 1 game (final position), 1 UCI position, 1 link · undo ^Z"
    );
    assert_eq!(editor.line(1), "8/8/8/8/8/8/8/K1k5 w - - id \"z\";");
    assert_eq!(
        editor.line(2),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 fmvn 1; hmvc 0;"
    );
    assert_eq!(editor.line(3), "8/8/8/8/8/8/8/K1k5 b - -");
    assert!(
        editor.line(4).ends_with("ptp White \"A\";"),
        "{}",
        editor.line(4)
    );
    assert_eq!(editor.keys("Ctrl-Z").text(), FIVE);
}

#[test]
fn unrecognized_lines_are_shown_before_a_paste() {
    let text = "8/8/8/8/8/8/8/K1k5 w - -\nhello\n# a comment\n";
    let editor = Editor::open(FIVE).pasted(text);
    assert_eq!(editor.text(), FIVE);
    assert_eq!(
        editor.menu().about,
        [
            "Understood: 1 record, 1 comment.",
            "Not understood: 1 line.",
            "line 2: `hello`: not a position"
        ]
    );
    let editor = editor.keys("p");
    assert_eq!(editor.status(), "pasted 1 record, 1 comment · undo ^Z");
    assert_eq!(editor.keys("u").text(), FIVE);
    assert_eq!(Editor::open(FIVE).pasted(text).keys("Esc").text(), FIVE);
}

#[test]
fn a_long_text_is_read_on_another_thread() {
    let text = "8/8/8/8/8/8/8/K1k5 w - -\n".repeat(10_000);
    let editor = Editor::open(FIVE).pasted(&text);
    assert_eq!(editor.text(), FIVE);
    let editor = editor.done();
    assert_eq!(editor.status(), "pasted 10,000 records · undo ^Z");
    assert_eq!(editor.line_count(), 10_005);
}

/// Checks the record after pasting a text onto the board, and the status.
#[track_caller]
fn onto_board(text: &str, expected: &str, said: &str) {
    let editor = Editor::board("4k3/8/8/8/8/8/8/4K3 w - - id \"x\";").pasted(text);
    assert_eq!(editor.line(0), expected);
    assert_eq!(editor.status(), format!("{said} · undo ^Z"));
    let before = editor.keys("Ctrl-Z");
    assert_eq!(before.line(0), "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";");
}

#[test]
fn the_first_position_goes_onto_the_board() {
    onto_board(
        "https://lichess.org/analysis/8/8/8/8/8/8/8/K1k5_b_-_-_4_9",
        "8/8/8/8/8/8/8/K1k5 b - - fmvn 9; hmvc 4; id \"x\";",
        "pasted the position of the link",
    );
    onto_board(
        "1. e4 e5 *",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 fmvn 2; hmvc 0; id \"x\";",
        "pasted the final position of the game",
    );
    onto_board(
        "8/8/8/8/8/8/8/K1k5 w - -\n8/8/8/8/8/8/8/K2k4 w - -",
        "8/8/8/8/8/8/8/K1k5 w - - id \"x\";",
        "pasted the position, the first of 2",
    );
}

#[test]
fn a_copied_position_is_pasted_unchanged() {
    let line = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 fmvn 9; hmvc 0; id \"x\";";
    for (key, expected) in [
        ("f", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 9"),
        ("e", line),
        ("p", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6"),
        ("r", line),
        ("u", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 fmvn 9; hmvc 0;"),
        ("a", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 fmvn 9; hmvc 0;"),
        ("t", "r3k2r/8/8/3pP3/8/8/8/R3K2R w - -"),
        ("n", "r3k2r/8/8/3pP3/8/8/8/R3K2R w - -"),
    ] {
        let editor = Editor::open(line).keys("Ctrl-C").keys(key);
        let copied = editor.copied().expect("a text").to_owned();
        assert_eq!(editor.pasted(&copied).line(1), expected, "{key}");
    }
}

#[test]
fn pasting_a_position_with_clocks_reports_moves_that_became_illegal() {
    let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A\";\n";
    let link = "https://lichess.org/analysis/8/8/4k3/8/8/4K3/7P/8_b_-_-_3_40";
    let editor = Editor::open(record).keys("Enter").pasted(link).done();
    assert_eq!(
        editor.line(0),
        "8/8/4k3/8/8/4K3/7P/8 b - - bm e4; fmvn 40; hmvc 3; id \"A\";"
    );
    assert!(
        editor.status().contains("bm e4 is no longer legal"),
        "{}",
        editor.status()
    );
}
