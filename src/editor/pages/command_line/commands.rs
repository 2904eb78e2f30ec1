//! The command line.

use crate::editor::command::rows;
use crate::editor::pages::command_line;

rows! {
    CommandLine, "Type a command",
        "Type a command by its name, with its arguments; a line number or 50% goes there.",
        [Panes ":", Pager ":", Report ":", Preview ":"], |model, _| command_line::open(model, ""),
        words("colon ex vim"), keeps_page;
}
