//! `epdit query`: the records that answer a question.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::Status;
use super::above;
use super::batch::{self, Flow, Piece};
use super::input::{self, Fault, Input, Paths};
use super::records::{if_foreign, open, question, with_sink};
use crate::epd::Record;
use crate::suite::query::WORDS;
use crate::suite::{Query, kind};

const EXAMPLES: &str = "\
Examples:
  epdit query 'bm and not id' suites/            operations by presence
  epdit query 'ce > 200 and side = w' a.epd      numbers, fields
  epdit query 'id ~ \"WAC\"' a.epd                 text; /…/ is a regular expression
  epdit query 'KRP*vKRP* and moves < 5' a.epd    material, legal moves
  epdit query --count 'problem(move-illegal)' -  findings";

const STATUS: &str = "\
Exit status: 0 some record answers; 1 none does, or a file is not an EPD file;
2 usage, or a file that can't be read.";

/// Print matching records unchanged
///
/// Each with the comment lines directly above it.
#[derive(Args, Debug)]
#[command(
    after_help = format!("{EXAMPLES}\n\n{STATUS}"),
    after_long_help = format!("{EXAMPLES}\n\n{}\n{STATUS}", language())
)]
pub struct QueryArgs {
    /// The question; `--help` has all words
    #[arg(value_name = "EXPR", value_parser = question, allow_hyphen_values = true)]
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

impl QueryArgs {
    fn writes_records(&self) -> bool {
        !self.ids && !self.count
    }
}

/// What a piece of a file holds.
enum Found {
    Records(above::Chosen),
    /// How many, and their names where they are asked for.
    Names(u64, Vec<u8>),
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

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &QueryArgs) -> io::Result<Status> {
    with_sink(args.output.as_deref(), |sink| {
        let mut answers = 0u64;
        let status = input::each(&args.paths, |input| {
            let options = input.read_options();
            let (text, facts) = open(input, Some(&args.query))?;
            let mut foreign = None;
            let mut comments = above::Waiting::default();
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
                    let matches = |number: u64, line: &[u8]| {
                        let at = usize::try_from(number).unwrap_or(usize::MAX) - 1;
                        args.query.matches(line, at, &options, &facts)
                    };
                    if args.writes_records() {
                        return Found::Records(above::chosen(piece, matches));
                    }
                    let (mut found, mut text) = (0u64, Vec::new());
                    for (number, line) in piece.lines() {
                        if !matches(number, line) {
                            continue;
                        }
                        found += 1;
                        if args.ids {
                            text.extend_from_slice(&name_of(line, input, number));
                            text.push(b'\n');
                        }
                    }
                    Found::Names(found, text)
                },
                |piece, found| {
                    let (found, text) = match found {
                        Found::Names(found, text) => (found, text),
                        Found::Records(found) => {
                            let before = comments.before(piece, &found);
                            sink.lines(&before).map_err(Fault::Output)?;
                            (found.records, found.text)
                        }
                    };
                    answers += found;
                    sink.lines(&text).map_err(Fault::Output)?;
                    Ok(Flow::On)
                },
            )?;
            Ok(if_foreign(input, foreign))
        })?;
        if args.count {
            sink.lines(format!("{answers}\n").as_bytes())?;
        }
        Ok(if answers == 0 {
            status.max(Status::Findings)
        } else {
            status
        })
    })
}

/// The text of a record's id; where it is where it has none.
fn name_of(line: &[u8], input: &Input, number: u64) -> Vec<u8> {
    let options = input.read_options();
    let record = Record::read(line, &options);
    let id = record.operation("id").map(|id| record.operands_text(id));
    id.filter(|id| !id.is_empty())
        .unwrap_or_else(|| format!("{}:{number}", input.name))
        .into_bytes()
}
