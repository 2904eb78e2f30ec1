//! The pairing of lines on disk with lines as read: by equal text, else equal id, else equal position, else as the
//! only line between two that are matched.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::epd::{LineKind, Record};
use crate::suite::duplicates::{Sameness, fingerprint};
use crate::suite::line_end::text_of;
use crate::suite::progress::Job;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;

pub(super) struct Pairs {
    /// The line as read for each line on disk.
    pub(super) of: Vec<Option<usize>>,
    /// For each line as read, whether it has a partner.
    taken: Vec<bool>,
    /// The lines as read that have equal copies, but not as many on disk.
    pub(super) uncertain: HashSet<usize>,
}

pub(super) fn pair(base: &Snapshot, disk: &Snapshot, job: &Job) -> Result<Pairs, JobError> {
    job.begin((base.line_count() + disk.line_count()) as u64);
    let (ours, theirs) = (hashes(base, job)?, hashes(disk, job)?);
    let mut pairs = Pairs {
        of: vec![None; theirs.len()],
        taken: vec![false; ours.len()],
        uncertain: HashSet::new(),
    };
    let same = |(a, b): &(&u64, &u64)| a == b;
    let start = ours.iter().zip(&theirs).take_while(same).count();
    let most = ours.len().min(theirs.len()) - start;
    let backwards = ours.iter().rev().zip(theirs.iter().rev());
    let end = backwards.take_while(same).take(most).count();
    let (our_end, their_end) = (ours.len() - end, theirs.len() - end);
    (0..start).for_each(|line| pairs.take(line, line));
    (0..end).for_each(|nth| pairs.take(our_end + nth, their_end + nth));
    let key = |hashes: &[u64], line: usize| hashes.get(line).copied();
    pairs.by_text(
        (start..our_end).map(|line| (key(&ours, line), line)),
        (start..their_end).map(|line| (key(&theirs, line), line)),
    );
    pairs.by_key(base, disk, |record| {
        let id = record.operands_bytes(record.operation("id")?);
        (!id.is_empty()).then(|| hash(id))
    });
    pairs.by_key(base, disk, |record| fingerprint(record, Sameness::Position));
    pairs.by_place();
    Ok(pairs)
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn hashes(snapshot: &Snapshot, job: &Job) -> Result<Vec<u64>, JobError> {
    let mut hashes = Vec::with_capacity(snapshot.line_count());
    let mut stopped = false;
    snapshot.each_line(0..snapshot.line_count(), |_, bytes| {
        hashes.push(hash(text_of(bytes)));
        job.advance(1);
        stopped = job.is_cancelled();
        !stopped
    });
    // Unreadable lines are left out; the caller checks for trouble.
    hashes.resize(snapshot.line_count(), 0);
    match stopped {
        true => Err(JobError::Cancelled),
        false => Ok(hashes),
    }
}

impl Pairs {
    fn take(&mut self, base: usize, disk: usize) {
        if let (Some(taken), Some(of)) = (self.taken.get_mut(base), self.of.get_mut(disk)) {
            *taken = true;
            *of = Some(base);
        }
    }

    fn by_text(
        &mut self,
        ours: impl Iterator<Item = (Option<u64>, usize)>,
        theirs: impl Iterator<Item = (Option<u64>, usize)>,
    ) {
        for (ours, theirs) in grouped(ours, theirs) {
            if ours.len() != theirs.len() && ours.len() > 1 {
                self.uncertain.extend(&ours);
            }
            ours.iter()
                .zip(&theirs)
                .for_each(|(base, disk)| self.take(*base, *disk));
        }
    }

    /// Pairs the remaining records whose key occurs once on each side.
    fn by_key(
        &mut self,
        base: &Snapshot,
        disk: &Snapshot,
        key: impl Fn(&Record<'_>) -> Option<u64>,
    ) {
        let key_of = |snapshot: &Snapshot, line: usize| {
            let bytes = snapshot.line(line);
            let record = Record::read(&bytes, snapshot.read_options());
            (record.kind() == LineKind::Record)
                .then(|| key(&record))
                .flatten()
        };
        let left: Vec<usize> = (0..self.taken.len())
            .filter(|line| self.taken.get(*line) == Some(&false))
            .collect();
        let come: Vec<usize> = (0..self.of.len())
            .filter(|line| self.of.get(*line) == Some(&None))
            .collect();
        let ours = left.into_iter().map(|line| (key_of(base, line), line));
        let theirs = come.into_iter().map(|line| (key_of(disk, line), line));
        for (ours, theirs) in grouped(ours, theirs) {
            if let ([base], [disk]) = (&ours[..], &theirs[..]) {
                self.take(*base, *disk);
            }
        }
    }

    /// Pairs a line with the one in its place, if the lines before and after are matched.
    fn by_place(&mut self) {
        let all = self.taken.len();
        let before = |pairs: &Self, disk: usize| match disk.checked_sub(1) {
            None => Some(0),
            Some(before) => pairs.of.get(before).copied().flatten().map(|base| base + 1),
        };
        for disk in 0..self.of.len() {
            if self.of.get(disk) != Some(&None) {
                continue;
            }
            let behind = match self.of.get(disk + 1) {
                None => Some(all),
                Some(base) => *base,
            };
            if let (Some(base), Some(behind)) = (before(self, disk), behind)
                && behind == base + 1
                && self.taken.get(base) == Some(&false)
            {
                self.take(base, disk);
            }
        }
    }
}

/// Returns the lines of both sides with equal keys, in key order.
fn grouped(
    ours: impl Iterator<Item = (Option<u64>, usize)>,
    theirs: impl Iterator<Item = (Option<u64>, usize)>,
) -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
    let mut groups: HashMap<u64, (Vec<usize>, Vec<usize>)> = HashMap::new();
    let known = |(key, line): (Option<u64>, usize)| Some((key?, line));
    for (key, line) in ours.filter_map(known) {
        groups.entry(key).or_default().0.push(line);
    }
    for (key, line) in theirs.filter_map(known) {
        groups.entry(key).or_default().1.push(line);
    }
    let groups: BTreeMap<_, _> = groups.into_iter().collect();
    groups.into_values()
}
