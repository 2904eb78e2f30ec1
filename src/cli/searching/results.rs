//! Where the results of a run over records go.

use std::path::PathBuf;

use clap::Args;

use crate::cli::flow::{Fault, Growing, Paths, Resumable, Status};
use crate::cli::output::say;
use crate::epd::counted::thousands_of;

/// Where results go, and whether a run that was stopped goes on there.
#[derive(Args, Debug)]
pub(crate) struct ResultArgs {
    /// Write to this file, record by record, instead of standard output
    #[arg(short, long, value_name = "FILE", group = "results")]
    pub output: Option<PathBuf>,
    /// Go on where a run was stopped, after the records in its results
    #[arg(long, requires = "results")]
    pub resume: bool,
}

/// The same of results that can take the place of what they are made of.
#[derive(Args, Debug)]
pub(crate) struct InPlaceArgs {
    #[command(flatten)]
    pub results: ResultArgs,
    /// Write into the file itself when all is done; until then results are in PATH.unfinished
    #[arg(short, long, group = "results")]
    in_place: bool,
}

impl InPlaceArgs {
    /// Begins at the place of the results; returns `None` where the run goes on and all is done.
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

/// Says how many records the engine of the run before failed at: they are not searched again, since one that failed at
/// one would cost its time again each time that the run goes on. `opcode` is what a result has. Gives the status, as
/// that of the run that left them.
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
