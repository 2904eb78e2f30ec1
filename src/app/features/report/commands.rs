//! Commands of the pages about the whole file.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::columns::commands::with_column;
use crate::app::features::operations;
use crate::app::features::report::{self, problems, same, statistics, values};
use crate::app::state::columns::Column;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::ProblemList,
        "All problems of the file",
        "Lists problems by kind, with their records; goes to them, filters by them, fixes them.",
        &[(Records, "p"), (Problems, "p")],
        |model, _| problems::open(model),
    )
    .words("errors warnings diagnostics check")
    .hint("problems"),
    Command::new(
        Id::Duplicates,
        "Duplicates and contradictions",
        "Lists records with the same id or position, and compares them side by side.",
        &[(Records, "=")],
        |model, call| {
            let way = match call.choice(0) {
                Some("position") => same::Way::Position,
                Some("contradictions") => same::Way::Contradiction,
                Some("record") => same::Way::Record,
                _ => same::Way::Id,
            };
            same::open(model, way)
        },
    )
    .words("same dedupe")
    .takes(&[Parameter::new(
        "what is the same",
        Kind::Choice(&["id", "position", "contradictions", "record"]),
    )]),
    Command::new(
        Id::Statistics,
        "Statistics",
        "Counts operations, problems, material, phases, sides and lengths; {choose} narrows to one.",
        &[(Records, "S")],
        |model, _| statistics::open(model),
    )
    .words("stats"),
    Command::new(
        Id::Values,
        "Values of a column",
        "Counts how often each value of a column occurs; {choose} narrows to one.",
        &[(Records, "%")],
        |model, call| with_column(model, call, values::open, values::open_last),
    )
    .takes(&[Parameter::new("column", Kind::Text)]),
    Command::new(
        Id::ValuesOf,
        "Values of an opcode …",
        "Asks for an opcode and counts how often each of its values occurs.",
        &[],
        |model, call| match call.text(0) {
            Some(name) => values::open(model, Column::Opcode(name)),
            None => {
                operations::choose_opcode(model, "Count the values of an opcode", |model, name| {
                    values::open(model, Column::Opcode(name.to_owned()))
                })
            }
        },
    )
    .takes(&[Parameter::new("opcode", Kind::Opcode)]),
    Command::new(
        Id::Narrow,
        "Narrow the list to this",
        "Leaves the page and shows the records that the row is about, and no others.",
        &[(Report, "f")],
        |model, _| report::narrow_here(model),
    )
    .words("filter query")
    .hint("narrow to it")
    .keeps_overlay()
    .disabled(report::no_query_here),
    Command::new(
        Id::FixKind,
        "Fix all of this kind",
        "Applies every safe fix of the problem with the cursor, in the whole file, as one step.",
        &[(Report, "x")],
        |model, _| problems::mend_all(model),
    )
    .words("fix repair correct")
    .hint("fix this kind")
    .changes()
    .keeps_overlay()
    .disabled(problems::nothing_to_fix),
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
];
