//! Commands of what the suite list shows.

use crate::app::command::{Command, Context, Context::*, Id};
use crate::app::features::filter;
use crate::app::features::navigate::jump_list;
use crate::app::features::query;
use crate::app::features::search;
use crate::app::model::Model;
use crate::app::overlay::{Overlay, PromptKind};

pub(super) const ROWS: &[Command] = &[
    Command::new(
        Id::Filter,
        "Filter",
        "Narrows the list to the records that answer a question, as `ce > 200 and bm`.",
        &[(Records, "f")],
        |model, _| query::open_filter(model),
    )
    .hint("filter"),
    Command::new(
        Id::FilterAgain,
        "Run the filter again",
        "Records that no longer match go, those that match now come.",
        &[(Records, "R")],
        |model, _| filter::again(model),
    )
    .disabled(filter::no_question),
    Command::new(
        Id::ShowAll,
        "Show all lines",
        "Ends the filter; the selected record stays selected.",
        &[(Records, "F")],
        |model, _| filter::show_all(model),
    )
    .hint("show all")
    .hint_keys("Esc")
    .disabled(filter::shows_all),
    Command::new(
        Id::Back,
        "Back",
        "Goes back to where you were before the last jump.",
        &[(Panes, "Alt-Left"), (Panes, "<")],
        |model, _| jump_list::back(model),
    )
    .disabled(jump_list::nowhere_back),
    Command::new(
        Id::Forward,
        "Forward",
        "Goes forward again after going back.",
        &[(Panes, "Alt-Right"), (Panes, ">")],
        |model, _| jump_list::forward(model),
    )
    .disabled(jump_list::nowhere_forward),
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
    Command::new(
        Id::SearchRegex,
        "Search regular expressions, or texts",
        "Switches a search between plain text and regular expressions.",
        &[(Prompt, "Ctrl-R")],
        |model, _| search::switch_expression(model),
    )
    .hint("regex")
    .keeps_overlay()
    .disabled(no_search_open),
];

fn no_question_open(model: &Model) -> Option<String> {
    let open = matches!(Context::of(model), Context::Question);
    (!open).then(|| "no prompt is open that remembers".into())
}

fn no_search_open(model: &Model) -> Option<String> {
    let open = matches!(
        model.overlays.last(),
        Some(Overlay::Prompt(prompt)) if prompt.kind == PromptKind::Search
    );
    (!open).then(|| "only while a search is typed · ^F searches".into())
}
