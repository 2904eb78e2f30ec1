//! The help.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::help;

pub(crate) const COMMANDS: &[Command] = &[Command::new(
    Id::Help,
    "Help",
    "Shows all keys, those of the pane first.",
    &[(Everywhere, "F1"), (Panes, "?")],
    |model, _| help::open(model),
)
.words("keys shortcuts explain")
.keeps_page()
.hint("help")];
