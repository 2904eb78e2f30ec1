//! Commands of the suite list and its columns, and of moving in the focused list.

use crate::editor::command::{Call, Id, Kind, Parameter, rows};
use crate::editor::doc::marks::{self, nothing_here};
use crate::editor::doc::navigate;
use crate::editor::flows::{bulk, lines};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::panes::operations::opcodes;
use crate::editor::panes::records::columns::{self, on_column};
use crate::editor::panes::records::{self, sort};
use crate::editor::state::View;
use crate::editor::state::columns::{Column, Columns, NARROWEST, WIDEST_SET};
use crate::editor::state::view::Pane;
use crate::editor::widgets::{Step, glyph};

rows! {
    Down, "Down", "Go one line down.",
        [Records "j" "Down", Operations "Down" "j", Problems "Down" "j", Folder "j" "Down",
         Differences "j" "Down", Picker "Down", Menu "Down" "Tab", Pager "Down" "j",
         PageSearch "Down", Preview "Down" "j", Report "Down" "j"],
        |model, _| records::step(model, Step::Rows(1)), keeps_overlay, keeps_page;
    Up, "Up", "Go one line up.",
        [Records "k" "Up", Operations "Up" "k", Problems "Up" "k", Folder "k" "Up",
         Differences "k" "Up", Picker "Up", Menu "Up" "Shift-Tab", Pager "Up" "k", PageSearch "Up",
         Preview "Up" "k", Report "Up" "k"],
        |model, _| records::step(model, Step::Rows(-1)), keeps_overlay, keeps_page;
    PageDown, "Page down", "Go one page down.",
        [Records "PageDown", Operations "PageDown", Problems "PageDown", Folder "PageDown",
         Differences "PageDown", Picker "PageDown", Menu "PageDown", Pager "PageDown" "Space",
         PageSearch "PageDown", Preview "PageDown" "Space", Report "PageDown"],
        |model, _| records::step(model, Step::Pages(1)), keeps_overlay, keeps_page;
    PageUp, "Page up", "Go one page up.",
        [Records "PageUp", Operations "PageUp", Problems "PageUp", Folder "PageUp",
         Differences "PageUp", Picker "PageUp", Menu "PageUp", Pager "PageUp", PageSearch "PageUp",
         Report "PageUp", Preview "PageUp"],
        |model, _| records::step(model, Step::Pages(-1)), keeps_overlay, keeps_page;
    First, "First", "Go to the first line.",
        [Records "g" "Home", Operations "Home" "g", Problems "Home" "g", Folder "g" "Home",
         Differences "g" "Home", Menu "Home", Pager "Home" "g", Preview "Home" "g",
         Report "Home" "g"],
        |model, _| records::step(model, Step::First), keeps_overlay, keeps_page;
    Last, "Last", "Go to the last line.",
        [Records "G" "End", Operations "End" "G", Problems "End" "G", Folder "G" "End",
         Differences "G" "End", Menu "End", Pager "End" "G", Preview "End" "G", Report "End" "G"],
        |model, _| records::step(model, Step::Last), keeps_overlay, keeps_page;
    Choose, "Choose", "Activate the selected item.",
        [Prompt "Enter", PageSearch "Enter", Picker "Enter", Menu "Enter" "Space",
         Report "Enter" "Space"],
        |model, _| overlay::choose(model),
        hint("choose"), keeps_overlay, keeps_page, disabled(|model| {
            model.when(model.overlays.is_empty(), "nothing to choose from")
        });
    OpenRecord, "Go to the board", "Focus the board of the selected record.",
        [Records "Enter"], |model, _| navigate::focus(model, Pane::Board), hint("board");
    NewRecord, "Add a record", "Add a record with the starting position below this line.",
        [Records "o"], |model, _| lines::new(model),
        words("add insert"), hint("new"), changes_lines;
    DuplicateRecord, "Duplicate the line", "Duplicate the selected line, or each marked one.",
        [Records "D"], |model, _| lines::duplicate(model), changes_lines, disabled(nothing_here);
    Reply, "Make a reply",
        "Add the record after this one's sm, to send it back.",
        [], |model, _| records::make_reply(model),
        words("next record game move tcri tcsi refreq"), changes_lines, disabled(nothing_here);
    DeleteRecord, "Delete the line",
        "Delete marked lines, else this one: {delete-record} twice, or {delete-record 2} once.",
        [Records "d" "Delete"], |model, _| lines::delete(model),
        words("remove"), hint("delete"), hint_keys("dd"), twice(lines::to_delete), changes_lines,
        disabled(nothing_here);
    MoveRecordDown, "Move the line down",
        "Move this line, or the marked ones, down by one.",
        [Records "J" "Alt-Down"], |model, _| lines::shift(model, 1),
        changes_lines, disabled(|model| {
            let is_last = model.document.selected_row() + 1 >= model.document.row_count();
            cant_move(model, is_last, "this is the last line")
        });
    MoveRecordUp, "Move the line up",
        "Move this line, or the marked ones, up by one.",
        [Records "K" "Alt-Up"], |model, _| lines::shift(model, -1),
        changes_lines, disabled(|model| {
            cant_move(model, model.document.selected_row() == 0, "this is the first line")
        });
    Gather, "Gather marked lines here",
        "Move the marked lines, in their order, below this line.",
        [], |model, _| lines::gather(model), changes_lines, disabled(marks::none);
    CopyRecords, "Copy the lines",
        "Copy marked lines, else this one, to paste in any file.",
        [Records "y"], |model, _| lines::take(model, false), disabled(bulk::nothing_here);
    CutRecords, "Cut the lines",
        "Cut marked lines, else this one, to paste in any file.",
        [Records "x"], |model, _| lines::take(model, true),
        changes_lines, disabled(bulk::nothing_here);
    PasteRecords, "Paste the lines", "Paste the lines copied or cut after the selected line.",
        [Records "P"], |model, _| lines::put(model), changes_lines, disabled(|model| {
            let reason = "no lines copied or cut · {copy-records} copies, {cut-records} cuts";
            model.when(model.line_clipboard.is_none(), reason)
        });
    WideList, "Toggle the wide list",
        "Show the list at full width while it has the focus, or not.",
        [Records "z"], |model, _| records::toggle_view(model, View::List), hint("wide");
    Boards, "Toggle small boards",
        "Show records as small boards, or as a list.",
        [Records "b"], |model, _| records::toggle_view(model, View::Boards), hint("boards");
    BoardLeft, "Go to the left board", "Go to the previous board.",
        [Boards "Left" "h"], |model, _| navigate::go(model, Step::Rows(-1));
    BoardRight, "Go to the right board", "Go to the next board.",
        [Boards "Right" "l"], |model, _| navigate::go(model, Step::Rows(1));
    LargerBoards, "Enlarge small boards", "Show fewer, larger boards.",
        [Boards "+"], |model, _| records::resize_boards(model, 1),
        hint("larger"), disabled(|model| {
            model.when(records::resized(model, 1).is_none(), "no room for larger boards")
        });
    SmallerBoards, "Shrink small boards", "Show more, smaller boards.",
        [Boards "-"], |model, _| records::resize_boards(model, -1),
        hint("smaller"), disabled(|model| {
            model.when(records::resized(model, -1).is_none(), "these are the smallest boards")
        });
    Columns, "Choose columns …", "Choose which columns the list shows, and their order.",
        [Records "c"], |model, call| {
            with_column(model, call, |model, column| model.document.columns.show(column), columns::choose)
        },
        words("settings"), takes(&[Parameter::new("column", Kind::Text)]), hint("columns");
    FitColumns, "Fit the columns",
        "Fit columns to the lines on screen; forget widths set.",
        [Records "w"], |model, _| {
            model.document.columns.fit();
            model.done("columns fit the lines on screen");
        };
    ColumnsLeft, "Scroll columns left", "Scroll the list's columns to the left.",
        [Records "Left"],
        |model, _| model.document.columns.first = model.document.columns.first.saturating_sub(1),
        disabled(|model| model.when(model.document.columns.first == 0, "this is the first column"));
    ColumnsRight, "Scroll columns right", "Scroll the list's columns to the right.",
        [Records "Right"], |model, _| model.document.columns.first += 1,
        disabled(|model| {
            let is_last = model.document.columns.first + 1 >= model.list_columns().len();
            model.when(is_last, "this is the last column")
        });
    Sort, "Sort by …",
        "Sort the list by a column; the file does not change.",
        [Records "s"], |model, call| {
            let down = call.choice(1) == Some("down");
            with_column(model, call, |model, column| sort::by(model, &column, down), sort::open)
        },
        takes(&[
            Parameter::new("column", Kind::Opcode),
            Parameter::optional("order", Kind::Choice(&["up", "down"])),
        ]), words("order view column pieces"), hint("sort"), disabled(sort::refusal);
    FileOrder, "Show the file's order", "Remove the sort and show the records in file order.",
        [], |model, _| sort::off(model),
        words("unsort"), hint("file order"), hint_as(Id::Close), disabled(sort::not_sorted);
    SortFile, "Make this the file's order",
        "Move the records in the file to match the sorted view.",
        [], |model, call| match call.text(0) {
            None => sort::make_shown(model),
            Some(_) => {
                let down = call.choice(1) == Some("down");
                let make = |model: &mut Model, column| sort::make_by(model, &column, down);
                with_column(model, call, make, sort::open)
            }
        },
        words("sort file permanently"), takes(&[
            Parameter::optional("column", Kind::Opcode),
            Parameter::optional("order", Kind::Choice(&["up", "down"])),
        ]), changes, disabled(sort::refusal);
    ColumnUp, "Move the column left", "Move the column under the cursor one place to the left.",
        [ColumnList "K" "Alt-Up"],
        |model, _| on_column(model, |model, column| model.document.columns.shift(column, -1)),
        hint("move up"), keeps_overlay, disabled(columns::no_column_here);
    ColumnDown, "Move the column right", "Move the column under the cursor one place to the right.",
        [ColumnList "J" "Alt-Down"],
        |model, _| on_column(model, |model, column| model.document.columns.shift(column, 1)),
        hint("move down"), keeps_overlay, disabled(columns::no_column_here);
    WidenColumn, "Make the column wider",
        "Widen this column; you can also drag the heading's border.",
        [ColumnList ">"], |model, _| on_column(model, |model, column| columns::step_width(model, column, 1)),
        words("width resize"), keeps_overlay, disabled(columns::no_column_here);
    NarrowColumn, "Make the column narrower", "Make the column under the cursor narrower.",
        [ColumnList "<"], |model, _| on_column(model, |model, column| columns::step_width(model, column, -1)),
        words("width resize"), keeps_overlay, disabled(columns::no_column_here);
    ColumnWidth, "Set a column's width …",
        "Set how wide a column is; without a number it fits itself.",
        [], |model, call| {
            let number = call.number(1).and_then(|width| u16::try_from(width).ok());
            let set = |model: &mut Model, column| columns::set_width(model, &column, number);
            with_column(model, call, set, columns::choose)
        },
        words("resize wider narrower"), takes(&[
            Parameter::new("column", Kind::Opcode),
            Parameter::optional("width", Kind::Number(NARROWEST as u32, WIDEST_SET as u32)),
        ]);
    AddColumn, "Add an opcode column …", "Choose an opcode to show its operands in the list.",
        [ColumnList "a"], |model, call| match call.text(0) {
            Some(name) => model.document.columns.show(Column::opcode(name)),
            None => opcodes::choose(model, "Opcode for a new column", |model, name| {
                model.document.columns.show(Column::opcode(name));
            }),
        },
        takes(&[Parameter::new("opcode", Kind::Opcode)]), hint("add opcode"), keeps_overlay,
        disabled(columns::in_another_page);
    ResetColumns, "Reset the columns",
        "Show the default columns: line, side, id, best, problems.",
        [ColumnList "r"], |model, _| model.document.columns.set(Columns::default()),
        keeps_overlay, disabled(columns::in_another_page);
}

fn cant_move(model: &Model, is_at_end: bool, reason: &'static str) -> Option<String> {
    let is_at_end = is_at_end && model.document.marked().is_none();
    nothing_here(model)
        .or_else(|| lines::is_sorted(model))
        .or_else(|| model.when(is_at_end, reason))
}

/// Runs `does` with the column that a call names, or `asks` without one.
fn with_column(
    model: &mut Model,
    call: &Call,
    does: impl FnOnce(&mut Model, Column),
    asks: impl FnOnce(&mut Model),
) {
    let Some(name) = call.text(0) else {
        return asks(model);
    };
    match Column::chosen(&name) {
        Ok(column) => does(model, column),
        Err(reason) => model.refused(glyph::safe(reason.as_bytes())),
    }
}
