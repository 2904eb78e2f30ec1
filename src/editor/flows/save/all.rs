//! Saving all files with changes, one after the other, each shown while it is asked about.

use super::{save_as, start};
use crate::editor::effect::Effect;
use crate::editor::flows::open::{new_path, shown};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::state::document::Then;
use crate::editor::state::saving::SavingAll;

/// Saves all files with changes; with `quit`, leaves the editor after it.
pub(crate) fn all(model: &mut Model, quit: bool) {
    if let Some(all) = &mut model.saving_all {
        all.quit |= quit;
        model.told("a save is running");
        return;
    }
    if let Some(reason) = model.any_change_on_its_way() {
        model.refused(reason);
        return;
    }
    model.saving_all = Some(SavingAll {
        home: model.document.id,
        quit,
        saved: 0,
    });
    next_of_all(model)
}

pub(super) fn next_of_all(model: &mut Model) {
    let Some(all) = model.saving_all else {
        return;
    };
    let modified = model
        .documents()
        .find(|document| document.suite.is_modified())
        .map(|document| document.id);
    let Some(id) = modified else {
        model.saving_all = None;
        shown::show(model, all.home);
        if all.quit {
            model.send(Effect::Quit);
            return;
        }
        match all.saved {
            0 => model.told("nothing to save: no unsaved changes in any file"),
            1 => model.done("saved 1 file"),
            n => model.done(format!("saved {n} files")),
        }
        return;
    };
    shown::show(model, id);
    start(model, Then::Next);
    if model.document.saving.is_none() && !is_named(model) {
        // It was refused, and that is said.
        model.saving_all = None;
    }
}

/// Whether a name is asked for.
fn is_named(model: &Model) -> bool {
    overlay::top::<Prompt>(model).is_some_and(new_path::is_open::<save_as::SaveAs>)
}
