//! `epdit renumber`: ids by a template.

use std::io;

use clap::Args;

use crate::cli::Status;
use crate::cli::output::Color;
use crate::cli::records::{Records, Target, Verb, change_whole};
use crate::suite::bulk::{Template, renumber};

/// Number the ids of records by a template
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit renumber 'WAC.{n:03}' a.epd > b.epd     WAC.001, WAC.002 …
  epdit renumber -i --start 301 'X {n}' a.epd   in place, from 301 on

Several paths without -i are numbered as one. A record that can't be changed for certain is left
unchanged and counted on standard error; its number is passed over.

Exit status: 0 done; 1 records were left unchanged, or a file is not an EPD file; 2 usage, or a file
that can't be read or written.")]
pub struct RenumberArgs {
    /// The id: {n} is the number, {n:03} with three digits at least
    #[arg(value_name = "TEMPLATE", value_parser = Template::parse)]
    template: Template,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    target: Target,
    /// The first record's number
    #[arg(long, default_value_t = 1, value_name = "N")]
    start: u64,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &RenumberArgs, color: Color) -> io::Result<Status> {
    change_whole(
        &args.records,
        &args.target,
        color,
        Verb::Change,
        |snapshot, chosen, job| renumber(snapshot, &args.template, args.start, chosen, job),
    )
}
