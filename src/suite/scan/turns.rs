//! What the parts before one hold, though they are worked on at the same time.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, PoisonError};

/// The place of a part among all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    nth: u64,
}

impl Turn<'_> {
    /// Says that there are so many of something in the part, and gives how many there are in all
    /// before it. Those may have to be waited for. A part asks once: the first time that it asks counts.
    pub(super) fn add(self, count: u64) -> u64 {
        self.turns.add(self.nth, count)
    }
}

/// Parts that said what they hold, in order, and the sum of that.
#[derive(Debug, Default)]
pub(super) struct Turns {
    now: Mutex<Now>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Now {
    /// The first part that has not said anything.
    next: u64,
    sum: u64,
    /// Parts behind it that are over.
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
    /// The place of part `nth`.
    pub(super) fn of(&self, nth: u64) -> Turn<'_> {
        Turn { turns: self, nth }
    }

    /// Waits for its turn, adds `count`, and gives what all before have.
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

    /// A part is over: nobody waits for what it may not have said.
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
