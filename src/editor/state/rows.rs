//! What the suite list shows: all lines, or those of a filter, in the file's order or in that of a
//! sorted view. Rows are counted in the list, lines in the file; everything that moves in the list goes
//! from the one to the other here.

use crate::editor::state::document::Document;
use crate::suite::LineSet;

impl Document {
    /// Returns the lines that the filter shows; `None` where there is no filter.
    pub(crate) fn filtered(&self) -> Option<&LineSet> {
        self.filter.as_ref().map(|filter| filter.shown.lines())
    }

    /// Counts the rows of the list.
    pub fn row_count(&self) -> usize {
        match (&self.sorted_view, self.filtered()) {
            (Some(view), _) => view.rows().len(),
            (None, None) => self.suite.line_count(),
            (None, Some(shown)) => shown.len(),
        }
    }

    /// Returns the line of a row; `None` where there is no such row.
    pub fn line_at(&self, row: usize) -> Option<usize> {
        match (&self.sorted_view, self.filtered()) {
            (Some(view), _) => view.rows().line_at(row),
            (None, None) => Some(row),
            (None, Some(shown)) => shown.nth(row),
        }
        .filter(|&line| line < self.suite.line_count())
    }

    /// Returns the row of a line, or the row that it would have.
    pub fn row_of(&self, line: usize) -> usize {
        match (&self.sorted_view, self.filtered()) {
            (Some(view), _) => view.rows().row_of(line),
            (None, None) => line,
            (None, Some(shown)) => shown.rank(line),
        }
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
        match self.filtered() {
            None => line < self.suite.line_count(),
            Some(shown) => shown.contains(line),
        }
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
        match (&self.sorted_view, self.filtered()) {
            (Some(view), _) => {
                let rows = view.rows();
                let (one, two) = (rows.row_of(one), rows.row_of(two));
                (one.min(two)..one.max(two) + 1)
                    .filter_map(|row| rows.line_at(row))
                    .collect()
            }
            (None, shown) => {
                let all = LineSet::of_range(one.min(two)..one.max(two) + 1);
                shown.map_or_else(|| all.clone(), |shown| shown.common(&all))
            }
        }
    }
}
