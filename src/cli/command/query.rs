//! `epdit query`: the records that answer a question.

use std::path::PathBuf;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Fault, Outcome, Paths, Source, Status, Text};
use crate::cli::flow::{each_file, query, with_output};
use crate::cli::output::{Color, Output};
use crate::epd::Record;
use crate::suite::Query;
use crate::suite::query::WORDS;

const EXAMPLES: &str = "\
Examples:
  epdit query 'bm and not id' suites/            operations by presence
  epdit query 'ce > 200 and side = w' a.epd      numbers, fields
  epdit query 'id ~ \"WAC\"' a.epd                 text; /…/ is a regular expression
  epdit query 'KRP*vKRP* and moves < 5' a.epd    material, legal moves
  epdit query --count 'problem(move-illegal)' -  findings";

const FINDINGS: &str = "no record matches";

/// Print matching records unchanged
///
/// Each with the comment lines directly above it.
#[derive(Args, Debug)]
#[command(
    after_help = help(EXAMPLES, FINDINGS),
    after_long_help = help(&format!("{EXAMPLES}\n\n{}", language().trim_end()), FINDINGS)
)]
pub(crate) struct QueryArgs {
    /// The question; `--help` has all words
    #[arg(value_name = "EXPR", value_parser = query, allow_hyphen_values = true)]
    query: Query,
    #[command(flatten)]
    paths: Paths,
    /// Write only how many there are
    #[arg(long, conflicts_with = "ids")]
    count: bool,
    /// Write only the text of each record's id; PATH:LINE where it has none
    #[arg(long)]
    ids: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// All words of the language, with an example of each.
fn language() -> String {
    let mut text = "\
A question is one test, or tests with `and`, `or`, `not` and parentheses:

  OPCODE                     the operation is there; op(NAME) for names that are also words
  OPCODE > 200               its first operand: = != < <= > >=, sums with + and -
  OPCODE = \"text\"            the text of its operands; ~ \"part\", ~ /expression/, !~ for not
  OPCODE has Nf3             one of its operands, moves in any notation
  KRPvKR, KRP*vKR+           the material of both sides, either of them White

What compares something that a record does not have is false of it. Comments and blank lines
are never an answer.

"
    .to_owned();
    for word in WORDS {
        if !word.example.is_empty() {
            text.push_str(&format!(
                "  {:<11} {:<58} {}\n",
                word.name, word.about, word.example
            ));
        }
    }
    text
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
