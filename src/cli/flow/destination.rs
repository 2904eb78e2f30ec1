//! Where the result of a command goes: standard output, a file that is there whole or not at all, or
//! something that is written to as a stream.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::locking::{lock, say_how};
use super::{Fault, Outcome, Status};
use crate::cli::output::{Output, conclude, say};
use crate::suite::save::{FileState, Otherwise, Replace};
use crate::suite::{Compression, pack};
use crate::sys::platform;

/// Why the result of all inputs is not written where one of them can't be read.
pub(crate) const INCOMPLETE: &str = "an input can't be read";
/// The same where one is not an EPD file.
pub(crate) const LEFT_OUT: &str = "an input is not an EPD file; run it again without that input";

/// What `-o` is given.
enum Destination {
    Stdout,
    /// A pipe or a device.
    Stream,
    /// A file that is there or will be.
    File,
}

impl Destination {
    fn of(path: &Path) -> Self {
        // A file that standard output was redirected to is not replaced.
        let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
        if names.iter().any(|name| path.as_os_str() == *name) {
            return Self::Stdout;
        }
        match fs::metadata(path) {
            Ok(there) if !there.is_file() && !there.is_dir() => Self::Stream,
            _ => Self::File,
        }
    }
}

/// Whether `-o` names a file that is there or will be.
pub(crate) fn is_file(path: &Path) -> bool {
    matches!(Destination::of(path), Destination::File)
}

/// Calls `fill` with where the result goes: a file, which is there whole or as it was before, or
/// standard output. Where an input can't be read, or is left out because it is not an EPD file, the file
/// stays as it was. A file that is written is named, with whether one was replaced.
pub(crate) fn with_output(
    path: Option<&Path>,
    fill: impl FnOnce(&mut Output<'_>) -> Outcome,
) -> Outcome {
    // Boxed, so that the rest is compiled once, not for each command.
    fill_at(path, Box::new(fill))
}

/// What writes the result of a command.
type Fill<'a> = Box<dyn FnOnce(&mut Output<'_>) -> Outcome + 'a>;

fn fill_at(path: Option<&Path>, fill: Fill<'_>) -> Outcome {
    let Some(path) = path else {
        return flushed(Output::stdout(), fill);
    };
    match Destination::of(path) {
        Destination::Stdout => flushed(Output::stdout(), fill),
        Destination::Stream => {
            let stream = open_stream(path)?;
            flushed(Output::file(stream), fill)
        }
        Destination::File => into_file(path, fill),
    }
}

/// Refuses the place of a result (standard output where there is no path) that does not hold all that is in what is read where it is one of the files that
/// are read, by whatever name or link, or as standard input (`-`): it would be gone. A result that holds it all may
/// take its place.
///
/// # Errors
///
/// It is one of them.
pub(crate) fn not_an_input<'p>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Fault> {
    let output = match path {
        Some(path) => fs::metadata(path),
        None => platform::stdout_metadata(),
    };
    let output = match output {
        Ok(output) if output.is_file() => output,
        _ => return Ok(()),
    };
    let is_it = |input: &Path| {
        let input = match input.as_os_str() == "-" {
            true => platform::stdin_metadata(),
            false => fs::metadata(input),
        };
        input.is_ok_and(|input| platform::is_same(&input, &output))
    };
    match inputs.into_iter().any(is_it) {
        false => Ok(()),
        true => Err(Fault::usage(&match path {
            Some(path) => format!(
                "`{}` is one of the files that are read; give `-o` another name",
                path.display()
            ),
            None => "standard output goes to one of the files that are read".to_owned(),
        })),
    }
}

fn flushed(out: Output<'_>, fill: Fill<'_>) -> Outcome {
    filled(out, fill).map(|filled| filled.status)
}

/// What became of a place that was filled.
struct Filled {
    status: Status,
    /// Why what was written is not to replace anything.
    stands_back: Option<&'static str>,
    /// How much it is, in words.
    amount: Option<String>,
}

fn filled(mut out: Output<'_>, fill: Fill<'_>) -> Result<Filled, Fault> {
    let status = fill(&mut out)?;
    out.flush()?;
    Ok(Filled {
        status,
        stands_back: out.stands_back,
        amount: out.amount.take(),
    })
}

fn open_stream(path: &Path) -> Result<File, Fault> {
    let opened = platform::open_stream(path);
    opened.map_err(|error| {
        let words = format!("can't write {}: {error}", path.display());
        Fault::Input(io::Error::new(error.kind(), words))
    })
}

/// Why a temporary file does not take its name.
enum Dropped {
    /// Not all inputs are in it: why.
    Part(&'static str),
    /// There is nothing to put in the place of the file that is there: why, and the status.
    Nothing(&'static str, Status),
    Fault(Fault),
}

fn into_file(path: &Path, fill: Fill<'_>) -> Outcome {
    let name = path.display().to_string();
    // From before an input is read, that may be the same file.
    let _lock = lock(path, &name)?;
    let before = FileState::settled(path)?;
    let (mut status, mut amount) = (Status::Clean, None);
    let mut dropped = None;
    let replace = Replace::new(path, Some(&before), Otherwise::InPlace);
    let written = replace.write(|out| {
        pack(out, Compression::of_name(path), |out| {
            let stop = || io::Error::other("nothing to write");
            match filled(Output::file(out), fill) {
                Ok(filled) if filled.status == Status::Trouble => {
                    dropped = Some(Dropped::Part(INCOMPLETE));
                    Err(stop())
                }
                Ok(filled) if filled.status == Status::LeftOut => {
                    dropped = Some(Dropped::Part(LEFT_OUT));
                    Err(stop())
                }
                Ok(Filled {
                    status,
                    stands_back: Some(why),
                    ..
                }) if !matches!(before, FileState::Missing) => {
                    dropped = Some(Dropped::Nothing(why, status));
                    Err(stop())
                }
                Ok(filled) => {
                    (status, amount) = (filled.status, filled.amount);
                    Ok(())
                }
                Err(Fault::Output(error)) => Err(error),
                Err(fault) => {
                    dropped = Some(Dropped::Fault(fault));
                    Err(stop())
                }
            }
        })
    });
    match (written, dropped) {
        (_, Some(Dropped::Fault(fault))) => Err(fault),
        (_, Some(Dropped::Part(why))) => {
            say(&match before {
                FileState::Missing => format!("`{name}` was not written: {why}"),
                _ => format!("`{name}` is unchanged: {why}"),
            });
            Ok(Status::Trouble)
        }
        (_, Some(Dropped::Nothing(why, status))) => {
            say(&format!("`{name}` is left unchanged: {why}"));
            Ok(status)
        }
        (Err(error), None) => Err(Fault::Input(io::Error::other(error))),
        (Ok((_, how)), None) => {
            say_how(&name, how);
            let did = match before {
                FileState::Missing => "wrote",
                _ => "replaced",
            };
            conclude(&format!("{did} `{name}`"));
            amount.iter().for_each(|amount| conclude(amount));
            Ok(status)
        }
    }
}
