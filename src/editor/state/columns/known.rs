//! Sets of lines of the whole file that columns and the map show, as far as they are known.

use crate::editor::state::document::Document;
use crate::suite::{LineSet, Pattern, RevisionId};

/// A set of lines, and the revision that it holds for.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    pub(crate) at: RevisionId,
    pub(crate) lines: LineSet,
}

/// The lines with a text.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    pub(crate) at: RevisionId,
    pub(crate) pattern: Pattern,
    pub(crate) lines: LineSet,
    /// Matches in them.
    pub(crate) occurrences: usize,
}

impl Document {
    /// Whether another record has the same position, as far as that is known.
    pub(crate) fn has_same_position(&self, line: usize) -> bool {
        let survey = self.scan.survey.as_ref();
        if survey.is_some_and(|survey| survey.has_duplicate_position(line)) {
            return true;
        }
        self.same_positions
            .as_ref()
            .is_some_and(|same| same.at == self.suite.revision() && same.lines.contains(line))
    }

    /// The lines with the text searched for, where they are known.
    pub fn matches(&self) -> Option<&LineSet> {
        let found = self.searched.as_ref()?;
        let holds =
            found.at == self.suite.revision() && Some(&found.pattern) == self.search.as_ref();
        holds.then_some(&found.lines)
    }

    /// Whether a line is marked.
    pub fn is_marked(&self, line: usize) -> bool {
        self.marked().is_some_and(|marked| marked.contains(line))
    }

    /// Whether the list shows some lines only.
    pub(crate) fn is_narrowed(&self) -> bool {
        self.filter.is_some()
    }
}
