//! The suites below a folder, with what is in each.

use crate::editor::widgets::{ListState, glyph};
use std::cmp::Ordering;
use std::path::{Component, Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub records: usize,
    pub errors: usize,
    /// Records with the id of an earlier one count here, as in `check`.
    pub warnings: usize,
    pub hints: usize,
    /// The dialect of EPD, in a few words.
    pub dialect: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderFile {
    pub path: PathBuf,
    /// Below the folder, as it is shown.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// The contents, or the reason why they can't be told; `None` until counted.
    pub found: Option<Result<Summary, String>>,
}

impl FolderFile {
    /// Returns whether its name has this text in it, whatever the case of either.
    pub(crate) fn is_named(&self, text: &str) -> bool {
        self.name.to_lowercase().contains(&text.to_lowercase())
    }

    pub(crate) fn summary(&self) -> Option<&Summary> {
        self.found.as_ref()?.as_ref().ok()
    }
}

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
    /// All, in the order of the columns, each with the word of the status line and the heading.
    pub(crate) const ALL: [(Self, &'static str); 5] = [
        (Self::Name, "name"),
        (Self::Records, "records"),
        (Self::Problems, "problems"),
        (Self::Size, "size"),
        (Self::Kind, "kind"),
    ];

    pub const fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(crate) const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].0
    }

    /// Compares two suites: by what is not known, which is last either way, and by the column, the most first.
    fn compare(self, a: &FolderFile, b: &FolderFile) -> (Ordering, Ordering) {
        let (one, other) = (a.summary(), b.summary());
        let by_content = other.is_some().cmp(&one.is_some());
        let records = |of: &Summary| of.records;
        let problems = |of: &Summary| (of.errors, of.warnings, of.hints);
        let kind = |of: &Summary| of.dialect.clone();
        match self {
            Self::Name => (Ordering::Equal, a.name.cmp(&b.name)),
            Self::Records => (by_content, other.map(records).cmp(&one.map(records))),
            Self::Problems => (by_content, other.map(problems).cmp(&one.map(problems))),
            Self::Size => (Ordering::Equal, b.size.cmp(&a.size)),
            Self::Kind => (by_content, one.map(kind).cmp(&other.map(kind))),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Folder {
    pub roots: Vec<PathBuf>,
    /// As they are shown.
    pub files: Vec<FolderFile>,
    /// The files whose names the filter does not match.
    pub(crate) rest: Vec<FolderFile>,
    /// A part of the names of the suites to show; empty where all are shown.
    pub filter: String,
    /// The text searched for last among the names.
    pub(crate) search: String,
    pub list: ListState,
    pub order: Order,
    /// Whether it is sorted the other way.
    pub reverse: bool,
    /// Whether files are still looked for.
    pub looking: bool,
    /// The reason why something could not be looked into.
    pub trouble: Option<String>,
    pub(crate) ticket: u64,
}

impl Folder {
    pub(crate) fn rows(&mut self) -> (&mut ListState, usize) {
        (&mut self.list, self.files.len())
    }

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
        self.arrange();
    }

    /// Returns how a file below one of the folders is shown; `None` elsewhere, for hidden ones, and where a folder
    /// is named in two ways.
    pub(crate) fn name_of(&self, path: &Path) -> Option<String> {
        let inside = |root: &PathBuf| {
            let root = root.strip_prefix(".").unwrap_or(root);
            let inside = path.strip_prefix(".").unwrap_or(path);
            inside.strip_prefix(root).ok()
        };
        let is_plain = |part: Component<'_>| match part {
            Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
            _ => false,
        };
        let inside = self.roots.iter().find_map(inside)?;
        let is_shown = inside.components().next().is_some() && inside.components().all(is_plain);
        let shown = if self.roots.len() > 1 { path } else { inside };
        is_shown.then(|| shown.to_string_lossy().into_owned())
    }

    /// Shows the suites with the filter in their names, in order; the cursor stays on its suite.
    pub(crate) fn arrange(&mut self) {
        let at = self.files.get(self.list.cursor);
        let at = at.map(|file| file.path.clone());
        let (order, reverse) = (self.order, self.reverse);
        self.files.append(&mut self.rest);
        self.files.sort_by(|a, b| {
            let (is_last, by) = order.compare(a, b);
            let by = if reverse { by.reverse() } else { by };
            is_last.then(by).then_with(|| a.name.cmp(&b.name))
        });
        let all = std::mem::take(&mut self.files).into_iter();
        (self.files, self.rest) = all.partition(|file| file.is_named(&self.filter));
        let same = |file: &FolderFile| Some(&file.path) == at.as_ref();
        if let Some(cursor) = self.files.iter().position(same) {
            self.list.cursor = cursor;
        }
    }

    /// Returns the next suite with a text in its name, `after` places behind row `from` or further, round the end.
    pub(crate) fn next_with(&self, text: &str, from: usize, after: usize) -> Option<usize> {
        let count = self.files.len();
        let mut rows = (0..count).map(|row| (from + after + row) % count);
        let next = rows.find(|row| self.is_named(*row, text));
        next.filter(|_| !text.is_empty())
    }

    pub(crate) fn is_named(&self, row: usize, text: &str) -> bool {
        self.files.get(row).is_some_and(|file| file.is_named(text))
    }

    pub fn counted(&self) -> usize {
        let files = self.files.iter();
        files.filter(|file| file.found.is_some()).count()
    }

    pub fn title(&self) -> String {
        let names = self.roots.iter().map(|root| match root.to_string_lossy() {
            name if name.is_empty() || name == "." => "this folder".to_owned(),
            name => glyph::safe(name.as_bytes()),
        });
        names.collect::<Vec<_>>().join(", ")
    }
}
