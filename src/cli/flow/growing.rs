//! A file of results that grows record by record and outlives a kill: what is in it is done, and a run can
//! go on behind it.

mod beside;
mod held;
mod later;
mod made;
mod noted;

use std::cell::Cell;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use beside::Beside;
pub(crate) use held::Held;
use later::Later;
use made::{Known, is_unfinished};
pub(crate) use made::{MadeWith, is_finished};
pub(crate) use noted::{Noted, Reason, Step, Steps};

use super::locking::lock;
use super::{Fault, Outcome, Paths, Status};
use crate::cli::output::Output;
use crate::engine::{Engine, EngineCommand};
use crate::suite::Compression;
use crate::suite::save::FileLock;

/// The place of results.
#[derive(Debug)]
pub(crate) enum Growing<'a> {
    /// Standard output, a pipe or a device.
    Stream(Option<&'a Path>),
    /// A file with what it holds and keeps, and the right to write it where it is there already.
    File(&'a Path, Held, Resumed<'a>, Option<FileLock>),
    /// One beside the file that it takes the place of when all is done.
    Beside(Beside, Resumed<'a>),
}

/// The run that makes results.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resumed<'a> {
    /// What it makes them with; `None` for one that can't go on.
    pub made: Option<&'a MadeWith>,
    /// What it asks, whose name is to be the same where it goes on.
    pub engine: Option<&'a EngineCommand>,
    /// Whether it goes on.
    pub resume: bool,
}

/// What an engine may take to tell its name.
const ANSWER: Duration = Duration::from_secs(10);

impl Resumed<'_> {
    /// Holds it against what is there, where it goes on: an error where that was made in another way.
    fn check(&self, results: &Path, held: &Held) -> Result<(), Fault> {
        let (true, Some(made), false) = (self.resume, self.made, held.is_nothing()) else {
            return Ok(());
        };
        let name = || {
            let engine = Engine::start(self.engine?, ANSWER).ok()?;
            Some(engine.identity().name.clone())
        };
        if made.same(results, name)? == Known::Nothing {
            MadeWith::say_unknown(results);
        }
        if let Some(noted) = held.noted() {
            made.go_on(noted);
        }
        Ok(())
    }
}

impl<'a> Growing<'a> {
    /// The place that `-o` names. Where the run is to go on behind what a file holds, `see` gets its lines.
    ///
    /// # Errors
    ///
    /// Wrong usage, and a file that can't be read.
    pub(crate) fn of(
        path: Option<&'a Path>,
        run: Resumed<'a>,
        paths: &Paths,
        see: impl FnMut(&[u8]),
    ) -> Result<Self, Fault> {
        let resume = run.resume;
        let is_file = path.is_some_and(super::destination::is_file);
        let Some(path) = path.filter(|_| is_file) else {
            return match resume {
                true => Err(Fault::usage(
                    "`--resume` needs a file to go on with: `-o FILE`",
                )),
                false => Ok(Self::Stream(path)),
            };
        };
        if Compression::of_name(path) != Compression::None {
            return Err(Fault::usage(
                "results are written record by record, and can't be packed: give `-o` another name",
            ));
        }
        let inputs = paths.expand().into_iter().flatten();
        let inputs: Vec<PathBuf> = inputs
            .map(|input| input.path.unwrap_or_else(|| "-".into()))
            .collect();
        super::not_an_input(Some(path), inputs.iter().map(PathBuf::as_path))?;
        is_writable(path)?;
        // From before it is read: another run may be writing it.
        let locked = match path.exists() {
            true => Some(lock(path, &path.display().to_string())?),
            false => None,
        };
        let held = match resume {
            true => Held::of(path, see)?,
            // Hours may be in it.
            false if is_unfinished(path) => {
                return Err(Fault::usage(&format!(
                    "`{}` holds the results of a run that was stopped: `--resume` goes on there; remove it to \
                     begin anew",
                    path.display()
                )));
            }
            false => Held::default(),
        };
        run.check(path, &held)?;
        Ok(Self::File(path, held, run, locked))
    }

    /// The place beside the one file that `paths` name, which the results replace when all is done.
    ///
    /// # Errors
    ///
    /// Wrong usage, and a file that can't be read.
    pub(crate) fn in_place(
        paths: &Paths,
        run: Resumed<'a>,
        see: impl FnMut(&[u8]),
    ) -> Result<Self, Fault> {
        let beside = Beside::of(paths, run.resume, see)?;
        run.check(&beside.path, &beside.held)?;
        Ok(Self::Beside(beside, run))
    }

    /// What it holds already.
    pub(crate) fn held(&self) -> Option<&Held> {
        match self {
            Self::File(_, held, ..) | Self::Beside(Beside { held, .. }, _)
                if held.records() > 0 || held.len() > 0 =>
            {
                Some(held)
            }
            _ => None,
        }
    }

    /// Calls `fill` with it. A file is touched when the first result comes, or all is done.
    ///
    /// # Errors
    ///
    /// Those of `fill`, and of writing.
    pub(crate) fn filled(&self, fill: impl FnOnce(&mut Output<'_>) -> Outcome) -> Outcome {
        match self {
            Self::Stream(path) => super::with_output(*path, fill),
            Self::File(path, held, run, locked) => {
                let status = grown(path, held, "", (run.made, locked.is_some()), fill)?;
                if is_complete(status) && run.made.is_some() {
                    MadeWith::remove(path);
                }
                Ok(status)
            }
            Self::Beside(beside, run) => beside.filled(run.made, fill),
        }
    }
}

/// Calls `fill` with a file behind what it holds; one that holds nothing begins with `head`. `is_locked`: nobody
/// else writes it; else it is locked as soon as it is made.
fn grown(
    path: &Path,
    held: &Held,
    head: &str,
    (made, is_locked): (Option<&MadeWith>, bool),
    fill: impl FnOnce(&mut Output<'_>) -> Outcome,
) -> Outcome {
    let is_given_up = Cell::new(false);
    let later = Later::new(path, held, (made, is_locked), &is_given_up);
    let mut out = Output::file(later);
    if held.is_nothing() {
        out.text(head)?;
    }
    let filled = fill(&mut out);
    match filled {
        Ok(Status::Trouble | Status::LeftOut) | Err(_) => is_given_up.set(true),
        // What was there stays, where nothing was done that could take its place.
        Ok(Status::Signal(_)) => {
            is_given_up.set(true);
            out.flush()?;
        }
        Ok(_) => out.flush()?,
    }
    filled
}

/// Whether a run came to its end: nothing is to be gone on with.
fn is_complete(status: Status) -> bool {
    matches!(status, Status::Clean | Status::Findings)
}

/// Says at once where no result could be written, and not after the first search: a folder that is not there, or
/// takes no file; `path` is that of the results.
fn is_writable(path: &Path) -> Result<(), Fault> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let there = match path.exists() {
        true => OpenOptions::new().append(true).open(path).map(drop),
        false if !folder.is_dir() => {
            return Err(Fault::usage(&format!(
                "can't write `{}`: there is no folder `{}`",
                path.display(),
                folder.display()
            )));
        }
        false => tempfile::tempfile_in(folder).map(drop),
    };
    there.map_err(|error| {
        let words = format!("can't write `{}`: {error}", path.display());
        Fault::Input(io::Error::new(error.kind(), words))
    })
}
