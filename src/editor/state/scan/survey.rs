//! The results of the last scan: sets of lines, updated after edits without a new scan.
//!
//! The sets use the line numbers of the scan. A list of stretches maps these to the present numbers, and has
//! the results for edited lines.

use crate::editor::state::scan::{ScanResults, Twins};
use crate::epd::Severity;
use crate::suite::{Direction, LineSet};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// Most stretches stored: beyond that a new scan is cheaper.
pub(super) const MOST_STRETCHES: usize = 256;

/// A survey with more duplicates than this is large: each takes 8 bytes.
const LARGE: usize = 1_000_000;

/// Consecutive lines; all stretches together are the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stretch {
    /// Lines unchanged since the scan, by their numbers then.
    Scanned(Range<usize>),
    /// Edited lines, each with the severity of its worst diagnostic.
    Edited(Vec<Option<Severity>>),
}

impl Stretch {
    fn len(&self) -> usize {
        match self {
            Self::Scanned(lines) => lines.len(),
            Self::Edited(lines) => lines.len(),
        }
    }

    fn split(self, lines: usize) -> (Self, Self) {
        match self {
            Self::Scanned(range) => {
                let middle = (range.start + lines).min(range.end);
                (
                    Self::Scanned(range.start..middle),
                    Self::Scanned(middle..range.end),
                )
            }
            Self::Edited(mut all) => {
                let rest = all.split_off(lines.min(all.len()));
                (Self::Edited(all), Self::Edited(rest))
            }
        }
    }
}

/// The stretches of the file since a scan began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shift(Vec<Stretch>);

impl Shift {
    pub(super) fn none(lines: usize) -> Self {
        Self(vec![Stretch::Scanned(0..lines)])
    }

    fn lines(&self) -> usize {
        self.0.iter().map(Stretch::len).sum()
    }

    /// Returns whether it costs too much to keep, or does not fit a file of `lines` lines.
    pub(super) fn is_outdated(&self, lines: usize) -> bool {
        self.lines() != lines || self.0.len() > MOST_STRETCHES
    }

    pub(super) fn edit(&mut self, gone: Range<usize>, inserted: Vec<Option<Severity>>) {
        let mut new: Vec<Stretch> = Vec::with_capacity(self.0.len() + 2);
        let mut inserted = Some(Stretch::Edited(inserted));
        let mut at = 0;
        for stretch in std::mem::take(&mut self.0) {
            let end = at + stretch.len();
            let (before, rest) = stretch.split(gone.start.saturating_sub(at));
            push(&mut new, before);
            if end >= gone.start
                && let Some(inserted) = inserted.take()
            {
                push(&mut new, inserted);
            }
            let taken = gone.end.min(end).saturating_sub(gone.start.max(at));
            push(&mut new, rest.split(taken).1);
            at = end;
        }
        if let Some(inserted) = inserted {
            push(&mut new, inserted);
        }
        self.0 = new;
    }

    /// Returns the stretches of a range, cut to the range, with the present number of the first line of each.
    fn within(&self, range: Range<usize>) -> impl Iterator<Item = (usize, Piece<'_>)> {
        let mut end = 0;
        self.0.iter().filter_map(move |stretch| {
            let at = end;
            end += stretch.len();
            let (from, to) = (range.start.max(at), range.end.min(end));
            let cut = from.checked_sub(at)?..to.checked_sub(at)?;
            let piece = match stretch {
                _ if cut.is_empty() => return None,
                Stretch::Scanned(lines) => {
                    Piece::Scanned(lines.start + cut.start..lines.start + cut.end)
                }
                Stretch::Edited(worst) => Piece::Edited(worst.get(cut)?),
            };
            Some((from, piece))
        })
    }

    /// Returns the lines that edits removed, by their numbers in a scan of `lines` lines.
    fn gone(&self, lines: usize) -> impl Iterator<Item = Range<usize>> {
        let scanned = self.0.iter().filter_map(|stretch| match stretch {
            Stretch::Scanned(lines) => Some(lines.clone()),
            Stretch::Edited(_) => None,
        });
        let ends = scanned.chain(std::iter::once(lines..lines));
        ends.scan(0, |end, next| {
            Some(std::mem::replace(end, next.end)..next.start)
        })
    }

    /// Returns the number of a line in the scan.
    fn scanned(&self, line: usize) -> Option<usize> {
        match self.within(line..line + 1).next() {
            Some((_, Piece::Scanned(lines))) => Some(lines.start),
            _ => None,
        }
    }

