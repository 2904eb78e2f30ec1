//! Where the columns of the folder view stand.

use super::Rect;
use crate::app::state::folder::Order;

/// Columns of the numbers, from the right.
const RECORDS: u16 = 11;
const PROBLEMS: u16 = 16;
const SIZE: u16 = 10;
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
        let problems = size.saturating_sub(PROBLEMS);
        let records = problems.saturating_sub(RECORDS);
        Self {
            name: inner.x + 3,
            records,
            problems,
            size,
            dialect,
            end,
        }
    }

    /// What the heading at a column of the screen sorts by.
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
