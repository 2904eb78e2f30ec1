//! Unsaved changes, stored in a private file so that a kill or a power cut loses nothing.
//!
//! A journal describes how the lines of the suite are made from those of its file: unchanged lines by number,
//! all others by text; and the texts being typed. It consists of records, each of them complete, without
//! undone edits, and as large as the changes. The last complete record counts: a kill while one is being
//! written leaves the previous one valid.
//!
//! The file is identified by its text ([`Content`]), not its times, so that a journal survives `touch` and a
//! copy. During a save the journal describes both states of the file: whichever is found, nothing typed
//! meanwhile is lost, and nothing saved is offered again.
//!
//! ```text
//! journal = "epdit journal 2" LF { record }
//! record  = length of the body, hash of the body (8 bytes each, little-endian), body
//! body    = name, typed count, { typed }, state count, { state }
//! name    = length, the file's path as text
//! typed   = place (length, text), line + 1 or 0, 1 if the text is the whole line, text (length, bytes)
//! state   = base, step count, { step }, entries
//! step    = entries, recipe, sample      a bulk change: the lines before it, its recipe, and a sample of the
//!                                      result, to check that applying it again gives the same
//! recipe  = word count, { word }, 0 | 1 run count, { run }     lengths of runs, lines outside the selection first
//! sample  = length, hash
//! base    = 0 | 1 length hash | 2 length hash, length of the file     the text that kept lines refer to:
//!           none, this text, one that begins with this text
//! entries = { kept | text | copy | rest } end
//! kept    = 1 step count         lines of the file; the step is relative to the line after the last kept one
//! text    = 2 origin length bytes                   origin: 0 for none, or the file's line + 1
//! rest    = 3 line               all lines of the file from this one on
//! copy    = 4 length bytes       an unchanged copy of another line
//! end     = 0
//! ```
//!
//! Numbers have 7 bits a byte, lowest first; the lowest bit of a step is its sign.
//!
//! ```
//! use epdit::suite::journal::{Journal, journal_path};
//! use epdit::suite::{Grouping, OpenOptions, Suite};
//! use std::sync::Arc;
//!
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("a.epd");
//! # std::fs::write(&file, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n")?;
//! let mut suite = Suite::open(&file, &OpenOptions::default())?;
//! suite.wait_until_loaded();
//! suite.replace_line(0, b"# gone", Grouping::Step, "edit");
//! let journal = journal_path(folder.path(), &file);
//! if let Some(unsaved) = suite.unsaved(Vec::new()) {
//!     unsaved.write(&journal)?;
//! }
//! drop(suite); // A power cut.
//!
//! let mut suite = Suite::open(&file, &OpenOptions::default())?;
//! suite.wait_until_loaded();
//! let journal = Journal::read(&journal)?.expect("it was written");
//! suite.apply(suite.recovery(&Arc::new(journal))?.make()?)?;
//! assert_eq!(&*suite.line(0), b"# gone\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A journal is written to its file as consecutive records, any of which a kill may interrupt.

mod read;
mod write;

pub use read::{Journal, JournalChanges};
pub(super) use write::{FileLines, Lookup};

use crate::suite::Suite;
use crate::suite::content::{Content, ContentHasher};
use crate::suite::edit::{BulkChange, Rebuild, RebuildStep, sample_of};
use crate::suite::platform::{new_private_file, rename};
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{Draft, LineRef};
use crate::suite::tree::{Piece, Tree};
use read::Entry;
use rustc_hash::FxHasher;
use std::ffi::OsString;
use std::fs::File;
use std::hash::Hasher;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder in front of the name of a suite without a file.
pub const NO_FILE: &str = "(no file)";

const MAGIC: &[u8] = b"epdit journal 2\n";
/// The length of a record's header in bytes.
const HEAD: usize = 16;
const END: u64 = 0;
const KEPT: u64 = 1;
const TEXT: u64 = 2;
const REST: u64 = 3;
const COPY: u64 = 4;

/// The reason why edits can't be recovered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecoverError {
    #[error("can't read the recovery file: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file is not a journal.
    #[error("the recovery file is damaged and was not used")]
    Damaged,
    /// The journal refers to other lines than the file now has.
    #[error("another program has changed the file, and the saved edits no longer fit")]
    Changed,
    /// A bulk change has another result than before.
    #[error("the recovery file has a bulk edit made by another version of the program")]
    Other,
    /// The suite was edited since it was opened, or is not fully read.
    #[error(transparent)]
    Suite(#[from] JobError),
}

/// The text to which the lines of a state refer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// No text: all lines are in the journal.
    None,
    /// The whole of this text.
    Whole(Content),
    /// A text that begins with `head`, in a file of `file` bytes that was still being read.
    Begins { head: Content, file: u64 },
}