    /// Returns the present number of a scanned line.
    fn now(&self, scanned: usize) -> Option<usize> {
        let mut at = 0;
        self.0.iter().find_map(|stretch| {
            let first = at;
            at += stretch.len();
            match stretch {
                Stretch::Scanned(lines) if lines.contains(&scanned) => {
                    Some(first + (scanned - lines.start))
                }
                _ => None,
            }
        })
    }
}

enum Piece<'s> {
    Scanned(Range<usize>),
    Edited(&'s [Option<Severity>]),
}

/// Appends a stretch, merged with the last one if they are contiguous.
fn push(stretches: &mut Vec<Stretch>, next: Stretch) {
    match (stretches.last_mut(), next) {
        (_, next) if next.len() == 0 => {}
        (Some(Stretch::Scanned(last)), Stretch::Scanned(next)) if last.end == next.start => {
            last.end = next.end;
        }
        (Some(Stretch::Edited(last)), Stretch::Edited(mut next)) => last.append(&mut next),
        (_, next) => stretches.push(next),
    }
}

/// The results of the last scan, for the present lines.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The results, by line numbers of the scan.
    pub(crate) scanned: Arc<ScanResults>,
    pub(super) shift: Shift,
    /// Records with the id of an earlier one: a problem each.
    pub(crate) repeated_ids: usize,
    /// Records with a duplicate id, or with a duplicate position, whichever are more.
    pub(crate) twins: usize,
}

impl Survey {
    pub(super) fn new(scanned: Arc<ScanResults>, shift: Shift) -> Self {
        let mut survey = Self {
            scanned,
            shift,
            repeated_ids: 0,
            twins: 0,
        };
        survey.count_twins();
        survey
    }

    pub(super) fn edit(&mut self, gone: Range<usize>, inserted: Vec<Option<Severity>>) {
        self.shift.edit(gone, inserted);
        self.count_twins();
    }

    /// Counts the duplicates, without those that edits removed.
    fn count_twins(&mut self) {
        let (ids, repeated) = self.counted(&self.scanned.same_ids);
        let (positions, _) = self.counted(&self.scanned.same_positions);
        (self.twins, self.repeated_ids) = (ids.max(positions), repeated);
    }

    /// Returns the number of records of all groups, and without the first of each group.
    fn counted(&self, twins: &Twins) -> (usize, usize) {
        let mut gone: FxHashMap<usize, usize> = FxHashMap::default();
        for lines in self.shift.gone(self.scanned.findings.counts.lines) {
            let mut from = lines.start;
            let next = |from| {
                twins
                    .lines
                    .at_or_after(from)
                    .filter(|line| *line < lines.end)
            };
            while let Some(line) = next(from) {
                let group = twins.group_of(line).unwrap_or_default();
                *gone.entry(group).or_default() += 1;
                from = line + 1;
            }
        }
        let all = twins.lines.len();
        let (mut all, mut repeated) = (all, all - twins.groups.group_count());
        for (group, gone) in gone {
            let before = twins.groups.group(group).count();
            let left = before.saturating_sub(gone);
            all -= if left > 1 { gone } else { before };
            repeated -= gone.min(before.saturating_sub(1));
        }
        (all, repeated)
    }

