//! The engine of live analysis, and requests for the identity of engines.
//!
//! One thread has the engine while analysis is on. A new position replaces the last one at once; later output
//! for the last one is dropped here.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::effects::Tell;
use super::platform::step_aside;
use super::threads::Worker;
use crate::editor::message::Msg;
use crate::editor::pages::engines;
use crate::editor::panes::analysis::heard;
use crate::editor::state::engines::{AnalyseJob, EngineInfo, News};
use crate::engine::{Engine, EngineCommand, Failure, SearchResults, found_in_path, launcher};

/// The time an engine has for an answer; on a busy machine it gets little of the processor.
const ANSWER: Duration = Duration::from_secs(30);
/// The least time between two reports: more frequent ones would be unreadable.
const REPORT: Duration = Duration::from_millis(80);

/// The running engine and its command; another command needs another engine.
type Running = Option<(EngineCommand, Engine)>;

/// Sends positions to the thread.
pub struct Analyst {
    wish: Arc<Mutex<Wish>>,
    worker: Worker<Running>,
}

/// The analysis that the editor wants.
#[derive(Default)]
struct Wish {
    number: u64,
    /// The engine to run, without a command the first one on PATH; `None` for no engine at all.
    engine: Option<Option<EngineCommand>>,
}

impl Analyst {
    pub fn new() -> Self {
        Self {
            wish: Arc::default(),
            worker: Worker::start("analysis", || {
                // Engines run at low priority: keys come first.
                step_aside();
                None
            }),
        }
    }

    /// Analyses this position from now on.
    pub fn analyse(&self, job: AnalyseJob, tell: &Tell) {
        let engine = Some(job.engine.clone());
        let run = Run {
            number: self.want(|wish| wish.engine = engine),
            ticket: job.ticket,
            wish: self.wish.clone(),
            tell: tell.clone(),
        };
        self.worker.add(move |running| run.run(job, running));
    }

    /// Pauses the analysis; the engine waits for the next position.
    pub fn pause(&self) {
        self.want(|_| ());
    }

    pub fn stop(&self) {
        self.want(|wish| wish.engine = None);
        self.worker.add(|running| *running = None);
    }

    /// Changes the wish; returns its number.
    fn want(&self, change: impl FnOnce(&mut Wish)) -> u64 {
        let mut wish = lock(&self.wish);
        change(&mut wish);
        wish.number += 1;
        wish.number
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop();
    }
}

fn lock(wish: &Mutex<Wish>) -> MutexGuard<'_, Wish> {
    wish.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Run {
    number: u64,
    ticket: u64,
    wish: Arc<Mutex<Wish>>,
    tell: Tell,
}

impl Run {
    fn is_newest(&self) -> bool {
        lock(&self.wish).number == self.number
    }

    /// Returns whether this engine is no longer wanted for any position.
    fn is_left(&self, engine: &Option<EngineCommand>) -> bool {
        lock(&self.wish).engine.as_ref() != Some(engine)
    }

    /// Sends news to the editor, unless the wish changed.
    fn say(&self, news: News) {
        if self.is_newest() {
            let ticket = self.ticket;
            (self.tell)(Msg::told(move |model| heard(model, ticket, news)));
        }
    }

    fn run(&self, job: AnalyseJob, running: &mut Running) {
        if self.is_newest()
            && let Err(failure) = self.analyse(job, running)
        {
            *running = None;
            self.say(News::Failed(failure));
        }
    }

    fn analyse(&self, job: AnalyseJob, running: &mut Running) -> Result<(), String> {
        let wanted = job.engine.clone();
        let leave = || self.is_left(&wanted);
        let command = command(job.engine)?;
        let still = running
            .take()
            .and_then(|running| still(running, &command, &leave));
        // Another position does not restart a slow engine that is still starting; another engine ends it.
        let started = still.map_or_else(|| Engine::start(&command, ANSWER, &leave), Ok);
        let mut engine = started.map_err(|failure| failure.to_string())?;
        if !self.is_newest() {
            *running = Some((command, engine));
            return Ok(());
        }
        let name = engine.identity().name.clone();
        self.say(News::Began(name));
        let (waiting, reported) = (
            RefCell::new(None::<SearchResults>),
            Cell::new(None::<Instant>),
        );
        let flush = || {
            if reported.get().is_none_or(|at| at.elapsed() >= REPORT)
                && let Some(gathered) = waiting.take()
            {
                reported.set(Some(Instant::now()));
                self.say(News::Lines(Box::new(gathered.so_far())));
            }
        };
        let stop = || {
            flush();
            !self.is_newest()
        };
        let mut heard = |gathered: &SearchResults, _| {
            waiting.replace(Some(gathered.clone()));
            flush();
            true
        };
        let mut request = job.request;
        // Fewer lines are better than none.
        request.lines = request.lines.min(engine.most_lines());
        match engine.search(&request, &stop, &leave, &mut heard) {
            // The search ended by itself: a mate, or the greatest depth.
            Ok(analysis) => self.say(News::Lines(Box::new(analysis))),
            // Stopped before its first output, it has no score.
            Err(Failure::NoScore) if !self.is_newest() => {}
            // The engine can't be trusted any more; the next position starts a fresh one.
            Err(failure) => {
                engine.kill();
                return Err(failure.to_string());
            }
        }
        *running = Some((command, engine));
        Ok(())
    }
}

/// Returns the running engine if it is the requested one and has finished its earlier searches, whose late
/// output would be mistaken for an answer.
fn still(
    (known, mut engine): (EngineCommand, Engine),
    command: &EngineCommand,
    leave: &dyn Fn() -> bool,
) -> Option<Engine> {
    match known == *command && engine.ready(leave).is_ok() {
        true => Some(engine),
        false => {
            engine.kill();
            None
        }
    }
}

/// Returns the command of the named engine, else of the first known one that is installed.
pub(super) fn command(named: Option<EngineCommand>) -> Result<EngineCommand, &'static str> {
    let mut installed = found_in_path().into_iter();
    let first = || {
        installed
            .next()
            .map(|(_, path)| EngineCommand::of(path, &[]))
    };
    Ok(EngineCommand {
        launcher: launcher(),
        is_aside: true,
        ..named
            .or_else(first)
            .ok_or("no engine found: name one in the settings or install one in PATH")?
    })
}

/// The time an engine has to identify itself, as on the command line.
const MEETING: Duration = Duration::from_secs(10);

/// Starts an engine, without its options, and requests its identity.
pub fn meet(command: EngineCommand) -> Msg {
    let starting = EngineCommand {
        options: Vec::new(),
        launcher: launcher(),
        is_aside: true,
        ..command.clone()
    };
    let met = Engine::start(&starting, MEETING, &|| false).map(|engine| {
        Box::new(EngineInfo {
            file: command.found(),
            identity: engine.identity().clone(),
        })
    });
    let met = met.map_err(|failure| failure.to_string());
    Msg::told(move |model| engines::met(model, &command, met))
}

/// Finds engines with known names on PATH.
pub fn find_in_path() -> Msg {
    let found = found_in_path().into_iter();
    let found = found.map(|(name, file)| (name.to_owned(), file)).collect();
    Msg::told(move |model| engines::found_in_path(model, found))
}
