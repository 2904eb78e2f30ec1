//! Unsaved edits that survive a kill: when a journal of them is to be written, and what is offered
//! where some were left behind. The journal itself is `suite`'s; `terminal` keeps it.

mod offer;
mod typed;
mod words;

use crate::editor::doc::{self, change, scan};
use crate::editor::effect::Effect;
use crate::editor::jobs::{Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed};
use crate::editor::state::document::{
    Document, DocumentId, FoundJournal, JournalSearch, JournalState, Journalled,
};
use crate::suite::journal::Typed;
use crate::suite::{BulkChange, Suite, text_of};
use std::path::PathBuf;

/// One of the journals that were found: of which file, and its place.
type Which = (DocumentId, usize);

/// After every message: asks where something was found, and has what changed written or removed.
pub(crate) fn settle(model: &mut Model) {
    if model.read_only {
        return;
    }
    let typed = typed::now(model);
    let shown = model.document.id;
    let effects: Vec<Effect> = model
        .documents_mut()
        .filter_map(|document| {
            let typed = if document.id == shown { &*typed } else { &[] };
            settle_one(document, typed)
        })
        .collect();
    model.out.extend(effects);
    nothing_in_them(model);
    ask(model);
}

fn settle_one(document: &mut Document, typed: &[Typed]) -> Option<Effect> {
    let (state, suite) = (&mut document.journal, &document.suite);
    match state.search {
        JournalSearch::Off => return None,
        JournalSearch::ToDo => {
            state.search = JournalSearch::Begun;
            return Some(Effect::FindJournal {
                document: document.id,
                file: suite.journalled_as(),
            });
        }
        JournalSearch::Begun | JournalSearch::Done => {}
    }
    let now = Journalled {
        revision: suite.revision(),
        modified: suite.is_modified(),
        is_loading: suite.loading().is_some(),
        path: suite.path().map(PathBuf::from),
        typed: typed.to_vec(),
    };
    if state.last.as_ref() == Some(&now) && !state.outdated {
        return None;
    }
    let was_written = state.last.as_ref().is_some_and(Journalled::has_something);
    state.outdated = false;
    let is_written = now.has_something();
    let typed = now.typed.clone();
    state.last = Some(now);
    match suite.unsaved(typed) {
        Some(unsaved) if is_written => Some(Effect::WriteJournal {
            document: document.id,
            unsaved: Box::new(unsaved),
        }),
        _ => was_written.then_some(Effect::DropJournal(document.id)),
    }
}

/// Takes in the journals that were found of a file.
pub fn found(model: &mut Model, id: DocumentId, found: Vec<FoundJournal>) {
    if let Some(document) = model.document_mut(id) {
        document.journal.search = JournalSearch::Done;
        if found.is_empty() || !document.suite.is_modified() {
            document.journal.found = found;
            return;
        }
    }
    // Edited or closed meanwhile: what was found stays where it is, for another start.
    model.send(Effect::LeaveJournals(id));
}

/// Takes away what tells of nothing that is not in the file: all was saved before the end.
fn nothing_in_them(model: &mut Model) {
    let mut effects = Vec::new();
    for document in model.documents_mut() {
        let suite = &document.suite;
        if suite.loading().is_some() || suite.is_modified() {
            continue;
        }
        let id = document.id;
        document.journal.found.retain(|found| {
            let here = found.journal.of(suite);
            let is_saved = here.is_some_and(|journal| {
                journal.typed.is_empty() && journal.changes_nothing(suite.line_count())
            });
            if is_saved {
                effects.push(Effect::DropFoundJournal {
                    document: id,
                    place: found.place,
                });
            }
            !is_saved
        });
    }
    model.out.extend(effects);
}

/// Asks about what was found, as soon as nothing is in the way: about all of it at once.
fn ask(model: &mut Model) {
    // Edited before the answer: what was found stays where it is, for another start.
    leave_found(model, |document| document.suite.is_modified());
    let all: Vec<Which> = model
        .documents()
        .flat_map(|document| {
            let found = document.journal.found.iter();
            found.map(|found| (document.id, found.place))
        })
        .collect();
    let waits = |document: &Document| {
        let journal = &document.journal;
        let is_loading = document.suite.loading().is_some();
        journal.search == JournalSearch::Begun || !journal.found.is_empty() && is_loading
    };
    let is_new = |document: &Document| {
        let journal = &document.journal;
        !journal.found.is_empty() && !journal.asked
    };
    if !model.documents().any(is_new) || model.is_busy() || model.documents().any(waits) {
        return;
    }
    for document in model.documents_mut() {
        document.journal.asked = true;
    }
    offer::offer(model, &all);
}

