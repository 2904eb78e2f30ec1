//! `epdit shuffle`: records in an order made by chance.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, Verb, change_whole};
use crate::cli::output::Color;
use crate::suite::bulk::shuffle;

const EXAMPLES: &str = "\
Examples:
  epdit shuffle a.epd > b.epd         the same order every time
  epdit shuffle --seed 7 -i a.epd     another one, in place";

/// Shuffle records
///
/// Comment lines directly above a record go with it; other comments and blank lines stay where they are.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct ShuffleArgs {
    #[command(flatten)]
    changes: Changes,
    /// Another seed is another order
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
}

impl Run for ShuffleArgs {
    fn run(&self, color: Color) -> Outcome {
        change_whole(&self.changes, color, Verb::Move, |snapshot, chosen, job| {
            shuffle(snapshot, self.seed, chosen, job)
        })
    }
}
