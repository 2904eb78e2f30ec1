//! What drives every scan: parts go to workers, and what they make of them to a taker, in order.
//!
//! ```text
//! source ─▶ workers, one a core ─▶ results, put in order ─▶ taker
//!    ▲                                                        │
//!    └────────────── used parts, a fixed number ◀─────────────┘
//! ```
//!
//! A worker without work fetches the next part itself, one worker at a time; so reading, work and
//! writing go on at once, and lines that come slowly through a pipe are worked on as they come.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use super::turns::{Turn, Turns};

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the next lines.
    On,
    /// Enough: the rest is not read.
    Stop,
}

/// What is gone over, in parts.
pub(super) trait Parts: Send {
    /// Some of it.
    type Part: Send;
    /// Why there may be no more of it.
    type Error: Send;

    /// The next part; `None` at the end. `used`: one that nobody needs any more.
    fn next(&mut self, used: Option<Self::Part>) -> Result<Option<Self::Part>, Self::Error>;
}

static FIRST_ON_THREAD: OnceLock<fn()> = OnceLock::new();

/// What each thread that works on parts does first, from now on. To be said once; what comes later is
/// not done.
pub fn threads_begin_with(first: fn()) {
    let _ = FIRST_ON_THREAD.set(first);
}

/// The parts with their places, as far as there is room for their results.
struct Supply<P: Parts> {
    parts: P,
    /// Room for one more each, and what was there before.
    free: Receiver<Option<P::Part>>,
    next: u64,
    is_over: bool,
}

impl<P: Parts> Supply<P> {
    fn next(&mut self) -> Option<Fetched<P>> {
        if self.is_over {
            return None;
        }
        // It stays so where anything goes wrong, and where nobody takes results any more.
        self.is_over = true;
        let used = self.free.recv().ok()?;
        let fetched = self.parts.next(used).transpose()?;
        self.is_over = fetched.is_err();
        let nth = self.next;
        self.next += 1;
        Some((nth, fetched))
    }
}

/// A part with its place among all, or why there is none.
type Fetched<P> = (u64, Result<<P as Parts>::Part, <P as Parts>::Error>);

/// A part with what was made of it.
type Made<P, R> = (<P as Parts>::Part, thread::Result<R>);

/// The same with its place among all, or why there is none.
type Done<P, R> = (u64, Result<Made<P, R>, <P as Parts>::Error>);

/// Gives `work` all parts on so many threads, and `take` the results in their order.
///
/// # Errors
///
/// Those of the parts, and those that `take` gives.
pub(super) fn drive<P: Parts, R: Send, E: From<P::Error>>(
    parts: P,
    workers: usize,
    work: impl Fn(&P::Part, Turn<'_>) -> R + Sync,
    mut take: impl FnMut(&P::Part, Turn<'_>, R) -> Result<Flow, E>,
) -> Result<(), E> {
    let workers = workers.max(1);
    let turns = Turns::default();
    let (give_back, free) = channel();
    for _ in 0..2 * workers {
        let _ = give_back.send(None);
    }
    let supply = Mutex::new(Supply {
        parts,
        free,
        next: 0,
        is_over: false,
    });
    let (done, results) = channel();
    thread::scope(|scope| {
        let (supply, turns, work) = (&supply, &turns, &work);
        // Moved in, so that leaving early ends all.
        let (results, give_back) = (results, give_back);
        let mut at_work = 0;
        for _ in 0..workers {
            let done = done.clone();
            let worker = move || {
                FIRST_ON_THREAD.get().inspect(|first| first());
                work_on(supply, turns, work, &done);
            };
            // Where the system has no thread to spare, fewer do it.
            let begun = thread::Builder::new().spawn_scoped(scope, worker);
            at_work += usize::from(begun.is_ok());
        }
        drop(done);
        if at_work == 0 {
            return work_alone(supply, turns, work, take, &give_back);
        }
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (nth, done) in &results {
            waiting.insert(nth, done);
            while let Some(done) = waiting.remove(&next) {
                let (part, result): Made<P, R> = done?;
                let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                if take(&part, turns.of(next), result)? == Flow::Stop {
                    return Ok(());
                }
                let _ = give_back.send(Some(part));
                next += 1;
            }
        }
        Ok(())
    })
}

/// Works on all parts on this thread, one after the other.
fn work_alone<P: Parts, R, E: From<P::Error>>(
    supply: &Mutex<Supply<P>>,
    turns: &Turns,
    work: &impl Fn(&P::Part, Turn<'_>) -> R,
    mut take: impl FnMut(&P::Part, Turn<'_>, R) -> Result<Flow, E>,
    give_back: &Sender<Option<P::Part>>,
) -> Result<(), E> {
    let fetch = || supply.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((nth, fetched)) = fetch() {
        let part = fetched?;
        let made = work(&part, turns.of(nth));
        turns.pass(nth);
        if take(&part, turns.of(nth), made)? == Flow::Stop {
            break;
        }
        let _ = give_back.send(Some(part));
    }
    Ok(())
}

/// Works on parts until there are no more, or nobody waits for their results.
fn work_on<P: Parts, R>(
    supply: &Mutex<Supply<P>>,
    turns: &Turns,
    work: &impl Fn(&P::Part, Turn<'_>) -> R,
    done: &Sender<Done<P, R>>,
) {
    let fetch = || supply.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((nth, fetched)) = fetch() {
        let made = fetched.map(|part| {
            // Whoever takes the result goes on with the panic.
            let result = catch_unwind(AssertUnwindSafe(|| work(&part, turns.of(nth))));
            (part, result)
        });
        turns.pass(nth);
        if done.send((nth, made)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers up to one.
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

    /// What a way to drive gives of the numbers up to one, stopping behind another.
    fn taken(most: u32, stop: u32, alone: bool) -> (Vec<u32>, Result<(), String>) {
        let mut all = Vec::new();
        let work = |part: &u32, _: Turn<'_>| part * part;
        let take = |part: &u32, _: Turn<'_>, made| {
            all.push(made);
            Ok(if *part == stop { Flow::Stop } else { Flow::On })
        };
        let ended = match alone {
            false => drive(UpTo(0, most), 3, work, take),
            true => {
                let (give_back, free) = channel();
                let _ = give_back.send(None);
                let supply = Mutex::new(Supply {
                    parts: UpTo(0, most),
                    free,
                    next: 0,
                    is_over: false,
                });
                work_alone(&supply, &Turns::default(), &work, take, &give_back)
            }
        };
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
