//! Effects of the editor, done on threads; their results come back as messages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rustc_hash::FxHashMap;

use super::clipboard::{Clipboard, Outcome};
use super::folders::{self, Told};
use super::journal::Journals;
use super::{files, state};
use crate::app::effect::{CanonicalJob, Effect, SaveJob};
use crate::app::features::files::picker::{ListJob, OpenJob};
use crate::app::features::folder::FolderJob;
use crate::app::features::inspect::perft::PerftJob;
use crate::app::message::{CopyHow, Msg};
use crate::app::state::document::DocumentId;
use crate::app::state::find::FindJob;
use crate::app::state::scan::ScanJob;
use crate::app::state::task::{self, Slot, Task};
use crate::epd::CanonicalOptions;
use crate::suite::journal::Recovery;
use crate::suite::{CountsSoFar, FoundSoFar, Job, LoadHandle, OpenOptions, Suite, save};

/// The least time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);
/// What is said of work that panicked: nothing came of it.
const OWN_MISTAKE: &str = "epdit made a mistake of its own; nothing was changed";

/// Something for the event loop.
pub enum Happening {
    /// For the editor.
    Message(Msg),
    /// A text that only the terminal itself can put on a clipboard.
    CopyByTerminal { what: String, text: String },
    /// The terminal can't be read any more.
    TerminalLost(std::io::Error),
    /// A signal of this number ends the editor.
    End(i32),
    /// The process is to step aside.
    Suspend,
}

/// Runs effects that need neither the terminal nor the event loop.
pub struct Runner {
    happenings: Sender<Happening>,
    clipboard: Clipboard,
    find: Generation,
    /// The running scan of the whole file.
    scan: Job,
    /// Its threads; `None` where the system gives none.
    scanners: Arc<Option<ThreadPool>>,
    perft: Generation,
    listing: Generation,
    /// What the folder view is told.
    folder: Job,
    /// What runs about the whole file.
    tasks: FxHashMap<(DocumentId, Slot), Job>,
    /// What a save is doing now: making canonical, comparing, writing.
    saving: Job,
    journals: Journals,
    writes: Vec<JoinHandle<()>>,
}

/// The newest of a kind of job; older ones stop.
#[derive(Clone, Default)]
struct Generation(Arc<AtomicU64>);

impl Generation {
    /// Makes all jobs of the kind stale, and gives the test for the new one.
    fn next(&self) -> impl Fn() -> bool + Send + Sync + 'static {
        let newest = self.0.clone();
        let mine = newest.fetch_add(1, Ordering::SeqCst) + 1;
        move || newest.load(Ordering::SeqCst) != mine
    }
}

impl Runner {
    /// A runner that tells the event loop through `happenings`.
    pub fn new(happenings: Sender<Happening>) -> Self {
        let told = happenings.clone();
        let folder = state::folder().map(|folder| folder.join("journals"));
        let journals = Journals::start(folder, move |message| {
            // The loop may be gone by now; then nobody waits for it.
            let _ = told.send(Happening::Message(message));
        });
        Self {
            happenings,
            journals,
            clipboard: Clipboard::new(),
            find: Generation::default(),
            scan: Job::new(),
            scanners: Arc::new(
                ThreadPoolBuilder::new()
                    .thread_name(|at| format!("scan {at}"))
                    .start_handler(|_| super::threads::step_aside())
                    .build()
                    .ok(),
            ),
            perft: Generation::default(),
            listing: Generation::default(),
            folder: Job::new(),
            tasks: FxHashMap::default(),
            saving: Job::new(),
            writes: Vec::new(),
        }
    }

