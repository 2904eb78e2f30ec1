//! `epdit sort`: records in order.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, FirstRecords, Outcome, SortRecords, arrange};
use crate::cli::output::Color;
use crate::suite::bulk::{SortKey, SortKeyError};
use crate::suite::query::in_list;

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
    /// Sort keys: an opcode, or position, material, pieces, moves, side, castling, ep, phase,
    /// opening, opening.eco, length, problems, line or text, or a value: ce/100, length(id), first(pv), id.prefix; `-KEY` for descending order
    #[arg(long = "by", value_name = "KEY,...", required = true, allow_hyphen_values = true,
          value_parser = keys)]
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

/// The keys of one `--by`.
#[derive(Clone, Debug)]
struct Keys(Vec<SortKey>);

fn keys(text: &str) -> Result<Keys, SortKeyError> {
    let keys: Result<_, _> = in_list(text).map(SortKey::typed).collect();
    keys.map(Keys)
}

impl Run for SortArgs {
    fn run(&self, color: Color) -> Outcome {
        let keys: Vec<SortKey> = self.keys.iter().flat_map(|keys| keys.0.clone()).collect();
        let task = SortRecords::new(&keys, self.reverse);
        match self.limit {
            None => arrange(&self.changes, color, &task),
            Some(most) => arrange(&self.changes, color, &FirstRecords { task, most }),
        }
    }
}
