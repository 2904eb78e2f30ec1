//! The counts of the values of a field or expression.
//!
//! While being counted, a record is only a hash and a line number, 16 bytes; a counted value is the number of
//! its records and its first line, 8 bytes. The texts are read again only for the returned values, or for all
//! if they are sorted by text, then on disk if there are many.

#[cfg(test)]
mod tests;

use crate::epd::opcode::{self, is_opcode};
use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::suite::duplicates::{HashedRecords, Marks};
use crate::suite::edit::{Selection, lines_where};
use crate::suite::external::{self, Sorter};
use crate::suite::field::Grouping;
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_lines_on};
use crate::suite::search::Pattern;
use crate::suite::snapshot::Snapshot;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The number of lines before and after a line whose opcodes show what is usual there.
const AROUND: usize = 60;

/// Returns, for each opcode, the number of records near a line that have it; the line itself is not counted.
pub fn opcodes_around(
    snapshot: &Snapshot,
    at: usize,
    options: &ReadOptions,
) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    let lines = at.saturating_sub(AROUND)..(at + AROUND).min(snapshot.line_count());
    for line in lines.filter(|line| *line != at) {
        let line = snapshot.line(line);
        let record = Record::read(&line, options);
        if record.kind() != LineKind::Record {
            continue;
        }
        for operation in record.operations() {
            let name = record.opcode(operation);
            if is_opcode(name.as_bytes()) {
                *counts.entry(name.into_owned()).or_insert(0) += 1;
            }
        }
    }
    counts
}

/// Returns the opcodes among these that are in no standard, sorted by name.
pub fn private_opcodes<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let private = names.filter(|name| !opcode::is_known(name.as_bytes()));
    let mut private: Vec<String> = private.cloned().collect();
    private.sort_unstable();
    private
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value, as returned by [`Grouping::of_line`].
    pub text: Vec<u8>,
    /// The number of records with this value.
    pub count: usize,
    /// The first line (0-based) with this value.
    pub first: usize,
}

/// The order in which values are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The most frequent first, equally frequent ones by first line.
    #[default]
    Count,
    /// By value: numbers before texts, texts in natural order.
    Value,
}

/// The selection of values to list.
#[derive(Clone, Debug)]
pub struct ValueSelection {
    pub order: Order,
    /// A text that listed values must contain.
    pub holding: Option<Pattern>,
    pub skip: usize,
    /// The maximum number of values to list.
    pub most: usize,
}

impl ValueSelection {
    /// Selects the most frequent values.
    pub fn first(most: usize) -> Self {
        Self {
            order: Order::Count,
            holding: None,
            skip: 0,
            most,
        }
    }
}

/// The result of [`frequency`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frequency {
    pub values: Vec<Value>,
    /// The number of distinct values that match the selection.
    pub distinct: usize,
    /// The number of records of the most frequent among these.
    pub most: usize,
    /// The number of records scanned.
    pub records: usize,
    /// The number of records without a value.
    pub without: usize,
}

#[derive(Default)]
struct Part {
    parsed: usize,
    records: usize,
    without: usize,
    /// The hashes of values that match the selection, with the lines of their records.
    marked: Vec<(u128, usize)>,
}

#[derive(Clone, Copy)]
struct ValueCount {
    count: u32,
    first: u32,
}

