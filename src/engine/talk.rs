//! The conversation with one engine; every step ends by an answer or by a deadline.
//!
//! An engine reports many times during a search, and being woken for each line costs more than reading it. So the
//! thread that waits for the end of a search sleeps while the end can't be near, and then reads all reports at once.

use crate::engine::command::{EngineCommand, Failure, Step};
use crate::engine::log::EngineLog;
use crate::engine::process::{self, Next, Process};
use crate::engine::search::{Analysis, Limits, Request, SearchResults};
use crate::engine::uci::{self, EngineOption, Message};
use crate::epd::spelling;
use std::time::{Duration, Instant};

/// The engine's name, author and options, as it reports them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    pub name: String,
    pub author: String,
    pub options: Vec<EngineOption>,
}

/// A callback for each report of a line (number from 1), with all results so far; returns true to continue.
pub type ReportCallback<'h> = dyn FnMut(&SearchResults, u32) -> bool + 'h;

/// The time between two checks of `stop` during a search.
const BEAT: Duration = Duration::from_millis(20);
/// The time between two checks while other answers are awaited.
const LOOK: Duration = Duration::from_millis(50);
/// The number of options that are kept; no engine has more.
const MOST_OPTIONS: usize = 1000;

/// A running engine that is ready.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    identity: Identity,
    /// The time limit for an answer outside a search, and for the end of a stopped search.
    answer: Duration,
    to_stop: Duration,
    pace: Pace,
    /// The value of `MultiPV` that was set last.
    lines: u32,
    chess960: bool,
    /// Whether the engine was told to clear its memory and has not yet confirmed it.
    is_forgetting: bool,
}

