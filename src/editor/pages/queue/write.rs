//! Results put into their records: each only where the position that was searched is still there, and all
//! results of a run one after the other as one step to undo.

use crate::editor::command::Id;
use crate::editor::doc::change;
use crate::editor::doc::change::undo_hint;
use crate::editor::effect::Effect;
use crate::editor::jobs::Slot;
use crate::editor::model::Model;
use crate::editor::overlay::report::Report;
use crate::editor::overlay::{self, Layer, Pager};
use crate::editor::state::columns::page::label;
use crate::editor::state::document::Document;
use crate::editor::state::queue::{Changed, Proposal, Queue, Stage};
use crate::editor::state::scan::ScanState;
use crate::editor::state::view::Page;
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::edit::Refusal;
use crate::suite::edit::set_operations;
use crate::suite::{Grouping, Suite};

use super::words;

/// Results that are written between two keys.
const AT_ONCE: usize = 16;

/// What becomes of a record.
enum Written {
    Line(Vec<u8>),
    /// It has all that already.
    Same,
    /// It is not the record that was judged.
    Edited(Changed),
    Refused(Refusal),
}

/// The line with a result, as the file has it now.
fn line_with(suite: &Suite, proposal: &Proposal) -> Written {
    let line = suite.line(proposal.line);
    let record = Record::read(&line, suite.read_options());
    let stale = proposal.stale(&record);
    if stale == Some(Changed::Position) {
        return Written::Edited(Changed::Position);
    }
    match (set_operations(&record, &proposal.operations), stale) {
        (Ok(None), _) => Written::Same,
        (_, Some(changed)) => Written::Edited(changed),
        (Ok(Some(line)), None) => Written::Line(line),
        (Err(refusal), None) => Written::Refused(refusal),
    }
}

/// What is another in the record of a proposal than it was when it was judged, unless it has all that is
/// proposed.
pub(super) fn stale(suite: &Suite, proposal: &Proposal) -> Option<Changed> {
    match line_with(suite, proposal) {
        Written::Edited(changed) => Some(changed),
        _ => None,
    }
}

/// Why nothing is written into a file now: somebody is in the middle of something that knows the lines as
/// they are.
fn is_in_use(document: &Document) -> bool {
    let waits = |slot: Slot| slot.is_waited_for() || slot == Slot::Preview;
    // Results alone never take a redo away; what a person accepts is an edit like any other.
    let is_accepting = (document.queue.as_ref()).is_some_and(|queue| queue.accepting.is_some());
    document.view.editing.is_some()
        || document.saving.is_some()
        || document.suite.can_redo().is_some() && !is_accepting
        || document.suite.loading().is_some()
        || document.tasks.iter().any(|task| waits(task.slot))
}

/// The same of the file shown.
fn is_in_hand(model: &Model) -> bool {
    let knows_lines =
        |layer: &dyn Layer| !overlay::is::<Report>(layer) && !overlay::is::<Pager>(layer);
    model.is_read_only()
        || is_in_use(&model.document)
        || model.page == Page::Differences
        || model.overlays.iter().any(|layer| knows_lines(&**layer))
}

/// Writes the next results of all files.
pub(super) fn results(model: &mut Model) {
    let read_only = model.read_only;
    let shown = model.document.id;
    let mut goes_on = false;
    for document in model.documents_mut() {
        if document.id != shown && !read_only && !is_in_use(document) {
            goes_on |= of_other(document);
        }
    }
    model.out.extend(goes_on.then_some(Effect::GoOn));
    if is_in_hand(model) {
        return;
    }
    let Some(mut queue) = model.document.queue.take() else {
        return;
    };
    for _ in 0..AT_ONCE {
        let Some(proposal) = next(&queue, &model.document) else {
            break;
        };
        write(model, &mut queue, &proposal);
    }
    let more = queue.to_write().next().is_some();
    model.out.extend(more.then_some(Effect::GoOn));
    model.document.queue = Some(queue);
}

/// The next result that is written without being accepted.
fn next(queue: &Queue, document: &Document) -> Option<Proposal> {
    let next = queue.to_write().next()?;
    queue.is_at(document.suite.revision()).then(|| next.clone())
}

/// What the step is called that the next result is a part of.
fn label_of_step(queue: &Queue, suite: &Suite) -> (usize, String) {
    let before = queue.written.filter(|(at, _)| *at == suite.revision());
    let count = before.map_or(0, |(_, count)| count) + 1;
    (count, format!("analysis of {}", words::records(count)))
}

/// Writes a result into the file shown; the queue is not in it meanwhile.
fn write(model: &mut Model, queue: &mut Queue, proposal: &Proposal) {
    let line = proposal.line;
    let Some(new) = tell(queue, proposal, line_with(&model.document.suite, proposal)) else {
        return;
    };
    let (count, label) = label_of_step(queue, &model.document.suite);
    let run = Grouping::Run(queue.ticket);
    change::around(model, line..line + 1, line..line + 1, |model| {
        model.document.suite.replace_line(line, &new, run, label);
    });
    wrote(queue, &model.document.suite, count, proposal);
}

