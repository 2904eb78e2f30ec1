//! Whether another program changes an open file: its length and times are looked at now and then,
//! on a thread of its own. That works on every file system, a network's too, and for a file that is
//! replaced as well as for one that is written into.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::app::message::Msg;
use crate::app::state::document::Document;
use crate::suite::save::FileState;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(1500);

/// A file, and what it was when it was read or saved last.
type File = (PathBuf, FileState);

/// The watch over the open files.
pub struct Watch {
    files: Arc<Mutex<Vec<File>>>,
    told: Option<Instant>,
}

impl Watch {
    /// Begins to watch; `tell` is called once for each state that a file was not left in. Without a
    /// thread to spare nothing is watched: a save looks for itself.
    pub fn start(tell: impl Fn(Msg) + Send + 'static) -> Self {
        let files: Arc<Mutex<Vec<File>>> = Arc::default();
        let watched = files.clone();
        let _ = std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || {
                let mut said: Vec<File> = Vec::new();
                // The editor is gone when nobody else holds the list.
                while Arc::strong_count(&watched) > 1 {
                    std::thread::sleep(PAUSE);
                    let files = watched
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .clone();
                    for message in look(&files, &mut said) {
                        tell(message);
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
        let files = documents.filter_map(|document| {
            let target = document.suite.save_target()?;
            Some((target.path, target.expected?))
        });
        *self.files.lock().unwrap_or_else(PoisonError::into_inner) = files.collect();
    }
}

/// What changed, and was not said yet.
fn look(files: &[File], said: &mut Vec<File>) -> Vec<Msg> {
    said.retain(|(path, _)| files.iter().any(|(open, _)| open == path));
    let mut messages = Vec::new();
    for (path, left) in files {
        // What can't be looked at now may be there again at the next look.
        let Ok(now) = FileState::of(path) else {
            continue;
        };
        let news = (path.clone(), now);
        if news.1 == *left || said.contains(&news) {
            continue;
        }
        said.retain(|(before, _)| before != path);
        said.push(news.clone());
        messages.push(Msg::FileChangedOnDisk {
            path: news.0,
            now: news.1,
        });
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_that_a_file_was_not_left_in_is_said_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        std::fs::write(&path, "one").expect("a file");
        let left = FileState::of(&path).expect("it is there");
        let files = [(path.clone(), left)];
        let mut said = Vec::new();
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
