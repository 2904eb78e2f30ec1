//! Changes of many lines at once, prepared from a snapshot on any thread and applied instantly.
//!
//! ```
//! use epdit::suite::edit::{Selection, Edit, Existing, Filling};
//! use epdit::suite::{Job, Suite};
//!
//! let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;\n";
//! let mut suite = Suite::from_bytes("ends.epd", text.to_vec());
//! let edit = Edit::Set(Filling::parse("acd 20")?, Existing::Replace);
//! let bulk = edit.plan(&suite.snapshot(), &Selection::All, &Job::new())?;
//! assert_eq!((bulk.changed, bulk.left.count()), (2, 0));
//! suite.apply(bulk)?;
//! assert_eq!(&*suite.line(1), b"4k3/8/8/8/8/8/4P3/4K3 b - - acd 20; bm Kd7;\n");
//! assert!(suite.undo().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A change can store its recipe: words and line numbers, so that the history of a suite doesn't depend on
//! the kinds of edits.

mod assignment;
mod fill;
mod join;
mod kind;
mod merge;
mod mirror;
mod recipe;
mod rewrite;
mod split;

pub use assignment::{Assignment, AssignmentError, Existing};
pub use fill::{Filling, TemplateError};
pub use join::{
    FOUND_MATE, JoinResult, MADE, RESULT, RecordJoiner, SOLVED, further_lines, opcodes_of_search,
};
pub use kind::{Edit, EditTarget, lines_where};
pub use merge::{gather, merge_lines, replace_lines};
pub use mirror::Mirror;
pub use recipe::Ready;
pub(super) use recipe::{Recipe, runs_of, sample_of};
pub use rewrite::{Rewrite, rewrite_inline, rewrite_lines};
pub use split::{SplitBy, Splitter};

use crate::epd::edit::{self, Change, Refusal};
use crate::epd::{CanonicalOptions, Code, Record};
use crate::suite::history::{Label, RevisionId};
use crate::suite::line_set::LineSet;
use crate::suite::snapshot::Snapshot;
use crate::suite::tree::Tree;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A change of many lines, to be applied to the suite from whose snapshot it was made.
#[derive(Clone, Debug)]
pub struct BulkChange {
    /// The revision to which the change applies.
    pub base: RevisionId,
    pub(super) lines_before: usize,
    pub(super) tree: Tree,
    pub label: Label,
    pub(super) line: usize,
    /// The number of lines that are changed, inserted or removed.
    pub changed: usize,
    /// The number of removed records, if other lines are removed with them.
    pub(super) records: Option<usize>,
    /// The records that the edit leaves unchanged, with reasons, and the operations left out in merging.
    pub left: Skipped,
    /// The way to make the change again from its base.
    pub(super) made: Rebuild,
}

impl BulkChange {
    /// Returns the change of a snapshot to `tree`, whose first changed line is `line`.
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
            left: Skipped::default(),
            made: Rebuild::default(),
        }
    }

    /// Returns the number of records removed as duplicates, without the comments removed with them; for other
    /// changes [`Self::changed`].
    pub fn records(&self) -> usize {
        self.records.unwrap_or(self.changed)
    }

    /// Returns the line in the result of a line of the original snapshot; `None` if it was removed or has a
    /// new text. Time grows with the number of lines.
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

/// The recipe of a bulk change in words that can be parsed again, and the lines it applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::suite) struct RecordedEdit {
    pub(in crate::suite) words: Vec<String>,
    pub(in crate::suite) chosen: Selection,
}

/// A way to make the lines of a revision again from those of another, if it takes less space than the lines.
#[derive(Clone, Debug, Default)]
pub(in crate::suite) enum Rebuild {
    /// No recipe: the lines themselves are stored.
    #[default]
    Lines,
    /// One recipe, applied to the lines of the base.
    By(Arc<RecordedEdit>),
    /// Several recipes in turn, with other edits before, between and after them.
    InSteps(Arc<[RebuildStep]>),
}

/// One recipe: the lines before it and after it.
#[derive(Clone, Debug)]
pub(in crate::suite) struct RebuildStep {
    pub(in crate::suite) before: Tree,
    pub(in crate::suite) recorded: Arc<RecordedEdit>,
    pub(in crate::suite) after: Tree,
}

/// The records to edit: all, or those found by a query, marks or a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    #[default]
    All,
    Lines(LineSet),
}

