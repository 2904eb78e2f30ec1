//! Bytes stored as long as the suite is open, in memory or in a file; and an append-only table that can be
//! read without a lock while one thread adds to it.
//!
//! Items of the table never move, so they can be borrowed as long as the table exists: a line can be in use
//! while its file is still being read.

use crate::suite::content::{Content, ContentHasher};
use crate::suite::platform::{PrivateFile, private_file, read_full_at, write_at};
use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The size in bytes of a window of a file, which one access reads at most.
const WINDOW: usize = 64 << 10;
const WINDOWS: usize = 4;

const CUT_SHORT: &str = "another program truncated the file";
const CHANGED: &str = "another program changed the file";

pub(super) enum ByteStore {
    Memory(Box<[u8]>),
    /// At `offset` of a file.
    Disk {
        disk: Arc<Disk>,
        offset: u64,
        len: usize,
    },
}

impl ByteStore {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Memory(bytes) => bytes.len(),
            Self::Disk { len, .. } => *len,
        }
    }

    /// Returns the bytes of `range`; `None` if they can't be read, for which the disk then has the reason.
    pub(super) fn get(&self, range: Range<usize>) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Memory(bytes) => bytes.get(range).map(Cow::Borrowed),
            Self::Disk { disk, offset, len } => {
                if range.start > range.end || range.end > *len {
                    return None;
                }
                disk.read(offset + range.start as u64, range.len())
                    .map(Cow::Owned)
            }
        }
    }
}

/// A file that is read by position. It is never mapped: if another program truncates it, the result is an
/// error and not a signal. The hash of each block of a user's file is stored at the first reading, so that
/// bytes that another program has written since are never returned.
pub(super) struct Disk {
    file: File,
    /// Whether nobody else can change the file.
    private: bool,
    /// The content of each block; empty for a private file.
    blocks: AppendOnly<Content>,
    /// The hasher of the block that is being read for the first time.
    open: Mutex<ContentHasher>,
    windows: Mutex<Vec<(u64, Arc<[u8]>)>>,
    trouble: OnceLock<String>,
    #[cfg(test)]
    blocks_read: std::sync::atomic::AtomicUsize,
}

impl Disk {
    /// Returns a user's file; pass its bytes to [`Self::note`] when they are first read.
    pub(super) fn of(file: File) -> Self {
        Self {
            file,
            private: false,
            blocks: AppendOnly::default(),
            open: Mutex::default(),
            windows: Mutex::default(),
            trouble: OnceLock::new(),
            #[cfg(test)]
            blocks_read: Default::default(),
        }
    }

    #[cfg(test)]
    pub(super) fn blocks_read(&self) -> usize {
        self.blocks_read.load(std::sync::atomic::Ordering::Relaxed)
    }

    pub(super) fn private(file: File) -> Self {
        Self {
            private: true,
            ..Self::of(file)
        }
    }

    /// Records the next bytes of the first reading; an empty slice marks the end.
    pub(super) fn note(&self, mut bytes: &[u8]) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let is_end = bytes.is_empty();
        loop {
            let filled = open.content().len as usize;
            let (head, rest) = bytes.split_at((WINDOW - filled).min(bytes.len()));
            open.add(head);
            let block = open.content();
            if block.len == WINDOW as u64 || is_end && block.len > 0 {
                self.blocks.push_with(|_| block);
                *open = ContentHasher::default();
            }
            if rest.is_empty() {
                return;
            }
            bytes = rest;
        }
    }

    /// Returns the reason why bytes could not be read, or may have changed.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }

    /// Reads `len` bytes at `offset`; if they can't be read, returns `None` and sets `trouble`.
    fn read(&self, offset: u64, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        let read = match len > WINDOW {
            true => fill(&mut bytes, offset, |start| self.block(start)),
            false => fill(&mut bytes, offset, |start| self.window(start)),
        };
        match read {
            Ok(()) => Some(bytes),
            Err(error) => {
                let reason = match error.kind() {
                    io::ErrorKind::UnexpectedEof => CUT_SHORT.to_owned(),
                    io::ErrorKind::InvalidData => CHANGED.to_owned(),
                    _ => format!("the file can no longer be read: {error}"),
                };
                self.trouble.get_or_init(|| reason);
                None
            }
        }
    }

    /// Reads the block at `start` (shorter at the end of the file), and checks that it is unchanged.
    fn block(&self, start: u64) -> io::Result<Vec<u8>> {
        #[cfg(test)]
        self.blocks_read
            .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let known = self.blocks.get((start / WINDOW as u64) as usize);
        let mut bytes = vec![0; known.map_or(WINDOW, |known| known.len as usize)];
        let len = read_full_at(&self.file, &mut bytes, start)?;
        bytes.truncate(len);
        match known {
            Some(known) if (len as u64) < known.len => Err(io::ErrorKind::UnexpectedEof.into()),
            Some(known) if Content::of(&bytes) != *known => Err(io::ErrorKind::InvalidData.into()),
            _ => Ok(bytes),
        }
    }

    /// Returns the window at `start`, shorter at the end of the file.
    fn window(&self, start: u64) -> io::Result<Arc<[u8]>> {
        let lock = || self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut windows = lock();
            if let Some(at) = windows.iter().position(|(at, _)| *at == start) {
                // The most recently used window is last.
                let found = windows.remove(at);
                let bytes = found.1.clone();
                windows.push(found);
                return Ok(bytes);
            }
        }
        let bytes: Arc<[u8]> = self.block(start)?.into();
        // The content of a block is unknown until its first reading ends.
        let is_sure = self.private || self.blocks.get((start / WINDOW as u64) as usize).is_some();
        // An incomplete window is not cached, because private files grow.
        if bytes.len() == WINDOW && is_sure {
            let mut windows = lock();
            if windows.len() >= WINDOWS {
                windows.remove(0);
            }
            windows.push((start, bytes.clone()));
        }
        Ok(bytes)
    }

    /// Returns whether `byte` occurs in the file, and whether `other` occurs before it or in the same mebibyte.
    pub(super) fn has_byte(&self, byte: u8, other: u8) -> io::Result<(bool, bool)> {
        let mut buffer = vec![0; 1 << 20];
        let (mut at, mut has_other) = (0, false);
        loop {
            let count = read_full_at(&self.file, &mut buffer, at)?;
            let here = buffer.get(..count).unwrap_or_default();
            has_other |= memchr::memchr(other, here).is_some();
            if count == 0 || memchr::memchr(byte, here).is_some() {
                return Ok((count > 0, has_other));
            }
            at += count as u64;
        }
    }
}

