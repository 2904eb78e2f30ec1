//! A save in place that was interrupted: the file may be half written, and the copy of its text that was
//! left is offered: to restore it, to look at it, to remove it.

use crate::editor::command::Id;
use crate::editor::flows::bulk;
use crate::editor::jobs::{Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::document::DocumentId;
use crate::editor::state::jobs::bulk::{Plan, Scope};
use crate::editor::widgets::glyph;
use crate::suite::save::{copies_left, remove_copy};
use std::path::{Path, PathBuf};

/// Copies of a file's text were found.
pub(crate) fn left(model: &mut Model, id: DocumentId, copies: Vec<PathBuf>) {
    if let Some(document) = model.document_mut(id) {
        document.offers_copies = !copies.is_empty();
        document.copies_left = copies;
    }
}

/// Offers those of the file shown, as soon as nothing is in the way.
pub(crate) fn offer(model: &mut Model) {
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
            items.push(MenuItem::new(
                (nth == 0).then_some(key),
                label,
                detail,
                does,
            ));
        };
        if !model.is_read_only() {
            add('r', "restore", "its lines, unsaved; undo reverts", restore);
        }
        add('o', "open", "the text before", open);
    }
    items.push(MenuItem::new(
        Some('d'),
        "remove the copy …",
        "the file is right as it is",
        ask_remove,
    ));
    items.push(MenuItem::back(Some('l'), "later", "go on with the file"));
    overlay::open(model, Menu::question("Interrupted save", about, items))
}

pub(super) fn open(model: &mut Model, path: PathBuf) {
    overlay::close_all(model);
    super::open(model, path);
}

/// Makes the lines those of the copy: one step, not saved yet.
pub(super) fn restore(model: &mut Model, path: PathBuf) {
    overlay::close_all(model);
    let scope = Scope::all(model.document.suite.line_count());
    bulk::now(model, Plan::Restore { path }, scope);
}

/// Does something with the first of the copies.
pub(super) fn with_first(model: &mut Model, does: fn(&mut Model, PathBuf)) {
    if let Some(path) = model.document.copies_left.first().cloned() {
        does(model, path);
    }
}

/// Asks whether to remove the copies.
pub(super) fn ask_remove(model: &mut Model) {
    let copies = &model.document.copies_left;
    let mut about: Vec<String> = copies.iter().map(|path| glyph::file_name(path)).collect();
    about.push("The text in it can't be brought back.".to_owned());
    if model.document.suite.is_modified() {
        let save = model.key_name(Id::Save);
        about.push(format!("The file has unsaved changes; {save} saves them."));
    }
    let items = vec![
        MenuItem::back(Some('k'), "keep", "offer it again"),
        MenuItem::new(Some('d'), "remove", "", remove),
    ];
    overlay::close_all(model);
    overlay::open(model, Menu::question("Remove the copy?", about, items));
}

fn remove(model: &mut Model) {
    overlay::close_all(model);
    let Some(file) = model.document.suite.path().map(Path::to_owned) else {
        return;
    };
    let copies = model.document.copies_left.clone();
    let remove = move |_: &Hand| {
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

/// Returns why there is no copy to restore or remove.
pub(super) fn no_copy(model: &Model) -> Option<String> {
    let is_none = model.document.copies_left.is_empty();
    is_none.then(|| "no interrupted save left a copy of this file".to_owned())
}
