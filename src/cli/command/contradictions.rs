//! `epdit contradictions`: records that disagree about the moves of a position.

use clap::Args;

use super::{ReportFormat, Run, help};
use crate::cli::flow::{Outcome, Paths, Status, Whole, all_inputs, with_output};
use crate::cli::json;
use crate::cli::output::{Color, conclude};
use crate::epd::counted::noun;
use crate::suite::{Contradiction, NamedMoves, each_contradiction};

const EXAMPLES: &str = "\
Examples:
  epdit contradictions a.epd b.epd       all files together
  epdit contradictions suites/
  epdit contradictions --format json a.epd

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
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,
}

impl Run for ContradictionsArgs {
    fn run(&self, _: Color) -> Outcome {
        let (status, parts) = all_inputs(&self.paths)?;
        if parts.is_empty() {
            return Ok(status);
        }
        let whole = Whole::of_all(&self.paths, parts, true)?;
        let (mut count, mut records) = (0, 0);
        with_output(None, |out| {
            each_contradiction(&whole.reading(), |group| {
                let is_first = count == 0;
                count += 1;
                records += group.records.len();
                if self.format == ReportFormat::Json {
                    let object = object(&group, &whole);
                    return out.text(&(json::text(&object) + "\n"));
                }
                if !is_first {
                    out.line("")?;
                }
                for (line, moves) in &group.records {
                    let moves = in_words(moves);
                    out.line(format!("{}: {moves}", whole.place(*line)))?;
                }
                Ok(())
            })?;
            Ok(Status::Clean)
        })?;
        conclude(&format!(
            "{count} {} in {records} {}",
            noun(count, "contradiction", "contradictions"),
            noun(records, "record", "records")
        ));
        Ok(match count {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }
}

/// Returns a contradiction as JSON: the place of each record, and its moves.
fn object(group: &Contradiction, whole: &Whole<'_>) -> serde_json::Value {
    let record = |(line, moves): &(usize, NamedMoves)| {
        let (path, line) = whole.file_and_line(*line);
        let mut object = serde_json::Map::new();
        object.insert("path".to_owned(), path.into());
        object.insert("line".to_owned(), (line + 1).into());
        for (opcode, text) in moves {
            let moves: Vec<&str> = text.split_whitespace().collect();
            object.insert((*opcode).to_owned(), moves.into());
        }
        object
    };
    let records: Vec<_> = group.records.iter().map(record).collect();
    serde_json::json!({ "records": records })
}

/// Returns `am e4; bm d4;`.
fn in_words(moves: &NamedMoves) -> String {
    let all: Vec<String> = moves
        .iter()
        .map(|(opcode, text)| format!("{opcode} {text};"))
        .collect();
    all.join(" ")
}
