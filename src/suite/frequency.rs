//! How often each value of what records are counted by occurs.
//!
//! While all are counted a record is a mark and a line number, 16 bytes; a value that was counted is the
//! number of its records and its first line, 8 bytes. Only of the values that are given is the text read
//! again, or of all of them where they are put in order by it: then on disk, where they are many.

mod ordered;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use rayon::prelude::*;

use super::duplicates::{Marks, Same};
use super::edit::{Chosen, lines_where};
use super::field::Grouping;
use super::line_set::LineSet;
use super::progress::Job;
use super::scan::{JobError, scan_lines_on};
use super::search::Pattern;
use super::snapshot::Snapshot;
use crate::epd::{LineKind, Skim};

/// A value and how many records have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// As [`Grouping::of_line`] gives it.
    pub text: Vec<u8>,
    /// Records with it.
    pub count: usize,
    /// The first line (0-based) with it.
    pub first: usize,
}

/// In which order values are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The most frequent first; of equals the one met first.
    #[default]
    Count,
    /// By the values: numbers before texts, these in natural order.
    Value,
}

/// Which values are listed.
#[derive(Clone, Debug)]
pub struct Listed {
    /// In which order.
    pub order: Order,
    /// Those with this text.
    pub holding: Option<Pattern>,
    /// How many are left out at the start.
    pub skip: usize,
    /// How many are given at most.
    pub most: usize,
}

impl Listed {
    /// The most frequent.
    pub fn first(most: usize) -> Self {
        Self {
            order: Order::Count,
            holding: None,
            skip: 0,
            most,
        }
    }
}

/// What [`frequency`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frequency {
    /// Those that are listed, in their order.
    pub values: Vec<Value>,
    /// How many there are that could be listed.
    pub distinct: usize,
    /// The most records that one of those has.
    pub most: usize,
    /// Records looked at.
    pub records: usize,
    /// Records without a value.
    pub without: usize,
}

/// What is found in some lines.
#[derive(Default)]
struct Part {
    parsed: usize,
    records: usize,
    without: usize,
    /// The marks of values that may be listed, and the lines of their records.
    marked: Vec<(u128, usize)>,
}

/// A value by the number of its records and its first line.
#[derive(Clone, Copy)]
struct Counted {
    count: u32,
    first: u32,
}

/// Counts values in the chosen records, and gives those that are `listed`. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can't be read any more, there are more than 2^32, or no file to put values in order in.
pub fn frequency(
    snapshot: &Snapshot,
    by: &Grouping,
    listed: &Listed,
    chosen: &Chosen,
    job: &Job,
) -> Result<Frequency, JobError> {
    let lines = snapshot.line_count();
    if u32::try_from(lines).is_err() {
        return Err(JobError::TooManyLines);
    }
    let mut found = Frequency::default();
    let mut same = Same::default();
    // Values are counted by these alone: two that differ never meet by chance.
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
    // Those that are put in order by their text are read twice.
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
            same.push(mark, line)?;
        }
        Ok(())
    })?;
    let mut all = Vec::new();
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    same.each_mark(|first, count| {
        all.push(Counted {
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
        Order::Value => ordered::values(snapshot, by, listed, all, job)?,
    };
    Ok(found)
}

impl Counted {
    /// With its text, which is read again.
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

/// The lines of the chosen records with a value. Progress is in lines.
///
/// # Errors
/// Cancelled, or lines can't be read any more.
pub fn lines_of_value(
    snapshot: &Snapshot,
    by: &Grouping,
    value: &[u8],
    chosen: &Chosen,
    job: &Job,
) -> Result<LineSet, JobError> {
    let has_it = |line: usize, bytes: &[u8]| {
        let is_record = Skim::kind_of(bytes) == LineKind::Record;
        is_record && by.of_line((bytes, line), snapshot.read_options()) == value
    };
    lines_where(snapshot, chosen, job, has_it)
}
