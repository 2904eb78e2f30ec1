//! The steps of every command over files:
//!
//! ```text
//! paths ─▶ inputs ─▶ each opened, or refused ─▶ its work ─▶ output ─▶ summary ─▶ status
//! ```
//!
//! - *paths*: [`Paths`], and with `--where` [`Records`]: files, folders, `-`, in the order given.
//! - *opened, or refused*: [`each_file`]. An unreadable file ([`Fault::Input`]), and one that is not EPD
//!   ([`Fault::Foreign`]), is reported and left out; the others are still processed.
//! - *work*: a function of each chosen record, on all cores and in order ([`Text::records`]); an edit of each
//!   ([`change_each`], [`edit_lines`]); the records unchanged ([`Text::matches`]); or the whole input, read as often
//!   as needed ([`mod@arrange`]). All use [`Text::pieces`] of whole lines: see [`crate::suite::scan`].
//! - *output*: [`with_output`]: standard output or the file of `-o`; [`Target`]: in place, or nowhere
//!   (`--dry-run`, `--diff`).
//! - *summary*: the closing line of changing commands on standard error.
//! - *status*: the worst of all files, see [`Status`]. After a write error ([`Fault::Output`]) the command ends at
//!   once; a closed pipe is success.
//!
//! Only one command at a time writes a file; another one waits, and prints that it does.

mod arrange;
mod checkpoint;
mod growing;
mod input;
mod lines;
mod summary;
mod target;
mod text;

pub(crate) use crate::suite::scan::{Flow, Piece};
pub(crate) use arrange::{ArrangeInput, WholeChange, arrange};
pub(crate) use checkpoint::{Checkpoint, Resumable, Step, Steps};
pub(crate) use growing::{ResumableOutput, files_of_results};
pub(crate) use input::{Input, Kind, Paths};
pub(crate) use lines::{
    Notes, OfInput, Source, all_inputs, change_each, change_each_to, edit_lines,
};
pub(crate) use summary::Summary;
pub(crate) use target::{
    ChangeDestination, Changes, INCOMPLETE, LEFT_OUT, Records, Shard, ShardArgs, Target, is_file,
    not_an_input, query, with_output,
};
pub(crate) use text::{MARK, Text};

use crate::cli::output::{Output, say};
use crate::cli::progress;
use crate::suite::records::{Block, BlockJoiner, ScannedPiece, Sink};
use crate::suite::save::{FileLock, FileState, Replace, ReplaceFallback, WriteMethod, copies_left};
use crate::suite::{Compression, Query, explain, on_disk, pack};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// The outcome of a command, from good to bad; with several files the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// 0: done, and nothing to report.
    Clean,
    /// 1: done, with findings: problems at the denied level, no match, records left unchanged, a difference.
    Findings,
    /// 1 as well: a file that is not EPD was left out. A file for the result of all inputs is then not written
    /// ([`with_output`]), which is 2.
    LeftOut,
    /// 2: wrong usage, or a read or write error.
    Trouble,
    /// 128 and more: ended by the signal of this number.
    Signal(u8),
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Clean => 0,
            Status::Findings | Status::LeftOut => 1,
            Status::Trouble => 2,
            Status::Signal(number) => number.saturating_add(128),
        })
    }
}

/// The reason why a command can't continue with one input, or at all.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An error of the current input, or of usage.
    Input(io::Error),
    /// The current input is not an EPD file, but of this kind.
    Foreign(&'static str),
    /// Results can't be written.
    Output(io::Error),
}

impl Fault {
    pub(crate) fn usage(words: &str) -> Self {
        Self::Input(io::Error::other(words))
    }

    pub(crate) fn into_error(self) -> io::Error {
        match self {
            Self::Input(error) | Self::Output(error) => error,
            Self::Foreign(what) => io::Error::other(what),
        }
    }

