//! `epdit sample`: draws a random sample of records.

use clap::Args;

use super::{Run, help, whole_number};
use crate::cli::flow::{Changes, Fault, Outcome, WholeChange, arrange};
use crate::cli::output::Color;
use crate::suite::arrange::Arrangement;

const EXAMPLES: &str = "\
Examples:
  epdit sample 100 a.epd > b.epd                   the same hundred every time
  epdit sample 100 --seed 7 --where dm suites/     of those with a dm

Prints all records if there are fewer. Comments directly above a record go with
it, comments at the head of the file stay first; others are left out.
`-i` removes all other records from the file, and is refused with `--where`:
write to another file with `-o`.";

/// Print a random sample of records, in file order
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SampleArgs {
    /// Number of records
    #[arg(value_name = "N", value_parser = number)]
    count: usize,
    #[command(flatten)]
    changes: Changes,
    /// Each seed gives its own sample
    #[arg(long, default_value_t = 0, value_name = "S", value_parser = whole_number)]
    seed: u64,
}

fn number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("a sample of no record is empty; expected 1 or more".to_owned()),
        Ok(count) => Ok(count),
        Err(_) if text.ends_with('%') => Err(
            "expected a number of records; `epdit query --count all PATH` counts them".to_owned(),
        ),
        Err(_) => Err("expected a number of records".to_owned()),
    }
}

impl Run for SampleArgs {
    fn run(&self, color: Color) -> Outcome {
        // The others might stay, as with other commands, or be removed, so that the file is the sample.
        if self.changes.target.in_place && self.changes.records.chosen.is_some() {
            return Err(Fault::usage(
                "`sample` with `--where` and `-i` could keep the records that do not match, or remove them; write the sample to another file with `-o`",
            ));
        }
        let (count, seed) = (self.count, self.seed);
        let sample = Arrangement::Sample { count, seed };
        arrange(&self.changes, color, &WholeChange::Arrange(&sample, None))
    }
}
