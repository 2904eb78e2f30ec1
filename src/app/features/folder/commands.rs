//! Commands of the folder view.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::folder;
use crate::app::model::Model;
use crate::app::state::view::Page;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Folder,
        "Folder view",
        "Shows the suites below the folder with what is in them; the second time goes back.",
        &[(Panes, "F7")],
        |model, _| folder::switch(model),
    )
    .keeps_page(),
    Command::new(
        Id::LeaveFolder,
        "Back to the file",
        "Leaves the folder view for the panes of the file.",
        &[(Folder, "F7"), (Folder, "Backspace")],
        |model, _| folder::leave(model),
    )
    .hint("back")
    .keeps_page()
    .disabled(folder::can_not_leave),
    Command::new(
        Id::OpenSuite,
        "Open the suite under the cursor",
        "Opens the suite; the folder view goes on counting, and keeps its place.",
        &[(Folder, "Enter")],
        |model, _| folder::open_chosen(model),
    )
    .hint("open suite")
    .keeps_page()
    .disabled(not_in_folder),
    Command::new(
        Id::SortFolder,
        "Sort the folder view",
        "By name, then by records, problems or size.",
        &[(Folder, "s")],
        |model, _| folder::sort(model),
    )
    .hint("sort")
    .keeps_page()
    .disabled(not_in_folder),
    Command::new(
        Id::LookAgain,
        "Look through the folder again",
        "Finds and counts the suites of the folder view anew.",
        &[(Folder, "r")],
        |model, _| folder::again(model),
    )
    .hint("look again")
    .keeps_page()
    .disabled(not_in_folder),
];

fn not_in_folder(model: &Model) -> Option<String> {
    (model.page != Page::Folder).then(|| {
        format!(
            "the folder view is not shown · {} shows it",
            model.key(Id::Folder)
        )
    })
}
