//! The tree of revisions: all states of the suite, each with the change that led to it; and the edits of a
//! suite's lines, each one undo step.
//!
//! Undo moves to the parent of a revision, redo to the child that was visited last. An edit after an undo
//! begins another branch; only the intermediate steps of a typing group are dropped.

use crate::suite::Suite;
use crate::suite::edit::{BulkChange, Rebuild, RebuildStep, Stale};
use crate::suite::lines::{end_of, split, text_of};
use crate::suite::text::{Draft, LineRef};
use crate::suite::tree::{Piece, Tree};
use std::borrow::Cow;
use std::ops::Range;

/// The number of a state of the suite's text. Different texts have different numbers while the suite is open;
/// going back to a state restores its number. (While the file is still being read, lines are appended under
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
    /// The line to move to (0-based); it may be one after the last.
    pub line: usize,
}

#[derive(Debug)]
struct Revision {
    change: NewRevision,
    parent: Option<RevisionId>,
    /// The child that redo moves to.
    next: Option<RevisionId>,
    /// An older revision with equal lines in equal order.
    same_as: Option<RevisionId>,
}

#[derive(Debug)]
pub(super) struct NewRevision {
    pub tree: Tree,
    /// The number of source lines read at the time; lines read later are appended when the state is shown.
    pub source_lines: usize,
    pub label: Label,
    pub line: usize,
    /// The way to make the state again from its parent.
    pub made: Rebuild,
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

#[derive(Debug)]
pub(super) struct History {
    /// The revisions by number; `None` if a typing group has replaced the revision.
    revisions: Vec<Option<Revision>>,
    pub(super) current: RevisionId,
    /// The revision of the file on disk.
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
            made: Rebuild::Lines,
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

    /// Returns the changes with recipes between `from` and the current revision, oldest first; none if undo
    /// does not lead to `from`.
    pub(super) fn made_since(&self, from: RevisionId, source_lines: usize) -> Vec<RebuildStep> {
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
                Rebuild::Lines => {}
                Rebuild::By(recorded) => {
                    let states = tree(parent).zip(tree(at));
                    found.extend(states.map(|(before, after)| RebuildStep {
                        before,
                        recorded: recorded.clone(),
                        after,
                    }));
                }
                Rebuild::InSteps(steps) => found.extend(steps.iter().rev().cloned()),
            }
            at = parent;
        }
        found.reverse();
        found
    }

    /// Returns true if `from` is `id` or one of its ancestors.
    pub(super) fn leads_to(&self, from: RevisionId, id: RevisionId) -> bool {
        let mut at = Some(id);
        // A parent is always older, so this ends.
        while let Some(id) = at.filter(|id| *id != from) {
            at = self.get(id).and_then(|revision| revision.parent);
        }
        at == Some(from)
    }

    /// Returns the lines at a revision, with all source lines read so far.
    pub(super) fn tree(&self, id: RevisionId, source_lines: usize) -> Option<Tree> {
        let change = &self.get(id)?.change;
        if change.source_lines >= source_lines {
            return Some(change.tree.clone());
        }
        let tail = [Piece::source(change.source_lines..source_lines)];
        let end = change.tree.lines();
        Some(change.tree.splice(end..end, &tail.into_iter().collect()))
    }

    /// Returns the lines at the current revision, and stores them there.
    pub(super) fn show(&mut self, source_lines: usize) -> Option<Tree> {
        let tree = self.tree(self.current, source_lines)?;
        let current = &mut self.get_mut(self.current)?.change;
        current.source_lines = current.source_lines.max(source_lines);
        current.tree = tree.clone();
        Some(tree)
    }

    pub(super) fn is_saved(&self) -> bool {
        let same = self.get(self.current).and_then(|now| now.same_as);
        self.saved.is_some() && (self.saved == Some(self.current) || self.saved == same)
    }

    pub(super) fn holds(&self, id: RevisionId) -> bool {
        self.get(id).is_some()
    }

    /// Adds a change to the current revision. With `amend`, the new revision replaces the current one if
    /// possible, so that both are one step.
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
            new.made = Rebuild::Lines;
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
    fn set_same_as_saved(&mut self) {
        let saved = self.saved;
        if let Some(now) = self.get_mut(self.current) {
            now.same_as = saved;
        }
    }

    /// Returns true if the current revision is not the first, not the one on disk, and has no children.
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

