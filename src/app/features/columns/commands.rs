//! Commands of the list's columns.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::columns::sort;
use crate::app::features::operations;
use crate::app::features::report;
use crate::app::features::report::columns;
use crate::app::model::Model;
use crate::app::state::columns::Column;

pub const COMMANDS: &[Command] = &[
    Command::new(
        Id::Columns,
        "Columns …",
        "Chooses what the list shows of each record, and in which order.",
        &[(Records, "c")],
        |model, _| columns::open(model),
    )
    .hint("columns"),
    Command::new(
        Id::FitColumns,
        "Fit the columns",
        "Makes the list's columns as wide as what is on the screen.",
        &[(Records, "w")],
        |model, _| {
            model.columns.fit();
            Vec::new()
        },
    ),
    Command::new(
        Id::ColumnsLeft,
        "Columns to the left",
        "Scrolls the list's columns to the left.",
        &[(Records, "Left")],
        |model, _| {
            model.columns.first = model.columns.first.saturating_sub(1);
            Vec::new()
        },
    )
    .disabled(|model| (model.columns.first == 0).then(|| "this is the first column".into())),
    Command::new(
        Id::ColumnsRight,
        "Columns to the right",
        "Scrolls the list's columns to the right.",
        &[(Records, "Right")],
        |model, _| {
            model.columns.first += 1;
            Vec::new()
        },
    )
    .disabled(|model| {
        (model.columns.first + 1 >= model.columns.shown().len())
            .then(|| "this is the last column".into())
    }),
    Command::new(
        Id::Sort,
        "Sort by …",
        "Puts the records in the order of a column, either way, as one step.",
        &[(Records, "s")],
        |model, _| sort::open(model),
    )
    .hint("sort")
    .changes()
    .disabled(sort::why_not),
    Command::new(
        Id::ColumnUp,
        "Move the column to the left",
        "Puts the column with the cursor before the one that is left of it.",
        &[(Report, "K"), (Report, "Alt-Up")],
        |model, _| columns::shift(model, -1),
    )
    .hint("move up")
    .keeps_overlay()
    .disabled(columns::no_column_here),
    Command::new(
        Id::ColumnDown,
        "Move the column to the right",
        "Puts the column with the cursor behind the one that is right of it.",
        &[(Report, "J"), (Report, "Alt-Down")],
        |model, _| columns::shift(model, 1),
    )
    .hint("move down")
    .keeps_overlay()
    .disabled(columns::no_column_here),
    Command::new(
        Id::AddColumn,
        "Add a column for an opcode …",
        "Asks for an opcode and shows its operands in the list.",
        &[(Report, "a")],
        |model, _| {
            operations::choose_opcode(model, "A column for an opcode", |model, name| {
                model.columns.show(Column::Opcode(name.to_owned()));
                Vec::new()
            })
        },
    )
    .hint("add opcode")
    .keeps_overlay()
    .disabled(not_in_another_page),
    Command::new(
        Id::ResetColumns,
        "The usual columns",
        "Shows line, side, id, best move and problems again.",
        &[(Report, "r")],
        |model, _| {
            model.columns.reset();
            Vec::new()
        },
    )
    .keeps_overlay()
    .disabled(not_in_another_page),
];

/// Columns are chosen on their own page, or by name from the palette.
fn not_in_another_page(model: &Model) -> Option<String> {
    report::top(model).and_then(|_| columns::not_open(model))
}
