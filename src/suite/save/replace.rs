//! Putting a new file in an old one's place, whole or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::file::FileState;
use crate::suite::open::explain;
use crate::suite::platform::{permit_as_any_new_file, take_after};

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
    /// It was asked to stop.
    #[error("save cancelled; the file is unchanged")]
    Cancelled,
}

/// Writes a file anew: `fill` writes into a temporary file in the same folder, which then takes the
/// old one's place in one step, with its permissions (and its owner, where that is allowed). Links
/// are followed to the file itself. With `expected`, anything else at the path is a conflict. Gives
/// the new file's state.
///
/// # Errors
/// Whatever goes wrong, the old file is as it was, and no temporary file is left.
pub fn replace_file(
    path: &Path,
    expected: Option<&FileState>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<FileState, SaveError> {
    let look = |error| SaveError::Look {
        path: path.to_owned(),
        error,
    };
    let target = follow(path).map_err(look)?;
    let old = match fs::metadata(&target) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(look(error)),
    };
    if let Some(old) = &old {
        may_be_replaced(&target, old)?;
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(SaveError::MissingFolder {
            folder: folder.to_owned(),
        });
    }
    let temporary = new_file(folder, &target).map_err(|error| SaveError::Folder {
        folder: folder.to_owned(),
        error,
    })?;
    let write = |error| SaveError::Write {
        path: path.to_owned(),
        error,
    };
    let mut out = BufWriter::with_capacity(1 << 18, temporary.as_file());
    fill(&mut out).and_then(|()| out.flush()).map_err(write)?;
    drop(out);
    if let Some(old) = &old {
        take_after(temporary.as_file(), old).map_err(write)?;
    }
    temporary.as_file().sync_all().map_err(write)?;
    if let Some(expected) = expected
        && FileState::of(&target).map_err(look)? != *expected
    {
        return Err(SaveError::Conflict {
            path: path.to_owned(),
        });
    }
    // For a new file, nothing that came there meanwhile is replaced.
    let file = match expected {
        Some(FileState::Missing) => temporary.persist_noclobber(&target),
        _ => temporary.persist(&target),
    }
    .map_err(|failed| match failed.error.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists {
            path: path.to_owned(),
        },
        _ => write(failed.error),
    })?;
    // The name is in the folder; a folder that can't be synced (some network file systems) is no failure.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    file.metadata()
        .map(|metadata| FileState::from_metadata(&metadata))
        .map_err(look)
}

/// The file itself, behind links; also one that is not there yet.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => {
                target = match target.parent() {
                    // An absolute link takes the whole path's place.
                    Some(folder) => folder.join(next),
                    None => next,
                };
            }
            // Not a link, or nothing at all.
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// As many as Linux follows.
const MOST_LINKS: usize = 40;

fn may_be_replaced(path: &Path, old: &Metadata) -> Result<(), SaveError> {
    let not_a_file = |what| SaveError::NotAFile {
        path: path.to_owned(),
        what,
    };
    if old.is_dir() {
        return Err(not_a_file("a folder"));
    }
    if !old.is_file() {
        return Err(not_a_file("a device or other special file"));
    }
    // A rename does not ask the file itself; whoever protected it meant it.
    match OpenOptions::new().write(true).open(path) {
        Ok(_) => Ok(()),
        Err(error) => Err(SaveError::Protected {
            path: path.to_owned(),
            error,
        }),
    }
}

fn new_file(folder: &Path, target: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".saving");
    permit_as_any_new_file(&mut builder);
    match builder.tempfile_in(folder) {
        // A name so long that nothing can be added.
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            builder.prefix(".epdit.").tempfile_in(folder)
        }
        other => other,
    }
}
