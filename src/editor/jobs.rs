//! Jobs on other threads: a closure that computes a result, and one that applies it to the editor.
//!
//! A job belongs to a [`Slot`] of a file: a newer one replaces an older one, which stops and delivers nothing
//! more. A save always runs to its end and always answers.

use crate::editor::effect::Effect;
use crate::editor::model::Model;
pub use crate::editor::state::jobs::{Running, Slot, TaskId};
use crate::suite::{Content, CountsSoFar, FoundSoFar, Job, Progress, Snapshot};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// A change to the editor: the result of a job, or its progress.
pub struct Delivery(Box<dyn FnOnce(&mut Model) + Send>);

impl Delivery {
    pub fn new(take: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        Self(Box::new(take))
    }

    pub(crate) fn take(self, model: &mut Model) {
        (self.0)(model);
    }
}

impl fmt::Debug for Delivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Delivery(..)")
    }
}

/// Returns the progress of a job; `None` if there is nothing to report yet.
pub type ProgressReport = fn(&JobContext) -> Option<Delivery>;

type Run = dyn Fn(&JobContext) -> Delivery + Send + Sync;

/// A job for another thread.
#[derive(Clone)]
pub struct Task {
    pub id: TaskId,
    pub(crate) report: ProgressReport,
    run: Arc<Run>,
}

impl Task {
    /// Runs the job; may take a while. `context` cancels it and collects its progress.
    pub fn run(&self, context: &JobContext) -> Delivery {
        (self.run)(context)
    }

    /// Returns the context to run the job with, which delivers through `tell` what can't wait for the result.
    pub fn hand(&self, job: Job, tell: impl Fn(Delivery) + Send + Sync + 'static) -> JobContext {
        JobContext {
            job,
            id: self.id,
            tell: Some(Arc::new(tell)),
            ..JobContext::default()
        }
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Task").field(&self.id).finish()
    }
}

type BeforeSaving = dyn Fn(&Snapshot, Content) + Send + Sync;

/// The context of a running job, shared with the code that started it.
#[derive(Clone, Default)]
pub struct JobContext {
    /// Cancels the job, and counts its progress.
    pub job: Job,
    pub found: FoundSoFar,
    pub counts: CountsSoFar,
    pub(crate) id: TaskId,
    /// The perft depth being counted, and its leaf nodes so far.
    nodes: Arc<Mutex<(u8, u64)>>,
    tell: Option<Arc<dyn Fn(Delivery) + Send + Sync>>,
    before_saving: Option<Arc<BeforeSaving>>,
}

impl JobContext {
    /// Returns the context with a `before` to call just before a file is replaced by one with that content.
    #[must_use]
    pub fn before_saving(
        self,
        before: impl Fn(&Snapshot, Content) + Send + Sync + 'static,
    ) -> Self {
        Self {
            before_saving: Some(Arc::new(before)),
            ..self
        }
    }

    /// Reports that a file is about to be replaced.
    pub(crate) fn is_saving(&self, held: &Snapshot, content: Content) {
        if let Some(before) = &self.before_saving {
            before(held, content);
        }
    }

    pub fn is_stopped(&self) -> bool {
        self.job.is_cancelled()
    }

    pub(crate) fn tell(&self, delivery: impl FnOnce(&mut Model) + Send + 'static) {
        if let Some(tell) = &self.tell {
            tell(Delivery::new(delivery));
        }
    }

    /// Records the number of leaf nodes counted so far.
    pub fn count(&self, depth: u8, nodes: u64) {
        *self.nodes.lock().unwrap_or_else(PoisonError::into_inner) = (depth, nodes);
    }

