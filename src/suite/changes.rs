//! What a suite holds that its file, as it was read or saved last, does not: line by line, with the
//! way back for each.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::Suite;
use super::history::Label;
use super::journal::{Found, Held};
use super::progress::Job;
use super::scan::JobError;
use super::snapshot::Snapshot;
use super::text::Place;

/// A line that is not in the file as it is here. Lines are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineChange {
    /// Line `held` of the file has become `line`.
    Edited {
        /// The line here.
        line: usize,
        /// The line of the file.
        held: usize,
    },
    /// The line is not in the file.
    New {
        /// The line here.
        line: usize,
    },
    /// A line of the file is not here any more.
    Removed {
        /// The line of the file.
        held: usize,
        /// The line here before which it would stand.
        at: usize,
    },
}

/// All changes since the file was read or saved.
#[derive(Clone, Debug)]
pub struct Changes {
    /// In the order of the lines here.
    pub list: Vec<LineChange>,
    /// Lines that stand here as in the file, but elsewhere among the others: the least number whose
    /// moving explains the order.
    pub moved: usize,
    /// The state here.
    pub now: Snapshot,
    /// What the file holds.
    pub held: Snapshot,
}

/// Two states of a suite, to be compared on any thread.
#[derive(Clone, Debug)]
pub struct Review {
    now: Snapshot,
    held: Snapshot,
}

impl Suite {
    /// The suite beside its file as it was read or saved last; `None` while it is being read.
    pub fn review(&self) -> Option<Review> {
        if self.loading().is_some() {
            return None;
        }
        Some(Review {
            now: self.snapshot(),
            held: self.at_revision(self.history.saved()?)?,
        })
    }

    /// Makes a line as it is in the file; `change` is one of this state's. Gives whether anything
    /// changed.
    pub fn restore(&mut self, change: LineChange, label: impl Into<Label>) -> bool {
        let held = self.history.saved().and_then(|id| self.at_revision(id));
        let (range, held_line) = match change {
            LineChange::New { line } => return self.delete_lines(line..line + 1, label),
            LineChange::Edited { line, held } => (line..line + 1, held),
            LineChange::Removed { held, at } => (at..at, held),
        };
        let Some(held) = held.filter(|held| held_line < held.line_count()) else {
            return false;
        };
        if range.end > self.line_count() {
            return false;
        }
        let lines = held.tree.part(held_line..held_line + 1);
        let line = range.start;
        self.change(range, &lines, line, label.into(), false);
        true
    }
}

/// Lines of the file that stand here in one run.
struct Run {
    held: usize,
    now: usize,
    len: usize,
}

impl Review {
    /// Looks for all changes. Progress is in lines.
    ///
    /// # Errors
    /// Cancelled.
    pub fn find(&self, job: &Job) -> Result<Changes, JobError> {
        let (runs, moved, mut list) = self.runs(job)?;
        removed(&runs, self.held.line_count(), &mut list);
        list.sort_by_key(|change| match *change {
            LineChange::Removed { at, held } => (at, 0, held),
            LineChange::Edited { line, .. } | LineChange::New { line } => (line, 1, 0),
        });
        Ok(Changes {
            list,
            moved,
            now: self.now.clone(),
            held: self.held.clone(),
        })
    }

    /// The state here.
    pub(super) fn now(&self) -> &Snapshot {
        &self.now
    }

    /// What the file holds.
    pub(super) fn held(&self) -> &Snapshot {
        &self.held
    }

    /// For each line here the line of the file that it is or was made from.
    ///
    /// # Errors
    /// Cancelled.
    pub(super) fn origins(&self, job: &Job) -> Result<Vec<Option<usize>>, JobError> {
        let (runs, ..) = self.runs(job)?;
        let mut origins = vec![None; self.now.line_count()];
        for run in runs {
            for nth in 0..run.len {
                if let Some(origin) = origins.get_mut(run.now + nth) {
                    *origin = Some(run.held + nth);
                }
            }
        }
        Ok(origins)
    }

    /// The lines of the file that are here in the file's order, how many of them moved, and the lines
    /// that are edited or new.
    fn runs(&self, job: &Job) -> Result<(Vec<Run>, usize, Vec<LineChange>), JobError> {
        let all = self.now.line_count();
        job.begin(all as u64);
        let held = Held::of(&self.held.tree);
        let mut runs: Vec<Run> = Vec::new();
        let mut others = Vec::new();
        let mut line = 0;
        for piece in self.now.tree.pieces(0..all) {
            if job.is_cancelled() {
                return Err(JobError::Cancelled);
            }
            let mut at = 0;
            while at < piece.len() {
                let most = if piece.is_together() {
                    piece.len() - at
                } else {
                    1
                };
                match held.find(piece.place(at), most) {
                    Found::Lines(lines) => {
                        let len = lines.len();
                        push(&mut runs, lines, line + at);
                        at += len;
                    }
                    Found::None(count) => {
                        others.extend((at..at + count).map(|nth| (line + nth, piece.place(nth))));
                        at += count;
                    }
                }
            }
            line += piece.len();
            job.advance(piece.len() as u64);
        }
        let moved = moved(&runs);
        let list = self.edited_and_new(&held, &mut runs, others);
        Ok((runs, moved, list))
    }

