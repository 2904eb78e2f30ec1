//! Opening files, the list of the open ones, and the picker of others.

use crate::editor::command::Id;
use crate::editor::doc;
use crate::editor::effect::{Effect, ListJob};
use crate::editor::model::Model;
use crate::editor::overlay::menu::{complete, narrow};
use crate::editor::overlay::paths::{self, begins, folder_of};
use crate::editor::overlay::{self, Action, Menu, MenuItem, Own};
use crate::editor::state::document::{Document, DocumentId, unsaved};
use crate::editor::state::view::Page;
use crate::editor::state::{FolderEntry, ListedFile};
use crate::editor::widgets::{glyph, sign};
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::Suite;
use std::path::{Path, PathBuf};

/// Opens the list of the open files, with the cursor on the one shown before.
pub(crate) fn open_list(model: &mut Model) {
    let items = rows(model, true, show);
    let is_last = |document: &Document| Some(document.id) == model.last_shown;
    let before = model.documents().position(is_last);
    let next = model.document_number() % items.len().max(1);
    let menu = Menu::narrowed("Open files", items);
    overlay::open(model, menu.at(before.unwrap_or(next)))
}

pub fn also_open(model: &mut Model, id: DocumentId, processes: &[u32]) {
    let Some(document) = model.documents().find(|document| document.id == id) else {
        return;
    };
    let name = document.name();
    let others: Vec<String> = processes.iter().map(u32::to_string).collect();
    let others = match &others[..] {
        [one] => format!("another epdit (process {one})"),
        many => format!("other epdits (processes {})", many.join(", ")),
    };
    model.failed(format!("{name} is also open in {others}"));
}

fn row(
    model: &Model,
    document: &Document,
    does: impl Fn(&mut Model, DocumentId) + 'static,
) -> MenuItem {
    let suite = &document.suite;
    let mut parts = Vec::new();
    if document.id == model.document.id {
        parts.push("current".to_owned());
    }
    if suite.is_modified() {
        parts.push(unsaved(suite));
    }
    if document.saving.is_some() {
        parts.push("saving".to_owned());
    }
    let line = thousands(document.selected + 1);
    parts.push(match suite.line_count() {
        0 => "empty".to_owned(),
        lines => format!("line {line} of {}", thousands(lines)),
    });
    match suite.path().and_then(|path| path.parent()) {
        None => parts.push("not yet saved".to_owned()),
        Some(folder) if folder.as_os_str().is_empty() => {}
        Some(folder) => {
            let folder = glyph::safe(folder.to_string_lossy().as_bytes());
            parts.push(format!("in {folder}/"));
        }
    }
    let sign = match suite.is_modified() {
        true => sign::UNSAVED.text,
        false => "",
    };
    let (id, title) = (document.id, title(model, document));
    let does = move |model: &mut Model| does(model, id);
    MenuItem::new(None, title, parts.join(" · "), does).keyed(sign)
}

/// Returns the name of an open file, with its folder or number if another file has the same name.
pub fn title(model: &Model, document: &Document) -> String {
    let name = document.name();
    let mut twins: Vec<&Document> = model.documents().collect();
    twins.retain(|other| other.suite.name() == document.suite.name());
    if twins.len() < 2 {
        return name;
    }
    let own = document.suite.path().and_then(Path::parent);
    twins.retain(|other| other.suite.path().and_then(Path::parent) == own);
    let number = twins.iter().position(|other| other.id == document.id);
    match (number, own.and_then(Path::file_name)) {
        (Some(number), _) if twins.len() > 1 => format!("{name} ({})", number + 1),
        (_, Some(folder)) => {
            let folder = folder.to_string_lossy();
            format!("{}/{name}", glyph::safe(folder.as_bytes()))
        }
        _ => name,
    }
}

/// Runs `picked` with the other open file, to be chosen from a menu if there are several.
pub(crate) fn choose_other(
    model: &mut Model,
    title: &str,
    picked: impl Fn(&mut Model, DocumentId) + Copy + 'static,
) {
    if let [only] = &model.others[..] {
        let only = only.id;
        return picked(model, only);
    }
    let items = rows(model, false, picked);
    overlay::open(model, Menu::narrowed(title, items));
}

/// Returns menu rows of the open files, without the shown one unless `with_shown` is set.
pub(crate) fn rows(
    model: &Model,
    with_shown: bool,
    does: impl Fn(&mut Model, DocumentId) + Copy + 'static,
) -> Vec<MenuItem> {
    let shown = model.document.id;
    let documents = model.documents();
    let documents = documents.filter(|document| with_shown || document.id != shown);
    let rows = documents.map(|document| row(model, document, does));
    rows.collect()
}

