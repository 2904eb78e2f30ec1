//! Commands of the suite list, and moving in lists, whichever has the keys.

use crate::editor::command::{Command, Context::*, Id};
use crate::editor::features::list::{self, gallery, lines, reply};
use crate::editor::features::{bulk, marks, navigate};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::state::gallery::View;
use crate::editor::state::list::Step;
use crate::editor::state::view::Pane;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Down,
        "Down",
        "Go one line down.",
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
            (PageSearch, "Down"),
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
        "Go one line up.",
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
            (PageSearch, "Up"),
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
        "Go one page down.",
        &[
            (Records, "PageDown"),
            (Operations, "PageDown"),
            (Problems, "PageDown"),
            (Folder, "PageDown"),
            (Differences, "PageDown"),
            (Picker, "PageDown"),
            (Menu, "PageDown"),
            (Pager, "PageDown"),
            (PageSearch, "PageDown"),
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
        "Go one page up.",
        &[
            (Records, "PageUp"),
            (Operations, "PageUp"),
            (Problems, "PageUp"),
            (Folder, "PageUp"),
            (Differences, "PageUp"),
            (Picker, "PageUp"),
            (Menu, "PageUp"),
            (Pager, "PageUp"),
            (PageSearch, "PageUp"),
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
        "Go to the first line.",
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
        "Go to the last line.",
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
        "Activate the selected item.",
        &[
            (Prompt, "Enter"),
            (PageSearch, "Enter"),
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
            .then(|| "nothing to choose from".into())
    }),
    Command::new(
        Id::OpenRecord,
        "Go to the board",
        "Focus the board of the selected record.",
        &[(Records, "Enter")],
        |model, _| navigate::focus(model, Pane::Board),
    )
    .hint("board"),
    Command::new(
        Id::NewRecord,
        "Add a record",
        "Add a record with the starting position after the selected line.",
        &[(Records, "o")],
        |model, _| lines::new(model),
    )
    .words("add insert")
    .hint("new")
    .changes_lines(),
    Command::new(
        Id::DuplicateRecord,
        "Duplicate the line",
        "Duplicate the selected line, or each marked one.",
        &[(Records, "D")],
        |model, _| lines::duplicate(model),
    )
    .changes_lines()
    .disabled(nothing_here),
    Command::new(
        Id::Reply,
        "Make a reply",
        "Add the record after this one's sm to send back: tcri and tcsi exchanged, clocks counted on.",
        &[],
        |model, _| reply::make(model),
    )
    .words("next record game move tcri tcsi refreq")
    .changes_lines()
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
    .changes_lines()
    .disabled(nothing_here),
    Command::new(
        Id::MoveRecordDown,
        "Move the line down",
        "Move the selected line, or the marked lines as a block, down by one.",
        &[(Records, "J"), (Records, "Alt-Down")],
        |model, _| lines::shift(model, 1),
    )
    .changes_lines()
    .disabled(|model| {
        let last = model.document.selected_row() + 1 >= model.document.row_count();
        let last = last && model.document.marked().is_none();
        nothing_here(model)
            .or_else(|| lines::is_sorted(model))
            .or_else(|| last.then(|| "this is the last line".into()))
    }),
    Command::new(
        Id::MoveRecordUp,
        "Move the line up",
        "Move the selected line, or the marked lines as a block, up by one.",
        &[(Records, "K"), (Records, "Alt-Up")],
        |model, _| lines::shift(model, -1),
    )
    .changes_lines()
    .disabled(|model| {
        let first = model.document.selected_row() == 0;
        let first = first && model.document.marked().is_none();
        nothing_here(model)
            .or_else(|| lines::is_sorted(model))
            .or_else(|| first.then(|| "this is the first line".into()))
    }),
    Command::new(
        Id::Gather,
        "Gather marked lines here",
        "Move the marked lines, in their order, after the selected line.",
        &[],
        |model, _| lines::gather(model),
    )
    .changes_lines()
    .disabled(marks::none),
    Command::new(
        Id::CopyRecords,
        "Copy the lines",
        "Copy the marked lines, else the selected one, to paste them in any file.",
        &[(Records, "y")],
        |model, _| lines::take(model, false),
    )
    .disabled(bulk::nothing_here),
    Command::new(
        Id::CutRecords,
        "Cut the lines",
        "Cut the marked lines, else the selected one, to paste them in any file.",
        &[(Records, "x")],
        |model, _| lines::take(model, true),
    )
    .changes_lines()
    .disabled(bulk::nothing_here),
    Command::new(
        Id::PasteRecords,
        "Paste the lines",
        "Paste the lines copied or cut after the selected line.",
        &[(Records, "P")],
        |model, _| lines::put(model),
    )
    .changes_lines()
    .disabled(lines::nothing_taken),
    Command::new(
        Id::WideList,
        "Toggle the wide list",
        "Show the list alone at full width while it has the focus, or all panes.",
        &[(Records, "z")],
        |model, _| gallery::toggle(model, View::List),
    )
    .hint("wide"),
    Command::new(
        Id::Boards,
        "Toggle small boards",
        "Show the records as small boards, or as a list; {open-record} opens the selected one.",
        &[(Records, "b")],
        |model, _| gallery::toggle(model, View::Boards),
    )
    .hint("boards"),
    Command::new(
        Id::BoardLeft,
        "Go to the left board",
        "Go to the previous board.",
        &[(Boards, "Left"), (Boards, "h")],
        |model, _| gallery::sideways(model, -1),
    ),
    Command::new(
        Id::BoardRight,
        "Go to the right board",
        "Go to the next board.",
        &[(Boards, "Right"), (Boards, "l")],
        |model, _| gallery::sideways(model, 1),
    ),
    Command::new(
        Id::LargerBoards,
        "Enlarge small boards",
        "Show fewer, larger boards.",
        &[(Boards, "+")],
        |model, _| gallery::resize(model, 1),
    )
    .hint("larger")
    .disabled(gallery::largest),
    Command::new(
        Id::SmallerBoards,
        "Shrink small boards",
        "Show more, smaller boards.",
        &[(Boards, "-")],
        |model, _| gallery::resize(model, -1),
    )
    .hint("smaller")
    .disabled(gallery::smallest),
];

fn nothing_here(model: &Model) -> Option<String> {
    if model.document.suite.line_count() == 0 {
        return Some(format!(
            "the file is empty · {} adds a record",
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
        .then(|| format!("no records shown · {} shows all", model.key(Id::Close)))
}
