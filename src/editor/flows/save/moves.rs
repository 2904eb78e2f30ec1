//! Moves that were played and not recorded, before the editor is left: they are told of once.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::state::play::Play;

fn unrecorded(model: &Model) -> impl Iterator<Item = &Play> {
    let documents = model.documents();
    documents.flat_map(|document| document.view.unrecorded())
}

/// What was played and not recorded, in a sentence; nothing where there is nothing.
pub(super) fn in_words(model: &Model) -> Option<String> {
    let newest = unrecorded(model).last()?.in_brief();
    Some(match unrecorded(model).count() - 1 {
        0 => format!("moves played are not recorded: {newest}"),
        1 => format!("moves played are not recorded: {newest}, and others in 1 more position"),
        n => format!("moves played are not recorded: {newest}, and others in {n} more positions"),
    })
}

/// Takes down that the moves of now are told of; whether any are new since the last time.
pub(super) fn told(model: &mut Model) -> bool {
    let count = unrecorded(model).map(|play| play.line.len()).sum();
    let before = std::mem::replace(&mut model.told_unrecorded, count);
    count > 0 && count != before
}

/// Tells of them, where that was not done yet. Nothing else is unsaved then: leaving once more leaves.
pub(super) fn tell(model: &mut Model) -> bool {
    if !told(model) {
        return false;
    }
    let quit = model.key(Id::Quit);
    if let Some(words) = in_words(model) {
        model.refused(format!("{words} · {quit} again quits"));
    }
    true
}
