//! A set of lines: the matches of a search, the lines with problems, the lines of a filter.

use std::ops::Range;

/// The number of lines in a word of bits.
const WORD: usize = 64;
/// The number of words between two entries of the rank table.
const STEP: usize = 8;

/// An ordered set of lines with one bit a line: ten million lines take 1.5 MB regardless of the number of members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSet {
    words: Vec<u64>,
    /// The number of members before every [`STEP`] words.
    ranks: Vec<usize>,
    len: usize,
}

impl LineSet {
    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the set has no members.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns true if `line` is in the set.
    pub fn contains(&self, line: usize) -> bool {
        self.words
            .get(line / WORD)
            .is_some_and(|word| word >> (line % WORD) & 1 == 1)
    }

    /// Returns the number of members before `line`, which is its index if it is a member.
    pub fn rank(&self, line: usize) -> usize {
        let word = line / WORD;
        if word >= self.words.len() {
            return self.len;
        }
        let step = word / STEP;
        let before = self.words.get(step * STEP..word).unwrap_or_default();
        let here = self.words.get(word).copied().unwrap_or(0) & ((1 << (line % WORD)) - 1);
        let first = self.ranks.get(step).copied().unwrap_or(self.len);
        first + ones(before) + here.count_ones() as usize
    }

    /// Returns the `nth` member (0-based).
    pub fn nth(&self, nth: usize) -> Option<usize> {
        if nth >= self.len {
            return None;
        }
        let after = self.ranks.partition_point(|&before| before <= nth);
        let step = after.checked_sub(1)?;
        let mut left = nth - self.ranks.get(step)?;
        for (at, &word) in self.words.iter().enumerate().skip(step * STEP) {
            let ones = word.count_ones() as usize;
            if left < ones {
                return bit(word, left).map(|bit| at * WORD + bit);
            }
            left -= ones;
        }
        None
    }

    /// Returns the first member at or after `line`.
    pub fn at_or_after(&self, line: usize) -> Option<usize> {
        self.nth(self.rank(line))
    }

    /// Returns the line after the run of consecutive members that begins at `line`; `line` itself if it is
    /// not a member.
    pub(super) fn run_end(&self, line: usize) -> usize {
        if !self.contains(line) {
            return line;
        }
        let rank = self.rank(line);
        // The run ends where line numbers and indices diverge.
        let (mut low, mut high) = (0, self.len() - rank - 1);
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.nth(rank + middle) == Some(line + middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        line + low + 1
    }

    /// Returns the last member before `line`.
    pub fn before(&self, line: usize) -> Option<usize> {
        self.nth(self.rank(line).checked_sub(1)?)
    }

    /// Returns the members, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                Some(at * WORD + bit)
            })
        })
    }
}

