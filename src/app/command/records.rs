//! Commands of the suite list.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::list::lines;
use crate::app::features::marks;
use crate::app::features::navigate;
use crate::app::model::{Model, Pane};

pub(super) const ROWS: &[Command] = &[
    Command::new(
        Id::OpenRecord,
        "Go to the board",
        "Gives the keys to the board of the selected record.",
        &[(Records, "Enter")],
        |model, _| navigate::focus(model, Pane::Board),
    )
    .hint("board"),
    Command::new(
        Id::NewRecord,
        "New record",
        "Puts a record with the starting position after the selected line.",
        &[(Records, "o")],
        |model, _| lines::new(model),
    )
    .hint("new")
    .changes(),
    Command::new(
        Id::DuplicateRecord,
        "Duplicate the line",
        "Puts a copy of the selected line, or of each marked one, after it.",
        &[(Records, "D")],
        |model, _| lines::duplicate(model),
    )
    .changes()
    .disabled(nothing_here),
    Command::new(
        Id::DeleteRecord,
        "Delete the line",
        "Removes the marked lines, else the selected one.",
        &[(Records, "d"), (Records, "Delete")],
        |model, _| lines::delete(model),
    )
    .hint("delete")
    .changes()
    .disabled(nothing_here),
    Command::new(
        Id::MoveRecordDown,
        "Move the line down",
        "Moves the selected line, or the marked ones as a block, past the next one shown.",
        &[(Records, "J"), (Records, "Alt-Down")],
        |model, _| lines::shift(model, 1),
    )
    .changes()
    .disabled(|model| {
        let last = model.document.selected_row() + 1 >= model.document.row_count();
        let last = last && model.document.marked().is_none();
        nothing_here(model).or_else(|| last.then(|| "this is the last line".into()))
    }),
    Command::new(
        Id::MoveRecordUp,
        "Move the line up",
        "Moves the selected line, or the marked ones as a block, past the one shown before.",
        &[(Records, "K"), (Records, "Alt-Up")],
        |model, _| lines::shift(model, -1),
    )
    .changes()
    .disabled(|model| {
        let first = model.document.selected_row() == 0;
        let first = first && model.document.marked().is_none();
        nothing_here(model).or_else(|| first.then(|| "this is the first line".into()))
    }),
];

fn nothing_here(model: &Model) -> Option<String> {
    if model.document.suite.line_count() == 0 {
        return Some("the file is empty · o makes a record".into());
    }
    if let Some(reason) = marks::on_their_way(model) {
        return Some(reason);
    }
    if model.document.marked().is_some() {
        return None;
    }
    (!model.document.shows(model.document.selected))
        .then(|| "no record is shown · Esc shows all".into())
}
