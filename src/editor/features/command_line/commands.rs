//! The command line.

use crate::editor::command::{Command, Context::*, Id};
use crate::editor::features::command_line;

pub(crate) const COMMANDS: &[Command] = &[Command::new(
    Id::CommandLine,
    "Type a command",
    "Type a command by its name, with its arguments; a line number or 50% goes there.",
    &[(Panes, ":"), (Pager, ":"), (Report, ":"), (Preview, ":")],
    |model, _| command_line::open(model, ""),
)
.words("colon ex vim")
.keeps_page()];
