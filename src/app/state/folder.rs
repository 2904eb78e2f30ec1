//! The suites below a folder, with what is in each.

use crate::app::glyph;
use crate::app::state::list::ListState;
use std::cmp::Reverse;
use std::path::PathBuf;

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

    pub(crate) const fn next(self) -> Self {
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
    pub(crate) ticket: u64,
}

impl Folder {
    /// The list, and how many rows it has.
    pub(crate) fn rows(&mut self) -> (&mut ListState, usize) {
        (&mut self.list, self.files.len())
    }

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

    pub(crate) fn sort(&mut self) {
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
