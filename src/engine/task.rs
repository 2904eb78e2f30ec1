//! The result of processing one record; and target search (the standard's pfts), which checks whether the engine
//! finds a record's best move, or avoids its mistake.

use crate::engine::analyse::{limit, without_result};
use crate::engine::command::Failure;
use crate::engine::mates::{MateVerdict, distances, stated};
use crate::engine::search::{Analysis, Limits, Request, SearchResults, without_score_notes};
use crate::engine::worker::{Trouble, Worker};
use crate::epd::edit::Refusal;
use crate::epd::operand::LONGEST_STRING;
use crate::epd::score::Score;
use crate::epd::{Code, Record, moves, points};
use crate::suite::edit::{FOUND_MATE, MADE, RESULT, SOLVED, refused, set_operations};
use shakmaty::{Chess, Move, Position};
use std::time::Duration;

/// A processed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessedRecord<T> {
    /// The new line; `None` if the record is left unchanged.
    pub line: Option<Vec<u8>>,
    /// The result, or the reason why there is none.
    pub result: Result<T, Reason>,
    /// Notes on harmless oddities.
    pub notes: Vec<&'static str>,
}

impl<T> ProcessedRecord<T> {
    /// Returns a result, with the new line if there is one.
    pub(crate) fn found(line: Option<Vec<u8>>, found: T) -> Self {
        Self {
            line,
            result: Ok(found),
            notes: Vec::new(),
        }
    }

    /// Turns the trouble of a single record into an unchanged record with the reason; any other ends the run.
    ///
    /// # Errors
    /// The trouble ends the run.
    pub fn of(done: Result<Self, Trouble>) -> Result<Self, Trouble> {
        match done {
            Err(Trouble::Record(why)) => Ok(Self {
                line: None,
                result: Err(why),
                notes: Vec::new(),
            }),
            done => done,
        }
    }
}

/// An engine's answer about a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The operations to change; none if the record is right.
    pub operations: Operations,
    /// The answer in words: `Rd7 +3.20, Qg6 +0.40`.
    pub words: String,
}

/// Opcodes with their operands as written, or `None` to remove the operation.
pub type Operations = Vec<(String, Option<String>)>;

pub(super) fn set(opcode: impl Into<String>, operands: impl ToString) -> (String, Option<String>) {
    (opcode.into(), Some(operands.to_string()))
}

/// Returns the first moves of the lines with their scores.
pub(super) fn in_words(position: &Chess, analysis: &Analysis) -> String {
    let lines = analysis.lines.iter().map(|line| {
        let first = line.moves.get(..1).unwrap_or_default();
        format!("{} {}", line_in_san(position, first), line.score.text())
    });
    lines.collect::<Vec<_>>().join(", ")
}

