//! What the suite list is narrowed to.
//!
//! What is shown stays shown until the filter is run again, also a record that an edit has made
//! another answer of, so that nothing vanishes under the hands. A line gone to is shown as well.

use crate::editor::state::document::Document;
use crate::editor::state::tracked_lines::TrackedLines;
use crate::suite::{LineSet, RevisionId, Snapshot};

/// The filter of a list.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The question.
    pub text: String,
    /// The lines shown.
    pub shown: TrackedLines,
    /// The revision it was run on.
    pub ran_on: RevisionId,
    /// Whether [`Self::text`] is a question that can be asked again; else it names the lines.
    pub is_query: bool,
    /// Whether the whole file had been read by then.
    pub(crate) ran_on_all: bool,
    /// Whether it is still being run: these are the first of its lines.
    pub is_partial: bool,
}

impl Filter {
    /// Returns the filter that shows some lines of a state; `text` is the query that they match, or names them.
    pub(crate) fn new(text: &str, is_query: bool, lines: LineSet, at: Snapshot) -> Self {
        Self {
            text: text.to_owned(),
            ran_on: at.revision(),
            is_query,
            ran_on_all: at.is_complete(),
            is_partial: false,
            shown: TrackedLines::new(lines, at).taking_new(),
        }
    }
}

/// A filter on its way.
#[derive(Clone, Debug)]
pub struct Asked {
    pub text: String,
    /// Whether the text is a question; else it names the lines.
    pub(crate) is_query: bool,
    pub(crate) snapshot: Snapshot,
    /// The line that was selected.
    pub(crate) from: usize,
    /// The line selected in its place since, where nobody has gone elsewhere.
    pub(crate) at: usize,
    /// The filter before this one, until the first lines of this one are there.
    pub(crate) before: Option<Filter>,
}

impl Asked {
    /// Returns the line that was selected when it was asked for, where nobody has gone elsewhere since.
    pub(crate) fn place(&self, document: &Document) -> Option<usize> {
        let state = self.snapshot.revision();
        (document.place() == (self.at, state)).then_some(self.from)
    }
}