/// The rule by which an edit joins the previous undo step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grouping {
    /// A separate step.
    #[default]
    Step,
    /// Typing: joins the previous edit if that was typing on the same line and nothing else happened since.
    Typing,
    /// Results of a run: joins the previous edit if that was of the same run and nothing else happened since.
    Run(u64),
}

/// Edits return true if they changed anything: a line that does not exist or an equal text changes nothing.
impl Suite {
    /// Replaces the text of line `line` (0-based). If `bytes` have no line end, the line keeps its own; line
    /// ends inside make several lines.
    pub fn replace_line(
        &mut self,
        line: usize,
        bytes: &[u8],
        grouping: Grouping,
        label: impl Into<Label>,
    ) -> bool {
        let old = self.line(line).into_owned();
        if line >= self.line_count() || old == bytes {
            return false;
        }
        let end = match end_of(&old) {
            b"" => self.line_end().bytes(),
            end => end,
        };
        let origin = self.now.origin_of(line);
        let mut draft = Draft::default();
        for (nth, part) in split(bytes, self.line_end()).into_iter().enumerate() {
            let mut ended = part.to_vec();
            if ended.last() != Some(&self.line_end().terminator()) {
                ended.truncate(text_of(part).len());
                ended.extend_from_slice(end);
            }
            draft.push(&ended, if nth == 0 { origin } else { LineRef::NONE });
        }
        let shown_without_end = end_of(&old).is_empty();
        if draft.len() == 1
            && (draft.all() == old || shown_without_end && text_of(draft.all()) == old)
        {
            return false;
        }
        let known = (draft.len() == 1).then(|| self.now.known_as(line, draft.all()));
        let new = match known.flatten() {
            Some(known) => [Piece::of(known, 1)].into_iter().collect(),
            None => self.keep(draft),
        };
        let joins_previous = match grouping {
            Grouping::Step => false,
            Grouping::Typing => self.group == Some((grouping, line)),
            Grouping::Run(_) => self.group.is_some_and(|(before, _)| before == grouping),
        };
        self.change(line..line + 1, &new, line, label.into(), joins_previous);
        self.group = Some((grouping, line));
        true
    }

    /// Inserts lines before line `at` (`line_count()` means after the last); returns true if anything
    /// changed. Their line ends are replaced by that of the file.
    pub fn insert_lines(&mut self, at: usize, lines: &[Vec<u8>], label: impl Into<Label>) -> bool {
        let mut draft = Draft::default();
        for line in lines {
            for part in split(line, self.line_end()) {
                let ended = [text_of(part), self.line_end().bytes()].concat();
                draft.push(&ended, LineRef::NONE);
            }
        }
        if at > self.line_count() || draft.len() == 0 {
            return false;
        }
        let new = self.keep(draft);
        self.change(at..at, &new, at, label.into(), false);
        true
    }

    /// Replaces lines by those of `bytes` as part of the previous step. Line ends are kept; only a missing
    /// last one is added. Returns the number of new lines.
    pub fn splice_lines(&mut self, range: Range<usize>, bytes: &[u8]) -> usize {
        let end = range.end.min(self.line_count());
        let range = range.start.min(end)..end;
        let mut draft = Draft::default();
        for part in split(bytes, self.line_end()) {
            let mut ended = part.to_vec();
            if ended.last() != Some(&self.line_end().terminator()) {
                ended.truncate(text_of(part).len());
                ended.extend_from_slice(self.line_end().bytes());
            }
            draft.push(&ended, LineRef::NONE);
        }
        let lines = draft.len();
        let new = self.keep(draft);
        self.change(range.clone(), &new, range.start, "typing".into(), true);
        lines
    }

    /// Removes lines; returns true if there were any.
    pub fn delete_lines(&mut self, range: Range<usize>, label: impl Into<Label>) -> bool {
        let range = range.start..range.end.min(self.line_count());
        if range.is_empty() {
            return false;
        }
        self.change(
            range.clone(),
            &Tree::default(),
            range.start,
            label.into(),
            false,
        );
        true
    }

    /// Moves lines to before the current line `to` (`line_count()` means to the end); returns true if they move.
    pub fn move_lines(&mut self, range: Range<usize>, to: usize, label: impl Into<Label>) -> bool {
        let all = self.line_count();
        if range.is_empty()
            || range.end > all
            || to > all
            || (range.start..=range.end).contains(&to)
        {
            return false;
        }
        let moved = self.tree().part(range.clone());
        // A single splice of the moved lines and those that they pass.
        let (touched, between) = if to < range.start {
            (to..range.end, to..range.start)
        } else {
            (range.start..to, range.end..to)
        };
        let between = self.tree().part(between);
        let new = if to < range.start {
            moved.splice(moved.lines()..moved.lines(), &between)
        } else {
            between.splice(between.lines()..between.lines(), &moved)
        };
        self.change(touched, &new, range.start, label.into(), false);
        true
    }

