//! The lines of the suite list: all lines, or those of a filter, in file order or in that of a sorted view;
//! and sets of lines that follow edits: the filtered ones, the marked ones.
//!
//! Rows are numbered in the list, lines in the file. A filtered line stays shown until the filter runs again,
//! even if an edit makes it no longer match, so that it does not vanish while it is edited.

use crate::editor::state::document::Document;
use crate::editor::state::sorted_view::SortedRows;
use crate::suite::{LineSet, RevisionId, Snapshot, differing, remap};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) enum Rows<'d> {
    /// All lines of the file, with their number.
    All(usize),
    Filtered(Cow<'d, LineSet>),
    Sorted(Arc<SortedRows>),
}

impl Rows<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Filtered(lines) => lines.len(),
            Self::Sorted(rows) => rows.len(),
        }
    }

    pub(crate) fn line_at(&self, row: usize) -> Option<usize> {
        match self {
            Self::All(count) => Some(row).filter(|row| row < count),
            Self::Filtered(lines) => lines.nth(row),
            Self::Sorted(rows) => rows.line_at(row),
        }
    }

    pub(crate) fn row_of(&self, line: usize) -> usize {
        match self {
            Self::All(_) => line,
            Self::Filtered(lines) => lines.rank(line),
            Self::Sorted(rows) => rows.row_of(line),
        }
    }

    pub(crate) fn into_owned(self) -> Rows<'static> {
        match self {
            Self::All(count) => Rows::All(count),
            Self::Filtered(lines) => Rows::Filtered(Cow::Owned(lines.into_owned())),
            Self::Sorted(rows) => Rows::Sorted(rows),
        }
    }
}

impl Document {
    pub(crate) fn filtered(&self) -> Option<&LineSet> {
        self.filter.as_ref().map(|filter| filter.shown.lines())
    }

    pub(crate) fn lines_shown(&self) -> LineSet {
        let all = || LineSet::of_range(0..self.suite.line_count());
        self.filtered().cloned().unwrap_or_else(all)
    }

    pub(crate) fn rows(&self) -> Rows<'_> {
        match (&self.sorted_view, self.filtered()) {
            (Some(view), _) => Rows::Sorted(view.rows().clone()),
            (None, Some(shown)) => Rows::Filtered(Cow::Borrowed(shown)),
            (None, None) => Rows::All(self.suite.line_count()),
        }
    }

    pub fn row_count(&self) -> usize {
        self.rows().len()
    }

    pub fn line_at(&self, row: usize) -> Option<usize> {
        let line = self.rows().line_at(row);
        line.filter(|&line| line < self.suite.line_count())
    }

    pub fn row_of(&self, line: usize) -> usize {
        self.rows().row_of(line)
    }

    /// Returns whether a filter hides all lines, even the selected one.
    pub fn shows_nothing(&self) -> bool {
        self.filtered().is_some() && self.row_count() == 0 && self.suite.line_count() > 0
    }

    /// Returns the query of the running filter.
    pub fn pending_query(&self) -> Option<&str> {
        self.pending_filter
            .as_ref()
            .map(|filter| filter.text.as_str())
    }

    pub fn selected_row(&self) -> usize {
        self.row_of(self.selected)
    }

    /// Returns whether the list has a row for a line.
    pub fn shows(&self, line: usize) -> bool {
        let all = line < self.suite.line_count();
        self.filtered().map_or(all, |shown| shown.contains(line))
    }

    /// Returns the shown line nearest to a line, forward first; the line itself if none is shown.
    pub fn nearest(&self, line: usize) -> usize {
        if self.filter.is_none() {
            return line.min(self.suite.line_count().saturating_sub(1));
        }
        let row = self.row_of(line);
        let before = || self.line_at(row.checked_sub(1)?);
        self.line_at(row).or_else(before).unwrap_or(line)
    }

    /// Returns the lines in the rows between two lines, both included.
    pub(crate) fn lines_between(&self, one: usize, two: usize) -> LineSet {
        if let Rows::Sorted(rows) = self.rows() {
            let (one, two) = (rows.row_of(one), rows.row_of(two));
            let between = one.min(two)..one.max(two) + 1;
            return between.filter_map(|row| rows.line_at(row)).collect();
        }
        let all = LineSet::of_range(one.min(two)..one.max(two) + 1);
        self.filtered()
            .map_or(all.clone(), |shown| shown.common(&all))
    }

    pub fn marked(&self) -> Option<&LineSet> {
        let set = self.marks.set.as_ref()?;
        let is_up_to_date = set.revision() == self.suite.revision();
        (is_up_to_date && !set.lines().is_empty()).then(|| set.lines())
    }

    pub fn is_marked(&self, line: usize) -> bool {
        self.marked().is_some_and(|marked| marked.contains(line))
    }

    pub fn marked_count(&self) -> usize {
        self.marked().map_or(0, LineSet::len)
    }
}

