//! The short way through a line that has nothing odd before its operations. What is odd in any way
//! goes the long way, through the reader.
//!
//! ```text
//! plain     = placement " " side " " castling " " en-passant [ " " operations ]
//! side      = "w" | "b"
//! castling  = "-" | letter { letter }      of KQkq
//! ```

use super::super::castling::Rules;
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

/// How many files a byte of a placement takes; 0 where it is none of one, and for what separates ranks.
const fn files_of(byte: u8) -> u8 {
    match byte {
        b'1'..=b'8' => byte - b'0',
        b'p' | b'n' | b'b' | b'r' | b'q' | b'k' => 1,
        b'P' | b'N' | b'B' | b'R' | b'Q' | b'K' => 1,
        _ => 0,
    }
}

/// Where the operations begin of a line that is plain at first sight: eight ranks of eight files, written
/// as they must be, and no en-passant square. What it says is what [`Plain::read`] says; of other lines it
/// says nothing.
fn operations_at(line: &[u8]) -> Option<usize> {
    let (mut at, mut rank, mut ranks) = (0, 0, 1);
    let mut was_digit = false;
    loop {
        let byte = *line.get(at)?;
        at += 1;
        let files = files_of(byte);
        if files > 0 {
            let is_digit = byte.is_ascii_digit();
            if is_digit && was_digit {
                return None;
            }
            was_digit = is_digit;
            rank += files;
            if rank > 8 {
                return None;
            }
            continue;
        }
        if rank != 8 {
            return None;
        }
        match byte {
            b'/' if ranks < 8 => ranks += 1,
            b' ' if ranks == 8 => break,
            _ => return None,
        }
        (rank, was_digit) = (0, false);
    }
    let rest = line.get(at..)?;
    let [b'w' | b'b', b' ', rights @ ..] = rest else {
        return None;
    };
    let length = rights.iter().position(|byte| *byte == b' ')?;
    let letters = rights.get(..length)?;
    let is_known = |byte: &u8| matches!(byte, b'K' | b'Q' | b'k' | b'q');
    if letters != b"-" && (letters.is_empty() || !letters.iter().all(is_known)) {
        return None;
    }
    match rights.get(length + 1..)? {
        [b'-', b' ', first, ..] if first.is_ascii_alphabetic() => Some(at + 2 + length + 3),
        _ => None,
    }
}

/// The operations of a line that is plain at first sight: no board is set up. `None` where it is not.
pub(super) fn places_of(line: &[u8]) -> Option<Places<'_>> {
    let at = operations_at(line)?;
    if memchr::memchr(0, line).is_some() {
        return None;
    }
    let text = line.get(..lex::parts(line).body.end)?;
    Some(Places { text, at })
}

impl Plain {
    pub(super) fn read(line: &[u8], rules: Rules) -> Option<Self> {
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
        if !is_known {
            return None;
        }
        let castling = castling::read(rights, Some(&board), rules);
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
    pub(super) fn situation(&self) -> Situation {
        Situation {
            board: self.board.clone(),
            side: self.side,
            rooks: self.castling.rooks,
            en_passant: self.en_passant.filter(|_| self.en_passant_is_possible),
        }
    }

    /// The operations, one after another.
    pub(super) fn places<'l>(&self, line: &'l [u8]) -> Places<'l> {
        Places {
            text: line.get(..self.rest.end).unwrap_or_default(),
            at: self.rest.start,
        }
    }
}

/// Operations one after another; `Err` where only the reader can tell what follows.
///
/// ```text
/// operations = { opcode { operand } ";" } [ opcode { operand } ]
/// ```
pub(super) struct Places<'l> {
    text: &'l [u8],
    at: usize,
}

impl Places<'_> {
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

    /// The opcode at hand, its operands, and its semicolon.
    fn operation(&mut self) -> Option<Place> {
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
                // Official opcodes are of lower-case letters and digits.
                if memchr::memchr(b',', word).is_some()
                    || may_be_prose && (bare + 1 == opcode::PROSE || opcode::ends_as_prose(word))
                    || byte.is_ascii_lowercase() && opcode::find(word).is_some()
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
    type Item = Result<Place, ()>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks()?;
        Some(self.operation().ok_or(()))
    }
}
