//! Perft counts: what is known, and what runs.

use crate::epd::perft::{self, claim};
use crate::epd::{Operation, Record, edit};
use std::collections::BTreeMap;

/// The known counts of positions.
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
    /// The depth being counted, and the nodes so far.
    pub depth: u8,
    pub nodes: u64,
}

/// The verdict on an operation's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Counted, and right.
    Right,
    /// Counted: this many it is.
    Wrong(u64),
}

impl Perft {
    /// Returns what is known of a perft operation's count; `None` for other operations, and before counting.
    pub fn verdict(&self, record: &Record<'_>, operation: &Operation) -> Option<Verdict> {
        if self.known.is_empty() {
            return None;
        }
        let claim = claim(record, operation)?;
        let count = *self
            .known
            .get(&edit::four_fields(record)?)?
            .get(&claim.depth)?;
        Some(if u64::try_from(claim.nodes) == Ok(count) {
            Verdict::Right
        } else {
            Verdict::Wrong(count)
        })
    }

    /// Adds the counts that are known to be wrong to a record's findings.
    pub fn note(&self, record: &mut Record<'_>) {
        if self.known.is_empty() || perft::claims(record).next().is_none() {
            return;
        }
        let Some(known) = edit::four_fields(record).and_then(|key| self.known.get(&key)) else {
            return;
        };
        record.note_counts(|depth| known.get(&depth).copied());
    }
}
