//! Work on the whole file that runs on another thread, with progress, and is dropped when it is stale.

use crate::app::effect::Effect;
use crate::app::features::bulk;
use crate::app::features::bulk::split::SplitJob;
use crate::app::features::bulk::{Preparation, Prepared};
use crate::app::features::columns::sort::{Sort, Sorted};
use crate::app::features::differences::{DifferJob, Found};
use crate::app::features::marks;
use crate::app::features::report::request::{Answer, Request};
use crate::app::features::search;
use crate::app::model::Model;
use crate::app::state::document::DocumentId;
use crate::app::state::tracked_lines::Followed;
use crate::epd::Code;
use crate::suite::bulk::{Chosen, FixedCode, fix_code};
use std::path::PathBuf;

use crate::suite::{
    FoundSoFar, Job, LineSet, Pattern, Progress, Query, Snapshot, query_lines, search_all,
};

/// What a task is for. A new one takes the place of one that runs for the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// What the list shows.
    Filter,
    /// How many records a question being typed has as answers.
    Count,
    /// How many lines the text searched for has.
    Matches,
    /// Marks that a question chooses.
    Marks,
    /// A change that is to be looked at.
    Preview,
    /// A change that is to be made.
    Reshape,
    /// Files written.
    Split,
    /// The filter's lines, followed through a large change.
    FollowFilter,
    /// The marks, followed through a large change.
    FollowMarks,
    /// The records in another order.
    Sort,
    /// The safe fixes of one kind of problem.
    Mend,
    /// What the page on top lists.
    Report,
    /// What is not the same in two files, or is not saved.
    Differences,
}

impl Slot {
    /// Whether a person asked for it and waits.
    const fn is_waited_for(self) -> bool {
        matches!(
            self,
            Self::Sort | Self::Mend | Self::Marks | Self::Reshape | Self::Split
        )
    }

    /// What runs, for the header.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::Count => "counting",
            Self::Matches => "search",
            Self::Marks | Self::FollowMarks => "marks",
            Self::Preview | Self::Reshape => "working",
            Self::Split => "splitting",
            Self::FollowFilter => "filter",
            Self::Sort => "sorting",
            Self::Mend => "mending",
            Self::Report => "counting",
            Self::Differences => "comparing",
        }
    }
}

/// Something to work out.
#[derive(Clone, Debug)]
pub enum Work {
    /// The records that answer a question.
    Query { snapshot: Snapshot, query: Query },
    /// The lines with a text.
    Search {
        snapshot: Snapshot,
        pattern: Pattern,
    },
    /// A set of lines in another state.
    Follow { set: Followed, to: Snapshot },
    /// The records in the order of a column.
    Sort(Sort),
    /// The safe fixes of all problems of one code.
    Mend {
        snapshot: Snapshot,
        code: Code,
        chosen: Chosen,
    },
    /// What a page lists.
    Report {
        snapshot: Snapshot,
        request: Request,
        shown: Chosen,
    },
    /// A change of many lines.
    Prepare(Box<Preparation>),
    /// One file into many.
    Split(Box<SplitJob>),
    /// What is not the same.
    Differ(DifferJob),
}

/// What came out.
#[derive(Debug)]
pub enum Outcome {
    Lines(LineSet),
    Matches {
        lines: LineSet,
        occurrences: usize,
    },
    Followed(Box<Followed>),
    Sorted(Box<Sorted>),
    Mended(Code, Box<FixedCode>),
    Report(Answer),
    Prepared(Box<Prepared>),
    /// The files written.
    Split(Vec<PathBuf>),
    Differed(Box<Found>),
    /// Why nothing did.
    Failed(String),
}

/// A piece of work for another thread.
#[derive(Clone, Debug)]
pub struct Task {
    pub ticket: u64,
    /// The file that it is about.
    pub document: DocumentId,
    pub slot: Slot,
    pub work: Work,
}

impl Task {
    /// Does it; may take a while. `job` has the progress and stops it.
    pub fn run(&self, job: &Job, so_far: &FoundSoFar) -> Outcome {
        let failed = |error: crate::suite::JobError| Outcome::Failed(error.to_string());
        match &self.work {
            Work::Query { snapshot, query } => {
                query_lines(snapshot, query, job, so_far).map_or_else(failed, Outcome::Lines)
            }
            Work::Search { snapshot, pattern } => search_all(snapshot, pattern, job, so_far)
                .map_or_else(failed, |found| Outcome::Matches {
                    lines: found.lines,
                    occurrences: found.occurrences,
                }),
            Work::Prepare(preparation) => preparation
                .run(job)
                .map_or_else(Outcome::Failed, |done| Outcome::Prepared(Box::new(done))),
            Work::Split(split) => split.run(job),
            Work::Follow { set, to } => Outcome::Followed(Box::new(set.followed(to))),
            Work::Sort(sort) => sort
                .run(job)
                .map_or_else(failed, |sorted| Outcome::Sorted(Box::new(sorted))),
            Work::Mend {
                snapshot,
                code,
                chosen,
            } => fix_code(snapshot, *code, chosen, job)
                .map_or_else(failed, |mended| Outcome::Mended(*code, Box::new(mended))),
            Work::Differ(differ) => differ
                .run(job)
                .map_or_else(failed, |found| Outcome::Differed(Box::new(found))),
            Work::Report {
                snapshot,
                request,
                shown,
            } => request
                .run(snapshot, shown, job)
                .map_or_else(failed, Outcome::Report),
        }
    }
}

