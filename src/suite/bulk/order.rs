//! Records in another order: sorted, or shuffled. The chosen records share out the places of the
//! chosen, each with the comments directly above it; all other lines stay between the same places.

mod keyed;

use std::ops::Range;
use std::sync::Arc;

use super::block::Blocks;
use super::dice::Dice;
use super::{BulkChange, Chosen, Edit};
use crate::suite::field::Keys;
use crate::suite::history::Label;
use crate::suite::progress::Job;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{LineRef, Place};
use crate::suite::tree::{ORDER, Piece, Tree};
use keyed::{FEW, order_of};

/// Prepares a sort: stable, by the first key, then by the next, and what is missing last. Of each
/// record no more than 16 bytes are held while it runs, and 4 afterwards.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, lines can't be read any more, or there are too many.
pub fn sort(
    snapshot: &Snapshot,
    keys: &Keys,
    reverse: bool,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    sort_after(snapshot, keys, reverse, None, chosen, job)
}

/// The same, where equal records keep the order of `before`: all lines of the file, each once. A list
/// of other lines counts for nothing.
///
/// # Errors
/// As [`sort`].
pub fn sort_after(
    snapshot: &Snapshot,
    keys: &Keys,
    reverse: bool,
    before: Option<&[u32]>,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let by = keys.ready(reverse);
    let job = (FEW, job);
    let (blocks, order) = order_of(snapshot, chosen, &by, before, job)?;
    let label = format!("sort by {keys}");
    let change = reorder(snapshot, &blocks, &order, label)?;
    Ok(match before {
        None => {
            let keys = keys.clone();
            change.made_by(snapshot, Edit::Sort { keys, reverse }, chosen)
        }
        Some(_) => change,
    })
}

/// The lines of a file as [`sort_after`] would put them, and nothing is changed: which line stands first
/// then, which second, and so on; each line once.
///
/// # Errors
/// Cancelled, lines can't be read any more, or there are too many.
pub fn sorted_lines(
    snapshot: &Snapshot,
    keys: &Keys,
    reverse: bool,
    before: Option<&[u32]>,
    job: &Job,
) -> Result<Vec<u32>, JobError> {
    let by = keys.ready(reverse);
    let job = (FEW, job);
    let (blocks, order) = order_of(snapshot, &Chosen::All, &by, before, job)?;
    let lines = snapshot.line_count();
    let mut all = Vec::with_capacity(lines);
    // `order_of` has made sure that the numbers of lines fit.
    let mut list =
        |lines: Range<usize>| all.extend(lines.filter_map(|line| u32::try_from(line).ok()));
    let mut at = 0;
    for (place, &line) in blocks.records().iter().zip(&order) {
        let own = blocks.lines(place);
        list(at..own.start);
        list(blocks.lines(line as usize));
        at = own.end;
    }
    list(at..lines);
    Ok(all)
}

/// The place of each line in an order.
fn ranks(order: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0; order.len()];
    for (rank, &line) in (0..).zip(order) {
        if let Some(place) = ranks.get_mut(line as usize) {
            *place = rank;
        }
    }
    ranks
}

/// Prepares a random order; the same seed gives the same order of as many records.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, lines can't be read any more, or there are too many.
pub fn shuffle(
    snapshot: &Snapshot,
    seed: u64,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let blocks = Blocks::of(snapshot, chosen, job)?;
    let mut order: Vec<u32> = Vec::with_capacity(blocks.records().len());
    for line in blocks.records().iter() {
        order.push(u32::try_from(line).map_err(|_| JobError::TooManyLines)?);
    }
    by_chance(&mut order, seed);
    let label = format!("shuffle with seed {seed}");
    let change = reorder(snapshot, &blocks, &order, label)?;
    Ok(change.made_by(snapshot, Edit::Shuffle { seed }, chosen))
}

/// Puts things into a random order, the same for the same seed and as many things.
fn by_chance(order: &mut [u32], seed: u64) {
    let mut dice = Dice::new(seed);
    for left in (1..order.len()).rev() {
        order.swap(left, dice.below(left + 1));
    }
}

/// For each of so many records the place that [`shuffle`] gives it.
///
/// # Errors
/// There are too many.
pub fn shuffled_places(count: usize, seed: u64) -> Result<Vec<u32>, JobError> {
    let count = u32::try_from(count).map_err(|_| JobError::TooManyLines)?;
    let mut order: Vec<u32> = (0..count).collect();
    by_chance(&mut order, seed);
    Ok(ranks(&order))
}

/// The change that puts the records in this order, each with its comments, in the places of all.
fn reorder(
    snapshot: &Snapshot,
    blocks: &Blocks,
    order: &[u32],
    label: impl Into<Label>,
) -> Result<BulkChange, JobError> {
    if !snapshot.is_complete() {
        return Err(JobError::StillLoading);
    }
    // Only what lies between the first and the last place with another record becomes a list.
    let (mut first, mut last, mut changed) = (None, 0, 0);
    for (nth, (place, &line)) in blocks.records().iter().zip(order).enumerate() {
        if place != line as usize {
            first.get_or_insert((nth, blocks.lines(place).start));
            last = place + 1;
            changed += 1;
        }
    }
    let (nth, first) = first.unwrap_or_default();
    let tree = if changed == 0 {
        snapshot.tree.clone()
    } else {
        let mut list = Listed::default();
        let mut at = first;
        let places = blocks.records().iter().skip(nth);
        for (place, &line) in places.zip(order.iter().skip(nth)) {
            if place >= last {
                break;
            }
            let own = blocks.lines(place);
            list.lines(snapshot, at..own.start)?;
            list.lines(snapshot, blocks.lines(line as usize))?;
            at = own.end;
        }
        snapshot.tree.splice(first..last, &list.finish())
    };
    Ok(BulkChange {
        base: snapshot.revision(),
        lines_before: snapshot.line_count(),
        tree,
        label: label.into(),
        line: first,
        changed,
        records: None,
        left: Default::default(),
        made: Default::default(),
    })
}

/// Lines one by one, in any order, on their way into a table.
#[derive(Default)]
struct Listed {
    pieces: Vec<Piece>,
    open: Vec<LineRef>,
}

impl Listed {
    fn lines(&mut self, snapshot: &Snapshot, lines: Range<usize>) -> Result<(), JobError> {
        for line in lines {
            let line = match snapshot.tree.place(line) {
                Place::Source(line) => LineRef::source(line),
                Place::Text(id) => LineRef::text(id),
                Place::Nowhere => None,
            };
            self.open.push(line.ok_or(JobError::TooManyLines)?);
            if self.open.len() == ORDER {
                self.close();
            }
        }
        Ok(())
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            self.pieces
                .push(Piece::order(Arc::from(self.open.as_slice())));
            self.open.clear();
        }
    }

    fn finish(mut self) -> Tree {
        self.close();
        self.pieces.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
