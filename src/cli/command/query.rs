//! `epdit query`: prints the records that match a query, or their ids, counts or fields.

mod table;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{
    Changes, Fault, Flow, Kind, Outcome, Paths, Records, Source, Status, Target, Text, WholeChange,
};
use crate::cli::flow::{arrange, each_file, query, ready, with_output};
use crate::cli::output::{Color, Output, say};
use crate::epd::counted::thousands_of;
use crate::epd::spelling;
use crate::suite::field::Fields;
use crate::suite::{Query, is_there};
use table::{COUNT, Format, Groups, NUMBERS, Part, Table};

use crate::suite::query::{FORMS, LazyRecord, WORDS, Word};

const EXAMPLES: &str = "\
Examples:
  epdit query 'bm and not id' suites/              presence of operations
  epdit query 'ce > 200 and side = w' a.epd        numbers and fields
  epdit query 'id ~ \"WAC\"' a.epd                   text, or ~ /regex/
  epdit query 'KRP*vKRP* and moves < 5' a.epd      material, legal moves
  epdit query --count 'problem(move-illegal)' -    problems
  epdit query --fields id,bm,ce --to csv bm a.epd  a table
  epdit query --count-by side bm suites/           how often each value occurs
  epdit query --stats ce 'ce and white' a.epd      min, median, max, mean
  epdit query --stats ce --by side,phase a.epd     for each side and phase
  epdit query --count-by id.prefix suites/         STS1.001 counts as STS1

Fields: opcodes; OPCODE.prefix (what its text begins with, without the number at
its end); path, line, position, placement, fen, side, castling, ep, pieces,
moves, material (KRPvKR; of more than 7 pieces their worth: 39-38), phase,
opening, opening.eco, problems, severity (of the worst problem), text; and
calculations: ce/100, count(bm), material(w), passed(own), length. Numbers
count by their value, however they are written.";

const FINDINGS: &str = "no record matches";

/// Print matching records unchanged
///
/// Each comes with the comment lines directly above it.
#[derive(Args, Debug)]
#[command(
    override_usage = "epdit query [OPTIONS] [EXPR] <PATH>...",
    after_help = help(EXAMPLES, FINDINGS),
    after_long_help = help(&format!("{EXAMPLES}\n\n{}", language().trim_end()), FINDINGS)
)]
pub(crate) struct QueryArgs {
    /// The query; see below for the language. It may be left out where a table, a count or a list is
    /// asked for: then all records match
    #[arg(value_name = "EXPR", value_parser = first_argument, allow_hyphen_values = true)]
    query: FirstArgument,
    /// Files, folders (all *.epd and *.fen files below, compressed ones too), or `-` for standard input
    #[arg(value_name = "PATH")]
    list: Vec<PathBuf>,
    #[command(flatten)]
    kind: Kind,
    /// Print only the number of matching records
    #[arg(long, conflicts_with_all = ["ids", "fields", "count_by", "stats"])]
    count: bool,
    /// Print only the id of each record, or PATH:LINE if it has none
    #[arg(long, conflicts_with_all = ["fields", "count_by", "stats", "lines"])]
    ids: bool,
    /// Print a table of these fields: opcodes, calculations, and those named below
    #[arg(long, value_name = "F,...", conflicts_with_all = ["count_by", "stats"])]
    fields: Option<Fields>,
    /// Count matching records by the value of this field, or of several together
    #[arg(long, value_name = "F,...", visible_alias = "by")]
    count_by: Option<Fields>,
    /// Print count, missing, min, median, max, mean and sum of these fields; with --count-by, for each value of that
    #[arg(long, value_name = "F,...")]
    stats: Option<Fields>,
    /// Format of --fields, --count-by and --stats
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,
    /// Print PATH:LINE: before each record, without comment lines
    #[arg(long, conflicts_with_all = ["count", "fields", "count_by", "stats"])]
    lines: bool,
    /// Print the records that do not match
    #[arg(long)]
    invert: bool,
    /// Stop after so many records (with --count-by: values)
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    target: Target,
}

/// The query that every record matches.
const ALL: &str = "all";

