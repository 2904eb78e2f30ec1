//! The list in another order: worked out, and followed through large changes.

use crate::app::state::columns::Column;
use crate::app::state::sorted_view::SortedView;
use crate::suite::bulk::sorted_lines;
use crate::suite::{Job, JobError, LineSet, Snapshot};
use std::sync::Arc;

/// An order to be worked out.
#[derive(Clone, Debug)]
pub struct Order {
    pub snapshot: Snapshot,
    pub column: Column,
    pub reverse: bool,
    /// The order shown until now, which equal records keep; the file's where there is none.
    pub before: Option<Arc<Vec<u32>>>,
    /// What a filter shows of the same state.
    pub within: Option<LineSet>,
}

impl Order {
    /// Works it out; may take a while.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub fn run(&self, job: &Job) -> Result<SortedView, JobError> {
        let keys: Vec<_> = self.column.sort_key().into_iter().collect();
        let before = self.before.as_ref().map(|lines| lines.as_slice());
        let order = sorted_lines(&self.snapshot, &keys, self.reverse, before, job)?;
        let by = (self.column.clone(), self.reverse);
        let (at, within) = (self.snapshot.clone(), self.within.clone());
        Ok(SortedView::new(by, order, at, within))
    }
}
