//! The lines of the file on disk, as last read or saved; all others are edited or new.

use super::line_set::{Gathered, LineSet};
use super::text::Place;
use super::tree::{Piece, Tree};

/// The lines of the file on disk.
#[derive(Debug, Default)]
pub(super) struct SavedLines {
    /// The lines of the source and the texts in the file; `None` for every line of the source and no text, as after
    /// reading.
    sets: Option<(LineSet, LineSet)>,
    /// The table that was saved; empty after reading.
    tree: Tree,
}

impl SavedLines {
    /// Returns the lines of a table that was just saved.
    pub(super) fn of(tree: &Tree) -> Self {
        let (mut source, mut texts) = (Gathered::default(), Gathered::default());
        for piece in tree.pieces(0..tree.lines()) {
            for at in 0..piece.len() {
                match piece.place(at) {
                    Place::Source(line) => source.insert(line),
                    Place::Text(id) => texts.insert(id),
                    Place::Nowhere => {}
                }
            }
        }
        Self {
            sets: Some((source.lines(), texts.lines())),
            tree: tree.clone(),
        }
    }

    /// Returns the place of a line of the file, as saved; nowhere after reading.
    pub(super) fn place(&self, line: usize) -> Place {
        self.tree.place(line)
    }

    /// Returns true if the file has this line.
    pub(super) fn holds(&self, place: Place) -> bool {
        match (place, &self.sets) {
            (Place::Source(_), None) => true,
            (Place::Text(_), None) | (Place::Nowhere, _) => false,
            (Place::Source(line), Some((source, _))) => source.contains(line),
            (Place::Text(id), Some((_, texts))) => texts.contains(id),
        }
    }

    /// Returns the number of lines of the table that the file lacks. Consecutive lines are counted at once, so this
    /// takes well under a millisecond except after a sort.
    pub(super) fn missing(&self, tree: &Tree) -> usize {
        let Some((source, texts)) = &self.sets else {
            return tree.texts();
        };
        let missing = |set: &LineSet, first: usize, lines: usize| {
            lines - (set.rank(first + lines) - set.rank(first))
        };
        let missing = |piece: Piece| match piece.place(0) {
            Place::Source(line) if piece.is_together() => missing(source, line, piece.len()),
            Place::Text(id) if piece.is_together() => missing(texts, id, piece.len()),
            _ => {
                let is_missing = |at: &usize| !self.holds(piece.place(*at));
                (0..piece.len()).filter(is_missing).count()
            }
        };
        tree.pieces(0..tree.lines()).map(missing).sum()
    }
}
