//! What became of the positions of a run, to be noted and told.

use std::time::{Duration, Instant};

use crate::cli::flow::Status;
use crate::cli::output::say;
use crate::cli::searching::{Place, in_words};
use crate::engine::{Done, Made, Why};
use crate::epd::counted::{thousands, thousands_of};

/// What can become of a position, in the order in which a summary tells it.
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
/// The engine failed, or what it found can't be written.
pub(super) const FAILED: &str = "failed";
const NOT_SEARCHED: &str = "not searched";

/// What was met in the inputs, from their beginning.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// Records and positions of games.
    pub records: u64,
    /// Those of them that have no legal position.
    pub illegal: u64,
    /// Where the first of those stands.
    first: Option<String>,
}

impl Met {
    /// Counts one without a legal position.
    pub(super) fn illegal(&mut self, place: impl FnOnce() -> String) {
        self.illegal += 1;
        self.first.get_or_insert_with(place);
    }
}

/// What became of all, those of the run before among them.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub counts: [u64; WHAT.len()],
    pub met: Met,
    noted: Option<Instant>,
}

/// What takes no search is noted together.
const TOGETHER: Duration = Duration::from_millis(100);

impl Tally {
    /// Goes on with what the run before counted.
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

    /// Whether it is time to note how far the run is; where it is, that is the last time from now on.
    pub(super) fn is_long_ago(&mut self) -> bool {
        let is_long_ago = self.noted.is_none_or(|noted| noted.elapsed() >= TOGETHER);
        if is_long_ago {
            self.noted = Some(Instant::now());
        }
        is_long_ago
    }

    /// All in one line; `begun` are those of the run before.
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
