//! The system's clipboard, and the terminal's (OSC 52).
//!
//! One thread has the only handle for the whole session, because a clipboard may be slow to answer, and
//! because the copied text is lost when the handle is dropped. A clipboard that does not answer within a
//! second is abandoned. OSC 52 is wrapped for tmux and screen, which don't pass on unknown sequences.

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
    /// The system's clipboard has it: it was read back and is equal.
    Copied,
    /// There is no clipboard here, or it did not accept the content: the terminal may.
    NotHere,
    /// There is a clipboard, but it does not answer.
    Silent,
}

/// See the module.
pub struct Clipboard(Worker<Handle>);

/// The time at the end for a clipboard manager to take over the copied content.
const PATIENCE: Duration = Duration::from_millis(800);
const DEADLINE: Duration = Duration::from_secs(1);

impl Clipboard {
    /// Returns a clipboard, which the first copy opens.
    pub fn new() -> Self {
        Self(Worker::start("clipboard", || None))
    }

    /// Copies content, and calls `done` with the outcome.
    pub fn copy(&self, content: Content, done: impl FnOnce(Outcome) + Send + 'static) {
        let copy =
            move |handle: &mut Handle| match is_near_here() && put(handle, &content).is_some() {
                true => Outcome::Copied,
                false => Outcome::NotHere,
            };
        self.ask(copy, Outcome::NotHere, Outcome::Silent, done);
    }

    /// Reads the clipboard's text, and calls `done` with it, or with `None` if there is no clipboard or text.
    pub fn read(&self, done: impl FnOnce(Option<String>) + Send + 'static) {
        let text = |handle: &mut Handle| match is_near_here() {
            true => opened(handle)?.get_text().ok(),
            false => None,
        };
        self.ask(text, None, None, done);
    }

    /// Runs work on the clipboard's thread, and waits for its answer on another, at most until the deadline.
    fn ask<A: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Handle) -> A + Send + 'static,
        no_thread: A,
        silent: A,
        done: impl FnOnce(A) + Send + 'static,
    ) {
        let (answer, answered) = bounded(1);
        // The receiver may have stopped waiting.
        let work = move |handle: &mut Handle| drop(answer.send(work(handle)));
        if !self.0.add(work) {
            return done(no_thread);
        }
        // If no thread can be started, `done` is never called; the copy itself still runs.
        let _ = std::thread::Builder::new()
            .name("clipboard-answer".into())
            .spawn(move || done(answered.recv_timeout(DEADLINE).unwrap_or(silent)));
    }
}

impl Drop for Clipboard {
    /// Waits briefly: the copied content is passed to a clipboard manager when the handle is dropped, and the
    /// process must not end before.
    fn drop(&mut self) {
        self.0.end(PATIENCE);
    }
}

/// The clipboard, once it is opened; the copied content is lost when it is dropped.
type Handle = Option<arboard::Clipboard>;

fn opened(handle: &mut Handle) -> Option<&mut arboard::Clipboard> {
    if handle.is_none() {
        *handle = arboard::Clipboard::new().ok();
    }
    handle.as_mut()
}

/// Copies content. A text is read back: a clipboard that lost it must not be reported as done.
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

/// Returns whether the system's clipboard is the one at the user's machine: over ssh the display, if any,
/// belongs to the remote machine, and on Unix there must be a display.
fn is_near(set: impl Fn(&str) -> bool) -> bool {
    let far = set("SSH_CONNECTION") || set("SSH_TTY");
    let display = set("WAYLAND_DISPLAY") || set("DISPLAY") || ALWAYS_HAS_A_DISPLAY;
    display && !far
}

/// The most bytes of a text for the terminal's clipboard: in base64 the sequence stays under the 100,000 bytes
/// that terminals accept at least.
pub const TERMINAL_TAKES: usize = 74_994;

/// Bytes in each piece for screen, which passes on at most 768.
const PIECE: usize = 240;

/// Returns the way of a text to the terminal's clipboard, by the environment. Over ssh only `TERM` is available.
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

/// Returns the sequence that copies a text to the terminal's clipboard; `None` if the text is too long.
///
/// For tmux it is sent twice: plain, for a tmux that sets clipboards itself (`set-clipboard on`), and wrapped,
/// for one that passes sequences through (`allow-passthrough on`). tmux ignores the other one.
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
    fn a_clipboard_is_only_used_at_the_users_machine() {
        let with = |names: &'static [&str]| is_near(move |name| names.contains(&name));
        assert!(with(&["DISPLAY"]));
        assert!(with(&["WAYLAND_DISPLAY"]));
        assert!(!with(&["DISPLAY", "SSH_CONNECTION"]));
        assert!(!with(&["SSH_TTY"]) || ALWAYS_HAS_A_DISPLAY);
    }

    #[test]
    fn a_silent_clipboard_is_abandoned_after_a_second() {
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
    fn a_text_is_one_sequence_that_tmux_and_screen_pass_on() {
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
    fn screen_passes_a_long_text_on_in_pieces_that_join_to_the_sequence() {
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
    fn the_environment_identifies_a_multiplexer() {
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
