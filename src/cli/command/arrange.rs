//! The commands that arrange whole suites: `epdit sort`, `sample`, `dedupe`, `merge` and `split`.

use crate::cli::command::{Run, choices, help, results, whole_number};
use crate::cli::flow::{
    Changes, Fault, INCOMPLETE, LEFT_OUT, Outcome, Piece, Records, Status, WholeChange, arrange,
    each_file, with_output,
};
use crate::cli::output::{Color, Tail, conclude, say};
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, Skim};
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::{SplitBy, Splitter};
use crate::suite::field::{Field, Keys};
use crate::suite::query::nobody_has;
use crate::suite::{Compression, DuplicateKey, is_there};
use clap::Args;
use std::path::{Path, PathBuf};
use std::{fs, io};

const SORT_EXAMPLES: &str = "\
Examples:
  epdit sort --by id a.epd > b.epd          by the text of an operation
  epdit sort --by dm,material -i suites/    by number, then material, in place
  epdit sort --by -ce,id a.epd              the highest ce first, then by id
  epdit sort --by -line a.epd               the last record first
  epdit sort --by 'ce/100,length(id)' a.epd  by what is calculated
  epdit sort --by -ce --limit 10 a.epd      only the ten with the highest ce";

/// Sort records
///
/// Records without a key come last; records with equal keys keep their order. Comment lines directly
/// above a record go with it; other lines do not move.
#[derive(Args, Debug)]
#[command(after_help = help(SORT_EXAMPLES, ""))]
pub(crate) struct SortArgs {
    /// Sort keys: opcodes, fields and calculations as `query --fields` has them (id, material,
    /// ce/100, id.prefix); `-KEY` for descending order
    #[arg(long = "by", value_name = "KEY,...", required = true, allow_hyphen_values = true,
          value_parser = str::parse::<Keys>)]
    keys: Vec<Keys>,
    /// Reverse the order of all keys
    #[arg(long)]
    reverse: bool,
    /// Write only the first N records
    #[arg(long, value_name = "N", conflicts_with = "in_place")]
    limit: Option<usize>,
    #[command(flatten)]
    changes: Changes,
}

/// Returns the error for SQL's `--by ce desc`: the word would be read as a file, and the other files be sorted
/// in the wrong direction.
fn direction_error(path: &Path, keys: &Keys) -> Option<String> {
    let word = path.to_str().filter(|_| !is_there(path))?;
    match &*word.to_lowercase() {
        "desc" | "descending" => {
            let mut turned = keys.clone();
            turned.0.last_mut()?.falls ^= true;
            let names = turned.to_string().replace(", ", ",");
            Some(format!(
                "`{word}` is not a file; for descending order, try `--by {names}`"
            ))
        }
        "asc" | "ascending" => Some(format!(
            "`{word}` is not a file; leave it out: records are sorted in ascending order, and by `-KEY` in descending"
        )),
        _ => None,
    }
}

impl Run for SortArgs {
    fn run(&self, color: Color) -> Outcome {
        let keys = Keys(self.keys.iter().flat_map(|keys| keys.0.clone()).collect());
        let mut paths = self.changes.records.paths.list.iter();
        if let Some(message) = paths.find_map(|path| direction_error(path, &keys)) {
            return Err(Fault::usage(&message));
        }
        let reverse = self.reverse;
        let sort = &Arrangement::Sort { keys, reverse };
        let change = WholeChange::Arrange(sort, self.limit);
        arrange(&self.changes, color, &change)
    }
}

const SAMPLE_EXAMPLES: &str = "\
Examples:
  epdit sample 100 a.epd > b.epd                   the same hundred every time
  epdit sample 100 --seed 7 --where dm suites/     of those with a dm

Prints all records if there are fewer. Comments directly above a record go with
it, comments at the head of the file stay first; others are left out.
`-i` removes all other records from the file, and is refused with `--where`:
write to another file with `-o`.";

