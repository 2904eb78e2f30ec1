//! Work for other threads, as values that answer for themselves: each is done by [`Task::run`],
//! whoever runs it, and what comes out is a value, too.
//!
//! What is to be worked out stands in a file of its own, what it is for is its [`Slot`]. A new kind
//! of work is its file, a line in [`Work`], its run and [`Outcome`], and an arm where `update` takes
//! outcomes in.

pub mod bulk;
pub mod differ;
pub mod find;
pub mod hand;
pub mod perft;
pub mod report;
pub mod save;
pub mod scan;
pub mod slot;
pub mod sort;
pub mod sorted_view;
pub mod split;
pub mod write;

pub use hand::{Hand, SoFar};
pub use slot::{Running, Slot};

use crate::editor::state::document::DocumentId;
use crate::editor::state::sorted_view::SortedView;
use crate::editor::state::tracked_lines::TrackedLines;
use crate::exchange::anywhere::{self, positions};
use crate::suite::bulk::Chosen;
use crate::suite::field::Grouping;
use crate::suite::journal::Recovery;
use crate::suite::save::{Difference, MadeCanonical, SaveError, Saved, WholeLines};
use crate::suite::{
    BulkChange, Counts, LineSet, Moves, Pattern, Query, Reconciliation, Review, SaveTarget,
    Snapshot, lines_of_value, moves, query_lines, reconcile, search_all,
};
use bulk::{Preparation, Prepared};
use differ::DifferJob;
use find::{FindJob, Found};
use perft::PerftJob;
use report::{Answer, Request};
use save::{CanonicalJob, DifferenceJob, SaveJob};
use scan::{ScanJob, Scanned};
use sort::{Sort, Sorted};
use sorted_view::Order;
use split::SplitJob;
use std::path::PathBuf;
use std::sync::Arc;
use write::{NotWritten, WriteJob, Wrote};

/// Something to work out.
#[derive(Clone, Debug)]
pub enum Work {
    /// The next line of a kind.
    Find(FindJob),
    /// What is in the whole file.
    Scan(ScanJob),
    /// Leaf nodes of a position.
    Perft(PerftJob),
    /// The change that makes records canonical.
    MakeCanonical(CanonicalJob),
    /// What making canonical would change.
    Compare(DifferenceJob),
    /// A file written.
    Save(SaveJob),
    /// What is whole of a file written elsewhere.
    SaveWhole(SaveJob),
    /// The edits of a journal, as one change.
    Recover(Recovery),
    /// The records that answer a question.
    Query { snapshot: Snapshot, query: Query },
    /// The records with a value of what records are counted by.
    LinesOfValue {
        snapshot: Snapshot,
        grouping: Arc<Grouping>,
        value: Vec<u8>,
        chosen: Chosen,
    },
    /// The lines with a text.
    Search {
        snapshot: Snapshot,
        pattern: Pattern,
    },
    /// A set of lines in another state.
    Tracking { set: TrackedLines, to: Snapshot },
    /// Where all lines have gone in another state.
    Moves { from: Snapshot, to: Snapshot },
    /// The records in the order of a column.
    Sort(Sort),
    /// The list in the order of a column.
    Order(Order),
    /// A sorted list in another state.
    FollowOrder {
        view: Box<SortedView>,
        to: Snapshot,
        within: Option<LineSet>,
    },
    /// The safe fixes of all problems of one code.
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
    /// The positions in a text.
    Positions(Arc<str>),
    /// Records in some form, for the clipboard or into a file.
    Write(Box<WriteJob>),
    /// What is not the same.
    Differ(DifferJob),
    /// What another program did to the file, and what was done here, together.
    Reconcile {
        review: Box<Review>,
        target: Box<SaveTarget>,
    },
}

/// What came out.
#[derive(Debug)]
pub enum Outcome {
    Found(Found),
    /// The counts are of the whole file, unless it could not be read to its end: then there is
    /// nothing else.
    Scanned {
        counts: Counts,
        scanned: Option<Arc<Scanned>>,
    },
    /// Depths and their leaf nodes.
    Perft(Vec<(u8, u64)>),
    MadeCanonical(Box<MadeCanonical>),
    Compared(Vec<Difference>),
    Saved(Result<Saved, SaveError>),
    SavedWhole(Result<WholeLines, SaveError>),
    Recovered(Box<BulkChange>),
    Lines(LineSet),
    Matches {
        lines: LineSet,
        occurrences: usize,
    },
    TrackedLines(Box<TrackedLines>),
    Moved(Box<Moves>),
    Sorted(Box<Sorted>),
    Ordered(Box<SortedView>),
    Report(Answer),
    Prepared(Box<Prepared>),
    Positions(Box<anywhere::Found>),
    Wrote(Result<Wrote, NotWritten>),
    /// The files written.
    Split(Vec<PathBuf>),
    Differed(Box<differ::Found>),
    Reconciled(Arc<Reconciliation>),
    /// Why nothing did.
    Failed(String),
}

