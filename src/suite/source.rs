//! The bytes from which a suite was read, and the index of their lines.
//!
//! The source is split at line ends into chunks of about a mebibyte, so that every line is in one chunk. A
//! chunk stores the number of its first line and, for every [`BLOCK`] bytes, the number of line ends before.
//! Finding a line costs a binary search and reading one block; the index of a gibibyte is one mebibyte.

use crate::epd::{LineKind, Skim};
use crate::suite::compress::{Most, is_beyond};
use crate::suite::content::{Content, ContentHasher};
use crate::suite::lines::{Chunks, LineEnd};
use crate::suite::progress::Progress;
use crate::suite::stored::{AppendOnly, ByteStore, Disk, Spool};
use memchr::{memchr, memchr_iter};
use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The bytes of a suite and the index of its lines.
#[derive(Default)]
pub(super) struct Source {
    chunks: AppendOnly<Chunk>,
    /// The line end of the file; set once, before the first chunk.
    line_end: OnceLock<LineEnd>,
    status: Mutex<Status>,
    changed: Condvar,
    /// The file from which lines that are not in memory are read by position.
    disk: OnceLock<Arc<Disk>>,
    /// The bytes that exceed the memory limit and can't be read by position from the file.
    spool: Spool,
    /// The largest number of bytes of text in memory.
    pub(super) memory_limit: u64,
    /// The limit on the unpacked size of a compressed file.
    pub(super) unpacked: Most,
}

#[derive(Clone, Debug, Default)]
struct Status {
    progress: Progress,
    finished: bool,
    endless: bool,
    /// Whether this last line is Ctrl-Z alone, the DOS mark for the end of a file.
    is_mark: bool,
    /// The content of the text read so far.
    read: Option<Content>,
    failure: Option<String>,
    /// Whether reading stopped at the limit for compressed files.
    is_beyond: bool,
}

impl Source {
    /// Returns an empty source with at most `memory_limit` bytes in memory.
    pub(super) fn holding(memory_limit: u64, unpacked: Most) -> Self {
        Self {
            memory_limit,
            unpacked,
            ..Self::default()
        }
    }

    /// Returns true if reading stopped at the limit for compressed files.
    pub(super) fn is_beyond(&self) -> bool {
        self.status().is_beyond
    }

    #[cfg(test)]
    pub(super) fn is_by_position(&self) -> bool {
        self.disk.get().is_some()
    }

    #[cfg(test)]
    pub(super) fn blocks_read(&self) -> usize {
        self.disk.get().map_or(0, |disk| disk.blocks_read())
    }

    fn status(&self) -> std::sync::MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of lines read so far.
    pub(super) fn line_count(&self) -> usize {
        self.chunks
            .last()
            .map_or(0, |chunk| chunk.first_line + chunk.lines)
    }

    /// Returns the progress of reading; `None` when it has ended.
    pub(super) fn loading(&self) -> Option<Progress> {
        let status = self.status();
        (!status.finished).then_some(status.progress)
    }

    /// Returns the reason why reading stopped early, or why text read by position may have changed.
    pub(super) fn trouble(&self) -> Option<String> {
        let failure = self.status().failure.clone();
        failure.or_else(|| self.spoilt())
    }

    /// Returns the reason why lines that were read can't be read again, or may have changed.
    pub(super) fn spoilt(&self) -> Option<String> {
        let disk = self
            .disk
            .get()
            .and_then(|disk| disk.trouble().map(str::to_owned));
        disk.or_else(|| self.spool.trouble())
    }

    /// Returns the content of the whole text; `None` while it is being read, or after an error.
    pub(super) fn content(&self) -> Option<Content> {
        let status = self.status();
        status
            .read
            .filter(|_| status.finished && status.failure.is_none())
    }

    /// Returns the content of the text read so far.
    pub(super) fn content_by_now(&self) -> Option<Content> {
        self.status().read
    }

    /// Waits until more than `done` bytes are read, reading has ended or `longest` has passed. Returns the
    /// progress; `None` when reading has ended.
    pub(super) fn wait(&self, done: u64, longest: Duration) -> Option<Progress> {
        let (status, _) = self
            .changed
            .wait_timeout_while(self.status(), longest, |status| {
                !status.finished && status.progress.done <= done
            })
            .unwrap_or_else(PoisonError::into_inner);
        (!status.finished).then_some(status.progress)
    }

    /// Waits until reading has ended.
    pub(super) fn wait_for_all(&self) {
        let status = self.status();
        drop(self.changed.wait_while(status, |status| !status.finished));
    }

