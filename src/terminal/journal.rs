//! The journals of unsaved edits, kept on a thread of their own in the folder of the editor's state.
//!
//! A file has some places for journals, so that two editors over the same file do not share one. The
//! one that an editor uses is locked for as long as it lives: the lock of one that was killed is
//! gone, and what it left behind is found by the next.

mod places;

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use crate::editor::message::Msg;
use crate::editor::state::document::DocumentId;
use crate::suite::journal::{JournalFile, Unsaved};
use crate::suite::{Content, Snapshot};
use places::{Place, free_place, whole};

/// A journal is written so long after the first edit that is not in it, whatever comes meanwhile.
const PAUSE: Duration = Duration::from_millis(200);
/// One that takes longer to write has that long, up to this.
const LONGEST: Duration = Duration::from_secs(5);
/// How long others wait for a journal at most: a disk that does not answer holds nobody up.
const PATIENCE: Duration = Duration::from_secs(5);

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
    /// A file is about to be replaced by one with this text.
    Saving {
        document: DocumentId,
        held: Box<Snapshot>,
        content: Content,
        done: Sender<()>,
    },
    Drop(DocumentId),
    DropFound {
        document: DocumentId,
        place: usize,
    },
    Adopt {
        document: DocumentId,
        place: usize,
    },
    Leave(DocumentId),
    Close(DocumentId),
    /// Writes what waits, or with `false` removes all; says whether all went well.
    End {
        keep: bool,
        done: Sender<bool>,
    },
}

/// A hand on the keeper of the journals.
#[derive(Clone)]
pub struct Journals {
    orders: Sender<Order>,
}

impl Journals {
    /// Begins to keep journals in the folder; without one there are none.
    pub fn start(folder: Option<PathBuf>, tell: impl Fn(Msg) + Send + 'static) -> Self {
        let (orders, taken) = unbounded();
        let mut keeper = Keeper::new(folder, Box::new(tell));
        // Where the system has no thread left there are no journals: the channel is closed.
        let _ = std::thread::Builder::new()
            .name("journals".into())
            .spawn(move || keeper.run(&taken));
        Self { orders }
    }

    /// Looks whether journals of the file were left behind.
    pub fn find(&self, document: DocumentId, file: PathBuf) {
        self.order(Order::Find { document, file });
    }

    /// Writes one soon; a newer one of the same document replaces it.
    pub fn write(&self, document: DocumentId, unsaved: Unsaved) {
        let unsaved = Box::new(unsaved);
        self.order(Order::Write { document, unsaved });
    }

    /// Has the journal tell of the file as it will be after a save, too. Comes back when it does:
    /// then the file may be replaced.
    pub fn saving(&self, document: DocumentId, held: &Snapshot, content: Content) {
        let (done, is_done) = bounded(1);
        self.order(Order::Saving {
            document,
            held: Box::new(held.clone()),
            content,
            done,
        });
        // Without a keeper there is no journal, and nothing to wait for.
        let _ = is_done.recv_timeout(PATIENCE);
    }

    /// Removes the one of a document.
    pub fn remove(&self, document: DocumentId) {
        self.order(Order::Drop(document));
    }

    /// Removes one that was found.
    pub fn remove_found(&self, document: DocumentId, place: usize) {
        self.order(Order::DropFound { document, place });
    }

    /// Takes one that was found as this editor's own.
    pub fn adopt(&self, document: DocumentId, place: usize) {
        self.order(Order::Adopt { document, place });
    }

    /// Leaves those that were found where they are, for another editor.
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
        self.orders.send(Order::End { keep, done }).is_ok()
            && ended.recv_timeout(PATIENCE).unwrap_or(false)
    }

    fn order(&self, order: Order) {
        // The keeper may have been unable to start; then there are no journals.
        let _ = self.orders.send(order);
    }
}

/// What an open file has in journals.
#[derive(Default)]
struct Kept {
    own: Option<Place>,
    found: Vec<Place>,
    /// What was written last.
    last: Option<Box<Unsaved>>,
    /// What waits to be written, and since when.
    waiting: Option<(Instant, Box<Unsaved>)>,
    /// The save that is on its way.
    saving: Option<(Box<Snapshot>, Content)>,
}

impl Kept {
    fn forget(&mut self) {
        (self.last, self.waiting, self.saving) = (None, None, None);
        if let Some(place) = self.own.take() {
            place.remove();
        }
    }
}

struct Keeper {
    folder: Option<PathBuf>,
    tell: Tell,
    kept: HashMap<DocumentId, Kept>,
    /// How long the last one took to write.
    took: Duration,
    /// Whether a failure was said.
    failed: bool,
    syncs: Option<Sender<File>>,
}

