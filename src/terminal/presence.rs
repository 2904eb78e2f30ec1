//! Which files are open in which editor: a second one is told when it opens a file that another has.
//!
//! Each editor has a file of its own for each file that it has open, in the folder of its state, and holds
//! its lock. The lock of an editor that was killed is gone, and whoever comes next takes its file away.

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::platform::{make_private_folder, open_private};
use crate::editor::state::document::DocumentId;
use crate::suite::journal::NO_FILE;
use crate::suite::open_regular;

/// What this editor has open.
#[derive(Clone)]
pub(super) struct Presence(Arc<Mutex<Here>>);

struct Here {
    /// Without one nobody is told.
    folder: Option<PathBuf>,
    process: u32,
    told: HashMap<DocumentId, Told>,
}

/// A file that says that a file is open here.
struct Told {
    path: PathBuf,
    _locked: File,
}

impl Drop for Told {
    fn drop(&mut self) {
        // Where it can't be taken away, the next editor does.
        let _ = fs::remove_file(&self.path);
    }
}

impl Presence {
    /// Of an editor that has nothing open yet.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self::of(folder, std::process::id())
    }

    fn of(folder: Option<PathBuf>, process: u32) -> Self {
        let told = HashMap::new();
        Self(Arc::new(Mutex::new(Here {
            folder,
            process,
            told,
        })))
    }

    /// Tells that a file is open here; gives the processes that have it open, too. What can't be told
    /// keeps nobody from working.
    pub(super) fn open(&self, document: DocumentId, file: &Path) -> Vec<u32> {
        let mut here = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        here.told.remove(&document);
        if file.starts_with(NO_FILE) {
            return Vec::new();
        }
        here.open(document, file).unwrap_or_default()
    }

    /// A file is open no more.
    pub(super) fn close(&self, document: DocumentId) {
        let mut here = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        here.told.remove(&document);
    }
}

impl Here {
    fn open(&mut self, document: DocumentId, file: &Path) -> io::Result<Vec<u32>> {
        let Some(folder) = &self.folder else {
            return Ok(Vec::new());
        };
        make_private_folder(folder)?;
        let name = name_of(file);
        // First told, then looked: of two that begin at once, both see the other.
        let told = tell(&folder.join(format!("{name}.{}", self.process)))?;
        self.told.insert(document, told);
        let mut others = Vec::new();
        for entry in fs::read_dir(folder)?.flatten() {
            let theirs = entry.file_name();
            let Some((of, process)) = theirs.to_str().and_then(|name| name.rsplit_once('.')) else {
                continue;
            };
            let Ok(process) = process.parse::<u32>() else {
                continue;
            };
            if process == self.process {
                continue;
            }
            let path = entry.path();
            match open_regular(&path).map(|file| file.try_lock()) {
                // Nobody has it any more.
                Ok(Ok(())) => drop(fs::remove_file(&path)),
                Ok(Err(fs::TryLockError::WouldBlock)) if of == name => others.push(process),
                _ => {}
            }
        }
        others.sort_unstable();
        Ok(others)
    }
}

/// Makes a file and locks it. Another editor may take it for one that was left, just before that: then it
/// is made again.
fn tell(path: &Path) -> io::Result<Told> {
    for _ in 0..10 {
        let locked = open_private(path)?;
        locked.lock()?;
        if path.exists() {
            return Ok(Told {
                path: path.to_owned(),
                _locked: locked,
            });
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// What tells a file from others, whatever way it was opened.
fn name_of(file: &Path) -> String {
    let whole = fs::canonicalize(file)
        .or_else(|_| std::path::absolute(file))
        .unwrap_or_else(|_| file.to_owned());
    let mut hasher = rustc_hash::FxHasher::default();
    whole.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOBODY: [u32; 0] = [];

    #[test]
    fn each_editor_is_told_of_those_that_have_the_file_open_and_of_no_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        fs::write(&path, "").expect("a file");
        let state = folder.path().join("open");
        let editor = |process| Presence::of(Some(state.clone()), process);
        let (one, two, three) = (editor(1), editor(2), editor(3));
        let document = DocumentId::default();
        assert_eq!(one.open(document, &path), NOBODY);
        assert_eq!(one.open(document, &path), NOBODY, "its own");
        assert_eq!(two.open(document, &path), [1]);
        assert_eq!(three.open(document, &folder.path().join("b.epd")), NOBODY);
        drop(one);
        assert_eq!(three.open(document, &path), [2]);
        two.close(document);
        three.close(document);
        // One that was killed leaves its file, without a lock.
        fs::write(state.join(format!("{}.4", name_of(&path))), "").expect("a file");
        assert_eq!(two.open(document, &path), NOBODY);
        drop((two, three));
        let left = fs::read_dir(&state).expect("a folder").count();
        assert_eq!(left, 0, "nothing is left behind");
    }
}
