//! The marked lines of a file.

use crate::editor::state::document::Document;
use crate::editor::state::tracked_lines::TrackedLines;
use crate::suite::LineSet;

/// The marks of a file.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    pub(crate) set: Option<TrackedLines>,
    /// The line marked last.
    pub(crate) last: Option<usize>,
    /// A range on its way.
    pub(crate) stretch: Option<Stretch>,
    /// Marks taken off last, to be brought back.
    pub(crate) before: Option<TrackedLines>,
}

/// A range that follows the cursor.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// Its other end.
    pub(crate) anchor: usize,
    /// The line that it reaches to.
    pub(crate) to: usize,
    /// The lines marked before it began.
    pub(crate) base: LineSet,
    /// Whether every movement stretches it, until it is ended.
    pub(crate) stays: bool,
}

impl Document {
    /// The lines that are marked, where any are.
    pub fn marked(&self) -> Option<&LineSet> {
        let set = self.marks.set.as_ref()?;
        let is_up_to_date = set.revision() == self.suite.revision();
        (is_up_to_date && !set.lines().is_empty()).then(|| set.lines())
    }

    /// Returns whether a line is marked.
    pub fn is_marked(&self, line: usize) -> bool {
        self.marked().is_some_and(|marked| marked.contains(line))
    }

    /// Counts the marked lines.
    pub fn marked_count(&self) -> usize {
        self.marked().map_or(0, LineSet::len)
    }
}

/// `12 lines marked`.
pub fn in_words(count: usize) -> String {
    match count {
        0 => "no marked lines".to_owned(),
        1 => "1 marked line".to_owned(),
        n => format!("{n} marked lines"),
    }
}
