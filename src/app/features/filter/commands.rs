//! Commands of the filter.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::filter;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Filter,
        "Filter",
        "Narrows the list to the records that answer a question, as `ce > 200 and bm`.",
        &[(Records, "f")],
        |model, _| filter::open(model),
    )
    .words("query find where")
    .asks(&[Parameter::new("query", Kind::Query)])
    .hint("filter"),
    Command::new(
        Id::FilterAgain,
        "Run the filter again",
        "Records that no longer match go, those that match now come.",
        &[(Records, "R")],
        |model, _| filter::again(model),
    )
    .disabled(filter::no_query),
    Command::new(
        Id::ShowAll,
        "Show all lines",
        "Ends the filter; the selected record stays selected.",
        &[(Records, "F")],
        |model, _| filter::show_all(model),
    )
    .hint("show all")
    .hint_as(Id::Close)
    .disabled(filter::shows_all),
];
