//! The journals of unsaved edits, written on a thread in the editor's state folder.
//!
//! A file has several places for journals, so that two editors with the same file do not share one. An editor
//! locks its place as long as it has the file open, which also informs other editors. A killed editor loses
//! its lock, so the next one finds the journal.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use super::effects::Tell;
use super::platform::{make_private_folder, open_private};
use crate::editor::flows::open::also_open;
use crate::editor::flows::recover;
use crate::editor::message::Msg;
use crate::editor::state::document::{DocumentId, FoundJournal};
use crate::editor::widgets::glyph;
use crate::suite::journal::{
    Journal, JournalFile, NO_FILE, RecoverError, UnsavedChanges, journal_path,
};
use crate::suite::save::copies_left;
use crate::suite::{Content, LockAttempt, Snapshot, open_regular, try_lock, whole_path};

/// The longest delay between an edit and the writing of the journal.
const PAUSE: Duration = Duration::from_millis(200);
/// A journal that takes longer to write has that time as delay, up to this.
const LONGEST: Duration = Duration::from_secs(5);
/// The longest wait for a journal: a disk that does not answer must not block the editor.
const PATIENCE: Duration = Duration::from_secs(5);

type Order = Box<dyn FnOnce(&mut Keeper) + Send>;

/// A handle to the keeper of the journals.
#[derive(Clone)]
pub struct Journals {
    orders: Sender<Order>,
}

impl Journals {
    /// Starts writing journals in the folder; without one there are none.
    pub fn start(folder: Option<PathBuf>, tell: Tell) -> Self {
        let (orders, received) = unbounded();
        let mut keeper = Keeper::new(folder, tell);
        // If the system has no thread left there are no journals: the channel is closed.
        let _ = std::thread::Builder::new()
            .name("journals".into())
            .spawn(move || keeper.run(&received));
        Self { orders }
    }

    /// Sends the keeper a call, after all earlier ones.
    pub fn order(&self, order: impl FnOnce(&mut Keeper) + Send + 'static) {
        // The keeper may have been unable to start; then there are no journals.
        let _ = self.orders.send(Box::new(order));
    }

    /// Waits, for a limited time, until the keeper has run a call; `None` if it has not.
    fn wait_for<T: Send + 'static>(
        &self,
        order: impl FnOnce(&mut Keeper) -> T + Send + 'static,
    ) -> Option<T> {
        let (done, is_done) = bounded(1);
        self.order(move |keeper| drop(done.send(order(keeper))));
        is_done.recv_timeout(PATIENCE).ok()
    }

    /// Makes the journal apply to the file as it will be after a save, too. Returns when that is written: then
    /// the file may be replaced.
    pub fn saving(&self, document: DocumentId, held: &Snapshot, content: Content) {
        let held = Box::new(held.clone());
        self.wait_for(move |keeper| keeper.saving(document, held, content));
    }

    /// Ends: with `keep`, all journals are written first and stay; else they are removed. Returns whether all
    /// unsaved edits are on disk.
    pub fn end(&self, keep: bool) -> bool {
        let ended = self.wait_for(move |keeper| keeper.end(keep));
        ended.unwrap_or(false)
    }
}

#[derive(Default)]
struct FileJournals {
    own: Option<JournalSlot>,
    /// The journal under the old name after a save as, until one is written under the new name.
    before: Option<JournalSlot>,
    found: Vec<JournalSlot>,
    /// The contents of the journal, written or waiting to be.
    unsaved: Option<Box<UnsavedChanges>>,
    /// The time since which it waits to be written.
    waits: Option<Instant>,
    saving: Option<(Box<Snapshot>, Content)>,
}

impl FileJournals {
    fn places(self) -> impl Iterator<Item = JournalSlot> {
        self.own.into_iter().chain(self.before)
    }
}

/// Writes the journals of all open files.
pub struct Keeper {
    folder: Option<PathBuf>,
    /// The process of this editor, by which others identify it.
    process: u32,
    tell: Tell,
    kept: HashMap<DocumentId, FileJournals>,
    took: Duration,
    failed: bool,
    syncs: Option<Sender<File>>,
}

