//! Recovery of unsaved edits after a kill, from a journal, and of copies that an interrupted save left. This
//! module decides when a journal is written, and offers what was left behind; `suite` defines the journal,
//! `terminal` stores it.

mod offer;

use crate::editor::command::Id;
use crate::editor::doc::{self, change, draft, scan};
use crate::editor::effect::Effect;
use crate::editor::flows::{bulk, open};
use crate::editor::jobs::{JobContext, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed, Menu, MenuItem, Prompt};
use crate::editor::panes::line;
use crate::editor::state::copying::Copying;
use crate::editor::state::document::{
    Document, DocumentId, FoundJournal, JournalSearch, JournalState, JournalledState,
};
use crate::editor::state::editing::Editing;
use crate::editor::state::jobs::bulk::{Plan, Scope};
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::suite::journal::PendingText;
use crate::suite::save::{copies_left, remove_copy};
use crate::suite::{BulkChange, Suite, text_of};
use std::path::{Path, PathBuf};

/// A found journal: its file, and its place in storage.
type JournalRef = (DocumentId, usize);

/// Runs after every message: offers the journals found, and writes or removes those that changed.
pub(crate) fn settle(model: &mut Model) {
    if model.read_only {
        return;
    }
    let typed = typed_now(model);
    let shown = model.document.id;
    let effects = model.documents_mut().filter_map(|document| {
        let typed = if document.id == shown { &*typed } else { &[] };
        settle_one(document, typed)
    });
    let effects: Vec<Effect> = effects.collect();
    model.out.extend(effects);
    drop_saved(model);
    ask(model);
}

fn settle_one(document: &mut Document, typed: &[PendingText]) -> Option<Effect> {
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
    let now = JournalledState {
        revision: suite.revision(),
        modified: suite.is_modified(),
        is_loading: suite.loading().is_some(),
        path: suite.path().map(PathBuf::from),
        typed: typed.to_vec(),
    };
    if state.last.as_ref() == Some(&now) && !state.outdated {
        return None;
    }
    let was_written = state
        .last
        .as_ref()
        .is_some_and(JournalledState::has_something);
    state.outdated = false;
    let is_written = now.has_something();
    state.last = Some(now);
    match suite.unsaved(typed.to_vec()) {
        Some(unsaved) if is_written => Some(Effect::WriteJournal {
            document: document.id,
            unsaved: Box::new(unsaved),
        }),
        _ => was_written.then_some(Effect::DropJournal(document.id)),
    }
}

/// Returns the texts that are typed but not accepted yet, which are also in the journal.
fn typed_now(model: &Model) -> Vec<PendingText> {
    let mut all = Vec::new();
    let document = &model.document;
    if let Some(editing) = &document.view.editing
        && line::is_touched(document, editing)
    {
        let number = document.selected + 1;
        let (what, text) = match editing {
            Editing::Raw(text) => (format!("line {number}"), text.text().to_vec()),
            Editing::Operand(operand) => {
                let line = model.line();
                (
                    format!("{} of line {number}", operand.opcode),
                    draft::with_typed(model, text_of(&line), editing),
                )
            }
        };
        all.push(PendingText {
            what,
            line: Some(document.selected),
            is_line: true,
            text,
        });
    }
    if let Some(prompt) = overlay::top::<Prompt>(model)
        && prompt.asks().holds_text_of_records()
        && !prompt.input.text().is_empty()
    {
        all.push(PendingText {
            what: format!("`{}`", prompt.label),
            line: None,
            is_line: false,
            text: prompt.input.text().to_vec(),
        });
    }
    all
}

pub fn found(model: &mut Model, id: DocumentId, found: Vec<FoundJournal>) {
    if let Some(document) = model.document_mut(id) {
        document.journal.search = JournalSearch::Done;
        if found.is_empty() || !document.suite.is_modified() {
            document.journal.found = found;
            return;
        }
    }
    // Edited or closed meanwhile: the journals stay for another start.
    model.send(Effect::LeaveJournals(id));
}

