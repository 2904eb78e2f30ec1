//! The terminal's background: asked once, by OSC 11, and taken whenever the answer comes.
//!
//! Nobody reads the terminal but the one thread that always does. There an answer comes as the keys that
//! its bytes would be: they are held back while they can become one, and given on, in their order, as soon
//! as they can't, or when nothing more comes. So nothing can hang, no key is lost, and an answer that comes
//! late is no typing. All that waits is the first drawing, for a moment, so that the screen need not change
//! its colours.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyModifiers};

use crate::editor::state::settings::Background;

/// Asks for the colour of the background.
pub const QUESTION: &str = "\x1b]11;?\x1b\\";
/// The time that the first drawing waits for the answer.
pub const PATIENCE: Duration = Duration::from_millis(100);
/// The time after the question for which an editor that is left waits for the answer, which would be typed
/// into the shell.
pub const FAREWELL: Duration = Duration::from_millis(400);
/// The first bytes of an answer, which nobody types.
const BEGINNINGS: [&str; 3] = ["\x1b]11;rgb:", "\x1b]11;rgba:", "\x1b]11;#"];
/// The longest pause within the first bytes of an answer: they come together, and keys are held back so long.
const TOGETHER: Duration = Duration::from_millis(50);
/// The longest pause behind them: a slow line gives the rest in parts.
const REST: Duration = Duration::from_secs(1);
/// The time after the question in which Esc may be the first byte of the answer.
const SOON: Duration = Duration::from_secs(3);
/// No answer is longer.
const LONGEST: usize = 48;

/// Returns whether the terminal can be asked: some write the question on the screen, or take it for something
/// else, and GNU screen keeps it.
pub fn can_be_asked(said: impl Fn(&str) -> Option<String>) -> bool {
    let term = said("TERM").unwrap_or_default();
    let silent = [
        "linux", "dumb", "vt", "eterm", "Eterm", "sun", "cons", "wyse", "emacs", "unknown",
    ];
    let is_screen = said("STY").is_some() || term.starts_with("screen") && said("TMUX").is_none();
    !term.is_empty() && !is_screen && !silent.iter().any(|name| term.starts_with(name))
}

/// Takes the answer out of the events of the terminal.
#[derive(Debug, Default)]
pub struct Answer {
    /// When it was asked; `None` where it was not. Some answer more than once.
    asked: Option<Instant>,
    /// The events that may be an answer, and their bytes.
    held: Vec<Event>,
    bytes: String,
}

/// The events that are no answer, in their order, and what the answer says, where one was whole.
pub type BackgroundReply = (Vec<Event>, Option<Background>);

/// The progress of some bytes towards an answer.
#[derive(PartialEq, Eq)]
enum Stage {
    /// No answer begins like that.
    Other,
    /// Somebody may have typed it.
    Opening,
    /// Nobody has.
    Begun,
    Whole(Background),
}

impl Answer {
    /// Waits for an answer, where one was `asked` for.
    pub fn new(asked: Option<Instant>) -> Self {
        Self {
            asked,
            ..Self::default()
        }
    }

    /// Returns the time to wait for the next event before [`Answer::pause`]; `None` if nothing is held back.
    pub fn patience(&self) -> Option<Duration> {
        self.held.last()?;
        Some(match stage(&self.bytes) {
            Stage::Begun => REST,
            _ => TOGETHER,
        })
    }

    /// Ends waiting for input: returns the held bytes as typed keys, and drops a partial answer.
    pub fn pause(&mut self) -> BackgroundReply {
        let is_answer = stage(&self.bytes) == Stage::Begun;
        let events = self.give_on();
        (if is_answer { Vec::new() } else { events }, None)
    }

    pub fn take(&mut self, event: Event) -> BackgroundReply {
        let bytes = bytes(&event).map(|bytes| self.bytes.clone() + &bytes);
        let stage = match (self.asked, bytes.as_deref()) {
            (None, _) | (_, None) => Stage::Other,
            // Later it is a key like any other.
            (Some(asked), Some("\x1b")) if asked.elapsed() > SOON => Stage::Other,
            (_, Some(bytes)) => stage(bytes),
        };
        match stage {
            Stage::Opening | Stage::Begun => {
                self.bytes = bytes.unwrap_or_default();
                self.held.push(event);
                BackgroundReply::default()
            }
            Stage::Whole(background) => {
                self.give_on();
                (Vec::new(), Some(background))
            }
            Stage::Other if self.held.is_empty() => (vec![event], None),
            // The event that breaks one off may be the first of another.
            Stage::Other => {
                let mut events = self.give_on();
                let (behind, background) = self.take(event);
                events.extend(behind);
                (events, background)
            }
        }
    }

    /// Holds nothing back any more.
    fn give_on(&mut self) -> Vec<Event> {
        self.bytes.clear();
        std::mem::take(&mut self.held)
    }
}

/// Returns the bytes that crossterm turned into a key.
fn bytes(event: &Event) -> Option<String> {
    let key = event.as_key_press_event()?;
    match (key.code, key.modifiers - KeyModifiers::SHIFT) {
        (KeyCode::Esc, KeyModifiers::NONE) => Some("\x1b".to_owned()),
        (KeyCode::Char('g'), KeyModifiers::CONTROL) => Some("\x07".to_owned()),
        (KeyCode::Char(c), KeyModifiers::ALT) => Some(format!("\x1b{c}")),
        (KeyCode::Char(c), KeyModifiers::NONE) => Some(c.to_string()),
        _ => None,
    }
}

/// Tells how far some bytes are `Esc ] 11;rgb:ffff/ffff/ffff` and the bell, or Esc and a backslash.
fn stage(bytes: &str) -> Stage {
    let mut beginnings = BEGINNINGS.iter();
    let Some(colour) = beginnings.find_map(|all| bytes.strip_prefix(all)) else {
        return match BEGINNINGS.iter().any(|all| all.starts_with(bytes)) {
            true => Stage::Opening,
            false => Stage::Other,
        };
    };
    let is_of_colour = |c: char| c.is_ascii_hexdigit() || c == '/';
    match colour.trim_start_matches(is_of_colour) {
        "\x07" | "\x1b\\" => background(bytes).map_or(Stage::Other, Stage::Whole),
        "" | "\x1b" if bytes.len() < LONGEST => Stage::Begun,
        _ => Stage::Other,
    }
}

/// Tells whether `11;rgb:ffff/ffff/ffff` is dark or light, as the eye sees it.
fn background(answer: &str) -> Option<Background> {
    let colour = answer.strip_prefix("\x1b]11;")?;
    let colour = colour.trim_end_matches(['\x07', '\x1b', '\\']);
    let parts: Vec<f32> = match colour.split_once(':') {
        Some((_, parts)) => parts.split('/').map(share).collect::<Option<_>>()?,
        None => {
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
    Some(match light > 0.5 {
        true => Background::Light,
        false => Background::Dark,
    })
}

/// Parses a colour component of 1 to 4 hexadecimal digits, as a fraction of its maximum.
fn share(digits: &str) -> Option<f32> {
    let most = match digits.len() {
        1..=4 => 16_f32.powi(i32::try_from(digits.len()).ok()?) - 1.0,
        _ => return None,
    };
    let value = u16::from_str_radix(digits, 16).ok()?;
    Some(f32::from(value) / most)
}

#[cfg(test)]
mod tests;
