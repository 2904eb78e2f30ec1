//! The records of an open suite, with their comments.

use std::ops::Range;

use crate::epd::{LineKind, Skim};
use crate::suite::edit::Chosen;
use crate::suite::line_set::{LineSet, Part as Lines};
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_lines};
use crate::suite::snapshot::Snapshot;

/// The chosen records of a file, each with its comments; two bits a line.
pub(in crate::suite) struct Blocks {
    pub(in crate::suite) records: LineSet,
    comments: LineSet,
    /// The number of lines before the first record of the file and its comments, chosen or not.
    pub(in crate::suite) head: usize,
}

/// The blocks that a task finds in its lines.
pub(in crate::suite) struct Part {
    first: Option<usize>,
    records: Lines,
    comments: Lines,
}

impl Part {
    /// Begins without any of these lines.
    pub(in crate::suite) fn of(range: &Range<usize>) -> Self {
        Self {
            first: None,
            records: Lines::of(range),
            comments: Lines::of(range),
        }
    }

    /// Adds a line; returns true if it is a chosen record.
    pub(in crate::suite) fn take(&mut self, line: usize, bytes: &[u8], chosen: &Chosen) -> bool {
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
        chosen: &Chosen,
        job: &Job,
    ) -> Result<Self, JobError> {
        let mut parts = Vec::new();
        let each = |part: &mut Part, line: usize, bytes: &[u8]| {
            part.take(line, bytes, chosen);
        };
        scan_lines(snapshot, None, job, Part::of, each, |part| {
            parts.push(part);
            Ok(())
        })?;
        Ok(Self::of_parts(parts))
    }

    /// Joins the results of tasks, in order.
    pub(in crate::suite) fn of_parts(parts: Vec<Part>) -> Self {
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

/// Returns the lines that move with `line`: a record with the comments directly above it, or another line alone.
/// Reads only those lines.
pub fn block_of(snapshot: &Snapshot, line: usize) -> Range<usize> {
    match kind(snapshot, line) {
        LineKind::Record => before_block(snapshot, line)..line + 1,
        _ => line..line + 1,
    }
}

/// Returns true if all of these lines are comments.
pub fn are_comments(snapshot: &Snapshot, lines: &LineSet) -> bool {
    lines
        .iter()
        .all(|line| kind(snapshot, line) == LineKind::Comment)
}

/// Returns the first place from `line` upwards where a record can be inserted without separating comments from their
/// record, or taking loose ones.
pub fn before_block(snapshot: &Snapshot, line: usize) -> usize {
    let mut start = line;
    while start > 0 && kind(snapshot, start - 1) == LineKind::Comment {
        start -= 1;
    }
    start
}

/// Returns the first such place below `line`: after the record that it is or belongs to, or after a group of loose
/// comments and the blank line below them. Loose comments at the end of the file are not passed.
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

/// Returns the kind of a line.
fn kind(snapshot: &Snapshot, line: usize) -> LineKind {
    Skim::kind_of(&snapshot.line(line))
}

#[cfg(test)]
mod tests;
