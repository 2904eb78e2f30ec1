//! The picker of files: recent ones and those of the folder by any part of their name, any other by
//! its path, which is completed.

use crate::editor::effect::{Effect, ListJob};
use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::overlay::narrowing::{complete, narrow};
use crate::editor::overlay::paths::{self, begins, folder_of};
use crate::editor::overlay::{self, Does, Menu, MenuItem, Narrowing, Own};
use crate::editor::state::{FolderEntry, ListedFile};
use crate::editor::widgets::glyph;
use std::path::{Path, PathBuf};

/// Opens the picker; the files come as they are found.
pub fn open(model: &mut Model) {
    paths::begin(model);
    let ticket = model.file_picker.ticket;
    let title = "Open a file: part of its name, or a path";
    let narrowing = Narrowing::making(as_typed).of_paths(typed);
    let menu = Menu::narrowed(title, Vec::new(), narrowing);
    overlay::open(model, menu.hinting("open"));
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
pub fn listed(model: &mut Model, ticket: u64, files: Vec<ListedFile>) {
    if model.file_picker.ticket != ticket {
        return;
    }
    model.file_picker.listed.extend(files);
    show_more(model);
}

fn item(file: &ListedFile) -> MenuItem {
    let detail = if file.is_recent { "recent" } else { "" };
    path_item(&file.name, detail, &file.path)
}

fn entry(entry: &FolderEntry) -> MenuItem {
    if !entry.is_folder || entry.name.len() < 2 {
        return path_item(&entry.name, "", &entry.name);
    }
    // A folder is gone on from.
    MenuItem {
        does: Some(Does::new(complete)),
        stays: true,
        ..path_item(&entry.name, "folder", &entry.name)
    }
}

fn path_item(label: &str, detail: &str, path: &str) -> MenuItem {
    let (label, value) = (glyph::safe(label.as_bytes()), path.to_owned());
    let does = move |model: &mut Model| open::open(model, PathBuf::from(&value));
    MenuItem::new(None, label, detail, does).called(path)
}

/// Returns the row of a path that is opened as it is typed, the last choice there is.
fn as_typed(text: &str) -> Option<MenuItem> {
    let item = path_item(text, "open or create this file", text);
    Some(MenuItem {
        own: Some(Own::Last),
        ..item.keyed("as typed")
    })
}

/// A folder was read.
pub fn folder_read(model: &mut Model, ticket: u64, folder: &str, entries: Vec<FolderEntry>) {
    let picker = &mut model.file_picker;
    if picker.ticket != ticket || picker.folder.as_deref() != Some(folder) {
        return;
    }
    let whole = |entry: FolderEntry| {
        let end = if entry.is_folder { "/" } else { "" };
        FolderEntry {
            name: format!("{folder}{}{end}", entry.name),
            ..entry
        }
    };
    picker.entries = entries.into_iter().map(whole).collect();
    show_more(model);
    overlay::grammar::offer_again(model);
}

/// Takes in that another text is typed: the right files are shown, and those of a folder typed are read.
fn typed(model: &mut Model) {
    let Some(picker) = overlay::top::<Menu>(model) else {
        return;
    };
    let typed = picker.input.lossy().into_owned();
    // Without a folder, part of a name is typed.
    let folder = Some(folder_of(&typed)).filter(|folder| !folder.is_empty());
    paths::read_folder(model, folder);
    show(model);
}

/// More came: the cursor stays on its file.
fn show_more(model: &mut Model) {
    let chosen = overlay::top::<Menu>(model).and_then(Menu::chosen);
    let chosen = chosen.filter(|item| item.own.is_none());
    let cursor = chosen.map(|item| item.value.clone());
    show(model);
    let Some(menu) = overlay::top_mut::<Menu>(model).filter(|menu| menu.lists_paths()) else {
        return;
    };
    let value = |at: usize| menu.row(at).map(|(item, _)| &item.value);
    let same = (0..menu.count()).find(|at| cursor.is_some() && value(*at) == cursor.as_ref());
    menu.list.cursor = same.unwrap_or(menu.list.cursor);
}

/// Puts the files that fit what is typed into the picker.
fn show(model: &mut Model) {
    let files = &model.file_picker;
    let Some(menu) = overlay::top::<Menu>(model).filter(|menu| menu.lists_paths()) else {
        return;
    };
    let text = menu.input.lossy();
    let items: Vec<MenuItem> = match &files.folder {
        // What goes on as it is typed: a path is no riddle.
        Some(_) => {
            let fits = |entry: &&FolderEntry| begins(&entry.name, &text);
            files.entries.iter().filter(fits).map(entry).collect()
        }
        None => files.listed.iter().map(item).collect(),
    };
    if let Some(menu) = overlay::top_mut::<Menu>(model) {
        menu.items = items;
    }
    narrow(model);
}

/// Returns why nothing can be completed.
pub(crate) fn completes_nothing(model: &Model) -> Option<String> {
    let open = overlay::top::<Menu>(model).is_some_and(Menu::lists_paths);
    (!open).then(|| "only paths can be completed".into())
}
