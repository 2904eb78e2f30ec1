//! Leaving the editor or a file, where something may be unsaved.

use super::questions;
use crate::editor::command::Id;
use crate::editor::doc;
use crate::editor::effect::Effect;
use crate::editor::flows::remember;
use crate::editor::model::Model;
use crate::editor::pages::queue;
use crate::editor::state::Then;
use crate::editor::state::document::DocumentId;
use crate::editor::state::view::{Page, Play};

/// Leaves the editor; asks first where something is not saved.
pub(crate) fn quit(model: &mut Model) {
    let saving = model.documents_mut().find_map(|document| {
        let saving = document.saving.as_mut();
        saving.filter(|saving| saving.ticket.is_some())
    });
    if let Some(saving) = saving {
        saving.then = Then::Quit;
        return model.told("quitting when the save is done");
    }
    if let Some(reason) = model.any_change_on_its_way() {
        let anyway = model.key(Id::QuitWithoutSaving);
        return model.refused(format!("{reason} · {anyway} quits without it"));
    }
    let is_modified = model.documents().any(|file| file.suite.is_modified());
    match is_modified || queue::lost_with_all(model).is_empty() {
        true => quit_told(model),
        false => questions::leave(model, true),
    }
}

/// Leaves the editor, where it was told what is lost of engines' work.
pub(super) fn quit_told(model: &mut Model) {
    let modified = model.documents().filter(|file| file.suite.is_modified());
    let modified: Vec<DocumentId> = modified.map(|document| document.id).collect();
    if let [only] = modified[..] {
        doc::show(model, only);
    }
    if !modified.is_empty() {
        return questions::leave(model, true);
    }
    let is_new = is_untold(model);
    match unrecorded_in_words(model).filter(|_| is_new) {
        Some(words) => {
            let quit = model.key(Id::Quit);
            model.refused(format!("{words} · {quit} again quits"))
        }
        None => model.send(Effect::Quit),
    }
}

/// Asks before a file is closed with which something is lost; `false` where nothing is.
pub(crate) fn ask_close(model: &mut Model) -> bool {
    if model.is_changing() {
        return true;
    }
    let document = &model.document;
    let loses = document.suite.is_modified() || queue::lost_with(document).is_some();
    if loses {
        questions::leave(model, false);
    }
    loses
}

/// Moves that were played and not recorded.
fn unrecorded(model: &Model) -> impl Iterator<Item = &Play> {
    let documents = model.documents();
    documents.flat_map(|document| document.view.unrecorded())
}

/// Returns what was played and not recorded, in a sentence; nothing where there is nothing.
pub(super) fn unrecorded_in_words(model: &Model) -> Option<String> {
    let newest = unrecorded(model).last()?.in_brief();
    Some(match unrecorded(model).count() - 1 {
        0 => format!("moves played are not recorded: {newest}"),
        1 => format!("moves played are not recorded: {newest}, and others in 1 more position"),
        n => format!("moves played are not recorded: {newest}, and others in {n} more positions"),
    })
}

/// Takes down that the moves of now are told of; returns whether any are new since the last time.
pub(super) fn is_untold(model: &mut Model) -> bool {
    let count = unrecorded(model).map(|play| play.line.len()).sum();
    let before = std::mem::replace(&mut model.told_unrecorded, count);
    count > 0 && count != before
}

/// Closes the file shown; asks first where something is not saved.
pub(crate) fn close(model: &mut Model) {
    if !super::ask_close(model) {
        close_at_once(model);
    }
}

/// Closes the file shown, whatever is in it.
pub(crate) fn close_at_once(model: &mut Model) {
    let name = model.document.name();
    remember::closing(model);
    doc::close(model);
    if model.document.is_place_holder {
        model.page = Page::Folder;
    }
    model.done(format!("closed {name}"));
}

/// Returns why the file shown can't be closed.
pub(crate) fn can_not_close(model: &Model) -> Option<String> {
    if model.document.saving.is_some() {
        return Some("saving the file".into());
    }
    if model.document.is_place_holder {
        return Some("no file is open".into());
    }
    let is_last = model.document_count() < 2 && model.folder.is_none();
    is_last.then(|| format!("only one file is open · {} quits", model.key(Id::Quit)))
}
