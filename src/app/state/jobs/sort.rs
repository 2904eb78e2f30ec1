//! The records in the order of a column.

use crate::app::state::columns::Column;
use crate::suite::bulk::{BulkChange, Chosen, sort_after};
use crate::suite::{Job, JobError, Snapshot};
use std::sync::Arc;

/// A sort to be worked out.
#[derive(Clone, Debug)]
pub struct Sort {
    pub snapshot: Snapshot,
    pub column: Column,
    pub reverse: bool,
    /// The order that equal records keep; the file's where there is none.
    pub before: Option<Arc<Vec<u32>>>,
    /// The records that share out their places; all others stay.
    pub chosen: Chosen,
    /// The line that stays selected, wherever it goes.
    pub selected: usize,
}

/// What came out.
#[derive(Debug)]
pub struct Sorted {
    pub column: Column,
    pub reverse: bool,
    pub change: BulkChange,
    /// Where the selected line stands after it.
    pub selected: Option<usize>,
}

impl Sort {
    /// Works it out; may take a while.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub fn run(&self, job: &Job) -> Result<Sorted, JobError> {
        let keys: Vec<_> = self.column.sort_key().into_iter().collect();
        let (at, before) = (
            &self.snapshot,
            self.before.as_ref().map(|lines| lines.as_slice()),
        );
        let change = sort_after(at, &keys, self.reverse, before, &self.chosen, job)?;
        let selected = change.where_is(&self.snapshot, self.selected);
        Ok(Sorted {
            column: self.column.clone(),
            reverse: self.reverse,
            change,
            selected,
        })
    }
}
