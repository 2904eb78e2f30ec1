//! A set of lines that keeps up with what happens to the file: what a filter shows, marks.

use crate::suite::{LineSet, RevisionId, Snapshot, differing, remap};
use rustc_hash::FxHashMap;

/// Lines between the first and the last that differ, in both states together, that are followed at
/// once; more are left to another thread.
const AT_ONCE: usize = 20_000;

/// Returns whether so few lines differ in two states that what is of the one is brought to the other at once.
pub(crate) fn are_near(from: &Snapshot, to: &Snapshot) -> bool {
    let (old, new) = differing(from, to);
    old.len() + new.len() <= AT_ONCE
}

/// A set of lines, followed through edits, undo and redo.
#[derive(Clone, Debug)]
pub struct TrackedLines {
    lines: LineSet,
    /// The state whose lines these are.
    at: Snapshot,
    /// Lines that an edit took away, by the revision they were in: undo brings them back.
    gone: FxHashMap<RevisionId, LineSet>,
    /// The last revision made while the set was there. Lines of a later one are new, not back.
    newest: RevisionId,
    /// Whether lines that come new belong to it.
    takes_new: bool,
}

impl TrackedLines {
    /// Lines of a state.
    pub fn new(lines: LineSet, at: Snapshot) -> Self {
        Self {
            lines,
            newest: at.revision(),
            at,
            gone: FxHashMap::default(),
            takes_new: false,
        }
    }

    /// Takes in lines that come new.
    #[must_use]
    pub(crate) fn taking_new(mut self) -> Self {
        self.takes_new = true;
        self
    }

    /// The lines, by the numbers they have in [`Self::revision`].
    pub fn lines(&self) -> &LineSet {
        &self.lines
    }

    /// The revision it has followed to.
    pub fn revision(&self) -> RevisionId {
        self.at.revision()
    }

    /// Other lines of the same state. With none, what undo would have brought back is forgotten.
    pub fn set(&mut self, lines: LineSet) {
        if lines.is_empty() {
            self.gone.clear();
        }
        self.lines = lines;
    }

    /// Puts a line in.
    pub fn insert(&mut self, line: usize) -> bool {
        self.lines.insert(line)
    }

    /// Follows to another state; `false` where that takes so long that another thread is to do it.
    pub fn follow(&mut self, to: &Snapshot) -> bool {
        if self.at.revision() == to.revision() {
            self.at = to.clone();
            return true;
        }
        let is_near = are_near(&self.at, to);
        if is_near {
            *self = self.followed(to);
        }
        is_near
    }

    /// The set in another state; may take a while.
    #[must_use]
    pub fn followed(&self, to: &Snapshot) -> Self {
        let remapped = remap(&self.at, to, &self.lines);
        let mut gone = self.gone.clone();
        if !remapped.gone.is_empty() {
            gone.insert(self.at.revision(), remapped.gone);
        }
        let mut lines = remapped.lines;
        let is_new = to.revision() > self.newest;
        if is_new && self.takes_new {
            lines = lines.union(&remapped.new);
        } else if let Some(gone) = gone.get(&to.revision()) {
            lines = lines.union(&gone.common(&remapped.new));
        }
        Self {
            lines,
            at: to.clone(),
            gone,
            newest: self.newest.max(to.revision()),
            takes_new: self.takes_new,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Grouping, Suite};

    fn suite() -> Suite {
        let line = |n| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{n}\";\n");
        let text: String = (0..10).map(line).collect();
        Suite::from_bytes("test.epd", text.into_bytes())
    }

    fn lines(set: &TrackedLines) -> Vec<usize> {
        set.lines().iter().collect()
    }

    #[test]
    fn a_set_follows_edits_and_undo_brings_back_what_was_taken_away() {
        let mut suite = suite();
        let mut set = TrackedLines::new([2, 5].into_iter().collect(), suite.snapshot());
        suite.insert_lines(0, &[b"# new".to_vec()], "new");
        assert!(set.follow(&suite.snapshot()));
        assert_eq!(lines(&set), [3, 6]);
        suite.delete_lines(2..5, "delete");
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
        suite.replace_line(3, b"# other", Grouping::Step, "edit");
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
        for expected in [vec![3], vec![3, 6], vec![2, 5]] {
            suite.undo();
            set.follow(&suite.snapshot());
            assert_eq!(lines(&set), expected);
        }
        suite.redo();
        suite.redo();
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
        assert!(set.follow(&suite.snapshot()));
    }

    #[test]
    fn what_a_filter_shows_takes_new_lines_in_but_not_old_ones_that_come_back() {
        let mut suite = suite();
        suite.delete_lines(0..3, "delete");
        let mut set = TrackedLines::new([0].into_iter().collect(), suite.snapshot()).taking_new();
        suite.insert_lines(1, &[b"# new".to_vec()], "new");
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [0, 1]);
        suite.undo();
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [0]);
        suite.undo();
        set.follow(&suite.snapshot());
        assert_eq!(lines(&set), [3]);
    }

    #[test]
    fn marks_that_were_taken_off_do_not_come_back() {
        let mut suite = suite();
        let mut set = TrackedLines::new([2].into_iter().collect(), suite.snapshot());
        suite.delete_lines(2..3, "delete");
        set.follow(&suite.snapshot());
        set.set(LineSet::default());
        suite.undo();
        set.follow(&suite.snapshot());
        assert!(lines(&set).is_empty());
    }
}
