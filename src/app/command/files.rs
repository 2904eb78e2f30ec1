//! Commands of the open files.

use super::{Command, Context::*};
use crate::app::model::{Model, Page};
use crate::app::{documents, files, folder, picker_files, save};

pub(super) const ROWS: &[Command] = &[
    Command::new(
        "open-file",
        "Open a file …",
        "Finds recent files and suites of the folder by any part of their name, others by path.",
        &[(Everywhere, "Ctrl-O")],
        |model, _| picker_files::open(model),
    )
    .hint("open")
    .keeps_page(),
    Command::new(
        "complete-path",
        "Complete the path",
        "Puts the path under the cursor into the text, to go on from there.",
        &[(Picker, "Tab")],
        |model, _| picker_files::complete(model),
    )
    .keeps_overlay()
    .keeps_page()
    .disabled(picker_files::completes_nothing),
    Command::new(
        "folder",
        "Folder view",
        "Shows the suites below the folder with what is in them; the second time goes back.",
        &[(Panes, "F7")],
        |model, _| folder::switch(model),
    )
    .keeps_page(),
    Command::new(
        "leave-folder",
        "Back to the file",
        "Leaves the folder view for the panes of the file.",
        &[(Folder, "F7"), (Folder, "Backspace")],
        |model, _| folder::leave(model),
    )
    .hint("back")
    .keeps_page()
    .disabled(not_in_folder),
    Command::new(
        "open-suite",
        "Open the suite under the cursor",
        "Opens the suite; the folder view goes on counting, and keeps its place.",
        &[(Folder, "Enter")],
        |model, _| folder::open_chosen(model),
    )
    .hint("open suite")
    .keeps_page()
    .disabled(not_in_folder),
    Command::new(
        "sort-folder",
        "Sort the folder view",
        "By name, then by records, problems or size.",
        &[(Folder, "s")],
        |model, _| folder::sort(model),
    )
    .hint("sort")
    .keeps_page()
    .disabled(not_in_folder),
    Command::new(
        "look-again",
        "Look through the folder again",
        "Finds and counts the suites of the folder view anew.",
        &[(Folder, "r")],
        |model, _| folder::again(model),
    )
    .hint("look again")
    .keeps_page()
    .disabled(not_in_folder),
    Command::new(
        "open-files",
        "Open files …",
        "Shows another of the open files; the list tells which have changes.",
        &[(Everywhere, "Ctrl-T")],
        |model, _| files::open_list(model),
    )
    .keeps_page()
    .disabled(documents::no_other),
    Command::new(
        "next-file",
        "Next file",
        "Shows the next of the open files.",
        &[(Panes, "F6"), (Panes, "Ctrl-PageDown")],
        |model, _| documents::step(model, 1),
    )
    .hint("next file")
    .disabled(documents::no_other),
    Command::new(
        "previous-file",
        "Previous file",
        "Shows the open file before.",
        &[(Panes, "Shift-F6"), (Panes, "Ctrl-PageUp")],
        |model, _| documents::step(model, -1),
    )
    .disabled(documents::no_other),
    Command::new(
        "close-file",
        "Close the file",
        "Closes the file shown; asks first where something is not saved.",
        &[(Panes, "Ctrl-W")],
        |model, _| files::close(model),
    )
    .disabled(files::can_not_close),
    Command::new(
        "save-all",
        "Save all files",
        "Writes every open file with changes, one after the other.",
        &[],
        |model, _| save::all(model, false),
    )
    .keeps_page()
    .disabled(|model| {
        model
            .read_only
            .then(|| "the files are open read-only".into())
    }),
];

fn not_in_folder(model: &Model) -> Option<String> {
    (model.page != Page::Folder).then(|| "the folder view is not shown · F7 shows it".into())
}
