//! `epdit split`: one file into many.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Run, help, whole_number};
use crate::cli::flow::{
    Fault, INCOMPLETE, LEFT_OUT, Outcome, Piece, Records, Status, each_file, with_output,
};
use crate::cli::output::{Color, conclude, say};
use crate::cli::tail::Tail;
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, Skim};
use crate::suite::Compression;
use crate::suite::edit::{SplitBy, Splitter};
use crate::suite::field::Field;
use crate::suite::query::nobody_has;

const EXAMPLES: &str = "\
Examples:
  epdit split --every 1000 --into parts a.epd    parts/a-001.epd, a-002.epd …
  epdit split --by eco --into parts a.epd        parts/a-B23.epd …, a-none.epd
  epdit split --by id.prefix --into parts a.epd  STS1.001 goes to a-STS1.epd";

/// Split files into several
///
/// Give `--every` to split by count, or `--by` to split by the value of an operation. Existing files are
/// never overwritten. Comment lines directly above a record go with it. Several files are split as one,
/// and the first gives the names. The names of the new files are printed.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SplitArgs {
    /// Records per file (this or --by is required)
    #[arg(long, value_name = "N", conflicts_with = "by", value_parser = every)]
    every: Option<u64>,
    /// One file per value of this field, as `query --fields` has them: an opcode, OPCODE.prefix,
    /// side, phase, ce/100 (this or --every is required)
    #[arg(long, value_name = "FIELD", value_parser = SplitBy::typed)]
    by: Option<SplitBy>,
    /// Folder for the new files, created if missing
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// Write nothing; only print the names of the files
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    records: Records,
}

fn every(text: &str) -> Result<u64, String> {
    match whole_number(text)? {
        0 => Err("expected 1 or more records a file".to_owned()),
        every => Ok(every),
    }
}

impl Run for SplitArgs {
    fn run(&self, _: Color) -> Outcome {
        let Records { paths, chosen } = &self.records;
        let by = match (&self.every, &self.by) {
            (_, Some(by)) => by.clone(),
            (Some(every), None) => SplitBy::Count(*every),
            (None, None) => {
                return Err(Fault::usage(
                    "expected `--every N` (records a file) or `--by FIELD` (a file for each value)",
                ));
            }
        };
        if self.into.is_file() {
            let into = self.into.display();
            return Err(Fault::usage(&format!(
                "`{into}` is a file; `--into` takes a folder, which is made if it is not there"
            )));
        }
        let is_new = !self.into.exists();
        with_output(None, |out| {
            let mut all: Option<Splitter> = None;
            let mut tail = Tail::default();
            // A part that can't be written ends the run, and no file is made.
            let status = each_file(paths, chosen.as_ref(), |source, mut text| {
                let path = &source.input.path;
                let splitter = match &mut all {
                    Some(splitter) => {
                        text.skip_mark()?;
                        let end = std::mem::take(&mut tail).end();
                        splitter.more(end).map_err(Fault::Output)?;
                        splitter
                    }
                    none => {
                        let begun = self.begun(path.as_deref(), &by);
                        none.insert(begun.map_err(Fault::Output)?)
                    }
                };
                let mut goes_on = false;
                let mut now = Tail::default();
                // Only splitting by count, without a query, needs no look at each line.
                let at_once = chosen.is_none() && splitter.counts();
                text.pieces(
                    |piece| match at_once && !piece.continues && !piece.is_open {
                        true => Lines::Records(records(piece)),
                        false => Lines::Asked(
                            piece
                                .lines()
                                .map(|(number, line)| {
                                    Skim::kind_of(line) != LineKind::Record
                                        || source.has(number, line)
                                })
                                .collect(),
                        ),
                    },
                    |piece, lines| {
                        match lines {
                            Lines::Records(ends) => {
                                goes_on = true;
                                splitter.lines(piece.bytes, &ends).map_err(Fault::Output)?;
                            }
                            Lines::Asked(asked) => {
                                if piece.continues && goes_on {
                                    splitter.more(piece.bytes).map_err(Fault::Output)?;
                                }
                                for ((_, line), asked) in piece.lines().zip(asked) {
                                    goes_on = asked;
                                    match asked {
                                        true => splitter
                                            .line(line, source.options())
                                            .map_err(Fault::Output)?,
                                        false => splitter.leave_out(),
                                    }
                                }
                            }
                        }
                        now.take(piece.bytes);
                        tail = if goes_on { now } else { Tail::default() };
                        Ok(())
                    },
                )?;
                // The next file begins on a line of its own; the last line of all may stay unended.
                Ok(Status::Clean)
            });
            // A folder that existed before is not empty, and so is not removed.
            let leave_no_folder = || {
                if is_new {
                    let _ = fs::remove_dir(&self.into);
                }
            };
            let why = match &status {
                Ok(Status::Trouble) => INCOMPLETE,
                Ok(Status::LeftOut) => LEFT_OUT,
                _ => "",
            };
            if status.is_err() || !why.is_empty() {
                drop(all);
                leave_no_folder();
                let status = status?;
                say(&format!("no file is made: {why}"));
                return Ok(status.max(Status::Trouble));
            }
            let status = status?;
            let Some(splitter) = all else {
                return Ok(status);
            };
            let (records, has_value) = (splitter.records, splitter.has_value);
            let field = match &by {
                SplitBy::Field(field) if !has_value => Some(field),
                _ => None,
            };
            if let Some(opcode) = field.and_then(Field::opcode) {
                drop(splitter);
                leave_no_folder();
                let why = match records {
                    0 if self.records.chosen.is_some() => "no record matches".to_owned(),
                    _ => nobody_has(opcode),
                };
                say(&format!("{why}; nothing is written"));
                return Ok(status.max(Status::Findings));
            }
            let files = splitter.finish().map_err(|error| {
                leave_no_folder();
                Fault::Output(error)
            })?;
            for path in &files {
                out.lines(format!("{}\n", path.display()).as_bytes())?;
            }
            out.flush()?;
            if let Some(field) = field {
                say(&format!("no record has a value of `{}`", field.name()));
            }
            let records = thousands_of(records, "record", "records");
            let files = thousands_of(files.len(), "file", "files");
            conclude(&match self.dry_run {
                true => format!("{records} would be written to {files}"),
                false => format!("{records} written to {files}"),
            });
            Ok(status)
        })
    }
}

/// The facts about the lines of a piece.
enum Lines {
    /// The ends of the records, all of which are chosen.
    Records(Vec<usize>),
    /// For each line, whether it is chosen.
    Asked(Vec<bool>),
}

/// Returns the ends of the records of a piece.
fn records(piece: Piece<'_>) -> Vec<usize> {
    let mut at = 0;
    let ends = piece.lines().filter_map(|(_, line)| {
        at += line.len();
        (Skim::kind_of(line) == LineKind::Record).then_some(at)
    });
    ends.collect()
}

impl SplitArgs {
    /// Returns a splitter that names its files after this one.
    fn begun(&self, path: Option<&Path>, by: &SplitBy) -> io::Result<Splitter> {
        let name = Compression::without_suffix(path.unwrap_or(Path::new("suite.epd")));
        match self.dry_run {
            true => Ok(Splitter::only_looking(by.clone(), &self.into, &name)),
            false => Splitter::new(by.clone(), &self.into, &name),
        }
    }
}
