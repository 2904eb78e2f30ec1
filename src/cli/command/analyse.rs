//! `epdit analyse`: writes an engine's analysis of each position.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Outcome, Status};
use crate::cli::output::Color;
use crate::cli::searching::{InPlaceArgs, SearchArgs, run_all, worker};
use crate::engine::Analyse;

const EXAMPLES: &str = "\
Examples:
  epdit analyse --depth 20 a.epd > b.epd            with the first engine
  epdit analyse --engine stockfish --nodes 1000000 --jobs 4 -o b.epd a.epd
  epdit analyse --nodes 1000000 -o b.epd --resume a.epd   after a stop
  epdit analyse --depth 20 -i a.epd                 into the file itself

Written: pv and pm (the line and its first move), ce (the score for the side
to move), acd, acn and acs (depth, nodes, seconds), Engine and Limit (who
searched, and how long); with --multipv also Ce2, Pv2 (a string) and so on. Mated or stalemated: an empty pv, no pm or sm.
A search of less than half a second has acs 0: the standard counts seconds.";

/// Analyse each position with an engine
#[derive(Args, Debug)]
#[command(alias = "analyze", after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    results: InPlaceArgs,
}

impl Run for AnalyseArgs {
    fn run(&self, _: Color) -> Outcome {
        let SearchArgs { engine, records } = &self.search;
        let analyse = Analyse {
            limits: engine.limits(),
            lines: engine.multipv,
        };
        let command = engine.command()?;
        let resumes = self.results.results.resume;
        let run = engine.run("analyse", &command, records.chosen.as_ref(), &[], resumes);
        let Some(place) = self.results.place(&records.paths, &run)? else {
            return Ok(Status::Clean);
        };
        let (status, [_]) = run_all(
            &self.search.job(&place, "analysed", Some("pv")),
            || worker(&command, &run.starts),
            |record, worker| analyse.record(record, worker),
            |_, _, _| Ok(()),
        )?;
        Ok(status)
    }
}
