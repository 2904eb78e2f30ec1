//! The errors of a save.

use super::file::FileState;
use crate::suite::platform::explain;
use crate::suite::writing::LockError;
use std::io;
use std::path::PathBuf;

/// An error of a save. The old file is unchanged, except for [`Self::Damaged`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Another program has changed the file since it was read.
    #[error("another program has changed {} since it was read", .path.display())]
    Conflict {
        /// The target of the save.
        path: PathBuf,
    },
    /// The save was to create a new file, but the path exists.
    #[error("{} already exists", .path.display())]
    Exists {
        path: PathBuf,
        /// The state of the existing file, as far as it is known.
        there: FileState,
        /// Whether that file is write-protected.
        is_protected: bool,
    },
    /// The file was not read to its end.
    #[error("not saved, because the file is not fully loaded: {reason}")]
    Incomplete {
        /// The reason, in words.
        reason: String,
    },
    /// The target is a folder, a device or another special file.
    #[error("{} is {what}, not a regular file", .path.display())]
    NotAFile {
        path: PathBuf,
        /// The kind of target: `a folder`, `a device`.
        what: &'static str,
    },
    /// The folder of the target does not exist.
    #[error("the folder {} does not exist; create it, or save under another name", .folder.display())]
    MissingFolder {
        /// The folder of the target.
        folder: PathBuf,
    },
    /// The file is write-protected.
    #[error("{} is write-protected ({}); save under another name", .path.display(), explain(.error))]
    Protected {
        /// The target of the save.
        path: PathBuf,
        error: io::Error,
    },
    /// The folder takes no new file, which a safe save needs.
    #[error(
        "can't create a file in {} ({}), which a safe save needs; save under another name",
        .folder.display(), explain(.error)
    )]
    Folder {
        /// The folder of the target.
        folder: PathBuf,
        error: io::Error,
    },
    /// The metadata of the target can't be read.
    #[error("can't read {}: {}", .path.display(), explain(.error))]
    Look {
        /// The target of the save.
        path: PathBuf,
        error: io::Error,
    },
    /// Writing failed half way, for example because the disk is full.
    #[error("can't write {}: {}; the file is unchanged", .path.display(), explain(.error))]
    Write {
        /// The target of the save.
        path: PathBuf,
        error: io::Error,
    },
    /// Writing a file that did not exist before failed half way.
    #[error("can't write {}: {}; no file was made", .path.display(), explain(.error))]
    Create {
        /// The target of the save.
        path: PathBuf,
        error: io::Error,
    },
    /// The file has other names (hard links), which a replacement would not have.
    #[error(
        "{} has {} names (hard links); write it in place to keep them together, or replace it under this \
         name alone", .path.display(), .names
    )]
    Linked {
        path: PathBuf,
        /// The number of names.
        names: u64,
    },
    /// Writing in place failed, and the old text could not be restored.
    #[error(
        "can't write {}: {}; the file may be damaged, and its old text is in {}",
        .path.display(), explain(.error), .copy.display()
    )]
    Damaged {
        path: PathBuf,
        /// The copy that holds the old text.
        copy: PathBuf,
        error: io::Error,
    },
    /// The requested backup of the old text can't be made.
    #[error(
        "can't make the backup {}: {}; {} is unchanged",
        .copy.display(), explain(.error), .path.display()
    )]
    Backup {
        path: PathBuf,
        /// The path of the backup.
        copy: PathBuf,
        error: io::Error,
    },
    /// Another process is writing the file.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// The job was cancelled.
    #[error("save cancelled; the file is unchanged")]
    Cancelled,
}
