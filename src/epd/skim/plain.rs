//! The short way through a line without oddities before its operations. Others take the long way, through the reader.
//!
//! ```text
//! plain     = placement " " side " " castling " " en-passant [ " " operations ]
//! side      = "w" | "b"
//! castling  = "-" | letter { letter }      of KQkq
//! ```

use super::super::castling::{self, Rules};
use super::super::lex;
use super::super::position;
use super::super::record::LineKind;
use super::super::span::Span;
use super::super::{opcode, placement, reader};
use super::{Place, Skim};
use shakmaty::{Color, Square};
use std::cell::OnceCell;

/// Splits a text into the words of the four fields, one space after each, and the rest.
fn head(text: &[u8]) -> Option<([&[u8]; 4], &[u8])> {
    let (placement, rest) = text.split_at_checked(memchr::memchr(b' ', text)?)?;
    let mut words = rest.splitn(5, |byte| *byte == b' ').skip(1);
    let fields = [placement, words.next()?, words.next()?, words.next()?];
    Some((fields, words.next().unwrap_or_default()))
}

/// Returns true for `-` and for letters of `KQkq`.
fn are_plain_rights(word: &[u8]) -> bool {
    let are_letters = || word.iter().all(|letter| castling::is_plain(*letter));
    word == b"-" || !word.is_empty() && are_letters()
}

/// Returns the fields, and the start of the operations, of a line that looks plain: its en-passant square can't be an
/// opcode. If the first word is a placement, [`read`] finds the same; otherwise the result is meaningless.
pub(super) fn at_sight(line: &[u8]) -> Option<([&[u8]; 4], usize)> {
    let (fields, rest) = head(line)?;
    let [_, side, rights, square] = fields;
    let is_plain = matches!(side, b"w" | b"b")
        // `c3` and `c6` may also be comments.
        && matches!(square, b"-" | [b'a' | b'b' | b'd'..=b'h', b'3' | b'6'])
        && are_plain_rights(rights)
        && begins_operations(rest);
    is_plain.then_some((fields, line.len() - rest.len()))
}

/// Returns true if the first word, if any, is clearly an opcode: not a clock, a stray sign or a repeated field.
fn begins_operations(text: &[u8]) -> bool {
    let word = text.split(|byte| lex::ends_word(*byte)).next();
    text.is_empty()
        || text.first().is_some_and(u8::is_ascii_alphabetic)
            && word.is_some_and(|word| !reader::has_form_of_field(word))
}

/// Returns the fields and the operations of a line that is plain [`at_sight`], without making a board or checking the
/// placement. `None` for other lines.
pub(in crate::epd) fn pieces_of(line: &[u8]) -> Option<([&[u8]; 4], Places<'_>)> {
    let body = lex::parts(line).body.end;
    let (fields, at) = at_sight(line.get(..body)?)?;
    let is_text = memchr::memchr(0, line).is_none();
    is_text.then(|| (fields, Places::new(line, Span::new(at, body))))
}

/// Reads the fields of a plain line.
pub(super) fn read(line: &[u8], rules: Rules) -> Option<Skim<'_>> {
    if !line.first()?.is_ascii_alphanumeric() || memchr::memchr(0, line).is_some() {
        return None;
    }
    let body = lex::parts(line).body;
    let ([placement, side, rights, square], rest) = head(body.of(line))?;
    if !begins_operations(rest) || !are_plain_rights(rights) {
        return None;
    }
    let placement = placement::read(placement).ok();
    let board = placement.filter(|placement| !placement.crafty)?.board;
    let side = match side {
        b"w" => Color::White,
        b"b" => Color::Black,
        _ => return None,
    };
    let castling = castling::read(rights, Some(&board), rules);
    let en_passant = match square {
        b"-" => None,
        _ if opcode::find(square).is_some() => return None,
        _ => Some(Square::from_ascii(square).ok()?),
    };
    if en_passant.is_some_and(|square| position::passed_over(&board, side, square).is_some()) {
        return None;
    }
    let is_possible = |square| position::en_passant_fault(&board, side, square).is_none();
    Some(Skim {
        line,
        kind: LineKind::Record,
        has_clocks: false,
        side: Some(side),
        castling: Some(castling.letters),
        rooks: castling.rooks,
        en_passant,
        en_passant_is_possible: en_passant.is_some_and(is_possible),
        board: Some(board),
        rest: Span::new(body.end - rest.len(), body.end),
        position: OnceCell::new(),
        operations: OnceCell::new(),
    })
}

/// An iterator over operations; `None` if only the reader can tell what follows.
///
/// ```text
/// operations = { opcode { operand } ";" } [ opcode { operand } ]
/// ```
pub(in crate::epd) struct Places<'l> {
    text: &'l [u8],
    at: usize,
}

impl<'l> Places<'l> {
    /// Returns the operations in a span of a line.
    pub(super) fn new(line: &'l [u8], span: Span) -> Self {
        Self {
            text: line.get(..span.end).unwrap_or_default(),
            at: span.start,
        }
    }

    /// Skips the next operation if it equals these bytes, up to a semicolon; returns true if it does.
    pub(in crate::epd) fn pass(&mut self, operation: &[u8]) -> bool {
        let is_next = self.skip_blanks().is_some()
            && operation.ends_with(b";")
            && self
                .text
                .get(self.at..)
                .is_some_and(|rest| rest.starts_with(operation));
        if is_next {
            self.at += operation.len();
        }
        is_next
    }

    fn skip_blanks(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.get(self.at)?;
            if !lex::is_blank(byte) {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    fn word(&mut self) -> &[u8] {
        let start = self.at;
        while self
            .text
            .get(self.at)
            .is_some_and(|&byte| !lex::ends_word(byte))
        {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Reads the next operation as the iterator does; if it has only moves, no word is looked up among the opcodes.
    pub(in crate::epd) fn read(&mut self, are_moves: bool) -> Option<Option<Place>> {
        self.skip_blanks()?;
        Some(self.operation(are_moves))
    }

    /// Takes the current opcode, its operands, and its semicolon.
    fn operation(&mut self, are_moves: bool) -> Option<Place> {
        let start = self.at;
        let name = self.word();
        if !opcode::is_opcode(name) {
            return None;
        }
        // An unknown opcode may turn out to be the first word of a sentence.
        let may_be_prose = opcode::may_open_prose(name);
        let mut place = Place {
            opcode: Span::new(start, self.at),
            operands: Span::at(self.at),
            words: 0,
        };
        let mut bare = 0;
        while let Some(byte) = self.skip_blanks() {
            let start = self.at;
            if byte == b';' {
                self.at += 1;
                break;
            }
            if byte == b'"' {
                let inside = self.text.get(start + 1..)?;
                self.at += inside.iter().position(|&byte| byte == b'"')? + 2;
                if self
                    .text
                    .get(self.at)
                    .is_some_and(|&byte| !lex::ends_word(byte))
                {
                    return None;
                }
            } else {
                let word = self.word();
                if !are_moves
                    && (memchr::memchr(b',', word).is_some()
                        || may_be_prose
                            && (bare + 1 == opcode::PROSE || opcode::ends_as_prose(word))
                        || opcode::is_known(word))
                {
                    return None;
                }
                bare += 1;
            }
            if place.words == 0 {
                place.operands.start = start;
            }
            place.operands.end = self.at;
            place.words += 1;
        }
        Some(place)
    }
}

impl Iterator for Places<'_> {
    type Item = Option<Place>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read(false)
    }
}
