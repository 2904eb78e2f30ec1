//! `epdit sort`: records in order.

use std::io;

use clap::Args;

use crate::cli::Status;
use crate::cli::output::Color;
use crate::cli::records::{Records, Target, Verb, change_whole};
use crate::suite::bulk::{SortKey, sort};

/// Sort records
///
/// A record without what it is sorted by comes last; records with the same keys keep their order.
/// Comment lines directly above a record go with it; other comments and blank lines stay where they are.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit sort --by id a.epd > b.epd              by the text of an operation
  epdit sort --by dm,material -i suites/        by number, then by material; in place

Exit status: 0 done; 1 something is no EPD file; 2 usage, or a file that can't be read or written.")]
pub struct SortArgs {
    /// What to sort by: an opcode, position, material or text
    #[arg(long = "by", value_name = "KEY[,KEY ...]", value_delimiter = ',', required = true, value_parser = SortKey::parse)]
    keys: Vec<SortKey>,
    /// From the last to the first
    #[arg(long)]
    reverse: bool,
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
pub fn run(args: &SortArgs, color: Color) -> io::Result<Status> {
    change_whole(
        &args.records,
        &args.target,
        color,
        Verb::Move,
        |snapshot, chosen, job| sort(snapshot, &args.keys, args.reverse, chosen, job),
    )
}
