//! Jobs on threads, one in each slot: a newer one replaces an older one, which stops.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rustc_hash::FxHashMap;

use crate::editor::jobs::{JobContext, Slot, Task, TaskId};
use crate::editor::message::Msg;
use crate::editor::state::document::DocumentId;
use crate::suite::Job;
use crate::terminal::journal::Journals;
use crate::terminal::platform::step_aside;
use crate::terminal::threads::spawn;

/// The least time between two reports of progress.
pub(super) const REPORT: Duration = Duration::from_millis(100);

pub(in crate::terminal) type Tell = Arc<dyn Fn(Msg) + Send + Sync>;

/// The key of a running job: a slot of an open file, or of the editor as a whole.
type JobSlot = (Option<DocumentId>, Slot);

fn place(document: DocumentId, slot: Slot) -> JobSlot {
    let is_of_editor = matches!(slot, Slot::Find | Slot::Perft);
    ((!is_of_editor).then_some(document), slot)
}

pub(super) struct Slots {
    tell: Tell,
    /// The journals must know when a file is about to be replaced.
    journals: Journals,
    newest: FxHashMap<JobSlot, Job>,
    /// The low-priority threads for jobs; `None` if the system has none to spare.
    aside: Arc<Option<ThreadPool>>,
    /// The jobs that run to their end, whatever ends the editor.
    unstoppable: Vec<JoinHandle<()>>,
}

impl Slots {
    pub(super) fn new(tell: Tell, journals: Journals) -> Self {
        let aside = ThreadPoolBuilder::new()
            .thread_name(|at| format!("aside {at}"))
            .start_handler(|_| step_aside())
            .build();
        Self {
            tell,
            journals,
            newest: FxHashMap::default(),
            aside: Arc::new(aside.ok()),
            unstoppable: Vec::new(),
        }
    }

    /// Runs a job on a thread, and reports its progress from time to time.
    pub(super) fn start(&mut self, task: Task) {
        let TaskId { document, slot, .. } = task.id;
        let job = Job::new();
        let older = self.newest.insert(place(document, slot), job.clone());
        if let Some(older) = older.filter(|_| !slot.always_answers()) {
            older.cancel();
        }
        let context = self.context(&task, job);
        let task = Arc::new(task);
        let (working, over) = bounded::<()>(0);
        if slot.reports() {
            self.report(task.clone(), context.clone(), over);
        }
        let (tell, aside) = (self.tell.clone(), self.aside.clone());
        let thread = spawn(slot.word(), move || {
            let delivery = match (&*aside, slot == Slot::Scan) {
                (Some(threads), true) => threads.install(|| task.run(&context)),
                _ => task.run(&context),
            };
            drop(working);
            if slot.always_answers() || !context.is_stopped() {
                let id = task.id;
                tell(Msg::Worked { id, delivery });
            }
        });
        if slot.always_answers() {
            self.unstoppable.retain(|thread| !thread.is_finished());
            self.unstoppable.extend(thread);
        }
    }

    fn context(&self, task: &Task, job: Job) -> JobContext {
        let (tell, id) = (self.tell.clone(), task.id);
        let context = task.hand(job, move |delivery| tell(Msg::Worked { id, delivery }));
        if id.slot != Slot::Save {
            return context;
        }
        let journals = self.journals.clone();
        context.before_saving(move |held, content| journals.saving(id.document, held, content))
    }

    fn report(&self, task: Arc<Task>, context: JobContext, over: Receiver<()>) {
        let tell = self.tell.clone();
        spawn("progress", move || {
            while over.recv_timeout(REPORT) == Err(RecvTimeoutError::Timeout)
                && !context.is_stopped()
            {
                if let Some(so_far) = Msg::so_far(&task, &context) {
                    tell(so_far);
                }
            }
        });
    }

    pub(super) fn stop(&self, document: DocumentId, slot: Slot) {
        if let Some(job) = self.newest.get(&place(document, slot)) {
            job.cancel();
        }
    }

    pub(super) fn close(&mut self, document: DocumentId) {
        for ((_, slot), job) in self.newest.extract_if(|(of, _), _| *of == Some(document)) {
            if !slot.always_answers() {
                job.cancel();
            }
        }
    }
}

impl Drop for Slots {
    /// Waits until files being written are complete.
    fn drop(&mut self) {
        for thread in self.unstoppable.drain(..) {
            // A panic in it was caught and reported already.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests;
