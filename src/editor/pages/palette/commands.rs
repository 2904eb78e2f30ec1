//! The palette of commands.

use crate::editor::command::rows;
use crate::editor::pages::palette;

rows! {
    Palette, "Commands", "Find and run any command by name.",
        [Everywhere "Ctrl-P"], |model, _| palette::open_commands(model),
        keeps_page, hint("commands");
}
