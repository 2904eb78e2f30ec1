//! `epdit contradictions`: records that disagree about the moves of a position.

use std::io;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Outcome, Part, Paths, Status, each_file, read_as_one, with_output};
use crate::cli::output::{Color, conclude};
use crate::cli::progress::follow;
use crate::epd::Record;
use crate::epd::counted::noun;
use crate::suite::{Job, Snapshot, contradictions};

const EXAMPLES: &str = "\
Examples:
  epdit contradictions a.epd b.epd       all files together
  epdit contradictions suites/

Groups are separated by blank lines: PATH:LINE: and the moves of each record.";

/// Find records that disagree about a position
///
/// They have the same position and different best moves, or one says to avoid another's best move.
/// All files are looked through as one.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "some were found"))]
pub(crate) struct ContradictionsArgs {
    #[command(flatten)]
    paths: Paths,
}

impl Run for ContradictionsArgs {
    fn run(&self, _: Color) -> Outcome {
        let mut parts = Vec::new();
        let status = each_file(&self.paths, None, |source, text| {
            let input = source.input.clone();
            let text = input.file().is_none().then(|| text.into_read());
            parts.push(Part { input, text });
            Ok(Status::Clean)
        })?;
        if parts.is_empty() {
            return Ok(status);
        }
        let (suite, places) = read_as_one(&self.paths, parts)?;
        let snapshot = suite.snapshot();
        let job = Job::new();
        let found = {
            let _following = follow(&job, "comparing");
            contradictions(&snapshot, &job).map_err(io::Error::other)?
        };
        with_output(None, |out| {
            for (nth, group) in found.groups().enumerate() {
                if nth > 0 {
                    out.lines(b"\n")?;
                }
                for line in group {
                    let said = format!("{}: {}\n", places.of(line), moves(&snapshot, line));
                    out.lines(said.as_bytes())?;
                }
            }
            Ok(Status::Clean)
        })?;
        let count = found.group_count();
        conclude(&format!(
            "{count} {} in {} {}",
            noun(count, "contradiction", "contradictions"),
            found.record_count(),
            noun(found.record_count(), "record", "records")
        ));
        Ok(match count {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }
}

/// The best moves and those to avoid, as written.
fn moves(snapshot: &Snapshot, line: usize) -> String {
    let bytes = snapshot.line(line);
    let record = Record::read(&bytes, snapshot.read_options());
    let said = ["am", "bm"].into_iter().filter_map(|opcode| {
        let operation = record.operation(opcode)?;
        Some(format!("{opcode} {};", record.operands_text(operation)))
    });
    said.collect::<Vec<_>>().join(" ")
}
