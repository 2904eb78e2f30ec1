//! Saving: a snapshot is written exactly as shown, completely or not at all. Only one epdit process writes a
//! file at a time ([`FileLock`]).
//!
//! A save has four steps: [`make_canonical`] prepares an undoable change (optional), the suite applies it,
//! [`write()`] writes a snapshot on any thread, and [`Suite::mark_saved`](super::Suite::mark_saved) records
//! the save. The old file is unchanged until the last step of [`write()`], a rename; also if a step fails.
//!
//! ```
//! use epdit::epd::CanonicalOptions;
//! use epdit::suite::save::{SavePolicy, SaveTarget, make_canonical, write};
//! use epdit::suite::{Job, Suite};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("new.epd");
//! let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - id pawn.1; bm e2e4;\n";
//! let mut suite = Suite::from_bytes("sample.epd", text.to_vec());
//! let options = CanonicalOptions::default();
//! let canonical = make_canonical(&suite.snapshot(), SavePolicy::All, &options, &Job::new())?;
//! suite.apply(canonical.change)?;
//! let target = SaveTarget::new_file(path.clone());
//! let saved = write(&suite.snapshot(), &target, &Job::new(), &|_| {})?;
//! suite.mark_saved(saved);
//! assert!(!suite.is_modified());
//! let text = std::fs::read_to_string(path)?;
//! assert_eq!(text, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn.1\";\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Writing in place first copies the old text of the file. If the process is killed, the file may be half
//! written, and the copy is left with the old text ([`copies_left`]).

mod canonical;
mod file;
mod replace;

pub use crate::suite::writing::{FileLock, LockError, end_of_process};
pub use canonical::{CanonicalCounts, Difference, MadeCanonical, differences, make_canonical};
pub use file::{FileState, WholeLines, write_whole_lines};
pub use replace::{Replace, ReplaceFallback, WriteMethod};

use crate::suite::archive::on_disk;
use crate::suite::compress::{Compression, pack};
use crate::suite::content::{Content, ContentHasher};
use crate::suite::history::RevisionId;
use crate::suite::platform::{LockAttempt, explain, spool_folder, try_lock};
use crate::suite::progress::Job;
use crate::suite::snapshot::{SavedLines, Snapshot};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The records that a save makes canonical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SavePolicy {
    /// All records that can be canonical.
    #[default]
    All,
    /// The edited and the new records.
    Edited,
}

/// The target of a save, and its expected state.
#[derive(Clone, Debug)]
pub struct SaveTarget {
    /// The file; links are followed.
    pub path: PathBuf,
    /// The expected state: any other is a conflict. With `None` the file is replaced in any state.
    pub expected: Option<FileState>,
    pub compression: Compression,
    /// The action if a new file can't simply replace the old one.
    pub otherwise: ReplaceFallback,
    /// Whether to keep the old text next to the file, as `NAME~`.
    pub backup: bool,
    /// The state of the file when it was last read or saved.
    pub(super) held: Option<Snapshot>,
    /// The text of the file at that time.
    pub(super) content: Option<Content>,
}

impl SaveTarget {
    /// Returns a target that may not exist yet; its suffix determines the compression.
    pub fn new_file(path: PathBuf) -> Self {
        Self {
            compression: Compression::of_name(&path),
            path,
            expected: Some(FileState::Missing),
            otherwise: ReplaceFallback::default(),
            backup: false,
            held: None,
            content: None,
        }
    }

    /// Accepts the current state of the file, which resolves a conflict.
    #[must_use]
    pub fn over(self) -> Self {
        Self {
            expected: None,
            held: None,
            content: None,
            ..self
        }
    }

