//! `epdit sort`: records in order.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, WholeChange, arrange};
use crate::cli::output::Color;
use crate::suite::arrange::Arrangement;
use crate::suite::field::Keys;

const EXAMPLES: &str = "\
Examples:
  epdit sort --by id a.epd > b.epd          by the text of an operation
  epdit sort --by dm,material -i suites/    by number, then material, in place
  epdit sort --by -ce,id a.epd              the highest ce first, then by id
  epdit sort --by -line a.epd               the last record first
  epdit sort --by 'ce/100,length(id)' a.epd  by what is calculated
  epdit sort --by -ce --limit 10 a.epd      only the ten with the highest ce";

/// Sort records
///
/// Records without a key come last; records with equal keys keep their order. Comment lines directly
/// above a record go with it; other lines do not move.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SortArgs {
    /// Sort keys: opcodes, fields and calculations as `query --fields` has them (id, material,
    /// ce/100, id.prefix); `-KEY` for descending order
    #[arg(long = "by", value_name = "KEY,...", required = true, allow_hyphen_values = true,
          value_parser = str::parse::<Keys>)]
    keys: Vec<Keys>,
    /// Reverse the order of all keys
    #[arg(long)]
    reverse: bool,
    /// Write only the first N records
    #[arg(long, value_name = "N", conflicts_with = "in_place")]
    limit: Option<usize>,
    #[command(flatten)]
    changes: Changes,
}

impl Run for SortArgs {
    fn run(&self, color: Color) -> Outcome {
        let keys = Keys(self.keys.iter().flat_map(|keys| keys.0.clone()).collect());
        let reverse = self.reverse;
        let sort = &Arrangement::Sort { keys, reverse };
        let change = WholeChange::Arrange(sort, self.limit);
        arrange(&self.changes, color, &change)
    }
}
