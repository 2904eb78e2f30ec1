//! The suites below a folder, with a summary of each.

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
    /// The path below the folder, for display.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// The summary, or the reason why there is none; `None` until counted.
    pub found: Option<Result<Summary, String>>,
}

impl FolderFile {
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
    /// All orders, in the order of the columns, each with its word for the status line and the heading.
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

    /// Returns two orderings of two suites: uncounted ones last in any case, and by the column, the most first.
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
    /// In the order shown.
    pub files: Vec<FolderFile>,
    pub(crate) filtered_out: Vec<FolderFile>,
    /// A part of the names of the suites to show; empty to show all.
    pub filter: String,
    pub(crate) search: String,
    pub list: ListState,
    pub order: Order,
    pub reverse: bool,
    /// Whether the search for files is running.
    pub looking: bool,
    /// The reason why a folder could not be read.
    pub trouble: Option<String>,
    pub(crate) ticket: u64,
}

impl Folder {
    pub(crate) fn rows(&mut self) -> (&mut ListState, usize) {
        (&mut self.list, self.files.len())
    }

    pub(crate) fn file_mut(&mut self, path: &Path) -> Option<&mut FolderFile> {
        let mut files = self.files.iter_mut().chain(&mut self.filtered_out);
        files.find(|file| file.path == path)
    }

    /// Adds suites that were found; of a known one it updates the size.
    pub(crate) fn add(&mut self, found: Vec<FolderFile>) {
        for file in found {
            match self.file_mut(&file.path) {
                Some(known) => known.size = file.size,
                None => self.files.push(file),
            }
        }
        self.arrange();
    }

    /// Returns the name to show for a file below one of the folders; `None` for one elsewhere or hidden, or if
    /// its path is spelled differently from those of the folders.
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

    /// Shows the suites whose names match the filter, in order; the cursor stays on its suite.
    pub(crate) fn arrange(&mut self) {
        let at = self.files.get(self.list.cursor);
        let at = at.map(|file| file.path.clone());
        let (order, reverse) = (self.order, self.reverse);
        self.files.append(&mut self.filtered_out);
        self.files.sort_by(|a, b| {
            let (is_last, by) = order.compare(a, b);
            let by = if reverse { by.reverse() } else { by };
            is_last.then(by).then_with(|| a.name.cmp(&b.name))
        });
        let all = std::mem::take(&mut self.files).into_iter();
        (self.files, self.filtered_out) = all.partition(|file| file.is_named(&self.filter));
        let same = |file: &FolderFile| Some(&file.path) == at.as_ref();
        if let Some(cursor) = self.files.iter().position(same) {
            self.list.cursor = cursor;
        }
    }

    /// Returns the next suite with a text in its name, from `after` rows after row `from`, wrapping at the end.
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
