//! Which lines the file on disk holds, as it was last read or saved: all others are edited or new.

use super::text::Place;
use super::tree::Tree;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct SavedLines {
    /// `None`: every line of the source and no text, as after reading.
    sets: Option<(Bits, Bits)>,
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

    fn has(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }
}

impl SavedLines {
    /// The lines of a table that was just saved.
    pub fn of(tree: &Tree) -> Self {
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
        }
    }

    /// Whether the file holds this line.
    pub fn holds(&self, place: Place) -> bool {
        match (place, &self.sets) {
            (Place::Source(_), None) => true,
            (Place::Text(_), None) | (Place::Nowhere, _) => false,
            (Place::Source(line), Some((source, _))) => source.has(line),
            (Place::Text(id), Some((_, texts))) => texts.has(id),
        }
    }

    /// How many lines of the table the file does not hold.
    pub fn missing(&self, tree: &Tree) -> usize {
        if self.sets.is_none() {
            return tree.texts();
        }
        tree.pieces(0..tree.lines())
            .map(|piece| {
                (0..piece.len())
                    .filter(|&at| !self.holds(piece.place(at)))
                    .count()
            })
            .sum()
    }
}
