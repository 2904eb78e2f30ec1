//! The lines of a suite that differ from its file as last read or saved, and how to restore each of them.
//!
//! Lines count as moved if they are outside the heaviest set of lines whose order is unchanged, so that as
//! few as possible do.

use crate::suite::Suite;
use crate::suite::history::Label;
use crate::suite::journal::{FileLines, Lookup};
use crate::suite::progress::Job;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::TextLocation;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A difference between the suite and its file. Lines are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineChange {
    /// Line `held` of the file was edited into `line`.
    Edited { line: usize, held: usize },
    /// The line is not in the file.
    New { line: usize },
    /// Line `held` of the file was removed.
    Removed {
        held: usize,
        /// The line of the suite before which it belongs.
        at: usize,
    },
    /// Line `held` of the file is unchanged, but at another place among the lines. As few lines as possible
    /// count as moved.
    Moved {
        line: usize,
        held: usize,
        /// The line of the suite before which it belongs.
        at: usize,
    },
    /// Line `held` of the file is line `line` of the suite: no change, for lists that show both.
    Same { line: usize, held: usize },
}

impl LineChange {
    /// Returns the line of the suite; `None` for a removed line.
    pub fn line(self) -> Option<usize> {
        match self {
            Self::Removed { .. } => None,
            Self::Edited { line, .. }
            | Self::New { line }
            | Self::Moved { line, .. }
            | Self::Same { line, .. } => Some(line),
        }
    }

    /// Returns the line of the file; `None` for a new line.
    pub fn held(self) -> Option<usize> {
        match self {
            Self::New { .. } => None,
            Self::Edited { held, .. }
            | Self::Removed { held, .. }
            | Self::Moved { held, .. }
            | Self::Same { held, .. } => Some(held),
        }
    }
}

/// All changes since the file was last read or saved.
#[derive(Clone, Debug)]
pub struct Changes {
    pub list: Vec<LineChange>,
    pub now: Snapshot,
    /// The state of the file.
    pub held: Snapshot,
}

/// Two states of a suite, to be compared on any thread.
#[derive(Clone, Debug)]
pub struct Review {
    pub(super) now: Snapshot,
    pub(super) held: Snapshot,
}

impl Suite {
    /// Returns the suite and its file as last read or saved; `None` while the file is being read.
    pub fn review(&self) -> Option<Review> {
        if self.loading().is_some() {
            return None;
        }
        Some(Review {
            now: self.snapshot(),
            held: self.at_revision(self.history.saved?)?,
        })
    }

