//! The relation of two records that stand one after the other.

use shakmaty::{Board, Chess, EnPassantMode, Position, Square};

use super::flaws;
use crate::epd::registers::{is_same, starts_a_game, supplied_move};
use crate::epd::{Code, Record, Span};

/// Squares in which two boards differ at most where one is that of the same game, a move or two away.
const NEAR: usize = 6;
/// This many records that lead to the next make a file one of games.
const ENOUGH: u64 = 3;

/// The way from a record to the one behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Its supplied move leads there.
    Leads,
    /// Its move leads to another position, though one that is near.
    Breaks,
    /// Another game begins there.
    Apart,
}

impl Joint {
    /// Returns true where both are of one game.
    pub fn goes_on(self) -> bool {
        self != Self::Apart
    }
}

/// A problem between two records: of the later one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The code of the problem.
    pub code: Code,
    /// Its place in the later line.
    pub span: Span,
    /// The problem in words.
    pub message: String,
}

impl Flaw {
    /// Returns true where it is a problem whatever the other records of the file are: a clock is held against another
    /// only where the move leads exactly from the one record to the other.
    pub fn is_sure(&self) -> bool {
        matches!(self.code, Code::WrongReply | Code::ClockRunsBack)
    }
}

/// The relation of two records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// `None` where the first has no supplied move, or one of them no legal position.
    pub joint: Option<Joint>,
    /// The flaws, if they are of one game.
    pub flaws: Vec<Flaw>,
}

/// Returns true where a record says anything of a game: without that, it is no part of one, and nobody needs to look
/// at the next.
pub fn is_of_a_game(record: &Record<'_>) -> bool {
    ["sm", "sv", "refcom", "refreq"]
        .iter()
        .any(|opcode| record.operation(opcode).is_some())
}

/// Looks at a record, its line (from 1), and the one behind it.
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
    // What a referee hands on to the other player is the same record again.
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

/// Returns the en-passant square, where it matters.
pub(super) fn en_passant(position: &Chess) -> Option<Square> {
    position.ep_square(EnPassantMode::Legal)
}

/// Whether a file is one of games, told by the pairs that were seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    leads: u64,
    others: u64,
}

impl Games {
    /// Takes the next pair in; whether its flaws are problems of the file. In a suite whose records stand
    /// alone a supplied move may well lead to something near, and what it leads to is not the
    /// next record's affair.
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
