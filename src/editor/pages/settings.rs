//! The page of settings, and prompts for their values.

mod ask;
pub mod commands;
mod keys;
pub mod page;

use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::state::settings;

/// Asks for the value of a setting by its name.
pub(crate) fn type_value(model: &mut Model, name: &str) {
    if let Some(setting) = settings::find(name) {
        ask::value(model, setting);
    }
}

/// Asks which theme files there are now.
pub(crate) fn find_themes(model: &mut Model) {
    if let Some(path) = model.settings_file.path.clone() {
        model.send(Effect::FindThemes(path));
    }
}
