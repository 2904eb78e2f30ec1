//! A page of a report, for any medium: sentences, tables, charts and positions. It is written as text, Markdown and
//! HTML; the editor lists its rows, which lead to their records. It is in this room because positions are drawn with
//! [`diagram`](super::diagram).
//!
//! ```
//! use epdit::exchange::page::{Page, Part, markdown, text};
//!
//! let page = Page { title: "a.epd".into(), parts: vec![Part::Sentence("1 of 2 solved".into())] };
//! assert_eq!(text(&page, |text| text.len(), true), "a.epd\n1 of 2 solved\n");
//! assert_eq!(markdown(&page), "# a.epd\n\n1 of 2 solved\n");
//! ```

mod explained;
mod html;
mod markdown;
mod statistics;
mod text;

pub use explained::explained;
pub use html::html;
pub(super) use markdown::escaped as markdown_text;
pub use markdown::markdown;
pub use statistics::statistics;
pub use text::{aligned, text};

use super::diagram::Drawing;
use super::table::{Separator, write_values};
use crate::epd::counted::thousands;
use crate::suite::LineSet;

/// A title and the parts below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub title: String,
    pub parts: Vec<Part>,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Heading(String),
    /// A line of its own.
    Sentence(String),
    Table(Table),
    Chart(Chart),
    /// Positions, where they can be drawn or copied; plain text leaves them out.
    Figures(Vec<Figure>),
    /// Parts for a screen where rows can be selected; text, Markdown and HTML leave them out.
    Browsed(Vec<Part>),
}

/// A table: the name of each column, and whether it is aligned right, as numbers are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<(String, bool)>,
    pub rows: Vec<Row>,
    /// The number of rows left out at the end.
    pub more: usize,
}

/// A bar chart; the first cell of each row names its bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The counted quantity and the meaning of the names; empty if a heading says it.
    pub title: String,
    /// The names of the bars side by side in each row; empty for single bars.
    pub names: Vec<String>,
    /// The total, if counts are also shown as shares of it.
    pub whole: Option<usize>,
    pub rows: Vec<Row>,
}

/// A row of a table or a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The cells; in a chart the name of the bars, and its meaning where a screen has room for it.
    pub cells: Vec<String>,
    /// The lengths of the bars, in a chart.
    pub counts: Vec<usize>,
    pub about: Option<About>,
}

/// The records that a row concerns.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// A line (0-based).
    Line(usize),
    /// Lines, with their description.
    Lines(String, LineSet),
    /// The records that match a query.
    Query(String),
}

/// A position with a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub drawing: Drawing,
    /// The four fields, for copying.
    pub position: String,
    pub captions: Vec<String>,
}

impl Part {
    pub(crate) fn heading(text: impl Into<String>) -> Self {
        Self::Heading(text.into())
    }

    pub(crate) fn sentence(text: impl Into<String>) -> Self {
        Self::Sentence(text.into())
    }
}

impl About {
    /// Returns lines with a description; `None` for an empty set.
    pub(crate) fn lines(
        name: impl Into<String>,
        lines: impl IntoIterator<Item = usize>,
    ) -> Option<Self> {
        let lines: LineSet = lines.into_iter().collect();
        (!lines.is_empty()).then(|| Self::Lines(name.into(), lines))
    }
}

impl Row {
    pub(crate) fn of(cells: Vec<String>) -> Self {
        Self {
            cells,
            ..Self::default()
        }
    }

    pub(crate) fn bars(name: impl Into<String>, counts: Vec<usize>) -> Self {
        Self {
            cells: vec![name.into()],
            counts,
            about: None,
        }
    }

    pub(crate) fn about(self, about: impl Into<Option<About>>) -> Self {
        Self {
            about: about.into(),
            ..self
        }
    }

    fn name(&self) -> &str {
        self.cells.first().map_or("", String::as_str)
    }
}

impl Table {
    /// Returns a table without rows; the names of right-aligned columns begin with `>`.
    pub(crate) fn with<N: AsRef<str>>(columns: impl IntoIterator<Item = N>) -> Self {
        let column = |name: N| match name.as_ref().strip_prefix('>') {
            Some(name) => (name.to_owned(), true),
            None => (name.as_ref().to_owned(), false),
        };
        Self {
            columns: columns.into_iter().map(column).collect(),
            ..Self::default()
        }
    }

    /// Returns true if a column is aligned right.
    pub(crate) fn is_right(&self, at: usize) -> bool {
        self.columns.get(at).is_some_and(|(_, is_right)| *is_right)
    }

    /// Returns a sentence on the rows left out.
    fn and_more(&self) -> Option<String> {
        let more = thousands(self.more);
        (self.more > 0).then(|| format!("... and {more} more (csv and json have all)"))
    }

    pub(crate) fn push(&mut self, cells: Vec<String>) {
        self.rows.push(Row::of(cells));
    }

    /// Removes the columns whose cells are all empty.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        for at in (0..self.columns.len()).rev() {
            let is_empty = |row: &Row| row.cells.get(at).is_none_or(String::is_empty);
            if self.rows.iter().all(is_empty) {
                self.columns.remove(at);
                for row in self.rows.iter_mut().filter(|row| at < row.cells.len()) {
                    row.cells.remove(at);
                }
            }
        }
        self
    }
}

impl Chart {
    /// Returns the length of the longest bar, at least 1.
    fn highest(&self) -> usize {
        let counts = self.rows.iter().flat_map(|row| &row.counts);
        counts.copied().max().unwrap_or(0).max(1)
    }

    /// Returns the names of the number columns.
    fn counted(&self) -> Vec<&str> {
        match self.names.as_slice() {
            [] => vec!["records"],
            names => names.iter().map(String::as_str).collect(),
        }
    }
}

/// Returns a table as CSV, by RFC 4180.
pub fn csv(table: &Table) -> String {
    let mut out = Vec::new();
    let mut write = |cells: &mut dyn ExactSizeIterator<Item = &String>| {
        let cells = cells.map(|cell| Some(cell.as_bytes()).filter(|cell| !cell.is_empty()));
        write_values(cells, Separator::Comma, &mut out);
    };
    write(&mut table.columns.iter().map(|(name, _)| name));
    for row in &table.rows {
        write(&mut row.cells.iter());
    }
    String::from_utf8_lossy(&out).into_owned()
}
