//! Perft counts (the leaf nodes of a position's move tree at a depth), computed in the background to verify
//! those of the record or to add them.

use crate::editor::command::Id;
use crate::editor::jobs::{self, Delivery, JobContext, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Prompt};
use crate::editor::panes::operations::{no_record, set};
use crate::editor::state::OperationText;
use crate::editor::state::engines::{Running, Verdict};
use crate::epd::counted::{noun, thousands_of};
use crate::epd::perft::{self, DEEPEST};
use crate::epd::{Code, edit};
use crate::suite::RevisionId;
use shakmaty::Chess;
use std::ops::RangeInclusive;

/// The depths counted for a record without counts.
const NEW: RangeInclusive<u8> = 1..=4;

pub(crate) fn can_not_count(model: &Model) -> Option<String> {
    let illegal = "the position is illegal: nothing to count";
    let runs = "a count is running · {close} stops it";
    no_record(model)
        .or_else(|| model.when(model.record().position().is_none(), illegal))
        .or_else(|| model.when(model.perft.running.is_some(), runs))
}

/// Counts the depths of the record to verify them; if it has none, counts the first few to add them.
pub(crate) fn start(model: &mut Model) {
    let depths = perft::depths(&model.record(), DEEPEST);
    if depths.is_empty() && model.is_read_only() {
        return model.refused("the file is open read-only, and the record has no counts to verify");
    }
    let is_new = depths.is_empty();
    run(model, if is_new { NEW.collect() } else { depths }, is_new)
}

/// Prompts for a depth, verifies the counts of the record up to it, and adds the missing ones.
pub(crate) fn ask(model: &mut Model) {
    let record = model.record();
    let deepest = perft::claims(&record).map(|claim| claim.depth).max();
    let text = deepest.unwrap_or(*NEW.end()).to_string();
    let label = "count leaf nodes to depth 1-9 (6 takes seconds, 7 minutes)";
    let depths = 1..=u32::from(DEEPEST);
    let asks = Answer::number("count", "a depth", depths, 4, |model, depth| {
        let depth = u8::try_from(depth?).ok()?;
        run(model, (1..=depth).collect(), !model.is_read_only());
        Some(())
    });
    overlay::open(model, Prompt::new(label, text, asks))
}

fn run(model: &mut Model, depths: Vec<u8>, put_in: bool) {
    let record = model.record();
    let (Some(position), Some(key)) = (record.position().cloned(), edit::four_fields(&record))
    else {
        return;
    };
    let into = put_in.then(|| model.document.place());
    let ticket = model.ticket();
    model.perft.running = Some(Running {
        ticket,
        depth: depths.first().copied().unwrap_or(1),
        nodes: 0,
    });
    let of = key.clone();
    let count = move |hand: &JobContext| Ok(count(&position, &of, &depths, hand));
    let count = Work::new(Slot::Perft, count);
    let count = count.telling(|hand| {
        let ((depth, nodes), ticket) = (hand.counted(), hand.id.ticket);
        let progress = move |model: &mut Model| {
            if let Some(running) = running(model, ticket) {
                (running.depth, running.nodes) = (depth, nodes);
            }
        };
        (depth > 0).then(|| Delivery::new(progress))
    });
    count.ask(model, ticket, move |model, counts| {
        if running(model, ticket).is_none() {
            return;
        }
        model.perft.running = None;
        match counts {
            Ok(counts) => counted(model, &key, into, counts),
            Err(reason) => model.failed(format!("could not count: {reason}")),
        }
    });
}

/// Counts each depth, and reports each count once it is complete. Returns the complete ones, even if it is stopped.
fn count(position: &Chess, key: &str, depths: &[u8], hand: &JobContext) -> Vec<(u8, u64)> {
    let mut counts = Vec::new();
    for &depth in depths {
        let counted = perft::count(position, depth, &mut |nodes| {
            hand.count(depth, nodes);
            !hand.is_stopped()
        });
        let Some(nodes) = counted else { break };
        // The record's count of this depth is verified now, though deeper ones still run.
        let key = key.to_owned();
        hand.tell(move |model| {
            let known = model.perft.known.entry(key).or_default();
            known.insert(depth, nodes);
        });
        counts.push((depth, nodes));
    }
    counts
}

