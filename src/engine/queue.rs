//! Work for several at once whose results come in order: what is held does not grow with the work.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Pieces of work that may be under way or done and not taken, for each worker: so many can be done while
/// one takes long.
const AHEAD: usize = 32;
/// Between two looks at whether to stop.
const BEAT: Duration = Duration::from_millis(50);

/// Where work is put in.
#[derive(Debug)]
pub struct InOrder<T, R> {
    state: Mutex<State<T, R>>,
    /// For workers: there is work, or none any more. Nobody is woken for what is another's.
    for_work: Condvar,
    /// For whoever puts work in: there is room.
    for_room: Condvar,
    /// For whoever takes results: the next one is there, or none any more.
    for_result: Condvar,
    room: usize,
}

#[derive(Debug)]
struct State<T, R> {
    waiting: VecDeque<(u64, T)>,
    done: BTreeMap<u64, R>,
    /// The numbers of what is put in next, and of what is taken next.
    next_in: u64,
    next_out: u64,
    /// Nothing more is put in.
    is_all: bool,
    /// The rest is dropped.
    is_over: bool,
    workers: usize,
}

impl<T, R> State<T, R> {
    fn has_one_worker_less(&mut self) {
        self.workers -= 1;
        // Whoever puts work in must not wait for nobody.
        self.is_over |= self.workers == 0;
    }

    /// Pieces that were put in and whose results were not taken.
    fn ahead(&self) -> usize {
        usize::try_from(self.next_in.saturating_sub(self.next_out)).unwrap_or(usize::MAX)
    }
}

fn wait<'g, S>(condition: &Condvar, guard: MutexGuard<'g, S>) -> MutexGuard<'g, S> {
    let waited = condition.wait(guard);
    waited.unwrap_or_else(PoisonError::into_inner)
}

impl<T, R> InOrder<T, R> {
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a piece of work in, as soon as there is room; gives whether there is to be more.
    pub fn put(&self, work: T) -> bool {
        let mut state = self.lock();
        while !state.is_over && state.ahead() >= self.room {
            state = wait(&self.for_room, state);
        }
        if state.is_over {
            return false;
        }
        let number = state.next_in;
        state.next_in += 1;
        state.waiting.push_back((number, work));
        drop(state);
        self.for_work.notify_one();
        true
    }

    fn next(&self) -> Option<(u64, T)> {
        let mut state = self.lock();
        loop {
            if state.is_over {
                return None;
            }
            if let Some(work) = state.waiting.pop_front() {
                return Some(work);
            }
            if state.is_all {
                return None;
            }
            state = wait(&self.for_work, state);
        }
    }

    /// A piece of work is done.
    fn done(&self, number: u64, result: R) {
        let mut state = self.lock();
        let is_next = state.next_out == number;
        state.done.insert(number, result);
        drop(state);
        if is_next {
            self.for_result.notify_one();
        }
    }

    /// Changes what concerns all.
    fn set(&self, change: impl FnOnce(&mut State<T, R>)) {
        change(&mut self.lock());
        for all in [&self.for_work, &self.for_room, &self.for_result] {
            all.notify_all();
        }
    }