    /// Compares the file at the path with the expected state. The text is read if the times or length have
    /// changed: other times, permissions or compression alone are not a conflict.
    ///
    /// # Errors
    /// The metadata of the file can't be read.
    pub fn look(&self) -> io::Result<TargetFile> {
        let now = FileState::of(&self.path)?;
        let Some(expected) = &self.expected else {
            return Ok(TargetFile::AsExpected(now));
        };
        Ok(match (expected, &now) {
            (_, FileState::Missing) if *expected != now => TargetFile::Gone,
            _ if *expected == now && !(expected.is_young() && self.content.is_some()) => {
                TargetFile::AsExpected(now)
            }
            (FileState::There(_), FileState::There(_)) if self.holds_the_same(&now) => {
                TargetFile::AsExpected(now)
            }
            _ => TargetFile::Changed(now),
        })
    }

    /// Returns true if the text of the file is unchanged: other times alone are not a conflict.
    fn holds_the_same(&self, now: &FileState) -> bool {
        let is_packed = self.compression != Compression::None;
        match self.content {
            // A file of another length is not read.
            Some(content) if !is_packed && now.len() != Some(content.len) => false,
            // Reading one byte more shows whether the file has become longer.
            Some(content) => Content::of_head(&self.path, content.len.saturating_add(1))
                .is_ok_and(|now| now == content),
            None => false,
        }
    }
}

/// The file found at the path of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TargetFile {
    /// The expected file.
    AsExpected(FileState),
    /// No file: the expected one was removed or renamed.
    Gone,
    /// Another file, or the file with another text.
    Changed(FileState),
}

/// A completed save.
#[derive(Clone, Debug)]
pub struct CompletedSave {
    pub path: PathBuf,
    /// The revision that the file now has.
    pub revision: RevisionId,
    /// The length of the text in bytes.
    pub bytes: u64,
    /// The number of lines written.
    pub lines: usize,
    /// The way the file was written; `None` if it already had this revision.
    pub written: Option<WriteMethod>,
    pub(super) file: FileState,
    pub(super) content: Option<Content>,
    pub(super) compression: Compression,
    pub(super) held: Option<Arc<SavedLines>>,
}

/// The longest wait for another process that is writing the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Writes a snapshot: locks the file, checks for a conflict, writes a temporary file in the same folder, and
/// renames it over the old one. Writes nothing if the file already has this revision. `tell` is called with
/// the new content before the rename. Progress is in lines.
///
/// # Errors
/// See [`SaveError`]; the old file is unchanged then.
pub fn write(
    snapshot: &Snapshot,
    target: &SaveTarget,
    job: &Job,
    tell: &dyn Fn(Content),
) -> Result<CompletedSave, SaveError> {
    if let Some(reason) = snapshot.unreadable() {
        return Err(SaveError::Incomplete { reason });
    }
    replace::must_be_a_file(&target.path)?;
    let _lock = lock_of(&target.path, job)?;
    let looked = target.look().map_err(|error| SaveError::Look {
        path: target.path.clone(),
        error,
    })?;
    let now = match looked {
        TargetFile::AsExpected(now) => now,
        TargetFile::Gone | TargetFile::Changed(FileState::Missing) => FileState::Missing,
        TargetFile::Changed(_) if target.expected == Some(FileState::Missing) => {
            return Err(replace::exists(&target.path));
        }
        TargetFile::Changed(_) => {
            return Err(SaveError::Conflict {
                path: target.path.clone(),
            });
        }
    };
    let saved = |file, bytes, content, written, held| CompletedSave {
        path: target.path.clone(),
        revision: snapshot.revision(),
        bytes,
        lines: snapshot.line_count(),
        written,
        file,
        content,
        compression: target.compression,
        held,
    };
    let held = target.held.as_ref().map(Snapshot::revision);
    if held == Some(snapshot.revision()) && now != FileState::Missing {
        return Ok(saved(now, 0, target.content, None, None));
    }
    let mut content = Content::of(b"");
    let place = place_on_disk(&target.path)?;
    let mut replace = Replace::new(&place, Some(&now), target.otherwise);
    replace.backup = target.backup;
    let made = replace.write(|out| {
        pack(out, &target.path, target.compression, |out| {
            content = write_lines(snapshot, out, job)?;
            Ok(())
        })?;
        tell(content);
        Ok(())
    });
    let (file, written) = made.map_err(|error| failed(error, job))?;
    let lines = Some(Arc::new(SavedLines::of(&snapshot.tree)));
    Ok(saved(
        file,
        content.len,
        Some(content),
        Some(written),
        lines,
    ))
}

