//! Results of positions with few men from endgame tablebases, against which records are checked. `suite::tablebase`
//! reads tables; any other [`Oracle`] works as well.
//!
//! ```
//! use epdit::epd::shakmaty::{Chess, Position};
//! use epdit::epd::tablebase::{Oracle, Outcome, Tables};
//! use epdit::epd::{Code, ReadOptions, Record};
//!
//! /// A king and queen against a king, as this example needs it.
//! #[derive(Debug)]
//! struct QueenWins;
//!
//! impl Oracle for QueenWins {
//!     fn most_men(&self) -> usize {
//!         3
//!     }
//!     fn outcome(&self, position: &Chess) -> Option<Outcome> {
//!         let queen = position.board().queens().first()?;
//!         let wins = position.board().color_at(queen) == Some(position.turn());
//!         Some(if wins { Outcome::Win } else { Outcome::Loss })
//!     }
//!     fn distance(&self, _: &Chess) -> Option<i32> {
//!         None
//!     }
//! }
//!
//! let options = ReadOptions {
//!     tables: Some(Tables::new(&QueenWins)),
//!     ..ReadOptions::default()
//! };
//! let record = Record::read(b"4k3/8/8/8/8/8/8/3QK3 w - - ce -900;", &options);
//! assert_eq!(record.diagnostics()[0].code, Code::TablebaseCe);
//! ```

use shakmaty::{Chess, Move, Position};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The result of a position for the side to move, if both sides play perfectly. A better result is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Loss,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    Draw,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin,
    Win,
}

impl Outcome {
    /// Returns the result for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }

    /// Returns 1 for a win, 0 for a draw and -1 for a loss, without the fifty-move rule.
    pub fn sign(self) -> i8 {
        match self {
            Self::Loss | Self::BlessedLoss => -1,
            Self::Draw => 0,
            Self::CursedWin | Self::Win => 1,
        }
    }

    /// Returns [`sign`](Self::sign) under the fifty-move rule.
    fn sign_of_fifty(self) -> i8 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => 0,
            Self::Win => 1,
        }
    }

    /// Returns true if this result is worse both with the fifty-move rule and without it, as in compositions.
    pub fn is_worse_than(self, other: Self) -> bool {
        self.sign() < other.sign() && self.sign_of_fifty() < other.sign_of_fifty()
    }

    /// Returns the result in words: `won`, `drawn (won without the rule of fifty moves)` and so on.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "lost",
            Self::BlessedLoss => "drawn (lost without the rule of fifty moves)",
            Self::Draw => "drawn",
            Self::CursedWin => "drawn (won without the rule of fifty moves)",
            Self::Win => "won",
        }
    }
}

/// A source of results, such as the tables of a folder.
pub trait Oracle: fmt::Debug + Send + Sync {
    /// Returns the number of men, kings included, of the largest table.
    fn most_men(&self) -> usize;

    /// Returns the result of a position; `None` if it is not known.
    fn outcome(&self, position: &Chess) -> Option<Outcome>;

    /// Returns the number of plies to the next capture or pawn move in perfect play; negative for the side that loses,
    /// 0 for a draw. The tables round it, so it may be one too small. `None` if it is not known.
    fn distance(&self, position: &Chess) -> Option<i32>;
}

/// The tablebases that records are checked against. Once opened, they stay open as long as the program runs.
#[derive(Clone, Copy, Debug)]
pub struct Tables(&'static dyn Oracle);

impl Tables {
    /// Returns the tables of a source.
    pub fn new(oracle: &'static dyn Oracle) -> Self {
        Self(oracle)
    }

    /// Returns true if a position has no more men than the largest table.
    pub fn may_know(self, position: &Chess) -> bool {
        position.board().occupied().count() <= self.0.most_men()
    }

    /// Returns the result of a position for the side to move; `None` if it is not known.
    pub fn outcome(self, position: &Chess) -> Option<Outcome> {
        self.may_know(position)
            .then(|| self.0.outcome(position))
            .flatten()
    }

    /// Returns the plies to the next capture or pawn move ([`Oracle::distance`]).
    pub fn distance(self, position: &Chess) -> Option<i32> {
        self.may_know(position)
            .then(|| self.0.distance(position))
            .flatten()
    }

    /// Returns the result of a position after a legal move, for the side that plays it.
    pub fn after(self, position: &Chess, played: Move) -> Option<Outcome> {
        let mut after = position.clone();
        after.play_unchecked(played);
        self.outcome(&after).map(Outcome::reversed)
    }

    /// Returns true if a legal move makes the result worse ([`Outcome::is_worse_than`]); `None` if that is not known.
    pub fn is_worse(self, position: &Chess, played: Move) -> Option<bool> {
        let after = self.after(position, played)?;
        Some(after.is_worse_than(self.outcome(position)?))
    }

    /// Returns the legal moves that keep the result, in the order of generation; `None` unless all are known.
    pub fn best_moves(self, position: &Chess) -> Option<Vec<Move>> {
        let keeps = |&played: &Move| Some((played, !self.is_worse(position, played)?));
        let judged: Option<Vec<(Move, bool)>> = position.legal_moves().iter().map(keeps).collect();
        let kept = judged?.into_iter().filter(|(_, keeps)| *keeps);
        Some(kept.map(|(played, _)| played).collect())
    }
}

/// Tables are equal if their source is the same object.
impl PartialEq for Tables {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(self.0, other.0)
    }
}

impl Eq for Tables {}

impl Hash for Tables {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).cast::<()>().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{BlessedLoss, CursedWin, Draw, Loss, Win};

    #[test]
    fn a_result_is_worse_only_if_it_is_with_and_without_the_fifty_move_rule() {
        // It is still a win without the fifty-move rule.
        assert!(!CursedWin.is_worse_than(Win));
        // It was already a draw under the fifty-move rule.
        assert!(!Draw.is_worse_than(CursedWin));
        assert!(Draw.is_worse_than(Win));
        assert!(Loss.is_worse_than(Draw));
        assert!(!BlessedLoss.is_worse_than(Draw));
        assert!(Loss.is_worse_than(CursedWin));
        assert!(!Win.is_worse_than(Draw));
    }
}
