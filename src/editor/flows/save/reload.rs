//! Reading a file again, and what other programs did to the files that are open.

use super::questions;
use crate::editor::command::Id;
use crate::editor::doc::{filter, scan};
use crate::editor::effect::Effect;
use crate::editor::jobs::{Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::panes::records::columns::sort;
use crate::suite::save::FileState;
use crate::suite::{Most, OpenOptions, Suite};
use std::path::Path;

/// Asks whether to read the file again, where that loses edits.
pub(crate) fn ask_reload(model: &mut Model) {
    if model.is_changing() {
        return;
    }
    match model.document.suite.is_modified() {
        true => questions::reload(model),
        false => reload(model),
    }
}

/// Reads the file again.
pub(super) fn reload(model: &mut Model) {
    let unpacked = model.document.suite.unpacked();
    reload_up_to(model, unpacked)
}

/// Reads the file again, a packed one as far as said; a save of it is given up.
pub(crate) fn reload_up_to(model: &mut Model, unpacked: Most) {
    model.document.saving = None;
    let Some(path) = model.document.suite.path().map(Path::to_owned) else {
        return;
    };
    let options = OpenOptions {
        unpacked,
        memory_limit: model.settings.memory,
        ..OpenOptions::default()
    };
    let read = move |_: &Hand| Suite::open(&path, &options).map_err(in_words);
    Work::new(Slot::Reload, read).start_or_fail(model, |model, read| match read {
        Ok(suite) => reloaded(model, suite),
        Err(reason) => model.failed(format!("could not reload: {reason}")),
    });
}

/// The file was read again: the same line stays selected, and the search.
fn reloaded(model: &mut Model, suite: Suite) {
    model.out.extend(suite.load_handle().map(Effect::Follow));
    model.document.read_again(suite);
    model.document.view.dropped = None;
    model.document.view.editing = None;
    overlay::close_all(model);
    model.reselect(model.document.selected);
    model.done("reloaded from disk");
    filter::reloaded(model);
    sort::reloaded(model);
    scan::start(model);
}

/// An open file was found in another state than it was left in: by another program, unless a save of
/// our own is on its way, or came between the look and this message.
pub fn changed_on_disk(model: &mut Model, path: &Path, now: &FileState) {
    let changed = model.documents_mut().find(|document| {
        let target = document.suite.save_target();
        document.saving.is_none()
            && target.is_some_and(|target| {
                target.path == path && target.expected.is_some_and(|left| left != *now)
            })
    });
    let Some(document) = changed else {
        return;
    };
    document.changed_on_disk = true;
    let is_modified = document.suite.is_modified();
    let name = document.name();
    let saved_over = document.saved_over.clone();
    let (reload, palette) = (Id::Reload.name(), model.key(Id::Palette));
    model.failed(match saved_over {
        _ if *now == FileState::Missing => {
            format!("another program removed {name} · saving writes it again")
        }
        Some(from) => format!(
            "{name} was saved over from {from} in this editor · `{reload}` in {palette} reloads it"
        ),
        None => {
            // With unsaved edits, what loses none of them is named first.
            let merges = match is_modified {
                true => format!("`{}` brings both together, ", Id::MergeFromDisk.name()),
                false => String::new(),
            };
            format!(
                "another program changed {name} · in {palette}: {merges}`{reload}` takes the file as it is"
            )
        }
    });
}

/// An open file has other times and the text it had: that is no conflict, and nothing is said.
pub(crate) fn touched(model: &mut Model, path: &Path, now: FileState) {
    let document = model
        .documents_mut()
        .find(|document| document.saving.is_none() && document.suite.path() == Some(path));
    if let Some(document) = document {
        document.suite.is_touched(now);
        document.changed_on_disk = false;
    }
}
