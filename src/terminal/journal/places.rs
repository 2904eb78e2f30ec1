//! Where the journals of a file stand: each in a place of its own, which the editor that uses it holds locked.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::editor::state::journal::FoundJournal;
use crate::suite::journal::{Journal, JournalFile, NO_FILE, RecoverError, journal_path};
use crate::suite::open_regular;
use crate::terminal::platform::{make_private_folder, open_private};

/// Journals of one file at most.
const PLACES: usize = 9;
/// The number of tries to take a lock that goes away just then, with the editor that had it.
const TRIES: usize = 10;

/// A place of a journal, locked by this editor.
pub(super) struct Place {
    /// The index among the places of its file.
    pub(super) nth: usize,
    /// The file that it is about.
    pub(super) file: PathBuf,
    pub(super) journal: JournalFile,
    /// The file that is locked; it holds the process of this editor.
    lock: PathBuf,
    _locked: File,
}

impl Place {
    /// Locks a place; `None` where another editor has it.
    fn lock(folder: &Path, file: &Path, nth: usize, process: u32) -> io::Result<Option<Self>> {
        let (journal, lock) = paths(folder, file, nth);
        for _ in 0..TRIES {
            let mut locked = open_private(&lock)?;
            match locked.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
                Ok(()) => {}
            }
            // Whoever had it may have removed it in between.
            if lock.exists() {
                locked.set_len(0)?;
                write!(locked, "{process}")?;
                return Ok(Some(Self {
                    nth,
                    file: file.to_owned(),
                    journal: JournalFile::new(journal),
                    lock,
                    _locked: locked,
                }));
            }
        }
        Ok(None)
    }

    /// Takes the journal away, and keeps the place.
    pub(super) fn clear(&mut self) {
        // Where it can't be removed, the next start asks once more than needed.
        let _ = fs::remove_file(&self.journal.path);
        self.journal = JournalFile::new(self.journal.path.clone());
    }

    /// Takes the journal away, and leaves the place.
    pub(super) fn remove(mut self) {
        self.clear();
        let _ = fs::remove_file(&self.lock);
    }

    /// Returns its contents; nothing if a kill came before anything was written.
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

/// Returns a place for journals of a file that nobody uses.
pub(super) fn free_place(folder: &Path, file: &Path, process: u32) -> io::Result<Place> {
    make_private_folder(folder)?;
    for nth in 0..PLACES {
        let (journal, lock) = paths(folder, file, nth);
        let is_free = |path: &Path| {
            let found = fs::symlink_metadata(path);
            found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        // One that was left behind is for the person to decide on; and anything else that stands there
        // (a folder, a pipe, a link) is in the way of this one only.
        if !is_free(&journal) {
            continue;
        }
        match Place::lock(folder, file, nth, process) {
            Ok(Some(place)) => return Ok(place),
            Err(error) if is_free(&lock) => return Err(error),
            Ok(None) | Err(_) => {}
        }
    }
    Err(io::Error::other("too many recovery files for this file"))
}

/// Returns the processes of the editors that have a file open.
pub(super) fn processes(folder: &Path, file: &Path) -> impl Iterator<Item = u32> {
    (0..PLACES).filter_map(move |nth| {
        let (_, lock) = paths(folder, file, nth);
        let mut locked = open_regular(&lock).ok()?;
        if !matches!(locked.try_lock(), Err(TryLockError::WouldBlock)) {
            return None;
        }
        let mut process = String::new();
        locked.read_to_string(&mut process).ok()?;
        process.parse().ok()
    })
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

/// Returns the journals of a file that no editor uses, each locked now.
pub(super) fn left(folder: &Path, file: &Path, process: u32) -> impl Iterator<Item = Place> {
    (0..PLACES).filter_map(move |nth| {
        let (journal, _) = paths(folder, file, nth);
        // What stands there and is no file is none of ours: nothing is read of it.
        let is_file = fs::symlink_metadata(&journal).is_ok_and(|found| found.is_file());
        let locked = is_file.then(|| Place::lock(folder, file, nth, process));
        locked?.ok()?
    })
}
