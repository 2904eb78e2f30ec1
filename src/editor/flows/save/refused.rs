//! A save that was refused: what is asked then, and what is told.

use super::{questions, whole, write};
use crate::editor::model::Model;
use crate::editor::state::document::{Document, Stage};
use crate::editor::widgets::glyph;
use crate::suite::explain;
use crate::suite::save::{FileState, SaveError};

/// The file was not written.
pub(super) fn failed(model: &mut Model, error: &SaveError) {
    if let SaveError::Exists {
        there,
        is_protected,
        ..
    } = error
    {
        return over_another(model, there, *is_protected);
    }
    refused(model, error);
}

/// There is a file where a new one was to be: the one that is edited, another that is open, or neither.
fn over_another(model: &mut Model, there: &FileState, is_protected: bool) {
    let saving = model.document.saving.as_ref();
    let path = saving.map(|saving| saving.target.path.clone());
    let is_it = |document: &&Document| {
        if document.suite.path() == path.as_deref() {
            return true;
        }
        let target = document.suite.save_target();
        let left = target.and_then(|target| target.expected);
        left.is_some_and(|left| left.is_same_file(there))
    };
    let same = Some(&model.document).filter(is_it).is_some() && !model.read_only;
    if let Some(mut own) = model
        .document
        .suite
        .save_target()
        // A new file that is there by now would be refused again, and again.
        .filter(|own| same && own.expected != Some(FileState::Missing))
    {
        // Its own file by another path: as a save without a name.
        let backup = model.settings.backup && !model.document.is_backed_up;
        let otherwise = model.document.otherwise;
        if let Some(saving) = model.document.saving.as_mut() {
            (own.otherwise, own.backup) = (otherwise, backup);
            saving.target = own;
        }
        return write(model);
    }
    let shown = model.document.id;
    let open = model
        .documents()
        .find(|document| document.id != shown && is_it(document));
    let mut what = match open {
        None => "A file of that name exists.".to_owned(),
        Some(document) => questions::open_here(document),
    };
    if is_protected {
        what.push_str(" It is read-only.");
    }
    let over = open.map(|document| document.id);
    model.status = None;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.stage = Stage::Asking;
        saving.over = over;
        let path = glyph::safe(saving.target.path.to_string_lossy().as_bytes());
        questions::over(model, &path, what, over.is_some());
    }
}

fn refused(model: &mut Model, error: &SaveError) {
    let conflict = match &model.document.saved_over {
        Some(name) => format!("It was saved over from {name} in this editor."),
        None => "Another program has changed the file.".to_owned(),
    };
    match error {
        SaveError::Conflict { .. } => {}
        SaveError::Cancelled => {
            model.document.saving = None;
            model.saving_all = None;
            model.told("save stopped; the file on disk is unchanged");
            return;
        }
        SaveError::Linked { names, .. } => {
            let what = format!("It has {names} names (hard links). A new file would have one.");
            return ask_in_place(model, what, true);
        }
        SaveError::Folder { error, .. } if is_there(model) => {
            let what = format!(
                "No file can be created in its folder ({}), which a safe save needs.",
                explain(error)
            );
            return ask_in_place(model, what, false);
        }
        other => return job_failed(model, &other.to_string()),
    }
    model.status = None;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.stage = Stage::Asking;
        let path = glyph::safe(saving.target.path.to_string_lossy().as_bytes());
        questions::conflict(model, &path, &conflict);
    }
}

/// Whether the file that is saved to is there.
fn is_there(model: &Model) -> bool {
    let saving = model.document.saving.as_ref();
    saving.is_some_and(|saving| saving.target.expected != Some(FileState::Missing))
}

/// Asks whether to write into the file that is there.
fn ask_in_place(model: &mut Model, what: String, may_replace: bool) {
    model.status = None;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.stage = Stage::Asking;
        let path = glyph::safe(saving.target.path.to_string_lossy().as_bytes());
        questions::in_place(model, path, what, may_replace);
    }
}

/// A job of the save ended without a result.
pub(super) fn job_failed(model: &mut Model, reason: &str) {
    model.document.saving = None;
    model.saving_all = None;
    let suite = &model.document.suite;
    if suite.loading().is_none()
        && let Some(trouble) = suite.trouble()
    {
        return whole::ask(model, &trouble);
    }
    model.failed(glyph::safe(format!("not saved: {reason}").as_bytes()));
}
