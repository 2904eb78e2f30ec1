//! Live analysis: what an engine says of the position on the board, while it is there.

use crate::engine::{Analysis, EngineCommand, Request};
use crate::epd::score::Score;
use shakmaty::{Chess, Position};

/// Analysis that is on, and what came of it.
#[derive(Debug)]
pub struct Live {
    /// The generation: another position has another, and what answers an older one is dropped.
    pub(crate) ticket: u64,
    /// The position that is analysed, with its clocks; `None` where there is none that chess allows.
    pub(crate) place: Option<Place>,
    /// The engine that was asked last; `None` for one of PATH.
    pub(crate) asked: Option<EngineCommand>,
    /// What that calls itself, once it said so.
    pub engine: Option<String>,
    pub thought: Thought,
    /// Whether the engine was stopped: its lines can be used until the position is another.
    pub(crate) is_stopped: bool,
}

/// What is analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) position: Chess,
    pub(crate) clocks: (u32, u32),
}

/// What is known of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thought {
    /// There is no position that chess allows.
    NoPosition,
    /// The game is over.
    Over(Score),
    /// Nothing came yet.
    Waiting,
    /// The lines so far.
    Lines(Box<Analysis>),
    /// The engine failed.
    Failed(String),
}

impl Live {
    /// Returns the position that the lines are of.
    pub fn position(&self) -> Option<&Chess> {
        self.place.as_ref().map(|place| &place.position)
    }

    /// Returns the lines, where there are any.
    pub fn analysis(&self) -> Option<&Analysis> {
        match &self.thought {
            Thought::Lines(analysis) => Some(analysis),
            _ => None,
        }
    }

    /// Returns the score for the side to move, where it is known.
    pub fn score(&self) -> Option<Score> {
        match &self.thought {
            Thought::Over(score) => Some(*score),
            Thought::Lines(analysis) => Some(analysis.best()?.score),
            _ => None,
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

/// What an engine has to tell.
#[derive(Clone, Debug)]
pub enum News {
    /// It runs, and is called this.
    Began(String),
    /// Its lines so far.
    Lines(Box<Analysis>),
    /// It failed; the next position starts a fresh one.
    Failed(String),
}
