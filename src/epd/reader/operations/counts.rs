//! Lists of perft counts in place of operations: `;D1 20 ;D2 400`, `;20;400`.

use super::super::Reader;
use crate::epd::diagnostic::Code;
use crate::epd::lex::Shape;
use crate::epd::opcode;
use crate::epd::operand::{self, Value, are_digits};
use crate::epd::record::{Operand, OperandForm, Operation, OperationForm};
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use shakmaty::Position;

/// The largest number of bare counts in a list: depths have two digits.
const DEEPEST: usize = 99;

/// The most legal moves of any position, which limits the growth from one count to the next.
const MOST_MOVES: i64 = 218;

/// A run of perft operations in their own form, under construction.
#[derive(Default)]
pub(super) struct PerftRun {
    /// The semicolons of empty pieces that open it, not yet reported; `None` without any.
    pub(super) opening: Option<Span>,
    /// The bytes of the whole run, once a count was read.
    pub(super) span: Option<Span>,
}

impl Reader<'_> {
    /// Reports an empty piece that opened no list.
    #[cold]
    #[inline(never)]
    pub(super) fn close_opening(&mut self, run: &mut PerftRun) {
        if let Some(semicolons) = run.opening.take() {
            match &mut run.span {
                // Inside a list, doubled semicolons are part of its form.
                Some(span) => *span = span.cover(semicolons),
                None => self.say_stray_semicolons(semicolons),
            }
        }
    }

    #[inline]
    pub(super) fn close_run(&mut self, run: &mut PerftRun) {
        if run.opening.is_none() && run.span.is_none() {
            return;
        }
        self.close_opening(run);
        if let Some(span) = run.span.take() {
            self.say(Code::PerftList, span);
            let span = self.record.with_blanks_before(span);
            self.absorbed.push(span);
        }
    }

    /// Reports one or several semicolons that end nothing, with the blanks before them.
    #[cold]
    #[inline(never)]
    pub(super) fn say_stray_semicolons(&mut self, semicolons: Span) {
        self.say(Code::StraySemicolon, semicolons);
        let span = self.record.with_blanks_before(semicolons);
        self.absorbed.push(span);
    }

    /// Reads `D1 20` in a list: after an empty piece or such a count, or with a trailing comma; true if it is here.
    pub(super) fn read_perft(&mut self, end: usize, run: &mut PerftRun) -> bool {
        let (Some(word), Some(count)) = (self.word(self.at), self.word(self.at + 1)) else {
            return false;
        };
        if opcode::perft_depth(word).is_none() || end != self.at + 2 {
            return false;
        }
        let digits = count.strip_suffix(b",").unwrap_or(count);
        let is_listed = digits.len() < count.len() || run.opening.is_some() || run.span.is_some();
        if !is_listed || operand::read_integer(digits).is_none() || !are_digits(digits) {
            return false;
        }
        let (name, operand) = (self.span(self.at), self.span(self.at + 1));
        let digits = Span::new(operand.start, operand.start + digits.len());
        self.set_role(self.at, TokenKind::Opcode);
        self.set_role(self.at + 1, TokenKind::Number);
        self.push_count(name, operand, digits, OperationForm::AsIs);
        let mut span = name.cover(operand);
        if let Some(opening) = run.opening.take() {
            span = span.cover(opening);
        }
        self.at = end;
        if end < self.record.lexemes.len() {
            self.at += 1;
            // The semicolon belongs to the count unless another item of the list follows it.
            let semicolon = self.span(end);
            if let Some(operation) = self.record.operations.last_mut() {
                operation.span.end = semicolon.end;
            }
            span = span.cover(semicolon);
        }
        run.span = Some(run.span.map_or(span, |all| all.cover(span)));
        true
    }

    #[cold]
    #[inline(never)]
    pub(super) fn push_count(
        &mut self,
        name: Span,
        operand: Span,
        digits: Span,
        form: OperationForm,
    ) {
        let first = self.record.operands.len();
        let value =
            operand::read_integer(digits.of(self.line())).map_or(Value::Raw, Value::Integer);
        self.record.operands.push(Operand {
            span: operand,
            value,
            form: OperandForm::part(digits, operand),
        });
        self.record.push_operation(Operation {
            span: name.cover(operand),
            opcode: name,
            info: None,
            operands: first..first + 1,
            form,
        });
    }

    /// Reads counts without opcodes: `;20;400;8902` or `,20,400`, where the first is the number of legal moves.
    pub(super) fn read_bare_counts(&mut self, run: &mut PerftRun) -> bool {
        let Some(word) = self.word(self.at) else {
            return false;
        };
        let mut counts = Vec::new();
        let mut last = self.at;
        if word.first() == Some(&b',') {
            let listed = self.span(self.at).split(self.line(), |b| b == b',');
            counts.extend(listed.skip(1).take(DEEPEST + 1));
        } else if are_digits(word) && run.opening.is_some() {
            let mut at = self.at;
            while let Some(count) = self.word(at)
                && are_digits(count)
                && matches!(self.shape(at + 1), None | Some(Shape::Semicolon))
                && counts.len() <= DEEPEST
            {
                counts.push(self.span(at));
                last = at;
                at += 2;
            }
        }
        if counts.is_empty() || counts.len() > DEEPEST {
            return false;
        }
        let numbers = counts.iter().map(|span| span.of(self.record.line));
        let numbers = numbers.map(|text| operand::read_integer(text).filter(|_| are_digits(text)));
        let Some(numbers) = numbers.collect::<Option<Vec<i64>>>() else {
            return false;
        };
        let moves = self.record.position.as_ref().map(|p| p.legal_moves().len());
        let moves = moves.and_then(|count| i64::try_from(count).ok());
        // Two counts may have become one because the semicolon between them was forgotten.
        let are_apart = numbers
            .array_windows()
            .all(|[before, next]| *next <= before.saturating_mul(MOST_MOVES));
        if numbers.first().copied() != moves || !are_apart {
            return false;
        }
        let mut span = self.span(self.at).cover(self.span(last));
        if let Some(opening) = run.opening.take() {
            span = span.cover(opening);
        }
        for index in self.at..=last {
            if self.shape(index) == Some(Shape::Word) {
                self.set_role(index, TokenKind::Number);
            }
        }
        for (index, count) in counts.into_iter().enumerate() {
            let depth = u8::try_from(index + 1).unwrap_or(u8::MAX);
            let (name, form) = (Span::at(count.start), OperationForm::Perft(depth));
            self.push_count(name, count, count, form);
        }
        self.at = last + 1;
        if self.shape(self.at) == Some(Shape::Semicolon) {
            span = span.cover(self.span(self.at));
            self.at += 1;
        }
        run.span = Some(run.span.map_or(span, |all| all.cover(span)));
        true
    }
}