/// The first positional argument.
#[derive(Clone, Debug)]
enum FirstArgument {
    Query(Box<Query>),
    /// An existing path, given without a query.
    Path(PathBuf),
}

fn first_argument(text: &str) -> Result<FirstArgument, String> {
    match query(text) {
        Ok(query) => Ok(FirstArgument::Query(Box::new(query))),
        Err(_) if text == "-" || is_there(Path::new(text)) => Ok(FirstArgument::Path(text.into())),
        Err(_) if text.starts_with("--") && !text.contains(' ') => Err(unknown_option(text)),
        Err(error) => Err(error),
    }
}

fn unknown_option(text: &str) -> String {
    let name = text
        .trim_start_matches('-')
        .split('=')
        .next()
        .unwrap_or_default();
    if name == "where" {
        return "the query stands by itself, without `--where`: `epdit query bm a.epd`".to_owned();
    }
    let command = QueryArgs::augment_args(clap::Command::new("query"));
    let names = command.get_arguments().filter_map(clap::Arg::get_long);
    let near = spelling::nearest(name.as_bytes(), names, spelling::slips(name.as_bytes()));
    match near.first() {
        Some(near) => format!("there is no option `--{name}`; did you mean `--{near}`?"),
        None => format!("there is no option `--{name}`; `epdit query --help` lists them"),
    }
}

/// The column where the example of a word begins, and the width of the help.
const EXAMPLE_AT: usize = 58;
const WIDTH: usize = 80;

/// Returns all forms and words of the language, with an example of each.
fn language() -> String {
    let mut text = "\
A query is one test, or several joined by `and`, `or`, `not` and parentheses
(also `&&`, `||`, `!`). Tests of an operation (op(NAME) for query words):

"
    .to_owned();
    for form in FORMS {
        text += &row(form, 17);
    }
    text += "
A missing value compares with nothing. Comments and blank lines never match.
duplicate() looks through all files given as if they were one. Other words:

";
    for word in WORDS.iter().filter(|word| !word.example.is_empty()) {
        text += &row(word, 11);
    }
    text
}

/// Returns a row of the help; an example that does not fit is put below.
fn row(word: &Word, name: usize) -> String {
    let row = format!("  {:<name$} {}", word.name, word.about);
    let gap = EXAMPLE_AT.saturating_sub(row.chars().count());
    match gap > 0 && EXAMPLE_AT + word.example.chars().count() <= WIDTH {
        true => format!("{row}{:gap$}{}\n", "", word.example),
        false => format!("{row}\n{:below$}{}\n", "", word.example, below = name + 3),
    }
}

impl Run for QueryArgs {
    fn run(&self, color: Color) -> Outcome {
        if let (Some(most), true, None) = (self.limit, self.stats.is_some(), &self.count_by) {
            return Err(Fault::usage(&format!(
                "`--limit` is for records and values, not for `--stats`; of the first lines: 'line <= {most}'"
            )));
        }
        let is_table = self.fields.is_some() || self.count_by.is_some() || self.stats.is_some();
        if self.to.is_some() && !is_table {
            return Err(Fault::usage(
                "`--to` needs `--fields`, `--count-by` or `--stats`",
            ));
        }
        let (query, paths) = self.query_and_paths()?;
        paths.not_below(self.target.output())?;
        let query = match self.invert {
            true => &query.inverted(),
            false => &query,
        };
        let paths = &paths;
        if self.target.is_change() {
            if is_table || self.is_listed() {
                return Err(Fault::usage(&self.no_change()));
            }
            return self.keep_only(query, paths, color);
        }
        if is_table || self.ids || self.count || self.lines {
            paths.not_the_output(self.target.output())?;
        }
        with_output(self.target.output(), |out| self.write(query, paths, out))
    }
}

