//! The file of a journal: records put behind one another, whichever of them a kill interrupts.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{HEAD, MAGIC, Unsaved};
use crate::suite::content::ContentHasher;
use crate::suite::platform::new_private_file;

/// Bytes of records that count no more, beside the one that does, before the file is written anew.
const ROOM: u64 = 1 << 20;

/// A journal that is being written.
#[derive(Debug)]
pub struct JournalFile {
    /// Where it is.
    pub path: PathBuf,
    /// The file, and where its next record goes.
    open: Option<(File, u64)>,
    /// Bytes of the last record.
    last: u64,
}

impl JournalFile {
    /// A journal at `path`, of which nothing is written yet. What is there is replaced by the first
    /// record.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            open: None,
            last: 0,
        }
    }

    /// Writes a record: when this comes back it outlives the program, and with what [`Self::file`]
    /// gives synced, the system too.
    ///
    /// # Errors
    /// Those of writing, and lines that can't be read any more. The record before still counts.
    pub fn write(&mut self, unsaved: &Unsaved) -> io::Result<()> {
        let is_full = |end: u64| end > ROOM + 4 * self.last;
        match self.open.take() {
            Some((file, end)) if !is_full(end) => {
                let written = append(&file, end, unsaved);
                if written.is_err() {
                    // Half a record would only be in the way of the next.
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

    /// Begins the file with a record. Where one is there already it stays until the new one is whole.
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

    /// The file, to be synced on another thread.
    pub fn file(&self) -> Option<File> {
        let (file, _) = self.open.as_ref()?;
        file.try_clone().ok()
    }
}

impl Unsaved {
    /// Writes a journal at `journal` that holds this alone.
    ///
    /// # Errors
    /// Those of writing, and lines that can't be read any more.
    pub fn write(&self, journal: &Path) -> io::Result<()> {
        JournalFile::new(journal.to_owned()).write(self)
    }
}

/// Writes a record at `end`, and gives its length. It has no length of its own until it is whole.
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

/// The body of a record on its way to the file.
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

    /// A text and its length.
    pub(super) fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.bytes(text)
    }
}
