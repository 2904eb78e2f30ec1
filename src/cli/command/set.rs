//! `epdit set`: an operation for all records.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Fault, Outcome, change_each};
use crate::cli::output::Color;
use crate::epd::edit::Refusal;
use crate::epd::opcode::{self, Shape};
use crate::epd::{Operation, Record, Value, moves};
use crate::suite::bulk::{Assignment, FillPlace, Filling, RecordChange};

const EXAMPLES: &str = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where missing
  epdit set --only-missing 'id \"{file}.{n:03}\"' a.epd     values of the record
  epdit set 'c1 \"{ce/100} pawns\"' a.epd

In braces: an opcode, a calculation as in queries, OPCODE.prefix, side,
castling, ep, fen, placement, phase, opening (its name), opening.eco, file (its
name without ending), path, line, or n (the number of the record). {n:03} has at
least three digits, {line:04} four; {{ and }} are braces.
Records without such a value, and ambiguous ones, are left unchanged and counted
on standard error.";

/// Set an operation in all records
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct SetArgs {
    /// The opcode and its operands, in shell quotes: 'acd 20'
    #[arg(value_name = "OPERATION", value_parser = Set::parse)]
    operation: Set,
    #[command(flatten)]
    changes: Changes,
    /// Add the operands to those that are there; a best move that is there already is not added
    #[arg(long, conflicts_with = "only_missing")]
    append: bool,
    /// Only records that do not have the operation
    #[arg(long)]
    only_missing: bool,
}

/// What is set: the same for all records, or with values of each.
#[derive(Clone, Debug)]
enum Set {
    Plain(Assignment),
    Filled(Filling),
}

impl Set {
    fn parse(text: &str) -> Result<Self, String> {
        if Filling::is_one(text) {
            return Filling::parse(text).map(Self::Filled);
        }
        let set = Assignment::parse(text).map_err(|error| error.to_string())?;
        Ok(Self::Plain(set))
    }
}

impl Run for SetArgs {
    fn run(&self, color: Color) -> Outcome {
        self.is_quoted()?;
        match &self.operation {
            Set::Plain(assignment) => change_each(&self.changes, color, |asked| {
                self.set(assignment.clone(), &Record::read(asked.line, asked.options))
            }),
            Set::Filled(filling) => change_each(&self.changes, color, |asked| {
                let record = Record::read(asked.line, asked.options);
                let place = FillPlace {
                    path: asked.path,
                    line: asked.number,
                    rank: asked.rank,
                };
                let assignment = filling.of(&record, Some(place));
                assignment.and_then(|assignment| self.set(assignment, &record))
            }),
        }
    }
}

impl SetArgs {
    /// Refuses operands that the shell took for paths: the operation would lose those that it has.
    fn is_quoted(&self) -> Result<(), Fault> {
        let (Set::Plain(set), Some(first)) =
            (&self.operation, self.changes.records.paths.list.first())
        else {
            return Ok(());
        };
        let shape = opcode::find(set.opcode.as_bytes()).map(|info| info.shape);
        let takes_some = !matches!(shape, Some(Shape::Nothing));
        if !set.operands.is_empty() || !takes_some || first.as_os_str() == "-" || first.exists() {
            return Ok(());
        }
        let (opcode, first) = (&set.opcode, first.display());
        Err(Fault::usage(&format!(
            "`{first}`: no such file or folder; if it is an operand, quote the operation: `epdit set '{opcode} {first}' ...`"
        )))
    }

    /// The record with the operation; `None` where nothing changes.
    fn set(
        &self,
        mut assignment: Assignment,
        record: &Record<'_>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let there = record.operation(&assignment.opcode);
        if self.only_missing && there.is_some() {
            return Ok(None);
        }
        if let Some(there) = there.filter(|_| self.append) {
            let is_set = matches!(there.info.map(|info| info.shape), Some(Shape::Moves));
            if is_set {
                assignment.operands = unplayed(record, there, &assignment.operands);
                if assignment.operands.is_empty() {
                    return Ok(None);
                }
            }
            let old = record.operands_span(there).of(record.line());
            let old = std::str::from_utf8(old).map_err(|_| {
                Refusal::Value(format!(
                    "`{}` has bytes that are not UTF-8, and nothing can be added to it",
                    assignment.opcode
                ))
            })?;
            assignment.operands = joined(&assignment.opcode, old, &assignment.operands);
        }
        RecordChange::Set(assignment).apply(record.line(), record.options())
    }
}

/// Those of some moves that are not among the moves of an operation, however they are written.
fn unplayed(record: &Record<'_>, there: &Operation, moves: &str) -> String {
    let read = |word: &str| {
        let position = record.position()?;
        moves::read(position, word.as_bytes()).result.ok()
    };
    let is_there = |word: &&str| {
        let all = record.operands_of(there).iter();
        let mut same = all.map(|operand| match (&operand.value, read(word)) {
            (Value::Move(played), Some(wanted)) => *played == wanted,
            _ => record.string(operand) == word.as_bytes(),
        });
        same.any(|same| same)
    };
    let mut left: Vec<&str> = Vec::new();
    for word in moves.split_whitespace().filter(|word| !is_there(word)) {
        if !left
            .iter()
            .any(|known| *known == word || read(known).is_some() && read(known) == read(word))
        {
            left.push(word);
        }
    }
    left.join(" ")
}

/// The operands of an operation with more behind them: of a text that is one text.
fn joined(opcode: &str, old: &str, new: &str) -> String {
    let is_text = opcode::find(opcode.as_bytes())
        .is_some_and(|info| matches!(info.shape, Shape::Text { .. }));
    let plain = |text: &str| {
        let inner = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        inner.unwrap_or(text).to_owned()
    };
    match (is_text, old.is_empty()) {
        (_, true) => new.to_owned(),
        (true, false) => format!("\"{} {}\"", plain(old), plain(new)),
        (false, false) => format!("{old} {new}"),
    }
}
