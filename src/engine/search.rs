//! One search: what is asked, and what the engine's lines come to, every move held against the rules.

mod gathered;

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::uci::Bound;
use crate::epd::score::Score;
use crate::epd::{Record, moves};

pub use gathered::Gathered;
pub(super) use gathered::without_score_notes;

/// How long a search may go on; without any, until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// How long an answer may take; else ten times what the limit takes and what any answer may take at least.
    pub timeout: Option<Duration>,
}

/// The factor by which a search may take longer than its limit does, and from which on it is far from its limit.
const FAR: u32 = 10;
/// Plies from which on a search may be over for good, whatever its limit is.
const DEEP: u32 = 50;

impl Limits {
    /// Returns each limit that there is, by its name.
    fn given(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
        ];
        all.into_iter()
            .filter_map(|(name, number)| Some((name, number?)))
    }

    /// As the command line has them: `depth 20, nodes 10000`; empty where there is none.
    pub fn in_words(&self) -> String {
        let given = self
            .given()
            .map(|(name, number)| format!("{name} {number}"));
        given.collect::<Vec<_>>().join(", ")
    }

    /// Returns how long the whole search may take where any other answer may take `answer`; `None` for one that goes on
    /// until it is stopped. The engine tells a speed, in positions a second, and came to its last depth after `deepened`:
    /// the next one may take that again, and more.
    pub(super) fn longest(
        &self,
        answer: Duration,
        speed: Option<u64>,
        deepened: Duration,
    ) -> Option<Duration> {
        if self.timeout.is_some() {
            return self.timeout;
        }
        let movetime = self.movetime.map(Duration::from_millis);
        let speed = speed.unwrap_or(u64::MAX).max(1);
        let nodes = self.nodes.map(|nodes| nodes.saturating_mul(1000) / speed);
        let nodes = nodes.map(Duration::from_millis);
        let depth = self.depth.map(|_| deepened);
        let least = [movetime, nodes, depth].into_iter().flatten().min()?;
        Some(least.saturating_mul(FAR).max(answer))
    }

    /// Returns the limit that a search of so many nodes and so deep is beyond.
    pub(super) fn passed(&self, (nodes, depth): (u64, u32)) -> Option<(&'static str, u64)> {
        let limits = [
            ("nodes", self.nodes, nodes),
            ("depth", self.depth.map(u64::from), depth.into()),
        ];
        let mut limits = limits.into_iter();
        limits.find_map(|(name, limit, told)| Some((name, limit.filter(|limit| told > *limit)?)))
    }

    /// How long an engine may say nothing new before it is asked whether it listens, and then may not answer: one
    /// that reads nothing while it searches does not. Of a search that takes a known time that is no sign.
    pub(super) fn quiet(&self, answer: Duration) -> Duration {
        let movetime = self.movetime.map(Duration::from_millis);
        let known = self.timeout.or_else(|| movetime?.checked_add(answer));
        known.unwrap_or(answer).max(answer)
    }
}

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct Request {
    pub position: Chess,
    /// The clocks, as a FEN has them.
    pub half_moves: u32,
    pub full_moves: u32,
    pub limits: Limits,
    /// How many lines.
    pub lines: u32,
    /// Only these moves; all where there is none.
    pub moves: Vec<Move>,
    /// Whether the score of the best move is what is asked: one without it is no answer.
    pub needs_score: bool,
}

impl Request {
    /// A search of a record's position for one line; `None` where it has none that chess allows.
    pub fn of(record: &Record<'_>, limits: Limits) -> Option<Self> {
        Some(Self {
            position: record.position()?.clone(),
            half_moves: record.half_move_clock().unwrap_or(0),
            full_moves: record.full_move_number().unwrap_or(1).max(1),
            limits,
            lines: 1,
            moves: Vec::new(),
            needs_score: false,
        })
    }

    /// What the position is worth where the game is over: the side to move is mated, or stalemated.
    pub fn over(&self) -> Option<Score> {
        if !self.position.legal_moves().is_empty() {
            return None;
        }
        Some(match self.position.is_check() {
            true => Score::MATED,
            false => Score::DRAW,
        })
    }

