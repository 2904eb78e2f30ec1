//! The lines of a sorted view by row.

use std::sync::Arc;

use super::Order;
use crate::suite::LineSet;

/// The lines shown, and where each is.
#[derive(Debug)]
pub struct SortedRows {
    order: Arc<Order>,
    /// The lines of the order that a filter shows, where there is one.
    filtered: Option<Vec<u32>>,
    /// The row of each line of the file; of one that is not shown, the row that it would have.
    places: Vec<u32>,
}

impl SortedRows {
    pub(super) fn of(order: &Arc<Order>, within: Option<&LineSet>, count: usize) -> Self {
        let mut places = vec![0; count];
        let mut filtered = within.map(|_| Vec::new());
        let mut row = 0;
        for &line in &order.lines {
            if let Some(place) = places.get_mut(line as usize) {
                *place = row;
            }
            let is_shown = within.is_none_or(|within| within.contains(line as usize));
            if let Some(filtered) = filtered.as_mut().filter(|_| is_shown) {
                filtered.push(line);
            }
            row += u32::from(is_shown);
        }
        Self {
            order: order.clone(),
            filtered,
            places,
        }
    }

    fn lines(&self) -> &[u32] {
        self.filtered.as_deref().unwrap_or(&self.order.lines)
    }

    /// Counts them.
    pub(crate) fn len(&self) -> usize {
        self.lines().len()
    }

    /// Returns the line of a row.
    pub(crate) fn line_at(&self, row: usize) -> Option<usize> {
        self.lines().get(row).map(|line| *line as usize)
    }

    /// Returns the row of a line, or the row that it would have.
    pub(crate) fn row_of(&self, line: usize) -> usize {
        let row = self.places.get(line);
        row.map_or(self.len(), |row| *row as usize)
    }
}
