//! Threads: those that work on whole files have lower priority than the one that reads keys and draws.

use rayon::ThreadPoolBuilder;
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::platform::step_aside;
use crate::suite::scan::threads_begin_with;

/// Starts the threads for work on all cores; with `politely`, at low priority. To be called once, before any
/// such work; later calls have no effect.
///
/// # Errors
///
/// The system has no thread to spare.
pub fn start(politely: bool) -> io::Result<()> {
    let wanted = thread::available_parallelism().map_or(1, NonZero::get);
    let mut pool = ThreadPoolBuilder::new().thread_name(|nth| format!("worker {nth}"));
    if politely {
        threads_begin_with(step_aside);
        pool = pool.start_handler(|_| step_aside());
    }
    let some = spare(wanted)?;
    if some < wanted {
        pool = pool.num_threads(some);
    }
    // On an error the pool exists already: its threads work too, but at normal priority.
    let _ = pool.build_global();
    Ok(())
}

/// Returns the number of threads to be had, up to `wanted`: a failed global pool can't be built again.
fn spare(wanted: usize) -> io::Result<usize> {
    let (wait, end) = bounded::<()>(0);
    let (mut started, mut refused) = (Vec::new(), None);
    while started.len() < wanted && refused.is_none() {
        let end = end.clone();
        match thread::Builder::new().spawn(move || end.recv()) {
            Ok(thread) => started.push(thread),
            Err(error) => refused = Some(error),
        }
    }
    drop(wait);
    let count = started.len();
    started.into_iter().for_each(|thread| drop(thread.join()));
    match refused.filter(|_| count == 0) {
        Some(error) => Err(io::Error::new(
            error.kind(),
            "the system starts no thread: a limit of processes or of memory is reached (`ulimit -a` shows them)",
        )),
        None => Ok(count),
    }
}

/// Runs work on a new thread; if the system has no thread left, on this one, since late is better than never.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    let work = Arc::new(Mutex::new(Some(work)));
    let run = move || {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(work) = work {
            work();
        }
    };
    match thread::Builder::new().name(name.into()).spawn(run.clone()) {
        Ok(thread) => Some(thread),
        Err(_) => {
            run();
            None
        }
    }
}

/// A call for a [`Worker`].
type Work<S> = Box<dyn FnOnce(&mut S) + Send>;

/// A thread with a value, which runs calls on it one after the other.
pub(super) struct Worker<S> {
    queue: Option<Sender<Work<S>>>,
    /// Closed when the thread has ended.
    over: Receiver<()>,
}

impl<S: 'static> Worker<S> {
    /// Starts a thread with the value that `make` returns.
    pub(super) fn start(name: &str, make: impl FnOnce() -> S + Send + 'static) -> Self {
        let (sender, queue) = unbounded::<Work<S>>();
        let (ends, over) = bounded::<()>(0);
        let run = move || {
            let _ends = ends;
            let mut value = make();
            for work in queue {
                work(&mut value);
            }
        };
        let thread = thread::Builder::new().name(name.into()).spawn(run);
        Self {
            queue: thread.is_ok().then_some(sender),
            over,
        }
    }

    /// Queues a call; returns whether there is a thread for it.
    pub(super) fn add(&self, work: impl FnOnce(&mut S) + Send + 'static) -> bool {
        let queue = self.queue.as_ref();
        queue.is_some_and(|queue| queue.send(Box::new(work)).is_ok())
    }

    /// Waits, at most for `patience`, until all calls have run and the value is dropped.
    pub(super) fn end(&mut self, patience: Duration) {
        self.queue = None;
        let _ = self.over.recv_timeout(patience);
    }
}
