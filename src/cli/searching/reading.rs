//! Reads inputs into the queue: skips finished records, and passes other lines through.

use crate::cli::flow::{
    Fault, Outcome, Paths, Piece, Resumable, ResumableOutput, Shard, Source, Status, Steps, Text,
};
use crate::cli::output::say;
use crate::cli::progress;
use crate::cli::searching::{RecordLocation, Work};
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, Skim};
use clap::Args;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::path::PathBuf;
use std::sync::Arc;

pub(super) struct Reading<'a> {
    /// The progress of the lines, if the run can be continued after a stop.
    pub steps: Option<Steps>,
    /// Whether the current line is already done.
    pub is_past: bool,
    /// The shard to search, without any other line.
    pub shard: Option<Shard>,
    /// The number of records so far; counted only with a shard.
    pub met: u64,
    pub put: &'a dyn Fn(Work) -> bool,
}

impl Reading<'_> {
    pub(super) fn file(&mut self, source: &Source<'_>, text: Text) -> Outcome {
        let path: Arc<str> = source.input.name.as_str().into();
        let mut begins = true;
        text.pieces(
            |_| (),
            |piece: Piece<'_>, ()| {
                // The rest of a long line is treated like its first part.
                if piece.continues && (self.is_past || self.shard.is_some()) {
                    progress::did(piece.bytes.len(), 0);
                    return Ok(());
                }
                if piece.continues {
                    return self.pass(piece.bytes, &mut begins).ok_or_else(enough);
                }
                for (number, line) in piece.lines() {
                    let is_record = || {
                        !piece.is_open
                            && Skim::kind_of(line) == LineKind::Record
                            && source.has(number, line)
                    };
                    let is_taken = self.shard.map(|shard| {
                        let is_record = is_record();
                        self.met += u64::from(is_record);
                        is_record && shard.has(self.met)
                    });
                    self.is_past = self.is_done(line, piece.is_open).map_err(|why| {
                        // Other records than in the previous run are not an error of one file: the run ends.
                        Fault::Output(std::io::Error::other(format!("`{path}:{number}`: {why}")))
                    })?;
                    if self.is_past || is_taken == Some(false) {
                        progress::did(line.len(), 0);
                        continue;
                    }
                    if is_taken.is_none() && !is_record() {
                        self.pass(line, &mut begins).ok_or_else(enough)?;
                        continue;
                    }
                    let step = self.steps.as_mut().map(Steps::record);
                    let place = RecordLocation {
                        path: path.clone(),
                        line: number,
                    };
                    let work = Work {
                        line: line.to_vec(),
                        record: Some((place, *source.options())),
                        step,
                        begins: std::mem::take(&mut begins),
                    };
                    if !(self.put)(work) {
                        return Err(enough());
                    }
                }
                Ok(())
            },
        )?;
        Ok(Status::Clean)
    }

    /// Returns true if the previous run has done a line; an error if it has done another in its place.
    fn is_done(&mut self, line: &[u8], is_open: bool) -> Result<bool, String> {
        let Some(steps) = &mut self.steps else {
            return Ok(false);
        };
        let mut hasher = FxHasher::default();
        // A long line is cut at arbitrary places.
        if !is_open {
            hasher.write(line);
        }
        let step = steps.pass(hasher.finish());
        Ok(step
            .map_err(|other| other.into_error().to_string())?
            .is_none())
    }

    fn pass(&self, bytes: &[u8], begins: &mut bool) -> Option<()> {
        let work = Work {
            line: bytes.to_vec(),
            record: None,
            step: None,
            begins: std::mem::take(begins),
        };
        (self.put)(work).then_some(())
    }
}

/// Returns the fault that ends reading because the queue accepts no more; see [`read`].
pub(crate) fn enough() -> Fault {
    Fault::Output(std::io::ErrorKind::BrokenPipe.into())
}

/// Returns the outcome of reading: success if the input has all that the previous run has done, or the error that
/// ends the run.
pub(crate) fn read(status: Outcome, steps: Option<&Steps>) -> Outcome {
    match status {
        Err(Fault::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            Ok(Status::Clean)
        }
        Err(Fault::Output(error)) => Err(Fault::Input(error)),
        Ok(status) => steps.map_or(Ok(()), Steps::end).map(|()| status),
        error => error,
    }
}

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
        shard: Option<Shard>,
        run: &'a Resumable,
    ) -> Result<Option<ResumableOutput<'a>>, Fault> {
        match self.in_place {
            true if shard.is_some() => Err(Fault::usage(
                "`--shard` writes only some records, which can't replace the file; use `-o`, not `--in-place`",
            )),
            true => ResumableOutput::in_place(paths, run),
            false => ResumableOutput::of(self.results.output.as_deref(), run, paths),
        }
    }
}

/// Prints the number of records at which the engine failed in the previous run, and returns the status for that.
/// They are not searched again, as each would cost its time in every continuation. `opcode` marks a result.
pub(super) fn say_failed(count: u64, opcode: &str) -> Status {
    if count == 0 {
        return Status::Clean;
    }
    let without = thousands_of(count, "record", "records");
    say(&format!(
        "{without} of the run before without a result; `--where 'not {opcode}' -i` searches them later"
    ));
    Status::Findings
}
