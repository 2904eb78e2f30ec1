//! Opening and closing files, and the list of those that are open.

pub mod commands;
pub(crate) mod interrupted;
pub mod picker;
pub mod send;

use crate::editor::command::Id;
use crate::editor::doc;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Narrowing};
use crate::editor::state::document::{Document, DocumentId, unsaved};
use crate::editor::state::view::Page;
use crate::editor::widgets::{glyph, sign};
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::Suite;
use std::path::{Path, PathBuf};

/// Opens the list of the open files, on the one that was shown before.
pub(crate) fn open_list(model: &mut Model) {
    let items = rows(model, |_| true, show);
    let last = model.last_shown;
    let before = model
        .documents()
        .position(|document| Some(document.id) == last);
    let next = model.document_number() % items.len().max(1);
    let menu = Menu::narrowed("Open files", items, Narrowing::default());
    overlay::open(model, menu.at(before.unwrap_or(next)))
}

/// Other editors have a file open, too.
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
    parts.push(match suite.line_count() {
        0 => "empty".to_owned(),
        lines => format!(
            "line {} of {}",
            thousands(document.selected + 1),
            thousands(lines)
        ),
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

/// The name of an open file; with its folder, or its number, where another one has the same name.
pub fn title(model: &Model, document: &Document) -> String {
    let name = document.name();
    let folder = |document: &Document| {
        let path = document.suite.path().and_then(Path::parent);
        path.map(Path::to_owned)
    };
    let twins = || {
        let all = model.documents();
        all.filter(|other| other.suite.name() == document.suite.name())
    };
    if twins().count() < 2 {
        return name;
    }
    let own = folder(document);
    let same: Vec<DocumentId> = twins()
        .filter(|other| folder(other) == own)
        .map(|other| other.id)
        .collect();
    let number = same.iter().position(|id| *id == document.id);
    match (number, own.as_deref().and_then(Path::file_name)) {
        (Some(number), _) if same.len() > 1 => format!("{name} ({})", number + 1),
        (_, Some(folder)) => {
            let folder = folder.to_string_lossy();
            format!("{}/{name}", glyph::safe(folder.as_bytes()))
        }
        _ => name,
    }
}

/// Does something with one of the open files that are not shown: asks which, where there are several.
pub(crate) fn choose_other(
    model: &mut Model,
    title: &str,
    picked: impl Fn(&mut Model, DocumentId) + Copy + 'static,
) {
    if let [only] = &model.others[..] {
        let only = only.id;
        return picked(model, only);
    }
    let items = other_rows(model, picked);
    overlay::open(model, Menu::narrowed(title, items, Narrowing::default()));
}

/// Returns the rows of the open files that are not shown.
pub(crate) fn other_rows(
    model: &Model,
    does: impl Fn(&mut Model, DocumentId) + Copy + 'static,
) -> Vec<MenuItem> {
    rows(model, |id| id != model.document.id, does)
}

fn rows(
    model: &Model,
    of: impl Fn(DocumentId) -> bool,
    does: impl Fn(&mut Model, DocumentId) + Copy + 'static,
) -> Vec<MenuItem> {
    let documents = model.documents().filter(|document| of(document.id));
    documents
        .map(|document| row(model, document, does))
        .collect()
}

/// Does something with the open file of a name, one that is not shown.
pub(crate) fn with_other(model: &mut Model, name: &str, does: impl FnOnce(&mut Model, DocumentId)) {
    let is_named = |document: &&Document| {
        let suite = &document.suite;
        suite.name() == name || suite.path().is_some_and(|path| path == Path::new(name))
    };
    let named = model
        .others
        .iter()
        .find(is_named)
        .map(|document| document.id);
    match named {
        Some(id) => does(model, id),
        None => model.refused(format!("expected another open file, found `{name}`")),
    }
}

/// Shows one of the open files.
pub(crate) fn show(model: &mut Model, id: DocumentId) {
    model.page = Page::Panes;
    doc::show(model, id)
}

/// Opens a file by what was typed or chosen: it is read on a thread.
pub fn open(model: &mut Model, path: PathBuf) {
    let open = model
        .documents()
        .filter_map(|document| Some((document.id, document.suite.path()?.to_path_buf())))
        .collect();
    model.done(format!("opening {} …", path.display()));
    model.send(Effect::Open { path, open });
}

/// Opens an empty file that has no name yet: the first save asks for one.
pub(crate) fn new(model: &mut Model) {
    let suite = Suite::from_bytes("untitled.epd", Vec::new());
    opened(model, Document::new(suite))
}

/// The file is open.
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
        let back = match (was_in_folder, model.key(Id::Folder)) {
            (true, key) => format!(" · {key} goes back to the folder"),
            (false, _) => String::new(),
        };
        model.done(format!("opened {name}{back}"));
    }
    model.say_not_epd();
}

/// Says which of the files at the start are new: a name mistyped would otherwise look like an empty file.
pub fn say_new(model: &mut Model) {
    let is_new =
        |document: &&Document| document.suite.path().is_some() && !document.suite.is_on_disk();
    let new: Vec<&Document> = model.documents().filter(is_new).collect();
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

/// Shows the file that was to be opened and is open already.
pub fn is_open(model: &mut Model, document: DocumentId, line: Option<usize>) {
    doc::show(model, document);
    model.page = Page::Panes;
    if let Some(line) = line {
        model.select(line);
    }
    model.status = None;
}
