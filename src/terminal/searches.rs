//! Engines that search records in the background, for the analysis queue: one thread for each engine, which
//! runs as long as there are records. Stopped searches are neither begun nor reported.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::engines::command;
use super::platform::step_aside;
use super::threads::spawn;
use crate::editor::state::document::DocumentId;
use crate::editor::state::queue::{SearchJob, SearchOutcome, SearchReport};
use crate::engine::{EngineCommand, Starts, Trouble, Worker};
use crate::epd::Record;

/// The time an engine has for an answer other than a search; on a busy machine it gets little of the processor.
const ANSWER: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 30 });
/// The time an engine waits for the next record before it is ended.
const PATIENCE: Duration = Duration::from_secs(5);

/// Sends records to the threads.
pub struct Searches {
    shared: Arc<SharedState>,
}

struct SharedState {
    tell: Box<dyn Fn(SearchReport) + Send + Sync>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<SearchJob>,
    /// The running searches; stopped ones are removed.
    under_way: Vec<Key>,
    /// The seats of the threads, which number their engines.
    seats: Vec<usize>,
    idle: usize,
    is_over: bool,
}

/// The key of a search: its file, the ticket of its queue, and its number.
type Key = (DocumentId, u64, u64);

fn key(job: &SearchJob) -> Key {
    (job.document, job.ticket, job.number)
}

impl SharedState {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the result of a running search is still needed.
    fn is_wanted(&self, key: Key) -> bool {
        let state = self.state();
        !state.is_over && state.under_way.contains(&key)
    }

