//! The file of a journal: consecutive records, any of which a kill may interrupt.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{HEAD, MAGIC, Unsaved};
use crate::suite::content::ContentHasher;
use crate::suite::platform::new_private_file;

/// The number of bytes of obsolete records after which the file is rewritten.
const ROOM: u64 = 1 << 20;

/// A journal being written.
#[derive(Debug)]
pub struct JournalFile {
    /// The path.
    pub path: PathBuf,
    /// The file, and the offset of its next record.
    open: Option<(File, u64)>,
    /// The length of the last record.
    last: u64,
}

impl JournalFile {
    /// Returns a journal at `path`, of which nothing is written yet. The first record replaces an existing file.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            open: None,
            last: 0,
        }
    }

    /// Writes a record, which then survives the end of the program and, once [`Self::file`] is synced, of the system.
    ///
    /// # Errors
    /// Writing fails, or lines can no longer be read. The record before still counts.
    pub fn write(&mut self, unsaved: &Unsaved) -> io::Result<()> {
        let is_full = |end: u64| end > ROOM + 4 * self.last;
        match self.open.take() {
            Some((file, end)) if !is_full(end) => {
                let written = append(&file, end, unsaved);
                if written.is_err() {
                    // Half a record would obstruct the next one.
                    let _ = file.set_len(end);
                }
                self.last = written.as_ref().copied().unwrap_or(self.last);
                let end = end + written.as_ref().copied().unwrap_or(0);
                self.open = Some((file, end));
                written.map(drop)
            }
            _ => self.begin(unsaved),
        }
    }

    /// Starts the file with a record. An existing file stays until the new one is complete.
    fn begin(&mut self, unsaved: &Unsaved) -> io::Result<()> {
        let fresh = self.path.with_added_extension("new");
        let _ = std::fs::remove_file(&fresh);
        let file = new_private_file(&fresh)?;
        let start = MAGIC.len() as u64;
        let written = || {
            (&file).write_all(MAGIC)?;
            let len = append(&file, start, unsaved)?;
            std::fs::rename(&fresh, &self.path).map(|()| len)
        };
        let len = written().inspect_err(|_| drop(std::fs::remove_file(&fresh)))?;
        (self.open, self.last) = (Some((file, start + len)), len);
        Ok(())
    }

    /// Returns the file, to be synced on another thread.
    pub fn file(&self) -> Option<File> {
        let (file, _) = self.open.as_ref()?;
        file.try_clone().ok()
    }
}

impl Unsaved {
    /// Writes a journal at `journal` with only this record.
    ///
    /// # Errors
    /// Writing fails, or lines can no longer be read.
    pub fn write(&self, journal: &Path) -> io::Result<()> {
        JournalFile::new(journal.to_owned()).write(self)
    }
}

/// Writes a record at `end`, and returns its length. The length is stored last, when the record is complete.
fn append(mut file: &File, end: u64, unsaved: &Unsaved) -> io::Result<u64> {
    file.seek(SeekFrom::Start(end))?;
    file.write_all(&[0; HEAD])?;
    let mut body = Body {
        out: BufWriter::with_capacity(1 << 16, file),
        hasher: ContentHasher::default(),
    };
    unsaved.fill(&mut body)?;
    body.out.flush()?;
    let content = body.hasher.content();
    let mut head = content.len.to_le_bytes().to_vec();
    head.extend_from_slice(&content.hash.to_le_bytes());
    file.seek(SeekFrom::Start(end))?;
    file.write_all(&head)?;
    Ok(content.len + HEAD as u64)
}

/// A writer for the body of a record.
pub(super) struct Body<'f> {
    out: BufWriter<&'f File>,
    hasher: ContentHasher,
}

impl Body<'_> {
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.add(bytes);
        self.out.write_all(bytes)
    }

    pub(super) fn number(&mut self, number: u64) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(10);
        super::write::push_number(&mut bytes, number);
        self.bytes(&bytes)
    }

    /// Writes a text after its length.
    pub(super) fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.bytes(text)
    }
}
