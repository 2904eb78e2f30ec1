//! Background queries to an engine about a record, and the changes its answer proposes: an analysis, or the moves of
//! bm and am where they are not the best.

use shakmaty::Move;

use super::analyse::Analyse;
use super::search::Analysis;
use super::task::{Answer, Operations, Why, in_words, line_in_san, moves_of, request};
use super::verify::{Finding, Judgement, Verify};
use super::worker::{Trouble, Worker};
use crate::epd::Record;

/// A query to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// Write the line, score and effort.
    Analyse(Analyse),
    /// Verify the best move, or find one where it is missing.
    Verify(Verify),
}

impl Inquiry {
    /// Searches a record without changing it.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn record(&self, record: &Record<'_>, worker: &mut Worker<'_>) -> Result<Answer, Trouble> {
        match self {
            Self::Analyse(analyse) => Ok(analyse.answer(record, analyse.lines, worker)?.0),
            Self::Verify(verify) => match verify.record(record, worker) {
                Err(Trouble::Record(Why::NoMoves)) => best_of(verify, record, worker),
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
/// than another line; the proposal must be best by the scores shown beside it.
fn rank(analysis: &mut Analysis) {
    let lines = &mut analysis.lines;
    lines.sort_by_key(|line| std::cmp::Reverse(line.score.ce()));
}

/// Returns the moves of an operation in SAN.
fn in_san(record: &Record<'_>, opcode: &'static str) -> Result<Vec<String>, Why> {
    let Some(position) = record.position() else {
        return Err(Why::Position);
    };
    let moves = moves_of(record, opcode)?.unwrap_or_default();
    let san = |played: &Move| line_in_san(position, std::slice::from_ref(played));
    Ok(moves.iter().map(san).collect())
}

/// Returns the change that makes the record right: another best move in place of a wrong one, or beside an equal one,
/// and no move to avoid that is as good as any. A best move that is slightly better counts as right.
fn proposal(record: &Record<'_>, finding: &Finding) -> Result<Answer, Why> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::verify::Scored;
    use crate::epd::ReadOptions;
    use crate::epd::score::Score;
    use crate::suite::edit::set_operations;

    fn check(
        operations: &str,
        judgement: Judgement,
        ours: (&str, i64),
        theirs: (&str, i64),
        expected: &str,
    ) {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let scored = |(san, score): (&str, i64)| Scored {
            san: san.to_owned(),
            score: Score::Centipawns(score),
        };
        let answer = proposal(
            &record,
            &Finding {
                judgement,
                ours: scored(ours),
                theirs: Some(scored(theirs)),
                depth: 9,
            },
        )
        .expect("moves that can be read");
        let new = set_operations(&record, &answer.operations).expect("written");
        let new = new.map_or_else(|| line.clone(), |new| String::from_utf8(new).expect("text"));
        let expected = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {expected}");
        assert_eq!(format!("{new} {}", answer.words), expected);
    }

    #[test]
    fn of_lines_of_two_iterations_the_one_with_the_higher_score_is_proposed() {
        use crate::engine::search::Line;
        let line = |score: Score, depth: u32| Line {
            moves: Vec::new(),
            score,
            bound: None,
            depth,
            selective_depth: 0,
        };
        let mut analysis = Analysis {
            lines: vec![
                line(Score::Centipawns(10), 9),
                line(Score::Centipawns(40), 8),
                line(Score::Mate(-3), 9),
                line(Score::Mate(2), 8),
            ],
            depth: 9,
            nodes: 0,
            speed: 0,
            time: std::time::Duration::ZERO,
            is_unscored: false,
            is_lineless: false,
            notes: Vec::new(),
            engine: String::new(),
        };
        rank(&mut analysis);
        let scores: Vec<_> = analysis.lines.iter().map(|line| line.score).collect();
        let expected = [
            Score::Mate(2),
            Score::Centipawns(40),
            Score::Centipawns(10),
            Score::Mate(-3),
        ];
        assert_eq!(scores, expected);
    }

    #[test]
    fn a_wrong_best_move_gives_way_and_one_that_is_no_better_gets_company() {
        use Judgement::*;
        check(
            "bm e4; id \"x\";",
            Wrong,
            ("e4", 40),
            ("Kd2", 320),
            "bm Kd2; id \"x\"; Kd2 +3.20, e4 +0.40",
        );
        check(
            "bm e4;",
            Cooked,
            ("e4", 39),
            ("Kd2", 40),
            "bm Kd2 e4; Kd2 +0.40, e4 +0.39",
        );
        for judgement in [Ambiguous, Confirmed] {
            check(
                "bm e4;",
                judgement,
                ("e4", 320),
                ("Kd2", 300),
                "bm e4; e4 +3.20, Kd2 +3.00",
            );
        }
    }

    #[test]
    fn a_move_to_avoid_that_is_the_best_is_avoided_no_more() {
        use Judgement::*;
        check(
            "am e4;",
            Wrong,
            ("Kd2", 0),
            ("e4", 90),
            "e4 +0.90, Kd2 +0.00",
        );
        check(
            "am Kd1 e4;",
            Cooked,
            ("Kd2", 88),
            ("e4", 90),
            "am Kd1; e4 +0.90, Kd2 +0.88",
        );
        check(
            "am e4; bm Kd2;",
            Wrong,
            ("Kd2", 0),
            ("e4", 90),
            "bm e4; e4 +0.90, Kd2 +0.00",
        );
    }
}
