//! The background colour of the terminal: the editor asks for it, and the answer comes soon, late or never.

use std::time::Duration;

use crate::terminal::{CTRL_Q, SUITE, Terminal, folder_with};

const QUESTION: &str = "\x1b]11;?";
const LIGHT: &str = "\x1b]11;rgb:ffff/fafa/f0f0\x1b\\";

/// Returns true when most of the screen is light.
fn is_light(screen: &vt100::Screen) -> bool {
    let cells = (0..36).flat_map(|row| (0..120).filter_map(move |column| screen.cell(row, column)));
    let light = cells.filter(|cell| match cell.bgcolor() {
        vt100::Color::Idx(index) => matches!(index, 15 | 230 | 231 | 252..=255),
        _ => false,
    });
    light.count() > 36 * 120 / 2
}

/// Waits for a whole screen on a light or dark background.
fn expect_ground(terminal: &Terminal, light: bool) {
    terminal.expect("first");
    terminal.wait(
        if light { "light ground" } else { "dark ground" },
        |screen| is_light(screen) == light,
    );
}

fn quit(mut terminal: Terminal) {
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn a_light_terminal_gets_the_light_theme_and_no_key_is_lost() {
    let (folder, _) = folder_with("a.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect_raw(QUESTION);
    // Keys before the answer, right behind it, and after it.
    terminal.keys(&format!("G{LIGHT}g/third"));
    terminal.expect("third");
    expect_ground(&terminal, true);
    terminal.expect("search");
    quit(terminal);
}

#[test]
fn a_late_or_split_answer_of_the_terminal_is_not_read_as_typing() {
    let (folder, _) = folder_with("a.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    // The screen is drawn, and text is being typed.
    terminal.expect("first");
    terminal.keys("/se");
    terminal.expect("search");
    let (before, after) = LIGHT.split_at(11);
    terminal.keys(before);
    std::thread::sleep(Duration::from_millis(5));
    terminal.keys(after);
    expect_ground(&terminal, true);
    terminal.keys("cond");
    terminal.expect("second");
    terminal.look(|screen| assert!(!screen.contents().contains("rgb"), "{}", screen.contents()));
    quit(terminal);
}

#[test]
fn keys_typed_before_the_first_screen_are_all_handled_once_and_in_order() {
    // The terminal is not in raw mode yet and turns Enter into Ctrl-J.
    for (typed, shows) in [
        ("/third\r", "bm Kd1; id \"third\";"),
        ("/third\n", "bm Kd1; id \"third\";"),
        ("jjdd", "deleted line 4"),
    ] {
        let (folder, path) = folder_with("a.epd", SUITE);
        let mut terminal = Terminal::start(&folder, &["a.epd"]);
        terminal.keys(typed);
        terminal.expect(shows);
        // Enter has closed the prompt; else this `q` would be typed into it.
        terminal.keys("q");
        if typed.ends_with("dd") {
            terminal.expect("discard and quit");
            terminal.keys("d");
            terminal.expect("yes, discard");
            terminal.keys("y");
        }
        assert_eq!(terminal.end().0, 0);
        assert_eq!(std::fs::read_to_string(path).expect("the file"), SUITE);
    }
}

#[test]
fn a_terminal_that_never_answers_gets_the_dark_theme_and_loses_no_key() {
    let (folder, _) = folder_with("a.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect_raw(QUESTION);
    terminal.keys("/third");
    expect_ground(&terminal, false);
    terminal.expect("search");
    // Esc could begin an answer of the terminal; it closes the prompt all the same.
    terminal.keys("\x1b");
    terminal.gone("search");
    quit(terminal);
}

#[test]
fn settings_take_precedence_over_the_terminal_and_that_over_the_environment() {
    let (folder, _) = folder_with("a.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["--theme", "dark", "a.epd"]);
    terminal.expect_raw(QUESTION);
    terminal.keys(&format!("{LIGHT}/third"));
    // By now the editor has read the answer.
    terminal.expect("search");
    expect_ground(&terminal, false);
    quit(terminal);

    let program = env!("CARGO_BIN_EXE_epdit");
    let light_by = ["COLORFGBG=0;15", program, "a.epd"];
    let terminal = Terminal::start_program(&folder, "env", &light_by);
    expect_ground(&terminal, true);
    quit(terminal);
    let mut terminal = Terminal::start_program(&folder, "env", &light_by);
    terminal.expect_raw(QUESTION);
    terminal.keys("\x1b]11;rgb:0000/0000/0000\x07");
    expect_ground(&terminal, false);
    quit(terminal);
}

#[test]
fn a_terminal_that_would_show_the_question_or_no_colour_is_not_asked() {
    let (folder, _) = folder_with("a.epd", SUITE);
    let program = env!("CARGO_BIN_EXE_epdit");
    for what in ["TERM=linux", "TERM=screen-256color", "NO_COLOR=1"] {
        let mut terminal = Terminal::start_program(&folder, "env", &[what, program, "a.epd"]);
        terminal.expect("first");
        terminal.keys(CTRL_Q);
        let (status, raw) = terminal.end();
        assert_eq!(status, 0, "{what}");
        assert!(!String::from_utf8_lossy(&raw).contains(QUESTION), "{what}");
    }
}
