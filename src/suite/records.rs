//! Records that can be gone over as often as it takes: those of a suite that is open, or of files and streams.
//!
//! A block is a record with the comments directly above it: they go where it goes. All other lines are loose:
//! blank lines, comments that a blank line or the file's end follows, so also a block at the head of the file. A
//! loose comment never becomes part of a block by a change of order, since what follows it is loose as well.
//!
//! ```
//! use epdit::suite::Suite;
//! use epdit::suite::records::block_of;
//!
//! let text = "# loose\n\n# mine\n4k3/8/8/8/8/8/8/4K3 w - -\n";
//! let suite = Suite::from_bytes("a.epd", text.as_bytes().to_vec());
//! assert_eq!(block_of(&suite.snapshot(), 3), 2..4);
//! ```

mod blocks;
mod lines;

use std::io;
use std::ops::Range;

use super::edit::Chosen;
use super::line_set::LineSet;
use super::progress::Job;
use super::scan::{JobError, scan_lines_on, scan_part};
use super::snapshot::Snapshot;
use crate::epd::{LineKind, ReadOptions, Record, Skim};

pub use blocks::{Block, Cut, Joining, Note, Passed, Sink};
pub(super) use lines::{Blocks, Part as BlocksPart};
pub use lines::{after_block, are_comments, before_block, block_of};

/// Tells that a private file has no room.
impl From<io::Error> for JobError {
    fn from(_: io::Error) -> Self {
        Self::NoRoom
    }
}

/// Records that can be gone over; see the module.
pub trait Records: Sync {
    /// The reason for which they can't be gone over.
    type Error: From<io::Error>;

    /// Returns how lines are read. Where the rules of castling matter, all of them may be read for these.
    fn options(&self, asks_rules: bool) -> &ReadOptions;

    /// Reads a record.
    fn read<'l>(&self, line: &'l [u8]) -> Record<'l>;

    /// Gives `take` what `of` makes of each record that is asked for, or of those on `only` these lines, and
    /// its line (from 0): on all cores, and in their order.
    ///
    /// # Errors
    /// Those of reading, and of `take`.
    fn records<R: Send>(
        &self,
        only: Option<&LineSet>,
        of: impl Fn(usize, &[u8]) -> Option<R> + Sync,
        take: impl FnMut(R) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Gives `take` the records on these lines, each with the comments directly above it.
    ///
    /// # Errors
    /// Those of reading, and of `take`.
    fn blocks(
        &self,
        lines: &LineSet,
        take: impl FnMut(Block<'_>) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Returns an error where nobody waits for the result any more.
    ///
    /// # Errors
    ///
    /// The work was cancelled.
    fn check(&self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Returns the lines of all records that are asked for.
    ///
    /// # Errors
    /// Those of reading.
    fn lines(&self) -> Result<LineSet, Self::Error> {
        let mut lines = LineSet::default();
        self.records(
            None,
            |line, _| Some(line),
            |line| {
                lines.insert(line);
                Ok(())
            },
        )?;
        Ok(lines)
    }
}

/// The chosen records of a suite that is open, in a job that has begun.
pub(super) struct ChosenRecords<'a> {
    pub snapshot: &'a Snapshot,
    pub chosen: &'a Chosen,
    pub job: &'a Job,
}

impl Records for ChosenRecords<'_> {
    type Error = JobError;

    fn options(&self, _: bool) -> &ReadOptions {
        self.snapshot.read_options()
    }

    fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        self.snapshot.work.parsed_lines(1);
        Record::read(line, self.snapshot.read_options())
    }

    fn records<R: Send>(
        &self,
        only: Option<&LineSet>,
        of: impl Fn(usize, &[u8]) -> Option<R> + Sync,
        mut take: impl FnMut(R) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        let each = |made: &mut Vec<R>, line: usize, bytes: &[u8]| {
            if self.chosen.has(line) && Skim::kind_of(bytes) == LineKind::Record {
                made.extend(of(line, bytes));
            }
        };
        let only = only.or(self.chosen.lines());
        let (snapshot, job) = (self.snapshot, self.job);
        scan_lines_on(
            snapshot,
            only,
            job,
            |_| Vec::new(),
            each,
            |made| made.into_iter().try_for_each(&mut take),
        )
    }

    fn blocks(
        &self,
        lines: &LineSet,
        mut take: impl FnMut(Block<'_>) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        let snapshot = self.snapshot;
        let task = |range: Range<usize>| {
            let mut made = Vec::new();
            let next = lines.at_or_after(range.start);
            if next.is_none_or(|line| line >= range.end) {
                return made;
            }
            let mut text = Vec::new();
            let above = before_block(snapshot, range.start);
            snapshot.each_line(above..range.end, |line, bytes| {
                match Skim::kind_of(bytes) {
                    LineKind::Comment => text.extend_from_slice(bytes),
                    LineKind::Record if lines.contains(line) => {
                        let record = text.len();
                        text.extend_from_slice(bytes);
                        made.push((line, std::mem::take(&mut text), record));
                    }
                    _ => text.clear(),
                }
                true
            });
            made
        };
        scan_part(snapshot, 0..snapshot.line_count(), self.job, task, |made| {
            made.into_iter().try_for_each(|(line, text, record)| {
                take(Block {
                    line,
                    above: &[],
                    text: &text,
                    record,
                    key: &[],
                })
            })
        })
    }

    fn check(&self) -> Result<(), JobError> {
        self.job.check()
    }
}

impl<'a> ChosenRecords<'a> {
    pub(super) fn of(snapshot: &'a Snapshot, chosen: &'a Chosen, job: &'a Job) -> Self {
        Self {
            snapshot,
            chosen,
            job,
        }
    }

    /// Begins the job, in which all lines are gone over so often.
    pub(super) fn begin(&self, passes: u64) {
        self.job.begin(self.snapshot.line_count() as u64 * passes);
    }
}
