//! Perft counts: what is known, and what runs.

use crate::suite::RevisionId;
use std::collections::BTreeMap;

/// What is known about the counts of positions.
#[derive(Clone, Debug, Default)]
pub struct Perft {
    /// Counts by position (its four fields) and depth.
    pub(crate) known: BTreeMap<String, BTreeMap<u8, u64>>,
    /// The count that runs.
    pub running: Option<Running>,
}

/// A count that runs.
#[derive(Clone, Debug)]
pub struct Running {
    pub(crate) ticket: u64,
    pub(crate) key: String,
    /// The depth being counted, and the nodes so far.
    pub depth: u8,
    pub nodes: u64,
    /// The line (at this revision) into which the counts go, where they are not only verified.
    pub(crate) into: Option<(usize, RevisionId)>,
}