/// Most lines that differ between two snapshots for which line sets are updated at once, not on a thread.
const AT_ONCE: usize = 20_000;

/// Returns whether the differing ranges of two snapshots are short enough to update line sets at once.
pub(crate) fn are_near(from: &Snapshot, to: &Snapshot) -> bool {
    let (old, new) = differing(from, to);
    old.len() + new.len() <= AT_ONCE
}

/// A set of lines, followed through edits, undo and redo.
#[derive(Clone, Debug)]
pub struct TrackedLines {
    lines: LineSet,
    at: Snapshot,
    /// Lines that an edit removed, by the revision they were in: undo restores them.
    gone: FxHashMap<RevisionId, LineSet>,
    /// The last revision made while the set existed. Lines of a later one are new, not restored.
    newest: RevisionId,
    takes_new: bool,
}

impl TrackedLines {
    pub fn new(lines: LineSet, at: Snapshot) -> Self {
        Self {
            lines,
            newest: at.revision(),
            at,
            gone: FxHashMap::default(),
            takes_new: false,
        }
    }

    /// Returns the lines, numbered as in [`Self::revision`].
    pub fn lines(&self) -> &LineSet {
        &self.lines
    }

    /// Returns the revision that the line numbers refer to.
    pub fn revision(&self) -> RevisionId {
        self.at.revision()
    }

    /// Replaces the lines, within the same revision. An empty set also forgets the lines that undo would restore.
    pub fn set(&mut self, lines: LineSet) {
        if lines.is_empty() {
            self.gone.clear();
        }
        self.lines = lines;
    }

    pub fn insert(&mut self, line: usize) -> bool {
        self.lines.insert(line)
    }

    /// Follows the edits to another snapshot; returns false if that needs another thread.
    pub fn follow(&mut self, to: &Snapshot) -> bool {
        if self.at.revision() == to.revision() {
            self.at = to.clone();
            return true;
        }
        let is_near = are_near(&self.at, to);
        if is_near {
            *self = self.followed(to);
        }
        is_near
    }

