//! The steps of a save.

use crate::editor::state::jobs::hand::Hand;
use crate::epd::CanonicalOptions;
use crate::suite::save::{
    self, Difference, MadeCanonical, SaveError, SavePolicy, SaveTarget, Saved, WholeLines,
};
use crate::suite::{JobError, Snapshot};

/// Records to make canonical.
#[derive(Clone, Debug)]
pub struct CanonicalJob {
    pub snapshot: Snapshot,
    pub policy: SavePolicy,
}

impl CanonicalJob {
    /// Works out the change that makes them canonical.
    ///
    /// # Errors
    /// Stopped, or lines can't be read any more.
    pub fn run(&self, hand: &Hand) -> Result<MadeCanonical, JobError> {
        let options = CanonicalOptions::default();
        save::make_canonical(&self.snapshot, self.policy, &options, &hand.job)
    }
}

/// What making all records canonical would change is to be looked at.
#[derive(Clone, Debug)]
pub struct DifferenceJob {
    pub snapshot: Snapshot,
    /// Stop after this many differing lines.
    pub at_most: usize,
}

impl DifferenceJob {
    /// Finds the lines that would be other ones.
    ///
    /// # Errors
    /// Stopped, or lines can't be read any more.
    pub fn run(&self, hand: &Hand) -> Result<Vec<Difference>, JobError> {
        let (policy, options) = (SavePolicy::All, CanonicalOptions::default());
        save::differences(&self.snapshot, policy, &options, self.at_most, &hand.job)
    }
}

/// A snapshot to write.
#[derive(Clone, Debug)]
pub struct SaveJob {
    pub snapshot: Snapshot,
    pub target: SaveTarget,
}

impl SaveJob {
    /// Writes it.
    ///
    /// # Errors
    /// Those of [`save::write`].
    pub fn run(&self, hand: &Hand) -> Result<Saved, SaveError> {
        let tell = |content| hand.is_saving(&self.snapshot, content);
        save::write(&self.snapshot, &self.target, &hand.job, &tell)
    }

    /// Writes what is whole of it.
    ///
    /// # Errors
    /// Those of [`save::write_whole_lines`].
    pub fn run_whole(&self, hand: &Hand) -> Result<WholeLines, SaveError> {
        save::write_whole_lines(&self.snapshot, &self.target, &hand.job)
    }
}
