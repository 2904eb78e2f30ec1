//! What the commands share that ask engines: which engine, how long, and the run over records:
//!
//! ```text
//! files ─▶ lines ─▶ queue ─▶ N workers, each with an engine ─▶ results in order ─▶ output, flushed
//! ```

mod engine;
mod reading;
mod results;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;

pub(crate) use engine::{EngineArgs, only_where};
use reading::Reading;
pub(crate) use reading::{enough, read};
pub(crate) use results::{ResultArgs, is_failed, say_failed};

use super::flow::{Fault, Growing, Outcome, Records, Resumable, Status, Step, Summary, each_file};
use super::output::{Output, Written, say};
use super::progress;
use crate::engine::{
    Done, EngineCommand, Failure, InOrder, Starts, Trouble, Why, Worker, in_order,
};
use crate::epd::counted::thousands_of;
use crate::epd::{ReadOptions, Record};
use crate::suite::bulk::Left;
use crate::sys::platform;

/// What an engine may take for an answer that is no search, and at least for one that is.
const ANSWER: Duration = Duration::from_secs(10);
/// What it may take to stop when the program is asked to end, which has three seconds for that.
const TO_STOP: Duration = Duration::from_secs(1);

/// Records, and what searches them.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub records: Records,
}

/// A line, where it is and how it is read.
struct Work {
    line: Vec<u8>,
    /// `None` for a line that passes through.
    record: Option<(Arc<str>, u64, ReadOptions)>,
    /// How far the run is with it, where that is to be noted.
    step: Option<Step>,
    /// Whether another file begins with it.
    begins: bool,
}

/// A line with what came of it.
pub(crate) struct Worked<T> {
    pub line: Vec<u8>,
    /// `a.epd:17`, and what was done; `None` for a line that passes through.
    pub done: Option<(String, Done<T>)>,
    /// How far the run is with it, where that is to be noted.
    step: Option<Step>,
    begins: bool,
}

impl<T> Worked<T> {
    /// Notes how far the run is, and what the command counted, for when results are handed on.
    pub(crate) fn note(&self, run: &Resumable, counts: &[u64]) {
        let Some(step) = self.step else {
            return;
        };
        let done = self.done.as_ref();
        let left = done.and_then(|(place, done)| Some((why_left(done)?, place.as_str())));
        run.note(step, counts, left);
    }

    /// Writes the line, the new one where there is one, and hands it on at once.
    pub(crate) fn write(&self, out: &mut Output<'_>) -> Written {
        if self.begins {
            out.next_file()?;
        }
        let new = self
            .done
            .as_ref()
            .and_then(|(_, done)| done.line.as_deref());
        out.lines(new.unwrap_or(&self.line))?;
        match self.done {
            Some(_) => out.flush(),
            None => Ok(()),
        }
    }
}

