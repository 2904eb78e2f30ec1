//! Commands of the page of differences.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc;
use crate::editor::flows::open;
use crate::editor::pages::differences;
use crate::editor::state::differences::Against;

rows! {
    ReviewChanges, "Review unsaved changes",
        "Show every unsaved line and what changed, to revert any of them.",
        [Panes "F8"], |model, _| differences::show(model, Against::Saved),
        words("diff unsaved take back revert one change history"), keeps_page,
        disabled(doc::no_file);
    CompareFiles, "Compare with an open file",
        "Show the records that differ from those of another open file, or that only one has.",
        [Panes "Shift-F8"], |model, call| match call.text(0) {
            Some(name) => open::with_other(model, &name, differences::with),
            None => open::choose_other(model, "Compare with", differences::with),
        },
        words("diff two suites files duplicates"), takes(&[Parameter::new("file", Kind::Text)]),
        keeps_page, disabled(doc::no_other);
    CompareWithDisk, "Compare with the file on disk",
        "Compare record by record with the file as it is on disk now.",
        [], |model, _| differences::show(model, Against::Disk),
        words("diff conflict another program"), keeps_page, disabled(differences::no_file_on_disk);
    GoToDifference, "Go to the differing record", "Close the comparison and go to the record.",
        [Differences "Enter"], |model, _| differences::jump(model),
        hint("go there"), keeps_page, disabled(differences::not_shown);
    RevertDifference, "Revert the difference",
        "Restore the line as saved, or as the other file has it; of several changes any one.",
        [Differences "r" "Delete"], |model, _| differences::revert(model),
        words("take back history one change operation"), hint("revert"), changes, keeps_page,
        disabled(differences::not_shown);
    GoToOther, "Go to the other file", "Show this record in the other file.",
        [Differences "o"], |model, _| differences::jump_there(model),
        keeps_page, disabled(differences::not_shown);
    ToggleIdentical, "List records in both files",
        "List the records that are also in another open file after the differences, or hide them.",
        [Differences "="], |model, _| differences::toggle_identical(model),
        words("duplicates of two suites in common shared identical toggle"), hint("in both"),
        keeps_page, disabled(differences::no_identical);
    CloseDifferences, "Close the differences", "Return to the panes of the file.",
        [Differences "F8" "Backspace"], |model, _| differences::leave(model),
        hint("back"), keeps_page, disabled(differences::not_shown);
}
