//! Writes results into their records, each only if the record still has the position searched. All results of
//! a run are one undo step.

use super::{STALE, proposal_count, record_count};
use crate::editor::command::Id;
use crate::editor::doc::change;
use crate::editor::effect::Effect;
use crate::editor::jobs::{self, Slot};
use crate::editor::model::Model;
use crate::editor::overlay::report::Report;
use crate::editor::overlay::{self, Layer, Pager};
use crate::editor::state::columns::page::label;
use crate::editor::state::document::{Document, DocumentId};
use crate::editor::state::queue::{Changed, Proposal, Queue};
use crate::editor::state::scan::ScanState;
use crate::editor::state::view::Page;
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted::thousands;
use crate::epd::edit::Refusal;
use crate::suite::edit::{rewrite_inline, set_operations};
use crate::suite::{Grouping, LineSet, Rewrite, Suite};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of results written between two keys.
const AT_ONCE: usize = 16;

enum ResultEdit {
    Line(Vec<u8>),
    /// The record has the result already.
    Same,
    /// The record has changed since it was judged.
    Edited(Changed),
    Refused(Refusal),
}

/// Returns the current line of a record with the result in it.
fn line_with(suite: &Suite, proposal: &Proposal) -> ResultEdit {
    let line = suite.line(proposal.line);
    let record = Record::read(&line, suite.read_options());
    let stale = proposal.stale(&record);
    if stale == Some(Changed::Position) {
        return ResultEdit::Edited(Changed::Position);
    }
    match (set_operations(&record, &proposal.operations), stale) {
        (Ok(None), _) => ResultEdit::Same,
        (_, Some(changed)) => ResultEdit::Edited(changed),
        (Ok(Some(line)), None) => ResultEdit::Line(line),
        (Err(refusal), None) => ResultEdit::Refused(refusal),
    }
}

/// Returns the change of a proposal's record since it was judged, unless the record has the proposed operations.
pub(super) fn stale(suite: &Suite, proposal: &Proposal) -> Option<Changed> {
    match line_with(suite, proposal) {
        ResultEdit::Edited(changed) => Some(changed),
        _ => None,
    }
}

/// Returns whether an edit, a save or a task relies on the lines of a file, so that no result may be written now.
fn is_in_use(document: &Document) -> bool {
    let waits = |slot: Slot| slot.is_waited_for() || slot == Slot::Preview;
    document.not_epd.is_some()
        || document.view.editing.is_some()
        || document.saving.is_some()
        // Writing a result would discard what can be redone.
        || document.suite.can_redo().is_some()
        || document.suite.loading().is_some()
        || document.tasks.iter().any(|task| waits(task.slot))
}

pub(super) fn results(model: &mut Model) {
    if model.read_only {
        return;
    }
    // Overlays other than reports and pages of text may rely on the lines of the shown file.
    let knows_lines =
        |layer: &dyn Layer| !overlay::is::<Report>(layer) && !overlay::is::<Pager>(layer);
    let is_in_hand =
        model.page == Page::Differences || model.overlays.iter().any(|layer| knows_lines(&**layer));
    let shown = Some(model.document.id).filter(|_| is_in_hand);
    let is_free = |of: &&Document| !is_in_use(of) && Some(of.id) != shown;
    let free = model.documents().filter(is_free).map(|of| of.id);
    for id in free.collect::<Vec<DocumentId>>() {
        let goes_on = write(model, id) == Some(true);
        model.out.extend(goes_on.then_some(Effect::GoOn));
    }
}

/// Writes the next results of a file; returns whether there are more. A file not shown is scanned again when it is.
fn write(model: &mut Model, id: DocumentId) -> Option<bool> {
    for _ in 0..AT_ONCE {
        let is_shown = model.document.id == id;
        let document = model.document_mut(id)?;
        let queue = document.queue.as_mut()?;
        let suite = &mut document.suite;
        let next = queue.to_write().next()?.clone();
        if !queue.is_at(suite.revision()) {
            return None;
        }
        let Some(new) = count_outcome(queue, &next, line_with(suite, &next)) else {
            continue;
        };
        let label = format!("analysis of {}", record_count(queue.in_step()));
        let (line, run) = (next.line, Grouping::Run(queue.ticket));
        if is_shown {
            change::around(model, line..line + 1, line..line + 1, |model| {
                model.document.suite.replace_line(line, &new, run, label);
            });
        } else {
            suite.replace_line(line, &new, run, label);
            document.scan = ScanState::default();
        }
        let document = model.document_mut(id)?;
        let now = document.suite.snapshot();
        document.queue.as_mut()?.wrote(now);
    }
    let queue = model.document_mut(id)?.queue.as_ref()?;
    Some(queue.to_write().next().is_some())
}

/// Counts the outcome of a proposal, and returns the new line, if any.
fn count_outcome(queue: &mut Queue, proposal: &Proposal, written: ResultEdit) -> Option<Vec<u8>> {
    let is_result = proposal.is_to_write();
    if is_result || matches!(written, ResultEdit::Same | ResultEdit::Refused(_)) {
        queue.remove(proposal.number);
    }
    let tally = &mut queue.tally;
    match written {
        ResultEdit::Line(line) => {
            tally.written += 1;
            return Some(line);
        }
        ResultEdit::Same => tally.right += 1,
        ResultEdit::Edited(_) if !is_result => {}
        ResultEdit::Edited(_) => {
            tally.done = tally.done.saturating_sub(1);
            tally.dropped += 1;
        }
        ResultEdit::Refused(refusal) => {
            tally.done = tally.done.saturating_sub(1);
            tally.fail(proposal.line, refusal.to_string());
        }
    }
    None
}

