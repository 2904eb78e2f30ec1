//! The open files, and work on a file as a whole: changes, filter, marks, search and navigation.
//!
//! [`Model::document`] is the shown file, with the state of its panes. The other open files are in
//! `Model::others`, in order; showing one swaps it with the shown file.

pub mod change;
pub mod commands;
pub(crate) mod draft;
pub mod filter;
pub mod marks;
pub mod navigate;
pub mod query;
pub mod scan;

use crate::editor::command::Commands;
use crate::editor::doc::change::undo_hint;
use crate::editor::effect::Effect;
use crate::editor::jobs::{self, Delivery, Slot};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::state::columns::Columns;
use crate::editor::state::document::{Document, DocumentId};
use crate::editor::state::remembered::News;
use crate::suite::SavePolicy;
use std::path::Path;

impl Model {
    /// Returns an editor with these files open and the first one shown. `policy` also applies to files opened later.
    pub fn with(documents: Vec<Document>, policy: Option<SavePolicy>, commands: Commands) -> Self {
        let mut documents = documents.into_iter();
        let first = documents.next().unwrap_or_else(Document::place_holder);
        let mut model = Self::new(first, commands);
        model.settings.save = policy;
        model.document.policy = policy;
        model.begin();
        let first = model.document.id;
        for document in documents {
            // No work has begun that `show` would have to stop.
            model.add_document(document);
        }
        show(&mut model, first);
        model.last_shown = None;
        model
    }

    /// Returns all open files in order, the current one included.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        let (before, after) = self.others.split_at(self.before);
        before.iter().chain([&self.document]).chain(after)
    }

    /// Returns all open files, the current one first.
    pub(crate) fn documents_mut(&mut self) -> impl Iterator<Item = &mut Document> {
        std::iter::once(&mut self.document).chain(&mut self.others)
    }

    pub(crate) fn document_mut(&mut self, id: DocumentId) -> Option<&mut Document> {
        self.documents_mut().find(|document| document.id == id)
    }

    pub(crate) fn document_of(&self, id: DocumentId) -> Option<&Document> {
        self.documents().find(|document| document.id == id)
    }

    pub fn document_count(&self) -> usize {
        self.others.len() + 1
    }

    /// Returns the number of the shown file among the open ones, from 1.
    pub fn document_number(&self) -> usize {
        self.before + 1
    }

    /// Opens a file after the shown one, and shows it. It replaces a place holder.
    pub fn add_document(&mut self, mut document: Document) {
        document.id = DocumentId(self.ticket());
        document.policy = document.policy.or(self.settings.save);
        document.columns = Columns::of(self.settings.columns.clone());
        let id = document.id;
        if self.document.is_place_holder {
            self.document = document;
            draft::refresh(self);
        } else {
            self.others.insert(self.before, document);
            show(self, id);
        }
        self.begin();
    }

    /// Adds the newly opened file to the recent ones, and follows its loading.
    fn begin(&mut self) {
        remember(self);
        let loading = self.document.suite.load_handle();
        self.out.extend(loading.map(Effect::Follow));
    }

    /// Swaps the shown file with another without stopping any work: for a moment, or as a part of [`show`].
    pub(crate) fn swap_to(&mut self, id: DocumentId) -> bool {
        let Some(at) = self.others.iter().position(|other| other.id == id) else {
            return false;
        };
        let next = self.others.remove(at);
        let mut previous = std::mem::replace(&mut self.document, next);
        previous.view.changes();
        let is_back = at < self.before;
        self.others
            .insert(self.before - usize::from(is_back), previous);
        self.before = at + usize::from(!is_back);
        self.document.view.changes();
        true
    }
}

pub fn show(model: &mut Model, id: DocumentId) {
    let from = model.document.id;
    if from == id {
        return;
    }
    jobs::stop(model, Slot::Find);
    if model.swap_to(id) {
        model.last_shown = Some(from);
        draft::refresh(model);
    }
}

/// Shows the next (`by` 1) or previous (-1) file in order, cyclically.
pub fn step(model: &mut Model, by: isize) {
    let count = model.document_count();
    let at = (model.document_number() - 1 + count).saturating_add_signed(by) % count;
    let id = model.documents().nth(at).map(|document| document.id);
    id.map(|id| show(model, id)).unwrap_or_default()
}

pub(crate) fn no_other(model: &Model) -> Option<String> {
    let is_only = model.document_count() < 2;
    model.when(is_only, "only one file is open · {open-file} opens another")
}

pub(crate) fn no_file(model: &Model) -> Option<String> {
    model.when(model.document.is_place_holder, "no file is open")
}

/// Delivers the result of a task to its file, shown or not. If a question results, its file is shown with it.
pub(crate) fn give(model: &mut Model, owner: DocumentId, delivery: Delivery) {
    let shown = model.document.id;
    if owner == shown || model.document_of(owner).is_none() {
        return delivery.take(model);
    }
    let below = std::mem::take(&mut model.overlays);
    let status = model.status.take();
    model.swap_to(owner);
    delivery.take(model);
    name_status(model, shown);
    model.status = model.status.take().or(status);
    if model.document.id != owner {
        return;
    }
    let dialog = std::mem::replace(&mut model.overlays, below);
    model.swap_to(shown);
    if !dialog.is_empty() {
        let status = model.status.take();
        overlay::close_all(model);
        show(model, owner);
        model.overlays = dialog;
        model.status = status;
    }
}

/// Prefixes the status of a hidden file with its name, and drops the undo hint, which would apply to the shown file.
fn name_status(model: &mut Model, shown: DocumentId) {
    if model.document.id == shown {
        return;
    }
    let name = model.document.name();
    let undo = format!(" · {}", undo_hint(model));
    if let Some(status) = &mut model.status {
        let text = status.text.replace(&undo, "");
        status.text = if text.contains(&name) {
            text
        } else {
            format!("{name}: {text}")
        };
    }
}

/// Closes a file that is not shown, even with unsaved changes.
pub(crate) fn close_other(model: &mut Model, id: DocumentId) {
    if let Some(at) = model.others.iter().position(|other| other.id == id) {
        model.others.remove(at);
        model.before -= usize::from(at < model.before);
        model.last_shown = model.last_shown.filter(|last| *last != id);
        model.send(Effect::Closed(id));
    }
}

/// Closes the shown file, even with unsaved changes, and shows the one shown before it, else the nearest.
pub(crate) fn close(model: &mut Model) {
    let closed = model.document.id;
    let near = model.others.get(model.before).or(model.others.last());
    let near = near.map(|document| document.id);
    match model.last_shown.or(near) {
        Some(next) => {
            show(model, next);
            model.last_shown = None;
            close_other(model, closed);
        }
        None => {
            jobs::stop(model, Slot::Find);
            model.document = Document::place_holder();
            model.document.columns = Columns::of(model.settings.columns.clone());
            model.document.id = DocumentId(model.ticket());
            draft::refresh(model);
            model.send(Effect::Closed(closed));
        }
    }
}

/// Adds the shown file to the recent ones.
pub fn remember(model: &mut Model) {
    if let Some(path) = model.document.suite.path().and_then(Path::to_str) {
        model.send(Effect::Keep(News::Opened(path.to_owned())));
    }
}