/// What was odd and did no harm: how often each of it was met.
#[derive(Debug, Default)]
struct Notes(BTreeMap<&'static str, usize>);

/// A note is said of so many records; of the others only how many there are.
const NOTED: usize = 3;

impl Notes {
    /// Says what is noted of a record.
    fn say(&mut self, place: &str, notes: &[&'static str]) {
        for note in notes {
            let count = self.0.entry(note).or_default();
            *count += 1;
            if *count <= NOTED {
                say(&format!("`{place}`: {note}"));
            }
        }
    }

    /// Says how many more there are.
    fn say_rest(&self) {
        for (note, count) in &self.0 {
            let more = count.saturating_sub(NOTED);
            if more > 0 {
                let more = thousands_of(more, "more record", "more records");
                say(&format!("{more}: {note}"));
            }
        }
    }
}

/// Searches the records of all inputs but those that are done, with what the command counts: see [`run_all`].
pub(crate) fn search_all<T: Send>(
    args: &SearchArgs,
    command: &EngineCommand,
    (run, place): (&Resumable, &Growing<'_>),
    done: &str,
    search: impl Fn(&Record<'_>, &mut Worker<'_>) -> Result<Done<T>, Trouble> + Sync,
    take: impl FnMut(&Worked<T>, &mut Output<'_>) -> Written,
) -> Outcome {
    let over = Over {
        records: &args.records,
        jobs: args.engine.jobs(),
        run: place.resumable(),
        done,
    };
    let mut take = take;
    let worker = || worker(command, &run.starts);
    place.filled(|out| run_all(&over, worker, search, |worked| take(worked, out)))
}

/// One that searches until the program is asked to end.
pub(crate) fn worker<'a>(command: &'a EngineCommand, starts: &'a Starts) -> Worker<'a> {
    Worker::new(command, ANSWER, starts, &is_ended).stopping_within(TO_STOP)
}

/// Whether the program was asked to end.
pub(crate) fn is_ended() -> bool {
    platform::ended().is_some()
}

/// What a run goes over, and how.
pub(crate) struct Over<'a> {
    pub records: &'a Records,
    /// Records that are worked on at once.
    pub jobs: usize,
    /// The run, where it can go on when it is stopped.
    pub run: Option<&'a Resumable>,
    /// What is done to them: `searched`.
    pub done: &'a str,
}

/// Lets workers, each of them made on its own thread, search the records of all inputs but those that are done, and
/// gives each line in order to `take`. Says how many records it was and what was left, and why it ended early if it did.
pub(crate) fn run_all<W, T: Send>(
    run: &Over<'_>,
    worker: impl Fn() -> W + Sync,
    search: impl Fn(&Record<'_>, &mut W) -> Result<Done<T>, Trouble> + Sync,
    mut take: impl FnMut(&Worked<T>) -> Written,
) -> Outcome {
    let Records { paths, chosen } = run.records;
    progress::of("record", "records");
    let mut summary = Summary::new(chosen.is_some());
    if let Some(run) = run.run {
        summary.go_on(&run.checkpoint());
    }
    let before = summary.records;
    let mut notes = Notes::default();
    let ended = run_over(
        run.jobs,
        |queue| {
            let mut reading = Reading {
                steps: run.run.map(Resumable::steps),
                is_past: false,
                put: &|work| queue.put(work),
            };
            let status = each_file(paths, chosen.as_ref(), |source, text| {
                reading.file(source, text)
            });
            read(status, reading.steps.as_ref())
        },
        worker,
        |worker, work: Work| {
            let done = match work.record {
                None => None,
                Some((name, number, options)) => {
                    let found = search(&Record::read(&work.line, &options), worker);
                    Some((format!("{name}:{number}"), Done::of(found)?))
                }
            };
            Ok(Worked {
                line: work.line,
                done,
                step: work.step,
                begins: work.begins,
            })
        },
        |worked: Worked<T>| {
            progress::did(worked.line.len(), usize::from(worked.done.is_some()));
            if let Some((place, done)) = &worked.done {
                notes.say(place, &done.notes);
                count_in(&mut summary, place, done);
            }
            take(&worked)
        },
    )?;
    let status = ended.status(summary.records - before, run.run.is_some())?;
    summary.is_stopped = matches!(status, Status::Signal(_));
    notes.say_rest();
    // Where nothing was begun, the reason was said already.
    if status == Status::Trouble && summary.records == 0 {
        return Ok(status);
    }
    Ok(summary.end_done(status, run.done))
}

/// How a run ended: how reading did, and what an engine could not go on with.
pub(crate) struct Ended {
    read: Option<Outcome>,
    failure: Option<Failure>,
}

/// Runs workers over what `produce` puts in, each of them made on its own thread, and gives what comes of it to
/// `take` in order, until the program is asked to end, an engine can't go on, or nothing can be written.
pub(crate) fn run_over<W, I: Send, R: Send>(
    jobs: usize,
    produce: impl FnOnce(&InOrder<'_, I, R>) -> Outcome + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> Result<R, Trouble> + Sync,
    mut take: impl FnMut(R) -> Written,
) -> Result<Ended, Fault> {
    platform::end_in_good_order();
    let over: Mutex<Option<Failure>> = Mutex::new(None);
    let mut written = Ok(());
    let read = in_order(
        jobs,
        &is_ended,
        produce,
        worker,
        |worker, piece| match work(worker, piece) {
            Ok(result) => Some(result),
            Err(Trouble::Run(failure)) => {
                *over.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                None
            }
            // What befalls one record is in its result.
            Err(Trouble::Stopped | Trouble::Record(_)) => None,
        },
        |result| {
            written = take(result);
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        },
    );
    written?;
    let failure = over.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Ended { read, failure })
}

impl Ended {
    /// The status, said where the end was early: `done` are the records done.
    pub(crate) fn status(self, done: usize, can_resume: bool) -> Outcome {
        let mut status = self.read.unwrap_or(Ok(Status::Trouble))?;
        if let Some(failure) = self.failure {
            say(&failure.to_string());
            status = Status::Trouble;
        }
        if let Some(signal) = platform::ended() {
            let done = thousands_of(done, "record", "records");
            let resume = match can_resume {
                true => "; `--resume` goes on",
                false => "",
            };
            say(&format!("stopped after {done}{resume}"));
            status = Status::Signal(u8::try_from(signal).unwrap_or_default());
        }
        Ok(status)
    }
}

/// Counts a record, and says at once what an engine did wrong.
fn count_in<T>(summary: &mut Summary, place: &str, done: &Done<T>) {
    summary.records += 1;
    if let Err(why @ Why::Engine(_)) = &done.result {
        say(&format!("`{place}`: {}", in_words(why)));
    }
    let mut left = Left::default();
    match why_left(done) {
        None => summary.changed += 1,
        Some(why) => left.note(why, 0),
    }
    summary.take(&left, |_| place.to_owned());
}

/// Returns why a record has no result, and what would give it one.
pub(crate) fn in_words(why: &Why) -> String {
    match why {
        Why::Engine(Failure::Late(_, crate::engine::Step::Search)) => {
            format!("{why}; `--timeout` gives it longer")
        }
        _ => why.to_string(),
    }
}

/// Why a record was left unchanged, if it was, in words that hold for others, too.
fn why_left<T>(done: &Done<T>) -> Option<String> {
    match done.result.as_ref().err()? {
        Why::Engine(_) => Some("the engine failed".to_owned()),
        why => Some(why.to_string()),
    }
}