/// Returns the queue of the shown file; if it has not followed the last edit yet, reports so.
fn current(model: &mut Model) -> Option<&mut Queue> {
    let revision = model.document.suite.revision();
    if model.document.queue.as_ref()?.is_at(revision) {
        return model.document.queue.as_deref_mut();
    }
    model.refused("still following the last change");
    None
}

/// Writes a proposal as a separate undo step. An outdated proposal stays, to be dismissed.
pub(super) fn accept(model: &mut Model, number: u64) {
    let Some(proposal) = current(model).and_then(|queue| queue.proposal(number).cloned()) else {
        return;
    };
    let suite = &model.document.suite;
    let written = line_with(suite, &proposal);
    let name = label(&suite.line(proposal.line), suite.read_options());
    let name = glyph::cut(&name, 30);
    let out = model.key(Id::RemoveFromQueue);
    match &written {
        ResultEdit::Line(_) => {}
        ResultEdit::Same => model.told("nothing to change"),
        ResultEdit::Edited(changed) => {
            let why = match changed {
                Changed::Position => "its position has changed".to_owned(),
                Changed::Moves => "its bm or am changed since it was analysed".to_owned(),
                Changed::Result(opcode) => format!("its {opcode} changed since it was analysed"),
            };
            let message = format!("{name} left unchanged: {why} · {out} dismisses the proposal");
            model.refused(message);
        }
        ResultEdit::Refused(refusal) => model.refused(format!("{name} left unchanged: {refusal}")),
    }
    let message = format!("accepted the engine's move in {name}");
    if apply(model, vec![(proposal, written)], message.clone()) {
        change::done_with_undo(model, &message);
    }
}

/// Writes proposals as one undo step with this label, and counts their outcomes. Returns false if none was written.
fn apply(model: &mut Model, all: Vec<(Proposal, ResultEdit)>, label: String) -> bool {
    let new = all.iter().filter_map(|(proposal, written)| match written {
        ResultEdit::Line(new) => Some((proposal.line, new)),
        _ => None,
    });
    let new: BTreeMap<usize, &Vec<u8>> = new.collect();
    if let (Some((first, _)), Some((last, _))) = (new.first_key_value(), new.last_key_value()) {
        let span = *first..last + 1;
        let replaced = |line: usize, _: &[u8]| match new.get(&line) {
            Some(new) => Rewrite::Replace(new.to_vec()),
            None => Rewrite::Keep,
        };
        let lines: LineSet = new.keys().copied().collect();
        let snapshot = model.document.suite.snapshot();
        let mut made = Err(String::new());
        let change = rewrite_inline(&snapshot, label, &lines, replaced);
        change::around(model, span.clone(), span, |model| {
            let suite = &mut model.document.suite;
            let change = change.map_err(jobs::in_words);
            made = change.and_then(|change| suite.apply(change).map_err(jobs::in_words));
        });
        if let Err(reason) = made {
            model.failed(reason);
            return false;
        }
    }
    let now = model.document.suite.snapshot();
    let Some(queue) = &mut model.document.queue else {
        return false;
    };
    let mut numbers = BTreeSet::new();
    for (proposal, written) in all {
        if count_outcome(queue, &proposal, written).is_some() {
            numbers.insert(proposal.number);
        }
    }
    queue.accepted(&numbers, now);
    !numbers.is_empty()
}

/// Writes the proposals whose records have not changed since they were judged, as one undo step.
pub(super) fn accept_all(model: &mut Model) {
    let Some(queue) = current(model) else {
        return;
    };
    let offered: Vec<Proposal> = queue.offered().cloned().collect();
    let mut all = Vec::new();
    for proposal in offered {
        let written = line_with(&model.document.suite, &proposal);
        all.push((proposal, written));
    }
    let count = |is: fn(&ResultEdit) -> bool| all.iter().filter(|(_, of)| is(of)).count();
    let stale = count(|of| matches!(of, ResultEdit::Edited(_)));
    let right = count(|of| matches!(of, ResultEdit::Same));
    let refused = count(|of| matches!(of, ResultEdit::Refused(_)));
    if stale == all.len() {
        let (out, count) = (model.key(Id::RemoveFromQueue), proposal_count(stale));
        return model.refused(match stale {
            0 => "results are written without being accepted".to_owned(),
            _ => format!("{count} skipped: {STALE} · {out} dismisses one"),
        });
    }
    let written = all.len() - stale - right - refused;
    let mut message = format!("accepted {}", proposal_count(written));
    let mut add = |count: usize, what: &str| {
        if count > 0 {
            message += &format!(" · {} {what}", thousands(count));
        }
    };
    add(right, "right already");
    add(refused, "without a result");
    add(stale, &format!("skipped: {STALE}"));
    let label = format!("analysis of {}", record_count(written));
    match apply(model, all, label) {
        true => change::done_with_undo(model, &message),
        false if written == 0 => model.done(message),
        false => {}
    }
}
