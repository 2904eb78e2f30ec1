//! The driver of every scan: workers process parts, and a taker gets their results in order.
//!
//! ```text
//! source ─▶ workers, one a core ─▶ results, put in order ─▶ taker
//!    ▲                                                        │
//!    └────────────── used parts, a fixed number ◀─────────────┘
//! ```
//!
//! An idle worker fetches the next part itself, one worker at a time. So reading, processing and writing overlap, and
//! lines that arrive slowly through a pipe are processed as they arrive.

use crate::suite::scan::{Turn, Turns};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// The decision to continue or stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Continues with the next lines.
    On,
    /// Stops; the remaining lines are not read.
    Stop,
}

/// A source of parts.
pub(super) trait Parts: Send {
    /// A part of the source.
    type Part: Send;
    /// The error of fetching a part.
    type Error: Send;

    /// Returns the next part; `None` at the end. `used` is an old part to recycle.
    fn next(&mut self, used: Option<Self::Part>) -> Result<Option<Self::Part>, Self::Error>;
}

static FIRST_ON_THREAD: OnceLock<fn()> = OnceLock::new();

/// Sets the function that each worker thread calls first, from now on. Only the first call has an effect.
pub fn threads_begin_with(first: fn()) {
    let _ = FIRST_ON_THREAD.set(first);
}

/// A part with its result, or the error of fetching it.
type Made<P, R> = Result<(<P as Parts>::Part, thread::Result<R>), <P as Parts>::Error>;

/// The parts that are not yet fetched.
struct Supply<P: Parts> {
    parts: P,
    /// One message for each further result that there is room for.
    room: Receiver<()>,
    next: u64,
    is_over: bool,
}

/// A part with its index, or the error of fetching it.
type Fetched<P> = (u64, Result<<P as Parts>::Part, <P as Parts>::Error>);

