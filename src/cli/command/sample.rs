//! `epdit sample`: some records by chance.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, Sample, arrange};
use crate::cli::output::Color;

const EXAMPLES: &str = "\
Examples:
  epdit sample 100 a.epd > b.epd                   the same hundred every time
  epdit sample 100 --seed 7 --where dm suites/     of those with a dm

Prints all records if there are fewer. Comments directly above a record go with
it, comments at the head of the file stay first; others are left out.";

/// Print a random sample of records, in file order
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SampleArgs {
    /// Number of records
    #[arg(value_name = "N")]
    count: usize,
    #[command(flatten)]
    changes: Changes,
    /// Each seed gives its own sample
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
}

impl Run for SampleArgs {
    fn run(&self, color: Color) -> Outcome {
        let (count, seed) = (self.count, self.seed);
        arrange(&self.changes, color, &Sample { count, seed })
    }
}
