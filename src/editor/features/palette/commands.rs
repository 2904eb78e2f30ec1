//! The palette of commands.

use crate::editor::command::{Command, Context::*, Id};
use crate::editor::features::palette;

pub(crate) const COMMANDS: &[Command] = &[Command::new(
    Id::Palette,
    "Commands",
    "Find and run any command by name.",
    &[(Everywhere, "Ctrl-P")],
    |model, _| palette::open_commands(model),
)
.keeps_page()
.hint("commands")];
