//! A save that is done: what is said of it, and what comes after it.

use super::{after, errors};
use crate::editor::effect::Effect;
use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::pages::folder;
use crate::editor::state::document::{Document, Then};
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::suite::save::{SavePolicy, Saved};
use std::path::PathBuf;

/// The file is written.
pub(super) fn saved(model: &mut Model, saved: Saved) {
    let Some(saving) = model.document.saving.take() else {
        return;
    };
    let (changed, kept, policy) = (saving.changed, saving.kept, saving.policy);
    model.document.changed_on_disk = false;
    model.document.saved_over = None;
    if let Some(over) = saving.over {
        let name = glyph::safe(model.document.suite.name().as_bytes());
        if let Some(document) = model.documents_mut().find(|other| other.id == over) {
            document.saved_over = Some(name);
            document.changed_on_disk = true;
        }
    }
    model.document.is_backed_up |= saving.target.backup && saved.written.is_some();
    let is_renamed = model.document.suite.path() != Some(saved.path.as_path());
    let path = saved.path.clone();
    // As it was opened, and as it was written: a link is listed by its own name.
    let opened = model.document.suite.path().map(PathBuf::from);
    let other = opened.filter(|opened| *opened != path);
    for path in other.iter().chain([&path]) {
        folder::saved(model, path);
    }
    let errors = errors::brought(model);
    model.document.suite.mark_saved(saved);
    let document = &mut model.document;
    document.scan.nothing_is_edited();
    document.page.forget();
    document.scan.remember(document.suite.revision());
    document.journal.is_outdated();
    let mut said = format!(
        "saved {}",
        glyph::safe(model.document.suite.name().as_bytes())
    );
    let other = path.extension().and_then(|end| end.to_str());
    let other = other.map(str::to_ascii_lowercase);
    if is_renamed
        && matches!(
            other.as_deref(),
            Some("pgn" | "csv" | "fen" | "json" | "tsv")
        )
    {
        said.push_str(" as EPD; export writes other formats");
    }
    if changed > 0 {
        let (one, many) = match policy {
            SavePolicy::Edited => ("edited record", "edited records"),
            SavePolicy::All => ("record", "records"),
        };
        let records = thousands_of(changed, one, many);
        said.push_str(&format!(" · {records} made canonical"));
    }
    if kept > 0 {
        let records = thousands_of(kept, "record", "records");
        said.push_str(&format!(" · {records} not made canonical"));
    }
    if saving.then == Then::Stay {
        said.push_str(&unsaved_others(model));
    }
    match errors {
        None => model.done(said),
        Some(errors) => model.warned(format!("{said} · {errors}")),
    }
    open::remember(model);
    if is_renamed {
        let document = model.document.id;
        model.send(Effect::TellOpen { document, path });
    }
    after(model, saving.then);
}

/// Which other open files have unsaved changes, behind what is said of the one that was saved.
fn unsaved_others(model: &Model) -> String {
    let shown = &model.document;
    // One that was just saved over is told of in its own tab: its name is that of the one saved.
    let is_other = |other: &Document| other.suite.path() != shown.suite.path();
    let is_left =
        |other: &&Document| other.id != shown.id && other.suite.is_modified() && is_other(other);
    let mut others = model.documents().filter(is_left);
    match (others.next(), others.count()) {
        (None, _) => String::new(),
        (Some(other), 0) => {
            let name = glyph::safe(other.suite.name().as_bytes());
            format!(" · {name} has unsaved changes")
        }
        (Some(_), more) => format!(" · {} other files have unsaved changes", more + 1),
    }
}
