//! The lines with the text searched for, as far as they are known.

use crate::editor::state::document::Document;
use crate::suite::{LineSet, Matches, Pattern, RevisionId};

/// A text that is looked for in the whole file.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    pub(crate) at: RevisionId,
    pub(crate) pattern: Pattern,
    /// `None` while it is looked for.
    pub(crate) found: Option<Matches>,
}

impl Document {
    /// Returns whether another record has the same position, as far as that is known.
    pub(crate) fn has_same_position(&self, line: usize) -> bool {
        let survey = self.scan.survey.as_ref();
        survey.is_some_and(|survey| survey.has_duplicate_position(line))
    }

    /// Returns the matches of the text searched for, where they are known.
    pub(crate) fn found(&self) -> Option<&Matches> {
        let searched = self.searched.as_ref()?;
        let holds =
            searched.at == self.suite.revision() && Some(&searched.pattern) == self.search.as_ref();
        searched.found.as_ref().filter(|_| holds)
    }

    /// Returns the lines with the text searched for, where they are known.
    pub fn matches(&self) -> Option<&LineSet> {
        self.found().map(|found| &found.lines)
    }

    /// Returns whether a line is marked.
    pub fn is_marked(&self, line: usize) -> bool {
        self.marked().is_some_and(|marked| marked.contains(line))
    }
}
