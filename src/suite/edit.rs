//! Changes of many lines at once, prepared from a snapshot on any thread and applied instantly.
//!
//! ```
//! use epdit::suite::edit::{Chosen, Edit, Existing, Filling};
//! use epdit::suite::{Job, Suite};
//!
//! let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;\n";
//! let mut suite = Suite::from_bytes("ends.epd", text.to_vec());
//! let edit = Edit::Set(Filling::parse("acd 20")?, Existing::Replace);
//! let bulk = edit.plan(&suite.snapshot(), &Chosen::All, &Job::new())?;
//! assert_eq!((bulk.changed, bulk.left.count()), (2, 0));
//! suite.apply(bulk)?;
//! assert_eq!(&*suite.line(1), b"4k3/8/8/8/8/8/4P3/4K3 b - - acd 20; bm Kd7;\n");
//! assert!(suite.undo().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assignment;
mod chosen;
mod fill;
mod gather;
mod join;
mod kind;
mod left;
mod merge;
mod mirror;
mod operation;
mod ready;
mod recipe;
mod rewrite;
mod several;
mod split;
mod told;

use super::history::Label;
use super::history::RevisionId;
use super::snapshot::Snapshot;
use super::tree::Tree;

pub use assignment::{Assignment, AssignmentError, Existing};
pub use chosen::Chosen;
pub use fill::{Filling, TemplateError};
pub use gather::gather;
pub use join::{Joined, Joining};
pub use kind::{Asked, Edit, lines_where};
pub use left::Left;
pub use merge::{merge_lines, replace_lines};
pub use mirror::Mirror;
pub use ready::Ready;
pub(super) use recipe::{Recipe, runs_of, sample_of};
pub use rewrite::{Rewrite, rewrite_inline, rewrite_lines};
pub(crate) use several::refused;
pub use several::set_operations;
pub use split::{SplitBy, Splitter};
pub(super) use told::{Made, MadeStep, Told};

/// A change of many lines, ready to be applied to the suite from whose snapshot it was made.
#[derive(Clone, Debug)]
pub struct BulkChange {
    /// The revision to which it applies.
    pub base: RevisionId,
    pub(super) lines_before: usize,
    pub(super) tree: Tree,
    /// The label of the undo step.
    pub label: Label,
    pub(super) line: usize,
    /// The number of lines it changes, inserts or removes.
    pub changed: usize,
    /// The number of removed records, if other lines are removed with them.
    pub(super) records: Option<usize>,
    /// The records that the edit leaves unchanged, with reasons, and the operations it leaves out.
    pub left: Left,
    /// The recipe to make it again.
    pub(super) made: Made,
}

impl BulkChange {
    /// Returns the change of a snapshot to `tree`; `line` is the first that changes.
    pub(super) fn new(
        snapshot: &Snapshot,
        label: impl Into<Label>,
        tree: Tree,
        line: usize,
        changed: usize,
    ) -> Self {
        Self {
            base: snapshot.revision(),
            lines_before: snapshot.line_count(),
            tree,
            label: label.into(),
            line,
            changed,
            records: None,
            left: Left::default(),
            made: Made::default(),
        }
    }

    /// Returns the number of records that it removes as duplicates, without their comments; of other changes as
    /// [`Self::changed`].
    pub fn records(&self) -> usize {
        self.records.unwrap_or(self.changed)
    }

    /// Returns the line in the result for a line of the original snapshot; `None` if it was removed or has another
    /// text. May look at every line.
    pub fn where_is(&self, snapshot: &Snapshot, line: usize) -> Option<usize> {
        let wanted = snapshot.tree.place(line);
        let mut first = 0;
        for piece in self.tree.pieces(0..self.tree.lines()) {
            if let Some(at) = piece.find(wanted) {
                return Some(first + at);
            }
            first += piece.len();
        }
        None
    }

    /// Returns the state of the suite after the change. `base` must be the snapshot it was prepared from.
    pub fn applied_to(&self, base: &Snapshot) -> Snapshot {
        Snapshot {
            tree: self.tree.clone(),
            ..base.clone()
        }
    }
}

/// The error that the suite was edited after the bulk change was prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing changed: the suite was edited in the meantime")]
pub struct Stale;
