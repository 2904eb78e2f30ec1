//! The text that is searched for, and the lines with it.

use crate::editor::state::document::Document;
use crate::suite::{LineSet, Matches, Pattern, RevisionId};

/// A text that is looked for in the whole file.
#[derive(Clone, Debug)]
pub struct Search {
    pub pattern: Pattern,
    /// The state that it is looked for in; `None` before that began.
    pub(crate) at: Option<RevisionId>,
    /// The matches in that state; `None` while it is looked for.
    pub(crate) found: Option<Matches>,
}

impl Search {
    /// A search that has not begun.
    pub(crate) fn of(pattern: Pattern) -> Self {
        Self {
            pattern,
            at: None,
            found: None,
        }
    }

    /// Returns the matches in a state, where they are known.
    pub(crate) fn found_in(&self, state: RevisionId) -> Option<&Matches> {
        self.found.as_ref().filter(|_| self.at == Some(state))
    }
}

impl Document {
    /// Returns the lines with the text searched for, where they are known.
    pub fn matches(&self) -> Option<&LineSet> {
        let found = self.search.as_ref()?.found_in(self.suite.revision())?;
        Some(&found.lines)
    }
}
