//! Commands of the open files.

use super::{Command, Context::*};
use crate::app::{documents, files, save};

pub(super) const ROWS: &[Command] = &[
    Command::new(
        "open-files",
        "Open files …",
        "Shows another of the open files; the list tells which have changes.",
        &[(Everywhere, "Ctrl-T")],
        |model, _| files::open_list(model),
    )
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
    .disabled(|model| {
        model
            .read_only
            .then(|| "the files are open read-only".into())
    }),
];
