//! Leaving the editor, where something may be unsaved.

use super::{moves, questions};
use crate::editor::command::Id;
use crate::editor::effect::Effect;
use crate::editor::flows::open::shown;
use crate::editor::model::Model;
use crate::editor::pages::queue::unfinished;
use crate::editor::state::document::{DocumentId, Stage, Then};

/// Leaves the editor; asks first where something is not saved.
pub(crate) fn quit(model: &mut Model) {
    let saving = model.documents_mut().find_map(|document| {
        let saving = document.saving.as_mut()?;
        (saving.stage != Stage::Asking).then_some(saving)
    });
    if let Some(saving) = saving {
        saving.then = Then::Quit;
        model.saving_all = None;
        model.told("quitting when the save is done");
        return;
    }
    if let Some(reason) = model.any_change_on_its_way() {
        let anyway = model.key(Id::QuitWithoutSaving);
        model.refused(format!("{reason} · {anyway} quits without it"));
        return;
    }
    if model
        .documents()
        .any(|document| document.suite.is_modified())
    {
        return quit_told(model);
    }
    let lost = unfinished::lost_with_all(model);
    match lost.is_empty() {
        true => quit_told(model),
        false => questions::quit_engines(model, lost),
    }
}

/// The same where it was told what is lost of engines' work.
pub(super) fn quit_told(model: &mut Model) {
    let modified: Vec<DocumentId> = model
        .documents()
        .filter(|document| document.suite.is_modified())
        .map(|document| document.id)
        .collect();
    match modified[..] {
        [] if moves::tell(model) => {}
        [] => model.send(Effect::Quit),
        [only] => {
            shown::show(model, only);
            questions::quit(model);
        }
        _ => questions::quit_all(model),
    }
}
