//! Random keys, mouse events, pastes and sizes through `update` and `view`: nothing panics, no raw
//! character is drawn, and undo restores every byte.
//!
//! `EPDIT_EVENTS=10000000 cargo test --release --test editor chance -- --nocapture` runs that many. With
//! `EPDIT_SCREENS=FILE` each event and the screen after it are written to a file, to compare two commits: a
//! difference is one that a person would see.

use crate::harness::{Editor, FIVE};
use crate::raw::check;
use epdit::editor::key::{Button, Key, KeyCode, Modifiers, MouseEvent, MouseKind};
use epdit::editor::message::Msg;
use std::fs::File;
use std::io::{BufWriter, Write};

/// Events in an ordinary run of the tests.
const EVENTS: u64 = 3_000;
/// Events of one editor, before another file is opened.
const EACH: u64 = 1_500;

/// A pseudo-random number from a fixed seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % most.max(1)
    }

    fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    fn small(&mut self, most: u16) -> u16 {
        u16::try_from(self.below(usize::from(most))).unwrap_or(0)
    }
}

const CODES: [KeyCode; 15] = [
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Insert,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageDown,
];

const PASTES: [&str; 9] = [
    "",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;",
    "e2e4 e7e5",
    "\u{1b}[2J\u{202e}\u{0}",
    "a\r\nb\rc\n",
    "bm and side = w",
    "\"",
    "é中\u{301}\u{2003}\u{2028}x",
    "99999999999999999999",
];

fn event(chance: &mut Chance, now: u64, (cols, rows): (u16, u16)) -> Msg {
    match chance.below(100) {
        0..=54 => {
            let modifiers = Modifiers {
                ctrl: chance.below(6) == 0,
                alt: chance.below(30) == 0,
                shift: chance.below(10) == 0,
            };
            let code = match chance.below(10) {
                0..=3 => *chance.of(&CODES),
                4 => KeyCode::F(u8::try_from(chance.below(12) + 1).unwrap_or(1)),
                5 => KeyCode::Char(*chance.of(&['é', '中', '\u{301}', '\u{2003}', '\u{1b}', '𝄞'])),
                _ => KeyCode::Char(char::from(
                    b' ' + u8::try_from(chance.below(95)).unwrap_or(0),
                )),
            };
            Msg::Key(Key::new(code, modifiers))
        }
        55..=89 => {
            let button = *chance.of(&[Button::Left, Button::Left, Button::Right, Button::Middle]);
            let kind = match chance.below(8) {
                0..=2 => MouseKind::Down(button),
                3 => MouseKind::Up(button),
                4 | 5 => MouseKind::Drag(button),
                6 => MouseKind::ScrollDown,
                _ => MouseKind::ScrollUp,
            };
            Msg::Mouse(MouseEvent {
                kind,
                column: chance.small(cols.saturating_add(3)),
                row: chance.small(rows.saturating_add(3)),
                at_ms: now,
            })
        }
        90..=93 => Msg::Paste((*chance.of(&PASTES)).to_owned()),
        94..=96 => Msg::Seen,
        97 => Msg::Tick,
        _ => Msg::Resize {
            cols: chance.small(220),
            rows: chance.small(70),
        },
    }
}

/// Returns the next file for the events.
fn file(chance: &mut Chance) -> String {
    match chance.below(5) {
        0 => String::new(),
        1 => FIVE.to_owned(),
        2 => FIVE.repeat(40),
        3 => format!(
            "{FIVE}4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"{}\";\n",
            "x".repeat(20_000)
        ),
        _ => format!(
            "{FIVE}\u{202e}\u{1b}]0;x\u{7}\n\0\n{}\n",
            "D1 20 ;".repeat(50)
        ),
    }
}

#[test]
fn no_random_events_cause_a_panic() {
    let wanted = std::env::var("EPDIT_EVENTS").ok();
    let wanted = wanted.and_then(|text| text.parse().ok()).unwrap_or(EVENTS);
    let screens = std::env::var_os("EPDIT_SCREENS").map(File::create);
    let mut screens = screens.map(|file| BufWriter::new(file.expect("a file to write")));
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let (mut done, mut undone) = (0, 0);
    while done < wanted {
        let mut chance = Chance(seed);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let before = file(&mut chance);
        let mut editor = Editor::open(&before).without_disk();
        let of_file = editor.file_id();
        for _ in 0..EACH.min(wanted - done) {
            done += 1;
            let size = (editor.size().0, editor.size().1);
            let event = event(&mut chance, done * 40, size);
            let said = screens.is_some().then(|| format!("{done}: {event:?}"));
            editor.send(event);
            if chance.below(4) == 0 {
                editor = editor.done();
            }
            if let (Some(out), Some(said)) = (&mut screens, said) {
                let screen = editor.screen();
                writeln!(out, "{said}\n{screen}").expect("written");
            }
            // Effects are dropped: no files are opened here.
            editor.effects.clear();
            if chance.below(16) == 0 {
                check(&editor, "events by chance");
            }
        }
        if editor.file_id() != of_file {
            continue;
        }
        if let Some(out) = &mut screens {
            writeln!(out, "the file:\n{}", editor.text()).expect("written");
        }
        let suite = &mut editor.model.document.suite;
        while suite.undo().is_some() {}
        let lines = (0..suite.line_count()).flat_map(|at| suite.line(at).into_owned());
        assert_eq!(lines.collect::<Vec<u8>>(), before.as_bytes());
        undone += 1;
    }
    println!("{done} events, {undone} files undone to their first byte");
}
