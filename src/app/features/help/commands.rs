//! The help.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::help;

pub(crate) const COMMANDS: &[Command] = &[Command::new(
    Id::Help,
    "Show help",
    "Show all keys, those of the current pane first.",
    &[(Everywhere, "F1"), (Panes, "?")],
    |model, _| help::open(model),
)
.words("keys shortcuts explain")
.keeps_page()
.hint("help")];
