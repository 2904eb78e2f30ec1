//! Target search (the standard's pfts): checks whether the engine finds a record's best move, or avoids its mistake.

use std::time::Duration;

use shakmaty::{Chess, Move};

use super::analyse::{FOUND, WRITTEN, limit, without_result};
use super::search::{Analysis, Gathered, Limits, without_score_notes};
use super::task::{
    Done, Goal, Operations, Why, effort, is_writable, line_in_san, made, request, set,
};
use super::worker::{Trouble, Worker};
use crate::epd::score::Score;
use crate::epd::{Record, points};
use crate::suite::edit::set_operations;

/// The parameters of a target search.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub limits: Limits,
    pub lines: u32,
    /// The number of iterations that a solution must hold to end the search early.
    pub hold: Option<u32>,
}

/// The verdict on a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the move is in bm, if there is one, and not in am.
    pub is_solved: bool,
    /// The point from which the solution held, if there is one.
    pub solution: Option<Solution>,
    /// The points of the move and the maximum, if the record scores its moves.
    pub points: Option<(i64, i64)>,
}

/// The point of a search from which the solution held to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
}

impl Target {
    /// Searches a record. Writes pm, acd, acn and acs, the engine and the limit, and the point from which the
    /// solution held; updates pv and ce if the record has them, as they would belong to another search.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn record(
        &self,
        record: &Record<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<Done<Verdict>, Trouble> {
        match self.search(record, worker) {
            Err(Trouble::Record(why @ Why::Engine(_))) => Ok(given_up(record, why)),
            done => done,
        }
    }

    fn search(
        &self,
        record: &Record<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<Done<Verdict>, Trouble> {
        let request = request(record, self.limits, self.lines)?;
        if request.over().is_some() {
            return Err(Why::Over.into());
        }
        let goal = Goal::of(record)?;
        is_writable(record, &WRITTEN)?;
        is_writable(record, &FOUND)?;
        let mut held = Held::default();
        let analysis = worker.search_anew(&request, &mut |gathered, line| {
            held.see(gathered, line, &goal);
            self.hold.is_none_or(|enough| held.iterations < enough)
        })?;
        worker.leave();
        let played = analysis.best().and_then(|line| line.moves.first().copied());
        let played = played.ok_or(Why::Over)?;
        let is_solved = goal.is_met(played);
        let solution = is_solved.then(|| held.since.unwrap_or(Solution::at_the_end(&analysis)));
        let verdict = Verdict {
            is_solved,
            solution,
            points: points_of(record, played),
        };
        let mut operations = operations(record, &request.position, &analysis, solution);
        let limit = limit(self.limits, self.lines, self.hold);
        operations.extend(made(&analysis.engine, &limit));
        Ok(Done {
            line: set_operations(record, &operations)?,
            result: Ok(verdict),
            notes: match record.operation("ce") {
                Some(_) => analysis.notes,
                // A missing score does not matter where none is written.
                None => without_score_notes(analysis.notes),
            },
        })
    }

    /// Returns the verdict on a searched record, from its pm against its bm and am.
    pub fn judge(record: &Record<'_>) -> Option<Verdict> {
        let goal = Goal::of(record).ok()?;
        let played = record.moves("pm").next()?;
        let is_solved = goal.is_met(played);
        Some(Verdict {
            is_solved,
            solution: is_solved.then(|| Solution::of(record)).flatten(),
            points: points_of(record, played),
        })
    }
}

impl Solution {
    /// Reads the solution from a record.
    fn of(record: &Record<'_>) -> Option<Self> {
        let number = |opcode: &str| -> Option<u64> {
            let operation = record.operation(opcode)?;
            record.operands_text(operation).trim().parse().ok()
        };
        let [depth, nodes, millis] = FOUND.map(number);
        Some(Self {
            depth: u32::try_from(depth?).ok()?,
            nodes: nodes?,
            time: Duration::from_millis(millis?),
        })
    }

    /// Returns a solution that was found only at the end.
    fn at_the_end(analysis: &Analysis) -> Self {
        Self {
            depth: analysis.depth,
            nodes: analysis.nodes,
            time: analysis.time,
        }
    }
}

/// The point from which the best move has been a solution without a break.
#[derive(Debug, Default)]
struct Held {
    since: Option<Solution>,
    /// The number of iterations since then.
    iterations: u32,
    depth: u32,
}

impl Held {
    fn see(&mut self, gathered: &Gathered, line: u32, goal: &Goal) {
        let Some(played) = gathered.best().filter(|_| line == 1) else {
            return;
        };
        let now = Solution {
            depth: gathered.depth(),
            nodes: gathered.nodes(),
            time: gathered.time(),
        };
        self.note(goal.is_met(played), now);
    }

