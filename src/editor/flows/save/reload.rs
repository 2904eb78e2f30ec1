//! Reading a file again, and what other programs did to the files that are open.

use crate::editor::command::Id;
use crate::editor::doc::{filter, scan};
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::panes::records::columns::sort;
use crate::editor::state::document::Document;
use crate::editor::state::scan::ScanState;
use crate::editor::widgets::glyph;
use crate::suite::save::FileState;
use crate::suite::{Most, Suite};
use std::path::Path;

/// Reads the file again; asks first where that loses something.
pub(crate) fn reload(model: &mut Model) {
    let unpacked = model.document.suite.unpacked();
    reload_up_to(model, unpacked)
}

/// The same, a packed file as far as said.
pub(crate) fn reload_up_to(model: &mut Model, unpacked: Most) {
    model.document.saving = None;
    // A save of all files ends here: what is on disk is wanted instead.
    model.saving_all = None;
    if let Some(path) = model.document.suite.path() {
        model.send(Effect::Reload {
            path: path.to_owned(),
            unpacked,
        })
    }
}

/// The file was read again: the same line stays selected, and the search.
pub(crate) fn reloaded(model: &mut Model, suite: Suite) {
    if model.document.suite.path() != suite.path() {
        // Another file is shown by now: it waits until it is asked for again.
        let of_it = |document: &&mut Document| document.suite.path() == suite.path();
        if let Some(document) = model.documents_mut().find(of_it) {
            document.read_again(suite);
            document.changed_on_disk = false;
            document.saved_over = None;
            document.scan = ScanState::default();
            document.journal.is_outdated();
        }
        return;
    }
    model.document.read_again(suite);
    // What was counted was of another text: a save asks by these numbers.
    model.document.scan = ScanState::default();
    model.document.journal.is_outdated();
    model.document.changed_on_disk = false;
    model.document.saved_over = None;
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
pub(crate) fn changed_on_disk(model: &mut Model, path: &Path, now: &FileState) {
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
    let name = glyph::safe(document.suite.name().as_bytes());
    if let Some(from) = document
        .saved_over
        .clone()
        .filter(|_| *now != FileState::Missing)
    {
        model.failed(format!(
            "{name} was saved over from {from} in this editor · `{}` in {} reloads it",
            Id::Reload.name(),
            model.key(Id::Palette)
        ));
        return;
    }
    model.failed(if *now == FileState::Missing {
        format!("another program removed {name} · saving writes it again")
    } else {
        // With unsaved edits, what loses none of them is named first.
        let merges = match is_modified {
            true => format!("`{}` brings both together, ", Id::MergeFromDisk.name()),
            false => String::new(),
        };
        format!(
            "another program changed {name} · in {}: {merges}`{}` takes the file as it is",
            model.key(Id::Palette),
            Id::Reload.name()
        )
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
