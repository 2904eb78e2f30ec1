//! The lines of a sorted view by row, and the order of all of them.

use std::sync::Arc;

use crate::suite::LineSet;
use crate::suite::field::{Key, Keys};

/// The lines shown, and where each is.
#[derive(Debug, Default)]
pub struct Rows {
    pub(super) lines: Arc<Vec<u32>>,
    /// The row of each line of the file; of one that is not shown, the row that it would have.
    places: Vec<u32>,
}

impl Rows {
    pub(super) fn of(order: &Arc<Vec<u32>>, within: Option<&LineSet>, count: usize) -> Self {
        let mut places = vec![0; count];
        let mut shown = Vec::new();
        let mut row = 0;
        for &line in order.iter() {
            if let Some(place) = places.get_mut(line as usize) {
                *place = row;
            }
            if let Some(within) = within {
                if !within.contains(line as usize) {
                    continue;
                }
                shown.push(line);
            }
            row += 1;
        }
        let lines = match within {
            None => order.clone(),
            Some(_) => Arc::new(shown),
        };
        Self { lines, places }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether none is shown.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The line of a row.
    pub fn line_at(&self, row: usize) -> Option<usize> {
        self.lines.get(row).map(|line| *line as usize)
    }

    /// The row of a line, or the row that it would have.
    pub fn row_of(&self, line: usize) -> usize {
        self.places
            .get(line)
            .map_or(self.lines.len(), |row| *row as usize)
    }
}

/// The order of all lines as it is shown, for a sort that keeps it among equal records.
#[derive(Clone, Debug)]
pub struct Shown {
    pub(super) lines: Arc<Vec<u32>>,
    /// The keys by which the file's lines come into this order, where it came about so.
    pub(super) keys: Option<Arc<Keys>>,
}

impl Shown {
    /// Which line stands first, which second, and so on.
    pub fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// The keys by which the file's lines come into the order of `first` and then that shown before;
    /// `None` where that came about otherwise.
    pub(crate) fn keys_with(first: Option<Key>, before: Option<&Self>) -> Option<Keys> {
        let mut all = vec![first?];
        if let Some(before) = before {
            for key in &before.keys.as_ref()?.0 {
                // What decided already has nothing left to decide.
                if all.iter().all(|other| other.field != key.field) {
                    all.push(key.clone());
                }
            }
        }
        Some(Keys(all))
    }
}
