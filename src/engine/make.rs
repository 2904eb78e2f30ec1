//! Makes suites from positions in which one move is best by a margin; the best moves can have points, as in the
//! Strategic Test Suite.

use shakmaty::{Chess, Move, Position, Square};

use super::search::{Analysis, Limits, Line};
use super::task::{Operations, ProcessedRecord, effort, line_in_san as san, request};
use super::worker::{Trouble, Worker};
use crate::epd::score::Score;
use crate::epd::{CanonicalOptions, Record, points};
use crate::suite::edit::set_operations;
use crate::suite::query::Phase;

/// The parameters for choosing and searching positions.
#[derive(Clone, Copy, Debug)]
pub struct Make {
    pub limits: Limits,
    /// The minimum number of lines.
    pub lines: u32,
    /// The margin in centipawns between the best move and the next.
    pub margin: i64,
    /// Whether the next best moves get points; the margin still concerns the best.
    pub points: bool,
    /// Whether to choose only positions without check whose best move is no capture, promotion or check.
    pub quiet: bool,
    /// Whether to skip positions whose best move recaptures.
    pub avoid_recaptures: bool,
    pub phase: Option<Phase>,
    /// The largest score of the best move, in centipawns to either side.
    pub balance: Option<i64>,
}

/// The outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The position is a record of the suite.
    Taken,
    Phase,
    /// There is one legal move or none.
    Forced,
    /// The side to move is in check, or the best move is a capture, a promotion or a check.
    Loud,
    Recapture,
    Decided,
    Close,
}

impl Pick {
    /// Returns the name in summaries.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Phase => "another phase",
            Self::Forced => "no choice",
            Self::Loud => "not quiet",
            Self::Recapture => "a recapture",
            Self::Decided => "decided",
            Self::Close => "no move best by the margin",
        }
    }
}

const MOST_POINTS: i64 = 10;
/// The number of moves with points.
const SCORED: usize = 4;
/// The loss in centipawns that costs half of the points.
const HALF: f64 = 50.0;

impl Make {
    /// Searches a position. The new record has the four fields, bm, ce, acd, acn and acs, and points if requested; id,
    /// hmvc, fmvn, eco and v0 are copied. `taken` is the square of a capture by the previous move.
    ///
    /// # Errors
    /// The run is over: see [`Trouble`].
    pub fn record(
        &self,
        record: &Record<'_>,
        taken: Option<CaptureSquare>,
        worker: &mut Worker<'_>,
    ) -> Result<ProcessedRecord<Pick>, Trouble> {
        let lines = self.lines.max(if self.points { 4 } else { 2 });
        let mut request = request(record, self.limits, lines)?;
        request.needs_score = true;
        let position = &request.position;
        if let Some(out) = self.before(position) {
            return Ok(ProcessedRecord::found(None, out));
        }
        let analysis = worker.search_anew(&request, &mut |_, _| true)?;
        worker.leave();
        let made = self.judge(position, &analysis, taken);
        let mut done = ProcessedRecord::found(None, made);
        if made == Pick::Taken {
            let operations = self.operations(record, position, &analysis);
            let line = set_operations(record, &operations)?;
            let line = line.unwrap_or_else(|| record.line().to_vec());
            done.line = Some(canonical(line, record));
        }
        done.notes = analysis.notes;
        Ok(done)
    }

    /// Returns the outcome of a position that needs no search.
    fn before(&self, position: &Chess) -> Option<Pick> {
        if position.legal_moves().len() < 2 {
            return Some(Pick::Forced);
        }
        if self.quiet && position.is_check() {
            return Some(Pick::Loud);
        }
        let phase = Phase::of(position.board());
        self.phase
            .is_some_and(|wanted| wanted != phase)
            .then_some(Pick::Phase)
    }

    fn judge(&self, position: &Chess, analysis: &Analysis, taken: Option<CaptureSquare>) -> Pick {
        let [best, next, ..] = analysis.lines.as_slice() else {
            return Pick::Close;
        };
        let Some(first) = best.moves.first() else {
            return Pick::Close;
        };
        if self.quiet && is_loud(position, *first) {
            return Pick::Loud;
        }
        if self.avoid_recaptures && first.is_capture() && taken == Some(first.to()) {
            return Pick::Recapture;
        }
        let (best, next) = (value(best.score), value(next.score));
        if self.balance.is_some_and(|most| best.abs() > most) {
            return Pick::Decided;
        }
        match best - next >= self.margin.max(1) {
            true => Pick::Taken,
            false => Pick::Close,
        }
    }

