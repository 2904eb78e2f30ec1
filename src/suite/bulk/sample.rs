//! Random samples, the same ones for the same seed.

use super::block::Blocks;
use super::dice::Dice;
use super::rewrite::{Rewrite, rewrite_lines};
use super::{BulkChange, Chosen, Edit};
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;

/// A sample of so many things that are met one after another, without knowing how many come: each is
/// as likely to be in it.
pub struct Reservoir<T> {
    dice: Dice,
    most: usize,
    met: usize,
    kept: Vec<T>,
}

impl<T> Reservoir<T> {
    /// An empty sample of at most `most`.
    pub fn new(most: usize, seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            most,
            met: 0,
            kept: Vec::new(),
        }
    }

    /// Meets the next one; `thing` is only called where it is taken.
    pub fn meet(&mut self, thing: impl FnOnce() -> T) {
        self.met += 1;
        if self.kept.len() < self.most {
            self.kept.push(thing());
            return;
        }
        let place = self.dice.below(self.met);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = thing();
        }
    }

    /// What is in it, in no order.
    pub fn into_kept(self) -> Vec<T> {
        self.kept
    }
}

/// So many of these lines at random; all where there are no more.
pub fn sampled(lines: &LineSet, count: usize, seed: u64) -> LineSet {
    let mut reservoir = Reservoir::new(count, seed);
    for line in lines.iter() {
        reservoir.meet(|| line);
    }
    reservoir.into_kept().into_iter().collect()
}

/// The same of so many things that are numbered from 0.
pub fn sampled_of(all: usize, count: usize, seed: u64) -> LineSet {
    let mut reservoir = Reservoir::new(count, seed);
    (0..all).for_each(|nth| reservoir.meet(|| nth));
    reservoir.into_kept().into_iter().collect()
}

/// Prepares a sample: of the chosen records so many stay, in their order, each with the comments directly above it. Of
/// all records all else goes but the head of the file, of some records only the others of them. All stay where there
/// are no more.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, or lines can't be read any more.
pub fn sample(
    snapshot: &Snapshot,
    count: usize,
    seed: u64,
    chosen: &Chosen,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let blocks = Blocks::of(snapshot, chosen, job)?;
    let sampled = sampled(blocks.records(), count, seed);
    let kept = blocks.all_of(&sampled);
    let gone = blocks.all_of(&blocks.records().minus(&sampled));
    let head = blocks.head();
    let goes = |line: usize| match chosen {
        Chosen::All => !kept.contains(line) && !head.contains(&line),
        Chosen::Lines(_) => gone.contains(line),
    };
    let edit = Edit::Sample { count, seed };
    let made = rewrite_lines(
        snapshot,
        edit.label(),
        job,
        |line, _| goes(line),
        |_, _, _| Rewrite::Remove,
    )?;
    Ok(made.made_by(snapshot, edit, chosen))
}
