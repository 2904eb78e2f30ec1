//! Where the journals of a file stand: each in a place of its own, which the editor that uses it holds locked.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::editor::state::journal::FoundJournal;
use crate::suite::journal::{Journal, JournalFile, NO_FILE, RecoverError, journal_path};
use crate::terminal::platform::{make_private_folder, open_private};

/// Journals of one file at most.
const PLACES: usize = 9;

/// Where a journal stands, and the lock that says so.
pub(super) struct Place {
    /// Which of the places of its file.
    pub(super) nth: usize,
    /// The file that it is about.
    pub(super) file: PathBuf,
    pub(super) journal: JournalFile,
    lock: PathBuf,
    _locked: File,
}

impl Place {
    /// Takes the journal away.
    pub(super) fn remove(self) {
        // Where they can't be removed, the next start asks once more than needed.
        let _ = fs::remove_file(&self.journal.path);
        let _ = fs::remove_file(&self.lock);
    }

    /// What it holds; nothing where a kill came before anything was written.
    pub(super) fn read(&self) -> Result<Option<FoundJournal>, RecoverError> {
        let path = &self.journal.path;
        let written = fs::metadata(path).and_then(|metadata| metadata.modified());
        let age = written
            .ok()
            .and_then(|written| SystemTime::now().duration_since(written).ok());
        Ok(Journal::read(path)?.map(|mut journal| {
            journal.look_at(&self.file);
            FoundJournal {
                journal: Arc::new(journal),
                age,
                place: self.nth,
            }
        }))
    }
}

/// A place for journals of a file that nobody uses.
pub(super) fn free_place(folder: &Path, file: &Path) -> io::Result<Place> {
    make_private_folder(folder)?;
    for nth in 0..PLACES {
        let (journal, lock) = paths(folder, file, nth);
        let is_free = |path: &Path| {
            let found = fs::symlink_metadata(path);
            found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        // One that was left behind is for the person to decide on; and anything else that stands there
        // (a folder, a pipe, a link) is in the way of this one only.
        let locked = match open_private(&lock) {
            Ok(locked) => locked,
            Err(_) if !is_free(&lock) => continue,
            Err(error) => return Err(error),
        };
        if locked.try_lock().is_ok() && is_free(&journal) {
            return Ok(Place {
                nth,
                file: file.to_owned(),
                journal: JournalFile::new(journal),
                lock,
                _locked: locked,
            });
        }
    }
    Err(io::Error::other("too many recovery files for this file"))
}

/// The file's whole name, through links, so that whatever way it was opened its journal is the same.
pub(super) fn whole(file: &Path) -> PathBuf {
    if file.starts_with(NO_FILE) {
        return file.to_owned();
    }
    if let Ok(whole) = fs::canonicalize(file) {
        return whole;
    }
    // A new file: its folder is there.
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    match (
        absolute.parent().map(fs::canonicalize),
        absolute.file_name(),
    ) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => absolute,
    }
}

/// The journal of a file in a place of a folder, and its lock.
pub(super) fn paths(folder: &Path, file: &Path, nth: usize) -> (PathBuf, PathBuf) {
    let first = journal_path(folder, file);
    let journal = match nth {
        0 => first,
        nth => first.with_added_extension((nth + 1).to_string()),
    };
    let lock = journal.with_added_extension("lock");
    (journal, lock)
}

/// The journals of a file that no editor uses, each locked now.
pub(super) fn left(folder: &Path, file: &Path) -> impl Iterator<Item = Place> {
    (0..PLACES).filter_map(move |nth| {
        let (journal, lock) = paths(folder, file, nth);
        // What stands there and is no file is none of ours: nothing is read of it.
        if !fs::symlink_metadata(&journal).is_ok_and(|found| found.is_file()) {
            return None;
        }
        // A place that is locked is another editor's, which is running.
        let locked = open_private(&lock).ok()?;
        locked.try_lock().ok()?;
        Some(Place {
            nth,
            file: file.to_owned(),
            journal: JournalFile::new(journal),
            lock,
            _locked: locked,
        })
    })
}
