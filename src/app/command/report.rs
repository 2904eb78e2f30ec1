//! Commands of the list's columns, and of the pages about the whole file.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::columns::sort;
use crate::app::features::list::gallery::{self, View};
use crate::app::features::operations;
use crate::app::features::report::{self, columns, problems, same, statistics, values};
use crate::app::model::Model;
use crate::app::overlay::PickerKind;

pub(super) const ROWS: &[Command] = &[
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
        Id::WideList,
        "The list alone, or all panes",
        "Gives the list the whole screen while it has the keys, for more columns.",
        &[(Records, "z")],
        |model, _| gallery::toggle(model, View::List),
    )
    .hint("wide"),
    Command::new(
        Id::Boards,
        "Small boards, or the list",
        "Shows the records of the list as small boards; Enter goes to the one selected.",
        &[(Records, "b")],
        |model, _| gallery::toggle(model, View::Boards),
    )
    .hint("boards"),
    Command::new(
        Id::BoardLeft,
        "The board to the left",
        "Goes to the board before.",
        &[(Boards, "Left"), (Boards, "h")],
        |model, _| gallery::sideways(model, -1),
    ),
    Command::new(
        Id::BoardRight,
        "The board to the right",
        "Goes to the next board.",
        &[(Boards, "Right"), (Boards, "l")],
        |model, _| gallery::sideways(model, 1),
    ),
    Command::new(
        Id::LargerBoards,
        "Larger boards",
        "Draws the small boards larger, and fewer of them.",
        &[(Boards, "+")],
        |model, _| gallery::resize(model, 1),
    )
    .hint("larger")
    .disabled(gallery::largest),
    Command::new(
        Id::SmallerBoards,
        "Smaller boards",
        "Draws the small boards smaller, and more of them.",
        &[(Boards, "-")],
        |model, _| gallery::resize(model, -1),
    )
    .hint("smaller")
    .disabled(gallery::smallest),
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
        Id::ProblemList,
        "All problems of the file",
        "Lists problems by kind, with their records; goes to them, filters by them, fixes them.",
        &[(Records, "p"), (Problems, "p")],
        |model, _| problems::open(model),
    )
    .hint("problems"),
    Command::new(
        Id::Duplicates,
        "Duplicates and contradictions",
        "Lists records with the same id or position, and compares them side by side.",
        &[(Records, "=")],
        |model, _| same::open(model, same::Way::Id),
    ),
    Command::new(
        Id::Statistics,
        "Statistics",
        "Counts operations, problems, material, phases, sides and lengths; Enter narrows to one.",
        &[(Records, "S")],
        |model, _| statistics::open(model),
    ),
    Command::new(
        Id::Values,
        "Values of a column",
        "Counts how often each value of a column occurs; Enter narrows to one.",
        &[(Records, "%")],
        |model, _| values::open_last(model),
    ),
    Command::new(
        Id::ValuesOf,
        "Values of an opcode …",
        "Asks for an opcode and counts how often each of its values occurs.",
        &[],
        |model, _| operations::open_column(model, PickerKind::Values),
    ),
    Command::new(
        Id::Narrow,
        "Narrow the list to this",
        "Leaves the page and shows the records that the row is about, and no others.",
        &[(Report, "f")],
        |model, _| report::narrow_here(model),
    )
    .hint("narrow to it")
    .keeps_overlay()
    .disabled(report::no_question_here),
    Command::new(
        Id::MendAll,
        "Mend all of this kind",
        "Applies every safe fix of the problem with the cursor, in the whole file, as one step.",
        &[(Report, "x")],
        |model, _| problems::mend_all(model),
    )
    .hint("fix this kind")
    .changes()
    .keeps_overlay()
    .disabled(problems::nothing_to_mend),
    Command::new(
        Id::PageLeft,
        "The page before",
        "The values of the column before, or another way of being the same.",
        &[(Report, "Left"), (Report, "h")],
        |model, _| report::beside(model, -1),
    )
    .hint("before")
    .keeps_overlay()
    .disabled(report::nothing_beside),
    Command::new(
        Id::PageRight,
        "The next page",
        "The values of the next column, or another way of being the same.",
        &[(Report, "Right"), (Report, "l"), (Report, "Tab")],
        |model, _| report::beside(model, 1),
    )
    .hint("next")
    .keeps_overlay()
    .disabled(report::nothing_beside),
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
        |model, _| operations::open_column(model, PickerKind::Column),
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
