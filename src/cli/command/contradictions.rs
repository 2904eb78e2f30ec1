//! `epdit contradictions`: records that disagree about the moves of a position.

use clap::{Args, ValueEnum};

use super::{Run, help};
use crate::cli::flow::{Group, Member, Outcome, Part, Paths, Status, Whole, with_output};
use crate::cli::json;
use crate::cli::output::{Color, conclude};
use crate::epd::counted::noun;
use crate::epd::{ReadOptions, Record};
use crate::suite::{Opinions, Sameness};

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
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each record, blank lines between contradictions
    #[default]
    Human,
    /// A JSON object for each contradiction
    Json,
}

impl Run for ContradictionsArgs {
    fn run(&self, _: Color) -> Outcome {
        let (status, parts) = Part::all_of(&self.paths)?;
        if parts.is_empty() {
            return Ok(status);
        }
        let whole = Whole::of_all(&self.paths, parts, true)?;
        let (mut count, mut records) = (0, 0);
        with_output(None, |out| {
            whole.each_group(Sameness::Position, |group: Said| {
                if !group.opinions.contradict() {
                    return Ok(());
                }
                let is_first = count == 0;
                count += 1;
                records += group.records.len();
                if self.format == Format::Json {
                    let object = group.object(&whole);
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

/// What records of one position say about its moves.
#[derive(Default)]
struct Said {
    opinions: Opinions,
    /// Those that name some: their lines in the whole, and the moves.
    records: Vec<(usize, Moves)>,
}

/// The opcodes of moves that a record has, each with the moves as written.
type Moves = Vec<(&'static str, String)>;

impl Said {
    /// As JSON: where each record is, and its moves.
    fn object(&self, whole: &Whole<'_>) -> serde_json::Value {
        let record = |(line, moves): &(usize, Moves)| {
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
        let records: Vec<_> = self.records.iter().map(record).collect();
        serde_json::json!({ "records": records })
    }
}

impl Group for Said {
    fn begin(first: Member<'_>, options: &ReadOptions) -> Self {
        let mut said = Self::default();
        said.add(&[first], options);
        said
    }

    fn add(&mut self, others: &[Member<'_>], options: &ReadOptions) {
        for other in others {
            let record = Record::read(other.record, options);
            if self.opinions.take(&record) {
                self.records.push((other.line, moves(&record)));
            }
        }
    }
}

/// The best moves and those to avoid, as written.
fn moves(record: &Record<'_>) -> Moves {
    let said = ["am", "bm"].into_iter().filter_map(|opcode| {
        let operation = record.operation(opcode)?;
        Some((opcode, record.operands_text(operation)))
    });
    said.collect()
}

/// `am e4; bm d4;`.
fn in_words(moves: &Moves) -> String {
    let all: Vec<String> = moves
        .iter()
        .map(|(opcode, text)| format!("{opcode} {text};"))
        .collect();
    all.join(" ")
}
