//! `epdit test`: does an engine find the best moves?

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Outcome, Status};
use crate::cli::output::{Color, conclude};
use crate::cli::searching::{InPlaceArgs, SearchArgs, run_all, worker};
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
    results: InPlaceArgs,
    /// End a search when the solution was best in N iterations in a row
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    hold: Option<u32>,
    /// Count the points of the moves played, where c0, or c7, c8 and c9 score moves
    #[arg(long)]
    points: bool,
}

/// The counts of records that the engine failed at, solved, tested and scored; of points won, and of points
/// available, which may be negative.
type Counts = [u64; 6];

fn count(verdict: &Verdict, [_, solved, tested, scored, got, most]: &mut Counts) {
    *tested += 1;
    *solved += u64::from(verdict.is_solved);
    if let Some((more, most_more)) = verdict.points {
        *scored += 1;
        for (points, more) in [(got, more), (most, most_more)] {
            *points = points.cast_signed().saturating_add(more).cast_unsigned();
        }
    }
}

fn points_line([_, _, tested, scored, got, most]: Counts) -> String {
    if scored == 0 {
        return "no record scores moves (c0, or c7 or c9 with c8)".to_owned();
    }
    let (got, most) = (got.cast_signed(), most.cast_signed());
    let percent = match most {
        1.. => got as f64 * 100.0 / most as f64,
        _ => 0.0,
    };
    let (got, most) = (thousands(got), thousands(most));
    let of = match scored == tested {
        true => String::new(),
        false => format!(" in {} of {} records", thousands(scored), thousands(tested)),
    };
    format!("points {got} of {most} ({percent:.1} %){of}")
}

impl Run for TestArgs {
    fn run(&self, _: Color) -> Outcome {
        let SearchArgs { engine, records } = &self.search;
        let target = Target {
            limits: engine.limits(),
            lines: engine.multipv,
            hold: self.hold,
        };
        let command = engine.command()?;
        let hold = self.hold.map(|hold| ("hold", hold.to_string()));
        let (chosen, resumes) = (records.chosen.as_ref(), self.results.results.resume);
        let run = engine.run("test", &command, chosen, hold.as_slice(), resumes);
        let Some(place) = self.results.place(&records.paths, &run)? else {
            return Ok(Status::Clean);
        };
        let (status, counts) = run_all(
            &self.search.job(&place, "tested", Some("pm")),
            || worker(&command, &run.starts),
            |record, worker| target.record(record, worker),
            |worked, counts, _| {
                let verdict = worked.done.result.iter();
                verdict.for_each(|verdict| count(verdict, counts));
                Ok(())
            },
        )?;
        if self.points {
            conclude(&points_line(counts));
        }
        let [_, solved, tested, ..] = counts;
        // Where nothing was begun, only the reason is reported.
        if tested > 0 || status != Status::Trouble {
            conclude(&format!("solved {solved} of {tested}"));
        }
        Ok(status)
    }
}
