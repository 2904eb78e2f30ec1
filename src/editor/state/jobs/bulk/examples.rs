//! What a change would do, shown by some of the lines.

use crate::editor::state::jobs::bulk::Preparation;
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::suite::arrange::Arrangement;
use crate::suite::edit::{Chosen, Edit};
use crate::suite::{
    BulkChange, Job, LineSet, OpenOptions, Snapshot, Suite, differing, places_before, remap,
    text_of,
};
use std::ops::Range;

/// Lines shown at most.
const MOST: usize = 40;
/// Lines that are looked through for them at most.
const LOOKED_AT: usize = 200_000;
/// Lines at the head of a file that are worked out before all others: of an edit of each line, and of one where
/// lines depend on one another.
const HEAD: usize = 2000;
const HEAD_TOGETHER: usize = 10_000;

/// The change of a line (0-based); texts without their ends. A removed line has no text after, a new one none
/// before; a moved one has the line it was in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    pub line: usize,
    pub from: Option<usize>,
    pub before: Option<Vec<u8>>,
    pub after: Option<Vec<u8>>,
}

/// Returns some of the lines of a change that was prepared from `before`.
pub(super) fn examples(before: &Snapshot, change: &BulkChange, plan: &Plan) -> Vec<Example> {
    let after = change.applied_to(before);
    let (old, new) = differing(before, &after);
    let mut lines = if plan.moves_lines() {
        moved(before, &after, old.start..old.end)
    } else if old.len() == new.len() {
        changed(before, &after, old.start..old.end)
    } else {
        gone_and_new(before, &after, old.start..old.end)
    };
    lines.truncate(MOST);
    lines
}

/// The part of a change that can be shown before all of it is worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct First {
    pub lines: Vec<Example>,
    /// They are what becomes of so many lines at the head, had the file no others.
    pub among: Option<usize>,
}

impl First {
    /// Returns nothing where a change can only be shown whole: where chance decides, or too much would have to be
    /// read. Why it can't be done is told when all is worked out.
    pub fn of(change: &Preparation, job: &Job) -> Self {
        let (snapshot, plan) = (&change.base, &change.plan);
        let is_together = matches!(plan, Plan::Edit(Edit::Arrange(_)));
        let most = if is_together { HEAD_TOGETHER } else { HEAD };
        let lines = match plan {
            Plan::Gather { .. } | Plan::Restore { .. } => return Self::default(),
            Plan::Edit(Edit::Arrange(Arrangement::Shuffle { .. } | Arrangement::Sample { .. })) => {
                return Self::default();
            }
            Plan::Merge { path, at } => {
                let beside = OpenOptions {
                    background: true,
                    ..snapshot.options_beside()
                };
                // It comes back with the first screen.
                let other = Suite::open(path, &beside).map(|suite| suite.snapshot());
                let lines = other.map(|other| new(&other, 0..other.line_count(), *at));
                lines.unwrap_or_default()
            }
            Plan::Paste { from, lines, at } => new(from, lines.iter(), *at),
            _ => {
                let head = snapshot.head(most);
                let is_in_head = |line: &usize| *line < head.line_count();
                let chosen = match &change.scope.chosen {
                    Chosen::All => Chosen::All,
                    Chosen::Lines(lines) => {
                        Chosen::Lines(lines.iter().take_while(is_in_head).collect())
                    }
                };
                let change = plan.prepare(&head, &chosen, job);
                let lines = change.map(|change| examples(&head, &change, plan));
                lines.unwrap_or_default()
            }
        };
        let among = Some(most).filter(|head| is_together && *head < snapshot.line_count());
        Self { lines, among }
    }
}

/// Returns lines that come from elsewhere, before line `at`.
fn new(from: &Snapshot, lines: impl IntoIterator<Item = usize>, at: usize) -> Vec<Example> {
    let lines = (at..).zip(lines).take(MOST);
    let new = |(line, there)| Example {
        line,
        after: Some(text(from, there)),
        ..Example::default()
    };
    lines.map(new).collect()
}

fn text(snapshot: &Snapshot, line: usize) -> Vec<u8> {
    text_of(&snapshot.line(line)).to_vec()
}

fn changed(before: &Snapshot, after: &Snapshot, range: Range<usize>) -> Vec<Example> {
    let examples = range.take(LOOKED_AT).map(|line| Example {
        line,
        from: None,
        before: Some(text(before, line)),
        after: Some(text(after, line)),
    });
    let changed = examples.filter(|example| example.before != example.after);
    changed.take(MOST).collect()
}

fn moved(before: &Snapshot, after: &Snapshot, range: Range<usize>) -> Vec<Example> {
    let lines: Vec<usize> = range.take(MOST).collect();
    let places = places_before(after, before, &lines).into_iter();
    let examples = lines.into_iter().zip(places).map(|(line, from)| Example {
        line,
        from: from.filter(|from| *from != line),
        before: None,
        after: Some(text(after, line)),
    });
    examples.filter(|example| example.from.is_some()).collect()
}

fn gone_and_new(before: &Snapshot, after: &Snapshot, range: Range<usize>) -> Vec<Example> {
    let remapped = remap(before, after, &LineSet::of_range(range));
    let gone = remapped.gone.iter().take(MOST).map(|line| Example {
        line,
        before: Some(text(before, line)),
        ..Example::default()
    });
    let come = remapped.new.iter().take(MOST).map(|line| Example {
        line,
        after: Some(text(after, line)),
        ..Example::default()
    });
    let mut lines: Vec<Example> = gone.chain(come).collect();
    lines.sort_by_key(|example| example.line);
    lines
}
