//! Commands of the search.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc::{navigate, search};

rows! {
    Search, "Search text", "Search as you type; case matters only if you type a capital.",
        [Everywhere "Ctrl-F", Records "/"], |model, _| search::open(model),
        words("find"), asks(&[Parameter::new("text", Kind::Text)]), hint("search");
    NextMatch, "Go to the next match", "Go to the next line that matches the search.",
        [Records "n", Panes "F3"],
        |model, _| navigate::next_match(model, crate::suite::Direction::Forward),
        hint("next match"), keeps_overlay, disabled(search::nothing_searched);
    PreviousMatch, "Go to the previous match", "Go to the previous line that matches the search.",
        [Records "N", Panes "Shift-F3"],
        |model, _| navigate::next_match(model, crate::suite::Direction::Backward),
        keeps_overlay, disabled(search::nothing_searched);
    SearchRegex, "Toggle regular expressions",
        "Switch the search between plain text and regular expressions.",
        [Prompt "Ctrl-R"], |model, _| search::switch_expression(model),
        hint("regex"), keeps_overlay, disabled(search::not_open);
}
