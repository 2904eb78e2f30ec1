//! The bytes a suite was read from, and where their lines are.
//!
//! The source is cut into chunks of about a mebibyte at line ends, so that every line lies in one
//! chunk. A chunk knows the number of its first line and, for every [`BLOCK`] bytes, how many
//! lines ended before: finding a line costs a binary search and the reading of one block, and
//! the index of a gibibyte is one mebibyte.

mod chunk;
mod load;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::append_only::AppendOnly;
use super::compress::Most;
use super::content::Content;
use super::line_end::LineEnd;
use super::progress::Progress;
use super::stored::{Disk, Spool};
use chunk::Chunk;
pub(super) use load::{Keep, load};

/// See the module.
#[derive(Default)]
pub(super) struct Source {
    chunks: AppendOnly<Chunk>,
    /// Set once, before the first chunk.
    line_end: OnceLock<LineEnd>,
    status: Mutex<Status>,
    changed: Condvar,
    /// The file that the lines are read from by position, where they are not in memory.
    disk: OnceLock<Arc<Disk>>,
    /// What is beyond the limit of memory and in no file that could be read by position.
    spool: Spool,
    /// Bytes that it was to hold in memory at most.
    pub(super) memory_limit: u64,
    /// How much a packed file could unpack to.
    pub(super) unpacked: Most,
}

/// How far the reading has got.
#[derive(Clone, Debug, Default)]
struct Status {
    progress: Progress,
    finished: bool,
    /// The last line has no line end.
    endless: bool,
    /// It is Ctrl-Z and nothing else: the mark of DOS for a file's end.
    is_mark: bool,
    /// What is read by now.
    read: Option<Content>,
    failure: Option<String>,
    /// It stopped where a packed file could have been read further.
    is_beyond: bool,
}

impl Source {
    /// One that nothing was read of, to hold so many bytes in memory at most.
    pub(super) fn holding(memory_limit: u64, unpacked: Most) -> Self {
        Self {
            memory_limit,
            unpacked,
            ..Self::default()
        }
    }

    /// Whether the reading stopped where a packed file could have been read further.
    pub(super) fn is_beyond(&self) -> bool {
        self.status().is_beyond
    }

    /// Whether its lines are read from the file by position.
    #[cfg(test)]
    pub(super) fn is_by_position(&self) -> bool {
        self.disk.get().is_some()
    }

    /// Blocks that were read of the file by position.
    #[cfg(test)]
    pub(super) fn blocks_read(&self) -> usize {
        self.disk.get().map_or(0, |disk| disk.blocks_read())
    }

    fn status(&self) -> std::sync::MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lines read so far.
    pub(super) fn line_count(&self) -> usize {
        self.chunks
            .last()
            .map_or(0, |chunk| chunk.first_line + chunk.lines)
    }

    /// How far the reading has got; `None` when it is over.
    pub(super) fn loading(&self) -> Option<Progress> {
        let status = self.status();
        (!status.finished).then_some(status.progress)
    }

    /// Why the reading stopped before the end, or why what is read by position is not what it was.
    pub(super) fn trouble(&self) -> Option<String> {
        let failure = self.status().failure.clone();
        failure.or_else(|| self.spoilt())
    }

    /// Why lines that were there once can't be read, or may be others.
    pub(super) fn spoilt(&self) -> Option<String> {
        let disk = self
            .disk
            .get()
            .and_then(|disk| disk.trouble().map(str::to_owned));
        disk.or_else(|| self.spool.trouble())
    }

    /// The whole text; `None` while it is being read, or where it could not be.
    pub(super) fn content(&self) -> Option<Content> {
        let status = self.status();
        status
            .read
            .filter(|_| status.finished && status.failure.is_none())
    }

    /// What is read of the text by now, from its beginning.
    pub(super) fn content_by_now(&self) -> Option<Content> {
        self.status().read
    }

    /// Waits until more has been read than `done` bytes, the reading is over or `longest` has passed;
    /// gives what there is now (`None`: the reading is over).
    pub(super) fn wait(&self, done: u64, longest: Duration) -> Option<Progress> {
        let (status, _) = self
            .changed
            .wait_timeout_while(self.status(), longest, |status| {
                !status.finished && status.progress.done <= done
            })
            .unwrap_or_else(PoisonError::into_inner);
        (!status.finished).then_some(status.progress)
    }

    /// Waits for the end of the reading.
    pub(super) fn wait_for_all(&self) {
        let status = self.status();
        drop(self.changed.wait_while(status, |status| !status.finished));
    }

    /// The end that new lines get.
    pub(super) fn line_end(&self) -> LineEnd {
        self.line_end.get().copied().unwrap_or_default()
    }

    /// Whether everything is read and a last line has no line end, as the source's own has none: `is_its_own` says
    /// whether it is that. A mark of the file's end says nothing of the lines before it.
    pub(super) fn is_endless(&self, is_its_own: bool) -> bool {
        let status = self.status();
        status.finished && status.endless && (is_its_own || !status.is_mark)
    }

    fn chunk_of(&self, line: usize) -> Option<&Chunk> {
        let after = self
            .chunks
            .partition_point(|chunk| chunk.first_line <= line);
        self.chunks.get(after.checked_sub(1)?)
    }

    /// Whether lines are read from a file by position: all, or those that memory had no room for.
    pub(super) fn is_stored_apart(&self) -> bool {
        self.chunks.last().is_some_and(Chunk::is_stored_apart)
    }

    /// The lines that are read together with this one, where any are.
    pub(super) fn lines_with(&self, line: usize) -> Range<usize> {
        self.chunk_of(line).map_or(line..line + 1, |chunk| {
            chunk.first_line..chunk.first_line + chunk.lines
        })
    }

    /// Line `line` as written; empty where there is none.
    pub(super) fn line(&self, line: usize) -> Cow<'_, [u8]> {
        let terminator = self.line_end().terminator();
        self.chunk_of(line)
            .and_then(|chunk| chunk.line(line - chunk.first_line, terminator))
            .unwrap_or_default()
    }

    /// Up to `most` lines from `first` on that lie together, with their number (0 where there is none).
    pub(super) fn run(&self, first: usize, most: usize) -> (usize, Cow<'_, [u8]>) {
        let terminator = self.line_end().terminator();
        self.chunk_of(first)
            .and_then(|chunk| chunk.run(first - chunk.first_line, most, terminator))
            .unwrap_or_default()
    }
}
