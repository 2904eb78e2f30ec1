//! The whole file at the list's edge: one mark a row for the lines that the row stands for.

use crate::editor::state::document::Document;
use crate::suite::field::Key;
use crate::suite::{Direction, LineSet, RevisionId};
use std::ops::Range;

/// The counts of the lines of one row of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Lines it stands for.
    pub lines: usize,
    /// Lines with an error.
    pub errors: usize,
    /// Lines with a warning.
    pub warnings: usize,
    /// Records whose id another record has.
    pub duplicates: usize,
    /// Lines with the text searched for.
    pub matches: usize,
    /// Lines that are edited or new.
    pub edited: usize,
    /// Lines that are marked.
    pub marked: usize,
}

impl Spot {
    /// Counts the lines with a problem, however bad.
    fn problems(self) -> usize {
        let all = self.errors + self.warnings + self.duplicates;
        all.min(self.lines)
    }

    /// Returns the density of its problems; `None` where there are none.
    pub fn problem_density(self) -> Option<Density> {
        Density::of(self.problems(), self.lines)
    }

    /// Returns the density of the matches; `None` where there are none.
    pub fn match_density(self) -> Option<Density> {
        Density::of(self.matches, self.lines)
    }

    /// Returns the density of the edits; `None` where there are none.
    pub fn edit_density(self) -> Option<Density> {
        Density::of(self.edited, self.lines)
    }

    /// Takes in what is in some lines.
    fn add(&mut self, document: &Document, lines: Range<usize>) {
        let count = |set: Option<&LineSet>| {
            set.map_or(0, |set| {
                set.rank(lines.end).saturating_sub(set.rank(lines.start))
            })
        };
        self.lines += lines.len();
        self.matches += count(document.matches());
        self.marked += count(document.marked());
        self.edited += document.suite.edited_in(lines.clone());
        if let Some(survey) = &document.scan.survey {
            let [errors, warnings, duplicates] = survey.count(lines);
            self.errors += errors;
            self.warnings += warnings;
            self.duplicates += duplicates;
        }
    }
}

/// The share of the lines that a row of the map stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Density {
    /// Less than one of fifty: a single one among many lines is seen as well.
    Few,
    /// Less than one of eight.
    Some,
    /// Less than half.
    Many,
    Most,
}

impl Density {
    fn of(count: usize, lines: usize) -> Option<Self> {
        let is = |parts: usize| count.saturating_mul(parts) >= lines;
        Some(match count {
            0 => return None,
            _ if is(2) => Self::Most,
            _ if is(8) => Self::Many,
            _ if is(50) => Self::Some,
            _ => Self::Few,
        })
    }
}

/// The state that a map was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Made {
    revision: RevisionId,
    rows: usize,
    /// Rows of the list in all.
    count: usize,
    scan: (u64, bool),
    /// Lines with the text searched for, and marked ones: how many, and one of them.
    sets: [Option<(usize, Option<usize>)>; 2],
    narrowed: bool,
    edited: usize,
    sorted: Option<Key>,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Map {
    made: Option<Made>,
    /// From the top; empty where all lines are on the screen.
    pub spots: Vec<Spot>,
}

/// Returns the rows of the list (of `count`) that row `at` of a map of `rows` rows stands for.
pub(crate) fn rows_of(at: usize, rows: usize, count: usize) -> Range<usize> {
    let from = |at: usize| {
        let wide = at as u128 * count as u128 / rows.max(1) as u128;
        usize::try_from(wide).unwrap_or(count)
    };
    from(at)..from(at + 1)
}

/// Rows of a sorted list whose lines are looked at one by one for the map; of more there is none.
const ONE_BY_ONE: usize = 50_000;

/// Brings the map of `rows` rows up to date.
pub(crate) fn refresh(document: &mut Document, rows: usize) {
    let count = document.row_count();
    let sets = [document.matches(), document.marked()];
    let made = Made {
        revision: document.suite.revision(),
        rows,
        count,
        scan: (document.scan.ticket, document.scan.running),
        sets: sets.map(|set| set.map(|set| (set.len(), set.nth(set.len() / 2)))),
        narrowed: document.filter.is_some(),
        edited: document.suite.edited_count(),
        sorted: document.sorted_view.as_ref().map(|view| view.by.clone()),
    };
    if document.map.made.as_ref() == Some(&made) {
        return;
    }
    let is_known = document.sorted_view.is_none() || count <= ONE_BY_ONE;
    let spots = (0..rows).filter(|_| count > rows && is_known);
    let spots = spots.map(|at| spot(document, rows_of(at, rows, count)));
    document.map = Map {
        spots: spots.collect(),
        made: Some(made),
    };
}

fn spot(document: &Document, rows: Range<usize>) -> Spot {
    let mut spot = Spot::default();
    if document.sorted_view.is_some() {
        // Lines that stand together in the list stand anywhere in the file.
        for line in rows.filter_map(|row| document.line_at(row)) {
            spot.add(document, line..line + 1);
        }
    } else if let Some(lines) = lines_of(document, rows) {
        spot.add(document, lines);
    }
    spot
}

/// Returns the lines from the first to the last of some rows. Where the list is narrowed, lines between those shown
/// count as well: the map is of the file.
fn lines_of(document: &Document, rows: Range<usize>) -> Option<Range<usize>> {
    let last = document.row_count().checked_sub(1)?;
    let first = document.line_at(rows.start.min(last))?;
    let end = document.line_at(rows.end.saturating_sub(1).min(last))? + 1;
    Some(first..end.max(first + 1))
}

/// Returns the first line of note among some rows of the list: with a problem, a match or an edit; else the
/// first at all.
pub(crate) fn first_of_note(document: &Document, rows: Range<usize>) -> Option<usize> {
    if document.sorted_view.is_some() {
        return document.line_at(rows.start);
    }
    let lines = lines_of(document, rows)?;
    let survey = document.scan.survey.as_ref();
    let matching = document
        .matches()
        .and_then(|set| set.at_or_after(lines.start));
    let stop = survey.and_then(|survey| survey.next_stop(lines.start, Direction::Forward));
    let found = [matching, stop].into_iter().flatten();
    let noted = found.filter(|line| lines.contains(line)).min();
    Some(noted.unwrap_or(lines.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_density_tells_one_of_many_lines_from_most_of_them() {
        let of = Density::of;
        assert_eq!(of(0, 1000), None);
        assert_eq!(of(1, 14_000), Some(Density::Few));
        assert_eq!(of(19, 1000), Some(Density::Few));
        assert_eq!(of(20, 1000), Some(Density::Some));
        assert_eq!(of(125, 1000), Some(Density::Many));
        assert_eq!(of(500, 1000), Some(Density::Most));
        assert_eq!(of(1, 2), Some(Density::Most));
        assert_eq!(of(usize::MAX, usize::MAX), Some(Density::Most));
    }

    #[test]
    fn the_rows_of_a_map_share_out_all_rows_of_the_list() {
        for (rows, count) in [(1, 1), (7, 100), (20, 10_000_000), (30, 31)] {
            let mut next = 0;
            for at in 0..rows {
                let range = rows_of(at, rows, count);
                assert_eq!(range.start, next);
                next = range.end;
            }
            assert_eq!(next, count);
        }
    }
}
