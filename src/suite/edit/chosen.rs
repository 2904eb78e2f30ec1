//! The choice of records for an edit.

use crate::suite::line_set::LineSet;

/// The records to edit: all, or those of a query, of marks, of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Chosen {
    /// All records.
    #[default]
    All,
    /// The records on these lines.
    Lines(LineSet),
}

impl Chosen {
    /// Returns the lines; `None` for all.
    pub(in crate::suite) fn lines(&self) -> Option<&LineSet> {
        match self {
            Self::All => None,
            Self::Lines(lines) => Some(lines),
        }
    }

    /// Returns true if a line is chosen.
    pub fn has(&self, line: usize) -> bool {
        self.lines().is_none_or(|lines| lines.contains(line))
    }
}

impl From<LineSet> for Chosen {
    fn from(lines: LineSet) -> Self {
        Self::Lines(lines)
    }
}
