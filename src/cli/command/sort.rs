//! `epdit sort`: records in order.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, SortRecords, arrange};
use crate::cli::output::Color;
use crate::suite::bulk::SortKey;

const EXAMPLES: &str = "\
Examples:
  epdit sort --by id a.epd > b.epd          by the text of an operation
  epdit sort --by dm,material -i suites/    by number, then material, in place
  epdit sort --by -ce,id a.epd              the highest ce first, then by id
  epdit sort --by -line a.epd               the last record first";

/// Sort records
///
/// Records without a key come last; records with equal keys keep their order. Comment lines directly
/// above a record go with it; other lines do not move.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SortArgs {
    /// Sort keys: an opcode, or position, material, pieces, moves, side, length, problems, line or
    /// text; `-KEY` for descending order
    #[arg(long = "by", value_name = "KEY,...", value_delimiter = ',', required = true,
          allow_hyphen_values = true, value_parser = SortKey::typed)]
    keys: Vec<SortKey>,
    /// Reverse the order of all keys
    #[arg(long)]
    reverse: bool,
    #[command(flatten)]
    changes: Changes,
}

impl Run for SortArgs {
    fn run(&self, color: Color) -> Outcome {
        let task = SortRecords::new(&self.keys, self.reverse);
        arrange(&self.changes, color, &task)
    }
}