impl Keeper {
    fn new(folder: Option<PathBuf>, tell: Tell) -> Self {
        Self {
            folder,
            process: std::process::id(),
            tell,
            kept: HashMap::new(),
            took: Duration::ZERO,
            failed: false,
            syncs: syncs(),
        }
    }

    fn run(&mut self, orders: &Receiver<Order>) {
        loop {
            let order = match self.due() {
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => orders.recv_deadline(due),
            };
            match order {
                Ok(order) => order(self),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.end(true);
                    return;
                }
            }
            self.write_due(Instant::now());
        }
    }

    fn kept(&mut self, document: DocumentId) -> &mut FileJournals {
        self.kept.entry(document).or_default()
    }

    fn due(&self) -> Option<Instant> {
        let since = self.kept.values().filter_map(|kept| kept.waits).min()?;
        Some(since + PAUSE.max(self.took).min(LONGEST))
    }

    /// Writes the journal of a document soon; a newer one replaces it.
    pub fn write_soon(&mut self, document: DocumentId, unsaved: Box<UnsavedChanges>) {
        let kept = self.kept(document);
        kept.waits.get_or_insert_with(Instant::now);
        kept.unsaved = Some(unsaved);
    }

    fn write_due(&mut self, now: Instant) {
        if self.due().is_none_or(|due| due > now) {
            return;
        }
        self.write_all();
    }

    fn write_all(&mut self) {
        let kept = self.kept.iter();
        let waiting = kept.filter_map(|(document, kept)| kept.waits.map(|_| *document));
        for document in waiting.collect::<Vec<_>>() {
            self.write(document);
        }
    }

    fn saving(&mut self, document: DocumentId, held: Box<Snapshot>, content: Content) {
        self.kept(document).saving = Some((held, content));
        self.write(document);
    }

    fn write(&mut self, document: DocumentId) {
        let has_folder = self.folder.is_some();
        let kept = self.kept(document);
        kept.waits = None;
        let Some(mut unsaved) = kept.unsaved.take_if(|_| has_folder) else {
            return;
        };
        let begun = Instant::now();
        if let Some((held, content)) = &kept.saving {
            unsaved.while_saving(held, *content);
        }
        let written = self
            .place(document, &unsaved.path)
            .and_then(|journal| journal.write(&unsaved).map(|()| journal.file()));
        self.took = begun.elapsed();
        let kept = self.kept(document);
        kept.unsaved = Some(unsaved);
        match written {
            Ok(file) => {
                kept.before.take().into_iter().for_each(JournalSlot::remove);
                self.failed = false;
                // While one file is synced, later ones wait for their next write.
                if let (Some(syncs), Some(file)) = (&self.syncs, file) {
                    let _ = syncs.try_send(file);
                }
            }
            Err(error) if !self.failed => {
                self.failed = true;
                let reason = format!("unsaved changes would not survive a crash: {error}");
                self.trouble(reason);
            }
            Err(_) => {}
        }
    }

    fn trouble(&self, reason: String) {
        let reason = glyph::safe(reason.as_bytes());
        (self.tell)(Msg::told(move |model| model.failed(reason)));
    }

    /// Opens the journal of a document in a free place.
    fn place(&mut self, document: DocumentId, file: &Path) -> io::Result<&mut JournalFile> {
        let file = whole(file);
        let not_found = || io::Error::from(io::ErrorKind::NotFound);
        let folder = self.folder.clone().ok_or_else(not_found)?;
        let process = self.process;
        let kept = self.kept(document);
        if kept.own.as_ref().is_none_or(|own| own.file != file) {
            let place = match kept.before.take_if(|before| before.file == file) {
                Some(place) => place,
                None => free_place(&folder, &file, process)?,
            };
            if let Some(own) = kept.own.replace(place) {
                let older = kept.before.replace(own);
                older.into_iter().for_each(JournalSlot::remove);
            }
        }
        let own = kept.own.as_mut().ok_or_else(not_found)?;
        Ok(&mut own.journal)
    }

    /// Registers a file as open, and reports the editors that have it open. A failure doesn't prevent editing.
    pub fn open(&mut self, document: DocumentId, file: &Path) {
        if file.starts_with(NO_FILE) {
            return;
        }
        let copies = copies_left(file);
        if !copies.is_empty() {
            (self.tell)(Msg::told(move |model| {
                recover::copies_found(model, document, copies)
            }));
        }
        // First registered, then checked: of two editors that begin at once, at least one sees the other.
        let _ = self.place(document, file);
        let file = whole(file);
        let folder = self.folder.iter();
        let mut processes: Vec<u32> = folder
            .flat_map(|folder| processes(folder, &file))
            .filter(|process| *process != self.process)
            .collect();
        processes.sort_unstable();
        processes.dedup();
        if !processes.is_empty() {
            (self.tell)(Msg::told(move |model| {
                also_open(model, document, &processes);
            }));
        }
    }

    /// Reports the journals of an opened file that earlier editors left.
    pub fn find(&mut self, document: DocumentId, file: &Path) {
        self.open(document, file);
        let found = self.left(document, file);
        (self.tell)(Msg::told(move |model| {
            recover::found(model, document, found);
        }));
    }

    /// Returns the journals of a file that earlier editors left, and locks them.
    fn left(&mut self, document: DocumentId, file: &Path) -> Vec<FoundJournal> {
        let file = whole(file);
        let (mut all, process) = (Vec::new(), self.process);
        let folder = self.folder.clone();
        for place in folder
            .iter()
            .flat_map(|folder| places_left(folder, &file, process))
        {
            match place.read() {
                Ok(Some(found)) => {
                    all.push(found);
                    self.kept(document).found.push(place);
                }
                // That editor was killed before it wrote anything.
                Ok(None) => place.remove(),
                Err(error) => {
                    let path = place.journal.path.display();
                    let reason = format!("found unsaved changes, but {error}: {path}");
                    self.trouble(reason);
                }
            }
        }
        all
    }

    fn take_found(&mut self, document: DocumentId, nth: usize) -> Option<JournalSlot> {
        let found = &mut self.kept(document).found;
        let at = found.iter().position(|place| place.nth == nth)?;
        Some(found.remove(at))
    }

    /// Removes one of the journals found.
    pub fn remove_found(&mut self, document: DocumentId, place: usize) {
        let place = self.take_found(document, place);
        place.into_iter().for_each(JournalSlot::remove);
    }

    /// Leaves the journals found where they are, for another editor.
    pub fn leave(&mut self, document: DocumentId) {
        self.kept(document).found.clear();
    }

    /// Adopts one of the journals found.
    pub fn adopt(&mut self, document: DocumentId, place: usize) {
        if let Some(place) = self.take_found(document, place) {
            let before = self.kept(document).own.replace(place);
            before.into_iter().for_each(JournalSlot::remove);
        }
    }

    /// Removes the journal of a document: its edits are saved or discarded.
    pub fn remove(&mut self, document: DocumentId) {
        let kept = self.kept(document);
        (kept.unsaved, kept.waits, kept.saving) = (None, None, None);
        kept.before.take().into_iter().for_each(JournalSlot::remove);
        kept.own.iter_mut().for_each(JournalSlot::clear);
    }

    /// Forgets a closed document; journals found and not decided on stay.
    pub fn close(&mut self, document: DocumentId) {
        let kept = self.kept.remove(&document).into_iter();
        kept.flat_map(FileJournals::places)
            .for_each(JournalSlot::remove);
    }

    fn end(&mut self, keep: bool) -> bool {
        if keep {
            self.write_all();
        }
        let places = self.kept.drain().flat_map(|(_, kept)| kept.places());
        places
            .filter(|place| !keep || !place.journal.path.exists())
            .for_each(JournalSlot::remove);
        !keep || self.folder.is_some() && !self.failed
    }
}