fn ones(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// Returns the position of the `nth` set bit.
fn bit(mut word: u64, nth: usize) -> Option<usize> {
    for _ in 0..nth {
        word &= word.checked_sub(1)?;
    }
    (word != 0).then(|| word.trailing_zeros() as usize)
}

impl FromIterator<usize> for LineSet {
    /// Collects lines in any order; duplicates count once.
    fn from_iter<T: IntoIterator<Item = usize>>(lines: T) -> Self {
        let mut gathered = LineSetBuilder::default();
        lines.into_iter().for_each(|line| gathered.insert(line));
        Self::of_words(gathered.0)
    }
}

/// The lines found by one task of a scan, also with one bit a line: thousands of parts are in memory until
/// all tasks are done.
#[derive(Debug)]
pub struct Part {
    /// The index of the word that has the first line.
    first: usize,
    words: Vec<u64>,
}

impl Part {
    /// Returns an empty part for a range of lines.
    pub fn of(lines: &Range<usize>) -> Self {
        let first = lines.start / WORD;
        Self {
            first,
            words: vec![0; lines.end.div_ceil(WORD).saturating_sub(first)],
        }
    }

    /// Adds a line; lines outside the part are ignored.
    pub fn insert(&mut self, line: usize) {
        let word = (line / WORD).checked_sub(self.first);
        if let Some(word) = word.and_then(|word| self.words.get_mut(word)) {
            *word |= 1 << (line % WORD);
        }
    }
}

impl FromIterator<Part> for LineSet {
    /// Joins the parts of one file, in any order.
    fn from_iter<T: IntoIterator<Item = Part>>(parts: T) -> Self {
        let mut gathered = LineSetBuilder::default();
        parts.into_iter().for_each(|part| gathered.add(&part));
        gathered.lines()
    }
}

#[derive(Debug, Default)]
pub(super) struct LineSetBuilder(Vec<u64>);

impl LineSetBuilder {
    pub(super) fn insert(&mut self, line: usize) {
        let at = line / WORD;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        if let Some(word) = self.0.get_mut(at) {
            *word |= 1 << (line % WORD);
        }
    }

    pub(super) fn add(&mut self, part: &Part) {
        // Trailing empty words are not part of the set.
        let len = part.words.iter().rposition(|word| *word != 0);
        let words = part.words.get(..len.map_or(0, |last| last + 1));
        let words = words.unwrap_or_default();
        let end = part.first + words.len();
        if !words.is_empty() && end > self.0.len() {
            self.0.resize(end, 0);
        }
        let places = self.0.iter_mut().skip(part.first);
        for (place, word) in places.zip(words) {
            *place |= word;
        }
    }

    /// Returns all lines added so far.
    pub(super) fn lines(&self) -> LineSet {
        LineSet::of_words(self.0.clone())
    }
}

impl LineSet {
    fn of_words(words: Vec<u64>) -> Self {
        let mut ranks = Vec::with_capacity(words.len().div_ceil(STEP));
        let mut len = 0;
        for step in words.chunks(STEP) {
            ranks.push(len);
            len += ones(step);
        }
        Self { words, ranks, len }
    }

    /// Returns the set of all lines of a range.
    pub fn of_range(lines: Range<usize>) -> Self {
        let mut words = vec![0; lines.end.div_ceil(WORD)];
        fill(&mut words, lines);
        Self::of_words(words)
    }

    /// Adds a line; returns false if it already is a member.
    pub fn insert(&mut self, line: usize) -> bool {
        if self.contains(line) {
            return false;
        }
        let at = line / WORD;
        while self.words.len() <= at {
            if self.words.len().is_multiple_of(STEP) {
                self.ranks.push(self.len);
            }
            self.words.push(0);
        }
        if let Some(word) = self.words.get_mut(at) {
            *word |= 1 << (line % WORD);
        }
        let behind = self.ranks.iter_mut().skip(at / STEP + 1);
        behind.for_each(|rank| *rank += 1);
        self.len += 1;
        true
    }

    /// Removes a line; returns false if it is not a member.
    pub fn remove(&mut self, line: usize) -> bool {
        if !self.contains(line) {
            return false;
        }
        if let Some(word) = self.words.get_mut(line / WORD) {
            *word &= !(1 << (line % WORD));
        }
        let behind = self.ranks.iter_mut().skip(line / WORD / STEP + 1);
        behind.for_each(|rank| *rank -= 1);
        self.len -= 1;
        true
    }

    /// Returns the lines in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.by_words(other, |one, two| one | two)
    }

    /// Returns the lines in both sets.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        self.by_words(other, |one, two| one & two)
    }

    /// Returns the lines of this set that are not in the other.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.by_words(other, |one, two| one & !two)
    }

    fn by_words(&self, other: &Self, both: impl Fn(u64, u64) -> u64) -> Self {
        let count = self.words.len().max(other.words.len());
        let word = |set: &Self, at: usize| set.words.get(at).copied().unwrap_or(0);
        let words = (0..count).map(|at| both(word(self, at), word(other, at)));
        Self::of_words(words.collect())
    }

    /// Returns the set after the lines `range` of the table were replaced by `lines` new ones, of which those
    /// in `with` (counted from 0) are members.
    #[must_use]
    pub(crate) fn spliced(&self, range: Range<usize>, lines: usize, with: &Self) -> Self {
        let end = self.words.len() * WORD;
        let tail = end.saturating_sub(range.end);
        let all = range.start + lines + tail;
        let mut words = vec![0; all.div_ceil(WORD)];
        self.copy(0..range.start.min(end), 0, &mut words);
        let given = lines.min(with.words.len() * WORD);
        with.copy(0..given, range.start, &mut words);
        self.copy(range.end.min(end)..end, range.start + lines, &mut words);
        while words.last() == Some(&0) {
            words.pop();
        }
        Self::of_words(words)
    }

    /// Returns the members in a range, counted from its start.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let range = range.start..range.end.min(self.words.len() * WORD);
        let mut words = vec![0; range.len().div_ceil(WORD)];
        self.copy(range, 0, &mut words);
        Self::of_words(words)
    }

    /// Copies the bits of `lines` into `words`, from bit `to` on.
    fn copy(&self, lines: Range<usize>, to: usize, words: &mut [u64]) {
        let (mut from, mut to) = (lines.start, to);
        while from < lines.end {
            // The bits that are within one word of both.
            let count = (WORD - from % WORD)
                .min(WORD - to % WORD)
                .min(lines.end - from);
            let word = self.words.get(from / WORD).copied().unwrap_or(0) >> (from % WORD);
            let word = word & below(count);
            if let Some(there) = words.get_mut(to / WORD) {
                *there |= word << (to % WORD);
            }
            (from, to) = (from + count, to + count);
        }
    }
}

