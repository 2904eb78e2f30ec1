//! Records analysed in the background: the marked ones, else those of the filter, else all. Engines get
//! them one by one; what comes back is written as a change that can be undone, or proposed to be accepted
//! one by one. It is written where nobody is in the middle of something, and only into the record that was
//! searched, as long as its position is the same.

pub mod commands;
mod page;
pub mod proposals;
mod start;
pub(crate) mod unfinished;
pub mod words;
mod write;

use crate::editor::command::{Context, Id};
use crate::editor::effect::Effect;
use crate::editor::jobs::{self, Slot, Work};
use crate::editor::model::Model;
use crate::editor::state::document::Document;
use crate::editor::state::queue::{Found, Queue, SearchJob, Searched};
use crate::engine::{EngineCommand, Why};
use crate::epd::{LineKind, Record};
use crate::suite::moves;

/// Records that each engine has at once: it need not wait for the editor.
const AHEAD: usize = 2;

/// Takes in the result of an engine for any file.
pub fn heard(model: &mut Model, searched: Searched) {
    let Searched {
        document,
        ticket,
        number,
        took,
        found,
    } = searched;
    let queue = model.document_mut(document);
    let queue = queue.and_then(|document| document.queue.as_mut());
    let Some(queue) = queue.filter(|queue| queue.ticket == ticket) else {
        return;
    };
    match found {
        Found::Answer(answer) => queue.searched(number, took, Ok(answer)),
        Found::Nothing(reason) => queue.searched(number, took, Err(reason)),
        Found::NoEngine(reason) => {
            queue.stop(0);
            let resumes = resumes(model);
            model.failed(format!("analysis stopped: {reason} · {resumes} resumes"));
            model.send(Effect::StopSearches(ticket));
        }
    }
}

/// After every message: follows the file, writes what can be written, and gives engines what is next.
pub(crate) fn settle(model: &mut Model) {
    if model.documents().all(|document| document.queue.is_none()) {
        return;
    }
    follow(model);
    write::results(model);
    let engines = engines(model);
    let mut effects = Vec::new();
    for document in model.documents_mut() {
        fill(document, &engines, &mut effects);
    }
    model.out.extend(effects);
    words::say_done(model);
}

/// Returns the engines that work; none where one is to be found in PATH.
pub(crate) fn engines(model: &Model) -> Vec<EngineCommand> {
    let engines = model.settings.background_engines().into_iter();
    engines.map(|engine| engine.command.clone()).collect()
}

/// Follows the file shown, and those that are not as far as that takes no time.
fn follow(model: &mut Model) {
    let shown = model.document.id;
    let mut later = None;
    for document in model.documents_mut() {
        let now = document.suite.snapshot();
        let Some(queue) = &mut document.queue else {
            continue;
        };
        let is_other = !queue.is_at(now.revision());
        if !queue.follow(&now) && document.id == shown {
            later = Some((queue.at.clone(), now));
        }
        if is_other {
            let suite = &document.suite;
            queue.count_undone(|at| suite.came_of(at));
        }
    }
    let Some((from, to)) = later else {
        return;
    };
    if jobs::running(model, Slot::FollowQueue).is_some() {
        return;
    }
    let (old, new) = (from.revision(), to.clone());
    let follow = Work::new(Slot::FollowQueue, move |_| Ok(moves(&from, &to)));
    follow.start(model, move |model, moves| {
        let queue = model.document.queue.as_mut();
        if let Some(queue) = queue.filter(|queue| queue.is_at(old)) {
            queue.moved(&moves, &new);
        }
    });
}

/// Gives engines the next records of a file.
fn fill(document: &mut Document, engines: &[EngineCommand], effects: &mut Vec<Effect>) {
    let Some(mut queue) = document.queue.take() else {
        return;
    };
    let options = *document.suite.read_options();
    let is_here = queue.is_at(document.suite.revision());
    while is_here && !queue.is_stopped && queue.under_way.len() < queue.jobs * AHEAD {
        let Some(item) = queue.waiting.next() else {
            break;
        };
        let line = document.suite.line(item.line);
        let record = Record::read(&line, &options);
        if record.position().is_none() {
            // A comment is no record that has no result.
            if record.kind() == LineKind::Record {
                queue.tally.fail(item.line, Why::Position.to_string());
            }
            continue;
        }
        let line = line.into_owned();
        let number = queue.begin(item, line.clone());
        effects.push(Effect::Search(Box::new(SearchJob {
            document: document.id,
            ticket: queue.ticket,
            number,
            engines: engines.to_vec(),
            jobs: queue.jobs,
            line,
            options,
            inquiry: item.inquiry,
        })));
    }
    document.queue = Some(queue);
}

/// Returns the queue of the file shown.
pub fn shown(model: &Model) -> Option<&Queue> {
    model.document.queue.as_deref()
}

/// Returns the key that stops and resumes here: elsewhere than on the page of the queue it is another's.
fn resumes(model: &Model) -> String {
    match Context::of(model) {
        Context::Report => model.key(Id::StopQueue),
        _ => format!(":{}", Id::StopQueue.name()),
    }
}

/// Stops the queue, or resumes it.
pub(crate) fn stop_or_resume(model: &mut Model) {
    let ticket = model.ticket();
    let resumes = resumes(model);
    let Some(queue) = &mut model.document.queue else {
        return;
    };
    if queue.is_stopped {
        (queue.is_stopped, queue.ticket) = (false, ticket);
        queue.jobs = model.settings.background_jobs();
        model.done("analysis resumed");
        return;
    }
    let old = queue.ticket;
    queue.stop(ticket);
    let left = words::records(queue.waiting.len());
    model.done(format!(
        "analysis stopped · {left} left · {resumes} resumes"
    ));
    model.send(Effect::StopSearches(old));
}

/// Takes all that waits out of the queue.
pub(crate) fn clear(model: &mut Model) {
    let ticket = model.ticket();
    let Some(queue) = &mut model.document.queue else {
        return;
    };
    let (gone, old) = (words::records(queue.to_search()), queue.ticket);
    queue.clear(ticket);
    queue.is_told = true;
    model.done(format!("removed {gone} from the queue"));
    model.send(Effect::StopSearches(old));
}

/// Returns why there is nothing to stop or to remove.
pub(crate) fn nothing_waits(model: &Model) -> Option<String> {
    let is_busy = shown(model).is_some_and(Queue::is_busy);
    (!is_busy).then(|| {
        let key = model.key(Id::AnalyseRecords);
        format!("no records are being analysed · {key} analyses some")
    })
}
