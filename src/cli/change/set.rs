//! `epdit set`: an operation for all records.

use std::io;

use clap::Args;

use crate::cli::Status;
use crate::cli::output::Color;
use crate::cli::records::{Records, Target, change_each};
use crate::suite::bulk::{Assignment, RecordChange};

/// Set an operation
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where there is none

The last line on standard error counts: records that can't be changed for certain are left unchanged.

Exit status: 0 done; 1 records were left unchanged, or a file is not an EPD file; 2 usage, or a file
that can't be read or written.")]
pub struct SetArgs {
    /// The operation: its opcode, then its operands
    #[arg(value_name = "'OPCODE OPERANDS'", value_parser = Assignment::parse)]
    operation: Assignment,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    target: Target,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &SetArgs, color: Color) -> io::Result<Status> {
    let change = RecordChange::Set(args.operation.clone());
    change_each(&args.records, &args.target, color, |line, options| {
        change.apply(line, options)
    })
}
