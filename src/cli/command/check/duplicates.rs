//! Ids and positions that a file has more than once.
//!
//! Only a hash and a line number of each is held. Two ids with one hash of 64 bits would be taken
//! for the same: in a file of ten million records that happens once in some 300,000 files.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::findings::Key;
use super::problem::Problem;
use crate::app::glyph;
use crate::cli::flow::{Input, Piece};
use crate::epd::{Code, Span};

/// Hash to line, in twelve bytes: nothing is spent on alignment.
type Lines = HashMap<[u8; 8], [u8; 4], FxBuildHasher>;

/// See the module.
pub(crate) struct Duplicates {
    ids: Lines,
    positions: Option<Lines>,
}

impl Duplicates {
    /// For one file; `positions` says whether to compare these, too.
    pub(crate) fn new(positions: bool) -> Self {
        Self {
            ids: Lines::default(),
            positions: positions.then(Lines::default),
        }
    }

    /// Appends the problems of a record that has what an earlier one had.
    pub(crate) fn problems<'a>(
        &mut self,
        key: &Key,
        piece: Piece<'a>,
        input: &'a Input,
        problems: &mut Vec<Problem<'a>>,
    ) {
        let line = piece.bytes.get(key.line.clone()).unwrap_or_default();
        let mut problem = |code: Code, span: Span, message: String| {
            let place = (input.name.as_str(), key.number);
            problems.push(Problem::told(place, line, code, span, message));
        };
        if let (Some(positions), Some((hash, span))) = (&mut self.positions, key.position)
            && let Some(first) = seen(positions, hash, key.number)
        {
            let message = format!("line {first} already has this position");
            problem(Code::DuplicatePosition, span, message);
        }
        if let Some((hash, span)) = key.id
            && let Some(first) = seen(&mut self.ids, hash, key.number)
        {
            let id = glyph::safe(span.of(line));
            problem(
                Code::DuplicateId,
                span,
                format!("line {first} already has the id {id}"),
            );
        }
    }
}

/// The line that had this hash first; `None` where it is this one.
fn seen(lines: &mut Lines, hash: u64, number: u64) -> Option<u32> {
    use std::collections::hash_map::Entry;
    match lines.entry(hash.to_ne_bytes()) {
        Entry::Occupied(first) => Some(u32::from_ne_bytes(*first.get())),
        Entry::Vacant(place) => {
            place.insert(u32::try_from(number).unwrap_or(u32::MAX).to_ne_bytes());
            None
        }
    }
}
