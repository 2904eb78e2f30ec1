//! The clipboard of the system, and the terminal's (OSC 52).
//!
//! There is one handle for the whole session, on a thread of its own, because a system's clipboard may take its
//! time to answer, and because what was copied dies with the handle. One that does not answer within a second is
//! not waited for. OSC 52 is wrapped for tmux and screen, which keep what they don't know to themselves.

use std::env;
use std::time::Duration;

use arboard::ImageData;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crossbeam_channel::bounded;

use super::platform::ALWAYS_HAS_A_DISPLAY;
use super::threads::Worker;
use crate::editor::state::copying::{Content, CopyHow};
use crate::exchange::diagram::pixels;

/// The result of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The system's clipboard has it: it was read back and is the same.
    Copied,
    /// There is no clipboard here to put it on, or it did not take it: the terminal may.
    NotHere,
    /// There is one, and it does not answer.
    Silent,
}

/// See the module.
pub struct Clipboard(Worker<Handle>);

/// The time that the system's clipboard has at the end to take over what was copied.
const PATIENCE: Duration = Duration::from_millis(800);
/// The time it has to answer.
const DEADLINE: Duration = Duration::from_secs(1);

impl Clipboard {
    /// Returns a clipboard, which is opened by the first copy.
    pub fn new() -> Self {
        Self(Worker::start("clipboard", || None))
    }

    /// Copies something, and tells `done` how that went.
    pub fn copy(&self, content: Content, done: impl FnOnce(Outcome) + Send + 'static) {
        let copy =
            move |handle: &mut Handle| match is_near_here() && put(handle, &content).is_some() {
                true => Outcome::Copied,
                false => Outcome::NotHere,
            };
        self.ask(copy, Outcome::NotHere, Outcome::Silent, done);
    }

    /// Reads the clipboard's text, and tells `done`; `None` where there is no clipboard here, or no text on it.
    pub fn read(&self, done: impl FnOnce(Option<String>) + Send + 'static) {
        let text = |handle: &mut Handle| match is_near_here() {
            true => opened(handle)?.get_text().ok(),
            false => None,
        };
        self.ask(text, None, None, done);
    }

    /// Has the thread do something, and waits for its answer on another, no longer than the deadline.
    fn ask<A: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Handle) -> A + Send + 'static,
        no_thread: A,
        silent: A,
        done: impl FnOnce(A) + Send + 'static,
    ) {
        let (answer, answered) = bounded(1);
        // Whoever waited may have gone.
        let work = move |handle: &mut Handle| drop(answer.send(work(handle)));
        if !self.0.add(work) {
            return done(no_thread);
        }
        // Where the system gives no thread for it, nobody is told; the copy itself is on its way.
        let _ = std::thread::Builder::new()
            .name("clipboard-answer".into())
            .spawn(move || done(answered.recv_timeout(DEADLINE).unwrap_or(silent)));
    }
}

impl Drop for Clipboard {
    /// Waits, not for long: what was copied is handed to a clipboard manager when the handle is dropped, and the
    /// process must not end before.
    fn drop(&mut self) {
        self.0.end(PATIENCE);
    }
}

/// The clipboard, once it was opened: what was copied goes with it.
type Handle = Option<arboard::Clipboard>;

fn opened(handle: &mut Handle) -> Option<&mut arboard::Clipboard> {
    if handle.is_none() {
        *handle = arboard::Clipboard::new().ok();
    }
    handle.as_mut()
}

/// Puts something there. A text is read back: a clipboard that lost it must not be reported as done.
fn put(handle: &mut Handle, content: &Content) -> Option<()> {
    let handle = opened(handle)?;
    match content {
        Content::Text(text) => {
            handle.set_text(&**text).ok()?;
            (handle.get_text().ok()? == **text).then_some(())
        }
        Content::Picture(png) => {
            let (width, height, bytes) = pixels(png)?;
            let picture = ImageData {
                width: usize::try_from(width).ok()?,
                height: usize::try_from(height).ok()?,
                bytes: bytes.into(),
            };
            handle.set_image(picture).ok()
        }
    }
}