/// The file and what was found.
fn which(model: &Model, (id, place): Which) -> Option<(&Document, &FoundJournal)> {
    let document = model.document_of(id)?;
    let mut found = document.journal.found.iter();
    Some((document, found.find(|found| found.place == place)?))
}

/// Returns whether the edits can be made again on what is open.
fn fits(document: &Document, found: &FoundJournal) -> bool {
    let is_same = document.suite.path().is_some() || document.is_built_in;
    is_same && found.journal.fits(&document.suite)
}

/// Makes the edits again: they are worked out on a thread.
fn recover(model: &mut Model, (id, place): Which) {
    overlay::close_all(model);
    doc::show(model, id);
    let Some((document, found)) = which(model, (id, place)) else {
        return;
    };
    match document.suite.recovery(&found.journal) {
        Ok(recovery) => {
            model.done("recovering …");
            let recover = Work::new(Slot::Recover, move |_| recovery.make().map_err(in_words));
            recover.start_or_fail(model, move |model, change| {
                recovered(model, (id, place), change)
            });
        }
        Err(error) => not_recovered(model, &in_words(error)),
    }
}

/// Says why the edits can't be made; what was found is asked about again.
fn not_recovered(model: &mut Model, reason: &str) {
    model.failed(format!("could not recover: {reason}"));
    model.document.journal.asked = false;
}

/// The edits are worked out.
fn recovered(model: &mut Model, (id, place): Which, change: Result<BulkChange, String>) {
    let Some((document, found)) = which(model, (id, place)) else {
        return;
    };
    let what = words::said(found, &document.suite);
    let journal = found.journal.of(&document.suite);
    let suite = &mut model.document.suite;
    let applied = change.and_then(|change| suite.apply(change).map_err(in_words));
    let is_changed = match applied {
        Ok(is_changed) => is_changed,
        Err(reason) => return not_recovered(model, &reason),
    };
    let found = &mut model.document.journal.found;
    found.retain(|found| found.place != place);
    let others = found.len();
    model.send(Effect::AdoptJournal {
        document: id,
        place,
    });
    model.document.journal.outdated = true;
    model.reselect(model.document.selected);
    let more = match others {
        0 => String::new(),
        _ => " · the others are kept for the next start".to_owned(),
    };
    if is_changed {
        change::said_with_undo(model, &format!("recovered: {what}{more}"));
    }
    scan::start(model);
    let typed = journal.iter().flat_map(|journal| &*journal.typed);
    typed::restore(model, &typed.cloned().collect::<Vec<_>>());
}

/// Opens the lines of what was found as a suite of their own; the journal stays, to be decided on
/// another time.
fn open(model: &mut Model, at: Which) {
    let Some((document, found)) = which(model, at) else {
        return;
    };
    let mut bytes = Vec::new();
    let texts = found.journal.texts(usize::MAX).into_iter();
    let typed = found.journal.typed.iter();
    for text in texts
        .map(|(_, text)| text)
        .chain(typed.map(|typed| &*typed.text))
    {
        bytes.extend_from_slice(text_of(text));
        bytes.push(b'\n');
    }
    let name = format!("recovered-{}", document.suite.name());
    overlay::close_all(model);
    later(model);
    let mut document = Document::new(Suite::from_bytes(&name, bytes));
    document.journal = JournalState::off();
    model.add_document(document);
    let save = model.key_name(crate::editor::command::Id::Save);
    model.done(format!("the unsaved lines · {save} saves them to a file"));
}

/// The edits are not wanted any more: both questions are answered.
fn discard(model: &mut Model, (id, place): Which) {
    overlay::close_all(model);
    let Some(document) = model.document_mut(id) else {
        return;
    };
    let found = &mut document.journal.found;
    found.retain(|found| found.place != place);
    // What else was found is asked about again.
    for document in model.documents_mut() {
        document.journal.asked = false;
    }
    model.done("discarded the unsaved changes");
    model.send(Effect::DropFoundJournal {
        document: id,
        place,
    });
}

/// The question was left.
fn leave(model: &mut Model, how: Closed) {
    if how == Closed::Overtaken {
        return;
    }
    model.done("kept the unsaved changes · opening the file offers them again");
    later(model)
}

/// Leaves all that was found for another start.
fn later(model: &mut Model) {
    leave_found(model, |_| true);
}

/// Leaves what was found of some files for another start.
fn leave_found(model: &mut Model, of: impl Fn(&Document) -> bool) {
    let left = model.documents_mut().filter_map(|document| {
        let leaves = !document.journal.found.is_empty() && of(document);
        leaves.then(|| {
            document.journal.found.clear();
            Effect::LeaveJournals(document.id)
        })
    });
    let left: Vec<Effect> = left.collect();
    model.out.extend(left);
}
