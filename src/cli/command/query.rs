//! `epdit query`: the records that match a query.

use std::path::PathBuf;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Fault, Outcome, Paths, Source, Status, Text};
use crate::cli::flow::{each_file, query, with_output};
use crate::cli::output::{Color, Output};
use crate::epd::Record;
use crate::suite::Query;
use crate::suite::query::{FORMS, WORDS, Word};

const EXAMPLES: &str = "\
Examples:
  epdit query 'bm and not id' suites/              presence of operations
  epdit query 'ce > 200 and side = w' a.epd        numbers and fields
  epdit query 'id ~ \"WAC\"' a.epd                   text, or ~ /regex/
  epdit query 'KRP*vKRP* and moves < 5' a.epd      material, legal moves
  epdit query --count 'problem(move-illegal)' -    problems";

const FINDINGS: &str = "no record matches";

/// Print matching records unchanged
///
/// Each comes with the comment lines directly above it.
#[derive(Args, Debug)]
#[command(
    after_help = help(EXAMPLES, FINDINGS),
    after_long_help = help(&format!("{EXAMPLES}\n\n{}", language().trim_end()), FINDINGS)
)]
pub(crate) struct QueryArgs {
    /// The query; see below for the language
    #[arg(value_name = "EXPR", value_parser = query, allow_hyphen_values = true)]
    query: Query,
    #[command(flatten)]
    paths: Paths,
    /// Print only the number of matching records
    #[arg(long, conflicts_with = "ids")]
    count: bool,
    /// Print only the id of each record, or PATH:LINE if it has none
    #[arg(long)]
    ids: bool,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Where the example of a word begins, and how wide the help may be.
const EXAMPLE_AT: usize = 58;
const WIDTH: usize = 80;

/// All forms and words of the language, with an example of each.
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

/// A row of the help; an example that does not fit stands below.
fn row(word: &Word, name: usize) -> String {
    let row = format!("  {:<name$} {}", word.name, word.about);
    let gap = EXAMPLE_AT.saturating_sub(row.chars().count());
    match gap > 0 && EXAMPLE_AT + word.example.chars().count() <= WIDTH {
        true => format!("{row}{:gap$}{}\n", "", word.example),
        false => format!("{row}\n{:below$}{}\n", "", word.example, below = name + 3),
    }
}

impl Run for QueryArgs {
    fn run(&self, _: Color) -> Outcome {
        with_output(self.output.as_deref(), |out| {
            let mut found = 0;
            let status = each_file(&self.paths, Some(&self.query), |source, text| {
                found += if self.ids || self.count {
                    self.names(source, text, out)?
                } else {
                    text.matches(source, out)?
                };
                Ok(Status::Clean)
            })?;
            if self.count {
                out.text(&format!("{found}\n"))?;
            }
            Ok(match found {
                0 => status.max(Status::Findings),
                _ => status,
            })
        })
    }
}

impl QueryArgs {
    /// Writes the names of matching records where they are asked for; gives how many there are.
    fn names(&self, source: &Source<'_>, text: Text, out: &mut Output<'_>) -> Result<u64, Fault> {
        let mut all = 0;
        text.pieces(
            |piece| {
                let (mut found, mut names) = (0, Vec::new());
                for (number, line) in piece.lines().filter(|(at, line)| source.has(*at, line)) {
                    found += 1;
                    if self.ids {
                        names.extend_from_slice(&name_of(line, source, number));
                        names.push(b'\n');
                    }
                }
                (found, names)
            },
            |_, (found, names)| {
                all += found;
                out.lines(&names)
            },
        )?;
        Ok(all)
    }
}

/// The text of a record's id; where it is where it has none.
fn name_of(line: &[u8], source: &Source<'_>, number: u64) -> Vec<u8> {
    let record = Record::read(line, &source.options);
    let id = record.operation("id").map(|id| record.operands_text(id));
    id.filter(|id| !id.is_empty())
        .unwrap_or_else(|| format!("{}:{number}", source.input.name))
        .into_bytes()
}
