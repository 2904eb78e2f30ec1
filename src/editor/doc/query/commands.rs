//! Commands while a query is typed.

use crate::editor::command::{Context, rows};
use crate::editor::model::Model;
use crate::editor::overlay::grammar;

rows! {
    CompleteWord, "Complete the word", "Insert the first suggestion, then the next.",
        [Question "Tab"], |model, _| grammar::take_choice(model, 1),
        hint("complete"), keeps_overlay, disabled(grammar::nothing_to_complete);
    CompleteBack, "Complete backward", "Insert the last suggestion, then the previous one.",
        [Question "Shift-Tab"], |model, _| grammar::take_choice(model, -1),
        keeps_overlay, disabled(grammar::nothing_to_complete);
    OlderInput, "Show older input", "Show what you typed here before, newest first.",
        [Question "Up"], |model, _| grammar::remembered(model, 1),
        hint("older input"), keeps_overlay, disabled(no_question_open);
    NewerInput, "Show newer input", "Show what you typed later, ending with the current text.",
        [Question "Down"], |model, _| grammar::remembered(model, -1),
        keeps_overlay, disabled(no_question_open);
}

fn no_question_open(model: &Model) -> Option<String> {
    let open = matches!(Context::of(model), Context::Question);
    (!open).then(|| "this prompt has no history".into())
}
