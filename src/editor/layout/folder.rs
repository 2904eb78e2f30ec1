//! Where the columns of the folder view stand.

use crate::editor::state::folder::Order;
use crate::editor::widgets::geometry::Rect;

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

/// The columns, each with its cells in the row of the headings.
pub struct FolderColumns([(Order, Rect); 5]);

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
        let records = problems.saturating_sub(for_records);
        let column = |order, from, end| (order, Rect::span(from, inner.y, end));
        Self([
            column(Order::Name, inner.x + 3, records.saturating_sub(1)),
            column(Order::Records, records, problems.saturating_sub(1)),
            column(Order::Problems, problems, size.saturating_sub(1)),
            column(Order::Size, size, dialect.saturating_sub(1)),
            column(Order::Kind, dialect + 1, end),
        ])
    }

    /// Returns each column with its cells in a row of the screen.
    pub(crate) fn areas(&self, y: u16) -> impl Iterator<Item = (Order, Rect)> {
        let columns = self.0.into_iter();
        columns.map(move |(order, area)| (order, Rect { y, ..area }))
    }

    /// Returns the cells of a column in a row of the screen.
    pub(crate) fn area(&self, order: Order, y: u16) -> Rect {
        let area = self.areas(y).find(|(of, _)| *of == order);
        area.map(|(_, area)| area).unwrap_or_default()
    }

    /// Returns what the heading at a column of the screen sorts by.
    pub(crate) fn heading_at(&self, column: u16) -> Option<Order> {
        let [.., (_, last)] = self.0;
        let found = self.0.iter().rfind(|(_, area)| area.x <= column)?;
        (column < last.right()).then_some(found.0)
    }
}
