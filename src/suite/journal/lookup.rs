//! The lines of a file, found by the places of their bytes.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use crate::suite::text::{LineRef, Place};
use crate::suite::tree::{Piece, Tree};

/// Lines that are looked for one by one before all lines that lie apart are indexed.
const PATIENCE: usize = 2000;

/// The lines of a file, by the places of their bytes.
#[derive(Default)]
pub(in crate::suite) struct FileLines {
    /// First line of the source, number of lines, first line of the file.
    source: BTreeMap<usize, (usize, usize)>,
    text: BTreeMap<usize, (usize, usize)>,
    /// Pieces of lines that lie apart, as after a sort, each with its first line of the file: by
    /// their list.
    lists: HashMap<usize, Vec<(Piece, usize)>, FxBuildHasher>,
    /// Those lines one by one, where that is needed.
    apart: OnceCell<HashMap<LineRef, u32, FxBuildHasher>>,
    missed: Cell<usize>,
}

pub(in crate::suite) enum Lookup {
    /// These lines of the file.
    Lines(Range<usize>),
    /// This many that the file does not hold, one at least.
    None(usize),
}

impl FileLines {
    pub(crate) fn of(tree: &Tree) -> Self {
        Self::part(tree, 0..tree.lines())
    }

    /// Takes the lines of `range` alone.
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

    /// Looks up a piece from its line `at` on. Of lines that lie apart in the file, a few may be missed.
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

    /// Looks up to `most` lines up from a place on; where lines lie apart, a few may be missed.
    pub(super) fn find_seldom(&self, place: Place, most: usize) -> Lookup {
        match self.together(place, most) {
            Lookup::None(count) if !self.lists.is_empty() => {
                // Lines that lie apart are looked for once many are missing.
                self.missed.set(self.missed.get() + 1);
                match self.missed.get() < PATIENCE && count < PATIENCE {
                    true => Lookup::None(1),
                    false => self.one(place),
                }
            }
            found => found,
        }
    }

    /// Looks up to `most` lines up from a place on.
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
