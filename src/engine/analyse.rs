//! The tasks of an engine on one record: an analysis (the standard's pfga), which writes line, score and effort
//! into the record; a verification of its bm and am by the engine's scores; and an [`Inquiry`], which proposes
//! changes instead of writing them.

use crate::engine::search::{Analysis, Limits, Line, Request};
use crate::engine::task::{
    Answer, Goal, Operations, ProcessedRecord, Reason, Target, effort, in_words, is_writable,
    line_in_san, made, moves_of, request, set,
};
use crate::engine::worker::{Trouble, Worker};
use crate::epd::Record;
use crate::epd::moves::{MOST_LINES, line_as_string};
use crate::epd::score::Score;
use crate::suite::edit::{MADE, RESULT, further_lines, opcodes_of_search, set_operations};
use shakmaty::{Chess, Move, Position};

/// The parameters of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analyse {
    pub limits: Limits,
    /// The number of lines; those after the first are written as `Pv2`, a string, with `Ce2`, and so on.
    pub lines: u32,
}

impl Analyse {
    /// Returns the limit of a search in words: `nodes 20000, multipv 3`.
    pub fn limit(&self) -> String {
        limit(self.limits, self.lines, None)
    }

    /// Searches a record, and writes pv, ce, pm, acd, acn and acs, the engine and the limit.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn record(
        &self,
        record: &Record<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<ProcessedRecord<()>, Trouble> {
        let (answer, notes) = self.answer(record, self.lines.min(u32::from(MOST_LINES)), worker)?;
        worker.leave();
        Ok(ProcessedRecord {
            line: set_operations(record, &answer.operations)?,
            result: Ok(()),
            notes,
        })
    }

    /// Searches a record for `lines` lines; returns the operations to write, and notes on harmless oddities.
    pub(super) fn answer(
        &self,
        record: &Record<'_>,
        lines: u32,
        worker: &mut Worker<'_>,
    ) -> Result<(Answer, Vec<&'static str>), Trouble> {
        let request = request(record, self.limits, lines)?;
        is_writable(record, &[&RESULT[..], &MADE].concat())?;
        if let Some(score) = request.over() {
            let words = match score.plies() {
                Some(_) => "checkmate",
                None => "stalemate",
            };
            let answer = Answer {
                operations: over(score),
                words: words.to_owned(),
            };
            return Ok((answer, Vec::new()));
        }
        let analysis = worker.search_anew(&request, &mut |_, _| true)?;
        let words = in_words(&request.position, &analysis);
        let answer = Answer {
            operations: operations_of(&request.position, &analysis, &self.limit()),
            words: format!("{words} · depth {}", analysis.depth),
        };
        Ok((answer, analysis.notes))
    }
}

pub(super) fn limit(limits: Limits, lines: u32, hold: Option<u32>) -> String {
    let lines = (lines > 1).then(|| format!("multipv {lines}"));
    let hold = hold.map(|hold| format!("hold {hold}"));
    let all = [Some(limits.in_words()), lines, hold];
    let given = all.into_iter().flatten().filter(|words| !words.is_empty());
    given.collect::<Vec<_>>().join(", ")
}

/// Returns the operations for a game that is over: an empty line, and no move.
fn over(score: Score) -> Operations {
    let ce = score.ce().unwrap_or_default();
    let mut operations = vec![
        set("pv", ""),
        set("ce", ce),
        ("pm".into(), None),
        ("sm".into(), None),
    ];
    operations.extend([set("acd", 0), set("acn", 0), set("acs", 0)]);
    operations.extend(made(&Analysis::default(), ""));
    operations.extend(further(0, |_| None));
    operations
}

/// Returns operations that remove everything written by an analysis or a test.
pub(crate) fn without_result() -> Operations {
    opcodes_of_search().map(|opcode| (opcode, None)).collect()
}

