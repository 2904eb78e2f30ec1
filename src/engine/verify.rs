//! Verification of a record's bm and am against the engine's scores.

use shakmaty::{Move, Position};

use super::search::{Limits, Line, Request};
use super::task::{Done, Goal, Why, line_in_san, request};
use super::worker::{Trouble, Worker};
use crate::epd::Record;
use crate::epd::score::Score;

/// The parameters of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verify {
    pub limits: Limits,
    /// The minimum number of lines; more are searched to see a move that is not in bm.
    pub lines: u32,
    /// The margin in centipawns by which one move is certainly better than another.
    pub margin: i64,
}

/// The verdict on a record, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// The move is better than every other by the margin.
    Confirmed,
    /// The move is best, but another is within the margin.
    Ambiguous,
    /// Another move is as good or better, within the margin.
    Cooked,
    /// Another move is better by the margin.
    Wrong,
}

impl Judgement {
    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Ambiguous => "ambiguous",
            Self::Cooked => "cooked",
            Self::Wrong => "wrong",
        }
    }

    fn of(ours: i64, theirs: i64, margin: i64) -> Self {
        match ours - theirs {
            ahead if ahead >= margin && ahead > 0 => Self::Confirmed,
            ahead if ahead > 0 => Self::Ambiguous,
            ahead if ahead > -margin => Self::Cooked,
            _ => Self::Wrong,
        }
    }
}

/// The findings about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub judgement: Judgement,
    /// The best of the record's own moves.
    pub ours: Scored,
    /// The best of all other moves, if there is one.
    pub theirs: Option<Scored>,
    pub depth: u32,
}

/// A move in SAN with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    pub san: String,
    pub score: Score,
}

impl Verify {
    /// Searches a record without changing it.
    ///
    /// # Errors
    /// The run is over: see [`Trouble`].
    pub fn record(
        &self,
        record: &Record<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<Done<Finding>, Trouble> {
        let mut request = request(record, self.limits, self.lines.max(2))?;
        request.needs_score = true;
        if request.over().is_some() {
            return Err(Why::Over.into());
        }
        let goal = Goal::of(record)?;
        // A move in both bm and am counts as one of bm.
        let is_ours = |played: &Move| match &goal.best {
            Some(best) => best.contains(played),
            None => goal.is_met(*played),
        };
        let legal = request.position.legal_moves();
        let (ours, theirs): (Vec<Move>, Vec<Move>) = legal.into_iter().partition(is_ours);
        let analysis = worker.search_anew(&request, &mut |_, _| true)?;
        let mut notes = analysis.notes;
        let mut best = |side: &[Move]| -> Result<Option<Line>, Trouble> {
            let is_of = |line: &&Line| line.moves.first().is_some_and(|first| side.contains(first));
            let seen = analysis.lines.iter().filter(is_of);
            let seen = seen.max_by_key(|line| line.score.ce());
            if seen.is_some() || side.is_empty() {
                return Ok(seen.cloned());
            }
            // None of them is among the best, so they are searched alone.
            let alone = Request {
                lines: 1,
                moves: side.to_vec(),
                ..request.clone()
            };
            let alone = worker.search(&alone, &mut |_, _| true)?;
            notes.extend(alone.notes);
            Ok(alone.lines.into_iter().next())
        };
        let (ours, theirs) = (best(&ours)?, best(&theirs)?);
        worker.leave();
        let scored = |line: &Line| Scored {
            san: line_in_san(&request.position, line.moves.get(..1).unwrap_or_default()),
            score: line.score,
        };
        let ours = ours.as_ref().map(scored).ok_or(Why::AllAvoided)?;
        let theirs = theirs.as_ref().map(scored);
        let value = |scored: &Scored| scored.score.ce().unwrap_or_default();
        let judgement = theirs.as_ref().map_or(Judgement::Confirmed, |theirs| {
            Judgement::of(value(&ours), value(theirs), self.margin)
        });
        Ok(Done {
            line: None,
            result: Ok(Finding {
                judgement,
                ours,
                theirs,
                depth: analysis.depth,
            }),
            notes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_parts_sure_from_unsure_on_both_sides() {
        let check = |ours, theirs, expected| assert_eq!(Judgement::of(ours, theirs, 50), expected);
        check(100, 50, Judgement::Confirmed);
        check(100, 51, Judgement::Ambiguous);
        check(100, 99, Judgement::Ambiguous);
        check(100, 100, Judgement::Cooked);
        check(100, 149, Judgement::Cooked);
        check(100, 150, Judgement::Wrong);
        assert_eq!(Judgement::of(5, 5, 0), Judgement::Wrong);
        assert_eq!(Judgement::of(6, 5, 0), Judgement::Confirmed);
    }
}
