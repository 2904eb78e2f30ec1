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

/// Where each column begins.
pub struct FolderColumns {
    pub name: u16,
    pub records: u16,
    pub problems: u16,
    pub size: u16,
    pub dialect: u16,
    pub end: u16,
}

impl FolderColumns {
    /// In the inside of the page.
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
        Self {
            name: inner.x + 3,
            records,
            problems,
            size,
            dialect,
            end,
        }
    }

    /// Returns the cells of a column in a row of the screen.
    pub(crate) fn area(&self, order: Order, y: u16) -> Rect {
        let (from, behind) = match order {
            Order::Name => (self.name, self.records),
            Order::Records => (self.records, self.problems),
            Order::Problems => (self.problems, self.size),
            Order::Size => (self.size, self.dialect),
            Order::Kind => (self.dialect + 1, self.end + 1),
        };
        Rect::span(from, y, behind.saturating_sub(1))
    }

    /// Returns what the heading at a column of the screen sorts by.
    pub(crate) fn heading_at(&self, column: u16) -> Option<Order> {
        Some(match column {
            x if x < self.name || x >= self.end => return None,
            x if x < self.records => Order::Name,
            x if x < self.problems => Order::Records,
            x if x < self.size => Order::Problems,
            x if x < self.dialect => Order::Size,
            _ => Order::Kind,
        })
    }
}
