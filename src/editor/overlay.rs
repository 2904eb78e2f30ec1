//! Layers over the panes: menus (also used for questions and, narrowed by typing, for palettes), one-line
//! prompts, and pages. They are one stack in the model; the top layer gets the keys, and Esc closes it.

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

/// Returns the top layer if it is of this type.
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

/// Leaves the top layer. Returns false if there is none.
pub(crate) fn leave(model: &mut Model) -> bool {
    let top = model.overlays.pop();
    if let Some(top) = &top {
        top.closed(model, Closed::Left);
    }
    top.is_some()
}

/// Closes all layers above a page about the file, or above the panes.
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

/// Shows a message in the prompt on top; `None` removes it.
pub(crate) fn say(model: &mut Model, message: impl Into<Option<String>>) {
    if let Some(prompt) = top_mut::<Prompt>(model) {
        prompt.message = message.into();
    }
}

fn input_mut(model: &mut Model) -> Option<&mut LineEditor> {
    model.overlays.last_mut()?.input_mut()
}

/// The maximum length of a typed text, in bytes: that of a path. All of it is read and drawn again after each key.
const LONGEST: usize = 4096;

/// Returns true, and reports it, if `more` bytes can't be typed.
fn is_too_long(model: &mut Model, more: usize) -> bool {
    let length = input_mut(model).map_or(0, |input| input.text().len());
    let wanted = length + more;
    let is_too_long = more > 0 && wanted > LONGEST;
    if is_too_long {
        let message = format!("at most {LONGEST} bytes can be typed here, not {wanted}");
        match top_mut::<Prompt>(model) {
            Some(prompt) => prompt.message = Some(message),
            None => model.refused(message),
        }
    }
    is_too_long
}

/// Inserts a key without a command into the text. Returns false if the layer has no text.
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

/// Undoes or redoes typing in the top layer's text. Returns false for other commands and layers without a text.
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

/// Answers the layer on top: types a text into a prompt and accepts it, or chooses a row of a menu by its name.
pub(crate) fn answer(model: &mut Model, text: &str) {
    if top::<Prompt>(model).is_none() {
        return menu::answer(model, text);
    }
    type_over(model, text.to_owned());
    prompt::choose(model);
}

/// Activates the row of the top menu with this key. Returns false if there is none.
pub(crate) fn press(model: &mut Model, key: char) -> bool {
    let is_row = top_mut::<Menu>(model).is_some_and(|menu| menu.press(key));
    if is_row {
        menu::choose(model);
    }
    is_row
}

pub(crate) fn click(model: &mut Model, row: usize) {
    let top = model.overlays.last_mut();
    if top.is_some_and(|top| top.click(row)) {
        choose(model);
    }
}

pub trait Layer: fmt::Debug + Any {
    fn context(&self) -> Context;

    /// Returns the preferred size for this number of columns.
    fn wants(&self, columns: u16) -> SizeHint;

    /// Returns the title of the frame; empty for a prompt, which has no frame.
    fn title(&self) -> &str {
        ""
    }

    /// Returns the hint for Enter.
    fn enter(&self) -> &'static str {
        "choose"
    }

    /// Returns the handler that activates the selected item, or accepts the typed text.
    fn choose(&self) -> fn(&mut Model) {
        |_| {}
    }

    /// Returns the handler of a changed text.
    fn typed(&self) -> fn(&mut Model) {
        |_| {}
    }

    /// Stops the work that only this layer waited for.
    fn closed(&self, _model: &mut Model, _how: Closed) {}

    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        None
    }

    /// Returns the state of the list and its number of rows; `None` for a layer without a cursor.
    fn list(&mut self) -> Option<(&mut ListState, usize)> {
        None
    }

    fn step(&mut self, step: Step, room: Room) {
        if let Some((list, count)) = self.list() {
            list.step(step, count, room.rows);
        }
    }

    /// Keeps the cursor within the rows and on the screen.
    fn settle(&mut self, room: Room) {
        if let Some((list, count)) = self.list() {
            list.keep(count, room.rows);
        }
    }

    /// Moves the cursor to a clicked row of the screen. Returns true if the click activates the row.
    fn click(&mut self, row: usize) -> bool {
        let list = self.list();
        list.is_some_and(|(list, count)| list.put(row, count).is_some())
    }
}

/// The way in which a layer was closed without a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Left with Esc, or by a click outside of it.
    Left,
    /// By a command that works on the panes.
    Overtaken,
}

/// The preferred size of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeHint {
    Line,
    /// Nearly the whole screen, so that the page does not move while rows arrive; with a row for tabs, and
    /// the lower half for records side by side.
    Page {
        has_tabs: bool,
        compares: bool,
    },
    /// A box with a border.
    Box(BoxSize),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoxSize {
    /// The width, border included.
    pub columns: u16,
    /// The rows of text at the head.
    pub about: u16,
    pub input: u16,
    /// The rows of the list: those of all items, for which the box is placed, and those left by the typed text.
    pub rows: (u16, u16),
    /// The rows of the note below the list: of the longest note, and of the selected row's note.
    pub note: (u16, u16),
    /// The columns of the list, if there is a sample beside it.
    pub list_columns: Option<u16>,
}

const NOTE: usize = 3;

/// Returns the number of rows that the longest of these sentences needs, at most [`NOTE`].
fn note_rows<'t>(sentences: impl Iterator<Item = &'t str>, columns: usize) -> u16 {
    let rows = sentences.map(|text| wrapped(text, columns, 0).len());
    cells(rows.max().unwrap_or(0).min(NOTE))
}
