//! Records put in order by their keys.
//!
//! Of each record the beginning of its key and its number are held while all are sorted, 16 bytes, and
//! 4 bytes afterwards. Where many keys begin the same and go on, what they go on with is read on one more
//! way through the file and put in order on disk: no key is read a third time, however long.

use std::ops::Range;

use rayon::prelude::*;

use crate::suite::bulk::Chosen;
use crate::suite::bulk::block::{self, Blocks};
use crate::suite::external::{self, Order};
use crate::suite::field::ReadyKeys;
use crate::suite::line_set::{LineSet, Part};
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan, scan_lines};
use crate::suite::snapshot::Snapshot;

/// Bytes of a key that are held for each record.
const HELD: usize = 12;

/// A record on its way to be sorted: the beginning of its key, then 32 bits of its rank, by which records
/// with equal keys stay in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Keyed(u128);

impl Keyed {
    fn new(key: &[u8], rank: u32) -> Self {
        let mut bytes = [0; 16];
        for (to, from) in bytes.iter_mut().zip(key.iter().take(HELD)) {
            *to = *from;
        }
        Self(u128::from_be_bytes(bytes) | u128::from(rank))
    }

    fn rank(self) -> u32 {
        self.0 as u32
    }

    fn begins_as(&self, other: &Self) -> bool {
        self.0 >> 32 == other.0 >> 32
    }
}

/// So many records whose keys begin the same are read one by one.
pub(super) const FEW: usize = 1000;

/// The chosen records with their comments, and the lines of these records in the order of their keys.
/// Equal ones keep their order: that of `before`, where it lists as many lines as there are. `few`: see [`FEW`].
pub(super) fn order_of(
    snapshot: &Snapshot,
    chosen: &Chosen,
    keys: &ReadyKeys<'_>,
    before: Option<&[u32]>,
    (few, job): (usize, &Job),
) -> Result<(Blocks, Vec<u32>), JobError> {
    let lines = snapshot.line_count();
    if u32::try_from(lines).is_err() {
        return Err(JobError::TooManyLines);
    }
    let before = before.filter(|before| before.len() == lines);
    let ranks = before.map(super::ranks);
    let rank_of = |line: usize| match &ranks {
        Some(ranks) => ranks.get(line).copied(),
        None => u32::try_from(line).ok(),
    };
    let (mut all, mut blocks, mut longer) = (Vec::new(), Vec::new(), Vec::new());
    let begin = |range: &Range<usize>| Read {
        keyed: Vec::new(),
        blocks: block::Part::of(range),
        longer: Part::of(range),
        key: Vec::new(),
    };
    let each = |read: &mut Read, line: usize, bytes: &[u8]| {
        if read.blocks.take(line, bytes, chosen) {
            read.key.clear();
            keys.push((bytes, line), snapshot.read_options(), &mut read.key);
            if read.key.len() > HELD {
                read.longer.insert(line);
            }
            let rank = rank_of(line).unwrap_or(u32::MAX);
            read.keyed.push(Keyed::new(&read.key, rank));
        }
    };
    scan_lines(snapshot, None, job, begin, each, |read| {
        all.extend(read.keyed);
        blocks.push(read.blocks);
        longer.push(read.longer);
        Ok(())
    })?;
    let blocks = Blocks::of_parts(blocks);
    let longer: LineSet = longer.into_iter().collect();
    all.par_sort_unstable();
    let line_of = |keyed: &Keyed| match before {
        Some(before) => before.get(keyed.rank() as usize).copied(),
        None => Some(keyed.rank()),
    };
    let mut order: Vec<u32> = Vec::with_capacity(all.len());
    order.extend(all.iter().map(|keyed| line_of(keyed).unwrap_or(u32::MAX)));
    let groups = ties(&all, &order, &longer);
    // The beginnings of keys go before more comes.
    drop(all);
    let ties = Ties {
        snapshot,
        keys,
        groups,
        ranks: ranks.as_deref(),
        job,
    };
    match ties.count() <= few {
        true => ties.settle_one_by_one(&mut order),
        false => ties.settle_on_disk(&mut order)?,
    }
    match job.is_cancelled() {
        true => Err(JobError::Cancelled),
        false => Ok((blocks, order)),
    }
}