    /// Prints the fault, with the input's name if it concerns one; returns the status.
    pub(crate) fn report(self, name: Option<&str>) -> Status {
        // An error of joined inputs names its input itself.
        let names_itself =
            matches!(&self, Self::Input(error) if OfInput::in_error(error).is_some());
        let name = name.filter(|_| !names_itself);
        let (status, words) = match self {
            Self::Input(error) => (Status::Trouble, explain(&error)),
            Self::Foreign(what) => (Status::LeftOut, format!("not an EPD file: {what}")),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Status::Clean;
            }
            // The program's own errors are complete messages.
            Self::Output(error) if error.get_ref().is_some() => {
                (Status::Trouble, error.to_string())
            }
            Self::Output(error) => (Status::Trouble, format!("can't write: {error}")),
        };
        match name {
            Some(name) => say(&format!("`{name}`: {words}")),
            None => say(&words),
        }
        status
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

pub(crate) type Outcome = Result<Status, Fault>;

/// Runs `work` for each input in order. An error of one is printed, and the others are still processed.
pub(crate) fn each_input(paths: &Paths, mut work: impl FnMut(&Input) -> Outcome) -> Outcome {
    let mut worst = Status::Clean;
    let inputs = paths.expand();
    progress::begin(input::size_of(&inputs));
    for input in inputs {
        let (name, outcome) = match input {
            Ok(input) => (input.name.clone(), work(&input)),
            Err(error) => (error.path.display().to_string(), Err(error.source.into())),
        };
        worst = worst.max(report_fault(&name, outcome)?);
    }
    Ok(worst)
}

/// Prints an error of one input and returns its status; errors of writing pass.
pub(crate) fn report_fault(name: &str, outcome: Outcome) -> Outcome {
    match outcome {
        Err(fault) if !matches!(fault, Fault::Output(_)) => Ok(fault.report(Some(name))),
        outcome => outcome,
    }
}

/// Runs `work` for each input that can be opened and is an EPD file, with the facts that a query needs. Duplicates
/// are found across files. Of several inputs, lines that end in CR get an LF instead: among those of other files,
/// a CR would not end a line.
pub(crate) fn each_file(
    paths: &Paths,
    query: Option<&Query>,
    mut work: impl FnMut(&Source<'_>, Text) -> Outcome,
) -> Outcome {
    ready(paths, query)?;
    let several = paths.may_be_several();
    let work = |source: &Source<'_>, text: Text| match several {
        true => work(source, text.among_others()?),
        false => work(source, text),
    };
    match query.filter(|query| !query.whole_file().is_empty() && several) {
        Some(query) => each_of_all(paths, query, work),
        None => each_file_alone(paths, query, false, work),
    }
}

/// Runs `work` for each input after reading all as one, because duplicates may be in any of them.
fn each_of_all(
    paths: &Paths,
    query: &Query,
    mut work: impl FnMut(&Source<'_>, Text) -> Outcome,
) -> Outcome {
    let (mut worst, inputs) = all_inputs(paths)?;
    let whole = ArrangeInput::of_all(paths, inputs.clone(), true)?;
    let facts = whole.facts(query)?;
    for (input, first) in inputs.iter().zip(whole.starts()) {
        let facts = facts.starting_at(first).of_file(&input.name);
        let source = input.source(Some(query), facts);
        let text = Text::of(input).map_err(Fault::from);
        let outcome = text.and_then(|text| work(&source, text));
        worst = worst.max(report_fault(&input.name, outcome)?);
    }
    say_why_none(Some(query));
    Ok(worst)
}

/// Runs `work` for each input separately: duplicates count only within a file. With `locks`, each is locked before
/// it is read, to be changed in place.
pub(crate) fn each_file_alone(
    paths: &Paths,
    query: Option<&Query>,
    locks: bool,
    mut work: impl FnMut(&Source<'_>, Text) -> Outcome,
) -> Outcome {
    ready(paths, query)?;
    let outcome = each_input(paths, |input| {
        let _lock = match locks {
            true => input.lock()?,
            false => None,
        };
        let (source, text) = input.open(query)?;
        work(&source, text)
    });
    say_why_none(query);
    outcome
}

/// Reads the stream of `position in -`; must be called before the first record is read.
///
/// # Errors
///
/// The records come from standard input too, or the stream can't be read.
pub(crate) fn ready(paths: &Paths, query: Option<&Query>) -> Result<(), Fault> {
    let Some(query) = query.filter(|query| query.waits_for_stream()) else {
        return Ok(());
    };
    if paths.have_stream() {
        return Err(Fault::usage(
            "`position in -` and the path `-` both read standard input; save one of them to a file first",
        ));
    }
    let read = query.load_stream(io::stdin()).and_then(|()| query.load());
    read.map_err(|words| Fault::usage(&words))
}

/// Prints the tests of a query that never match and, without any match, its opcodes that no record has.
pub(crate) fn say_why_none(query: Option<&Query>) {
    let Some(query) = query else {
        return;
    };
    let notes = [
        query.warnings(),
        query.hidden_opcodes(),
        query.missing_opcodes(),
    ];
    notes.iter().flatten().for_each(|words| say(words));
}

impl Text {
    /// Writes the chosen records, each with the comments directly above it; everything if there is no query. Returns
    /// the number of records written.
    pub(crate) fn matches(
        mut self,
        source: &Source<'_>,
        out: &mut Output<'_>,
    ) -> Result<u64, Fault> {
        out.next_file()?;
        if !out.is_first_file() {
            self.skip_mark()?;
        }
        if source.query.is_none() {
            let mut records = 0;
            self.pieces(
                |piece| source.records(piece).count() as u64,
                |piece, some| {
                    records += some;
                    out.lines(piece.bytes)
                },
            )?;
            return Ok(records);
        }
        let mut found = BlockSink { records: 0, out };
        let mut joining = BlockJoiner::new(&mut found, None);
        let mut was_chosen = false;
        self.pieces(
            |piece| ScannedPiece::of(piece, source.records(piece), &|_, _, _| ()),
            |piece, cut| match piece.continues {
                true if was_chosen => joining.sink.out.lines(piece.bytes),
                true => Ok(()),
                false => {
                    was_chosen = piece.is_open && cut.has_blocks();
                    joining.take(piece, cut)
                }
            },
        )?;
        joining.finish()?;
        Ok(found.records)
    }
}

/// A sink that only writes blocks.
struct BlockSink<'o, 'w> {
    records: u64,
    out: &'o mut Output<'w>,
}

impl Sink<Fault> for BlockSink<'_, '_> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        self.records += 1;
        self.out.lines(block.above)?;
        self.out.lines(block.text)
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}

/// The time that a command waits for another that is writing its file.
const PATIENCE: Duration = Duration::from_secs(60);

impl Input {
    /// Locks the file for an edit in place, from before it is read. Waits for another writer.
    pub(crate) fn lock(&self) -> io::Result<Option<FileLock>> {
        self.file().map(|path| lock(path, &self.name)).transpose()
    }

    /// Reports the copy of the old text after an interrupted save in place.
    fn say_copies(&self) {
        for copy in self.file().map(copies_left).unwrap_or_default() {
            say(&format!(
                "`{}`: a save was interrupted; its text before that is in `{}`: keep one of them",
                self.name,
                copy.display()
            ));
        }
    }
}

/// Locks the file at `path`, which messages call `name`.
fn lock(path: &Path, name: &str) -> io::Result<FileLock> {
    let locked = FileLock::of(path, PATIENCE, |is_time| {
        if is_time {
            say(&format!(
                "`{name}`: waiting for another epdit that is writing it"
            ));
        }
        true
    });
    locked.map_err(io::Error::other)
}

/// Replaces a file with the output of `fill`, compressed if necessary; its state must still be `before`. If `fill`
/// returns a reason not to, that is returned, and the file is not touched. Prints how the file was written if it
/// could not be replaced.
///
/// # Errors
///
/// The file can't be written, or was changed meanwhile.
fn replace<T>(
    path: &Path,
    name: &str,
    before: &FileState,
    compression: Compression,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<Option<T>>,
) -> io::Result<Option<T>> {
    let mut held_back = None;
    let place = on_disk(path)?;
    let replace = Replace::new(&place, Some(before), ReplaceFallback::InPlace);
    let written = replace.write(|out| {
        pack(out, path, compression, |out| {
            held_back = fill(out)?;
            match held_back {
                None => Ok(()),
                // An error keeps the old file untouched.
                Some(_) => Err(io::Error::other("nothing to write")),
            }
        })
    });
    if held_back.is_some() {
        return Ok(held_back);
    }
    match written.map_err(io::Error::other)?.1 {
        WriteMethod::Anew => {}
        WriteMethod::IntoLinked(names) => say(&format!(
            "`{name}`: written in place, because it has {names} names (hard links)"
        )),
        WriteMethod::IntoFile => say(&format!(
            "`{name}`: written in place, because no file can be created in its folder"
        )),
    }
    Ok(None)
}
