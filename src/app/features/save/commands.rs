//! Commands that save, and those that leave.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::save;
use crate::app::state::document::Then;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Save,
        "Save",
        "Save the file with canonical records; anything ambiguous is left as is.",
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
        "Save as …",
        "Save to another path and continue with that file.",
        &[],
        |model, _| save::ask_name(model, Then::Stay),
    )
    .words("write export rename")
    .asks(&[Parameter::new("path", Kind::Path)]),
    Command::new(
        Id::Reload,
        "Reload the file",
        "Reload from disk, discarding changes.",
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
        "Quit the editor, asking about unsaved changes.",
        &[(Everywhere, "Ctrl-Q"), (Records, "q")],
        |model, _| save::quit(model),
    )
    .words("exit leave")
    .keeps_page(),
    Command::new(
        Id::SaveAll,
        "Save all files",
        "Save every open file with changes.",
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
