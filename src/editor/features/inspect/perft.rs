//! Perft counts: leaf nodes of the position's tree at a depth, counted in the background to verify
//! those of the record or to put them in.

use crate::editor::command::Id;
use crate::editor::effect::Effect;
use crate::editor::features::change::{left_unchanged, replace_line};
use crate::editor::features::inspect::shown_line;
use crate::editor::features::{jobs, operations};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Prompt};
use crate::editor::state::jobs::perft::PerftJob;
use crate::editor::state::jobs::{Slot, Work};
use crate::editor::state::perft::{Running, Verdict, key};
use crate::epd::perft::{self, DEEPEST};
use crate::epd::{Code, Record, edit};
use std::ops::RangeInclusive;

/// Depths that are counted for a record that has none.
const NEW: std::ops::RangeInclusive<u8> = 1..=4;

/// Why nothing can be counted.
pub(crate) fn can_not_count(model: &Model) -> Option<String> {
    operations::no_record(model).or_else(|| {
        if model.record().position().is_none() {
            return Some("the position is illegal: nothing to count".into());
        }
        model
            .perft
            .running
            .is_some()
            .then(|| format!("a count is running · {} stops it", model.key(Id::Close)))
    })
}

/// Counts the depths that the record has, to verify them; where it has none, the first few, to put
/// them in.
pub fn start(model: &mut Model) -> Vec<Effect> {
    let depths = perft::depths(&model.record(), DEEPEST);
    if depths.is_empty() && model.is_read_only() {
        model.refused("the file is open read-only, and the record has no counts to verify");
        return Vec::new();
    }
    match depths.is_empty() {
        true => run(model, NEW.collect(), true),
        false => run(model, depths, false),
    }
}

/// Asks to which depth to count.
pub fn ask(model: &mut Model) -> Vec<Effect> {
    let deepest = perft::claims(&model.record())
        .map(|claim| claim.depth)
        .max();
    let text = deepest.unwrap_or(*NEW.end()).to_string();
    let label = "count leaf nodes to depth 1-9 (6 takes seconds, 7 minutes)";
    overlay::open(model, Prompt::new(label, text, Depth))
}

/// How deep leaf nodes are counted.
#[derive(Debug)]
struct Depth;

impl Asks for Depth {
    fn enter(&self) -> &'static str {
        "count"
    }

    fn numbers(&self) -> Option<(RangeInclusive<u32>, u32)> {
        Some((1..=u32::from(DEEPEST), 4))
    }

    /// Verifies the counts that are there, and puts in those that are not.
    fn accept(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        let depth = text.trim().parse().ok();
        let Some(depth) = depth.filter(|depth| (1..=DEEPEST).contains(depth)) else {
            overlay::say(model, format!("a depth from 1 to {DEEPEST}"));
            return Vec::new();
        };
        model.overlays.pop();
        let put_in = !model.is_read_only();
        run(model, (1..=depth).collect(), put_in)
    }
}

fn run(model: &mut Model, depths: Vec<u8>, put_in: bool) -> Vec<Effect> {
    let record = model.record();
    let (Some(position), Some(key)) = (record.position().cloned(), key(&record)) else {
        return Vec::new();
    };
    let here = (model.document.selected, model.document.suite.revision());
    let ticket = model.ticket();
    model.perft.running = Some(Running {
        ticket,
        key,
        depth: depths.first().copied().unwrap_or(1),
        nodes: 0,
        into: put_in.then_some(here),
    });
    let job = PerftJob { position, depths };
    vec![jobs::ask(model, ticket, Slot::Perft, Work::Perft(job))]
}

/// Stops the count that runs; `None` where none does.
pub fn stop(model: &mut Model) -> Option<Vec<Effect>> {
    model.perft.running.take()?;
    model.done("stopped counting");
    Some(vec![jobs::end(model, Slot::Perft)])
}

/// The count has got so far.
pub fn progress(model: &mut Model, ticket: u64, depth: u8, nodes: u64) {
    if let Some(running) = &mut model.perft.running
        && running.ticket == ticket
    {
        (running.depth, running.nodes) = (depth, nodes);
    }
}