    /// Restores a line from the file; `change` must be of the current state. Returns true if the suite changed.
    pub fn restore(&mut self, change: LineChange, label: impl Into<Label>) -> bool {
        let held = self.history.saved.and_then(|id| self.at_revision(id));
        let (range, held_line) = match change {
            LineChange::New { line } => return self.delete_lines(line..line + 1, label),
            LineChange::Moved { line, at, .. } => {
                return self.move_lines(line..line + 1, at, label);
            }
            LineChange::Edited { line, held } => (line..line + 1, held),
            LineChange::Removed { held, at } => (at..at, held),
            LineChange::Same { .. } => return false,
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

/// A run of lines that are consecutive in the file and in the suite.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) held: usize,
    pub(super) now: usize,
    pub(super) len: usize,
    pub(super) is_edited: bool,
}

impl Run {
    fn edited(held: usize, now: usize) -> Self {
        Self {
            held,
            now,
            len: 1,
            is_edited: true,
        }
    }
}

impl Review {
    /// Finds all changes. Progress is in lines.
    ///
    /// # Errors
    /// Cancelled.
    pub fn find(&self, job: &Job) -> Result<Changes, JobError> {
        let (mut runs, mut list) = self.runs(job)?;
        let removed_lines: Vec<usize> = removed_lines(&runs, self.held.line_count()).collect();
        runs.sort_unstable_by_key(|run| run.now);
        let stays = in_place(&runs);
        // Lines in place have the same order in the suite and in the file.
        let fixed = runs.iter().zip(&stays);
        let fixed: Vec<Run> = fixed
            .filter_map(|(run, stays)| stays.then_some(*run))
            .collect();
        let place_of = |held: usize| before(&fixed, held).map_or(0, |run| run.now + run.len);
        list.extend(removed_lines.into_iter().map(|held| {
            let at = place_of(held);
            LineChange::Removed { held, at }
        }));
        for (run, stays) in runs.iter().zip(&stays) {
            if !stays && !run.is_edited {
                list.extend((0..run.len).map(|nth| LineChange::Moved {
                    line: run.now + nth,
                    held: run.held + nth,
                    at: place_of(run.held),
                }));
            }
        }
        list.sort_by_key(|change| match *change {
            LineChange::Removed { at, held } => (at, 0, held),
            change => (change.line().unwrap_or_default(), 1, 0),
        });
        Ok(Changes {
            list,
            now: self.now.clone(),
            held: self.held.clone(),
        })
    }

    /// Returns, for each line of the suite, the line of the file that it is or was edited from.
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

    /// Returns the lines of the file that are still in the suite, in file order, and the edited and new lines.
    fn runs(&self, job: &Job) -> Result<(Vec<Run>, Vec<LineChange>), JobError> {
        let all = self.now.line_count();
        job.begin(all as u64);
        let held = FileLines::of(&self.held.tree);
        let mut runs: Vec<Run> = Vec::new();
        let mut others = Vec::new();
        let mut line = 0;
        for piece in self.now.tree.pieces(0..all) {
            job.check()?;
            let mut at = 0;
            while at < piece.len() {
                let most = if piece.is_together() {
                    piece.len() - at
                } else {
                    1
                };
                match held.find(piece.place(at), most) {
                    Lookup::Lines(lines) => {
                        let len = lines.len();
                        push(&mut runs, lines, line + at);
                        at += len;
                    }
                    Lookup::None(count) => {
                        others.extend((at..at + count).map(|nth| (line + nth, piece.place(nth))));
                        at += count;
                    }
                }
            }
            line += piece.len();
            job.advance(piece.len() as u64);
        }
        let list = self.edited_and_new(&held, &mut runs, others);
        Ok((runs, list))
    }

    /// Separates edited lines from new ones. The file lines of the edited ones are added to `runs`, which are
    /// in file order afterwards.
    fn edited_and_new(
        &self,
        held: &FileLines,
        runs: &mut Vec<Run>,
        others: Vec<(usize, TextLocation)>,
    ) -> Vec<LineChange> {
        runs.sort_unstable_by_key(|run| run.held);
        let is_in_run = |line: usize| {
            let last = before(runs, line);
            last.is_some_and(|run| line < run.held + run.len)
        };
        let mut used = HashSet::new();
        let mut edited = Vec::new();
        let mut unknown = Vec::new();
        let mut list = Vec::with_capacity(others.len());
        for (line, place) in others {
            let origin = match place {
                TextLocation::Text(id) => self.now.texts.origin(id).place(),
                _ => TextLocation::Nowhere,
            };
            let was = match held.find(origin, 1) {
                Lookup::Lines(lines) => Some(lines.start),
                Lookup::None(_) => None,
            };
            match was.filter(|&was| !is_in_run(was) && used.insert(was)) {
                Some(held) => {
                    edited.push(Run::edited(held, line));
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

    /// Separates lines with no origin in the file: those whose record has another state in the file, because
    /// undo went back past a save, are edited; the others are new.
    fn older(&self, runs: &mut Vec<Run>, unknown: Vec<(usize, TextLocation)>) -> Vec<LineChange> {
        if unknown.is_empty() {
            return Vec::new();
        }
        let mut states: HashMap<TextLocation, usize> = HashMap::new();
        for held in removed_lines(runs, self.held.line_count()) {
            let place = self.held.first_place(self.held.tree.place(held));
            states.entry(place).or_insert(held);
        }
        let changes = unknown.into_iter().map(|(line, place)| {
            match states.remove(&self.now.first_place(place)) {
                Some(held) => {
                    runs.push(Run::edited(held, line));
                    LineChange::Edited { line, held }
                }
                None => LineChange::New { line },
            }
        });
        let changes = changes.collect();
        runs.sort_unstable_by_key(|run| run.held);
        changes
    }
}

/// Returns the last run, in file order, that begins at or before a line of the file.
fn before(runs: &[Run], held: usize) -> Option<&Run> {
    let after = runs.partition_point(|run| run.held <= held);
    runs.get(after.checked_sub(1)?)
}

/// Adds lines of the file, extending the last run if they continue it.
fn push(runs: &mut Vec<Run>, lines: Range<usize>, now: usize) {
    match runs.last_mut() {
        Some(last) if last.held + last.len == lines.start && last.now + last.len == now => {
            last.len += lines.len();
        }
        _ => runs.push(Run {
            held: lines.start,
            now,
            len: lines.len(),
            is_edited: false,
        }),
    }
}

/// Returns the lines of the file that are in no run, in file order.
fn removed_lines(runs: &[Run], all: usize) -> impl Iterator<Item = usize> {
    let mut next = 0;
    let ends = runs.iter().map(|run| (run.held, run.held + run.len));
    ends.chain([(all, all)]).flat_map(move |(start, end)| {
        let before = next..start;
        next = end;
        before
    })
}

/// Returns for each run, in suite order, whether it stays in place: the heaviest set of runs (by lines) in
/// the same order in both states. All other runs have moved.
pub(in crate::suite) fn in_place(runs: &[Run]) -> Vec<bool> {
    if runs.is_sorted_by_key(|run| run.held) {
        return vec![true; runs.len()];
    }
    let mut starts: Vec<usize> = runs.iter().map(|run| run.held).collect();
    starts.sort_unstable();
    // The heaviest set that ends at or before each run, and its last run, in a binary indexed tree of maxima.
    let mut best: Vec<(usize, Option<usize>)> = vec![(0, None); starts.len() + 1];
    let mut before: Vec<Option<usize>> = Vec::with_capacity(runs.len());
    let mut heaviest = (0, None);
    for (nth, run) in runs.iter().enumerate() {
        let rank = starts.partition_point(|&start| start < run.held) + 1;
        let mut found = (0, None);
        let mut at = rank - 1;
        while at > 0 {
            if let Some(&slot) = best.get(at)
                && slot.0 > found.0
            {
                found = slot;
            }
            at &= at - 1;
        }
        before.push(found.1);
        let with = (found.0 + run.len, Some(nth));
        if with.0 > heaviest.0 {
            heaviest = with;
        }
        let mut at = rank;
        while let Some(slot) = best.get_mut(at) {
            if with.0 > slot.0 {
                *slot = with;
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut stays = vec![false; runs.len()];
    let mut last = heaviest.1;
    // Each predecessor has a smaller index, so this ends.
    while let Some(nth) = last {
        if let Some(stays) = stays.get_mut(nth) {
            *stays = true;
        }
        last = before.get(nth).copied().flatten();
    }
    stays
}

#[cfg(test)]
mod tests;
