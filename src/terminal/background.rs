//! The terminal's background colour: requested once, by OSC 11; the reply may arrive at any time.
//!
//! One thread reads the terminal, always. There a reply arrives as the keys with its bytes: events are held
//! back while they may be part of a reply, and passed on in order as soon as they can't be, or after a pause.
//! So nothing can hang, no key is lost, and a late reply is not taken for typing. Only the first drawing
//! waits, for a moment, so that the screen need not change its colours.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyModifiers};

use crate::editor::state::settings::Background;

/// Requests the background colour.
pub const QUESTION: &str = "\x1b]11;?\x1b\\";
/// The time that the first drawing waits for the reply.
pub const PATIENCE: Duration = Duration::from_millis(100);
/// The time after the request that an editor waits at its end, since a reply would be typed into the shell.
pub const FAREWELL: Duration = Duration::from_millis(400);
/// The first bytes of a reply, which nobody types.
const BEGINNINGS: [&str; 3] = ["\x1b]11;rgb:", "\x1b]11;rgba:", "\x1b]11;#"];
/// The longest pause within the first bytes of a reply, which arrive together; keys are held back for this time.
const TOGETHER: Duration = Duration::from_millis(50);
const REST: Duration = Duration::from_secs(1);
/// The time after the request in which Esc may be the first byte of the reply.
const SOON: Duration = Duration::from_secs(3);
/// The greatest length of a reply, in bytes.
const LONGEST: usize = 48;

/// Returns whether to send the request: some terminals print or misread it, and GNU screen swallows it.
pub fn can_be_asked(variable: impl Fn(&str) -> Option<String>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    let silent = [
        "linux", "dumb", "vt", "eterm", "Eterm", "sun", "cons", "wyse", "emacs", "unknown",
    ];
    let is_screen =
        variable("STY").is_some() || term.starts_with("screen") && variable("TMUX").is_none();
    !term.is_empty() && !is_screen && !silent.iter().any(|name| term.starts_with(name))
}

/// Filters the reply out of the events of the terminal.
#[derive(Debug, Default)]
pub struct Answer {
    /// The time of the request; `None` if there was none. Some terminals reply more than once.
    asked: Option<Instant>,
    /// The events that may be a reply, and their bytes.
    held: Vec<Event>,
    bytes: String,
}

/// The events that are not part of a reply, in order, and the background, if a reply was complete.
pub type BackgroundReply = (Vec<Event>, Option<Background>);

#[derive(PartialEq, Eq)]
enum Stage {
    /// Not the beginning of a reply.
    Other,
    /// The beginning of a reply, but may be typed.
    Opening,
    /// The beginning of a reply, too unusual to be typed.
    Begun,
    Whole(Background),
}

impl Answer {
    /// Expects a reply if there was a request.
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

    /// Ends waiting for input: returns the held bytes as typed keys, and drops a partial reply.
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
            // The event that ends a partial reply may be the first of another.
            Stage::Other => {
                let mut events = self.give_on();
                let (behind, background) = self.take(event);
                events.extend(behind);
                (events, background)
            }
        }
    }

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

/// Returns how far some bytes are a reply: `Esc ] 11;rgb:ffff/ffff/ffff`, then the bell, or Esc and a backslash.
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

/// Returns whether the colour of a reply is dark or light to the eye; `None` if it can't be parsed.
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
