//! What only the whole file can tell: which records are the same.

use super::super::duplicates::{Sameness, find_duplicates};
use super::super::line_set::LineSet;
use super::super::progress::Job;
use super::super::scan::JobError;
use super::super::snapshot::Snapshot;
use std::sync::Arc;

/// Lines with duplicates, for each kind that a query asks for.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    known: Arc<[(Sameness, LineSet)]>,
    /// The line of all that was looked through at which what is asked about begins.
    first: usize,
}

impl Facts {
    /// Looks through the whole file, once for each kind.
    pub(super) fn gather(
        snapshot: &Snapshot,
        kinds: &[Sameness],
        job: &Job,
    ) -> Result<Self, JobError> {
        kinds
            .iter()
            .map(|&kind| Ok((kind, find_duplicates(snapshot, kind, job)?.lines())))
            .collect::<Result<_, JobError>>()
            .map(|known| Self { known, first: 0 })
    }

    /// The same of a part: lines are numbered from the one that is `first` (from 0) in the whole.
    #[must_use]
    pub fn starting_at(&self, first: usize) -> Self {
        Self {
            known: self.known.clone(),
            first,
        }
    }

    /// Whether another record is the same as that in line `line`.
    pub(super) fn is_duplicate(&self, kind: Sameness, line: usize) -> bool {
        self.known
            .iter()
            .any(|(known, lines)| *known == kind && lines.contains(self.first + line))
    }
}