/// Who asked for a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskId {
    /// Goes up with each: what nobody waits for any more is known by it.
    pub ticket: u64,
    /// The file that it is about.
    pub document: DocumentId,
    pub slot: Slot,
}

/// A piece of work for another thread.
#[derive(Clone, Debug)]
pub struct Task {
    pub id: TaskId,
    pub work: Work,
}

impl Task {
    /// Does it; may take a while. `hand` stops it and knows how far it is.
    pub fn run(&self, hand: &Hand) -> Outcome {
        let job = &hand.job;
        let done = match &self.work {
            Work::Find(find) => Ok(Outcome::Found(find.run(|| hand.is_stopped()))),
            Work::Scan(scan) => {
                let (counts, scanned) = scan.run(hand);
                Ok(Outcome::Scanned { counts, scanned })
            }
            Work::Perft(perft) => Ok(Outcome::Perft(perft.run(hand))),
            Work::MakeCanonical(canonical) => canonical
                .run(hand)
                .map(|made| Outcome::MadeCanonical(Box::new(made)))
                .map_err(in_words),
            Work::Compare(compare) => compare.run(hand).map(Outcome::Compared).map_err(in_words),
            Work::Save(save) => Ok(Outcome::Saved(save.run(hand))),
            Work::SaveWhole(save) => Ok(Outcome::SavedWhole(save.run_whole(hand))),
            Work::Recover(recovery) => recovery
                .make()
                .map(|change| Outcome::Recovered(Box::new(change)))
                .map_err(in_words),
            Work::Query { snapshot, query } => query
                .load()
                .and_then(|()| query_lines(snapshot, query, job, &hand.found).map_err(in_words))
                .map(Outcome::Lines),
            Work::LinesOfValue {
                snapshot,
                grouping,
                value,
                chosen,
            } => lines_of_value(snapshot, grouping, value, chosen, job)
                .map(Outcome::Lines)
                .map_err(in_words),
            Work::Search { snapshot, pattern } => search_all(snapshot, pattern, job, &hand.found)
                .map(|found| Outcome::Matches {
                    lines: found.lines,
                    occurrences: found.occurrences,
                })
                .map_err(in_words),
            Work::Tracking { set, to } => Ok(Outcome::TrackedLines(Box::new(set.followed(to)))),
            Work::Moves { from, to } => Ok(Outcome::Moved(Box::new(moves(from, to)))),
            Work::Sort(sort) => sort
                .run(job)
                .map(|sorted| Outcome::Sorted(Box::new(sorted)))
                .map_err(in_words),
            Work::Order(order) => order
                .run(job)
                .map(|view| Outcome::Ordered(Box::new(view)))
                .map_err(in_words),
            Work::FollowOrder { view, to, within } => {
                let followed = view.followed(to, within.as_ref());
                Ok(Outcome::Ordered(Box::new(followed)))
            }
            Work::Report {
                snapshot,
                request,
                shown,
            } => request
                .run(snapshot, shown, job)
                .map(Outcome::Report)
                .map_err(in_words),
            Work::Prepare(preparation) => preparation
                .run(hand)
                .map(|prepared| Outcome::Prepared(Box::new(prepared))),
            Work::Positions(text) => Ok(Outcome::Positions(Box::new(positions(text)))),
            Work::Write(write) => Ok(Outcome::Wrote(write.run(job))),
            Work::Split(split) => split.run(job).map(Outcome::Split),
            Work::Differ(differ) => differ
                .run(job)
                .map(|found| Outcome::Differed(Box::new(found))),
            Work::Reconcile { review, target } => reconcile(review, target, job)
                .map(|made| Outcome::Reconciled(Arc::new(made)))
                .map_err(in_words),
        };
        done.unwrap_or_else(Outcome::Failed)
    }

    /// How far it is, to be told now and then; `None` where there is nothing to tell yet.
    pub fn so_far(&self, hand: &Hand) -> Option<SoFar> {
        match &self.work {
            Work::Scan(_) => Some(SoFar::Counts(hand.counts.get())),
            Work::Perft(_) => {
                let (depth, nodes) = hand.counted();
                (depth > 0).then_some(SoFar::Nodes { depth, nodes })
            }
            Work::Query { .. } if self.id.slot == Slot::Filter => Some(SoFar::Matches {
                lines: hand.found.which(),
                progress: hand.job.progress(),
            }),
            _ => Some(SoFar::Lines {
                found: hand.found.lines(),
                progress: hand.job.progress(),
            }),
        }
    }
}

fn in_words(error: impl ToString) -> String {
    error.to_string()
}