/// Returns a word with all bits below `bit` set.
fn below(bit: usize) -> u64 {
    match bit == WORD {
        true => u64::MAX,
        false => (1 << bit) - 1,
    }
}

fn fill(words: &mut [u64], lines: Range<usize>) {
    for (at, word) in words.iter_mut().enumerate().skip(lines.start / WORD) {
        let (start, end) = (
            lines.start.saturating_sub(at * WORD).min(WORD),
            lines.end.saturating_sub(at * WORD).min(WORD),
        );
        *word |= below(end) & !below(start);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_of_tasks_are_joined(
            lines in proptest::collection::vec(0usize..3000, 0..200),
            task in 1usize..700,
        ) {
            let parts: Vec<Part> = (0..3000)
                .step_by(task)
                .map(|from| {
                    let range = from..from + task;
                    let mut part = Part::of(&range);
                    for line in lines.iter().filter(|line| range.contains(*line)) {
                        part.insert(*line);
                    }
                    part
                })
                .collect();
            prop_assert_eq!(parts.into_iter().collect::<LineSet>(), lines.into_iter().collect());
        }

        #[test]
        fn a_line_set_behaves_like_an_ordered_set(
            lines in proptest::collection::vec(0usize..3000, 0..200),
            asked in 0usize..4000,
        ) {
            let model: BTreeSet<usize> = lines.iter().copied().collect();
            let set: LineSet = lines.into_iter().collect();
            prop_assert_eq!(set.len(), model.len());
            prop_assert_eq!(set.is_empty(), model.is_empty());
            prop_assert_eq!(set.contains(asked), model.contains(&asked));
            prop_assert_eq!(set.rank(asked), model.range(..asked).count());
            prop_assert_eq!(set.at_or_after(asked), model.range(asked..).next().copied());
            prop_assert_eq!(set.before(asked), model.range(..asked).next_back().copied());
            prop_assert!(set.iter().eq(model.iter().copied()));
            for (nth, line) in model.iter().enumerate() {
                prop_assert_eq!(set.nth(nth), Some(*line));
            }
            prop_assert_eq!(set.nth(model.len()), None);
        }
    }
}

#[cfg(test)]
mod change_tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn check(set: &LineSet, model: &BTreeSet<usize>) -> Result<(), TestCaseError> {
        prop_assert!(set.iter().eq(model.iter().copied()));
        prop_assert_eq!(set.len(), model.len());
        for (nth, line) in model.iter().enumerate() {
            prop_assert_eq!(set.nth(nth), Some(*line));
            prop_assert_eq!(set.rank(*line), nth);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_line_set_changes_like_an_ordered_set(
            one in proptest::collection::btree_set(0usize..2000, 0..200),
            two in proptest::collection::btree_set(0usize..2500, 0..200),
            line in 0usize..3000,
            start in 0usize..2200,
            length in 0usize..700,
            lines in 0usize..300,
        ) {
            let (a, b): (LineSet, LineSet) = (one.iter().copied().collect(), two.iter().copied().collect());
            check(&a.union(&b), &one.union(&two).copied().collect())?;
            check(&a.common(&b), &one.intersection(&two).copied().collect())?;
            check(&a.minus(&b), &one.difference(&two).copied().collect())?;
            check(&LineSet::of_range(start..start + length), &(start..start + length).collect())?;
            check(
                &a.part(start..start + length),
                &one.iter().filter(|l| (start..start + length).contains(l)).map(|l| l - start).collect(),
            )?;
            let (mut set, mut model) = (a.clone(), one.clone());
            prop_assert_eq!(set.insert(line), model.insert(line));
            check(&set, &model)?;
            prop_assert_eq!(set.remove(line), model.remove(&line));
            prop_assert_eq!(set.remove(line), model.remove(&line));
            check(&set, &model)?;
            let spliced = a.spliced(start..start + length, lines, &b);
            let model = one.iter().filter(|&&l| l < start).copied()
                .chain(two.iter().filter(|&&l| l < lines).map(|l| l + start))
                .chain(one.iter().filter(|&&l| l >= start + length).map(|l| l - length + lines))
                .collect();
            check(&spliced, &model)?;
        }
    }
}