    pub(super) fn line_end(&self) -> LineEnd {
        self.line_end.get().copied().unwrap_or_default()
    }

    /// Returns true if the text was completely read and its last line has no line end. `is_source_line` is true if
    /// the last line of the suite is that of the source; a lone DOS end mark counts only then.
    pub(super) fn is_endless(&self, is_source_line: bool) -> bool {
        let status = self.status();
        status.finished && status.endless && (is_source_line || !status.is_mark)
    }

    fn chunk_of(&self, line: usize) -> Option<&Chunk> {
        let after = self
            .chunks
            .partition_point(|chunk| chunk.first_line <= line);
        self.chunks.get(after.checked_sub(1)?)
    }

    /// Returns true if lines are read from a file by position, because they exceed the memory limit.
    pub(super) fn is_stored_apart(&self) -> bool {
        self.chunks.last().is_some_and(Chunk::is_stored_apart)
    }

    /// Returns the lines in the same chunk as this one.
    pub(super) fn lines_with(&self, line: usize) -> Range<usize> {
        self.chunk_of(line).map_or(line..line + 1, |chunk| {
            chunk.first_line..chunk.first_line + chunk.lines
        })
    }

    /// Returns a line as written; empty if it does not exist.
    pub(super) fn line(&self, line: usize) -> Cow<'_, [u8]> {
        let terminator = self.line_end().terminator();
        self.chunk_of(line)
            .and_then(|chunk| chunk.line(line - chunk.first_line, terminator))
            .unwrap_or_default()
    }

    /// Returns up to `most` consecutive lines from `first` on that are in one chunk, and their number (0 if
    /// there are none).
    pub(super) fn run(&self, first: usize, most: usize) -> (usize, Cow<'_, [u8]>) {
        let terminator = self.line_end().terminator();
        self.chunk_of(first)
            .and_then(|chunk| chunk.run(first - chunk.first_line, most, terminator))
            .unwrap_or_default()
    }
}

/// The number of bytes between two entries of the index.
const BLOCK: usize = 4096;

/// A range of whole lines with a sparse index.
struct Chunk {
    /// The number of the first line in the source (0-based).
    pub first_line: usize,
    pub lines: usize,
    bytes: ByteStore,
    /// The number of line ends before each block.
    before: Box<[u32]>,
}

/// The lines and index of a chunk's bytes.
struct Index {
    lines: usize,
    before: Box<[u32]>,
}

impl Chunk {
    /// Computes the index of a chunk's bytes.
    fn index(bytes: &[u8], terminator: u8) -> Index {
        let mut ends = 0;
        let before = bytes
            .chunks(BLOCK)
            .map(|block| {
                let here = ends;
                ends += memchr_iter(terminator, block).count();
                // A chunk of 4 Gi lines would have at least 4 GiB.
                u32::try_from(here).unwrap_or(u32::MAX)
            })
            .collect();
        let rest = bytes.last().is_some_and(|&last| last != terminator);
        Index {
            lines: ends + usize::from(rest),
            before,
        }
    }

    /// Returns the chunk after `last`. It consists of whole lines; only the last line of a source may lack its end.
    fn new(last: Option<&Self>, bytes: ByteStore, index: Index) -> Self {
        let first_line = last.map_or(0, |last| last.first_line + last.lines);
        Self {
            first_line,
            lines: index.lines,
            bytes,
            before: index.before,
        }
    }

    fn is_stored_apart(&self) -> bool {
        matches!(self.bytes, ByteStore::Disk { .. })
    }

    /// Returns the offset of line `line` of the chunk; for the line after the last, the chunk's length.
    fn start(&self, line: usize, terminator: u8) -> Option<usize> {
        if line == 0 {
            return Some(0);
        }
        if line >= self.lines {
            return (line == self.lines).then_some(self.bytes.len());
        }
        // The block with the end of the previous line.
        let block = self
            .before
            .partition_point(|&ends| (ends as usize) < line)
            .checked_sub(1)?;
        let nth = line - 1 - *self.before.get(block)? as usize;
        let from = block * BLOCK;
        let bytes = self.bytes.get(from..(from + BLOCK).min(self.bytes.len()))?;
        let at = memchr_iter(terminator, &bytes).nth(nth)?;
        Some(from + at + 1)
    }

