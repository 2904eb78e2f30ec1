//! The scan over records, used by the command line and the editor.
//!
//! ```text
//! source ─▶ parts of whole lines ─▶ read, skim, decide, do ─▶ results in order ─▶ taker
//!                                   └── on all cores ──┘
//! ```
//!
//! - *Source*: a stream of bytes, split into [`Pieces`]; or a [`Snapshot`], split into ranges of lines. A line of a
//!   stream that is too long for memory comes in parts ([`Piece::is_part`]).
//! - *Driver* (`drive`): workers fetch parts, and the taker gets their results in file order. A fixed number of parts
//!   is in progress, so memory is bounded. It ends early if the taker stops it ([`Flow::Stop`]), reading fails, or
//!   the job is cancelled. A panic of a worker is resumed in the caller.
//! - *Read, skim, decide*: the lines of a part with their numbers; the kind of each
//!   ([`Skim::kind_of`](crate::epd::Skim::kind_of)); and a choice among them: in the editor a set of lines, otherwise
//!   the matches of a query, for which lines that can't match are skipped without being parsed
//!   ([`Query::candidates`](super::Query::candidates)).
//! - *Do*: a function of one record adds to the result of its part.
//! - *Taker*: combines the results of the parts: a sum, a list, or a text that is written immediately.
//!
//! The editor calls `scan_lines`, or `scan` for whole ranges. Commands use `cli/flow`: a function of each
//! record (`Text::records`), edits of records (`change_each`), or records with the comments above them in
//! another order or number (`Whole::pass`).
//!
//! Exceptions: visible lines, blocks around one line, and saves go through a snapshot line by line; and
//! engine runs get their records one by one, because a search takes far longer than reading.

mod drive;

pub use drive::{Flow, Piece, Pieces, threads_begin_with};

use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::snapshot::Snapshot;
use drive::{Parts, drive, line_length};
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Condvar, Mutex, PoisonError};

/// The reason why work on a whole file failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    #[error("cancelled")]
    Cancelled,
    /// The work needs the whole file, but the snapshot was taken before the file was completely read.
    #[error("the file is still loading; try again when it is loaded")]
    StillLoading,
    /// Lines can't be read, or may have changed; [`Snapshot::trouble`](super::Snapshot::trouble) has the reason.
    #[error("lines can no longer be read, because another program changed the file")]
    Unreadable,
    /// There are more than 2^31 lines, or texts made by changes.
    #[error("more than 2147483648 lines: too many for this change")]
    TooManyLines,
    /// Data that does not fit into memory can't be written to a private file.
    #[error("no room for a temporary file")]
    NoRoom,
}

/// The place of a part in the order of all parts.
#[derive(Clone, Copy, Debug)]
struct Turn<'a> {
    turns: &'a Turns,
    nth: u64,
}

impl Turn<'_> {
    /// Adds the count of this part, and returns the total of all earlier parts, for which it may have to
    /// wait. Only the first call for a part adds.
    fn add(self, count: u64) -> u64 {
        self.turns.add(self.nth, count)
    }
}

/// A running count over parts that are processed in parallel.
#[derive(Debug, Default)]
struct Turns {
    now: Mutex<ScanFront>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct ScanFront {
    /// The first part without a count.
    next: u64,
    sum: u64,
    /// The later parts that are finished.
    finished: BTreeSet<u64>,
}

impl ScanFront {
    fn pass(&mut self) {
        self.next += 1;
        while self.finished.remove(&self.next) {
            self.next += 1;
        }
    }
}

impl Turns {
    fn of(&self, nth: u64) -> Turn<'_> {
        Turn { turns: self, nth }
    }

    /// Waits for the part's turn, adds `count`, and returns the total before.
    fn add(&self, nth: u64, count: u64) -> u64 {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(now, |now| now.next < nth);
        let mut now = waited.unwrap_or_else(PoisonError::into_inner);
        let before = now.sum;
        if now.next == nth {
            now.sum += count;
            now.pass();
            drop(now);
            self.changed.notify_all();
        }
        before
    }

    /// Marks a part as finished, so that no part waits for its count.
    fn pass(&self, nth: u64) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        match now.next {
            next if next == nth => now.pass(),
            next if next < nth => drop(now.finished.insert(nth)),
            _ => return,
        }
        drop(now);
        self.changed.notify_all();
    }
}

/// The number of bytes requested in the first read; after a full read, the next one is larger.
const FIRST_READ: usize = 64 << 10;
/// The largest number of bytes requested in one read.
const LARGEST_READ: usize = 256 << 10;
/// The number of bytes without a line feed after which a CR alone is assumed to end the lines.
const LOOK: usize = 64 << 10;
/// The length in bytes from which a line is passed through in parts, unchanged: longer than any record
/// ([`LONGEST_RECORD`](crate::epd::record::LONGEST_RECORD)), so that its first part shows what it is.
const LONGEST_HELD: usize = 4 << 20;