/// Print a random sample of records, in file order
#[derive(Args, Debug)]
#[command(after_help = help(SAMPLE_EXAMPLES, ""))]
pub(crate) struct SampleArgs {
    /// Number of records
    #[arg(value_name = "N", value_parser = number)]
    count: usize,
    #[command(flatten)]
    changes: Changes,
    /// Each seed gives its own sample
    #[arg(long, default_value_t = 0, value_name = "S", value_parser = whole_number)]
    seed: u64,
}

fn number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("a sample of no record is empty; expected 1 or more".to_owned()),
        Ok(count) => Ok(count),
        Err(_) if text.ends_with('%') => Err(
            "expected a number of records; `epdit query --count all PATH` counts them".to_owned(),
        ),
        Err(_) => Err("expected a number of records".to_owned()),
    }
}

impl Run for SampleArgs {
    fn run(&self, color: Color) -> Outcome {
        // Other commands keep the records that don't match, but then the file would not be the sample.
        if self.changes.target.in_place && self.changes.records.chosen.is_some() {
            return Err(Fault::usage(
                "`sample --where -i` could keep the other records or remove them; write the sample with `-o`",
            ));
        }
        let (count, seed) = (self.count, self.seed);
        let sample = Arrangement::Sample { count, seed };
        arrange(&self.changes, color, &WholeChange::Arrange(&sample, None))
    }
}

const DEDUPE_EXAMPLES: &str = "\
Examples:
  epdit dedupe a.epd b.epd > all.epd             keep each position once
  epdit dedupe --by id --keep last -i a.epd           keep the last of each id
  epdit dedupe --by placement a.epd                   whoever moves
  epdit dedupe --keep merge a.epd                combine the operations of all";

/// Remove duplicates
///
/// Comment lines directly above a removed record are removed with it.
#[derive(Args, Debug)]
#[command(after_help = help(DEDUPE_EXAMPLES, ""))]
pub(crate) struct DedupeArgs {
    /// Key of the records of which one is kept: position (placement, side to move, castling rights and
    /// usable en-passant square), id, record (the canonical text), or any field and calculation as
    /// `query --fields` has them: placement, id.prefix, ce/100. Records without a value are kept
    #[arg(long, value_parser = DuplicateKey::typed, default_value = "position", value_name = "KEY")]
    by: DuplicateKey,
    /// Record to keep of several
    #[arg(long, value_enum, default_value_t = Keep::First, value_name = "WHICH")]
    keep: Keep,
    #[command(flatten)]
    changes: Changes,
}

choices! { Keep {
    First "first" "The first"
    Last "last" "The last"
    Richest "richest" "The one with most operations; of equal ones the first"
    Merged "merge" "The first, with the operations it lacks added from the others"
} }

impl Run for DedupeArgs {
    fn run(&self, color: Color) -> Outcome {
        let (by, keep) = (self.by.clone(), self.keep);
        let dedupe = Arrangement::Dedupe { by, keep };
        arrange(&self.changes, color, &WholeChange::Arrange(&dedupe, None))
    }
}

const MERGE_EXAMPLES: &str = "\
Examples:
  epdit merge a.epd b.epd -o all.epd
  epdit merge suites/ | epdit dedupe - > all.epd
  epdit merge --results suite.epd -o run.epd one.epd two.epd";

/// Join several files into one
///
/// Files are joined in the order given, lines unchanged. With `--where`, only matching records are
/// written, each with the comment lines directly above it.
///
/// With `--results`, they are the parts of a run of an engine (see `--shard` of `test`): their
/// records come in the order of the suite, between its other lines, as one run writes them. With
/// `--where`, only matching records of the suite have results. Refused, with names: a record without
/// a result, two results of one record, a result of another suite, or made by another engine or limit.
#[derive(Args, Debug)]
#[command(after_help = help(MERGE_EXAMPLES, ""))]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    records: Records,
    /// Put the results in the files into the order of this suite
    #[arg(long, value_name = "SUITE")]
    results: Option<PathBuf>,
    /// Write to this file, replacing it, instead of standard output; it may be one of those joined
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Not here: several files become one, which `-o` names
    #[arg(short, long, hide = true)]
    in_place: bool,
    /// Write nothing; only count the records
    #[arg(long)]
    dry_run: bool,
}