fn is_near_here() -> bool {
    is_near(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Returns whether the system's clipboard is where the person sits: over ssh the display, if there is one,
/// belongs to the far machine, and on Unix there must be a display at all.
fn is_near(set: impl Fn(&str) -> bool) -> bool {
    let far = set("SSH_CONNECTION") || set("SSH_TTY");
    let display = set("WAYLAND_DISPLAY") || set("DISPLAY") || ALWAYS_HAS_A_DISPLAY;
    display && !far
}

/// The most bytes of a text that the terminal's clipboard takes: with its base64 the sequence stays under the 100,000 bytes that terminals
/// take at least.
pub const TERMINAL_TAKES: usize = 74_994;

/// Bytes of a piece of what screen hands on: it takes 768 at most.
const PIECE: usize = 240;

/// Returns the way of a text to the terminal's clipboard, as the environment says. Over ssh only the terminal's name is left of it.
pub fn terminal_way(value: impl Fn(&str) -> Option<String>) -> CopyHow {
    let is_set = |name: &str| value(name).is_some_and(|value| !value.is_empty());
    let terminal = value("TERM").unwrap_or_default();
    if is_set("TMUX") || terminal.starts_with("tmux") {
        CopyHow::Tmux
    } else if is_set("STY") || terminal.starts_with("screen") {
        CopyHow::Screen
    } else {
        CopyHow::Terminal
    }
}

/// Returns the sequence that hands a text to the terminal's clipboard; `None` where the text is too long.
///
/// For tmux it stands there twice: as it is, for a tmux that sets clipboards itself (`set-clipboard on`),
/// and wrapped, for one that lets sequences through (`allow-passthrough on`). The other one is ignored.
pub fn terminal_sequence(text: &str, how: CopyHow) -> Option<String> {
    if text.len() > TERMINAL_TAKES {
        return None;
    }
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    Some(match how {
        CopyHow::Clipboard | CopyHow::Terminal => plain,
        CopyHow::Tmux => {
            let doubled = plain.replace('\x1b', "\x1b\x1b");
            format!("{plain}\x1bPtmux;{doubled}\x1b\\")
        }
        CopyHow::Screen => {
            let mut wrapped = String::with_capacity(plain.len() + plain.len() / 40 + 8);
            let mut rest = plain.as_str();
            while !rest.is_empty() {
                // All of it is ASCII.
                let (piece, after) = rest.split_at(PIECE.min(rest.len()));
                wrapped.push_str("\x1bP");
                wrapped.push_str(piece);
                wrapped.push_str("\x1b\\");
                rest = after;
            }
            wrapped
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clipboard_is_only_used_where_the_person_sits() {
        let with = |names: &'static [&str]| is_near(move |name| names.contains(&name));
        assert!(with(&["DISPLAY"]));
        assert!(with(&["WAYLAND_DISPLAY"]));
        assert!(!with(&["DISPLAY", "SSH_CONNECTION"]));
        assert!(!with(&["SSH_TTY"]) || ALWAYS_HAS_A_DISPLAY);
    }

    #[test]
    fn a_clipboard_that_does_not_answer_is_waited_for_a_second() {
        let clipboard = Clipboard::new();
        let (over, ended) = bounded::<()>(0);
        clipboard.0.add(move |_| ended.iter().for_each(drop));
        let (told, outcome) = bounded(1);
        let since = std::time::Instant::now();
        clipboard.copy(Content::Text("e4".into()), move |outcome| {
            told.send(outcome).expect("somebody waits");
        });
        let outcome = outcome.recv_timeout(Duration::from_secs(10));
        assert_eq!(outcome, Ok(Outcome::Silent));
        assert!(since.elapsed() >= DEADLINE);
        drop(over);
    }

    #[test]
    fn a_text_is_one_sequence_that_tmux_and_screen_hand_on() {
        for (how, expected) in [
            (CopyHow::Terminal, "\x1b]52;c;ZTQ=\x07"),
            (
                CopyHow::Tmux,
                "\x1b]52;c;ZTQ=\x07\x1bPtmux;\x1b\x1b]52;c;ZTQ=\x07\x1b\\",
            ),
            (CopyHow::Screen, "\x1bP\x1b]52;c;ZTQ=\x07\x1b\\"),
        ] {
            assert_eq!(terminal_sequence("e4", how).as_deref(), Some(expected));
        }
    }

    #[test]
    fn screen_hands_a_long_text_on_in_pieces_that_are_the_sequence_again() {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n".repeat(100);
        let wrapped = terminal_sequence(&text, CopyHow::Screen).expect("short enough");
        let mut whole = String::new();
        for piece in wrapped.split_inclusive("\x1b\\") {
            assert!(piece.len() <= 768);
            let inside = piece.strip_prefix("\x1bP").expect("a piece");
            whole.push_str(inside.strip_suffix("\x1b\\").expect("its end"));
        }
        assert_eq!(Some(whole), terminal_sequence(&text, CopyHow::Terminal));
    }

    #[test]
    fn the_longest_text_stays_under_a_hundred_thousand_bytes() {
        let longest =
            terminal_sequence(&"x".repeat(TERMINAL_TAKES), CopyHow::Terminal).expect("the longest");
        assert!(longest.len() <= 100_000, "{}", longest.len());
        assert_eq!(
            terminal_sequence(&"x".repeat(TERMINAL_TAKES + 1), CopyHow::Terminal),
            None
        );
        assert_eq!(
            terminal_sequence(&"é".repeat(TERMINAL_TAKES / 2 + 1), CopyHow::Tmux),
            None
        );
    }

    #[test]
    fn what_stands_between_is_told_by_the_environment() {
        for (set, expected) in [
            (&[("TERM", "xterm-256color")][..], CopyHow::Terminal),
            (&[], CopyHow::Terminal),
            (
                &[("TERM", "screen-256color"), ("TMUX", "/run/x,1,0")],
                CopyHow::Tmux,
            ),
            (&[("TERM", "tmux-256color")], CopyHow::Tmux),
            (
                &[("TERM", "screen.xterm-256color"), ("STY", "1.pts")],
                CopyHow::Screen,
            ),
            (&[("TERM", "screen")], CopyHow::Screen),
            (&[("TERM", "xterm"), ("TMUX", "")], CopyHow::Terminal),
        ] {
            let value = |name: &str| {
                let mut set = set.iter();
                set.find(|(of, _)| *of == name)
                    .map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(terminal_way(value), expected, "{set:?}");
        }
    }
}
