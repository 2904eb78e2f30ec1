//! Moves being played on the board, which leave the record as it is.

use crate::epd::moves::write_san;
use shakmaty::{Bitboard, Chess, File, Move, Position, Square};

/// A line of moves from the record's position, and how far it is played.
#[derive(Clone, Debug)]
pub struct Play {
    /// The line of the suite that it belongs to.
    pub(crate) selected: usize,
    pub(crate) start: Chess,
    pub(crate) position: Chess,
    pub(crate) line: Vec<Move>,
    pub(crate) at: usize,
    /// Whose moves they are, where they come from the record: `pv`.
    pub(crate) source: Option<&'static str>,
    /// A move being typed.
    pub(crate) typed: String,
}

impl Play {
    pub(crate) fn new(selected: usize, start: Chess) -> Self {
        Self {
            selected,
            position: start.clone(),
            start,
            line: Vec::new(),
            at: 0,
            source: None,
            typed: String::new(),
        }
    }

    /// The position after the moves played.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The moves played.
    pub fn played(&self) -> &[Move] {
        self.line.get(..self.at).unwrap_or_default()
    }

    /// What is typed of the next move.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The squares between which the last move went: the king's way when castling.
    pub fn last(&self) -> Option<(Square, Square)> {
        ends(self.played().last()?)
    }

    /// Squares to which the piece of a square can legally go.
    pub fn targets(&self, from: Square) -> Bitboard {
        let moves = self.position.legal_moves();
        moves
            .iter()
            .filter_map(ends)
            .filter(|(start, _)| *start == from)
            .map(|(_, to)| to)
            .collect()
    }

    /// The moves played and those ahead in SAN, each with whether it is played.
    pub fn in_words(&self) -> Vec<(String, bool)> {
        let mut position = self.start.clone();
        let mut out = Vec::new();
        for (at, &played) in self.line.iter().enumerate() {
            out.push((san(&position, played), at < self.at));
            position.play_unchecked(played);
        }
        out
    }

    /// What the line is: `pv`, or nothing where it is one's own.
    pub fn source(&self) -> Option<&'static str> {
        self.source
    }

    pub(crate) fn play(&mut self, played: Move) {
        if self.line.get(self.at) != Some(&played) {
            self.line.truncate(self.at);
            self.line.push(played);
            self.source = None;
        }
        self.at += 1;
        self.position.play_unchecked(played);
    }

    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.line.len());
        self.position = self.start.clone();
        for &played in self.line.get(..self.at).unwrap_or_default() {
            self.position.play_unchecked(played);
        }
    }
}

/// Where a move's piece comes from and goes to; the king's way when castling.
pub fn ends(played: &Move) -> Option<(Square, Square)> {
    match played {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() {
                File::G
            } else {
                File::C
            };
            Some((*king, Square::from_coords(file, king.rank())))
        }
        other => Some((other.from()?, other.to())),
    }
}

pub(crate) fn san(position: &Chess, played: Move) -> String {
    let mut out = Vec::with_capacity(8);
    write_san(position, played, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
