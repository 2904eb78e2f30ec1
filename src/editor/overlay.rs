//! What lies over the panes: pickers (palette, opcodes), menus (which are also the questions),
//! one-line prompts, and pages of text (help, differences). One stack in the model; the top one
//! gets the keys, Esc closes it.

mod covers;
pub(crate) mod menu;
mod pager;
pub(crate) mod picker;
pub mod preview;
pub(crate) mod prompt;
pub mod report;

use crate::editor::command::Context;
use crate::editor::jobs::{self, Slot};
use crate::editor::key::Key;
use crate::editor::line_editor::{Edited, LineEditor};
use crate::editor::model::Model;
use crate::editor::state::list::{Room, Step};
pub use covers::Closed;
use covers::Covers;
pub(crate) use covers::{Inside, Wanted};
pub use menu::{Does, Menu, MenuItem, Sample};
pub use pager::{Pager, PagerLine};
pub use picker::{Own, Picker, PickerMatch, Picks};
use preview::Preview;
pub(crate) use prompt::{Answer, hears, step_number};
pub use prompt::{Asks, Grammar, Prompt, Said, Wrong};
use report::Report;

/// Something over the panes.
#[derive(Debug)]
pub enum Overlay {
    Picker(Picker),
    Menu(Menu),
    Prompt(Prompt),
    Pager(Pager),
    Report(Box<Report>),
    /// A change of many records, looked at before it is made.
    Preview(Preview),
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
    fn shape(&self) -> &dyn Covers {
        match self {
            Self::Picker(picker) => picker,
            Self::Menu(menu) => menu,
            Self::Prompt(prompt) => prompt,
            Self::Pager(pager) => pager,
            Self::Report(report) => &**report,
            Self::Preview(preview) => preview,
        }
    }

    fn shape_mut(&mut self) -> &mut dyn Covers {
        match self {
            Self::Picker(picker) => picker,
            Self::Menu(menu) => menu,
            Self::Prompt(prompt) => prompt,
            Self::Pager(pager) => pager,
            Self::Report(report) => &mut **report,
            Self::Preview(preview) => preview,
        }
    }

    /// Calls off what only this waited for.
    fn closed(&self, model: &mut Model, how: Closed) {
        match self {
            Self::Menu(menu) => menu.closed(model, how),
            Self::Prompt(prompt) => prompt.closed(model, how),
            // Nobody waits for its work any more.
            Self::Report(_) => {
                jobs::stop(model, Slot::Report);
            }
            Self::Preview(preview) => preview.closed(model),
            Self::Picker(_) | Self::Pager(_) => {}
        }
    }

    /// Which keys it has.
    pub(crate) fn context(&self) -> Context {
        self.shape().context()
    }

    /// The room it wants, where it may have so many columns.
    pub(crate) fn wants(&self, columns: u16) -> Wanted {
        self.shape().wants(columns)
    }

    /// Moves in its rows.
    pub(crate) fn step(&mut self, step: Step, room: Room) {
        self.shape_mut().step(step, room);
    }

    /// Keeps its cursor inside its rows and on the screen.
    pub(crate) fn settle(&mut self, room: Room) {
        self.shape_mut().settle(room);
    }
}

/// Lays something over the panes, and over what lies there.
pub(crate) fn open(model: &mut Model, overlay: impl Into<Overlay>) {
    model.overlays.push(overlay.into());
}

/// Leaves what lies on top; `false` where nothing does.
pub(crate) fn leave(model: &mut Model) -> bool {
    let top = model.overlays.pop();
    if let Some(top) = &top {
        top.closed(model, Closed::Left);
    }
    top.is_some()
}

/// Closes all that lies over the panes.
pub(crate) fn close_all(model: &mut Model) {
    while let Some(top) = model.overlays.pop() {
        top.closed(model, Closed::Overtaken);
    }
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

/// The picker on top.
pub(crate) fn picker(model: &Model) -> Option<&Picker> {
    match model.overlays.last() {
        Some(Overlay::Picker(picker)) => Some(picker),
        _ => None,
    }
}

pub(crate) fn picker_mut(model: &mut Model) -> Option<&mut Picker> {
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) => Some(picker),
        _ => None,
    }
}

/// The page of text on top.
pub(crate) fn pager(model: &Model) -> Option<&Pager> {
    match model.overlays.last() {
        Some(Overlay::Pager(pager)) => Some(pager),
        _ => None,
    }
}

