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
use super::super::{opcode, placement, reader};
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

/// What a byte of a placement is: the files that it takes, and these marks.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const KINDS: [u8; 256] = {
    let mut kinds = [WRONG; 256];
    let mut digit = 1;
    while digit <= 8 {
        kinds[b'0' as usize + digit] = digit as u8 | DIGIT;
        digit += 1;
    }
    let pieces = b"pnbrqkPNBRQK";
    let mut at = 0;
    while at < pieces.len() {
        kinds[pieces[at] as usize] = 1;
        at += 1;
    }
    kinds[b'/' as usize] = SLASH;
    kinds
};
/// Bits of the files.
const FILES: u8 = 0x0f;
/// It counts empty squares.
const DIGIT: u8 = 0x10;
/// It separates ranks.
const SLASH: u8 = 0x20;
/// It stands in no placement.
const WRONG: u8 = 0x40;

/// The most bytes of a placement: eight ranks of eight, and what separates them.
const LONGEST: usize = 8 * 9 - 1;

/// Whether a placement is written as it must be: eight ranks of eight files. No byte is decided by itself, as
/// nobody foretells what comes next.
fn is_placement(text: &[u8]) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let (mut squares, mut ranks, mut before, mut wrong) = (0_u32, 0_u32, 0_u8, 0_u32);
    for byte in text {
        let kind = KINDS.get(usize::from(*byte)).copied().unwrap_or(WRONG);
        let is_slash = u32::from(kind & SLASH != 0);
        squares += u32::from(kind & FILES);
        ranks += is_slash;
        wrong |= is_slash * (squares ^ (ranks * 8));
        wrong |= u32::from(kind & WRONG);
        wrong |= u32::from(kind & before & DIGIT);
        before = kind;
    }
    wrong == 0 && squares == 64 && ranks == 7
}

/// The four fields of a line that is plain at first sight, and where its operations begin: its placement is written as
/// it must be, and its en-passant square is none that may be an opcode. What it says is what [`Plain::read`] says; of
/// other lines it says nothing.
pub(super) fn fields_of(line: &[u8]) -> Option<([&[u8]; 4], usize)> {
    let at = memchr::memchr(b' ', line.get(..=LONGEST).unwrap_or(line))?;
    let placement = line.get(..at).filter(|text| is_placement(text))?;
    let side = line.get(at + 1..at + 2)?;
    let [b'w' | b'b', b' ', rest @ ..] = line.get(at + 1..)? else {
        return None;
    };
    let (rights, rest) = rest.split_at_checked(rest.iter().position(|byte| *byte == b' ')?)?;
    let is_known = |byte: &u8| matches!(byte, b'K' | b'Q' | b'k' | b'q');
    if rights != b"-" && (rights.is_empty() || !rights.iter().all(is_known)) {
        return None;
    }
    let rest = rest.get(1..)?;
    let length = match rest {
        [b'-', b' ', ..] => 1,
        // `c3` and `c6` are comments as well.
        [b'a' | b'b' | b'd'..=b'h', b'3' | b'6', b' ', ..] => 2,
        _ => return None,
    };
    let (square, rest) = rest.split_at_checked(length)?;
    let rest = rest.get(1..)?;
    begins_operations(rest).then_some(([placement, side, rights, square], line.len() - rest.len()))
}

/// Whether the first word is an opcode at sight: no clock, no stray sign, and no field for a second time.
fn begins_operations(text: &[u8]) -> bool {
    let word = text.split(|byte| lex::ends_word(*byte)).next();
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && word.is_some_and(|word| !reader::has_form_of_field(word))
}

/// The same fields, and the operations: no board is set up.
pub(super) fn pieces_of(line: &[u8]) -> Option<([&[u8]; 4], Places<'_>)> {
    let (fields, at) = fields_of(line)?;
    if memchr::memchr(0, line).is_some() {
        return None;
    }
    let text = line.get(..lex::parts(line).body.end)?;
    Some((fields, Places { text, at }))
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
        if !rest.is_empty() && !begins_operations(rest) {
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
                if memchr::memchr(b',', word).is_some()
                    || may_be_prose && (bare + 1 == opcode::PROSE || opcode::ends_as_prose(word))
                    || opcode::is_known(word)
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
