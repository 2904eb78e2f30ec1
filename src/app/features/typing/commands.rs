//! Commands of texts of the record: what begins typing, and what holds while it lasts.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::{inspect, typing};
use crate::app::model::Model;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::EditLine,
        "Edit the line as text",
        "Types in the raw line; {accept} accepts, {cancel} takes it back.",
        &[(Panes, "F2"), (Records, "e"), (Raw, "Enter"), (Raw, "i")],
        |model, _| typing::start_raw(model),
    )
    .words("raw change")
    .hint("edit line")
    .changes()
    .disabled(typing::no_line),
    Command::new(
        Id::Accept,
        "Accept what is typed",
        "Puts the text into the record; takes the row chosen, where one is.",
        &[(Text, "Enter")],
        |model, _| inspect::enter(model),
    )
    .hint("accept")
    .keeps_typing()
    .disabled(nothing_typed),
    Command::new(
        Id::Cancel,
        "Take back what is typed",
        "Leaves the record as it was; redo brings the text back.",
        &[(Text, "Esc")],
        |model, _| inspect::escape(model),
    )
    .hint("cancel")
    .keeps_typing()
    .disabled(nothing_typed),
    Command::new(
        Id::ChooseNext,
        "Choose the next of what is offered",
        "The next row offered; in numbers, dates and clocks one less.",
        &[(Text, "Down")],
        |model, _| inspect::choose(model, 1),
    )
    .hint("choose")
    .hint_keys("↑↓")
    .keeps_typing()
    .disabled(inspect::nothing_to_choose),
    Command::new(
        Id::ChoosePrevious,
        "Choose the one before of what is offered",
        "The row before; in numbers, dates and clocks one more.",
        &[(Text, "Up")],
        |model, _| inspect::choose(model, -1),
    )
    .keeps_typing()
    .disabled(inspect::nothing_to_choose),
    Command::new(
        Id::ChoosePageDown,
        "Choose a page further down",
        "A page of rows further; in numbers, dates and clocks ten less.",
        &[(Operand, "PageDown")],
        |model, _| inspect::choose(model, inspect::page(model)),
    )
    .keeps_typing()
    .disabled(inspect::nothing_to_choose),
    Command::new(
        Id::ChoosePageUp,
        "Choose a page further up",
        "A page of rows back; in numbers, dates and clocks ten more.",
        &[(Operand, "PageUp")],
        |model, _| inspect::choose(model, -inspect::page(model)),
    )
    .keeps_typing()
    .disabled(inspect::nothing_to_choose),
    Command::new(
        Id::Switch,
        "Switch the chosen move on or off",
        "In a set of moves, puts the chosen move in or takes it out; else types a blank.",
        &[(Operand, "Space")],
        |model, _| inspect::space(model),
    )
    .keeps_typing()
    .disabled(nothing_typed),
    Command::new(
        Id::Complete,
        "Complete the word",
        "At the end of the text, takes the first row offered; else moves the cursor.",
        &[(Text, "Right")],
        |model, _| inspect::right(model),
    )
    .keeps_typing()
    .disabled(nothing_typed),
];

fn nothing_typed(model: &Model) -> Option<String> {
    model
        .document
        .view
        .editing
        .is_none()
        .then(|| "nothing is being typed".into())
}