    /// Tells edited lines from new ones; the lines of the file behind the edited ones join `runs`,
    /// which are then in the file's order.
    fn edited_and_new(
        &self,
        held: &Held,
        runs: &mut Vec<Run>,
        others: Vec<(usize, Place)>,
    ) -> Vec<LineChange> {
        runs.sort_unstable_by_key(|run| run.held);
        let is_there = |line: usize| {
            let after = runs.partition_point(|run| run.held <= line);
            after
                .checked_sub(1)
                .and_then(|at| runs.get(at))
                .is_some_and(|run| line < run.held + run.len)
        };
        let mut taken = HashSet::new();
        let mut edited = Vec::new();
        let mut unknown = Vec::new();
        let mut list = Vec::with_capacity(others.len());
        for (line, place) in others {
            let origin = match place {
                Place::Text(id) => self.now.texts.origin(id).place(),
                _ => Place::Nowhere,
            };
            let was = match held.find(origin, 1) {
                Found::Lines(lines) => Some(lines.start),
                Found::None(_) => None,
            };
            match was.filter(|&was| !is_there(was) && taken.insert(was)) {
                Some(held) => {
                    edited.push(Run {
                        held,
                        now: line,
                        len: 1,
                    });
                    list.push(LineChange::Edited { line, held });
                }
                None => unknown.push((line, place)),
            }
        }
        runs.extend(edited);
        runs.sort_unstable_by_key(|run| run.held);
        list.extend(self.older(runs, unknown));
        list
    }

    /// Of lines that were made from nothing that the file holds, tells those from new ones whose record
    /// the file holds in another state: undo goes back past a save.
    fn older(&self, runs: &mut Vec<Run>, unknown: Vec<(usize, Place)>) -> Vec<LineChange> {
        if unknown.is_empty() {
            return Vec::new();
        }
        let mut gone = Vec::new();
        removed(runs, self.held.line_count(), &mut gone);
        let mut states: HashMap<Place, usize> = HashMap::new();
        for change in gone {
            if let LineChange::Removed { held, .. } = change {
                let place = self.held.first_place(self.held.tree.place(held));
                states.entry(place).or_insert(held);
            }
        }
        let told = unknown.into_iter().map(|(line, place)| {
            match states.remove(&self.now.first_place(place)) {
                Some(held) => {
                    runs.push(Run {
                        held,
                        now: line,
                        len: 1,
                    });
                    LineChange::Edited { line, held }
                }
                None => LineChange::New { line },
            }
        });
        let told = told.collect();
        runs.sort_unstable_by_key(|run| run.held);
        told
    }
}

/// Adds lines of the file, to the last run where they go on from it.
fn push(runs: &mut Vec<Run>, lines: Range<usize>, now: usize) {
    match runs.last_mut() {
        Some(last) if last.held + last.len == lines.start && last.now + last.len == now => {
            last.len += lines.len();
        }
        _ => runs.push(Run {
            held: lines.start,
            now,
            len: lines.len(),
        }),
    }
}

/// Adds the lines of the file that no run (in the file's order) has.
fn removed(runs: &[Run], all: usize, list: &mut Vec<LineChange>) {
    let (mut next, mut at) = (0, 0);
    for run in runs {
        list.extend((next..run.held).map(|held| LineChange::Removed { held, at }));
        (next, at) = (run.held + run.len, run.now + run.len);
    }
    list.extend((next..all).map(|held| LineChange::Removed { held, at }));
}