    fn note(&mut self, is_met: bool, now: Solution) {
        if !is_met {
            *self = Self::default();
            return;
        }
        // An iteration may report its line more than once.
        if self.since.is_none() || now.depth > self.depth {
            self.iterations += 1;
        }
        self.depth = now.depth;
        self.since.get_or_insert(now);
    }
}

/// Returns a record that the engine failed at. If `pm` shows an earlier run, its whole result is removed, since none
/// of it belongs to this run.
fn given_up(record: &Record<'_>, why: Why) -> Done<Verdict> {
    let mut done = Done {
        line: None,
        result: Err(why),
        notes: Vec::new(),
    };
    if record.operation("pm").is_some()
        && let Ok(Some(line)) = set_operations(record, &without_result())
    {
        done.line = Some(line);
        done.notes.push("the result of an earlier run was removed");
    }
    done
}

fn operations(
    record: &Record<'_>,
    position: &Chess,
    analysis: &Analysis,
    solution: Option<Solution>,
) -> Operations {
    let moves = analysis.best().map(|line| line.moves.as_slice());
    let moves = moves.unwrap_or_default();
    let first = moves.get(..1).unwrap_or_default();
    let mut operations = vec![set("pm", line_in_san(position, first))];
    operations.extend(effort(analysis));
    if record.operation("pv").is_some() {
        operations.push(set("pv", line_in_san(position, moves)));
    }
    // An existing `ce` belongs to another search.
    if record.operation("ce").is_some() {
        let ce = analysis.score().and_then(Score::ce);
        operations.push(("ce".to_owned(), ce.map(|ce| ce.to_string())));
    }
    let found = solution.map(|found| {
        let millis = found.time.as_millis();
        [u128::from(found.depth), u128::from(found.nodes), millis]
    });
    for (at, opcode) in FOUND.into_iter().enumerate() {
        let number = found.and_then(|found| found.get(at).copied());
        operations.push((opcode.to_owned(), number.map(|number| number.to_string())));
    }
    operations
}

/// Returns the points of a move, and the maximum for the record.
fn points_of(record: &Record<'_>, played: Move) -> Option<(i64, i64)> {
    let scored = points::of(record)?.scored()?;
    let most = scored.iter().map(|(_, points)| *points).max()?;
    let got = scored.iter().find(|(named, _)| *named == Some(played));
    Some((got.map_or(0, |(_, points)| *points), most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::Line;
    use crate::epd::{ReadOptions, moves};

    const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    fn solution(depth: u32) -> Solution {
        Solution {
            depth,
            nodes: u64::from(depth) * 100,
            time: Duration::from_millis(depth.into()),
        }
    }

    #[test]
    fn solved_is_in_bm_if_there_is_one_and_not_in_am() {
        let check = |operations: &str, expected: Option<bool>| {
            let line = format!("{PAWN} {operations}");
            let record = Record::read(line.as_bytes(), &ReadOptions::default());
            let verdict = Target::judge(&record);
            assert_eq!(
                verdict.map(|verdict| verdict.is_solved),
                expected,
                "{operations}"
            );
        };
        check("bm e4; pm e4;", Some(true));
        check("bm e3 e4; pm e4;", Some(true));
        check("bm e4; pm e3;", Some(false));
        check("am e4; pm e3;", Some(true));
        check("am e4; pm e4;", Some(false));
        check("am e3; bm e4; pm Kd2;", Some(false));
        check("bm; am; pm e4;", None);
        check("bm e4;", None);
        check("pm e4;", None);
        check("bm e4 Qh5; pm e4;", None);
    }

    #[test]
    fn what_stands_of_another_search_goes() {
        let position = Record::read(PAWN.as_bytes(), &ReadOptions::default());
        let position = position.position().expect("it can be read").clone();
        let best = moves::read(&position, b"e4").result.expect("legal");
        let mut analysis = Analysis {
            lines: vec![Line {
                moves: vec![best],
                score: Score::Centipawns(31),
                bound: None,
                depth: 5,
                selective_depth: 5,
            }],
            ..Analysis::default()
        };
        let ce = |record: &str, analysis: &Analysis| {
            let record = Record::read(record.as_bytes(), &ReadOptions::default());
            let operations = operations(&record, &position, analysis, None);
            let mut found = operations.into_iter().filter(|(opcode, _)| opcode == "ce");
            found.next().map(|(_, operands)| operands)
        };
        let old = format!("{PAWN} ce 515;");
        assert_eq!(ce(&old, &analysis), Some(Some("31".into())));
        assert_eq!(ce(PAWN, &analysis), None);
        analysis.is_unscored = true;
        assert_eq!(ce(&old, &analysis), Some(None));
    }

    #[test]
    fn a_solution_counts_from_where_it_was_held_to_the_end() {
        let mut held = Held::default();
        for (depth, is_met) in [(1, true), (2, false), (3, true), (3, true), (4, true)] {
            held.note(is_met, solution(depth));
        }
        assert_eq!((held.since, held.iterations), (Some(solution(3)), 2));
        held.note(false, solution(5));
        assert_eq!((held.since, held.iterations), (None, 0));
    }

    #[test]
    fn points_are_those_of_the_move_by_whichever_list_there_is() {
        let check = |operations: &str, word: &str, expected: Option<(i64, i64)>| {
            let line = format!("{PAWN} bm e4; {operations}");
            let record = Record::read(line.as_bytes(), &ReadOptions::default());
            let position = record.position().expect("legal");
            let played = moves::read(position, word.as_bytes())
                .result
                .expect("a move");
            assert_eq!(points_of(&record, played), expected, "{operations} {word}");
        };
        let scored = "c0 \"e4=10, e3=7, Kd2=1\";";
        check(scored, "e4", Some((10, 10)));
        check(scored, "e3", Some((7, 10)));
        check(scored, "Kf2", Some((0, 10)));
        check("c7 \"e4 e3\"; c8 \"10 4\";", "e3", Some((4, 10)));
        check("c8 \"100 64\"; c9 \"e2e4 e2e3\";", "e3", Some((64, 100)));
        check("c0 \"e4=10 e3=7\";", "e3", Some((7, 10)));
        check("c0 \"a pawn\";", "e4", None);
    }
}
