//! The suites below a folder, with what is in each.

use crate::app::glyph;
use crate::app::state::list::ListState;
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
    Kind,
}

impl Order {
    /// For the status line and the heading.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Records => "records",
            Self::Problems => "problems",
            Self::Size => "size",
            Self::Kind => "kind",
        }
    }

    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Name => Self::Records,
            Self::Records => Self::Problems,
            Self::Problems => Self::Size,
            Self::Size => Self::Kind,
            Self::Kind => Self::Name,
        }
    }
}

/// Whether a name has a text in it, whatever the case of either.
fn has(name: &str, text: &str) -> bool {
    name.to_lowercase().contains(&text.to_lowercase())
}

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    pub roots: Vec<PathBuf>,
    /// As they are shown.
    pub files: Vec<FolderFile>,
    /// Those whose names the filter does not match.
    pub(crate) rest: Vec<FolderFile>,
    /// A part of the names of the suites to show; empty where all are shown.
    pub filter: String,
    /// What was searched for last among the names.
    pub(crate) search: String,
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

    /// How many suites the filter hides.
    pub fn hidden(&self) -> usize {
        self.rest.len()
    }

    /// A suite of the folder, shown or not.
    pub(crate) fn file_mut(&mut self, path: &Path) -> Option<&mut FolderFile> {
        let mut files = self.files.iter_mut().chain(&mut self.rest);
        files.find(|file| file.path == path)
    }

    /// Takes in suites that were found. Of one that is known already its size is taken.
    pub(crate) fn add(&mut self, found: Vec<FolderFile>) {
        for file in found {
            match self.file_mut(&file.path) {
                Some(known) => known.size = file.size,
                None => self.files.push(file),
            }
        }
        self.apply_filter();
    }

    /// Shows the suites with this in their names.
    pub(crate) fn show_only(&mut self, filter: &str) {
        filter.clone_into(&mut self.filter);
        self.apply_filter();
    }

    fn apply_filter(&mut self) {
        let at = self.at_cursor();
        self.files.append(&mut self.rest);
        let filter = &self.filter;
        let all = std::mem::take(&mut self.files);
        (self.files, self.rest) = all.into_iter().partition(|file| has(&file.name, filter));
        self.sort_from(at);
    }

    /// The next suite with a text in its name, from the one `after` places behind the row `from` on, round
    /// the end.
    pub(crate) fn next_with(&self, text: &str, from: usize, after: usize) -> Option<usize> {
        let count = self.files.len();
        let rows = (0..count).map(|row| (from + after + row) % count);
        let named = |row: &usize| {
            self.files
                .get(*row)
                .is_some_and(|file| has(&file.name, text))
        };
        rows.into_iter().find(named).filter(|_| !text.is_empty())
    }

    fn at_cursor(&self) -> Option<PathBuf> {
        let file = self.files.get(self.list.cursor);
        file.map(|file| file.path.clone())
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
        let at = self.at_cursor();
        self.sort_from(at);
    }

    /// Sorts, and puts the cursor on a suite.
    fn sort_from(&mut self, at: Option<PathBuf>) {
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
            // What is not known yet comes last.
            Order::Kind => self.files.sort_by_cached_key(|file| {
                let kind = found(file).dialect;
                (kind.is_empty(), kind, file.name.clone())
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
