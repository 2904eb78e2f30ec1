//! The identity of lines in every state of a suite, and tables of identities that stay small for a few lines and for
//! all.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::suite::snapshot::Snapshot;
use crate::suite::text::{LineRef, Place};

/// The place of a removed line.
pub(super) const GONE: u32 = u32::MAX;

/// Returns the line, if it still exists.
pub(super) fn place(line: u32) -> Option<usize> {
    (line != GONE).then_some(line as usize)
}

/// Returns the names of lines, which stay the same through edits.
pub(super) fn names(snapshot: &Snapshot, range: Range<usize>) -> Vec<LineRef> {
    let mut names = Vec::with_capacity(range.len());
    names.extend(each_name(snapshot, range));
    names
}

/// Returns an iterator over the names of lines.
pub(super) fn each_name(
    snapshot: &Snapshot,
    range: Range<usize>,
) -> impl Iterator<Item = LineRef> + '_ {
    let pieces = snapshot.tree.pieces(range);
    pieces.flat_map(move |piece| {
        let all = 0..piece.len();
        all.map(move |at| name(snapshot, piece.place(at)))
    })
}

/// Returns the name of the line with its text in this place.
pub(super) fn name(snapshot: &Snapshot, place: Place) -> LineRef {
    let mut place = place;
    loop {
        match place {
            Place::Source(line) => return LineRef::source(line).unwrap_or(LineRef::NONE),
            Place::Nowhere => return LineRef::NONE,
            Place::Text(id) => match snapshot.texts.origin(id).place() {
                Place::Nowhere => return LineRef::text(id).unwrap_or(LineRef::NONE),
                // A text is always made from an earlier one.
                Place::Text(earlier) if earlier >= id => {
                    return LineRef::text(id).unwrap_or(LineRef::NONE);
                }
                origin => place = origin,
            },
        }
    }
}

/// The number of names above which a bit for each source line and each text is smaller than a table.
const FEW: usize = if cfg!(test) { 16 } else { 4096 };

/// A set of names.
pub(super) enum Names {
    Few(FxHashSet<LineRef>),
    Many { source: Vec<u64>, text: Vec<u64> },
}

impl Names {
    pub(super) fn with_room_for(count: usize) -> Self {
        if count <= FEW {
            Self::Few(FxHashSet::default())
        } else {
            Self::Many {
                source: Vec::new(),
                text: Vec::new(),
            }
        }
    }

    pub(super) fn of(names: &[LineRef]) -> Self {
        let mut all = Self::with_room_for(names.len());
        for name in names {
            all.add(*name);
        }
        all
    }

    /// Adds a name; returns true if it is new.
    pub(super) fn add(&mut self, name: LineRef) -> bool {
        let (bits, at) = match self {
            Self::Few(names) => return names.insert(name),
            Self::Many { source, text } => match name.place() {
                Place::Source(at) => (source, at),
                Place::Text(at) => (text, at),
                Place::Nowhere => return false,
            },
        };
        if bits.len() <= at / 64 {
            bits.resize((at / 64 + 1).max(bits.len() * 2), 0);
        }
        bits.get_mut(at / 64).is_some_and(|word| {
            let is_new = *word >> (at % 64) & 1 == 0;
            *word |= 1 << (at % 64);
            is_new
        })
    }

    pub(super) fn has(&self, name: LineRef) -> bool {
        let (bits, at) = match self {
            Self::Few(names) => return names.contains(&name),
            Self::Many { source, text } => match name.place() {
                Place::Source(at) => (source, at),
                Place::Text(at) => (text, at),
                Place::Nowhere => return false,
            },
        };
        bits.get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// The first place of each name.
pub(super) enum Places {
    Few(FxHashMap<LineRef, usize>),
    Many { source: Vec<u32>, text: Vec<u32> },
}

impl Places {
    pub(super) fn with_room_for(count: usize) -> Self {
        if count <= FEW {
            Self::Few(FxHashMap::default())
        } else {
            Self::Many {
                source: Vec::new(),
                text: Vec::new(),
            }
        }
    }

    pub(super) fn add(&mut self, name: LineRef, line: usize) {
        let (places, at) = match self {
            Self::Few(places) => {
                places.entry(name).or_insert(line);
                return;
            }
            Self::Many { source, text } => match name.place() {
                Place::Source(at) => (source, at),
                Place::Text(at) => (text, at),
                Place::Nowhere => return,
            },
        };
        if places.len() <= at {
            places.resize((at + 1).max(places.len() / 2 * 3), GONE);
        }
        if let Some(place) = places.get_mut(at)
            && *place == GONE
        {
            *place = u32::try_from(line).unwrap_or(GONE);
        }
    }

    /// Removes a name and returns its place.
    pub(super) fn take(&mut self, name: LineRef) -> Option<usize> {
        let (places, at) = match self {
            Self::Few(places) => return places.remove(&name),
            Self::Many { source, text } => match name.place() {
                Place::Source(at) => (source, at),
                Place::Text(at) => (text, at),
                Place::Nowhere => return None,
            },
        };
        place(std::mem::replace(places.get_mut(at)?, GONE))
    }
}