/// The reason why a record has no result. Records with one reason share its text, except for engine failures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The record has no legal position.
    #[error("the position is illegal")]
    Position,
    #[error("there is no bm or am")]
    NoMoves,
    #[error("there is no bm, no am and no mate to find")]
    NoAim,
    #[error("different mates are stated (dm, bm or ce)")]
    Mates,
    #[error("a move of {0} is illegal or can't be read")]
    Moves(&'static str),
    /// bm has the distance of a mate, as in `bm #3`.
    #[error("{0} is a mate distance, not a move")]
    Distance(&'static str),
    /// bm or am may be among the operands of another operation.
    #[error("{0} may be hidden among other operands (swallowed-operation)")]
    Hidden(&'static str),
    #[error("am names every legal move")]
    AllAvoided,
    #[error("bm is wrong by the tablebases (tablebase-bm)")]
    Tablebase,
    /// The side to move is mated or stalemated.
    #[error("there is no legal move")]
    Over,
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Engine(#[from] Failure),
}

pub(super) fn request(record: &Record<'_>, limits: Limits, lines: u32) -> Result<Request, Reason> {
    let mut request = Request::of(record, limits).ok_or(Reason::Position)?;
    // Some engines count lines beyond the number of legal moves.
    let moves = u32::try_from(request.position.legal_moves().len()).unwrap_or(u32::MAX);
    request.lines = lines.clamp(1, moves.max(1));
    Ok(request)
}

/// Checks before a search that its result can be written into the record.
pub(super) fn is_writable(record: &Record<'_>, opcodes: &[&str]) -> Result<(), Reason> {
    refused(record, opcodes).map_or(Ok(()), |refusal| Err(Reason::Refused(refusal)))
}

/// Returns the moves of an operation if all can be read; `None` if the record lacks the operation, or has it without
/// a move.
pub(super) fn moves_of(
    record: &Record<'_>,
    opcode: &'static str,
) -> Result<Option<Vec<Move>>, Reason> {
    if record.hidden_opcodes().any(|hidden| hidden == opcode) {
        return Err(Reason::Hidden(opcode));
    }
    let operations = record.operations().iter();
    let operations = operations.filter(|operation| record.opcode(operation) == opcode);
    let words: usize = operations
        .map(|operation| record.operands_of(operation).len())
        .sum();
    let moves: Vec<Move> = record.moves(opcode).collect();
    match moves.len() == words {
        true => Ok((!moves.is_empty()).then_some(moves)),
        false if opcode == "bm" && distances(record).next().is_some() => {
            Err(Reason::Distance(opcode))
        }
        false => Err(Reason::Moves(opcode)),
    }
}

#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub best: Option<Vec<Move>>,
    pub avoid: Option<Vec<Move>>,
}

impl Goal {
    pub(super) fn of(record: &Record<'_>) -> Result<Self, Reason> {
        let goal = Self {
            best: moves_of(record, "bm")?,
            avoid: moves_of(record, "am")?,
        };
        match (&goal.best, &goal.avoid) {
            (None, None) => Err(Reason::NoMoves),
            _ => Ok(goal),
        }
    }

    pub(super) fn is_met(&self, played: Move) -> bool {
        let is_in = |moves: &Vec<Move>| moves.contains(&played);
        self.best.as_ref().is_none_or(is_in) && !self.avoid.as_ref().is_some_and(is_in)
    }
}

/// The aim of a target search: moves, or a mate in a number of full moves, negative if the side to move is mated.
#[derive(Clone, Debug)]
enum Aim {
    Moves(Goal),
    Mate(i64),
}

impl Aim {
    fn of(record: &Record<'_>) -> Result<Self, Reason> {
        match (Goal::of(record), stated(record)) {
            (Err(Reason::NoMoves | Reason::Distance(_)), Ok(Some(moves))) => Ok(Self::Mate(moves)),
            (Err(Reason::NoMoves | Reason::Distance(_)), Err(why)) => Err(why),
            (Err(Reason::NoMoves), Ok(None)) => Err(Reason::NoAim),
            (goal, _) => goal.map(Self::Moves),
        }
    }

    /// Returns true if the best line so far meets the aim; `None` while that is unknown.
    fn is_met(&self, gathered: &SearchResults) -> Option<bool> {
        match self {
            Self::Moves(goal) => Some(goal.is_met(gathered.best()?)),
            Self::Mate(moves) => {
                Some(MateVerdict::of_score(*moves, Some(gathered.score()?)).is_solved())
            }
        }
    }
}

/// Returns consecutive moves in SAN.
pub fn line_in_san(position: &Chess, line: &[Move]) -> String {
    moves::line(position, line, moves::san)
}

/// Returns the operations that name the engine, limit and options of an analysis. An unknown value removes its
/// operation, which would be of another search; the operations of older versions are always removed.
pub(super) fn made(analysis: &Analysis, limit: &str) -> [(String, Option<String>); 4] {
    let run = [limit, &analysis.options].into_iter();
    let run: Vec<&str> = run.filter(|words| !words.is_empty()).collect();
    let words = [
        analysis.engine.clone(),
        run.join(", "),
        String::new(),
        String::new(),
    ];
    let mut words = words.into_iter();
    MADE.map(|opcode| {
        let words = words.next().filter(|words| !words.is_empty());
        (opcode.to_owned(), words.map(|words| quoted(&words)))
    })
}

/// Returns text as a string that every reader accepts: printable ASCII without quotes, cut to the longest string
/// allowed.
pub(super) fn quoted(words: &str) -> String {
    let words = words.chars().map(|c| match c {
        '"' => '\'',
        ' '..='~' => c,
        _ => '?',
    });
    format!("\"{}\"", words.take(LONGEST_STRING).collect::<String>())
}

/// Returns depth, nodes and seconds as operations; a value that the engine did not report removes its operation. The
/// standard has whole seconds: a search of less than half a second took 0.
pub(super) fn effort(analysis: &Analysis) -> [(String, Option<String>); 3] {
    let seconds = (analysis.time.as_millis() + 500) / 1000;
    let operation = |opcode: &str, number: Option<u128>| {
        let number = number.map(|number| number.min(i64::MAX as u128).to_string());
        (opcode.to_owned(), number)
    };
    let known = |number: u128| (number > 0).then_some(number);
    [
        operation("acd", known(analysis.depth.into())),
        operation("acn", known(analysis.nodes.into())),
        operation("acs", Some(seconds)),
    ]
}

/// The parameters of a target search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub limits: Limits,
    pub lines: u32,
    /// The number of iterations that a solution must hold to end the search early.
    pub hold: Option<u32>,
}

/// The verdict on a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the move is in bm, if there is one, and not in am; or the mate is as short as stated, or shorter.
    pub is_solved: bool,
    /// The point from which the solution held, if there is one.
    pub solution: Option<Solution>,
    /// The points of the move and the maximum, if the record scores its moves.
    pub points: Option<(i64, i64)>,
    /// The mate found beside the one stated, if that was the aim.
    pub mate: Option<MateVerdict>,
}

