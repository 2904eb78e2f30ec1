//! Checks across the records of a file: duplicate ids and positions, and records of a game that the one before does
//! not lead to.
//!
//! Only a hash and a line number of each id is held. Two ids with one hash of 64 bits would count as duplicates: with
//! ten million records that happens in one of some 300,000 files.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::findings::{Findings, Key};
use super::problem::Problem;
use crate::cli::flow::{Input, Piece, Source};
use crate::editor::widgets::glyph;
use crate::epd::{Code, Span};
use crate::suite::game::{Games, is_of_a_game, pair};

/// A map from hash to line, in twelve bytes without padding.
type Lines = HashMap<[u8; 8], [u8; 4], FxBuildHasher>;

/// The state of the checks across a file.
pub(crate) struct WholeFile {
    ids: Lines,
    positions: Option<Lines>,
    games: Games,
    /// The last record of the previous piece, if it is of a game, and its line.
    last: Option<(u64, Vec<u8>)>,
}

impl WholeFile {
    /// Begins a file; `positions` tells whether to compare positions, too.
    pub(crate) fn new(positions: bool) -> Self {
        Self {
            ids: Lines::default(),
            positions: positions.then(Lines::default),
            games: Games::default(),
            last: None,
        }
    }

    /// Joins a piece to the one before it.
    pub(crate) fn join(&mut self, piece: Piece<'_>, source: &Source<'_>, findings: &mut Findings) {
        let Some([(first, first_line), (last, last_line)]) = findings.ends.clone() else {
            return;
        };
        let line = |range| piece.bytes.get(range).unwrap_or_default();
        if let Some((number, before)) = self.last.take() {
            let before = source.read(&before);
            let after = source.read(line(first_line.clone()));
            let key = Key {
                number: first,
                line: first_line,
                id: None,
                position: None,
                pair: Some(pair(&before, number, &after)),
            };
            findings.keys.insert(0, key);
        }
        let text = line(last_line);
        if is_of_a_game(&source.read(text)) {
            self.last = Some((last, text.to_vec()));
        }
    }

    /// Returns the problems of a record that repeats an earlier one, or that the record before does not lead to.
    pub(crate) fn problems<'a>(
        &mut self,
        key: &Key,
        piece: Piece<'a>,
        input: &'a Input,
    ) -> Vec<Problem<'a>> {
        let line = piece.bytes.get(key.line.clone()).unwrap_or_default();
        let mut problems = Vec::new();
        let mut add = |code: Code, span: Span, message: String| {
            let place = (input.name.as_str(), key.number);
            problems.push(Problem::told(place, line, code, span, message));
        };
        if let (Some(positions), Some((hash, span))) = (&mut self.positions, key.position)
            && let Some(first) = seen(positions, hash, key.number)
        {
            let message = format!("line {first} already has this position");
            add(Code::DuplicatePosition, span, message);
        }
        if let Some((hash, span)) = key.id
            && let Some(first) = seen(&mut self.ids, hash, key.number)
        {
            let id = glyph::safe(span.of(line));
            let message = format!("line {first} already has the id {id}");
            add(Code::DuplicateId, span, message);
        }
        if let Some(pair) = &key.pair {
            let is_game = self.games.take(pair);
            let flaws = pair.flaws.iter();
            for flaw in flaws.filter(|flaw| is_game || flaw.is_sure()) {
                add(flaw.code, flaw.span, flaw.message.clone());
            }
        }
        problems
    }
}

/// Returns the first line with this hash; `None` if it is this one.
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
