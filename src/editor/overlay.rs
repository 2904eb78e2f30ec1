//! What lies over the panes: menus (which are also the questions, and, narrowed by typing, the palettes),
//! one-line prompts, and pages of text (help, differences). One stack in the model; the top one
//! gets the keys, Esc closes it.
//!
//! Paths as they are typed: `~` and quotes in them, and how they are completed: the folder is read
//! outside, its entries come as a message.

pub(crate) mod grammar;
mod layer;
pub(crate) mod menu;
pub(crate) mod narrowing;
pub(crate) mod new_path;
mod pager;
pub(crate) mod prompt;
pub mod report;

use crate::editor::command::unquoted;
use crate::editor::effect::Effect;
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::state::{FilePicker, FolderEntry};
use crate::editor::widgets::line_editor::{Edited, LineEditor};
pub use grammar::{Meaning, Wrong};
pub use layer::{Closed, Inside, Layer, Wanted};
pub use menu::{Does, Menu, MenuItem, Sample};
pub(crate) use narrowing::{Narrowing, Own};
pub use pager::{Pager, PagerLine};
pub(crate) use prompt::{Answer, hears};
pub use prompt::{Asks, Prompt};
use std::any::Any;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Returns what lies on top, where it is of this shape.
pub fn top<L: Layer>(model: &Model) -> Option<&L> {
    let top: &dyn Any = &**model.overlays.last()?;
    top.downcast_ref()
}

pub(crate) fn top_mut<L: Layer>(model: &mut Model) -> Option<&mut L> {
    let top: &mut dyn Any = &mut **model.overlays.last_mut()?;
    top.downcast_mut()
}

/// Returns whether a layer is of this shape.
pub(crate) fn is<L: Layer>(layer: &dyn Layer) -> bool {
    let layer: &dyn Any = layer;
    layer.is::<L>()
}

/// Lays something over the panes, and over what lies there.
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

/// Closes all that lies over the panes.
pub(crate) fn close_all(model: &mut Model) {
    while let Some(top) = model.overlays.pop() {
        top.closed(model, Closed::Overtaken);
    }
}

/// The prompt, also below what lies over it.
pub(crate) fn last_prompt_mut(model: &mut Model) -> Option<&mut Prompt> {
    let layers = model.overlays.iter_mut().rev();
    layers
        .filter_map(|layer| {
            let layer: &mut dyn Any = &mut **layer;
            layer.downcast_mut()
        })
        .next()
}

/// Says something in the prompt on top; `None` takes back what was said.
pub(crate) fn say(model: &mut Model, message: impl Into<Option<String>>) {
    if let Some(prompt) = top_mut::<Prompt>(model) {
        prompt.message = message.into();
    }
}

/// Returns the input of the top layer, where it has one.
fn input_mut(model: &mut Model) -> Option<&mut LineEditor> {
    model.overlays.last_mut()?.input_mut()
}

/// Bytes that can be typed where something is asked for: as many as a path can have. All of it is read and
/// drawn anew with each key.
const LONGEST: usize = 4096;

/// Returns true, and says so, if so many bytes more can't be typed.
fn is_too_long(model: &mut Model, more: usize) -> bool {
    let length = input_mut(model).map_or(0, |input| input.text().len());
    let is_too_long = more > 0 && length + more > LONGEST;
    if is_too_long {
        let said = format!(
            "at most {LONGEST} bytes can be typed here, not {}",
            length + more
        );
        match top_mut::<Prompt>(model) {
            Some(prompt) => prompt.message = Some(said),
            None => model.refused(said),
        }
    }
    is_too_long
}

/// A key that no command has: it types. `false` where nothing can be typed.
pub(crate) fn key(model: &mut Model, key: Key) -> bool {
    if is_too_long(model, key.typed().map_or(0, char::len_utf8)) {
        return true;
    }
    let edited = input_mut(model).map(|input| input.key(key));
    if edited == Some(Edited::Text) {
        typed(model)
    }
    edited.is_some()
}

/// A text was pasted.
pub(crate) fn paste(model: &mut Model, text: &str) {
    if is_too_long(model, text.len()) {
        return;
    }
    if let Some(input) = input_mut(model) {
        input.insert(text);
        typed(model)
    }
}

/// Opens a prompt whose text has a grammar.
pub(crate) fn ask(
    model: &mut Model,
    label: impl Into<Cow<'static, str>>,
    text: &str,
    asks: impl Asks,
) {
    open(model, Prompt::new(label, text, asks));
    typed(model)
}

/// The text of what lies on top was changed.
pub(crate) fn typed(model: &mut Model) {
    if let Some(top) = model.overlays.last() {
        top.typed()(model);
    }
}

/// Returns the hint for Enter in the top layer.
pub(crate) fn enter(model: &Model) -> &'static str {
    model.overlays.last().map_or("choose", |top| top.enter())
}

/// Takes what the cursor is on, or what is typed.
pub(crate) fn choose(model: &mut Model) {
    if let Some(top) = model.overlays.last() {
        top.choose()(model);
    }
}

