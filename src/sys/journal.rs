//! The journals of unsaved edits, kept on a thread of their own in the folder of the editor's state.
//!
//! A file has some places for journals, so that two editors over the same file do not share one. The
//! one that an editor uses is locked for as long as it lives: the lock of one that was killed is
//! gone, and what it left behind is found by the next.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use super::platform::make_private_folder;
use crate::app::message::Msg;
use crate::app::state::document::DocumentId;
use crate::app::state::journal::FoundJournal;
use crate::suite::journal::{Journal, NO_FILE, RecoverError, Unsaved, journal_path};

/// A journal is written when nothing was edited for so long, ...
const PAUSE: Duration = Duration::from_millis(300);
/// ... or when its oldest edit has waited for so long.
const LONGEST: Duration = Duration::from_secs(2);
/// Writing takes at most one part in so many of the time, so that a large journal (of a sort of
/// millions of lines) does not keep the disk busy.
const SHARE: u32 = 10;
/// JumpList for journals of one file.
const PLACES: usize = 9;

/// Says what the journals' keeper has to say to the editor.
type Tell = Box<dyn Fn(Msg) + Send>;

enum Order {
    Find {
        document: DocumentId,
        file: PathBuf,
    },
    Write {
        document: DocumentId,
        unsaved: Box<Unsaved>,
    },
    Drop(DocumentId),
    Adopt(DocumentId),
    Leave(DocumentId),
    Close(DocumentId),
    /// Writes what waits, or with `false` removes all; says whether all went well.
    End {
        keep: bool,
        done: Sender<bool>,
    },
}

/// A hand on the keeper of the journals.
pub struct Journals {
    orders: Sender<Order>,
}

impl Journals {
    /// Begins to keep journals in the folder; without one there are none.
    pub fn start(folder: Option<PathBuf>, tell: impl Fn(Msg) + Send + 'static) -> Self {
        let (orders, taken) = unbounded();
        let mut keeper = Keeper {
            folder,
            tell: Box::new(tell),
            places: HashMap::new(),
            waiting: HashMap::new(),
            took: Duration::ZERO,
            failed: false,
        };
        // Where the system has no thread left there are no journals: the channel is closed.
        let _ = std::thread::Builder::new()
            .name("journals".into())
            .spawn(move || keeper.run(&taken));
        Self { orders }
    }

    /// Looks whether a journal of the file was left behind.
    pub fn find(&self, document: DocumentId, file: PathBuf) {
        self.order(Order::Find { document, file });
    }

    /// Writes one after a pause; a newer one of the same document replaces it.
    pub fn write(&self, document: DocumentId, unsaved: Unsaved) {
        let unsaved = Box::new(unsaved);
        self.order(Order::Write { document, unsaved });
    }

    /// Removes the one of a document.
    pub fn remove(&self, document: DocumentId) {
        self.order(Order::Drop(document));
    }

    /// Takes the one that was found as this editor's own.
    pub fn adopt(&self, document: DocumentId) {
        self.order(Order::Adopt(document));
    }

    /// Leaves the one that was found where it is, for another editor.
    pub fn leave(&self, document: DocumentId) {
        self.order(Order::Leave(document));
    }

    /// A document was closed, its changes saved or not wanted.
    pub fn close(&self, document: DocumentId) {
        self.order(Order::Close(document));
    }

    /// Ends: with `keep`, everything is written first and stays; else nothing does. Gives whether
    /// all unsaved edits are on disk.
    pub fn end(&self, keep: bool) -> bool {
        let (done, ended) = bounded(1);
        self.orders.send(Order::End { keep, done }).is_ok() && ended.recv().unwrap_or(false)
    }

    fn order(&self, order: Order) {
        // The keeper may have been unable to start; then there are no journals.
        let _ = self.orders.send(order);
    }
}

/// Where a journal stands, and the lock that says so.
struct Place {
    /// The file that it is about.
    file: PathBuf,
    journal: PathBuf,
    lock: PathBuf,
    _locked: File,
    /// Whether what stands there is of this editor, and nothing that was found.
    is_ours: bool,
}

struct Waiting {
    since: Instant,
    due: Instant,
    unsaved: Box<Unsaved>,
}

struct Keeper {
    folder: Option<PathBuf>,
    tell: Tell,
    places: HashMap<DocumentId, Place>,
    waiting: HashMap<DocumentId, Waiting>,
    /// How long the last one took to write.
    took: Duration,
    /// Whether a failure was said.
    failed: bool,
}

