//! Commands that close and stop.

use crate::editor::command::rows;
use crate::editor::flows::stop;

rows! {
    Close, "Close the top window",
        "Close the top window, put a held piece back, return to the list, or end the search, then the filter, then the sort; never quit.",
        [Panes "Esc", Prompt "Esc", Picker "Esc", Menu "Esc", Pager "Esc" "q", PageSearch "Esc",
         Preview "Esc" "q", Report "Esc" "q"],
        |model, _| stop::close(model), keeps_page, hint("close"), keeps_overlay;
    StopWork, "Stop background work",
        "Stop scanning, searching, sorting and counting; a save continues.",
        [Everywhere "F9"], |model, _| stop::stop_work(model),
        words("cancel"), disabled(stop::nothing_runs);
}