/// Stops the running count. Returns false if there is none.
pub(crate) fn stop(model: &mut Model) -> bool {
    let runs = model.perft.running.take().is_some();
    if runs {
        model.done("stopped counting");
        jobs::end(model, Slot::Perft);
    }
    runs
}

fn running(model: &mut Model, ticket: u64) -> Option<&mut Running> {
    let running = model.perft.running.as_mut();
    running.filter(|running| running.ticket == ticket)
}

/// Handles a finished count; writes it `into` the line of this revision, if any.
fn counted(
    model: &mut Model,
    key: &str,
    into: Option<(usize, RevisionId)>,
    counts: Vec<(u8, u64)>,
) {
    let known = model.perft.known.entry(key.to_owned()).or_default();
    known.extend(counts.iter().copied());
    let is_typing = model.document.view.editing.is_some();
    match into {
        None => say(model),
        Some(place) if place == model.document.place() && !is_typing => put(model, counts),
        Some(_) => model.refused("counted, but not added: the record has changed"),
    }
}

fn say(model: &mut Model) {
    let record = model.record();
    let verdict = |operation| model.perft.verdict(&record, operation);
    let verdicts: Vec<Verdict> = record.operations().iter().filter_map(verdict).collect();
    let wrong = verdicts.iter().filter(|v| **v != Verdict::Right).count();
    match (verdicts.len(), wrong) {
        (0, _) => model.done("counted, but the record has changed"),
        (1, 0) => model.done("verified: the count is right"),
        (all, 0) => model.done(format!("verified: all {all} counts are right")),
        (all, wrong) => {
            let fixes = are_wrong(model, wrong);
            model.refused(format!("{wrong} of {all} counts {fixes}"));
        }
    }
}

fn are_wrong(model: &Model, wrong: usize) -> String {
    let (are, each) = (noun(wrong, "is", "are"), noun(wrong, "it", "each"));
    format!("{are} wrong · {} on {each} fixes it", model.key(Id::Fixes))
}

/// Adds the counts that the record does not have.
fn put(model: &mut Model, mut counts: Vec<(u8, u64)>) {
    let existing = perft::depths(&model.record(), DEEPEST);
    counts.retain(|(depth, _)| !existing.contains(depth));
    let message = match counts.as_slice() {
        [] => return say(model),
        [(depth, _)] => format!("added D{depth}"),
        [(first, _), .., (last, _)] => format!("added D{first} to D{last}"),
    };
    let new =
        |(depth, nodes): (u8, u64)| OperationText::new(format!("D{depth}"), nodes.to_string());
    let operations: Vec<OperationText> = counts.into_iter().map(new).collect();
    if !set(model, &operations, None, message.clone()) {
        return;
    }
    let line = model.line();
    let record = model.read(&line);
    let found = record.diagnostics().iter();
    let wrong = found.filter(|found| found.code == Code::WrongPerft).count();
    if wrong > 0 {
        let counts = thousands_of(wrong, "count", "counts");
        let fixes = are_wrong(model, wrong);
        model.refused(format!("{message}; {counts} {fixes}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::effect::Effect;
    use crate::editor::state::document::Document;
    use crate::suite::{Job, Suite};

    #[test]
    fn a_cancelled_perft_count_ends_soon_with_the_finished_depths() {
        let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
        let suite = Suite::from_bytes("test.epd", line.as_bytes().to_vec());
        let mut model = crate::editor::editor(Document::new(suite));
        run(&mut model, vec![1, 9], false);
        let Some(Effect::Start(task)) = model.out.pop() else {
            panic!("no task");
        };
        let (job, stop) = (Job::new(), Job::new());
        let (stopped, stop_perft) = (job.clone(), stop.clone());
        let hand = task.hand(job, move |_| {
            stop_perft.cancel();
            stopped.cancel();
        });
        task.run(&hand).take(&mut model);
        assert!(stop.is_cancelled());
        let known: Vec<_> = model.perft.known.values().flatten().collect();
        assert_eq!(known, [(&1, &20)]);
        let (depth, nodes) = hand.counted();
        assert!(depth == 9 && nodes < 1_000_000, "{nodes} nodes of depth 9");
    }
}
