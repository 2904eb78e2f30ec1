//! A conversation with one engine; every step ends by an answer or by a deadline.

mod watch;

use std::time::{Duration, Instant};

use super::command::EngineCommand;
use super::failure::{Failure, Step};
use super::pace::Pace;
use super::pipe;
use super::process::{Next, Process};
use super::search::{Analysis, Gathered, Request};
use super::uci::{self, EngineOption, Said};
use crate::epd::spelling;
use watch::{Awake, Watch};

/// The engine's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    pub name: String,
    pub author: String,
    pub options: Vec<EngineOption>,
}

/// A callback for each report of a line (number from 1), with all results so far; returns true to continue.
pub type Heard<'h> = dyn FnMut(&Gathered, u32) -> bool + 'h;

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
    /// The number of lines set last.
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
        let mut engine = Self {
            process: Process::start(command)?,
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
                Said::Name(name) => identity.name = name,
                Said::Author(author) => identity.author = author,
                Said::Option(option) if identity.options.len() < MOST_OPTIONS => {
                    identity.options.push(option);
                }
                Said::UciOk => return true,
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

    /// Returns the engine's name, author and options.
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
        self.until(Step::Ready, stop, |said| said == Said::ReadyOk)
    }

    /// Tells the engine to clear its memory, without waiting: this takes milliseconds, in which there is other work.
    /// The next command waits for it.
    pub fn forget(&mut self) {
        if !std::mem::replace(&mut self.is_forgetting, true) {
            self.process.say("ucinewgame\nisready");
        }
    }

    /// Waits until the engine has cleared its memory.
    fn has_forgotten(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        match std::mem::take(&mut self.is_forgetting) {
            true => self.until(Step::Ready, stop, |said| said == Said::ReadyOk),
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
        heard: &mut Heard<'_>,
    ) -> Result<Analysis, Failure> {
        self.has_forgotten(leave)?;
        self.prepare(request)?;
        let mut gathered = Gathered::new(request);
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
            match said(heard_now) {
                Said::Info(info) => {
                    let line = gathered.take(info);
                    let go_on = line.is_none_or(|line| heard(&gathered, line));
                    if !go_on && !watch.is_stopped() {
                        watch.stop(&mut self.process);
                    }
                }
                Said::ReadyOk => watch.answered(),
                Said::BestMove(chosen) => {
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
        mut is_it: impl FnMut(Said) -> bool,
    ) -> Result<(), Failure> {
        let mut end = Instant::now() + self.answer;
        let mut seen = Awake::new();
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
                Next::Line(heard) if is_it(said(heard)) => return Ok(()),
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

/// Parses a line. A cut line can only be an `info`, as nothing else is that long.
fn said(heard: pipe::Heard<'_>) -> Said {
    match (uci::read(heard.line), heard.is_cut) {
        // The last move may be cut.
        (Said::Info(mut info), true) => {
            let whole = info.moves.iter().rposition(u8::is_ascii_whitespace);
            info.moves.truncate(whole.unwrap_or(0));
            Said::Info(info)
        }
        (_, true) => Said::Nothing,
        (said, false) => said,
    }
}
