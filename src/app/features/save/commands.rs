//! Commands that save, and those that leave.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::save;
use crate::app::state::document::Then;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Save,
        "Save",
        "Writes the file, records canonically; what is not understood for certain stays as it is.",
        &[(Everywhere, "Ctrl-S")],
        |model, _| save::start(model, Then::Stay),
    )
    .words("write")
    .keeps_page()
    .hint("save")
    .disabled(|model| {
        model
            .read_only
            .then(|| "the file is open read-only · save-as writes a copy".into())
    }),
    Command::new(
        Id::SaveAs,
        "Save under a new name",
        "Asks for a path and writes the file there.",
        &[],
        |model, _| save::ask_name(model, Then::Stay),
    )
    .words("write export rename")
    .asks(&[Parameter::new("path", Kind::Path)]),
    Command::new(
        Id::Reload,
        "Read the file again",
        "Takes what is on disk instead of what is here.",
        &[],
        |model, _| save::ask_reload(model),
    )
    .words("revert discard refresh")
    .disabled(|model| {
        model
            .document
            .suite
            .path()
            .is_none()
            .then(|| "the built-in suite has no file".into())
    }),
    Command::new(
        Id::Quit,
        "Quit",
        "Leaves the editor; asks first where something is not saved.",
        &[(Everywhere, "Ctrl-Q"), (Records, "q")],
        |model, _| save::quit(model),
    )
    .words("exit leave")
    .keeps_page(),
    Command::new(
        Id::SaveAll,
        "Save all files",
        "Writes every open file with changes, one after the other.",
        &[],
        |model, _| save::all(model, false),
    )
    .words("write")
    .keeps_page()
    .disabled(|model| {
        model
            .read_only
            .then(|| "the files are open read-only".into())
    }),
];
