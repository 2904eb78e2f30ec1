//! Reads the terminal on a thread, and converts its events to messages.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use crossbeam_channel::Sender;
use crossterm::event::{
    Event, KeyCode as Code, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::background::{Answer, BackgroundReply};
use super::effects::Happening;
use crate::editor::key::{Button, Key, KeyCode, Modifiers, MouseEvent, MouseKind};
use crate::editor::message::Msg;

/// Returns the message of an event; `None` for key releases, mouse movements and focus changes.
pub fn message(event: Event, since: Instant) -> Option<Msg> {
    match event {
        Event::Key(event) => key(event).map(Msg::Key),
        Event::Mouse(event) => {
            let kind = match event.kind {
                MouseEventKind::Down(which) => MouseKind::Down(button(which)),
                MouseEventKind::Drag(which) => MouseKind::Drag(button(which)),
                MouseEventKind::Up(which) => MouseKind::Up(button(which)),
                MouseEventKind::ScrollUp => MouseKind::ScrollUp,
                MouseEventKind::ScrollDown => MouseKind::ScrollDown,
                MouseEventKind::Moved
                | MouseEventKind::ScrollLeft
                | MouseEventKind::ScrollRight => return None,
            };
            let at_ms = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
            Some(Msg::Mouse(MouseEvent {
                kind,
                column: event.column,
                row: event.row,
                at_ms,
            }))
        }
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(cols, rows) => Some(Msg::Resize { cols, rows }),
        Event::FocusGained | Event::FocusLost => None,
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let mut modifiers = Modifiers {
        ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
        alt: event.modifiers.contains(KeyModifiers::ALT),
        shift: event.modifiers.contains(KeyModifiers::SHIFT),
    };
    let code = match event.code {
        // Without Ctrl the character's case includes Shift; some terminals send the small letter with Shift.
        Code::Char(c) if modifiers.shift && !modifiers.ctrl && c.is_ascii_lowercase() => {
            KeyCode::Char(c.to_ascii_uppercase())
        }
        // Enter as read before the terminal is in raw mode, while the editor starts.
        Code::Char('j') if modifiers.ctrl && !modifiers.alt => {
            modifiers = Modifiers::default();
            KeyCode::Enter
        }
        Code::Char(c) => KeyCode::Char(c),
        Code::Enter => KeyCode::Enter,
        Code::Esc => KeyCode::Esc,
        Code::Tab => KeyCode::Tab,
        Code::BackTab => {
            modifiers.shift = true;
            KeyCode::Tab
        }
        Code::Backspace => KeyCode::Backspace,
        Code::Delete => KeyCode::Delete,
        Code::Insert => KeyCode::Insert,
        Code::Up => KeyCode::Up,
        Code::Down => KeyCode::Down,
        Code::Left => KeyCode::Left,
        Code::Right => KeyCode::Right,
        Code::Home => KeyCode::Home,
        Code::End => KeyCode::End,
        Code::PageUp => KeyCode::PageUp,
        Code::PageDown => KeyCode::PageDown,
        Code::F(n) => KeyCode::F(n),
        _ => return None,
    };
    Some(Key::new(code, modifiers))
}

fn button(button: MouseButton) -> Button {
    match button {
        MouseButton::Left => Button::Left,
        MouseButton::Right => Button::Right,
        MouseButton::Middle => Button::Middle,
    }
}

/// Drops events that a later one replaces: of consecutive sizes and drags only the last remains, so that a
/// storm of them costs one drawing.
pub fn coalesce(messages: &mut Vec<Msg>) {
    let overtaken = |earlier: &Msg, later: &Msg| match (earlier, later) {
        (Msg::Resize { .. }, Msg::Resize { .. }) | (Msg::Tick, Msg::Tick) => true,
        (Msg::Mouse(earlier), Msg::Mouse(later)) => {
            matches!((earlier.kind, later.kind), (MouseKind::Drag(a), MouseKind::Drag(b)) if a == b)
        }
        _ => false,
    };
    messages.dedup_by(|later, earlier| {
        let drop = overtaken(earlier, later);
        if drop {
            // `dedup_by` keeps the earlier element, but the later event is needed.
            std::mem::swap(earlier, later);
        }
        drop
    });
}

/// Reads the terminal on a thread as long as the process lives, and filters out the reply on the background.
pub fn listen(sender: Sender<Happening>, mut answer: Answer) -> io::Result<()> {
    let since = Instant::now();
    std::thread::Builder::new()
        .name("terminal".into())
        .spawn(move || {
            read_terminal(&sender, || {
                let (events, background) = next(&mut answer)?;
                let messages = events.into_iter();
                let messages = messages.filter_map(|event| message(event, since));
                let ground = background.map(Happening::Background);
                Ok(messages.map(Happening::Message).chain(ground).collect())
            });
        })?;
    Ok(())
}

/// Sends on the terminal's events until it is lost or nobody receives. Whatever ends the reading, even a panic
/// while parsing, is reported to the loop: an editor that gets no keys can't be quit.
fn read_terminal(sender: &Sender<Happening>, mut next: impl FnMut() -> io::Result<Vec<Happening>>) {
    let read = catch_unwind(AssertUnwindSafe(|| -> io::Result<()> {
        loop {
            for happening in next()? {
                if sender.send(happening).is_err() {
                    return Ok(());
                }
            }
        }
    }));
    let panicked = |_| Err(io::Error::other("what the terminal sent can't be read"));
    if let Err(error) = read.unwrap_or_else(panicked) {
        // The loop may have just ended.
        let _ = sender.send(Happening::TerminalLost(error));
    }
}

/// Returns the next event of the terminal, or events held back for too long.
fn next(answer: &mut Answer) -> io::Result<BackgroundReply> {
    if let Some(patience) = answer.patience()
        && !crossterm::event::poll(patience)?
    {
        return Ok(answer.pause());
    }
    Ok(answer.take(crossterm::event::read()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::message::Msg;
    use crossbeam_channel::unbounded;

    fn pressed(code: Code, modifiers: KeyModifiers) -> Option<String> {
        key(KeyEvent::new(code, modifiers)).map(|key| key.to_string())
    }

    #[test]
    fn keys_arrive_in_their_one_normal_form() {
        let none = KeyModifiers::NONE;
        assert_eq!(
            pressed(Code::Char('s'), KeyModifiers::CONTROL).as_deref(),
            Some("Ctrl-S")
        );
        assert_eq!(
            pressed(Code::Char('j'), KeyModifiers::CONTROL).as_deref(),
            Some("Enter")
        );
        assert_eq!(pressed(Code::BackTab, none).as_deref(), Some("Shift-Tab"));
        assert_eq!(
            pressed(Code::BackTab, KeyModifiers::SHIFT).as_deref(),
            Some("Shift-Tab")
        );
        assert_eq!(
            pressed(Code::Char('N'), KeyModifiers::SHIFT).as_deref(),
            Some("N")
        );
        assert_eq!(
            pressed(Code::Char('n'), KeyModifiers::SHIFT).as_deref(),
            Some("N")
        );
        assert_eq!(
            pressed(Code::Down, KeyModifiers::CONTROL).as_deref(),
            Some("Ctrl-Down")
        );
        assert_eq!(pressed(Code::CapsLock, none), None);
    }

    #[test]
    fn a_released_key_is_ignored() {
        let mut event = KeyEvent::new(Code::Char('x'), KeyModifiers::NONE);
        event.kind = KeyEventKind::Release;
        assert_eq!(key(event), None);
    }

    #[test]
    fn a_storm_of_sizes_becomes_the_last_one_and_keys_between_stay() {
        let size = |cols| Msg::Resize { cols, rows: 24 };
        let mut messages = vec![
            size(80),
            size(81),
            Msg::Key(Key::char('j')),
            size(90),
            size(91),
            size(92),
        ];
        coalesce(&mut messages);
        assert!(
            matches!(
                messages[..],
                [
                    Msg::Resize { cols: 81, .. },
                    Msg::Key(_),
                    Msg::Resize { cols: 92, .. }
                ]
            ),
            "{messages:?}"
        );
    }

    #[test]
    fn a_panic_while_reading_the_terminal_is_reported_to_the_loop() {
        let (sender, happenings) = unbounded();
        let mut given = false;
        read_terminal(&sender, || {
            assert!(!std::mem::replace(&mut given, true), "on purpose");
            Ok(vec![Happening::Message(Msg::Tick)])
        });
        drop(sender);
        let told: Vec<Happening> = happenings.iter().collect();
        assert!(
            matches!(
                told[..],
                [Happening::Message(Msg::Tick), Happening::TerminalLost(_)]
            ),
            "{}",
            told.len()
        );
    }

    #[test]
    fn an_error_of_the_terminal_is_reported_once() {
        let (sender, happenings) = unbounded();
        read_terminal(&sender, || Err(io::ErrorKind::UnexpectedEof.into()));
        drop(sender);
        let told: Vec<Happening> = happenings.iter().collect();
        assert!(matches!(&told[..], [Happening::TerminalLost(error)]
            if error.kind() == io::ErrorKind::UnexpectedEof));
    }
}
