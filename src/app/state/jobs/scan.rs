//! The reading of every record of a file.

use crate::app::state::jobs::hand::Hand;
use crate::epd::{CanonicalOptions, Rules};
use crate::suite::{
    Counts, JobError, LineSet, Snapshot, ValidateOptions, Validation, rules_of, validate,
};
use std::sync::Arc;

/// A scan of a whole snapshot.
#[derive(Clone, Debug)]
pub struct ScanJob {
    pub snapshot: Snapshot,
    /// Whether the rules of castling are to be found first.
    pub find_rules: bool,
}

/// What a scan found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    pub findings: Validation,
    /// Lines whose id another record has, too.
    pub duplicate_ids: LineSet,
    /// The rules of castling that the records tell of, where they were asked for.
    pub rules: Option<Rules>,
}

impl ScanJob {
    /// Counts everything. Where the file can't be read to its end, only what was counted till then
    /// is known.
    pub fn run(&self, hand: &Hand) -> (Counts, Option<Arc<Scanned>>) {
        match self.scan(hand) {
            Ok(scanned) => (scanned.findings.counts.clone(), Some(Arc::new(scanned))),
            Err(_) => (hand.counts.get(), None),
        }
    }

    /// Reads every record, on several threads.
    fn scan(&self, hand: &Hand) -> Result<Scanned, JobError> {
        let options = ValidateOptions {
            canonical: Some(CanonicalOptions::default()),
            duplicate_ids: true,
        };
        let rules = match self.find_rules {
            true => Some(rules_of(&self.snapshot, &hand.job)?),
            false => None,
        };
        let snapshot = match rules {
            Some(rules) => self.snapshot.clone().with_rules(rules),
            None => self.snapshot.clone(),
        };
        let findings = validate(&snapshot, &options, &hand.job, &hand.counts)?;
        let duplicate_ids = findings.duplicate_ids.lines();
        Ok(Scanned {
            findings,
            duplicate_ids,
            rules,
        })
    }
}
