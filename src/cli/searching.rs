//! What the commands share that ask engines: which engine, how long, and the run over records:
//!
//! ```text
//! files ─▶ lines ─▶ queue ─▶ N workers, each with an engine ─▶ results in order ─▶ output, flushed
//! ```

mod engine;
mod results;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;

pub(crate) use engine::{EngineArgs, launcher};
pub(crate) use results::{ResultArgs, Without, say_held};

use super::flow::{Fault, Held, Outcome, Piece, Records, Source, Status, Summary, Text, each_file};
use super::output::{Output, Written, say};
use super::progress;
use crate::engine::{
    Done, EngineCommand, Failure, InOrder, Starts, Trouble, Why, Worker, in_order,
};
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::suite::bulk::Left;
use crate::sys::platform;

/// What an engine may take for an answer that is no search, and at least for one that is.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);

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
    /// Whether another file begins with it.
    begins: bool,
}

/// A line with what came of it.
pub(crate) struct Worked<T> {
    pub line: Vec<u8>,
    /// `a.epd:17`, and what was done; `None` for a line that passes through.
    pub done: Option<(String, Done<T>)>,
    begins: bool,
}

impl<T> Worked<T> {
    /// Writes the line, the new one where there is one, and hands it on at once.
    ///
    /// # Errors
    ///
    /// Those of writing.
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

/// How a run went.
#[derive(Debug)]
pub(crate) struct Ran {
    pub summary: Summary,
    pub status: Status,
}

impl Ran {
    /// Says how many records it was and what was left, and why it ended early if it did.
    pub(crate) fn end(self, done: &str) -> Status {
        self.summary.end_done(self.status, done)
    }
}

/// Searches the records of all inputs but those that are held, and gives each line in order to `take`; `starts` counts
/// the engines' starts, `can_resume`: results go where a run can go on.
///
/// # Errors
///
/// Those of writing results, and wrong usage.
pub(crate) fn search_all<T: Send>(
    args: &SearchArgs,
    (command, starts): (&EngineCommand, &Starts),
    (held, can_resume): (Option<&Held>, bool),
    search: impl Fn(&Record<'_>, &mut Worker<'_>) -> Result<Done<T>, Trouble> + Sync,
    take: impl FnMut(&Worked<T>) -> Written,
) -> Result<Ran, Fault> {
    let over = Over {
        records: &args.records,
        jobs: args.engine.jobs(),
        held,
        can_resume,
    };
    let worker = || Worker::new(command, ANSWER, starts, &is_ended);
    run_all(&over, worker, search, take)
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
    /// What is done already.
    pub held: Option<&'a Held>,
    /// Whether results go where a run can go on.
    pub can_resume: bool,
}

/// The same with workers of any kind, each of them made on its own thread.
///
/// # Errors
///
/// Those of writing results, and wrong usage.
pub(crate) fn run_all<W, T: Send>(
    run: &Over<'_>,
    worker: impl Fn() -> W + Sync,
    search: impl Fn(&Record<'_>, &mut W) -> Result<Done<T>, Trouble> + Sync,
    mut take: impl FnMut(&Worked<T>) -> Written,
) -> Result<Ran, Fault> {
    let Records { paths, chosen } = run.records;
    progress::of_records();
    let mut summary = Summary::new(chosen.is_some());
    let ended = run_over(
        run.jobs,
        |queue| {
            let mut reading = Reading {
                held: run.held,
                at: 0,
                put: &|work| queue.put(work),
            };
            let status = each_file(paths, chosen.as_ref(), |source, text| {
                reading.file(source, text)
            });
            reading.end(status)
        },
        worker,
        |worker, work: Work| {
            let Some((name, number, options)) = work.record else {
                return Ok(Worked {
                    line: work.line,
                    done: None,
                    begins: work.begins,
                });
            };
            let done = search(&Record::read(&work.line, &options), worker)?;
            Ok(Worked {
                done: Some((format!("{name}:{number}"), done)),
                begins: work.begins,
                line: work.line,
            })
        },
        |worked: Worked<T>| {
            progress::did(worked.line.len(), usize::from(worked.done.is_some()));
            if let Some((place, done)) = &worked.done {
                count_in(&mut summary, place, done);
            }
            take(&worked)
        },
    )?;
    let status = ended.status(summary.records, run.can_resume)?;
    Ok(Ran { summary, status })
}

/// How a run ended: how reading did, and what an engine could not go on with.
pub(crate) struct Ended {
    read: Option<Outcome>,
    failure: Option<Failure>,
}

/// Runs workers over what `produce` puts in, each of them made on its own thread, and gives what comes of it to
/// `take` in order, until the program is asked to end, an engine can't go on, or nothing can be written.
///
/// # Errors
///
/// Those of writing results.
pub(crate) fn run_over<W, I: Send, R: Send>(
    jobs: usize,
    produce: impl FnOnce(&InOrder<I, R>) -> Outcome + Send,
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
            Err(Trouble::Run(failure) | Trouble::Record(failure)) => {
                *over.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                None
            }
            Err(Trouble::Stopped) => None,
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
    ///
    /// # Errors
    ///
    /// Those of reading.
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
    for note in &done.notes {
        say(&format!("`{place}`: {note}"));
    }
    let mut left = Left::default();
    match &done.result {
        Ok(_) => summary.changed += 1,
        Err(Why::Engine(failure)) => {
            say(&format!("`{place}`: {failure}"));
            left.note("the engine failed", 0);
        }
        Err(why) => left.note(why.to_string(), 0),
    }
    summary.take(&left, |_| place.to_owned());
}

/// Inputs as they go into the queue.
struct Reading<'a> {
    held: Option<&'a Held>,
    /// Lines so far.
    at: usize,
    put: &'a dyn Fn(Work) -> bool,
}

impl Reading<'_> {
    fn file(&mut self, source: &Source<'_>, text: Text) -> Outcome {
        let name: Arc<str> = source.input.name.as_str().into();
        let mut begins = true;
        // Nobody wants more: the run is over.
        let enough = || Fault::Output(std::io::ErrorKind::BrokenPipe.into());
        text.pieces(
            |_| (),
            |piece: Piece<'_>, ()| {
                if piece.continues {
                    return self.pass(piece.bytes, &mut begins).ok_or_else(enough);
                }
                for (number, line) in piece.lines() {
                    let held = self.held.map_or(Ok(false), |held| held.has(self.at, line));
                    self.at += 1;
                    match held {
                        Ok(false) => {}
                        Ok(true) => {
                            progress::did(line.len(), 0);
                            continue;
                        }
                        Err(other) => {
                            return Err(Fault::Output(std::io::Error::other(format!(
                                "line {} of the file to go on with is not of `{name}:{number}` as it is now; write to another file to begin anew",
                                other.line
                            ))));
                        }
                    }
                    if piece.is_open
                        || Skim::kind_of(line) != LineKind::Record
                        || !source.has(number, line)
                    {
                        self.pass(line, &mut begins).ok_or_else(enough)?;
                        continue;
                    }
                    let record = Some((name.clone(), number, *source.options()));
                    let work = Work {
                        line: line.to_vec(),
                        record,
                        begins: std::mem::take(&mut begins),
                    };
                    if !(self.put)(work) {
                        return Err(enough());
                    }
                }
                Ok(())
            },
        )?;
        Ok(Status::Clean)
    }

    fn pass(&self, bytes: &[u8], begins: &mut bool) -> Option<()> {
        let work = Work {
            line: bytes.to_vec(),
            record: None,
            begins: std::mem::take(begins),
        };
        (self.put)(work).then_some(())
    }

    fn end(&self, status: Outcome) -> Outcome {
        match status {
            Err(Fault::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Ok(Status::Clean)
            }
            Err(Fault::Output(error)) => Err(Fault::Input(error)),
            Ok(status) => match self.held {
                Some(held) if held.len() > self.at => Err(Fault::usage(&format!(
                    "the file to go on with holds {}, the input {}",
                    thousands_of(held.len(), "line", "lines"),
                    self.at
                ))),
                _ => Ok(status),
            },
            error => error,
        }
    }
}
