//! Commands while a text of the record is typed.

use super::{Command, Context::*};
use crate::app::model::Model;
use crate::app::typing;

pub(super) const ROWS: &[Command] = &[
    Command::new(
        "accept",
        "Accept what is typed",
        "Puts the text into the record.",
        &[(Text, "Enter")],
        |model, _| typing::accept(model).1,
    )
    .hint("accept")
    .keeps_typing()
    .disabled(nothing_typed),
    Command::new(
        "cancel",
        "Take back what is typed",
        "Leaves the record as it was; redo brings the text back.",
        &[(Text, "Esc")],
        |model, _| typing::cancel(model),
    )
    .hint("cancel")
    .keeps_typing()
    .disabled(nothing_typed),
];

fn nothing_typed(model: &Model) -> Option<String> {
    model
        .editing
        .is_none()
        .then(|| "nothing is being typed".into())
}
