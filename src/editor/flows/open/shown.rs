//! The open files. One is shown: [`Model::document`], with what the panes remember of it. The others
//! are kept beside it in their order, and change places with it.

use crate::editor::command::{Commands, Id};
use crate::editor::doc::change::undo_hint;
use crate::editor::doc::scan;
use crate::editor::effect::Effect;
use crate::editor::flows::remember;
use crate::editor::jobs::{self, Slot};
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::panes::operations::shown_line;
use crate::editor::state::columns::Columns;
use crate::editor::state::document::{Document, DocumentId};
use crate::editor::widgets::glyph;
use crate::suite::SavePolicy;

impl Model {
    /// The editor with files open, the first one shown; `policy` holds for all of them, and for
    /// those opened later.
    pub fn with(documents: Vec<Document>, policy: Option<SavePolicy>, commands: Commands) -> Self {
        let mut documents = documents.into_iter();
        let first = documents.next().unwrap_or_else(Document::place_holder);
        let mut model = Self::new(first, commands);
        model.policy = policy;
        model.document.policy = policy;
        let first = model.document.id;
        for document in documents {
            // Nothing was begun yet that would have to be stopped or begun again.
            model.add_document(document);
        }
        show(&mut model, first);
        model.others.last = None;
        model
    }

    /// All open files in order, the one shown among them.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        let (before, after) = (self.others.before().iter(), self.others.after().iter());
        before.chain([&self.document]).chain(after)
    }

    /// All open files, to be changed; the one shown comes first.
    pub(crate) fn documents_mut(&mut self) -> impl Iterator<Item = &mut Document> {
        [&mut self.document]
            .into_iter()
            .chain(self.others.iter_mut())
    }

    /// An open file.
    pub(crate) fn document_mut(&mut self, id: DocumentId) -> Option<&mut Document> {
        self.documents_mut().find(|document| document.id == id)
    }

    /// An open file.
    pub(crate) fn document_of(&self, id: DocumentId) -> Option<&Document> {
        self.documents().find(|document| document.id == id)
    }

    /// How many files are open.
    pub fn document_count(&self) -> usize {
        self.others.len() + 1
    }

    /// Which of them is shown, from 1.
    pub fn document_number(&self) -> usize {
        self.others.before().len() + 1
    }

    /// The file that was shown before this one.
    pub(crate) fn last_document(&self) -> Option<DocumentId> {
        let last = self.others.last?;
        self.documents()
            .map(|document| document.id)
            .find(|id| *id == last)
    }

    /// Opens a file after the one shown, and shows it. An empty place is taken, not kept.
    pub fn add_document(&mut self, mut document: Document) {
        document.id = DocumentId(self.ticket());
        document.policy = document.policy.or(self.policy);
        let id = document.id;
        if self.document.is_place_holder {
            self.document = document;
            shown_line::refresh(self);
            return;
        }
        self.others.add(document);
        show(self, id)
    }

    /// Shows another file without leaving anything: for a moment, or as a part of [`show`].
    pub(crate) fn swap_to(&mut self, id: DocumentId) -> bool {
        let from = self.document.id;
        if from == id || !self.others.bring(&mut self.document, id) {
            return false;
        }
        // Each file has columns of its own.
        let columns = self.document.recall.columns.take();
        let columns = columns.unwrap_or_else(|| Columns::of(self.settings.columns.clone()));
        let columns_left = std::mem::replace(&mut self.columns, columns);
        self.document.view.changes();
        if let Some(left) = self.document_mut(from) {
            left.view.changes();
            left.recall.columns = Some(columns_left);
        }
        true
    }
}

/// Shows another of the open files.
pub fn show(model: &mut Model, id: DocumentId) {
    let from = model.document.id;
    if from == id {
        return;
    }
    jobs::stop_finding(model);
    model.search_from = None;
    if model.swap_to(id) {
        model.others.last = Some(from);
        shown_line::refresh(model);
    }
}

/// Scans of one file stop when another's begins: begins the one of the file shown again, where
/// that has stopped it.
pub(crate) fn settle(model: &mut Model) {
    for effect in &model.out {
        if let Effect::Start(task) = effect
            && task.id.slot == Slot::Scan
        {
            model.newest_scan = task.id.ticket;
        }
    }
    let scan = &model.document.scan;
    if !scan.running || scan.ticket == model.newest_scan {
        return;
    }
    scan::start(model);
    model.newest_scan = model.document.scan.ticket;
}

/// Shows the file `by` further (1 or -1) in order, round the ends.
pub fn step(model: &mut Model, by: isize) {
    let count = model.document_count();
    let at = (model.document_number() - 1 + count).saturating_add_signed(by) % count;
    let id = model.documents().nth(at).map(|document| document.id);
    id.map(|id| show(model, id)).unwrap_or_default()
}

/// Why there is no other file to show.
pub(crate) fn no_other(model: &Model) -> Option<String> {
    (model.document_count() < 2).then(|| {
        format!(
            "only one file is open · {} opens another",
            model.key(Id::OpenFile)
        )
    })
}

/// What an effect is answered with is taken in by the file that asked, whichever is shown. Where a
/// question comes of it, that file is shown with it.
pub(crate) fn for_owner(model: &mut Model, msg: Msg, take: impl FnOnce(&mut Model, Msg)) {
    let shown = model.document.id;
    let owner = match &msg {
        Msg::Worked { id, .. } if id.document != shown => id.document,
        _ => return take(model, msg),
    };
    if model.document_of(owner).is_none() {
        return take(model, msg);
    }
    let overlays = std::mem::take(&mut model.overlays);
    model.swap_to(owner);
    let said = model.status.take();
    take(model, msg);
    name_status(model, shown);
    model.status = model.status.take().or(said);
    if model.overlays.is_empty() && model.document.id == owner {
        model.swap_to(shown);
        model.overlays = overlays;
    } else if model.document.id == owner {
        // What lay over the file that was shown is closed with it.
        let question = std::mem::replace(&mut model.overlays, overlays);
        let said = model.status.take();
        model.swap_to(shown);
        overlay::close_all(model);
        model.swap_to(owner);
        model.overlays = question;
        model.status = said;
        model.others.last = Some(shown);
    }
}

/// What was said of a file that is not shown has its name, and not what undo does in another.
fn name_status(model: &mut Model, shown: DocumentId) {
    if model.document.id == shown {
        return;
    }
    let name = glyph::safe(model.document.suite.name().as_bytes());
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

/// Closes a file that is not shown, whatever is in it.
pub(crate) fn close_other(model: &mut Model, id: DocumentId) {
    model.others.remove(id);
    model.others.last = model.others.last.filter(|last| *last != id);
    model.send(Effect::Closed(id));
}

/// Closes the file shown, whatever is in it; another takes its place.
pub(crate) fn close(model: &mut Model) {
    let gone = model.document.id;
    let next = model.last_document().or_else(|| model.others.nearest());
    remember::closing(model);
    match next {
        Some(next) => {
            show(model, next);
            model.others.remove(gone);
            model.others.last = None;
        }
        None => {
            jobs::stop_finding(model);
            model.document = Document::place_holder();
            let usual = Columns::of(model.settings.columns.clone());
            model.columns.set(usual);
            model.document.id = DocumentId(model.ticket());
            shown_line::refresh(model);
        }
    }
    model.send(Effect::Closed(gone));
}
