//! Removing records that are the same as others.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::block::Blocks;
use super::operation::settled;
use super::rewrite::{Rewrite, rewrite_lines};
use super::{BulkChange, Chosen};
use crate::epd::edit::Change;
use crate::epd::opcode::Shape;
use crate::epd::{ReadOptions, Record, edit};
use crate::suite::duplicates::{Sameness, find_duplicates};
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;

/// Which of several records that are the same stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// The first.
    #[default]
    First,
    /// The last.
    Last,
    /// The first, with the operations of the others that it has not. Sets of moves are joined.
    Merged,
}

/// Prepares the removal of records that are the same as another of the chosen.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, lines can't be read any more, or there are more
/// than 2^32.
pub fn dedupe(
    snapshot: &Snapshot,
    by: Sameness,
    keep: Keep,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    if !snapshot.is_complete() {
        return Err(JobError::StillLoading);
    }
    let duplicates = find_duplicates(snapshot, by, job)?;
    let mut gone: Vec<usize> = Vec::new();
    let mut merged: HashMap<usize, Vec<usize>, FxBuildHasher> = HashMap::default();
    for group in duplicates.groups() {
        let mut lines: Vec<usize> = group.filter(|line| chosen.has(*line)).collect();
        if lines.len() < 2 {
            continue;
        }
        let stays = match keep {
            Keep::First | Keep::Merged => lines.remove(0),
            Keep::Last => lines.pop().unwrap_or_default(),
        };
        gone.extend(&lines);
        if keep == Keep::Merged {
            merged.insert(stays, lines);
        }
    }
    let gone: LineSet = gone.into_iter().collect();
    let gone = Blocks::of(snapshot, chosen, job)?.all_of(&gone);
    let options = snapshot.read_options();
    rewrite_lines(
        snapshot,
        match by {
            Sameness::Id => "remove duplicate ids",
            Sameness::Position => "remove duplicate positions",
            Sameness::Record => "remove duplicate records",
        },
        job,
        |line, _| gone.contains(line) || merged.contains_key(&line),
        |line, _, bytes| match merged.get(&line) {
            None => Rewrite::Remove,
            Some(others) => {
                let others: Vec<Vec<u8>> = others
                    .iter()
                    .map(|&other| snapshot.line(other).into_owned())
                    .collect();
                Rewrite::Replace(merge(bytes, &others, options))
            }
        },
    )
}

/// A record with the operations of others that it has not; where both have a set of moves, the moves.
pub fn merge(line: &[u8], others: &[Vec<u8>], options: &ReadOptions) -> Vec<u8> {
    let first = Record::read(line, options);
    let mut merged = line.to_vec();
    for other in others {
        let other = Record::read(other, options);
        for operation in other.operations() {
            let record = Record::read(&merged, options);
            let name = other.opcode(operation);
            let operands = other.operands_span(operation).of(other.line());
            let own = record
                .operations()
                .iter()
                .position(|own| record.opcode(own) == name);
            let new = match own {
                None => edit::checked(&record, &[Change::Append(name.as_bytes(), operands)]),
                Some(index) => {
                    let is_set = operation
                        .info
                        .is_some_and(|info| info.shape == Shape::Moves);
                    if !is_set {
                        continue;
                    }
                    match joined(&record, index, &other, operation) {
                        Some(operands) => {
                            edit::checked(&record, &[Change::Operands(index, &operands)])
                        }
                        None => continue,
                    }
                }
            };
            // What can't be joined for certain stays as the first has it.
            merged = new.unwrap_or(merged);
        }
    }
    settled(&first, merged)
}

/// The moves of both, where the second has some that the first has not.
fn joined(
    record: &Record<'_>,
    index: usize,
    other: &Record<'_>,
    operation: &crate::epd::Operation,
) -> Option<Vec<u8>> {
    let own = record.operations().get(index)?;
    let known = record.operands_of(own);
    let mut text = record.operands_span(own).of(record.line()).to_vec();
    let mut more = false;
    for operand in other.operands_of(operation) {
        let word = operand.span.of(other.line());
        let is_known = known.iter().any(|known| {
            known.value == operand.value && matches!(known.value, crate::epd::Value::Move(_))
                || known.span.of(record.line()) == word
        });
        if !is_known {
            text.push(b' ');
            text.extend_from_slice(word);
            more = true;
        }
    }
    more.then_some(text)
}
