//! Whether another program changes an open file: its length and times are looked at now and then,
//! on a thread of its own, and its text where those are others. That works on every file system, a
//! network's too, and for a file that is replaced as well as for one that is written into.

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

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(1500);

/// The states of files that were said.
type ReportedStates = HashMap<PathBuf, FileState>;

/// The watch over the open files.
pub struct Watch {
    files: Arc<Mutex<Vec<SaveTarget>>>,
    told: Option<Instant>,
}

impl Watch {
    /// Begins to watch; `tell` is called once for each state that a file was not left in. Without a
    /// thread to spare nothing is watched: a save looks for itself.
    pub fn start(tell: impl Fn(Msg) + Send + 'static) -> Self {
        let files: Arc<Mutex<Vec<SaveTarget>>> = Arc::default();
        let watched = files.clone();
        let _ = std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || {
                let mut said = ReportedStates::new();
                // The editor is gone when nobody else holds the list.
                while Arc::strong_count(&watched) > 1 {
                    std::thread::sleep(PAUSE);
                    let files = watched
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .clone();
                    for change in look(&files, &mut said) {
                        tell(Msg::told(move |model| change.tell(model)));
                    }
                }
            });
        Self { files, told: None }
    }

    /// Tells the watch which files are open, at most once a look.
    pub fn follow<'d>(&mut self, documents: impl Iterator<Item = &'d Document>) {
        if self.told.is_some_and(|told| told.elapsed() < PAUSE / 2) {
            return;
        }
        self.told = Some(Instant::now());
        let files = documents.filter_map(|document| document.suite.save_target());
        *self.files.lock().unwrap_or_else(PoisonError::into_inner) = files.collect();
    }
}

/// A file that is not what it was when it was read or saved last.
struct Change {
    path: PathBuf,
    now: FileState,
    /// Whether only its times or rights changed.
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

/// Returns what changed, and was not said yet.
fn look(files: &[SaveTarget], said: &mut ReportedStates) -> Vec<Change> {
    said.retain(|path, _| files.iter().any(|file| file.path == *path));
    let mut changes = Vec::new();
    for file in files {
        // What can't be looked at now may be there again at the next look.
        let Ok(now) = FileState::of(&file.path) else {
            continue;
        };
        let path = file.path.clone();
        if Some(&now) == file.expected.as_ref()
            || said.insert(path.clone(), now.clone()).as_ref() == Some(&now)
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
    fn other_times_and_rights_are_no_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        std::fs::write(&path, "one").expect("a file");
        let (files, mut said) = ([target(&path)], ReportedStates::new());
        let touched = |changes: &[Change]| matches!(changes, [change] if change.is_touched);
        // The same text once more, by another program.
        std::fs::write(&path, "one").expect("a file");
        assert!(touched(&look(&files, &mut said)));
        assert!(look(&files, &mut said).is_empty());
        let copy = folder.path().join("copy");
        std::fs::copy(&path, &copy).expect("copied");
        std::fs::rename(&copy, &path).expect("in its place");
        assert!(touched(&look(&files, &mut said)));
        std::fs::write(&path, "two").expect("a file");
        let changes = look(&files, &mut said);
        assert!(matches!(&changes[..], [change] if !change.is_touched));
    }

    #[test]
    fn each_change_on_disk_is_reported_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        std::fs::write(&path, "one").expect("a file");
        let files = [target(&path)];
        let mut said = ReportedStates::new();
        assert!(look(&files, &mut said).is_empty());
        std::fs::write(&path, "another").expect("a file");
        assert_eq!(look(&files, &mut said).len(), 1);
        assert!(look(&files, &mut said).is_empty());
        std::fs::remove_file(&path).expect("the file");
        assert_eq!(look(&files, &mut said).len(), 1);
        assert!(look(&files, &mut said).is_empty());
        assert!(look(&[], &mut said).is_empty());
        assert!(said.is_empty());
    }
}
