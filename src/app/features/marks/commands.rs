//! Commands of marks.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::marks;
use crate::app::model::Model;
use crate::suite::Direction;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Mark,
        "Mark the line, or take the mark off",
        "Marks the selected line or takes its mark off, and goes to the next.",
        &[(Records, "Space"), (Records, "Insert")],
        |model, _| marks::toggle(model),
    )
    .hint("mark")
    .disabled(nothing_shown),
    Command::new(
        Id::MarkDown,
        "Mark downward",
        "Goes down and marks from where that began; back up takes marks off again.",
        &[(Records, "Shift-Down")],
        |model, _| marks::extend(model, 1),
    )
    .disabled(nothing_shown),
    Command::new(
        Id::MarkUp,
        "Mark upward",
        "Goes up and marks from where that began; back down takes marks off again.",
        &[(Records, "Shift-Up")],
        |model, _| marks::extend(model, -1),
    )
    .disabled(nothing_shown),
    Command::new(
        Id::MarkRange,
        "Mark a range",
        "Every movement marks from here on, a search or a jump too; again ends it.",
        &[(Records, "v")],
        |model, _| marks::range(model),
    )
    .disabled(nothing_shown),
    Command::new(
        Id::MarkToHere,
        "Mark from the last mark to here",
        "Marks all lines shown between the line marked last and this one.",
        &[(Records, "V")],
        |model, _| marks::to_here(model),
    )
    .disabled(marks::none),
    Command::new(
        Id::Marks,
        "Marks …",
        "All that can be marked and unmarked at once.",
        &[(Records, "m")],
        |model, _| marks::open_menu(model),
    ),
    Command::new(
        Id::MarkAll,
        "Mark all lines shown",
        "Marks every line, or every line that the filter shows.",
        &[(Records, "Ctrl-A")],
        |model, _| marks::all(model),
    )
    .words("select")
    .disabled(nothing_shown),
    Command::new(
        Id::MarkMatching,
        "Mark all that match a question",
        "Marks every record shown that answers a question, as `not bm and not am`.",
        &[(Records, "*")],
        |model, _| marks::open_matching(model),
    )
    .words("query select")
    .asks(&[Parameter::new("query", Kind::Query)])
    .disabled(nothing_shown),
    Command::new(
        Id::MarkMatches,
        "Mark all lines with the text searched for",
        "Marks every line shown that the search has found.",
        &[],
        |model, _| marks::matches(model),
    )
    .disabled(|model| {
        model.document.search.is_none().then(|| {
            format!(
                "nothing is searched for · {} searches",
                model.key(Id::Search)
            )
        })
    }),
    Command::new(
        Id::InvertMarks,
        "Invert the marks",
        "Marks the lines shown that are not marked, and takes the marks off the others.",
        &[(Records, "~")],
        |model, _| marks::invert(model),
    )
    .disabled(nothing_shown),
    Command::new(
        Id::ClearMarks,
        "Take all marks off",
        "Takes all marks off; where there are none, brings back those taken off last.",
        &[(Records, "M")],
        |model, _| marks::clear_or_restore(model),
    )
    .disabled(marks::nothing_to_clear),
    Command::new(
        Id::NextMark,
        "Next mark",
        "Goes to the next marked line.",
        &[(Panes, "}")],
        |model, _| marks::go(model, Direction::Forward),
    )
    .disabled(marks::none),
    Command::new(
        Id::PreviousMark,
        "Previous mark",
        "Goes to the marked line before.",
        &[(Panes, "{")],
        |model, _| marks::go(model, Direction::Backward),
    )
    .disabled(marks::none),
    Command::new(
        Id::ShowOnlyMarks,
        "Show only the marked lines",
        "Narrows the list to the marked lines; {close} shows all.",
        &[],
        |model, _| marks::show_only(model),
    )
    .disabled(marks::none),
];

fn nothing_shown(model: &Model) -> Option<String> {
    let document = &model.document;
    if let Some(reason) = marks::on_their_way(model) {
        return Some(reason);
    }
    (document.row_count() == 0 || !document.shows(document.selected))
        .then(|| "no record is shown".into())
}
