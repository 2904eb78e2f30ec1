//! A shallow reading of a line, up to its fields and the places of its operations, for scans of millions of records:
//! no move is read, and nothing is checked unless requested.
//!
//! ```
//! use epdit::epd::{ReadOptions, Skim};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn.1\";";
//! let skim = Skim::read(line, &ReadOptions::default());
//! assert_eq!(skim.board().map(|board| board.occupied().count()), Some(3));
// `None` would mean that only a full reading can decide.
//! let id = skim.operation(b"id").expect("plain enough");
//! assert_eq!(id.map(|place| place.operands.of(line)), Some(&b"\"pawn.1\""[..]));
//! ```
//!
//! A plain line is read without the reader of records; all others are read by it.
//!
//! ```text
//! plain     = placement " " side " " castling " " en-passant [ " " operations ]
//! side      = "w" | "b"
//! castling  = "-" | letter { letter }      of KQkq
//! ```

use crate::epd::castling::{self, Letters, Rules};
use crate::epd::position::{self, Situation};
use crate::epd::record::{LineKind, ReadOptions};
use crate::epd::span::Span;
use crate::epd::{lex, opcode, placement, reader};
use shakmaty::{Bitboard, Board, Chess, Color, Square};
use std::cell::OnceCell;

/// A line read up to its fields. Everything it returns equals the result of [`Record`](super::Record).
pub struct Skim<'a> {
    line: &'a [u8],
    kind: LineKind,
    has_clocks: bool,
    board: Option<Board>,
    side: Option<Color>,
    castling: Option<Letters>,
    rooks: Bitboard,
    en_passant: Option<Square>,
    en_passant_is_possible: bool,
    rest: Span,
    position: OnceCell<Option<Chess>>,
    operations: OnceCell<Option<Vec<OperationSpans>>>,
}

/// The place of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationSpans {
    /// The span of the opcode.
    pub opcode: Span,
    /// The span from the first operand to the last; empty without operands.
    pub operands: Span,
    /// The number of words and strings after the opcode.
    pub words: usize,
}

impl<'a> Skim<'a> {
    /// Reads a line, with or without its end.
    pub fn read(line: &'a [u8], options: &ReadOptions) -> Self {
        read_plain(line, options.rules).unwrap_or_else(|| Self::read_odd(line, options))
    }

    fn read_odd(line: &'a [u8], options: &ReadOptions) -> Self {
        let reader = reader::read_fields(line, options);
        let situation = reader.situation();
        let record = &reader.record;
        Self {
            line,
            kind: record.kind,
            has_clocks: record.fields.half_move.is_some(),
            board: record.board().cloned(),
            side: record.side,
            castling: record.castling.map(|castling| castling.letters),
            rooks: situation.map_or(Bitboard::EMPTY, |(situation, _)| situation.rooks),
            en_passant: record.en_passant,
            en_passant_is_possible: record.en_passant_is_possible,
            rest: reader.rest(),
            position: OnceCell::new(),
            operations: OnceCell::new(),
        }
    }

    /// Returns the first operation with this opcode, as [`Skim::operation`] does, of a line whose fields are plain;
    /// `None` if they are not, or if only a full reading can decide.
    pub fn operation_of(line: &[u8], name: &[u8]) -> Option<Option<OperationSpans>> {
        let (fields, places) = pieces_of(line)?;
        placement::is_canonical(fields[0]).then(|| first_of(places, line, name))?
    }

    /// Returns the four fields of a line that has them in canonical form; `None` for others.
    pub fn fields_of(line: &[u8]) -> Option<[&[u8]; 4]> {
        let (fields, _) = plain_at_sight(line)?;
        placement::is_canonical(fields[0]).then_some(fields)
    }

    /// Returns the kind of a line, without reading more of it.
    pub fn kind_of(line: &[u8]) -> LineKind {
        match line.first() {
            // The beginning of nearly every record.
            Some(first) if first.is_ascii_alphanumeric() => LineKind::Record,
            _ => reader::kind_of(line),
        }
    }

