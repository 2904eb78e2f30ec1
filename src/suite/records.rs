//! Records that can be scanned repeatedly: those of an open suite, or of files and streams.
//!
//! A block is a record with the comments directly above it, which move with it. All other lines are loose:
//! blank lines, and comments followed by a blank line or the end of the file, such as a header. Reordering
//! never makes a loose comment part of a block, because the line after it is loose, too.
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

pub use blocks::{Block, BlockJoiner, Note, PassSummary, ScannedPiece, Sink};

use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::suite::edit::Selection;
use crate::suite::line_set::{LineSet, Part as Lines};
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_lines, scan_lines_on, scan_part};
use crate::suite::snapshot::Snapshot;
use std::io;
use std::ops::Range;

/// A private file could not be written: the disk is probably full.
impl From<io::Error> for JobError {
    fn from(_: io::Error) -> Self {
        Self::NoRoom
    }
}

pub trait Records: Sync {
    /// The error of a scan.
    type Error: From<io::Error>;

    /// Returns the options for reading lines. If the castling rules matter, this may scan all lines to
    /// determine them.
    fn options(&self, asks_rules: bool) -> &ReadOptions;

    /// Parses a record.
    fn read<'l>(&self, line: &'l [u8]) -> Record<'l>;

    /// Runs `of` on each chosen record, or on the records in `only`, with its line (0-based), on all cores,
    /// and calls `take` with the results in order.
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
    pub chosen: &'a Selection,
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
    pub(super) fn of(snapshot: &'a Snapshot, chosen: &'a Selection, job: &'a Job) -> Self {
        Self {
            snapshot,
            chosen,
            job,
        }
    }

    /// Begins the job with a number of passes over all lines.
    pub(super) fn begin(&self, passes: u64) {
        self.job.begin(self.snapshot.line_count() as u64 * passes);
    }
}

/// The chosen records of a file, each with its comments; two bits a line.
pub(super) struct Blocks {
    pub(in crate::suite) records: LineSet,
    comments: LineSet,
    /// The number of lines before the file's first record (chosen or not) and its comments.
    pub(in crate::suite) head: usize,
}

/// The blocks that a scan task finds in its lines.
pub(super) struct BlocksPart {
    first: Option<usize>,
    records: Lines,
    comments: Lines,
}

impl BlocksPart {
    pub(in crate::suite) fn of(range: &Range<usize>) -> Self {
        Self {
            first: None,
            records: Lines::of(range),
            comments: Lines::of(range),
        }
    }

    /// Adds a line; returns true if it is a chosen record.
    pub(in crate::suite) fn take(&mut self, line: usize, bytes: &[u8], chosen: &Selection) -> bool {
        match Skim::kind_of(bytes) {
            LineKind::Comment => self.comments.insert(line),
            LineKind::Record => {
                self.first.get_or_insert(line);
                if chosen.has(line) {
                    self.records.insert(line);
                    return true;
                }
            }
            LineKind::Blank => {}
        }
        false
    }
}

impl Blocks {
    /// Scans all lines. Progress is in lines.
    pub(in crate::suite) fn of(
        snapshot: &Snapshot,
        chosen: &Selection,
        job: &Job,
    ) -> Result<Self, JobError> {
        let mut parts = Vec::new();
        let each = |part: &mut BlocksPart, line: usize, bytes: &[u8]| {
            part.take(line, bytes, chosen);
        };
        scan_lines(snapshot, None, job, BlocksPart::of, each, |part| {
            parts.push(part);
            Ok(())
        })?;
        Ok(Self::of_parts(parts))
    }

    /// Joins the results of tasks, in order.
    pub(in crate::suite) fn of_parts(parts: Vec<BlocksPart>) -> Self {
        let first = parts.iter().find_map(|part| part.first);
        let (records, comments): (Vec<Lines>, Vec<Lines>) = parts
            .into_iter()
            .map(|part| (part.records, part.comments))
            .unzip();
        let mut blocks = Self {
            records: records.into_iter().collect(),
            comments: comments.into_iter().collect(),
            head: 0,
        };
        blocks.head = first.map_or(0, |first| blocks.start(first));
        blocks
    }

    /// Returns the lines of a record's block, the record last.
    pub(in crate::suite) fn lines(&self, record: usize) -> Range<usize> {
        self.start(record)..record + 1
    }

    /// Returns the lines of these records and of their comments.
    pub(in crate::suite) fn all_of(&self, records: &LineSet) -> LineSet {
        records.iter().flat_map(|line| self.lines(line)).collect()
    }

    fn start(&self, record: usize) -> usize {
        let mut start = record;
        while start > 0 && self.comments.contains(start - 1) {
            start -= 1;
        }
        start
    }
}

/// Returns the lines that move with `line`: for a record, also the comments directly above it. Reads only
/// these lines.
pub fn block_of(snapshot: &Snapshot, line: usize) -> Range<usize> {
    match kind(snapshot, line) {
        LineKind::Record => before_block(snapshot, line)..line + 1,
        _ => line..line + 1,
    }
}

pub fn are_comments(snapshot: &Snapshot, lines: &LineSet) -> bool {
    lines
        .iter()
        .all(|line| kind(snapshot, line) == LineKind::Comment)
}

/// Returns the first place at or above `line` where a record can be inserted without separating a record from
/// its comments, and without getting comments of its own.
pub fn before_block(snapshot: &Snapshot, line: usize) -> usize {
    let mut start = line;
    while start > 0 && kind(snapshot, start - 1) == LineKind::Comment {
        start -= 1;
    }
    start
}

/// Returns the first such place below `line`: after the record at `line` or to which it belongs, or after
/// loose comments and the blank line below them. Loose comments at the end of the file are not passed.
pub fn after_block(snapshot: &Snapshot, line: usize) -> usize {
    let all = snapshot.line_count();
    let mut at = line;
    while at < all && kind(snapshot, at) == LineKind::Comment {
        at += 1;
    }
    match at < all {
        true => at + 1,
        false => before_block(snapshot, all),
    }
}

fn kind(snapshot: &Snapshot, line: usize) -> LineKind {
    Skim::kind_of(&snapshot.line(line))
}

#[cfg(test)]
mod lines_tests;
