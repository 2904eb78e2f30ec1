//! Values in their own order: they are read again, in file order, and sorted outside memory.

use super::{Counted, Listed, Value};
use crate::suite::external::{Order, Sorter};
use crate::suite::field::Grouping;
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_lines_on};
use crate::suite::snapshot::Snapshot;

/// Returns the listed values.
pub(super) fn values(
    snapshot: &Snapshot,
    by: &Grouping,
    listed: &Listed,
    mut all: Vec<Counted>,
    job: &Job,
) -> Result<Vec<Value>, JobError> {
    all.sort_unstable_by_key(|value| value.first);
    let firsts: LineSet = all.iter().map(|value| value.first as usize).collect();
    // Each value to sort by: its numbers and its text.
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
    let mut sorter = Sorter::new(Order::Rising);
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
