//! Commands of the settings.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::overlay;
use crate::editor::pages::settings::{self, Assignment};

rows! {
    Settings, "Settings …", "Show every setting with its value and source, and change it.",
        [Panes ","], |model, _| settings::open(model),
        words("preferences options configuration config theme keys"), keeps_page;
    Set, "Set a setting …",
        "Change a setting now and in the settings file, as `theme=light`; its name alone shows it.",
        [], |model, _| {
            overlay::ask(model, "set", "", Assignment);
            settings::find_themes(model);
        },
        words("settings preferences options configuration config theme"), reads(&Assignment),
        asks(&[Parameter::new("setting", Kind::Text)]), keeps_page;
    ChangeKey, "Change a key …",
        "Choose a command and press the key that is to run it, now and at every start.",
        [], |model, _| settings::choose_command(model),
        words("new key rebind shortcut shortcuts key binding keybinding hotkey keymap remap"),
        keeps_page;
}
