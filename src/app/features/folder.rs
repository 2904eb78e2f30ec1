//! The folder view: the suites below a folder, with what is in them.

pub mod commands;

use crate::app::effect::{Effect, FolderJob};
use crate::app::features::files;
use crate::app::glyph;
use crate::app::model::{ListState, Model, Page};
use crate::app::state::document::Document;
use crate::epd::Code;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// What a suite holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub records: usize,
    pub errors: usize,
    pub warnings: usize,
    /// What kind of EPD it is, in a few words.
    pub dialect: String,
}

/// A suite of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderFile {
    pub path: PathBuf,
    /// Below the folder, as it is shown.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// What is in it, or why that can't be told; `None` until it was counted.
    pub found: Option<Result<Summary, String>>,
}

/// What the list is sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Name,
    Records,
    Problems,
    Size,
}

impl Order {
    /// For the status line and the heading.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Records => "records",
            Self::Problems => "problems",
            Self::Size => "size",
        }
    }

    const fn next(self) -> Self {
        match self {
            Self::Name => Self::Records,
            Self::Records => Self::Problems,
            Self::Problems => Self::Size,
            Self::Size => Self::Name,
        }
    }
}

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    pub roots: Vec<PathBuf>,
    /// As they are shown.
    pub files: Vec<FolderFile>,
    pub list: ListState,
    pub order: Order,
    /// Whether files are still looked for.
    pub looking: bool,
    /// What could not be looked into.
    pub trouble: Option<String>,
    ticket: u64,
}

impl Folder {
    /// Suites counted so far.
    pub fn counted(&self) -> usize {
        self.files
            .iter()
            .filter(|file| file.found.is_some())
            .count()
    }

