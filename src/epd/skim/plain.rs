//! The short way through a line that has nothing odd before its operations. What is odd in any way
//! goes the long way, through the reader.
//!
//! ```text
//! plain     = placement " " side " " castling " " en-passant [ " " operations ]
//! side      = "w" | "b"
//! castling  = "-" | letter { letter }      of KQkq
//! ```

use super::super::castling::{self, Castling};
use super::super::lex;
use super::super::position::{self, Situation};
use super::super::span::Span;
use super::super::{opcode, placement};
use super::Place;
use shakmaty::{Board, Color, Square};

/// The fields of a plain line.
pub(super) struct Plain {
    pub board: Board,
    pub side: Color,
    pub castling: Castling,
    pub en_passant: Option<Square>,
    en_passant_is_possible: bool,
    /// The operations.
    rest: Span,
}

/// The word at the line's start, and what is behind the single space after it.
fn word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = text
        .iter()
        .position(|byte| matches!(byte, b' ' | b';' | b'\t'));
    match end {
        Some(at) if text.get(at) == Some(&b' ') => {
            let (word, rest) = text.split_at_checked(at)?;
            Some((word, rest.get(1..)?))
        }
        Some(_) => None,
        None => Some((text, &[])),
    }
}

impl Plain {
    pub fn read(line: &[u8]) -> Option<Self> {
        if !line.first()?.is_ascii_alphanumeric() || memchr::memchr(0, line).is_some() {
            return None;
        }
        let body = lex::parts(line).body;
        let (placement, rest) = word(body.of(line))?;
        let (side, rest) = word(rest)?;
        let (rights, rest) = word(rest)?;
        let (square, rest) = word(rest)?;
        // Clocks and stray signs stand where operations should begin.
        if !rest.first().is_none_or(u8::is_ascii_alphabetic) {
            return None;
        }
        let placement = placement::read(placement)
            .ok()
            .filter(|placement| !placement.crafty)?;
        let board = placement.board;
        let side = match side {
            b"w" => Color::White,
            b"b" => Color::Black,
            _ => return None,
        };
        let is_known = rights == b"-"
            || !rights.is_empty()
                && rights
                    .iter()
                    .all(|byte| matches!(byte, b'K' | b'Q' | b'k' | b'q'));
        if !is_known || !castling::is_castling(rights) || opcode::find(rights).is_some() {
            return None;
        }
        let castling = castling::read(rights, Some(&board));
        let mut en_passant = None;
        let mut en_passant_is_possible = false;
        if square != b"-" {
            if opcode::find(square).is_some() {
                return None;
            }
            let square = Square::from_ascii(square).ok()?;
            if position::passed_over(&board, side, square).is_some() {
                return None;
            }
            en_passant = Some(square);
            en_passant_is_possible = position::en_passant_fault(&board, side, square).is_none();
        }
        Some(Self {
            board,
            side,
            castling,
            en_passant,
            en_passant_is_possible,
            rest: Span::new(body.end - rest.len(), body.end),
        })
    }

    /// What the fields say of the position.
    pub fn situation(&self) -> Situation {
        Situation {
            board: self.board.clone(),
            side: self.side,
            rooks: self.castling.rooks,
            en_passant: self.en_passant.filter(|_| self.en_passant_is_possible),
        }
    }

    /// ```text
    /// operations = { opcode { operand } ";" } [ opcode { operand } ]
    /// ```
    pub fn operations(&self, line: &[u8]) -> Option<Vec<Place>> {
        let text = line.get(..self.rest.end)?;
        let mut places: Vec<Place> = Vec::with_capacity(8);
        let mut at = self.rest.start;
        let mut first = true;
        while let Some(&byte) = text.get(at) {
            let start = at;
            match byte {
                byte if lex::is_blank(byte) => {
                    at += 1;
                    continue;
                }
                b';' if first => return None,
                b';' => {
                    first = true;
                    at += 1;
                    continue;
                }
                b'"' if first => return None,
                b'"' => {
                    let close = memchr::memchr(b'"', text.get(at + 1..)?)?;
                    at += close + 2;
                    let ends = text
                        .get(at)
                        .is_none_or(|&byte| lex::is_blank(byte) || byte == b';');
                    if !ends {
                        return None;
                    }
                }
                _ => {
                    let rest = text.get(at..)?;
                    let len = rest
                        .iter()
                        .position(|&byte| lex::is_blank(byte) || byte == b';')
                        .unwrap_or(rest.len());
                    at += len;
                    let word = rest.get(..len)?;
                    if first {
                        if !opcode::is_opcode(word) {
                            return None;
                        }
                        first = false;
                        places.push(Place {
                            opcode: Span::new(start, at),
                            operands: Span::at(at),
                            words: 0,
                        });
                        continue;
                    }
                    if opcode::find(word).is_some() || word.last() == Some(&b',') {
                        return None;
                    }
                }
            }
            let span = Span::new(start, at);
            let place = places.last_mut()?;
            place.operands = if place.words == 0 {
                span
            } else {
                place.operands.cover(span)
            };
            place.words += 1;
        }
        Some(places)
    }
}
