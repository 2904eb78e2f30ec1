//! Undo and redo.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::change;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Undo,
        "Undo",
        "Takes the last change back; in a text being typed, the last typing.",
        &[(Everywhere, "Ctrl-Z"), (Records, "u")],
        |model, _| change::undo(model),
    )
    .words("revert")
    .keeps_page()
    .hint("undo")
    .keeps_typing()
    .disabled(|model| {
        (model.document.view.editing.is_none() && model.document.suite.can_undo().is_none())
            .then(|| "nothing to undo".into())
    }),
    Command::new(
        Id::Redo,
        "Redo",
        "Makes the change taken back last again; after {cancel} in a text, brings the text back.",
        &[(Everywhere, "Ctrl-Y"), (Records, "U")],
        |model, _| change::redo(model),
    )
    .keeps_page()
    .keeps_typing()
    .disabled(|model| {
        (model.document.view.editing.is_none()
            && model.document.suite.can_redo().is_none()
            && model.document.view.dropped.is_none())
        .then(|| "nothing to redo".into())
    }),
];
