//! Engines that work through records in the background: as many threads as engines, each with an engine of
//! its own while there is something to search. What is stopped is neither begun nor told.

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

/// The time an engine has for an answer that is no search: it has little of a busy machine.
const ANSWER: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 30 });
/// The time an engine waits for the next record before it is ended.
const PATIENCE: Duration = Duration::from_secs(5);

/// Gives records to the threads.
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
    /// The searches of the threads: the numbers of those that nobody waits for are gone from here.
    under_way: Vec<Key>,
    /// The seats of the threads: each has an engine of its own, by its number.
    seats: Vec<usize>,
    /// Threads that wait for a record.
    idle: usize,
    is_over: bool,
}

/// The key of a search: its file, its part of that, and its number.
type Key = (DocumentId, u64, u64);

fn key(job: &SearchJob) -> Key {
    (job.document, job.ticket, job.number)
}

impl SharedState {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether somebody waits for a search that was begun.
    fn is_wanted(&self, key: Key) -> bool {
        let state = self.state();
        !state.is_over && state.under_way.contains(&key)
    }

    /// Waits for the next record; `None` after a while without one.
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
    /// Threads that tell what they find.
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

    /// Searches a record as soon as an engine has time.
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

    /// Stops the searches of this number.
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
        // The engines have what nobody else wants: keys come first.
        step_aside();
        let mut next = self.shared.next(self.seat);
        while let Some(first) = next {
            next = self.with_engine(first);
        }
    }

    /// Searches as long as records come for the same engine; gives the first one for another.
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

    /// Tells the editor, if it still waits.
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

/// Searches a record; `None` where it was stopped. A panic costs that record and no more.
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
    fn what_is_stopped_is_not_told() {
        let (searches, told) = searches();
        // It says nothing at all: the search would go on until it is given up.
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