    /// Returns the search of the position after a move, for what is left of a depth.
    pub(super) fn after(&self, played: Move) -> Self {
        let mut after = Self {
            lines: 1,
            moves: Vec::new(),
            needs_score: false,
            ..self.clone()
        };
        after.position.play_unchecked(played);
        after.half_moves = match played.is_zeroing() {
            true => 0,
            false => self.half_moves.saturating_add(1),
        };
        let is_black = self.position.turn().is_black();
        after.full_moves = self.full_moves.saturating_add(is_black.into());
        let depth = self.limits.depth;
        after.limits.depth = depth.map(|depth| depth.saturating_sub(1).max(1));
        after
    }

    /// Returns whether a search ended by itself far beyond a limit, or far short of all of them although there was a
    /// choice and no end was in sight.
    pub(super) fn is_far_from(&self, found: &Analysis) -> bool {
        let far = u64::from(FAR);
        let millis = u64::try_from(found.time.as_millis()).unwrap_or(u64::MAX);
        // What the engine does not tell nobody knows.
        let is_short = |limit: Option<u64>, told: u64| {
            limit.is_none_or(|limit| (1..limit.div_ceil(far)).contains(&told))
        };
        let is_over = self.limits.in_words().is_empty()
            || self.position.legal_moves().len() < 2
            || found.depth >= DEEP
            || matches!(found.score(), Some(Score::Mate(_)));
        let beyond = self.limits.passed((found.nodes / far, found.depth / FAR));
        beyond.is_some()
            || !is_over
                && is_short(self.limits.nodes, found.nodes)
                && is_short(self.limits.depth.map(u64::from), found.depth.into())
                && is_short(self.limits.movetime, millis.max(1))
    }

    /// Whether there are castling rights that only Chess960 has.
    pub fn needs_chess960(&self) -> bool {
        moves::uci_mode(&self.position).is_chess960()
    }

    /// The command that sets the position up.
    pub(super) fn set_up(&self) -> String {
        let mut setup = self.position.to_setup(EnPassantMode::Legal);
        setup.halfmoves = self.half_moves;
        setup.fullmoves = std::num::NonZeroU32::new(self.full_moves).unwrap_or(setup.fullmoves);
        match Fen::try_from_setup(setup) {
            Ok(fen) => format!("position fen {fen}"),
            Err(lossy) => format!("position fen {}", lossy.ignore()),
        }
    }

    /// The command that begins the search.
    pub(super) fn go(&self) -> String {
        let mut go = "go".to_owned();
        for (name, number) in self.limits.given() {
            go += &format!(" {name} {number}");
        }
        if go == "go" {
            go += " infinite";
        }
        // The last, since whatever follows is taken for a move.
        if !self.moves.is_empty() {
            let mode = CastlingMode::from_chess960(self.needs_chess960());
            go += " searchmoves";
            for played in &self.moves {
                go += &format!(" {}", played.to_uci(mode));
            }
        }
        go
    }
}

/// A line of moves and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Legal one after another; never empty.
    pub moves: Vec<Move>,
    /// For the side to move.
    pub score: Score,
    /// Where the score is only a bound.
    pub bound: Option<Bound>,
    pub depth: u32,
    pub selective_depth: u32,
}

impl Line {
    /// Returns the line that begins with a move and goes on with this one.
    pub(super) fn a_ply_before(mut self, played: Move) -> Self {
        self.moves.insert(0, played);
        Self {
            moves: self.moves,
            score: self.score.a_ply_before(),
            bound: None,
            depth: self.depth + 1,
            selective_depth: self.selective_depth + 1,
        }
    }
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The lines, best first; that of the best move is the first.
    pub lines: Vec<Line>,
    /// Plies, as the last line has them.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Positions a second.
    pub speed: u64,
    /// As the engine tells it, else as it took.
    pub time: Duration,
    /// Whether the best move is one that no line begins with, or one of which only a bound was told: the score of
    /// its line is another move's, or not exact.
    pub is_unscored: bool,
    /// Whether the engine told no line, only a score: the one line there is is the move that it chose, and
    /// without a move as long as it has chosen none.
    pub is_lineless: bool,
    /// What was odd and did no harm.
    pub notes: Vec<&'static str>,
    /// Who searched: see [`EngineCommand::label`](super::EngineCommand::label); empty where nobody told.
    pub engine: String,
}

impl Analysis {
    /// The line of the best move.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// Adds what another search took.
    pub(super) fn add_effort(&mut self, other: &Self) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.time = self.time.saturating_add(other.time);
    }

    /// What the best move is worth; `None` where nobody told.
    pub fn score(&self) -> Option<Score> {
        let best = self.best().filter(|_| !self.is_unscored)?;
        Some(best.score)
    }
}
