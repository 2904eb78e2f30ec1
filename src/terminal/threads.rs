//! Threads: those that work on whole files step aside for the one that takes keys and draws.

use rayon::ThreadPoolBuilder;
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::platform::step_aside;
use crate::suite::scan::threads_begin_with;

/// Makes the threads for work on all cores; `politely`, they step aside for the one that draws. To be called once,
/// before any such work; later calls change nothing.
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
    // An error says that they are there already: they work as well, only less politely.
    let _ = pool.build_global();
    Ok(())
}

/// Returns how many threads there can be at once, of so many: a pool that fails to get its own can't be made again.
fn spare(wanted: usize) -> io::Result<usize> {
    let (wait, end) = bounded::<()>(0);
    let (mut begun, mut refused) = (Vec::new(), None);
    while begun.len() < wanted && refused.is_none() {
        let end = end.clone();
        match thread::Builder::new().spawn(move || end.recv()) {
            Ok(thread) => begun.push(thread),
            Err(error) => refused = Some(error),
        }
    }
    drop(wait);
    let count = begun.len();
    begun.into_iter().for_each(|thread| drop(thread.join()));
    match refused.filter(|_| count == 0) {
        Some(error) => Err(io::Error::new(
            error.kind(),
            "the system starts no thread: a limit of processes or of memory is reached (`ulimit -a` shows them)",
        )),
        None => Ok(count),
    }
}

/// Runs work on a thread of its own. Where the system has no thread left, it runs here: late is better than never.
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

/// Something for a [`Worker`] to do.
type Work<S> = Box<dyn FnOnce(&mut S) + Send>;

/// A thread that does what it is given, one after the other, with a value of its own.
pub(super) struct Worker<S> {
    queue: Option<Sender<Work<S>>>,
    /// Closed when the thread is over.
    over: Receiver<()>,
}

impl<S: 'static> Worker<S> {
    /// Starts a thread with what `make` gives.
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

    /// Has something done; returns whether there is a thread for it.
    pub(super) fn add(&self, work: impl FnOnce(&mut S) + Send + 'static) -> bool {
        let queue = self.queue.as_ref();
        queue.is_some_and(|queue| queue.send(Box::new(work)).is_ok())
    }

    /// Waits until all is done and the value is gone, but no longer than that.
    pub(super) fn end(&mut self, patience: Duration) {
        self.queue = None;
        let _ = self.over.recv_timeout(patience);
    }
}
