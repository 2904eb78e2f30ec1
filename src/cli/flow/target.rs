//! Arguments that commands share (the choice of records, `--where`, and the target of the result), and the destination of
//! a result: standard output, a file written completely or not at all, or a stream.

use crate::cli::flow::{Fault, Outcome, Paths, Status, lock, replace};
use crate::cli::output::{Output, conclude, say};
use crate::suite::save::FileState;
use crate::suite::{Compression, FileInfo, Query};
use clap::Args;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Paths, and the choice of records in them.
#[derive(Args, Debug)]
pub(crate) struct Records {
    #[command(flatten)]
    pub paths: Paths,
    /// Only records that match this query (see `epdit query --help`)
    #[arg(long = "where", value_name = "EXPR", value_parser = query, allow_hyphen_values = true)]
    pub chosen: Option<Query>,
}

/// The records of one of several machines.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ShardArgs {
    /// Only each N-th record, from the I-th on: the share of one of N machines
    #[arg(long, value_name = "I/N", value_parser = Shard::typed)]
    pub shard: Option<Shard>,
}

/// Each N-th record from the I-th on: `2/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    nth: u64,
    of: u64,
}

impl Shard {
    fn typed(text: &str) -> Result<Self, String> {
        let expected = || "expected I/N, as 1/4, with I from 1 to N".to_owned();
        let (nth, of) = text.split_once('/').ok_or_else(expected)?;
        match (nth.trim().parse(), of.trim().parse()) {
            (Ok(nth @ 1..), Ok(of)) if nth <= of => Ok(Self { nth, of }),
            _ => Err(expected()),
        }
    }

    /// Returns true if the record of this number, from 1, is in the shard.
    pub(crate) fn has(self, number: u64) -> bool {
        number % self.of == self.nth % self.of
    }

    /// Returns the shard as a parameter of a run.
    pub(crate) fn in_words(self) -> (&'static str, String) {
        ("shard", format!("{}/{}", self.nth, self.of))
    }
}

#[derive(Args, Debug)]
pub(crate) struct Changes {
    #[command(flatten)]
    pub records: Records,
    #[command(flatten)]
    pub target: Target,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Target {
    /// Change the files in place, safely replacing each
    #[arg(short, long, conflicts_with = "output")]
    pub in_place: bool,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Change nothing; only count what would change
    #[arg(long)]
    dry_run: bool,
    /// Change nothing; show what would change as a unified diff
    #[arg(long)]
    diff: bool,
}

/// The error for `-i` with standard input.
pub(super) const NO_FILE: &str =
    "`--in-place` can't be used with standard input; leave it out to write to standard output";

impl Target {
    /// Returns true if files are changed in place, or the changes are only shown.
    pub(crate) fn is_change(&self) -> bool {
        self.in_place || self.dry_run || self.diff
    }

    pub(crate) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Returns the destination of the changed lines of these paths.
    ///
    /// # Errors
    ///
    /// Standard input can't be written in place.
    pub(crate) fn of(&self, paths: &Paths) -> Result<ChangeDestination<'_>, Fault> {
        let in_place = paths.in_place(self.in_place, NO_FILE)?;
        paths.not_below(self.output())?;
        Ok(match (self.diff, self.dry_run) {
            (true, _) => ChangeDestination::Diff { in_place },
            (false, true) => ChangeDestination::Nothing { in_place },
            (false, false) if in_place => ChangeDestination::InPlace,
            (false, false) => ChangeDestination::Output(self.output.as_deref()),
        })
    }
}

/// The destination of changed lines.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ChangeDestination<'a> {
    /// The files they come from.
    InPlace,
    /// A file, or standard output.
    Output(Option<&'a Path>),
    /// A diff only; with `in_place`, of each file by itself.
    Diff { in_place: bool },
    /// A count of the changes only.
    Nothing { in_place: bool },
}

impl<'a> ChangeDestination<'a> {
    /// Returns the output file; `None` for standard output.
    pub(crate) fn file(self) -> Option<&'a Path> {
        match self {
            Self::Output(path) => path,
            _ => None,
        }
    }

    /// Returns true if the records are only looked at.
    pub(crate) fn only_looks(self) -> bool {
        matches!(self, Self::Diff { .. } | Self::Nothing { .. })
    }

    /// Returns true if nothing is written after this status: with an unreadable input, an output file is not written.
    pub(crate) fn writes_nothing(self, status: Status) -> bool {
        self.only_looks() || (status == Status::Trouble && self.file().is_some_and(is_file))
    }

    /// Returns true if each file is changed by itself.
    pub(crate) fn is_in_place(self) -> bool {
        match self {
            Self::InPlace => true,
            Self::Output(_) => false,
            Self::Diff { in_place } | Self::Nothing { in_place } => in_place,
        }
    }
}

/// Parses a query of the command line.
pub(crate) fn query(text: &str) -> Result<Query, String> {
    let query = Query::parse(text).map_err(|error| format!("\n\n{}", error.marked(text)))?;
    if let Some(word) = query.word_of_the_editor() {
        return Err(format!(
            "`{word}` can be asked only in the editor: marks and unsaved edits are not in the file"
        ));
    }
    // Standard input is read later, when it is known that no records come from it.
    if !query.waits_for_stream() {
        query.load()?;
    }
    Ok(query.watched())
}

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

/// Refuses a destination (`None` for standard output) that is also an input, under any name or link or as standard
/// input (`-`): it would lose content. Only a result with all of that content may replace it.
pub(crate) fn not_an_input<'p>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Fault> {
    let output = match path {
        Some(path) => FileInfo::at(path),
        None => FileInfo::of_stream(&io::stdout()),
    };
    let output = match output {
        Ok(output) if output.is_file() => output,
        _ => return Ok(()),
    };
    let is_it = |input: &Path| {
        let input = match input.as_os_str() == "-" {
            true => FileInfo::of_stream(&io::stdin()),
            false => FileInfo::at(input),
        };
        input.is_ok_and(|input| input.is_same(&output))
    };
    match inputs.into_iter().any(is_it) {
        false => Ok(()),
        true => Err(Fault::usage(&match path {
            Some(path) => format!(
                "`{}` is also an input; give `-o` another name",
                path.display()
            ),
            None => "standard output goes to an input".to_owned(),
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
    // Locked before the inputs are read, as one may be the same file.
    let _lock = lock(path, &name)?;
    let before = FileState::settled(path)?;
    let is_new = matches!(before, FileState::Missing);
    let (mut status, mut amount) = (Status::Clean, None);
    let compression = Compression::of_name(path);
    let held_back = replace(path, &name, &before, compression, |out| {
        let mut out = Output::file(out);
        let filled = flushed(&mut out, fill);
        amount = out.amount.take();
        Ok(Some(match (filled, out.keep_reason) {
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