impl Selection {
    /// Returns the chosen lines; `None` for all.
    pub(in crate::suite) fn lines(&self) -> Option<&LineSet> {
        match self {
            Self::All => None,
            Self::Lines(lines) => Some(lines),
        }
    }

    /// Returns true if a line is chosen.
    pub fn has(&self, line: usize) -> bool {
        self.lines().is_none_or(|lines| lines.contains(line))
    }
}

impl From<LineSet> for Selection {
    fn from(lines: LineSet) -> Self {
        Self::Lines(lines)
    }
}

/// Sets operations to operands as written, and removes those with `None`; returns the changed line, or `None`
/// if nothing changes. All changes are made or none, and the result is read back to check it. A canonical
/// record stays canonical.
///
/// # Errors
/// The record can't be changed, for example because it has several operations with an opcode to be set.
pub fn set_operations(
    record: &Record<'_>,
    operations: &[(String, Option<String>)],
) -> Result<Option<Vec<u8>>, Refusal> {
    let mut changes = Vec::with_capacity(operations.len());
    for (opcode, operands) in operations {
        let places = places(record, |name| name == opcode);
        match (operands, places.as_slice()) {
            (None, places) => changes.extend(places.iter().copied().map(Change::Remove)),
            (Some(operands), []) => {
                changes.push(Change::Add(opcode.as_bytes(), operands.as_bytes()));
            }
            (Some(operands), [only]) => {
                let operation = record.operations().get(*only);
                let is_there = operation.is_some_and(|operation| {
                    record.operands_span(operation).of(record.line()) == operands.as_bytes()
                });
                if !is_there {
                    changes.push(Change::Operands(*only, operands.as_bytes()));
                }
            }
            (Some(_), several) => {
                return Err(Refusal::Several {
                    opcode: opcode.clone(),
                    count: several.len(),
                });
            }
        }
    }
    let changed = made(record, &changes)?.filter(|changed| changed != record.line());
    Ok(changed.map(|changed| settled(record, changed)))
}

/// Returns the reason why operations with these opcodes can't be set in a record, whatever their operands;
/// checked before hours are spent on computing them.
pub(crate) fn refused(record: &Record<'_>, opcodes: &[&str]) -> Option<Refusal> {
    if let Some(refusal) = edit::refused(record, opcodes) {
        return Some(refusal);
    }
    opcodes.iter().find_map(|opcode| {
        let count = places(record, |name| name == *opcode).len();
        (count > 1).then(|| Refusal::Several {
            opcode: (*opcode).to_owned(),
            count,
        })
    })
}

/// The records left unchanged, counted by reason, with the line of the first; and the conflicts between
/// merged records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    reasons: BTreeMap<String, Reason>,
    conflicts: Option<Reason>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reason {
    count: usize,
    first: usize,
}

impl Reason {
    fn take(&mut self, other: Self) {
        self.count += other.count;
        self.first = self.first.min(other.first);
    }
}

impl Skipped {
    /// Adds the record on a line.
    pub fn note(&mut self, reason: impl Into<String>, line: usize) {
        let (count, first) = (1, line);
        self.add(reason.into(), Reason { count, first });
    }

    /// Adds operations that were left out because they contradict the first of the merged records, which is
    /// on `line`.
    pub fn note_conflicts(&mut self, count: usize, line: usize) {
        if count > 0 {
            self.add_conflicts(Reason { count, first: line });
        }
    }

    fn add_conflicts(&mut self, some: Reason) {
        match &mut self.conflicts {
            Some(known) => known.take(some),
            none => *none = Some(some),
        }
    }

    /// Returns the number of operations left out because the first record contradicts them, and the line of
    /// the first such record; `None` if there are none.
    pub fn conflicts(&self) -> Option<(usize, usize)> {
        self.conflicts.map(|all| (all.count, all.first))
    }

    /// Adds the records of another part of the file, or of another file.
    pub fn join(&mut self, other: Self) {
        if let Some(some) = other.conflicts {
            self.add_conflicts(some);
        }
        for (reason, some) in other.reasons {
            self.add(reason, some);
        }
    }

    fn add(&mut self, reason: String, some: Reason) {
        let known = self.reasons.entry(reason);
        known.and_modify(|known| known.take(some)).or_insert(some);
    }

    /// Returns true if no record was left unchanged.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Returns the number of records left unchanged.
    pub fn count(&self) -> usize {
        self.reasons.values().map(|reason| reason.count).sum()
    }

