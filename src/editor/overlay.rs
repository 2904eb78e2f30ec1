//! Layers over the panes: menus (which are also the questions, and, narrowed by typing, the palettes), one-line
//! prompts, and pages of text (help, differences). One stack in the model; the top one gets the keys, Esc closes it.

pub(crate) mod menu;
mod pager;
pub mod paths;
pub(crate) mod prompt;
mod ranking;
pub mod report;

use crate::editor::command::{Context, Id};
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::widgets::glyph::cells;
use crate::editor::widgets::line_editor::{KeyEffect, LineEditor};
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{ListState, Room, Step};
pub(crate) use menu::Own;
pub use menu::{Action, Menu, MenuItem, Sample};
pub use pager::{Pager, PagerLine};
pub(crate) use prompt::{Answer, hears};
pub use prompt::{Meaning, Prompt, PromptHandler, Wrong};
use std::any::Any;
use std::borrow::Cow;
use std::fmt;

/// Returns what lies on top, where it is of this shape.
pub fn top<L: Layer>(model: &Model) -> Option<&L> {
    let top: &dyn Any = &**model.overlays.last()?;
    top.downcast_ref()
}

pub(crate) fn top_mut<L: Layer>(model: &mut Model) -> Option<&mut L> {
    let top: &mut dyn Any = &mut **model.overlays.last_mut()?;
    top.downcast_mut()
}

pub(crate) fn is<L: Layer>(layer: &dyn Layer) -> bool {
    let layer: &dyn Any = layer;
    layer.is::<L>()
}

pub(crate) fn open(model: &mut Model, layer: impl Layer) {
    model.overlays.push(Box::new(layer));
}

/// Leaves what lies on top; `false` where nothing does.
pub(crate) fn leave(model: &mut Model) -> bool {
    let top = model.overlays.pop();
    if let Some(top) = &top {
        top.closed(model, Closed::Left);
    }
    top.is_some()
}

/// Closes all that lies over a page about the file, or over the panes.
pub(crate) fn leave_to_report(model: &mut Model) {
    while let Some(top) = model.overlays.pop_if(|top| !is::<report::Report>(&**top)) {
        top.closed(model, Closed::Overtaken);
    }
}

pub(crate) fn close_all(model: &mut Model) {
    while let Some(top) = model.overlays.pop() {
        top.closed(model, Closed::Overtaken);
    }
}

/// Returns the topmost prompt, even if another layer covers it.
pub(crate) fn last_prompt_mut(model: &mut Model) -> Option<&mut Prompt> {
    model.overlays.iter_mut().rev().find_map(|layer| {
        let layer: &mut dyn Any = &mut **layer;
        layer.downcast_mut()
    })
}

/// Says something in the prompt on top; `None` takes back what was said.
pub(crate) fn say(model: &mut Model, message: impl Into<Option<String>>) {
    if let Some(prompt) = top_mut::<Prompt>(model) {
        prompt.message = message.into();
    }
}

fn input_mut(model: &mut Model) -> Option<&mut LineEditor> {
    model.overlays.last_mut()?.input_mut()
}

/// Bytes that can be typed where something is asked for: as many as a path can have. All of it is read and
/// drawn anew with each key.
const LONGEST: usize = 4096;

/// Returns true, and says so, if so many bytes more can't be typed.
fn is_too_long(model: &mut Model, more: usize) -> bool {
    let length = input_mut(model).map_or(0, |input| input.text().len());
    let wanted = length + more;
    let is_too_long = more > 0 && wanted > LONGEST;
    if is_too_long {
        let said = format!("at most {LONGEST} bytes can be typed here, not {wanted}");
        match top_mut::<Prompt>(model) {
            Some(prompt) => prompt.message = Some(said),
            None => model.refused(said),
        }
    }
    is_too_long
}

/// Types a key that no command has. Returns false if the layer takes no text.
pub(crate) fn key(model: &mut Model, key: Key) -> bool {
    if is_too_long(model, key.typed().map_or(0, char::len_utf8)) {
        return true;
    }
    let edited = input_mut(model).map(|input| input.key(key));
    if edited == Some(KeyEffect::Text) {
        typed(model)
    }
    edited.is_some()
}

