//! The tree of revisions: every state of the suite, each with the change that led to it.
//!
//! Undo goes to the parent, redo to the child that was visited last. An edit after an undo begins another branch;
//! only the steps inside a group of typing are dropped.

use std::borrow::Cow;

use super::edit::{Made, MadeStep};
use super::tree::{Piece, Tree};

/// The number of a state of the suite's text. Different texts have different numbers as long as the suite is open;
/// going back to a state restores its number. (While the file is still being read, lines are added at the end under
/// the same number.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RevisionId(usize);

/// The name of a change, for the status line and the list of revisions: `edit line 12`.
pub type Label = Cow<'static, str>;

/// A completed undo or redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The label of the change that was undone or redone: `edit line 12`.
    pub label: Label,
    /// The line to go to (0-based); it may be one after the last.
    pub line: usize,
}

#[derive(Debug)]
struct Revision {
    change: NewRevision,
    parent: Option<RevisionId>,
    /// The child that redo goes to.
    next: Option<RevisionId>,
    /// An older revision with equal lines in equal order.
    same_as: Option<RevisionId>,
}

/// A change, and the resulting state.
#[derive(Debug)]
pub(super) struct NewRevision {
    pub tree: Tree,
    /// The number of source lines read at the time: later ones are added when it is shown.
    pub source_lines: usize,
    pub label: Label,
    pub line: usize,
    /// The recipe that makes it from its parent.
    pub made: Made,
}

impl Revision {
    fn new(change: NewRevision, parent: Option<RevisionId>) -> Self {
        Self {
            change,
            parent,
            next: None,
            same_as: None,
        }
    }

    fn step(&self) -> Step {
        Step {
            label: self.change.label.clone(),
            line: self.change.line,
        }
    }
}

/// The tree of revisions.
#[derive(Debug)]
pub(super) struct History {
    /// The revisions by number; `None` if a group of typing has swallowed the step.
    revisions: Vec<Option<Revision>>,
    pub(super) current: RevisionId,
    /// The revision that the file on disk holds.
    pub(super) saved: Option<RevisionId>,
}

impl History {
    /// Returns a history that begins with `tree`, as read.
    pub(super) fn new(tree: Tree, source_lines: usize) -> Self {
        let first = NewRevision {
            tree,
            source_lines,
            label: Cow::Borrowed("the file as loaded"),
            line: 0,
            made: Made::Lines,
        };
        Self {
            revisions: vec![Some(Revision::new(first, None))],
            current: RevisionId(0),
            saved: Some(RevisionId(0)),
        }
    }

    fn get(&self, id: RevisionId) -> Option<&Revision> {
        self.revisions.get(id.0)?.as_ref()
    }

    fn get_mut(&mut self, id: RevisionId) -> Option<&mut Revision> {
        self.revisions.get_mut(id.0)?.as_mut()
    }

    /// Returns the changes with recipes on the way from `from` to the current revision, oldest first; none if undo
    /// does not lead there.
    pub(super) fn made_since(&self, from: RevisionId, source_lines: usize) -> Vec<MadeStep> {
        let mut found = Vec::new();
        let mut at = self.current;
        // A parent is always older, so this ends.
        while at != from {
            let revision = self.get(at);
            let Some((revision, parent)) = revision.and_then(|now| Some((now, now.parent?))) else {
                return Vec::new();
            };
            let tree = |id| self.tree(id, source_lines);
            match &revision.change.made {
                Made::Lines => {}
                Made::By(told) => {
                    let states = tree(parent).zip(tree(at));
                    found.extend(states.map(|(before, after)| MadeStep {
                        before,
                        told: told.clone(),
                        after,
                    }));
                }
                Made::InSteps(steps) => found.extend(steps.iter().rev().cloned()),
            }
            at = parent;
        }
        found.reverse();
        found
    }

    /// Returns true if `from` is `id` or undo leads there.
    pub(super) fn leads_to(&self, from: RevisionId, id: RevisionId) -> bool {
        let mut at = Some(id);
        // A parent is always older, so this ends.
        while let Some(id) = at.filter(|id| *id != from) {
            at = self.get(id).and_then(|revision| revision.parent);
        }
        at == Some(from)
    }

    /// Returns the table at a revision, with all source lines read so far.
    pub(super) fn tree(&self, id: RevisionId, source_lines: usize) -> Option<Tree> {
        let change = &self.get(id)?.change;
        if change.source_lines >= source_lines {
            return Some(change.tree.clone());
        }
        let tail = [Piece::source(change.source_lines..source_lines)];
        let end = change.tree.lines();
        Some(change.tree.splice(end..end, &tail.into_iter().collect()))
    }

    /// Returns the table at the current revision, and stores it there.
    pub(super) fn show(&mut self, source_lines: usize) -> Option<Tree> {
        let tree = self.tree(self.current, source_lines)?;
        let current = &mut self.get_mut(self.current)?.change;
        current.source_lines = current.source_lines.max(source_lines);
        current.tree = tree.clone();
        Some(tree)
    }

    /// Returns true if the file on disk has the lines of the current revision.
    pub(super) fn is_saved(&self) -> bool {
        let same = self.get(self.current).and_then(|now| now.same_as);
        self.saved.is_some() && (self.saved == Some(self.current) || self.saved == same)
    }

    /// Returns true if the revision still exists.
    pub(super) fn holds(&self, id: RevisionId) -> bool {
        self.get(id).is_some()
    }

    /// Adds a change to the current revision. With `amend` it replaces the current one, as one step with it, if
    /// possible.
    pub(super) fn add(&mut self, mut new: NewRevision, amend: bool) {
        let id = RevisionId(self.revisions.len());
        let mut parent = Some(self.current);
        if amend
            && self.can_amend()
            && let Some(old) = self.get(self.current)
        {
            parent = old.parent;
            new.line = old.change.line;
            // The revision now contains more than this change.
            new.made = Made::Lines;
            if let Some(slot) = self.revisions.get_mut(self.current.0) {
                *slot = None;
            }
        }
        if let Some(parent) = parent.and_then(|parent| self.get_mut(parent)) {
            parent.next = Some(id);
        }
        self.revisions.push(Some(Revision::new(new, parent)));
        self.current = id;
    }

    /// Records that the current revision equals the file on disk, line for line.
    pub(super) fn set_same_as_saved(&mut self) {
        let saved = self.saved;
        if let Some(now) = self.get_mut(self.current) {
            now.same_as = saved;
        }
    }

    /// Returns true if the current revision is not the first, not on disk, and has no children.
    fn can_amend(&self) -> bool {
        self.saved != Some(self.current)
            && self
                .get(self.current)
                .is_some_and(|now| now.parent.is_some() && now.next.is_none())
    }

    pub(super) fn can_undo(&self) -> Option<&str> {
        let now = self.get(self.current);
        now.filter(|now| now.parent.is_some())
            .map(|now| now.change.label.as_ref())
    }

    pub(super) fn can_redo(&self) -> Option<&str> {
        let next = self.get(self.current)?.next?;
        self.get(next).map(|next| next.change.label.as_ref())
    }

    pub(super) fn undo(&mut self) -> Option<Step> {
        let now = self.get(self.current)?;
        let (step, parent) = (now.step(), now.parent?);
        self.current = parent;
        Some(step)
    }

    pub(super) fn redo(&mut self) -> Option<Step> {
        let next = self.get(self.current)?.next?;
        self.current = next;
        self.get(next).map(Revision::step)
    }
}
