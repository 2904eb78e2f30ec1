//! The workers of a run, each of which keeps its engine as long as it works, and starts a fresh one after a failure;
//! and their queue, which returns results in order, in bounded memory.

use crate::engine::command::{EngineCommand, Failure};
use crate::engine::log::{EngineLog, Log};
use crate::engine::search::{Analysis, Line, Request, SearchResults, without_score_notes};
use crate::engine::talk::{Engine, ReportCallback};
use crate::engine::task::Reason;
use shakmaty::{Move, Position};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of consecutive failures to start an engine that ends a run.
const MOST_STARTS: u32 = 3;

/// The state of the engine that all workers of a run share.
#[derive(Debug, Default)]
pub struct Starts {
    state: Mutex<RunState>,
    log: Option<Arc<Log>>,
}

#[derive(Debug, Default)]
struct RunState {
    /// The number of failures since the last good start.
    failures: u32,
    name: Option<String>,
    /// The peculiarities reported so far, each once per run.
    ways: BTreeSet<&'static str>,
}

// The notes on peculiarities.
const ONE_BY_ONE: &str = "the engine has no MultiPV: each further line is a search of the other moves, as long as the first";
const LINELESS: &str =
    "the engine gives scores without lines (no `pv`): each line is one move, from its own search";

const AFTER_EACH: &str =
    "the engine ignores `searchmoves`: the position after each move is searched instead";
const ASTRAY: &str = "the engine did not stop near its limit; the result has its actual depth";

impl Starts {
    fn state(&self) -> MutexGuard<'_, RunState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the state of a run that writes all conversations to a log.
    pub fn logging_to(log: Option<Log>) -> Self {
        Self {
            log: log.map(Arc::new),
            ..Self::default()
        }
    }

    /// Returns the log, if any.
    pub fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }

    fn started(&self, name: &str) {
        let mut state = self.state();
        state.failures = 0;
        state.name = Some(name.to_owned());
    }

    /// Counts a failure; returns true if another start may be tried.
    fn failed(&self) -> bool {
        let mut state = self.state();
        state.failures += 1;
        state.failures < MOST_STARTS
    }

    /// Returns the name that the engine reported; `None` before the first start.
    pub fn name(&self) -> Option<String> {
        self.state().name.clone()
    }

    /// Records a peculiarity of the engine; returns it the first time.
    fn note_once(&self, way: &'static str) -> Option<&'static str> {
        self.state().ways.insert(way).then_some(way)
    }

    /// Returns true if the engine is known to ignore `searchmoves`.
    fn ignores_moves(&self) -> bool {
        self.state().ways.contains(AFTER_EACH)
    }
}

/// The reason why a worker has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// This record has no result and is left unchanged; the run continues.
    Record(Reason),
    /// No engine can be started; the run ends.
    Run(Failure),
    Stopped,
}

impl<W: Into<Reason>> From<W> for Trouble {
    fn from(why: W) -> Self {
        Self::Record(why.into())
    }
}

/// A worker that searches one record after another.
pub struct Worker<'a> {
    command: &'a EngineCommand,
    answer: Duration,
    starts: &'a Starts,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The time for a stopped search to end, if it differs from that of other answers.
    to_stop: Option<Duration>,
    engine: Option<Engine>,
    /// The name of the engine in results, once one has started.
    label: String,
    /// The record that the log names.
    record: String,
}

