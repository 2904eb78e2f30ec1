//! What comes of work on other threads, each to the feature that asked for it. What nobody waits
//! for any more is dropped.

use crate::editor::effect::Effect;
use crate::editor::features::inspect::perft;
use crate::editor::features::{
    bulk, columns, copy, differences, filter, folder, journal, list, marks, navigate, query, queue,
    save, scan, search,
};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::state::jobs::{Outcome, Slot, SoFar, TaskId};
use crate::suite::Progress;
use std::path::PathBuf;

/// How far a piece of work has got.
pub(super) fn progress(model: &mut Model, id: TaskId, so_far: SoFar) {
    match so_far {
        SoFar::Counts(counts) => scan::progress(model, id.ticket, counts),
        SoFar::Nodes { depth, nodes } => perft::progress(model, id.ticket, depth, nodes),
        SoFar::Depth { depth, nodes } => perft::whole(model, id.ticket, depth, nodes),
        SoFar::Lines { found, progress } => lines(model, id, found, progress),
        SoFar::Matches {
            lines: found,
            progress,
        } => {
            lines(model, id, found.len(), progress);
            filter::found_so_far(model, id.ticket, found);
        }
        SoFar::First(first) => bulk::preview::first(model, id.ticket, &first),
    }
}

fn lines(model: &mut Model, id: TaskId, found: usize, progress: Progress) {
    let mut tasks = model.document.tasks.iter_mut();
    if let Some(task) = tasks.find(|task| task.ticket == id.ticket) {
        (task.found, task.progress) = (found, progress);
        query::counted(model, id.slot, found, false);
        search::counted(model, id.slot, found);
    }
}

/// A piece of work is over.
pub(super) fn done(model: &mut Model, id: TaskId, outcome: Outcome) -> Vec<Effect> {
    let TaskId {
        ticket,
        document,
        slot,
    } = id;
    // These know themselves what they wait for.
    match (slot, outcome) {
        (Slot::Find, Outcome::Found(found)) => navigate::found(model, ticket, found),
        (Slot::Find, Outcome::Failed(reason)) => navigate::not_found(model, ticket, &reason),
        (Slot::Scan, Outcome::Scanned { counts, scanned }) => {
            return scan::done(model, ticket, counts, scanned);
        }
        (Slot::Scan, Outcome::Failed(reason)) => scan::failed(model, ticket, &reason),
        (Slot::Perft, Outcome::Perft(counts)) => return perft::counted(model, ticket, &counts),
        (Slot::Perft, Outcome::Failed(reason)) => perft::failed(model, ticket, &reason),
        (Slot::Save, Outcome::MadeCanonical(made)) => {
            return save::made_canonical(model, ticket, *made);
        }
        (Slot::Save, Outcome::Compared(found)) => save::differences(model, ticket, &found),
        (Slot::Save, Outcome::Saved(Ok(saved))) => {
            // As it was opened, and as it was written: a link is listed by its own name.
            let opened = model.document.suite.path().map(PathBuf::from);
            let written = saved.path.clone();
            let mut effects = save::saved(model, ticket, saved);
            let other = opened.filter(|opened| *opened != written);
            for path in other.iter().chain([&written]) {
                effects.extend(folder::saved(model, path));
            }
            return effects;
        }
        (Slot::Save, Outcome::Saved(Err(error))) => return save::failed(model, ticket, &error),
        (Slot::Save, Outcome::SavedWhole(saved)) => save::whole::saved(model, saved),
        (Slot::Save, Outcome::Failed(reason)) => save::job_failed(model, ticket, &reason),
        (Slot::Recover, Outcome::Recovered(change)) => {
            return journal::recovered(model, document, Ok(*change));
        }
        (Slot::Recover, Outcome::Failed(reason)) => {
            return journal::recovered(model, document, Err(reason));
        }
        (slot, outcome) => {
            let tasks = &mut model.document.tasks;
            if let Some(at) = tasks.iter().position(|task| task.ticket == ticket) {
                let task = tasks.remove(at);
                if let Slot::Preview | Slot::Reshape = slot {
                    return bulk::done(model, task.is_change(), outcome);
                }
                return of_the_file(model, slot, outcome);
            }
        }
    }
    Vec::new()
}

/// Work that its file has among its tasks is over.
fn of_the_file(model: &mut Model, slot: Slot, outcome: Outcome) -> Vec<Effect> {
    match (slot, outcome) {
        (Slot::Filter, Outcome::Lines(lines)) => return filter::found(model, lines),
        (Slot::Sort, Outcome::Sorted(sorted)) => return columns::sort::sorted(model, *sorted),
        (Slot::Order, Outcome::Ordered(view)) => return columns::sort::shown(model, *view),
        (Slot::FollowOrder, Outcome::Ordered(view)) => columns::sort::followed(model, *view),
        (Slot::Filter, Outcome::Failed(reason)) => filter::failed(model, &reason),
        (Slot::Differences, Outcome::Failed(reason)) => differences::failed(model, &reason),
        (Slot::Merge, Outcome::Reconciled(made)) => return save::merge::made(model, made),
        (Slot::Merge, Outcome::Failed(reason)) => save::merge::failed(model, &reason),
        (slot, Outcome::Failed(reason)) => model.failed(format!("{}: {reason}", slot.word())),
        (Slot::Differences, Outcome::Differed(found)) => differences::found(model, *found),
        (Slot::Paste, Outcome::Positions(found)) => return list::paste::read(model, &found),
        (Slot::Copy, Outcome::Wrote(wrote)) => return copy::target::wrote(model, wrote),
        (Slot::Split, Outcome::Split(files)) => bulk::split::done(model, &files),
        (Slot::Marks, Outcome::Lines(lines) | Outcome::Matches { lines, .. }) => {
            marks::found(model, lines);
        }
        (Slot::FollowQueue, Outcome::Moved(moves)) => queue::followed(model, &moves),
        (Slot::FollowMarks, Outcome::TrackedLines(set)) => marks::followed(model, *set),
        (Slot::Count, Outcome::Lines(lines)) => query::counted(model, slot, lines.len(), true),
        (Slot::FollowFilter, Outcome::TrackedLines(set)) => filter::followed(model, *set),
        (Slot::Matches, Outcome::Matches { lines, occurrences }) => {
            columns::searched(model, lines, occurrences);
        }
        (Slot::Report, Outcome::Report(answer)) => overlay::report::arrived(model, answer),
        _ => {}
    }
    Vec::new()
}
