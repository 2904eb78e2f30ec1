//! The distribution of numbers.

use crate::epd::counted::thousands;

/// Numbers, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    sorted: Vec<i64>,
}

/// The number of values in an inclusive range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    pub from: i64,
    pub to: i64,
    pub count: usize,
}

/// The largest number of bars in a chart.
const MOST: usize = 16;

impl FromIterator<i64> for Spread {
    fn from_iter<T: IntoIterator<Item = i64>>(numbers: T) -> Self {
        let mut sorted: Vec<i64> = numbers.into_iter().collect();
        sorted.sort_unstable();
        Self { sorted }
    }
}

impl Spread {
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    pub fn least(&self) -> Option<i64> {
        self.sorted.first().copied()
    }

    pub fn most(&self) -> Option<i64> {
        self.sorted.last().copied()
    }

    /// Returns the median; of an even number of values the mean of the middle two.
    pub fn median(&self) -> Option<f64> {
        let count = self.sorted.len();
        let high = *self.sorted.get(count / 2)?;
        if count % 2 == 1 {
            return Some(high as f64);
        }
        let low = *self.sorted.get(count / 2 - 1)?;
        Some((low as f64 + high as f64) / 2.0)
    }

    pub fn mean(&self) -> Option<f64> {
        let count = self.sorted.len();
        let sum: i128 = self.sorted.iter().map(|number| i128::from(*number)).sum();
        (count > 0).then(|| sum as f64 / count as f64)
    }

    pub fn sum(&self) -> i128 {
        self.sorted.iter().map(|number| i128::from(*number)).sum()
    }

    /// Returns bars of equal width: 1, 2, 5, 10, ... numbers each.
    pub fn even_bars(&self) -> Vec<Bar> {
        let (Some(least), Some(most)) = (self.least(), self.most()) else {
            return Vec::new();
        };
        let range = i128::from(most) - i128::from(least) + 1;
        let steps = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
        let step = steps
            .into_iter()
            .find(|step| range <= i128::from(*step) * (MOST as i128 - 1))
            .unwrap_or(i64::MAX);
        let first = least.div_euclid(step).saturating_mul(step);
        let ends = std::iter::successors(Some(first), |from| from.checked_add(step));
        let ends = ends.take_while(|from| *from <= most);
        let bars = ends.map(|from| (from, from.saturating_add(step - 1)));
        self.bars(bars.collect())
    }

    /// Returns bars that are each about three times as wide as the one before: 0-9, 10-29, 30-99, 100-299, ...
    pub fn growing_bars(&self) -> Vec<Bar> {
        let (Some(least), Some(most)) = (self.least(), self.most()) else {
            return Vec::new();
        };
        let mut edges = vec![0_i64];
        for power in 1..19 {
            let ten = 10_i64.pow(power);
            edges.extend([Some(ten), ten.checked_mul(3)].into_iter().flatten());
        }
        let ends = edges.iter().skip(1).map(|next| next - 1);
        let bars = edges.iter().copied().zip(ends.chain([i64::MAX]));
        let bars = bars.filter(|(from, to)| *to >= least && *from <= most);
        self.bars(bars.collect())
    }

    fn bars(&self, ranges: Vec<(i64, i64)>) -> Vec<Bar> {
        let bar = |(from, to)| Bar { from, to, count: 0 };
        let bars = ranges.into_iter().map(bar);
        bars.map(|bar| Bar {
            count: self.within(&bar),
            ..bar
        })
        .collect()
    }

    /// Returns the number of values in the range of a bar, which may be that of another spread.
    pub fn within(&self, bar: &Bar) -> usize {
        let below = self.sorted.partition_point(|other| *other < bar.from);
        self.sorted.partition_point(|other| *other <= bar.to) - below
    }
}

impl Bar {
    /// Returns the range in words: `12`, `10 to 14`, `300,000 and more`.
    pub fn label(&self) -> String {
        match (self.from, self.to) {
            (from, to) if from == to => thousands(from),
            (from, i64::MAX) => format!("{} and more", thousands(from)),
            (from, to) => format!("{} to {}", thousands(from), thousands(to)),
        }
    }
}
