//! What lies over the panes: pickers (palette, opcodes), menus (which are also the questions),
//! one-line prompts, and pages of text (help, differences). One stack in the model; the top one
//! gets the keys, Esc closes it.

pub(crate) mod menu;
mod pager;
pub(crate) mod prompt;

use crate::app::effect::Effect;
use crate::app::features::bulk::preview::{self, Preview};
use crate::app::features::report::{self, Report};
use crate::app::line_editor::LineEditor;
use crate::app::model::Model;
pub use menu::{Does, Menu, MenuItem};
pub use pager::{Pager, PagerLine};
pub(crate) use prompt::step_number;
pub use prompt::{Asks, Grammar, Prompt, Wrong};

/// Something over the panes.
#[derive(Clone, Debug)]
pub enum Overlay {
    Picker(Picker),
    Menu(Menu),
    Prompt(Prompt),
    Pager(Pager),
    Report(Box<Report>),
    /// A change of many records, looked at before it is made.
    Preview(Preview),
}

/// A list narrowed by typing: the command palette, the opcode palette.
#[derive(Clone, Debug, PartialEq)]
pub struct Picker {
    pub kind: PickerKind,
    pub title: String,
    /// What is typed to narrow the list.
    pub input: LineEditor,
    /// All rows.
    pub items: Vec<PickerItem>,
    /// The rows that match, best first.
    pub shown: Vec<PickerMatch>,
    /// Index into `shown`.
    pub cursor: usize,
    /// First row of `shown` on screen.
    pub first: usize,
}

/// What a picker picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerKind {
    Commands,
    /// One of the open files.
    OpenFiles,
    /// A file to open.
    Files,
    /// An open file to compare the one shown with.
    CompareWith,
    /// An open file to copy or move records to.
    SendTo {
        moves: bool,
    },
    /// An opcode for a new operation.
    Opcodes,
    /// An opcode for a new column of the list.
    Column,
    /// An opcode whose values are counted.
    Values,
    /// A new opcode for operation `operation`.
    Rename {
        operation: usize,
    },
}

/// A row of a picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickerItem {
    /// The name: a command's title, an opcode.
    pub label: String,
    /// What it is, in a sentence.
    pub detail: String,
    /// Keys that do the same, or nothing.
    pub keys: String,
    /// Why it can't be chosen now.
    pub disabled: Option<String>,
    /// What is chosen: a command's name, an opcode.
    pub value: String,
}

/// A row of a picker that matches what is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickerMatch {
    /// Index into [`Picker::items`].
    pub item: usize,
    /// Which characters of the label matched (indices of `char`s, ascending).
    pub marks: Vec<usize>,
}

/// How something over the panes was closed without a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// It was left, with Esc or a click beside it.
    Left,
    /// A command that works on the panes took over.
    Overtaken,
}

impl From<Picker> for Overlay {
    fn from(picker: Picker) -> Self {
        Self::Picker(picker)
    }
}

impl From<Menu> for Overlay {
    fn from(menu: Menu) -> Self {
        Self::Menu(menu)
    }
}

impl From<Prompt> for Overlay {
    fn from(prompt: Prompt) -> Self {
        Self::Prompt(prompt)
    }
}

impl From<Pager> for Overlay {
    fn from(pager: Pager) -> Self {
        Self::Pager(pager)
    }
}

impl Overlay {
    /// Calls off what only this waited for.
    fn closed(&self, model: &mut Model, how: Closed) -> Vec<Effect> {
        match self {
            Self::Menu(menu) => menu.closed(model, how),
            Self::Prompt(prompt) => prompt.closed(model, how),
            Self::Report(_) => report::closed(model),
            Self::Preview(_) => preview::closed(model),
            Self::Picker(_) | Self::Pager(_) => Vec::new(),
        }
    }
}

/// Lays something over the panes, and over what lies there.
pub(crate) fn open(model: &mut Model, overlay: impl Into<Overlay>) -> Vec<Effect> {
    model.overlays.push(overlay.into());
    Vec::new()
}

/// Leaves what lies on top; `None` where nothing does.
pub(crate) fn leave(model: &mut Model) -> Option<Vec<Effect>> {
    let top = model.overlays.pop()?;
    Some(top.closed(model, Closed::Left))
}

/// Closes all that lies over the panes.
pub(crate) fn close_all(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    while let Some(top) = model.overlays.pop() {
        effects.extend(top.closed(model, Closed::Overtaken));
    }
    effects
}

/// The menu on top.
pub(crate) fn menu(model: &Model) -> Option<&Menu> {
    match model.overlays.last() {
        Some(Overlay::Menu(menu)) => Some(menu),
        _ => None,
    }
}

pub(crate) fn menu_mut(model: &mut Model) -> Option<&mut Menu> {
    match model.overlays.last_mut() {
        Some(Overlay::Menu(menu)) => Some(menu),
        _ => None,
    }
}

/// The prompt on top.
pub fn prompt(model: &Model) -> Option<&Prompt> {
    match model.overlays.last() {
        Some(Overlay::Prompt(prompt)) => Some(prompt),
        _ => None,
    }
}

pub(crate) fn prompt_mut(model: &mut Model) -> Option<&mut Prompt> {
    match model.overlays.last_mut() {
        Some(Overlay::Prompt(prompt)) => Some(prompt),
        _ => None,
    }
}

/// Says something in the prompt on top; `None` takes back what was said.
pub(crate) fn say(model: &mut Model, message: impl Into<Option<String>>) {
    if let Some(prompt) = prompt_mut(model) {
        prompt.message = message.into();
    }
}

/// The text of what lies on top was changed.
pub(crate) fn typed(model: &mut Model) -> Vec<Effect> {
    prompt::typed(model)
}

/// Another text in the prompt on top.
pub(crate) fn type_over(model: &mut Model, text: String) -> Vec<Effect> {
    if let Some(prompt) = prompt_mut(model) {
        prompt.input.set_text(text);
    }
    typed(model)
}

/// The key of a row of the menu on top.
pub(crate) fn press(model: &mut Model, key: char) -> Vec<Effect> {
    match menu_mut(model).is_some_and(|menu| menu.press(key)) {
        true => menu::choose(model),
        false => Vec::new(),
    }
}
