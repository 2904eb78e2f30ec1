//! The terminal's background: asked once, by OSC 11, and taken whenever the answer comes.
//!
//! Nobody reads the terminal but the one thread that always does. There an answer comes as the keys that
//! its bytes would be: they are held back until they are an answer, and given on, in their order, as soon
//! as they are none. So nothing can hang, no key is lost, and an answer that comes late is no typing. All
//! that waits is the first drawing, for a moment, so that the screen need not change its colours.
//!
//! A part of an answer is taken for one, and not for typing, only where it goes as far as nobody types:
//! `]11;rgb:` behind Esc. What is shorter is given on with the first key that does not continue it, or
//! after a moment.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::editor::state::settings::Background;

/// Asks for the colour of the background.
pub const QUESTION: &str = "\x1b]11;?\x1b\\";
/// How long the first drawing waits for the answer.
pub const PATIENCE: Duration = Duration::from_millis(100);
/// How long after the question an editor that is left waits for the answer, which would be typed into
/// the shell.
pub const FAREWELL: Duration = Duration::from_millis(400);
/// How long keys that could become an answer are held back: its bytes come together.
const TOGETHER: Duration = Duration::from_millis(50);
/// How long the rest of what has begun as an answer is waited for: a slow line gives it in parts.
const REST: Duration = Duration::from_secs(2);
/// How long what may be the very beginning of an answer is waited for: it may be typed as well.
const OPENING: Duration = Duration::from_millis(250);
/// How it is known that an answer has begun, which nobody types.
const BEGINNINGS: [&str; 3] = ["11;rgb:", "11;rgba:", "11;#"];
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
    /// When it was asked; `None` where it was not. Some answer more than once.
    asked: Option<Instant>,
    held: Vec<Event>,
    /// The answer as far as it has come.
    text: String,
    /// Since when the rest of an answer is waited for. Where it has begun, what is typed meanwhile goes
    /// past it; before, that ends the waiting.
    waits: Option<Instant>,
    /// The Esc before what comes next was given on: it came alone, and may have been typed.
    escape_gone: bool,
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
            waits: None,
            escape_gone: false,
        }
    }

    /// How long to wait for the next event before [`Answer::pause`]; `None` where nothing is held back.
    pub fn patience(&self) -> Option<Duration> {
        self.held.last()?;
        let waits = self.waits.is_some() && !self.may_close();
        Some(if waits { self.limit() } else { TOGETHER })
    }

    /// How long is waited in all for what is held.
    fn limit(&self) -> Duration {
        match self.has_begun() {
            true => REST,
            false => OPENING,
        }
    }

    /// Whether the last event held is an Esc that may be typed, which is not kept from what it closes:
    /// behind all of a colour it is half of the end of the answer.
    fn may_close(&self) -> bool {
        let last = self.held.last().and_then(key_of);
        last.is_some_and(is_escape) && background(&self.text).is_none()
    }

    /// Nothing came for as long as there was patience.
    pub fn pause(&mut self) -> Taken {
        let has_begun = self.has_begun();
        if self.waits.is_some() && self.may_close() {
            return Taken {
                events: self.held.pop().into_iter().collect(),
                background: None,
            };
        }
        if self.waits.is_none() && (has_begun || self.is_opening()) {
            self.waits = Some(Instant::now());
            return Taken::default();
        }
        self.give_up()
    }

    /// What is held becomes no answer any more.
    fn give_up(&mut self) -> Taken {
        if self.has_begun() {
            // Its rest was lost on the way: a part of an answer is no typing either.
            self.forget();
        }
        let alone =
            self.held.len() == 1 && self.held.last().and_then(key_of).is_some_and(is_escape);
        let released = self.release();
        self.escape_gone = alone;
        released
    }

    /// Whether all of what nobody types that fast has come.
    fn has_begun(&self) -> bool {
        BEGINNINGS.iter().any(|all| self.text.starts_with(all))
    }

    /// Whether what is held is the very beginning of an answer, which a slow line may have cut there, soon
    /// after the question. It is waited for, and given on if nothing comes.
    fn is_opening(&self) -> bool {
        let soon = self.asked.is_some_and(|asked| asked.elapsed() < SOON);
        let mut keys = self.held.iter().filter_map(key_of);
        let opens = match keys.next() {
            Some(key) if is_escape(key) => keys.next().is_some(),
            // Its Esc came alone and was given on.
            Some(key) => key.modifiers == KeyModifiers::ALT || self.escape_gone,
            None => false,
        };
        soon && opens && BEGINNINGS.iter().any(|all| all.starts_with(&self.text))
    }

    fn forget(&mut self) {
        self.held.clear();
        self.text.clear();
        self.waits = None;
    }

    /// Takes an event in.
    pub fn take(&mut self, event: Event) -> Taken {
        let Some(asked) = self.asked else {
            return Taken {
                events: vec![event],
                background: None,
            };
        };
        if self.waits.is_some() && self.may_close() && !is_backslash(&event) {
            let given = self.held.pop().into_iter().collect();
            return self.take_after(given, event);
        }
        // Keys that go on coming don't make it last.
        if (self.waits).is_some_and(|since| since.elapsed() > self.limit()) {
            let given = self.give_up().events;
            return self.take_after(given, event);
        }
        let soon = asked.elapsed() < SOON;
        let mut step = self.step(&event, soon);
        if self.held.is_empty() && (self.escape_gone || !soon) && !matches!(step, Step::Part) {
            self.escape_gone = false;
            step = self.step(&event, soon);
        }
        self.held.push(event);
        match step {
            Step::Part => Taken::default(),
            Step::End => {
                let background = background(&self.text);
                // What had begun and came in parts was an answer, if not a good one.
                if background.is_none() && !(self.waits.is_some() && self.has_begun()) {
                    return self.release();
                }
                self.forget();
                Taken {
                    events: Vec::new(),
                    background,
                }
            }
            Step::Other => {
                // What breaks one off may be the first of another.
                let last = self.held.pop();
                let goes_past = self.waits.is_some() && self.has_begun();
                match last {
                    Some(event) if !self.held.is_empty() && !goes_past => {
                        let given = self.release().events;
                        self.take_after(given, event)
                    }
                    last => Taken {
                        events: last.into_iter().collect(),
                        background: None,
                    },
                }
            }
        }
    }

    /// Takes an event in behind those `given` on.
    fn take_after(&mut self, given: Vec<Event>, event: Event) -> Taken {
        let mut taken = self.take(event);
        taken.events.splice(0..0, given);
        taken
    }

    /// What was held back is no answer.
    pub fn release(&mut self) -> Taken {
        self.text.clear();
        self.waits = None;
        self.escape_gone = false;
        Taken {
            events: std::mem::take(&mut self.held),
            background: None,
        }
    }

    /// What an event is behind those held.
    fn step(&mut self, event: &Event, soon: bool) -> Step {
        let Some(key) = key_of(event) else {
            return Step::Other;
        };
        let before = self.held.last().and_then(key_of);
        let behind_gone = soon && self.escape_gone && self.held.is_empty();
        let after_escape = behind_gone || before.is_some_and(is_escape);
        match (self.held.len() + usize::from(self.escape_gone), key.code) {
            (0, KeyCode::Char(']')) if key.modifiers == KeyModifiers::ALT => Step::Part,
            (0, KeyCode::Esc) if soon => Step::Part,
            // Alt-] has an Esc of its own: the one before was typed.
            (1, KeyCode::Char(']')) if after_escape && key.modifiers.is_empty() => Step::Part,
            (0 | 1, _) if self.held.is_empty() || after_escape => Step::Other,
            (_, KeyCode::Char('g')) if key.modifiers == KeyModifiers::CONTROL => Step::End,
            (_, KeyCode::Char('\\')) if key.modifiers == KeyModifiers::ALT || after_escape => {
                Step::End
            }
            (_, KeyCode::Esc) if self.has_begun() => Step::Part,
            (_, KeyCode::Char(c)) if is_plain(key) && self.goes_on_with(c) => {
                let had_begun = self.has_begun();
                self.text.push(c);
                if self.has_begun() && !had_begun && self.waits.is_some() {
                    self.waits = Some(Instant::now());
                }
                Step::Part
            }
            _ => Step::Other,
        }
    }
}

impl Answer {
    /// Whether a character can come next.
    fn goes_on_with(&self, c: char) -> bool {
        let mut rests = BEGINNINGS
            .iter()
            .filter_map(|all| all.strip_prefix(&*self.text));
        let of_colour = c.is_ascii_hexdigit() || c == '/';
        rests.any(|rest| rest.starts_with(c))
            || self.has_begun() && of_colour && self.text.len() < LONGEST
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

fn is_escape(key: &KeyEvent) -> bool {
    key.code == KeyCode::Esc
}

fn is_backslash(event: &Event) -> bool {
    key_of(event).is_some_and(|key| key.code == KeyCode::Char('\\'))
}

fn is_plain(key: &KeyEvent) -> bool {
    (key.modifiers - KeyModifiers::SHIFT).is_empty()
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
mod tests;
