//! Commands of the whole editor.

use crate::app::command::{Command, Context::*, Id};
use crate::app::effect::Effect;
use crate::app::features::change;
use crate::app::features::copy;
use crate::app::features::help;
use crate::app::features::navigate;
use crate::app::features::palette;
use crate::app::features::prompts;
use crate::app::features::save;
use crate::app::model::Model;
use crate::app::state::document::Then;

pub(super) const ROWS: &[Command] = &[
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
        Id::Save,
        "Save",
        "Writes the file, records canonically; what is not understood for certain stays as it is.",
        &[(Everywhere, "Ctrl-S")],
        |model, _| save::start(model, Then::Stay),
    )
    .keeps_page()
    .hint("save")
    .disabled(|model| {
        model
            .read_only
            .then(|| "the file is open read-only · save-as writes a copy".into())
    }),
    Command::new(
        Id::SaveAs,
        "Save under a new name",
        "Asks for a path and writes the file there.",
        &[],
        |model, _| save::ask_name(model, Then::Stay),
    ),
    Command::new(
        Id::Reload,
        "Read the file again",
        "Takes what is on disk instead of what is here.",
        &[],
        |model, _| save::ask_reload(model),
    )
    .disabled(|model| {
        model
            .document
            .suite
            .path()
            .is_none()
            .then(|| "the built-in suite has no file".into())
    }),
    Command::new(
        Id::Quit,
        "Quit",
        "Leaves the editor; asks first where something is not saved.",
        &[(Everywhere, "Ctrl-Q"), (Records, "q")],
        |model, _| save::quit(model),
    )
    .keeps_page(),
    Command::new(
        Id::Undo,
        "Undo",
        "Takes the last change back; in a text being typed, the last typing.",
        &[(Everywhere, "Ctrl-Z"), (Records, "u")],
        |model, _| change::undo(model),
    )
    .keeps_page()
    .hint("undo")
    .keeps_typing()
    .disabled(|model| {
        (model.editing.is_none() && model.document.suite.can_undo().is_none())
            .then(|| "nothing to undo".into())
    }),
    Command::new(
        Id::Redo,
        "Redo",
        "Makes the change taken back last again; after Esc in a text, brings the text back.",
        &[(Everywhere, "Ctrl-Y"), (Records, "U")],
        |model, _| change::redo(model),
    )
    .keeps_page()
    .keeps_typing()
    .disabled(|model| {
        (model.editing.is_none()
            && model.document.suite.can_redo().is_none()
            && model.dropped.is_none())
        .then(|| "nothing to redo".into())
    }),
    Command::new(
        Id::Search,
        "Search text",
        "Finds a text in the lines as you type; capitals count where you type one.",
        &[(Everywhere, "Ctrl-F"), (Records, "/")],
        |model, _| navigate::open_search(model),
    )
    .hint("search"),
    Command::new(
        Id::NextMatch,
        "Next match",
        "Goes to the next line with the text searched for.",
        &[(Records, "n"), (Panes, "F3")],
        |model, _| navigate::next_match(model, crate::suite::Direction::Forward),
    )
    .hint("next match")
    .keeps_overlay()
    .disabled(nothing_searched),
    Command::new(
        Id::PreviousMatch,
        "Previous match",
        "Goes to the line before with the text searched for.",
        &[(Records, "N"), (Panes, "Shift-F3")],
        |model, _| navigate::next_match(model, crate::suite::Direction::Backward),
    )
    .keeps_overlay()
    .disabled(nothing_searched),
    Command::new(
        Id::PromptDown,
        "Next match, or a number one less",
        "In a prompt: goes to the next match while searching, else makes the number smaller.",
        &[(Prompt, "Down")],
        |model, _| in_prompt(model, crate::suite::Direction::Forward, -1),
    )
    .keeps_overlay()
    .disabled(not_in_prompt),
    Command::new(
        Id::PromptUp,
        "Match before, or a number one more",
        "In a prompt: goes to the match before while searching, else makes the number larger.",
        &[(Prompt, "Up")],
        |model, _| in_prompt(model, crate::suite::Direction::Backward, 1),
    )
    .keeps_overlay()
    .disabled(not_in_prompt),
    Command::new(
        Id::GoTo,
        "Go to line, id or percentage",
        "Goes to a line by its number, to the record with an id, or to 50% of the list.",
        &[(Everywhere, "Ctrl-G")],
        |model, _| navigate::open_go_to(model),
    ),
    Command::new(
        Id::NextProblem,
        "Next problem",
        "Goes to the next error or warning, in this record or a later one.",
        &[(Panes, "]")],
        |model, _| navigate::problem(model, crate::suite::Direction::Forward),
    )
    .hint("problem"),
    Command::new(
        Id::PreviousProblem,
        "Previous problem",
        "Goes to the error or warning before, in this record or an earlier one.",
        &[(Panes, "[")],
        |model, _| navigate::problem(model, crate::suite::Direction::Backward),
    ),
    Command::new(
        Id::FixAll,
        "Apply the safe fixes of the record",
        "Mends everything that is certain, in the marked records where there are any.",
        &[(Records, "X"), (Operations, "X"), (Problems, "X")],
        |model, _| crate::app::features::problems::fixes::all(model),
    )
    .changes()
    .disabled(crate::app::features::problems::fixes::none_is_safe),
    Command::new(
        Id::EditLine,
        "Edit the line as text",
        "Types in the raw line; Enter accepts, Esc takes it back.",
        &[(Panes, "F2"), (Records, "e"), (Raw, "Enter"), (Raw, "i")],
        |model, _| crate::app::features::typing::start_raw(model),
    )
    .hint("edit line")
    .changes()
    .disabled(crate::app::features::typing::no_line),
    Command::new(
        Id::Copy,
        "Copy …",
        "Copies the position as FEN, the record, its line or an operation.",
        &[(Everywhere, "Ctrl-C")],
        |model, _| copy::open(model),
    )
    .hint("copy")
    .disabled(|model| {
        (model.document.suite.line_count() == 0).then(|| "there is no record to copy".into())
    }),
    Command::new(
        Id::Paste,
        "Paste from the clipboard",
        "Puts the clipboard's text in: a position on the board, records in the list, text elsewhere.",
        &[(Everywhere, "Ctrl-V")],
        |_, _| vec![Effect::ReadClipboard],
    )
    .keeps_typing()
    .keeps_overlay(),
    Command::new(
        Id::Palette,
        "Commands",
        "Finds any command by its name.",
        &[(Everywhere, "Ctrl-P"), (Panes, ":")],
        |model, _| palette::open_commands(model),
    )
    .keeps_page()
    .hint("commands"),
    Command::new(
        Id::Help,
        "Help",
        "Shows all keys, those of the pane first.",
        &[(Everywhere, "F1"), (Panes, "?")],
        |model, _| help::open(model),
    )
    .keeps_page()
    .hint("help"),
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
    .disabled(navigate::nothing_runs),
    Command::new(
        Id::Scan,
        "Count the problems again",
        "Reads the whole file again in the background, and counts what is in it.",
        &[],
        |model, _| vec![crate::app::state::scan::start(model)],
    )
    .disabled(|model| {
        (model.document.scan.running).then(|| "the file is being read already".into())
    }),
    Command::new(
        Id::ReleaseMouse,
        "Leave the mouse to the terminal, or take it back",
        "While the terminal has the mouse, its own selection and copying work.",
        &[(Everywhere, "F12")],
        |model, _| release_mouse(model),
    )
    .keeps_page()
    .keeps_typing()
    .keeps_overlay(),
    Command::new(
        Id::SwitchGround,
        "Dark or light colours",
        "Draws dark on light, or light on dark; `theme` in the settings says which from the start.",
        &[],
        |_, _| vec![Effect::SwitchGround],
    )
    .keeps_page()
    .keeps_typing(),
    Command::new(
        Id::Suspend,
        "Suspend",
        "Puts the editor to sleep and gives the shell back; `fg` wakes it.",
        &[],
        |_, _| vec![Effect::Suspend],
    )
    .keeps_page(),
];

fn in_prompt(model: &mut Model, direction: crate::suite::Direction, by: isize) -> Vec<Effect> {
    if prompts::step(model, by) {
        return Vec::new();
    }
    navigate::next_match(model, direction)
}

fn not_in_prompt(model: &Model) -> Option<String> {
    if prompts::asks_for_number(model) {
        return None;
    }
    nothing_searched(model)
}

fn nothing_searched(model: &Model) -> Option<String> {
    model
        .document
        .search
        .is_none()
        .then(|| "nothing is searched for · ^F searches".into())
}

fn release_mouse(model: &mut Model) -> Vec<Effect> {
    model.mouse_released = !model.mouse_released;
    model.done(if model.mouse_released {
        "the terminal has the mouse: select and copy as usual · F12 takes it back"
    } else {
        "the mouse works in the editor again"
    });
    vec![Effect::ReleaseMouse(model.mouse_released)]
}