/// What is read of some lines.
struct Read {
    keyed: Vec<Keyed>,
    blocks: block::Part,
    /// Those with a longer key than is held.
    longer: Part,
    /// That of the last record.
    key: Vec<u8>,
}

/// The places of records whose keys begin the same and go on, two at least each. No key is the beginning
/// of another, so that where one ends all do that begin as it does.
fn ties(all: &[Keyed], order: &[u32], longer: &LineSet) -> Vec<Range<u32>> {
    let mut ties = Vec::new();
    let mut at = 0;
    for same in all.chunk_by(Keyed::begins_as) {
        let end = at + same.len();
        let first = order.get(at).map(|line| *line as usize);
        if same.len() > 1
            && first.is_some_and(|line| longer.contains(line))
            && let (Ok(start), Ok(end)) = (u32::try_from(at), u32::try_from(end))
        {
            ties.push(start..end);
        }
        at = end;
    }
    ties
}

/// Records that are to be put in order by what their keys go on with.
struct Ties<'a> {
    snapshot: &'a Snapshot,
    keys: &'a ReadyKeys<'a>,
    /// Their places in the order, by groups whose keys begin the same.
    groups: Vec<Range<u32>>,
    /// The rank of each line, where it is not its number.
    ranks: Option<&'a [u32]>,
    job: &'a Job,
}

impl Ties<'_> {
    fn count(&self) -> usize {
        self.groups.iter().map(ExactSizeIterator::len).sum()
    }

    fn settle_one_by_one(&self, order: &mut [u32]) {
        for group in &self.groups {
            if let Some(lines) = order.get_mut(group.start as usize..group.end as usize) {
                // In the order of their ranks before: a stable sort keeps that.
                lines.sort_by_cached_key(|&line| {
                    let bytes = self.snapshot.line(line as usize);
                    let mut key = Vec::new();
                    self.keys.push(
                        (&bytes, line as usize),
                        self.snapshot.read_options(),
                        &mut key,
                    );
                    key
                });
            }
        }
    }

    fn settle_on_disk(&self, order: &mut [u32]) -> Result<(), JobError> {
        let mut group_of = vec![NONE; self.snapshot.line_count()];
        for (number, group) in (0..).zip(&self.groups) {
            for place in group.clone() {
                let line = order.get(place as usize).copied().unwrap_or(NONE);
                if let Some(of) = group_of.get_mut(line as usize) {
                    *of = number;
                }
            }
        }
        let mut sorter = external::Sorter::new(Order::Rising);
        let task = |range| self.rests(&group_of, range);
        scan(self.snapshot, self.job, task, |rests| {
            rests
                .each(|key, line| sorter.push(key, line))
                .map_err(no_room)
        })?;
        drop(group_of);
        let mut places = self.groups.iter().flat_map(Clone::clone);
        let sorted = sorter.sorted().map_err(no_room)?;
        let mut met: usize = 0;
        let put = sorted.each(|line| {
            met += 1;
            if met.is_multiple_of(LOOKED_UP) && self.job.is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            let place = places
                .next()
                .and_then(|place| order.get_mut(place as usize));
            if let (Some(place), Ok(line)) = (place, line.try_into()) {
                *place = u32::from_be_bytes(line);
            }
            Ok(())
        });
        put.map_err(|stopped| match stopped {
            Stopped::Cancelled => JobError::Cancelled,
            Stopped::NoRoom => JobError::NoRoom,
        })
    }

    /// What the keys of the lines in `range` go on with, of those that are in a group.
    fn rests(&self, group_of: &[u32], range: Range<usize>) -> Rests {
        let mut rests = Rests::default();
        let groups = group_of.get(range.clone()).unwrap_or_default();
        let is_wanted = |group: &u32| *group != NONE;
        let (Some(first), Some(last)) = (
            groups.iter().position(is_wanted),
            groups.iter().rposition(is_wanted),
        ) else {
            return rests;
        };
        let mut key = Vec::new();
        let wanted = range.start + first..range.start + last + 1;
        self.snapshot.each_line(wanted, |line, bytes| {
            let group = group_of.get(line).copied().unwrap_or(NONE);
            if group != NONE {
                key.clear();
                self.keys
                    .push((bytes, line), self.snapshot.read_options(), &mut key);
                let rest = key.get(HELD..).unwrap_or_default();
                let rank = self.ranks.and_then(|ranks| ranks.get(line)).copied();
                rests.push(group, rest, rank, line);
            }
            true
        });
        rests
    }
}

