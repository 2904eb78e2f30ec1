//! `epdit contradictions`: records that disagree about the moves of a position.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Group, Member, Outcome, Part, Paths, Status, Whole, with_output};
use crate::cli::output::{Color, conclude};
use crate::epd::counted::noun;
use crate::epd::{ReadOptions, Record};
use crate::suite::{Opinions, Sameness};

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
                if count > 0 {
                    out.lines(b"\n")?;
                }
                count += 1;
                records += group.records.len();
                for (line, moves) in group.records {
                    out.lines(format!("{}: {moves}\n", whole.place(line)).as_bytes())?;
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
    records: Vec<(usize, String)>,
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
fn moves(record: &Record<'_>) -> String {
    let said = ["am", "bm"].into_iter().filter_map(|opcode| {
        let operation = record.operation(opcode)?;
        Some(format!("{opcode} {};", record.operands_text(operation)))
    });
    said.collect::<Vec<_>>().join(" ")
}
