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

/// The cells of each column in the row of the headings, in the order of [`Order`].
pub struct FolderColumns([Rect; Order::ALL.len()]);

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
        let column = |from, next: u16| Rect::span(from, inner.y, next.saturating_sub(1));
        Self([
            column(inner.x + 3, records),
            column(records, problems),
            column(problems, size),
            column(size, dialect),
            Rect::span(dialect + 1, inner.y, end),
        ])
    }

    /// Returns the cells of a column in a row of the screen.
    pub(crate) fn area(&self, order: Order, y: u16) -> Rect {
        Rect {
            y,
            ..self.0[order as usize]
        }
    }

    /// Returns what the heading at a cell sorts by.
    pub(crate) fn heading_at(&self, column: u16, row: u16) -> Option<Order> {
        let [.., last] = self.0;
        let headings = Order::ALL.iter().zip(self.0);
        let ((order, _), _) = headings.rev().find(|(_, area)| area.x <= column)?;
        (row == last.y && column < last.right()).then_some(*order)
    }
}
