//! The parts shared by commands that use engines: engine, limits, and the run over records:
//!
//! ```text
//! files ─▶ lines ─▶ queue ─▶ N workers, each with an engine ─▶ results in order ─▶ output, flushed
//! ```

mod reading;

pub(crate) use reading::{InPlaceArgs, ResultArgs, enough, read};

use crate::cli::flow::{
    Fault, Outcome, Paths, Records, Resumable, ResumableOutput, Shard, ShardArgs, Status, Step,
    Summary, each_file, files_of_results, not_an_input,
};
use crate::cli::output::{Output, WriteResult, say};
use crate::cli::progress;
use crate::engine::{
    EngineCommand, Failure, InOrder, Limits, Log, ProcessedRecord, Reason, Starts, Trouble, Worker,
    found_in_path, in_order, launcher,
};
use crate::epd::counted::thousands_of;
use crate::epd::{ReadOptions, Record};
use crate::suite::{Query, whole_path};
use crate::terminal::config::Config;
use crate::terminal::platform;
use clap::Args;
use reading::{Reading, say_failed};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time limit for an engine's answers outside a search, and the minimum for a search.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);
/// The time limit for an engine to stop when the program is to end; the program itself has three seconds.
const TO_STOP: Duration = Duration::from_secs(1);

/// The records, and the engine that searches them.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub records: Records,
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// The place of a record: `a.epd:17`.
#[derive(Clone, Debug)]
pub(crate) struct RecordLocation {
    pub path: Arc<str>,
    pub line: u64,
}

impl fmt::Display for RecordLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

struct Work {
    line: Vec<u8>,
    /// The place of a record and its options; `None` for a line that passes through.
    record: Option<(RecordLocation, ReadOptions)>,
    /// The progress of the run up to this line, if it is to be saved.
    step: Option<Step>,
    /// Whether another file begins with this line.
    begins: bool,
}

/// A record with its result.
pub(crate) struct WorkedRecord<'a, T> {
    pub line: &'a [u8],
    pub place: &'a RecordLocation,
    pub done: &'a ProcessedRecord<T>,
}

impl<T> WorkedRecord<'_, T> {
    pub(crate) fn record(&self) -> (Record<'_>, Option<String>) {
        let record = Record::read(self.line, &ReadOptions::default());
        let id = record.operation("id").map(|id| record.operands_text(id));
        (record, id)
    }
}

