//! Changes that are not saved, kept in a private file so that a kill or a power cut loses nothing.
//!
//! A journal says how the lines of the suite are made from those of its file: lines that stand in
//! the file by their numbers, all others by their text; and what was being typed. Each record of it
//! tells the whole, whatever the edits were (undone ones are simply not in it), and costs what was
//! changed. Records are put behind one another, and the last one that is whole counts: a kill in the
//! middle of one leaves the one before.
//!
//! The file is known by its text ([`Content`]), whatever its times say, so that a journal outlives
//! `touch` and a copy. While a save is on its way there are two states of the file, and both are told
//! of: whichever is found, nothing that was typed meanwhile is lost, and nothing is offered that was
//! saved.
//!
//! ```text
//! journal = "epdit journal 2" LF { record }
//! record  = length of the body, check of the body (8 bytes each, the lowest first), body
//! body    = name, typed count, { typed }, state count, { state }
//! name    = length, the file's path as text
//! typed   = what (length, text), line + 1 or 0, 1 where it is the line itself, text (length, bytes)
//! state   = base, step count, { step }, entries
//! step    = entries, recipe, sample      a bulk change, told by how it was made: what it was made of, how,
//!                                      and some of what came out, to know that it did again
//! recipe  = word count, { word }, 0 | 1 run count, { run }     lines not chosen and chosen, by turns
//! sample  = length, hash
//! base    = 0 | 1 length hash | 2 length hash, length of the file     the text that the lines are those of:
//!           none, this text, one that begins with this text
//! entries = { kept | text | copy | rest } end
//! kept    = 1 step count         lines of the file; the step is from the line that was next
//! text    = 2 origin length bytes                   origin: 0 for none, or the file's line + 1
//! rest    = 3 line               all lines of the file from this one on
//! copy    = 4 length bytes       a line as another one was: nobody wrote it
//! end     = 0
//! ```
//!
//! Numbers are of 7 bits a byte, the lowest first; the step's sign is its lowest bit.
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

mod file;
mod lookup;
mod read;
mod recover;
mod write;

use std::ffi::OsString;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use super::content::Content;
use super::edit::MadeStep;
use super::snapshot::Snapshot;
use super::{Suite, scan::JobError};

pub use file::JournalFile;
pub(super) use lookup::{FileLines, Lookup};
pub use read::{Journal, JournalChanges};
pub use recover::Recovery;

/// The folder before the name of a suite without a file.
pub const NO_FILE: &str = "(no file)";

const MAGIC: &[u8] = b"epdit journal 2\n";
/// Bytes of a record before its body.
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
    /// The file can't be read.
    #[error("can't read the recovery file: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file is no journal.
    #[error("the recovery file is damaged and was not used")]
    Damaged,
    /// The journal tells of other lines than the file has now.
    #[error("another program has changed the file, and the saved edits no longer fit")]
    Changed,
    /// A bulk change that comes out otherwise than it did.
    #[error("the recovery file tells of a bulk edit that another version of the program made")]
    Other,
    /// The suite is not as it was opened, or not read to its end.
    #[error(transparent)]
    Suite(#[from] JobError),
}

/// The text that the lines of a state are those of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// None: all lines are in the journal.
    None,
    /// This.
    Whole(Content),
    /// One that begins with this, of a file of so many bytes: it was still being read.
    Begins { head: Content, file: u64 },
}

/// A text that was typed and not put into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Its place, in words: `line 12`, `bm of line 12`.
    pub what: String,
    /// The line it belongs to (0-based).
    pub line: Option<usize>,
    /// Whether it is the whole line.
    pub is_line: bool,
    /// The text.
    pub text: Vec<u8>,
}

/// The changes of a suite that its file does not hold: to be written on any thread.
#[derive(Clone, Debug)]
pub struct Unsaved {
    /// The file it is about; of a suite without a file, its name.
    pub path: PathBuf,
    base: Base,
    now: Snapshot,
    /// The state of the file; `None` where there is no file, or nobody knows any more.
    held: Option<Snapshot>,
    /// The state of the file once the save that is on its way is done.
    saving: Option<(Snapshot, Content)>,
    typed: Vec<Typed>,
    /// Bulk changes since the file, oldest first, with the lines before and after each.
    steps: Vec<MadeStep>,
}

impl Unsaved {
    /// Takes note that the file is being replaced by one with the text of `held`.
    pub fn while_saving(&mut self, held: &Snapshot, content: Content) {
        // Once the suite knows of the save, that is what it goes by.
        let is_done = self.base == Base::Whole(content);
        self.saving = (!is_done).then(|| (held.clone(), content));
    }
}

impl Suite {
    /// Returns the name of its journal: its path, or a name that is no file's.
    pub fn journalled_as(&self) -> PathBuf {
        match self.path() {
            Some(path) => path.to_owned(),
            None => Path::new(NO_FILE).join(self.name()),
        }
    }

    /// Returns the changes that are not saved, with the texts that are being typed; `None` where there is nothing of
    /// either. Of a suite without a file every line is, under the suite's name, once it is read.
    pub fn unsaved(&self, typed: Vec<Typed>) -> Option<Unsaved> {
        if !self.is_modified() && typed.is_empty() {
            return None;
        }
        let is_loading = self.loading().is_some();
        // A file that can't be read to its end is known by what was read of it, too.
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
        // Of lines that no file holds all are told, whatever made them.
        let saved = self.history.saved.filter(|_| held.is_some());
        let made = saved.map(|saved| self.history.made_since(saved, self.source_lines));
        Some(Unsaved {
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

/// Returns the path of the journal of a file: a name in `folder` made from the whole path, which should be an
/// absolute one.
pub fn journal_path(folder: &Path, file: &Path) -> PathBuf {
    let mut hasher = FxHasher::default();
    hasher.write(file.as_os_str().as_encoded_bytes());
    let mut name = OsString::from(format!("{:016x}-", hasher.finish()));
    name.push(file.file_name().unwrap_or_default());
    name.push(".journal");
    folder.join(name)
}

#[cfg(test)]
mod tests;