impl QueryArgs {
    /// Returns the error for options that exclude changing the files.
    fn no_change(&self) -> String {
        let options = [
            ("--limit", self.limit.is_some()),
            ("--count", self.count),
            ("--ids", self.ids),
            ("--lines", self.lines),
            ("--fields", self.fields.is_some()),
            ("--count-by", self.count_by.is_some()),
            ("--stats", self.stats.is_some()),
        ];
        let given = options.into_iter().find(|(_, is_given)| *is_given);
        let name = given.map_or("--limit", |(name, _)| name);
        let instead = match name {
            "--limit" => "to write the first matches, try `-o FILE`",
            _ => "to print or write what is asked for, leave them out",
        };
        format!(
            "`{name}` can't be combined with `--in-place`, `--dry-run` or `--diff`, which remove records; {instead}"
        )
    }

    /// Removes the records that don't match from the files.
    fn keep_only(&self, query: &Query, paths: &Paths, color: Color) -> Outcome {
        ready(paths, Some(query))?;
        let changes = Changes {
            records: Records {
                paths: paths.clone(),
                chosen: None,
            },
            target: self.target.clone(),
        };
        arrange(&changes, color, &WholeChange::Matching(query))
    }

    /// Returns the query and the paths; without a query, all records match.
    fn query_and_paths(&self) -> Result<(Query, Paths), Fault> {
        let (query, list) = match &self.query {
            FirstArgument::Query(query) if self.list.is_empty() => {
                let text = query.text();
                return Err(Fault::usage(&format!(
                    "`{text}` is the query; which files? expected a PATH behind it, or `-` for standard input"
                )));
            }
            FirstArgument::Query(query) => (Query::clone(query), self.list.clone()),
            FirstArgument::Path(path) => {
                let is_table = self.fields.is_some() || self.count_by.is_some();
                let is_list = self.is_listed() || self.stats.is_some();
                let list: Vec<PathBuf> = std::iter::once(path).chain(&self.list).cloned().collect();
                if !is_table && !is_list {
                    let path = path.display();
                    return Err(Fault::usage(&format!(
                        "`{path}` is a file, and the query comes before it, as in `epdit query bm {path}`; `all` matches every record"
                    )));
                }
                (query(ALL).map_err(|error| Fault::usage(&error))?, list)
            }
        };
        Ok((query, Paths::of(list, self.kind)))
    }