/// A task on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub ticket: u64,
    pub slot: Slot,
    /// Lines found so far, of those that look for lines.
    pub found: usize,
    pub progress: Progress,
}

/// Starts a piece of work in place of one that runs for the same.
pub(crate) fn start(model: &mut Model, slot: Slot, work: Work) -> Effect {
    let ticket = model.ticket();
    let tasks = &mut model.document.tasks;
    tasks.retain(|running| running.slot != slot);
    tasks.push(Running {
        ticket,
        slot,
        found: 0,
        progress: Progress::default(),
    });
    Effect::Task(Task {
        ticket,
        document: model.document.id,
        slot,
        work,
    })
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
    Some(Effect::StopTask {
        document: model.document.id,
        slot,
    })
}

/// How far a task has got.
pub(crate) fn progress(model: &mut Model, ticket: u64, found: usize, progress: Progress) {
    let mut tasks = model.document.tasks.iter_mut();
    if let Some(task) = tasks.find(|task| task.ticket == ticket) {
        (task.found, task.progress) = (found, progress);
    }
    if let Some(task) = model
        .document
        .tasks
        .iter()
        .find(|task| task.ticket == ticket)
    {
        let (slot, found) = (task.slot, task.found);
        crate::app::features::query::counted(model, slot, found, false);
        search::counted(model, slot, found);
    }
}

/// A task is over. What nobody waits for any more is dropped.
pub(crate) fn done(model: &mut Model, ticket: u64, outcome: Outcome) -> Vec<Effect> {
    let tasks = &mut model.document.tasks;
    let Some(at) = tasks.iter().position(|task| task.ticket == ticket) else {
        return Vec::new();
    };
    let slot = tasks.remove(at).slot;
    match (slot, outcome) {
        (Slot::Differences, Outcome::Differed(found)) => {
            crate::app::features::differences::found(model, *found);
            Vec::new()
        }
        (Slot::Preview | Slot::Reshape, outcome) => bulk::done(model, slot, outcome),
        (_, Outcome::Failed(reason)) => {
            failed(model, slot, &reason);
            Vec::new()
        }
        (Slot::Split, Outcome::Split(files)) => {
            bulk::split::done(model, &files);
            Vec::new()
        }
        (Slot::Marks, Outcome::Lines(lines) | Outcome::Matches { lines, .. }) => {
            marks::found(model, lines);
            Vec::new()
        }
        (Slot::FollowMarks, Outcome::Followed(set)) => {
            marks::followed(model, *set);
            Vec::new()
        }
        (Slot::Filter, Outcome::Lines(lines)) => crate::app::features::filter::found(model, lines),
        (Slot::Count, Outcome::Lines(lines)) => {
            crate::app::features::query::counted(model, slot, lines.len(), true);
            Vec::new()
        }
        (Slot::FollowFilter, Outcome::Followed(set)) => {
            crate::app::features::filter::followed(model, *set);
            Vec::new()
        }
        (Slot::Matches, Outcome::Matches { lines, occurrences }) => {
            crate::app::features::columns::searched(model, lines, occurrences);
            Vec::new()
        }
        (Slot::Sort, Outcome::Sorted(sorted)) => {
            crate::app::features::columns::sort::sorted(model, *sorted)
        }
        (Slot::Mend, Outcome::Mended(code, mended)) => {
            crate::app::features::report::problems::mended(model, code, *mended)
        }
        (Slot::Report, Outcome::Report(answer)) => {
            crate::app::features::report::arrived(model, answer);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Stops the last piece of work that a person asked for and waits for; gives what it was.
pub(crate) fn stop_last(model: &mut Model) -> Option<(Effect, Slot)> {
    let mut tasks = model.document.tasks.iter().rev();
    let slot = tasks.find(|task| task.slot.is_waited_for())?.slot;
    Some((stop(model, slot)?, slot))
}

fn failed(model: &mut Model, slot: Slot, reason: &str) {
    match slot {
        Slot::Filter => crate::app::features::filter::failed(model, reason),
        Slot::Differences => crate::app::features::differences::failed(model, reason),
        _ => model.failed(format!("{}: {reason}", slot.word())),
    }
}
