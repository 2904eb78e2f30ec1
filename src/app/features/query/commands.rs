//! Commands while a query is typed.

use crate::app::command::{Command, Context, Context::*, Id};
use crate::app::features::query;
use crate::app::model::Model;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::CompleteWord,
        "Complete the word",
        "Takes the first word offered, then the next.",
        &[(Question, "Tab")],
        |model, _| query::take_choice(model, 1),
    )
    .hint("complete")
    .keeps_overlay()
    .disabled(query::nothing_to_complete),
    Command::new(
        Id::CompleteBack,
        "Complete with the word before",
        "Takes the last word offered, then the one before.",
        &[(Question, "Shift-Tab")],
        |model, _| query::take_choice(model, -1),
    )
    .keeps_overlay()
    .disabled(query::nothing_to_complete),
    Command::new(
        Id::AskedBefore,
        "What was asked before",
        "Brings back what was typed here before, the newest first.",
        &[(Question, "Up")],
        |model, _| query::remembered(model, 1),
    )
    .hint("asked before")
    .keeps_overlay()
    .disabled(no_question_open),
    Command::new(
        Id::AskedAfter,
        "What was asked after that",
        "Goes on to what was typed later, at last to what you were typing.",
        &[(Question, "Down")],
        |model, _| query::remembered(model, -1),
    )
    .keeps_overlay()
    .disabled(no_question_open),
];

fn no_question_open(model: &Model) -> Option<String> {
    let open = matches!(Context::of(model), Context::Question);
    (!open).then(|| "no prompt is open that remembers".into())
}
