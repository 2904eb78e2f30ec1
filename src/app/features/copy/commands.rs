//! The clipboard.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::effect::Effect;
use crate::app::features::copy;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Copy,
        "Copy …",
        "Copy the position as FEN, the record, its line or an operation.",
        &[(Everywhere, "Ctrl-C")],
        |model, _| copy::open(model),
    )
    .words("export clipboard")
    .asks(&[Parameter::new("kind of text", Kind::Text)])
    .hint("copy")
    .disabled(|model| (model.document.suite.line_count() == 0).then(|| "no record to copy".into())),
    Command::new(
        Id::Paste,
        "Paste from the clipboard",
        "Paste a position on the board, records in the list, or text elsewhere.",
        &[(Everywhere, "Ctrl-V")],
        |_, _| vec![Effect::ReadClipboard],
    )
    .keeps_typing()
    .keeps_overlay(),
];
