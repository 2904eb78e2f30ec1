//! Commands of the palette, of the command line, and of all prompts.

use crate::editor::command::{Context, rows};
use crate::editor::doc::{navigate, query};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt, prompt};
use crate::editor::pages::command_line;
use crate::suite::Direction;

rows! {
    Palette, "Commands", "Find and run any command by name.",
        [Everywhere "Ctrl-P"], |model, _| command_line::open_palette(model),
        keeps_page, hint("commands");
    CommandLine, "Type a command",
        "Type a command by its name, with its arguments; a line number or 50% goes there.",
        [Panes ":", Pager ":", Report ":", Preview ":"], |model, _| command_line::open(model, ""),
        words("colon ex vim"), keeps_page;
    PromptDown, "Next match or smaller number",
        "Go to the next match while searching; move down in the folder view; decrease a number by one.",
        [Prompt "Down"], |model, _| step(model, 1, Direction::Forward),
        keeps_overlay, disabled(not_in_prompt);
    PromptUp, "Previous match or larger number",
        "Go to the previous match while searching; move up in the folder view; increase a number by one.",
        [Prompt "Up"], |model, _| step(model, -1, Direction::Backward),
        keeps_overlay, disabled(not_in_prompt);
    CompleteWord, "Complete the word", "Insert the first suggestion, then the next.",
        [Question "Tab"], |model, _| prompt::take_choice(model, 1),
        hint("complete"), keeps_overlay, disabled(prompt::nothing_to_complete);
    CompleteBack, "Complete backward", "Insert the last suggestion, then the previous one.",
        [Question "Shift-Tab"], |model, _| prompt::take_choice(model, -1),
        keeps_overlay, disabled(prompt::nothing_to_complete);
    OlderInput, "Show older input", "Show what you typed here before, newest first.",
        [Question "Up"], |model, _| prompt::remembered(model, 1),
        hint("older input"), keeps_overlay, disabled(no_question_open);
    NewerInput, "Show newer input", "Show what you typed later, ending with the current text.",
        [Question "Down"], |model, _| prompt::remembered(model, -1),
        keeps_overlay, disabled(no_question_open);
}

fn step(model: &mut Model, by: isize, direction: Direction) {
    if !prompt::step(model, by) {
        navigate::next_match(model, direction)
    }
}

fn not_in_prompt(model: &Model) -> Option<String> {
    match overlay::top::<Prompt>(model) {
        Some(prompt) if prompt.asks().steps() => None,
        _ => query::nothing_searched(model),
    }
}

fn no_question_open(model: &Model) -> Option<String> {
    let open = matches!(Context::of(model), Context::Question);
    (!open).then(|| "this prompt has no history".into())
}
