//! Moves being played on the board, which leave the record as it is. They are kept until a key discards
//! them.

use crate::epd::moves::{self, ends, san, targets};
use shakmaty::{Bitboard, Chess, Move, Position, Square};

/// A line of moves from the record's position, and how far it is played.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The line of the suite that it belongs to.
    pub(crate) selected: usize,
    pub(crate) start: Chess,
    pub(crate) position: Chess,
    pub(crate) line: Vec<Move>,
    pub(crate) at: usize,
    /// Whose moves they are, where they come from the record: `pv`.
    pub source: Option<&'static str>,
    /// A move being typed.
    pub(crate) typed: String,
    /// Whether the line is in the file: as it is, or as much of it as was asked for.
    pub(crate) recorded: bool,
    /// The moves that were discarded last, and how far they were played: redo brings them back.
    discarded: Option<(Vec<Move>, usize)>,
}

impl Play {
    pub(crate) fn new(start: Chess) -> Self {
        Self {
            position: start.clone(),
            start,
            ..Self::default()
        }
    }

    /// Moves of the record, to step through.
    /// Returns the position after the moves played.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns the moves played.
    pub fn played(&self) -> &[Move] {
        self.line.get(..self.at).unwrap_or_default()
    }

    /// Returns what is typed of the next move.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Returns the squares between which the last move went: the king's way when castling.
    pub fn last(&self) -> Option<(Square, Square)> {
        ends(self.played().last()?)
    }

    /// Returns squares to which the piece of a square can legally go.
    pub fn targets(&self, from: Square) -> Bitboard {
        targets(&self.position, from)
    }

    /// Returns the moves played and those ahead in SAN, each with whether it is played.
    pub fn in_words(&self) -> Vec<(String, bool)> {
        let mut position = self.start.clone();
        let mut out = Vec::new();
        for (at, &played) in self.line.iter().enumerate() {
            out.push((san(&position, played), at < self.at));
            position.play_unchecked(played);
        }
        out
    }

    /// Returns the first few moves in SAN, and how many more there are.
    pub(crate) fn in_brief(&self) -> String {
        let first = self.line.get(..NAMED).unwrap_or(&self.line);
        let text = moves::line(&self.start, first, san);
        match self.line.len() - first.len() {
            0 => text,
            more => format!("{text} and {more} more"),
        }
    }

    pub(crate) fn play(&mut self, played: Move) {
        if self.line.get(self.at) != Some(&played) {
            self.line.truncate(self.at);
            self.line.push(played);
            self.source = None;
            (self.recorded, self.discarded) = (false, None);
        }
        self.at += 1;
        self.position.play_unchecked(played);
    }

    /// Returns whether there are moves of one's own, played or taken back, that are nowhere else.
    pub fn is_unrecorded(&self) -> bool {
        self.source.is_none() && !self.line.is_empty() && !self.recorded
    }

    /// Returns whether moves were discarded that can come back.
    pub(crate) fn has_discarded(&self) -> bool {
        self.discarded.is_some()
    }

    /// Back to the record's position, with no moves ahead.
    pub(crate) fn discard(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.discarded = (!line.is_empty()).then_some((line, self.at));
        self.typed.clear();
        self.go_to(0);
    }

    /// The discarded moves again.
    pub(crate) fn bring_back(&mut self) {
        if let Some((line, at)) = self.discarded.take() {
            self.line = line;
            self.go_to(at);
        }
    }

    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.line.len());
        self.position = self.start.clone();
        for &played in self.line.get(..self.at).unwrap_or_default() {
            self.position.play_unchecked(played);
        }
    }
}

/// Moves of a line that are named in a sentence.
const NAMED: usize = 4;
