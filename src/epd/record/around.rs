//! The surroundings of a place in the line: operation, operand, diagnostics, position.

use super::{Operation, Record};
use crate::epd::diagnostic::{Code, Diagnostic};
use crate::epd::lex::{self, Lexeme};
use crate::epd::opcode::Shape;
use crate::epd::operand::Value;
use crate::epd::span::Span;
use shakmaty::{Chess, Position};
use std::borrow::Cow;

impl Record<'_> {
    /// Returns the operation around a span. Operations are in the order of their spans.
    pub(in crate::epd) fn operation_around(&self, span: Span) -> Option<&Operation> {
        let after = self
            .operations
            .partition_point(|o| o.span.start <= span.start);
        let operation = self.operations.get(after.checked_sub(1)?)?;
        (span.end <= operation.span.end).then_some(operation)
    }

    /// Returns the operand with this span, and its operation.
    pub(in crate::epd) fn operand_at(&self, span: Span) -> Option<(&Operation, usize)> {
        let index = self
            .operands
            .binary_search_by_key(&span.start, |operand| operand.span.start)
            .ok()?;
        let operand = self.operands.get(index)?;
        let operation = self.operation_around(span)?;
        (operand.span == span && operation.operands.contains(&index)).then_some((operation, index))
    }

    /// Returns an operand in canonical form, with its line played up to there.
    pub(in crate::epd) fn canonical_operand(&self, index: usize) -> Option<Cow<'_, [u8]>> {
        let operand = self.operands.get(index)?;
        let reached = self.position_before(operand.span);
        let text = self.operand_text(operand, reached.as_ref());
        Some(Cow::Owned(text.into_owned()))
    }

    /// Returns the position before the move at a span: the record's, or the one reached by its line.
    pub(in crate::epd) fn position_before(&self, span: Span) -> Option<Chess> {
        let start = self.position.as_ref()?;
        let operation = self.operation_around(span)?;
        if operation.shape() != Some(Shape::Line) {
            return Some(start.clone());
        }
        // In a long line, from the last stored position.
        let first = operation.operands.start;
        let here = self
            .operands
            .partition_point(|operand| operand.span.start < span.start);
        let noted = self.places.partition_point(|(index, _)| *index <= here);
        let noted = self.places.get(..noted)?.last();
        let (from, mut reached) = match noted.filter(|(index, _)| *index > first) {
            Some((index, place)) => (*index, place.clone()),
            None => (first, start.clone()),
        };
        for operand in self.operands.get(from..here)? {
            if let Value::Move(played) = operand.value {
                reached.play_unchecked(played);
            }
        }
        Some(reached)
    }

    /// Returns the bytes from the semicolon before a place to the one after it.
    pub(in crate::epd) fn piece_around(&self, place: Span) -> Span {
        self.piece_within(place, usize::MAX)
            .unwrap_or(self.parts.body)
    }

    /// Returns the piece around a place, if both ends are at most `most` lexemes away.
    pub(in crate::epd) fn piece_within(&self, place: Span, most: usize) -> Option<Span> {
        let is_end = |lexeme: &&Lexeme| lexeme.shape == lex::Shape::Semicolon;
        let split = self.lexemes.partition_point(|l| l.span.start < place.start);
        let (before, behind) = self.lexemes.split_at(split);
        let start = match before.iter().rev().take(most).find(is_end) {
            Some(semicolon) => semicolon.span.end,
            None if before.len() <= most => self.parts.body.start,
            None => return None,
        };
        let end = match behind.iter().take(most).find(is_end) {
            Some(semicolon) => semicolon.span.end,
            None if behind.len() <= most => self.parts.body.end,
            None => return None,
        };
        Some(Span::new(start, end))
    }

    /// Returns the diagnostics that begin in a span.
    pub(crate) fn diagnostics_in(&self, span: Span) -> impl Iterator<Item = &Diagnostic> {
        let first = self
            .diagnostics
            .partition_point(|found| found.span.start < span.start);
        let from = self.diagnostics.get(first..).unwrap_or_default().iter();
        from.take_while(move |found| found.span.start < span.end)
    }

    /// Returns true if the record has a diagnostic of this code.
    pub(in crate::epd) fn has(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|d| d.code == code)
    }

    /// Returns true if an error in the operation around this span makes the end of its operands uncertain.
    pub(in crate::epd) fn is_wrong_inside(&self, span: Span) -> bool {
        self.operation_around(span)
            .is_some_and(|operation| self.diagnostics_in(operation.span).any(Diagnostic::blocks))
    }

    /// Returns the bytes to remove with a span: the blanks before it too, unless a word follows directly, which they
    /// then separate from the one before.
    pub(in crate::epd) fn taken_out(&self, span: Span) -> Span {
        let next = self.line.get(span.end).copied().unwrap_or(b';');
        let is_end = span.end >= self.parts.body.end || lex::is_blank(next);
        match is_end || b";,".contains(&next) {
            true => self.with_blanks_before(span),
            false => span,
        }
    }

    /// Returns the span with the blanks directly before it.
    pub(in crate::epd) fn with_blanks_before(&self, span: Span) -> Span {
        let before = self.line.get(..span.start).unwrap_or_default();
        let is_of_word = |byte: &u8| !lex::is_blank(*byte);
        let start = before
            .iter()
            .rposition(is_of_word)
            .map_or(0, |last| last + 1);
        Span::new(start, span.end)
    }

    /// Returns the bytes to remove with a move: in a line all later moves, too, since they were played after it; the
    /// whole operation if no move would be left.
    pub(in crate::epd) fn without_move(&self, span: Span) -> Option<Span> {
        let operation = self.operation_around(span)?;
        let operands = self.operands_of(operation);
        let first = operands.first()?.span == span;
        let is_line = operation.shape()? == Shape::Line;
        let gone = if first && (is_line || operands.len() == 1) {
            operation.span
        } else if is_line {
            Span::new(span.start, self.operands_span(operation).end)
        } else {
            span
        };
        // Between the opcode and the next move one blank stays: the second.
        Some(self.taken_out(gone))
    }
}
