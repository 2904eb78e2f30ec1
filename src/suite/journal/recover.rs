//! Recovering the edits of a journal.

use std::sync::Arc;

use super::read::Entry;
use super::{Journal, RecoverError};
use crate::suite::Suite;
use crate::suite::edit::{BulkChange, Made, MadeStep, sample_of};
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{Draft, LineRef};
use crate::suite::tree::{Piece, Tree};

/// The number of lines in a block of texts.
const BLOCK: usize = 4096;

impl Suite {
    /// Prepares the recovery of a journal's edits on any thread, as one change that can be undone. To be called for a
    /// suite as opened, when it is fully read.
    ///
    /// # Errors
    /// The file is not that of the journal ([`Journal::fits`]), or the suite was edited since it was opened.
    pub fn recovery(&self, journal: &Arc<Journal>) -> Result<Recovery, RecoverError> {
        if self.loading().is_some() {
            return Err(JobError::StillLoading.into());
        }
        let Some(journal) = journal.of(self).filter(|_| !self.is_modified()) else {
            return Err(RecoverError::Changed);
        };
        Ok(Recovery {
            snapshot: self.snapshot(),
            journal,
        })
    }
}

/// The edits of a journal, with the suite they apply to.
#[derive(Clone, Debug)]
pub struct Recovery {
    snapshot: Snapshot,
    journal: Journal,
}

impl Recovery {
    /// Prepares the edits as one change.
    ///
    /// # Errors
    /// They refer to lines that the file lacks.
    pub fn make(&self) -> Result<BulkChange, RecoverError> {
        let mut base = self.snapshot.clone();
        let mut steps = Vec::new();
        for step in self.journal.steps() {
            let mut made = Rebuilt::over(&base);
            step.each(|entry| made.add(entry))
                .ok_or(RecoverError::Changed)?;
            let tree = made.tree();
            let before = Snapshot { tree, ..base };
            base = step.recipe.make(&before)?.applied_to(&before);
            if sample_of(&base) != step.sample {
                return Err(RecoverError::Other);
            }
            steps.push(MadeStep {
                before: before.tree,
                told: step.recipe.told().into(),
                after: base.tree.clone(),
            });
        }
        let mut made = Rebuilt::over(&base);
        self.journal
            .each(|entry| made.add(entry))
            .ok_or(RecoverError::Changed)?;
        let tree = made.tree();
        // Edits that only moved lines are a change, too.
        let changed = match self.journal.changes_nothing(self.snapshot.line_count()) {
            true => 0,
            false => self.journal.changed_lines().max(1),
        };
        Ok(BulkChange {
            // Later journals of this suite stay as short.
            made: match steps.is_empty() {
                true => Made::Lines,
                false => Made::InSteps(steps.into()),
            },
            ..BulkChange::new(&self.snapshot, "recover unsaved changes", tree, 0, changed)
        })
    }
}

struct Rebuilt<'a> {
    base: &'a Snapshot,
    pieces: Vec<Piece>,
    draft: Draft,
}

impl<'a> Rebuilt<'a> {
    fn over(base: &'a Snapshot) -> Self {
        Self {
            base,
            pieces: Vec::new(),
            draft: Draft::default(),
        }
    }

    fn tree(mut self) -> Tree {
        self.flush();
        self.pieces.into_iter().collect()
    }

    fn add(&mut self, entry: Entry<'_>) -> Option<()> {
        let Entry::Text {
            origin,
            is_copy,
            bytes,
        } = entry
        else {
            let lines = entry.kept(self.base.line_count())?;
            self.flush();
            self.pieces.extend(self.base.tree.pieces(lines));
            return Some(());
        };
        let origin = match (origin, is_copy) {
            (Some(line), _) => self.base.origin_of(line),
            (None, true) => LineRef::COPIED,
            (None, false) => LineRef::NONE,
        };
        self.draft.push(bytes, origin);
        if self.draft.len() >= BLOCK {
            self.flush();
        }
        Some(())
    }

    fn flush(&mut self) {
        if self.draft.len() > 0 {
            let new = self.base.texts.keep(std::mem::take(&mut self.draft));
            self.pieces.push(Piece::text(new));
        }
    }
}
