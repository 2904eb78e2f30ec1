//! `epdit test`: does an engine find the best moves?

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Outcome, Status};
use crate::cli::output::{Color, conclude};
use crate::cli::searching::{ResultArgs, SearchArgs, Without, search_all};
use crate::engine::{Target, Verdict};
use crate::epd::counted::thousands;

const EXAMPLES: &str = "\
Examples:
  epdit test --movetime 1000 wac.epd > result.epd
  epdit test --engine stockfish --nodes 100000 --points -o out.epd STS1.epd
  epdit test --depth 30 --hold 5 wac.epd     end a search when it is solved

Written: pm (the move played), acd, acn and acs; Engine and Limit, by which a
report names the run; for a solution SolvedDepth, SolvedNodes and SolvedMs:
since when it was held to the end. A record is solved when pm is in bm, if
there is one, and not in am. The last line on standard error is `solved N of
M`.";

/// Test whether an engine finds the best moves
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct TestArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    results: ResultArgs,
    /// End a search when the solution was best in N iterations in a row
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    hold: Option<u32>,
    /// Count the points of the moves played, where c0, or c7, c8 and c9 score moves
    #[arg(long)]
    points: bool,
}

/// Records tested so far.
#[derive(Debug, Default)]
struct Score {
    solved: u64,
    tested: u64,
    /// Points got, points there are.
    points: (i64, i64),
    /// Records that score moves.
    scored: u64,
}

impl Score {
    fn take(&mut self, verdict: &Verdict) {
        self.tested += 1;
        self.solved += u64::from(verdict.is_solved);
        if let Some((got, most)) = verdict.points {
            self.scored += 1;
            self.points.0 = self.points.0.saturating_add(got);
            self.points.1 = self.points.1.saturating_add(most);
        }
    }

    /// What is noted of it; points may be below zero.
    fn counts(&self, without: &Without) -> [u64; 6] {
        let (got, most) = self.points;
        [
            without.0,
            self.solved,
            self.tested,
            self.scored,
            got.cast_unsigned(),
            most.cast_unsigned(),
        ]
    }

    /// From what was noted.
    fn of([without, solved, tested, scored, got, most]: [u64; 6]) -> (Without, Self) {
        let score = Self {
            solved,
            tested,
            points: (got.cast_signed(), most.cast_signed()),
            scored,
        };
        (Without(without), score)
    }

    fn points_line(&self) -> String {
        if self.scored == 0 {
            return "no record scores moves (c0, or c7 or c9 with c8)".to_owned();
        }
        let (got, most) = self.points;
        let percent = match most {
            1.. => got as f64 * 100.0 / most as f64,
            _ => 0.0,
        };
        let (got, most) = (thousands(got), thousands(most));
        let of = match self.scored == self.tested {
            true => String::new(),
            false => format!(
                " in {} of {} records",
                thousands(self.scored),
                thousands(self.tested)
            ),
        };
        format!("points {got} of {most} ({percent:.1} %){of}")
    }
}

impl Run for TestArgs {
    fn run(&self, _: Color) -> Outcome {
        let (engine, args) = (&self.search.engine, &self.search);
        let target = Target {
            limits: engine.limits(),
            lines: engine.multipv,
            hold: self.hold,
        };
        let command = engine.command()?;
        let hold = self.hold.map(|hold| ("hold", hold.to_string()));
        let chosen = args.records.chosen.as_ref();
        let resumes = self.results.resume();
        let run = engine.run("test", &command, chosen, hold.as_slice(), resumes);
        let Some(place) = self.results.place(&args.records, &run)? else {
            return Ok(Status::Clean);
        };
        let (mut without, mut score) = Score::of(run.counts());
        let before = without.say("pm");
        let status = place.filled(|out| {
            let ran = search_all(
                args,
                (&command, &run.starts),
                place.resumable(),
                |record, worker| target.record(record, worker),
                |worked| {
                    if let Some((_, done)) = &worked.done {
                        without.take(done);
                        done.result.iter().for_each(|verdict| score.take(verdict));
                        worked.note(&run, &score.counts(&without));
                    }
                    worked.write(out)
                },
            )?;
            Ok(ran.end("tested"))
        })?;
        if self.points {
            conclude(&score.points_line());
        }
        // Where nothing was begun there is nothing to tell but why.
        if score.tested > 0 || status != Status::Trouble {
            conclude(&format!("solved {} of {}", score.solved, score.tested));
        }
        Ok(status.max(before))
    }
}
