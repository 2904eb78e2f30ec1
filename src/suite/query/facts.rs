//! What only the whole file can tell: which records are the same.

use super::super::duplicates::{Sameness, find_duplicates};
use super::super::line_set::LineSet;
use super::super::progress::Job;
use super::super::scan::JobError;
use super::super::snapshot::Snapshot;

/// Lines with duplicates, for each kind that a query asks for.
#[derive(Clone, Debug, Default)]
pub struct Facts(Vec<(Sameness, LineSet)>);

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
            .collect::<Result<Vec<_>, JobError>>()
            .map(Self)
    }

    /// Whether another record is the same as that in line `line`.
    pub(super) fn is_duplicate(&self, kind: Sameness, line: usize) -> bool {
        self.0
            .iter()
            .any(|(known, lines)| *known == kind && lines.contains(line))
    }
}