/// Counts the values in the chosen records and returns the `listed` ones. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can no longer be read, there are more than 2^32, or no temporary file can be made for sorting.
pub fn frequency(
    snapshot: &Snapshot,
    by: &Grouping,
    listed: &ValueSelection,
    chosen: &Selection,
    job: &Job,
) -> Result<Frequency, JobError> {
    let lines = snapshot.line_count();
    if u32::try_from(lines).is_err() {
        return Err(JobError::TooManyLines);
    }
    let mut found = Frequency::default();
    let mut hashed = HashedRecords::default();
    // Values are counted by hash alone: 128 random bits keep different values apart.
    let marks = Marks::default();
    let each = |part: &mut Part, line: usize, bytes: &[u8]| {
        part.parsed += 1;
        if Skim::kind_of(bytes) != LineKind::Record {
            return;
        }
        part.records += 1;
        let value = by.of_line((bytes, line), snapshot.read_options());
        if Grouping::is_missing(&value) {
            part.without += 1;
            return;
        }
        let holding = listed.holding.as_ref();
        if holding.is_none_or(|pattern| pattern.is_in(&value)) {
            part.marked.push((marks.mark(&value), line));
        }
    };
    let begin = |_: &_| Part::default();
    let passes = match listed.order {
        Order::Count => 1,
        Order::Value => 2,
    };
    job.begin(lines as u64 * passes);
    scan_lines_on(snapshot, chosen.lines(), job, begin, each, |part| {
        snapshot.work.parsed_lines(part.parsed);
        found.records += part.records;
        found.without += part.without;
        for (mark, line) in part.marked {
            hashed.push(mark, line)?;
        }
        Ok(())
    })?;
    let mut all = Vec::new();
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    hashed.each_mark(|first, count| {
        all.push(ValueCount {
            count: number(count),
            first: number(first),
        });
    })?;
    found.distinct = all.len();
    let counts = all.iter().map(|value| value.count as usize);
    found.most = counts.max().unwrap_or(0);
    found.values = match listed.order {
        Order::Count => {
            all.par_sort_unstable_by_key(|value| (Reverse(value.count), value.first));
            let shown = all.into_iter().skip(listed.skip).take(listed.most);
            shown.map(|value| value.read(snapshot, by)).collect()
        }
        Order::Value => values_in_order(snapshot, by, listed, all, job)?,
    };
    Ok(found)
}

impl ValueCount {
    /// Reads the text of the value.
    fn read(self, snapshot: &Snapshot, by: &Grouping) -> Value {
        let first = self.first as usize;
        let line = snapshot.line(first);
        Value {
            text: by.of_line((&line, first), snapshot.read_options()),
            count: self.count as usize,
            first,
        }
    }
}

/// Returns the lines of the chosen records that have a value. Progress is in lines.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn lines_of_value(
    snapshot: &Snapshot,
    by: &Grouping,
    value: &[u8],
    chosen: &Selection,
    job: &Job,
) -> Result<LineSet, JobError> {
    let has_value = |line: usize, bytes: &[u8]| {
        let is_record = Skim::kind_of(bytes) == LineKind::Record;
        is_record && by.of_line((bytes, line), snapshot.read_options()) == value
    };
    lines_where(snapshot, chosen, job, has_value)
}

fn values_in_order(
    snapshot: &Snapshot,
    by: &Grouping,
    listed: &ValueSelection,
    mut all: Vec<ValueCount>,
    job: &Job,
) -> Result<Vec<Value>, JobError> {
    all.sort_unstable_by_key(|value| value.first);
    let firsts: LineSet = all.iter().map(|value| value.first as usize).collect();
    // A sort key, the numbers and the text of each value.
    let each = |part: &mut Vec<_>, line: usize, bytes: &[u8]| {
        let at = all.binary_search_by_key(&line, |value| value.first as usize);
        let Some(value) = at.ok().and_then(|at| all.get(at)) else {
            return;
        };
        let (text, mut key) = by.with_key((bytes, line), snapshot.read_options());
        // Distinguishes texts of equal rank: `.2` and `.02`.
        key.extend_from_slice(&text);
        part.push((key, [value.count, value.first].map(u32::to_be_bytes), text));
    };
    let mut sorter = Sorter::new(external::Order::Rising);
    let begin = |_: &_| Vec::new();
    scan_lines_on(snapshot, Some(&firsts), job, begin, each, |part| {
        for (key, numbers, text) in part {
            sorter.push(&key, &[numbers.as_flattened(), &text])?;
        }
        Ok(())
    })?;
    let mut sorted = sorter.sorted()?;
    let (mut found, mut nth) = (Vec::new(), 0);
    while found.len() < listed.most
        && let Some(text) = sorted.next_text()?
    {
        job.check()?;
        nth += 1;
        if nth > listed.skip {
            found.extend(value_of(text));
        }
    }
    Ok(found)
}

fn value_of(text: &[u8]) -> Option<Value> {
    let (count, rest) = text.split_first_chunk()?;
    let (first, text) = rest.split_first_chunk()?;
    Some(Value {
        text: text.to_vec(),
        count: u32::from_be_bytes(*count) as usize,
        first: u32::from_be_bytes(*first) as usize,
    })
}
