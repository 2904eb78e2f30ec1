//! The terminal's background: asked once, by OSC 11, and taken whenever the answer comes.
//!
//! Nobody reads the terminal but the one thread that always does. There an answer comes as the keys that
//! its bytes would be: they are held back until they are an answer, and given on, in their order, as soon
//! as they are none. So nothing can hang, no key is lost, and an answer that comes late is no typing. All
//! that waits is the first drawing, for a moment, so that the screen need not change its colours.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::app::state::settings::Background;

/// Asks for the colour of the background.
pub const QUESTION: &str = "\x1b]11;?\x1b\\";
/// How long the first drawing waits for the answer.
pub const PATIENCE: Duration = Duration::from_millis(100);
/// How long after the question an editor that is left waits for the answer, which would be typed into
/// the shell.
pub const FAREWELL: Duration = Duration::from_millis(400);
/// How long keys that could become an answer are held back: its bytes come together.
pub const TOGETHER: Duration = Duration::from_millis(50);
/// How long after the question Esc may be the first byte of the answer.
const SOON: Duration = Duration::from_secs(3);
/// No answer is longer.
const LONGEST: usize = 48;

/// Whether the terminal can be asked: some write the question on the screen, or take it for something
/// else, and GNU screen keeps it.
pub fn can_be_asked(said: impl Fn(&str) -> Option<String>) -> bool {
    let term = said("TERM").unwrap_or_default();
    let silent = [
        "linux", "dumb", "vt", "eterm", "Eterm", "sun", "cons", "wyse", "emacs", "unknown",
    ];
    let is_screen = said("STY").is_some() || term.starts_with("screen") && said("TMUX").is_none();
    !term.is_empty() && !is_screen && !silent.iter().any(|name| term.starts_with(name))
}

/// What the events of the terminal are, one after the other.
#[derive(Debug)]
pub struct Answer {
    /// When it was asked; `None` where it was not, or has answered.
    asked: Option<Instant>,
    held: Vec<Event>,
    /// The answer as far as it has come.
    text: String,
}

/// What became of an event.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Those that are no answer, in their order.
    pub events: Vec<Event>,
    pub background: Option<Background>,
}

impl Answer {
    /// Waits for an answer, where one was `asked` for.
    pub fn new(asked: Option<Instant>) -> Self {
        Self {
            asked,
            held: Vec::new(),
            text: String::new(),
        }
    }

    /// Whether events are held back.
    pub fn holds(&self) -> bool {
        !self.held.is_empty()
    }

    /// Takes an event in.
    pub fn take(&mut self, event: Event) -> Taken {
        let Some(asked) = self.asked else {
            return Taken {
                events: vec![event],
                background: None,
            };
        };
        let step = self.step(&event, asked.elapsed() < SOON);
        self.held.push(event);
        match step {
            Step::Part => Taken::default(),
            Step::End => {
                let background = background(&self.text);
                if background.is_none() {
                    return self.release();
                }
                self.held.clear();
                self.asked = None;
                Taken {
                    events: Vec::new(),
                    background,
                }
            }
            Step::Other => {
                // What breaks one off may be the first of another.
                let last = self.held.pop();
                if self.held.is_empty() {
                    return Taken {
                        events: last.into_iter().collect(),
                        background: None,
                    };
                }
                let mut taken = self.release();
                if let Some(event) = last {
                    let again = self.take(event);
                    taken.events.extend(again.events);
                }
                taken
            }
        }
    }

    /// What was held back is no answer.
    pub fn release(&mut self) -> Taken {
        self.text.clear();
        Taken {
            events: std::mem::take(&mut self.held),
            background: None,
        }
    }

    /// What an event is behind those held.
    fn step(&mut self, event: &Event, soon: bool) -> Step {
        let Event::Key(key) = event else {
            return Step::Other;
        };
        let before = self.held.last().and_then(key_of);
        let after_escape = before.is_some_and(|key| key.code == KeyCode::Esc);
        match (self.held.len(), key.code) {
            (0, KeyCode::Char(']')) if key.modifiers == KeyModifiers::ALT => Step::Part,
            (0, KeyCode::Esc) if soon => Step::Part,
            (1, KeyCode::Char(']')) if after_escape => Step::Part,
            (0, _) | (1, _) if self.held.is_empty() || after_escape => Step::Other,
            (_, KeyCode::Char('g')) if key.modifiers == KeyModifiers::CONTROL => Step::End,
            (_, KeyCode::Char('\\')) if key.modifiers == KeyModifiers::ALT || after_escape => {
                Step::End
            }
            (_, KeyCode::Esc) => Step::Part,
            (_, KeyCode::Char(c)) if is_part(c, key) && self.text.len() < LONGEST => {
                self.text.push(c);
                Step::Part
            }
            _ => Step::Other,
        }
    }
}

enum Step {
    Part,
    End,
    Other,
}

fn key_of(event: &Event) -> Option<&KeyEvent> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press => Some(key),
        _ => None,
    }
}

fn is_part(c: char, key: &KeyEvent) -> bool {
    (c.is_ascii_hexdigit() || "rgba:;/#".contains(c))
        && (key.modifiers - KeyModifiers::SHIFT).is_empty()
}

