//! `epdit sample`: some records by chance.

use std::io;

use clap::Args;

use crate::cli::Status;
use crate::cli::output::Color;
use crate::cli::records::{Records, Target, Verb, change_whole};
use crate::suite::bulk::sample;

/// Write some records, chosen by chance, in the file's order
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit sample 100 a.epd > b.epd                   the same hundred every time
  epdit sample 100 --seed 7 --where dm suites/     of those with a dm

All records where there are no more. Comments directly above a record go with it, comments at the
head of the file stay first; others are left out. Exit status: 0 done; 1 something is
no EPD file; 2 usage, or a file that can't be read or written.")]
pub struct SampleArgs {
    /// How many
    #[arg(value_name = "N")]
    count: usize,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    target: Target,
    /// Another seed is another sample
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &SampleArgs, color: Color) -> io::Result<Status> {
    change_whole(
        &args.records,
        &args.target,
        color,
        Verb::Remove,
        |snapshot, chosen, job| sample(snapshot, args.count, args.seed, chosen, job),
    )
}