    fn line(&self, line: usize, terminator: u8) -> Option<Cow<'_, [u8]>> {
        if line >= self.lines {
            return None;
        }
        let start = self.start(line, terminator)?;
        // Most lines are shorter than a block; for a longer one, larger and larger parts are searched.
        let mut most = BLOCK;
        loop {
            let end = start.saturating_add(most).min(self.bytes.len());
            let bytes = self.bytes.get(start..end)?;
            match memchr(terminator, &bytes) {
                Some(at) => return Some(shortened(bytes, at + 1)),
                None if end == self.bytes.len() => return Some(bytes),
                None => most = most.saturating_mul(4),
            }
        }
    }

    /// Returns up to `most` lines from `first` on, and their number.
    fn run(&self, first: usize, most: usize, terminator: u8) -> Option<(usize, Cow<'_, [u8]>)> {
        let lines = most.min(self.lines.checked_sub(first)?);
        let range = self.start(first, terminator)?..self.start(first + lines, terminator)?;
        Some((lines, self.bytes.get(range)?))
    }
}

fn shortened(bytes: Cow<'_, [u8]>, len: usize) -> Cow<'_, [u8]> {
    match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(bytes.get(..len).unwrap_or(bytes)),
        Cow::Owned(mut bytes) => {
            bytes.truncate(len);
            Cow::Owned(bytes)
        }
    }
}

pub(super) enum Keep {
    /// In memory, up to this number of bytes; the remainder is written to a private file.
    Memory(u64),
    /// In the file from which they are read.
    File(Arc<Disk>),
}

/// Reads `reader` to its end into `source`; `total` is the length if known. Stops early when `stop` is set. A
/// failure is recorded in the source, and the text read before remains.
pub(super) fn load_source(
    source: &Source,
    reader: &mut dyn Read,
    total: Option<u64>,
    keep: &Keep,
    stop: &AtomicBool,
) {
    source.status().progress.total = total;
    let failure = read(source, reader, keep, stop).err();
    let mut status = source.status();
    status.is_beyond = failure.as_ref().is_some_and(is_beyond);
    status.failure = failure.map(|error| error.to_string());
    status.finished = true;
    source.changed.notify_all();
}

fn read(source: &Source, reader: &mut dyn Read, keep: &Keep, stop: &AtomicBool) -> io::Result<()> {
    if let Keep::File(disk) = keep {
        source.disk.get_or_init(|| disk.clone());
    }
    let mut chunks = match keep {
        Keep::Memory(_) => Chunks::new(reader),
        // The file is too large to be in memory until an LF is found.
        Keep::File(disk) => {
            let (lf, cr) = disk.has_byte(b'\n', b'\r')?;
            Chunks::with_terminator(reader, if cr && !lf { b'\r' } else { b'\n' })
        }
    };
    let mut offset = 0;
    let mut hasher = ContentHasher::default();
    source.status().read = Some(hasher.content());
    while let Some(bytes) = chunks.next_chunk()? {
        if stop.load(Ordering::Relaxed) {
            return Err(io::Error::new(
                io::ErrorKind::Interrupted,
                "reading was cancelled",
            ));
        }
        if let Some(end) = chunks.line_end() {
            source.line_end.get_or_init(|| end);
        }
        let len = bytes.len();
        hasher.add(&bytes);
        if let Keep::File(disk) = keep {
            disk.note(&bytes);
        }
        add(source, bytes, keep, offset, hasher.content())?;
        offset += len as u64;
    }
    if let Keep::File(disk) = keep {
        disk.note(b"");
    }
    Ok(())
}

fn add(source: &Source, bytes: Vec<u8>, keep: &Keep, offset: u64, read: Content) -> io::Result<()> {
    let terminator = source.line_end().terminator();
    let len = bytes.len();
    let endless = bytes.last().is_some_and(|&last| last != terminator);
    let start = memchr::memrchr(terminator, &bytes).map_or(0, |at| at + 1);
    let last = bytes.get(start..).unwrap_or_default();
    let is_mark = Skim::kind_of(last) == LineKind::Blank && last.contains(&0x1A);
    let index = Chunk::index(&bytes, terminator);
    let stored = match keep {
        Keep::File(disk) => ByteStore::Disk {
            disk: disk.clone(),
            offset,
            len,
        },
        Keep::Memory(limit) if offset + len as u64 > *limit => source.spool.store(&bytes)?,
        Keep::Memory(_) => ByteStore::Memory(bytes.into_boxed_slice()),
    };
    source
        .chunks
        .push_with(|last| Chunk::new(last, stored, index));
    let mut status = source.status();
    status.progress.done += len as u64;
    status.read = Some(read);
    // Only the last chunk of a source can end this way.
    (status.endless, status.is_mark) = (endless, is_mark);
    source.changed.notify_all();
    Ok(())
}