/// Syncs files, one after the other, on a thread: a disk that is busy with a save must not delay the next
/// journal, which survives the end of the program even unsynced.
fn syncs() -> Option<Sender<File>> {
    let (syncs, files) = bounded::<File>(1);
    let spawned = std::thread::Builder::new()
        .name("sync".into())
        .spawn(move || {
            for file in files {
                // A file that can't be synced is as safe as the system makes it.
                let _ = file.sync_data();
            }
        });
    spawned.is_ok().then_some(syncs)
}

/// Most journals of one file.
const PLACES: usize = 9;
/// The number of attempts to take a lock that its owner removes at the same time.
const TRIES: usize = 10;

/// A journal's place, locked by this editor.
struct JournalSlot {
    /// The index among the places of its file.
    nth: usize,
    file: PathBuf,
    journal: JournalFile,
    /// The locked file, which contains the process of this editor.
    lock: PathBuf,
    _locked: File,
}

impl JournalSlot {
    /// Locks a place; `None` if another editor has locked it.
    fn lock(folder: &Path, file: &Path, nth: usize, process: u32) -> io::Result<Option<Self>> {
        let (journal, lock) = paths(folder, file, nth);
        for _ in 0..TRIES {
            open_private(&lock)?;
            let _locked = match try_lock(&lock)? {
                LockAttempt::Busy => return Ok(None),
                // Its owner has removed it meanwhile.
                LockAttempt::Moved => continue,
                LockAttempt::Locked(None) => return Err(io::ErrorKind::Unsupported.into()),
                LockAttempt::Locked(Some(locked)) => locked,
            };
            let mut named = open_private(&lock)?;
            named.set_len(0)?;
            write!(named, "{process}")?;
            return Ok(Some(Self {
                nth,
                file: file.to_owned(),
                journal: JournalFile::new(journal),
                lock,
                _locked,
            }));
        }
        Ok(None)
    }

