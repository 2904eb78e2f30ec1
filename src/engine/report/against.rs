//! One run against another.

use super::Row;

/// The comparison of two runs over the records that both have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Against {
    pub both: usize,
    pub neither: usize,
    /// The number solved by the first run only.
    pub one: usize,
    /// The number solved by the second run only.
    pub other: usize,
    /// The number of records that only the first run has, and that only the second has.
    pub only_one: usize,
    pub only_other: usize,
    /// The points of each run, over the records that score their moves in both.
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

    /// Returns the probability that two runs of equal strength differ at least this much: McNemar's exact test,
    /// two-sided.
    pub fn chance(&self) -> f64 {
        chance(self.one, self.other)
    }

    /// Returns the probability in percent: `12 %`, `0.34 %`, `< 0.01 %`.
    pub fn chance_in_words(&self) -> String {
        match self.chance() {
            0.0..0.0001 => "< 0.01 %".to_owned(),
            chance if chance < 0.1 => format!("{:.2} %", chance * 100.0),
            chance => format!("{:.0} %", chance * 100.0),
        }
    }
}

/// Returns the p-value of McNemar's exact test: under equal strength, each of the `one + other` records that only one
/// run solved is as likely to be solved by either.
pub fn chance(one: usize, other: usize) -> f64 {
    let (few, all) = (one.min(other), one + other);
    if one == other {
        return 1.0;
    }
    // Sums C(all, k) / 2^all for k up to `few` by logarithms, since neither factor fits a number.
    let mut logarithm = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = logarithm.exp();
    for k in 1..=few {
        logarithm += ((all - k + 1) as f64).ln() - (k as f64).ln();
        sum += logarithm.exp();
    }
    (2.0 * sum).min(1.0)
}
