//! The help.

use crate::editor::command::rows;
use crate::editor::pages::help;
use crate::editor::pages::help::welcome;

rows! {
    Help, "Show help",
        "Show all keys, those of the current pane or prompt first; your typing is kept.",
        [Everywhere "F1", Panes "?"], |model, _| help::open(model),
        words("keys shortcuts manual"), keeps_page, keeps_overlay, keeps_typing, hint("help");
    Legend, "Show the legend of signs", "Show every sign in the panes and its meaning.",
        [], |model, _| help::legend(model),
        words("signs symbols meaning explain icons marks"), aliases(&["signs"]), keeps_page;
    SearchPage, "Search in the page",
        "Show only the lines of the page that contain the typed words.",
        [Pager "/"], |model, _| help::search(model),
        hint("search"), keeps_page, keeps_overlay, keeps_typing, disabled(help::no_page);
    Welcome, "Show the welcome", "Show what is needed for the first minute, as at the first start.",
        [], |model, _| welcome::open(model), words("tour tutorial introduction start"), keeps_page;
}
