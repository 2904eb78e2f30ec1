//! The running count of earlier parts, while all parts are processed at the same time.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, PoisonError};

/// The place of a part in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    nth: u64,
}

impl Turn<'_> {
    /// Adds a count for the part, and returns the total of all parts before it, which may have to be waited for. Only
    /// the first call of a part counts.
    pub(super) fn add(self, count: u64) -> u64 {
        self.turns.add(self.nth, count)
    }
}

/// The counts of parts, added in order.
#[derive(Debug, Default)]
pub(super) struct Turns {
    now: Mutex<Now>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Now {
    /// The first part without a count.
    next: u64,
    sum: u64,
    /// The later parts that are finished.
    over: BTreeSet<u64>,
}

impl Now {
    fn pass(&mut self) {
        self.next += 1;
        while self.over.remove(&self.next) {
            self.next += 1;
        }
    }
}

impl Turns {
    /// Returns the place of part `nth`.
    pub(super) fn of(&self, nth: u64) -> Turn<'_> {
        Turn { turns: self, nth }
    }

    /// Waits for its turn, adds `count`, and returns the total before.
    fn add(&self, nth: u64, count: u64) -> u64 {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(now, |now| now.next < nth);
        let mut now = waited.unwrap_or_else(PoisonError::into_inner);
        let before = now.sum;
        if now.next == nth {
            now.sum += count;
            now.pass();
            drop(now);
            self.changed.notify_all();
        }
        before
    }

    /// Marks a part as finished, so that nobody waits for its count.
    pub(super) fn pass(&self, nth: u64) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        match now.next {
            next if next == nth => now.pass(),
            next if next < nth => drop(now.over.insert(nth)),
            _ => return,
        }
        drop(now);
        self.changed.notify_all();
    }
}
