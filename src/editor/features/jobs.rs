//! Work on other threads, as the editor asks for it: what is started, what is on its way for the
//! file shown, and what nobody waits for any more.

use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::state::jobs::{Running, Slot, Task, TaskId, Work};
use crate::suite::Progress;

/// Has a piece of work done for the file shown; who asks keeps the ticket.
pub(crate) fn ask(model: &Model, ticket: u64, slot: Slot, work: Work) -> Effect {
    let document = model.document.id;
    let id = TaskId {
        ticket,
        document,
        slot,
    };
    Effect::Start(Task { id, work })
}

/// Nobody waits for a piece of work of the file shown any more.
pub(crate) fn end(model: &Model, slot: Slot) -> Effect {
    let document = model.document.id;
    Effect::Stop { document, slot }
}

/// Starts a piece of work in place of one that runs for the same, and remembers it.
pub(crate) fn start(model: &mut Model, slot: Slot, work: Work) -> Effect {
    let ticket = model.ticket();
    let tasks = &mut model.document.tasks;
    tasks.retain(|running| running.slot != slot);
    tasks.push(Running {
        ticket,
        slot,
        accepted: false,
        found: 0,
        progress: Progress::default(),
    });
    ask(model, ticket, slot, work)
}

/// Whether something runs for this.
pub fn running(model: &Model, slot: Slot) -> Option<&Running> {
    model.document.tasks.iter().find(|task| task.slot == slot)
}

/// Stops what runs for this.
pub(crate) fn stop(model: &mut Model, slot: Slot) -> Option<Effect> {
    let tasks = &mut model.document.tasks;
    let at = tasks.iter().position(|running| running.slot == slot)?;
    tasks.remove(at);
    Some(end(model, slot))
}

/// Stops the last piece of work that a person asked for and waits for; gives what it was.
pub(crate) fn stop_last(model: &mut Model) -> Option<(Effect, Slot)> {
    let mut tasks = model.document.tasks.iter().rev();
    let slot = tasks.find(|task| task.is_waited_for())?.slot;
    Some((stop(model, slot)?, slot))
}

pub(crate) fn stop_finding(model: &mut Model) -> Vec<Effect> {
    if model.finding.take().is_some() {
        vec![end(model, Slot::Find)]
    } else {
        Vec::new()
    }
}