    fn operations(&self, record: &Record<'_>, position: &Chess, analysis: &Analysis) -> Operations {
        let first = |line: &Line| line.moves.first().copied();
        let mut operations = Operations::new();
        for operation in record.operations() {
            let opcode = record.opcode(operation).into_owned();
            let is_kept = ["id", "hmvc", "fmvn", "eco", "v0"].contains(&opcode.as_str());
            if !is_kept && !operations.iter().any(|(other, _)| *other == opcode) {
                operations.push((opcode, None));
            }
        }
        let mut set = |opcode: &str, operands: String| {
            operations.retain(|(other, _)| other != opcode);
            operations.push((opcode.to_owned(), Some(operands)));
        };
        let best = analysis.best().and_then(first);
        set("bm", san(position, &best.into_iter().collect::<Vec<_>>()));
        if let Some(ce) = analysis.best().and_then(|line| line.score.ce()) {
            set("ce", ce.to_string());
        }
        for (opcode, operand) in effort(analysis) {
            if let Some(operand) = operand {
                set(&opcode, operand);
            }
        }
        if self.points {
            let scored = points_of(analysis);
            let written = points::written(position, &scored);
            set("c0", format!("\"{}\"", String::from_utf8_lossy(&written)));
            for (opcode, list) in points::lists(position, &scored) {
                set(opcode, list);
            }
        }
        operations
    }
}

/// Returns the line for the new suite: canonical, unless the record is ambiguous.
fn canonical(line: Vec<u8>, record: &Record<'_>) -> Vec<u8> {
    let text = Record::read(&line, record.options()).canonical(&CanonicalOptions::default());
    text.unwrap_or(line)
}

/// Returns the best moves with their points: ten for the best, halved for each fifty centipawns that a move is
/// worse; moves with no point are left out.
fn points_of(analysis: &Analysis) -> Vec<(Move, i64)> {
    let Some(best) = analysis.best().map(|line| value(line.score)) else {
        return Vec::new();
    };
    let scored = analysis.lines.iter().filter_map(|line| {
        let behind = (best - value(line.score)).max(0) as f64;
        let points = (MOST_POINTS as f64 * 0.5_f64.powf(behind / HALF)).round() as i64;
        Some((*line.moves.first()?, points)).filter(|(_, points)| *points > 0)
    });
    scored.take(SCORED).collect()
}

/// Returns a score as a comparable number.
fn value(score: Score) -> i64 {
    match (score.ce(), score) {
        (Some(value), _) => value,
        // The mate is longer than those in the standard's table.
        (None, Score::Mate(moves)) if moves < 0 => -32_000,
        (None, _) => 32_000,
    }
}

fn is_loud(position: &Chess, played: Move) -> bool {
    if played.is_capture() || played.is_promotion() {
        return true;
    }
    let mut after = position.clone();
    after.play_unchecked(played);
    after.is_check()
}

/// The square of a capture by the previous move.
pub type CaptureSquare = Square;

