//! What is said of a save.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::state::document::Document;
use crate::editor::state::{Saving, Then};
use crate::epd::counted::thousands_of;
use crate::suite::save::SavePolicy;
use std::path::PathBuf;

/// Says that nothing is unsaved, and what else could be done.
pub(super) fn nothing_to_save(model: &Model) -> String {
    let mut said = "nothing to save: no unsaved changes".to_owned();
    if model.document.sorted_view.is_some() {
        let key = model.key(Id::Sort);
        said += &format!(" · the sort is only of the view: {key} m sorts the file");
    }
    let codes = &model.document.scan.counts.by_code;
    let fixable = codes.iter().filter(|&(code, _)| code.is_fixed_by_writing());
    let count: usize = fixable.map(|(_, &count)| count).sum();
    if count > 0 && !model.is_read_only() {
        let key = format!("{} x", model.key(Id::BulkEdit));
        let problems = thousands_of(count, "problem", "problems");
        said += &format!(" · {key} can fix up to {problems}");
    }
    said
}

/// Says what was saved, and what is left to know; `renamed` is the path where it is another than before.
pub(super) fn saved(model: &Model, saving: &Saving, renamed: Option<&PathBuf>) -> String {
    let document = &model.document;
    let name = |document: &Document| document.name();
    let mut said = format!("saved {}", name(document));
    let end = renamed.and_then(|path| path.extension()?.to_str());
    let end = end.map(str::to_ascii_lowercase);
    if matches!(end.as_deref(), Some("pgn" | "csv" | "fen" | "json" | "tsv")) {
        said.push_str(" as EPD; export writes other formats");
    }
    if saving.changed > 0 {
        let (one, many) = match document.policy {
            Some(SavePolicy::Edited) => ("edited record", "edited records"),
            _ => ("record", "records"),
        };
        let records = thousands_of(saving.changed, one, many);
        said.push_str(&format!(" · {records} made canonical"));
    }
    if saving.kept > 0 {
        let records = thousands_of(saving.kept, "record", "records");
        said.push_str(&format!(" · {records} not made canonical"));
    }
    if saving.then != Then::Stay {
        return said;
    }
    // One that was just saved over is told of in its own tab: its name is that of the one saved.
    let is_left = |other: &&Document| {
        let is_other = other.id != document.id && other.suite.path() != document.suite.path();
        is_other && other.suite.is_modified()
    };
    let mut others = model.documents().filter(is_left);
    match (others.next(), others.count()) {
        (None, _) => said,
        (Some(other), 0) => format!("{said} · {} has unsaved changes", name(other)),
        (Some(_), more) => format!("{said} · {} other files have unsaved changes", more + 1),
    }
}
