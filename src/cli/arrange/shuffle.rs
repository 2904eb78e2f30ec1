//! `epdit shuffle`: records in an order made by chance.

use std::io;

use clap::Args;

use crate::cli::Status;
use crate::cli::output::Color;
use crate::cli::records::{Records, Target, Verb, change_whole};
use crate::suite::bulk::shuffle;

/// Shuffle records
///
/// Comment lines directly above a record go with it; other comments and blank lines stay where they are.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit shuffle a.epd > b.epd         the same order every time
  epdit shuffle --seed 7 -i a.epd     another one, in place

Exit status: 0 done; 1 something is no EPD file; 2 usage, or a file that can't be read or written.")]
pub struct ShuffleArgs {
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    target: Target,
    /// Another seed is another order
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &ShuffleArgs, color: Color) -> io::Result<Status> {
    change_whole(
        &args.records,
        &args.target,
        color,
        Verb::Move,
        |snapshot, chosen, job| shuffle(snapshot, args.seed, chosen, job),
    )
}
