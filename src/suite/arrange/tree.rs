//! The tree sink: makes the next state of an open suite. The chosen records exchange places, each with the
//! comments directly above it, or some are removed.

use super::{Arrangement, sampled, shuffle};
use crate::suite::arrange::DuplicateRemoval;
use crate::suite::edit::{BulkChange, Rewrite, Selection, rewrite_lines};
use crate::suite::external::{Order, Sorter};
use crate::suite::field::Keys;
use crate::suite::history::Label;
use crate::suite::progress::Job;
use crate::suite::records::{Blocks, BlocksPart, ChosenRecords};
use crate::suite::scan::{JobError, scan_lines};
use crate::suite::snapshot::Snapshot;
use crate::suite::text::LineRef;
use crate::suite::tree::PieceList;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::ops::Range;

impl Arrangement {
    /// Prepares the change of an open suite.
    ///
    /// # Errors
    /// Cancelled, the file is not completely read yet, lines can no longer be read, or there are too many.
    pub fn plan(
        &self,
        snapshot: &Snapshot,
        chosen: &Selection,
        job: &Job,
    ) -> Result<BulkChange, JobError> {
        match self {
            Self::Sort { keys, reverse } => sort_after(snapshot, keys, *reverse, None, chosen, job),
            Self::Shuffle { seed } => {
                let blocks = Blocks::of(snapshot, chosen, job)?;
                let lines = blocks.records.iter().map(u32::try_from);
                let order: Result<Vec<u32>, _> = lines.collect();
                let mut order = order.map_err(|_| JobError::TooManyLines)?;
                shuffle(&mut order, *seed);
                reorder(snapshot, &blocks, &order, self.label())
            }
            Self::Sample { count, seed } => {
                let blocks = Blocks::of(snapshot, chosen, job)?;
                let sampled = sampled(&blocks.records, *count, *seed);
                let kept = blocks.all_of(&sampled);
                let removed = blocks.all_of(&blocks.records.minus(&sampled));
                let is_removed = |line: usize| match chosen {
                    Selection::All => !kept.contains(line) && line >= blocks.head,
                    Selection::Lines(_) => removed.contains(line),
                };
                let is_removed = |line, _| is_removed(line);
                rewrite_lines(snapshot, self.label(), job, is_removed, |_, _, _| {
                    Rewrite::Remove
                })
            }
            Self::Dedupe { by, keep } => {
                snapshot.must_be_complete()?;
                let on = ChosenRecords::of(snapshot, chosen, job);
                on.begin(by.passes());
                let DuplicateRemoval {
                    removed,
                    texts,
                    left,
                } = DuplicateRemoval::of(&on, by, *keep)?;
                let blocks = Blocks::of(snapshot, chosen, job)?;
                let mut new: FxHashMap<u64, Vec<u8>> = HashMap::default();
                texts.read()?.up_to(u64::MAX, |line, text| {
                    new.insert(line, text.to_vec());
                    Ok::<(), JobError>(())
                })?;
                let (records, removed) = (Some(removed.len()), blocks.all_of(&removed));
                let change = rewrite_lines(
                    snapshot,
                    self.label(),
                    job,
                    |line, _| removed.contains(line) || new.contains_key(&(line as u64)),
                    |line, _, _| match new.get(&(line as u64)) {
                        None => Rewrite::Remove,
                        Some(text) => Rewrite::Replace(text.clone()),
                    },
                )?;
                Ok(BulkChange {
                    left,
                    records,
                    ..change
                })
            }
        }
    }
}

/// Prepares a sort in which equal records keep the order of `before`. This must list all lines of the file
/// once; any other list is ignored.
///
/// # Errors
/// As for [`Arrangement::plan`].
pub fn sort_after(
    snapshot: &Snapshot,
    keys: &Keys,
    reverse: bool,
    before: Option<&[u32]>,
    chosen: &Selection,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let (blocks, order) = order_of(snapshot, keys, reverse, before, chosen, job)?;
    reorder(snapshot, &blocks, &order, format!("sort by {keys}"))
}

/// Returns the lines of a file in the order of [`sort_after`], without changing anything.
///
/// # Errors
/// Cancelled, lines can no longer be read, or there are too many.
pub fn sorted_lines(
    snapshot: &Snapshot,
    keys: &Keys,
    reverse: bool,
    before: Option<&[u32]>,
    job: &Job,
) -> Result<Vec<u32>, JobError> {
    let (blocks, order) = order_of(snapshot, keys, reverse, before, &Selection::All, job)?;
    let lines = snapshot.line_count();
    let mut all = Vec::with_capacity(lines);
    each_stretch(&blocks, &order, 0..lines, |lines| {
        // `order_of` has checked that the line numbers fit into `u32`.
        all.extend(lines.filter_map(|line| u32::try_from(line).ok()));
        Ok(())
    })?;
    Ok(all)
}