    pub fn counted(&self) -> (u8, u64) {
        *self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct Work<R> {
    slot: Slot,
    run: R,
    report: ProgressReport,
}

impl<T: Send + 'static, R: Fn(&JobContext) -> Result<T, String> + Send + Sync + 'static> Work<R> {
    pub(crate) fn new(slot: Slot, run: R) -> Self {
        Self {
            slot,
            run,
            report: |context| Some(lines_found(context, |_, _| {})),
        }
    }

    pub(crate) fn telling(self, report: ProgressReport) -> Self {
        Self { report, ..self }
    }

    /// Starts the job for the file shown, in place of the one in its slot; `done` applies the result.
    pub(crate) fn start(
        self,
        model: &mut Model,
        done: impl Fn(&mut Model, T) + Clone + Send + Sync + 'static,
    ) {
        let word = self.slot.word();
        self.start_or_fail(model, move |model, result| match result {
            Ok(result) => done(model, result),
            Err(reason) => model.failed(format!("{word}: {reason}")),
        });
    }

    /// Starts the job; `done` also gets the reason of a failure.
    pub(crate) fn start_or_fail(
        self,
        model: &mut Model,
        done: impl Fn(&mut Model, Result<T, String>) + Clone + Send + Sync + 'static,
    ) {
        let (ticket, slot) = (model.ticket(), self.slot);
        let tasks = &mut model.document.tasks;
        tasks.retain(|running| running.slot != slot);
        tasks.push(Running {
            ticket,
            slot,
            found: 0,
            progress: Progress::default(),
        });
        self.ask(model, ticket, move |model, result| {
            let tasks = &mut model.document.tasks;
            // The result of a job that was stopped or replaced is dropped.
            if let Some(at) = tasks.iter().position(|task| task.ticket == ticket) {
                tasks.remove(at);
                done(model, result);
            }
        });
    }

    /// Starts the job for the file shown; `done` itself checks by the ticket if its result is still needed.
    pub(crate) fn ask(
        self,
        model: &mut Model,
        ticket: u64,
        done: impl Fn(&mut Model, Result<T, String>) + Clone + Send + Sync + 'static,
    ) {
        let id = TaskId {
            ticket,
            document: model.document.id,
            slot: self.slot,
        };
        let run = self.run;
        let run = move |context: &JobContext| {
            // A panic becomes an error, so that the editor does not wait forever.
            let result = catch_unwind(AssertUnwindSafe(|| run(context)));
            let kept = match id.slot {
                Slot::Save => "the file is unchanged",
                _ => "nothing was changed",
            };
            let result = result.unwrap_or_else(|_| Err(format!("internal error; {kept}")));
            let done = done.clone();
            Delivery::new(move |model| done(model, result))
        };
        model.send(Effect::Start(Task {
            id,
            report: self.report,
            run: Arc::new(run),
        }));
    }
}

/// Delivers the number of lines found so far and the progress; `then` gets the number if the job still runs.
pub(crate) fn lines_found(
    context: &JobContext,
    then: impl FnOnce(&mut Model, usize) + Send + 'static,
) -> Delivery {
    let (id, found, progress) = (context.id, context.found.lines(), context.job.progress());
    Delivery::new(move |model| {
        let mut tasks = model.document.tasks.iter_mut();
        if let Some(task) = tasks.find(|task| task.ticket == id.ticket) {
            (task.found, task.progress) = (found, progress);
            then(model, found);
        }
    })
}

/// Sends the effect that stops the job in a slot of the file shown.
pub(crate) fn end(model: &mut Model, slot: Slot) {
    let document = model.document.id;
    model.send(Effect::Stop { document, slot });
}

pub fn running(model: &Model, slot: Slot) -> Option<&Running> {
    model.document.tasks.iter().find(|task| task.slot == slot)
}

/// Stops the job in a slot; returns false if there is none.
pub(crate) fn stop(model: &mut Model, slot: Slot) -> bool {
    let tasks = &mut model.document.tasks;
    let Some(at) = tasks.iter().position(|running| running.slot == slot) else {
        return false;
    };
    tasks.remove(at);
    end(model, slot);
    true
}

/// Stops the latest job that the user waits for, and returns its slot.
pub(crate) fn stop_last(model: &mut Model) -> Option<Slot> {
    let mut tasks = model.document.tasks.iter().rev();
    let slot = tasks.find(|task| task.slot.is_waited_for())?.slot;
    stop(model, slot).then_some(slot)
}

pub(crate) fn in_words(error: impl ToString) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_task_is_reported() {
        let said = |slot| {
            let mut model = crate::editor::editor(crate::editor::state::document::Document::new(
                crate::suite::Suite::from_bytes("test.epd", Vec::new()),
            ));
            let work = |_: &JobContext| -> Result<(), String> { panic!("on purpose") };
            Work::new(slot, work).start(&mut model, |_, ()| {});
            let Some(Effect::Start(task)) = model.out.pop() else {
                panic!("no task");
            };
            task.run(&JobContext::default()).take(&mut model);
            model.status.expect("a status").text
        };
        assert_eq!(
            said(Slot::Filter),
            "filter: internal error; nothing was changed"
        );
        assert_eq!(
            said(Slot::Save),
            "saving: internal error; the file is unchanged"
        );
    }
}