impl Keeper {
    fn new(folder: Option<PathBuf>, tell: Tell) -> Self {
        Self {
            folder,
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
                Ok(Order::End { keep, done }) => {
                    let kept = self.end(keep);
                    let _ = done.send(kept);
                    return;
                }
                Ok(order) => self.take(order),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.end(true);
                    return;
                }
            }
            self.write_due(Instant::now());
        }
    }

    fn take(&mut self, order: Order) {
        match order {
            Order::Find { document, file } => self.find(document, &file),
            Order::Write { document, unsaved } => self.wait(document, unsaved),
            Order::Saving {
                document,
                held,
                content,
                done,
            } => {
                self.saving(document, held, content);
                let _ = done.send(());
            }
            Order::Drop(document) => self.kept(document).forget(),
            Order::DropFound { document, place } => {
                if let Some(place) = self.take_found(document, place) {
                    place.remove();
                }
            }
            Order::Adopt { document, place } => self.adopt(document, place),
            Order::Leave(document) => self.kept(document).found.clear(),
            Order::Close(document) => self.close(document),
            Order::End { .. } => {}
        }
    }

    fn kept(&mut self, document: DocumentId) -> &mut Kept {
        self.kept.entry(document).or_default()
    }

    /// When the next one is to be written.
    fn due(&self) -> Option<Instant> {
        let waiting = self.kept.values().filter_map(|kept| kept.waiting.as_ref());
        let since = waiting.map(|(since, _)| *since).min()?;
        Some(since + PAUSE.max(self.took).min(LONGEST))
    }

    fn wait(&mut self, document: DocumentId, unsaved: Box<Unsaved>) {
        let waiting = &mut self.kept(document).waiting;
        let since = waiting.take().map_or_else(Instant::now, |(since, _)| since);
        *waiting = Some((since, unsaved));
    }

    fn write_due(&mut self, now: Instant) {
        if self.due().is_none_or(|due| due > now) {
            return;
        }
        self.write_all();
    }

    fn write_all(&mut self) {
        let waiting: Vec<_> = self
            .kept
            .iter_mut()
            .filter_map(|(document, kept)| Some((*document, kept.waiting.take()?.1)))
            .collect();
        for (document, unsaved) in waiting {
            self.write(document, unsaved);
        }
    }

    fn saving(&mut self, document: DocumentId, held: Box<Snapshot>, content: Content) {
        let kept = self.kept(document);
        kept.saving = Some((held, content));
        let waiting = kept.waiting.take().map(|(_, unsaved)| unsaved);
        if let Some(unsaved) = waiting.or_else(|| kept.last.take()) {
            self.write(document, unsaved);
        }
    }

    fn write(&mut self, document: DocumentId, mut unsaved: Box<Unsaved>) {
        if self.folder.is_none() {
            return;
        }
        let begun = Instant::now();
        if let Some((held, content)) = &self.kept(document).saving {
            unsaved.while_saving(held, *content);
        }
        let written = self
            .place(document, &unsaved.path)
            .and_then(|journal| journal.write(&unsaved).map(|()| journal.file()));
        self.took = begun.elapsed();
        self.kept(document).last = Some(unsaved);
        match written {
            Ok(file) => {
                self.failed = false;
                // While one is synced, those after it wait for the next time.
                if let (Some(syncs), Some(file)) = (&self.syncs, file) {
                    let _ = syncs.try_send(file);
                }
            }
            Err(error) if !self.failed => {
                self.failed = true;
                let reason = format!("unsaved changes would not survive a crash: {error}");
                (self.tell)(Msg::JournalTrouble { reason });
            }
            Err(_) => {}
        }
    }

    /// The journal of a document, in a place of its own.
    fn place(&mut self, document: DocumentId, file: &Path) -> io::Result<&mut JournalFile> {
        let file = whole(file);
        let Some(folder) = self.folder.clone() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let kept = self.kept(document);
        if kept.own.as_ref().is_some_and(|place| place.file != file) {
            // Saved under another name.
            kept.own.take().into_iter().for_each(Place::remove);
        }
        let place = match kept.own.take() {
            Some(place) => place,
            None => free_place(&folder, &file)?,
        };
        Ok(&mut kept.own.insert(place).journal)
    }

    fn find(&mut self, document: DocumentId, file: &Path) {
        let file = whole(file);
        let mut all = Vec::new();
        let folder = self.folder.clone();
        for place in folder.iter().flat_map(|folder| places::left(folder, &file)) {
            match place.read() {
                Ok(Some(found)) => {
                    all.push(found);
                    self.kept(document).found.push(place);
                }
                // A kill came before anything was written.
                Ok(None) => place.remove(),
                Err(error) => {
                    let path = place.journal.path.display();
                    let reason = format!("found unsaved changes, but {error}: {path}");
                    (self.tell)(Msg::JournalTrouble { reason });
                }
            }
        }
        let found = all;
        (self.tell)(Msg::JournalsFound { document, found });
    }

    fn take_found(&mut self, document: DocumentId, nth: usize) -> Option<Place> {
        let found = &mut self.kept(document).found;
        let at = found.iter().position(|place| place.nth == nth)?;
        Some(found.remove(at))
    }

    fn adopt(&mut self, document: DocumentId, place: usize) {
        if let Some(place) = self.take_found(document, place) {
            let before = self.kept(document).own.replace(place);
            before.into_iter().for_each(Place::remove);
        }
    }

    /// Removes what is this editor's own; what was found and not decided on stays.
    fn close(&mut self, document: DocumentId) {
        self.kept(document).forget();
        self.kept.remove(&document);
    }

    fn end(&mut self, keep: bool) -> bool {
        if !keep {
            let documents: Vec<_> = self.kept.keys().copied().collect();
            documents
                .into_iter()
                .for_each(|document| self.close(document));
            return true;
        }
        self.write_all();
        self.folder.is_some() && !self.failed
    }
}

/// Syncs files, one after the other, on a thread of its own: a disk that is busy with a save must not
/// hold up the next record, which outlives the program without it.
fn syncs() -> Option<Sender<File>> {
    let (syncs, files) = bounded::<File>(1);
    let spawned = std::thread::Builder::new()
        .name("sync".into())
        .spawn(move || {
            for file in files {
                // What can't be synced is as safe as the system makes it.
                let _ = file.sync_data();
            }
        });
    spawned.is_ok().then_some(syncs)
}

#[cfg(test)]
mod tests;