impl<'a> Worker<'a> {
    /// Returns a worker that starts engines with `command` on demand, and gives up when `stop` returns true. No
    /// answer except that of a search may take longer than `answer`.
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
            record: String::new(),
        }
    }

    /// Begins the work on a record, which the log names from now on.
    pub fn begin(&mut self, record: &str) {
        record.clone_into(&mut self.record);
        if let Some(engine) = &self.engine {
            engine.begin(record);
        }
    }

    /// Sets the time after which the engine of a stopped search is killed.
    #[must_use]
    pub fn stopping_within(mut self, to_stop: Duration) -> Self {
        self.to_stop = Some(to_stop);
        self
    }

    /// Returns an analysis without lines by the engine.
    pub(super) fn empty_analysis(&self) -> Analysis {
        Analysis {
            engine: self.label.clone(),
            options: self.command.options_in_words(),
            ..Analysis::default()
        }
    }

    /// Searches a position of a new record, with the engine's memory cleared.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn search_anew(
        &mut self,
        request: &Request,
        heard: &mut ReportCallback<'_>,
    ) -> Result<Analysis, Trouble> {
        let mut engine = self.engine()?;
        if let Err(failure) = engine.new_game(self.stop) {
            engine.kill();
            if (self.stop)() {
                return Err(Trouble::Stopped);
            }
            // An engine that ended between two records did not harm this one.
            engine = self.engine()?;
            if engine.new_game(&|| false).is_err() {
                engine.kill();
                return Err(failure.into());
            }
        }
        self.engine = Some(engine);
        self.search(request, heard)
    }

    /// Searches the best move alone if its score is unknown or only a bound.
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

    /// Ends the work on a record: the engine clears its memory while the result is written and the next record is
    /// read.
    pub fn leave(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// Searches again in the same record, without clearing the engine's memory. With an engine without MultiPV, or
    /// without lines, each further line is a search of the remaining moves.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn search(
        &mut self,
        request: &Request,
        heard: &mut ReportCallback<'_>,
    ) -> Result<Analysis, Trouble> {
        let engine = self.engine()?;
        let has_lines = request.lines <= 1 || engine.offers("MultiPV");
        self.engine = Some(engine);
        let supported = Request {
            lines: if has_lines { request.lines } else { 1 },
            ..request.clone()
        };
        let mut all = self.search_moves(&supported, heard)?;
        if request.lines > 1 && (!has_lines || all.is_lineless) {
            self.add_one_by_one(&mut all, request)?;
        }
        let way = match all.is_lineless {
            true => Some(LINELESS),
            false => (!has_lines && !self.starts.ignores_moves()).then_some(ONE_BY_ONE),
        };
        let way = way.and_then(|way| self.starts.note_once(way));
        all.notes.extend(way);
        match request.needs_score && all.is_unscored {
            true => self.with_score(request, all),
            false => Ok(all),
        }
    }

    /// Searches once, or the position after each move if the engine ignores `searchmoves`.
    fn search_moves(
        &mut self,
        request: &Request,
        heard: &mut ReportCallback<'_>,
    ) -> Result<Analysis, Trouble> {
        if request.moves.is_empty() || !self.starts.ignores_moves() {
            match self.search_once(request, heard) {
                Err(Trouble::Record(Reason::Engine(Failure::NotAsked(_)))) => {}
                found => return found,
            }
        }
        let mut all = self.search_after_each(request)?;
        all.notes.extend(self.starts.note_once(AFTER_EACH));
        Ok(all)
    }

    /// Searches the position after each of the moves: one line each, best first.
    fn search_after_each(&mut self, request: &Request) -> Result<Analysis, Trouble> {
        let mut all = self.empty_analysis();
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
        Ok(all)
    }

    /// Adds the further lines, each from a search of the moves that begin no line yet.
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
            let next = self.search_moves(&next, &mut |_, _| true)?;
            all.add_effort(&next);
            // A line without a score can't be ranked.
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
        heard: &mut ReportCallback<'_>,
    ) -> Result<Analysis, Trouble> {
        let mut engine = self.engine()?;
        let mut is_enough = false;
        let limits = &request.limits;
        let mut heard = |gathered: &SearchResults, line| {
            is_enough |= !heard(gathered, line) || line == 1 && limits.ends_at(gathered.score());
            !is_enough
        };
        match engine.search(request, self.stop, &|| false, &mut heard) {
            // A search cut short by the stop has no valid result.
            _ if (self.stop)() => Err(Trouble::Stopped),
            Ok(mut analysis) => {
                self.engine = Some(engine);
                let Analysis {
                    engine, options, ..
                } = self.empty_analysis();
                (analysis.engine, analysis.options) = (engine, options);
                if !is_enough && request.is_far_from(&analysis) {
                    analysis.notes.extend(self.starts.note_once(ASTRAY));
                }
                Ok(analysis)
            }
            // The search was not begun or has ended, so the engine can be used again.
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

    /// Returns the current engine, or a fresh one.
    fn engine(&mut self) -> Result<Engine, Trouble> {
        if let Some(engine) = self.engine.take() {
            return Ok(engine);
        }
        loop {
            if (self.stop)() {
                return Err(Trouble::Stopped);
            }
            let log = EngineLog::of(self.starts.log.as_ref());
            log.begin(&self.record);
            match Engine::start_logged(self.command, self.answer, self.stop, log) {
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

/// The number of pieces per worker that may be in progress or done but not yet taken, so that one slow piece does not
/// block the others.
const AHEAD: usize = 32;
/// The time between two checks of `stop`.
const BEAT: Duration = Duration::from_millis(50);

/// The input side of the queue.
#[derive(Debug)]
pub struct InOrder<'q, T, R> {
    /// The channel to the workers: each piece with the slot of its result.
    work: Sender<(T, SyncSender<R>)>,
    /// The slots of the results, in the order of the work.
    results: SyncSender<Receiver<R>>,
    /// The flag to drop waiting work.
    is_over: &'q AtomicBool,
}

impl<T, R> InOrder<'_, T, R> {
    /// Adds a piece of work when there is room; returns false once the queue is over.
    pub fn put(&self, work: T) -> bool {
        let (result, place) = sync_channel(1);
        !self.is_over.load(Ordering::Relaxed)
            && self.results.send(place).is_ok()
            && self.work.send((work, result)).is_ok()
    }
}

/// Returns the next value; `None` at the end. After `stop` returned true, it waits only for a value that `is_begun`.
fn next<V>(
    from: &Receiver<V>,
    is_begun: bool,
    is_over: &AtomicBool,
    stop: &dyn Fn() -> bool,
) -> Option<V> {
    loop {
        if stop() {
            is_over.store(true, Ordering::Relaxed);
        }
        match from.recv_timeout(BEAT) {
            Ok(value) => return Some(value),
            Err(RecvTimeoutError::Timeout) if is_begun || !is_over.load(Ordering::Relaxed) => {}
            Err(_) => return None,
        }
    }
}

/// Runs `work` on `jobs` workers over the pieces that `produce` adds on another thread, and calls `take` with the
/// results in the order of the work, each as soon as it and all before it are done. Ends early when `stop` returns
/// true, `take` breaks, or `work` returns `None`; results earlier in the order are still passed to `take`.
///
/// Returns the value of `produce`; `None` if that panicked.
pub fn in_order<T: Send, R: Send, W, P: Send>(
    jobs: usize,
    stop: &(dyn Fn() -> bool + Sync),
    produce: impl FnOnce(&InOrder<'_, T, R>) -> P + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Option<R> + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) -> Option<P> {
    let jobs = jobs.max(1);
    let is_over = &AtomicBool::new(false);
    let (put, pieces) = channel::<(T, SyncSender<R>)>();
    let (places, results) = sync_channel(jobs * AHEAD);
    // Once all workers have ended, the waiting work is dropped, and with it the slots of its results.
    let pieces = Arc::new(Mutex::new(pieces));
    thread::scope(|scope| {
        let (worker, work) = (&worker, &work);
        let queue = InOrder {
            work: put,
            results: places,
            is_over,
        };
        let produced = thread::Builder::new()
            .spawn_scoped(scope, move || produce(&queue))
            .ok()?;
        for _ in 0..jobs {
            let pieces = pieces.clone();
            let run = move || {
                // Only a thread with work creates its worker.
                let mut own = None;
                loop {
                    let next = pieces.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Some((piece, place)) =
                        next.ok().filter(|_| !is_over.load(Ordering::Relaxed))
                    else {
                        return;
                    };
                    match work(own.get_or_insert_with(worker), piece) {
                        Some(result) => drop(place.send(result)),
                        None => is_over.store(true, Ordering::Relaxed),
                    }
                }
            };
            // If the system starts no more threads, there are fewer workers.
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        drop(pieces);
        while let Some(place) = next(&results, false, is_over, stop)
            && let Some(result) = next(&place, true, is_over, stop)
            && take(result).is_continue()
        {}
        is_over.store(true, Ordering::Relaxed);
        drop(results);
        produced.join().ok()
    })
}

#[cfg(test)]
mod tests;
