//! One run against another.

use super::Row;

/// What two runs make of the records that are in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Against {
    pub both: usize,
    pub neither: usize,
    /// Solved by the one, and not by the other.
    pub one: usize,
    /// Solved by the other, and not by the one.
    pub other: usize,
    /// Records that only the one has, and only the other.
    pub only_one: usize,
    pub only_other: usize,
    /// Points of each, over the records that score their moves in both.
    pub points: (i64, i64),
    pub scored: usize,
}

impl Against {
    pub(super) fn take(&mut self, one: &Row, other: &Row) {
        match (one.is_solved, other.is_solved) {
            (true, true) => self.both += 1,
            (false, false) => self.neither += 1,
            (true, false) => self.one += 1,
            (false, true) => self.other += 1,
        }
        if let (Some((mine, _)), Some((theirs, _))) = (one.points, other.points) {
            self.scored += 1;
            self.points.0 = self.points.0.saturating_add(mine);
            self.points.1 = self.points.1.saturating_add(theirs);
        }
    }

    pub fn records(&self) -> usize {
        self.both + self.neither + self.one + self.other
    }

    /// How likely it is that two runs of the same strength differ as much as these or more: McNemar's
    /// exact test, two-sided.
    pub fn chance(&self) -> f64 {
        chance(self.one, self.other)
    }

    /// The same of a hundred: `12 %`, `0.34 %`, `< 0.01 %`.
    pub fn chance_in_words(&self) -> String {
        match self.chance() {
            0.0..0.0001 => "< 0.01 %".to_owned(),
            chance if chance < 0.1 => format!("{:.2} %", chance * 100.0),
            chance => format!("{:.0} %", chance * 100.0),
        }
    }
}

/// McNemar's exact test: of `one + other` records that only one of two solved, each is as likely to be
/// one's as the other's. How likely is a difference like this or larger?
pub fn chance(one: usize, other: usize) -> f64 {
    let (few, all) = (one.min(other), one + other);
    if one == other {
        return 1.0;
    }
    // Sums C(all, k) / 2^all for k up to `few`, by logarithms: neither factor fits a number.
    let mut logarithm = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = logarithm.exp();
    for k in 1..=few {
        logarithm += ((all - k + 1) as f64).ln() - (k as f64).ln();
        sum += logarithm.exp();
    }
    (2.0 * sum).min(1.0)
}
