//! The proof that canonical text has the meaning of its record (EPD.md 7 and 8).
//!
//! The text is cut into fields and operations again, independently of the writing, and compared with the operations
//! of the record in order. Each piece must be equal byte for byte, or read as equal: a placement as the same pieces,
//! a number as the same number, a move as the same move from the same position, a string as the same bytes.

use crate::epd::canonical::{CanonicalOptions, Clock, EnPassantPolicy};
use crate::epd::lex::{self, is_blank};
use crate::epd::moves::{self, Form};
use crate::epd::opcode::Shape;
use crate::epd::operand::{Value, read_integer};
use crate::epd::reader::OpcodeKey;
use crate::epd::record::{
    Dialect, LineKind, Operand, OperandForm, Operation, OperationForm, Record, unquoted,
};
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use crate::epd::{castling, placement, position, skim};
use shakmaty::{Chess, EnPassantMode, Move, Position, Square};
use std::cell::LazyCell;

/// A walk over the operations that canonical text must have, in order.
struct Walk<'r> {
    record: &'r Record<'r>,
    /// The operations of the record, sorted by opcode.
    operations: Vec<(OpcodeKey, &'r Operation)>,
    met: usize,
    /// The FEN clock fields that become operations; `None` once met.
    clocks: [Option<&'r [u8]>; 2],
    last: OpcodeKey,
}

impl<'r> Walk<'r> {
    fn of(record: &'r Record<'r>) -> Self {
        let all = record.operations.iter();
        let is_written =
            |it: &&Operation| it.form != OperationForm::Dropped && !record.is_clock_field(it);
        let mut operations = Vec::with_capacity(all.len());
        operations.extend(all.filter(is_written).map(|it| (record.opcode_key(it), it)));
        if !operations.is_sorted_by_key(|(opcode, _)| *opcode) {
            operations.sort_by_key(|(opcode, _)| *opcode);
        }
        let of_field = |(opcode, field, _): Clock| {
            let is_field = record.options.dialect == Dialect::Fen;
            let field = field.filter(|_| !is_field && record.operation(opcode).is_none())?;
            Some(record.clock_text(opcode, field))
        };
        Self {
            record,
            operations,
            met: 0,
            clocks: record.clocks().map(of_field),
            last: OpcodeKey::of(b""),
        }
    }

    fn as_written(&self) -> Option<&'r [u8]> {
        let (_, next) = self.operations.get(self.met)?;
        (next.form == OperationForm::AsIs).then(|| next.span.of(self.record.line))
    }

    /// Returns true if all operands are moves. Equal text then reads the same, even the form of an opcode (`c5`).
    fn is_of_moves(&self) -> bool {
        let next = self.operations.get(self.met);
        next.is_some_and(|(_, next)| {
            let mut all = self.record.operands_of(next).iter();
            let holds_moves = matches!(
                next.shape(),
                Some(Shape::Moves | Shape::OneMove | Shape::Line)
            );
            holds_moves && all.all(|operand| matches!(operand.value, Value::Move(_)))
        })
    }

    /// Advances to the next operation; returns true if its opcode is in ascending order.
    fn pass(&mut self) -> bool {
        let next = self.operations.get(self.met);
        self.met += 1;
        next.is_some_and(|(opcode, _)| std::mem::replace(&mut self.last, *opcode) < *opcode)
    }

    /// Advances past an operation of the text; returns true if it is the next one, with the same meaning.
    fn take(&mut self, opcode: &[u8], operands: &[u8]) -> bool {
        let key = OpcodeKey::of(opcode);
        if let Some(&(next, operation)) = self.operations.get(self.met)
            && next == key
        {
            return self.pass() && self.record.is_operation(operation, operands);
        }
        let [half_move, full_move] = &mut self.clocks;
        let clock = match opcode {
            b"hmvc" => half_move.take(),
            b"fmvn" => full_move.take(),
            _ => None,
        };
        let ascends = std::mem::replace(&mut self.last, key) < key;
        ascends && clock.is_some_and(|clock| is_same_number(clock, operands))
    }

    /// Returns true if all operations were met, and the clocks of the text are the fields of its dialect.
    fn is_complete(&self, clocks: [Option<&[u8]>; 2]) -> bool {
        let record = self.record;
        let is_clock = |((opcode, field, absent), new): (Clock, Option<&[u8]>)| {
            let operation = record.operation(opcode);
            let of_operation = operation.filter(|it| record.is_clock_field(it));
            let old = match (of_operation, field) {
                (Some(operation), _) => record.operands_bytes(operation),
                (None, Some(field)) => record.clock_text(opcode, field),
                (None, None) => absent,
            };
            new.is_some_and(|new| is_same_number(old, new))
        };
        let are_clocks = match record.options.dialect {
            Dialect::Epd => clocks == [None; 2],
            Dialect::Fen => record.clocks().into_iter().zip(clocks).all(is_clock),
        };
        are_clocks && self.met == self.operations.len() && self.clocks == [None; 2]
    }
}

