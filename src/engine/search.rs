//! One search: what is asked, and what the engine's lines come to, every move held against the rules.

mod gathered;

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::score::Score;
use super::uci::Bound;
use crate::epd::{Record, moves};

pub(super) use gathered::{Gathered, without_score_notes};

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
    /// As the command line has them: `depth 20, nodes 10000`; empty where there is none.
    pub fn in_words(&self) -> String {
        let depth = self.depth.map(u64::from);
        let all = [
            ("depth", depth),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
        ];
        let all = all.into_iter();
        let given = all.filter_map(|(name, number)| Some(format!("{name} {}", number?)));
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
        let Limits {
            depth,
            nodes,
            movetime,
            ..
        } = self.limits;
        let mut go = "go".to_owned();
        let mut add = |name: &str, number: Option<u64>| {
            if let Some(number) = number {
                go += &format!(" {name} {number}");
            }
        };
        add("depth", depth.map(u64::from));
        add("nodes", nodes);
        add("movetime", movetime);
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

/// A line that came just now, in a search that goes on.
#[derive(Debug)]
pub struct Iteration<'a> {
    pub(super) gathered: &'a Gathered,
    pub(super) line: u32,
}

impl Iteration<'_> {
    /// Which of the lines it is, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// What the first line begins with, where the last that was said of it is no bound.
    pub fn best(&self) -> Option<Move> {
        self.gathered.first_move()
    }

    /// Plies of the first line.
    pub fn depth(&self) -> u32 {
        self.gathered.depth()
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.gathered.nodes()
    }

    /// How long it took so far.
    pub fn time(&self) -> Duration {
        self.gathered.time()
    }

    /// All that came so far, to be read when it is used.
    pub fn so_far(&self) -> SoFar {
        SoFar(self.gathered.clone())
    }
}

/// What came of a search that goes on: an engine says more than anybody looks at, and to read a line is more
/// than to keep it.
#[derive(Clone, Debug)]
pub struct SoFar(Gathered);

impl SoFar {
    /// All lines; of one with an illegal move what stands before it.
    pub fn analysis(&self) -> Analysis {
        self.0.so_far()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    fn request(line: &str) -> Request {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        Request::of(&record, Limits::default()).expect("a legal position")
    }

    #[test]
    fn a_position_is_set_up_with_its_clocks() {
        let check = |line: &str, expected: &str| {
            assert_eq!(request(line).set_up(), format!("position fen {expected}"));
        };
        check(
            "4k3/8/8/8/8/8/4P3/4K2R w K - hmvc 7; fmvn 31;",
            "4k3/8/8/8/8/8/4P3/4K2R w K - 7 31",
        );
        check(
            "4k3/8/8/8/8/8/4P3/4K3 b - -",
            "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        );
        // A square that no pawn can take on is none to an engine.
        check(
            "4k3/8/8/8/4P3/8/8/4K3 b - e3",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        );
        // Rights that the board contradicts are none either.
        check(
            "4k3/8/8/8/8/8/8/4K3 w KQ -",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        );
    }

    #[test]
    fn the_search_ends_by_what_was_given() {
        let mut request = request("4k3/8/8/8/8/8/8/4K2R w K -");
        assert_eq!(request.go(), "go infinite");
        request.limits.nodes = Some(10_000);
        request.limits.depth = Some(9);
        assert_eq!(request.go(), "go depth 9 nodes 10000");
        let moves = request.position.legal_moves();
        request.moves = moves
            .into_iter()
            .filter(|played| played.is_castle())
            .collect();
        assert_eq!(request.go(), "go depth 9 nodes 10000 searchmoves e1g1");
    }

    #[test]
    fn only_rights_off_their_squares_need_chess960() {
        let check = |line: &str, expected: bool, castles: &str| {
            let mut request = request(line);
            assert_eq!(request.needs_chess960(), expected, "{line}");
            let moves = request.position.legal_moves();
            request.moves = moves
                .into_iter()
                .filter(|played| played.is_castle())
                .collect();
            assert!(request.go().ends_with(castles), "{}", request.go());
        };
        check(
            "4k3/8/8/8/8/8/8/R3K2R w HA -",
            false,
            "searchmoves e1g1 e1c1",
        );
        check("4k3/8/8/8/8/8/8/1R2K3 w B -", true, "searchmoves e1b1");
        check("4k3/8/8/8/8/8/8/1R2K3 w - -", false, "go infinite");
    }

    #[test]
    fn an_engine_may_be_quiet_as_long_as_its_search_takes() {
        let answer = Duration::from_secs(10);
        let check = |limits: Limits, expected: u64| {
            assert_eq!(limits.quiet(answer), Duration::from_secs(expected));
        };
        let none = Limits::default();
        check(none, 10);
        let long = Limits {
            movetime: Some(24_000),
            ..none
        };
        check(long, 34);
        let nodes = Limits {
            nodes: Some(1 << 40),
            ..none
        };
        check(nodes, 10);
        for (timeout, expected) in [(600, 600), (2, 10)] {
            let timeout = Some(Duration::from_secs(timeout));
            check(Limits { timeout, ..long }, expected);
        }
    }

    #[test]
    fn a_search_has_ten_times_what_its_limit_takes_and_no_less_than_any_answer() {
        let answer = Duration::from_secs(10);
        // Depth, nodes, movetime; what the engine tells: its speed, and the seconds to its last depth.
        let check = |depth, nodes, movetime, speed, deepened: u64, expected: Option<u64>| {
            let limits = Limits {
                depth,
                nodes,
                movetime,
                timeout: None,
            };
            let longest = limits.longest(answer, speed, Duration::from_secs(deepened));
            assert_eq!(longest, expected.map(Duration::from_secs), "{limits:?}");
            let timeout = Some(Duration::from_secs(3));
            let limits = Limits { timeout, ..limits };
            assert_eq!(limits.longest(answer, speed, Duration::ZERO), timeout);
        };
        check(None, None, None, None, 0, None);
        check(None, None, Some(100), None, 0, Some(10));
        check(None, None, Some(5_000), None, 0, Some(50));
        check(None, Some(1_000_000), None, None, 0, Some(10));
        check(None, Some(1_000_000), None, Some(20_000), 0, Some(500));
        check(None, Some(1_000_000), None, Some(1_000_000), 0, Some(10));
        check(Some(30), None, None, None, 0, Some(10));
        check(Some(30), None, None, Some(1), 7, Some(70));
        check(Some(30), None, Some(2_000), None, 7, Some(20));
    }

    #[test]
    fn a_search_is_beyond_its_limit_when_the_engine_says_so() {
        let limits = Limits {
            depth: Some(9),
            nodes: Some(100),
            ..Limits::default()
        };
        let check = |told, expected| assert_eq!(limits.passed(told), expected, "{told:?}");
        check((100, 9), None);
        check((101, 9), Some(("nodes", 100)));
        check((100, 10), Some(("depth", 9)));
        assert_eq!(Limits::default().passed((1 << 40, 99)), None);
    }

    #[test]
    fn mate_and_stalemate_are_over() {
        assert_eq!(request("4k3/8/8/8/8/8/8/4K2R w K -").over(), None);
        let mated = request("6k1/8/8/8/8/8/PPP5/1K1r4 w - -").over();
        assert_eq!(mated, Some(Score::MATED));
        assert_eq!(
            request("k7/2Q5/8/8/8/8/8/K7 b - -").over(),
            Some(Score::DRAW)
        );
    }
}