    /// Returns the present lines of records with the id of an earlier one, group by group.
    pub(crate) fn lines_with_repeated_id(&self) -> impl Iterator<Item = usize> + '_ {
        let ids = &self.scanned.same_ids;
        let groups = ids.groups.groups();
        groups.flat_map(|group| group.filter_map(|line| self.shift.now(line)).skip(1))
    }

    pub(super) fn is_large(&self) -> bool {
        let twins = [&self.scanned.same_ids, &self.scanned.same_positions];
        twins.iter().map(|twins| twins.lines.len()).sum::<usize>() > LARGE
    }

    /// Counts, in a range, the lines with an error, those with a warning, and records with a duplicate id.
    pub(crate) fn count(&self, range: Range<usize>) -> [usize; 3] {
        let mut all = [0; 3];
        for (_, piece) in self.shift.within(range) {
            let counts = match piece {
                Piece::Scanned(lines) => {
                    let found = &self.scanned.findings;
                    let sets = [&found.errors, &found.warnings, &self.scanned.same_ids.lines];
                    sets.map(|set| set.rank(lines.end) - set.rank(lines.start))
                }
                Piece::Edited(worst) => {
                    let count = |severity| worst.iter().filter(|worst| **worst == severity).count();
                    let [errors, warnings] =
                        [Severity::Error, Severity::Warning].map(Some).map(count);
                    [errors, warnings, 0]
                }
            };
            for (all, count) in all.iter_mut().zip(counts) {
                *all += count;
            }
        }
        all
    }

    /// Returns the line where a jump to the next problem stops: with an error, a warning, or a duplicate id.
    pub(crate) fn stop(&self, lines: Range<usize>, direction: Direction) -> Option<usize> {
        let mut pieces = self.shift.within(lines);
        let sets = [
            &self.scanned.findings.problems,
            &self.scanned.same_ids.lines,
        ];
        let stop = |(at, piece): (usize, Piece<'_>)| match piece {
            Piece::Scanned(scanned) => {
                let found = sets.map(|set| match direction {
                    Direction::Forward => set.at_or_after(scanned.start),
                    Direction::Backward => set.before(scanned.end),
                });
                let found = found.into_iter().flatten();
                let found = found.filter(|line| scanned.contains(line));
                let line = match direction {
                    Direction::Forward => found.min(),
                    Direction::Backward => found.max(),
                };
                Some(at + (line? - scanned.start))
            }
            Piece::Edited(worst) => {
                let is_problem = |worst: &Option<Severity>| *worst >= Some(Severity::Warning);
                let nth = match direction {
                    Direction::Forward => worst.iter().position(is_problem),
                    Direction::Backward => worst.iter().rposition(is_problem),
                };
                Some(at + nth?)
            }
        };
        match direction {
            Direction::Forward => pieces.find_map(stop),
            Direction::Backward => pieces.filter_map(stop).last(),
        }
    }

    /// Returns the next line where a jump to problems stops, from line `from` on, wrapping at the end.
    pub(crate) fn next_stop(&self, from: usize, direction: Direction) -> Option<usize> {
        let all = self.shift.lines();
        let middle = match direction {
            Direction::Forward => from.min(all),
            Direction::Backward => from.saturating_add(1).min(all),
        };
        let (first, then) = match direction {
            Direction::Forward => (middle..all, 0..middle),
            Direction::Backward => (0..middle, middle..all),
        };
        self.stop(first, direction)
            .or_else(|| self.stop(then, direction))
    }

    /// Returns whether another record had the id of this line in the scan.
    pub(crate) fn has_duplicate_id(&self, line: usize) -> bool {
        let scanned = self.shift.scanned(line);
        scanned.is_some_and(|line| self.scanned.same_ids.lines.contains(line))
    }

    /// Returns whether another record had the position of this line in the scan.
    pub(crate) fn has_duplicate_position(&self, line: usize) -> bool {
        let scanned = self.shift.scanned(line);
        scanned.is_some_and(|line| self.scanned.same_positions.lines.contains(line))
    }

    /// Returns the present lines with the id of this one; empty if it is unique.
    pub(crate) fn same_id(&self, line: usize) -> Vec<usize> {
        self.beside(&self.scanned.same_ids, line)
    }

    /// Returns the present lines with the position of this one; empty if it is unique.
    pub(crate) fn same_position(&self, line: usize) -> Vec<usize> {
        self.beside(&self.scanned.same_positions, line)
    }

    fn beside(&self, twins: &Twins, line: usize) -> Vec<usize> {
        let scanned = self.shift.scanned(line).into_iter();
        scanned
            .flat_map(|scanned| twins.beside(scanned))
            .filter_map(|scanned| self.shift.now(scanned))
            .collect()
    }

    /// Returns the lines with a diagnostic of any severity; `None` after edits since the scan.
    pub(crate) fn lines_with_findings(&self) -> Option<LineSet> {
        let found = &self.scanned.findings;
        let is_exact = matches!(&self.shift.0[..], [] | [Stretch::Scanned(_)])
            && self.shift.lines() == found.counts.lines;
        is_exact.then(|| found.problems.union(&found.hints))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn after_any_edits_every_line_is_where_a_vector_has_it(
            edits in proptest::collection::vec((0usize..30, 0usize..4, 0usize..4), 0..12),
        ) {
            let mut shift = Shift::none(20);
            let mut model: Vec<Option<usize>> = (0..20).map(Some).collect();
            for (at, gone, inserted) in edits {
                let at = at.min(model.len());
                let end = (at + gone).min(model.len());
                shift.edit(at..end, vec![None; inserted]);
                model.splice(at..end, vec![None; inserted]);
                prop_assert_eq!(shift.lines(), model.len());
            }
            for (line, scanned) in model.iter().enumerate() {
                prop_assert_eq!(shift.scanned(line), *scanned);
                if let Some(scanned) = scanned {
                    prop_assert_eq!(shift.now(*scanned), Some(line));
                }
            }
        }
    }
}
