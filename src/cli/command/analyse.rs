//! `epdit analyse`: what an engine thinks of each position.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Outcome, Status};
use crate::cli::output::Color;
use crate::cli::searching::{ResultArgs, SearchArgs, is_failed, say_failed, search_all};
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
    results: ResultArgs,
}

impl Run for AnalyseArgs {
    fn run(&self, _: Color) -> Outcome {
        let (engine, args) = (&self.search.engine, &self.search);
        let analyse = Analyse {
            limits: engine.limits(),
            lines: engine.multipv,
        };
        let command = engine.command()?;
        let chosen = args.records.chosen.as_ref();
        let run = engine.run("analyse", &command, chosen, &[], self.results.resume());
        let Some(place) = self.results.place(&args.records, &run)? else {
            return Ok(Status::Clean);
        };
        let [mut failed] = run.counts();
        let before = say_failed(failed, "pv");
        let status = search_all(
            args,
            &command,
            (&run, &place),
            "analysed",
            |record, worker| analyse.record(record, worker),
            |worked, out| {
                if let Some((_, done)) = &worked.done {
                    failed += u64::from(is_failed(done));
                    worked.note(&run, &[failed]);
                }
                worked.write(out)
            },
        )?;
        Ok(status.max(before))
    }
}
