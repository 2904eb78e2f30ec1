//! Commands that change, filter, mark and search the file, and move through it.

use crate::editor::command::{Id, Kind, Parameter, rows};
use crate::editor::doc::marks::{self, nothing_shown};
use crate::editor::doc::{change, filter, navigate, query};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::suite::Direction;

rows! {
    NextPane, "Focus the next pane", "Focus the next pane, accepting a text being typed.",
        [Panes "Tab", Text "Tab"], |model, _| navigate::pane(model, 1);
    PreviousPane, "Focus the previous pane",
        "Focus the previous pane, accepting a text being typed.",
        [Panes "Shift-Tab", Text "Shift-Tab"], |model, _| navigate::pane(model, -1);
    NextRecord, "Go to the next record",
        "Go to the next record, over comments and blank lines.",
        [Panes "Ctrl-Down", Text "Ctrl-Down" "PageDown", Board "PageDown", Play "PageDown",
         Raw "PageDown"],
        |model, _| navigate::record(model, 1);
    PreviousRecord, "Go to the previous record",
        "Go to the previous record, over comments and blank lines.",
        [Panes "Ctrl-Up", Text "Ctrl-Up" "PageUp", Board "PageUp", Play "PageUp", Raw "PageUp"],
        |model, _| navigate::record(model, -1);
    GoTo, "Go to line or id",
        "Go to a line number, an id, or a percentage such as 50%.",
        [Everywhere "Ctrl-G"], |model, _| navigate::open_go_to(model),
        aliases(&["goto"]), words("jump"),
        asks(&[Parameter::new("line, an id or a percentage", Kind::Text)]);
    NextProblem, "Go to the next problem",
        "Go to the next error or warning, here or later.",
        [Panes "]"], |model, _| navigate::problem(model, Direction::Forward),
        words("error warning"), hint("problem");
    PreviousProblem, "Go to the previous problem",
        "Go to the previous error or warning, here or earlier.",
        [Panes "["], |model, _| navigate::problem(model, Direction::Backward);
    Back, "Go back", "Go back to where you were before the last jump.",
        [Panes "Alt-Left" "<"], |model, _| navigate::travel(model, false),
        disabled(|model| {
            model.when(model.document.jump_list.back.is_empty(), "nowhere to go back to")
        });
    Forward, "Go forward", "Go forward again after going back.",
        [Panes "Alt-Right" ">"], |model, _| navigate::travel(model, true),
        disabled(|model| {
            model.when(model.document.jump_list.forward.is_empty(), "nowhere to go forward to")
        });
    Undo, "Undo", "Undo the last change, or the last typing in a text.",
        [Everywhere "Ctrl-Z", Records "u", Duplicates "u", ProblemList "u"], |model, _| {
            overlay::leave_to_report(model);
            change::undo(model)
        },
        words("revert"), keeps_page, keeps_overlay, hint("undo"), keeps_typing, disabled(change::nothing_to_undo);
    Redo, "Redo", "Redo the change undone last, or restore a discarded text.",
        [Everywhere "Ctrl-Y", Records "U", Duplicates "U", ProblemList "U"], |model, _| {
            overlay::leave_to_report(model);
            change::redo(model)
        },
        keeps_page, keeps_overlay, keeps_typing, disabled(|model| {
            let is_none = model.document.view.editing.is_none()
                && !change::is_of_moves(model)
                && model.document.suite.can_redo().is_none()
                && model.document.view.dropped.is_none();
            model.when(is_none, "nothing to redo")
        });
    Search, "Search text", "Search as you type; a capital makes case matter.",
        [Everywhere "Ctrl-F", Records "/"], |model, _| query::open_search(model),
        words("find"), asks(&[Parameter::new("text", Kind::Text)]), hint("search");
    NextMatch, "Go to the next match", "Go to the next line that matches the search.",
        [Records "n", Panes "F3"],
        |model, _| navigate::next_match(model, Direction::Forward),
        hint("next match"), keeps_overlay, disabled(query::nothing_searched);
    PreviousMatch, "Go to the previous match", "Go to the previous line that matches the search.",
        [Records "N", Panes "Shift-F3"],
        |model, _| navigate::next_match(model, Direction::Backward),
        keeps_overlay, disabled(query::nothing_searched);
    SearchRegex, "Toggle regular expressions",
        "Switch the search between text and regular expressions.",
        [Prompt "Ctrl-R"], |model, _| query::switch_expression(model),
        hint("regex"), keeps_overlay, disabled(query::no_search_open);
    Filter, "Filter by a query", "Show only records that match a query: `ce > 200 and bm`.",
        [Records "f"], |model, _| filter::open(model),
        words("query find where"), aliases(&["query"]), reads(&filter::QUERY),
        asks(&[Parameter::new("query", Kind::Text)]), hint("filter");
    FilterAgain, "Update the filter", "Apply the filter again to edited records.",
        [Records "R"], |model, _| filter::again(model), disabled(filter::no_query);
    ShowAll, "Show all lines", "Remove the filter; the selection does not change.",
        [Records "F"], |model, _| filter::show_all(model),
        hint("show all"), hint_as(Id::Close), disabled(filter::shows_all);
    Mark, "Toggle the mark", "Mark or unmark the selected line and go to the next.",
        [Records "Space" "Insert"], |model, _| marks::toggle(model),
        hint("mark"), disabled(nothing_shown);
    MarkDown, "Mark downward", "Mark lines while going down; going back up unmarks them.",
        [Records "Shift-Down"], |model, _| marks::extend(model, 1), disabled(nothing_shown);
    MarkUp, "Mark upward", "Mark lines while going up; going back down unmarks them.",
        [Records "Shift-Up"], |model, _| marks::extend(model, -1), disabled(nothing_shown);
    MarkRange, "Mark a range",
        "Mark from here to wherever you move; press again to end.",
        [Records "v"], |model, _| marks::range(model), disabled(nothing_shown);
    MarkToHere, "Mark up to here",
        "Mark all lines shown from the last marked one to this one.",
        [Records "V"], |model, _| marks::to_here(model), disabled(marks::none);
    Marks, "Show mark commands …", "Mark or unmark many lines at once.",
        [Records "m"], |model, _| marks::open_menu(model);
    MarkAll, "Mark all lines shown", "Mark every line that the filter shows, else every line.",
        [Records "Ctrl-A"], |model, _| marks::all(model), words("select"), disabled(not_all_known);
    MarkMatching, "Mark matching records",
        "Mark all records that match a query: `not bm and not am`.",
        [Records "*"], |model, _| overlay::ask(model, "mark matching", "", marks::QUERY),
        words("query select"), reads(&marks::QUERY), asks(&[Parameter::new("query", Kind::Text)]),
        disabled(nothing_shown);
    MarkMatches, "Mark all search matches", "Mark every line shown that the search found.",
        [], |model, _| marks::matches(model),
        disabled(query::nothing_searched);
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

fn not_all_known(model: &Model) -> Option<String> {
    nothing_shown(model).or_else(|| filter::is_running(model))
}
