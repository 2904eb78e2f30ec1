//! Where the columns of the folder view stand.

use super::Rect;
use crate::editor::state::folder::Order;

/// Columns of the numbers, from the right; on a narrow screen names need some of them.
const RECORDS: u16 = 11;
const RECORDS_LEAST: u16 = 10;
const PROBLEMS: u16 = 16;
const PROBLEMS_LEAST: u16 = 12;
const SIZE: u16 = 10;
/// Columns of a page on which nothing gives way.
const ROOMY: u16 = 100;
const DIALECT: u16 = 30;
/// The least of it that says something.
const DIALECT_LEAST: u16 = 15;

/// The columns from the left, each with the screen column at which it begins; the last one ends before `end`.
pub struct FolderColumns {
    columns: [(Order, u16); 5],
    end: u16,
}

impl FolderColumns {
    /// Places them in the inside of the page.
    pub fn of(inner: Rect) -> Self {
        let end = inner.right().saturating_sub(1);
        let spare = inner.width.saturating_sub(RECORDS + PROBLEMS + SIZE + 40);
        let dialect = end.saturating_sub(spare.clamp(DIALECT_LEAST, DIALECT));
        let size = dialect.saturating_sub(SIZE);
        let (for_problems, for_records) = match inner.width < ROOMY {
            true => (PROBLEMS_LEAST, RECORDS_LEAST),
            false => (PROBLEMS, RECORDS),
        };
        let problems = size.saturating_sub(for_problems);
        let columns = [
            (Order::Name, inner.x + 3),
            (Order::Records, problems.saturating_sub(for_records)),
            (Order::Problems, problems),
            (Order::Size, size),
            (Order::Kind, dialect),
        ];
        Self { columns, end }
    }

    /// Returns the cells of each column in a row of the screen.
    pub(crate) fn areas(&self, y: u16) -> impl Iterator<Item = (Order, Rect)> {
        let ends = self.columns.iter().skip(1).map(|(_, from)| from - 1);
        let columns = self.columns.iter().zip(ends.chain([self.end]));
        columns.map(move |((order, from), end)| {
            // Words behind numbers stand a little further from them.
            let gap = u16::from(*order == Order::Kind);
            (*order, Rect::span(*from, y, end).after(gap))
        })
    }

    /// Returns the cells of a column in a row of the screen.
    pub(crate) fn area(&self, order: Order, y: u16) -> Rect {
        let area = self.areas(y).find(|(of, _)| *of == order);
        area.map(|(_, area)| area).unwrap_or_default()
    }

    /// Returns what the heading at a column of the screen sorts by.
    pub(crate) fn heading_at(&self, column: u16) -> Option<Order> {
        let mut columns = self.columns.iter().rev();
        let found = columns.find(|(_, from)| *from <= column)?;
        (column < self.end).then_some(found.0)
    }
}
