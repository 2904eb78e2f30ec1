//! What the editor has learned from engines: their identities and the analysis of the board; and perft counts.

use crate::engine::{Analysis, EngineCommand, Identity, Request};
use crate::epd::perft::{self, claim};
use crate::epd::score::Score;
use crate::epd::{Operation, Record, edit};
use shakmaty::{Chess, Position};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Debug, Default)]
pub struct Engines {
    /// The engines whose identity was requested, by command; options make no difference.
    asked: Vec<(EngineCommand, IdentityProbe)>,
    /// Engines on `PATH`, by name; `None` until they were searched.
    pub in_path: Option<Vec<(String, PathBuf)>>,
}

/// The result of requesting the identity of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdentityProbe {
    Waiting,
    Known(Box<EngineInfo>),
    Failed(String),
}

/// An engine that answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineInfo {
    /// The executable.
    pub file: Option<PathBuf>,
    pub identity: Identity,
}

pub(crate) fn plain(command: &EngineCommand) -> EngineCommand {
    EngineCommand {
        options: Vec::new(),
        launcher: None,
        ..command.clone()
    }
}

impl Engines {
    /// Returns what is known of the engine of a command; `None` if its identity was never requested.
    pub fn of(&self, command: &EngineCommand) -> Option<&IdentityProbe> {
        let command = plain(command);
        let known = self.asked.iter().find(|(asked, _)| *asked == command);
        known.map(|(_, meeting)| meeting)
    }

    /// Returns the engine of a command, if it answered.
    pub fn known(&self, command: &EngineCommand) -> Option<&EngineInfo> {
        match self.of(command) {
            Some(IdentityProbe::Known(known)) => Some(known),
            _ => None,
        }
    }

    pub(crate) fn keep(&mut self, command: &EngineCommand, meeting: IdentityProbe) {
        let command = plain(command);
        self.asked.retain(|(asked, _)| *asked != command);
        self.asked.push((command, meeting));
    }
}

/// The running or stopped analysis, and its result.
#[derive(Debug, Default)]
pub struct LiveAnalysis {
    /// The generation: each position has another, and answers with an older one are dropped.
    pub(crate) ticket: u64,
    /// The search of the position on the board; `None` if the position is illegal.
    pub(crate) request: Option<Request>,
    /// The engine used last; `None` for one on PATH.
    pub(crate) asked: Option<EngineCommand>,
    /// The engine's own name, once it is known.
    pub engine: Option<String>,
    /// The lines so far, or the reason why the engine failed; `None` before the first.
    pub(crate) answer: Option<Result<Box<Analysis>, String>>,
    /// Whether the engine was stopped; its lines are usable until the position changes.
    pub(crate) is_stopped: bool,
}

impl LiveAnalysis {
    /// Returns the analysed position.
    pub fn position(&self) -> Option<&Chess> {
        self.request.as_ref().map(|request| &request.position)
    }

    pub fn analysis(&self) -> Option<&Analysis> {
        self.answer.as_ref()?.as_deref().ok()
    }

    /// Returns the score for the side to move, if known.
    pub fn score(&self) -> Option<Score> {
        match self.analysis() {
            Some(analysis) => Some(analysis.best()?.score),
            None => self.request.as_ref()?.over(),
        }
    }

    /// Returns White's share of the evaluation bar, in thousandths; `None` if there is no score.
    pub fn share_of_white(&self) -> Option<u16> {
        let turn = self.position()?.turn();
        let own = match self.score()? {
            Score::Mate(moves) if moves > 0 => 1.0,
            Score::Mate(_) => 0.0,
            Score::Centipawns(value) => {
                1.0 / (1.0 + (-(value as f64) / 400.0 * std::f64::consts::LN_10).exp())
            }
        };
        let white = turn.fold_wb(own, 1.0 - own);
        Some((white * 1000.0).round() as u16)
    }
}

/// A position to analyse until the next one.
#[derive(Clone, Debug)]
pub struct AnalyseJob {
    pub ticket: u64,
    /// The engine; `None` for one on PATH.
    pub engine: Option<EngineCommand>,
    pub request: Request,
}

#[derive(Clone, Debug)]
pub enum News {
    /// The engine runs under this name.
    Began(String),
    Lines(Box<Analysis>),
    /// The engine failed; the next position starts a fresh one.
    Failed(String),
}

#[derive(Clone, Debug, Default)]
pub struct Perft {
    /// Counts by position (its four fields) and depth.
    pub(crate) known: BTreeMap<String, BTreeMap<u8, u64>>,
    pub running: Option<Running>,
}

#[derive(Clone, Debug)]
pub struct Running {
    pub(crate) ticket: u64,
    /// The depth being counted, and the nodes so far.
    pub depth: u8,
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    /// Wrong, with the count that is right.
    Wrong(u64),
}

impl Perft {
    /// Returns the verdict on the count of a perft operation; `None` for other operations, and before counting.
    pub fn verdict(&self, record: &Record<'_>, operation: &Operation) -> Option<Verdict> {
        if self.known.is_empty() {
            return None;
        }
        let claim = claim(record, operation)?;
        let known = self.known.get(&edit::four_fields(record)?)?;
        let count = *known.get(&claim.depth)?;
        Some(match u64::try_from(claim.nodes) == Ok(count) {
            true => Verdict::Right,
            false => Verdict::Wrong(count),
        })
    }

    /// Adds diagnostics for wrong perft counts to a record.
    pub fn note(&self, record: &mut Record<'_>) {
        if self.known.is_empty() || perft::claims(record).next().is_none() {
            return;
        }
        let Some(known) = edit::four_fields(record).and_then(|key| self.known.get(&key)) else {
            return;
        };
        record.note_counts(|depth| known.get(&depth).copied());
    }
}
