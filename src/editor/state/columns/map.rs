//! The whole file at the list's edge: one mark a row for the lines that the row stands for.

use crate::editor::state::document::Document;
use crate::suite::field::Key;
use crate::suite::{LineSet, RevisionId};

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
    fn add(&mut self, document: &Document, lines: std::ops::Range<usize>) {
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
            let among = survey.among(lines);
            self.errors += among.errors;
            self.warnings += among.warnings;
            self.duplicates += among.duplicates;
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
    matches: Option<(usize, usize)>,
    marked: Option<(usize, Option<usize>)>,
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
pub(crate) fn rows_of(at: usize, rows: usize, count: usize) -> std::ops::Range<usize> {
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
    let matches = document
        .matches()
        .map(|set| (set.len(), set.nth(0).unwrap_or(0)));
    let marked = document
        .marked()
        .map(|set| (set.len(), set.nth(set.len() / 2)));
    let made = Made {
        revision: document.suite.revision(),
        rows,
        count,
        scan: (document.scan.ticket, document.scan.running),
        matches,
        marked,
        narrowed: document.filter.is_some(),
        edited: document.suite.edited_count(),
        sorted: document.sorted_view.as_ref().map(|view| view.by.clone()),
    };
    if document.map.made.as_ref() == Some(&made) {
        return;
    }
    let is_known = document.sorted_view.is_none() || count <= ONE_BY_ONE;
    let spots = if count <= rows || !is_known {
        Vec::new()
    } else {
        (0..rows)
            .map(|at| spot(document, rows_of(at, rows, count)))
            .collect()
    };
    document.map = Map {
        made: Some(made),
        spots,
    };
}

fn spot(document: &Document, rows: std::ops::Range<usize>) -> Spot {
    let mut spot = Spot::default();
    let line = |row: usize| document.line_at(row);
    if document.sorted_view.is_some() {
        // Lines that stand together in the list stand anywhere in the file.
        for line in rows.filter_map(line) {
            spot.add(document, line..line + 1);
        }
    } else if let (Some(first), Some(last)) = (line(rows.start), line(rows.end.saturating_sub(1))) {
        // Where the list is narrowed, lines between those shown count as well: the map is of the file.
        spot.add(document, first..last + 1);
    }
    spot
}

/// Returns the first line of note among some rows of the list: with a problem, a match or an edit; else the
/// first at all.
pub(crate) fn first_of_note(document: &Document, rows: std::ops::Range<usize>) -> Option<usize> {
    if document.sorted_view.is_some() {
        return document.line_at(rows.start);
    }
    let (first, last) = (
        document.line_at(rows.start),
        document.line_at(rows.end.saturating_sub(1)),
    );
    let first = first.or_else(|| document.line_at(document.row_count().checked_sub(1)?))?;
    let lines = first..last.unwrap_or(first) + 1;
    let within = |line: Option<usize>| line.filter(|line| lines.contains(line));
    let found = [
        document.matches().and_then(|set| set.at_or_after(first)),
        document
            .scan
            .survey
            .as_ref()
            .and_then(|survey| survey.next_stop(first, crate::suite::Direction::Forward)),
    ];
    let noted = found.into_iter().filter_map(within).min();
    Some(noted.unwrap_or(first))
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
