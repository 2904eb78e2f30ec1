//! The one way of every command over files:
//!
//! ```text
//! paths ─▶ inputs ─▶ each opened, or refused ─▶ its work ─▶ output ─▶ summary ─▶ status
//! ```
//!
//! - *paths*: [`Paths`], and with `--where` [`Records`]: files, folders, `-`, in the order given.
//! - *opened, or refused*: [`each_file`]. What can't be read is said ([`Fault::Input`]), and what is
//!   not an EPD file ([`Fault::Foreign`]); it is left out, and the others are still done.
//! - *work*: a function of each record that is asked for, on all cores and in order ([`Text::records`]); of
//!   each that may become another ([`change_each`], [`edit_lines`]); the records as they are
//!   ([`Text::matches`]); or all of it as one that is read as often as it takes ([`arrange`]). All of them go
//!   over [`Text::pieces`] of whole lines: see [`crate::suite::scan`].
//! - *output*: [`with_output`]: standard output or the file of `-o`; [`Target`]: in place, or nowhere
//!   (`--dry-run`, `--diff`).
//! - *summary*: what changing commands end with on standard error.
//! - *status*: the worst of all files, see [`Status`]. Where results can't be written any more
//!   ([`Fault::Output`]) the command ends at once; a closed pipe is success.

mod arrange;
mod checkpoint;
mod destination;
mod growing;
mod input;
mod joined;
mod lines;
mod locking;
mod matches;
mod source;
mod summary;
mod target;
mod text;

pub(crate) use crate::suite::scan::{Flow, Piece};
pub(crate) use arrange::{Whole, WholeChange, arrange};
pub(crate) use checkpoint::{Checkpoint, Resumable, Step, Steps};
pub(crate) use destination::{INCOMPLETE, LEFT_OUT, is_file, not_an_input, with_output};
pub(crate) use growing::Growing;
pub(crate) use input::{Input, Kind, Paths};
pub(crate) use joined::{OfInput, all_inputs};
pub(crate) use lines::{Notes, change_each, change_each_to, edit_lines};
pub(crate) use source::Source;
pub(crate) use summary::Summary;
pub(crate) use target::{Changes, Records, Target, To, query};
pub(crate) use text::{MARK, Text};

use std::io;
use std::process::ExitCode;

use super::output::say;
use super::progress;
use crate::suite::{FolderError, Query, explain};

/// How a command ended, from good to bad: with several files the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// 0: done, and nothing to report.
    Clean,
    /// 1: done, with findings: problems at the denied level, no match, records left unchanged, a
    /// difference that was asked about.
    Findings,
    /// 1 as well: a file that is not an EPD file was left out. A file that is to hold the result of all
    /// inputs is not written then ([`with_output`]), which is 2.
    LeftOut,
    /// 2: wrong usage, or something could not be read or written.
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

/// Why a command can't go on with one input, or at all.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Something about the input at hand.
    Input(io::Error),
    /// The input at hand is not an EPD file, but this.
    Foreign(&'static str),
    /// Results can't be written any more.
    Output(io::Error),
}

impl Fault {
    /// Wrong usage, in words.
    pub(crate) fn usage(words: &str) -> Self {
        Self::Input(io::Error::other(words))
    }

    /// The error of the system, or in the words of one.
    pub(crate) fn into_error(self) -> io::Error {
        match self {
            Self::Input(error) | Self::Output(error) => error,
            Self::Foreign(what) => io::Error::other(what),
        }
    }

    /// Says it, of an input where it is one's; gives the status.
    pub(crate) fn said(self, name: Option<&str>) -> Status {
        // One of several names its input itself.
        let names_itself =
            matches!(&self, Self::Input(error) if OfInput::in_error(error).is_some());
        let name = name.filter(|_| !names_itself);
        let (status, words) = match self {
            Self::Input(error) => (Status::Trouble, explain(&error)),
            Self::Foreign(what) => (Status::LeftOut, format!("not an EPD file: {what}")),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Status::Clean;
            }
            // One that is not the system's own says it whole.
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

/// How a command, or its work on one input, ends.
pub(crate) type Outcome = Result<Status, Fault>;

/// Does `work` for each input in order. What goes wrong with one is said; the others are still done.
pub(crate) fn each_input(paths: &Paths, mut work: impl FnMut(&Input) -> Outcome) -> Outcome {
    let mut worst = Status::Clean;
    let inputs = paths.expand();
    progress::begin(input::size_of(&inputs));
    if progress::is_of_records() {
        measure(&inputs);
    }
    for input in inputs {
        let (name, outcome) = match input {
            Ok(input) => (input.name.clone(), work(&input)),
            Err(error) => (error.path.display().to_string(), Err(error.source.into())),
        };
        worst = worst.max(said_of(&name, outcome)?);
    }
    Ok(worst)
}

/// Measures the text of inputs where it is not the files' own, as that of games is, beside the work on it, so that
/// the line of progress can say what part of it is done.
fn measure(inputs: &[Result<Input, FolderError>]) {
    let inputs: Vec<Input> = inputs.iter().flatten().cloned().collect();
    let can_read_twice = inputs.iter().all(|input| input.file().is_some());
    if !can_read_twice || !inputs.iter().any(Input::is_of_other_text) {
        return;
    }
    let measure = std::thread::Builder::new().name("measure".into());
    // Without a thread to spare nobody knows; the job is the same.
    let _ = measure.spawn(move || {
        let lengths = inputs.iter().map(Input::length_of_text);
        if let Ok(total) = lengths.sum() {
            progress::measured(total);
        }
    });
}

/// How the work on one input ended, said where it went wrong.
pub(crate) fn said_of(name: &str, outcome: Outcome) -> Outcome {
    match outcome {
        Err(fault) if !matches!(fault, Fault::Output(_)) => Ok(fault.said(Some(name))),
        outcome => outcome,
    }
}

/// Does `work` for each input that can be opened and is an EPD file, with what a query needs to know
/// of all of them: several are one stream, and a record has a duplicate wherever that is. Lines that a CR ends
/// have an LF then: they may come to stand among others, where a CR ends none.
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

/// Does `work` for each input after all were looked through as one: only all of them tell which records are the same.
fn each_of_all(
    paths: &Paths,
    query: &Query,
    mut work: impl FnMut(&Source<'_>, Text) -> Outcome,
) -> Outcome {
    let (mut worst, inputs) = all_inputs(paths)?;
    let whole = Whole::of_all(paths, inputs.clone(), true)?;
    let facts = whole.facts(query)?;
    for (input, first) in inputs.iter().zip(whole.starts()) {
        let facts = facts.starting_at(first).of_file(&input.name);
        let source = input.source(Some(query), facts);
        let text = Text::of(input).map_err(Fault::from);
        let outcome = text.and_then(|text| work(&source, text));
        worst = worst.max(said_of(&input.name, outcome)?);
    }
    say_why_none(Some(query));
    Ok(worst)
}

/// Does `work` for each input as a whole of its own: no other is asked what a record is. With `locks` each is changed in
/// place, and the right to write it is held from before anything of it is read.
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

/// Reads what a query needs before the first record of these paths is looked at: `position in -`.
///
/// # Errors
///
/// The records come from there, too, or it can't be read.
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

/// Says which tests of a query never match, and where nothing matched which of its opcodes no record has.
pub(crate) fn say_why_none(query: Option<&Query>) {
    let Some(query) = query else {
        return;
    };
    let told = [
        query.warnings(),
        query.hidden_opcodes(),
        query.missing_opcodes(),
    ];
    told.iter().flatten().for_each(|words| say(words));
}