pub(crate) fn pager_mut(model: &mut Model) -> Option<&mut Pager> {
    match model.overlays.last_mut() {
        Some(Overlay::Pager(pager)) => Some(pager),
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

/// The prompt, also below what lies over it.
pub(crate) fn last_prompt_mut(model: &mut Model) -> Option<&mut Prompt> {
    let overlays = model.overlays.iter_mut().rev();
    overlays
        .filter_map(|overlay| match overlay {
            Overlay::Prompt(prompt) => Some(prompt),
            _ => None,
        })
        .next()
}

/// Says something in the prompt on top; `None` takes back what was said.
pub(crate) fn say(model: &mut Model, message: impl Into<Option<String>>) {
    if let Some(prompt) = prompt_mut(model) {
        prompt.message = message.into();
    }
}

/// What lies on top, where it is typed in.
fn input_mut(model: &mut Model) -> Option<&mut LineEditor> {
    model.overlays.last_mut()?.shape_mut().input_mut()
}

/// Whether what lies on top has a text that keys type into.
pub(crate) fn is_typed_in(model: &mut Model) -> bool {
    input_mut(model).is_some()
}

/// Bytes that can be typed where something is asked for: as many as a path can have. All of it is read and
/// drawn anew with each key.
const LONGEST: usize = 4096;

/// Whether so many bytes more can't be typed; that is said.
fn is_too_long(model: &mut Model, more: usize) -> bool {
    let length = input_mut(model).map_or(0, |input| input.text().len());
    let is_too_long = more > 0 && length + more > LONGEST;
    if is_too_long {
        let said = format!(
            "at most {LONGEST} bytes can be typed here, not {}",
            length + more
        );
        match prompt_mut(model) {
            Some(prompt) => prompt.message = Some(said),
            None => model.refused(said),
        }
    }
    is_too_long
}

/// A key that no command has: it types.
pub(crate) fn key(model: &mut Model, key: Key) {
    if is_too_long(model, key.typed().map_or(0, char::len_utf8)) {
        return;
    }
    if let Some(Edited::Text) = input_mut(model).map(|input| input.key(key)) {
        typed(model)
    }
}

/// A text was pasted.
pub(crate) fn paste(model: &mut Model, text: &str) {
    if is_too_long(model, text.len()) {
        return;
    }
    match input_mut(model) {
        Some(input) => input.insert(text),
        None => return,
    }
    typed(model)
}

/// The text of what lies on top was changed.
pub(crate) fn typed(model: &mut Model) {
    match model.overlays.last() {
        Some(Overlay::Picker(_)) => picker::typed(model),
        Some(Overlay::Prompt(_)) => prompt::typed(model),
        Some(Overlay::Pager(_)) => {
            if let Some(pager) = pager_mut(model) {
                pager.first = 0;
            }
        }
        _ => {}
    }
}

/// What Enter does in what lies on top, as a hint says it.
pub(crate) fn enter(model: &Model) -> &'static str {
    match model.overlays.last() {
        Some(Overlay::Prompt(prompt)) => prompt.asks().enter(),
        Some(Overlay::Picker(picker)) => picker.enter(),
        Some(Overlay::Report(report)) => report.enter(),
        _ => "choose",
    }
}

/// Takes what the cursor is on, or what is typed.
pub(crate) fn choose(model: &mut Model) {
    match model.overlays.last() {
        Some(Overlay::Picker(_)) => picker::choose(model),
        Some(Overlay::Menu(_)) => menu::choose(model),
        Some(Overlay::Prompt(_)) => prompt::choose(model),
        Some(Overlay::Report(_)) => report::choose(model),
        Some(Overlay::Pager(_)) => {
            // What was found stays, the keys of the page hold again.
            if let Some(pager) = pager_mut(model) {
                pager.typing = false;
            }
        }
        Some(Overlay::Preview(_)) | None => {}
    }
}

/// Another text in the prompt on top.
pub(crate) fn type_over(model: &mut Model, text: String) {
    if let Some(prompt) = prompt_mut(model) {
        prompt.input.set_text(text);
    }
    typed(model)
}

/// Answers the prompt or the menu on top: a text is typed and Enter pressed, a row chosen by its
/// name.
pub(crate) fn answer(model: &mut Model, text: &str) {
    if prompt(model).is_none() {
        return menu::answer(model, text);
    }
    type_over(model, text.to_owned());
    prompt::choose(model);
}

/// The key of a row of the menu on top; `false` where no row has it.
pub(crate) fn press(model: &mut Model, key: char) -> bool {
    let is_row = menu_mut(model).is_some_and(|menu| menu.press(key));
    if is_row {
        menu::choose(model);
    }
    is_row
}

/// A row on screen of what lies on top was clicked.
pub(crate) fn click(model: &mut Model, row: usize) {
    let top = model.overlays.last_mut();
    if top.is_some_and(|top| top.shape_mut().click(row)) {
        choose(model);
    }
}
