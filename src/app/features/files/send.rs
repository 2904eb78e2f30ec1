//! Records copied or moved to another open file: the marked ones, else the selected one.

use crate::app::effect::Effect;
use crate::app::features::change::undo_hint;
use crate::app::features::files::{self, shown};
use crate::app::features::list::lines;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::state::document::DocumentId;
use crate::epd::counted;

/// Copies or moves to another open file: asks to which, where there are several.
pub fn open(model: &mut Model, moves: bool) -> Vec<Effect> {
    let others = files::others(model);
    match others[..] {
        [only] => send(model, only, moves),
        _ => {
            let title = if moves { "Move to" } else { "Copy to" };
            files::choose_other(model, title, move |model, id| send(model, id, moves))
        }
    }
}

/// Copies or moves to this file: they come after the line selected there.
pub(crate) fn send(model: &mut Model, to: DocumentId, moves: bool) -> Vec<Effect> {
    let home = model.document.id;
    let Some(other) = model.document_of(to) else {
        return Vec::new();
    };
    let name = other.suite.name().to_owned();
    if let Some(what) = other.not_epd {
        let name = glyph::safe(name.as_bytes());
        model.refused(format!("{name} is open read-only: {what}"));
        return Vec::new();
    }
    let count = model.document.marked_count().max(1);
    let kept = model.taken.clone();
    // First kept, then put there, and only then taken away here: nothing can get lost on the way.
    let mut effects = lines::take(model, false);
    if !model.swap_to(to) {
        return effects;
    }
    effects.extend(lines::put(model));
    model.swap_to(home);
    model.taken = kept;
    if moves {
        effects.extend(lines::delete(model));
    }
    let records = counted::count(count, "line", "lines");
    let name = glyph::safe(name.as_bytes());
    model.done(if moves {
        format!("moved {records} to {name} · {} in each", undo_hint(model))
    } else {
        format!("copied {records} to {name}")
    });
    effects
}

/// Why nothing can be sent.
pub(crate) fn nothing_to_send(model: &Model) -> Option<String> {
    if model.document.suite.line_count() == 0 {
        return Some("no record to send".into());
    }
    shown::no_other(model)
}
