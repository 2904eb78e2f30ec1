//! The settings take effect: on the editor, and on what the terminal shows of it.

use super::{Looks, folders, remembered};
use crate::editor::model::Model;
use crate::editor::state::columns::Columns;
use crate::editor::state::settings::Settings;
use crate::epd::counted::thousands_of;

/// Gives the editor its settings, and what it is drawn with.
pub fn apply(settings: &Settings, model: &mut Model, looks: &Looks) {
    model.settings.clone_from(settings);
    // What is wrong there was told with the file.
    model.commands.rebind(&settings.keys);
    model.mouse_released = !settings.mouse;
    model.shows_images = looks.graphics.is_some();
    model.pieces = looks.pieces;
    for document in model.documents_mut() {
        document.columns = Columns::of(settings.columns.clone());
    }
    model.home = folders::home();
    if settings.remember {
        let (remembered, broken) = remembered::all();
        model.recall_panes(remembered.panes);
        if broken > 0 {
            model.refused(format!(
                "what epdit remembers: {} could not be read, the rest is used",
                thousands_of(broken, "line", "lines")
            ));
        }
    }
}