/// The number of records with each harmless oddity.
#[derive(Debug, Default)]
struct Notes(BTreeMap<&'static str, usize>);

/// The number of records for which a note is printed; others are only counted.
const NOTED: usize = 3;

impl Notes {
    fn say(&mut self, place: &RecordLocation, notes: &[&'static str]) {
        for note in notes {
            let count = self.0.entry(note).or_default();
            *count += 1;
            if *count <= NOTED {
                say(&format!("`{place}`: {note}"));
            }
        }
    }

    /// Prints the number of notes that were not printed.
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

/// Returns a worker that searches until the program is to end.
pub(crate) fn worker<'a>(command: &'a EngineCommand, starts: &'a Starts) -> Worker<'a> {
    Worker::new(command, ANSWER, starts, &is_ended).stopping_within(TO_STOP)
}

pub(crate) fn is_ended() -> bool {
    platform::ended().is_some()
}

/// The parameters of a run.
pub(crate) struct Job<'a> {
    pub records: &'a Records,
    /// The records to search, if not all; only they are written.
    pub shard: Option<Shard>,
    /// The number of records searched at the same time.
    pub jobs: usize,
    pub place: &'a ResumableOutput<'a>,
    /// The verb of the summary: `searched`.
    pub done: &'a str,
    /// Whether all lines are written, records with their results.
    pub writes: bool,
    /// The opcode that marks a record whose search succeeded, if such records are counted first.
    pub opcode: Option<&'a str>,
}

impl SearchArgs {
    /// Returns the run of the command `name`, with its own options `more`.
    ///
    /// # Errors
    /// The log can't be written.
    pub(crate) fn run(
        &self,
        name: &str,
        command: &EngineCommand,
        mut more: Vec<(&'static str, String)>,
        results: &ResultArgs,
    ) -> Result<Resumable, Fault> {
        more.extend(self.shard.shard.map(Shard::in_words));
        self.engine
            .run(name, command, &self.records, &more, results)
    }

    /// Returns the job of a command that uses engines; `opcode` is that of the result, if results are records.
    pub(crate) fn job<'a>(
        &'a self,
        place: &'a ResumableOutput<'a>,
        done: &'a str,
        opcode: Option<&'a str>,
    ) -> Job<'a> {
        Job {
            records: &self.records,
            shard: self.shard.shard,
            jobs: self.engine.jobs.into(),
            place,
            done,
            writes: opcode.is_some(),
            opcode,
        }
    }
}

/// Runs a search over the records of all inputs except those already done, with one worker per thread. Calls `take`
/// with each result in order and the counts so far; each result is flushed at once. Prints a summary, and the reason
/// for an early end. Returns the status and the counts, the previous run included.
pub(crate) fn run_all<W, T: Send, const N: usize>(
    job: &Job<'_>,
    worker: impl Fn() -> W + Sync,
    search: impl Fn(&Record<'_>, &RecordLocation, &mut W) -> Result<ProcessedRecord<T>, Trouble> + Sync,
    mut take: impl FnMut(&WorkedRecord<'_, T>, &mut [u64; N], &mut Output<'_>) -> WriteResult,
) -> Result<(Status, [u64; N]), Fault> {
    let mut counts = job.place.run.counts();
    let failed = counts.first().copied().unwrap_or_default();
    let before = job
        .opcode
        .map_or(Status::Clean, |opcode| say_failed(failed, opcode));
    let status = job.place.filled(|out| {
        go_over(job, out, worker, search, |worked, out| {
            if let (Some(_), Err(Reason::Engine(_))) = (job.opcode, &worked.done.result) {
                counts.iter_mut().take(1).for_each(|failed| *failed += 1);
            }
            take(worked, &mut counts, out)?;
            Ok(counts)
        })
    })?;
    let status = status.max(job.place.run.say_log_error());
    Ok((status.max(before), counts))
}

/// Does the work of [`run_all`]; `take` returns the counts so far.
fn go_over<W, T: Send, const N: usize>(
    job: &Job<'_>,
    out: &mut Output<'_>,
    worker: impl Fn() -> W + Sync,
    search: impl Fn(&Record<'_>, &RecordLocation, &mut W) -> Result<ProcessedRecord<T>, Trouble> + Sync,
    mut take: impl FnMut(&WorkedRecord<'_, T>, &mut Output<'_>) -> Result<[u64; N], Fault>,
) -> Outcome {
    let Records { paths, chosen } = job.records;
    let resumable = job.place.resumable();
    progress::of("record", "records");
    let mut summary = Summary::new(chosen.is_some());
    if let Some(run) = resumable {
        summary.add_previous(&run.checkpoint());
    }
    let before = summary.records;
    let mut notes = Notes::default();
    let ended = run_over(
        job.jobs,
        |queue| {
            let mut reading = Reading {
                steps: resumable.map(Resumable::steps),
                is_past: false,
                shard: job.shard,
                met: 0,
                put: &|work| queue.put(work),
            };
            let status = each_file(paths, chosen.as_ref(), |source, text| {
                reading.file(source, text)
            });
            read(status, reading.steps.as_ref())
        },
        worker,
        |worker, work: Work| {
            let done = match &work.record {
                None => None,
                Some((place, options)) => {
                    let found = search(&Record::read(&work.line, options), place, worker);
                    Some(ProcessedRecord::of(found)?)
                }
            };
            Ok((work, done))
        },
        |(work, done): (Work, Option<ProcessedRecord<T>>)| {
            progress::did(work.line.len(), usize::from(done.is_some()));
            if work.begins && job.writes {
                out.next_file()?;
            }
            let found = done.as_ref().zip(work.record.as_ref());
            let new = found.and_then(|(done, _)| done.line.as_deref());
            let new = new.unwrap_or(&work.line);
            let Some((done, (place, _))) = found else {
                return match job.writes {
                    true => out.lines(new),
                    false => Ok(()),
                };
            };
            notes.say(place, &done.notes);
            if let Err(why @ Reason::Engine(_)) = &done.result {
                say(&format!("`{place}`: {}", in_words(why)));
            }
            let left = why_left(done).map(|why| (why, place.to_string()));
            summary.add(left.clone());
            let worked = WorkedRecord {
                line: &work.line,
                place,
                done,
            };
            let counts = take(&worked, out)?;
            if let (Some(run), Some(step)) = (resumable, work.step) {
                run.note(step, &counts, left);
            }
            if job.writes {
                out.lines(new)?;
            }
            out.flush()
        },
    )?;
    let status = ended.status(summary.records - before, resumable.is_some())?;
    summary.is_stopped = matches!(status, Status::Signal(_));
    notes.say_rest();
    // If no record was searched, the reason is already printed.
    if status == Status::Trouble && summary.records == 0 {
        return Ok(status);
    }
    Ok(summary.end_done(status, job.done))
}

/// The end of a run: the outcome of reading, and the failure of an engine.
pub(crate) struct RunEnd {
    read: Option<Outcome>,
    failure: Option<Failure>,
}

/// Runs workers, each created on its own thread, over the items of `produce`, and calls `take` with the results in
/// order. Ends when the program is to end, an engine can't continue, or writing fails.
pub(crate) fn run_over<W, I: Send, R: Send>(
    jobs: usize,
    produce: impl FnOnce(&InOrder<'_, I, R>) -> Outcome + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> Result<R, Trouble> + Sync,
    mut take: impl FnMut(R) -> WriteResult,
) -> Result<RunEnd, Fault> {
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
            // The trouble of a single record is in its result.
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
    Ok(RunEnd { read, failure })
}

impl RunEnd {
    /// Returns the status, and prints the reason of an early end; `done` is the number of records done.
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

/// Returns the reason why a record has no result, with advice.
pub(crate) fn in_words(why: &Reason) -> String {
    match why {
        Reason::Engine(Failure::Late(_, crate::engine::Step::Search)) => {
            format!("{why}; `--timeout` gives it longer")
        }
        _ => why.to_string(),
    }
}

/// Returns the reason why a record was left unchanged, in words that group with those of others.
fn why_left<T>(done: &ProcessedRecord<T>) -> Option<String> {
    match done.result.as_ref().err()? {
        Reason::Engine(_) => Some("the engine failed".to_owned()),
        why => Some(why.to_string()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// The engine: its name in the settings, or a command [default: the first engine of the settings,
    /// else one in PATH]
    #[arg(long, value_name = "CMD", help_heading = "Engine")]
    engine: Option<String>,
    /// Search to this depth in plies
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Search so many nodes
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search for so many milliseconds [default: 1000, without another limit]
    #[arg(long, value_name = "MS", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Search for the best N lines
    #[arg(long, value_name = "N", help_heading = "Engine", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub multipv: u32,
    /// Run N engines at once
    #[arg(long, value_name = "N", help_heading = "Engine", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Set an option of the engine; Threads is 1 unless it is set
    #[arg(long = "option", value_name = "NAME=VALUE", help_heading = "Engine", value_parser = option)]
    options: Vec<(String, String)>,
    /// End a search as soon as the best move is worth so many centipawns to the side to move, or mates
    #[arg(long, value_name = "CP", help_heading = "Engine", value_parser = clap::value_parser!(i64).range(1..=32000))]
    until_score: Option<i64>,
    /// End a search as soon as it sees a mate, of either side
    #[arg(long, help_heading = "Engine")]
    until_mate: bool,
    /// Append every line to and from the engine to this file, with time and record
    #[arg(long, value_name = "FILE", help_heading = "Engine")]
    log: Option<PathBuf>,
    /// Give a record up after so many seconds [default: ten times what the limit takes, at least 10]
    #[arg(long, value_name = "SECONDS", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Settings to use instead of those in $XDG_CONFIG_HOME/epdit/config.toml
    #[arg(long, value_name = "FILE", help_heading = "Engine")]
    config: Option<PathBuf>,
}

/// Returns the query that chooses the records of the results, as an option.
pub(crate) fn only_where(chosen: Option<&Query>) -> Option<(&'static str, String)> {
    chosen.map(|query| ("where", query.text().to_owned()))
}

/// The default time of a search in milliseconds.
const USUAL: u64 = 1000;

/// Parses `NAME=VALUE`; a name alone presses a button.
fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    match name.trim() {
        "" => Err("expected NAME=VALUE, as Hash=64".to_owned()),
        name => Ok((name.to_owned(), value.trim().to_owned())),
    }
}

impl EngineArgs {
    pub(crate) fn limits(&self) -> Limits {
        let is_any = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.or((!is_any).then_some(USUAL)),
            timeout: self.timeout.map(Duration::from_secs),
            until_score: self.until_score,
            until_mate: self.until_mate,
        }
    }

    fn opened_log(&self, paths: &Paths, output: Option<&Path>) -> Result<Option<Log>, Fault> {
        let Some(path) = &self.log else {
            return Ok(None);
        };
        let name = path.display();
        let is_new = !path.exists();
        let log = Log::open(path);
        let log = log.map_err(|error| Fault::usage(&format!("can't write `{name}`: {error}")))?;
        // The log exists now, so it can be compared with other files by identity, not by path.
        let inputs = paths.expand().into_iter().flatten();
        let inputs = inputs.map(|input| input.path.unwrap_or_else(|| "-".into()));
        let others: Vec<PathBuf> = inputs
            .chain(output.map(Path::to_owned))
            .flat_map(files_of_results)
            .collect();
        let others = others.iter().map(PathBuf::as_path);
        let is_used =
            not_an_input(Some(path), others).and_then(|()| not_an_input(None, [path.as_path()]));
        if is_used.is_err() {
            if is_new && let Ok(empty) = whole_path(path) {
                let _ = fs::remove_file(empty);
            }
            return Err(Fault::usage(&format!(
                "`{name}` is read or written, too; give `--log` another name"
            )));
        }
        Ok(Some(log))
    }

    /// Returns the run of the command `name` over these records, with its own options `more`.
    ///
    /// # Errors
    /// The log can't be written.
    pub(crate) fn run(
        &self,
        name: &str,
        command: &EngineCommand,
        records: &Records,
        more: &[(&'static str, String)],
        results: &ResultArgs,
    ) -> Result<Resumable, Fault> {
        let log = self.opened_log(&records.paths, results.output.as_deref())?;
        let program = command.found().unwrap_or_else(|| command.program.clone());
        let mut engine = vec![program.display().to_string()];
        engine.extend(
            command
                .arguments
                .iter()
                .map(|word| word.display().to_string()),
        );
        let options = command.options_in_words();
        let mut words = vec![
            ("command", name.to_owned()),
            ("limit", self.limits().in_words()),
            ("engine", engine.join(" ")),
            ("multipv", self.multipv.to_string()),
        ];
        if !options.is_empty() {
            words.push(("options", options));
        }
        words.extend(only_where(records.chosen.as_ref()));
        words.extend(more.iter().cloned());
        Ok(Resumable::new(words, Some(command), log, results.resume))
    }

    /// Returns the engine's command; fails if there is no such engine, or none at all.
    pub(crate) fn command(&self) -> Result<EngineCommand, Fault> {
        let config = Config::load(self.config.as_deref());
        let config = config.map_err(|error| Fault::usage(&error))?;
        let engines = &config.settings.engines;
        // If the named engine is unusable, another must not be used silently.
        if let (None, Some(problem)) = (&self.engine, config.broken_engine()) {
            return Err(Fault::usage(&format!(
                "{problem}; repair it, or give an engine with `--engine CMD`"
            )));
        }
        let mut command = match &self.engine {
            Some(text) => match engines.iter().find(|engine| engine.name == *text) {
                Some(engine) => engine.command.clone(),
                None => EngineCommand::parse(text)
                    .map_err(|error| Fault::usage(&format!("`--engine {text}`: {error}")))?,
            },
            None => match (engines.first(), found_in_path().into_iter().next()) {
                (Some(engine), _) => engine.command.clone(),
                (None, Some((_, path))) => EngineCommand::of(path, &[]),
                (None, None) => {
                    return Err(Fault::usage(
                        "no engine found: give one with `--engine CMD`, or install one in PATH",
                    ));
                }
            },
        };
        if command.found().is_none() {
            return Err(Fault::usage(&format!(
                "there is no engine `{}`: expected a name of the settings or a program (`epdit engines` lists them)",
                command.program.display()
            )));
        }
        for problem in config.problems(&config.name()) {
            say(&problem);
        }
        for (name, value) in &self.options {
            command.set(name, value);
        }
        command.launcher = launcher();
        Ok(command)
    }
}
