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
        for _ in 0..workers {
            let done = done.clone();
            scope.spawn(move || {
                FIRST_ON_THREAD.get().inspect(|first| first());
                work_on(supply, turns, work, &done);
            });
        }
        drop(done);
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
