//! Opening and closing files, and the list of those that are open.

use super::document::{Document, DocumentId};
use super::documents;
use super::effect::Effect;
use super::glyph;
use super::line_editor::LineEditor;
use super::model::Model;
use super::overlay::{Overlay, Picker, PickerItem, PickerKind};
use super::{palette, save};

/// Opens the list of the open files, on the one that was shown before.
pub fn open_list(model: &mut Model) -> Vec<Effect> {
    let items: Vec<PickerItem> = model
        .documents()
        .map(|document| row(model, document))
        .collect();
    let before = model.last_document().map(value);
    let cursor = items
        .iter()
        .position(|item| before.as_ref() == Some(&item.value))
        .unwrap_or(model.document_number() % items.len().max(1));
    model.overlays.push(Overlay::Picker(Picker {
        kind: PickerKind::OpenFiles,
        title: "Open files".into(),
        input: LineEditor::default(),
        items,
        shown: Vec::new(),
        cursor: 0,
        first: 0,
    }));
    palette::narrow(model);
    if let Some(Overlay::Picker(picker)) = model.overlays.last_mut() {
        picker.cursor = cursor;
    }
    Vec::new()
}

fn value(id: DocumentId) -> String {
    id.0.to_string()
}

fn row(model: &Model, document: &Document) -> PickerItem {
    let suite = &document.suite;
    let mut parts = Vec::new();
    if document.id == model.document.id {
        parts.push("shown now".to_owned());
    }
    if suite.is_modified() {
        parts.push(match suite.edited_count() {
            0 => "lines removed or moved".to_owned(),
            n => format!("{n} edited"),
        });
    }
    if document.saving.is_some() {
        parts.push("saving".to_owned());
    }
    parts.push(format!(
        "line {} of {}",
        document.selected + 1,
        suite.line_count()
    ));
    match suite.path().and_then(|path| path.parent()) {
        None => parts.push("no file yet".to_owned()),
        Some(folder) if folder.as_os_str().is_empty() => {}
        Some(folder) => parts.push(glyph::safe(folder.to_string_lossy().as_bytes())),
    }
    PickerItem {
        label: glyph::safe(suite.name().as_bytes()),
        detail: parts.join(" · "),
        keys: if suite.is_modified() { "●" } else { "" }.into(),
        disabled: None,
        value: value(document.id),
    }
}

/// One of the open files was chosen.
pub fn picked(model: &mut Model, value: &str) -> Vec<Effect> {
    match value.parse() {
        Ok(id) => documents::show(model, DocumentId(id)),
        Err(_) => Vec::new(),
    }
}

/// Closes the file shown; asks first where something is not saved.
pub fn close(model: &mut Model) -> Vec<Effect> {
    if model.document.suite.is_modified() {
        return save::ask_close(model);
    }
    close_at_once(model)
}

/// Closes the file shown, whatever is in it.
pub fn close_at_once(model: &mut Model) -> Vec<Effect> {
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let effects = documents::close(model);
    model.done(format!("closed {name}"));
    effects
}

/// Why the file shown can't be closed.
pub fn can_not_close(model: &Model) -> Option<String> {
    if model.document.saving.is_some() {
        return Some("the file is being saved".into());
    }
    (model.document_count() < 2).then(|| "this is the only open file · ^Q quits".into())
}

/// Has the file shown remembered among the recent ones.
pub fn remember(_model: &Model) -> Option<Effect> {
    None
}
