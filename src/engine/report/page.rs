//! A report as a page, whatever it is shown on: headings, sentences, tables and charts.
//!
//! ```
//! use epdit::engine::report::page::{Part, markdown, text};
//!
//! let parts = [Part::Heading("a.epd".into()), Part::Sentence("1 of 2 solved".into())];
//! assert_eq!(text(&parts, |text| text.len()), "a.epd\n1 of 2 solved\n");
//! assert_eq!(markdown(&parts), "# a.epd\n\n1 of 2 solved\n");
//! ```

mod html;
mod markdown;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use text::text;

use crate::exchange::diagram::Drawing;

/// A piece of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Heading(String),
    /// A line of its own.
    Sentence(String),
    Table(Table),
    Chart(Chart),
    /// Positions, where they can be drawn or copied: plain text has none.
    Figures(Vec<Figure>),
}

/// A table: of each column its name, and whether it is set to the right, as numbers are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<(String, bool)>,
    pub rows: Vec<Vec<String>>,
}

/// Bars with names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// What is counted, and what the names are of.
    pub title: String,
    /// What stands side by side at each name; none where there is one bar at each.
    pub names: Vec<String>,
    pub bars: Vec<(String, Vec<usize>)>,
}

/// A position with what is said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub drawing: Drawing,
    /// The four fields, to be copied.
    pub position: String,
    pub captions: Vec<String>,
}

impl Table {
    /// One without rows; the names of columns that are set to the right begin with `>`.
    pub(super) fn with(columns: &[&str]) -> Self {
        let columns = columns.iter().map(|name| match name.strip_prefix('>') {
            Some(name) => (name.to_owned(), true),
            None => ((*name).to_owned(), false),
        });
        Self {
            columns: columns.collect(),
            rows: Vec::new(),
        }
    }
}

impl Chart {
    /// The highest bar, 1 at least.
    fn highest(&self) -> usize {
        let counts = self.bars.iter().flat_map(|(_, counts)| counts);
        counts.copied().max().unwrap_or(0).max(1)
    }

    /// What is counted in each column of numbers.
    fn counted(&self) -> Vec<&str> {
        match self.names.as_slice() {
            [] => vec!["records"],
            names => names.iter().map(String::as_str).collect(),
        }
    }
}