    /// Waits for the next record; `None` after [`PATIENCE`] without one.
    fn next(&self, seat: usize) -> Option<SearchJob> {
        let mut state = self.state();
        state.idle += 1;
        let end = Instant::now() + PATIENCE;
        let job = loop {
            if state.is_over {
                break None;
            }
            if let Some(job) = state.waiting.pop_front() {
                state.under_way.push(key(&job));
                break Some(job);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break None;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        state.idle -= 1;
        if job.is_none() {
            state.seats.retain(|taken| *taken != seat);
        }
        job
    }
}

impl Searches {
    /// Returns searches without threads, which will report through `tell`.
    pub fn new(tell: impl Fn(SearchReport) + Send + Sync + 'static) -> Self {
        let shared = SharedState {
            tell: Box::new(tell),
            state: Mutex::default(),
            changed: Condvar::new(),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Searches a record as soon as an engine is free.
    pub fn search(&self, job: SearchJob) {
        let jobs = job.jobs.max(1);
        let mut state = self.shared.state();
        state.waiting.push_back(job);
        let begins = state.idle < state.waiting.len() && state.seats.len() < jobs;
        let seat = (0..).find(|seat| !state.seats.contains(seat));
        let seat = seat.filter(|_| begins);
        state.seats.extend(seat);
        drop(state);
        self.shared.changed.notify_one();
        if let Some(seat) = seat {
            let shared = self.shared.clone();
            let thread = Thread { shared, seat };
            spawn("search", move || thread.run());
        }
    }

    /// Stops the searches with this ticket.
    pub fn stop(&self, ticket: u64) {
        self.retain(|&(_, of, _)| of != ticket);
    }

    /// Stops the searches of a closed file.
    pub fn close(&self, document: DocumentId) {
        self.retain(|&(of, ..)| of != document);
    }

    fn retain(&self, wanted: impl Fn(&Key) -> bool) {
        let mut state = self.shared.state();
        state.waiting.retain(|job| wanted(&key(job)));
        state.under_way.retain(wanted);
    }
}

impl Drop for Searches {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.changed.notify_all();
    }
}

struct Thread {
    shared: Arc<SharedState>,
    seat: usize,
}

impl Thread {
    /// Returns the engine of this seat among those that may search a record.
    fn engine(&self, job: &SearchJob) -> Option<EngineCommand> {
        let at = self.seat.checked_rem(job.engines.len())?;
        job.engines.get(at).cloned()
    }

    fn run(&self) {
        // Engines run at low priority: keys come first.
        step_aside();
        let mut next = self.shared.next(self.seat);
        while let Some(first) = next {
            next = self.with_engine(first);
        }
    }

    /// Searches records as long as they are for the same engine; returns the first one for another.
    fn with_engine(&self, first: SearchJob) -> Option<SearchJob> {
        let wanted = self.engine(&first);
        let command = match command(wanted.clone()) {
            Ok(command) => command,
            Err(reason) => {
                self.say(
                    &first,
                    Duration::ZERO,
                    SearchOutcome::NoEngine(reason.to_owned()),
                );
                return self.shared.next(self.seat);
            }
        };
        let starts = Starts::default();
        let now = Mutex::new(key(&first));
        let stop = || {
            let key = *now.lock().unwrap_or_else(PoisonError::into_inner);
            !self.shared.is_wanted(key)
        };
        let mut worker = Worker::new(&command, ANSWER, &starts, &stop);
        let mut job = first;
        loop {
            *now.lock().unwrap_or_else(PoisonError::into_inner) = key(&job);
            let begun = Instant::now();
            let found = caught(&job, &mut worker);
            if let Some(found) = found {
                self.say(&job, begun.elapsed(), found);
            }
            let key = key(&job);
            self.shared.state().under_way.retain(|other| *other != key);
            job = self.shared.next(self.seat)?;
            if self.engine(&job) != wanted {
                return Some(job);
            }
        }
    }

    /// Reports the outcome, if it is still needed.
    fn say(&self, job: &SearchJob, took: Duration, found: SearchOutcome) {
        if self.shared.is_wanted(key(job)) {
            (self.shared.tell)(SearchReport {
                document: job.document,
                ticket: job.ticket,
                number: job.number,
                took,
                found,
            });
        }
    }
}

/// Searches a record; `None` if it was stopped. A panic affects that record only.
fn caught(job: &SearchJob, worker: &mut Worker<'_>) -> Option<SearchOutcome> {
    let run = || {
        let record = Record::read(&job.line, &job.options);
        job.inquiry.record(&record, worker)
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(answer)) => Some(SearchOutcome::Answer(answer)),
        Ok(Err(Trouble::Record(why))) => Some(SearchOutcome::Nothing(why.to_string())),
        Ok(Err(Trouble::Run(failure))) => Some(SearchOutcome::NoEngine(failure.to_string())),
        Ok(Err(Trouble::Stopped)) => None,
        Err(_) => Some(SearchOutcome::Nothing("internal error".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Analyse, Inquiry, Limits};
    use crate::epd::ReadOptions;
    use crossbeam_channel::{Receiver, unbounded};

    fn searches() -> (Searches, Receiver<SearchReport>) {
        let (sender, told) = unbounded();
        (Searches::new(move |found| drop(sender.send(found))), told)
    }

    fn job(engine: Option<EngineCommand>, ticket: u64, number: u64) -> SearchJob {
        SearchJob {
            document: DocumentId::default(),
            ticket,
            number,
            engines: engine.into_iter().collect(),
            jobs: 2,
            line: b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n".to_vec(),
            options: ReadOptions::default(),
            inquiry: Inquiry::Analyse(Analyse {
                limits: Limits::default(),
                lines: 1,
            }),
        }
    }

    fn engine(program: &str) -> Option<EngineCommand> {
        Some(EngineCommand::of(program, &[]))
    }

    #[test]
    fn an_engine_that_cannot_be_started_is_reported_and_the_next_record_is_tried_with_its_own() {
        let (searches, told) = searches();
        searches.search(job(engine("/no/such/engine"), 1, 1));
        searches.search(job(engine("/no/such/other"), 1, 2));
        let mut numbers = Vec::new();
        for _ in 0..2 {
            let searched = told.recv_timeout(Duration::from_secs(20)).expect("told");
            assert!(matches!(searched.found, SearchOutcome::NoEngine(_)));
            numbers.push(searched.number);
        }
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2]);
    }

    #[test]
    fn a_stopped_search_is_not_reported() {
        let (searches, told) = searches();
        // `cat` never gives a valid answer: the search would run until its deadline.
        searches.search(job(engine("/bin/cat"), 1, 1));
        searches.search(job(engine("/bin/cat"), 1, 2));
        searches.search(job(engine("/bin/cat"), 1, 3));
        searches.stop(1);
        searches.search(job(engine("/no/such/engine"), 2, 4));
        let end = Duration::from_secs(60);
        let searched = told.recv_timeout(end).expect("told");
        assert_eq!((searched.ticket, searched.number), (2, 4));
    }
}
