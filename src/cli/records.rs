//! What commands on records share: which records (`--where`), and where the result goes (standard
//! output, `-i`, `-o`).

use std::fs::File;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::batch::{self, Flow, Piece};
use super::input::{self, Fault, Input, Paths};
use super::output::{Output, say};
use super::progress::follow;
use super::{Status, in_place};
use crate::epd::ReadOptions;
use crate::suite::bulk::{BulkChange, Chosen};
use crate::suite::query::Facts;
use crate::suite::save::{self, replace_file};
use crate::suite::{
    Compression, FoundSoFar, Job, JobError, OpenOptions, Query, Snapshot, Suite, kind, pack,
    query_lines,
};

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

/// Says that a file is no EPD file.
pub fn say_foreign(input: &Input, what: &str) {
    say(&format!("`{}` is no EPD file: {what}", input.name));
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

/// Sends all records that are asked for through `change`, on all cores, as a stream; `None` leaves
/// a line as it is.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn change_each(
    records: &Records,
    target: &Target,
    change: impl Fn(&[u8], &ReadOptions) -> Option<Vec<u8>> + Sync,
) -> io::Result<Status> {
    if is_misused(records, target) {
        return Ok(Status::Trouble);
    }
    let query = records.chosen.as_ref();
    let decide = |line: &[u8], number: u64, options: &ReadOptions, facts: &Facts| {
        let number = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        let concerned = query.is_none_or(|query| query.matches(line, number, options, facts));
        concerned.then(|| change(line, options)).flatten()
    };
    if target.in_place {
        return input::each(&records.paths, |input| {
            let Some(path) = &input.path else {
                return Ok(Status::Clean);
            };
            let options = input.read_options();
            let (_, facts) = open(input, query)?;
            let decide =
                |(): &mut (), number: u64, line: &[u8]| decide(line, number, &options, &facts);
            let rewritten = in_place::rewrite(path, decide, |()| ())?;
            Ok(rewritten.foreign.map_or(Status::Clean, |what| {
                say_foreign(input, what);
                Status::Findings
            }))
        });
    }
    with_sink(target.output.as_deref(), |sink| {
        input::each(&records.paths, |input| {
            let options = input.read_options();
            let (text, facts) = open(input, query)?;
            let mut foreign = None;
            sink.next_file().map_err(Fault::Output)?;
            batch::each::<_, Fault>(
                text,
                |start| {
                    foreign = kind::not_epd(start);
                    Ok(if foreign.is_some() {
                        Flow::Stop
                    } else {
                        Flow::On
                    })
                },
                |piece: Piece<'_>| {
                    let mut text = Vec::with_capacity(piece.bytes.len());
                    for (number, line) in piece.lines() {
                        let changed = decide(line, number, &options, &facts);
                        text.extend_from_slice(changed.as_deref().unwrap_or(line));
                    }
                    text
                },
                |_, text| {
                    sink.lines(&text).map_err(Fault::Output)?;
                    Ok(Flow::On)
                },
            )?;
            Ok(foreign.map_or(Status::Clean, |what| {
                say_foreign(input, what);
                Status::Findings
            }))
        })
    })
}

/// Makes one change of a whole file, or of all files as one where the result is one.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn change_whole(
    records: &Records,
    target: &Target,
    prepare: impl Fn(&Snapshot, &Chosen, &Job) -> Result<BulkChange, JobError>,
) -> io::Result<Status> {
    if is_misused(records, target) {
        return Ok(Status::Trouble);
    }
    let job = Job::new();
    let change = |suite: &mut Suite| -> io::Result<bool> {
        let _following = follow(&job, "working");
        let snapshot = suite.snapshot();
        let chosen = match &records.chosen {
            None => Chosen::All,
            Some(query) => query_lines(&snapshot, query, &job, &FoundSoFar::default())
                .map_err(io::Error::other)?
                .into(),
        };
        let change = prepare(&snapshot, &chosen, &job).map_err(io::Error::other)?;
        suite.apply(change).map_err(io::Error::other)
    };
    if target.in_place {
        return input::each(&records.paths, |input| {
            let Some(path) = &input.path else {
                return Ok(Status::Clean);
            };
            if let Some(what) = foreign(path)? {
                say_foreign(input, what);
                return Ok(Status::Findings);
            }
            let mut suite = open_suite(input, path)?;
            if change(&mut suite)?
                && let Some(place) = suite.save_target()
            {
                save::write(&suite.snapshot(), &place, &job).map_err(io::Error::other)?;
            }
            Ok(Status::Clean)
        });
    }
    with_sink(target.output.as_deref(), |sink| {
        let mut inputs = Vec::new();
        let status = input::each(&records.paths, |input| {
            if let Some(path) = &input.path
                && let Some(what) = foreign(path)?
            {
                say_foreign(input, what);
                return Ok(Status::Findings);
            }
            inputs.push(input.clone());
            Ok(Status::Clean)
        })?;
        let name = inputs
            .first()
            .map_or("-".to_owned(), |input| input.name.clone());
        let options = OpenOptions {
            background: false,
            rules: records.paths.rules(),
            ..OpenOptions::default()
        };
        let outcome =
            Suite::from_reader(&name, Joined::new(inputs), &options).and_then(|mut suite| {
                if let Some(trouble) = suite.trouble() {
                    return Err(io::Error::other(trouble));
                }
                change(&mut suite)?;
                Ok(suite)
            });
        match outcome {
            Ok(suite) => {
                for run in suite.snapshot().runs(0..suite.line_count()) {
                    sink.lines(&run.bytes)?;
                }
                Ok(status)
            }
            Err(error) => {
                say(&error.to_string());
                Ok(Status::Trouble)
            }
        }
    })
}

/// What a file is, if it is no EPD file.
fn foreign(path: &Path) -> io::Result<Option<&'static str>> {
    let (text, _) = crate::suite::unpack(File::open(path)?)?;
    let mut start = Vec::new();
    text.take(4096).read_to_end(&mut start)?;
    Ok(kind::not_epd(&start))
}

/// Files one after another, each beginning on a line of its own.
struct Joined {
    left: std::vec::IntoIter<Input>,
    now: Option<Box<dyn Read + Send>>,
    open_line: bool,
}

impl Joined {
    fn new(inputs: Vec<Input>) -> Self {
        Self {
            left: inputs.into_iter(),
            now: None,
            open_line: false,
        }
    }
}

impl Read for Joined {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(now) = &mut self.now else {
                let Some(next) = self.left.next() else {
                    return Ok(0);
                };
                self.now = Some(next.open()?);
                if std::mem::take(&mut self.open_line)
                    && let Some(first) = buffer.first_mut()
                {
                    *first = b'\n';
                    return Ok(1);
                }
                continue;
            };
            match now.read(buffer)? {
                0 => self.now = None,
                read => {
                    let last = buffer.get(read - 1);
                    self.open_line = !matches!(last, Some(b'\n' | b'\r'));
                    return Ok(read);
                }
            }
        }
    }
}