    /// Returns the line as given.
    pub fn line(&self) -> &'a [u8] {
        self.line
    }

    /// Returns the kind of the line.
    pub fn kind(&self) -> LineKind {
        self.kind
    }

    /// Returns the pieces, if the placement can be read.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Returns the side to move, if it can be read.
    pub fn side(&self) -> Option<Color> {
        self.side
    }

    /// Returns the castling field's canonical text, if it can be read.
    pub fn castling(&self) -> Option<&str> {
        self.castling.as_ref().map(Letters::as_str)
    }

    /// Returns the en-passant square, if one is given, possible or not.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns true if there may be FEN's clocks after the four fields.
    pub fn may_have_clocks(&self) -> bool {
        self.has_clocks
    }

    /// Returns the position, if it is legal; checked on first use.
    pub fn position(&self) -> Option<&Chess> {
        let judged = || {
            let situation = Situation {
                board: self.board.clone()?,
                side: self.side?,
                rooks: self.rooks,
                en_passant: self.en_passant.filter(|_| self.en_passant_is_possible),
            };
            super::position::judge(&situation, Span::default(), &mut Vec::new())
        };
        self.position.get_or_init(judged).as_ref()
    }

    /// Returns the places of the operations. `None` if only a full reading can decide: a semicolon may be missing, a
    /// quote is broken, counts lack opcodes, or something is not an operation.
    pub fn operations(&self) -> Option<&[OperationSpans]> {
        let all = || self.places().collect();
        self.operations.get_or_init(all).as_deref()
    }

    /// Returns the first operation with this opcode (`Some(None)` if there is none); `None` if only a full reading can
    /// decide about it or an operation before it.
    pub fn operation(&self, name: &[u8]) -> Option<Option<OperationSpans>> {
        first_of(self.places(), self.line, name)
    }

    fn places(&self) -> Places<'a> {
        Places::new(self.line, self.rest)
    }
}

fn first_of(places: Places<'_>, line: &[u8], name: &[u8]) -> Option<Option<OperationSpans>> {
    for place in places {
        let place = place?;
        if place.opcode.of(line) == name {
            return Some(Some(place));
        }
    }
    Some(None)
}

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
/// opcode. If the first word is a placement, [`Skim::read`] finds the same fields; otherwise the result is
/// meaningless.
fn plain_at_sight(line: &[u8]) -> Option<([&[u8]; 4], usize)> {
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

/// Returns the fields and the operations of a line that is plain by [`plain_at_sight`], without making a board or
/// checking the placement. `None` for other lines.
pub(super) fn pieces_of(line: &[u8]) -> Option<([&[u8]; 4], Places<'_>)> {
    let body = lex::parts(line).body.end;
    let (fields, at) = plain_at_sight(line.get(..body)?)?;
    let is_text = memchr::memchr(0, line).is_none();
    is_text.then(|| (fields, Places::new(line, Span::new(at, body))))
}

fn read_plain(line: &[u8], rules: Rules) -> Option<Skim<'_>> {
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

/// An iterator over operations; an item is `None` if only the reader can tell what follows.
///
/// ```text
/// operations = { opcode { operand } ";" } [ opcode { operand } ]
/// ```
pub(super) struct Places<'l> {
    text: &'l [u8],
    at: usize,
}

impl<'l> Places<'l> {
    fn new(line: &'l [u8], span: Span) -> Self {
        Self {
            text: line.get(..span.end).unwrap_or_default(),
            at: span.start,
        }
    }

    /// Skips the next operation if it equals these bytes, up to a semicolon; returns true if it does.
    pub(super) fn pass(&mut self, operation: &[u8]) -> bool {
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
    pub(super) fn read(&mut self, are_moves: bool) -> Option<Option<OperationSpans>> {
        self.skip_blanks()?;
        Some(self.operation(are_moves))
    }

    fn operation(&mut self, are_moves: bool) -> Option<OperationSpans> {
        let start = self.at;
        let name = self.word();
        if !opcode::is_opcode(name) {
            return None;
        }
        // An unknown opcode may turn out to be the first word of a sentence.
        let may_be_prose = opcode::may_open_prose(name);
        let mut place = OperationSpans {
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
    type Item = Option<OperationSpans>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read(false)
    }
}

#[cfg(test)]
mod tests;