/// Of no group.
const NONE: u32 = u32::MAX;
/// After so many records it is looked whether anybody still waits.
const LOOKED_UP: usize = 1 << 16;

/// Why nothing more is put in its place.
enum Stopped {
    Cancelled,
    NoRoom,
}

impl From<std::io::Error> for Stopped {
    fn from(_: std::io::Error) -> Self {
        Self::NoRoom
    }
}

fn no_room(_: std::io::Error) -> JobError {
    JobError::NoRoom
}

/// Lines with what decides their order, put side by side.
///
/// ```text
/// key = group rest [ rank ]       both numbers in 4 bytes, the highest first
/// ```
#[derive(Default)]
struct Rests {
    bytes: Vec<u8>,
    /// Where each ends, and its line.
    ends: Vec<(u32, u32)>,
}

impl Rests {
    fn push(&mut self, group: u32, rest: &[u8], rank: Option<u32>, line: usize) {
        self.bytes.extend_from_slice(&group.to_be_bytes());
        self.bytes.extend_from_slice(rest);
        if let Some(rank) = rank {
            self.bytes.extend_from_slice(&rank.to_be_bytes());
        }
        // Some thousands of lines, and there are no more than have a number of 32 bits.
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        self.ends.push((number(self.bytes.len()), number(line)));
    }

    fn each<E>(&self, mut take: impl FnMut(&[u8], &[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut start = 0;
        for &(end, line) in &self.ends {
            let key = self.bytes.get(start..end as usize).unwrap_or_default();
            take(key, &line.to_be_bytes())?;
            start = end as usize;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::field::Keys;
    use crate::suite::{Job, Suite};
    use proptest::prelude::*;

    proptest! {
        /// However few are settled one by one.
        #[test]
        fn ties_are_settled_as_a_stable_sort_by_whole_keys_settles_them(
            ids in prop::collection::vec("(same beginning of){0,2}[ab]{0,3}", 1..60),
            few in prop::sample::select(vec![0, 5, 1000]),
            turned in any::<bool>(),
            reverse in any::<bool>(),
        ) {
            let line = |id: &String| match id.is_empty() {
                true => "4k3/8/8/8/8/8/8/4K3 w - -\n".to_owned(),
                false => format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{id}\";\n"),
            };
            let text: String = ids.iter().map(line).collect();
            let snapshot = Suite::from_bytes("test.epd", text.into_bytes()).snapshot();
            let by: Keys = "id".parse().unwrap();
            let keys = by.ready(reverse);
            let key = |line: &u32| {
                let mut key = Vec::new();
                let number = *line as usize;
                keys.push((&snapshot.line(number), number), snapshot.read_options(), &mut key);
                key
            };
            let mut before: Vec<u32> = (0..).take(ids.len()).collect();
            if turned {
                before.reverse();
            }
            let shown = turned.then_some(before.as_slice());
            let job = Job::new();
            let (_, order) = order_of(&snapshot, &Chosen::All, &keys, shown, (few, &job)).unwrap();
            before.sort_by_cached_key(key);
            prop_assert_eq!(order, before);
        }
    }

    #[test]
    fn keys_are_read_once_where_none_is_longer_than_what_is_held() {
        let text = "4k3/8/8/8/8/8/8/4K3 w - - ce 1;\n8/8/8/8/8/8/8/8 w - -\n".repeat(3000);
        let suite = Suite::from_bytes("test.epd", text.into_bytes());
        for keys in ["pieces", "ce"] {
            let snapshot = suite.snapshot();
            let before = suite.work().lines_read;
            let keys: Keys = keys.parse().unwrap();
            let keys = keys.ready(false);
            let limits = (FEW, &Job::new());
            order_of(&snapshot, &Chosen::All, &keys, None, limits).unwrap();
            assert_eq!(suite.work().lines_read - before, 6000);
        }
    }
}
