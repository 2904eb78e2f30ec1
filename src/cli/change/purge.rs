//! `epdit purge`: without some operations (the standard's "pfop").

use std::io;

use clap::Args;

use crate::cli::Status;
use crate::cli::output::Color;
use crate::cli::records::{Records, Target, change_each};
use crate::epd::opcode::is_opcode;
use crate::suite::bulk::RecordChange;

/// Remove operations
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit purge acd,acs,pv old.epd > new.epd      without three operations
  epdit purge -i --where 'dm' ce suites/        in place, only where there is a dm

The last line on standard error counts: records that can't be changed for certain are left unchanged.

Exit status: 0 done; 1 records were left unchanged, or a file is not an EPD file; 2 usage, or a file
that can't be read or written.")]
pub struct PurgeArgs {
    /// The opcodes to remove
    #[arg(value_name = "OPCODE[,OPCODE ...]", value_parser = opcodes)]
    opcodes: Opcodes,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    target: Target,
}

/// One opcode or more: a list would take the paths as well.
#[derive(Clone, Debug)]
struct Opcodes(Vec<String>);

fn opcodes(text: &str) -> Result<Opcodes, String> {
    text.split(',')
        .map(opcode)
        .collect::<Result<_, _>>()
        .map(Opcodes)
}

/// Reads an opcode of the command line.
pub fn opcode(text: &str) -> Result<String, String> {
    if is_opcode(text.as_bytes()) {
        Ok(text.to_owned())
    } else {
        Err("no opcode: a letter, then up to 14 letters, digits or `_`".to_owned())
    }
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &PurgeArgs, color: Color) -> io::Result<Status> {
    let change = RecordChange::Remove(args.opcodes.0.clone());
    change_each(&args.records, &args.target, color, |line, options| {
        change.apply(line, options)
    })
}