/// Returns the path of the file to be replaced: for a member, its archive.
fn place_on_disk(path: &Path) -> Result<Cow<'_, Path>, SaveError> {
    on_disk(path).map_err(|error| SaveError::Look {
        path: path.to_owned(),
        error,
    })
}

/// Returns the error, or the cancellation of the job if that was the cause.
fn failed(error: SaveError, job: &Job) -> SaveError {
    match job.is_cancelled() {
        true => SaveError::Cancelled,
        false => error,
    }
}

/// Locks the file; waits for another process that is writing it, until the job is cancelled.
fn lock_of(path: &Path, job: &Job) -> Result<FileLock, SaveError> {
    FileLock::of(path, PATIENCE, |_| !job.is_cancelled()).map_err(|error| match error {
        LockError::Stopped { .. } => SaveError::Cancelled,
        LockError::Unreadable { path, error } => SaveError::Look { path, error },
        busy => busy.into(),
    })
}

/// Writes all lines; returns their content.
fn write_lines(snapshot: &Snapshot, out: &mut dyn Write, job: &Job) -> io::Result<Content> {
    let all = snapshot.line_count();
    job.begin(all as u64);
    let (mut hasher, mut lines) = (ContentHasher::default(), 0);
    for run in snapshot.runs(0..all) {
        if job.is_cancelled() {
            return Err(io::Error::from(io::ErrorKind::Interrupted));
        }
        out.write_all(&run.bytes)?;
        hasher.add(&run.bytes);
        lines += run.lines;
        job.advance(run.lines as u64);
    }
    if lines != all {
        return Err(io::Error::other("lines can no longer be read"));
    }
    // Text that is read by position while another program writes the file may differ from the text shown.
    match snapshot.trouble() {
        Some(reason) => Err(io::Error::other(reason)),
        None => Ok(hasher.content()),
    }
}

/// The number of names to try for a copy.
const TRIES: u32 = 1000;
/// The number of copies of a file to look for.
const LOOKED_FOR: u32 = 9;

/// Returns the path of the `nth` copy of the text of `target`: `a.epd.before-saving-1`. In the shared
/// temporary folder the name also has a hash of the file's full path.
fn place_of(target: &Path, folder: &Path, nth: u32) -> PathBuf {
    let mut name = OsString::from(target.file_name().unwrap_or_default());
    if folder == spool_folder() {
        let whole = dunce::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let mut hasher = rustc_hash::FxHasher::default();
        whole.hash(&mut hasher);
        name.push(format!(".{:016x}", hasher.finish()));
    }
    name.push(format!(".before-saving-{nth}"));
    folder.join(name)
}

/// Returns the copies of a file's text left by interrupted saves, except those in use by a running process.
pub fn copies_left(path: &Path) -> Vec<PathBuf> {
    let Ok(target) = on_disk(path).and_then(dunce::canonicalize) else {
        return Vec::new();
    };
    let folders = [target.parent().map(Path::to_owned), Some(spool_folder())];
    let all = folders.into_iter().flatten().flat_map(|folder| {
        let target = &target;
        (1..=LOOKED_FOR).map(move |nth| place_of(target, &folder, nth))
    });
    let is_left = |path: &PathBuf| {
        fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
            && matches!(try_lock(path), Ok(LockAttempt::Locked(Some(_))))
    };
    all.filter(is_left).collect()
}

