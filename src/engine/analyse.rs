//! General analysis (the standard's pfga): writes the engine's view of its position into a record.

use super::search::{Analysis, Limits};
use super::task::{
    Answer, Done, LONGEST_STRING, MADE, Operations, effort, in_words, is_writable, line_in_san,
    made, request, set,
};
use super::worker::{Trouble, Worker};
use crate::epd::Record;
use crate::epd::score::Score;
use crate::suite::edit::set_operations;
use shakmaty::Chess;

/// The parameters of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analyse {
    pub limits: Limits,
    /// The number of lines; those after the first are written as `Pv2`, a string, with `Ce2`, and so on.
    pub lines: u32,
}

/// The opcodes that every analysis writes.
pub(super) const WRITTEN: [&str; 8] = ["pv", "ce", "pm", "acd", "acn", "acs", MADE[0], MADE[1]];
/// The private operations for the moment when a solution was found: depth, nodes, milliseconds.
pub(super) const FOUND: [&str; 3] = ["SolvedDepth", "SolvedNodes", "SolvedMs"];
/// The largest number of lines of a record.
const MOST_LINES: u32 = 9;

impl Analyse {
    /// Returns the limit of a search in words.
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
    ) -> Result<Done<()>, Trouble> {
        let (answer, notes) = self.answer(record, self.lines.min(MOST_LINES), worker)?;
        worker.leave();
        Ok(Done {
            line: set_operations(record, &answer.operations)?,
            result: Ok(()),
            notes,
        })
    }

    /// Searches a record for `lines` lines; returns the operations to write, and the harmless oddities met.
    pub(super) fn answer(
        &self,
        record: &Record<'_>,
        lines: u32,
        worker: &mut Worker<'_>,
    ) -> Result<(Answer, Vec<&'static str>), Trouble> {
        let request = request(record, self.limits, lines)?;
        is_writable(record, &WRITTEN)?;
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

/// Returns the limit of a search in words: `nodes 20000, multipv 3`.
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
    operations.extend(made("", ""));
    operations.extend(further(0, |_| None));
    operations
}

/// Returns operations that remove everything written by an analysis or a test.
pub(super) fn without_result() -> Operations {
    let all = WRITTEN.into_iter().chain(FOUND);
    let all = all.map(|opcode| (opcode.to_owned(), None));
    all.chain(further(0, |_| None)).collect()
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
    operations.extend(made(&analysis.engine, limit));
    operations.extend(further(analysis.lines.len(), |at| {
        let line = analysis.lines.get(at)?;
        Some((
            line.score.ce()?,
            as_string(&line_in_san(position, &line.moves)),
        ))
    }));
    operations
}

/// Returns a line as a string, because other programs read unquoted operands of unknown opcodes as one move. It is
/// cut between two moves to the longest string allowed.
fn as_string(line: &str) -> String {
    let cut = match line.get(..LONGEST_STRING + 1) {
        Some(begin) => begin.rfind(' ').unwrap_or(0),
        None => line.len(),
    };
    format!("\"{}\"", line.get(..cut).unwrap_or_default())
}

