//! Which lines of a file stand where, found by where their bytes are.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use crate::suite::text::{LineRef, Place};
use crate::suite::tree::{Piece, Tree};

/// Lines that are looked for one by one before all lines that lie apart are indexed.
const PATIENCE: usize = 2000;

/// The lines of the file, by where their bytes are.
#[derive(Default)]
pub(in crate::suite) struct Held {
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

pub(in crate::suite) enum Found {
    /// These lines of the file.
    Lines(Range<usize>),
    /// So many that the file does not hold, one at least.
    None(usize),
}

impl Held {
    pub(crate) fn of(tree: &Tree) -> Self {
        Self::part(tree, 0..tree.lines())
    }

    /// The lines of `range` alone.
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

    /// What the file holds of a piece from its line `at` on. Of lines that lie apart in the file, a
    /// few may be missed.
    pub(super) fn find_in(&self, piece: &Piece, at: usize) -> Found {
        let place = piece.place(at);
        let Some(list) = piece.list() else {
            let most = piece.len() - at;
            return match self.together(place, most) {
                Found::None(count) if !self.lists.is_empty() => self.seldom(place, count),
                found => found,
            };
        };
        for (held, line) in self.lists.get(&list).into_iter().flatten() {
            if let Some(lines) = held.same_list(piece, at) {
                return Found::Lines(line + lines.start..line + lines.end);
            }
        }
        match self.together(place, 1) {
            Found::None(_) if !self.lists.is_empty() => self.seldom(place, 1),
            found => found,
        }
    }

    /// The line at a place; where lines lie apart, a few may be missed.
    pub(super) fn find_seldom(&self, place: Place) -> Found {
        match self.together(place, 1) {
            Found::None(_) if !self.lists.is_empty() => self.seldom(place, 1),
            found => found,
        }
    }

    /// Lines that lie apart are looked for once many are missing.
    fn seldom(&self, place: Place, count: usize) -> Found {
        self.missed.set(self.missed.get() + 1);
        if self.missed.get() < PATIENCE && count < PATIENCE {
            return Found::None(1);
        }
        self.one(place)
    }

    /// What the file holds of up to `most` lines from a place on.
    pub(crate) fn find(&self, place: Place, most: usize) -> Found {
        match self.together(place, most) {
            Found::None(_) if !self.lists.is_empty() => self.one(place),
            found => found,
        }
    }

    fn together(&self, place: Place, most: usize) -> Found {
        let (table, start) = match place {
            Place::Source(start) => (&self.source, start),
            Place::Text(start) => (&self.text, start),
            Place::Nowhere => return Found::None(1),
        };
        if let Some((first, (len, line))) = table.range(..=start).next_back()
            && start < first + len
        {
            let from = line + (start - first);
            return Found::Lines(from..from + most.min(first + len - start));
        }
        let next = table
            .range(start..)
            .next()
            .map_or(usize::MAX, |(&next, _)| next);
        Found::None(most.min(next - start).max(1))
    }

    fn one(&self, place: Place) -> Found {
        let apart = self.apart.get_or_init(|| {
            let mut apart = HashMap::default();
            for (piece, line) in self.lists.values().flatten() {
                for at in 0..piece.len() {
                    if let (Some(key), Ok(line)) = (key(piece.place(at)), u32::try_from(line + at))
                    {
                        apart.insert(key, line);
                    }
                }
            }
            apart
        });
        match key(place).and_then(|key| apart.get(&key)) {
            Some(&line) => Found::Lines(line as usize..line as usize + 1),
            None => Found::None(1),
        }
    }
}

fn key(place: Place) -> Option<LineRef> {
    match place {
        Place::Source(line) => LineRef::source(line),
        Place::Text(id) => LineRef::text(id),
        Place::Nowhere => None,
    }
}