impl Keeper {
    fn run(&mut self, orders: &Receiver<Order>) {
        loop {
            let due = self.waiting.values().map(|waiting| waiting.due).min();
            let order = match due {
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => orders.recv_deadline(due),
            };
            match order {
                Ok(Order::Find { document, file }) => self.find(document, &file),
                Ok(Order::Write { document, unsaved }) => self.wait(document, unsaved),
                Ok(Order::Drop(document)) => self.remove(document),
                Ok(Order::Adopt(document)) => {
                    if let Some(place) = self.places.get_mut(&document) {
                        place.is_ours = true;
                    }
                }
                Ok(Order::Leave(document)) => self.leave(document),
                Ok(Order::Close(document)) => self.close(document),
                Ok(Order::End { keep, done }) => {
                    let kept = self.end(keep);
                    let _ = done.send(kept);
                    return;
                }
                Err(RecvTimeoutError::Timeout) => self.write_due(Instant::now()),
                Err(RecvTimeoutError::Disconnected) => {
                    self.end(true);
                    return;
                }
            }
        }
    }

    fn wait(&mut self, document: DocumentId, unsaved: Box<Unsaved>) {
        let now = Instant::now();
        let since = self.waiting.get(&document).map_or(now, |old| old.since);
        let rest = self.took.saturating_mul(SHARE);
        let due = (now + PAUSE.max(rest)).min(since + LONGEST.max(rest));
        self.waiting.insert(
            document,
            Waiting {
                since,
                due,
                unsaved,
            },
        );
        self.write_due(now);
    }

    fn write_due(&mut self, now: Instant) {
        let due: Vec<_> = self
            .waiting
            .extract_if(|_, waiting| waiting.due <= now)
            .collect();
        for (document, waiting) in due {
            self.write(document, &waiting.unsaved);
        }
    }

    fn write(&mut self, document: DocumentId, unsaved: &Unsaved) {
        if self.folder.is_none() {
            return;
        }
        let begun = Instant::now();
        let written = self
            .place(document, unsaved.path())
            .and_then(|journal| unsaved.write(&journal));
        self.took = begun.elapsed();
        match written {
            Ok(()) => self.failed = false,
            Err(error) if !self.failed => {
                self.failed = true;
                let reason = format!("unsaved changes would not survive a crash: {error}");
                (self.tell)(Msg::JournalTrouble { reason });
            }
            Err(_) => {}
        }
    }

    /// The journal of a document, in a place of its own.
    fn place(&mut self, document: DocumentId, file: &Path) -> io::Result<PathBuf> {
        let file = whole(file);
        if let Some(place) = self.places.get(&document) {
            if place.is_ours && place.file == file {
                return Ok(place.journal.clone());
            }
            // Saved under another name, or edited before it was decided what becomes of what was
            // found: that stays.
            match place.is_ours {
                true => self.remove_place(document),
                false => drop(self.places.remove(&document)),
            }
        }
        let Some(folder) = &self.folder else {
            return Err(io::ErrorKind::NotFound.into());
        };
        make_private_folder(folder)?;
        for nth in 0..PLACES {
            let (journal, lock) = paths(folder, &file, nth);
            let locked = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&lock)?;
            // One that was left behind is for the person to decide on.
            if locked.try_lock().is_ok() && !journal.exists() {
                let place = Place {
                    file,
                    journal: journal.clone(),
                    lock,
                    _locked: locked,
                    is_ours: true,
                };
                self.places.insert(document, place);
                return Ok(journal);
            }
        }
        Err(io::Error::other("too many recovery files for this file"))
    }

    fn find(&mut self, document: DocumentId, file: &Path) {
        let Some(folder) = &self.folder else { return };
        let file = whole(file);
        for nth in 0..PLACES {
            let (journal, lock) = paths(folder, &file, nth);
            if !journal.exists() {
                continue;
            }
            let locked = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&lock);
            // A place that is locked is another editor's, which is running.
            let Some(locked) = locked.ok().filter(|lock| lock.try_lock().is_ok()) else {
                continue;
            };
            match read(&journal) {
                Ok(Some(found)) => {
                    let place = Place {
                        file,
                        journal,
                        lock,
                        _locked: locked,
                        is_ours: false,
                    };
                    self.places.insert(document, place);
                    return (self.tell)(Msg::JournalFound { document, found });
                }
                Ok(None) => {}
                Err(error) => {
                    let reason =
                        format!("found unsaved changes, but {error}: {}", journal.display());
                    (self.tell)(Msg::JournalTrouble { reason });
                }
            }
        }
    }

    /// Leaves what was found where it is.
    fn leave(&mut self, document: DocumentId) {
        if self
            .places
            .get(&document)
            .is_some_and(|place| !place.is_ours)
        {
            self.places.remove(&document);
        }
    }

    fn remove(&mut self, document: DocumentId) {
        self.waiting.remove(&document);
        self.remove_place(document);
    }

    fn remove_place(&mut self, document: DocumentId) {
        if let Some(place) = self.places.remove(&document) {
            // Where they can't be removed, the next start asks once more than needed.
            let _ = fs::remove_file(&place.journal);
            let _ = fs::remove_file(&place.lock);
        }
    }

    /// Removes what is this editor's own; what was found and not decided on stays.
    fn close(&mut self, document: DocumentId) {
        self.waiting.remove(&document);
        if self
            .places
            .get(&document)
            .is_some_and(|place| place.is_ours)
        {
            self.remove_place(document);
        }
        self.places.remove(&document);
    }

    fn end(&mut self, keep: bool) -> bool {
        if !keep {
            self.waiting.clear();
            let documents: Vec<_> = self.places.keys().copied().collect();
            for document in documents {
                self.close(document);
            }
            return true;
        }
        for (document, waiting) in std::mem::take(&mut self.waiting) {
            self.write(document, &waiting.unsaved);
        }
        self.folder.is_some() && !self.failed
    }
}

