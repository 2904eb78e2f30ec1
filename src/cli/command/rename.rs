//! `epdit rename`: another opcode for an operation.

use clap::Args;

use super::{Run, help, opcode};
use crate::cli::flow::{Changes, Fault, Outcome, change_each};
use crate::cli::output::Color;
use crate::suite::edit::Edit;

const EXAMPLES: &str = "\
Examples:
  epdit rename c9 Solver a.epd > b.epd      every record
  epdit rename -i eval ce suites/           in place

Ambiguous records are left unchanged and counted on standard error.";

/// Rename an opcode
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct RenameArgs {
    /// The current opcode
    #[arg(value_name = "OLD", value_parser = opcode)]
    old: String,
    /// The new opcode
    #[arg(value_name = "NEW", value_parser = opcode)]
    new: String,
    #[command(flatten)]
    changes: Changes,
}

impl Run for RenameArgs {
    fn run(&self, color: Color) -> Outcome {
        if self.old == self.new {
            let name = &self.old;
            return Err(Fault::usage(&format!("`{name}` is already its name")));
        }
        let edit = Edit::Rename(self.old.clone(), self.new.clone());
        change_each(&self.changes, color, &edit)
    }
}
