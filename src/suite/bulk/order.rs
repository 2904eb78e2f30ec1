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
use crate::suite::scan::{JobError, scan_into, scan_part};
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
    sorter.sort(&mut all)?;
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
    by_chance(&mut order, seed);
    let label = format!("shuffle with seed {seed}");
    let change = reorder(snapshot, &blocks, &order, label)?;
    Ok(change.by_shuffle(snapshot, seed, chosen))
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

    /// Sorts records of which the first stretch is held. As long as many have the same, the next one is read
    /// from the file as it lies there, and of all of them in one go: one by one, lines of a file that is not
    /// in memory cost a block each.
    fn sort(&self, records: &mut [Keyed]) -> Result<(), JobError> {
        records.par_sort_unstable();
        let all = 0..u32::try_from(records.len()).map_err(|_| JobError::TooManyLines)?;
        let (mut groups, mut depth) = (ties(records, &[all]), HELD);
        loop {
            let tied: usize = groups.iter().map(ExactSizeIterator::len).sum();
            if tied <= FEW {
                break;
            }
            self.load_all(records, &mut groups, depth)?;
            for_each_group(records, &groups, &|same| same.sort_unstable());
            groups = ties(records, &groups);
            depth += HELD;
        }
        for_each_group(records, &groups, &|same| self.sort_same(same, depth));
        Ok(())
    }

    /// Reads the next stretch of the keys of all groups; leaves out those whose keys end before it.
    fn load_all(
        &self,
        records: &mut [Keyed],
        groups: &mut Vec<Range<u32>>,
        depth: usize,
    ) -> Result<(), JobError> {
        let places = groups.iter().flat_map(Clone::clone);
        let line = |place: u32| {
            let keyed = records.get(place as usize);
            keyed.map_or(u32::MAX, |keyed| self.line(keyed))
        };
        let mut wanted: Vec<(u32, u32)> = places.map(|place| (line(place), place)).collect();
        wanted.par_sort_unstable();
        let mut goes_on = vec![false; groups.len()];
        let lines = self.snapshot.line_count();
        self.job.begin(lines as u64);
        for first in (0..lines).step_by(AT_ONCE) {
            let range = first..(first + AT_ONCE).min(lines);
            let loaded = scan_part(self.snapshot, range, self.job, |range| {
                self.stretches(&wanted, range, depth)
            })?;
            for (place, part, more) in loaded.into_iter().flatten() {
                if let Some(keyed) = records.get_mut(place as usize) {
                    keyed.part = part;
                }
                let group = groups.partition_point(|group| group.end <= place);
                if let Some(goes_on) = goes_on.get_mut(group) {
                    *goes_on |= more;
                }
            }
        }
        let mut goes_on = goes_on.into_iter();
        groups.retain(|_| goes_on.next() == Some(true));
        Ok(())
    }

    /// Of the wanted lines (with their places) in `range`, the place, the stretch from `depth` on, and
    /// whether the key goes so far.
    fn stretches(
        &self,
        wanted: &[(u32, u32)],
        range: Range<usize>,
        depth: usize,
    ) -> Vec<(u32, [u8; HELD], bool)> {
        let at = |line: usize| wanted.partition_point(|(wanted, _)| (*wanted as usize) < line);
        let wanted = wanted
            .get(at(range.start)..at(range.end))
            .unwrap_or_default();
        let (Some(first), Some(last)) = (wanted.first(), wanted.last()) else {
            return Vec::new();
        };
        let mut found = Vec::with_capacity(wanted.len());
        let mut key = Vec::new();
        let mut wanted = wanted.iter().peekable();
        let lines = first.0 as usize..last.0 as usize + 1;
        self.snapshot.each_line(lines, |line, bytes| {
            if let Some((_, place)) = wanted.next_if(|(wanted, _)| *wanted as usize == line) {
                let options = self.snapshot.read_options();
                key::of((bytes, line), self.keys, self.reverse, options, &mut key);
                found.push((*place, cut(&key, depth), key.len() > depth));
            }
            true
        });
        found
    }

    /// Sorts records whose keys are the same up to `depth`.
    fn sort_same(&self, same: &mut [Keyed], depth: usize) {
        if self.job.is_cancelled() || !self.goes_on(same, depth) {
            return;
        }
        self.load(same, depth);
        same.sort_unstable();
        for same in same.chunk_by_mut(|one, other| one.part == other.part) {
            if same.len() > 1 {
                self.sort_same(same, depth + HELD);
            }
        }
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
        let mut key = Vec::new();
        for keyed in records {
            self.key(keyed, &mut key);
            keyed.part = cut(&key, depth);
        }
    }
}

/// So many records with the same keys so far are read one by one.
const FEW: usize = 1000;
/// So many lines are read before what they gave is put to its records.
const AT_ONCE: usize = 1 << 18;

/// The records of these groups whose stretches are the same, two at least each.
fn ties(records: &[Keyed], groups: &[Range<u32>]) -> Vec<Range<u32>> {
    let ties = groups.par_iter().flat_map_iter(|group| {
        let same = records.get(group.start as usize..group.end as usize);
        let mut at = group.start;
        same.unwrap_or_default()
            .chunk_by(|one, other| one.part == other.part)
            .filter_map(move |same| {
                let start = at;
                // No more than there are records, of which each has a number of 32 bits.
                at = at.saturating_add(u32::try_from(same.len()).unwrap_or(u32::MAX));
                (same.len() > 1).then_some(start..at)
            })
    });
    ties.collect()
}

/// Does `work` for each of these groups, which are in order, on several threads.
fn for_each_group(
    records: &mut [Keyed],
    groups: &[Range<u32>],
    work: &(impl Fn(&mut [Keyed]) + Sync),
) {
    let mut parts = Vec::with_capacity(groups.len());
    let (mut rest, mut at) = (records, 0);
    for group in groups {
        let behind = rest.split_at_mut_checked(group.start.saturating_sub(at) as usize);
        let parted = behind.and_then(|(_, behind)| behind.split_at_mut_checked(group.len()));
        let Some((part, behind)) = parted else {
            break;
        };
        parts.push(part);
        (rest, at) = (behind, group.end);
    }
    parts.into_par_iter().for_each(work);
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
