//! Commands of the search.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::{navigate, search};

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Search,
        "Search text",
        "Finds a text in the lines as you type; capitals count where you type one.",
        &[(Everywhere, "Ctrl-F"), (Records, "/")],
        |model, _| search::open(model),
    )
    .words("find")
    .asks(&[Parameter::new("text", Kind::Text)])
    .hint("search"),
    Command::new(
        Id::NextMatch,
        "Next match",
        "Goes to the next line with the text searched for.",
        &[(Records, "n"), (Panes, "F3")],
        |model, _| navigate::next_match(model, crate::suite::Direction::Forward),
    )
    .hint("next match")
    .keeps_overlay()
    .disabled(search::nothing_searched),
    Command::new(
        Id::PreviousMatch,
        "Previous match",
        "Goes to the line before with the text searched for.",
        &[(Records, "N"), (Panes, "Shift-F3")],
        |model, _| navigate::next_match(model, crate::suite::Direction::Backward),
    )
    .keeps_overlay()
    .disabled(search::nothing_searched),
    Command::new(
        Id::SearchRegex,
        "Search regular expressions, or texts",
        "Switches a search between plain text and regular expressions.",
        &[(Prompt, "Ctrl-R")],
        |model, _| search::switch_expression(model),
    )
    .hint("regex")
    .keeps_overlay()
    .disabled(search::not_open),
];
