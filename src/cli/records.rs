//! What commands on records share: which records (`--where`), and where the result goes (standard
//! output, `-i`, `-o`).

mod each;
mod joined;
mod summary;
mod whole;

pub use each::change_each;
pub use summary::Verb;
pub use whole::change_whole;

use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::Status;
use super::input::{self, Input, Paths};
use super::output::{Output, say};
use super::progress::follow;
use crate::suite::query::Facts;
use crate::suite::save::replace_file;
use crate::suite::{Compression, Job, OpenOptions, Query, Suite, pack};

/// Paths, and which records in them.
#[derive(Args, Debug)]
pub struct Records {
    #[command(flatten)]
    pub paths: Paths,
    /// Only records that answer this question (`epdit query --help` has the language)
    #[arg(long = "where", value_name = "EXPR", value_parser = question, allow_hyphen_values = true)]
    pub chosen: Option<Query>,
}

/// Where a result goes.
#[derive(Args, Debug)]
pub struct Target {
    /// Write the files in place, as safely as the editor does
    #[arg(short, long, conflicts_with = "output")]
    pub in_place: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write nothing: say what would change
    #[arg(long)]
    pub dry_run: bool,
    /// Write nothing: show what would change, as a unified diff
    #[arg(long)]
    pub diff: bool,
}

impl Target {
    /// Whether nothing is written.
    fn only_looks(&self) -> bool {
        self.dry_run || self.diff
    }
}

/// Reads a question of the command line.
pub fn question(text: &str) -> Result<Query, String> {
    Query::parse(text).map_err(|error| format!("\n\n{}", error.marked(text)))
}

/// An input's text, and what a question needs to know of all of it.
pub fn open(input: &Input, chosen: Option<&Query>) -> io::Result<(Box<dyn Read + Send>, Facts)> {
    let Some(query) = chosen.filter(|query| !query.whole_file().is_empty()) else {
        return Ok((input.open()?, Facts::default()));
    };
    let job = Job::new();
    let facts = |suite: &Suite| {
        let _following = follow(&job, "looking through the whole file");
        query
            .facts(&suite.snapshot(), &job)
            .map_err(io::Error::other)
    };
    match &input.path {
        Some(path) => {
            let suite = open_suite(input, path)?;
            Ok((input.open()?, facts(&suite)?))
        }
        None => {
            // A stream can't be read twice.
            let mut bytes = Vec::new();
            input.open()?.read_to_end(&mut bytes)?;
            let mut suite = Suite::from_bytes("-", bytes.clone());
            suite.set_rules(input.read_options().rules);
            let facts = facts(&suite)?;
            Ok((Box::new(Cursor::new(bytes)), facts))
        }
    }
}

/// The whole of an input.
///
/// # Errors
///
/// Those of reading.
pub fn open_suite_of(input: &Input) -> io::Result<Suite> {
    if let Some(path) = &input.path {
        return open_suite(input, path);
    }
    let options = OpenOptions {
        background: false,
        rules: Some(input.read_options().rules),
        ..OpenOptions::default()
    };
    Suite::from_reader(&input.name, input.open()?, &options)
}

fn open_suite(input: &Input, path: &Path) -> io::Result<Suite> {
    let options = OpenOptions {
        background: false,
        rules: Some(input.read_options().rules),
        ..OpenOptions::default()
    };
    let suite = Suite::open(path, &options).map_err(io::Error::other)?;
    match suite.trouble() {
        Some(trouble) => Err(io::Error::other(trouble)),
        None => Ok(suite),
    }
}

/// Takes lines and puts them where they go.
pub struct Sink<'a> {
    to: To<'a>,
    /// Whether what was written last has no line end: the next file must not go on in that line.
    open_line: bool,
}

enum To<'a> {
    Stdout(Output),
    File(&'a mut dyn Write),
}

impl Sink<'_> {
    /// Takes lines; the next file's come on a line of their own.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn lines(&mut self, lines: &[u8]) -> io::Result<()> {
        if let Some(last) = lines.last() {
            self.open_line = !matches!(last, b'\n' | b'\r');
        }
        match &mut self.to {
            To::Stdout(out) => out.lines(lines),
            To::File(out) => out.write_all(lines),
        }
    }

    /// Begins with another file.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn next_file(&mut self) -> io::Result<()> {
        if self.open_line {
            self.lines(b"\n")?;
        }
        Ok(())
    }
}

/// Calls `fill` with where the result goes. A file is there whole, or as it was before.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn with_sink(
    output: Option<&Path>,
    fill: impl FnOnce(&mut Sink<'_>) -> io::Result<Status>,
) -> io::Result<Status> {
    let Some(path) = output else {
        let mut sink = Sink {
            to: To::Stdout(Output::new()),
            open_line: false,
        };
        let status = fill(&mut sink)?;
        if let To::Stdout(out) = &mut sink.to {
            out.flush()?;
        }
        return Ok(status);
    };
    let mut status = Status::Clean;
    let written = replace_file(path, None, |out| {
        pack(out, Compression::of_name(path), |out| {
            status = fill(&mut Sink {
                to: To::File(out),
                open_line: false,
            })?;
            Ok(())
        })
    });
    if let Err(error) = written {
        say(&error.to_string());
        return Ok(Status::Trouble);
    }
    Ok(status)
}

/// How a file ends that is left out because it is not an EPD file, if it is; says so.
pub fn if_foreign(input: &Input, what: Option<&str>) -> Status {
    what.map_or(Status::Clean, |what| {
        say(&format!("`{}` is no EPD file: {what}", input.name));
        Status::Findings
    })
}

/// Whether `-i` is asked for with standard input among the paths; says so.
pub fn is_misused(records: &Records, target: &Target) -> bool {
    let misused = target.in_place && input::has_stdin(&records.paths);
    if misused {
        say(
            "`--in-place` writes files, and standard input is no file; leave it out to write to standard output",
        );
    }
    misused
}
