//! The relation of two consecutive records.

use shakmaty::{Board, Chess, EnPassantMode, Position, Square};

use super::flaws;
use crate::epd::registers::{is_same, starts_a_game, supplied_move};
use crate::epd::{Code, Record, Span};

/// The largest number of differing squares between boards of one game, a move or two apart.
const NEAR: usize = 6;
/// The number of records leading to the next that makes a file one of games.
const ENOUGH: u64 = 3;

/// The connection from a record to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// The supplied move leads to the next position.
    Leads,
    /// The supplied move leads to another position, though a near one.
    Breaks,
    /// The next record belongs to another game.
    Apart,
}

impl Joint {
    /// Returns true if both records are of one game.
    pub fn goes_on(self) -> bool {
        self != Self::Apart
    }
}

/// A problem between two records, reported for the later one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    pub code: Code,
    /// The place in the later line.
    pub span: Span,
    /// The message.
    pub message: String,
}

impl Flaw {
    /// Returns true if the problem is independent of the file's other records: a clock is compared only if the move
    /// leads exactly from one record to the other.
    pub fn is_sure(&self) -> bool {
        matches!(self.code, Code::WrongReply | Code::ClockRunsBack)
    }
}

/// The relation of two records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// The connection; `None` if the first record has no supplied move, or either has no legal position.
    pub joint: Option<Joint>,
    /// The problems, if both are of one game.
    pub flaws: Vec<Flaw>,
}

/// Returns true if a record mentions a game: otherwise the next record need not be examined.
pub fn is_of_a_game(record: &Record<'_>) -> bool {
    ["sm", "sv", "refcom", "refreq"]
        .iter()
        .any(|opcode| record.operation(opcode).is_some())
}

/// Compares a record in `line` (1-based) with the next one.
pub fn pair(before: &Record<'_>, line: u64, after: &Record<'_>) -> Pair {
    let mut found = Pair {
        joint: joint(before, after),
        flaws: Vec::new(),
    };
    let flaws = &mut found.flaws;
    match found.joint {
        Some(Joint::Breaks) => flaws.extend(flaws::of_break(before, line, after)),
        Some(Joint::Leads) => flaws::of_clocks(before, line, after, flaws),
        _ => {}
    }
    flaws.extend(flaws::of_reply(before, line, after, found.joint));
    found
}

fn joint(before: &Record<'_>, after: &Record<'_>) -> Option<Joint> {
    let (start, end) = (before.position()?, after.position()?);
    let reached = reached(before)?;
    let others = || {
        let tags = after.operation("ptp").map(|ptp| after.operands_bytes(ptp));
        let before = before
            .operation("ptp")
            .map(|ptp| before.operands_bytes(ptp));
        tags.is_some() && tags != before
    };
    // A record that a referee passes on to the other player is repeated.
    if start == end
        && (before.operation("refreq").is_some() || before.operation("refcom").is_some())
    {
        return None;
    }
    Some(if starts_a_game(after) || others() {
        Joint::Apart
    } else if is_same(&reached, end) {
        Joint::Leads
    } else if differing(reached.board(), end.board()) <= NEAR {
        Joint::Breaks
    } else {
        Joint::Apart
    })
}

/// Returns the position after the supplied move.
pub(super) fn reached(record: &Record<'_>) -> Option<Chess> {
    let mut position = record.position()?.clone();
    position.play_unchecked(supplied_move(record)?);
    Some(position)
}

fn differing(one: &Board, other: &Board) -> usize {
    let differs = |square: &&Square| one.piece_at(**square) != other.piece_at(**square);
    Square::ALL.iter().filter(differs).count()
}

/// Returns the time used by both, in seconds.
pub(super) fn clocks(record: &Record<'_>) -> Option<[u32; 2]> {
    match record.operands_of(record.operation("cc")?) {
        [white, black] => Some([white.value.seconds()?, black.value.seconds()?]),
        _ => None,
    }
}

/// Returns the en-passant square, if a capture uses it.
pub(super) fn en_passant(position: &Chess) -> Option<Square> {
    position.ep_square(EnPassantMode::Legal)
}

/// The evidence for a file of games, from the pairs seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    leads: u64,
    others: u64,
}

impl Games {
    /// Adds the next pair; returns true if its flaws are problems of the file. In a suite of unrelated records a
    /// supplied move may lead to a near position without any relation to the next record.
    pub fn take(&mut self, pair: &Pair) -> bool {
        let is_one = self.leads >= ENOUGH && self.leads > self.others;
        match pair.joint {
            Some(Joint::Leads) => self.leads += 1,
            Some(Joint::Breaks) => self.others += 1,
            Some(Joint::Apart) | None => {}
        }
        is_one
    }
}