/// Fills `bytes` from `offset` on with blocks, which `block` returns by their start.
fn fill<B: AsRef<[u8]>>(
    bytes: &mut [u8],
    offset: u64,
    block: impl Fn(u64) -> io::Result<B>,
) -> io::Result<()> {
    let mut done = 0;
    while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
        let at = offset + done as u64;
        let from = at % WINDOW as u64;
        let block = block(at - from)?;
        let there = block.as_ref().get(from as usize..).unwrap_or_default();
        let count = there.len().min(rest.len());
        match (rest.get_mut(..count), there.get(..count)) {
            (Some(rest), Some(there)) if count > 0 => rest.copy_from_slice(there),
            // No bytes mean the end of the file.
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        done += count;
    }
    Ok(())
}

/// A private file, created on first use, for data that exceeds the memory limit.
#[derive(Default)]
pub(super) struct Spool {
    /// The file, and the offset of its next bytes.
    file: Mutex<Option<(Arc<Disk>, u64)>>,
}

impl Spool {
    /// Appends bytes to the file.
    pub(super) fn store(&self, bytes: &[u8]) -> io::Result<ByteStore> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (disk, offset) = match file.take() {
            Some(there) => there,
            None => (Arc::new(Disk::private(private_file()?.into_file())), 0),
        };
        let written = write_at(&disk.file, bytes, offset).map_err(PrivateFile::unwritten);
        let count = if written.is_ok() { bytes.len() } else { 0 };
        let end = offset + count as u64;
        *file = Some((disk.clone(), end));
        written.map(|()| ByteStore::Disk {
            disk,
            offset,
            len: bytes.len(),
        })
    }

    /// Returns the reason if the file can't be read.
    pub(super) fn trouble(&self) -> Option<String> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (disk, _) = file.as_ref()?;
        disk.trouble().map(str::to_owned)
    }
}

/// The number of items in the first segment; each further segment has twice as many.
const FIRST: usize = 64;
/// The number of segments: enough for 64 · 2^33 items.
const SEGMENTS: usize = 34;

type Segment<T> = Box<[OnceLock<T>]>;

pub(super) struct AppendOnly<T> {
    segments: [OnceLock<Segment<T>>; SEGMENTS],
    len: AtomicUsize,
    adding: Mutex<()>,
}

impl<T> Default for AppendOnly<T> {
    fn default() -> Self {
        Self {
            segments: std::array::from_fn(|_| OnceLock::new()),
            len: AtomicUsize::new(0),
            adding: Mutex::new(()),
        }
    }
}

/// Returns the segment of an item, and the index in the segment.
fn place(index: usize) -> (usize, usize) {
    let nth = index / FIRST + 1;
    let segment = nth.ilog2() as usize;
    (segment, index - FIRST * ((1 << segment) - 1))
}