impl<P: Parts> Supply<P> {
    /// Fetches the next part, with its index.
    fn next(&mut self, used: &Mutex<Vec<P::Part>>) -> Option<Fetched<P>> {
        if self.is_over {
            return None;
        }
        // This stays true after an error, and when nobody takes results any more.
        self.is_over = true;
        self.room.recv().ok()?;
        // The lock ends here, because fetching may have to wait.
        let used = lock(used).pop();
        let fetched = self.parts.next(used).transpose()?;
        self.is_over = fetched.is_err();
        let nth = self.next;
        self.next += 1;
        Some((nth, fetched))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on all parts, on `workers` threads or on this one for 0, and calls `take` with the results in order.
pub(super) fn drive<P: Parts, R: Send, E: From<P::Error>>(
    parts: P,
    workers: usize,
    work: impl Fn(&P::Part, Turn<'_>) -> R + Sync,
    mut take: impl FnMut(&P::Part, Turn<'_>, R) -> Result<Flow, E>,
) -> Result<(), E> {
    let turns = Turns::default();
    let (more_room, room) = channel();
    let supply = Mutex::new(Supply {
        parts,
        room,
        next: 0,
        is_over: false,
    });
    // The used parts are kept apart from the supply, whose lock is held while a worker waits for room.
    let used = Mutex::new(Vec::new());
    // Each result has its own slot until it is taken; there is room for no more.
    let mut slots = Vec::new();
    slots.resize_with(2 * workers.max(1), || Mutex::new(None::<Made<P, R>>));
    for _ in &slots {
        let _ = more_room.send(());
    }
    let slot = |nth: u64| {
        let at = usize::try_from(nth % slots.len() as u64).unwrap_or_default();
        slots.get(at)
    };
    let fetch_and_work = || {
        let (nth, fetched) = lock(&supply).next(&used)?;
        let made = fetched.map(|part| {
            // The taker of the result resumes the panic.
            let result = catch_unwind(AssertUnwindSafe(|| work(&part, turns.of(nth))));
            (part, result)
        });
        turns.pass(nth);
        slot(nth).inspect(|slot| *lock(slot) = Some(made));
        Some(nth)
    };
    let mut ended = Ok(());
    let mut take_next = |nth: u64| {
        let Some(made) = slot(nth).and_then(|slot| lock(slot).take()) else {
            return Taken::NotThere;
        };
        let taken = made.map_err(E::from).and_then(|(part, result)| {
            let result = result.unwrap_or_else(|panic| resume_unwind(panic));
            let flow = take(&part, turns.of(nth), result)?;
            lock(&used).push(part);
            Ok(flow)
        });
        match taken {
            Ok(Flow::On) => Taken::One,
            Ok(Flow::Stop) => Taken::Last,
            Err(error) => {
                ended = Err(error);
                Taken::Last
            }
        }
    };
    crew(workers, more_room, &fetch_and_work, &mut take_next);
    ended
}

/// The outcome of taking a result.
enum Taken {
    NotThere,
    One,
    /// No more results are taken.
    Last,
}

/// Runs workers that fetch and process until no part is left, and takes their results in order. Not generic, so it is
/// compiled once.
fn crew(
    workers: usize,
    more_room: Sender<()>,
    fetch_and_work: &(dyn Fn() -> Option<u64> + Sync),
    take_next: &mut dyn FnMut(u64) -> Taken,
) {
    let (done, results) = channel();
    thread::scope(|scope| {
        // Moved in, so that an early return ends the workers.
        let (results, more_room) = (results, more_room);
        let mut at_work = 0;
        for _ in 0..workers {
            let done = done.clone();
            let worker = move || {
                FIRST_ON_THREAD.get().inspect(|first| first());
                while let Some(nth) = fetch_and_work() {
                    if done.send(nth).is_err() {
                        return;
                    }
                }
            };
            // Where the system has no spare thread, fewer workers do it.
            let begun = thread::Builder::new().spawn_scoped(scope, worker);
            at_work += usize::from(begun.is_ok());
        }
        drop(done);
        let wait = || match at_work {
            0 => fetch_and_work(),
            _ => results.recv().ok(),
        };
        let mut next = 0;
        while wait().is_some() {
            loop {
                match take_next(next) {
                    Taken::NotThere => break,
                    Taken::One => next += 1,
                    Taken::Last => return,
                }
                let _ = more_room.send(());
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers from 0 up to a limit.
    struct UpTo(u32, u32);

    impl Parts for UpTo {
        type Part = u32;
        type Error = String;

        fn next(&mut self, _: Option<u32>) -> Result<Option<u32>, String> {
            self.0 += 1;
            match self.0 {
                at if at > self.1 => Ok(None),
                13 => Err("thirteen".to_owned()),
                at => Ok(Some(at)),
            }
        }
    }

    /// Drives the numbers up to `most`, stopping at `stop`, and returns the results taken.
    fn taken(most: u32, stop: u32, alone: bool) -> (Vec<u32>, Result<(), String>) {
        let mut all = Vec::new();
        let work = |part: &u32, _: Turn<'_>| part * part;
        let take = |part: &u32, _: Turn<'_>, made| {
            all.push(made);
            Ok(if *part == stop { Flow::Stop } else { Flow::On })
        };
        let workers = if alone { 0 } else { 3 };
        let ended = drive(UpTo(0, most), workers, work, take);
        (all, ended)
    }

    #[test]
    fn one_thread_alone_does_the_same_in_the_same_order() {
        for (most, stop) in [(0, 0), (9, 99), (9, 4), (20, 99), (20, 12)] {
            let expected: Vec<u32> = (1..=most.min(12).min(stop)).map(|at| at * at).collect();
            let ended = match most > 12 && stop > 12 {
                true => Err("thirteen".to_owned()),
                false => Ok(()),
            };
            for alone in [false, true] {
                let expected = (expected.clone(), ended.clone());
                assert_eq!(taken(most, stop, alone), expected, "{most} {stop} {alone}");
            }
        }
    }
}