/// Drops the found journals whose edits are all in the file, since they were saved before the editor ended.
fn drop_saved(model: &mut Model) {
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

/// Asks about all found journals at once, as soon as no search, loading or other question is in the way.
fn ask(model: &mut Model) {
    // Edited before the answer: the journals stay for another start.
    leave_found(model, |document| document.suite.is_modified());
    let all = model.documents().flat_map(|document| {
        let found = document.journal.found.iter();
        found.map(|found| (document.id, found.place))
    });
    let all: Vec<JournalRef> = all.collect();
    let waits = |document: &Document| {
        let journal = &document.journal;
        let is_loading = document.suite.loading().is_some();
        journal.search == JournalSearch::Begun || !journal.found.is_empty() && is_loading
    };
    let is_new = |of: &Document| !of.journal.found.is_empty() && !of.journal.asked;
    if !model.documents().any(is_new) || model.is_busy() || model.documents().any(waits) {
        return;
    }
    for document in model.documents_mut() {
        document.journal.asked = true;
    }
    offer::offer(model, &all);
}

fn journal_at(model: &Model, (id, place): JournalRef) -> Option<(&Document, &FoundJournal)> {
    let document = model.document_of(id)?;
    let mut found = document.journal.found.iter();
    Some((document, found.find(|found| found.place == place)?))
}

fn fits(document: &Document, found: &FoundJournal) -> bool {
    let is_same = document.suite.path().is_some() || document.is_built_in;
    is_same && found.journal.fits(&document.suite)
}

fn recover(model: &mut Model, (id, place): JournalRef) {
    overlay::close_all(model);
    doc::show(model, id);
    let Some((document, found)) = journal_at(model, (id, place)) else {
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

/// Reports why the edits can't be recovered, and lets the question open again.
fn not_recovered(model: &mut Model, reason: &str) {
    model.failed(format!("could not recover: {reason}"));
    model.document.journal.asked = false;
}

fn recovered(model: &mut Model, (id, place): JournalRef, change: Result<BulkChange, String>) {
    let Some((document, found)) = journal_at(model, (id, place)) else {
        return;
    };
    let what = offer::extent_in_words(found, &document.suite);
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
        change::done_with_undo(model, &format!("recovered: {what}{more}"));
    }
    scan::start(model);
    let typed = journal.iter().flat_map(|journal| &*journal.typed);
    for typed in typed.cloned().collect::<Vec<_>>() {
        put_back(model, typed);
    }
}

/// Restores unfinished text: into the raw line, or onto the clipboard.
fn put_back(model: &mut Model, typed: PendingText) {
    match typed.line {
        Some(line) if typed.is_line && line < model.document.suite.line_count() => {
            model.reselect(line);
            let text = Editing::Raw(LineEditor::new(typed.text));
            model.document.view.type_in(Pane::Raw, text);
            model.done("recovered the text typed · {accept} accepts it");
        }
        _ => model.send(Effect::Copy(Copying::text(
            format!("the text typed into {}", typed.what),
            &String::from_utf8_lossy(&typed.text),
        ))),
    }
}

/// Opens the lines of a found journal as a new suite. The journal stays, for a later decision.
fn open_lines(model: &mut Model, at: JournalRef) {
    let Some((document, found)) = journal_at(model, at) else {
        return;
    };
    let mut bytes = Vec::new();
    let texts = found.journal.texts(usize::MAX).into_iter();
    let typed = found.journal.typed.iter();
    let texts = texts.map(|(_, text)| text);
    for text in texts.chain(typed.map(|typed| &*typed.text)) {
        bytes.extend_from_slice(text_of(text));
        bytes.push(b'\n');
    }
    let name = format!("recovered-{}", document.suite.name());
    overlay::close_all(model);
    leave_found(model, |_| true);
    let mut document = Document::new(Suite::from_bytes(&name, bytes));
    document.journal = JournalState::off();
    model.add_document(document);
    let save = model.key_name(Id::Save);
    model.done(format!("the unsaved lines · {save} saves them to a file"));
}

/// Discards the edits of a journal after the second confirmation.
fn discard(model: &mut Model, (id, place): JournalRef) {
    overlay::close_all(model);
    let Some(document) = model.document_mut(id) else {
        return;
    };
    let found = &mut document.journal.found;
    found.retain(|found| found.place != place);
    // The question about the other journals opens again.
    for document in model.documents_mut() {
        document.journal.asked = false;
    }
    model.done("discarded the unsaved changes");
    model.send(Effect::DropFoundJournal {
        document: id,
        place,
    });
}

fn leave(model: &mut Model, how: Closed) {
    if how == Closed::Left {
        model.done("kept the unsaved changes · opening the file offers them again");
        leave_found(model, |_| true);
    }
}

/// Leaves the found journals of some files for another start.
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

/// Stores the copies of a file's text that an interrupted save in place has left: the file may be half written.
pub(crate) fn copies_found(model: &mut Model, id: DocumentId, copies: Vec<PathBuf>) {
    if let Some(document) = model.document_mut(id) {
        document.offers_copies = !copies.is_empty();
        document.copies_left = copies;
    }
}

/// Offers the copies of the shown file, as soon as no loading or other question is in the way.
pub(crate) fn offer_copies(model: &mut Model) {
    let is_loading = model.document.suite.loading().is_some();
    if !model.document.offers_copies || model.is_busy() || is_loading {
        return;
    }
    model.document.offers_copies = false;
    let name = model.document.name();
    let about = vec![
        format!("A save of {name} was interrupted: the file may be half written."),
        "Its text before that was left beside it, and is offered until the copy is removed."
            .to_owned(),
    ];
    let mut items = Vec::new();
    for (nth, path) in model.document.copies_left.iter().enumerate() {
        let mut add = |key, verb, detail, does: fn(&mut Model, PathBuf)| {
            let (label, path) = (format!("{verb} {}", glyph::file_name(path)), path.clone());
            let does = move |model: &mut Model| does(model, path.clone());
            let key = (nth == 0).then_some(key);
            items.push(MenuItem::new(key, label, detail, does));
        };
        if !model.is_read_only() {
            add(
                'r',
                "restore",
                "its lines, unsaved; undo reverts",
                restore_copy,
            );
        }
        add('o', "open", "the text before", open_copy);
    }
    let right = "keep the file as it is";
    items.push(MenuItem::new(
        Some('d'),
        "remove the copy …",
        right,
        ask_to_remove,
    ));
    items.push(MenuItem::back(Some('l'), "later", "go on with the file"));
    overlay::open(model, Menu::question("Interrupted save", about, items))
}

pub(super) fn open_copy(model: &mut Model, path: PathBuf) {
    overlay::close_all(model);
    open::open(model, path);
}

/// Replaces the lines by those of the copy, as one undo step, without saving.
pub(super) fn restore_copy(model: &mut Model, path: PathBuf) {
    overlay::close_all(model);
    let scope = Scope::all(model.document.suite.line_count());
    bulk::now(model, Plan::Restore { path }, scope);
}

pub(super) fn with_first_copy(model: &mut Model, does: fn(&mut Model, PathBuf)) {
    if let Some(path) = model.document.copies_left.first().cloned() {
        does(model, path);
    }
}

pub(super) fn ask_to_remove(model: &mut Model) {
    let copies = &model.document.copies_left;
    let mut about: Vec<String> = copies.iter().map(|path| glyph::file_name(path)).collect();
    about.push("The text in it can't be brought back.".to_owned());
    if model.document.suite.is_modified() {
        let save = model.key_name(Id::Save);
        about.push(format!("The file has unsaved changes; {save} saves them."));
    }
    let items = vec![
        MenuItem::back(Some('k'), "keep", "offer it again"),
        MenuItem::new(Some('d'), "remove", "", remove_copies),
    ];
    overlay::close_all(model);
    overlay::open(model, Menu::question("Remove the copy?", about, items));
}

fn remove_copies(model: &mut Model) {
    overlay::close_all(model);
    let Some(file) = model.document.suite.path().map(Path::to_owned) else {
        return;
    };
    let copies = model.document.copies_left.clone();
    let remove = move |_: &JobContext| {
        let removed = copies.iter().map(|copy| remove_copy(&file, copy));
        let trouble = removed.filter_map(Result::err).next_back();
        Ok((copies_left(&file), trouble.map(in_words)))
    };
    Work::new(Slot::Recover, remove).start(model, |model, (left, trouble)| {
        model.document.copies_left = left;
        match trouble {
            None => model.done("removed the copy of the interrupted save"),
            Some(reason) => model.failed(format!("could not remove the copy: {reason}")),
        }
    });
}

pub(super) fn no_copy(model: &Model) -> Option<String> {
    let is_none = model.document.copies_left.is_empty();
    model.when(is_none, "no interrupted save left a copy of this file")
}
