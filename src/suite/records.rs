//! Records that can be scanned repeatedly: those of an open suite, or of files and streams.
//!
//! A block is a record with the comments directly above it, which move with it. All other lines are loose: blank
//! lines, and comments followed by a blank line or the file's end, like a header. A change of order never makes a
//! loose comment part of a block, since the line after it is loose as well.
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

/// A private file without room.
impl From<io::Error> for JobError {
    fn from(_: io::Error) -> Self {
        Self::NoRoom
    }
}

/// Records that can be scanned repeatedly.
pub trait Records: Sync {
    /// The error of a scan.
    type Error: From<io::Error>;

    /// Returns the options for reading lines. Where the castling rules matter, this may scan all lines for them.
    fn options(&self, asks_rules: bool) -> &ReadOptions;

    /// Reads a record.
    fn read<'l>(&self, line: &'l [u8]) -> Record<'l>;

    /// Runs `of` on each chosen record, or on those on `only` these lines, with its line (0-based), on all cores, and
    /// calls `take` with the results in order.
    ///
    /// # Errors
    /// The records can't be read, or `take` fails.
    fn records<R: Send>(
        &self,
        only: Option<&LineSet>,
        of: impl Fn(usize, &[u8]) -> Option<R> + Sync,
        take: impl FnMut(R) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Calls `take` with the records on these lines, each with the comments directly above it.
    ///
    /// # Errors
    /// The records can't be read, or `take` fails.
    fn blocks(
        &self,
        lines: &LineSet,
        take: impl FnMut(Block<'_>) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Returns an error if the work was cancelled.
    ///
    /// # Errors
    ///
    /// The work was cancelled.
    fn check(&self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Returns the lines of all chosen records.
    ///
    /// # Errors
    /// The records can't be read.
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

/// The chosen records of an open suite, in a job that has begun.
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

    /// Begins the job with this number of passes over all lines.
    pub(super) fn begin(&self, passes: u64) {
        self.job.begin(self.snapshot.line_count() as u64 * passes);
    }
}