/// Returns the square where the previous move captured, if the sm of `before` leads to the position of `record`.
pub fn taken_before(before: &Record<'_>, record: &Record<'_>) -> Option<CaptureSquare> {
    let played = before.moves("sm").next()?;
    let mut after = before.position()?.clone();
    if !played.is_capture() {
        return None;
    }
    after.play_unchecked(played);
    let now = record.position()?;
    (after.board() == now.board() && after.turn() == now.turn()).then(|| played.to())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;
    use crate::epd::moves;

    const MAKE: Make = Make {
        limits: Limits {
            depth: None,
            nodes: None,
            movetime: None,
            timeout: None,
            until_score: None,
            until_mate: false,
        },
        lines: 2,
        margin: 100,
        points: false,
        quiet: false,
        avoid_recaptures: false,
        phase: None,
        balance: None,
    };

    fn record(line: &str) -> Record<'_> {
        Record::read(line.as_bytes(), &ReadOptions::default())
    }

    /// Returns an engine's analysis: one line per first move, with its score.
    fn analysis(position: &Chess, lines: &[(&str, Score)]) -> Analysis {
        let line = |(name, score): &(&str, Score)| Line {
            moves: vec![
                moves::read(position, name.as_bytes())
                    .result
                    .expect("legal"),
            ],
            score: *score,
            bound: None,
            depth: 9,
            selective_depth: 9,
        };
        Analysis {
            is_unscored: false,
            lines: lines.iter().map(line).collect(),
            depth: 9,
            nodes: 1000,
            ..Analysis::default()
        }
    }

    const OPEN: &str = "4k3/8/8/3p4/4P3/8/8/4K2R w K - id \"a\"; sm exd5; c0 \"x\";";

    #[track_caller]
    fn check(make: Make, lines: &[(&str, i64)], taken: Option<CaptureSquare>, expected: Pick) {
        let record = record(OPEN);
        let position = record.position().expect("legal");
        let scored: Vec<_> = lines
            .iter()
            .map(|(name, score)| (*name, Score::Centipawns(*score)))
            .collect();
        let analysis = analysis(position, &scored);
        assert_eq!(
            make.judge(position, &analysis, taken),
            expected,
            "{lines:?}"
        );
    }

    #[test]
    fn a_position_is_taken_where_one_move_is_best_by_the_margin() {
        check(MAKE, &[("exd5", 300), ("e5", 200)], None, Pick::Taken);
        check(MAKE, &[("exd5", 300), ("e5", 201)], None, Pick::Close);
        check(MAKE, &[("exd5", 300)], None, Pick::Close);
        let no_margin = Make { margin: 0, ..MAKE };
        check(no_margin, &[("exd5", 300), ("e5", 300)], None, Pick::Close);
    }

    #[test]
    fn loud_recaptured_and_decided_positions_are_left_out_on_request() {
        let lines = [("exd5", 900), ("e5", 200)];
        check(
            Make {
                quiet: true,
                ..MAKE
            },
            &lines,
            None,
            Pick::Loud,
        );
        let castle = [("O-O", 900), ("e5", 200)];
        check(
            Make {
                quiet: true,
                ..MAKE
            },
            &castle,
            None,
            Pick::Taken,
        );
        let check_move = [("Rh8+", 900), ("e5", 200)];
        check(
            Make {
                quiet: true,
                ..MAKE
            },
            &check_move,
            None,
            Pick::Loud,
        );
        let careful = Make {
            avoid_recaptures: true,
            ..MAKE
        };
        check(careful, &lines, Some(Square::D5), Pick::Recapture);
        check(careful, &lines, Some(Square::E4), Pick::Taken);
        let level = Make {
            balance: Some(500),
            ..MAKE
        };
        check(level, &lines, None, Pick::Decided);
        let only = record("7k/5K2/8/8/8/8/8/R7 b - -");
        assert_eq!(
            MAKE.before(only.position().expect("legal")),
            Some(Pick::Forced)
        );
    }

    #[test]
    fn a_made_record_has_the_results_and_the_id_of_the_original() {
        let record = record(OPEN);
        let position = record.position().expect("legal");
        let found = analysis(
            position,
            &[
                ("exd5", Score::Centipawns(300)),
                ("e5", Score::Centipawns(250)),
                ("O-O", Score::Centipawns(200)),
                ("Rh5", Score::Centipawns(-900)),
            ],
        );
        let make = Make {
            points: true,
            ..MAKE
        };
        let operations = make.operations(&record, position, &found);
        let line = set_operations(&record, &operations).expect("allowed");
        let line = canonical(line.expect("changed"), &record);
        let line = String::from_utf8(line).expect("text");
        assert_eq!(
            line,
            "4k3/8/8/3p4/4P3/8/8/4K2R w K - acd 9; acn 1000; acs 0; bm exd5; \
             c0 \"exd5=10, e5=5, O-O=3\"; c7 \"exd5 e5 O-O\"; c8 \"10 5 3\"; c9 \"e4d5 e4e5 e1g1\"; \
             ce 300; id \"a\";"
        );
    }

    #[test]
    fn a_previous_capture_is_found_if_records_are_consecutive() {
        let before = record(OPEN);
        let after = record("4k3/8/8/3P4/8/8/8/4K2R b K -");
        assert_eq!(taken_before(&before, &after), Some(Square::D5));
        assert_eq!(taken_before(&before, &before), None);
        assert_eq!(taken_before(&after, &before), None);
    }
}
