//! The list in another order: worked out, and followed through large changes.

use crate::editor::state::columns::Column;
use crate::editor::state::sorted_view::{Shown, SortedView};
use crate::suite::arrange::sorted_lines;
use crate::suite::field::Keys;
use crate::suite::{Job, JobError, LineSet, Snapshot};

/// An order to be worked out.
#[derive(Clone, Debug)]
pub struct Order {
    pub snapshot: Snapshot,
    pub column: Column,
    pub reverse: bool,
    /// The order shown until now, which equal records keep; the file's where there is none.
    pub before: Option<Shown>,
    /// What a filter shows of the same state.
    pub within: Option<LineSet>,
}

impl Order {
    /// Works it out; may take a while.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub fn run(&self, job: &Job) -> Result<SortedView, JobError> {
        let own = self.column.sort_key();
        let own = own.map(|key| key.turned(self.reverse));
        let all = Shown::keys_with(own.clone(), self.before.as_ref());
        let at = &self.snapshot;
        let order = match (&all, &self.before) {
            (Some(all), _) => sorted_lines(at, all, false, None, job),
            (None, before) => {
                let own = Keys(own.into_iter().collect());
                let before = before.as_ref().map(Shown::lines);
                sorted_lines(at, &own, false, before, job)
            }
        };
        let by = (self.column.clone(), self.reverse);
        let (at, within) = (self.snapshot.clone(), self.within.clone());
        Ok(SortedView::new(by, order?, at, within).sorted_by(all))
    }
}