impl Run for MergeArgs {
    fn run(&self, _: Color) -> Outcome {
        if self.in_place {
            return Err(Fault::usage(
                "`merge` makes one file of several, so `--in-place` names none; name it: `-o all.epd`",
            ));
        }
        let Records { paths, chosen } = &self.records;
        let output = self.output.as_deref();
        paths.not_below(output)?;
        if let Some(suite) = &self.results {
            return results::merge(suite, &self.records, output, self.dry_run);
        }
        let (mut records, mut files) = (0, 0_u64);
        let status = if self.dry_run {
            each_file(paths, chosen.as_ref(), |source, text| {
                files += 1;
                text.pieces(
                    |piece| source.records(piece).count() as u64,
                    |_, some| {
                        records += some;
                        Ok(())
                    },
                )?;
                Ok(Status::Clean)
            })?
        } else {
            with_output(output, |out| {
                each_file(paths, chosen.as_ref(), |source, text| {
                    files += 1;
                    records += text.matches(source, out)?;
                    Ok(Status::Clean)
                })
            })?
        };
        if status == Status::Trouble {
            return Ok(status);
        }
        let records = thousands_of(records, "record", "records");
        let files = thousands_of(files, "file", "files");
        conclude(&match self.dry_run {
            true => format!("{records} of {files} would be written"),
            false => format!("{records} of {files} written"),
        });
        Ok(status)
    }
}

const SPLIT_EXAMPLES: &str = "\
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
#[command(after_help = help(SPLIT_EXAMPLES, ""))]
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
            // An error in any input ends the run, and no file is made.
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
                let mut was_chosen = false;
                let mut now = Tail::default();
                // Without a query, splitting by count doesn't need each line, only the ends of records.
                let at_once = chosen.is_none() && splitter.counts();
                text.pieces(
                    |piece| match at_once && !piece.continues && !piece.is_open {
                        true => Lines::Records(records(piece)),
                        false => Lines::Chosen(
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
                                was_chosen = true;
                                splitter.lines(piece.bytes, &ends).map_err(Fault::Output)?;
                            }
                            Lines::Chosen(is_chosen) => {
                                if piece.continues && was_chosen {
                                    splitter.more(piece.bytes).map_err(Fault::Output)?;
                                }
                                for ((_, line), is_chosen) in piece.lines().zip(is_chosen) {
                                    was_chosen = is_chosen;
                                    match is_chosen {
                                        true => splitter
                                            .line(line, source.options())
                                            .map_err(Fault::Output)?,
                                        false => splitter.leave_out(),
                                    }
                                }
                            }
                        }
                        now.take(piece.bytes);
                        tail = if was_chosen { now } else { Tail::default() };
                        Ok(())
                    },
                )?;
                // A missing newline is added before the next file, but not after the last one.
                Ok(Status::Clean)
            });
            // Only a folder made by this run is removed, and only if it is empty.
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

/// The lines of a piece to split.
enum Lines {
    /// The ends of the records in bytes; all are chosen.
    Records(Vec<usize>),
    /// For each line, whether it is chosen.
    Chosen(Vec<bool>),
}

fn records(piece: Piece<'_>) -> Vec<usize> {
    let mut at = 0;
    let ends = piece.lines().filter_map(|(_, line)| {
        at += line.len();
        (Skim::kind_of(line) == LineKind::Record).then_some(at)
    });
    ends.collect()
}

impl SplitArgs {
    /// Returns a splitter whose files are named after `path`.
    fn begun(&self, path: Option<&Path>, by: &SplitBy) -> io::Result<Splitter> {
        let name = Compression::without_suffix(path.unwrap_or(Path::new("suite.epd")));
        match self.dry_run {
            true => Ok(Splitter::only_looking(by.clone(), &self.into, &name)),
            false => Splitter::new(by.clone(), &self.into, &name),
        }
    }
}
