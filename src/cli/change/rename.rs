//! `epdit rename`: another opcode for an operation.

use std::io;

use clap::Args;

use super::purge::opcode;
use crate::cli::Status;
use crate::cli::output::Color;
use crate::cli::records::{Records, Target, change_each};
use crate::suite::bulk::RecordChange;

/// Give operations another opcode
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit rename c9 Solver a.epd > b.epd      every record
  epdit rename -i eval ce suites/           in place

The last line on standard error counts: records that can't be changed for certain are left unchanged.

Exit status: 0 done; 1 records were left unchanged, or a file is not an EPD file; 2 usage, or a file
that can't be read or written.")]
pub struct RenameArgs {
    /// The opcode as it is
    #[arg(value_name = "OLD", value_parser = opcode)]
    old: String,
    /// The new opcode
    #[arg(value_name = "NEW", value_parser = opcode)]
    new: String,
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
pub fn run(args: &RenameArgs, color: Color) -> io::Result<Status> {
    let change = RecordChange::Rename(args.old.clone(), args.new.clone());
    change_each(&args.records, &args.target, color, |line, options| {
        change.apply(line, options)
    })
}
