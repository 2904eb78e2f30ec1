//! Commands that move through a file and between panes.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc::navigate::{self, jump_list};

rows! {
    NextPane, "Focus the next pane", "Focus the next pane, accepting a text being typed.",
        [Panes "Tab", Text "Tab"], |model, _| navigate::pane(model, 1);
    PreviousPane, "Focus the previous pane",
        "Focus the previous pane, accepting a text being typed.",
        [Panes "Shift-Tab", Text "Shift-Tab"], |model, _| navigate::pane(model, -1);
    NextRecord, "Go to the next record",
        "Go to the next record, skipping comments and blank lines.",
        [Panes "Ctrl-Down", Text "Ctrl-Down" "PageDown", Board "PageDown", Play "PageDown",
         Raw "PageDown"],
        |model, _| navigate::record(model, 1);
    PreviousRecord, "Go to the previous record",
        "Go to the previous record, skipping comments and blank lines.",
        [Panes "Ctrl-Up", Text "Ctrl-Up" "PageUp", Board "PageUp", Play "PageUp", Raw "PageUp"],
        |model, _| navigate::record(model, -1);
    GoTo, "Go to line or id",
        "Go to a line number, to a record's id, or to a percentage such as 50%.",
        [Everywhere "Ctrl-G"], |model, _| navigate::open_go_to(model),
        aliases(&["goto"]), words("jump"),
        asks(&[Parameter::new("line, an id or a percentage", Kind::Text)]);
    NextProblem, "Go to the next problem",
        "Go to the next error or warning, in this record or a later one.",
        [Panes "]"], |model, _| navigate::problem(model, crate::suite::Direction::Forward),
        words("error warning"), hint("problem");
    PreviousProblem, "Go to the previous problem",
        "Go to the previous error or warning, in this record or an earlier one.",
        [Panes "["], |model, _| navigate::problem(model, crate::suite::Direction::Backward);
    Back, "Go back", "Go back to where you were before the last jump.",
        [Panes "Alt-Left" "<"], |model, _| jump_list::travel(model, false),
        disabled(jump_list::nowhere_back);
    Forward, "Go forward", "Go forward again after going back.",
        [Panes "Alt-Right" ">"], |model, _| jump_list::travel(model, true),
        disabled(jump_list::nowhere_forward);
}
