//! Commands that move through a file and between panes.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::navigate::{self, jump_list};

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::NextPane,
        "Next pane",
        "Gives the keys to the next pane; a text being typed is accepted.",
        &[(Panes, "Tab"), (Text, "Tab")],
        |model, _| navigate::pane(model, 1),
    ),
    Command::new(
        Id::PreviousPane,
        "Previous pane",
        "Gives the keys to the pane before; a text being typed is accepted.",
        &[(Panes, "Shift-Tab"), (Text, "Shift-Tab")],
        |model, _| navigate::pane(model, -1),
    ),
    Command::new(
        Id::NextRecord,
        "Next record",
        "Goes to the next record, past comments and blank lines, from any pane.",
        &[
            (Panes, "Ctrl-Down"),
            (Text, "Ctrl-Down"),
            (Board, "PageDown"),
            (Play, "PageDown"),
            (Raw, "PageDown"),
            (Text, "PageDown"),
        ],
        |model, _| navigate::record(model, 1),
    ),
    Command::new(
        Id::PreviousRecord,
        "Previous record",
        "Goes to the record before, past comments and blank lines, from any pane.",
        &[
            (Panes, "Ctrl-Up"),
            (Text, "Ctrl-Up"),
            (Board, "PageUp"),
            (Play, "PageUp"),
            (Raw, "PageUp"),
            (Text, "PageUp"),
        ],
        |model, _| navigate::record(model, -1),
    ),
    Command::new(
        Id::GoTo,
        "Go to line, id or percentage",
        "Goes to a line by its number, to the record with an id, or to 50% of the list.",
        &[(Everywhere, "Ctrl-G")],
        |model, _| navigate::open_go_to(model),
    )
    .words("jump")
    .asks(&[Parameter::new("line, an id or a percentage", Kind::Text)]),
    Command::new(
        Id::NextProblem,
        "Next problem",
        "Goes to the next error or warning, in this record or a later one.",
        &[(Panes, "]")],
        |model, _| navigate::problem(model, crate::suite::Direction::Forward),
    )
    .words("error warning")
    .hint("problem"),
    Command::new(
        Id::PreviousProblem,
        "Previous problem",
        "Goes to the error or warning before, in this record or an earlier one.",
        &[(Panes, "[")],
        |model, _| navigate::problem(model, crate::suite::Direction::Backward),
    ),
    Command::new(
        Id::Close,
        "Close",
        "Closes what lies on top, drops a piece back, ends a search; never quits.",
        &[
            (Panes, "Esc"),
            (Prompt, "Esc"),
            (Picker, "Esc"),
            (Menu, "Esc"),
            (Pager, "Esc"),
            (Preview, "Esc"),
            (Preview, "q"),
            (Pager, "q"),
            (Report, "Esc"),
            (Report, "q"),
        ],
        |model, _| navigate::close(model),
    )
    .keeps_page()
    .hint("close")
    .keeps_overlay(),
    Command::new(
        Id::StopWork,
        "Stop background work",
        "Stops the scan of the file, searches, sorts and counts that run; a save goes on.",
        &[(Everywhere, "F9")],
        |model, _| navigate::stop_work(model),
    )
    .words("cancel")
    .disabled(navigate::nothing_runs),
    Command::new(
        Id::Back,
        "Back",
        "Goes back to where you were before the last jump.",
        &[(Panes, "Alt-Left"), (Panes, "<")],
        |model, _| jump_list::back(model),
    )
    .disabled(jump_list::nowhere_back),
    Command::new(
        Id::Forward,
        "Forward",
        "Goes forward again after going back.",
        &[(Panes, "Alt-Right"), (Panes, ">")],
        |model, _| jump_list::forward(model),
    )
    .disabled(jump_list::nowhere_forward),
];
