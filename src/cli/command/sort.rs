//! `epdit sort`: records in order.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, Verb, change_whole};
use crate::cli::output::Color;
use crate::suite::bulk::{SortKey, sort};

const EXAMPLES: &str = "\
Examples:
  epdit sort --by id a.epd > b.epd              by the text of an operation
  epdit sort --by dm,material -i suites/        by number, then by material; in place";

/// Sort records
///
/// A record without what it is sorted by comes last; records with the same keys keep their order.
/// Comment lines directly above a record go with it; other comments and blank lines stay where they are.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SortArgs {
    /// What to sort by: an opcode, position, material or text
    #[arg(long = "by", value_name = "KEY[,KEY ...]", value_delimiter = ',', required = true, value_parser = SortKey::parse)]
    keys: Vec<SortKey>,
    /// From the last to the first
    #[arg(long)]
    reverse: bool,
    #[command(flatten)]
    changes: Changes,
}

impl Run for SortArgs {
    fn run(&self, color: Color) -> Outcome {
        change_whole(&self.changes, color, Verb::Move, |snapshot, chosen, job| {
            sort(snapshot, &self.keys, self.reverse, chosen, job)
        })
    }
}
