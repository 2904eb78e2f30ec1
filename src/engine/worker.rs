//! One of several who search: it has an engine while that is well, and starts a fresh one after a failure.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shakmaty::{Move, Position};

use super::command::EngineCommand;
use super::failure::Failure;
use super::search::{Analysis, Gathered, Line, Request, without_score_notes};
use super::talk::{Engine, Heard};
use super::task::Why;

/// After so many failures to start one behind the other a run is over.
const MOST_STARTS: u32 = 3;

/// What all workers of a run know of the engine.
#[derive(Debug, Default)]
pub struct Starts(Mutex<RunState>);

#[derive(Debug, Default)]
struct RunState {
    /// Failures to start since it started well.
    failures: u32,
    name: Option<String>,
    /// What was told of its ways, each of them once in a run.
    ways: BTreeSet<&'static str>,
}

/// The engine has no option for several lines.
const ONE_BY_ONE: &str = "the engine has no MultiPV: each further line is a search of the other moves, as long as the first";
/// The same of one that tells no lines, and so none of several.
const LINELESS: &str = "the engine tells scores without lines (no `pv`): a line is the move that it plays, and each further one a search of the other moves, as long as the first";

/// The engine searches all moves where it is told to search some.
const AFTER_EACH: &str = "the engine does not search only the moves that it is told to (`searchmoves`): the position after each of them is searched instead, as long as the first";
/// The engine stops by itself, but not where it is told to.
const ASTRAY: &str = "the engine does not keep to its limit: the result says how far it searched";

impl Starts {
    fn state(&self) -> MutexGuard<'_, RunState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn started(&self, name: &str) {
        let mut state = self.state();
        state.failures = 0;
        state.name = Some(name.to_owned());
    }

    /// Counts a failure; gives whether it may be tried again.
    fn failed(&self) -> bool {
        let mut state = self.state();
        state.failures += 1;
        state.failures < MOST_STARTS
    }

    /// The name that an engine gave itself.
    pub fn name(&self) -> Option<String> {
        self.state().name.clone()
    }

    /// Notes one of the engine's ways; returns it where it was not told yet.
    fn tell(&self, way: &'static str) -> Option<&'static str> {
        self.state().ways.insert(way).then_some(way)
    }

    /// Returns whether the engine searches other moves than it is told to.
    fn ignores_moves(&self) -> bool {
        self.state().ways.contains(AFTER_EACH)
    }
}

/// Why a worker has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// This record has no result: it is left as it is, and the run goes on.
    Record(Why),
    /// No engine can be started: the run is over.
    Run(Failure),
    Stopped,
}

impl<W: Into<Why>> From<W> for Trouble {
    fn from(why: W) -> Self {
        Self::Record(why.into())
    }
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
    /// See [`Trouble`].
    pub fn search_anew(
        &mut self,
        request: &Request,
        heard: &mut Heard<'_>,
    ) -> Result<Analysis, Trouble> {
        let mut engine = self.engine()?;
        if let Err(failure) = engine.new_game(self.stop) {
            engine.kill();
            if (self.stop)() {
                return Err(Trouble::Stopped);
            }
            // One that ended between two records did no harm to this one.
            engine = self.engine()?;
            if engine.new_game(&|| false).is_err() {
                engine.kill();
                return Err(failure.into());
            }
        }
        self.engine = Some(engine);
        self.search(request, heard)
    }

