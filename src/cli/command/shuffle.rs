//! `epdit shuffle`: puts records in random order.

use clap::Args;

use super::{Run, help, whole_number};
use crate::cli::flow::{Changes, Outcome, WholeChange, arrange};
use crate::cli::output::Color;
use crate::suite::arrange::Arrangement;

const EXAMPLES: &str = "\
Examples:
  epdit shuffle a.epd > b.epd         the same order every time
  epdit shuffle --seed 7 -i a.epd     another order, in place";

/// Shuffle records
///
/// Comment lines directly above a record go with it; other lines do not move.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct ShuffleArgs {
    #[command(flatten)]
    changes: Changes,
    /// Each seed gives its own order
    #[arg(long, default_value_t = 0, value_name = "S", value_parser = whole_number)]
    seed: u64,
}

impl Run for ShuffleArgs {
    fn run(&self, color: Color) -> Outcome {
        let shuffle = Arrangement::Shuffle { seed: self.seed };
        arrange(&self.changes, color, &WholeChange::Arrange(&shuffle, None))
    }
}