impl Engine {
    /// Starts an engine and sets its options, with one thread unless set otherwise; gives up when `stop` returns
    /// true.
    ///
    /// # Errors
    /// The engine can't be started, does not answer within `answer`, or lacks an option; or [`Failure::Stopped`].
    pub fn start(
        command: &EngineCommand,
        answer: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Failure> {
        Self::start_logged(command, answer, stop, EngineLog::default())
    }

    /// Starts an engine, and writes the conversation to a log.
    pub(super) fn start_logged(
        command: &EngineCommand,
        answer: Duration,
        stop: &dyn Fn() -> bool,
        log: EngineLog,
    ) -> Result<Self, Failure> {
        let mut engine = Self {
            process: Process::start(command, log)?,
            identity: Identity::default(),
            answer,
            to_stop: answer,
            pace: Pace::default(),
            lines: 1,
            chess960: false,
            is_forgetting: false,
        };
        let set_up = engine.set_up(command, stop);
        if set_up.is_err() {
            engine.process.kill();
        }
        set_up.map(|()| engine)
    }

    fn set_up(&mut self, command: &EngineCommand, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        self.process.say("uci");
        let mut identity = Identity::default();
        self.until(Step::Handshake, stop, |said| {
            match said {
                Message::Name(name) => identity.name = name,
                Message::Author(author) => identity.author = author,
                Message::Option(option) if identity.options.len() < MOST_OPTIONS => {
                    identity.options.push(option);
                }
                Message::UciOk => return true,
                _ => {}
            }
            false
        })?;
        self.identity = identity;
        if !command.sets("Threads") && self.option("Threads").is_some() {
            self.set("Threads", "1")?;
        }
        for (name, value) in &command.options {
            self.set(name, value)?;
        }
        self.ready(stop)
    }

    /// Sets the record that the log names from now on.
    pub(super) fn begin(&self, record: &str) {
        self.process.log.begin(record);
    }

    /// Returns the engine's identity.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Sets the time limit for any answer except that of a search.
    pub fn patience(&mut self, answer: Duration) {
        self.answer = answer;
        self.to_stop = answer;
    }

    /// Sets the time that a search stopped from outside has to end.
    pub(super) fn stops_within(&mut self, to_stop: Duration) {
        self.to_stop = to_stop;
    }

    /// Sets an option.
    ///
    /// # Errors
    /// The engine has no such option, or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let Some(option) = self.option(name) else {
            let names = self
                .identity
                .options
                .iter()
                .map(|option| option.name.as_str());
            let near = spelling::nearest(name.as_bytes(), names, spelling::slips(name.as_bytes()));
            return Err(Failure::NoOption {
                name: name.to_owned(),
                near: near.first().map(|near| (*near).to_owned()),
            });
        };
        let value = option.checked(value)?;
        let name = &option.name;
        let said = match value.as_str() {
            "" => format!("setoption name {name}"),
            value => format!("setoption name {name} value {value}"),
        };
        self.process.say(&said);
        Ok(())
    }

    pub fn offers(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    /// Returns the maximum number of lines; one without an option for it.
    pub fn most_lines(&self) -> u32 {
        match self.option("MultiPV").map(|option| &option.kind) {
            None => 1,
            Some(uci::OptionKind::Spin { max: Some(max), .. }) => {
                u32::try_from((*max).max(1)).unwrap_or(u32::MAX)
            }
            Some(_) => u32::MAX,
        }
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        let mut options = self.identity.options.iter();
        options.find(|option| option.is_called(name))
    }

    /// Waits until the engine has processed all commands. After `stop` returned true, the engine must not be used
    /// again.
    ///
    /// # Errors
    /// The engine does not answer; or [`Failure::Stopped`].
    pub fn ready(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        self.has_forgotten(stop)?;
        self.process.say("isready");
        self.until(Step::Ready, stop, |said| said == Message::ReadyOk)
    }

    /// Tells the engine to clear its memory, without waiting for the milliseconds that this takes. The next command
    /// waits for it.
    pub fn forget(&mut self) {
        if !std::mem::replace(&mut self.is_forgetting, true) {
            self.process.say("ucinewgame\nisready");
        }
    }

    /// Waits until the engine has cleared its memory.
    fn has_forgotten(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        match std::mem::take(&mut self.is_forgetting) {
            true => self.until(Step::Ready, stop, |said| said == Message::ReadyOk),
            false => Ok(()),
        }
    }

    /// Clears the engine's memory. After `stop` returned true, the engine must not be used again.
    ///
    /// # Errors
    /// The engine does not answer; or [`Failure::Stopped`].
    pub fn new_game(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        self.forget();
        self.has_forgotten(stop)
    }

    /// Searches until the limits are reached, `stop` returns true or `heard` returns false. When `leave` returns
    /// true, the search is abandoned without waiting for the engine. After a failure the engine must not be used
    /// again.
    ///
    /// # Errors
    /// The engine ended, was late, or contradicts the rules; or [`Failure::Stopped`].
    pub fn search(
        &mut self,
        request: &Request,
        stop: &dyn Fn() -> bool,
        leave: &dyn Fn() -> bool,
        heard: &mut ReportCallback<'_>,
    ) -> Result<Analysis, Failure> {
        self.has_forgotten(leave)?;
        self.prepare(request)?;
        let mut gathered = SearchResults::new(request);
        let (set_up, go) = (request.set_up(), request.go());
        self.process.say(&format!("{set_up}\n{go}"));
        let mut watch = Watch::new(&request.limits, self.answer, self.to_stop);
        let begun = Instant::now();
        let rest = self.pace.rest(request);
        loop {
            if !watch.is_stopped() && stop() {
                watch.stop(&mut self.process);
            }
            if leave() {
                return Err(Failure::Stopped);
            }
            watch.look(&mut self.process, &gathered)?;
            let rest = rest.saturating_sub(begun.elapsed()).min(BEAT);
            let is_resting = !rest.is_zero() && !watch.is_stopped();
            let within = if is_resting { Duration::ZERO } else { BEAT };
            let heard_now = match self.process.hear(within) {
                Next::Line(heard) => heard,
                Next::Nothing if is_resting => {
                    std::thread::sleep(rest);
                    continue;
                }
                Next::Nothing => continue,
                Next::End => return Err(self.ended(Step::Search)),
            };
            if heard_now.is_cut {
                gathered.cut();
            }
            match parse(heard_now) {
                Message::Info(info) => {
                    let line = gathered.take(info);
                    let go_on = line.is_none_or(|line| heard(&gathered, line));
                    if !go_on && !watch.is_stopped() {
                        watch.stop(&mut self.process);
                    }
                }
                Message::ReadyOk => watch.answered(),
                Message::BestMove(chosen) => {
                    let (nodes, _) = gathered.progress();
                    self.pace.take(nodes, begun.elapsed());
                    return gathered.finish(chosen.as_deref());
                }
                _ => {}
            }
        }
    }

    /// Sets the options that the search needs and that are not yet set.
    fn prepare(&mut self, request: &Request) -> Result<(), Failure> {
        if self.lines != request.lines {
            self.set("MultiPV", &request.lines.to_string())?;
            self.lines = request.lines;
        }
        let chess960 = request.needs_chess960();
        if self.chess960 != chess960 {
            if !self.offers("UCI_Chess960") {
                return Err(Failure::NoChess960);
            }
            self.set("UCI_Chess960", if chess960 { "true" } else { "false" })?;
            self.chess960 = chess960;
        }
        Ok(())
    }

    /// Reads until `is_it` accepts an answer, or `stop` returns true.
    fn until(
        &mut self,
        step: Step,
        stop: &dyn Fn() -> bool,
        mut is_it: impl FnMut(Message) -> bool,
    ) -> Result<(), Failure> {
        let mut end = Instant::now() + self.answer;
        let mut seen = SleepDetector::new();
        loop {
            end += seen.slept();
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::Late(self.answer, step));
            }
            if stop() {
                return Err(Failure::Stopped);
            }
            match self.process.hear(left.min(LOOK)) {
                Next::Line(heard) if is_it(parse(heard)) => return Ok(()),
                Next::Line(_) | Next::Nothing => {}
                Next::End => return Err(self.ended(step)),
            }
        }
    }

    fn ended(&mut self, step: Step) -> Failure {
        let (how, words) = self.process.ended();
        Failure::Ended { step, how, words }
    }

    /// Kills the engine, which can't be trusted any more.
    pub fn kill(mut self) {
        self.process.kill();
    }
}

