//! The outcomes of a run's positions, for the checkpoint and the summary.

use std::time::{Duration, Instant};

use crate::cli::flow::Status;
use crate::cli::output::say;
use crate::cli::searching::{Place, in_words};
use crate::engine::{Done, Made, Why};
use crate::epd::counted::{thousands, thousands_of};

/// The outcomes of a position, in the order of the summary.
const WHAT: [&str; 9] = [
    Made::Taken.name(),
    Made::Recapture.name(),
    Made::Phase.name(),
    Made::Decided.name(),
    FAILED,
    Made::Forced.name(),
    Made::Close.name(),
    Made::Loud.name(),
    NOT_SEARCHED,
];
/// The outcome if the engine failed, or its result can't be written.
pub(super) const FAILED: &str = "failed";
const NOT_SEARCHED: &str = "not searched";

/// The totals met in the inputs, from their beginning.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// The number of records and positions of games.
    pub records: u64,
    /// The number of those without a legal position.
    pub illegal: u64,
    /// The place of the first such record.
    first: Option<String>,
}

impl Met {
    /// Counts a record without a legal position.
    pub(super) fn illegal(&mut self, place: impl FnOnce() -> String) {
        self.illegal += 1;
        self.first.get_or_insert_with(place);
    }
}

/// The outcomes of all positions, those of the previous run included.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub counts: [u64; WHAT.len()],
    pub met: Met,
    noted: Option<Instant>,
}

/// The time between two checkpoints of positions that need no search.
const TOGETHER: Duration = Duration::from_millis(100);

impl Tally {
    /// Continues with the counts of the previous run.
    pub(super) fn of(counts: [u64; WHAT.len()]) -> Self {
        Self {
            counts,
            ..Self::default()
        }
    }

    pub(super) fn take(&mut self, place: &Place, done: &Done<Made>) {
        for note in &done.notes {
            say(&format!("`{place}`: {note}"));
        }
        let what = match &done.result {
            Ok(made) => made.name(),
            Err(why @ (Why::Engine(_) | Why::Refused(_))) => {
                say(&format!("`{place}`: {}", in_words(why)));
                FAILED
            }
            Err(Why::Over) => Made::Forced.name(),
            Err(_) => NOT_SEARCHED,
        };
        let at = WHAT.iter().position(|known| *known == what);
        if let Some(count) = at.and_then(|at| self.counts.get_mut(at)) {
            *count += 1;
        }
    }

    pub(super) fn count(&self, what: &str) -> u64 {
        let mut all = WHAT.iter().zip(self.counts);
        all.find(|(known, _)| **known == what)
            .map_or(0, |(_, count)| count)
    }

    pub(super) fn searched(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns true if a checkpoint is due, and restarts the wait if so.
    pub(super) fn is_long_ago(&mut self) -> bool {
        let is_long_ago = self.noted.is_none_or(|noted| noted.elapsed() >= TOGETHER);
        if is_long_ago {
            self.noted = Some(Instant::now());
        }
        is_long_ago
    }

    /// Returns the summary line; `begun` is the number of records from the previous run.
    pub(super) fn said(&self, status: Status, begun: u64) -> String {
        let taken = self.count(Made::Taken.name());
        let all = thousands_of(self.searched(), "position", "positions");
        let mut said = format!("{} of {all} taken", thousands(taken));
        if matches!(status, Status::Signal(_)) {
            said += " before the stop";
        }
        if begun > 0 {
            said += &format!(" · {} of them by the run before", thousands(begun));
        }
        for (what, count) in WHAT.iter().zip(self.counts).skip(1) {
            if count > 0 {
                said += &format!(" · {} {what}", thousands(count));
            }
        }
        if let Some(first) = &self.met.first {
            said += &format!(
                " · {} left out: the position is illegal (first: {first})",
                thousands(self.met.illegal)
            );
        }
        if self.met.records == 0 && self.searched() == 0 {
            said += " · no position was read";
        }
        said
    }
}