pub(crate) fn paste(model: &mut Model, text: &str) {
    if is_too_long(model, text.len()) {
        return;
    }
    if let Some(input) = input_mut(model) {
        input.insert(text);
        typed(model)
    }
}

/// Undoes or redoes the last typing in a text, where a key of these commands is pressed in one; else `false`.
pub(crate) fn undoes(model: &mut Model, id: Id) -> bool {
    let (step, none): (fn(&mut LineEditor) -> bool, _) = match id {
        Id::Undo => (LineEditor::undo, "no typing to undo"),
        Id::Redo => (LineEditor::redo, "no typing to redo"),
        _ => return false,
    };
    let Some(input) = input_mut(model) else {
        return false;
    };
    match step(input) {
        true => typed(model),
        false => say(model, none.to_owned()),
    }
    true
}

pub(crate) fn ask(
    model: &mut Model,
    label: impl Into<Cow<'static, str>>,
    text: &str,
    asks: impl PromptHandler,
) {
    open(model, Prompt::new(label, text, asks));
    typed(model)
}

pub(crate) fn typed(model: &mut Model) {
    if let Some(top) = model.overlays.last() {
        top.typed()(model);
    }
}

pub(crate) fn enter(model: &Model) -> &'static str {
    model.overlays.last().map_or("choose", |top| top.enter())
}

/// Activates the selected row, or accepts the text.
pub(crate) fn choose(model: &mut Model) {
    if let Some(top) = model.overlays.last() {
        top.choose()(model);
    }
}

pub(crate) fn type_over(model: &mut Model, text: String) {
    if let Some(prompt) = top_mut::<Prompt>(model) {
        prompt.input.set_text(text);
    }
    typed(model)
}

/// Answers the prompt or the menu on top: a text is typed and Enter pressed, a row chosen by its name.
pub(crate) fn answer(model: &mut Model, text: &str) {
    if top::<Prompt>(model).is_none() {
        return menu::answer(model, text);
    }
    type_over(model, text.to_owned());
    prompt::choose(model);
}

/// Activates the row of the top menu that has this key. Returns false if there is none.
pub(crate) fn press(model: &mut Model, key: char) -> bool {
    let is_row = top_mut::<Menu>(model).is_some_and(|menu| menu.press(key));
    if is_row {
        menu::choose(model);
    }
    is_row
}

/// Handles a click on a row of the top layer.
pub(crate) fn click(model: &mut Model, row: usize) {
    let top = model.overlays.last_mut();
    if top.is_some_and(|top| top.click(row)) {
        choose(model);
    }
}

pub trait Layer: fmt::Debug + Any {
    fn context(&self) -> Context;

    /// Returns its preferred size, given this number of columns.
    fn wants(&self, columns: u16) -> SizeHint;

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

    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        None
    }

    /// Returns the list of its rows, where it has a cursor in them, and how many there are.
    fn list(&mut self) -> Option<(&mut ListState, usize)> {
        None
    }

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
pub enum SizeHint {
    Line,
    /// Nearly the whole screen, so that it stays where it is while rows come; a row for tabs, and the lower half for
    /// records side by side.
    Page {
        has_tabs: bool,
        compares: bool,
    },
    /// A box, without its border.
    Box(BoxSize),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoxSize {
    /// With the border.
    pub columns: u16,
    /// Rows of words at its head.
    pub about: u16,
    pub input: u16,
    /// Rows of its list: of all of it, which has its place, and of what is left of it by what is typed.
    pub rows: (u16, u16),
    /// Rows below it for what a row says in whole: of the longest, and of the one with the cursor.
    pub note: (u16, u16),
    /// Columns of the list, where something stands beside it.
    pub list_columns: Option<u16>,
}

const NOTE: usize = 3;

/// Returns the number of rows that the longest of these sentences needs in this number of columns.
fn note_rows<'t>(sentences: impl Iterator<Item = &'t str>, columns: usize) -> u16 {
    let rows = sentences.map(|text| wrapped(text, columns, 0).len());
    cells(rows.max().unwrap_or(0).min(NOTE))
}
