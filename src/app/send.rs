//! Records copied or moved to another open file: the marked ones, else the selected one.

use super::document::DocumentId;
use super::effect::Effect;
use super::files;
use super::glyph;
use super::model::Model;
use super::overlay::PickerKind;
use super::records;

/// Copies or moves to another open file: asks to which, where there are several.
pub fn open(model: &mut Model, moves: bool) -> Vec<Effect> {
    let others = files::others(model);
    match others[..] {
        [only] => send(model, only, moves),
        _ => {
            let title = if moves { "Move to" } else { "Copy to" };
            files::choose_other(model, PickerKind::SendTo { moves }, title)
        }
    }
}

/// Copies or moves to this file: they come after the line selected there.
pub(super) fn send(model: &mut Model, to: DocumentId, moves: bool) -> Vec<Effect> {
    let home = model.document.id;
    let Some(name) = model
        .document_of(to)
        .map(|other| other.suite.name().to_owned())
    else {
        return Vec::new();
    };
    let count = model.document.marked_count().max(1);
    let kept = model.taken.clone();
    // First kept, then put there, and only then taken away here: nothing can get lost on the way.
    let mut effects = records::take(model, false);
    if !model.swap_to(to) {
        return effects;
    }
    effects.extend(records::put(model));
    model.swap_to(home);
    model.taken = kept;
    if moves {
        effects.extend(records::delete(model));
    }
    let records = if count == 1 {
        "1 line".to_owned()
    } else {
        format!("{count} lines")
    };
    let name = glyph::safe(name.as_bytes());
    model.done(if moves {
        format!("moved {records} to {name} · undo ^Z in each")
    } else {
        format!("copied {records} to {name}")
    });
    effects
}

/// Why nothing can be sent.
pub fn nothing_to_send(model: &Model) -> Option<String> {
    if model.document.suite.line_count() == 0 {
        return Some("there is no record to send".into());
    }
    super::documents::no_other(model)
}
