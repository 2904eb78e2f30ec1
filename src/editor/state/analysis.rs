//! Live analysis: what an engine says of the position on the board, while it is there.

use crate::engine::{Analysis, EngineCommand, Request};
use crate::epd::score::Score;
use shakmaty::{Chess, Position};

/// Analysis that is on, and what came of it.
#[derive(Debug, Default)]
pub struct Live {
    /// The generation: another position has another, and what answers an older one is dropped.
    pub(crate) ticket: u64,
    /// The search of the position on the board; `None` where there is none that chess allows.
    pub(crate) request: Option<Request>,
    /// The engine that was asked last; `None` for one of PATH.
    pub(crate) asked: Option<EngineCommand>,
    /// The name that the engine gives itself, once it did.
    pub engine: Option<String>,
    /// The lines so far, or why the engine failed; `None` before the first.
    pub(crate) answer: Option<Result<Box<Analysis>, String>>,
    /// Whether the engine was stopped: its lines can be used until the position is another.
    pub(crate) is_stopped: bool,
}

impl Live {
    /// Returns the position that the lines are of.
    pub fn position(&self) -> Option<&Chess> {
        self.request.as_ref().map(|request| &request.position)
    }

    /// Returns the lines, where there are any.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.answer.as_ref()?.as_deref().ok()
    }

    /// Returns the score for the side to move, where it is known.
    pub fn score(&self) -> Option<Score> {
        match self.analysis() {
            Some(analysis) => Some(analysis.best()?.score),
            None => self.request.as_ref()?.over(),
        }
    }

    /// Returns White's share of the evaluation bar, in thousandths; `None` where nothing is known.
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

/// A position to be analysed until another comes.
#[derive(Clone, Debug)]
pub struct AnalyseJob {
    pub ticket: u64,
    /// The engine; `None` for one that is found in PATH.
    pub engine: Option<EngineCommand>,
    pub request: Request,
}

/// A message of an engine.
#[derive(Clone, Debug)]
pub enum News {
    /// The engine runs under this name.
    Began(String),
    /// Its lines so far.
    Lines(Box<Analysis>),
    /// The engine failed; the next position starts a fresh one.
    Failed(String),
}