/// Runs `does` with the other open file of this name or path.
pub(crate) fn with_other(model: &mut Model, name: &str, does: impl FnOnce(&mut Model, DocumentId)) {
    let is_named = |document: &&Document| {
        let suite = &document.suite;
        suite.name() == name || suite.path().is_some_and(|path| path == Path::new(name))
    };
    match model.others.iter().find(is_named).map(|named| named.id) {
        Some(id) => does(model, id),
        None => model.refused(format!("expected another open file, found `{name}`")),
    }
}

pub(crate) fn show(model: &mut Model, id: DocumentId) {
    model.page = Page::Panes;
    doc::show(model, id)
}

/// Opens a file by its path, on a thread.
pub fn open(model: &mut Model, path: PathBuf) {
    read(model, path, false);
}

/// Opens a file by its path, or a new file if there is none.
pub(crate) fn create(model: &mut Model, path: PathBuf) {
    read(model, path, true);
}

fn read(model: &mut Model, path: PathBuf, creates: bool) {
    let open = model
        .documents()
        .filter_map(|document| Some((document.id, document.suite.path()?.to_path_buf())))
        .collect();
    model.done(format!("opening {} …", path.display()));
    model.send(Effect::Open {
        path,
        open,
        creates,
    });
}

/// Asks whether to create a file that was to be opened and does not exist.
pub fn ask_to_create(model: &mut Model, path: PathBuf) {
    model.status = None;
    let name = glyph::file_name(&path);
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(
        || "this folder".to_owned(),
        |folder| glyph::safe(folder.to_string_lossy().as_bytes()),
    );
    let about = vec![format!("{name} does not exist in {folder}.")];
    let create = MenuItem::new(
        Some('n'),
        "New file",
        "the first save creates it",
        move |model| create(model, path.clone()),
    );
    let again = MenuItem::new(Some('o'), "Open another file …", "", pick_any);
    let items = vec![again, create, MenuItem::back(Some('c'), "Cancel", "")];
    overlay::open(model, Menu::question("Open a file", about, items))
}

/// Opens an empty file that has no name yet: the first save asks for one.
pub(crate) fn new(model: &mut Model) {
    let suite = Suite::from_bytes("untitled.epd", Vec::new());
    opened(model, Document::new(suite))
}

pub fn opened(model: &mut Model, document: Document) {
    model.add_document(document);
    let was_in_folder = model.page == Page::Folder;
    model.page = Page::Panes;
    let suite = &model.document.suite;
    let name = suite.name().to_owned();
    let is_empty = suite.loading().is_none() && suite.line_count() == 0;
    if is_empty && suite.path().is_none() {
        model.done("new file · the first save asks for its name");
    } else if is_empty && !suite.is_on_disk() {
        say_new(model);
    } else {
        let back = match was_in_folder {
            true => format!(" · {} goes back to the folder", model.key(Id::Folder)),
            false => String::new(),
        };
        model.done(format!("opened {name}{back}"));
    }
    model.say_not_epd();
}

/// Reports which open files are new, since otherwise a mistyped name would look like an empty file.
pub fn say_new(model: &mut Model) {
    let mut new: Vec<&Document> = model.documents().collect();
    new.retain(|new| new.suite.path().is_some() && !new.suite.is_on_disk());
    let Some(first) = new.first() else {
        return;
    };
    let name = first.name();
    model.told(match new.len() {
        1 => format!("{name} is new · the first save creates it"),
        n => format!(
            "{name} and {} are new · the first save creates them",
            thousands_of(n - 1, "other file", "other files")
        ),
    });
}

/// Shows a file that is open already instead of opening it again.
pub fn is_open(model: &mut Model, document: DocumentId, line: Option<usize>) {
    doc::show(model, document);
    model.page = Page::Panes;
    if let Some(line) = line {
        model.select(line);
    }
    model.status = None;
}

pub fn pick_any(model: &mut Model) {
    pick(model, "Open a file: part of its name, or a path");
}

/// Opens the picker: recent files and those of the folder by any part of their names, others by their paths,
/// which are completed. Files are listed as they are found.
fn pick(model: &mut Model, title: &'static str) {
    paths::begin(model);
    let ticket = model.file_picker.ticket;
    let root = folder_to_list(model);
    let folder = root.clone();
    let menu = Menu::narrowed(title, Vec::new()).making(move |text| as_typed(&folder, text));
    overlay::open(model, menu.of_paths(path_typed).hinting("open"));
    model.send(Effect::ListFiles(ListJob {
        ticket,
        root,
        shown: model.document.suite.path().map(Path::to_path_buf),
    }));
}