    /// Starts an effect; those for the terminal and the event loop come back untouched.
    pub fn start(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Copy { what, text } => self.copy(what, text),
            Effect::ReadClipboard => self.read_clipboard(),
            Effect::Find(job) => self.find(job),
            Effect::StopFinding => drop(self.find.next()),
            Effect::TellTime => self.tell_time(),
            Effect::Perft(job) => self.perft(job),
            Effect::StopPerft => drop(self.perft.next()),
            Effect::Scan(job) => self.scan(job),
            Effect::StopScan => self.scan.cancel(),
            Effect::Task(task) => self.task(task),
            Effect::StopTask { document, slot } => self.stop_task((document, slot)),
            Effect::MakeCanonical(job) => self.make_canonical(job),
            Effect::Compare(job) => self.compare(job),
            Effect::Save(job) => self.save(job),
            Effect::StopSaving => self.saving.cancel(),
            Effect::Reload(path) => self.reload(path),
            Effect::Open(job) => self.open(job),
            Effect::ListFiles(job) => self.list_files(job),
            Effect::ReadFolder { ticket, folder } => self.read_folder(ticket, folder),
            Effect::Folder(job) => self.look_through(job),
            Effect::Remember(path) => {
                spawn("remember", move || folders::remember(&path));
            }
            Effect::FindJournal { document, file } => self.journals.find(document, file),
            Effect::WriteJournal { document, unsaved } => self.journals.write(document, unsaved),
            Effect::DropJournal(document) => self.journals.remove(document),
            Effect::AdoptJournal(document) => self.journals.adopt(document),
            Effect::LeaveJournal(document) => self.journals.leave(document),
            Effect::Recover { document, recovery } => self.recover(document, recovery),
            Effect::Closed(document) => {
                self.journals.close(document);
                self.tasks.retain(|(of, _), job| {
                    let stays = *of != document;
                    if !stays {
                        job.cancel();
                    }
                    stays
                });
            }
            Effect::ReleaseMouse(_) | Effect::SwitchGround | Effect::Suspend | Effect::Quit => {
                return Some(effect);
            }
        }
        None
    }

    fn tell(&self) -> impl Fn(Msg) + Send + Sync + Clone + 'static {
        let happenings = self.happenings.clone();
        // The loop may be gone by now; then nobody waits for the result.
        move |message| drop(happenings.send(Happening::Message(message)))
    }

    fn copy(&self, what: String, text: String) {
        let (tell, happenings) = (self.tell(), self.happenings.clone());
        self.clipboard
            .copy(text, move |text, outcome| match outcome {
                Outcome::Copied => tell(Msg::Copied {
                    what,
                    how: CopyHow::Clipboard,
                }),
                Outcome::NotHere => drop(happenings.send(Happening::CopyByTerminal { what, text })),
            });
    }

    fn read_clipboard(&self) {
        let tell = self.tell();
        self.clipboard.read(move |text| {
            tell(match text.filter(|text| !text.is_empty()) {
                Some(text) => Msg::Paste(text),
                None => Msg::PasteFailed {
                    reason: "no text is on a clipboard that can be read here · the terminal's own \
                             paste works everywhere"
                        .into(),
                },
            });
        });
    }

    fn find(&self, job: FindJob) {
        let (tell, stale) = (self.tell(), self.find.next());
        spawn("find", move || {
            let found = job.run(&stale);
            if !stale() {
                tell(Msg::Found {
                    ticket: job.ticket,
                    found,
                });
            }
        });
    }

    fn tell_time(&self) {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        // A clock before 1970 is no clock.
        let seconds = since.map_or(0, |since| since.as_secs());
        self.tell()(Msg::Time { seconds });
    }

    fn perft(&self, job: PerftJob) {
        let (tell, stale) = (self.tell(), self.perft.next());
        spawn("perft", move || {
            let mut reported = Instant::now();
            let ticket = job.ticket;
            let report = |depth, nodes| {
                if reported.elapsed() >= REPORT {
                    reported = Instant::now();
                    tell(Msg::PerftProgress {
                        ticket,
                        depth,
                        nodes,
                    });
                }
            };
            let whole = |depth, nodes| {
                tell(Msg::PerftCounted {
                    ticket,
                    depth,
                    nodes,
                });
            };
            let counts = job.run(report, whole, &stale);
            if !stale() {
                tell(Msg::PerftDone { ticket, counts });
            }
        });
    }

    /// Reads all records on threads of its own, so that what a person asks for need not wait for
    /// it, and tells now and then how far that has got.
    fn scan(&mut self, job: ScanJob) {
        self.scan.cancel();
        self.scan = Job::new();
        let (tell, hand, so_far) = (self.tell(), self.scan.clone(), CountsSoFar::default());
        let (ticket, threads) = (job.ticket, self.scanners.clone());
        let (working, over) = bounded::<()>(0);
        let progress = {
            let (tell, so_far) = (tell.clone(), so_far.clone());
            move || {
                let counts = so_far.get();
                tell(Msg::ScanProgress { ticket, counts });
            }
        };
        spawn("scan", move || {
            let run = || job.run(&hand, &so_far);
            let scanned = match &*threads {
                Some(threads) => threads.install(run),
                None => run(),
            };
            drop(working);
            if !hand.is_cancelled() {
                let scanned = scanned.ok();
                let counts = match &scanned {
                    Some(scanned) => scanned.findings.counts.clone(),
                    None => so_far.get(),
                };
                let scanned = scanned.map(Arc::new);
                tell(Msg::ScanDone {
                    ticket,
                    counts,
                    scanned,
                });
            }
        });
        spawn("progress", move || {
            while over.recv_timeout(REPORT) == Err(RecvTimeoutError::Timeout) {
                progress();
            }
        });
    }

    fn stop_task(&mut self, of: (DocumentId, Slot)) {
        if let Some(job) = self.tasks.remove(&of) {
            job.cancel();
        }
    }

    /// Does a piece of work about the whole file, and tells now and then how far it is.
    fn task(&mut self, given: Task) {
        let of = (given.document, given.slot);
        self.stop_task(of);
        let (tell, job, so_far) = (self.tell(), Job::new(), FoundSoFar::default());
        self.tasks.insert(of, job.clone());
        let ticket = given.ticket;
        let over = Arc::new(AtomicBool::new(false));
        let (watched, counted, is_over) = (job.clone(), so_far.clone(), over.clone());
        let report = self.tell();
        spawn("task", move || {
            let work = AssertUnwindSafe(|| given.run(&job, &so_far));
            let outcome = catch_unwind(work)
                .unwrap_or_else(|_| task::Outcome::Failed(OWN_MISTAKE.to_owned()));
            over.store(true, Ordering::SeqCst);
            if !job.is_cancelled() {
                tell(Msg::TaskDone { ticket, outcome });
            }
        });
        spawn("task-progress", move || {
            loop {
                std::thread::sleep(REPORT);
                if is_over.load(Ordering::SeqCst) || watched.is_cancelled() {
                    return;
                }
                report(Msg::TaskProgress {
                    ticket,
                    found: counted.lines(),
                    progress: watched.progress(),
                });
            }
        });
    }

    fn make_canonical(&mut self, job: CanonicalJob) {
        let (tell, hand) = (self.tell(), self.new_save_job());
        let ticket = job.ticket;
        self.spawn_for_save("canonical", ticket, move || {
            let options = CanonicalOptions::default();
            tell(
                match save::make_canonical(&job.snapshot, job.policy, &options, &hand) {
                    Ok(made) => Msg::MadeCanonical { ticket, made },
                    Err(error) => Msg::JobFailed {
                        ticket,
                        reason: error.to_string(),
                    },
                },
            );
        });
    }

    fn compare(&mut self, job: CanonicalJob) {
        let (tell, hand) = (self.tell(), self.new_save_job());
        let ticket = job.ticket;
        self.spawn_for_save("compare", ticket, move || {
            let options = CanonicalOptions::default();
            tell(
                match save::differences(&job.snapshot, job.policy, &options, job.at_most, &hand) {
                    Ok(differences) => Msg::Differences {
                        ticket,
                        differences,
                    },
                    Err(error) => Msg::JobFailed {
                        ticket,
                        reason: error.to_string(),
                    },
                },
            );
        });
    }

    fn save(&mut self, job: SaveJob) {
        let (tell, hand) = (self.tell(), self.new_save_job());
        let ticket = job.ticket;
        self.spawn_for_save("save", ticket, move || {
            tell(match save::write(&job.snapshot, &job.target, &hand) {
                Ok(saved) => Msg::Saved { ticket, saved },
                Err(error) => Msg::SaveFailed { ticket, error },
            });
        });
    }

    fn new_save_job(&mut self) -> Job {
        self.saving = Job::new();
        self.saving.clone()
    }

    /// Runs a step of a save. If it panics the editor is told, so that it does not wait forever.
    fn spawn_for_save(&mut self, name: &str, ticket: u64, work: impl FnOnce() + Send + 'static) {
        let tell = self.tell();
        self.writes.retain(|thread| !thread.is_finished());
        self.writes.extend(spawn(name, move || {
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                let reason = "epdit made a mistake of its own; the file is as it was".to_owned();
                tell(Msg::JobFailed { ticket, reason });
            }
        }));
    }

    fn open(&self, job: OpenJob) {
        let tell = self.tell();
        spawn("open", move || {
            let (path, line) = files::split_line(&folders::expanded(&job.path));
            if path.is_dir() {
                return tell(Msg::OpenedFolder(path));
            }
            let whole = std::fs::canonicalize(&path).ok();
            let same = |other: &PathBuf| {
                *other == path || whole.is_some() && std::fs::canonicalize(other).ok() == whole
            };
            if let Some((document, _)) = job.open.iter().find(|(_, other)| same(other)) {
                let document = *document;
                return tell(Msg::IsOpen { document, line });
            }
            match files::open(&path, line) {
                Ok(document) => {
                    let loading = document.suite.load_handle();
                    tell(Msg::Opened(Box::new(document)));
                    follow(loading, tell);
                }
                Err(error) => tell(Msg::NotOpened {
                    reason: error.to_string(),
                }),
            }
        });
    }

    fn list_files(&self, job: ListJob) {
        let (tell, stale) = (self.tell(), self.listing.next());
        spawn("list", move || {
            let ticket = job.ticket;
            folders::list(&job, stale, |files| {
                tell(Msg::FilesListed { ticket, files })
            });
        });
    }

    fn read_folder(&self, ticket: u64, folder: String) {
        let tell = self.tell();
        spawn("folder", move || {
            let entries = folders::entries(&folder);
            tell(Msg::FolderRead {
                ticket,
                folder,
                entries,
            });
        });
    }

    fn look_through(&mut self, given: FolderJob) {
        self.folder.cancel();
        self.folder = Job::new();
        let (tell, job) = (self.tell(), self.folder.clone());
        spawn("folder-view", move || {
            let ticket = given.ticket;
            folders::look_through(&given, &job, |told| {
                tell(match told {
                    Told::Found(files) => Msg::SuitesFound { ticket, files },
                    Told::AllFound(trouble) => Msg::AllSuitesFound { ticket, trouble },
                    Told::Counted(path, found) => Msg::SuiteCounted {
                        ticket,
                        path,
                        found,
                    },
                });
            });
        });
    }

    fn recover(&self, document: DocumentId, recovery: Recovery) {
        let tell = self.tell();
        spawn("recover", move || {
            let change = recovery.make().map_err(|error| error.to_string());
            tell(Msg::Recovered { document, change });
        });
    }

    /// Ends the keeping of journals: those of a person who left go, those of an editor that was
    /// ended stay, written to the last edit. Gives whether all unsaved edits are on disk.
    pub fn end_journals(&self, keep: bool) -> bool {
        self.journals.end(keep)
    }

    fn reload(&self, path: PathBuf) {
        let tell = self.tell();
        spawn("reload", move || {
            tell(match Suite::open(&path, &OpenOptions::default()) {
                Ok(suite) => Msg::Reloaded(Box::new(suite)),
                Err(error) => Msg::ReloadFailed {
                    reason: error.to_string(),
                },
            });
        });
    }

    /// Tells the editor now and then that more of its file was read, until all is. The last word
    /// always comes: the reading may have ended before the editor looked.
    pub fn follow_loading(&self, suite: &Suite) {
        let tell = self.tell();
        let loading = suite.load_handle();
        if loading.is_none() {
            return tell(Msg::Tick);
        }
        spawn("loading", move || follow(loading, tell));
    }
}

/// Tells that more was read until all is, and once more then.
fn follow(loading: Option<LoadHandle>, tell: impl Fn(Msg)) {
    let mut done = 0;
    while let Some(progress) = loading
        .as_ref()
        .and_then(|handle| handle.wait(done, REPORT))
    {
        done = progress.done;
        tell(Msg::Tick);
    }
    tell(Msg::Tick);
}

impl Drop for Runner {
    /// A file that is being written is written to its end, whatever ends the editor.
    fn drop(&mut self) {
        for thread in self.writes.drain(..) {
            // A panic in it was caught and told already.
            let _ = thread.join();
        }
    }
}

/// Runs work on a thread of its own. Where the system has no thread left, it runs here: late is
/// better than never.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    let work = Arc::new(Mutex::new(Some(work)));
    let taken = work.clone();
    let run = move || {
        let work = taken.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(work) = work {
            work();
        }
    };
    match std::thread::Builder::new().name(name.into()).spawn(run) {
        Ok(thread) => Some(thread),
        Err(_) => {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(work) = work {
                work();
            }
            None
        }
    }
}
