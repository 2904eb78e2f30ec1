//! What is not saved, kept in a private file so that a kill or a power cut loses nothing.
//!
//! A journal says how the lines of the suite are made from those of its file: lines that stand in
//! the file by their numbers, all others by their text. It is written whole or not at all, whatever
//! the edits were (undone ones, too, are simply not in it), and costs what was changed: a sort of
//! five million records some bytes a record, anything typed its own length.
//!
//! ```text
//! journal = "epdit journal 1" LF name stamp { kept | text } end check
//! name    = length, the file's path as text
//! stamp   = 0 | 1 length seconds nanoseconds        of the file that the lines are those of
//! kept    = 1 step count         lines of the file; the step is from the line that was next
//! text    = 2 origin length bytes                   origin: 0 for none, or the file's line + 1
//! end     = 0
//! check   = 8 bytes: FNV-1a of all before
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
//! if let Some(unsaved) = suite.unsaved() {
//!     unsaved.write(&journal)?;
//! }
//! drop(suite); // A power cut.
//!
//! let mut suite = Suite::open(&file, &OpenOptions::default())?;
//! suite.wait_until_loaded();
//! let journal = Journal::read(&journal)?.expect("it was written");
//! suite.apply(suite.recover(&Arc::new(journal))?)?;
//! assert_eq!(&*suite.line(0), b"# gone\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use std::ffi::OsString;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use super::save::FileState;
use super::snapshot::Snapshot;
use super::{Suite, scan::JobError};

pub use read::{Journal, JournalChanges, Recovery};
pub(super) use write::{Found, Held};

/// What stands before the name of a suite without a file, in place of a folder.
pub const NO_FILE: &str = "(no file)";

const MAGIC: &[u8] = b"epdit journal 1\n";
const END: u64 = 0;
const KEPT: u64 = 1;
const TEXT: u64 = 2;

/// Why edits can't be recovered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecoverError {
    /// It can't be read.
    #[error("can't read the recovery file: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It is not what a journal is.
    #[error("the recovery file is damaged and was not used")]
    Damaged,
    /// It tells of other lines than the file has now.
    #[error("another program has changed the file, and the saved edits no longer fit")]
    Changed,
    /// The suite is not as it was opened, or not read to its end.
    #[error(transparent)]
    Suite(#[from] JobError),
}

/// What a suite holds that its file does not: to be written on any thread.
#[derive(Clone, Debug)]
pub struct Unsaved {
    path: PathBuf,
    on_disk: FileState,
    now: Snapshot,
    /// What the file holds; `None` where there is no file, or nobody knows any more.
    held: Option<Snapshot>,
}

impl Unsaved {
    /// The file it is about; of a suite without a file, its name.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Suite {
    /// What its journal goes by: its path, or a name that is no file's.
    pub fn journalled_as(&self) -> PathBuf {
        match self.path() {
            Some(path) => path.to_owned(),
            None => Path::new(NO_FILE).join(self.name()),
        }
    }

    /// What is not saved; `None` where nothing is, and while the suite is being read. Of a suite
    /// without a file every line is, under the suite's name.
    pub fn unsaved(&self) -> Option<Unsaved> {
        if !self.is_modified() || self.loading().is_some() {
            return None;
        }
        let target = self.save_target();
        let (path, held) = match target {
            Some(target) => (target.path, target.held),
            None => (self.journalled_as(), None),
        };
        Some(Unsaved {
            path,
            on_disk: self.on_disk.clone(),
            now: self.snapshot(),
            held,
        })
    }
}

/// Where the journal of a file is: a name in `folder` made from the whole path, which should be an
/// absolute one.
pub fn journal_path(folder: &Path, file: &Path) -> PathBuf {
    let mut hasher = FxHasher::default();
    hasher.write(file.as_os_str().as_encoded_bytes());
    let mut name = OsString::from(format!("{:016x}-", hasher.finish()));
    name.push(file.file_name().unwrap_or_default());
    name.push(".journal");
    folder.join(name)
}

/// FNV-1a.
fn check(bytes: &[u8], start: u64) -> u64 {
    bytes.iter().fold(start, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

const CHECK_START: u64 = 0xcbf2_9ce4_8422_2325;

#[cfg(test)]
mod tests;
