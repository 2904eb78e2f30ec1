//! Which records a change is about.

use crate::suite::line_set::LineSet;

/// The records that a change is about: all, or those of a query, of marks, of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Chosen {
    /// All.
    #[default]
    All,
    /// Those on these lines.
    Lines(LineSet),
}

impl Chosen {
    /// Their lines; `None` for all.
    pub(in crate::suite) fn lines(&self) -> Option<&LineSet> {
        match self {
            Self::All => None,
            Self::Lines(lines) => Some(lines),
        }
    }

    /// Whether a line is among them.
    pub fn has(&self, line: usize) -> bool {
        self.lines().is_none_or(|lines| lines.contains(line))
    }
}

impl From<LineSet> for Chosen {
    fn from(lines: LineSet) -> Self {
        Self::Lines(lines)
    }
}