/// Returns true for equal bytes, and for two spellings of a number.
fn is_same_number(old: &[u8], new: &[u8]) -> bool {
    old == new || read_integer(old).is_some_and(|old| read_integer(new) == Some(old))
}

impl Record<'_> {
    /// Returns true if canonical text has the meaning of the record, and nothing else.
    pub(super) fn matches(&self, text: &[u8], options: &CanonicalOptions) -> bool {
        let parts = lex::parts(text);
        let has_end = text.get(parts.body.end..) == Some(self.canonical_end());
        has_end
            && parts.bom.is_empty()
            && self.matches_pieces(text, options).unwrap_or_else(|| {
                self.matches_record(&Record::read(text, self.options()), options)
            })
    }

    /// Compares text without reading it in full; returns `None` if its pieces can't be cut that way. An operation
    /// that is equal byte for byte reads equal: nothing around a piece changes its reading.
    fn matches_pieces(&self, text: &[u8], options: &CanonicalOptions) -> Option<bool> {
        let (fields, mut places) = skim::pieces_of(text)?;
        if !self.are_fields(fields, options) {
            return Some(false);
        }
        let mut walk = Walk::of(self);
        loop {
            let is_next = match walk.as_written() {
                Some(operation) if places.pass(operation) => walk.pass(),
                _ => match places.read(walk.is_of_moves()) {
                    None => return Some(walk.is_complete([None; 2])),
                    Some(place) => {
                        let place = place?;
                        walk.take(place.opcode.of(text), place.operands.of(text))
                    }
                },
            };
            if !is_next {
                return Some(false);
            }
        }
    }

    fn matches_record(&self, new: &Record<'_>, options: &CanonicalOptions) -> bool {
        let is_stray = new.lexemes.iter().any(|it| it.role == TokenKind::Stray);
        let of = |span: Span| span.of(new.line);
        let [fields @ .., half_move, full_move] = new.field_texts();
        let mut walk = Walk::of(self);
        let mut operations = new.operations.iter();
        new.kind == LineKind::Record
            && !new.is_kept()
            && !is_stray
            && fields.iter().all(Option::is_some)
            && self.are_fields(fields.map(Option::unwrap_or_default), options)
            && operations.all(|it| walk.take(of(it.opcode), of(new.operands_span(it))))
            && walk.is_complete([half_move, full_move])
    }

    fn are_fields(&self, new: [&[u8]; 4], options: &CanonicalOptions) -> bool {
        let spans = self.fields;
        let [pieces, side, rights, square] = new;
        let stays =
            |span: Option<Span>, new: &[u8]| span.is_some_and(|span| span.of(self.line) == new);
        let (Some(board), Some(turn)) = (self.board(), self.side) else {
            return false;
        };
        let are_pieces = stays(spans.placement, pieces)
            || placement::read(pieces).is_ok_and(|read| read.board == *board && !read.crafty);
        let are_rights = stays(spans.castling, rights) || {
            let read = castling::read(rights, Some(board), self.options.rules);
            read.letters.as_str() == self.castling().unwrap_or("-")
                && read.rooks == self.castling_rooks()
        };
        let is_square = match (self.en_passant, Square::from_ascii(square)) {
            (None, _) => square == b"-",
            (Some(old), Ok(new)) => {
                old == new
                    && (stays(spans.en_passant, square)
                        || position::passed_over(board, turn, new).is_none())
            }
            (Some(_), Err(_)) => {
                square == b"-"
                    && options.en_passant == EnPassantPolicy::Legal
                    && self.en_passant_is_possible
                    && self
                        .position
                        .as_ref()
                        .is_some_and(|position| position.ep_square(EnPassantMode::Legal).is_none())
            }
        };
        are_pieces && side == turn.fold_wb(b"w", b"b") && are_rights && is_square
    }

    fn is_operation(&self, operation: &Operation, operands: &[u8]) -> bool {
        match operation.form {
            OperationForm::MateIn(number) | OperationForm::MatedScore(number) => {
                read_integer(operands) == Some(number)
            }
            _ => self.are_operands(operation, operands),
        }
    }

    fn are_operands(&self, operation: &Operation, new: &[u8]) -> bool {
        if new == self.operands_span(operation).of(self.line) {
            return true;
        }
        let all = self.operands_of(operation);
        let shape = operation.info.map(|info| info.shape);
        if shape == Some(Shape::Moves) && self.is_set_of_moves(all) {
            return self.is_set(all, new);
        }
        let is_line = shape == Some(Shape::Line);
        let mut reached = self.position.as_ref().filter(|_| is_line).cloned();
        let mut rest = new;
        for operand in all {
            if operand.form == OperandForm::Dropped {
                continue;
            }
            let position = reached.as_ref().or(self.position.as_ref());
            let Some(behind) = self.behind(operand, rest, position) else {
                return false;
            };
            rest = behind.trim_ascii_start();
            if let (Value::Move(played), Some(position)) = (&operand.value, &mut reached) {
                position.play_unchecked(*played);
            }
        }
        rest.is_empty()
    }

    /// Returns true if the words of `new` are the operands of a set, sorted and each once. The time is linear: words
    /// are looked up by their bytes; only respelled moves, of which no position has many, are compared one by one.
    fn is_set(&self, old: &[Operand], new: &[u8]) -> bool {
        let words = new.split(|byte| is_blank(*byte));
        let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
        let read = |word: &&[u8]| moves::read_plain(self.position.as_ref()?, word);
        let played = LazyCell::new(|| words.iter().map(read).collect::<Vec<_>>());
        let mut met = vec![false; words.len()];
        let mut stay = old
            .iter()
            .filter(|operand| operand.form != OperandForm::Dropped);
        let are_there = stay.all(|operand| {
            let text = match operand.form {
                OperandForm::Part(part) => part.of(self.line),
                _ => operand.span.of(self.line),
            };
            let at = match operand.value {
                Value::Move(old) if operand.form != OperandForm::AsIs => {
                    let is_old = |(new, _): &(Move, Form)| *new == old;
                    played
                        .iter()
                        .position(|new| new.as_ref().is_some_and(is_old))
                }
                _ => words.binary_search(&text).ok(),
            };
            let met = at.and_then(|at| met.get_mut(at));
            met.map(|met| *met = true).is_some()
        });
        are_there && words.is_sorted_by(|one, next| one < next) && met.into_iter().all(|met| met)
    }

    /// Returns the text after `operand` at the start of `words`; `None` if `words` begin with another operand.
    fn behind<'n>(
        &self,
        operand: &Operand,
        words: &'n [u8],
        position: Option<&Chess>,
    ) -> Option<&'n [u8]> {
        let text = operand.span.of(self.line);
        let ends = |rest: &[u8]| rest.first().is_none_or(|byte| is_blank(*byte));
        if let Some(rest) = words.strip_prefix(text).filter(|rest| ends(rest)) {
            return Some(rest);
        }
        let length = match words.strip_prefix(b"\"") {
            Some(inside) => memchr::memchr(b'"', inside)? + 2,
            None => words
                .iter()
                .position(|byte| is_blank(*byte))
                .unwrap_or(words.len()),
        };
        let (word, rest) = words
            .split_at_checked(length)
            .filter(|(_, rest)| ends(rest))?;
        let is_same = match (&operand.value, operand.form) {
            (Value::Move(played), _) => moves::is_san_of(position?, word, *played),
            (Value::Integer(number), _) => read_integer(word) == Some(*number),
            (_, OperandForm::Part(part)) => word == part.of(self.line),
            _ => unquoted(word) == unquoted(text),
        };
        is_same.then_some(rest)
    }
}

#[cfg(test)]
mod tests;
