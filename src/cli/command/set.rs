//! `epdit set`: an operation for all records.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, change_each};
use crate::cli::output::Color;
use crate::suite::bulk::{Assignment, RecordChange};

const EXAMPLES: &str = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where there is none

The last line on standard error counts: records that can't be changed for certain are left unchanged.";

/// Set an operation
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct SetArgs {
    /// The operation: its opcode, then its operands
    #[arg(value_name = "'OPCODE OPERANDS'", value_parser = Assignment::parse)]
    operation: Assignment,
    #[command(flatten)]
    changes: Changes,
}

impl Run for SetArgs {
    fn run(&self, color: Color) -> Outcome {
        let change = RecordChange::Set(self.operation.clone());
        change_each(&self.changes, color, |line, options| {
            change.apply(line, options)
        })
    }
}
