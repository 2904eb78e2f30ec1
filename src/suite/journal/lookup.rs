//! An index from the places of bytes to the lines of a file.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use crate::suite::text::{LineRef, Place};
use crate::suite::tree::{Piece, Tree};

/// The number of separate lookups before all separate lines are indexed.
const PATIENCE: usize = 2000;

/// The lines of a file, by the places of their bytes.
#[derive(Default)]
pub(in crate::suite) struct FileLines {
    /// The first line of the source, with the number of lines and the first line of the file.
    source: BTreeMap<usize, (usize, usize)>,
    text: BTreeMap<usize, (usize, usize)>,
    /// The pieces of separate lines, as after a sort, by list, each with its first line of the file.
    lists: HashMap<usize, Vec<(Piece, usize)>, FxBuildHasher>,
    /// An index of those lines, if it is needed.
    apart: OnceCell<HashMap<LineRef, u32, FxBuildHasher>>,
    missed: Cell<usize>,
}

pub(in crate::suite) enum Lookup {
    /// These lines of the file.
    Lines(Range<usize>),
    /// This number of lines that the file lacks, at least one.
    None(usize),
}

impl FileLines {
    pub(crate) fn of(tree: &Tree) -> Self {
        Self::part(tree, 0..tree.lines())
    }

    /// Returns the index of the lines of `range` only.
    pub(super) fn part(tree: &Tree, range: Range<usize>) -> Self {
        let mut held = Self::default();
        let mut line = range.start;
        for piece in tree.pieces(range) {
            let lines = piece.len();
            match piece.place(0) {
                _ if let Some(list) = piece.list() => {
                    held.lists.entry(list).or_default().push((piece, line));
                }
                Place::Source(start) => drop(held.source.insert(start, (lines, line))),
                Place::Text(start) => drop(held.text.insert(start, (lines, line))),
                Place::Nowhere => {}
            }
            line += lines;
        }
        held
    }

    /// Looks up a piece from its line `at` on. A few of the file's separate lines may be missed.
    pub(super) fn find_in(&self, piece: &Piece, at: usize) -> Lookup {
        let place = piece.place(at);
        let Some(list) = piece.list() else {
            return self.find_seldom(place, piece.len() - at);
        };
        for (held, line) in self.lists.get(&list).into_iter().flatten() {
            if let Some(lines) = held.same_list(piece, at) {
                return Lookup::Lines(line + lines.start..line + lines.end);
            }
        }
        self.find_seldom(place, 1)
    }

    /// Looks up at most `most` lines from a place on; a few separate lines may be missed.
    pub(super) fn find_seldom(&self, place: Place, most: usize) -> Lookup {
        match self.together(place, most) {
            Lookup::None(count) if !self.lists.is_empty() => {
                // Separate lines are only searched for after many misses.
                self.missed.set(self.missed.get() + 1);
                match self.missed.get() < PATIENCE && count < PATIENCE {
                    true => Lookup::None(1),
                    false => self.one(place),
                }
            }
            found => found,
        }
    }

    /// Looks up at most `most` lines from a place on.
    pub(crate) fn find(&self, place: Place, most: usize) -> Lookup {
        match self.together(place, most) {
            Lookup::None(_) if !self.lists.is_empty() => self.one(place),
            found => found,
        }
    }

    fn together(&self, place: Place, most: usize) -> Lookup {
        let (table, start) = match place {
            Place::Source(start) => (&self.source, start),
            Place::Text(start) => (&self.text, start),
            Place::Nowhere => return Lookup::None(1),
        };
        if let Some((first, (len, line))) = table.range(..=start).next_back()
            && start < first + len
        {
            let from = line + (start - first);
            return Lookup::Lines(from..from + most.min(first + len - start));
        }
        let next = table.range(start..).next();
        let next = next.map_or(usize::MAX, |(&next, _)| next);
        Lookup::None(most.min(next - start).max(1))
    }

    fn one(&self, place: Place) -> Lookup {
        let apart = self.apart.get_or_init(|| {
            let mut apart = HashMap::default();
            for (piece, line) in self.lists.values().flatten() {
                for at in 0..piece.len() {
                    let line = u32::try_from(line + at);
                    if let (Some(key), Ok(line)) = (LineRef::of(piece.place(at)), line) {
                        apart.insert(key, line);
                    }
                }
            }
            apart
        });
        match LineRef::of(place).and_then(|key| apart.get(&key)) {
            Some(&line) => Lookup::Lines(line as usize..line as usize + 1),
            None => Lookup::None(1),
        }
    }
}