    /// The next result in order; `None` where there will be none. When `stop` says so nothing more is
    /// begun.
    fn take(&self, stop: &dyn Fn() -> bool) -> Option<R> {
        let mut state = self.lock();
        loop {
            if !state.is_over && stop() {
                state.is_over = true;
                self.for_work.notify_all();
                self.for_room.notify_all();
            }
            let next = state.next_out;
            if let Some(result) = state.done.remove(&next) {
                state.next_out += 1;
                // Who fills the room up again has to do for a while.
                let is_half_empty = state.ahead() <= self.room / 2;
                drop(state);
                if is_half_empty {
                    self.for_room.notify_one();
                }
                return Some(result);
            }
            let is_done = state.is_all && state.next_in == next;
            if is_done || state.workers == 0 {
                return None;
            }
            let waited = self.for_result.wait_timeout(state, BEAT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Says at the end of a thread what that means to the others, also where it ends in a panic.
struct AtEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Lets `produce` put work in from a thread of its own, `jobs` workers do it, and gives the results to
/// `take` in the order of the work, each as soon as it and all before it are done. It is over early when
/// `stop` says so, `take` breaks, or `work` gives `None`: what is done before that in the order is still taken.
///
/// Gives what `produce` gave; `None` where that panicked.
pub fn in_order<T: Send, R: Send, W, P: Send>(
    jobs: usize,
    stop: &(dyn Fn() -> bool + Sync),
    produce: impl FnOnce(&InOrder<T, R>) -> P + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Option<R> + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) -> Option<P> {
    let jobs = jobs.max(1);
    let queue = InOrder {
        state: Mutex::new(State {
            waiting: VecDeque::new(),
            done: BTreeMap::new(),
            next_in: 0,
            next_out: 0,
            is_all: false,
            is_over: false,
            workers: jobs,
        }),
        for_work: Condvar::new(),
        for_room: Condvar::new(),
        for_result: Condvar::new(),
        room: jobs * AHEAD,
    };
    thread::scope(|scope| {
        let (queue, worker, work) = (&queue, &worker, &work);
        let produced = thread::Builder::new().spawn_scoped(scope, move || {
            let _end = AtEnd(|| queue.set(|state| state.is_all = true));
            produce(queue)
        });
        let Ok(produced) = produced else {
            return None;
        };
        for _ in 0..jobs {
            let run = move || {
                let _end = AtEnd(|| queue.set(State::has_one_worker_less));
                // Only who has work has a worker of its own.
                let mut own = None;
                while let Some((number, piece)) = queue.next() {
                    match work(own.get_or_insert_with(worker), piece) {
                        Some(result) => queue.done(number, result),
                        None => queue.set(|state| state.is_over = true),
                    }
                }
            };
            // The system may give no more threads: then there are fewer workers.
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                queue.set(State::has_one_worker_less);
            }
        }
        while let Some(result) = queue.take(stop) {
            if take(result).is_break() {
                break;
            }
        }
        queue.set(|state| state.is_over = true);
        produced.join().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn results(
        jobs: usize,
        count: usize,
        work: impl Fn(usize) -> Option<usize> + Sync,
    ) -> Vec<usize> {
        let mut results = Vec::new();
        in_order(
            jobs,
            &|| false,
            |queue| (0..count).all(|number| queue.put(number)),
            || (),
            |(), number| work(number),
            |result| {
                results.push(result);
                ControlFlow::Continue(())
            },
        );
        results
    }

    #[test]
    fn results_come_in_the_order_of_the_work() {
        let slow_first = |number: usize| {
            thread::sleep(Duration::from_millis(if number.is_multiple_of(7) {
                5
            } else {
                0
            }));
            Some(number)
        };
        for jobs in [1, 2, 5] {
            assert_eq!(results(jobs, 200, slow_first), (0..200).collect::<Vec<_>>());
        }
        assert!(results(3, 0, Some).is_empty());
    }

    #[test]
    fn what_is_ahead_is_bounded() {
        let (put, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut taken = 0;
        in_order(
            2,
            &|| false,
            |queue| {
                for _ in 0..1000 {
                    queue.put(());
                    put.fetch_add(1, Ordering::SeqCst);
                }
            },
            || (),
            |(), ()| Some(()),
            |()| {
                taken += 1;
                most.fetch_max(
                    (put.load(Ordering::SeqCst) + 1).saturating_sub(taken),
                    Ordering::SeqCst,
                );
                ControlFlow::Continue(())
            },
        );
        assert_eq!(taken, 1000);
        assert!(most.into_inner() <= 2 * AHEAD + 2);
    }

    #[test]
    fn what_is_done_before_the_end_is_taken_and_nothing_after_it() {
        let found = results(2, 1000, |number| (number != 50).then_some(number));
        assert_eq!(found, (0..found.len()).collect::<Vec<_>>());
        assert!(found.len() <= 50);
        let mut taken = 0;
        in_order(
            2,
            &|| false,
            |queue| while queue.put(()) {},
            || (),
            |(), ()| Some(()),
            |()| {
                taken += 1;
                match taken {
                    10 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            },
        );
        assert_eq!(taken, 10);
    }
}
