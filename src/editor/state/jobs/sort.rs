//! The records in the order of a column.

use crate::editor::state::columns::Column;
use crate::editor::state::sorted_view::Shown;
use crate::suite::arrange::{Arrangement, sort_after};
use crate::suite::edit::{BulkChange, Chosen, Edit};
use crate::suite::field::Keys;
use crate::suite::{Job, JobError, Snapshot};

/// A sort to be worked out.
#[derive(Clone, Debug)]
pub struct Sort {
    pub snapshot: Snapshot,
    pub column: Column,
    pub reverse: bool,
    /// The order that equal records keep; the file's where there is none.
    pub before: Option<Shown>,
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
        let (at, chosen) = (&self.snapshot, &self.chosen);
        let own = self.column.sort_key();
        let label = own.as_ref().map(|key| format!("sort by {key}"));
        let own = own.map(|key| key.turned(self.reverse));
        let mut change = match Shown::keys_with(own.clone(), self.before.as_ref()) {
            // A sort by keys is told in a few words, an order that came about otherwise by its lines.
            Some(keys) => {
                let reverse = false;
                Edit::Arrange(Arrangement::Sort { keys, reverse }).plan(at, chosen, job)?
            }
            None => {
                let own = Keys(own.into_iter().collect());
                let before = self.before.as_ref().map(Shown::lines);
                sort_after(at, &own, false, before, chosen, job)?
            }
        };
        if let Some(label) = label {
            change.label = label.into();
        }
        let selected = change.where_is(&self.snapshot, self.selected);
        Ok(Sorted {
            column: self.column.clone(),
            reverse: self.reverse,
            change,
            selected,
        })
    }
}
