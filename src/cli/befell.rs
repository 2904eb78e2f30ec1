//! Incidents of records, reported once for each kind.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::flow::Status;
use super::output::say;
use crate::epd::counted::thousands_of;

/// The number of records by incident, with the place of the first of each kind.
#[derive(Debug)]
pub(crate) struct Befell<K>(BTreeMap<K, (u64, String)>);

impl<K: Ord> Befell<K> {
    pub(crate) const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Counts a record on this line of a file.
    pub(crate) fn add(&mut self, what: K, name: &str, line: u64) {
        let place = || (0, format!("{name}:{line}"));
        self.0.entry(what).or_insert_with(place).0 += 1;
    }

    pub(crate) fn count(&self, what: &K) -> u64 {
        self.0.get(what).map_or(0, |(count, _)| *count)
    }

    /// Prints each kind, `3 records skipped (first: a.epd:4)`; returns the status.
    pub(crate) fn say<W: Display>(&self, words: impl Fn(&K) -> W) -> Status {
        for (what, (count, first)) in &self.0 {
            let records = thousands_of(*count, "record", "records");
            say(&format!("{records} {} (first: {first})", words(what)));
        }
        match self.0.is_empty() {
            true => Status::Clean,
            false => Status::Findings,
        }
    }
}
