//! The picker of files: recent ones and those of the folder by any part of their name, any other by
//! its path, which is completed.

use crate::editor::effect::{Effect, ListJob};
use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::overlay::paths;
use crate::editor::overlay::paths::{begins, folder_of};
use crate::editor::overlay::{self, Own, Picker, Picks};
use crate::editor::state::file_picker::{FolderEntry, ListedFile};
use crate::editor::state::picker_item::PickerItem;
use crate::editor::widgets::glyph;
use std::path::{Path, PathBuf};

/// The text in the place of an item's keys where the path is opened as it is typed.
const AS_TYPED: &str = "as typed";

/// Opens the picker; the files come as they are found.
pub fn open(model: &mut Model) {
    paths::begin(model);
    let ticket = model.file_picker.ticket;
    let title = "Open a file: part of its name, or a path";
    overlay::open(model, Picker::new(title, Vec::new(), Files));
    model.send(Effect::ListFiles(ListJob {
        ticket,
        root: root(model),
        shown: model.document.suite.path().map(Path::to_path_buf),
    }));
}

/// Returns the folder that files are looked for in: the folder that is shown, else that of the file, else here.
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
    let detail = if file.is_recent { "recent" } else { "" };
    path_item(&file.name, detail, file.path)
}

fn path_item(label: &str, detail: &str, value: String) -> PickerItem {
    PickerItem {
        label: glyph::safe(label.as_bytes()),
        detail: detail.to_owned(),
        keys: String::new(),
        disabled: None,
        value,
    }
}

/// A folder was read.
pub(crate) fn folder_read(model: &mut Model, ticket: u64, folder: &str, entries: Vec<FolderEntry>) {
    let picker = &mut model.file_picker;
    if picker.ticket != ticket || picker.folder.as_deref() != Some(folder) {
        return;
    }
    let item = |entry: FolderEntry| {
        let (end, detail) = match entry.is_folder {
            true => ("/", "folder"),
            false => ("", ""),
        };
        let path = format!("{folder}{}{end}", entry.name);
        path_item(&path, detail, path.clone())
    };
    picker.entries = entries.into_iter().map(item).collect();
    show_more(model);
    overlay::grammar::offer_again(model);
}

/// More came: the cursor stays on its file.
fn show_more(model: &mut Model) {
    let chosen = overlay::top_mut::<Picker>(model).and_then(|picker| picker.chosen());
    let cursor = chosen.map(|item| item.value.clone());
    show(model);
    let Some(picker) = overlay::top_mut::<Picker>(model) else {
        return;
    };
    let is_chosen = |item: &PickerItem| !is_as_typed(item) && Some(&item.value) == cursor.as_ref();
    let same = picker
        .shown
        .iter()
        .position(|shown| picker.items.get(shown.item).is_some_and(is_chosen));
    picker.list.cursor = same.unwrap_or(picker.list.cursor);
}

/// Puts the files that fit what is typed into the picker.
fn show(model: &mut Model) {
    let Some(picker) = overlay::top_mut::<Picker>(model).filter(|picker| picker.is::<Files>())
    else {
        return;
    };
    let text = picker.input.lossy().into_owned();
    let files = &model.file_picker;
    let mut items: Vec<PickerItem> = match &files.folder {
        // What goes on as it is typed: a path is no riddle.
        Some(_) => {
            let fits = |item: &&PickerItem| begins(&item.value, &text);
            files.entries.iter().filter(fits).cloned().collect()
        }
        None => files.listed.clone(),
    };
    if !text.trim().is_empty() && !items.iter().any(|item| item.value == text) {
        let mut item = path_item(&text, "open or create this file", text.clone());
        item.keys = AS_TYPED.to_owned();
        items.push(item);
    }
    if let Some(picker) = overlay::top_mut::<Picker>(model) {
        picker.items = items;
    }
    overlay::picker::narrow(model);
}

/// Returns whether an item is the path as it is typed.
fn is_as_typed(item: &PickerItem) -> bool {
    item.keys == AS_TYPED
}

/// Returns why nothing can be completed.
pub(crate) fn completes_nothing(model: &Model) -> Option<String> {
    let open = overlay::top::<Picker>(model).is_some_and(Picker::is::<Files>);
    (!open).then(|| "only paths can be completed".into())
}

/// A file to open.
struct Files;

impl Picks for Files {
    fn enter(&self) -> &'static str {
        "open"
    }

    fn picked(&self, model: &mut Model, value: &str) {
        open::open(model, PathBuf::from(value))
    }

    /// A folder is gone on from.
    fn goes_on(&self, model: &Model, value: &str) -> bool {
        let files = &model.file_picker;
        let is_folder = value.ends_with('/') && value.len() > 1;
        is_folder && files.folder.is_some() && files.entries.iter().any(|item| item.value == value)
    }

    /// Shows the right files, and has those of a folder typed read.
    fn typed(&self, model: &mut Model) {
        let picker = overlay::top::<Picker>(model);
        let typed = picker.map(|picker| picker.input.lossy().into_owned());
        let typed = typed.unwrap_or_default();
        // Without a folder, part of a name is typed.
        let folder = Some(folder_of(&typed)).filter(|folder| !folder.is_empty());
        paths::read_folder(model, folder);
        show(model);
    }

    /// The path as it is typed is the last choice there is.
    fn own(&self, item: &PickerItem, _typed: &str) -> Option<Own> {
        is_as_typed(item).then_some(Own::Last)
    }

    fn lists_paths(&self) -> bool {
        true
    }
}
