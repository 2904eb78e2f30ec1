//! One search: its request, and the result from the engine's lines, in which every move is checked.

mod gathered;

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::uci::Bound;
use crate::epd::score::Score;
use crate::epd::{Record, moves};

pub use gathered::SearchResults;
pub(super) use gathered::without_score_notes;

/// The limits of a search; without any, it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of positions.
    pub nodes: Option<u64>,
    /// The time in milliseconds.
    pub movetime: Option<u64>,
    /// The time after which the search fails; by default ten times the limit, plus the time for any answer.
    pub timeout: Option<Duration>,
    /// The score in centipawns for the side to move that ends the search; its mate does, too.
    pub until_score: Option<i64>,
    /// Whether a mate ends the search, of either side.
    pub until_mate: bool,
}

/// The factor by which a search may exceed its expected time; and the factor between nodes, depth or time and their
/// limit from which the engine is said not to keep to the limit.
const FAR: u32 = 10;
/// The depth in plies from which a search may be exhausted, whatever its limit.
const DEEP: u32 = 50;

impl Limits {
    fn given(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
        ];
        all.into_iter()
            .filter_map(|(name, number)| Some((name, number?)))
    }

    /// Returns the limits as on the command line: `depth 20, nodes 10000`; empty without any.
    pub fn in_words(&self) -> String {
        let given = self.given();
        let given = given.map(|(name, number)| format!("{name} {number}"));
        let score = self.until_score.map(|score| format!("until-score {score}"));
        let mate = self.until_mate.then(|| "until-mate".to_owned());
        let all = given.chain(score).chain(mate);
        all.collect::<Vec<_>>().join(", ")
    }

    /// Returns true if this score of the best move ends the search.
    pub(super) fn ends_at(&self, score: Option<Score>) -> bool {
        match score {
            Some(Score::Mate(moves)) => self.until_mate || moves > 0 && self.until_score.is_some(),
            Some(Score::Centipawns(score)) => {
                self.until_score.is_some_and(|enough| score >= enough)
            }
            None => false,
        }
    }

    /// Returns the longest time that the whole search may take if any other answer may take `answer`; `None` for one
    /// that runs until stopped. The engine reports `speed` in positions per second and reached its last depth after
    /// `deepened`; the next may take as long again, or longer.
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

    /// Returns a limit that a search of this many nodes and this depth has passed.
    pub(super) fn passed(&self, (nodes, depth): (u64, u32)) -> Option<(&'static str, u64)> {
        let limits = [
            ("nodes", self.nodes, nodes),
            ("depth", self.depth.map(u64::from), depth.into()),
        ];
        let mut limits = limits.into_iter();
        limits.find_map(|(name, limit, told)| Some((name, limit.filter(|limit| told > *limit)?)))
    }

    /// Returns the length of silence after which an engine is sent `isready`, and the time for its answer. It is the
    /// length of the search if that is known: an engine may not read its input while it searches.
    pub(super) fn quiet(&self, answer: Duration) -> Duration {
        let movetime = self.movetime.map(Duration::from_millis);
        let known = self.timeout.or_else(|| movetime?.checked_add(answer));
        known.unwrap_or(answer).max(answer)
    }
}

/// A position and the parameters of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub position: Chess,
    /// The half-move clock and the move number, as in a FEN.
    pub half_moves: u32,
    pub full_moves: u32,
    pub limits: Limits,
    /// The number of lines.
    pub lines: u32,
    /// The moves to search; all if empty.
    pub moves: Vec<Move>,
    /// Whether the score of the best move is required, so that a result without it is an error.
    pub needs_score: bool,
}

impl Request {
    /// Returns a search of a record's position for one line; `None` without a legal position.
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

    /// Returns the score if the game is over because the side to move is mated or stalemated.
    pub fn over(&self) -> Option<Score> {
        if !self.position.legal_moves().is_empty() {
            return None;
        }
        Some(match self.position.is_check() {
            true => Score::MATED,
            false => Score::DRAW,
        })
    }

    /// Returns the search of the position after a move, with the remaining depth.
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

    /// Returns true if a search ended far beyond a limit, or far short of every limit although there was a choice of
    /// moves, no mate, and a depth below [`DEEP`].
    pub(super) fn is_far_from(&self, found: &Analysis) -> bool {
        let far = u64::from(FAR);
        let millis = u64::try_from(found.time.as_millis()).unwrap_or(u64::MAX);
        // A value that the engine does not report counts as within the limit.
        let is_short = |limit: Option<u64>, told: u64| {
            limit.is_none_or(|limit| (1..limit.div_ceil(far)).contains(&told))
        };
        let is_over = self.limits.given().next().is_none()
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

    /// Returns true if the castling rights exist only in Chess960.
    pub fn needs_chess960(&self) -> bool {
        moves::uci_mode(&self.position).is_chess960()
    }

    /// Returns the `position` command.
    pub(super) fn set_up(&self) -> String {
        let mut setup = self.position.to_setup(EnPassantMode::Legal);
        setup.halfmoves = self.half_moves;
        setup.fullmoves = std::num::NonZeroU32::new(self.full_moves).unwrap_or(setup.fullmoves);
        match Fen::try_from_setup(setup) {
            Ok(fen) => format!("position fen {fen}"),
            Err(lossy) => format!("position fen {}", lossy.ignore()),
        }
    }

    pub(super) fn go(&self) -> String {
        let mut go = "go".to_owned();
        for (name, number) in self.limits.given() {
            go += &format!(" {name} {number}");
        }
        if go == "go" {
            go += " infinite";
        }
        // Last, since every word after it is read as a move.
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

/// A line of moves and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Consecutive legal moves; never empty.
    pub moves: Vec<Move>,
    /// The score from the side to move.
    pub score: Score,
    /// The kind of bound, if the score is not exact.
    pub bound: Option<Bound>,
    pub depth: u32,
    pub selective_depth: u32,
}

impl Line {
    /// Returns the line from one ply earlier: with a move put in front.
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

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The lines, best first; the first is that of the best move.
    pub lines: Vec<Line>,
    /// The depth in plies, from the last line.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of positions per second.
    pub speed: u64,
    /// The time reported by the engine, else the measured time.
    pub time: Duration,
    /// Whether the score of the best move is unknown or not exact: no line begins with it, or only a bound was given.
    pub is_unscored: bool,
    /// Whether the engine reported a score but no line. The only line is then the chosen move, and empty while none is
    /// chosen.
    pub is_lineless: bool,
    /// Notes on harmless oddities.
    pub notes: Vec<&'static str>,
    /// The name of the engine: see [`EngineCommand::label`](super::EngineCommand::label); empty if unknown.
    pub engine: String,
    /// The options that were set, in words.
    pub options: String,
}

impl Analysis {
    /// Returns the line of the best move.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    pub(super) fn add_effort(&mut self, other: &Self) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.time = self.time.saturating_add(other.time);
    }

    /// Returns the score of the best move; `None` if unknown.
    pub fn score(&self) -> Option<Score> {
        let best = self.best().filter(|_| !self.is_unscored)?;
        Some(best.score)
    }
}
