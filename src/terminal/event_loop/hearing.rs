//! What the editor hears of the terminal.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use crossbeam_channel::Sender;

use crate::terminal::background::{Answer, Taken};
use crate::terminal::effects::Happening;
use crate::terminal::input;

/// Reads the terminal on a thread of its own, for as long as the process lives, and takes the answer out
/// of what comes.
pub(super) fn terminal(sender: Sender<Happening>, mut answer: Answer) -> io::Result<()> {
    let since = Instant::now();
    std::thread::Builder::new()
        .name("terminal".into())
        .spawn(move || {
            read_terminal(&sender, || {
                let (events, background) = next(&mut answer)?;
                let messages = events.into_iter();
                let messages = messages.filter_map(|event| input::message(event, since));
                let ground = background.map(Happening::Background);
                Ok(messages.map(Happening::Message).chain(ground).collect())
            });
        })?;
    Ok(())
}

/// Hands on what the terminal sends until it is lost or nobody listens. Whatever ends the reading, a panic
/// in what reads the bytes too, the loop hears of it: an editor that hears no key can't be left.
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
        // The loop may have ended by itself just now.
        let _ = sender.send(Happening::TerminalLost(error));
    }
}

/// The next event of the terminal, or what was held back for too long.
fn next(answer: &mut Answer) -> io::Result<Taken> {
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

    #[test]
    fn the_loop_hears_of_it_when_the_reading_of_the_terminal_panics() {
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
    fn an_error_of_the_terminal_is_told_once() {
        let (sender, happenings) = unbounded();
        read_terminal(&sender, || Err(io::ErrorKind::UnexpectedEof.into()));
        drop(sender);
        let told: Vec<Happening> = happenings.iter().collect();
        assert!(matches!(&told[..], [Happening::TerminalLost(error)]
            if error.kind() == io::ErrorKind::UnexpectedEof));
    }
}