/// Returns the analysis of a position as operations; see [`set_operations`]. `limit` is the limit of the search in
/// words.
pub fn operations_of(position: &Chess, analysis: &Analysis, limit: &str) -> Operations {
    let Some(best) = analysis.best() else {
        return Vec::new();
    };
    let first = best.moves.get(..1).unwrap_or_default();
    let mut operations = vec![
        set("pv", line_in_san(position, &best.moves)),
        (
            "ce".into(),
            analysis
                .score()
                .and_then(Score::ce)
                .map(|ce| ce.to_string()),
        ),
        set("pm", line_in_san(position, first)),
    ];
    operations.extend(effort(analysis));
    operations.extend(made(analysis, limit));
    operations.extend(further(analysis.lines.len(), |at| {
        let line = analysis.lines.get(at)?;
        Some((
            line.score.ce()?,
            line_as_string(&line_in_san(position, &line.moves)),
        ))
    }));
    operations
}

/// Returns the operations of the lines after the first, and removes those of lines that no longer exist.
fn further(
    count: usize,
    line: impl Fn(usize) -> Option<(i64, String)>,
) -> impl Iterator<Item = (String, Option<String>)> {
    further_lines().flat_map(move |(number, [of_score, of_moves])| {
        let (ce, pv) = line(number - 1).filter(|_| number <= count).unzip();
        [(of_score, ce.map(|ce| ce.to_string())), (of_moves, pv)]
    })
}

/// A query to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// Write the line, score and effort.
    Analyse(Analyse),
    /// Verify the best move, or find one where it is missing.
    Verify(Verify),
    /// Write whether the best move is found, as a test run does.
    Test(Target),
}

impl Inquiry {
    /// Searches a record without changing it.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn record(&self, record: &Record<'_>, worker: &mut Worker<'_>) -> Result<Answer, Trouble> {
        match self {
            Self::Analyse(analyse) => Ok(analyse.answer(record, analyse.lines, worker)?.0),
            Self::Test(target) => Ok(target.answer(record, worker)?.0),
            Self::Verify(verify) => match verify.record(record, worker) {
                Err(Trouble::Record(Reason::NoMoves)) => best_of(verify, record, worker),
                found => Ok(proposal(record, &found?.result?)?),
            },
        }
    }
}

/// Returns the best move for a record that names none.
fn best_of(
    verify: &Verify,
    record: &Record<'_>,
    worker: &mut Worker<'_>,
) -> Result<Answer, Trouble> {
    let mut request = request(record, verify.limits, verify.lines.max(2))?;
    request.needs_score = true;
    let mut analysis = worker.search_anew(&request, &mut |_, _| true)?;
    rank(&mut analysis);
    let best = analysis.best().and_then(|line| line.moves.get(..1));
    let best = best.map(|first| line_in_san(&request.position, first));
    Ok(Answer {
        operations: vec![("bm".to_owned(), best)],
        words: in_words(&request.position, &analysis),
    })
}

/// Sorts the lines by score. A stopped search has lines of two iterations, so the engine's choice may score lower
/// than another line; but the move proposed must be the best by the scores shown with it.
fn rank(analysis: &mut Analysis) {
    let lines = &mut analysis.lines;
    lines.sort_by_key(|line| std::cmp::Reverse(line.score.ce()));
}

fn in_san(record: &Record<'_>, opcode: &'static str) -> Result<Vec<String>, Reason> {
    let Some(position) = record.position() else {
        return Err(Reason::Position);
    };
    let moves = moves_of(record, opcode)?.unwrap_or_default();
    let san = |played: &Move| line_in_san(position, std::slice::from_ref(played));
    Ok(moves.iter().map(san).collect())
}

