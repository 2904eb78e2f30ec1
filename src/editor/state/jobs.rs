//! What other threads work out: each kind with its run, in a file of its own. How a piece of work is
//! started and answered is [`crate::editor::jobs`]'.
//!
//! Looking for a line: a text, a problem, an id. The first few hundred lines are looked at at
//! once; beyond them the rest is a job for another thread, so that no key waits.

pub mod bulk;
pub mod differ;
pub mod scan;
pub mod sort;
pub mod write;

use crate::editor::state::scan::Survey;
use crate::epd::{LineKind, ReadOptions, Record, Severity};
use crate::suite::{Direction, Pattern, Snapshot};

/// Lines looked at before the key's answer is left to another thread.
pub(crate) const AT_ONCE: usize = 200;

/// The subject of a search.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A line with this text.
    Text(Pattern),
    /// A record with an error or a warning; where the scan knows them, also one with an id that others
    /// have.
    Problem(Option<Survey>),
    /// A record with exactly this id.
    Id(Vec<u8>),
}

/// Returns all rows of so many, from one on; past an end it goes on from the other one.
pub fn rows_from(from: usize, count: usize, direction: Direction) -> impl Iterator<Item = usize> {
    (0..count).map(move |step| match direction {
        Direction::Forward => (from + step) % count,
        Direction::Backward => (from + count - step) % count,
    })
}

impl Wanted {
    /// Returns the first of some lines that is wanted, asking `stop` now and then whether nobody waits any more.
    pub fn first(
        &self,
        on: &Snapshot,
        options: &ReadOptions,
        lines: impl Iterator<Item = usize>,
        stop: impl Fn() -> bool,
    ) -> Option<usize> {
        let lines = lines.enumerate();
        let mut lines = lines.take_while(|(step, _)| step % 256 != 255 || !stop());
        let found = lines.find(|(_, line)| self.is(on, options, *line));
        found.map(|(_, line)| line)
    }

    fn is(&self, on: &Snapshot, options: &ReadOptions, number: usize) -> bool {
        let line = || on.line(number);
        match self {
            Self::Text(pattern) => pattern.is_in(&line()),
            Self::Problem(Some(survey)) => survey.is_stop(number),
            Self::Problem(None) => {
                let line = line();
                let record = Record::read(&line, options);
                record.kind() == LineKind::Record
                    && record
                        .diagnostics()
                        .iter()
                        .any(|found| found.severity >= Severity::Warning)
            }
            Self::Id(id) => {
                let line = line();
                // Most lines don't hold the text at all: reading them would be waste.
                memchr::memmem::find(&line, id).is_some() && {
                    let record = Record::read(&line, options);
                    record.operation("id").is_some_and(|operation| {
                        record.operands_text(operation).as_bytes() == id.as_slice()
                    })
                }
            }
        }
    }
}