/// The file's whole name, through links, so that whatever way it was opened its journal is the same.
fn whole(file: &Path) -> PathBuf {
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

fn paths(folder: &Path, file: &Path, nth: usize) -> (PathBuf, PathBuf) {
    let first = journal_path(folder, file);
    let journal = match nth {
        0 => first,
        nth => first.with_added_extension((nth + 1).to_string()),
    };
    let lock = journal.with_added_extension("lock");
    (journal, lock)
}

fn read(journal: &Path) -> Result<Option<FoundJournal>, RecoverError> {
    let written = fs::metadata(journal).and_then(|metadata| metadata.modified());
    let age = written
        .ok()
        .and_then(|written| SystemTime::now().duration_since(written).ok());
    Ok(Journal::read(journal)?.map(|journal| FoundJournal {
        journal: Arc::new(journal),
        age,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    /// A keeper without its thread, and what it says.
    fn keeper(folder: &Path) -> (Keeper, Receiver<Msg>) {
        let (sender, told) = unbounded();
        let keeper = Keeper {
            folder: Some(folder.join("journals")),
            tell: Box::new(move |message| drop(sender.send(message))),
            places: HashMap::new(),
            waiting: HashMap::new(),
            took: Duration::ZERO,
            failed: false,
        };
        (keeper, told)
    }

    fn unsaved(name: &str) -> Unsaved {
        let mut suite = Suite::from_bytes(name, b"a\nb\n".to_vec());
        suite.delete_lines(0..1, "delete");
        suite.unsaved().expect("changed")
    }

    fn journals(folder: &Path) -> usize {
        let entries = fs::read_dir(folder.join("journals"));
        let entries = entries.into_iter().flatten().flatten();
        entries
            .filter(|entry| !entry.path().to_string_lossy().ends_with(".lock"))
            .count()
    }

    #[test]
    fn what_another_editor_left_is_found_and_never_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let document = DocumentId::default();
        let (mut first, told) = keeper(folder.path());
        first.write(document, &unsaved("a.epd"));
        assert_eq!(journals(folder.path()), 1);
        let file = unsaved("a.epd").path().to_owned();

        // While it runs nobody else finds it, and another one writes its own.
        let (mut second, told_second) = keeper(folder.path());
        second.find(document, &file);
        assert!(told_second.try_recv().is_err());
        second.write(document, &unsaved("a.epd"));
        assert_eq!(journals(folder.path()), 2);
        assert!(second.end(false));
        assert_eq!(journals(folder.path()), 1);

        // Killed: it is found, and edits made before an answer do not touch it.
        drop((first, told));
        let (mut third, told) = keeper(folder.path());
        third.find(document, &file);
        assert!(matches!(told.try_recv(), Ok(Msg::JournalFound { .. })));
        third.write(document, &unsaved("a.epd"));
        assert_eq!(journals(folder.path()), 2);
        assert!(third.end(false));
        assert_eq!(journals(folder.path()), 1);
    }

    #[test]
    fn what_was_adopted_goes_with_what_this_editor_wrote() {
        let folder = tempfile::tempdir().expect("a folder");
        let document = DocumentId::default();
        keeper(folder.path()).0.write(document, &unsaved("a.epd"));
        let (mut next, _told) = keeper(folder.path());
        next.find(document, unsaved("a.epd").path());
        if let Some(place) = next.places.get_mut(&document) {
            place.is_ours = true;
        }
        next.write(document, &unsaved("a.epd"));
        assert_eq!(journals(folder.path()), 1);
        next.remove(document);
        assert_eq!(journals(folder.path()), 0);
    }

    #[test]
    fn where_nothing_can_be_written_that_is_said_once() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("journals"), "no folder").expect("a file in the way");
        let (mut keeper, told) = keeper(folder.path());
        for _ in 0..2 {
            keeper.write(DocumentId::default(), &unsaved("a.epd"));
        }
        assert_eq!(told.try_iter().count(), 1);
        assert!(!keeper.end(true));
    }
}