/// Another text in the prompt on top.
pub(crate) fn type_over(model: &mut Model, text: String) {
    if let Some(prompt) = top_mut::<Prompt>(model) {
        prompt.input.set_text(text);
    }
    typed(model)
}

/// Answers the prompt or the menu on top: a text is typed and Enter pressed, a row chosen by its
/// name.
pub(crate) fn answer(model: &mut Model, text: &str) {
    if top::<Prompt>(model).is_none() {
        return menu::answer(model, text);
    }
    type_over(model, text.to_owned());
    prompt::choose(model);
}

/// The key of a row of the menu on top; `false` where no row has it.
pub(crate) fn press(model: &mut Model, key: char) -> bool {
    let is_row = top_mut::<Menu>(model).is_some_and(|menu| menu.press(key));
    if is_row {
        menu::choose(model);
    }
    is_row
}

/// A row on screen of what lies on top was clicked.
pub(crate) fn click(model: &mut Model, row: usize) {
    let top = model.overlays.last_mut();
    if top.is_some_and(|top| top.click(row)) {
        choose(model);
    }
}

/// A path as it was typed, `~` being the home folder.
pub fn expanded(typed: &Path, home: Option<&Path>) -> PathBuf {
    match (typed.strip_prefix("~"), home) {
        (Ok(inside), Some(home)) => home.join(inside),
        _ => typed.to_path_buf(),
    }
}

/// The path that a text typed means: without blanks and quotes around it, `~` being the home folder.
pub(crate) fn meant(model: &Model, typed: &str) -> PathBuf {
    expanded(Path::new(unquoted(typed.trim())), model.home.as_deref())
}

/// Paths are typed from here on: nothing is known of any folder.
pub(crate) fn begin(model: &mut Model) {
    let ticket = model.ticket();
    model.file_picker = FilePicker {
        ticket,
        ..FilePicker::default()
    };
}

/// The folder part of a text that is a path, its last separator included.
pub(crate) fn folder_of(typed: &str) -> &str {
    typed.rfind('/').map_or("", |at| &typed[..=at])
}

/// A text without the quote that it may begin with: the other one is still to be typed.
fn without_quote(typed: &str) -> &str {
    let typed = unquoted(typed);
    typed.strip_prefix(['"', '\'']).unwrap_or(typed)
}

/// Has the folder of a path that is typed read.
pub(crate) fn read(model: &mut Model, typed: &str) {
    read_folder(model, Some(folder_of(without_quote(typed))));
}

/// Has a folder read, where it is another than before.
pub(crate) fn read_folder(model: &mut Model, folder: Option<&str>) {
    let files = &mut model.file_picker;
    if files.folder.as_deref() == folder {
        return;
    }
    files.entries.clear();
    files.folder = folder.map(str::to_owned);
    let ticket = files.ticket;
    let folder = files.folder.clone();
    model
        .out
        .extend(folder.map(|folder| Effect::ReadFolder { ticket, folder }));
}

/// The paths that begin as typed, which are put in its place without quotes. What can't be typed as it is
/// is not among them: a name with a control character, and one that begins or ends with a blank or stands
/// in quotes, which mean nothing around a path.
pub(crate) fn offered(model: &Model, typed: &str) -> Vec<(String, String)> {
    let path = without_quote(typed);
    let files = &model.file_picker;
    if files.folder.as_deref() != Some(folder_of(path)) {
        return Vec::new();
    }
    let fits = files.entries.iter().filter(|entry| {
        let value = &entry.name;
        let is_plain = unquoted(value.trim()) == value && !value.contains(char::is_control);
        is_plain && begins(value, path) && value != typed
    });
    let about = |entry: &FolderEntry| if entry.is_folder { "folder" } else { "" };
    fits.map(|entry| (entry.name.clone(), about(entry).to_owned()))
        .collect()
}

/// Returns whether a path begins as typed: its folders as they are, its name in any case unless a capital is
/// typed. Hidden ones are not among those meant before their dot is typed.
pub(crate) fn begins(path: &str, typed: &str) -> bool {
    let folder = folder_of(typed);
    let name = typed.get(folder.len()..).unwrap_or_default();
    let Some(found) = path.strip_prefix(folder) else {
        return false;
    };
    if found.starts_with('.') && !name.starts_with('.') {
        return false;
    }
    match name.chars().any(char::is_uppercase) {
        true => found.starts_with(name),
        false => found.to_lowercase().starts_with(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_as_typed_in_its_folders_and_in_any_case_in_its_name() {
        for (path, typed, expected) in [
            ("WAC.epd", "wac", true),
            ("WAC.epd", "Wac", false),
            ("/Home/Me/WAC.epd", "/Home/Me/wac", true),
            ("/home/WAC.epd", "/Home/wac", false),
            ("Été 1.epd", "été", true),
            ("été.epd", "É", false),
            ("my suite.epd", "my s", true),
            (".hidden/", "", false),
            (".hidden/", ".", true),
            ("a/.hidden", "a/", false),
            ("a/.hidden", "a/.h", true),
        ] {
            assert_eq!(begins(path, typed), expected, "{path} {typed}");
        }
    }
}
