//! What a change would do, shown by some of the lines.

use crate::editor::state::jobs::bulk::Preparation;
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::suite::arrange::Arrangement;
use crate::suite::edit::{Chosen, Edit};
use crate::suite::{
    BulkChange, Job, LineSet, OpenOptions, Snapshot, Suite, differing, places_before, remap,
    text_of,
};

/// Lines shown at most.
const MOST: usize = 40;
/// Lines that are looked through for them at most.
const LOOKED_AT: usize = 200_000;
/// Lines at the head of a file that are worked out before all others.
const HEAD: usize = 10_000;

/// Some of the lines of a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examples {
    pub lines: Vec<Example>,
    /// Lines that there are less afterwards, or more.
    pub lines_before: usize,
    pub lines_after: usize,
}

/// What becomes of a line (0-based); texts without their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Example {
    Changed {
        line: usize,
        before: Vec<u8>,
        after: Vec<u8>,
    },
    Gone {
        line: usize,
        text: Vec<u8>,
    },
    New {
        line: usize,
        text: Vec<u8>,
    },
    /// It stands in line `line`, and was in line `from`.
    Moved {
        line: usize,
        from: usize,
        text: Vec<u8>,
    },
}

impl Examples {
    /// Those of a change that was prepared from `before`.
    pub(super) fn of(before: &Snapshot, change: &BulkChange, plan: &Plan) -> Self {
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
        Self {
            lines,
            lines_before: before.line_count(),
            lines_after: after.line_count(),
        }
    }
}

/// What can be shown of a change before all of it is worked out.
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
                let head = snapshot.head(HEAD);
                let is_in_head = |line: &usize| *line < head.line_count();
                let chosen = match &change.scope.chosen {
                    Chosen::All => Chosen::All,
                    Chosen::Lines(lines) => {
                        Chosen::Lines(lines.iter().take_while(is_in_head).collect())
                    }
                };
                let change = plan.prepare(&head, &chosen, job);
                let lines = change.map(|change| Examples::of(&head, &change, plan).lines);
                lines.unwrap_or_default()
            }
        };
        // What becomes of a line depends on all others.
        let is_among = matches!(plan, Plan::Edit(Edit::Arrange(_)));
        let among = Some(HEAD).filter(|head| is_among && *head < snapshot.line_count());
        Self { lines, among }
    }
}

/// Lines that come from elsewhere, before line `at`.
fn new(from: &Snapshot, lines: impl IntoIterator<Item = usize>, at: usize) -> Vec<Example> {
    let lines = (at..).zip(lines).take(MOST);
    let new = |(line, there)| Example::New {
        line,
        text: text(from, there),
    };
    lines.map(new).collect()
}

fn text(snapshot: &Snapshot, line: usize) -> Vec<u8> {
    text_of(&snapshot.line(line)).to_vec()
}

fn changed(before: &Snapshot, after: &Snapshot, range: std::ops::Range<usize>) -> Vec<Example> {
    let mut lines = Vec::new();
    for line in range.take(LOOKED_AT) {
        let (old, new) = (text(before, line), text(after, line));
        if old != new {
            lines.push(Example::Changed {
                line,
                before: old,
                after: new,
            });
        }
        if lines.len() == MOST {
            break;
        }
    }
    lines
}

fn moved(before: &Snapshot, after: &Snapshot, range: std::ops::Range<usize>) -> Vec<Example> {
    let lines: Vec<usize> = range.take(MOST).collect();
    let places = places_before(after, before, &lines);
    lines
        .into_iter()
        .zip(places)
        .filter_map(|(line, from)| {
            let from = from.filter(|from| *from != line)?;
            let text = text(after, line);
            Some(Example::Moved { line, from, text })
        })
        .collect()
}

fn gone_and_new(
    before: &Snapshot,
    after: &Snapshot,
    range: std::ops::Range<usize>,
) -> Vec<Example> {
    let remapped = remap(before, after, &LineSet::of_range(range));
    let gone = remapped.gone.iter().take(MOST).map(|line| Example::Gone {
        line,
        text: text(before, line),
    });
    let new = remapped.new.iter().take(MOST).map(|line| Example::New {
        line,
        text: text(after, line),
    });
    let mut lines: Vec<Example> = gone.chain(new).collect();
    lines.sort_by_key(|example| match example {
        Example::Gone { line, .. } | Example::New { line, .. } => *line,
        Example::Changed { line, .. } | Example::Moved { line, .. } => *line,
    });
    lines
}
