//! The first lines of a change, long before all are worked out.

use super::{Example, Examples, MOST};
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::epd::{LineKind, Skim};
use crate::suite::arrange::Arrangement;
use crate::suite::edit::{Chosen, Edit, Rewrite};
use crate::suite::{Job, OpenOptions, Snapshot, Suite, text_of};
use std::time::{Duration, Instant};

/// How long the first are looked for at most.
const LONGEST: Duration = Duration::from_millis(400);
/// Lines that are worked out alone, where what becomes of a line depends on the others.
const AMONG: usize = 10_000;

/// What can be shown of a change before all of it is worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct First {
    pub lines: Vec<Example>,
    /// They are what becomes of so many lines at the head, had the file no others.
    pub among: Option<usize>,
}

impl First {
    /// Nothing where a plan can only be shown whole: where chance decides, or too much would have to be read.
    pub(in crate::editor::state::jobs::bulk) fn of(
        snapshot: &Snapshot,
        plan: &Plan,
        chosen: &Chosen,
        job: &Job,
    ) -> Self {
        let (lines, among) = match plan {
            Plan::Edit(Edit::Arrange(Arrangement::Sort { .. } | Arrangement::Dedupe { .. })) => {
                return among(snapshot, plan, chosen, job);
            }
            Plan::Merge { path, at } => {
                let beside = OpenOptions {
                    background: true,
                    ..snapshot.options_beside()
                };
                // It comes back with the first screen; what is wrong with the file is told by the plan itself.
                let other = Suite::open(path, &beside).map(|suite| suite.snapshot());
                let lines = other.map(|other| new(&other, 0..other.line_count(), *at));
                (lines.unwrap_or_default(), None)
            }
            Plan::Paste { from, lines, at } => (new(from, lines.iter(), *at), None),
            _ => (one_by_one(snapshot, plan, chosen, job), None),
        };
        Self { lines, among }
    }
}

/// Lines that come from elsewhere, before line `at`.
fn new(from: &Snapshot, lines: impl IntoIterator<Item = usize>, at: usize) -> Vec<Example> {
    let lines = lines.into_iter().take(MOST).enumerate();
    let lines = lines.map(|(nth, line)| Example::New {
        line: at + nth,
        text: text_of(&from.line(line)).to_vec(),
    });
    lines.collect()
}

/// What becomes of the lines at the head alone.
fn among(snapshot: &Snapshot, plan: &Plan, chosen: &Chosen, job: &Job) -> First {
    let head = snapshot.head(AMONG);
    let among = head.line_count();
    let chosen = match chosen {
        Chosen::All => Chosen::All,
        Chosen::Lines(lines) => Chosen::Lines(lines.iter().take_while(|&at| at < among).collect()),
    };
    // Why it can't be done is told by the plan itself.
    let change = plan.prepare(&head, &chosen, job);
    let lines = change.map(|change| Examples::of(&head, &change, plan).lines);
    First {
        lines: lines.unwrap_or_default(),
        among: Some(among).filter(|_| among < snapshot.line_count()),
    }
}

/// Where a plan makes something of each line by itself, or of its number among the chosen.
fn one_by_one(snapshot: &Snapshot, plan: &Plan, chosen: &Chosen, job: &Job) -> Vec<Example> {
    let until = Instant::now() + LONGEST;
    let (mut first, mut rank) = (Vec::new(), 0);
    let mut take = |line: usize| {
        let bytes = snapshot.line(line);
        let text = |bytes: &[u8]| text_of(bytes).to_vec();
        let rewrite = plan.of_line(snapshot, line, &bytes, rank);
        rank += u64::from(Skim::kind_of(&bytes) == LineKind::Record);
        match rewrite {
            // Each is a line further down by the copies before it.
            Some(Rewrite::Replace(_)) if matches!(plan, Plan::Duplicate) => {
                first.push(Example::New {
                    line: line + first.len() + 1,
                    text: text(&bytes),
                });
            }
            Some(Rewrite::Replace(new)) if new != *bytes => first.push(Example::Changed {
                line,
                before: text(&bytes),
                after: text(&new),
            }),
            Some(Rewrite::Remove) => {
                let text = text(&bytes);
                first.push(Example::Gone { line, text });
            }
            _ => {}
        }
        first.len() < MOST && !job.is_cancelled() && Instant::now() < until
    };
    let all = snapshot.line_count();
    match (plan, chosen) {
        (Plan::Gather { .. } | Plan::Restore { .. } | Plan::Edit(Edit::Arrange(_)), _) => false,
        (_, Chosen::All) => (0..all).all(&mut take),
        (_, Chosen::Lines(lines)) => lines.iter().take_while(|line| *line < all).all(take),
    };
    first
}
