//! Inputs on their way into the queue: what is done already is left out, and what is no record passes through.

use std::sync::Arc;

use super::Work;
use crate::cli::flow::{Fault, Held, Outcome, Piece, Source, Status, Step, Steps, Text, key};
use crate::cli::progress;
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, Skim};

/// Inputs as they go into the queue.
pub(super) struct Reading<'a> {
    /// What is done already, line by line.
    pub held: Option<&'a Held>,
    /// Lines so far.
    pub at: usize,
    /// Records so far, where that is to be noted.
    pub steps: Option<Steps>,
    pub put: &'a dyn Fn(Work) -> bool,
}

impl Reading<'_> {
    pub(super) fn file(&mut self, source: &Source<'_>, text: Text) -> Outcome {
        let name: Arc<str> = source.input.name.as_str().into();
        let mut begins = true;
        // Nobody wants more: the run is over.
        let enough = || Fault::Output(std::io::ErrorKind::BrokenPipe.into());
        text.pieces(
            |_| (),
            |piece: Piece<'_>, ()| {
                if piece.continues {
                    return self.pass(piece.bytes, &mut begins).ok_or_else(enough);
                }
                for (number, line) in piece.lines() {
                    let held = self.held.map_or(Ok(false), |held| held.has(self.at, line));
                    self.at += 1;
                    match held {
                        Ok(false) => {}
                        Ok(true) => {
                            progress::did(line.len(), 0);
                            continue;
                        }
                        Err(other) => {
                            return Err(Fault::Output(std::io::Error::other(format!(
                                "line {} of the file to go on with is not of `{name}:{number}` as it is now; write to another file to begin anew",
                                other.line
                            ))));
                        }
                    }
                    if piece.is_open
                        || Skim::kind_of(line) != LineKind::Record
                        || !source.has(number, line)
                    {
                        self.pass(line, &mut begins).ok_or_else(enough)?;
                        continue;
                    }
                    let step = match &mut self.steps {
                        None => Step::default(),
                        // Other records are no trouble of one file: the run is over.
                        Some(steps) => match steps
                            .pass(key(line))
                            .map_err(|other| Fault::Output(other.into_error()))?
                        {
                            Some(step) => step,
                            None => {
                                progress::did(line.len(), 0);
                                continue;
                            }
                        },
                    };
                    let record = Some((name.clone(), number, *source.options()));
                    let work = Work {
                        line: line.to_vec(),
                        record,
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

    fn pass(&self, bytes: &[u8], begins: &mut bool) -> Option<()> {
        let work = Work {
            line: bytes.to_vec(),
            record: None,
            step: Step::default(),
            begins: std::mem::take(begins),
        };
        (self.put)(work).then_some(())
    }

    /// How reading ended: the input has what is done already, or the run is over with an error.
    pub(super) fn end(&self, status: Outcome) -> Outcome {
        match status {
            Err(Fault::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Ok(Status::Clean)
            }
            Err(Fault::Output(error)) => Err(Fault::Input(error)),
            Ok(status) => match (self.held, &self.steps) {
                (_, Some(steps)) => steps.end().map(|()| status),
                (Some(held), None) if held.len() > self.at => Err(Fault::usage(&format!(
                    "the file to go on with holds {}, the input {}",
                    thousands_of(held.len(), "line", "lines"),
                    self.at
                ))),
                _ => Ok(status),
            },
            error => error,
        }
    }
}