    /// Removes the journal, and keeps the lock.
    fn clear(&mut self) {
        // Closed first: an open file may stay until it is closed.
        self.journal = JournalFile::new(self.journal.path.clone());
        // If it can't be removed, the next start asks once more than needed.
        let _ = fs::remove_file(&self.journal.path);
    }

    /// Removes the journal, and releases the lock.
    fn remove(mut self) {
        self.clear();
        let _ = fs::remove_file(&self.lock);
    }

    /// Returns its contents; `None` if the editor was killed before it wrote anything.
    fn read(&self) -> Result<Option<FoundJournal>, RecoverError> {
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

/// Returns an unused place for a journal of a file.
fn free_place(folder: &Path, file: &Path, process: u32) -> io::Result<JournalSlot> {
    make_private_folder(folder)?;
    for nth in 0..PLACES {
        let (journal, lock) = paths(folder, file, nth);
        let is_free = |path: &Path| {
            let found = fs::symlink_metadata(path);
            found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        // A journal left by another editor is for the user to decide on; anything else at the path (a folder,
        // a pipe, a link) only makes this place unusable.
        if !is_free(&journal) {
            continue;
        }
        match JournalSlot::lock(folder, file, nth, process) {
            Ok(Some(place)) => return Ok(place),
            Err(error) if is_free(&lock) => return Err(error),
            Ok(None) | Err(_) => {}
        }
    }
    Err(io::Error::other("too many recovery files for this file"))
}

fn processes(folder: &Path, file: &Path) -> impl Iterator<Item = u32> {
    (0..PLACES).filter_map(move |nth| {
        let (_, lock) = paths(folder, file, nth);
        let mut named = open_regular(&lock).ok()?;
        if !matches!(try_lock(&lock), Ok(LockAttempt::Busy)) {
            return None;
        }
        let mut process = String::new();
        named.read_to_string(&mut process).ok()?;
        process.parse().ok()
    })
}

/// Returns the file's canonical path, so that its journal does not depend on how it was opened.
fn whole(file: &Path) -> PathBuf {
    if file.starts_with(NO_FILE) {
        return file.to_owned();
    }
    if let Ok(whole) = whole_path(file) {
        return whole;
    }
    // A new file: its folder exists.
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    match (
        absolute.parent().map(dunce::canonicalize),
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

/// Returns the journals of a file that no editor uses, and locks each.
fn places_left(folder: &Path, file: &Path, process: u32) -> impl Iterator<Item = JournalSlot> {
    (0..PLACES).filter_map(move |nth| {
        let (journal, _) = paths(folder, file, nth);
        // A path that is not a regular file is not a journal, and is not read.
        let is_file = fs::symlink_metadata(&journal).is_ok_and(|found| found.is_file());
        let locked = is_file.then(|| JournalSlot::lock(folder, file, nth, process));
        locked?.ok()?
    })
}

#[cfg(test)]
mod tests;
