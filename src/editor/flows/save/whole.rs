//! A file that another program cut or wrote over while it was read by position: it can't be saved as it
//! was, but what is whole of it can be had.

use super::questions;
use crate::editor::jobs::{Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::new_path;
use crate::editor::overlay::new_path::NewPath;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::suite::SaveTarget;
use crate::suite::save::{WholeLines, write_whole_lines};

/// Asks what becomes of what is whole; `reason` is why not all is.
pub(super) fn ask(model: &mut Model, reason: &str) {
    model.status = None;
    let about = vec![
        format!(
            "Part of the file can no longer be read: {}.",
            glyph::safe(reason.as_bytes())
        ),
        "Your changes and all lines that are whole can be saved under another name.".to_owned(),
    ];
    let items = vec![
        MenuItem::new(
            Some('n'),
            "save what is whole as …",
            "the file on disk is left unchanged",
            ask_name,
        ),
        questions::reload_item(model),
        MenuItem::back(Some('c'), "cancel", "do not save"),
    ];
    overlay::open(model, Menu::question("Save", about, items))
}

/// Asks for a path, and saves there what is whole.
fn ask_name(model: &mut Model) {
    let about = "A path at which there is no file yet, such as whole.epd.";
    let save = NewPath::new("save", "whole.epd", about, |model, path| {
        model.done("saving …");
        let snapshot = model.document.suite.snapshot();
        let target = SaveTarget::new_file(path);
        let write = move |hand: &Hand| {
            let saved = write_whole_lines(&snapshot, &target, &hand.job);
            saved.map_err(in_words)
        };
        let ticket = model.ticket();
        Work::new(Slot::Save, write).ask(model, ticket, saved);
    });
    new_path::open(model, "save as", None, save)
}

/// Says how much was saved, or why nothing. The open file stays what it is.
fn saved(model: &mut Model, saved: Result<WholeLines, String>) {
    match saved {
        Ok(saved) => {
            let kept = thousands_of(saved.kept, "line", "lines");
            let path = saved.path.display();
            let lost = match saved.lost {
                0 => "none is missing".to_owned(),
                1 => "1 could no longer be read".to_owned(),
                lost => format!("{lost} could no longer be read"),
            };
            model.done(format!("saved {kept} to {path} · {lost}"));
        }
        Err(error) => model.failed(format!("not saved: {error}")),
    }
}
