//! What the suite list shows: all lines, or those of a filter. Rows are counted in the list, lines in
//! the file; everything that moves in the list goes from the one to the other here.

use crate::app::state::document::Document;

impl Document {
    /// Rows of the list.
    pub fn row_count(&self) -> usize {
        match &self.filter {
            None => self.suite.line_count(),
            Some(filter) => filter.shown.lines().len(),
        }
    }

    /// The line of a row; `None` where there is no such row.
    pub fn line_at(&self, row: usize) -> Option<usize> {
        match &self.filter {
            None => Some(row),
            Some(filter) => filter.shown.lines().nth(row),
        }
        .filter(|&line| line < self.suite.line_count())
    }

    /// The row of a line, or the row that it would have.
    pub fn row_of(&self, line: usize) -> usize {
        match &self.filter {
            None => line,
            Some(filter) => filter.shown.lines().rank(line),
        }
    }

    /// The question of the filter that is being run.
    pub fn asking_for(&self) -> Option<&str> {
        self.asked.as_ref().map(|asked| asked.text.as_str())
    }

    /// The row of the selected line.
    pub fn selected_row(&self) -> usize {
        self.row_of(self.selected)
    }

    /// Whether the list has a row for a line.
    pub fn shows(&self, line: usize) -> bool {
        match &self.filter {
            None => line < self.suite.line_count(),
            Some(filter) => filter.shown.lines().contains(line),
        }
    }

    /// The line shown that is nearest to a line, looking forward first; the line itself where nothing
    /// is shown.
    pub fn nearest(&self, line: usize) -> usize {
        match &self.filter {
            None => line.min(self.suite.line_count().saturating_sub(1)),
            Some(filter) => {
                let shown = filter.shown.lines();
                shown
                    .at_or_after(line)
                    .or_else(|| shown.before(line))
                    .unwrap_or(line)
            }
        }
    }
}
