//! A conversation with one engine: every step ends, by an answer or by a deadline.

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

/// Who an engine says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    pub name: String,
    pub author: String,
    pub options: Vec<EngineOption>,
}

/// Hears that the engine told of a line of a search, from 1, and all that came so far; gives whether it is to go on.
pub type Heard<'h> = dyn FnMut(&Gathered, u32) -> bool + 'h;

/// Between two looks at whether to stop.
const BEAT: Duration = Duration::from_millis(20);
/// The same while an answer is awaited that is no search.
const LOOK: Duration = Duration::from_millis(50);
/// Options that are remembered; no engine has more.
const MOST_OPTIONS: usize = 1000;

/// An engine that runs and is ready.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    identity: Identity,
    /// How long an answer may take that is no search, and the end of one that is stopped.
    answer: Duration,
    to_stop: Duration,
    pace: Pace,
    /// What was set last.
    lines: u32,
    chess960: bool,
    /// Whether it was told to forget, and did not say yet that it has.
    is_forgetting: bool,
}

impl Engine {
    /// Starts an engine and sets its options, of which it has one thread unless that is set, too; given up as soon
    /// as `stop` says so.
    ///
    /// # Errors
    /// It can't be started, does not answer within `answer`, or has not the options; or [`Failure::Stopped`].
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

    /// Who it is, and which options it has.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// From here on no answer but that of a search may take longer than this.
    pub fn patience(&mut self, answer: Duration) {
        self.answer = answer;
        self.to_stop = answer;
    }

    /// From here on a search that is stopped from outside has this long to end.
    pub(super) fn stops_within(&mut self, to_stop: Duration) {
        self.to_stop = to_stop;
    }

    /// Sets an option.
    ///
    /// # Errors
    /// It has none of the name, or the option does not take the value.
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

    /// How many lines it tells at most; one where it has no option for that.
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

    /// Waits until it has done all it was told. Given up as soon as `stop` says so, the engine is not to be used again.
    ///
    /// # Errors
    /// It does not answer; or [`Failure::Stopped`].
    pub fn ready(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        self.has_forgotten(stop)?;
        self.process.say("isready");
        self.until(Step::Ready, stop, |said| said == Said::ReadyOk)
    }

    /// Tells it to forget what it searched before, and waits for nothing: to clear its memory takes an engine
    /// milliseconds, in which there is other work. What it is asked next waits until it has.
    pub fn forget(&mut self) {
        if !std::mem::replace(&mut self.is_forgetting, true) {
            self.process.say("ucinewgame\nisready");
        }
    }

    /// Waits until it has forgotten what it was told to.
    fn has_forgotten(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        match std::mem::take(&mut self.is_forgetting) {
            true => self.until(Step::Ready, stop, |said| said == Said::ReadyOk),
            false => Ok(()),
        }
    }

    /// Makes it forget what it searched before. Given up as soon as `stop` says so, the engine is not to be used again.
    ///
    /// # Errors
    /// It does not answer; or [`Failure::Stopped`].
    pub fn new_game(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        self.forget();
        self.has_forgotten(stop)
    }

    /// Searches, until the limits are reached, `stop` says so or `heard` wants no more; it is given up as soon as
    /// `leave` says so, whether the engine has stopped or not. After a failure the engine is not to be used again.
    ///
    /// # Errors
    /// It ended, was late, or what it says is not true; or [`Failure::Stopped`].
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

    /// Sets what the search needs, where it is not set.
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

    /// Hears until `is_it` says that this was the answer, or `stop` that nobody waits for it.
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

    /// Ends it without a word: it is not to be trusted any more.
    pub fn kill(mut self) {
        self.process.kill();
    }
}

/// What a line says. One that was cut can be a line of a search at most: nothing else is that long.
fn said(heard: pipe::Heard<'_>) -> Said {
    match (uci::read(heard.line), heard.is_cut) {
        // Its last move may be half of one.
        (Said::Info(mut info), true) => {
            let whole = info.moves.iter().rposition(u8::is_ascii_whitespace);
            info.moves.truncate(whole.unwrap_or(0));
            Said::Info(info)
        }
        (_, true) => Said::Nothing,
        (said, false) => said,
    }
}
