//! The records sorted by a field: for the list, or in the file.

use std::sync::Arc;

use crate::editor::state::sorted_view::{Order, SortedView};
use crate::suite::arrange::{Arrangement, sort_after, sorted_lines};
use crate::suite::edit::{BulkChange, Chosen, Edit};
use crate::suite::field::{Key, Keys};
use crate::suite::{Job, JobError, LineSet, Snapshot};

/// A sort to be worked out.
#[derive(Clone, Debug)]
pub struct Sort {
    pub snapshot: Snapshot,
    pub by: Key,
    /// The order that equal records keep; the file's where there is none.
    pub before: Option<Arc<Order>>,
}

impl Sort {
    /// Returns the keys by which the file's lines come into the order; `None` where the one before came about
    /// otherwise.
    fn keys(&self) -> Option<Keys> {
        let mut all = vec![self.by.clone()];
        if let Some(before) = &self.before {
            for key in &before.keys_of(self.snapshot.revision())?.0 {
                // What decided already has nothing left to decide.
                if all.iter().all(|other| other.field != key.field) {
                    all.push(key.clone());
                }
            }
        }
        Some(Keys(all))
    }

    /// Returns the list so sorted, `within` what a filter shows; may take a while.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub fn view(&self, within: Option<LineSet>, job: &Job) -> Result<SortedView, JobError> {
        let at = &self.snapshot;
        let own = Keys(vec![self.by.clone()]);
        let before = self.before.as_ref().map(|before| before.lines.as_slice());
        let order = Order {
            lines: sorted_lines(at, &own, false, before, job)?,
            sorted: self.keys().map(|keys| (at.revision(), keys)),
        };
        Ok(SortedView::new(self.by.clone(), order, at.clone(), within))
    }

    /// Returns the change that has the `chosen` records share out their places so, and where the selected line
    /// stands after it; may take a while.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub fn of_file(
        &self,
        chosen: &Chosen,
        selected: usize,
        job: &Job,
    ) -> Result<(BulkChange, Option<usize>), JobError> {
        let at = &self.snapshot;
        let mut change = match (self.keys(), &self.before) {
            // A sort by keys is told in a few words, an order that came about otherwise by its lines.
            (Some(keys), _) => {
                let reverse = false;
                Edit::Arrange(Arrangement::Sort { keys, reverse }).plan(at, chosen, job)?
            }
            (None, before) => {
                let own = Keys(vec![self.by.clone()]);
                let before = before.as_ref().map(|before| before.lines.as_slice());
                sort_after(at, &own, false, before, chosen, job)?
            }
        };
        change.label = format!("sort by {}", self.by.field.name()).into();
        let selected = change.where_is(at, selected);
        Ok((change, selected))
    }
}
