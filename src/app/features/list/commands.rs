//! Commands of the suite list, and moving in lists, whichever has the keys.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::list::{self, gallery, lines};
use crate::app::features::{bulk, marks, navigate};
use crate::app::model::Model;
use crate::app::overlay;
use crate::app::state::gallery::View;
use crate::app::state::list::Step;
use crate::app::state::view::Pane;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Down,
        "Down",
        "One line or row down.",
        &[
            (Records, "j"),
            (Records, "Down"),
            (Operations, "Down"),
            (Operations, "j"),
            (Problems, "Down"),
            (Problems, "j"),
            (Folder, "j"),
            (Differences, "j"),
            (Folder, "Down"),
            (Differences, "Down"),
            (Picker, "Down"),
            (Menu, "Down"),
            (Menu, "Tab"),
            (Pager, "Down"),
            (Preview, "Down"),
            (Pager, "j"),
            (Report, "Down"),
            (Report, "j"),
            (Preview, "j"),
        ],
        |model, _| list::step(model, Step::Rows(1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::Up,
        "Up",
        "One line or row up.",
        &[
            (Records, "k"),
            (Records, "Up"),
            (Operations, "Up"),
            (Operations, "k"),
            (Problems, "Up"),
            (Problems, "k"),
            (Folder, "k"),
            (Differences, "k"),
            (Folder, "Up"),
            (Differences, "Up"),
            (Picker, "Up"),
            (Menu, "Up"),
            (Menu, "Shift-Tab"),
            (Pager, "Up"),
            (Preview, "Up"),
            (Pager, "k"),
            (Report, "Up"),
            (Report, "k"),
            (Preview, "k"),
        ],
        |model, _| list::step(model, Step::Rows(-1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::PageDown,
        "Page down",
        "A page down in the list.",
        &[
            (Records, "PageDown"),
            (Operations, "PageDown"),
            (Problems, "PageDown"),
            (Folder, "PageDown"),
            (Differences, "PageDown"),
            (Picker, "PageDown"),
            (Menu, "PageDown"),
            (Pager, "PageDown"),
            (Preview, "PageDown"),
            (Pager, "Space"),
            (Report, "PageDown"),
            (Preview, "Space"),
        ],
        |model, _| list::step(model, Step::Pages(1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::PageUp,
        "Page up",
        "A page up in the list.",
        &[
            (Records, "PageUp"),
            (Operations, "PageUp"),
            (Problems, "PageUp"),
            (Folder, "PageUp"),
            (Differences, "PageUp"),
            (Picker, "PageUp"),
            (Menu, "PageUp"),
            (Pager, "PageUp"),
            (Report, "PageUp"),
            (Preview, "PageUp"),
        ],
        |model, _| list::step(model, Step::Pages(-1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::First,
        "First",
        "The first line or row.",
        &[
            (Records, "g"),
            (Records, "Home"),
            (Operations, "Home"),
            (Operations, "g"),
            (Problems, "Home"),
            (Problems, "g"),
            (Folder, "g"),
            (Differences, "g"),
            (Folder, "Home"),
            (Differences, "Home"),
            (Menu, "Home"),
            (Pager, "Home"),
            (Preview, "Home"),
            (Pager, "g"),
            (Report, "Home"),
            (Report, "g"),
            (Preview, "g"),
        ],
        |model, _| list::step(model, Step::First),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::Last,
        "Last",
        "The last line or row.",
        &[
            (Records, "G"),
            (Records, "End"),
            (Operations, "End"),
            (Operations, "G"),
            (Problems, "End"),
            (Problems, "G"),
            (Folder, "G"),
            (Differences, "G"),
            (Folder, "End"),
            (Differences, "End"),
            (Menu, "End"),
            (Pager, "End"),
            (Preview, "End"),
            (Pager, "G"),
            (Report, "End"),
            (Report, "G"),
            (Preview, "G"),
        ],
        |model, _| list::step(model, Step::Last),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::Choose,
        "Choose",
        "Takes what the cursor is on.",
        &[
            (Prompt, "Enter"),
            (Picker, "Enter"),
            (Menu, "Enter"),
            (Menu, "Space"),
            (Report, "Enter"),
            (Report, "Space"),
        ],
        |model, _| overlay::choose(model),
    )
    .hint("choose")
    .keeps_overlay()
    .keeps_page()
    .disabled(|model| {
        model
            .overlays
            .is_empty()
            .then(|| "nothing is open to choose from".into())
    }),
    Command::new(
        Id::OpenRecord,
        "Go to the board",
        "Gives the keys to the board of the selected record.",
        &[(Records, "Enter")],
        |model, _| navigate::focus(model, Pane::Board),
    )
    .hint("board"),
    Command::new(
        Id::NewRecord,
        "New record",
        "Puts a record with the starting position after the selected line.",
        &[(Records, "o")],
        |model, _| lines::new(model),
    )
    .words("add insert")
    .hint("new")
    .changes(),
    Command::new(
        Id::DuplicateRecord,
        "Duplicate the line",
        "Puts a copy of the selected line, or of each marked one, after it.",
        &[(Records, "D")],
        |model, _| lines::duplicate(model),
    )
    .changes()
    .disabled(nothing_here),
    Command::new(
        Id::DeleteRecord,
        "Delete the line",
        "Delete the marked lines, else the selected one: {delete-record} twice, or {delete-record 2} once.",
        &[(Records, "d"), (Records, "Delete")],
        |model, _| lines::delete(model),
    )
    .words("remove")
    .hint("delete")
    .hint_keys("dd")
    .twice(lines::to_delete)
    .changes()
    .disabled(nothing_here),
    Command::new(
        Id::MoveRecordDown,
        "Move the line down",
        "Moves the selected line, or the marked ones as a block, past the next one shown.",
        &[(Records, "J"), (Records, "Alt-Down")],
        |model, _| lines::shift(model, 1),
    )
    .changes()
    .disabled(|model| {
        let last = model.document.selected_row() + 1 >= model.document.row_count();
        let last = last && model.document.marked().is_none();
        nothing_here(model).or_else(|| last.then(|| "this is the last line".into()))
    }),
    Command::new(
        Id::MoveRecordUp,
        "Move the line up",
        "Moves the selected line, or the marked ones as a block, past the one shown before.",
        &[(Records, "K"), (Records, "Alt-Up")],
        |model, _| lines::shift(model, -1),
    )
    .changes()
    .disabled(|model| {
        let first = model.document.selected_row() == 0;
        let first = first && model.document.marked().is_none();
        nothing_here(model).or_else(|| first.then(|| "this is the first line".into()))
    }),
    Command::new(
        Id::Gather,
        "Gather the marked lines here",
        "Moves the marked lines, in their order, to after the selected line.",
        &[],
        |model, _| lines::gather(model),
    )
    .changes()
    .disabled(marks::none),
    Command::new(
        Id::CopyRecords,
        "Copy the lines",
        "Keeps the marked lines, or the selected one, to be pasted here or in another file.",
        &[(Records, "y")],
        |model, _| lines::take(model, false),
    )
    .disabled(bulk::nothing_here),
    Command::new(
        Id::CutRecords,
        "Cut the lines",
        "Takes the marked lines, or the selected one, out, to be pasted here or in another file.",
        &[(Records, "x")],
        |model, _| lines::take(model, true),
    )
    .changes()
    .disabled(bulk::nothing_here),
    Command::new(
        Id::PasteRecords,
        "Paste the lines",
        "Puts the lines copied or cut after the selected one.",
        &[(Records, "P")],
        |model, _| lines::put(model),
    )
    .changes()
    .disabled(lines::nothing_taken),
    Command::new(
        Id::WideList,
        "The list alone, or all panes",
        "Gives the list the whole screen while it has the keys, for more columns.",
        &[(Records, "z")],
        |model, _| gallery::toggle(model, View::List),
    )
    .hint("wide"),
    Command::new(
        Id::Boards,
        "Small boards, or the list",
        "Shows the records of the list as small boards; {open-record} goes to the one selected.",
        &[(Records, "b")],
        |model, _| gallery::toggle(model, View::Boards),
    )
    .hint("boards"),
    Command::new(
        Id::BoardLeft,
        "The board to the left",
        "Goes to the board before.",
        &[(Boards, "Left"), (Boards, "h")],
        |model, _| gallery::sideways(model, -1),
    ),
    Command::new(
        Id::BoardRight,
        "The board to the right",
        "Goes to the next board.",
        &[(Boards, "Right"), (Boards, "l")],
        |model, _| gallery::sideways(model, 1),
    ),
    Command::new(
        Id::LargerBoards,
        "Larger boards",
        "Draws the small boards larger, and fewer of them.",
        &[(Boards, "+")],
        |model, _| gallery::resize(model, 1),
    )
    .hint("larger")
    .disabled(gallery::largest),
    Command::new(
        Id::SmallerBoards,
        "Smaller boards",
        "Draws the small boards smaller, and more of them.",
        &[(Boards, "-")],
        |model, _| gallery::resize(model, -1),
    )
    .hint("smaller")
    .disabled(gallery::smallest),
];

fn nothing_here(model: &Model) -> Option<String> {
    if model.document.suite.line_count() == 0 {
        return Some(format!(
            "the file is empty · {} makes a record",
            model.key(Id::NewRecord)
        ));
    }
    if let Some(reason) = marks::on_their_way(model) {
        return Some(reason);
    }
    if model.document.marked().is_some() {
        return None;
    }
    (!model.document.shows(model.document.selected))
        .then(|| format!("no record is shown · {} shows all", model.key(Id::Close)))
}
