//! Where the results of a run over records go.

use std::path::PathBuf;

use clap::Args;

use crate::cli::flow::{Fault, Growing, Records};
use crate::cli::output::conclude;
use crate::epd::counted::count;

/// Where results go, and whether a run that was stopped goes on there.
#[derive(Args, Debug)]
pub(crate) struct ResultArgs {
    /// Write to this file, record by record, instead of standard output
    #[arg(short, long, value_name = "FILE", group = "results")]
    output: Option<PathBuf>,
    /// Write into the file itself when all is done; until then results are in PATH.unfinished
    #[arg(short, long, group = "results")]
    in_place: bool,
    /// Go on after the records that the file of `-o`, or PATH.unfinished, holds
    #[arg(long, requires = "results")]
    resume: bool,
}

impl ResultArgs {
    /// Whether results go where a run can go on.
    pub(crate) fn can_resume(&self) -> bool {
        self.output.is_some() || self.in_place
    }

    /// The place of results, with what it holds where the run is to go on: `see` gets its lines.
    ///
    /// # Errors
    ///
    /// Wrong usage, and a file that can't be read.
    pub(crate) fn place<'a>(
        &'a self,
        records: &Records,
        see: impl FnMut(&[u8]),
    ) -> Result<Growing<'a>, Fault> {
        let growing = match self.in_place {
            true => Growing::in_place(&records.paths, self.resume, see)?,
            false => Growing::of(self.output.as_deref(), self.resume, &records.paths, see)?,
        };
        say_held(&growing);
        Ok(growing)
    }
}

/// Says what was done before.
pub(crate) fn say_held(growing: &Growing<'_>) {
    if let Some(held) = growing.held() {
        let lines = count(held.len(), "line", "lines");
        conclude(&format!("{lines} done before"));
    }
}
