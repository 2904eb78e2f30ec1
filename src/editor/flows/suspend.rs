//! What the editor leaves to the terminal.

pub mod commands;

use crate::editor::effect::Effect;
use crate::editor::model::Model;

/// Leaves the mouse to the terminal, or takes it.
pub(crate) fn give_mouse(model: &mut Model, release: bool) {
    model.mouse_released = release;
    model.send(Effect::ReleaseMouse(release));
}
