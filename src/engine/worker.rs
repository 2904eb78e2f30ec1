//! One of several who search: it has an engine while that is well, and starts a fresh one after a failure.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use shakmaty::{Move, Position};

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
    /// Whether it was told how further lines are found where the engine has none.
    is_told: AtomicBool,
    /// Whether it was told that the engine tells no line.
    is_lineless_told: AtomicBool,
}

/// Told once in a run.
const ONE_BY_ONE: &str = "the engine has no MultiPV: each further line is a search of the other moves, as long as the first";
/// The same of one that tells no lines, and so none of several.
const LINELESS: &str = "the engine tells scores without lines (no `pv`): a line is the move that it plays, and each further one a search of the other moves, as long as the first";

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
    /// How long a search that is stopped has to end, where that is not as long as any answer.
    to_stop: Option<Duration>,
    engine: Option<Engine>,
    /// What the engine is called in results, once one has started.
    label: String,
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
            to_stop: None,
            engine: None,
            label: String::new(),
        }
    }

    /// The same where what is stopped is over for good: its engine has this long to end, and is killed then.
    #[must_use]
    pub fn stopping_within(mut self, to_stop: Duration) -> Self {
        self.to_stop = Some(to_stop);
        self
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
        if let Err(failure) = engine.new_game_unless(self.stop) {
            engine.kill();
            if (self.stop)() {
                return Err(Trouble::Stopped);
            }
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

    /// Nothing more is asked of this record: the engine forgets it while its result is written and the next one is
    /// read.
    pub fn leave(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// Searches once more in the same record. An engine without MultiPV, or without lines, searches the moves that
    /// are no first of a line yet, again and again.
    ///
    /// # Errors
    ///
    /// See [`Trouble`].
    pub fn search(
        &mut self,
        request: &Request,
        heard: &mut dyn FnMut(&Iteration<'_>) -> bool,
    ) -> Result<Analysis, Trouble> {
        let engine = self.engine()?;
        let has_lines = request.lines <= 1 || engine.offers("MultiPV");
        self.engine = Some(engine);
        let asked = Request {
            lines: if has_lines { request.lines } else { 1 },
            ..request.clone()
        };
        let mut all = self.search_once(&asked, heard)?;
        if request.lines > 1 && (!has_lines || all.is_lineless) {
            self.add_one_by_one(&mut all, request)?;
        }
        let (is_told, words) = match all.is_lineless {
            true => (&self.starts.is_lineless_told, LINELESS),
            false => (&self.starts.is_told, ONE_BY_ONE),
        };
        if (!has_lines || all.is_lineless) && !is_told.swap(true, Ordering::Relaxed) {
            all.notes.push(words);
        }
        Ok(all)
    }

    /// Adds the further lines, each by a search of the moves that no line begins with yet.
    fn add_one_by_one(&mut self, all: &mut Analysis, request: &Request) -> Result<(), Trouble> {
        let alone = Request {
            lines: 1,
            ..request.clone()
        };
        let mut moves: Vec<Move> = match request.moves.as_slice() {
            [] => request.position.legal_moves().into_iter().collect(),
            moves => moves.to_vec(),
        };
        for _ in 1..request.lines {
            let last = all.lines.last().and_then(|line| line.moves.first());
            moves.retain(|played| Some(played) != last);
            if moves.is_empty() {
                break;
            }
            let next = Request {
                moves: moves.clone(),
                ..alone.clone()
            };
            let next = self.search_once(&next, &mut |_| true)?;
            all.nodes = all.nodes.saturating_add(next.nodes);
            all.time = all.time.saturating_add(next.time);
            // A line without a score says nothing beside others.
            let Some(line) = next.lines.into_iter().next().filter(|_| !next.is_unscored) else {
                break;
            };
            all.lines.push(line);
        }
        Ok(())
    }

    fn search_once(
        &mut self,
        request: &Request,
        heard: &mut dyn FnMut(&Iteration<'_>) -> bool,
    ) -> Result<Analysis, Trouble> {
        let mut engine = self.engine()?;
        match engine.search(request, self.stop, heard) {
            // What is not over when it is stopped is not what was asked for.
            _ if (self.stop)() => Err(Trouble::Stopped),
            Ok(mut analysis) => {
                self.engine = Some(engine);
                analysis.engine.clone_from(&self.label);
                Ok(analysis)
            }
            // It was asked nothing yet: the next record is one that it plays, it may be.
            Err(failure @ Failure::NoChess960) => {
                self.engine = Some(engine);
                Err(Trouble::Record(failure))
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
            match Engine::start_unless(self.command, self.answer, self.stop) {
                Ok(mut engine) => {
                    let name = &engine.identity().name;
                    self.starts.started(name);
                    self.label = self.command.label(name);
                    if let Some(to_stop) = self.to_stop {
                        engine.stops_within(to_stop);
                    }
                    return Ok(engine);
                }
                Err(Failure::Stopped) => return Err(Trouble::Stopped),
                Err(failure) if failure.is_for_good() => return Err(Trouble::Run(failure)),
                Err(failure) if !self.starts.failed() => {
                    return Err(Trouble::Run(match failure {
                        Failure::Late(answer, step) => {
                            Failure::AlwaysLate(answer, step, MOST_STARTS)
                        }
                        failure => failure,
                    }));
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
