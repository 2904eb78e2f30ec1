//! The picker of files: recent ones and those of the folder by any part of their name, any other by
//! its path, which is completed.

use crate::app::effect::{Effect, ListJob};
use crate::app::features::files;
use crate::app::features::palette;
use crate::app::glyph;
use crate::app::line_editor::LineEditor;
use crate::app::model::Model;
use crate::app::overlay::{Overlay, Picker, PickerItem, PickerKind};
use crate::app::state::file_picker::{FilePicker, FolderEntry, ListedFile};
use std::path::PathBuf;

/// What stands in the place of an item's keys where the path is opened as it is typed.
const AS_TYPED: &str = "as typed";

/// Opens the picker; the files come as they are found.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let ticket = model.ticket();
    model.file_picker = FilePicker {
        ticket,
        ..FilePicker::default()
    };
    model.overlays.push(Overlay::Picker(Picker {
        kind: PickerKind::Files,
        title: "Open a file: any part of its name, or a path".into(),
        input: LineEditor::default(),
        items: Vec::new(),
        shown: Vec::new(),
        cursor: 0,
        first: 0,
    }));
    let root = root(model);
    vec![Effect::ListFiles(ListJob { ticket, root })]
}

/// Where files are looked for: the folder that is shown, else that of the file, else here.
fn root(model: &Model) -> PathBuf {
    let shown = model
        .folder
        .as_ref()
        .and_then(|folder| folder.roots.first());
    let path = model.document.suite.path().and_then(|path| path.parent());
    let root = shown.map(PathBuf::as_path).or(path);
    match root {
        Some(root) if !root.as_os_str().is_empty() => root.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Files were found.
pub(crate) fn listed(model: &mut Model, ticket: u64, files: Vec<ListedFile>) {
    if model.file_picker.ticket != ticket {
        return;
    }
    let items: Vec<PickerItem> = files.into_iter().map(item).collect();
    model.file_picker.listed.extend(items);
    show_more(model);
}

fn item(file: ListedFile) -> PickerItem {
    PickerItem {
        label: glyph::safe(file.name.as_bytes()),
        detail: if file.recent { "recent" } else { "" }.into(),
        keys: String::new(),
        disabled: None,
        value: file.path,
    }
}

/// A folder was read.
pub(crate) fn folder_read(model: &mut Model, ticket: u64, folder: &str, entries: Vec<FolderEntry>) {
    let picker = &mut model.file_picker;
    if picker.ticket != ticket || picker.folder.as_deref() != Some(folder) {
        return;
    }
    picker.entries = entries
        .into_iter()
        .map(|entry| {
            let end = if entry.is_folder { "/" } else { "" };
            let path = format!("{folder}{}{end}", entry.name);
            PickerItem {
                label: glyph::safe(path.as_bytes()),
                detail: if entry.is_folder { "folder" } else { "" }.into(),
                keys: String::new(),
                disabled: None,
                value: path,
            }
        })
        .collect();
    show_more(model);
}

/// The folder part of a text that is a path, its last separator included.
fn folder_of(typed: &str) -> Option<&str> {
    match typed.rfind('/') {
        Some(at) => typed.get(..=at),
        None => None,
    }
}

/// What is typed has changed: the right files are shown, and those of a folder typed are read.
pub(crate) fn typed(model: &mut Model) -> Vec<Effect> {
    let Some(Overlay::Picker(picker)) = model.overlays.last() else {
        return Vec::new();
    };
    let typed = picker.input.lossy().into_owned();
    let folder = folder_of(&typed).map(str::to_owned);
    let mut effects = Vec::new();
    let files = &mut model.file_picker;
    if files.folder != folder {
        files.entries.clear();
        files.folder.clone_from(&folder);
        if let Some(folder) = folder {
            let ticket = files.ticket;
            effects.push(Effect::ReadFolder { ticket, folder });
        }
    }
    show(model);
    effects
}

/// More came: the cursor stays on its file.
fn show_more(model: &mut Model) {
    let cursor = chosen(model);
    show(model);
    let Some(Overlay::Picker(picker)) = model.overlays.last_mut() else {
        return;
    };
    let is_chosen = |item: &PickerItem| !is_as_typed(item) && Some(&item.value) == cursor.as_ref();
    let same = picker
        .shown
        .iter()
        .position(|shown| picker.items.get(shown.item).is_some_and(is_chosen));
    picker.cursor = same.unwrap_or(picker.cursor);
}

/// What the cursor is on.
fn chosen(model: &Model) -> Option<String> {
    let Some(Overlay::Picker(picker)) = model.overlays.last() else {
        return None;
    };
    let item = picker.shown.get(picker.cursor)?.item;
    picker.items.get(item).map(|item| item.value.clone())
}

/// Puts the files that fit what is typed into the picker.
fn show(model: &mut Model) {
    let Some(Overlay::Picker(picker)) = model.overlays.last_mut() else {
        return;
    };
    if picker.kind != PickerKind::Files {
        return;
    }
    let files = &model.file_picker;
    let text = picker.input.lossy().into_owned();
    picker.items = match &files.folder {
        // What goes on as it is typed: a path is no riddle.
        Some(_) => {
            let fits = |item: &&PickerItem| starts_with(&item.value, &text);
            files.entries.iter().filter(fits).cloned().collect()
        }
        None => files.listed.clone(),
    };
    if !text.trim().is_empty() && !picker.items.iter().any(|item| item.value == text) {
        picker.items.push(PickerItem {
            label: glyph::safe(text.as_bytes()),
            detail: "a new file, or any path".into(),
            keys: AS_TYPED.into(),
            disabled: None,
            value: text,
        });
    }
    palette::narrow(model);
}

/// Whether a path begins as typed; capitals count where one is typed.
fn starts_with(path: &str, typed: &str) -> bool {
    if typed.chars().any(char::is_uppercase) {
        return path.starts_with(typed);
    }
    path.to_lowercase().starts_with(typed)
}

/// Whether an item is the path as it is typed: the last choice there is.
pub(crate) fn is_as_typed(item: &PickerItem) -> bool {
    item.keys == AS_TYPED
}

/// Puts the path under the cursor into the text, to go on from there.
pub fn complete(model: &mut Model) -> Vec<Effect> {
    let value = chosen(model);
    let Some((Overlay::Picker(picker), value)) = model.overlays.last_mut().zip(value) else {
        model.refused("nothing matches what is typed");
        return Vec::new();
    };
    picker.input.set_text(value);
    typed(model)
}

/// Why nothing can be completed.
pub fn completes_nothing(model: &Model) -> Option<String> {
    let open = matches!(model.overlays.last(), Some(Overlay::Picker(picker)) if picker.kind == PickerKind::Files);
    (!open).then(|| "only paths are completed".into())
}

/// A file was chosen, or a folder to go on from. Gives `None` where the picker stays open.
pub(crate) fn picked(model: &mut Model, value: &str) -> Option<Vec<Effect>> {
    let is_folder = value.ends_with('/') && value.len() > 1;
    let in_folder = model.file_picker.folder.is_some();
    if is_folder && in_folder {
        let known = model.file_picker.entries.iter();
        let entered = known.clone().any(|item| item.value == value);
        if entered {
            return None;
        }
    }
    Some(files::open(model, PathBuf::from(value)))
}
