//! `epdit set`: an operation for all records.

mod value;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Files, Outcome, Verb, change_each, change_files};
use crate::cli::output::Color;
use crate::epd::edit::Refusal;
use crate::epd::opcode::{self, Shape};
use crate::epd::{ReadOptions, Record};
use crate::suite::bulk::{
    Assignment, BulkChange, Chosen, RecordChange, Rewrite, records_of, rewrite_lines,
};
use crate::suite::{Job, JobError, Snapshot};
use value::{Place, Set};

const EXAMPLES: &str = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where missing
  epdit set --only-missing 'id \"{file}.{n:03}\"' a.epd     values of the record
  epdit set 'c1 \"{ce/100} pawns\"' a.epd

In braces: an opcode, a calculation as in queries, file (its name without
ending), path, line, or n (the number of the record; {n:03} for three digits).
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
        change_files(
            &self.changes,
            color,
            Verb::Change,
            |snapshot, chosen, files, job| self.prepare(snapshot, chosen, files, job),
            || (),
        )
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

    fn prepare(
        &self,
        snapshot: &Snapshot,
        chosen: &Chosen,
        files: &Files,
        job: &Job,
    ) -> Result<BulkChange, JobError> {
        let records = records_of(snapshot, chosen, job)?;
        let options = snapshot.read_options();
        rewrite_lines(
            snapshot,
            "set",
            job,
            |line, _| records.contains(line),
            |line, _, bytes| {
                let place = Place::of(files, line, records.rank(line));
                match self.operation.of(bytes, options, &place) {
                    Ok(assignment) => Rewrite::of(self.set(assignment, bytes, options)),
                    Err(why) => Rewrite::Leave(why),
                }
            },
        )
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
