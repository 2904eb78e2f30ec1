//! Commands of the folder view.

use crate::editor::command::rows;
use crate::editor::pages::folder;
use crate::editor::state::folder::Order;

rows! {
    Folder, "Show the folder view",
        "Show or hide all suites below the folder, with their contents.",
        [Panes "F7"], |model, _| folder::switch(model), keeps_page;
    CloseFolder, "Close the folder view", "Return to the panes of the file.",
        [Folder "F7" "Backspace"], |model, _| folder::leave(model),
        hint("back"), keeps_page, disabled(folder::can_not_leave);
    OpenSuite, "Open the selected suite",
        "Open the suite; the folder view keeps counting and keeps its place.",
        [Folder "Enter"], |model, _| folder::open_chosen(model),
        hint("open"), keeps_page, disabled(folder::not_shown);
    SortFolder, "Sort the folder view",
        "Sort by name, records, problems, size or kind in turn; a click on a heading sorts by it, a second one the other way.",
        [Folder "s"], |model, _| folder::sort(model, Order::next),
        hint("sort"), keeps_page, disabled(folder::not_shown);
    ReverseFolder, "Reverse the folder view", "Sort by the same column the other way.",
        [Folder "S"], |model, _| folder::sort(model, |same| same),
        keeps_page, disabled(folder::not_shown);
    SearchFolder, "Search the folder view",
        "Go to a suite by any part of its name, as you type; {prompt-down} and {prompt-up} move on, {choose} opens it.",
        [Folder "/"], |model, _| folder::ask_name(model, false),
        hint("search"), keeps_page, disabled(folder::not_shown);
    NextSuite, "Go to the next matching suite", "Go to the next suite with the name searched for.",
        [Folder "n"], |model, _| folder::go_to_next(model),
        keeps_page, disabled(folder::nothing_searched);
    FilterFolder, "Filter the folder view",
        "Show only suites with a text in their names; an empty text shows all.",
        [Folder "f"], |model, _| folder::ask_name(model, true),
        hint("filter"), keeps_page, disabled(folder::not_shown);
    ReloadFolder, "Reload the folder", "Search the folder again and recount its suites.",
        [Folder "r"], |model, _| {
            if let Some(folder) = &mut model.folder {
                (folder.files, folder.rest) = Default::default();
                (folder.trouble, folder.ticket) = Default::default();
            }
        },
        hint("reload"), keeps_page, disabled(folder::not_shown);
}
