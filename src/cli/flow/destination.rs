//! The destination of a command's result: standard output, a file written completely or not at all, or a stream.

use super::{Fault, Outcome, Status};
use crate::cli::flow::{lock, replace};
use crate::cli::output::{Output, conclude, say};
use crate::suite::Compression;
use crate::suite::save::FileState;
use crate::terminal::platform;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The reason not to write the result of all inputs if one can't be read.
pub(crate) const INCOMPLETE: &str = "an input can't be read";
/// The reason not to write the result of all inputs if one is not an EPD file.
pub(crate) const LEFT_OUT: &str = "an input is not an EPD file; run it again without that input";

/// The kind of path given to `-o`.
enum Destination {
    Stdout,
    /// A pipe or a device.
    Stream,
    /// An existing or new file.
    File,
}

impl Destination {
    fn of(path: &Path) -> Self {
        // The file that standard output is redirected to is not replaced.
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

/// Returns true if `-o` names an existing or new file.
pub(crate) fn is_file(path: &Path) -> bool {
    matches!(Destination::of(path), Destination::File)
}

/// Calls `fill` with the destination: standard output, or a file that is written completely or not at all. The file
/// stays unchanged if an input can't be read or is not EPD. A written file is reported, with whether an old one was
/// replaced.
pub(crate) fn with_output(
    path: Option<&Path>,
    fill: impl FnOnce(&mut Output<'_>) -> Outcome,
) -> Outcome {
    // Boxed, so that the rest is compiled once, not for each command.
    fill_at(path, Box::new(fill))
}

/// A function that writes the result of a command.
type Fill<'a> = Box<dyn FnOnce(&mut Output<'_>) -> Outcome + 'a>;

fn fill_at(path: Option<&Path>, fill: Fill<'_>) -> Outcome {
    let Some(path) = path else {
        return flushed(&mut Output::stdout(), fill);
    };
    match Destination::of(path) {
        Destination::Stdout => flushed(&mut Output::stdout(), fill),
        Destination::Stream => {
            let stream = open_stream(path)?;
            flushed(&mut Output::file(stream), fill)
        }
        Destination::File => into_file(path, fill),
    }
}

/// Refuses a destination (`None` for standard output) that is also an input, by whatever name or link or as standard
/// input (`-`), and would lose content. A result that holds all of its content may replace it.
///
/// # Errors
///
/// The destination is an input.
pub(crate) fn not_an_input<'p>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Fault> {
    let output = match path {
        Some(path) => fs::metadata(path),
        None => platform::metadata_of(io::stdout()),
    };
    let output = match output {
        Ok(output) if output.is_file() => output,
        _ => return Ok(()),
    };
    let is_it = |input: &Path| {
        let input = match input.as_os_str() == "-" {
            true => platform::metadata_of(io::stdin()),
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

fn flushed(out: &mut Output<'_>, fill: Fill<'_>) -> Outcome {
    let status = fill(out)?;
    out.flush()?;
    Ok(status)
}

fn open_stream(path: &Path) -> Result<File, Fault> {
    // A pipe is opened as soon as a program reads from it.
    let opened = File::options().write(true).open(path);
    opened.map_err(|error| {
        let words = format!("can't write {}: {error}", path.display());
        Fault::Input(io::Error::new(error.kind(), words))
    })
}

fn into_file(path: &Path, fill: Fill<'_>) -> Outcome {
    let name = path.display().to_string();
    // Held from before an input is read that may be the same file.
    let _lock = lock(path, &name)?;
    let before = FileState::settled(path)?;
    let is_new = matches!(before, FileState::Missing);
    let (mut status, mut amount) = (Status::Clean, None);
    let compression = Compression::of_name(path);
    let held_back = replace(path, &name, &before, compression, |out| {
        let mut out = Output::file(out);
        let filled = flushed(&mut out, fill);
        amount = out.amount.take();
        Ok(Some(match (filled, out.stands_back) {
            (Err(Fault::Output(error)), _) => return Err(error),
            (Err(fault), _) => Err(fault),
            (Ok(Status::Trouble), _) => Ok((Status::Trouble, INCOMPLETE)),
            (Ok(Status::LeftOut), _) => Ok((Status::Trouble, LEFT_OUT)),
            (Ok(found), Some(why)) if !is_new => Ok((found, why)),
            (Ok(found), _) => {
                status = found;
                return Ok(None);
            }
        }))
    })?;
    if let Some(held_back) = held_back {
        let (status, why) = held_back?;
        say(&match is_new {
            true => format!("`{name}` was not written: {why}"),
            false => format!("`{name}` is left unchanged: {why}"),
        });
        return Ok(status);
    }
    let did = if is_new { "wrote" } else { "replaced" };
    conclude(&format!("{did} `{name}`"));
    amount.iter().for_each(|amount| conclude(amount));
    Ok(status)
}