    /// Searches the best move by itself where only a bound was told of it, or nothing.
    fn with_score(&mut self, request: &Request, mut all: Analysis) -> Result<Analysis, Trouble> {
        let best = all.best().map(|line| line.moves.iter().take(1));
        let alone = Request {
            lines: 1,
            moves: best.into_iter().flatten().copied().collect(),
            needs_score: false,
            ..request.clone()
        };
        let own = scored(self.search(&alone, &mut |_, _| true)?)?;
        all.add_effort(&own);
        for (line, own) in all.lines.iter_mut().zip(own.lines) {
            *line = own;
        }
        all.depth = own.depth;
        all.is_unscored = false;
        all.notes = without_score_notes(all.notes);
        all.notes.extend(own.notes);
        Ok(all)
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
    /// See [`Trouble`].
    pub fn search(
        &mut self,
        request: &Request,
        heard: &mut Heard<'_>,
    ) -> Result<Analysis, Trouble> {
        let engine = self.engine()?;
        let has_lines = request.lines <= 1 || engine.offers("MultiPV");
        self.engine = Some(engine);
        let asked = Request {
            lines: if has_lines { request.lines } else { 1 },
            ..request.clone()
        };
        let mut all = self.search_asked(&asked, heard)?;
        if request.lines > 1 && (!has_lines || all.is_lineless) {
            self.add_one_by_one(&mut all, request)?;
        }
        let way = match all.is_lineless {
            true => Some(LINELESS),
            false => (!has_lines && !self.starts.ignores_moves()).then_some(ONE_BY_ONE),
        };
        let way = way.and_then(|way| self.starts.tell(way));
        all.notes.extend(way);
        match request.needs_score && all.is_unscored {
            true => self.with_score(request, all),
            false => Ok(all),
        }
    }

    /// Searches once, or the position after each of the moves where the engine does not search those alone.
    fn search_asked(
        &mut self,
        request: &Request,
        heard: &mut Heard<'_>,
    ) -> Result<Analysis, Trouble> {
        if request.moves.is_empty() || !self.starts.ignores_moves() {
            match self.search_once(request, heard) {
                Err(Trouble::Record(Why::Engine(Failure::NotAsked(_)))) => {}
                found => return found,
            }
        }
        let mut all = self.search_after_each(request)?;
        all.notes.extend(self.starts.tell(AFTER_EACH));
        Ok(all)
    }

    /// Searches the position after each of the moves: a line for each, best first.
    fn search_after_each(&mut self, request: &Request) -> Result<Analysis, Trouble> {
        let mut all = Analysis::default();
        for played in &request.moves {
            let after = request.after(*played);
            let line = match after.over() {
                Some(score) => Line {
                    moves: Vec::new(),
                    score,
                    bound: None,
                    depth: 0,
                    selective_depth: 0,
                },
                None => {
                    let found = scored(self.search_once(&after, &mut |_, _| true)?)?;
                    all.add_effort(&found);
                    all.notes.extend(found.notes);
                    let Some(line) = found.lines.into_iter().next() else {
                        continue;
                    };
                    line
                }
            };
            all.lines.push(line.a_ply_before(*played));
        }
        all.lines
            .sort_by_key(|line| std::cmp::Reverse(line.score.ce()));
        all.depth = all.best().map_or(0, |line| line.depth);
        all.engine.clone_from(&self.label);
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
        let count = usize::try_from(request.lines).unwrap_or(usize::MAX);
        while all.lines.len() < count {
            let is_known = |played: &Move| {
                let mut lines = all.lines.iter();
                lines.any(|line| line.moves.first() == Some(played))
            };
            moves.retain(|played| !is_known(played));
            if moves.is_empty() {
                break;
            }
            let next = Request {
                moves: moves.clone(),
                ..alone.clone()
            };
            let next = self.search_asked(&next, &mut |_, _| true)?;
            all.add_effort(&next);
            // A line without a score says nothing beside others.
            if next.is_unscored || next.lines.is_empty() {
                break;
            }
            all.lines.extend(next.lines);
            all.lines.truncate(count);
            all.notes.extend(next.notes);
        }
        Ok(())
    }

    fn search_once(
        &mut self,
        request: &Request,
        heard: &mut Heard<'_>,
    ) -> Result<Analysis, Trouble> {
        let mut engine = self.engine()?;
        let mut is_enough = false;
        let mut heard = |gathered: &Gathered, line| {
            is_enough |= !heard(gathered, line);
            !is_enough
        };
        match engine.search(request, self.stop, &|| false, &mut heard) {
            // What is not over when it is stopped is not what was asked for.
            _ if (self.stop)() => Err(Trouble::Stopped),
            Ok(mut analysis) => {
                self.engine = Some(engine);
                analysis.engine.clone_from(&self.label);
                if !is_enough && request.is_far_from(&analysis) {
                    analysis.notes.extend(self.starts.tell(ASTRAY));
                }
                Ok(analysis)
            }
            // It was asked nothing yet, or is ready for more: it may do what it is asked next.
            Err(failure @ (Failure::NoChess960 | Failure::NotAsked(_))) => {
                self.engine = Some(engine);
                Err(failure.into())
            }
            Err(failure) => {
                engine.kill();
                match failure.is_for_good() {
                    true => Err(Trouble::Run(failure)),
                    false => Err(failure.into()),
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
            match Engine::start(self.command, self.answer, self.stop) {
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
        true => Err(Failure::Unscored.into()),
        false => Ok(analysis),
    }
}
