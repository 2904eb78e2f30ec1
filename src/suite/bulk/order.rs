//! Records in another order: sorted, or shuffled. The chosen records share out the places of the
//! chosen, each with the comments directly above it; all other lines stay between the same places.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::block::Blocks;
use super::dice::Dice;
use super::key::{self, SortKey};
use super::{BulkChange, Chosen};
use crate::suite::history::Label;
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_into};
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{LineRef, Place};
use crate::suite::tree::{ORDER, Piece, Tree};

/// Bytes of a key that are held for each record.
const HELD: usize = 12;

/// A record on its way to be sorted: a stretch of its key, and its line. 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Keyed {
    part: [u8; HELD],
    /// Its place among all lines before, by which equal records stay in their order.
    rank: u32,
}

impl Keyed {
    /// No record.
    const NONE: Self = Self {
        part: [u8::MAX; HELD],
        rank: u32::MAX,
    };
}

/// Prepares a sort: stable, by the first key, then by the next, and what is missing last. Of each
/// record no more than 16 bytes are held while it runs, and 4 afterwards.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, lines can't be read any more, or there are too many.
pub fn sort(
    snapshot: &Snapshot,
    keys: &[SortKey],
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
    keys: &[SortKey],
    reverse: bool,
    before: Option<&[u32]>,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let blocks = Blocks::of(snapshot, chosen, job)?;
    let order = order_of(snapshot, &blocks, (keys, reverse), before, job)?;
    let names: Vec<&str> = keys.iter().map(SortKey::name).collect();
    let label = format!("sort by {}", names.join(", "));
    let change = reorder(snapshot, &blocks, &order, label)?;
    Ok(match before {
        None => change.by_sort(snapshot, keys, reverse, chosen),
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
    keys: &[SortKey],
    reverse: bool,
    before: Option<&[u32]>,
    job: &Job,
) -> Result<Vec<u32>, JobError> {
    let blocks = Blocks::of(snapshot, &Chosen::All, job)?;
    let order = order_of(snapshot, &blocks, (keys, reverse), before, job)?;
    let lines = snapshot.line_count();
    let mut all = Vec::with_capacity(lines);
    // `order_of` made sure that the numbers of lines fit.
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

/// The records of these blocks in their new order.
fn order_of(
    snapshot: &Snapshot,
    blocks: &Blocks,
    (keys, reverse): (&[SortKey], bool),
    before: Option<&[u32]>,
    job: &Job,
) -> Result<Vec<u32>, JobError> {
    let records = blocks.records();
    let lines = snapshot.line_count();
    if u32::try_from(lines).is_err() {
        return Err(JobError::TooManyLines);
    }
    let before = before.filter(|before| before.len() == lines);
    let ranks = before.map(ranks);
    let rank_of = |line: usize| match &ranks {
        Some(ranks) => ranks.get(line).copied(),
        None => u32::try_from(line).ok(),
    };
    let mut all = vec![Keyed::NONE; lines];
    scan_into(snapshot, 0..lines, job, &mut all, |range, places| {
        let mut key = Vec::new();
        snapshot.each_line(range, |line, bytes| {
            if records.contains(line)
                && let Some(place) = places.next()
            {
                key::of(
                    (bytes, line),
                    keys,
                    reverse,
                    snapshot.read_options(),
                    &mut key,
                );
                *place = Keyed {
                    part: cut(&key, 0),
                    rank: rank_of(line).unwrap_or(u32::MAX),
                };
            }
            true
        });
    })?;
    all.retain(|keyed| *keyed != Keyed::NONE);
    let sorter = Sorter {
        snapshot,
        keys,
        reverse,
        before,
        job,
    };
    sorter.sort(&mut all, 0);
    if job.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    // The keys go before the new table comes.
    Ok(all.iter().map(|keyed| sorter.line(keyed)).collect())
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
    let mut dice = Dice::new(seed);
    for left in (1..order.len()).rev() {
        order.swap(left, dice.below(left + 1));
    }
    let label = format!("shuffle with seed {seed}");
    let change = reorder(snapshot, &blocks, &order, label)?;
    Ok(change.by_shuffle(snapshot, seed, chosen))
}

struct Sorter<'a> {
    snapshot: &'a Snapshot,
    keys: &'a [SortKey],
    reverse: bool,
    /// The order that equal records keep, where it is not the file's.
    before: Option<&'a [u32]>,
    job: &'a Job,
}

impl Sorter<'_> {
    fn line(&self, keyed: &Keyed) -> u32 {
        match self.before {
            Some(before) => before.get(keyed.rank as usize).copied().unwrap_or(u32::MAX),
            None => keyed.rank,
        }
    }

    /// Sorts records whose keys are the same up to `depth`, and of which the next stretch is held.
    fn sort(&self, records: &mut [Keyed], depth: usize) {
        records.par_sort_unstable();
        records
            .par_chunk_by_mut(|one, other| one.part == other.part)
            .for_each(|same| {
                if same.len() > 1 && !self.job.is_cancelled() && self.goes_on(same, depth + HELD) {
                    self.load(same, depth + HELD);
                    self.sort(same, depth + HELD);
                }
            });
    }

    /// Whether records whose keys are the same up to `depth` have more than that. No key is the
    /// beginning of another, so where one ends there all do.
    fn goes_on(&self, same: &[Keyed], depth: usize) -> bool {
        same.first().is_some_and(|keyed| {
            let mut key = Vec::new();
            self.key(keyed, &mut key);
            key.len() > depth
        })
    }

    fn key(&self, keyed: &Keyed, key: &mut Vec<u8>) {
        let number = self.line(keyed) as usize;
        let line = self.snapshot.line(number);
        let options = self.snapshot.read_options();
        key::of((&line, number), self.keys, self.reverse, options, key);
    }

    /// Reads the next stretch of each key.
    fn load(&self, records: &mut [Keyed], depth: usize) {
        records.par_iter_mut().with_min_len(64).for_each(|keyed| {
            let mut key = Vec::new();
            self.key(keyed, &mut key);
            keyed.part = cut(&key, depth);
        });
    }
}

/// The stretch of a key from `depth` on.
fn cut(key: &[u8], depth: usize) -> [u8; HELD] {
    let mut part = [0; HELD];
    let rest = key.get(depth..).unwrap_or_default();
    for (to, from) in part.iter_mut().zip(rest) {
        *to = *from;
    }
    part
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