/// A buffer that is filled up to `length`; bytes after that are from an earlier use.
#[derive(Debug, Default)]
struct Buffer {
    bytes: Vec<u8>,
    length: usize,
}

impl Buffer {
    fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Returns the space for `more` bytes.
    fn room(&mut self, more: usize) -> &mut [u8] {
        let end = self.length + more;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes.get_mut(self.length..end).unwrap_or_default()
    }

    fn push(&mut self, bytes: &[u8]) {
        for (to, from) in self.room(bytes.len()).iter_mut().zip(bytes) {
            *to = *from;
        }
        self.length += bytes.len();
    }

    /// Removes leading bytes if they equal `start`; returns true if they do.
    fn skip(&mut self, start: &[u8]) -> bool {
        let is_there = self.text().starts_with(start);
        if is_there {
            self.bytes.drain(..start.len());
            self.length -= start.len();
        }
        is_there
    }

    /// Returns the buffer emptied, or a new one if a long line made it large.
    fn emptied(mut self) -> Self {
        if self.bytes.len() > 2 * LARGEST_READ + LONGEST_HELD / 4 {
            return Self::default();
        }
        self.length = 0;
        self
    }
}

/// Whole lines, or a part of a line.
struct Batch {
    pub buffer: Buffer,
    pub first_line: u64,
    pub end: u8,
    /// See [`Piece`].
    pub continues: bool,
    pub is_open: bool,
}

struct Reader<S> {
    pub source: S,
    /// The bytes that were read but form no whole line yet.
    pub carry: Buffer,
    /// The length of the part already searched, so that a very long line is searched only once.
    searched: usize,
    read_size: usize,
    /// The byte that ends a line, once that is known.
    pub end: Option<u8>,
    ended: bool,
    /// Whether the first line of `carry` began in an earlier batch.
    continues: bool,
}

impl<S: Read> Reader<S> {
    fn new(source: S) -> Self {
        Self {
            source,
            carry: Buffer::default(),
            searched: 0,
            read_size: FIRST_READ,
            end: None,
            ended: false,
            continues: false,
        }
    }

    /// Returns the next lines; `free` is a buffer for the bytes after them.
    fn next(&mut self, free: Buffer) -> io::Result<Option<Batch>> {
        loop {
            if !self.ended {
                self.fill()?;
            }
            let Some(end) = self.line_end() else { continue };
            let found = match self.continues {
                true => self.rest_of_line(end),
                false => self.whole_lines(end),
            };
            if let Some((length, is_open)) = found {
                return Ok(Some(self.batch(length, end, is_open, free)));
            }
            if self.ended {
                return Ok(None);
            }
        }
    }

    /// Returns the length of all whole lines, or of the first part of a line that is too long, and whether
    /// the line continues after it.
    fn whole_lines(&mut self, end: u8) -> Option<(usize, bool)> {
        let carry = self.carry.text();
        let whole = if self.ended {
            carry.len()
        } else {
            match whole_lines(carry.get(self.searched..).unwrap_or_default(), end) {
                0 => 0,
                length => self.searched + length,
            }
        };
        if whole > 0 {
            return Some((whole, false));
        }
        if carry.len() > LONGEST_HELD {
            return Some((self.sure(), true));
        }
        // A CR at the very end is searched again with the next bytes.
        self.searched = self.sure();
        None
    }

    /// Returns the length of the next part of a line that is too long for memory, and whether the line continues.
    fn rest_of_line(&mut self, end: u8) -> Option<(usize, bool)> {
        let carry = self.carry.text();
        let found = line_length(carry, end).filter(|length| {
            let last = length.checked_sub(1).and_then(|at| carry.get(at));
            match last {
                _ if self.ended => true,
                Some(b'\n') => true,
                // A final CR may be the first half of CR LF.
                Some(b'\r') => end == b'\r' && *length < carry.len(),
                _ => false,
            }
        });
        match (found, self.sure()) {
            (Some(whole), _) => Some((whole, false)),
            (None, 0) => None,
            (None, part) => Some((part, true)),
        }
    }

    /// Returns the number of bytes that are certainly not the first half of CR LF.
    fn sure(&self) -> usize {
        let carry = self.carry.text();
        carry.len() - usize::from(carry.ends_with(b"\r"))
    }