/// How many lines are not in the heaviest set of runs that are in the same order in both states.
fn moved(runs: &[Run]) -> usize {
    let mut starts: Vec<usize> = runs.iter().map(|run| run.held).collect();
    if starts.is_sorted() {
        return 0;
    }
    starts.sort_unstable();
    // The heaviest set that ends at or before each run, kept so that a maximum over those before is
    // found in a few steps (a binary indexed tree).
    let mut best = vec![0usize; starts.len() + 1];
    let mut heaviest = 0;
    for run in runs {
        let rank = starts.partition_point(|&start| start < run.held) + 1;
        let mut before = 0;
        let mut at = rank - 1;
        while at > 0 {
            before = before.max(best.get(at).copied().unwrap_or(0));
            at &= at - 1;
        }
        let weight = before + run.len;
        heaviest = heaviest.max(weight);
        let mut at = rank;
        while let Some(slot) = best.get_mut(at) {
            *slot = weight.max(*slot);
            at += at & at.wrapping_neg();
        }
    }
    runs.iter().map(|run| run.len).sum::<usize>() - heaviest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::bulk::{Chosen, shuffle};
    use crate::suite::{Grouping, LineState, OpenOptions, save};
    use proptest::prelude::*;

    fn suite() -> Suite {
        Suite::from_bytes("a.epd", b"a\nb\nc\nd\ne\n".to_vec())
    }

    fn changes(suite: &Suite) -> Changes {
        suite.review().unwrap().find(&Job::new()).unwrap()
    }

    fn whole(snapshot: &Snapshot) -> Vec<u8> {
        let runs = snapshot.runs(0..snapshot.line_count());
        runs.flat_map(|run| run.bytes.into_owned()).collect()
    }

    #[test]
    fn each_kind_of_change_is_told_with_its_lines() {
        let mut suite = suite();
        suite.replace_line(1, b"B", Grouping::Step, "edit");
        suite.insert_lines(3, &[b"new".to_vec()], "insert");
        suite.delete_lines(0..1, "delete");
        let found = changes(&suite);
        assert_eq!(
            found.list,
            [
                LineChange::Removed { held: 0, at: 0 },
                LineChange::Edited { line: 0, held: 1 },
                LineChange::New { line: 2 },
            ]
        );
        assert_eq!(found.moved, 0);
    }

    #[test]
    fn a_line_that_moved_is_no_other_line() {
        let mut suite = suite();
        suite.move_lines(0..1, 5, "move");
        let found = changes(&suite);
        assert_eq!((found.list.len(), found.moved), (0, 1));
        suite.replace_line(4, b"A", Grouping::Step, "edit");
        assert_eq!(
            changes(&suite).list,
            [LineChange::Edited { line: 4, held: 0 }]
        );
    }

    #[test]
    fn undone_past_a_save_a_record_is_still_the_same_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        std::fs::write(&path, "a\nb\nc\n").unwrap();
        let mut suite = Suite::open(&path, &OpenOptions::default()).unwrap();
        suite.wait_until_loaded();
        suite.replace_line(0, b"A", Grouping::Step, "edit");
        suite.insert_lines(1, &[b"new".to_vec()], "insert");
        let target = suite.save_target().unwrap();
        let saved = save::write(&suite.snapshot(), &target, &Job::new()).unwrap();
        suite.mark_saved(saved);
        suite.undo();
        suite.undo();
        assert_eq!(
            changes(&suite).list,
            [
                LineChange::Edited { line: 0, held: 0 },
                LineChange::Removed { held: 1, at: 1 },
            ]
        );
        assert!(suite.restore(LineChange::Edited { line: 0, held: 0 }, "restore"));
        assert_eq!(whole(&suite.snapshot()), b"A\nb\nc\n");
    }

    #[test]
    fn a_restored_line_is_the_files_own_again() {
        let mut suite = suite();
        suite.replace_line(1, b"B", Grouping::Step, "edit");
        suite.delete_lines(3..4, "delete");
        for _ in 0..2 {
            let change = changes(&suite).list[0];
            assert!(suite.restore(change, "restore"));
        }
        assert_eq!(whole(&suite.snapshot()), b"a\nb\nc\nd\ne\n");
        assert_eq!(suite.line_state(1), LineState::Untouched);
        assert_eq!(suite.edited_count(), 0);
        assert!(changes(&suite).list.is_empty());
    }

    proptest! {
        #[test]
        fn restoring_all_changes_and_the_order_gives_the_file_back(
            end in any::<bool>(),
            edits in prop::collection::vec((0u8..6, any::<u8>(), 1usize..4), 1..20),
        ) {
            let text: String = (0..10).map(|n| format!("line {n}\n")).collect();
            let text = if end { text.as_str() } else { text.trim_end() };
            let mut suite = Suite::from_bytes("a.epd", text.as_bytes().to_vec());
            for (nth, (kind, at, count)) in edits.into_iter().enumerate() {
                let lines = suite.line_count();
                let at = usize::from(at) % (lines + 1);
                let _ = match kind {
                    0 => suite.insert_lines(at, &vec![format!("new {nth}").into_bytes(); count], "insert"),
                    1 => suite.delete_lines(at..at + count, "delete"),
                    2 => suite.replace_line(at, format!("edited {nth}").as_bytes(), Grouping::Step, "edit"),
                    3 => suite.move_lines(at..(at + count).min(lines), 0, "move"),
                    4 => suite.undo().is_some(),
                    _ => {
                        let change = shuffle(&suite.snapshot(), nth as u64, &Chosen::All, &Job::new());
                        suite.apply(change.unwrap()).unwrap()
                    }
                };
            }
            let mut left = changes(&suite).list.len();
            while let Some(&change) = changes(&suite).list.first() {
                prop_assert!(suite.restore(change, "restore"));
                left -= 1;
                prop_assert_eq!(changes(&suite).list.len(), left);
            }
            let sorted = |bytes: Vec<u8>| {
                let text = String::from_utf8(bytes).unwrap();
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let moved = changes(&suite).moved;
                if moved > 0 {
                    lines.sort();
                }
                lines
            };
            prop_assert_eq!(sorted(whole(&suite.snapshot())), sorted(text.as_bytes().to_vec()));
        }
    }
}
