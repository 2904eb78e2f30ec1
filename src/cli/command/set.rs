//! `epdit set`: an operation for all records.

mod value;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, change_each, change_numbered};
use crate::cli::output::Color;
use crate::epd::edit::Refusal;
use crate::epd::opcode::{self, Shape};
use crate::epd::{ReadOptions, Record};
use crate::suite::bulk::{Assignment, RecordChange};
use value::{Place, Set};

const EXAMPLES: &str = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where missing
  epdit set --only-missing 'id \"{file}.{n:03}\"' a.epd     values of the record
  epdit set 'c1 \"{ce/100} pawns\"' a.epd

In braces: an opcode, a calculation as in queries, file (its name without
ending), path, line, opening (its name), opening.eco, or n (the number of the
record; {n:03} for three digits).
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
    /// Add the operands to those that are there
    #[arg(long, conflicts_with = "only_missing")]
    append: bool,
    /// Only records that do not have the operation
    #[arg(long)]
    only_missing: bool,
}

impl Run for SetArgs {
    fn run(&self, color: Color) -> Outcome {
        if let Set::Plain(assignment) = &self.operation {
            return change_each(&self.changes, color, |line, options| {
                self.set(assignment.clone(), line, options)
            });
        }
        change_numbered(&self.changes, color, |record| {
            let place = Place::of(record);
            let assignment = self.operation.of(record.line, record.options, &place)?;
            let changed = self.set(assignment, record.line, record.options);
            changed.map_err(|refusal| refusal.to_string())
        })
    }
}

impl SetArgs {
    /// The record with the operation; `None` where nothing changes.
    fn set(
        &self,
        mut assignment: Assignment,
        line: &[u8],
        options: &ReadOptions,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        if self.append || self.only_missing {
            let record = Record::read(line, options);
            let there = record.operation(&assignment.opcode);
            if self.only_missing && there.is_some() {
                return Ok(None);
            }
            if let Some(there) = there.filter(|_| self.append) {
                let old = record.operands_span(there).of(line);
                let old = String::from_utf8_lossy(old).into_owned();
                assignment.operands = joined(&assignment.opcode, &old, &assignment.operands);
            }
        }
        RecordChange::Set(assignment).apply(line, options)
    }
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
