//! The proof that canonical text says what its record says (EPD.md 7 and 8).
//!
//! The text is cut into fields and operations again, without regard to how it was written. Each piece must be there
//! byte for byte, or be read as the same: a placement as the same pieces, a number as the same number, a move as the
//! same move from the same position, a string as the same bytes.

use super::{CanonicalOptions, EnPassantPolicy};
use crate::epd::lex::{self, is_blank};
use crate::epd::opcode::Shape;
use crate::epd::operand::{Value, read_integer};
use crate::epd::record::{
    Dialect, LineKind, Operand, OperandForm, Operation, OperationForm, Record, unquoted,
};
use crate::epd::skim::Skim;
use crate::epd::token::TokenKind;
use crate::epd::{castling, moves, placement, position};
use shakmaty::{Chess, EnPassantMode, Move, Position, Square};

/// A line cut into its fields and its operations: opcode, and the bytes of all operands.
struct Pieces<'l> {
    fields: [&'l [u8]; 4],
    clocks: [Option<&'l [u8]>; 2],
    operations: Vec<(&'l [u8], &'l [u8])>,
}

impl<'l> Pieces<'l> {
    /// Cuts canonical text into its pieces; `None` where it has others.
    fn of(line: &'l [u8], old: &Record<'_>) -> Option<Self> {
        if let Some((fields, places)) = Skim::pieces_of(line) {
            let mut operations = Vec::with_capacity(old.operations.len() + 2);
            let is_plain = places
                .map(|place| {
                    place.map(|it| operations.push((it.opcode.of(line), it.operands.of(line))))
                })
                .all(|place| place.is_some());
            if is_plain {
                return Some(Self {
                    fields,
                    clocks: [None; 2],
                    operations,
                });
            }
        }
        let new = Record::read(line, old.options());
        let is_stray = new.lexemes.iter().any(|it| it.role == TokenKind::Stray);
        if new.kind != LineKind::Record || new.is_kept() || is_stray {
            return None;
        }
        let operations = new.operations.iter().map(|operation| {
            (
                operation.opcode.of(line),
                new.operands_span(operation).of(line),
            )
        });
        let spans = new.fields;
        Some(Self {
            fields: [
                spans.placement?.of(line),
                spans.side?.of(line),
                spans.castling?.of(line),
                spans.en_passant?.of(line),
            ],
            clocks: [spans.half_move, spans.full_move].map(|span| span.map(|span| span.of(line))),
            operations: operations.collect(),
        })
    }

    /// Takes an operation's operands out; the opcodes ascend.
    fn operands(&self, opcode: &[u8]) -> Option<&'l [u8]> {
        let at = self
            .operations
            .binary_search_by(|(name, _)| (*name).cmp(opcode))
            .ok()?;
        self.operations.get(at).map(|(_, operands)| *operands)
    }
}

impl Record<'_> {
    /// Returns true where canonical text says what the record says, and nothing else.
    pub(super) fn is_said_by(&self, text: &[u8], options: &CanonicalOptions) -> bool {
        let parts = lex::parts(text);
        let Some(new) = Pieces::of(text, self) else {
            return false;
        };
        parts.bom.is_empty()
            && text.get(parts.body.end..) == Some(self.canonical_end())
            && self.are_fields(new.fields, options)
            && new.operations.is_sorted_by(|one, next| one.0 < next.0)
            && self.are_operations(&new) == Some(new.operations.len())
    }

    fn are_fields(&self, new: [&[u8]; 4], options: &CanonicalOptions) -> bool {
        let spans = self.fields;
        let [pieces, side, rights, square] = new;
        let stays = |span: Option<super::Span>, new: &[u8]| {
            span.is_some_and(|span| span.of(self.line) == new)
        };
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

    /// Counts the operations that the record has in this text; `None` where one is missing or says something else.
    fn are_operations(&self, new: &Pieces<'_>) -> Option<usize> {
        let mut count = 0;
        for operation in &self.operations {
            let (opcode, number) = match operation.form {
                OperationForm::Dropped => continue,
                OperationForm::MateIn(moves) => (b"dm".into(), Some(moves)),
                OperationForm::MatedScore(score) => (b"ce".into(), Some(score)),
                _ if self.is_clock_field(operation) => continue,
                _ => (self.opcode_bytes(operation), None),
            };
            let found = new.operands(&opcode)?;
            let is_same = match number {
                Some(number) => read_integer(found) == Some(number),
                None => self.are_operands(operation, found),
            };
            if !is_same {
                return None;
            }
            count += 1;
        }
        for (opcode, field, new_field, absent) in [
            ("hmvc", self.fields.half_move, new.clocks[0], b"0"),
            ("fmvn", self.fields.full_move, new.clocks[1], b"1"),
        ] {
            let operation = self.operation(opcode);
            let of_field = field.map(|span| self.clock_text(opcode, span));
            let (old, found) = match self.options.dialect {
                Dialect::Fen => {
                    let operation = operation.filter(|it| self.is_clock_field(it));
                    let of_operation = operation.map(|it| self.operands_bytes(it));
                    (of_operation.or(of_field).unwrap_or(absent), new_field?)
                }
                Dialect::Epd if new_field.is_some() => return None,
                Dialect::Epd => match of_field.filter(|_| operation.is_none()) {
                    Some(old) => {
                        count += 1;
                        (old, new.operands(opcode.as_bytes())?)
                    }
                    None => continue,
                },
            };
            if found != old && read_integer(found)? != read_integer(old)? {
                return None;
            }
        }
        Some(count)
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

    /// Returns true where these words are the operands of a set, each once. The work grows with the line: a word is
    /// looked up by its bytes, and only legal moves, of which no position has many, one by one.
    fn is_set(&self, old: &[Operand], new: &[u8]) -> bool {
        let words = new.split(|byte| is_blank(*byte));
        let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
        let position = self.position.as_ref();
        let read = |word: &&[u8]| moves::read_san(position?, word);
        let played: Vec<Option<Move>> = words.iter().map(read).collect();
        let mut met = vec![false; words.len()];
        let mut stay = old
            .iter()
            .filter(|operand| operand.form != OperandForm::Dropped);
        let are_there = stay.all(|operand| {
            let text = operand.span.of(self.line);
            let at = match (&operand.value, operand.form) {
                (Value::Move(old), _) => played.iter().position(|new| *new == Some(*old)),
                (_, OperandForm::Part(part)) => words.binary_search(&part.of(self.line)).ok(),
                _ => words.binary_search(&text).ok(),
            };
            let met = at.and_then(|at| met.get_mut(at));
            met.map(|met| *met = true).is_some()
        });
        are_there && words.is_sorted_by(|one, next| one < next) && met.into_iter().all(|met| met)
    }

    /// Returns the words behind an operand at their beginning; `None` where another stands there.
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
            (Value::Move(played), _) => moves::read_san(position?, word) == Some(*played),
            (Value::Integer(number), _) => read_integer(word) == Some(*number),
            (_, OperandForm::Part(part)) => word == part.of(self.line),
            _ => unquoted(word) == unquoted(text),
        };
        is_same.then_some(rest)
    }
}

#[cfg(test)]
mod tests;
