//! Commands of the help.

use crate::editor::command::rows;
use crate::editor::overlay::{self, Pager};
use crate::editor::pages::help;

rows! {
    Help, "Show help",
        "Show all keys, those of the current pane or prompt first; your typing is kept.",
        [Everywhere "F1", Panes "?"], |model, _| help::open(model),
        words("keys shortcuts manual"), keeps_page, keeps_overlay, keeps_typing, hint("help");
    Legend, "Show the legend of signs", "Show every sign in the panes and its meaning.",
        [], |model, _| overlay::open(model, Pager::new("Legend", help::legend())),
        words("signs symbols meaning explain icons marks"), aliases(&["signs"]), keeps_page;
    SearchPage, "Search in the page",
        "Show only the lines of the page that contain the typed words.",
        [Pager "/"], |model, _| help::search(model),
        hint("search"), keeps_page, keeps_overlay, keeps_typing, disabled(|model| {
            model.when(overlay::top::<Pager>(model).is_none(), "no page is open")
        });
    Welcome, "Show the welcome", "Show what is needed for the first minute, as at the first start.",
        [], |model, _| help::open_welcome(model), words("tour tutorial introduction start"), keeps_page;
}
