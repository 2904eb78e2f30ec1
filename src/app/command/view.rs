//! Commands of what the suite list shows.

use super::{Command, Context::*};
use crate::app::{filter, query};

pub(super) const ROWS: &[Command] = &[
    Command::new(
        "filter",
        "Filter",
        "Narrows the list to the records that answer a question, as `ce > 200 and bm`.",
        &[(Records, "f")],
        |model, _| query::open_filter(model),
    )
    .hint("filter"),
    Command::new(
        "filter-again",
        "Run the filter again",
        "Records that no longer match go, those that match now come.",
        &[(Records, "R")],
        |model, _| filter::again(model),
    )
    .disabled(filter::shows_all),
    Command::new(
        "show-all",
        "Show all lines",
        "Ends the filter; the selected record stays selected.",
        &[(Records, "F")],
        |model, _| filter::show_all(model),
    )
    .hint("show all")
    .hint_keys("Esc")
    .disabled(filter::shows_all),
];