    /// Returns the set for another snapshot; may take a while.
    #[must_use]
    pub fn followed(&self, to: &Snapshot) -> Self {
        let remapped = remap(&self.at, to, &self.lines);
        let mut gone = self.gone.clone();
        if !remapped.gone.is_empty() {
            gone.insert(self.at.revision(), remapped.gone);
        }
        let mut lines = remapped.lines;
        let is_new = to.revision() > self.newest;
        if is_new && self.takes_new {
            lines = lines.union(&remapped.new);
        } else if let Some(gone) = gone.get(&to.revision()) {
            lines = lines.union(&gone.common(&remapped.new));
        }
        Self {
            lines,
            at: to.clone(),
            gone,
            newest: self.newest.max(to.revision()),
            takes_new: self.takes_new,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Filter {
    /// The query, or a name for the lines.
    pub text: String,
    pub shown: TrackedLines,
    pub ran_on: RevisionId,
    /// Whether [`Self::text`] is a query that can be run again; else it is a name.
    pub is_query: bool,
    /// Whether the whole file had been read when it ran.
    pub(crate) ran_on_all: bool,
    /// The number of lines found, while the filter is running: these and the selected line are shown.
    pub found_so_far: Option<usize>,
}

impl Filter {
    /// Returns the filter that shows some lines of a snapshot; `text` is their query, or a name for them.
    pub(crate) fn new(text: &str, is_query: bool, lines: LineSet, at: Snapshot) -> Self {
        Self {
            text: text.to_owned(),
            ran_on: at.revision(),
            is_query,
            ran_on_all: at.is_complete(),
            found_so_far: None,
            shown: TrackedLines {
                takes_new: true,
                ..TrackedLines::new(lines, at)
            },
        }
    }

    pub(crate) fn is_partial(&self) -> bool {
        self.found_so_far.is_some()
    }
}

/// A running filter.
#[derive(Clone, Debug)]
pub struct PendingFilter {
    pub text: String,
    /// Whether the text is a query; else it is a name for the lines.
    pub(crate) is_query: bool,
    pub(crate) snapshot: Snapshot,
    /// The previous filter, until the first lines of this one are found.
    pub(crate) before: Option<Filter>,
}

#[derive(Clone, Debug, Default)]
pub struct Marks {
    pub(crate) set: Option<TrackedLines>,
    pub(crate) last: Option<usize>,
    pub(crate) stretch: Option<Stretch>,
    /// The marks cleared last, which can be restored.
    pub(crate) before: Option<TrackedLines>,
}

/// A range that follows the cursor.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) anchor: usize,
    pub(crate) to: usize,
    pub(crate) base: LineSet,
    /// Whether every movement extends it, until it is ended.
    pub(crate) stays: bool,
}

/// Returns a count as `12 lines marked`.
pub fn marks_in_words(count: usize) -> String {
    match count {
        0 => "no marked lines".to_owned(),
        1 => "1 marked line".to_owned(),
        n => format!("{n} marked lines"),
    }
}

#[cfg(test)]
mod tests {
    use crate::editor::state::rows::*;
    use crate::suite::{Grouping, Suite};

    fn suite() -> Suite {
        let line = |n| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{n}\";\n");
        let text: String = (0..10).map(line).collect();
        Suite::from_bytes("test.epd", text.into_bytes())
    }

    fn lines(set: &TrackedLines) -> Vec<usize> {
        set.lines().iter().collect()
    }

    #[test]
    fn a_set_follows_edits_and_undo_restores_removed_lines() {
        let mut suite = suite();
        let mut set = TrackedLines::new([2, 5].into_iter().collect(), suite.snapshot());
        suite.insert_lines(0, &[b"# new".to_vec()], "new");
        assert!(set.follow(&suite.snapshot()));
        assert_eq!(lines(&set), [3, 6]);
        suite.delete_lines(2..5, "delete");
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
        suite.replace_line(3, b"# other", Grouping::Step, "edit");
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
        for expected in [vec![3], vec![3, 6], vec![2, 5]] {
            suite.undo();
            set.follow(&suite.snapshot());
            assert_eq!(lines(&set), expected);
        }
        suite.redo();
        suite.redo();
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
        assert!(set.follow(&suite.snapshot()));
    }

    #[test]
    fn a_filtered_list_gets_new_lines_but_not_restored_ones() {
        let mut suite = suite();
        suite.delete_lines(0..3, "delete");
        let mut set = TrackedLines {
            takes_new: true,
            ..TrackedLines::new([0].into_iter().collect(), suite.snapshot())
        };
        suite.insert_lines(1, &[b"# new".to_vec()], "new");
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [0, 1]);
        suite.undo();
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [0]);
        suite.undo();
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
    }

    #[test]
    fn cleared_marks_are_not_restored_by_undo() {
        let mut suite = suite();
        let mut set = TrackedLines::new([2].into_iter().collect(), suite.snapshot());
        suite.delete_lines(2..3, "delete");
        set.follow(&suite.snapshot());
        set.set(LineSet::default());
        suite.undo();
        set.follow(&suite.snapshot());
        assert!(lines(&set).is_empty());
    }
}
