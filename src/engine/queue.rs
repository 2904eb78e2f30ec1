//! A parallel queue whose results come in order, in bounded memory.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of pieces per worker that may be in progress or done but not yet taken, so that one slow piece does not
/// block the others.
const AHEAD: usize = 32;
/// The time between two checks of `stop`.
const BEAT: Duration = Duration::from_millis(50);

/// The input side of the queue.
#[derive(Debug)]
pub struct InOrder<'q, T, R> {
    /// The channel to the workers: each piece with the slot of its result.
    work: Sender<(T, SyncSender<R>)>,
    /// The slots of the results, in the order of the work.
    results: SyncSender<Receiver<R>>,
    /// The flag to drop the rest.
    is_over: &'q AtomicBool,
}

impl<T, R> InOrder<'_, T, R> {
    /// Adds a piece of work when there is room; returns false once the queue is over.
    pub fn put(&self, work: T) -> bool {
        let (result, place) = sync_channel(1);
        !self.is_over.load(Ordering::Relaxed)
            && self.results.send(place).is_ok()
            && self.work.send((work, result)).is_ok()
    }
}

/// Returns the next value; `None` at the end. After `stop` returned true, only values already there are taken;
/// `is_begun` is waited for.
fn next<V>(
    from: &Receiver<V>,
    is_begun: bool,
    is_over: &AtomicBool,
    stop: &dyn Fn() -> bool,
) -> Option<V> {
    loop {
        if stop() {
            is_over.store(true, Ordering::Relaxed);
        }
        match from.recv_timeout(BEAT) {
            Ok(value) => return Some(value),
            Err(RecvTimeoutError::Timeout) if is_begun || !is_over.load(Ordering::Relaxed) => {}
            Err(_) => return None,
        }
    }
}

/// Runs `work` on `jobs` workers over the pieces that `produce` adds on a thread of its own, and calls `take` with
/// the results in the order of the work, each as soon as it and all before it are done. It ends early when `stop`
/// returns true, `take` breaks, or `work` returns `None`; results earlier in the order are still taken.
///
/// Returns the value of `produce`; `None` if that panicked.
pub fn in_order<T: Send, R: Send, W, P: Send>(
    jobs: usize,
    stop: &(dyn Fn() -> bool + Sync),
    produce: impl FnOnce(&InOrder<'_, T, R>) -> P + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Option<R> + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) -> Option<P> {
    let jobs = jobs.max(1);
    let is_over = &AtomicBool::new(false);
    let (put, pieces) = channel::<(T, SyncSender<R>)>();
    let (places, results) = sync_channel(jobs * AHEAD);
    // When no worker holds it, the waiting work is dropped and its results do not come.
    let pieces = Arc::new(Mutex::new(pieces));
    thread::scope(|scope| {
        let (worker, work) = (&worker, &work);
        let queue = InOrder {
            work: put,
            results: places,
            is_over,
        };
        let produced = thread::Builder::new()
            .spawn_scoped(scope, move || produce(&queue))
            .ok()?;
        for _ in 0..jobs {
            let pieces = pieces.clone();
            let run = move || {
                // Only a thread with work creates its worker.
                let mut own = None;
                loop {
                    let next = pieces.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Some((piece, place)) =
                        next.ok().filter(|_| !is_over.load(Ordering::Relaxed))
                    else {
                        return;
                    };
                    match work(own.get_or_insert_with(worker), piece) {
                        Some(result) => drop(place.send(result)),
                        None => is_over.store(true, Ordering::Relaxed),
                    }
                }
            };
            // The system may give no more threads; then there are fewer workers.
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        drop(pieces);
        while let Some(place) = next(&results, false, is_over, stop)
            && let Some(result) = next(&place, true, is_over, stop)
            && take(result).is_continue()
        {}
        is_over.store(true, Ordering::Relaxed);
        drop(results);
        produced.join().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

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