/// Whether `11;rgb:ffff/ffff/ffff` is dark or light, as the eye sees it.
fn background(text: &str) -> Option<Background> {
    let colour = text.strip_prefix("11;")?;
    let parts: Vec<f32> = match colour.split_once(':') {
        Some(("rgb" | "rgba", parts)) => parts.split('/').map(share).collect::<Option<_>>()?,
        _ => {
            let digits = colour.strip_prefix('#')?;
            let width = digits.len() / 3;
            let part = |at: usize| share(digits.get(at * width..(at + 1) * width)?);
            vec![part(0)?, part(1)?, part(2)?]
        }
    };
    let [red, green, blue, ..] = parts.as_slice() else {
        return None;
    };
    let light = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if light > 0.5 {
        Background::Light
    } else {
        Background::Dark
    })
}

/// A part of a colour, of 1 to 4 digits, as a share of all it could be.
fn share(digits: &str) -> Option<f32> {
    let most = match digits.len() {
        1 => 15.0,
        2 => 255.0,
        3 => 4095.0,
        4 => 65535.0,
        _ => return None,
    };
    let value = u16::from_str_radix(digits, 16).ok()?;
    Some(f32::from(value) / most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events that crossterm makes of these bytes, in which `^` stands for Esc before a character
    /// in the same read, `~` for Esc alone, and `!` for the bell.
    fn events(text: &str) -> Vec<Event> {
        let mut events = Vec::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            let (code, modifiers) = match c {
                '^' => (
                    KeyCode::Char(chars.next().unwrap_or_default()),
                    KeyModifiers::ALT,
                ),
                '~' => (KeyCode::Esc, KeyModifiers::NONE),
                '!' => (KeyCode::Char('g'), KeyModifiers::CONTROL),
                c => (KeyCode::Char(c), KeyModifiers::NONE),
            };
            events.push(Event::Key(KeyEvent::new(code, modifiers)));
        }
        events
    }

    /// Takes all in, and at last what is still held back.
    fn taken(asked: bool, text: &str) -> Taken {
        let mut answer = Answer::new(asked.then(Instant::now));
        let mut all = Taken::default();
        for event in events(text) {
            let taken = answer.take(event);
            all.events.extend(taken.events);
            all.background = all.background.or(taken.background);
        }
        all.events.extend(answer.release().events);
        all
    }

    fn check(text: &str, keys: &str, background: Option<Background>) {
        let found = taken(true, text);
        assert_eq!(found.events, events(keys), "{text}");
        assert_eq!(found.background, background, "{text}");
    }

    #[test]
    fn an_answer_is_taken_and_the_keys_around_it_come_through() {
        let (light, dark) = (Some(Background::Light), Some(Background::Dark));
        check("^]11;rgb:ffff/ffff/ffff^\\", "", light);
        check("^]11;rgb:1515/1818/1d1d!", "", dark);
        check("j^]11;rgb:ff/fa/F0^\\G", "jG", light);
        check("^]11;rgba:0000/0000/0000/ffff^\\", "", dark);
        check("^]11;#fdf6e3!", "", light);
        // Its Esc came alone.
        check("~]11;rgb:ffff/ffff/ffff~\\x", "x", light);
    }

    #[test]
    fn what_is_no_answer_is_typed_in_its_order() {
        for text in [
            "~",
            "~j",
            "~~",
            "^]",
            "^]x",
            "^]^]",
            "^]1",
            "^]11;rgb:zz",
            "^]11;rgb:!",
            "^]4;1;rgb:ff^\\",
            "~]x",
            "abc",
            "]11;rgb:ffff/ffff/ffff!",
            "~^]q",
            "^x^\\",
        ] {
            check(text, text, None);
        }
        let long = format!("^]11;rgb:{}", "f".repeat(100));
        check(&long, &long, None);
        check("^]^]11;rgb:ffff/ffff/ffff!", "^]", Some(Background::Light));
    }

    #[test]
    fn without_a_question_nothing_is_held_back() {
        let text = "^]11;rgb:ffff/ffff/ffff^\\";
        assert_eq!(taken(false, text).events, events(text));
        let mut answer = Answer::new(None);
        answer.take(events("~").remove(0));
        assert!(!answer.holds());
    }

    #[test]
    fn after_the_answer_nothing_is_held_back() {
        let again = "^]11;rgb:0/0/0!~";
        let found = taken(true, &format!("^]11;rgb:f/f/f!{again}"));
        assert_eq!(found.events, events(again));
    }

    #[test]
    fn terminals_that_would_show_the_question_are_not_asked() {
        let asked = |variables: &[(&str, &str)]| {
            can_be_asked(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(asked(&[("TERM", "xterm-256color")]));
        assert!(asked(&[("TERM", "tmux-256color"), ("TMUX", "x")]));
        assert!(asked(&[("TERM", "screen-256color"), ("TMUX", "x")]));
        assert!(asked(&[("TERM", "xterm-256color"), ("SSH_TTY", "x")]));
        assert!(!asked(&[("TERM", "screen-256color")]));
        assert!(!asked(&[("TERM", "xterm-256color"), ("STY", "1")]));
        for term in ["linux", "dumb", "vt100", "eterm-color", ""] {
            assert!(!asked(&[("TERM", term)]), "{term}");
        }
        assert!(!asked(&[]));
    }
}
