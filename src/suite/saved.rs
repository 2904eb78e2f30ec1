//! Which lines the file on disk holds, as it was last read or saved: all others are edited or new.

use std::ops::Range;

use super::text::Place;
use super::tree::Tree;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct SavedLines {
    /// `None`: every line of the source and no text, as after reading.
    sets: Option<(Bits, Bits)>,
    /// What was saved; nothing after reading.
    tree: Tree,
}

#[derive(Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn set(&mut self, at: usize) {
        let word = at / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        if let Some(bits) = self.0.get_mut(word) {
            *bits |= 1 << (at % 64);
        }
    }

    /// How many are set in `range`.
    fn count(&self, range: Range<usize>) -> usize {
        let end = range.end.min(self.0.len() * 64);
        if range.start >= end {
            return 0;
        }
        let (first, last) = (range.start / 64, (end - 1) / 64);
        let words = self.0.get(first..=last).unwrap_or_default();
        let all: usize = words.iter().map(|word| word.count_ones() as usize).sum();
        // Those of the first and the last word that lie outside.
        let before = words
            .first()
            .map_or(0, |word| word & !(u64::MAX << (range.start % 64)));
        let after = words
            .last()
            .map_or(0, |word| word & !(u64::MAX >> (63 - (end - 1) % 64)));
        all - (before.count_ones() + after.count_ones()) as usize
    }

    fn has(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }
}

impl SavedLines {
    /// The lines of a table that was just saved.
    pub(super) fn of(tree: &Tree) -> Self {
        let (mut source, mut texts) = (Bits::default(), Bits::default());
        for piece in tree.pieces(0..tree.lines()) {
            for at in 0..piece.len() {
                match piece.place(at) {
                    Place::Source(line) => source.set(line),
                    Place::Text(id) => texts.set(id),
                    Place::Nowhere => {}
                }
            }
        }
        Self {
            sets: Some((source, texts)),
            tree: tree.clone(),
        }
    }

    /// Where the bytes of a line of the file are, as it was saved; nowhere after reading.
    pub(super) fn place(&self, line: usize) -> Place {
        self.tree.place(line)
    }

    /// Whether the file holds this line.
    pub(super) fn holds(&self, place: Place) -> bool {
        match (place, &self.sets) {
            (Place::Source(_), None) => true,
            (Place::Text(_), None) | (Place::Nowhere, _) => false,
            (Place::Source(line), Some((source, _))) => source.has(line),
            (Place::Text(id), Some((_, texts))) => texts.has(id),
        }
    }

    /// How many lines of the table the file does not hold. Lines that lie together are counted by the
    /// word, so that this takes well under a millisecond but where a sort has been.
    pub(super) fn missing(&self, tree: &Tree) -> usize {
        let Some((source, texts)) = &self.sets else {
            return tree.texts();
        };
        tree.pieces(0..tree.lines())
            .map(|piece| match piece.place(0) {
                Place::Source(line) if piece.is_together() => {
                    piece.len() - source.count(line..line + piece.len())
                }
                Place::Text(id) if piece.is_together() => {
                    piece.len() - texts.count(id..id + piece.len())
                }
                _ => (0..piece.len())
                    .filter(|&at| !self.holds(piece.place(at)))
                    .count(),
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_are_counted_by_the_word_as_one_by_one(
            set in proptest::collection::vec(0usize..400, 0..200),
            start in 0usize..500,
            len in 0usize..500,
        ) {
            let mut bits = Bits::default();
            set.iter().for_each(|&at| bits.set(at));
            let one_by_one = (start..start + len).filter(|&at| bits.has(at)).count();
            prop_assert_eq!(bits.count(start..start + len), one_by_one);
        }
    }
}