/// Parses a line. A cut line can only be an `info`, as no other line is that long.
fn parse(heard: process::OutputLine<'_>) -> Message {
    match (uci::read(heard.line), heard.is_cut) {
        // The last move may be cut.
        (Message::Info(mut info), true) => {
            let whole = info.moves.iter().rposition(u8::is_ascii_whitespace);
            info.moves.truncate(whole.unwrap_or(0));
            Message::Info(info)
        }
        (_, true) => Message::Nothing,
        (said, false) => said,
    }
}

struct Watch {
    limits: Limits,
    answer: Duration,
    begun: Instant,
    /// The longest time for the whole search, estimated from the reports so far.
    longest: Option<Duration>,
    /// The time at which the last depth was reached.
    deepened: Duration,
    /// The time limit for the answer to `stop`, and the longest silence allowed.
    to_stop: Duration,
    quiet: Duration,
    stopped: Option<Instant>,
    /// The time at which the engine was asked whether it responds.
    asked: Option<Instant>,
    progress: (u64, u32),
    moved: Instant,
    seen: SleepDetector,
}

impl Watch {
    /// Returns the deadlines of a search with these limits. The answer to `stop` may take `to_stop`, and any other
    /// `answer`.
    fn new(limits: &Limits, answer: Duration, to_stop: Duration) -> Self {
        let now = Instant::now();
        Self {
            limits: *limits,
            answer,
            begun: now,
            longest: limits.longest(answer, None, Duration::ZERO),
            deepened: Duration::ZERO,
            to_stop,
            quiet: limits.quiet(answer),
            stopped: None,
            asked: None,
            progress: (0, 0),
            moved: now,
            seen: SleepDetector::new(),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    fn stop(&mut self, process: &mut Process) {
        process.say("stop");
        self.stopped = Some(Instant::now());
    }

    fn answered(&mut self) {
        self.asked = None;
        self.moved = Instant::now();
    }

    /// Checks the deadlines. A silent engine is asked whether it responds.
    fn look(&mut self, process: &mut Process, gathered: &SearchResults) -> Result<(), Failure> {
        let asleep = self.seen.slept();
        if !asleep.is_zero() {
            self.postpone(asleep);
        }
        let now = Instant::now();
        let progress = gathered.progress();
        if progress != self.progress {
            self.note(progress, gathered.speed(), now.duration_since(self.begun));
            self.moved = now;
        }
        let is_late = |since: Option<Instant>, patience: Duration| {
            since.is_some_and(|since| now.duration_since(since) > patience)
        };
        if is_late(self.stopped, self.to_stop) {
            return Err(Failure::Late(self.to_stop, Step::Stop));
        }
        if let Some(longest) = self.longest
            && now.duration_since(self.begun) > longest
            && !self.is_stopped()
        {
            return Err(match self.limits.passed(progress) {
                Some((limit, number)) => Failure::BeyondLimit {
                    limit,
                    number,
                    within: longest,
                },
                None => Failure::Late(longest, Step::Search),
            });
        }
        // An engine told to stop is not asked whether it responds.
        if self.is_stopped() {
            return Ok(());
        }
        if is_late(self.asked, self.quiet) {
            return Err(Failure::Stuck(now.duration_since(self.moved)));
        }
        if self.asked.is_none() && now.duration_since(self.moved) > self.quiet {
            process.say("isready");
            self.asked = Some(now);
        }
        Ok(())
    }

    /// Records the progress of the search and extends its time accordingly, until it exceeds its limit.
    fn note(&mut self, progress: (u64, u32), speed: Option<u64>, took: Duration) {
        let before = std::mem::replace(&mut self.progress, progress);
        if self.limits.passed(before).is_some() {
            return;
        }
        if progress.1 > before.1 {
            self.deepened = took;
        }
        self.longest = self.limits.longest(self.answer, speed, self.deepened);
    }

    /// Moves all deadlines by the time in which this process did not run.
    fn postpone(&mut self, by: Duration) {
        for since in [&mut self.stopped, &mut self.asked].into_iter().flatten() {
            *since += by;
        }
        self.begun += by;
        self.moved += by;
    }
}

/// A detector of time in which this process did not run: it was stopped (Ctrl-Z), or the machine slept. An engine
/// that answered in that time is not late.
#[derive(Clone, Copy, Debug)]
struct SleepDetector(Instant);

/// The gap between two looks that no running process reaches.
const ASLEEP: Duration = Duration::from_secs(1);

impl SleepDetector {
    fn new() -> Self {
        Self(Instant::now())
    }

    /// Returns the time that the process did not run since the last call; zero if it ran.
    fn slept(&mut self) -> Duration {
        let now = Instant::now();
        let since = now.duration_since(std::mem::replace(&mut self.0, now));
        match since > ASLEEP {
            true => since,
            false => Duration::ZERO,
        }
    }
}

/// The number of lines above which an engine may fill the pipe before it is read.
const MOST_LINES: u32 = 4;
/// The fraction of the expected time, at the highest speed so far, in which the output is not read.
const REST: (u32, u32) = (9, 10);

/// The speed of an engine so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// The highest speed in positions per second.
    fastest: u64,
}

impl Pace {
    /// Adds a finished search.
    pub(super) fn take(&mut self, nodes: u64, took: Duration) {
        let nanos = took.as_nanos().max(1);
        let speed = u128::from(nodes) * 1_000_000_000 / nanos;
        self.fastest = self.fastest.max(speed.try_into().unwrap_or(u64::MAX));
    }

    /// Returns the time in which the output need not be read: zero if the length of the search is unknown, and unlimited
    /// without a limit, as the search then ends only when it is told to.
    pub(super) fn rest(&self, request: &Request) -> Duration {
        let Limits {
            depth,
            nodes,
            movetime,
            ..
        } = request.limits;
        if depth.is_some() || request.lines > MOST_LINES {
            return Duration::ZERO;
        }
        let of_nodes = nodes.map(|nodes| match self.fastest {
            0 => Duration::ZERO,
            fastest => {
                Duration::try_from_secs_f64(nodes as f64 / fastest as f64).unwrap_or(Duration::MAX)
            }
        });
        let of_time = movetime.map(Duration::from_millis);
        match [of_nodes, of_time].into_iter().flatten().min() {
            Some(least) => least / REST.1 * REST.0,
            None => Duration::MAX,
        }
    }
}

#[cfg(test)]
mod pace_tests;
#[cfg(test)]
mod tests;
