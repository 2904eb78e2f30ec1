//! Rebasing a bulk change that was prepared while a few lines were edited.

use super::rewrite::Rewrite;
use super::{BulkChange, rewrite_inline};
use crate::suite::line_set::LineSet;
use crate::suite::remap::{differing, moves};
use crate::suite::snapshot::Snapshot;

/// The largest number of edited lines that are decided again at once.
const MOST: usize = 500;
/// The distance from the first to the last of them.
const APART: usize = 200_000;

impl BulkChange {
    /// Returns a line-by-line change rebased from `base` to `now`, where lines were edited in place meanwhile:
    /// `decide` is called for those. `None` if lines came, went or moved, or if too many were edited to be processed
    /// during a key press.
    pub fn rebased(
        &self,
        base: &Snapshot,
        now: &Snapshot,
        decide: impl FnMut(usize, &[u8]) -> Rewrite,
    ) -> Option<Self> {
        let (old, new) = differing(base, now);
        let lines = base.line_count();
        let in_place = old == new && lines == now.line_count() && lines == self.tree.lines();
        if self.base != base.revision() || !in_place || old.len() > APART {
            return None;
        }
        let is_other = |line: &usize| base.tree.place(*line) != now.tree.place(*line);
        let edited: LineSet = old.filter(is_other).collect();
        if edited.len() > MOST || !moves(base, now).is_in_place() {
            return None;
        }
        let anew = rewrite_inline(now, self.label.clone(), &edited, decide).ok()?;
        if anew.tree.lines() != lines {
            return None;
        }
        let mut tree = self.tree.clone();
        let mut changed = self.changed + anew.changed;
        for line in edited.iter() {
            changed -= usize::from(self.tree.place(line) != base.tree.place(line));
            tree = tree.splice(line..line + 1, &anew.tree.part(line..line + 1));
        }
        Some(Self {
            base: now.revision(),
            tree,
            changed,
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::suite::edit::{Asked, Chosen, Edit, Existing, Filling, Rewrite};
    use crate::suite::{Grouping, Job, Suite};
    use proptest::prelude::*;

    fn record(n: usize) -> String {
        format!("4k3/8/8/8/8/8/8/4K3 w - - ce {n};\n")
    }

    fn texts(suite: &Suite) -> Vec<Vec<u8>> {
        let lines = 0..suite.line_count();
        lines.map(|line| suite.line(line).into_owned()).collect()
    }

    proptest! {
        #[test]
        fn it_makes_what_the_change_prepared_after_the_edits_would_make(
            edits in prop::collection::vec((0usize..40, 0usize..4), 0..6),
            come in prop::option::of(0usize..40),
        ) {
            let text: String = (0..40).map(record).collect();
            let mut suite = Suite::from_bytes("test.epd", text.into_bytes());
            let edit = Edit::Set(Filling::parse("ce 2").unwrap(), Existing::Replace);
            let base = suite.snapshot();
            let made = edit.plan(&base, &Chosen::All, &Job::new()).unwrap();
            for (line, to) in edits {
                let new = match to {
                    0 => "# a comment\n".to_owned(),
                    to => record(to),
                };
                suite.replace_line(line, new.as_bytes(), Grouping::Step, "edit");
            }
            if let Some(line) = come {
                suite.insert_lines(line, &[record(7).into_bytes()], "new");
            }
            let now = suite.snapshot();
            let options = now.read_options();
            let decide = |line: usize, bytes: &[u8]| Rewrite::of(edit.of(&Asked::of_line(options, bytes, line, 0)));
            let rebased = made.rebased(&base, &now, decide);
            prop_assert_eq!(rebased.is_none(), come.is_some());
            if let Some(rebased) = rebased {
                let anew = edit.plan(&now, &Chosen::All, &Job::new()).unwrap();
                prop_assert_eq!(rebased.changed, anew.changed);
                let before = texts(&suite);
                suite.apply(anew).unwrap();
                let expected = texts(&suite);
                let states: Vec<_> = (0..40).map(|line| suite.line_state(line)).collect();
                suite.undo();
                prop_assert_eq!(suite.apply(rebased), Ok(true));
                prop_assert_eq!(texts(&suite), expected);
                let now: Vec<_> = (0..40).map(|line| suite.line_state(line)).collect();
                prop_assert_eq!(now, states);
                suite.undo();
                prop_assert_eq!(texts(&suite), before);
            }
        }
    }
}
