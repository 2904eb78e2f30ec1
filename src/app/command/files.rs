//! Commands of the open files.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::differences;
use crate::app::features::files;
use crate::app::features::files::picker;
use crate::app::features::files::send;
use crate::app::features::files::shown;
use crate::app::features::folder;
use crate::app::features::save;
use crate::app::model::{Model, Page};

pub(super) const ROWS: &[Command] = &[
    Command::new(
        Id::OpenFile,
        "Open a file …",
        "Finds recent files and suites of the folder by any part of their name, others by path.",
        &[(Everywhere, "Ctrl-O")],
        |model, _| picker::open(model),
    )
    .hint("open")
    .keeps_page(),
    Command::new(
        Id::CompletePath,
        "Complete the path",
        "Puts the path under the cursor into the text, to go on from there.",
        &[(Picker, "Tab")],
        |model, _| picker::complete(model),
    )
    .hint("complete")
    .keeps_overlay()
    .keeps_page()
    .disabled(picker::completes_nothing),
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
    Command::new(
        Id::OpenFiles,
        "Open files …",
        "Shows another of the open files; the list tells which have changes.",
        &[(Everywhere, "Ctrl-T")],
        |model, _| files::open_list(model),
    )
    .keeps_page()
    .disabled(shown::no_other),
    Command::new(
        Id::NextFile,
        "Next file",
        "Shows the next of the open files.",
        &[(Panes, "F6"), (Panes, "Ctrl-PageDown")],
        |model, _| shown::step(model, 1),
    )
    .hint("next file")
    .disabled(shown::no_other),
    Command::new(
        Id::PreviousFile,
        "Previous file",
        "Shows the open file before.",
        &[(Panes, "Shift-F6"), (Panes, "Ctrl-PageUp")],
        |model, _| shown::step(model, -1),
    )
    .disabled(shown::no_other),
    Command::new(
        Id::CloseFile,
        "Close the file",
        "Closes the file shown; asks first where something is not saved.",
        &[(Panes, "Ctrl-W")],
        |model, _| files::close(model),
    )
    .disabled(files::can_not_close),
    Command::new(
        Id::SaveAll,
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
    Command::new(
        Id::CopyToFile,
        "Copy to another open file …",
        "Puts the marked lines, else the selected one, after the line selected in another file.",
        &[(Records, "t")],
        |model, _| send::open(model, false),
    )
    .disabled(send::nothing_to_send),
    Command::new(
        Id::MoveToFile,
        "Move to another open file …",
        "Takes the marked lines, else the selected one, out and puts them into another file.",
        &[(Records, "T")],
        |model, _| send::open(model, true),
    )
    .changes()
    .disabled(send::nothing_to_send),
    Command::new(
        Id::ReviewChanges,
        "Review what is not saved",
        "Shows every line that is not as it was saved, with what changed, and the way back for each.",
        &[(Panes, "F8")],
        |model, _| differences::review(model),
    )
    .keeps_page()
    .disabled(differences::no_file),
    Command::new(
        Id::CompareFiles,
        "Compare with another open file",
        "Record by record: the same position with other operations, records of one file only.",
        &[(Panes, "Shift-F8")],
        |model, _| differences::open_compare(model),
    )
    .keeps_page()
    .disabled(shown::no_other),
    Command::new(
        Id::GoToDifference,
        "Go to the record of the difference",
        "Leaves the page for the record, in the file shown where it is there.",
        &[(Differences, "Enter")],
        |model, _| differences::jump(model),
    )
    .hint("go there")
    .keeps_page()
    .disabled(differences::not_shown),
    Command::new(
        Id::RevertDifference,
        "Take the difference back",
        "Makes the line as it was saved, or as the other file has it; undo brings it back.",
        &[(Differences, "r"), (Differences, "Delete")],
        |model, _| differences::revert(model),
    )
    .hint("take back")
    .changes()
    .keeps_page()
    .disabled(differences::not_shown),
    Command::new(
        Id::GoToOther,
        "Go to the record in the other file",
        "Shows the other file at the record of the difference.",
        &[(Differences, "o")],
        |model, _| differences::jump_there(model),
    )
    .keeps_page()
    .disabled(differences::not_shown),
    Command::new(
        Id::LeaveDifferences,
        "Back to the file from the differences",
        "Leaves the page of differences for the panes of the file.",
        &[(Differences, "F8"), (Differences, "Backspace")],
        |model, _| differences::leave(model),
    )
    .hint("back")
    .keeps_page()
    .disabled(differences::not_shown),
];

fn not_in_folder(model: &Model) -> Option<String> {
    (model.page != Page::Folder).then(|| "the folder view is not shown · F7 shows it".into())
}