/// A depth's count is whole: what the record says of it is known to be right or wrong now, though
/// deeper ones still run.
pub fn whole(model: &mut Model, ticket: u64, depth: u8, nodes: u64) {
    if let Some(running) = &model.perft.running
        && running.ticket == ticket
    {
        let known = model.perft.known.entry(running.key.clone()).or_default();
        known.insert(depth, nodes);
    }
}

/// The count is over.
pub fn counted(model: &mut Model, ticket: u64, counts: &[(u8, u64)]) -> Vec<Effect> {
    let Some(running) = model
        .perft
        .running
        .take_if(|running| running.ticket == ticket)
    else {
        return Vec::new();
    };
    let known = model.perft.known.entry(running.key).or_default();
    known.extend(counts.iter().copied());
    let here = (model.document.selected, model.document.suite.revision());
    match running.into {
        None => {
            say(model);
            Vec::new()
        }
        Some(place) if place == here && model.document.view.editing.is_none() => put(model, counts),
        Some(_) => {
            model.refused("counted, but not added: the record has changed");
            Vec::new()
        }
    }
}

/// The count came to nothing.
pub fn failed(model: &mut Model, ticket: u64, reason: &str) {
    let running = &mut model.perft.running;
    if running
        .take_if(|running| running.ticket == ticket)
        .is_some()
    {
        model.failed(format!("could not count: {reason}"));
    }
}

/// Says how the record's counts compare.
fn say(model: &mut Model) {
    let record = model.record();
    let verdicts: Vec<Verdict> = record
        .operations()
        .iter()
        .filter_map(|operation| model.perft.verdict(&record, operation))
        .collect();
    let wrong = verdicts.iter().filter(|v| **v != Verdict::Right).count();
    let key = model.key(Id::Fixes);
    match (verdicts.len(), wrong) {
        (0, _) => model.done("counted, but the record has changed"),
        (1, 0) => model.done("verified: the count is right"),
        (all, 0) => model.done(format!("verified: all {all} counts are right")),
        (all, 1) => model.refused(format!("1 of {all} counts is wrong · {key} on it fixes it")),
        (all, wrong) => model.refused(format!(
            "{wrong} of {all} counts are wrong · {key} on each fixes it"
        )),
    }
}

/// Puts those counts in that the record has not.
fn put(model: &mut Model, counts: &[(u8, u64)]) -> Vec<Effect> {
    let options = model.document.read_options();
    let mut line = model.line();
    let there = perft::depths(&model.record(), DEEPEST);
    let new = counts.iter().filter(|(depth, _)| !there.contains(depth));
    let new: Vec<(u8, u64)> = new.copied().collect();
    for (depth, nodes) in &new {
        let record = Record::read(&line, &options);
        let (name, nodes) = (format!("D{depth}"), nodes.to_string());
        line = match edit::add_in_order(&record, name.as_bytes(), nodes.as_bytes()) {
            Ok(line) => line,
            Err(refusal) => {
                model.refused(left_unchanged(model, &refusal));
                return Vec::new();
            }
        };
    }
    let said = match new.as_slice() {
        [] => {
            say(model);
            return Vec::new();
        }
        [(depth, _)] => format!("added D{depth}"),
        [(first, _), .., (last, _)] => format!("added D{first} to D{last}"),
    };
    let effects = replace_line(model, &line, said.clone());
    let key = model.key(Id::Fixes);
    match wrong(model) {
        0 => {}
        1 => model.refused(format!("{said}; 1 count is wrong · {key} on it fixes it")),
        wrong => model.refused(format!(
            "{said}; {wrong} counts are wrong · {key} on each fixes it"
        )),
    }
    effects
}

/// How many of the record's counts are known to be wrong.
fn wrong(model: &mut Model) -> usize {
    shown_line::refresh(model);
    let found = model.record();
    let found = found.diagnostics().iter();
    found.filter(|found| found.code == Code::WrongPerft).count()
}
