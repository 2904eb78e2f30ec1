//! One of several who search: it has an engine while that is well, and starts a fresh one after a failure.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use super::command::EngineCommand;
use super::failure::Failure;
use super::search::{Analysis, Iteration, Request};
use super::talk::Engine;

/// After so many failures to start one behind the other a run is over.
const MOST_STARTS: u32 = 3;

/// What all workers of a run know of the engine's starts.
#[derive(Debug, Default)]
pub struct Starts {
    /// Failures since it started well, and the name of the engine that did.
    state: Mutex<(u32, Option<String>)>,
}

impl Starts {
    fn started(&self, name: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = (0, Some(name.to_owned()));
    }

    /// Counts a failure; gives whether it may be tried again.
    fn failed(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 += 1;
        state.0 < MOST_STARTS
    }

    /// The name that an engine gave itself.
    pub fn name(&self) -> Option<String> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.1.clone()
    }
}

/// Why a worker has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// This record costs more than its engine: it is left as it is, and the run goes on.
    Record(Failure),
    /// No engine can be started: the run is over.
    Run(Failure),
    /// It was told to stop.
    Stopped,
}

/// Searches, one record after another.
pub struct Worker<'a> {
    command: &'a EngineCommand,
    answer: Duration,
    starts: &'a Starts,
    stop: &'a (dyn Fn() -> bool + Sync),
    engine: Option<Engine>,
}

impl<'a> Worker<'a> {
    /// A worker that starts engines with `command` when it needs one, and gives up what it does when
    /// `stop` says so. No answer may take longer than `answer`, but that of a search.
    pub fn new(
        command: &'a EngineCommand,
        answer: Duration,
        starts: &'a Starts,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self {
            command,
            answer,
            starts,
            stop,
            engine: None,
        }
    }

    /// Searches a position of a new record: nothing is remembered of those before.
    ///
    /// # Errors
    ///
    /// See [`Trouble`].
    pub fn search_anew(
        &mut self,
        request: &Request,
        heard: &mut dyn FnMut(&Iteration<'_>) -> bool,
    ) -> Result<Analysis, Trouble> {
        let mut engine = self.engine()?;
        if let Err(failure) = engine.new_game() {
            engine.kill();
            // One that ended between two records did no harm to this one.
            engine = self.engine()?;
            if engine.new_game().is_err() {
                engine.kill();
                return Err(Trouble::Record(failure));
            }
        }
        self.engine = Some(engine);
        self.search(request, heard)
    }

    /// The same where the score of the best move is what is asked: one without it is no answer.
    ///
    /// # Errors
    ///
    /// See [`Trouble`].
    pub fn search_scored(&mut self, request: &Request) -> Result<Analysis, Trouble> {
        scored(self.search_anew(request, &mut |_| true)?)
    }

    /// [`Self::search`] as [`Self::search_scored`].
    ///
    /// # Errors
    ///
    /// See [`Trouble`].
    pub fn search_again_scored(&mut self, request: &Request) -> Result<Analysis, Trouble> {
        scored(self.search(request, &mut |_| true)?)
    }

    /// Searches once more in the same record.
    ///
    /// # Errors
    ///
    /// See [`Trouble`].
    pub fn search(
        &mut self,
        request: &Request,
        heard: &mut dyn FnMut(&Iteration<'_>) -> bool,
    ) -> Result<Analysis, Trouble> {
        let mut engine = self.engine()?;
        match engine.search(request, self.stop, heard) {
            // What is not over when it is stopped is not what was asked for.
            _ if (self.stop)() => Err(Trouble::Stopped),
            Ok(analysis) => {
                self.engine = Some(engine);
                Ok(analysis)
            }
            Err(failure) => {
                engine.kill();
                match failure.is_for_good() {
                    true => Err(Trouble::Run(failure)),
                    false => Err(Trouble::Record(failure)),
                }
            }
        }
    }

    /// The engine at hand, else a fresh one.
    fn engine(&mut self) -> Result<Engine, Trouble> {
        if let Some(engine) = self.engine.take() {
            return Ok(engine);
        }
        loop {
            if (self.stop)() {
                return Err(Trouble::Stopped);
            }
            match Engine::start(self.command, self.answer) {
                Ok(engine) => {
                    self.starts.started(&engine.identity().name);
                    return Ok(engine);
                }
                Err(failure) if failure.is_for_good() || !self.starts.failed() => {
                    return Err(Trouble::Run(failure));
                }
                Err(_) => {}
            }
        }
    }
}

fn scored(analysis: Analysis) -> Result<Analysis, Trouble> {
    match analysis.is_unscored {
        true => Err(Trouble::Record(Failure::Unscored)),
        false => Ok(analysis),
    }
}
