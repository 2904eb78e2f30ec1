//! The engine behind live analysis: one thread that has it while analysis is on. A new position takes the
//! place of the one before at once; what an engine still says of that is dropped here already.

use std::cell::RefCell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::effects::Tell;
use super::platform::step_aside;
use super::threads::spawn;
use crate::editor::message::Msg;
use crate::editor::state::analysis::{AnalyseJob, News};
use crate::engine::{Analysis, Engine, EngineCommand, Failure, Gathered, found_in_path, launcher};

/// How long an engine may take for an answer: it has little of a busy machine.
const ANSWER: Duration = Duration::from_secs(30);
/// The least time between two reports: what comes faster nobody can read.
const REPORT: Duration = Duration::from_millis(80);

/// Gives positions to the thread.
pub struct Analyst {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    wish: Mutex<Wish>,
    changed: Condvar,
}

/// What the editor wants.
#[derive(Default)]
struct Wish {
    /// Counts the wishes.
    number: u64,
    job: Option<AnalyseJob>,
    /// Whether the engine is to run at all.
    is_on: bool,
    has_thread: bool,
}

impl Shared {
    fn wish(&self) -> MutexGuard<'_, Wish> {
        self.wish.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_newest(&self, number: u64) -> bool {
        self.wish().number == number
    }

    /// Whether nobody wants this engine any more, whatever is to be analysed.
    fn is_left(&self, engine: Option<&EngineCommand>) -> bool {
        let wish = self.wish();
        let other = wish.job.as_ref().map(|job| job.engine.as_ref());
        !wish.is_on || other.is_some_and(|other| other != engine)
    }
}

impl Analyst {
    pub fn new() -> Self {
        Self {
            shared: Arc::default(),
        }
    }

    /// Analyses this position from now on.
    pub fn analyse(&self, job: AnalyseJob, tell: &Tell) {
        let begins = self.set(Some(job), true);
        if begins {
            let (shared, tell) = (self.shared.clone(), tell.clone());
            spawn("analysis", move || Thread { shared, tell }.run());
        }
    }

    /// Analyses nothing; the engine waits for the next position.
    pub fn pause(&self) {
        self.set(None, true);
    }

    /// Ends the engine.
    pub fn stop(&self) {
        self.set(None, false);
    }

    /// Gives whether a thread is to begin.
    fn set(&self, job: Option<AnalyseJob>, is_on: bool) -> bool {
        let mut wish = self.shared.wish();
        wish.number += 1;
        let begins = job.is_some() && !wish.has_thread;
        wish.has_thread |= begins;
        (wish.job, wish.is_on) = (job, is_on);
        drop(wish);
        self.shared.changed.notify_all();
        begins
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop();
    }
}

struct Thread {
    shared: Arc<Shared>,
    tell: Tell,
}

/// An engine and the command that started it: another command has another.
type Running = Option<(EngineCommand, Engine)>;

impl Thread {
    fn run(&self) {
        // The engine has what nobody else wants: keys come first.
        step_aside();
        let (mut running, mut done): (Running, u64) = (None, 0);
        loop {
            let (number, job) = {
                let mut wish = self.shared.wish();
                while wish.number == done {
                    let waited = self.shared.changed.wait(wish);
                    wish = waited.unwrap_or_else(PoisonError::into_inner);
                }
                if !wish.is_on {
                    wish.has_thread = false;
                    return;
                }
                (wish.number, wish.job.clone())
            };
            done = number;
            if let Some(job) = job {
                let ticket = job.ticket;
                if let Err(failure) = self.analyse(number, job, &mut running) {
                    running = None;
                    self.say(number, ticket, News::Failed(failure));
                }
            }
        }
    }

    /// Tells the editor, unless it wants something else by now.
    fn say(&self, number: u64, ticket: u64, news: News) {
        if self.shared.is_newest(number) {
            (self.tell)(Msg::Analysed { ticket, news });
        }
    }

    fn analyse(&self, number: u64, job: AnalyseJob, running: &mut Running) -> Result<(), String> {
        let wanted = job.engine.clone();
        let leave = || self.shared.is_left(wanted.as_ref());
        let mut command = job
            .engine
            .or_else(in_path)
            .ok_or("no engine found: name one in the settings or install one in PATH")?;
        command.launcher = launcher();
        command.is_aside = true;
        let still = running
            .take()
            .and_then(|running| still(running, &command, &leave));
        // Another position does not begin the start of a slow engine anew; another engine ends it.
        let started = still.map_or_else(|| Engine::start(&command, ANSWER, &leave), Ok);
        let mut engine = match started {
            Ok(engine) => engine,
            Err(Failure::Stopped) => return Ok(()),
            Err(failure) => return Err(failure.to_string()),
        };
        if !self.shared.is_newest(number) {
            *running = Some((command, engine));
            return Ok(());
        }
        let name = engine.identity().name.clone();
        self.say(number, job.ticket, News::Began(name));
        let reports = RefCell::new(Reports::default());
        let tell = |analysis| self.say(number, job.ticket, News::Lines(analysis));
        let stop = || {
            reports.borrow_mut().flush(&tell);
            !self.shared.is_newest(number)
        };
        let mut heard = |gathered: &Gathered, _| {
            reports.borrow_mut().hear(gathered.clone(), &tell);
            true
        };
        let mut request = job.request;
        // Fewer lines are better than none.
        request.lines = request.lines.min(engine.most_lines());
        let found = engine.search(&request, &stop, &leave, &mut heard);
        match found {
            Ok(analysis) => {
                // It found all there is: a mate, or the end of its depth.
                self.say(number, job.ticket, News::Lines(Box::new(analysis)));
            }
            // Stopped before it said anything, it has no score.
            Err(Failure::NoScore) if !self.shared.is_newest(number) => {}
            Err(failure) if self.shared.is_newest(number) => {
                engine.kill();
                return Err(failure.to_string());
            }
            // It is not to be trusted any more; the next position has a fresh one.
            Err(_) => {
                engine.kill();
                return Ok(());
            }
        }
        *running = Some((command, engine));
        Ok(())
    }
}

/// An engine that has run: where it is the one that is asked for, and is done with all that was asked before. What it
/// still says of that, as another end of a search that was over, would be taken for an answer of this one.
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

/// The first known engine that is installed.
pub(super) fn in_path() -> Option<EngineCommand> {
    let (_, path) = found_in_path().into_iter().next()?;
    Some(EngineCommand::of(path, &[]))
}

/// What came and was not told yet.
#[derive(Default)]
struct Reports {
    waiting: Option<Gathered>,
    last: Option<Instant>,
}

impl Reports {
    fn hear(&mut self, so_far: Gathered, tell: &dyn Fn(Box<Analysis>)) {
        self.waiting = Some(so_far);
        self.flush(tell);
    }

    fn flush(&mut self, tell: &dyn Fn(Box<Analysis>)) {
        if self.last.is_some_and(|last| last.elapsed() < REPORT) {
            return;
        }
        if let Some(so_far) = self.waiting.take() {
            self.last = Some(Instant::now());
            tell(Box::new(so_far.so_far()));
        }
    }
}
