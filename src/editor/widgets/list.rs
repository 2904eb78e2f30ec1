//! A list with a cursor, on a screen that shows some of its rows.

/// A movement in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Rows(isize),
    Pages(isize),
    First,
    Last,
}

/// The room for a list on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// At least one.
    pub rows: usize,
    pub columns: usize,
}

impl Step {
    /// Returns the row that it leads to from row `at` of `count`, with `page` rows on screen.
    pub(crate) fn from(self, at: usize, count: usize, page: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::Rows(by) => at.saturating_add_signed(by).min(last),
            Self::Pages(by) => {
                let rows = isize::try_from(page.saturating_sub(1).max(1)).unwrap_or(1);
                at.saturating_add_signed(by.saturating_mul(rows)).min(last)
            }
            Self::First => 0,
            Self::Last => last,
        }
    }

    /// Returns the first row on screen after it, where `first` was it and no row has a cursor.
    pub(crate) fn scroll(self, first: usize, count: usize, rows: usize) -> usize {
        self.from(first, count.saturating_sub(rows) + 1, rows)
    }
}

/// A place in a list: the row with the cursor, and the first row on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListState {
    pub cursor: usize,
    pub first: usize,
}

impl ListState {
    /// Moves the cursor in a list of `count` rows, with `page` of them on screen.
    pub(crate) fn step(&mut self, step: Step, count: usize, page: usize) {
        self.cursor = step.from(self.cursor, count, page);
    }

    /// Keeps the cursor inside a list of `count` rows, and among the `page` of them on screen.
    pub(crate) fn keep(&mut self, count: usize, page: usize) {
        self.cursor = self.cursor.min(count.saturating_sub(1));
        self.first = scrolled(self.first, self.cursor, count, page);
    }

    /// Puts the cursor on a row counted from the first on screen; gives which of the `count` rows of
    /// the list that is, where it has so many.
    pub(crate) fn put(&mut self, row: usize, count: usize) -> Option<usize> {
        let at = Some(self.first + row).filter(|at| *at < count)?;
        self.cursor = at;
        Some(at)
    }
}

/// Rows that are shown before and behind what was jumped to.
const AROUND: usize = 3;

/// Returns the first row on screen so that row `cursor` of `count` is on it with some before and behind it, moved as
/// little as possible.
pub(crate) fn scrolled_around(first: usize, cursor: usize, count: usize, rows: usize) -> usize {
    let around = AROUND.min(rows.saturating_sub(1) / 2);
    let (above, below) = (cursor.saturating_sub(around), cursor + around);
    let first = scrolled(first, above, count, rows);
    scrolled(first, below.min(count.saturating_sub(1)), count, rows)
}

/// Returns the first row on screen so that row `cursor` of `count` is on it, moved as little as possible.
pub(crate) fn scrolled(first: usize, cursor: usize, count: usize, rows: usize) -> usize {
    let rows = rows.max(1);
    let first = first.min(cursor).max((cursor + 1).saturating_sub(rows));
    first.min(count.saturating_sub(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_scrolls_only_as_far_as_it_must() {
        assert_eq!(scrolled(0, 4, 100, 10), 0);
        assert_eq!(scrolled(0, 10, 100, 10), 1);
        assert_eq!(scrolled(50, 20, 100, 10), 20);
        assert_eq!(scrolled(95, 99, 100, 10), 90);
        assert_eq!(scrolled(3, 1, 2, 10), 0);
    }

    #[test]
    fn what_is_jumped_to_has_rows_around_it_where_there_are_any() {
        assert_eq!(scrolled_around(0, 12, 100, 10), 6);
        assert_eq!(scrolled_around(0, 9, 100, 10), 3);
        assert_eq!(scrolled_around(0, 5, 100, 10), 0);
        assert_eq!(scrolled_around(50, 51, 100, 10), 48);
        assert_eq!(scrolled_around(0, 99, 100, 10), 90);
        assert_eq!(scrolled_around(7, 0, 100, 10), 0);
        assert_eq!(scrolled_around(0, 7, 100, 1), 7);
    }

    #[test]
    fn steps_end_at_the_ends_of_the_list() {
        assert_eq!(Step::Rows(1).from(9, 10, 5), 9);
        assert_eq!(Step::Rows(-1).from(0, 10, 5), 0);
        assert_eq!(Step::Pages(1).from(0, 10, 5), 4);
        assert_eq!(Step::Last.from(0, 0, 5), 0);
    }
}