    /// Returns each reason with its count and first line, the most frequent first.
    pub fn reasons(&self) -> Vec<(&str, usize, usize)> {
        let mut all: Vec<_> = self
            .reasons
            .iter()
            .map(|(words, reason)| (words.as_str(), reason.count, reason.first))
            .collect();
        all.sort_by_key(|(_, count, first)| (std::cmp::Reverse(*count), *first));
        all
    }
}

/// Returns false if a quick check shows that a record is not canonical: its opcodes are unsorted, or the last
/// semicolon is missing.
fn may_be_canonical(record: &Record<'_>) -> bool {
    let opcodes = || {
        record
            .operations()
            .iter()
            .map(|operation| operation.opcode.of(record.line()))
    };
    let ends = record.line().trim_ascii_end().ends_with(b";");
    opcodes().is_sorted() && (ends || record.operations().is_empty())
}

/// Returns a changed record, made canonical if it was canonical before and canonical form keeps its opcodes.
fn settled(before: &Record<'_>, changed: Vec<u8>) -> Vec<u8> {
    let options = CanonicalOptions::default();
    let was_canonical = may_be_canonical(before)
        && before
            .canonical(&options)
            .is_some_and(|text| text == before.line());
    if !was_canonical {
        return changed;
    }
    let record = Record::read(&changed, before.options());
    let canonical = match record.keeps_opcodes() {
        true => record.canonical(&options),
        false => None,
    };
    canonical.unwrap_or(changed)
}

/// Returns the indices of the operations whose opcode satisfies `is_one`.
fn places(record: &Record<'_>, is_one: impl Fn(&str) -> bool) -> Vec<usize> {
    let operations = record.operations().iter().enumerate();
    operations
        .filter(|(_, operation)| is_one(&record.opcode(operation)))
        .map(|(at, _)| at)
        .collect()
}

/// Returns true if an opcode is that of a clock that the record has as a FEN field.
fn is_clock_field(record: &Record<'_>, opcode: &str) -> bool {
    let fields = record.field_spans();
    match opcode {
        "hmvc" => fields.half_move.is_some(),
        "fmvn" => fields.full_move.is_some(),
        _ => false,
    }
}

/// Fails for an operation whose value would remain as a FEN field.
fn must_be_no_clock_field(record: &Record<'_>, opcode: &str) -> Result<(), Refusal> {
    if is_clock_field(record, opcode) {
        return Err(Refusal::ClockField(record.options().dialect));
    }
    Ok(())
}

/// Replaces the refusal for a clock that contradicts the FEN field by one that names the field.
fn with_clock_field(record: &Record<'_>, opcode: &str, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Error(Code::ClocksConflict) | Refusal::Doubt(Code::ClocksConflict)
            if is_clock_field(record, opcode) =>
        {
            Refusal::ClockField(record.options().dialect)
        }
        other => other,
    }
}

/// Fails for a line that can't be read at all, so that its operations are unknown.
fn must_be_epd(record: &Record<'_>) -> Result<(), Refusal> {
    let mut found = record.diagnostics().iter();
    match found.any(|found| found.code == Code::NotEpd) {
        true => Err(Refusal::Error(Code::NotEpd)),
        false => Ok(()),
    }
}

fn remove(record: &Record<'_>, opcodes: &[String]) -> Result<Option<Vec<u8>>, Refusal> {
    must_be_epd(record)?;
    for opcode in opcodes {
        must_be_no_clock_field(record, opcode)?;
    }
    let places = places(record, |name| opcodes.iter().any(|opcode| opcode == name));
    let changes: Vec<Change<'_>> = places.into_iter().map(Change::Remove).collect();
    made(record, &changes)
}

fn rename(record: &Record<'_>, old: &str, new: &str) -> Result<Option<Vec<u8>>, Refusal> {
    must_be_epd(record)?;
    must_be_no_clock_field(record, old)?;
    let places = places(record, |name| name == old);
    let change = |at| Change::Rename(at, new.as_bytes());
    let changes: Vec<Change<'_>> = places.into_iter().map(change).collect();
    made(record, &changes)
}

/// Returns the line with the changes made; `None` if there are none.
fn made(record: &Record<'_>, changes: &[Change<'_>]) -> Result<Option<Vec<u8>>, Refusal> {
    if changes.is_empty() {
        return Ok(None);
    }
    edit::checked(record, changes).map(Some)
}

#[cfg(test)]
mod left_tests;
#[cfg(test)]
mod operation_tests;
#[cfg(test)]
mod tests;
