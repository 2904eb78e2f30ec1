//! The engine behind live analysis, and engines asked who they are.
//!
//! One thread has the engine while analysis is on. A new position takes the place of the one before at once; what
//! an engine still says of that is dropped here already.

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

/// The time an engine has for an answer: it has little of a busy machine.
const ANSWER: Duration = Duration::from_secs(30);
/// The least time between two reports: what comes faster nobody can read.
const REPORT: Duration = Duration::from_millis(80);

/// An engine and the command that started it: another command has another.
type Running = Option<(EngineCommand, Engine)>;

/// Gives positions to the thread.
pub struct Analyst {
    wish: Arc<Mutex<Wish>>,
    worker: Worker<Running>,
}

/// The wish of the editor.
#[derive(Default)]
struct Wish {
    /// Counts the wishes.
    number: u64,
    /// The engine that is to run, the first one of PATH where it has no command; `None` for no engine at all.
    engine: Option<Option<EngineCommand>>,
}

impl Analyst {
    pub fn new() -> Self {
        Self {
            wish: Arc::default(),
            worker: Worker::start("analysis", || {
                // The engine has what nobody else wants: keys come first.
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

    /// Analyses nothing; the engine waits for the next position.
    pub fn pause(&self) {
        self.want(|_| ());
    }

    /// Ends the engine.
    pub fn stop(&self) {
        self.want(|wish| wish.engine = None);
        self.worker.add(|running| *running = None);
    }

    /// Changes what is wanted; returns the number of the wish.
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

/// The analysis of one position.
struct Run {
    /// The wish that it is for.
    number: u64,
    ticket: u64,
    wish: Arc<Mutex<Wish>>,
    tell: Tell,
}

impl Run {
    fn is_newest(&self) -> bool {
        lock(&self.wish).number == self.number
    }

    /// Returns whether nobody wants this engine any more, whatever is to be analysed.
    fn is_left(&self, engine: &Option<EngineCommand>) -> bool {
        lock(&self.wish).engine.as_ref() != Some(engine)
    }

    /// Tells the editor, unless it wants something else by now.
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
        // Another position does not begin the start of a slow engine anew; another engine ends it.
        let started = still.map_or_else(|| Engine::start(&command, ANSWER, &leave), Ok);
        let mut engine = started.map_err(|failure| failure.to_string())?;
        if !self.is_newest() {
            *running = Some((command, engine));
            return Ok(());
        }
        let name = engine.identity().name.clone();
        self.say(News::Began(name));
        let (waiting, told) = (
            RefCell::new(None::<SearchResults>),
            Cell::new(None::<Instant>),
        );
        let flush = || {
            if told.get().is_none_or(|told| told.elapsed() >= REPORT)
                && let Some(gathered) = waiting.take()
            {
                told.set(Some(Instant::now()));
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
            // It found all there is: a mate, or the end of its depth.
            Ok(analysis) => self.say(News::Lines(Box::new(analysis))),
            // Stopped before it said anything, it has no score.
            Err(Failure::NoScore) if !self.is_newest() => {}
            // It is not to be trusted any more; the next position has a fresh one.
            Err(failure) => {
                engine.kill();
                return Err(failure.to_string());
            }
        }
        *running = Some((command, engine));
        Ok(())
    }
}

/// Returns the running engine if it is the requested one and has finished its earlier searches, whose late output
/// would be taken for an answer.
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

/// Returns how to start an engine, the first known one that is installed where none is named.
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

/// The time an engine has to say who it is, as on the command line.
const MEETING: Duration = Duration::from_secs(10);

/// Starts an engine, without its options, and asks who it is.
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

/// Looks for engines whose names are known.
pub fn find_in_path() -> Msg {
    let found = found_in_path().into_iter();
    let found = found.map(|(name, file)| (name.to_owned(), file)).collect();
    Msg::told(move |model| engines::found_in_path(model, found))
}
