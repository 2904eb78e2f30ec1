//! Sets of lines made from others, a word of 64 lines at a time.

use std::ops::Range;

use super::{LineSet, STEP, WORD, ones};

impl LineSet {
    /// Returns the set of these words.
    pub(super) fn of_words(words: Vec<u64>) -> Self {
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

    /// Adds a line; returns `false` if it is a member already.
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

    /// Removes a line; returns `false` if it is not a member.
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

    /// Returns the lines of this that are not in the other.
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

    /// Returns the set after lines `range` of the table were replaced by `lines` others, of which those in `with`
    /// (counted from 0) are members.
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

    /// Returns the lines of a range, counted from its start.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let range = range.start..range.end.min(self.words.len() * WORD);
        let mut words = vec![0; range.len().div_ceil(WORD)];
        self.copy(range, 0, &mut words);
        Self::of_words(words)
    }

    /// Sets the bits of `lines` in `words`, from bit `to` on.
    fn copy(&self, lines: Range<usize>, to: usize, words: &mut [u64]) {
        let (mut from, mut to) = (lines.start, to);
        while from < lines.end {
            // As much as lies within one word of both.
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

/// Returns a word with all bits below one set.
fn below(bit: usize) -> u64 {
    match bit == WORD {
        true => u64::MAX,
        false => (1 << bit) - 1,
    }
}

/// Sets all bits of a range.
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
        fn it_changes_as_an_ordered_set_does(
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
