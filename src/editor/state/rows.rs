//! What the suite list shows: all lines, or those of a filter, in the file's order or in that of a
//! sorted view. Rows are counted in the list, lines in the file; everything that moves in the list goes
//! from the one to the other here.

use crate::editor::state::document::Document;
use crate::editor::state::sorted_view::SortedRows;
use crate::suite::LineSet;
use std::borrow::Cow;
use std::sync::Arc;

/// The lines of the list, by row.
#[derive(Clone, Debug)]
pub(crate) enum Rows<'d> {
    /// All lines of the file, so many.
    All(usize),
    /// The lines that a filter shows.
    Filtered(Cow<'d, LineSet>),
    /// The lines of a sorted view.
    Sorted(Arc<SortedRows>),
}

impl Rows<'_> {
    /// Counts them.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Filtered(lines) => lines.len(),
            Self::Sorted(rows) => rows.len(),
        }
    }

    /// Returns the line of a row; `None` where there is no such row.
    pub(crate) fn line_at(&self, row: usize) -> Option<usize> {
        match self {
            Self::All(count) => Some(row).filter(|row| row < count),
            Self::Filtered(lines) => lines.nth(row),
            Self::Sorted(rows) => rows.line_at(row),
        }
    }

    /// Returns the row of a line, or the row that it would have.
    pub(crate) fn row_of(&self, line: usize) -> usize {
        match self {
            Self::All(_) => line,
            Self::Filtered(lines) => lines.rank(line),
            Self::Sorted(rows) => rows.row_of(line),
        }
    }

    /// Returns them for another thread.
    pub(crate) fn into_owned(self) -> Rows<'static> {
        match self {
            Self::All(count) => Rows::All(count),
            Self::Filtered(lines) => Rows::Filtered(Cow::Owned(lines.into_owned())),
            Self::Sorted(rows) => Rows::Sorted(rows),
        }
    }
}

impl Document {
    /// Returns the lines that the filter shows; `None` where there is no filter.
    pub(crate) fn filtered(&self) -> Option<&LineSet> {
        self.filter.as_ref().map(|filter| filter.shown.lines())
    }

    /// Returns the lines that the list shows.
    pub(crate) fn lines_shown(&self) -> LineSet {
        let all = || LineSet::of_range(0..self.suite.line_count());
        self.filtered().cloned().unwrap_or_else(all)
    }

    /// Returns the lines of the list, by row.
    pub(crate) fn rows(&self) -> Rows<'_> {
        match (&self.sorted_view, self.filtered()) {
            (Some(view), _) => Rows::Sorted(view.rows().clone()),
            (None, Some(shown)) => Rows::Filtered(Cow::Borrowed(shown)),
            (None, None) => Rows::All(self.suite.line_count()),
        }
    }

    /// Counts the rows of the list.
    pub fn row_count(&self) -> usize {
        self.rows().len()
    }

    /// Returns the line of a row; `None` where there is no such row.
    pub fn line_at(&self, row: usize) -> Option<usize> {
        let line = self.rows().line_at(row);
        line.filter(|&line| line < self.suite.line_count())
    }

    /// Returns the row of a line, or the row that it would have.
    pub fn row_of(&self, line: usize) -> usize {
        self.rows().row_of(line)
    }

    /// Returns whether a filter hides all lines, the selected one too.
    pub fn shows_nothing(&self) -> bool {
        self.filtered().is_some() && self.row_count() == 0 && self.suite.line_count() > 0
    }

    /// Returns the question of the filter that is being run.
    pub fn asking_for(&self) -> Option<&str> {
        self.asked.as_ref().map(|asked| asked.text.as_str())
    }

    /// Returns the row of the selected line.
    pub fn selected_row(&self) -> usize {
        self.row_of(self.selected)
    }

    /// Returns whether the list has a row for a line.
    pub fn shows(&self, line: usize) -> bool {
        let all = line < self.suite.line_count();
        self.filtered().map_or(all, |shown| shown.contains(line))
    }

    /// Returns the line shown that is nearest to a line, looking forward first; the line itself where nothing
    /// is shown.
    pub fn nearest(&self, line: usize) -> usize {
        if self.filter.is_none() {
            return line.min(self.suite.line_count().saturating_sub(1));
        }
        let row = self.row_of(line);
        let before = || self.line_at(row.checked_sub(1)?);
        self.line_at(row).or_else(before).unwrap_or(line)
    }

    /// Returns the lines of the rows from that of one line to that of another, both included.
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
}
