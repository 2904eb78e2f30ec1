//! Why a save was not made.

use std::io;
use std::path::PathBuf;

use super::file::FileState;
use crate::suite::platform::words::explain;
use crate::suite::writing::LockError;

/// Why a save was not made. The old file is as it was, in every case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Another program has changed the file since it was read.
    #[error("another program has changed {} since it was read", .path.display())]
    Conflict {
        /// The file.
        path: PathBuf,
    },
    /// A new file was to be made, and there is one.
    #[error("{} already exists", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
        /// What is there, as far as that is known.
        there: FileState,
        /// Whether it may not be written.
        is_protected: bool,
    },
    /// What was read is not the whole file.
    #[error("not saved, because the file is not fully loaded: {reason}")]
    Incomplete {
        /// Why not.
        reason: String,
    },
    /// The target is a folder, a device or the like.
    #[error("{} is {what}, not a regular file", .path.display())]
    NotAFile {
        /// The target.
        path: PathBuf,
        /// `a folder`, `a device`.
        what: &'static str,
    },
    /// The folder of the target is not there.
    #[error("the folder {} does not exist; create it, or save under another name", .folder.display())]
    MissingFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The file may not be written.
    #[error("{} is write-protected ({}); save under another name", .path.display(), explain(.error))]
    Protected {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// No file can be made in the folder, which a safe save needs.
    #[error(
        "can't create a file in {} ({}), which a safe save needs; save under another name",
        .folder.display(), explain(.error)
    )]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The target can't be looked at.
    #[error("can't read {}: {}", .path.display(), explain(.error))]
    Look {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Writing failed half way: a full disk, for one.
    #[error("can't write {}: {}; the file is unchanged", .path.display(), explain(.error))]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The same, and there was no file before.
    #[error("can't write {}: {}; no file was made", .path.display(), explain(.error))]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file has other names (hard links), which a new file in its place would not have.
    #[error(
        "{} has {} names (hard links); write it in place to keep them together, or replace it under this \
         name alone", .path.display(), .names
    )]
    Linked {
        /// The file.
        path: PathBuf,
        /// How many it has.
        names: u64,
    },
    /// A file was written in place, that failed, and its old text could not be put back.
    #[error(
        "can't write {}: {}; the file may be damaged, and its old text is in {}",
        .path.display(), explain(.error), .copy.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where its old text is.
        copy: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The copy of the old text that was asked for can't be made.
    #[error(
        "can't make the backup {}: {}; {} is unchanged",
        .copy.display(), explain(.error), .path.display()
    )]
    Backup {
        /// The file.
        path: PathBuf,
        /// Where the copy was to be.
        copy: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is writing the file.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// It was asked to stop.
    #[error("save cancelled; the file is unchanged")]
    Cancelled,
}