/// A text that was typed but not yet put into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingText {
    /// The place in words: `line 12`, `bm of line 12`.
    pub what: String,
    /// The line that is being edited (0-based).
    pub line: Option<usize>,
    /// Whether the text is the whole line.
    pub is_line: bool,
    pub text: Vec<u8>,
}

/// The unsaved changes of a suite, which can be written on any thread.
#[derive(Clone, Debug)]
pub struct UnsavedChanges {
    /// The path of the file; the name of a suite without a file.
    pub path: PathBuf,
    base: Base,
    now: Snapshot,
    /// The state of the file; `None` if there is no file, or its state is unknown.
    held: Option<Snapshot>,
    /// The state of the file after the save in progress.
    saving: Option<(Snapshot, Content)>,
    typed: Vec<PendingText>,
    /// The bulk changes since the state of the file, oldest first, with the lines before and after each.
    steps: Vec<RebuildStep>,
}

impl UnsavedChanges {
    /// Records that the file is being replaced by one with the text of `held`.
    pub fn while_saving(&mut self, held: &Snapshot, content: Content) {
        // Once the suite has recorded the save, `base` is the saved state.
        let is_done = self.base == Base::Whole(content);
        self.saving = (!is_done).then(|| (held.clone(), content));
    }
}

impl Suite {
    /// Returns the path under which the journal is stored: the suite's path, or one that no file has.
    pub fn journalled_as(&self) -> PathBuf {
        match self.path() {
            Some(path) => path.to_owned(),
            None => Path::new(NO_FILE).join(self.name()),
        }
    }

    /// Returns the unsaved changes and the texts being typed; `None` if there are none. All lines of a suite
    /// without a file are included, once it is read.
    pub fn unsaved(&self, typed: Vec<PendingText>) -> Option<UnsavedChanges> {
        if !self.is_modified() && typed.is_empty() {
            return None;
        }
        let is_loading = self.loading().is_some();
        // A file that can't be fully read is also identified by the part that was read.
        let is_part = is_loading || self.now.source.content().is_none();
        let (path, base, held) = match self.save_target() {
            None if is_loading => return None,
            None => (self.journalled_as(), Base::None, None),
            Some(target) => {
                let begins = || {
                    let head = self.now.source.content_by_now().filter(|_| is_part)?;
                    let file = self.on_disk.len()?;
                    Some(Base::Begins { head, file })
                };
                match target.content.map(Base::Whole).or_else(begins) {
                    Some(base) => (target.path, base, target.held),
                    None if is_loading => return None,
                    None => (target.path, Base::None, None),
                }
            }
        };
        // Without a known state of the file, all lines are stored in full, and recipes are of no use.
        let saved = self.history.saved.filter(|_| held.is_some());
        let made = saved.map(|saved| self.history.made_since(saved, self.source_lines));
        Some(UnsavedChanges {
            steps: made.unwrap_or_default(),
            path,
            base,
            now: self.snapshot(),
            held,
            saving: None,
            typed,
        })
    }
}

/// Returns the path of a file's journal in `folder`: a name made from the whole path, which should be absolute.
pub fn journal_path(folder: &Path, file: &Path) -> PathBuf {
    let mut hasher = FxHasher::default();
    hasher.write(file.as_os_str().as_encoded_bytes());
    let mut name = OsString::from(format!("{:016x}-", hasher.finish()));
    name.push(file.file_name().unwrap_or_default());
    name.push(".journal");
    folder.join(name)
}

/// The size in bytes of obsolete records that is always allowed before the file is rewritten.
const ROOM: u64 = 1 << 20;

/// A journal being written.
#[derive(Debug)]
pub struct JournalFile {
    pub path: PathBuf,
    /// The file, and the offset of its next record.
    open: Option<(File, u64)>,
    /// The length of the last record.
    last: u64,
}

impl JournalFile {
    /// Returns a journal at `path` without records. The first record replaces an existing file.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            open: None,
            last: 0,
        }
    }

    /// Appends a record. It survives the end of the program and, once [`Self::file`] is synced, of the system.
    ///
    /// # Errors
    /// Writing fails, or lines can no longer be read. The previous record stays valid.
    pub fn write(&mut self, unsaved: &UnsavedChanges) -> io::Result<()> {
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

    /// Begins the file with a record. An existing file stays until the new one is complete.
    fn begin(&mut self, unsaved: &UnsavedChanges) -> io::Result<()> {
        let fresh = self.path.with_added_extension("new");
        let _ = std::fs::remove_file(&fresh);
        let file = new_private_file(&fresh)?;
        let start = MAGIC.len() as u64;
        let written = || {
            (&file).write_all(MAGIC)?;
            let len = append(&file, start, unsaved)?;
            rename(&fresh, &self.path).map(|()| len)
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

impl UnsavedChanges {
    /// Writes a journal at `journal` with only this record.
    ///
    /// # Errors
    /// Writing fails, or lines can no longer be read.
    pub fn write(&self, journal: &Path) -> io::Result<()> {
        JournalFile::new(journal.to_owned()).write(self)
    }
}

/// Writes a record at `end`, and returns its length. The header is written last, when the record is complete.
fn append(mut file: &File, end: u64, unsaved: &UnsavedChanges) -> io::Result<u64> {
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

struct Body<'f> {
    out: BufWriter<&'f File>,
    hasher: ContentHasher,
}

impl Body<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.add(bytes);
        self.out.write_all(bytes)
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(10);
        write::push_number(&mut bytes, number);
        self.bytes(&bytes)
    }

    fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.bytes(text)
    }
}

