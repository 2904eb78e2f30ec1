//! Commands of the filter.

use crate::editor::command::{Id, Kind, Parameter, rows};
use crate::editor::doc::filter;

rows! {
    Filter, "Filter by a query", "Show only records that match a query, such as `ce > 200 and bm`.",
        [Records "f"], |model, _| filter::open(model),
        words("query find where"), aliases(&["query"]), reads(&filter::QUERY),
        asks(&[Parameter::new("query", Kind::Text)]), hint("filter");
    FilterAgain, "Update the filter", "Apply the filter again to edited records.",
        [Records "R"], |model, _| filter::again(model), disabled(filter::no_query);
    ShowAll, "Show all lines", "Remove the filter; the selection does not change.",
        [Records "F"], |model, _| filter::show_all(model),
        hint("show all"), hint_as(Id::Close), disabled(filter::shows_all);
}
