//! Helpers for the tests of several rooms.

use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::{BulkChange, Edit, Selection};
use crate::suite::field::Keys;
use crate::suite::{DuplicateKey, Job, JobError, Snapshot};
use std::io::{self, Read};

/// A reader that returns at most this many bytes at once, as a pipe may.
pub(crate) struct Slow<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (now, later) = self.0.split_at(self.1.min(self.0.len()).min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.0 = later;
        Ok(now.len())
    }
}

/// Prepares a sort.
pub(crate) fn sort(
    at: &Snapshot,
    keys: &Keys,
    reverse: bool,
    of: &Selection,
    job: &Job,
) -> Result<BulkChange, JobError> {
    let keys = keys.clone();
    Edit::Arrange(Arrangement::Sort { keys, reverse }).plan(at, of, job)
}

pub(crate) fn shuffle(
    at: &Snapshot,
    seed: u64,
    of: &Selection,
    job: &Job,
) -> Result<BulkChange, JobError> {
    Edit::Arrange(Arrangement::Shuffle { seed }).plan(at, of, job)
}

pub(crate) fn sample(
    at: &Snapshot,
    count: usize,
    seed: u64,
    of: &Selection,
    job: &Job,
) -> Result<BulkChange, JobError> {
    Edit::Arrange(Arrangement::Sample { count, seed }).plan(at, of, job)
}

/// Prepares the removal of duplicates.
pub(crate) fn dedupe(
    at: &Snapshot,
    by: DuplicateKey,
    keep: Keep,
    of: &Selection,
    job: &Job,
) -> Result<BulkChange, JobError> {
    Edit::Arrange(Arrangement::Dedupe { by, keep }).plan(at, of, job)
}
