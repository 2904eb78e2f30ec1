//! Commands of marks.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc::marks::nothing_shown;
use crate::editor::doc::{filter, marks, search};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::suite::Direction;

rows! {
    Mark, "Toggle the mark", "Mark or unmark the selected line and go to the next.",
        [Records "Space" "Insert"], |model, _| marks::toggle(model),
        hint("mark"), disabled(nothing_shown);
    MarkDown, "Mark downward", "Mark lines while going down; going back up unmarks them.",
        [Records "Shift-Down"], |model, _| marks::extend(model, 1), disabled(nothing_shown);
    MarkUp, "Mark upward", "Mark lines while going up; going back down unmarks them.",
        [Records "Shift-Up"], |model, _| marks::extend(model, -1), disabled(nothing_shown);
    MarkRange, "Mark a range",
        "Mark from here to wherever you move, search or jump; press again to end.",
        [Records "v"], |model, _| marks::range(model), disabled(nothing_shown);
    MarkToHere, "Mark up to here",
        "Mark all lines shown between the last marked line and this one.",
        [Records "V"], |model, _| marks::to_here(model), disabled(marks::none);
    Marks, "Show mark commands …", "Mark or unmark many lines at once.",
        [Records "m"], |model, _| marks::open_menu(model);
    MarkAll, "Mark all lines shown", "Mark every line that the filter shows, else every line.",
        [Records "Ctrl-A"], |model, _| marks::all(model), words("select"), disabled(not_all_known);
    MarkMatching, "Mark matching records",
        "Mark all records matching a query, such as `not bm and not am`.",
        [Records "*"], |model, _| overlay::ask(model, "mark matching", "", marks::QUERY),
        words("query select"), reads(&marks::QUERY), asks(&[Parameter::new("query", Kind::Text)]),
        disabled(nothing_shown);
    MarkMatches, "Mark all search matches", "Mark every line shown that the search found.",
        [], |model, _| marks::matches(model),
        disabled(search::nothing_searched);
    InvertMarks, "Invert marks", "Mark the unmarked lines shown and unmark the others.",
        [Records "~"], |model, _| marks::invert(model), disabled(not_all_known);
    ClearMarks, "Clear all marks", "Clear all marks, or restore the ones cleared last.",
        [Records "M"], |model, _| marks::clear_or_restore(model), disabled(|model| {
            let marks = &model.document.marks;
            let is_none = model.document.marked().is_none() && marks.before.is_none();
            model.when(is_none, "no marked lines · {mark} marks one")
        });
    NextMark, "Go to the next mark", "Go to the next marked line.",
        [Panes "}"], |model, _| marks::go(model, Direction::Forward), disabled(marks::none);
    PreviousMark, "Go to the previous mark", "Go to the previous marked line.",
        [Panes "{"], |model, _| marks::go(model, Direction::Backward), disabled(marks::none);
    ShowOnlyMarks, "Show marked lines only",
        "Filter the list by the marks; {close} shows all lines.",
        [], |model, _| marks::show_only(model), disabled(marks::none);
}

/// Returns why nothing can be done to all lines shown.
fn not_all_known(model: &Model) -> Option<String> {
    nothing_shown(model).or_else(|| filter::is_running(model))
}
