//! The lines of a running search, whose moves are checked only when a line is used.

use crate::engine::command::Failure;
use crate::engine::search::{Analysis, Line, Request};
use crate::engine::uci::{Bound, Info};
use crate::epd::score::Score;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};
use std::time::{Duration, Instant};

/// The number of moves kept of a line: no search is deeper.
const LONGEST: usize = 256;

const OF_ANOTHER: &str = "the engine gave no score of the move that it chose: no ce";
const BOUND_ONLY: &str =
    "the engine gave only a bound of the score of the move that it chose: no ce";

const IMPOSSIBLE: &str =
    "the engine reported an impossible depth, node count or time; it is left out";

/// Returns the notes except those that explain a missing `ce`.
pub(in crate::engine) fn without_score_notes(mut notes: Vec<&'static str>) -> Vec<&'static str> {
    notes.retain(|note| ![OF_ANOTHER, BOUND_ONLY].contains(note));
    notes
}

/// The results of a running search. Lines are stored as text: an engine reports more than are used, and parsing one
/// costs more than storing it.
#[derive(Clone, Debug)]
pub struct SearchResults {
    position: Chess,
    /// The moves that the search is limited to, if any.
    moves: Vec<Move>,
    /// The last exact report of each line; no two begin with the same move.
    exact: Vec<Option<Info>>,
    /// The last report of the first line, bound or not.
    latest: Option<Info>,
    /// The last score without a line, as some engines report no lines.
    lineless: Option<Info>,
    nodes: u64,
    /// The depth in plies of the deepest iteration begun.
    deepest: u32,
    speed: Option<u64>,
    reported_time: Option<u64>,
    begun: Instant,
    is_cut: bool,
    is_impossible: bool,
}

impl SearchResults {
    pub(in crate::engine) fn new(request: &Request) -> Self {
        let lines = usize::try_from(request.lines.max(1)).unwrap_or(1);
        Self {
            position: request.position.clone(),
            moves: request.moves.clone(),
            exact: vec![None; lines],
            latest: None,
            lineless: None,
            nodes: 0,
            deepest: 0,
            speed: None,
            reported_time: None,
            begun: Instant::now(),
            is_cut: false,
            is_impossible: false,
        }
    }

    /// Records that a line was cut because of its length.
    pub(in crate::engine) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Adds a report of the engine; returns the number of its line, if any.
    pub(in crate::engine) fn take(&mut self, info: Info) -> Option<u32> {
        self.is_impossible |= info.is_impossible;
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.deepest = self.deepest.max(info.depth.unwrap_or(0));
        self.speed = info.speed.filter(|speed| *speed > 0).or(self.speed);
        self.reported_time = info.time.or(self.reported_time);
        let number = info.line.unwrap_or(1);
        info.score?;
        if info.moves.is_empty() {
            if number == 1 && info.bound.is_none() {
                self.lineless = Some(info);
                // The score is reported while there is no line.
                return self.latest.is_none().then_some(number);
            }
            return None;
        }
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        // Lines beyond the requested number are dropped.
        self.exact.get(at)?;
        if info.bound.is_none() {
            self.put(at, info.clone());
        }
        if at == 0 {
            self.latest = Some(info);
        }
        Some(number)
    }

    /// Puts an exact line in its place. If its move had another place, the lines between are shifted towards that; so the
    /// replaced move keeps its exact line until a new one is reported.
    fn put(&mut self, at: usize, info: Info) {
        let is_same = |told: &Option<Info>| {
            told.as_ref()
                .is_some_and(|told| told.first_word() == info.first_word())
        };
        let from = self.exact.iter().position(is_same).unwrap_or(at);
        if let Some(between) = self.exact.get_mut(from.min(at)..=from.max(at)) {
            match from < at {
                true => between.rotate_left(1),
                false => between.rotate_right(1),
            }
        }
        if let Some(place) = self.exact.get_mut(at) {
            *place = Some(info);
        }
    }

    /// Returns the number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the time taken so far.
    pub fn time(&self) -> Duration {
        self.reported_time
            .map_or_else(|| self.begun.elapsed(), Duration::from_millis)
    }

    /// Returns the depth of the first line in plies.
    pub fn depth(&self) -> u32 {
        let latest = self.exact.first().and_then(Option::as_ref);
        latest.and_then(|info| info.depth).unwrap_or(0)
    }

    /// Returns the nodes and the depth so far, which grow in a working search.
    pub(in crate::engine) fn progress(&self) -> (u64, u32) {
        (self.nodes, self.deepest)
    }

    /// Returns the positions per second, as reported or computed from nodes and time.
    pub(in crate::engine) fn speed(&self) -> Option<u64> {
        let millis = u64::try_from(self.time().as_millis()).unwrap_or(u64::MAX);
        let counted = || self.nodes.saturating_mul(1000).checked_div(millis);
        self.speed.or_else(counted).filter(|speed| *speed > 0)
    }

    /// Returns the first move of the first line, unless its last report is a bound.
    pub fn best(&self) -> Option<Move> {
        let latest = self.latest.as_ref().filter(|told| told.bound.is_none())?;
        read(&self.position, latest.first_word())
    }

    /// Returns the score of the first line, unless its last report is a bound.
    pub fn score(&self) -> Option<Score> {
        let latest = self.latest.as_ref().or(self.lineless.as_ref());
        latest.filter(|told| told.bound.is_none())?.score
    }

    /// Returns all lines so far, each up to its first illegal move.
    pub fn so_far(&self) -> Analysis {
        let lines = self.exact.iter().flatten();
        let lines = lines.filter_map(|info| match self.line(info) {
            Ok(line) => Some(line),
            Err((line, _)) => line,
        });
        let lines: Vec<Line> = lines.collect();
        match (lines.is_empty(), &self.lineless) {
            (true, Some(info)) => Analysis {
                is_lineless: true,
                ..self.analysis(vec![of_score(info)])
            },
            _ => self.analysis(lines),
        }
    }

    /// Returns the result of the search, after the engine chose a move.
    pub(in crate::engine) fn finish(&self, chosen: Option<&str>) -> Result<Analysis, Failure> {
        let word = chosen.unwrap_or("nothing");
        if matches!(word, "(none)" | "0000" | "nothing" | "NULL" | "null") {
            return Err(Failure::NoMove(word.to_owned()));
        }
        let best = read(&self.position, word.as_bytes())
            .ok_or_else(|| Failure::IllegalMove(word.to_owned()))?;
        if !self.moves.is_empty() && !self.moves.contains(&best) {
            return Err(Failure::NotAsked(word.to_owned()));
        }
        let exact = self.exact.iter().flatten();
        let mut lines = exact
            .map(|info| self.proved(info))
            .collect::<Result<Vec<_>, _>>()?;
        let mut unscored = None;
        let is_best = |line: &Line| line.moves.first() == Some(&best);
        match lines.iter().position(is_best) {
            Some(0) => {}
            Some(at) => {
                let line = lines.remove(at);
                lines.insert(0, line);
            }
            // Without any line, the move gets the score of the position.
            None if self.latest.is_none() => {
                let line = Line {
                    moves: vec![best],
                    ..of_score(self.lineless.as_ref().ok_or(Failure::NoScore)?)
                };
                is_mate(&self.position, &line)?;
                lines.push(line);
            }
            // The engine chose another move in an unfinished iteration.
            None => {
                let latest = self.latest.as_ref().ok_or(Failure::NoScore)?;
                let line = self.proved(latest)?;
                unscored = match (is_best(&line), line.bound) {
                    (false, _) => Some(OF_ANOTHER),
                    (true, Some(_)) => Some(BOUND_ONLY),
                    (true, None) => None,
                };
                let line = match is_best(&line) {
                    true => line,
                    false => Line {
                        moves: vec![best],
                        ..line
                    },
                };
                // The line replaces the oldest one of those with the lowest score.
                let places = lines.iter().enumerate().rev();
                let least = places.min_by_key(|(_, line)| (line.depth, line.score.ce()));
                if let Some((least, _)) = least
                    && lines.len() == self.exact.len()
                {
                    lines.remove(least);
                }
                lines.insert(0, line);
            }
        }
        let far = lines.iter().find(|line| line.score.ce().is_none());
        if let Some(Line {
            score: Score::Mate(moves),
            ..
        }) = far
        {
            return Err(Failure::FarMate(*moves));
        }
        let mut analysis = self.analysis(lines);
        analysis.is_lineless = self.latest.is_none();
        analysis.is_unscored = unscored.is_some();
        analysis.notes.extend(unscored);
        Ok(analysis)
    }

    fn analysis(&self, lines: Vec<Line>) -> Analysis {
        Analysis {
            depth: lines.first().map_or(0, |line| line.depth),
            lines,
            nodes: self.nodes,
            speed: self.speed().unwrap_or(0),
            time: self.time(),
            notes: [
                (self.is_cut, "a line of more than 64 KiB was cut"),
                (self.is_impossible, IMPOSSIBLE),
            ]
            .into_iter()
            .filter_map(|(is_so, note)| is_so.then_some(note))
            .collect(),
            ..Analysis::default()
        }
    }

    /// Returns the line of an info; an error if a move is illegal or it contradicts its mate score.
    fn proved(&self, info: &Info) -> Result<Line, Failure> {
        let line = self.line(info);
        let line = line.map_err(|(_, word)| Failure::IllegalLine(word))?;
        is_mate(&self.position, &line)?;
        Ok(line)
    }

    /// Returns the line of an info; in case of an illegal move, that move and the line up to it, if any.
    fn line(&self, info: &Info) -> Result<Line, (Option<Line>, String)> {
        let mut position = self.position.clone();
        let mut line = of_score(info);
        let words = info.moves.split(u8::is_ascii_whitespace);
        for word in words.filter(|word| !word.is_empty()).take(LONGEST) {
            let is_asked = |played: &Move| {
                !line.moves.is_empty() || self.moves.is_empty() || self.moves.contains(played)
            };
            let Some(played) = read(&position, word).filter(is_asked) else {
                let word = String::from_utf8_lossy(word).chars().take(20).collect();
                return Err(((!line.moves.is_empty()).then_some(line), word));
            };
            line.moves.push(played);
            position.play_unchecked(played);
        }
        Ok(line)
    }
}

/// Returns a line of an info without its moves.
fn of_score(info: &Info) -> Line {
    Line {
        moves: Vec::new(),
        score: info.score.unwrap_or(Score::DRAW),
        bound: info.bound,
        depth: info.depth.unwrap_or(0),
        selective_depth: info.selective_depth.unwrap_or(0),
    }
}

/// Reads a legal move in UCI notation.
fn read(position: &Chess, word: &[u8]) -> Option<Move> {
    UciMove::from_ascii(word).ok()?.to_move(position).ok()
}

/// Checks that a line as long as the mate that it claims ends in that mate, and that a shorter line does not end in
/// mate, since that would be another one.
fn is_mate(position: &Chess, line: &Line) -> Result<(), Failure> {
    let Score::Mate(moves) = line.score else {
        return Ok(());
    };
    // An upper bound on mating, or a lower bound on being mated, claims no mate.
    let vain = if moves > 0 {
        Bound::AtMost
    } else {
        Bound::AtLeast
    };
    if line.bound == Some(vain) {
        return Ok(());
    }
    let plies = line
        .score
        .plies()
        .and_then(|plies| usize::try_from(plies).ok());
    let mut position = position.clone();
    let (mut done, mut ends_in_mate) = (0, false);
    for played in &line.moves {
        if Some(done) == plies {
            break;
        }
        position.play_unchecked(*played);
        done += 1;
        ends_in_mate = position.is_checkmate();
    }
    if moves == 0 || Some(done) == plies && !ends_in_mate {
        return Err(Failure::FalseMate(moves));
    }
    let shown = shown(done);
    // A bound covers all mates of the same side that are as short.
    let is_other = match line.bound {
        None => shown != moves,
        Some(_) => shown.signum() != moves.signum(),
    };
    match ends_in_mate && is_other {
        true => Err(Failure::OtherMate {
            claimed: moves,
            shown,
        }),
        false => Ok(()),
    }
}

/// Returns the mate distance, from the side to move, of a line of this many plies that ends in mate.
fn shown(plies: usize) -> i64 {
    let moves = i64::try_from(plies.div_ceil(2)).unwrap_or(i64::MAX);
    if plies.is_multiple_of(2) {
        -moves
    } else {
        moves
    }
}

#[cfg(test)]
mod tests;