/// Opens the picker in the folder that it lists, with all files there.
pub(crate) fn import(model: &mut Model) {
    let folder = folder_to_list(model);
    pick(model, "Import a file: a path");
    if let Some(folder) = folder.to_str() {
        overlay::paste(model, &format!("{folder}/"));
    }
}

/// Returns the folder of the folder view, else that of the file, else the working directory.
fn folder_to_list(model: &Model) -> PathBuf {
    let folder = model.folder.as_ref();
    let shown = folder.and_then(|folder| folder.roots.first());
    let of_file = || model.document.suite.path()?.parent();
    match shown.map(PathBuf::as_path).or_else(of_file) {
        Some(root) if !root.as_os_str().is_empty() => root.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

pub fn files_listed(model: &mut Model, ticket: u64, files: Vec<ListedFile>) {
    if model.file_picker.ticket != ticket {
        return;
    }
    model.file_picker.listed.extend(files);
    show_more(model);
}

fn listed_item(file: &ListedFile) -> MenuItem {
    let detail = if file.is_recent { "recent" } else { "" };
    path_item(&file.name, detail, &file.path)
}

fn entry_item(entry: &FolderEntry) -> MenuItem {
    if !entry.is_folder || entry.name.len() < 2 {
        return path_item(&entry.name, "", &entry.name);
    }
    // Choosing a folder completes the path and leaves the picker open.
    MenuItem {
        does: Some(Action::new(complete)),
        stays: true,
        ..path_item(&entry.name, "folder", &entry.name)
    }
}

fn path_item(label: &str, detail: &str, path: &str) -> MenuItem {
    let (label, value) = (glyph::safe(label.as_bytes()), path.to_owned());
    let does = move |model: &mut Model| open(model, PathBuf::from(&value));
    MenuItem::new(None, label, detail, does).called(path)
}

/// Returns the last row of the picker, which opens the path as typed. A name alone is in the listed folder.
fn as_typed(folder: &Path, text: &str) -> Option<MenuItem> {
    let is_name = folder_of(text).is_empty() && !text.starts_with('~');
    let path = match folder.to_str().filter(|folder| is_name && *folder != ".") {
        Some(folder) => Path::new(folder).join(text).to_str()?.to_owned(),
        None => text.to_owned(),
    };
    let item = path_item(text, "open this file, or create it", &path);
    Some(MenuItem {
        own: Some(Own::Last),
        ..item.keyed("as typed")
    })
}

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
    overlay::prompt::offer_again(model);
}

/// Updates the picker after typing: reads a typed folder, and lists the matching files.
fn path_typed(model: &mut Model) {
    let Some(picker) = overlay::top::<Menu>(model) else {
        return;
    };
    let typed = picker.text().into_owned();
    // Without a folder, the text is part of a name.
    let folder = Some(folder_of(&typed)).filter(|folder| !folder.is_empty());
    paths::read_folder(model, folder);
    list_paths(model);
}

/// Lists newly found files; the cursor stays on its file.
fn show_more(model: &mut Model) {
    let chosen = overlay::top::<Menu>(model).and_then(Menu::chosen);
    let chosen = chosen.filter(|item| item.own.is_none());
    let cursor = chosen.map(|item| item.value.clone());
    list_paths(model);
    let Some(menu) = overlay::top_mut::<Menu>(model).filter(|menu| menu.lists_paths) else {
        return;
    };
    let value = |at: usize| menu.row(at).map(|(item, _)| &item.value);
    let same = (0..menu.count()).find(|at| cursor.is_some() && value(*at) == cursor.as_ref());
    menu.list.cursor = same.unwrap_or(menu.list.cursor);
}

fn list_paths(model: &mut Model) {
    let files = &model.file_picker;
    let Some(menu) = overlay::top::<Menu>(model).filter(|menu| menu.lists_paths) else {
        return;
    };
    let text = menu.text();
    let items: Vec<MenuItem> = match &files.folder {
        // Paths are completed from their beginnings, not matched by any part.
        Some(_) => {
            let fits = |entry: &&FolderEntry| begins(&entry.name, &text);
            files.entries.iter().filter(fits).map(entry_item).collect()
        }
        None => files.listed.iter().map(listed_item).collect(),
    };
    if let Some(menu) = overlay::top_mut::<Menu>(model) {
        menu.items = items;
    }
    narrow(model);
}

pub(crate) fn completes_nothing(model: &Model) -> Option<String> {
    let lists = overlay::top::<Menu>(model).is_some_and(|menu| menu.lists_paths);
    model.when(!lists, "only paths can be completed")
}
