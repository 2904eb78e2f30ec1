//! Keys: through the command table first, then to the text or menu that has them.

use crate::app::command::{Call, Context, Id};
use crate::app::effect::Effect;
use crate::app::features::inspect::{self, shown_line};
use crate::app::features::typing;
use crate::app::key::Key;
use crate::app::model::Model;
use crate::app::overlay;
use crate::app::state::view::Page;

/// A key was pressed.
pub(super) fn key(model: &mut Model, key: Key) -> Vec<Effect> {
    model.status = None;
    let context = Context::of(model);
    // In a menu its own letters come first: they are what is on screen.
    if context == Context::Menu
        && let Some(c) = key.typed()
        && c != ' '
    {
        return overlay::press(model, c);
    }
    match model.commands.of_key(context, key) {
        Some((command, _)) => run(model, &Call::by_key(command.id, key)),
        None => text(model, key),
    }
}

/// Does a command; what is being typed is accepted, and overlays are closed, unless it works
/// inside them.
pub(super) fn run(model: &mut Model, call: &Call) -> Vec<Effect> {
    let command = model.commands.row(call.id);
    let mut effects = Vec::new();
    if !command.keeps_typing && !accepts(model, &mut effects) {
        return effects;
    }
    if !command.keeps_overlay {
        effects.extend(overlay::close_all(model));
    }
    if model.page != Page::Panes && !command.keeps_page {
        if model.document.is_place_holder {
            let (open, name) = (model.key(Id::OpenSuite), model.key(Id::OpenFile));
            model.refused(format!(
                "no file is open · {open} opens one, {name} asks for its name"
            ));
            return effects;
        }
        model.page = Page::Panes;
    }
    let said = model.status.clone();
    effects.extend(command.run(model, call));
    if model.status.is_none() {
        model.status = said;
    }
    model.last_command = Some(command.id);
    effects
}

/// Accepts what is being typed; `false` where it can't be.
pub(super) fn accepts(model: &mut Model, effects: &mut Vec<Effect>) -> bool {
    if model.document.view.editing.is_none() {
        return true;
    }
    inspect::object_again(model);
    let (accepted, changed) = typing::accept(model);
    effects.extend(changed);
    if accepted {
        shown_line::refresh(model);
    }
    accepted
}

/// A key that no command has: for the text that has the keys.
fn text(model: &mut Model, key: Key) -> Vec<Effect> {
    if model.overlays.is_empty() {
        typing::key(model, key);
        return Vec::new();
    }
    overlay::key(model, key)
}