    fn write(&self, query: &Query, paths: &Paths, out: &mut Output<'_>) -> Outcome {
        let format = self.to.unwrap_or_default();
        let are_all = query.text() == ALL;
        let [fields, by, stats] = [&self.fields, &self.count_by, &self.stats]
            .map(|fields| fields.as_ref().map_or(&[][..], |fields| &fields.0));
        let is_grouped = self.count_by.is_some() || self.stats.is_some();
        let table = match (stats, by) {
            ([], []) => Table::of(fields, &[], format),
            ([], by) => Table::of(by, &COUNT, format),
            (_, by) => Table::of(by, &NUMBERS, format),
        };
        if self.fields.is_some() {
            table.header(out)?;
        }
        let (mut found, mut groups) = (0, Groups::default());
        let add = |part: &mut Part, record: &LazyRecord<'_>| {
            let by = self.count_by.as_ref();
            let group = by.map_or_else(Vec::new, |by| by.group_of(record));
            table.seen.see(record, false);
            part.take(&group, stats, record);
        };
        let status = each_file(paths, Some(query), |source, text| {
            let left = self.limit.map(|most| most.saturating_sub(found));
            if left == Some(0) && self.count_by.is_none() {
                return Ok(Status::Clean);
            }
            found += if is_grouped {
                gather(source, text, add, |part| groups.join(part))?
            } else if self.is_listed() {
                self.list(source, text, left, &table, out)?
            } else {
                text.matches(source, out)?
            };
            Ok(Status::Clean)
        })?;
        if found == 0 && !self.count {
            // An output file would be emptied.
            out.keep_reason = Some("no record matches");
        }
        let done = if self.count || is_grouped {
            "counted"
        } else {
            "written"
        };
        let records = thousands_of(found, "matching record", "matching records");
        out.amount = Some(format!("{records} {done}"));
        if self.count {
            out.text(&format!("{found}\n"))?;
        }
        let mut have_numbers = Vec::new();
        if is_grouped {
            have_numbers = groups.write(&table, stats, self.limit, out)?;
        }
        if found > 0 {
            let all = are_all && (self.limit.is_none() || self.count_by.is_some());
            table
                .seen
                .sentences(all)
                .iter()
                .for_each(|words| say(words));
            let none = stats.iter().zip(have_numbers).filter(|(_, has)| !has);
            for (field, _) in none {
                let name = field.name();
                say(&format!("no matching record has a number in `{name}`"));
            }
        }
        Ok(match found {
            0 => status.max(Status::Findings),
            _ => status,
        })
    }

    /// Returns true if the output of a match is not the record with its comments.
    fn is_listed(&self) -> bool {
        self.ids || self.count || self.lines || self.fields.is_some() || self.limit.is_some()
    }

    /// Writes the requested output for each match; returns the number of matches, at most `left`.
    fn list(
        &self,
        source: &Source<'_>,
        mut text: Text,
        left: Option<u64>,
        table: &Table<'_>,
        out: &mut Output<'_>,
    ) -> Result<u64, Fault> {
        let most = left.unwrap_or(u64::MAX);
        let mut all = 0;
        if !self.count {
            out.next_file()?;
        }
        // Other text precedes the line, so a byte-order mark would be in the middle.
        if self.lines || self.fields.is_some() || !out.is_first_file() {
            text.skip_mark()?;
        }
        text.pieces_until(
            |piece| {
                let (mut text, mut ends) = (Vec::new(), Vec::new());
                let some = usize::try_from(most).unwrap_or(usize::MAX);
                for (number, line) in source.records(piece).take(some) {
                    if !self.count {
                        self.row(source, number, line, table, &mut text);
                    }
                    ends.push(text.len());
                }
                (text, ends)
            },
            |_, (text, ends)| {
                let room = usize::try_from(most - all).unwrap_or(usize::MAX);
                let some = ends.len().min(room);
                all += some as u64;
                let end = some.checked_sub(1).and_then(|last| ends.get(last));
                let rows = end.and_then(|end| text.get(..*end));
                let rows = rows.unwrap_or_default();
                match self.fields.is_some() {
                    true => table.write(rows, out)?,
                    false => out.lines(rows)?,
                }
                Ok(match all < most {
                    true => Flow::On,
                    false => Flow::Stop,
                })
            },
        )?;
        Ok(all)
    }

    fn row(
        &self,
        source: &Source<'_>,
        number: u64,
        line: &[u8],
        table: &Table<'_>,
        row: &mut Vec<u8>,
    ) {
        if self.fields.is_some() {
            return table.record(line, source, number, row);
        }
        if self.ids {
            row.extend_from_slice(&name_of(line, source, number));
            row.push(b'\n');
            return;
        }
        if self.lines {
            row.extend_from_slice(format!("{}:{number}: ", source.input.name).as_bytes());
        }
        row.extend_from_slice(line);
        if self.lines && !line.ends_with(b"\n") {
            row.push(b'\n');
        }
    }
}

/// Collects the matches part by part; returns the number of matches.
fn gather(
    source: &Source<'_>,
    text: Text,
    add: impl Fn(&mut Part, &LazyRecord<'_>) + Sync,
    mut join: impl FnMut(Part) -> io::Result<()>,
) -> Result<u64, Fault> {
    let mut all = 0;
    text.pieces(
        |piece| {
            let (mut found, mut part) = (0, Part::default());
            for (number, line) in source.records(piece) {
                found += 1;
                let record = source.read(line);
                add(&mut part, &source.lazy(&record, number));
            }
            (found, part)
        },
        |_, (found, part)| {
            all += found;
            Ok(join(part)?)
        },
    )?;
    Ok(all)
}

/// Returns the text of a record's id, or its place if it has none.
fn name_of(line: &[u8], source: &Source<'_>, number: u64) -> Vec<u8> {
    let record = source.read(line);
    let id = record.operation("id").map(|id| record.operands_text(id));
    id.filter(|id| !id.is_empty())
        .unwrap_or_else(|| format!("{}:{number}", source.input.name))
        .into_bytes()
}
