//! Commands of the page of differences.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::differences;
use crate::app::features::files::{self, shown};

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::ReviewChanges,
        "Review what is not saved",
        "Shows every line that is not as it was saved, with what changed, and the way back for each.",
        &[(Panes, "F8")],
        |model, _| differences::review(model),
    )
    .words("diff unsaved")
    .keeps_page()
    .disabled(differences::no_file),
    Command::new(
        Id::CompareFiles,
        "Compare with another open file",
        "Record by record: the same position with other operations, records of one file only.",
        &[(Panes, "Shift-F8")],
        |model, call| match call.text(0) {
            Some(name) => files::with_other(model, &name, differences::with),
            None => differences::open_compare(model),
        },
    )
    .words("diff")
    .takes(&[Parameter::new("file", Kind::Text)])
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