    fn batch(&mut self, length: usize, end: u8, is_open: bool, free: Buffer) -> Batch {
        self.searched = 0;
        let mut carry = free.emptied();
        carry.push(self.carry.text().get(length..).unwrap_or_default());
        let mut buffer = std::mem::replace(&mut self.carry, carry);
        buffer.length = length;
        Batch {
            buffer,
            first_line: 0,
            end,
            continues: std::mem::replace(&mut self.continues, is_open),
            is_open,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let read = loop {
            match self.source.read(self.carry.room(self.read_size)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let read = read?;
        self.carry.length += read;
        if read == self.read_size {
            self.read_size = (self.read_size * 2).min(LARGEST_READ);
        }
        self.ended = read == 0;
        Ok(())
    }

    /// Returns the byte that ends a line, once it is certain.
    fn line_end(&mut self) -> Option<u8> {
        if self.end.is_none() {
            let carry = self.carry.text();
            self.end = if memchr::memchr(b'\n', carry).is_some() {
                Some(b'\n')
            } else if self.ended || carry.len() >= LOOK {
                Some(if memchr::memchr(b'\r', carry).is_some() {
                    b'\r'
                } else {
                    b'\n'
                })
            } else {
                None
            };
        }
        self.end
    }
}

/// Returns the length of the lines that are certainly complete.
fn whole_lines(bytes: &[u8], end: u8) -> usize {
    if end != b'\r' {
        return memchr::memrchr(end, bytes).map_or(0, |at| at + 1);
    }
    // A final CR may be the first half of CR LF.
    let sure = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    memchr::memrchr2(b'\r', b'\n', sure).map_or(0, |at| at + 1)
}

const TASK: usize = 4096;

/// Runs `task` on ranges of some thousand lines in parallel, and calls `take` with the results in order.
/// Progress is in lines.
pub(super) fn scan<T: Send>(
    snapshot: &Snapshot,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
    take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    job.begin(snapshot.line_count() as u64);
    scan_part(snapshot, 0..snapshot.line_count(), job, task, take)
}

/// Runs `each` on all lines, or on those in `only`, and calls `take` with the results in order. A result covers a
/// range of some thousand lines and is initialized by `begin`. Ranges without lines of `only` are not read.
pub(super) fn scan_lines<T: Send>(
    snapshot: &Snapshot,
    only: Option<&LineSet>,
    job: &Job,
    begin: impl Fn(&Range<usize>) -> T + Sync,
    each: impl Fn(&mut T, usize, &[u8]) + Sync,
    take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    job.begin(snapshot.line_count() as u64);
    scan_lines_on(snapshot, only, job, begin, each, take)
}

/// Runs [`scan_lines`] as part of a job that has begun.
pub(super) fn scan_lines_on<T: Send>(
    snapshot: &Snapshot,
    only: Option<&LineSet>,
    job: &Job,
    begin: impl Fn(&Range<usize>) -> T + Sync,
    each: impl Fn(&mut T, usize, &[u8]) + Sync,
    take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    let task = |range: Range<usize>| {
        let mut made = begin(&range);
        let next = only.map_or(Some(range.start), |only| only.at_or_after(range.start));
        if next.is_none_or(|line| line >= range.end) {
            return made;
        }
        snapshot.each_line(range, |line, bytes| {
            if only.is_none_or(|only| only.contains(line)) {
                each(&mut made, line, bytes);
            }
            true
        });
        made
    };
    scan_part(snapshot, 0..snapshot.line_count(), job, task, take)
}

/// Runs [`scan`] on a range of lines, as part of a job that has begun.
pub(super) fn scan_part<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), JobError>,
) -> Result<(), JobError> {
    let workers = rayon::current_num_threads().min(range.len().div_ceil(TASK));
    let work = |lines: &Range<usize>, _: Turn<'_>| {
        let made = task(lines.clone());
        job.advance(lines.len() as u64);
        made
    };
    let take = |_: &Range<usize>, _: Turn<'_>, made| take(made).map(|()| Flow::On);
    drive(Ranges { left: range, job }, workers, work, take)?;
    match snapshot.trouble() {
        // Lines read before the failure are valid.
        Some(_) if !snapshot.can_trust_lines() => Err(JobError::Unreadable),
        _ => Ok(()),
    }
}

/// Scans `range` in growing steps until `enough`, which is called with the result of each task in order,
/// returns true. Never reads beyond the current step.
pub(super) fn scan_until<T: Send>(
    snapshot: &Snapshot,
    range: Range<usize>,
    job: &Job,
    task: impl Fn(Range<usize>) -> T + Sync,
    mut enough: impl FnMut(T) -> bool,
) -> Result<(), JobError> {
    let most = TASK * 8 * rayon::current_num_threads().max(1);
    let mut size = TASK / 16;
    let mut left = range;
    while !left.is_empty() {
        let count = size.min(left.len());
        let step = left.start..left.start + count;
        left = step.end..left.end;
        let mut done = Vec::new();
        scan_part(snapshot, step, job, &task, |part| {
            done.push(part);
            Ok(())
        })?;
        if done.into_iter().any(&mut enough) {
            break;
        }
        size = size.saturating_mul(2).min(most);
    }
    Ok(())
}

/// Consecutive ranges of lines, until the job is cancelled.
struct Ranges<'j> {
    left: Range<usize>,
    job: &'j Job,
}

impl Parts for Ranges<'_> {
    type Part = Range<usize>;
    type Error = JobError;

    fn next(&mut self, _: Option<Range<usize>>) -> Result<Option<Range<usize>>, JobError> {
        if self.left.is_empty() {
            return Ok(None);
        }
        self.job.check()?;
        let start = self.left.start;
        self.left.start = (start + TASK).min(self.left.end);
        Ok(Some(start..self.left.start))
    }
}

#[cfg(test)]
mod tests;