/// The point of a search from which the solution held to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
}

impl Target {
    /// Searches a record. Writes pm, acd, acn and acs, the engine and the limit, and the point from which the solution
    /// held; updates pv if the record has one, and ce if an earlier run wrote it. If the aim is a mate, also writes the
    /// mate found, and pv if it is as short as stated, but leaves ce, which may state the mate.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn record(
        &self,
        record: &Record<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<ProcessedRecord<Verdict>, Trouble> {
        match self.search(record, worker) {
            Err(Trouble::Record(why @ Reason::Engine(_))) => Ok(given_up(record, why)),
            done => done,
        }
    }

    fn search(
        &self,
        record: &Record<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<ProcessedRecord<Verdict>, Trouble> {
        let (answer, verdict, notes) = self.answer(record, worker)?;
        worker.leave();
        Ok(ProcessedRecord {
            line: set_operations(record, &answer.operations)?,
            result: Ok(verdict),
            notes,
        })
    }

    /// Searches a record; returns the operations to write, the verdict, and notes on harmless oddities.
    pub(super) fn answer(
        &self,
        record: &Record<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<(Answer, Verdict, Vec<&'static str>), Trouble> {
        let request = request(record, self.limits, self.lines)?;
        if request.over().is_some() {
            return Err(Reason::Over.into());
        }
        if record
            .diagnostics()
            .iter()
            .any(|found| found.code == Code::TablebaseBm)
        {
            return Err(Reason::Tablebase.into());
        }
        let aim = Aim::of(record)?;
        is_writable(
            record,
            &[&RESULT[..], &MADE, &SOLVED, &[FOUND_MATE]].concat(),
        )?;
        let mut held = SolutionStreak::default();
        let searched = worker.search_anew(&request, &mut |gathered, line| {
            held.see(gathered, line, &aim);
            self.hold.is_none_or(|enough| held.iterations < enough)
        });
        let limit = limit(self.limits, self.lines, self.hold);
        let analysis = match (searched, &aim) {
            (Err(Trouble::Record(Reason::Engine(failure))), Aim::Mate(stated))
                if failure.is_false_mate() =>
            {
                let mate = MateVerdict::wrong(*stated, &failure);
                return Ok(wrong(record, mate, worker, &limit));
            }
            (searched, _) => searched?,
        };
        let played = analysis.best().and_then(|line| line.moves.first().copied());
        let played = played.ok_or(Reason::Over)?;
        let (is_solved, mate) = match aim {
            Aim::Moves(goal) => (goal.is_met(played), None),
            Aim::Mate(stated) => {
                let mate = MateVerdict::of_score(stated, analysis.score());
                (mate.is_solved(), Some(mate))
            }
        };
        let verdict = Verdict {
            is_solved,
            solution: is_solved.then(|| held.since.unwrap_or(Solution::at_the_end(&analysis))),
            points: points_of(record, played),
            mate,
        };
        let mut operations = operations(record, &request.position, &analysis, &verdict);
        operations.extend(made(&analysis, &limit));
        let answer = Answer {
            operations,
            words: in_words(&request.position, &analysis),
        };
        let has_score = answer.operations.iter().any(|(opcode, _)| opcode == "ce");
        let notes = match verdict.mate.is_some() || has_score {
            true => analysis.notes,
            // A missing score does not matter where none is written.
            false => without_score_notes(analysis.notes),
        };
        Ok((answer, verdict, notes))
    }

    /// Returns true if a record has moves or a mate to find, without contradictions.
    pub(super) fn has_aim(record: &Record<'_>) -> bool {
        Aim::of(record).is_ok()
    }

    /// Returns the verdict on a searched record: compares its pm with its bm and am, or the mate found with the one
    /// stated; `None` if either is missing or contradictory.
    pub fn judge(record: &Record<'_>) -> Option<Verdict> {
        let mut moves = record.moves("pm");
        let played = moves.next();
        if moves.any(|other| Some(other) != played) {
            return None;
        }
        let points = played.and_then(|played| points_of(record, played));
        let (is_solved, mate) = match Aim::of(record).ok()? {
            Aim::Moves(goal) => (goal.is_met(played?), None),
            Aim::Mate(stated) => {
                let mate = MateVerdict::read(record, stated)?;
                (mate.is_solved(), Some(mate))
            }
        };
        Some(Verdict {
            is_solved,
            solution: is_solved.then(|| Solution::of(record)).flatten(),
            points,
            mate,
        })
    }
}

impl Solution {
    fn of(record: &Record<'_>) -> Option<Self> {
        let number = |opcode: &str| -> Option<u64> {
            let operation = record.operation(opcode)?;
            record.operands_text(operation).trim().parse().ok()
        };
        let [depth, nodes, millis] = SOLVED.map(number);
        Some(Self {
            depth: u32::try_from(depth?).ok()?,
            nodes: nodes?,
            time: Duration::from_millis(millis?),
        })
    }

    fn at_the_end(analysis: &Analysis) -> Self {
        Self {
            depth: analysis.depth,
            nodes: analysis.nodes,
            time: analysis.time,
        }
    }
}

/// The streak of reports, up to now, in which the best move is a solution.
#[derive(Debug, Default)]
struct SolutionStreak {
    since: Option<Solution>,
    /// The number of iterations since then.
    iterations: u32,
    depth: u32,
}

impl SolutionStreak {
    fn see(&mut self, gathered: &SearchResults, line: u32, aim: &Aim) {
        let Some(is_met) = aim.is_met(gathered).filter(|_| line == 1) else {
            return;
        };
        let now = Solution {
            depth: gathered.depth(),
            nodes: gathered.nodes(),
            time: gathered.time(),
        };
        self.note(is_met, now);
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

/// Returns true if an earlier run wrote the record's `pv` and `ce`: `pv` begins with `pm`. A test writes no `pv` for
/// a mate that it did not find as stated.
fn has_line_of_run(record: &Record<'_>) -> bool {
    let first = |opcode| record.moves(opcode).next();
    let mate = Target::judge(record).and_then(|verdict| verdict.mate);
    first("pm").is_some() && first("pm") == first("pv") && mate.is_none_or(|mate| mate.is_solved())
}

/// Returns operations that remove the result of an earlier run, but not a `pv` and `ce` that no run wrote, nor a `ce`
/// that states the mate to find.
fn without_earlier(record: &Record<'_>) -> Operations {
    let has_line = has_line_of_run(record);
    let is_mate = matches!(Aim::of(record), Ok(Aim::Mate(_)));
    let mut operations = without_result();
    operations.retain(|(opcode, _)| match opcode.as_str() {
        "pv" => has_line,
        "ce" => has_line && !is_mate,
        _ => true,
    });
    operations
}

/// Returns the outcome of a record that the engine failed at. If `pm` or the mate found reveals an earlier run, its
/// whole result is removed, since none of it is of this run.
fn given_up(record: &Record<'_>, why: Reason) -> ProcessedRecord<Verdict> {
    let mut done = ProcessedRecord {
        line: None,
        result: Err(why),
        notes: Vec::new(),
    };
    let is_of_run = |opcode: &&str| record.operation(opcode).is_some();
    if ["pm", FOUND_MATE].iter().any(is_of_run)
        && let Ok(Some(line)) = set_operations(record, &without_earlier(record))
    {
        done.line = Some(line);
        done.notes.push("the result of an earlier run was removed");
    }
    done
}

/// Returns the outcome of a record for which the engine claims a mate that its line contradicts.
fn wrong(
    record: &Record<'_>,
    mate: MateVerdict,
    worker: &Worker<'_>,
    limit: &str,
) -> (Answer, Verdict, Vec<&'static str>) {
    let mut operations = without_earlier(record);
    operations.retain(|(opcode, _)| opcode != FOUND_MATE && !MADE.contains(&opcode.as_str()));
    operations.push(set(FOUND_MATE, mate.operand()));
    operations.extend(made(&worker.empty_analysis(), limit));
    let answer = Answer {
        operations,
        words: "a mate that its line contradicts".to_owned(),
    };
    let verdict = Verdict {
        mate: Some(mate),
        ..Verdict::default()
    };
    (answer, verdict, Vec::new())
}

fn operations(
    record: &Record<'_>,
    position: &Chess,
    analysis: &Analysis,
    verdict: &Verdict,
) -> Operations {
    let mate = verdict.mate.as_ref();
    let moves = analysis.best().map(|line| line.moves.as_slice());
    let moves = moves.unwrap_or_default();
    let first = moves.get(..1).unwrap_or_default();
    let mut operations = vec![set("pm", line_in_san(position, first))];
    operations.extend(effort(analysis));
    let has_line = match mate {
        Some(mate) => mate.is_solved(),
        None => record.operation("pv").is_some(),
    };
    let has_earlier = has_line_of_run(record);
    if has_line || has_earlier {
        operations.push((
            "pv".to_owned(),
            has_line.then(|| line_in_san(position, moves)),
        ));
    }
    operations.push((FOUND_MATE.to_owned(), mate.map(MateVerdict::operand)));
    // The `ce` of an earlier run belongs to another search, unless it states the mate.
    if mate.is_none() && has_earlier && record.operation("ce").is_some() {
        let ce = analysis.score().and_then(Score::ce);
        operations.push(("ce".to_owned(), ce.map(|ce| ce.to_string())));
    }
    let found = verdict.solution.map(|found| {
        let millis = found.time.as_millis();
        [u128::from(found.depth), u128::from(found.nodes), millis]
    });
    for (at, opcode) in SOLVED.into_iter().enumerate() {
        let number = found.and_then(|found| found.get(at).copied());
        operations.push((opcode.to_owned(), number.map(|number| number.to_string())));
    }
    operations
}

fn points_of(record: &Record<'_>, played: Move) -> Option<(i64, i64)> {
    let scored = points::of(record)?.scored()?;
    let most = scored.iter().map(|(_, points)| *points).max()?;
    let got = scored.iter().find(|(named, _)| *named == Some(played));
    Some((got.map_or(0, |(_, points)| *points), most))
}

#[cfg(test)]
mod tests;
