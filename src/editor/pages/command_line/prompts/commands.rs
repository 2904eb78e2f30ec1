//! Commands of prompts.

use crate::editor::command::rows;
use crate::editor::doc::{navigate, search};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};

rows! {
    PromptDown, "Next match or smaller number",
        "Go to the next match while searching; move down in the folder view; decrease a number by one.",
        [Prompt "Down"], |model, _| in_prompt(model, crate::suite::Direction::Forward, -1),
        keeps_overlay, disabled(not_in_prompt);
    PromptUp, "Previous match or larger number",
        "Go to the previous match while searching; move up in the folder view; increase a number by one.",
        [Prompt "Up"], |model, _| in_prompt(model, crate::suite::Direction::Backward, 1),
        keeps_overlay, disabled(not_in_prompt);
}

fn in_prompt(model: &mut Model, direction: crate::suite::Direction, by: isize) {
    if overlay::step_number(model, by) {
        return;
    }
    if let Some(step) = overlay::top::<Prompt>(model).and_then(Prompt::steps) {
        // A number grows upwards, a list downwards.
        step(model, -by);
        return;
    }
    navigate::next_match(model, direction)
}

fn not_in_prompt(model: &Model) -> Option<String> {
    let moves = |prompt: &Prompt| prompt.asks_for_number() || prompt.steps().is_some();
    if overlay::top::<Prompt>(model).is_some_and(moves) {
        return None;
    }
    search::nothing_searched(model)
}