impl<T> AppendOnly<T> {
    /// Returns the number of items that can be read.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Acquire)
    }

    pub(super) fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len() {
            return None;
        }
        let (segment, at) = place(index);
        self.segments.get(segment)?.get()?.get(at)?.get()
    }

    /// Adds an item made from the last one.
    pub(super) fn push_with(&self, make: impl FnOnce(Option<&T>) -> T) {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let len = self.len();
        let last = len.checked_sub(1).and_then(|at| self.get(at));
        let item = make(last);
        let (segment, at) = place(len);
        let Some(segment_cell) = self.segments.get(segment) else {
            return;
        };
        let places =
            segment_cell.get_or_init(|| (0..FIRST << segment).map(|_| OnceLock::new()).collect());
        if let Some(cell) = places.get(at) {
            let _ = cell.set(item);
            self.len.store(len + 1, Ordering::Release);
        }
    }

    pub(super) fn last(&self) -> Option<&T> {
        self.len().checked_sub(1).and_then(|at| self.get(at))
    }

    /// Returns the number of leading items for which `holds` is true; they must come before all others.
    pub(super) fn partition_point(&self, holds: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle) {
                Some(item) if holds(item) => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spool_returns_its_texts_unchanged() {
        let spool = Spool::default();
        let parts: Vec<Vec<u8>> = (0..40u8)
            .map(|n| vec![n; 5000 + 1000 * usize::from(n)])
            .collect();
        let stored: Vec<ByteStore> = parts
            .iter()
            .map(|part| spool.store(part).unwrap())
            .collect();
        for (part, stored) in parts.iter().zip(&stored) {
            assert_eq!(stored.len(), part.len());
            assert_eq!(stored.get(0..part.len()).as_deref(), Some(part.as_slice()));
            assert_eq!(stored.get(4990..5000).as_deref(), part.get(4990..5000));
            assert!(stored.get(0..part.len() + 1).is_none());
        }
        assert_eq!(spool.trouble(), None);
    }

    /// Returns a user's file that was read once, and all of its bytes.
    fn read_once(bytes: &[u8]) -> (tempfile::NamedTempFile, Arc<Disk>, ByteStore) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let disk = Arc::new(Disk::of(File::open(file.path()).unwrap()));
        for part in bytes.chunks(30_000) {
            disk.note(part);
        }
        disk.note(b"");
        let stored = ByteStore::Disk {
            disk: disk.clone(),
            offset: 0,
            len: bytes.len(),
        };
        (file, disk, stored)
    }

    #[test]
    fn a_truncated_file_returns_nothing_and_has_a_reason() {
        let (file, disk, stored) = read_once(&vec![b'x'; 200_000]);
        assert_eq!(stored.get(199_000..199_003).as_deref(), Some(&b"xxx"[..]));
        assert_eq!(disk.trouble(), None);
        file.as_file().set_len(100_000).unwrap();
        assert!(stored.get(150_000..150_010).is_none());
        assert!(
            disk.trouble().unwrap().contains("truncated"),
            "{:?}",
            disk.trouble()
        );
    }

    #[test]
    fn bytes_appended_by_other_programs_are_ignored() {
        let bytes: Vec<u8> = (0..200_000u32).map(|n| (n / 7) as u8).collect();
        let (file, disk, stored) = read_once(&bytes);
        write_at(file.as_file(), &[b'y'; 100_000], 200_000).unwrap();
        assert_eq!(stored.get(0..200_000).as_deref(), Some(bytes.as_slice()));
        assert_eq!(
            stored.get(199_990..200_000).as_deref(),
            bytes.get(199_990..)
        );
        assert_eq!(disk.trouble(), None);
    }

    #[test]
    fn bytes_changed_by_other_programs_are_never_returned() {
        let bytes: Vec<u8> = (0..400_000u32).map(|n| (n / 7) as u8).collect();
        let (file, disk, stored) = read_once(&bytes);
        let time = file.as_file().metadata().unwrap().modified().unwrap();
        write_at(file.as_file(), b"?", 150_000).unwrap();
        file.as_file().set_modified(time).unwrap();
        assert_eq!(stored.get(0..100_000).as_deref(), bytes.get(0..100_000));
        assert_eq!(
            stored.get(300_000..300_010).as_deref(),
            bytes.get(300_000..300_010)
        );
        assert_eq!(disk.trouble(), None);
        assert!(stored.get(149_000..149_010).is_none());
        assert!(stored.get(0..400_000).is_none());
        assert_eq!(disk.trouble(), Some("another program changed the file"));
    }
}

#[cfg(test)]
mod append_only_tests {
    use super::*;

    #[test]
    fn items_keep_their_place_across_segments() {
        let list = AppendOnly::default();
        for n in 0..10_000usize {
            list.push_with(|last| {
                assert_eq!(last.copied(), n.checked_sub(1));
                n
            });
        }
        assert_eq!(list.len(), 10_000);
        for n in 0..10_000 {
            assert_eq!(list.get(n), Some(&n));
        }
        assert_eq!(list.get(10_000), None);
        assert_eq!(list.partition_point(|&item| item < 777), 777);
    }

    #[test]
    fn readers_see_whole_items_while_another_thread_adds() {
        let list = AppendOnly::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for n in 0..5_000usize {
                    list.push_with(|_| vec![n; 3]);
                }
            });
            let mut seen = 0;
            while seen < 5_000 {
                seen = list.len();
                if let Some(at) = seen.checked_sub(1) {
                    assert_eq!(list.get(at), Some(&vec![at; 3]));
                }
            }
        });
    }
}
