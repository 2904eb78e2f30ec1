//! The destination of a run's results.

use std::path::PathBuf;

use clap::Args;

use crate::cli::flow::{Fault, Growing, Paths, Resumable, Status};
use crate::cli::output::say;
use crate::epd::counted::thousands_of;

/// The destination of results, and whether a stopped run continues there.
#[derive(Args, Debug)]
pub(crate) struct ResultArgs {
    /// Write to this file, record by record, instead of standard output
    #[arg(short, long, value_name = "FILE", group = "results")]
    pub output: Option<PathBuf>,
    /// Go on where a run was stopped, after the records in its results
    #[arg(long, requires = "results")]
    pub resume: bool,
}

/// The destination of results that may replace their input.
#[derive(Args, Debug)]
pub(crate) struct InPlaceArgs {
    #[command(flatten)]
    pub results: ResultArgs,
    /// Write into the file itself when all is done; until then results are in PATH.unfinished
    #[arg(short, long, group = "results")]
    in_place: bool,
}

impl InPlaceArgs {
    /// Prepares the destination of the results; returns `None` if a continued run has nothing left to do.
    pub(crate) fn place<'a>(
        &'a self,
        paths: &Paths,
        run: &'a Resumable,
    ) -> Result<Option<Growing<'a>>, Fault> {
        match self.in_place {
            true => Growing::in_place(paths, run),
            false => Growing::of(self.results.output.as_deref(), run, paths),
        }
    }
}

/// Reports the number of records at which the engine failed in the previous run. They are not searched again, as each
/// would cost its time on every continuation. `opcode` marks a result. Returns the status of that outcome.
pub(super) fn say_failed(count: u64, opcode: &str) -> Status {
    if count == 0 {
        return Status::Clean;
    }
    let without = thousands_of(count, "record", "records");
    say(&format!(
        "{without} of the run before without a result: `--where 'not {opcode}' -i` searches them again in the \
         file of results, when all is done"
    ));
    Status::Findings
}
