//! Detects changes of an open file by other programs: a thread checks its length and times regularly, and its
//! text if those differ. That works on every file system, including network ones, and for a file that is
//! replaced as well as for one that is overwritten.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::editor::flows::save::disk;
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::state::document::Document;
use crate::suite::FileState;
use crate::suite::save::{SaveTarget, TargetFile};

const PAUSE: Duration = Duration::from_millis(1500);

type ReportedStates = HashMap<PathBuf, FileState>;

/// The watch over the open files.
pub struct Watch {
    files: Arc<Mutex<Vec<SaveTarget>>>,
    updated: Option<Instant>,
}

impl Watch {
    /// Starts watching; `tell` is called once for each change. Without a thread to spare nothing is watched: a
    /// save checks by itself.
    pub fn start(tell: impl Fn(Msg) + Send + 'static) -> Self {
        let files: Arc<Mutex<Vec<SaveTarget>>> = Arc::default();
        let watched = files.clone();
        let _ = std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || {
                let mut reported = ReportedStates::new();
                // No other reference to the list means that the editor has ended.
                while Arc::strong_count(&watched) > 1 {
                    std::thread::sleep(PAUSE);
                    let files = watched
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .clone();
                    for change in look(&files, &mut reported) {
                        tell(Msg::told(move |model| change.tell(model)));
                    }
                }
            });
        Self {
            files,
            updated: None,
        }
    }

    /// Updates the list of open files, at most twice per check.
    pub fn follow<'d>(&mut self, documents: impl Iterator<Item = &'d Document>) {
        if self
            .updated
            .is_some_and(|updated| updated.elapsed() < PAUSE / 2)
        {
            return;
        }
        self.updated = Some(Instant::now());
        let files = documents.filter_map(|document| document.suite.save_target());
        *self.files.lock().unwrap_or_else(PoisonError::into_inner) = files.collect();
    }
}

/// A file that differs from its state when last read or saved.
struct Change {
    path: PathBuf,
    now: FileState,
    /// Whether only its times or permissions changed.
    is_touched: bool,
}

impl Change {
    fn tell(self, model: &mut Model) {
        match self.is_touched {
            true => disk::touched(model, &self.path, self.now),
            false => disk::changed_on_disk(model, &self.path, &self.now),
        }
    }
}

/// Returns the changes that were not reported yet.
fn look(files: &[SaveTarget], reported: &mut ReportedStates) -> Vec<Change> {
    reported.retain(|path, _| files.iter().any(|file| file.path == *path));
    let mut changes = Vec::new();
    for file in files {
        // A file that can't be checked now may be accessible at the next check.
        let Ok(now) = FileState::of(&file.path) else {
            continue;
        };
        let path = file.path.clone();
        if Some(&now) == file.expected.as_ref()
            || reported.insert(path.clone(), now.clone()).as_ref() == Some(&now)
        {
            continue;
        }
        let (now, is_touched) = match file.look() {
            Ok(TargetFile::AsExpected(now)) => (now, true),
            _ => (now, false),
        };
        changes.push(Change {
            path,
            now,
            is_touched,
        });
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{OpenOptions, Suite};
    use std::path::Path;

    fn target(path: &Path) -> SaveTarget {
        let mut suite = Suite::open(path, &OpenOptions::default()).expect("it opens");
        suite.wait_until_loaded();
        suite.save_target().expect("it has a file")
    }

    #[test]
    fn other_times_and_permissions_are_not_a_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        std::fs::write(&path, "one").expect("a file");
        let (files, mut reported) = ([target(&path)], ReportedStates::new());
        let touched = |changes: &[Change]| matches!(changes, [change] if change.is_touched);
        // The same text once more, by another program.
        std::fs::write(&path, "one").expect("a file");
        assert!(touched(&look(&files, &mut reported)));
        assert!(look(&files, &mut reported).is_empty());
        let copy = folder.path().join("copy");
        std::fs::copy(&path, &copy).expect("copied");
        std::fs::rename(&copy, &path).expect("in its place");
        assert!(touched(&look(&files, &mut reported)));
        std::fs::write(&path, "two").expect("a file");
        let changes = look(&files, &mut reported);
        assert!(matches!(&changes[..], [change] if !change.is_touched));
    }

    #[test]
    fn each_change_on_disk_is_reported_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        std::fs::write(&path, "one").expect("a file");
        let files = [target(&path)];
        let mut reported = ReportedStates::new();
        assert!(look(&files, &mut reported).is_empty());
        std::fs::write(&path, "another").expect("a file");
        assert_eq!(look(&files, &mut reported).len(), 1);
        assert!(look(&files, &mut reported).is_empty());
        std::fs::remove_file(&path).expect("the file");
        assert_eq!(look(&files, &mut reported).len(), 1);
        assert!(look(&files, &mut reported).is_empty());
        assert!(look(&[], &mut reported).is_empty());
        assert!(reported.is_empty());
    }
}
