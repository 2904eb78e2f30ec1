//! `epdit compare`: two suites by their positions.

use std::io;

use clap::{Args, ValueEnum};

use super::{Run, help};
use crate::cli::flow::{Fault, Outcome, Paths, Status, each_file, with_output};
use crate::cli::json;
use crate::cli::output::{Color, Output, conclude};
use crate::cli::progress::follow;
use crate::epd::Record;
use crate::epd::counted::noun;
use crate::suite::{
    Comparison, Job, OperationDifference, Snapshot, Suite, compare, operation_differences, text_of,
};

const EXAMPLES: &str = "\
Examples:
  epdit compare old.epd new.epd
  epdit compare --format json old.epd new.epd

- a record only in the first file, + only in the second, ~ the same position
with other operations. Order, comments and spelling do not count.";

/// Compare two suites by position
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "the suites differ"))]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    paths: Paths,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each difference
    #[default]
    Human,
    /// A JSON object for each difference
    Json,
}

/// One of the two files.
struct Side {
    name: String,
    snapshot: Snapshot,
    _suite: Suite,
}

impl Run for CompareArgs {
    fn run(&self, _: Color) -> Outcome {
        let mut sides = Vec::new();
        let status = each_file(&self.paths, None, |source, text| {
            let suite = source.suite(text)?;
            sides.push(Side {
                name: source.input.name.clone(),
                snapshot: suite.snapshot(),
                _suite: suite,
            });
            Ok(Status::Clean)
        })?;
        let [first, second] = sides.as_slice() else {
            // What could not be read is said already.
            return match status {
                Status::Clean => Err(Fault::usage("expected two files to compare")),
                _ => Ok(Status::Trouble),
            };
        };
        let job = Job::new();
        let found = {
            let _following = follow(&job, "comparing");
            compare(&first.snapshot, &second.snapshot, &job).map_err(io::Error::other)?
        };
        with_output(None, |out| {
            self.write(&found, first, second, out)?;
            Ok(Status::Clean)
        })?;
        let (only_first, only_second) = (found.only_first.len(), found.only_second.len());
        conclude(&format!(
            "{} {} the same · {} with other operations · {only_first} only in `{}` · {only_second} only in `{}`",
            found.same,
            noun(found.same, "record", "records"),
            found.changed.len(),
            first.name,
            second.name
        ));
        Ok(match only_first + only_second + found.changed.len() {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }
}

impl CompareArgs {
    fn write(
        &self,
        found: &Comparison,
        first: &Side,
        second: &Side,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        for line in &found.only_first {
            self.only('-', first, *line, out)?;
        }
        for (one, other) in &found.changed {
            let differences = first.with(*one, |before| {
                second.with(*other, |after| operation_differences(before, after))
            });
            let text = match self.format {
                Format::Human => format!(
                    "~ {}:{} {}:{}: {}\n",
                    first.name,
                    one + 1,
                    second.name,
                    other + 1,
                    in_words(&differences)
                ),
                Format::Json => {
                    let differences: Vec<_> = differences.iter().map(|found| {
                        let (first, second) = (&found.first, &found.second);
                        serde_json::json!({"opcode": found.opcode, "first": first, "second": second})
                    }).collect();
                    let object = serde_json::json!({
                        "kind": "changed",
                        "first": {"path": first.name, "line": one + 1},
                        "second": {"path": second.name, "line": other + 1},
                        "operations": differences,
                    });
                    json::text(&object) + "\n"
                }
            };
            out.lines(text.as_bytes())?;
        }
        for line in &found.only_second {
            self.only('+', second, *line, out)?;
        }
        Ok(())
    }

    fn only(
        &self,
        sign: char,
        side: &Side,
        line: usize,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let bytes = side.snapshot.line(line);
        let (place, text) = (format!("{}:{}", side.name, line + 1), text_of(&bytes));
        match self.format {
            Format::Human => {
                let start = format!("{sign} {place}: ");
                out.lines(&[start.as_bytes(), text, b"\n"].concat())
            }
            Format::Json => {
                let kind = if sign == '-' {
                    "only_first"
                } else {
                    "only_second"
                };
                let object = serde_json::json!({
                    "kind": kind,
                    "path": side.name,
                    "line": line + 1,
                    "text": String::from_utf8_lossy(text),
                });
                out.lines((json::text(&object) + "\n").as_bytes())
            }
        }
    }
}

impl Side {
    fn with<R>(&self, line: usize, read: impl FnOnce(&Record<'_>) -> R) -> R {
        let bytes = self.snapshot.line(line);
        read(&Record::read(&bytes, self.snapshot.read_options()))
    }
}

/// `bm e4 -> d4; ce 3 -> none`.
fn in_words(differences: &[OperationDifference]) -> String {
    let value = |value: &Option<String>| match value {
        None => "none".to_owned(),
        Some(text) if text.is_empty() => "\"\"".to_owned(),
        Some(text) => text.clone(),
    };
    let all: Vec<String> = differences
        .iter()
        .map(|found| {
            let (first, second) = (value(&found.first), value(&found.second));
            format!("{} {first} -> {second}", found.opcode)
        })
        .collect();
    match all.is_empty() {
        true => "written differently".to_owned(),
        false => all.join("; "),
    }
}