/// Calls `take` with consecutive ranges of lines that fill `within` once the records are in this order.
fn each_stretch(
    blocks: &Blocks,
    order: &[u32],
    within: Range<usize>,
    mut take: impl FnMut(Range<usize>) -> Result<(), JobError>,
) -> Result<(), JobError> {
    let mut at = within.start;
    let places = blocks.records.iter().zip(order);
    for (place, &line) in places.filter(|(place, _)| within.contains(place)) {
        let own = blocks.lines(place);
        take(at..own.start)?;
        take(blocks.lines(line as usize))?;
        at = own.end;
    }
    take(at..within.end)
}

/// The number of records after which the job is checked for cancellation.
const LOOKED_UP: usize = 1 << 16;

/// Returns the chosen records with their comments, and the lines of these records in key order. Equal
/// records keep their order, or that of `before` if it lists every line. Keys are sorted on disk if they
/// are many; the result has 4 bytes a record.
fn order_of(
    snapshot: &Snapshot,
    keys: &Keys,
    reverse: bool,
    before: Option<&[u32]>,
    chosen: &Selection,
    job: &Job,
) -> Result<(Blocks, Vec<u32>), JobError> {
    let lines = snapshot.line_count();
    if u32::try_from(lines).is_err() {
        return Err(JobError::TooManyLines);
    }
    let keys = keys.ready(reverse);
    let ranks = before.filter(|before| before.len() == lines).map(ranks);
    let each = |keyed: &mut KeyedLines, line: usize, bytes: &[u8]| {
        if keyed.blocks.take(line, bytes, chosen) {
            keys.push((bytes, line), snapshot.read_options(), &mut keyed.keys);
            // No key is a prefix of another.
            let rank = ranks.as_ref().and_then(|ranks| ranks.get(line));
            rank.inspect(|rank| keyed.keys.extend_from_slice(&rank.to_be_bytes()));
            keyed.ends.push((keyed.keys.len(), line));
        }
    };
    let mut sorter = Sorter::new(Order::Rising);
    let mut blocks = Vec::new();
    scan_lines(snapshot, None, job, KeyedLines::of, each, |keyed| {
        let mut start = 0;
        for (end, line) in keyed.ends {
            let key = keyed.keys.get(start..end).unwrap_or_default();
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            sorter.push(key, &[&line.to_be_bytes()])?;
            start = end;
        }
        blocks.push(keyed.blocks);
        Ok(())
    })?;
    drop(ranks);
    let blocks = Blocks::of_parts(blocks);
    let mut order = Vec::with_capacity(blocks.records.len());
    let mut sorted = sorter.sorted()?;
    while let Some(line) = sorted.next_text()? {
        if order.len().is_multiple_of(LOOKED_UP) {
            job.check()?;
        }
        order.extend(line.try_into().map(u32::from_be_bytes));
    }
    Ok((blocks, order))
}

/// The lines of a scan task with their sort keys.
struct KeyedLines {
    blocks: BlocksPart,
    /// The keys of its records, one after another, and then the end of each key and its line.
    keys: Vec<u8>,
    ends: Vec<(usize, usize)>,
}

impl KeyedLines {
    fn of(range: &Range<usize>) -> Self {
        Self {
            blocks: BlocksPart::of(range),
            keys: Vec::new(),
            ends: Vec::new(),
        }
    }
}

/// Returns the rank of each line in an order.
pub(super) fn ranks(order: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0; order.len()];
    for (rank, &line) in (0..).zip(order) {
        if let Some(place) = ranks.get_mut(line as usize) {
            *place = rank;
        }
    }
    ranks
}

/// Returns the change that puts the records, each with its comments, in this order.
fn reorder(
    snapshot: &Snapshot,
    blocks: &Blocks,
    order: &[u32],
    label: impl Into<Label>,
) -> Result<BulkChange, JobError> {
    snapshot.must_be_complete()?;
    // Only the range between the first and the last changed place is rebuilt.
    let (mut first, mut last, mut changed) = (None, 0, 0);
    for (place, &line) in blocks.records.iter().zip(order) {
        if place != line as usize {
            first.get_or_insert(blocks.lines(place).start);
            last = place + 1;
            changed += 1;
        }
    }
    let first = first.unwrap_or_default();
    let tree = if changed == 0 {
        snapshot.tree.clone()
    } else {
        let mut list = PieceList::default();
        each_stretch(blocks, order, first..last, |lines| {
            for line in lines {
                let line = LineRef::of(snapshot.tree.place(line));
                list.line(line.ok_or(JobError::TooManyLines)?);
            }
            Ok(())
        })?;
        let list = list.pieces().into_iter().collect();
        snapshot.tree.splice(first..last, &list)
    };
    Ok(BulkChange::new(snapshot, label, tree, first, changed))
}

#[cfg(test)]
mod tests;