/// Removes a copy returned by [`copies_left`], if it still is one.
///
/// # Errors
/// The file is not such a copy, is in use by a running process, or can't be removed.
pub fn remove_copy(path: &Path, copy: &Path) -> io::Result<()> {
    if !copies_left(path).iter().any(|left| left == copy) {
        return Err(io::Error::other("another program uses or has removed it"));
    }
    fs::remove_file(copy)
}

/// An error of a save. The old file is unchanged, except for [`Self::Damaged`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    #[error("another program has changed {} since it was read", .path.display())]
    Conflict { path: PathBuf },
    /// The save was to create a new file, but the path exists.
    #[error("{} already exists", .path.display())]
    Exists {
        path: PathBuf,
        /// The state of the existing file, as far as known.
        there: FileState,
        /// Whether the existing file is write-protected.
        is_protected: bool,
    },
    /// The file was not read to its end.
    #[error("not saved, because the file is not fully loaded: {reason}")]
    Incomplete { reason: String },
    /// The target is a folder, a device or another special file.
    #[error("{} is {what}, not a regular file", .path.display())]
    NotAFile {
        path: PathBuf,
        /// The kind of target: `a folder`, `a device`.
        what: &'static str,
    },
    #[error("the folder {} does not exist; create it, or save under another name", .folder.display())]
    MissingFolder { folder: PathBuf },
    #[error("{} is write-protected ({}); save under another name", .path.display(), explain(.error))]
    Protected { path: PathBuf, error: io::Error },
    /// The folder accepts no new file, which a safe save needs.
    #[error(
        "can't create a file in {} ({}), which a safe save needs; save under another name",
        .folder.display(), explain(.error)
    )]
    Folder { folder: PathBuf, error: io::Error },
    #[error("can't read {}: {}", .path.display(), explain(.error))]
    Look { path: PathBuf, error: io::Error },
    /// Writing failed half way, for example because the disk is full.
    #[error("can't write {}: {}; the file is unchanged", .path.display(), explain(.error))]
    Write { path: PathBuf, error: io::Error },
    /// Writing a file that did not exist before failed half way.
    #[error("can't write {}: {}; no file was made", .path.display(), explain(.error))]
    Create { path: PathBuf, error: io::Error },
    /// The file has other names (hard links), which a replacement would not have.
    #[error(
        "{} has {} names (hard links); write it in place to keep them, or replace this name alone", .path.display(), .names
    )]
    Linked { path: PathBuf, names: u64 },
    /// Writing in place failed, and the old text could not be restored.
    #[error(
        "can't write {}: {}; the file may be damaged, and its old text is in {}",
        .path.display(), explain(.error), .copy.display()
    )]
    Damaged {
        path: PathBuf,
        /// The copy with the old text.
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
        copy: PathBuf,
        error: io::Error,
    },
    /// Another process is writing the file.
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error("save cancelled; the file is unchanged")]
    Cancelled,
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod copy_tests {
    use super::*;

    #[test]
    fn an_unlocked_copy_is_a_leftover() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        fs::write(&path, "half").unwrap();
        assert!(copies_left(&path).is_empty());
        let whole = dunce::canonicalize(&path).unwrap();
        let second = place_of(&whole, whole.parent().unwrap(), 2);
        fs::write(&second, "all of it").unwrap();
        fs::write(folder.path().join("b.epd.before-saving-1"), "another's").unwrap();
        assert_eq!(copies_left(&path), std::slice::from_ref(&second));
        let _held = try_lock(&second).unwrap();
        assert!(copies_left(&path).is_empty(), "it is being written");
        assert!(remove_copy(&path, &second).is_err(), "it is needed");
    }

    #[test]
    fn copies_of_equally_named_files_have_different_names_in_one_folder() {
        let [one, other] = ["one/a.epd", "other/a.epd"].map(Path::new);
        assert_ne!(
            place_of(one, &spool_folder(), 1),
            place_of(other, &spool_folder(), 1)
        );
    }
}
