//! Commands of the list's columns.

use crate::editor::command::{Call, Id, Kind, Parameter, rows};
use crate::editor::model::Model;
use crate::editor::panes::operations::rows;
use crate::editor::panes::records::columns::chooser::{self, on_column};
use crate::editor::panes::records::columns::{sort, width};
use crate::editor::state::columns::{Column, Columns, NARROWEST, WIDEST_SET};
use crate::editor::widgets::glyph;

rows! {
    Columns, "Choose columns …", "Choose which columns the list shows, and their order.",
        [Records "c"], |model, call| {
            with_column(model, call, |model, column| model.document.columns.show(column), chooser::open)
        },
        words("settings"), takes(&[Parameter::new("column", Kind::Text)]), hint("columns");
    FitColumns, "Fit the columns",
        "Make the columns as wide as the lines on screen need, and forget the widths that were set.",
        [Records "w"], |model, _| {
            model.document.columns.fit();
            model.done("columns fit the lines on screen");
        };
    ColumnsLeft, "Scroll columns left", "Scroll the list's columns to the left.",
        [Records "Left"], |model, _| {
            model.document.columns.first = model.document.columns.first.saturating_sub(1);
        },
        disabled(|model| model.when(model.document.columns.first == 0, "this is the first column"));
    ColumnsRight, "Scroll columns right", "Scroll the list's columns to the right.",
        [Records "Right"], |model, _| {
            model.document.columns.first += 1;
        },
        disabled(|model| {
            let is_last = model.document.columns.first + 1 >= model.list_columns().len();
            model.when(is_last, "this is the last column")
        });
    Sort, "Sort by …",
        "Sort the list by a column, ascending or descending; the file does not change.",
        [Records "s"], |model, call| {
            let down = call.choice(1) == Some("down");
            with_column(model, call, |model, column| sort::by(model, &column, down), sort::open)
        },
        takes(&[
            Parameter::new("column", Kind::Opcode),
            Parameter::optional("order", Kind::Choice(&["up", "down"])),
        ]), words("order view column pieces"), hint("sort"), disabled(sort::why_not);
    FileOrder, "Show the file's order", "Remove the sort and show the records in file order.",
        [], |model, _| sort::off(model),
        words("unsort"), hint("file order"), hint_as(Id::Close), disabled(sort::not_sorted);
    SortFile, "Make this the file's order",
        "Move all records, or the marked ones, in the file to match the sorted view, in one step.",
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
        ]), changes, disabled(sort::why_not);
    ColumnUp, "Move the column left", "Move the column under the cursor one place to the left.",
        [Report "K" "Alt-Up"], |model, _| {
            on_column(model, |model, column| model.document.columns.shift(column, -1))
        },
        hint("move up"), keeps_overlay, disabled(chooser::no_column_here);
    ColumnDown, "Move the column right", "Move the column under the cursor one place to the right.",
        [Report "J" "Alt-Down"], |model, _| {
            on_column(model, |model, column| model.document.columns.shift(column, 1))
        },
        hint("move down"), keeps_overlay, disabled(chooser::no_column_here);
    WidenColumn, "Make the column wider",
        "Make the column under the cursor wider; you can also drag the border behind its heading.",
        [Report ">"], |model, _| on_column(model, |model, column| width::step(model, column, 1)),
        words("width resize"), keeps_overlay, disabled(chooser::no_column_here);
    NarrowColumn, "Make the column narrower", "Make the column under the cursor narrower.",
        [Report "<"], |model, _| on_column(model, |model, column| width::step(model, column, -1)),
        words("width resize"), keeps_overlay, disabled(chooser::no_column_here);
    ColumnWidth, "Set a column's width …",
        "Set how wide a column is; without a number its content decides again.",
        [], |model, call| {
            let number = call.number(1).and_then(|width| u16::try_from(width).ok());
            let set = |model: &mut Model, column| width::set(model, &column, number);
            with_column(model, call, set, chooser::open)
        },
        words("resize wider narrower"), takes(&[
            Parameter::new("column", Kind::Opcode),
            Parameter::optional("width", Kind::Number(NARROWEST as u32, WIDEST_SET as u32)),
        ]);
    AddColumn, "Add an opcode column …", "Choose an opcode to show its operands in the list.",
        [Report "a"], |model, call| match call.text(0) {
            Some(name) => model.document.columns.show(Column::opcode(name)),
            None => rows::choose_opcode(model, "Opcode for a new column", |model, name| {
                model.document.columns.show(Column::opcode(name));
            }),
        },
        takes(&[Parameter::new("opcode", Kind::Opcode)]), hint("add opcode"), keeps_overlay,
        disabled(chooser::in_another_page);
    ResetColumns, "Reset the columns",
        "Show the default columns: line, side, id, best move and problems.",
        [Report "r"], |model, _| model.document.columns.set(Columns::default()),
        keeps_overlay, disabled(chooser::in_another_page);
}

/// Does something with the column that a call names; asks where it names none.
pub(crate) fn with_column(
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
