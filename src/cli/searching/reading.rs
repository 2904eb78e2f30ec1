//! Inputs on their way into the queue: what is done already is left out, and what is no record passes through.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::{Place, Work};
use crate::cli::flow::{Fault, Outcome, Piece, Source, Status, Steps, Text};
use crate::cli::progress;
use crate::epd::{LineKind, Skim};

/// Inputs as they go into the queue.
pub(super) struct Reading<'a> {
    /// The lines, where the run can go on when it is stopped.
    pub steps: Option<Steps>,
    /// Whether the line at hand is done already.
    pub is_past: bool,
    pub put: &'a dyn Fn(Work) -> bool,
}

impl Reading<'_> {
    pub(super) fn file(&mut self, source: &Source<'_>, text: Text) -> Outcome {
        let path: Arc<str> = source.input.name.as_str().into();
        let mut begins = true;
        text.pieces(
            |_| (),
            |piece: Piece<'_>, ()| {
                // More of a line goes where its first part went.
                if piece.continues && self.is_past {
                    progress::did(piece.bytes.len(), 0);
                    return Ok(());
                }
                if piece.continues {
                    return self.pass(piece.bytes, &mut begins).ok_or_else(enough);
                }
                for (number, line) in piece.lines() {
                    self.is_past = self.is_done(line, piece.is_open).map_err(|why| {
                        // Other records are no trouble of one file: the run is over.
                        Fault::Output(std::io::Error::other(format!("`{path}:{number}`: {why}")))
                    })?;
                    if self.is_past {
                        progress::did(line.len(), 0);
                        continue;
                    }
                    if piece.is_open
                        || Skim::kind_of(line) != LineKind::Record
                        || !source.has(number, line)
                    {
                        self.pass(line, &mut begins).ok_or_else(enough)?;
                        continue;
                    }
                    let step = self.steps.as_mut().map(Steps::record);
                    let place = Place {
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

    /// Returns whether a line is done already; why the run can't go on, where another was done in its place.
    fn is_done(&mut self, line: &[u8], is_open: bool) -> Result<bool, String> {
        let Some(steps) = &mut self.steps else {
            return Ok(false);
        };
        let mut hasher = FxHasher::default();
        // Where a long line is parted nobody knows.
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

/// Nobody wants more: the run is over.
pub(crate) fn enough() -> Fault {
    Fault::Output(std::io::ErrorKind::BrokenPipe.into())
}

/// How reading ended: the input has what is done already, or the run is over with an error.
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
