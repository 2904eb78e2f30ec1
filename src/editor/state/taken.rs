//! Lines copied or cut.

use crate::suite::{LineSet, Snapshot};

/// Lines copied or cut: a state of a file, and which of its lines.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) from: Snapshot,
    pub(crate) lines: LineSet,
}