/// The number of new lines that are stored together.
const BLOCK: usize = 4096;

impl Suite {
    /// Prepares the recovery of a journal's edits on any thread, as one change that can be undone. Call it
    /// when the suite is fully read and not yet edited.
    ///
    /// # Errors
    /// The file is not that of the journal ([`Journal::fits`]), or the suite was edited since it was opened.
    pub fn recovery(&self, journal: &Arc<Journal>) -> Result<Recovery, RecoverError> {
        if self.loading().is_some() {
            return Err(JobError::StillLoading.into());
        }
        let Some(journal) = journal.of(self).filter(|_| !self.is_modified()) else {
            return Err(RecoverError::Changed);
        };
        Ok(Recovery {
            snapshot: self.snapshot(),
            journal,
        })
    }
}

/// The edits of a journal, with the suite to which they apply.
#[derive(Clone, Debug)]
pub struct Recovery {
    snapshot: Snapshot,
    journal: Journal,
}

impl Recovery {
    /// Prepares the edits as one change.
    ///
    /// # Errors
    /// The edits refer to lines that the file lacks, or a bulk change has another result than before.
    pub fn make(&self) -> Result<BulkChange, RecoverError> {
        let mut base = self.snapshot.clone();
        let mut steps = Vec::new();
        for step in self.journal.steps() {
            let mut made = JournalRebuild::over(&base);
            step.each(|entry| made.add(entry))
                .ok_or(RecoverError::Changed)?;
            let tree = made.tree();
            let before = Snapshot { tree, ..base };
            base = step.recipe.make(&before)?.applied_to(&before);
            if sample_of(&base) != step.sample {
                return Err(RecoverError::Other);
            }
            steps.push(RebuildStep {
                before: before.tree,
                recorded: step.recipe.recorded().into(),
                after: base.tree.clone(),
            });
        }
        let mut made = JournalRebuild::over(&base);
        self.journal
            .each(|entry| made.add(entry))
            .ok_or(RecoverError::Changed)?;
        let tree = made.tree();
        // Edits that only move lines are changes, too.
        let changed = match self.journal.changes_nothing(self.snapshot.line_count()) {
            true => 0,
            false => self.journal.changed_lines().max(1),
        };
        Ok(BulkChange {
            // Keeps later journals of this suite short.
            made: match steps.is_empty() {
                true => Rebuild::Lines,
                false => Rebuild::InSteps(steps.into()),
            },
            ..BulkChange::new(&self.snapshot, "recover unsaved changes", tree, 0, changed)
        })
    }
}

struct JournalRebuild<'a> {
    base: &'a Snapshot,
    pieces: Vec<Piece>,
    draft: Draft,
}

impl<'a> JournalRebuild<'a> {
    fn over(base: &'a Snapshot) -> Self {
        Self {
            base,
            pieces: Vec::new(),
            draft: Draft::default(),
        }
    }

    fn tree(mut self) -> Tree {
        self.flush();
        self.pieces.into_iter().collect()
    }

    fn add(&mut self, entry: Entry<'_>) -> Option<()> {
        let Entry::Text {
            origin,
            is_copy,
            bytes,
        } = entry
        else {
            let lines = entry.kept(self.base.line_count())?;
            self.flush();
            self.pieces.extend(self.base.tree.pieces(lines));
            return Some(());
        };
        let origin = match (origin, is_copy) {
            (Some(line), _) => self.base.origin_of(line),
            (None, true) => LineRef::COPIED,
            (None, false) => LineRef::NONE,
        };
        self.draft.push(bytes, origin);
        if self.draft.len() >= BLOCK {
            self.flush();
        }
        Some(())
    }

    fn flush(&mut self) {
        if self.draft.len() > 0 {
            let new = self.base.texts.keep(std::mem::take(&mut self.draft));
            self.pieces.push(Piece::text(new));
        }
    }
}

#[cfg(test)]
mod tests;
