//! Looking for a line: a text, a problem, an id. The first few hundred lines are looked at at
//! once; beyond them the rest is a job for another thread, so that no key waits.

use std::sync::Arc;

use crate::editor::state::scan::Survey;
use crate::editor::state::sorted_view::Rows;
use crate::epd::{LineKind, ReadOptions, Record, Severity};
use crate::suite::{Direction, LineSet, Pattern, Snapshot};

/// Lines looked at before the key's answer is left to another thread.
pub(crate) const AT_ONCE: usize = 200;

/// What is looked for.
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

/// A search through a snapshot.
#[derive(Clone, Debug)]
pub struct FindJob {
    pub snapshot: Snapshot,
    pub options: ReadOptions,
    pub wanted: Wanted,
    pub direction: Direction,
    /// The lines to look at; `None` for all. Rows are counted among them.
    pub within: Option<LineSet>,
    /// The lines in another order than the file's; `within` is of no account then.
    pub order: Option<Arc<Rows>>,
    /// The row to look at first; past an end it goes on from the other one.
    pub from: usize,
    /// How many rows to look at.
    pub rows: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// At this line.
    Line(usize),
    /// In no line.
    Nothing,
    /// It was asked to stop.
    Stopped,
}

impl FindJob {
    /// Looks, asking `stop` now and then whether somebody still waits.
    pub fn run(&self, stop: impl Fn() -> bool) -> Found {
        let count = match (&self.order, &self.within) {
            (Some(rows), _) => rows.len(),
            (None, None) => self.snapshot.line_count(),
            (None, Some(lines)) => lines.len(),
        };
        if count == 0 {
            return Found::Nothing;
        }
        let mut row = self.from % count;
        for step in 0..self.rows.min(count) {
            if step % 256 == 255 && stop() {
                return Found::Stopped;
            }
            let line = match (&self.order, &self.within) {
                (Some(rows), _) => rows.line_at(row).unwrap_or_default(),
                (None, None) => row,
                (None, Some(lines)) => lines.nth(row).unwrap_or_default(),
            };
            if self.is_wanted(line) {
                return Found::Line(line);
            }
            row = match self.direction {
                Direction::Forward => (row + 1) % count,
                Direction::Backward => row.checked_sub(1).unwrap_or(count - 1),
            };
        }
        Found::Nothing
    }

    fn is_wanted(&self, number: usize) -> bool {
        let line = || self.snapshot.line(number);
        match &self.wanted {
            Wanted::Text(pattern) => pattern.is_in(&line()),
            Wanted::Problem(Some(survey)) => survey.is_stop(number),
            Wanted::Problem(None) => {
                let line = line();
                let record = Record::read(&line, &self.options);
                record.kind() == LineKind::Record
                    && record
                        .diagnostics()
                        .iter()
                        .any(|found| found.severity >= Severity::Warning)
            }
            Wanted::Id(id) => {
                let line = line();
                // Most lines don't hold the text at all: reading them would be waste.
                memchr::memmem::find(&line, id).is_some() && {
                    let record = Record::read(&line, &self.options);
                    record.operation("id").is_some_and(|operation| {
                        record.operands_text(operation).as_bytes() == id.as_slice()
                    })
                }
            }
        }
    }
}