/// Returns the operations of the lines after the first, and removes those of lines that no longer exist.
fn further(
    count: usize,
    line: impl Fn(usize) -> Option<(i64, String)>,
) -> impl Iterator<Item = (String, Option<String>)> {
    (1..MOST_LINES as usize).flat_map(move |at| {
        let (ce, pv) = line(at).filter(|_| at < count).unzip();
        let number = at + 1;
        [
            (format!("Ce{number}"), ce.map(|ce| ce.to_string())),
            (format!("Pv{number}"), pv),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::Gathered;
    use crate::engine::uci::{Said, read};
    use crate::epd::ReadOptions;

    fn written(record: &str, said: &[&str], best: &str) -> String {
        let record = Record::read(record.as_bytes(), &ReadOptions::default());
        let request = request(&record, Limits::default(), 3).expect("a position");
        let operations = match request.over() {
            Some(score) => over(score),
            None => {
                let mut gathered = Gathered::new(&request);
                for line in said {
                    if let Said::Info(info) = read(line.as_bytes()) {
                        gathered.take(info);
                    }
                }
                operations_of(
                    &request.position,
                    &gathered.finish(Some(best)).expect("an analysis"),
                    "",
                )
            }
        };
        let line = set_operations(&record, &operations).expect("written");
        String::from_utf8(line.expect("a change")).expect("text")
    }

    #[test]
    fn a_record_gets_its_line_its_score_and_what_it_took() {
        let said = ["info depth 12 score cp 31 nodes 5000 time 2600 pv e2e4 e8e7"];
        assert_eq!(
            written("4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n", &said, "e2e4"),
            "4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; acn 5000; acs 3; ce 31; id \"pawn\"; pm e4; pv e4 Ke7;\n"
        );
    }

    #[test]
    fn what_was_there_before_is_replaced_and_lines_that_are_no_more_go() {
        let said = [
            "info depth 3 multipv 1 score mate 1 nodes 50 time 20 pv d1d8",
            "info depth 3 multipv 2 score cp -5 nodes 50 time 20 pv a1b1 g8f8",
        ];
        let before = "6k1/5ppp/8/8/8/8/8/K2R4 w - - Ce2 4; Ce3 5; Pv2 Kb2; Pv3 Ka2; acn 9; ce 4; pm Kb2; pv Kb2;";
        assert_eq!(
            written(before, &said, "d1d8"),
            "6k1/5ppp/8/8/8/8/8/K2R4 w - - Ce2 -5; Pv2 \"Kb1 Kf8\"; acd 3; acn 50; acs 0; ce 32766; pm Rd8#; pv Rd8#;"
        );
    }

    #[test]
    fn a_move_that_no_line_begins_with_has_no_score() {
        let said = ["info depth 9 score cp 77 nodes 50 time 20 pv a2a3"];
        let before = "4k3/8/8/8/8/8/P3P3/4K3 w - - ce 4; pm Kd2; pv Kd2;";
        assert_eq!(
            written(before, &said, "e2e4"),
            "4k3/8/8/8/8/8/P3P3/4K3 w - - Ce2 77; Pv2 \"a3\"; acd 9; acn 50; acs 0; pm e4; pv e4;"
        );
    }

    #[test]
    fn what_the_engine_did_not_tell_is_not_written() {
        let said = ["info depth 99999999999999999999 score cp 31 time 20 pv e2e4"];
        let before = "4k3/8/8/8/8/8/4P3/4K3 w - - acd 4; acn 9;";
        assert_eq!(
            written(before, &said, "e2e4"),
            "4k3/8/8/8/8/8/4P3/4K3 w - - acs 0; ce 31; pm e4; pv e4;"
        );
    }

    #[test]
    fn a_line_in_quotes_is_no_longer_than_a_string_may_be() {
        let check = |moves: usize, expected: usize| {
            let line = vec!["Kd1"; moves].join(" ");
            assert_eq!(
                as_string(&line),
                format!("\"{}\"", vec!["Kd1"; expected].join(" "))
            );
        };
        check(3, 3);
        check(64, 64);
        check(65, 64);
        check(200, 64);
        assert_eq!(as_string(&"x".repeat(255)).len(), 257);
    }

    #[test]
    fn a_game_that_is_over_has_an_empty_line_and_no_move() {
        assert_eq!(
            written("k7/2Q5/8/8/8/8/8/K7 b - - pm Kb8;", &[], ""),
            "k7/2Q5/8/8/8/8/8/K7 b - - pv; ce 0; acd 0; acn 0; acs 0;"
        );
        assert_eq!(
            written("6k1/8/8/8/8/8/PPP5/1K1r4 w - - id \"mated\";", &[], ""),
            "6k1/8/8/8/8/8/PPP5/1K1r4 w - - acd 0; acn 0; acs 0; ce -32767; id \"mated\"; pv;"
        );
    }
}
