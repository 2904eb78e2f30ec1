//! What a change would do, shown by some of the lines.

mod first;

pub use first::First;

use crate::editor::state::jobs::bulk::plan::Plan;
use crate::suite::{BulkChange, LineSet, Snapshot, differing, places_before, remap, text_of};

/// Lines shown at most.
const MOST: usize = 40;
/// Lines that are looked through for them at most.
const LOOKED_AT: usize = 200_000;

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
