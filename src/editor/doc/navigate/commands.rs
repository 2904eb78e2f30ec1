//! Commands that move through a file and between panes.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc::navigate;
use crate::suite::Direction;

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
        [Panes "]"], |model, _| navigate::problem(model, Direction::Forward),
        words("error warning"), hint("problem");
    PreviousProblem, "Go to the previous problem",
        "Go to the previous error or warning, in this record or an earlier one.",
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
}
