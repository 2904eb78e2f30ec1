//! A layer over the panes, and what each shape of it does in its own way.

use crate::editor::command::context::Context;
use crate::editor::model::Model;
use crate::editor::widgets::glyph::cells;
use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{ListState, Room, Step};
use std::any::Any;
use std::fmt;

/// Something over the panes.
pub trait Layer: fmt::Debug + Any {
    /// Returns the context of its keys.
    fn context(&self) -> Context;

    /// The room it wants, where it may have so many columns.
    fn wants(&self, columns: u16) -> Wanted;

    /// Returns what its frame says; empty for a line without a frame.
    fn title(&self) -> &str {
        ""
    }

    /// Returns what Enter does, as a hint says it.
    fn enter(&self) -> &'static str {
        "choose"
    }

    /// Returns what takes the item at the cursor, or the text that was typed.
    fn choose(&self) -> fn(&mut Model) {
        |_| {}
    }

    /// Returns what follows from another text in it.
    fn typed(&self) -> fn(&mut Model) {
        |_| {}
    }

    /// Calls off what only this waited for.
    fn closed(&self, _model: &mut Model, _how: Closed) {}

    /// Returns its input, where it has one.
    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        None
    }

    /// Returns the list of its rows, where it has a cursor in them, and how many there are.
    fn list(&mut self) -> Option<(&mut ListState, usize)> {
        None
    }

    /// Moves in its rows.
    fn step(&mut self, step: Step, room: Room) {
        if let Some((list, count)) = self.list() {
            list.step(step, count, room.rows);
        }
    }

    /// Keeps its cursor inside its rows and on the screen.
    fn settle(&mut self, room: Room) {
        if let Some((list, count)) = self.list() {
            list.keep(count, room.rows);
        }
    }

    /// Puts the cursor on a row of the screen that was clicked; returns whether that takes it.
    fn click(&mut self, row: usize) -> bool {
        let list = self.list();
        list.is_some_and(|(list, count)| list.put(row, count).is_some())
    }
}

/// The way in which a layer was closed without a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Left with Esc, or by a click beside it.
    Left,
    /// A command that works on the panes took over.
    Overtaken,
}

/// The room that something over the panes wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The status line.
    Line,
    /// Nearly the whole screen, so that it stays where it is while rows come; the lower half for
    /// records side by side.
    Page { compares: bool },
    /// A box, without its border.
    Box(Inside),
}

/// The size of the parts inside a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inside {
    /// With the border.
    pub columns: u16,
    /// Rows of words at its head.
    pub about: u16,
    /// Rows to type in.
    pub input: u16,
    /// Rows of the list.
    pub rows: u16,
    /// Rows below it for what a row says in whole.
    pub note: u16,
    /// Columns of the list, where something stands beside it.
    pub list_columns: Option<u16>,
}

/// Rows of a note at most.
const NOTE: usize = 3;

/// The rows that a note needs in so many columns, so that the longest of these sentences is not cut.
pub(super) fn note_rows<'t>(sentences: impl Iterator<Item = &'t str>, columns: usize) -> u16 {
    let rows = sentences.map(|text| wrapped(text, columns, 0).len());
    cells(rows.max().unwrap_or(0).min(NOTE))
}