/// Counts what becomes of a result; gives the new line where there is one.
fn tell(queue: &mut Queue, proposal: &Proposal, written: Written) -> Option<Vec<u8>> {
    let is_accepted = proposal.stage == Stage::Accepted;
    if let Some(accepting) = queue.accepting.as_mut().filter(|_| is_accepted) {
        *match written {
            Written::Line(_) => &mut accepting.written,
            Written::Same => &mut accepting.right,
            Written::Edited(_) => &mut accepting.stale,
            Written::Refused(_) => &mut accepting.refused,
        } += 1;
    }
    let stage = match (&written, proposal.stage) {
        (Written::Line(_), Stage::Result) => None,
        (Written::Line(_), _) => Some(Stage::Written),
        (Written::Edited(_), Stage::Accepted) => Some(Stage::Offered),
        _ => None,
    };
    queue.put(proposal.number, stage);
    match written {
        Written::Line(line) => {
            queue.tally.written += 1;
            return Some(line);
        }
        Written::Same => queue.tally.right += 1,
        Written::Edited(_) if is_accepted => {}
        Written::Edited(_) => queue.drop_result(),
        Written::Refused(refusal) => queue.refuse_result(proposal.line, refusal.to_string()),
    }
    None
}

/// Holds proposals that were accepted against their records after an undo or a redo: what was undone is
/// offered again. A few at a time; gives whether there are more.
pub(super) fn look_back(document: &mut Document) -> bool {
    let Some(mut queue) = document.queue.take() else {
        return false;
    };
    if queue.is_at(document.suite.revision()) {
        for _ in 0..AT_ONCE {
            let Some(proposal) = queue.next_to_look_at() else {
                break;
            };
            let number = proposal.number;
            let now = match (line_with(&document.suite, proposal), proposal.stage) {
                (Written::Line(_), Stage::Written) => Stage::OfferedAgain,
                (Written::Same, Stage::OfferedAgain) => Stage::Written,
                _ => continue,
            };
            let written = &mut queue.tally.written;
            *written = match now {
                Stage::Written => *written + 1,
                _ => written.saturating_sub(1),
            };
            queue.put(number, Some(now));
        }
    }
    let more = queue.looks_back() && queue.is_at(document.suite.revision());
    document.queue = Some(queue);
    more
}

/// The queue knows the change that it made.
fn wrote(queue: &mut Queue, suite: &Suite, count: usize, proposal: &Proposal) {
    let now = suite.snapshot();
    // What a person accepted is offered again when it is undone.
    let results = usize::from(proposal.stage != Stage::Accepted);
    queue.wrote(results, now.revision(), count == 1);
    queue.written = Some((now.revision(), count));
    queue.follow(&now);
}

/// Writes results into a file that is not shown; gives whether there are more. It is counted anew when it
/// is shown.
fn of_other(document: &mut Document) -> bool {
    let Some(mut queue) = document.queue.take() else {
        return false;
    };
    for _ in 0..AT_ONCE {
        let Some(proposal) = next(&queue, document) else {
            break;
        };
        let written = line_with(&document.suite, &proposal);
        if let Some(new) = tell(&mut queue, &proposal, written) {
            let (count, label) = label_of_step(&queue, &document.suite);
            let run = Grouping::Run(queue.ticket);
            document.suite.replace_line(proposal.line, &new, run, label);
            document.scan = ScanState::default();
            wrote(&mut queue, &document.suite, count, &proposal);
        }
    }
    let more = next(&queue, document).is_some();
    document.queue = Some(queue);
    more
}

/// Writes what was proposed for a record, as a step of its own. What says nothing of its record any more
/// stays where it is, to be dismissed.
pub(super) fn accept(model: &mut Model, number: u64) {
    let document = &mut model.document;
    let Some(queue) = &mut document.queue else {
        return;
    };
    if !queue.is_at(document.suite.revision()) {
        model.refused("still following the last change");
        return;
    }
    let Some(proposal) = queue.proposal(number).cloned() else {
        return;
    };
    let written = line_with(&document.suite, &proposal);
    let name = label(
        &document.suite.line(proposal.line),
        document.suite.read_options(),
    );
    let name = glyph::cut(&name, 30);
    let out = model.key(Id::RemoveFromQueue);
    match &written {
        Written::Line(_) => {}
        Written::Same => model.told("nothing to change"),
        Written::Edited(changed) => {
            let why = match changed {
                Changed::Position => "its position is another one now".to_owned(),
                Changed::Moves => "its bm or am changed since it was analysed".to_owned(),
                Changed::Result(opcode) => format!("its {opcode} changed since it was analysed"),
            };
            model.refused(format!(
                "{name} left unchanged: {why} · {out} dismisses the proposal"
            ));
        }
        Written::Refused(refusal) => model.refused(format!("{name} left unchanged: {refusal}")),
    }
    let Some(queue) = &mut model.document.queue else {
        return;
    };
    if matches!(written, Written::Edited(_)) && !proposal.is_to_write() {
        return queue.put(number, Some(Stage::Offered));
    }
    let Some(new) = tell(queue, &proposal, written) else {
        return;
    };
    let line = proposal.line;
    let said = format!("accepted the engine's move in {name}");
    let step = said.clone();
    change::around(model, line..line + 1, line..line + 1, |model| {
        let suite = &mut model.document.suite;
        suite.replace_line(line, &new, Grouping::Step, step);
    });
    let hint = undo_hint(model);
    model.done(format!("{said} · {hint}"));
}