    /// The folders, as they are shown.
    pub fn title(&self) -> String {
        let names = self.roots.iter().map(|root| match root.to_string_lossy() {
            name if name.is_empty() || name == "." => "this folder".to_owned(),
            name => glyph::safe(name.as_bytes()),
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn sort(&mut self) {
        let at = self
            .files
            .get(self.list.cursor)
            .map(|file| file.path.clone());
        let found = |file: &FolderFile| file.found.clone().and_then(Result::ok).unwrap_or_default();
        match self.order {
            Order::Name => self.files.sort_by(|a, b| a.name.cmp(&b.name)),
            Order::Records => self
                .files
                .sort_by_cached_key(|file| (Reverse(found(file).records), file.name.clone())),
            Order::Problems => self.files.sort_by_cached_key(|file| {
                let found = found(file);
                (
                    Reverse(found.errors),
                    Reverse(found.warnings),
                    file.name.clone(),
                )
            }),
            Order::Size => self
                .files
                .sort_by_cached_key(|file| (Reverse(file.size), file.name.clone())),
        }
        let same = |file: &FolderFile| Some(&file.path) == at.as_ref();
        if let Some(cursor) = self.files.iter().position(same) {
            self.list.cursor = cursor;
        }
    }
}

/// Shows the suites below folders, and begins to count what is in them.
pub fn open(model: &mut Model, roots: Vec<PathBuf>) -> Vec<Effect> {
    let ticket = model.ticket();
    model.page = Page::Folder;
    model.folder = Some(Folder {
        roots: roots.clone(),
        looking: true,
        ticket,
        ..Folder::default()
    });
    vec![Effect::Folder(FolderJob { ticket, roots })]
}

/// Folders to be shown; without an open file at once.
pub fn prepare(model: &mut Model, roots: Vec<PathBuf>) {
    if model.document.is_place_holder {
        model.page = Page::Folder;
    }
    model.folder = Some(Folder {
        roots,
        ..Folder::default()
    });
}

/// After every message: folders that are shown and were not looked through yet.
pub(crate) fn settle(model: &mut Model) -> Vec<Effect> {
    let folder = model.folder.as_ref().filter(|_| model.page == Page::Folder);
    match folder {
        Some(folder) if folder.ticket == 0 => {
            let roots = folder.roots.clone();
            open(model, roots)
        }
        _ => Vec::new(),
    }
}

/// From the panes to the folder view, and back.
pub fn switch(model: &mut Model) -> Vec<Effect> {
    if model.page == Page::Folder {
        return leave(model);
    }
    if model.folder.is_some() {
        model.page = Page::Folder;
        return Vec::new();
    }
    let path = model.document.suite.path();
    let folder = path.and_then(|path| path.parent()).map(PathBuf::from);
    let root = folder.filter(|folder| !folder.as_os_str().is_empty());
    open(model, vec![root.unwrap_or_else(|| PathBuf::from("."))])
}

/// Back to the panes, where a file is open.
pub fn leave(model: &mut Model) -> Vec<Effect> {
    match can_not_leave(model) {
        Some(reason) => model.refused(reason),
        None => model.page = Page::Panes,
    }
    Vec::new()
}

/// Why the panes can't be shown.
pub fn can_not_leave(model: &Model) -> Option<String> {
    if model.page != Page::Folder {
        return Some("the folder view is not shown · F7 shows it".into());
    }
    model
        .document
        .is_place_holder
        .then(|| "no file is open · Enter opens the suite under the cursor, ^Q quits".into())
}

/// Looks through the folders again.
pub fn again(model: &mut Model) -> Vec<Effect> {
    let Some(folder) = &model.folder else {
        return Vec::new();
    };
    let (roots, order, list) = (folder.roots.clone(), folder.order, folder.list);
    let effects = open(model, roots);
    if let Some(folder) = &mut model.folder {
        (folder.order, folder.list) = (order, list);
    }
    effects
}

/// Sorts the list by the next of its columns.
pub fn sort(model: &mut Model) -> Vec<Effect> {
    if let Some(folder) = &mut model.folder {
        folder.order = folder.order.next();
        folder.sort();
        let word = folder.order.word();
        model.done(format!("sorted by {word}"));
    }
    Vec::new()
}

/// Opens the suite under the cursor.
pub fn open_chosen(model: &mut Model) -> Vec<Effect> {
    let folder = model.folder.as_ref();
    let Some(file) = folder.and_then(|folder| folder.files.get(folder.list.cursor)) else {
        model.refused("there is no suite to open");
        return Vec::new();
    };
    let path = file.path.clone();
    files::open(model, path)
}

/// Suites were found.
pub(crate) fn found(model: &mut Model, ticket: u64, files: Vec<FolderFile>) {
    if let Some(folder) = of(model, ticket) {
        folder.files.extend(files);
        folder.sort();
    }
}

/// All suites are found; `trouble` says what could not be looked into.
pub(crate) fn all_found(model: &mut Model, ticket: u64, trouble: Option<String>) {
    if let Some(folder) = of(model, ticket) {
        folder.looking = false;
        folder.trouble = trouble.map(|text| glyph::safe(text.as_bytes()));
    }
}

/// A suite was counted.
pub(crate) fn counted(model: &mut Model, ticket: u64, path: &Path, found: Result<Summary, String>) {
    let Some(folder) = of(model, ticket) else {
        return;
    };
    if let Some(file) = folder.files.iter_mut().find(|file| file.path == path) {
        file.found = Some(found.map_err(|reason| glyph::safe(reason.as_bytes())));
    }
    // Rows that change places while they are counted would be hard to read: sorted when all are.
    if folder.order != Order::Name && folder.counted() == folder.files.len() {
        folder.sort();
    }
}

fn of(model: &mut Model, ticket: u64) -> Option<&mut Folder> {
    model
        .folder
        .as_mut()
        .filter(|folder| folder.ticket == ticket)
}

/// The open file at a path.
pub fn open_at<'a>(model: &'a Model, path: &Path) -> Option<&'a Document> {
    model
        .documents()
        .find(|document| document.suite.path() == Some(path))
}

/// What kind of EPD a suite with these findings is: what most of its records do that the standard
/// does not, in a few words.
pub fn dialect(records: usize, codes: impl Iterator<Item = (Code, usize)>) -> String {
    const WORDS: [(Code, &str); 8] = [
        (Code::FenClocks, "six fields"),
        (Code::MissingClocks, "four fields"),
        (Code::CraftyPlacement, "short ranks"),
        (Code::MoveNotSan, "UCI moves"),
        (Code::PerftList, "perft counts"),
        (Code::QuotedPosition, "quoted"),
        (Code::UnquotedString, "unquoted id"),
        (Code::MissingLastSemicolon, "no last ;"),
    ];
    let codes: Vec<(Code, usize)> = codes.collect();
    let often = |code: Code| {
        let count = codes.iter().find(|(found, _)| *found == code);
        records > 0 && count.is_some_and(|(_, count)| count * 2 > records)
    };
    let words: Vec<&str> = WORDS
        .into_iter()
        .filter(|(code, _)| often(*code))
        .map(|(_, word)| word)
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_is_what_most_records_do() {
        let codes = [(Code::FenClocks, 60), (Code::MoveNotSan, 50)];
        assert_eq!(dialect(100, codes.into_iter()), "six fields");
        assert_eq!(dialect(0, [].into_iter()), "");
    }
}
