//! Keys: through the command table first, then to the text or menu that has them.

use crate::app::command::{Command, Context};
use crate::app::effect::Effect;
use crate::app::features::files::picker;
use crate::app::features::inspect;
use crate::app::features::palette;
use crate::app::features::typing;
use crate::app::key::Key;
use crate::app::line_editor::Edited;
use crate::app::model::Model;
use crate::app::overlay::{self, Overlay, PickerKind};
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
        Some((command, _)) => run(model, command, Some(key)),
        None => text(model, key),
    }
}

/// Does a command; what is being typed is accepted, and overlays are closed, unless it works
/// inside them.
pub(super) fn run(model: &mut Model, command: &Command, key: Option<Key>) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.editing.is_some() && !command.keeps_typing {
        inspect::object_again(model);
        let (accepted, changed) = typing::accept(model);
        effects.extend(changed);
        if !accepted {
            return effects;
        }
        model.refresh();
    }
    if !command.keeps_overlay {
        effects.extend(overlay::close_all(model));
    }
    if model.page != Page::Panes && !command.keeps_page {
        if model.document.is_place_holder {
            model.refused("no file is open · Enter opens one, ^O asks for its name");
            return effects;
        }
        model.page = Page::Panes;
    }
    let said = model.status.clone();
    effects.extend(command.run(model, key));
    if model.status.is_none() {
        model.status = said;
    }
    model.last_command = Some(command.id);
    effects
}

/// A key that no command has: for the text that has the keys.
fn text(model: &mut Model, key: Key) -> Vec<Effect> {
    match model.overlays.last_mut() {
        Some(Overlay::Prompt(prompt)) => match prompt.input.key(key) {
            Edited::Text => overlay::typed(model),
            _ => Vec::new(),
        },
        Some(Overlay::Picker(picker)) => {
            if picker.input.key(key) != Edited::Text {
                return Vec::new();
            }
            picker_typed(model)
        }
        Some(Overlay::Menu(_) | Overlay::Pager(_) | Overlay::Report(_) | Overlay::Preview(_)) => {
            Vec::new()
        }
        None => {
            typing::key(model, key);
            Vec::new()
        }
    }
}

/// The text of the open picker changed.
pub(super) fn picker_typed(model: &mut Model) -> Vec<Effect> {
    match model.overlays.last() {
        Some(Overlay::Picker(picker)) if picker.kind == PickerKind::Files => picker::typed(model),
        _ => {
            palette::narrow(model);
            Vec::new()
        }
    }
}