/// Returns the change that corrects the record: the engine's move replaces a wrong bm or is added to an equal one,
/// and an am that is as good as any other move is removed. A bm that is slightly better counts as right.
fn proposal(record: &Record<'_>, finding: &Finding) -> Result<Answer, Reason> {
    let (best, avoid) = (in_san(record, "bm")?, in_san(record, "am")?);
    let mut scored = vec![&finding.ours];
    scored.extend(&finding.theirs);
    scored.sort_by_key(|scored| std::cmp::Reverse(scored.score.ce()));
    let words: Vec<String> = scored
        .iter()
        .map(|scored| format!("{} {}", scored.san, scored.score.text()))
        .collect();
    let mut operations = Operations::new();
    let is_right = matches!(
        finding.judgement,
        Judgement::Confirmed | Judgement::Ambiguous
    );
    if let (Some(theirs), false) = (&finding.theirs, is_right) {
        let mut set = |opcode: &str, moves: Vec<String>| {
            let operands = (!moves.is_empty()).then(|| moves.join(" "));
            operations.push((opcode.to_owned(), operands));
        };
        if !best.is_empty() {
            let mut moves = match finding.judgement {
                Judgement::Wrong => Vec::new(),
                _ => best,
            };
            moves.push(theirs.san.clone());
            set("bm", moves);
        }
        if avoid.contains(&theirs.san) {
            let others = avoid.into_iter().filter(|san| *san != theirs.san);
            set("am", others.collect());
        }
    }
    Ok(Answer {
        operations,
        words: words.join(", "),
    })
}

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
    pub ours: ScoredMove,
    /// The best of all other moves, if there is one.
    pub theirs: Option<ScoredMove>,
    pub depth: u32,
}

/// A move in SAN with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
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
    ) -> Result<ProcessedRecord<Finding>, Trouble> {
        let mut request = request(record, self.limits, self.lines.max(2))?;
        request.needs_score = true;
        if request.over().is_some() {
            return Err(Reason::Over.into());
        }
        let goal = Goal::of(record)?;
        // A move in both bm and am counts as one of bm.
        let is_ours = |played: &Move| match &goal.best {
            Some(best) => best.contains(played),
            None => goal.is_met(*played),
        };
        let legal = request.position.legal_moves();
        let (mut ours, mut theirs): (Vec<Move>, Vec<Move>) =
            legal.iter().copied().partition(is_ours);
        // The tablebases' result of a move takes precedence over its score.
        let fails = |&played: &Move| {
            let tables = record.options().tables;
            let is_worse = tables.and_then(|tables| tables.is_worse(&request.position, played));
            is_worse == Some(true)
        };
        let is_wrong = match &goal.best {
            Some(_) => ours.iter().any(fails),
            None => !ours.is_empty() && ours.iter().all(fails),
        };
        let known = match is_wrong {
            true => Some(Judgement::Wrong),
            false if !theirs.is_empty() && theirs.iter().all(fails) => Some(Judgement::Confirmed),
            false => None,
        };
        if is_wrong {
            theirs = legal.into_iter().collect();
        }
        // Only the scores of moves that keep the result are compared.
        ours.retain(|played| fails(played) == is_wrong);
        if known != Some(Judgement::Confirmed) {
            theirs.retain(|played| !fails(played));
        }
        let analysis = worker.search_anew(&request, &mut |_, _| true)?;
        let mut notes = analysis.notes;
        let mut best = |side: &[Move]| -> Result<Option<Line>, Trouble> {
            let is_of = |line: &&Line| line.moves.first().is_some_and(|first| side.contains(first));
            let seen = analysis.lines.iter().filter(is_of);
            let seen = seen.max_by_key(|line| line.score.ce());
            if seen.is_some() || side.is_empty() {
                return Ok(seen.cloned());
            }
            // None of the side's moves is among the lines, so they are searched alone.
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
        let scored = |line: &Line| ScoredMove {
            san: line_in_san(&request.position, line.moves.get(..1).unwrap_or_default()),
            score: line.score,
        };
        let ours = ours.as_ref().map(scored).ok_or(Reason::AllAvoided)?;
        let theirs = theirs.as_ref().map(scored);
        let value = |scored: &ScoredMove| scored.score.ce().unwrap_or_default();
        let by_score =
            |theirs: &ScoredMove| Judgement::of(value(&ours), value(theirs), self.margin);
        let by_score = || theirs.as_ref().map_or(Judgement::Confirmed, by_score);
        let judgement = known.unwrap_or_else(by_score);
        Ok(ProcessedRecord {
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
mod inquiry_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod verify_tests;
