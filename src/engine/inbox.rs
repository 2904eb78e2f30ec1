//! What an engine says, between the thread that reads its pipe and whoever hears it.
//!
//! Engines tell how a search gets on many times in it, each line by itself. Nobody is woken for each: they
//! are there at the next look, or with the next line that is an answer.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::pipe::Heard;

/// Bytes that are held: with more the engine waits.
const MOST: usize = 256 << 10;
/// Bytes that somebody is woken for whatever they are.
const MUCH: usize = MOST / 2;

#[derive(Debug, Default)]
struct State {
    lines: Vec<Heard>,
    bytes: usize,
    /// Whether there is something to wake somebody for.
    is_due: bool,
    /// Nothing comes any more.
    is_over: bool,
    /// Nobody hears any more.
    is_left: bool,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    came: Condvar,
    room: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where lines are put in; when it is dropped nothing comes any more.
#[derive(Debug)]
pub(super) struct Tells(Arc<Shared>);

/// Where they are taken out; when it is dropped nobody hears any more.
#[derive(Debug)]
pub(super) struct Hears(Arc<Shared>);

/// What was taken out.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Came {
    Lines(Vec<Heard>),
    /// Nothing came in time.
    Nothing,
    /// Nothing will come any more.
    End,
}

/// An empty one, with its two ends.
pub(super) fn inbox() -> (Tells, Hears) {
    let shared = Arc::new(Shared::default());
    (Tells(shared.clone()), Hears(shared))
}

/// Whether a line tells only how a search gets on.
fn is_progress(heard: &Heard) -> bool {
    let rest = heard.line.strip_prefix(b"info");
    rest.is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
}

impl Tells {
    /// Puts lines in, as soon as there is room; gives whether somebody hears.
    pub(super) fn put(&self, lines: Vec<Heard>) -> bool {
        let is_answer = !lines.iter().all(is_progress);
        let bytes = lines
            .iter()
            .map(|heard| size_of::<Heard>() + heard.line.len());
        let bytes: usize = bytes.sum();
        let state = self.0.lock();
        let is_full = |state: &mut State| state.bytes > MOST && !state.is_left;
        let waited = self.0.room.wait_while(state, is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_left {
            return false;
        }
        state.lines.extend(lines);
        state.bytes += bytes;
        let is_due = is_answer || state.bytes > MUCH;
        state.is_due |= is_due;
        drop(state);
        if is_due {
            self.0.came.notify_one();
        }
        true
    }
}

impl Drop for Tells {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.came.notify_one();
    }
}

impl Hears {
    /// Takes out what is there, once there is an answer or much, or this time is over.
    pub(super) fn take(&self, within: Duration) -> Came {
        let state = self.0.lock();
        let is_early = |state: &mut State| !state.is_due && !state.is_over;
        let waited = self.0.came.wait_timeout_while(state, within, is_early);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let lines = std::mem::take(&mut state.lines);
        let was_full = std::mem::take(&mut state.bytes) > MOST;
        state.is_due = false;
        let is_over = state.is_over;
        drop(state);
        if was_full {
            self.0.room.notify_one();
        }
        match (lines.is_empty(), is_over) {
            (false, _) => Came::Lines(lines),
            (true, false) => Came::Nothing,
            (true, true) => Came::End,
        }
    }
}

impl Drop for Hears {
    fn drop(&mut self) {
        self.0.lock().is_left = true;
        self.0.room.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Instant;

    const LONG: Duration = Duration::from_secs(60);

    fn heard(lines: &[&str]) -> Vec<Heard> {
        let heard = lines.iter().map(|line| Heard {
            line: line.as_bytes().to_vec(),
            is_cut: false,
        });
        heard.collect()
    }

    #[test]
    fn an_answer_comes_at_once_with_what_was_told_before_it() {
        let (tells, hears) = inbox();
        assert!(tells.put(heard(&["info depth 1", "info depth 2"])));
        assert!(tells.put(heard(&["bestmove e2e4"])));
        let lines = ["info depth 1", "info depth 2", "bestmove e2e4"];
        assert_eq!(hears.take(LONG), Came::Lines(heard(&lines)));
        assert_eq!(hears.take(Duration::ZERO), Came::Nothing);
    }

    #[test]
    fn how_a_search_gets_on_is_there_at_the_next_look() {
        let (tells, hears) = inbox();
        tells.put(heard(&["info depth 1"]));
        let begun = Instant::now();
        let short = Duration::from_millis(20);
        assert_eq!(hears.take(short), Came::Lines(heard(&["info depth 1"])));
        assert!(begun.elapsed() >= short);
        // A word that only begins like that is no progress.
        tells.put(heard(&["information"]));
        assert_eq!(hears.take(LONG), Came::Lines(heard(&["information"])));
    }

    #[test]
    fn whoever_waits_is_woken_by_the_end() {
        let (tells, hears) = inbox();
        thread::scope(|scope| {
            scope.spawn(move || tells.put(heard(&["info depth 1"])));
            let lines = heard(&["info depth 1"]);
            assert_eq!(hears.take(LONG), Came::Lines(lines));
            assert_eq!(hears.take(LONG), Came::End);
        });
    }

    #[test]
    fn a_flood_waits_for_whoever_hears_and_ends_when_nobody_does() {
        let (tells, hears) = inbox();
        let line = format!("info string {}", "x".repeat(1 << 10));
        let put = thread::scope(|scope| {
            let flood = scope.spawn(move || {
                let mut put = 0;
                while tells.put(heard(&[&line])) {
                    put += 1;
                }
                put
            });
            let Came::Lines(lines) = hears.take(LONG) else {
                panic!("nothing came of a flood");
            };
            assert!(lines.len() > MUCH >> 11, "{}", lines.len());
            drop(hears);
            flood.join().expect("it ends")
        });
        assert!(put < 1000, "{put}");
    }
}