    /// Inserts a copy of line `line` after it; returns true if there is such a line.
    pub fn duplicate_line(&mut self, line: usize, label: impl Into<Label>) -> bool {
        if line >= self.line_count() {
            return false;
        }
        let bytes = self.line(line).into_owned();
        let end = match end_of(&bytes) {
            b"" => self.line_end().bytes(),
            end => end,
        };
        let mut draft = Draft::default();
        draft.push(&[text_of(&bytes), end].concat(), self.now.copied_from(line));
        let new = self.keep(draft);
        self.change(line + 1..line + 1, &new, line + 1, label.into(), false);
        true
    }

    /// Applies a bulk change prepared from a snapshot of the current revision; returns true if anything changes.
    ///
    /// # Errors
    /// [`Stale`] if the suite has been edited since; nothing is changed then.
    pub fn apply(&mut self, change: BulkChange) -> Result<bool, Stale> {
        if change.base != self.revision() || change.lines_before != self.line_count() {
            return Err(Stale);
        }
        if change.changed == 0 {
            return Ok(false);
        }
        self.add_revision(change.tree, change.line, change.label, false, change.made);
        self.edited = self.now.edited_count();
        self.mark_if_saved();
        Ok(true)
    }

    /// Ends typing and runs: the next edit is a new step.
    pub fn finish_group(&mut self) {
        self.group = None;
    }

    /// Undoes the last change.
    pub fn undo(&mut self) -> Option<Step> {
        self.move_by(|suite| suite.history.undo())
    }

    /// Redoes the last undone change.
    pub fn redo(&mut self) -> Option<Step> {
        self.move_by(|suite| suite.history.redo())
    }

    /// Returns the label of the change that undo would revert.
    pub fn can_undo(&self) -> Option<&str> {
        self.history.can_undo()
    }

    /// Returns the label of the change that redo would restore.
    pub fn can_redo(&self) -> Option<&str> {
        self.history.can_redo()
    }

    /// Returns true if the current state is the given revision or is derived from it.
    pub fn came_of(&self, revision: RevisionId) -> bool {
        self.history.leads_to(revision, self.history.current)
    }

    fn move_by(&mut self, move_by: impl FnOnce(&mut Self) -> Option<Step>) -> Option<Step> {
        self.finish_group();
        let step = move_by(self)?;
        self.show_current();
        self.follow_disk();
        self.mark_if_saved();
        Some(step)
    }

    fn keep(&self, draft: Draft) -> Tree {
        let new = Piece::text(self.now.texts.keep(draft));
        [new].into_iter().collect()
    }

    pub(super) fn change(
        &mut self,
        range: Range<usize>,
        new: &Tree,
        line: usize,
        label: Label,
        amend: bool,
    ) {
        let tree = self.tree().splice(range.clone(), new);
        // Only the changed part is counted: a key press must not wait for ten million lines.
        let removed = self.now.saved.missing(&self.tree().part(range));
        let edited = (self.edited + self.now.saved.missing(new)).saturating_sub(removed);
        self.add_revision(tree, line, label, amend, Rebuild::Lines);
        self.edited = edited;
        self.mark_if_saved();
    }

    fn add_revision(&mut self, tree: Tree, line: usize, label: Label, amend: bool, made: Rebuild) {
        let source_lines = self.source_lines;
        self.history.add(
            NewRevision {
                tree,
                source_lines,
                label,
                line,
                made,
            },
            amend,
        );
        self.group = None;
        self.show_current();
    }

    /// Clears the modified state if undoing single lines has restored the saved text.
    fn mark_if_saved(&mut self) {
        if self.edited > 0 || !self.now.complete {
            return;
        }
        let saved = self.history.saved;
        let held = saved.and_then(|id| self.history.tree(id, self.source_lines));
        let is_same = |held: &Tree| {
            held.lines() == self.line_count() && {
                let (here, there) = self.tree().differing(held);
                here.is_empty() && there.is_empty()
            }
        };
        if held.as_ref().is_some_and(is_same) {
            self.history.set_same_as_saved();
        }
    }
}
