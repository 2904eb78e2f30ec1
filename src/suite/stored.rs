//! Bytes kept for as long as the suite is open: in memory, or at a place of a file.

use std::borrow::Cow;
use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use super::platform::{read_at, spool_folder, write_at};

/// Bytes of a window kept from a file: what one reading costs at most.
const WINDOW: usize = 64 << 10;
/// Windows kept.
const WINDOWS: usize = 4;

const CUT_SHORT: &str = "another program truncated the file";

/// Bytes that never change, wherever they are.
pub(super) enum Stored {
    /// In memory.
    Memory(Box<[u8]>),
    /// At `offset` of a file.
    Disk {
        /// The file.
        disk: Arc<Disk>,
        /// Of the first byte.
        offset: u64,
        /// How many there are.
        len: usize,
    },
}

impl Stored {
    /// How many bytes there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Memory(bytes) => bytes.len(),
            Self::Disk { len, .. } => *len,
        }
    }

    /// The bytes of `range`; `None` where they can't be read (the disk then knows why).
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

/// A file that is read by position. It is never mapped: a file cut short by another program gives
/// an error, not a signal.
pub(super) struct Disk {
    file: File,
    /// Length and time when it was opened; `None` for a private file that nobody else can change.
    opened: Option<(u64, Option<SystemTime>)>,
    windows: Mutex<Vec<(u64, Arc<[u8]>)>>,
    trouble: OnceLock<String>,
}

impl Disk {
    /// A file of the user's.
    pub(super) fn of_file(file: File, metadata: &Metadata) -> Self {
        Self {
            opened: Some((metadata.len(), metadata.modified().ok())),
            ..Self::private(file)
        }
    }

    /// A file of our own.
    pub(super) fn private(file: File) -> Self {
        Self {
            file,
            opened: None,
            windows: Mutex::default(),
            trouble: OnceLock::new(),
        }
    }

    /// Why something could not be read, or may not be what it was.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }

    /// `len` bytes at `offset`; `None`, and trouble, where they can't be read.
    fn read(&self, offset: u64, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        let read = if len > WINDOW {
            self.read_all(&mut bytes, offset)
        } else {
            self.read_through_windows(&mut bytes, offset)
        };
        match read {
            Ok(()) => Some(bytes),
            Err(error) => {
                let reason = match error.kind() {
                    io::ErrorKind::UnexpectedEof => CUT_SHORT.to_owned(),
                    _ => format!("the file can no longer be read: {error}"),
                };
                self.trouble.get_or_init(|| reason);
                None
            }
        }
    }

    /// Reads from the file itself, and looks whether it is still the one that was opened.
    fn read_all(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let mut done = 0;
        while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
            match read_at(&self.file, rest, offset + done as u64) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => done += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.look_again()
    }

    /// Whether the file is still the one that was opened.
    fn look_again(&self) -> io::Result<()> {
        let Some((len, modified)) = self.opened else {
            return Ok(());
        };
        let now = self.file.metadata()?;
        if now.len() < len {
            self.trouble.get_or_init(|| CUT_SHORT.to_owned());
        } else if (now.len(), now.modified().ok()) != (len, modified) {
            self.trouble
                .get_or_init(|| "another program changed the file".to_owned());
        }
        Ok(())
    }

    fn read_through_windows(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let mut done = 0;
        while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
            let at = offset + done as u64;
            let start = at / WINDOW as u64 * WINDOW as u64;
            let window = self.window(start)?;
            let from = (at - start) as usize;
            let there = window.get(from..).unwrap_or_default();
            let count = there.len().min(rest.len());
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let (Some(to), Some(from)) = (rest.get_mut(..count), there.get(..count)) {
                to.copy_from_slice(from);
            }
            done += count;
        }
        Ok(())
    }

    /// The window at `start`, shorter at the file's end.
    fn window(&self, start: u64) -> io::Result<Arc<[u8]>> {
        let lock = || self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut windows = lock();
            if let Some(at) = windows.iter().position(|(at, _)| *at == start) {
                // The last used one stands last.
                let found = windows.remove(at);
                let bytes = found.1.clone();
                windows.push(found);
                return Ok(bytes);
            }
        }
        let mut bytes = vec![0; WINDOW];
        let mut len = 0;
        while let Some(rest) = bytes.get_mut(len..).filter(|rest| !rest.is_empty()) {
            match read_at(&self.file, rest, start + len as u64) {
                Ok(0) => break,
                Ok(count) => len += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.look_again()?;
        bytes.truncate(len);
        let bytes: Arc<[u8]> = bytes.into();
        // A window that is not whole may grow (our own files do): it is not kept.
        if len == WINDOW {
            let mut windows = lock();
            if windows.len() >= WINDOWS {
                windows.remove(0);
            }
            windows.push((start, bytes.clone()));
        }
        Ok(bytes)
    }

    /// Whether `byte` occurs in the file, and whether `other` does before that.
    pub(super) fn has_byte(&self, byte: u8, other: u8) -> io::Result<(bool, bool)> {
        let mut buffer = vec![0; 1 << 20];
        let (mut at, mut met) = (0, false);
        loop {
            let count = match read_at(&self.file, &mut buffer, at) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                count => count?,
            };
            let here = buffer.get(..count).unwrap_or_default();
            met |= memchr::memchr(other, here).is_some();
            if count == 0 || memchr::memchr(byte, here).is_some() {
                return Ok((count > 0, met));
            }
            at += count as u64;
        }
    }
}

/// A private file without a name, made when first needed, that holds what memory should not hold.
#[derive(Default)]
pub(super) struct Spool {
    /// The file, and where its next bytes go.
    file: Mutex<Option<(Arc<Disk>, u64)>>,
}

impl Spool {
    /// Puts bytes into the file.
    pub(super) fn store(&self, bytes: &[u8]) -> io::Result<Stored> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (disk, offset) = match file.take() {
            Some(there) => there,
            None => (
                Arc::new(Disk::private(tempfile::tempfile_in(spool_folder())?)),
                0,
            ),
        };
        let written = write_at(&disk.file, bytes, offset);
        let end = if written.is_ok() {
            offset + bytes.len() as u64
        } else {
            offset
        };
        *file = Some((disk.clone(), end));
        written.map(|()| Stored::Disk {
            disk,
            offset,
            len: bytes.len(),
        })
    }

    /// What went wrong with the file.
    pub(super) fn trouble(&self) -> Option<String> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.as_ref()
            .and_then(|(disk, _)| disk.trouble().map(str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spool_gives_back_what_it_took() {
        let spool = Spool::default();
        let parts: Vec<Vec<u8>> = (0..40u8)
            .map(|n| vec![n; 5000 + 1000 * usize::from(n)])
            .collect();
        let stored: Vec<Stored> = parts
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

    #[test]
    fn a_file_cut_short_gives_nothing_and_says_so() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), vec![b'x'; 200_000]).unwrap();
        let opened = File::open(file.path()).unwrap();
        let disk = Arc::new(Disk::of_file(opened, &file.as_file().metadata().unwrap()));
        let stored = Stored::Disk {
            disk: disk.clone(),
            offset: 0,
            len: 200_000,
        };
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
    fn a_file_written_to_by_others_is_noticed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), vec![b'x'; 200_000]).unwrap();
        let opened = File::open(file.path()).unwrap();
        let disk = Disk::of_file(opened, &file.as_file().metadata().unwrap());
        file.as_file().set_len(300_000).unwrap();
        assert!(disk.read(0, 10).is_some());
        assert!(
            disk.trouble().unwrap().contains("changed"),
            "{:?}",
            disk.trouble()
        );
    }
}
