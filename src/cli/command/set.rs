//! `epdit set`: an operation for all records.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, change_each};
use crate::cli::output::Color;
use crate::suite::bulk::{Assignment, RecordChange};

const EXAMPLES: &str = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where missing

Ambiguous records are left unchanged and counted on standard error.";

/// Set an operation in all records
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct SetArgs {
    /// The opcode and its operands, in shell quotes: 'acd 20'
    #[arg(value_name = "OPERATION", value_parser = Assignment::parse)]
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
